"""What a gesture means: the grammar that every game shares, and the questions a family answers.

The desk remembers what is half done (`talk.py`: a verb, a menu, a question; here: held buttons) and
asks for actions; it changes no game. A press that arrives when nothing expects it has one answer: a
seat's is kept as `press`, a judge's key says so on the screen. Times are stamps in table time.

A family's desk (`kiosk/families/`) is a subclass: it answers the questions of `answers.py`, and
keeps what only its games half do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from firmware_py.timesource import earliest
from kiosk import cursor, signing
from kiosk.answers import Answers
from kiosk.dialogue import Holding, expires_ns
from kiosk.gestures import Digit, Edit, Editing, Gesture, Judge, JudgeKey, Menu, SeatButton, Source
from kiosk.intents import Act, Intent, Sign
from kiosk.screens import targets as at
from kiosk.screens.frame import Line, line
from kiosk.talk import Talk
from rules.history import Outcome, Undoable
from rules.kinds import Audience, GameMs, Seat

if TYPE_CHECKING:
    from kiosk.families import MenuBook

SECOND_NS: Final = 1_000_000_000
NEXT_GUARD_NS: Final = SECOND_NS
HOLD_NS: Final = 2 * SECOND_NS
"""START held so long begins the small timer again, YES held so long is CONFIRM."""
NOTICE_NS: Final = 4 * SECOND_NS
MS: Final = 1_000_000
COUNTS: Final = frozenset(("count", "chips", "reading"))
"""What changes a seat's sheet."""
NOTHING_DONE: Final = frozenset(
    f"kiosk.notice.{word}" for word in ("no_meaning", "not_that", "dice_wrong", "dropped")
)
"""Notices that a key did nothing: beside what a later one has done they would be untrue."""


class Scene(NamedTuple):
    """What the desk may look at: the public view, and what it has to ask about."""

    view: Any
    undoable: Callable[[int], tuple[Undoable, ...]]
    game_ms: Callable[[int], GameMs]
    needs_pin: Callable[[Mapping[str, Any]], bool] = lambda _: False
    """Whether this action is the referee's, and there is a PIN."""
    word: Callable[[str], str] = str
    """The text of a key in the official's language, for what goes into the record."""
    last_rule: Callable[[], str | None] = lambda: None
    """The rule behind the last refusal, fine or announcement that the table may know of."""
    official: Callable[[], Any] = lambda: None
    """The official's view, for what he types blind: what is shown must not hang on it."""
    every: Callable[[int], tuple[Undoable, ...]] = lambda _: ()
    """As `undoable`, with what the official alone may know of."""


