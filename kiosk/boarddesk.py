"""What hands mean at a board game: dice by digits, touch, reader or table; the sheet afterwards.

A family's desk says in which phases dice are rolled and sheets counted, and what a seat's press
means. Its view has `last_roll`, `turn` and sheets.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final

from firmware_py.kinds import LineId
from kiosk import counting, dicing
from kiosk.counting import Sheet
from kiosk.desk import NEXT_GUARD_NS, Desk, Scene
from kiosk.gestures import Edit, SeatButton
from kiosk.intents import Act, Intent, TakeBack
from kiosk.questions import Asked, who
from kiosk.screens import targets as at
from kiosk.screens.frame import line
from rules.actions import Thrown
from rules.fairdice import HAND, TABLE
from rules.history import Outcome
from rules.kinds import Seat
from rules.value import replace

if TYPE_CHECKING:
    from kiosk.families import MenuBook
    from kiosk.inbox import Dice

NOT_ENTERED: Final = "not entered"


def is_pending(view: Any) -> bool:
    """Dice have fallen, and nobody has said yet what they show."""
    return view.last_roll is not None and view.last_roll.pending


def roller(view: Any) -> Seat:
    """Whose dice are entered: whose values are still missing, the turn seat, or the first."""
    seat: Seat
    if is_pending(view):
        seat = view.last_roll.seat
    else:
        seat = view.seats[0].seat if view.turn is None else view.turn
    return seat


class BoardDesk(Desk):
    """The hands at one board game."""

    PLAYING: ClassVar[frozenset[str]]
    """Phases in which dice are rolled."""
    AFTER: ClassVar[frozenset[str]]
    """Phases in which a sheet can be changed."""
    COUNT: ClassVar[str]
    """The phase in which sheets are counted."""

    def __init__(
        self,
        book: Callable[[], MenuBook],
        board: Mapping[str, counting.Deed],
        *,
        first_only: bool = False,
    ) -> None:
        """`first_only`: of all rolls the first alone is asked for (`dice_log`)."""
        super().__init__(book)
        self.board = board
        self.first_only = first_only
        self._thrown_ns: int | None = None
        self.dice: dicing.Entry | None = None
        self.sheet: Sheet | None = None
        self._gap: tuple[Asked, Any] | None = None

    # -- what a family answers -----------------------------------------------------------------

    def wants_dice(self, view: Any) -> bool:
        """A roll is asked for now."""
        raise NotImplementedError

    def chooses_first(self, view: Any) -> bool:
        """Nobody has rolled yet, and a touch on a place card says who begins."""
        return False

    # -- gestures ------------------------------------------------------------------------------

    def seat_down(self, press: SeatButton, official: Any) -> dict[str, Any]:
        """As every desk; but a second press right after a throw asks for no other."""
        fields = super().seat_down(press, official)
        if fields.get("by") == TABLE and not self._may_throw(press.at_ns):
            return {"do": "press", "seat": press.seat}
        return fields

    def finished(self, at_ns: int, scene: Scene) -> list[Intent] | None:
        """NEXT ends an entry of dice or of cash."""
        if self.dice is not None and self.dice.digits:
            return self._rolled(at_ns, scene)
        if self.sheet is not None and self.sheet.cash:
            return self.touch_sheet(at.Ok(), at_ns, scene.view)
        return None

    def goes_on_at_once(self, view: Any) -> bool:
        """Cash, and on to the next sheet: else the next seat's cash would be typed over it."""
        return self.sheet is not None and self.dice is None

    def typed(self, digit: int, at_ns: int, scene: Scene) -> list[Intent]:
        """Dice in play, cash while counting."""
        view = scene.view
        if view.phase in self.AFTER and self.dice is None:
            return self.touch_sheet(at.Digit(digit), at_ns, view)
        if self.dice is None and not self.rolls(view):
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
        if view.phase in self.AFTER:
            return self.touch_sheet(target, at_ns, view)
        if view.phase in self.PLAYING:
            return self._touch_dice(target, at_ns, scene)
        return []

    def rolled(self, dice: Dice, scene: Scene) -> list[Intent]:
        """The roll of whose dice are awaited. What a reader sees before the start, after the end,
        or when nothing is asked is no roll.
        """
        view = scene.view
        roll: dict[str, Any] = {"do": "roll", "seat": roller(view), "dice": list(dice.values)}
        if dice.by is not None:
            if not self.rolls(view) and not (self.wants_dice(view) and is_pending(view)):
                return []
            roll["by"] = dice.by
            self._fallen(dice.at_ns)
        return [Act(roll, dice.at_ns)]

    def taken_back(self) -> None:
        """Digits of a roll go with an undo."""
        self.dice = None

    def settled(self, scene: Scene, now_ns: int) -> list[Intent]:
        """The roll that was missing is there after all: nobody is asked about it any more."""
        if self._gap is not None:
            asked, before = self._gap
            if scene.view.turn != before.turn or scene.view.last_roll != before.last_roll:
                self._gap = None
                if self.talk.questions.asked is asked:
                    self.talk.questions.no()
        return super().settled(scene, now_ns)

    def forget(self, view: Any) -> None:
        """A sheet is of the count; dice that fell before the end are still typed after it."""
        super().forget(view)
        if not is_pending(view):
            self.dice = None
        if view.phase not in self.AFTER:
            self.sheet = None

    # -- dice ----------------------------------------------------------------------------------

    def rolls(self, view: Any) -> bool:
        """Dice are asked for, and this is when they are rolled."""
        return view.phase in self.PLAYING and self.wants_dice(view)

    def next_roll(self, at_ns: int, view: Any, by: LineId | None) -> list[Intent]:
        """NEXT: the dice have fallen, or the table throws them."""
        if self.commitment:
            return self._throw(view, at_ns, by)
        return [Act({"do": "thrown", "seat": roller(view)}, at_ns, by)]

    def ask_gap(self, act: Act, scene: Scene) -> None:
        """A roll out of turn was refused: perhaps the one before it was not entered."""
        seat, at_ns = act.fields["seat"], act.at_ns
        turn = Act({"do": "turn", "seat": seat, "reason": NOT_ENTERED}, at_ns, source=act.source)
        gap = Asked(
            at_ns,
            text=line("kiosk.sure.not_entered", **who(scene, scene.view.turn or 0)),
            follows=line("kiosk.sure.gap", **who(scene, seat)),
            intents=(turn, act),
        )
        self.ask_of_roll(gap, scene.view)

    def ask_of_roll(self, asked: Asked, view: Any) -> None:
        """A question that is over as soon as somebody rolls."""
        self.talk.questions.ask(asked)
        self._gap = asked, view

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

    def _throw(self, view: Any, at_ns: int, by: LineId | None) -> list[Intent]:
        """The table throws for whose turn it is."""
        if not self._may_throw(at_ns):
            return []
        return [Act({"do": "roll", "seat": roller(view), "by": TABLE}, at_ns, by)]

    def _begin_dice(self, at_ns: int, view: Any) -> list[Intent]:
        """The first press of an entry: the dice have fallen now, if nobody said so before."""
        if self.dice is not None:
            return []
        seat = roller(view)
        if is_pending(view):
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
            case at.OpenDice() if not self.wants_dice(view):
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
            case at.Card(seat) if self.dice is None and self.chooses_first(view):
                return [Act({"do": "turn", "seat": seat, "reason": "first"}, at_ns)]
            case at.Card(seat) if self.dice is not None and self.dice.grid:
                self.dice = dicing.meant(self.dice, seat)
            case at.Digit(digit):
                return self.typed(digit, at_ns, scene)
        return []

    # -- the result sheet ----------------------------------------------------------------------

    def touch_sheet(self, target: at.Target, at_ns: int, view: Any) -> list[Intent]:
        """What a touch, or its key, does to the sheet; some open it, and what was entered in the
        game stands on the sheets already.
        """
        counts: tuple[Mapping[str, Any], ...] = ()
        if self.sheet is None:
            self.sheet = self._sheet_opened_by(target, view)
            if self.sheet is None:
                return []
            if view.phase == self.COUNT:
                counts = counting.entered(view, self.board)
            if not isinstance(target, at.Digit):
                return [Act(fields, at_ns) for fields in counts]
        turned = counting.touched(self.sheet, target, view, self.board)
        self.sheet = turned.sheet
        return [Act(fields, at_ns) for fields in (*counts, *turned.counts)]

    def _sheet_opened_by(self, target: at.Target, view: Any) -> Sheet | None:
        if isinstance(target, at.Card):
            return Sheet(target.seat)
        typed = isinstance(target, at.Digit) and view.phase == self.COUNT
        return counting.open_sheet(view) if typed or isinstance(target, at.OpenSheet) else None


def refused_turn(act: Act, outcome: Outcome) -> bool:
    """A roll was refused because it is not that seat's turn."""
    refusal = outcome.refusal
    return act.fields["do"] == "roll" and refusal is not None and refusal.why == "not_his_turn"


def _thrown_back(entry: dicing.Entry, at_ns: int, scene: Scene) -> list[Intent]:
    """Take back the `thrown` that this entry began with, whatever only the official may know came
    after it: what stays on the screen must not tell of that.
    """
    last = scene.undoable(1) if entry.thrown and is_pending(scene.view) else ()
    if not last or type(last[0].action) is not Thrown or last[0].action.seat != entry.seat:
        return []
    return [TakeBack(at_ns, None, last[0].back)]
