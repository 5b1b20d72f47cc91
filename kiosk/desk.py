"""What a gesture means: the grammar that every game shares, and the questions a family answers.

The desk remembers what is half done (a verb, a question, a held button) and asks for actions; it
changes no game. A press that arrives when nothing expects it has one answer: a seat's is kept as
`press`, a judge's key says so on the screen. Times are stamps in table time.

A family's desk (`kiosk/families/`) is a subclass: it answers the questions at the end, and keeps
what only its games half do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from kiosk import signing
from kiosk.gestures import Digit, Edit, Editing, Gesture, Judge, JudgeKey, SeatButton
from kiosk.intents import Act, Intent, Sign, TakeBack
from kiosk.screens import targets as at
from kiosk.screens.frame import DECISION_MS, Line, line
from rules.history import Undoable
from rules.kinds import GameMs, Seat

if TYPE_CHECKING:
    from kiosk.inbox import Dice

SECOND_NS: Final = 1_000_000_000
NEXT_GUARD_NS: Final = SECOND_NS
QUESTION_NS: Final = DECISION_MS * 1_000_000
VERB_NS: Final = 10 * SECOND_NS
NOTICE_NS: Final = 4 * SECOND_NS


class Asked(NamedTuple):
    """An undo that waits for its second press or YES: what it would take back, how old that is."""

    undoable: Undoable
    at_ns: int
    age_ms: int


class Scene(NamedTuple):
    """What the desk may look at: the public view, and what an undo would take back."""

    view: Any
    undoable: Callable[[int], tuple[Undoable, ...]]
    game_ms: Callable[[int], GameMs]


class Desk:
    """The official's and the players' gestures at one game."""

    def __init__(self) -> None:
        self.asked: Asked | None = None
        self.hand: signing.Hand | None = None
        self.commitment = ""
        """To the seed of the dice that the table throws itself; empty: it throws none."""
        self.marks_hand = False
        """Dice that somebody types are the exception: their roll says so."""
        self.notice: Line | None = None
        self._notice_ns = 0
        self._next_ns: int | None = None
        self._verb_ns: int | None = None

    # -- gestures ------------------------------------------------------------------------------

    def gesture(self, gesture: Gesture, scene: Scene) -> list[Intent]:
        """What a gesture asks for, except a seat's press, which is `seat_down`."""
        match gesture:
            case SeatButton():
                self.hand, signed = signing.release(self.hand, gesture.seat, gesture.at_ns)
                return [] if signed is None else [Sign(signed.seat, signed.at_ns)]
            case JudgeKey(down=True):
                return JUDGE[gesture.key](self, gesture, scene)
            case Digit(digit, at_ns):
                return self._digit(digit, at_ns, scene)
            case Editing(edit, at_ns):
                return self._edit(edit, at_ns, scene)
        return []

    def seat_down(self, press: SeatButton, official: Any) -> dict[str, Any]:
        """The action of a seat's press; remembers the hand of the seat that signs."""
        if self.signs(official, press.seat):
            self.hand, signed = signing.press(self.hand, press.seat, press.at_ns, press.line)
            if signed is not None:
                return {"do": "sign", "seat": press.seat}
        return self.meaning(official, press.seat)

    def touch(self, target: at.Target, at_ns: int, scene: Scene) -> list[Intent]:
        """A touch on the table's screen."""
        match target:
            case at.Yes():
                return self._yes(JudgeKey(Judge.YES, True, at_ns, None), scene)
            case at.No():
                return self._no(JudgeKey(Judge.NO, True, at_ns, None), scene)
        return self.touched(target, at_ns, scene)

    # -- time ----------------------------------------------------------------------------------

    def pass_time(self, now_ns: int) -> list[Intent]:
        """What the passing of time alone asks for; drops what has expired."""
        intents: list[Intent] = []
        self.hand, decided = signing.pass_time(self.hand, now_ns)
        match decided:
            case signing.Signed(seat, at_ns, _, _):
                intents.append(Sign(seat, at_ns))
            case signing.NotAgreed(seat):
                self.tell(line("kiosk.notice.not_agreed", seat=str(seat)), now_ns)
        if self.asked is not None and now_ns >= self.asked.at_ns + QUESTION_NS:
            self.asked = None
        if self._verb_ns is not None and now_ns >= self._verb_ns + VERB_NS:
            self._verb_ns = None
            self.tell(line("kiosk.notice.verb_expired"), now_ns)
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
        self.notice, self._notice_ns = text, at_ns

    def forget(self, view: Any) -> None:
        """The phase changed: what was half done there means nothing any more."""
        self.asked = self.hand = self._verb_ns = None

    # -- the judge's keys ----------------------------------------------------------------------

    def _next(self, key: JudgeKey, scene: Scene) -> list[Intent]:
        finished = self.finished(key.at_ns, scene)
        if finished is not None:
            return finished
        if self._next_ns is not None and key.at_ns - self._next_ns < NEXT_GUARD_NS:
            return []
        self._next_ns = key.at_ns
        asked = self.next(key, scene)
        return self.no_meaning(key.at_ns) if asked is None else asked

    def _foul(self, key: JudgeKey, scene: Scene) -> list[Intent]:
        if not self.may_foul(scene.view):
            return self.no_meaning(key.at_ns)
        self._verb_ns = key.at_ns
        self.tell(line("kiosk.notice.foul_whom"), key.at_ns)
        return []

    def _yes(self, key: JudgeKey, scene: Scene) -> list[Intent]:
        if self.asked is None:
            return self.no_meaning(key.at_ns)
        return self._take_back(key, scene)

    def _no(self, key: JudgeKey, _scene: Scene) -> list[Intent]:
        if self.asked is None:
            return self.no_meaning(key.at_ns)
        self.asked = None
        return []

    def _undo(self, key: JudgeKey, scene: Scene) -> list[Intent]:
        """First it says what would be taken back; a second press (or YES) does it."""
        if self.asked is not None:
            return self._take_back(key, scene)
        found = scene.undoable(1)
        if not found:
            self.tell(line("kiosk.notice.nothing_to_undo"), key.at_ns)
            return []
        age_ms = scene.game_ms(key.at_ns) - found[0].action.at
        self.asked = Asked(found[0], key.at_ns, age_ms)
        return []

    def _confirm(self, key: JudgeKey, scene: Scene) -> list[Intent]:
        if not self.may_confirm(scene.view):
            return self.no_meaning(key.at_ns)
        return [Act({"do": "confirm"}, key.at_ns, key.line)]

    def _take_back(self, key: JudgeKey, scene: Scene) -> list[Intent]:
        asked, self.asked = self.asked, None
        if asked is None or scene.undoable(1) != (asked.undoable,):
            self.tell(line("kiosk.notice.undo_changed"), key.at_ns)
            return []
        self.taken_back()
        self.tell(line("kiosk.notice.taken_back"), key.at_ns)
        return [TakeBack(key.at_ns, key.line)]

    # -- digits --------------------------------------------------------------------------------

    def _digit(self, digit: int, at_ns: int, scene: Scene) -> list[Intent]:
        if self._verb_ns is not None:
            self._verb_ns = None
            return [Act({"do": "foul", "seat": digit or 10}, at_ns)]
        return self.typed(digit, at_ns, scene)

    def _edit(self, edit: Edit, at_ns: int, scene: Scene) -> list[Intent]:
        self._verb_ns = None
        edited = self.edited(edit, at_ns, scene)
        if edited is None:
            self.asked = None
            return []
        return edited

    def no_meaning(self, at_ns: int) -> list[Intent]:
        """Say that this key does nothing now."""
        self.tell(line("kiosk.notice.no_meaning"), at_ns)
        return []

    # -- what a family answers -----------------------------------------------------------------

    def meaning(self, official: Any, seat: Seat) -> dict[str, Any]:
        """The action of a seat's press in this phase, by the official's view."""
        return {"do": "press", "seat": seat}

    def signs(self, official: Any, seat: Seat) -> bool:
        """This seat signs now, by holding its button."""
        return False

    def finished(self, at_ns: int, scene: Scene) -> list[Intent] | None:
        """NEXT after what was being typed; None: nothing was."""
        return None

    def next(self, key: JudgeKey, scene: Scene) -> list[Intent] | None:
        """What NEXT asks for in this phase; None: nothing."""
        return None

    def typed(self, digit: int, at_ns: int, scene: Scene) -> list[Intent]:
        """A digit that no verb waits for."""
        return self.no_meaning(at_ns)

    def edited(self, edit: Edit, at_ns: int, scene: Scene) -> list[Intent] | None:
        """What is being typed is cancelled or shortened; None: nothing was."""
        return None

    def touched(self, target: at.Target, at_ns: int, scene: Scene) -> list[Intent]:
        """A touch on one of the family's own targets."""
        return []

    def rolled(self, dice: Dice, scene: Scene) -> list[Intent]:
        """Two dice as a reader tells them."""
        return []

    def taken_back(self) -> None:
        """An undo: what was half typed goes with it."""

    def may_foul(self, view: Any) -> bool:
        """A foul can be given in this phase."""
        return False

    def may_confirm(self, view: Any) -> bool:
        """The official's own signature is due."""
        return False


JUDGE: Final[Mapping[Judge, Callable[[Desk, JudgeKey, Scene], list[Intent]]]] = {
    Judge.NEXT: Desk._next,
    Judge.FOUL: Desk._foul,
    Judge.YES: Desk._yes,
    Judge.NO: Desk._no,
    Judge.UNDO: Desk._undo,
    Judge.CONFIRM: Desk._confirm,
}