class Desk(Answers):
    """The official's and the players' gestures at one game."""

    def __init__(self, book: Callable[[], MenuBook]) -> None:
        """`book` gives the family's verbs and menu when they are first needed."""
        self.talk = Talk(self.tell, book, self.open_page)
        self.commitment = ""
        """To the seed of the dice that the table throws itself; empty: it throws none."""
        self.marks_hand = False
        """Dice that somebody types are the exception: their roll says so."""
        self.hand: signing.Hand | None = None
        self.notice: Line | None = None
        self._notice_ns = 0
        self._disagrees: Seat | None = None
        self._next_ns: int | None = None
        self._held: JudgeKey | None = None

    # -- gestures ------------------------------------------------------------------------------

    def gesture(self, gesture: Gesture, scene: Scene) -> list[Intent]:
        """What a gesture asks for, except a seat's press, which is `seat_down`."""
        match gesture:
            case SeatButton():
                self.hand, signed = signing.release(self.hand, gesture.seat, gesture.at_ns)
                if signed is None:
                    return []
                self._agreed(signed.seat)
                return [Sign(signed.seat, signed.at_ns)]
            case JudgeKey(down=True):
                asked = self.talk.key(gesture, scene)
                if asked is None:
                    return JUDGE[gesture.key](self, gesture, scene)
                if gesture.key is Judge.NEXT:
                    self._next_ns = gesture.at_ns
                return asked
            case JudgeKey():
                return self._released(gesture, scene)
            case Digit(digit, at_ns):
                asked = self.talk.digit(gesture, scene)
                return self.typed(digit, at_ns, scene) if asked is None else asked
            case Editing():
                return self._edit(gesture, scene)
            case Menu():
                return self.talk.menu(gesture)
        return []

    def seat_down(self, press: SeatButton, official: Any) -> dict[str, Any]:
        """The action of a seat's press; remembers the hand of the seat that signs."""
        if self.signs(official, press.seat):
            self.hand, signed = signing.press(self.hand, press.seat, press.at_ns, press.line)
            if signed is not None:
                self._agreed(press.seat)
                return {"do": "sign", "seat": press.seat}
        return self.meaning(official, press.seat)

    def touch(self, target: at.Target, at_ns: int, scene: Scene) -> list[Intent]:
        """A touch on the table's screen."""
        touch = Source.TOUCH
        match target:
            case at.Yes() | at.No() if self.talk.questions.asked is None:
                # answered already, where nothing else asks: a late finger is no held key
                which = Judge.YES if isinstance(target, at.Yes) else Judge.NO
                return self.answered(JudgeKey(which, True, at_ns, None, touch), scene) or []
            case at.Yes():
                return self._yes(JudgeKey(Judge.YES, True, at_ns, None, touch), scene)
            case at.No():
                return self._no(JudgeKey(Judge.NO, True, at_ns, None, touch), scene)
            case at.OpenMenu() | at.TurnPage():
                return self.talk.menu(Menu(at_ns, touch))
            case at.CloseMenu():
                return self.talk.editing(Editing(Edit.CANCEL, at_ns, touch)) or []
            case at.Pick(row):
                return self.talk.pick(row, at_ns, scene)
            case at.Hold():
                self.talk.hold(at_ns)
                return []
            case at.Say(word):
                return self.talk.say_word(word, at_ns, scene)
        asked = self._talked(target, at_ns, scene)
        return self.touched(target, at_ns, scene) if asked is None else asked

    def lifted(self, at_ns: int) -> list[Intent]:
        """The finger left the screen."""
        return self.talk.let_go(at_ns)

    def judged(self, act: Act, outcome: Outcome, scene: Scene) -> None:
        """What became of an official's action."""
        if outcome.refusal is None:
            self.talk.accepted(act.fields, act.at_ns, act.source)
            if self.hand is not None and _changes_sheet(act.fields, self.hand.seat):
                self.hand = None  # what it was signing is another sheet now
            if self._disagrees is not None and _changes_sheet(act.fields, self._disagrees):
                self._agreed(self._disagrees)
            self._overtake(act, outcome)
        else:
            self.refused(act, outcome, scene)

    # -- time ----------------------------------------------------------------------------------

    def pass_time(self, now_ns: int) -> list[Intent]:
        """What the passing of time alone asks for; drops what has expired."""
        intents: list[Intent] = []
        self.hand, decided = signing.pass_time(self.hand, now_ns)
        match decided:
            case signing.Signed(seat, at_ns, _, _):
                self._agreed(seat)
                intents.append(Sign(seat, at_ns))
            case signing.NotAgreed(seat):
                self.not_agreed(seat, now_ns)
                self._disagrees = seat
            case signing.LetGo(seat):
                self.tell(line("kiosk.notice.let_go", seat=str(seat)), now_ns)
        held = self._held
        if held is not None and now_ns >= held.at_ns + HOLD_NS:
            self._held = None
            fields = {"do": "confirm"}
            if held.key is Judge.NEXT:
                fields = {"do": "reset", "what": "timer"}
            intents.append(Act(fields, held.at_ns + HOLD_NS, held.line, held.source))
        intents += self.talk.pass_time(now_ns)
        if self._notice_until is not None and now_ns >= self._notice_until:
            self.notice = None
        return intents

    def wake_ns(self) -> int | None:
        """When `pass_time` has something to do."""
        times = [self.talk.wake_ns()]
        if self.hand is not None:
            times.append(signing.decides_at(self.hand))
        if self._held is not None:
            times.append(self._held.at_ns + HOLD_NS)
        times.append(self._notice_until)
        return earliest(*times)

    def counts_to(self, now_ns: int) -> list[int]:
        """To which instants the screen counts seconds down."""
        half_said = self.talk.dialogue
        over_ns = None if half_said is None else expires_ns(half_said)
        ends = (self.talk.questions.wake_ns(), over_ns)
        return [end_ns for end_ns in ends if end_ns is not None]

    def fills_since(self) -> int | None:
        """Since when a hold fills its bar on the screen; None: nothing is held."""
        half_said = self.talk.dialogue
        if isinstance(half_said, Holding):
            return half_said.since_ns
        return self.hand.down_ns if self.hand is not None and self.hand.up_ns is None else None

    def verb_left_ms(self, now_ns: int) -> int | None:
        """How long what is half said still waits; None: nothing is."""
        over_ns = None if self.talk.dialogue is None else expires_ns(self.talk.dialogue)
        return None if over_ns is None else max(0, over_ns - now_ns) // MS

    def tell(self, text: Line, at_ns: int) -> None:
        """Show a short line for four seconds; that somebody does not agree, until he does."""
        self.notice, self._notice_ns = text, at_ns
        self._disagrees = None

    @property
    def _notice_until(self) -> int | None:
        stays = self.notice is None or self._disagrees is not None
        return None if stays else self._notice_ns + NOTICE_NS

    def _agreed(self, seat: Seat) -> None:
        """The seat signs, or its sheet says something else now."""
        if seat == self._disagrees:
            self.notice = self._disagrees = None

    def _overtake(self, act: Act, outcome: Outcome) -> None:
        """By what everybody may know of: what stays on the screen must not tell of the rest."""
        said = self.notice
        open_ = outcome.audience is Audience.TABLE and act.at_ns >= self._notice_ns
        if open_ and said is not None and said.key in NOTHING_DONE:
            self.notice = None

    def forget(self, view: Any) -> None:
        """The phase changed: what was half done there means nothing any more."""
        self.talk.forget()
        self.hand = self._held = None
        if self._disagrees is not None:
            self._agreed(self._disagrees)

    def overtaken(self, at_ns: int) -> None:
        """What somebody is typing was told by a device: the rest of it means nothing."""
        self.talk.overtaken()
        self._next_ns = at_ns

    # -- the judge's keys ----------------------------------------------------------------------

    def _next(self, key: JudgeKey, scene: Scene) -> list[Intent]:
        at_once = self.goes_on_at_once(scene.view)
        finished = self.finished(key.at_ns, scene)
        if finished is not None:
            # Enter struck twice does not go on as well; where it may, a dropped one would be missed
            self._next_ns = None if at_once else key.at_ns
            return finished
        if self.small_timer(scene.view):  # held, it is set back: so what it means waits
            self._held = key
            return []
        return self._go_on(key, scene)

    def _go_on(self, key: JudgeKey, scene: Scene) -> list[Intent]:
        if self._next_ns is not None and key.at_ns - self._next_ns < NEXT_GUARD_NS:
            return []
        self._next_ns = key.at_ns
        asked = self.next(key, scene)
        open_ = self.talk.dialogue
        others = open_ is not None and open_.source is not key.source
        if asked and others:  # behind what another hand has opened nothing is seen of it
            self.tell(line("kiosk.notice.beside"), key.at_ns)
        return self.no_meaning(key.at_ns) if asked is None else asked

    def _released(self, key: JudgeKey, scene: Scene) -> list[Intent]:
        asked = self.talk.released(key)
        if asked is not None:
            return asked
        held = self._held
        if held is None or held.key is not key.key or held.source is not key.source:
            return []
        self._held = None
        if key.at_ns - held.at_ns >= HOLD_NS:  # it was long enough; time alone tells the same
            self._held = held
            return self.pass_time(key.at_ns)
        if held.key is Judge.NEXT:
            return self._go_on(held, scene)
        return self.no_meaning(key.at_ns)

    def _foul(self, key: JudgeKey, scene: Scene) -> list[Intent]:
        verb = self.foul_verb(scene.view)
        if verb is None:
            return self.spare_foul(key, scene)
        return self.talk.begin(verb, key.at_ns, key.source)

    def _yes(self, key: JudgeKey, scene: Scene) -> list[Intent]:
        questions = self.talk.questions
        if questions.asked is not None:
            undoes, begins = questions.asked.undoes is not None, questions.asked.begins
            intents = questions.yes(key, scene)
            if begins is not None:
                return self.talk.begin(begins, key.at_ns, key.source)
            if intents and undoes:
                self.taken_back()
            return intents
        asked = self.answered(key, scene)
        if asked is None and self.may_confirm(scene.view):
            self._held = key
            return []
        taken = cursor.taken_over(self.talk.dialogue, key.source, key.at_ns)
        if asked is None and taken is not None:
            self.talk.dialogue = taken
            return []
        return self.no_meaning(key.at_ns) if asked is None else asked

    def _no(self, key: JudgeKey, scene: Scene) -> list[Intent]:
        """NO to a question; on the keypad, which has no Escape, it drops what is being typed."""
        asked = self.talk.questions.asked
        if self.talk.questions.no():
            otherwise = None if asked is None else asked.otherwise
            return [] if otherwise is None else otherwise(key.at_ns, scene)
        said = self.answered(key, scene)
        if said is None and key.source is not Source.BOX:
            said = self.edited(Edit.CANCEL, key.at_ns, scene)
        return self.no_meaning(key.at_ns) if said is None else said

    def _undo(self, key: JudgeKey, scene: Scene) -> list[Intent]:
        """First it says what would be taken back; a second press (or YES) does it."""
        asked = self.talk.questions.asked
        if asked is not None and asked.undoes is not None:
            return self._yes(key, scene)
        if asked is not None:  # what was begun is dropped, and nothing that was done before it
            return self._no(key, scene)
        self.talk.questions.undo(1, key.at_ns, scene)
        return []

    def _confirm(self, key: JudgeKey, scene: Scene) -> list[Intent]:
        if not self.may_confirm(scene.view):
            return self.spare_confirm(key, scene)
        return [Act({"do": "confirm"}, key.at_ns, key.line, key.source)]

    def _edit(self, key: Editing, scene: Scene) -> list[Intent]:
        asked = self.talk.editing(key)
        if asked is None:
            asked = self.edited(key.edit, key.at_ns, scene)
        if asked is None:
            self.talk.questions.no()
        return asked or []

    def _talked(self, target: at.Target, at_ns: int, scene: Scene) -> list[Intent] | None:
        """A card or the number pad may be meant for what is half said."""
        touch, talk = Source.TOUCH, self.talk
        match target:
            case at.Card(seat):
                return talk.named(seat, at_ns, scene)
            case at.Digit(digit):
                return talk.digit(Digit(digit, at_ns, touch), scene)
            case at.Clear() if talk.dialogue is not None:
                return talk.editing(Editing(Edit.ERASE, at_ns, touch))
            case at.Ok() if talk.dialogue is not None:
                return talk.key(JudgeKey(Judge.NEXT, True, at_ns, None, touch), scene)
        return None


def _changes_sheet(fields: Mapping[str, Any], seat: Seat) -> bool:
    """After this action the seat's sheet may say something else."""
    do: str = fields["do"]
    return do == "undo" or (do in COUNTS and seat == fields["seat"])


JUDGE: Final[Mapping[Judge, Callable[[Desk, JudgeKey, Scene], list[Intent]]]] = {
    Judge.NEXT: Desk._next,
    Judge.FOUL: Desk._foul,
    Judge.YES: Desk._yes,
    Judge.NO: Desk._no,
    Judge.UNDO: Desk._undo,
    Judge.CONFIRM: Desk._confirm,
}
