"""What hands mean at a Monopoly table: dice, who has thrown, rent, the result sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from kiosk import counting
from kiosk.boarddesk import BoardDesk, is_pending, refused_turn, roller
from kiosk.desk import Scene
from kiosk.gestures import JudgeKey
from kiosk.intents import Act, Intent
from kiosk.screens import targets as at
from rules.fairdice import TABLE
from rules.history import Outcome
from rules.kinds import Seat
from rules.monopoly.view import Mark, MonopolyView, Phase

if TYPE_CHECKING:
    from kiosk.families import MenuBook

PRESENT: Final = frozenset((Mark.WAITING, Mark.TURN))

__all__ = ["MonopolyDesk", "roller", "seat_meaning"]


def seat_meaning(official: MonopolyView, seat: Seat) -> dict[str, Any]:
    """The action of a seat's press in this phase (signing: see `Desk.seat_down`).

    In play a press always asks rent of who landed last; whether that is due nobody is told.
    """
    phase = official.phase
    if phase is Phase.PLAY:
        lander = None if official.official is None else official.official.lander
        if lander is not None and lander != seat and _plays(official, seat):
            return {"do": "claim", "seat": seat, "from": lander}
    elif phase is Phase.READY:
        return {"do": "thrown", "seat": seat}
    return {"do": "press", "seat": seat}


class MonopolyDesk(BoardDesk):
    """The hands at one game."""

    PLAYING = frozenset((Phase.READY, Phase.PLAY))
    AFTER = frozenset((Phase.COUNT, Phase.SIGN))
    COUNT = Phase.COUNT

    def __init__(self, board: Mapping[str, counting.Deed], *, first_only: bool = False) -> None:
        """`first_only`: of all rolls the first alone is asked for (`dice_log`)."""
        super().__init__(_book, board, first_only=first_only)

    def meaning(self, official: MonopolyView, seat: Seat) -> dict[str, Any]:
        """Present, thrown, rent; else a press that is kept. Where the table throws the dice, the
        seat at turn asks for them.
        """
        at_turn = official.phase is Phase.PLAY and seat == official.turn
        if self.commitment and (at_turn or official.phase is Phase.READY):
            return {"do": "roll", "seat": seat, "by": TABLE}
        return seat_meaning(official, seat)

    def signs(self, official: MonopolyView, seat: Seat) -> bool:
        """HUN-8: one seat is armed at a time, and nobody signs what is not on the screen."""
        return (
            official.phase is Phase.SIGN
            and self.sheet is None
            and any(shown.seat == seat and shown.mark is Mark.ARMED for shown in official.seats)
        )

    def next(self, key: JudgeKey, scene: Scene) -> list[Intent] | None:
        """START, thrown, on to the count."""
        phase = scene.view.phase
        if phase is Phase.SETUP:
            return [Act({"do": "start"}, key.at_ns, key.line)]
        if self.rolls(scene.view):
            return self.next_roll(key.at_ns, scene.view, key.line)
        if phase is Phase.COUNT and self.sheet is None:
            return self.touch_sheet(at.OpenSheet(), key.at_ns, scene.view)
        if phase in self.AFTER and self.sheet is not None:
            return self.touch_sheet(at.SheetDone(), key.at_ns, scene.view)
        return None

    def wants_dice(self, view: MonopolyView) -> bool:
        """Rolls are asked for; with `dice_log` first_only, not after the first one."""
        return not self.first_only or view.phase is not Phase.PLAY or is_pending(view)

    def chooses_first(self, view: MonopolyView) -> bool:
        """Before the first dice."""
        return view.phase is Phase.READY

    def refused(self, act: Act, outcome: Outcome, scene: Scene) -> None:
        """A roll out of turn: perhaps the one before was not entered."""
        if refused_turn(act, outcome):
            self.ask_gap(act, scene)

    def may_foul(self, view: MonopolyView) -> bool:
        """In play."""
        return view.phase in self.PLAYING

    def may_confirm(self, view: MonopolyView) -> bool:
        """HUN-8: the banker signs, too."""
        return view.phase is Phase.SIGN


def _book() -> MenuBook:
    from kiosk.families.monopoly.verbs import MENU  # with the first verb, not with the table

    return MENU


def _plays(view: MonopolyView, seat: Seat) -> bool:
    return any(shown.seat == seat and shown.mark in PRESENT for shown in view.seats)
