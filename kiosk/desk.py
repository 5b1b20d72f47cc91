"""What a gesture means now: one table of (phase, judge's key) and one meaning of a seat's press.

The desk remembers what is half done (typed digits, a question, a held button) and asks for actions;
it changes no game. A press that arrives when nothing expects it has one answer: a seat's is kept as
`press`, a judge's key says so on the screen. Times are stamps in table time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from kiosk import counting, dicing, signing
from kiosk.counting import Sheet
from kiosk.gestures import Digit, Edit, Editing, Gesture, Judge, JudgeKey, SeatButton
from kiosk.intents import Act, Intent, Sign, TakeBack, TakeBackThrown
from kiosk.screens import targets as at
from kiosk.screens.frame import DECISION_MS, Line, line
from rules.history import Undoable
from rules.kinds import GameMs, Seat
from rules.monopoly.view import Mark, MonopolyView, Phase
from rules.value import replace

SECOND_NS: Final = 1_000_000_000
NEXT_GUARD_NS: Final = SECOND_NS
QUESTION_NS: Final = DECISION_MS * 1_000_000
VERB_NS: Final = 10 * SECOND_NS
NOTICE_NS: Final = 4 * SECOND_NS
PLAYING: Final = frozenset((Phase.READY, Phase.PLAY))
AFTER: Final = frozenset((Phase.COUNT, Phase.SIGN))
PRESENT: Final = frozenset((Mark.WAITING, Mark.TURN))


class Asked(NamedTuple):
    """An undo that waits for its second press or YES: what it would take back, how old that is."""

    undoable: Undoable
    at_ns: int
    age_ms: int


class Scene(NamedTuple):
    """What the desk may look at: the public view, and what an undo would take back."""

    view: MonopolyView
    undoable: Callable[[int], tuple[Undoable, ...]]
    game_ms: Callable[[int], GameMs]


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


class Desk:
    """The official's and the players' gestures at one game."""

    def __init__(self, board: Mapping[str, counting.Deed]) -> None:
        self.board = board
        self.dice: dicing.Entry | None = None
        self.sheet: Sheet | None = None
        self.asked: Asked | None = None
        self.hand: signing.Hand | None = None
        self.notice: Line | None = None
        self._notice_ns = 0
        self._next_ns: int | None = None
        self._verb_ns: int | None = None

    # -- gestures ------------------------------------------------------------------------------

    def gesture(self, gesture: Gesture, scene: Scene) -> list[Intent]:
        """What a gesture asks for, except a seat's press, which is `seat_down`."""
        match gesture:
            case SeatButton():
                return self._seat_up(gesture, scene)
            case JudgeKey(down=True):
                handler = JUDGE[gesture.key]
                return handler(self, gesture, scene)
            case Digit(digit, at_ns):
                return self._digit(digit, at_ns, scene)
            case Editing(edit, at_ns):
                return self._edit(edit, at_ns)
        return []

    def seat_down(self, press: SeatButton, official: MonopolyView) -> dict[str, Any]:
        """The action of a seat's press; remembers the armed seat's hand while signing."""
        if official.phase is Phase.SIGN and _is_armed(official, press.seat):
            self.hand, signed = signing.press(self.hand, press.seat, press.at_ns, press.line)
            if signed is not None:
                return {"do": "sign", "seat": press.seat}
        return seat_meaning(official, press.seat)

    def touch(self, target: at.Target, at_ns: int, scene: Scene) -> list[Intent]:
        """A touch on the table's screen."""
        view = scene.view
        match target:
            case at.Yes():
                return self._yes(JudgeKey(Judge.YES, True, at_ns, None), scene)
            case at.No():
                return self._no(JudgeKey(Judge.NO, True, at_ns, None), scene)
        if view.phase in AFTER:
            return self._touch_sheet(target, at_ns, view)
        if view.phase in PLAYING:
            return self._touch_dice(target, at_ns, view)
        return []

    # -- time ----------------------------------------------------------------------------------

    def pass_time(self, now_ns: int) -> list[Intent]:
        """What the passing of time alone asks for; drops what has expired."""
        intents: list[Intent] = []
        self.hand, decided = signing.pass_time(self.hand, now_ns)
        match decided:
            case signing.Signed(seat, at_ns, _, _):
                intents.append(Sign(seat, at_ns))
            case signing.NotAgreed(seat):
                self._tell(line("kiosk.notice.not_agreed", seat=str(seat)), now_ns)
        if self.asked is not None and now_ns >= self.asked.at_ns + QUESTION_NS:
            self.asked = None
        if self._verb_ns is not None and now_ns >= self._verb_ns + VERB_NS:
            self._verb_ns = None
            self._tell(line("kiosk.notice.verb_expired"), now_ns)
        if self.notice is not None and now_ns >= self._notice_ns + NOTICE_NS:
            self.notice = None
        return intents

    def wake_ns(self) -> int | None:
        """When `pass_time` has something to do."""
        times = []
        if self.hand is not None:
            times.append(signing.decides_at(self.hand))
        if self.asked is not None:
            times.append(self.asked.at_ns + QUESTION_NS)
        if self._verb_ns is not None:
            times.append(self._verb_ns + VERB_NS)
        if self.notice is not None:
            times.append(self._notice_ns + NOTICE_NS)
        return min(times, default=None)

    def verb_left_ms(self, now_ns: int) -> int | None:
        """How long a verb still waits for its seat; None: none does."""
        if self._verb_ns is None:
            return None
        return max(0, self._verb_ns + VERB_NS - now_ns) // 1_000_000

    def tell(self, text: Line, at_ns: int) -> None:
        """Show a short line for four seconds."""
        self._tell(text, at_ns)

    def forget(self, view: MonopolyView) -> None:
        """The phase changed: what was half done there means nothing any more."""
        self.asked = self.hand = self._verb_ns = None
        if view.last_roll is None or not view.last_roll.pending:
            self.dice = None
        if view.phase not in AFTER:
            self.sheet = None

    # -- the judge's keys ----------------------------------------------------------------------

    def _next(self, key: JudgeKey, scene: Scene) -> list[Intent]:
        if self.dice is not None and self.dice.digits:
            return self._rolled(key.at_ns)
        if self.sheet is not None and self.sheet.cash:
            return self._touch_sheet(at.Ok(), key.at_ns, scene.view)
        if self._next_ns is not None and key.at_ns - self._next_ns < NEXT_GUARD_NS:
            return []
        self._next_ns = key.at_ns
        phase = scene.view.phase
        if phase is Phase.SETUP:
            return [Act({"do": "start"}, key.at_ns, key.line)]
        if phase in PLAYING:
            return [Act({"do": "thrown", "seat": roller(scene.view)}, key.at_ns, key.line)]
        if phase is Phase.COUNT and self.sheet is None:
            self.sheet = counting.open_sheet(scene.view)
            return []
        return self._no_meaning(key.at_ns)

    def _foul(self, key: JudgeKey, scene: Scene) -> list[Intent]:
        if scene.view.phase not in PLAYING:
            return self._no_meaning(key.at_ns)
        self._verb_ns = key.at_ns
        self._tell(line("kiosk.notice.foul_whom"), key.at_ns)
        return []

    def _yes(self, key: JudgeKey, scene: Scene) -> list[Intent]:
        if self.asked is None:
            return self._no_meaning(key.at_ns)
        return self._take_back(key, scene)

    def _no(self, key: JudgeKey, _scene: Scene) -> list[Intent]:
        if self.asked is None:
            return self._no_meaning(key.at_ns)
        self.asked = None
        return []

    def _undo(self, key: JudgeKey, scene: Scene) -> list[Intent]:
        """First it says what would be taken back; a second press (or YES) does it."""
        if self.asked is not None:
            return self._take_back(key, scene)
        found = scene.undoable(1)
        if not found:
            self._tell(line("kiosk.notice.nothing_to_undo"), key.at_ns)
            return []
        age_ms = scene.game_ms(key.at_ns) - found[0].action.at
        self.asked = Asked(found[0], key.at_ns, age_ms)
        return []

    def _confirm(self, key: JudgeKey, scene: Scene) -> list[Intent]:
        if scene.view.phase is not Phase.SIGN:
            return self._no_meaning(key.at_ns)
        return [Act({"do": "confirm"}, key.at_ns, key.line)]

    def _take_back(self, key: JudgeKey, scene: Scene) -> list[Intent]:
        asked, self.asked = self.asked, None
        if asked is None or scene.undoable(1) != (asked.undoable,):
            self._tell(line("kiosk.notice.undo_changed"), key.at_ns)
            return []
        self.dice = None
        self._tell(line("kiosk.notice.taken_back"), key.at_ns)
        return [TakeBack(key.at_ns, key.line)]

    # -- digits and dice -----------------------------------------------------------------------

    def _digit(self, digit: int, at_ns: int, scene: Scene) -> list[Intent]:
        view = scene.view
        if self._verb_ns is not None:
            self._verb_ns = None
            return [Act({"do": "foul", "seat": digit or 10}, at_ns)]
        if view.phase in AFTER and self.dice is None:
            return self._touch_sheet(at.Digit(digit), at_ns, view)
        if view.phase not in PLAYING and self.dice is None:
            return self._no_meaning(at_ns)
        intents = self._begin_dice(at_ns, view)
        if self.dice is not None:
            self.dice = dicing.typed(self.dice, digit)
        return intents

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

    def _edit(self, edit: Edit, at_ns: int) -> list[Intent]:
        self._verb_ns = None
        if self.sheet is not None:
            if self.sheet.cash:
                cash = "" if edit is Edit.CANCEL else self.sheet.cash[:-1]
                self.sheet = replace(self.sheet, cash=cash)
            return []
        if self.dice is None:
            self.asked = None
            return []
        if edit is Edit.ERASE and len(self.dice.digits) > 1:
            self.dice = dicing.erased(self.dice)
            return []
        return self._cancel_dice(at_ns)

    def _cancel_dice(self, at_ns: int) -> list[Intent]:
        entry, self.dice = self.dice, None
        if entry is None or not entry.thrown:
            return []
        return [TakeBackThrown(entry.seat, at_ns)]

    def _rolled(self, at_ns: int) -> list[Intent]:
        entry = self.dice
        rolled = None if entry is None else dicing.complete(entry)
        if entry is None or rolled is None:
            self._tell(line("kiosk.notice.dice_wrong"), at_ns)
            if entry is not None:
                self.dice = dicing.Entry(entry.seat, grid=entry.grid, thrown=entry.thrown)
            return []
        return self._enter_roll(entry, rolled, at_ns)

    def _enter_roll(self, entry: dicing.Entry, rolled: dicing.Rolled, at_ns: int) -> list[Intent]:
        self.dice = None
        roll = Act({"do": "roll", "seat": rolled.seat, "dice": list(rolled.dice)}, at_ns)
        if entry.thrown and rolled.seat != entry.seat:
            return [TakeBackThrown(entry.seat, at_ns), roll]
        return [roll]

    def _touch_dice(self, target: at.Target, at_ns: int, view: MonopolyView) -> list[Intent]:
        match target:
            case at.OpenDice():
                intents = self._begin_dice(at_ns, view)
                if self.dice is not None:
                    self.dice = dicing.Entry(
                        self.dice.seat, self.dice.digits, grid=True, thrown=self.dice.thrown
                    )
                return intents
            case at.CloseDice():
                return self._cancel_dice(at_ns)
            case at.DicePair(low, high) if self.dice is not None:
                rolled = dicing.Rolled(self.dice.seat, (low, high))
                return self._enter_roll(self.dice, rolled, at_ns)
            case at.Card(seat) if view.phase is Phase.READY and self.dice is None:
                return [Act({"do": "turn", "seat": seat, "reason": "first"}, at_ns)]
            case at.Digit(digit):
                return self._digit(digit, at_ns, Scene(view, lambda _: (), lambda _: GameMs(0)))
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

    # -- words ---------------------------------------------------------------------------------

    def _no_meaning(self, at_ns: int) -> list[Intent]:
        self._tell(line("kiosk.notice.no_meaning"), at_ns)
        return []

    def _tell(self, text: Line, at_ns: int) -> None:
        self.notice, self._notice_ns = text, at_ns

    def _seat_up(self, button: SeatButton, scene: Scene) -> list[Intent]:
        self.hand, signed = signing.release(self.hand, button.seat, button.at_ns)
        return [] if signed is None else [Sign(signed.seat, signed.at_ns)]


JUDGE: Final[Mapping[Judge, Callable[[Desk, JudgeKey, Scene], list[Intent]]]] = {
    Judge.NEXT: Desk._next,
    Judge.FOUL: Desk._foul,
    Judge.YES: Desk._yes,
    Judge.NO: Desk._no,
    Judge.UNDO: Desk._undo,
    Judge.CONFIRM: Desk._confirm,
}


def roller(view: MonopolyView) -> Seat:
    """Whose dice are entered: whose values are still missing, the turn seat, or the first."""
    if view.last_roll is not None and view.last_roll.pending:
        return view.last_roll.seat
    if view.turn is not None:
        return view.turn
    return view.seats[0].seat


def _is_armed(view: MonopolyView, seat: Seat) -> bool:
    return any(shown.seat == seat and shown.mark is Mark.ARMED for shown in view.seats)


def _plays(view: MonopolyView, seat: Seat) -> bool:
    return any(shown.seat == seat and shown.mark in PRESENT for shown in view.seats)
