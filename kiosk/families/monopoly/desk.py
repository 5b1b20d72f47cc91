"""What hands mean at a Monopoly table: dice, who has thrown, rent, the result sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from firmware_py.kinds import LineId
from kiosk import dicing
from kiosk.desk import NEXT_GUARD_NS, Desk, Scene
from kiosk.families.monopoly import counting
from kiosk.families.monopoly.counting import Sheet
from kiosk.gestures import Edit, JudgeKey, SeatButton
from kiosk.intents import Act, Intent, TakeBack
from kiosk.questions import Asked, who
from kiosk.screens import targets as at
from kiosk.screens.frame import line
from rules.actions import Thrown
from rules.fairdice import HAND, TABLE
from rules.history import Outcome
from rules.kinds import Seat
from rules.monopoly.view import Mark, MonopolyView, Phase
from rules.value import replace

if TYPE_CHECKING:
    from kiosk.families import MenuBook
    from kiosk.inbox import Dice

PLAYING: Final = frozenset((Phase.READY, Phase.PLAY))
AFTER: Final = frozenset((Phase.COUNT, Phase.SIGN))
NOT_ENTERED: Final = "not entered"
PRESENT: Final = frozenset((Mark.WAITING, Mark.TURN))


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


def is_pending(view: MonopolyView) -> bool:
    """Dice have fallen, and nobody has said yet what they show."""
    return view.last_roll is not None and view.last_roll.pending


def roller(view: MonopolyView) -> Seat:
    """Whose dice are entered: whose values are still missing, the turn seat, or the first."""
    if view.last_roll is not None and view.last_roll.pending:
        return view.last_roll.seat
    if view.turn is not None:
        return view.turn
    return view.seats[0].seat


class MonopolyDesk(Desk):
    """The hands at one game."""

    def __init__(self, board: Mapping[str, counting.Deed], *, first_only: bool = False) -> None:
        """`first_only`: of all rolls the first alone is asked for (`dice_log`)."""
        super().__init__(_book)
        self.board = board
        self.first_only = first_only
        self._thrown_ns: int | None = None
        self.dice: dicing.Entry | None = None
        self.sheet: Sheet | None = None
        self._gap: tuple[Asked, MonopolyView] | None = None

    def seat_down(self, press: SeatButton, official: MonopolyView) -> dict[str, Any]:
        """As every desk; but a second press right after a throw asks for no other."""
        fields = super().seat_down(press, official)
        if fields.get("by") == TABLE and not self._may_throw(press.at_ns):
            return {"do": "press", "seat": press.seat}
        return fields

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

    def finished(self, at_ns: int, scene: Scene) -> list[Intent] | None:
        """NEXT ends an entry of dice or of cash."""
        if self.dice is not None and self.dice.digits:
            return self._rolled(at_ns, scene)
        if self.sheet is not None and self.sheet.cash:
            return self._touch_sheet(at.Ok(), at_ns, scene.view)
        return None

    def next(self, key: JudgeKey, scene: Scene) -> list[Intent] | None:
        """START, thrown, on to the count."""
        phase = scene.view.phase
        if phase is Phase.SETUP:
            return [Act({"do": "start"}, key.at_ns, key.line)]
        if self._wants_dice(scene.view) and phase in PLAYING:
            if self.commitment:
                return self._throw(scene.view, key.at_ns, key.line)
            return [Act({"do": "thrown", "seat": roller(scene.view)}, key.at_ns, key.line)]
        if phase is Phase.COUNT and self.sheet is None:
            self.sheet = counting.open_sheet(scene.view)
            return []
        if phase in AFTER and self.sheet is not None:
            return self._touch_sheet(at.SheetDone(), key.at_ns, scene.view)
        return None

    def typed(self, digit: int, at_ns: int, scene: Scene) -> list[Intent]:
        """Dice in play, cash while counting."""
        view = scene.view
        if view.phase in AFTER and self.dice is None:
            return self._touch_sheet(at.Digit(digit), at_ns, view)
        wanted = view.phase in PLAYING and self._wants_dice(view)
        if not wanted and self.dice is None:
            return self.no_meaning(at_ns)
        intents = self._begin_dice(at_ns, view)
        if self.dice is not None:
            self.dice = dicing.typed(self.dice, digit)
        return intents

    def edited(self, edit: Edit, at_ns: int, scene: Scene) -> list[Intent] | None:
        """Cash or dice, one digit less or none."""
        if self.sheet is not None:
            if self.sheet.cash:
                cash = "" if edit is Edit.CANCEL else self.sheet.cash[:-1]
                self.sheet = replace(self.sheet, cash=cash)
            return []
        if self.dice is None:
            return None
        if edit is Edit.ERASE and len(self.dice.digits) > 1:
            self.dice = dicing.erased(self.dice)
            return []
        return self._cancel_dice(at_ns, scene)

    def touched(self, target: at.Target, at_ns: int, scene: Scene) -> list[Intent]:
        """The sheet after the end, the dice before."""
        view = scene.view
        if view.phase in AFTER:
            return self._touch_sheet(target, at_ns, view)
        if view.phase in PLAYING:
            return self._touch_dice(target, at_ns, scene)
        return []

    def rolled(self, dice: Dice, scene: Scene) -> list[Intent]:
        """The roll of whose dice are awaited. What a reader sees before the start, after the end,
        or when nothing is asked is no roll.
        """
        view = scene.view
        roll: dict[str, Any] = {"do": "roll", "seat": roller(view), "dice": list(dice.values)}
        if dice.by is not None:
            if not self._wants_dice(view) or not (view.phase in PLAYING or is_pending(view)):
                return []
            roll["by"] = dice.by
            self._fallen(dice.at_ns)
        return [Act(roll, dice.at_ns)]

    def taken_back(self) -> None:
        """Digits of a roll go with an undo."""
        self.dice = None

    def refused(self, act: Act, outcome: Outcome, scene: Scene) -> None:
        """A roll out of turn: perhaps the one before was not entered."""
        refusal = outcome.refusal
        if act.fields["do"] != "roll" or refusal is None or refusal.why != "not_his_turn":
            return
        seat, at_ns = act.fields["seat"], act.at_ns
        turn = Act({"do": "turn", "seat": seat, "reason": NOT_ENTERED}, at_ns, source=act.source)
        missed = who(scene, scene.view.turn or 0)
        gap = Asked(
            at_ns,
            text=line("kiosk.sure.not_entered", **missed),
            follows=line("kiosk.sure.gap", **who(scene, seat)),
            intents=(turn, act),
        )
        self.talk.questions.ask(gap)
        self._gap = gap, scene.view

    def settled(self, scene: Scene, now_ns: int) -> list[Intent]:
        """The roll that was missing is there after all: nobody is asked about it any more."""
        if self._gap is not None:
            asked, before = self._gap
            if scene.view.turn != before.turn or scene.view.last_roll != before.last_roll:
                self._gap = None
                if self.talk.questions.asked is asked:
                    self.talk.questions.no()
        return super().settled(scene, now_ns)

    def may_foul(self, view: MonopolyView) -> bool:
        """In play."""
        return view.phase in PLAYING

    def may_confirm(self, view: MonopolyView) -> bool:
        """HUN-8: the banker signs, too."""
        return view.phase is Phase.SIGN

    def forget(self, view: MonopolyView) -> None:
        """A sheet is of the count; dice that fell before the end are still typed after it."""
        super().forget(view)
        if view.last_roll is None or not view.last_roll.pending:
            self.dice = None
        if view.phase not in AFTER:
            self.sheet = None

    # -- dice ----------------------------------------------------------------------------------

    def _wants_dice(self, view: MonopolyView) -> bool:
        """Rolls are asked for; with `dice_log` first_only, not after the first one."""
        return not self.first_only or view.phase is not Phase.PLAY or is_pending(view)

    def _may_throw(self, at_ns: int) -> bool:
        """Nobody has asked the table for dice just now."""
        last_ns = self._thrown_ns
        if last_ns is not None and at_ns - last_ns < NEXT_GUARD_NS:
            return False
        self._thrown_ns = at_ns
        self._fallen(at_ns)
        return True

    def _fallen(self, at_ns: int) -> None:
        """The dice are there, from the table or a reader: what is half typed of them is not."""
        if self.dice is not None and self.dice.digits:
            self.overtaken(at_ns)
        self.dice = None

    def _throw(self, view: MonopolyView, at_ns: int, by: LineId | None) -> list[Intent]:
        """The table throws for whose turn it is."""
        if not self._may_throw(at_ns):
            return []
        return [Act({"do": "roll", "seat": roller(view), "by": TABLE}, at_ns, by)]

    def _begin_dice(self, at_ns: int, view: MonopolyView) -> list[Intent]:
        """The first press of an entry: the dice have fallen now, if nobody said so before."""
        if self.dice is not None:
            return []
        seat = roller(view)
        if view.last_roll is not None and view.last_roll.pending:
            self.dice = dicing.Entry(seat)
            return []
        self.dice = dicing.Entry(seat, thrown=True)
        return [Act({"do": "thrown", "seat": seat}, at_ns)]

    def _cancel_dice(self, at_ns: int, scene: Scene) -> list[Intent]:
        entry, self.dice = self.dice, None
        return [] if entry is None else _thrown_back(entry, at_ns, scene)

    def _rolled(self, at_ns: int, scene: Scene) -> list[Intent]:
        entry = self.dice
        rolled = None if entry is None else dicing.complete(entry)
        if entry is None or rolled is None:
            self.tell(line("kiosk.notice.dice_wrong"), at_ns)
            if entry is not None:
                self.dice = replace(entry, digits="")
            return []
        return self._enter_roll(entry, rolled, at_ns, scene)

    def _enter_roll(
        self, entry: dicing.Entry, rolled: dicing.Rolled, at_ns: int, scene: Scene
    ) -> list[Intent]:
        self.dice = None
        fields: dict[str, Any] = {"do": "roll", "seat": rolled.seat, "dice": list(rolled.dice)}
        roll = Act(fields | ({"by": HAND} if self.marks_hand else {}), at_ns)
        if rolled.seat != entry.seat:
            return [*_thrown_back(entry, at_ns, scene), roll]
        return [roll]

    def _touch_dice(self, target: at.Target, at_ns: int, scene: Scene) -> list[Intent]:
        view = scene.view
        match target:
            case at.OpenDice() if not self._wants_dice(view):
                return []
            case at.OpenDice() if self.commitment and self.dice is None:
                return self._throw(view, at_ns, None)
            case at.OpenDice():
                intents = self._begin_dice(at_ns, view)
                if self.dice is not None:
                    self.dice = replace(self.dice, grid=True)
                return intents
            case at.CloseDice():
                return self._cancel_dice(at_ns, scene)
            case at.DicePair(low, high) if self.dice is not None:
                rolled = dicing.Rolled(self.dice.whose, (low, high))
                return self._enter_roll(self.dice, rolled, at_ns, scene)
            case at.Card(seat) if view.phase is Phase.READY and self.dice is None:
                return [Act({"do": "turn", "seat": seat, "reason": "first"}, at_ns)]
            case at.Card(seat) if self.dice is not None and self.dice.grid:
                self.dice = dicing.meant(self.dice, seat)
            case at.Digit(digit):
                return self.typed(digit, at_ns, scene)
        return []

    # -- the result sheet ----------------------------------------------------------------------

    def _touch_sheet(self, target: at.Target, at_ns: int, view: MonopolyView) -> list[Intent]:
        if self.sheet is None:
            if isinstance(target, at.OpenSheet):
                self.sheet = counting.open_sheet(view)
            elif isinstance(target, at.Card):
                self.sheet = Sheet(target.seat)
            elif isinstance(target, at.Digit) and view.phase is Phase.COUNT:
                self.sheet = counting.open_sheet(view)
            else:
                return []
            if not isinstance(target, at.Digit):
                return []
        turned = counting.touched(self.sheet, target, view, self.board)
        self.sheet = turned.sheet
        return [Act(fields, at_ns) for fields in turned.counts]


def _book() -> MenuBook:
    from kiosk.families.monopoly.verbs import MENU  # with the first verb, not with the table

    return MENU


def _thrown_back(entry: dicing.Entry, at_ns: int, scene: Scene) -> list[Intent]:
    """Take back the `thrown` that this entry began with, whatever only the official may know came
    after it: what stays on the screen must not tell of that.
    """
    last = scene.undoable(1) if entry.thrown and is_pending(scene.view) else ()
    if not last or type(last[0].action) is not Thrown or last[0].action.seat != entry.seat:
        return []
    return [TakeBack(at_ns, None, last[0].back)]


def _plays(view: MonopolyView, seat: Seat) -> bool:
    return any(shown.seat == seat and shown.mark in PRESENT for shown in view.seats)
