"""The official's side of the grammar: verbs, the menu, questions, the PIN, long holds.

It remembers what is half said (`dialogue.py`) or asked, and gives intents; what is done with them
is the host's. Half-said things expire and say so. A key of the judge's box works the game also
while somebody else is in the menu: two officials do not type each other's sentences.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from firmware_py.timesource import earliest
from kiosk import cursor
from kiosk import dialogue as say
from kiosk.dialogue import Dialogue, Verbal
from kiosk.gestures import Digit, Edit, Editing, Judge, JudgeKey, Menu, Source
from kiosk.intents import Act, CheckPin, Intent, Note
from kiosk.questions import Asked, Questions, who
from kiosk.screens.frame import Line, line
from kiosk.verbs import Verb
from rules.kinds import Seat
from rules.value import replace

if TYPE_CHECKING:
    from kiosk.desk import Scene
    from kiosk.families import MenuBook

HAPPENED: Final = "happened"
BOOK: Final = "book"
LAST: Final = "last"
CHECK: Final = "check"
OWN: Final = frozenset((HAPPENED, BOOK, LAST, CHECK))
"""Entries of a menu that are no verbs."""

LAST_FEW: Final = 5
"""So many of the last actions are offered to be taken back."""

TYPING_NS: Final = say.SECOND_NS
"""Keys that follow each other so soon are one number, or one sentence."""

Tell = Callable[[Line, int], None]
Open = Callable[[str, int, "Scene"], None]


class Typing(NamedTuple):
    """A hand that types, and its last digit's instant; `free`: it is not for what is half said."""

    source: Source
    at_ns: int
    free: bool


class Talk:
    """What the official is saying. `book` gives the family's menu when it is first needed."""

    def __init__(self, tell: Tell, book: Callable[[], MenuBook], open_page: Open) -> None:
        """`open_page` is told which of the family's own pages was chosen."""
        self.dialogue: Dialogue | None = None
        self.questions = Questions(tell)
        self.book: Callable[[], MenuBook] = lambda: book().with_entry(CHECK)
        self._tell = tell
        self._open_page = open_page
        self._free: Typing | None = None
        self._cut: Typing | None = None

    # -- keys ----------------------------------------------------------------------------------

    def begin(self, verb: Verb, at_ns: int, source: Source) -> list[Intent]:
        """A verb was said; now who. Another hand that was typing just now does not say it."""
        self._cut = self._cut_off(at_ns, source)
        self.questions.no()
        self.dialogue = Verbal(at_ns, source, verb)
        return []

    def overtaken(self) -> None:
        """Digits of a hand that types just now are dropped."""
        self._cut = None if self._free is None else self._free._replace(free=False)

    def menu(self, key: Menu) -> list[Intent]:
        """Open the menu, turn its page, and close it behind the last."""
        open_ = self.dialogue
        self.questions.no()
        if not isinstance(open_, say.Paging):
            self.dialogue = say.Paging(key.at_ns, key.source)
        elif open_.page + 1 < len(self.book().pages):
            self.dialogue = say.Paging(key.at_ns, key.source, open_.page + 1)
        else:
            self.dialogue = None
        return []

    def say_word(self, word: str, at_ns: int, scene: Scene) -> list[Intent]:
        """A key on the screen says this verb at once."""
        self.questions.no()
        return self._say(word, at_ns, Source.TOUCH, scene)

    def key(self, key: JudgeKey, scene: Scene) -> list[Intent] | None:
        """A judge's key while something is half said; None: it is not for that."""
        open_ = self.dialogue
        if key.key is Judge.NEXT:
            self._free = None
        if open_ is None or isinstance(open_, say.Reasoning):
            return None
        others = key.source is Source.BOX and open_.source is not Source.BOX
        if others and not isinstance(open_, say.Holding):
            return None
        if key.key is Judge.NEXT:
            return self._enter(open_, key.at_ns, scene)
        if key.key in (Judge.NO, Judge.UNDO):
            return self._drop(key.at_ns)
        return None if key.source is not open_.source else self._pointed(open_, key, scene)

    def released(self, key: JudgeKey) -> list[Intent] | None:
        """A judge's key came up; None: nothing hung on it."""
        open_ = self.dialogue
        if key.key is Judge.NEXT and isinstance(open_, say.Holding) and open_.since_ns is not None:
            return self.let_go(key.at_ns)
        return None

    def hold(self, at_ns: int) -> None:
        """What needs a long hold is held from now on."""
        if isinstance(self.dialogue, say.Holding) and self.dialogue.since_ns is None:
            self.dialogue = replace(self.dialogue, since_ns=at_ns)

    def let_go(self, at_ns: int) -> list[Intent]:
        """It was not held long enough: from the start again."""
        if isinstance(self.dialogue, say.Holding):
            self.dialogue = replace(self.dialogue, since_ns=None, at_ns=at_ns)
        return []

    def digit(self, key: Digit, scene: Scene) -> list[Intent] | None:
        """A digit while something is half said; None: it is not for that."""
        open_, at_ns = self.dialogue, key.at_ns
        cut = self._cut
        if cut is not None and key.source is cut.source:
            self._cut = cut._replace(at_ns=at_ns) if at_ns - cut.at_ns <= TYPING_NS else None
            if self._cut is not None:
                return None if cut.free else self._dropped(at_ns)
        if open_ is None:
            self._free = Typing(key.source, at_ns, free=True)
        match open_:
            case Verbal():
                return self._fed(
                    say.with_digit(open_, key.digit, at_ns, seats(scene)), at_ns, scene
                )
            case say.Unlocking() if not open_.checking:
                typed = (open_.typed + str(key.digit))[-say.LONGEST_PIN :]
                self.dialogue = replace(open_, typed=typed, at_ns=at_ns)
                return []
            case None | say.Unlocking() | say.Holding() | say.Reckoned():
                return None if open_ is None else []
            case say.Reasoning():
                return self._reason(open_, key.digit, at_ns, scene)
        return self.pick(key.digit, at_ns, scene)

    def pick(self, row: int, at_ns: int, scene: Scene) -> list[Intent]:
        """A row of what is on the screen, by its digit or by touch."""
        open_ = self.dialogue
        match open_:
            case say.Paging():
                return self._chosen(open_, row, at_ns, scene)
            case say.Choosing() if row > LAST_FEW:
                self._tell(line("kiosk.notice.not_that"), at_ns)
                return []
            case say.Choosing():
                self.dialogue = None
                self.questions.undo(row, at_ns, scene)
                return []
            case say.Reasoning():
                return self._reason(open_, row, at_ns, scene)
            case Verbal():
                fed = say.with_digit(open_, row, at_ns, seats(scene))
                return self._fed(fed, at_ns, scene)
        return []

    def editing(self, key: Editing) -> list[Intent] | None:
        """Cancel or erase what is half said; None: nothing is."""
        open_ = self.dialogue
        if open_ is None:
            return None
        left: Dialogue | None = None
        if key.edit is Edit.ERASE:
            if isinstance(open_, Verbal):
                left = say.erased(open_, key.at_ns)
            elif isinstance(open_, say.Unlocking) and open_.typed:
                left = replace(open_, typed=open_.typed[:-1], at_ns=key.at_ns)
        if left is None:
            return self._drop(key.at_ns)
        self.dialogue = left
        return []

    def waits_for_seat(self) -> bool:
        """What is half said wants to be told a seat."""
        open_ = self.dialogue
        step = say.step_of(open_) if isinstance(open_, Verbal) else None
        return step is not None and step.kind in ("seat", "seats")

    def named(self, seat: Seat, at_ns: int, scene: Scene) -> list[Intent] | None:
        """A place card was touched; None: no verb waits for a seat."""
        open_ = self.dialogue
        if not isinstance(open_, Verbal):
            return None
        step = say.step_of(open_)
        if step is None or step.kind not in ("seat", "seats"):
            return None
        return self._fed(say.with_seat(open_, seat, at_ns, seats(scene)), at_ns, scene)

    # -- what becomes of it --------------------------------------------------------------------

    def accepted(self, fields: Mapping[str, Any], at_ns: int, source: Source) -> None:
        """An official's action counts: behind a foul without a reason, a digit may say why."""
        if fields.get("do") != "foul":
            return
        seat = Seat(fields["seat"])
        self.questions.fouled(seat, at_ns, source)
        if self.dialogue is None and not fields.get("reason") and source is not Source.CONSOLE:
            self.dialogue = say.Reasoning(at_ns, source, seat)

    def pin_checked(self, right: bool, wait_s: int, at_ns: int, scene: Scene) -> list[Intent]:
        """The PIN was looked at."""
        open_ = self.dialogue
        if not isinstance(open_, say.Unlocking) or not open_.checking:
            return []
        if right:
            return self._sure(open_.verb, open_.fields, at_ns, open_.source, scene)
        self.dialogue = replace(open_, typed="", checking=False, at_ns=at_ns)
        key = "kiosk.notice.pin_wait" if wait_s else "kiosk.notice.pin_wrong"
        self._tell(line(key, seconds=wait_s), at_ns)
        return []

    # -- time ----------------------------------------------------------------------------------

    def pass_time(self, now_ns: int) -> list[Intent]:
        """What expired, and what was held long enough."""
        self.questions.pass_time(now_ns)
        open_ = self.dialogue
        over_ns = None if open_ is None else say.expires_ns(open_)
        if open_ is None or over_ns is None or now_ns < over_ns:
            return []
        self.dialogue = None
        if isinstance(open_, say.Holding) and open_.since_ns is not None:
            return [Act(open_.fields, over_ns, source=open_.source)]
        if not isinstance(open_, say.Shown | say.Reasoning):
            self._tell(line("kiosk.notice.verb_expired"), now_ns)
        return []

    def wake_ns(self) -> int | None:
        """When `pass_time` has something to do."""
        open_ns = None if self.dialogue is None else say.expires_ns(self.dialogue)
        return earliest(self.questions.wake_ns(), open_ns)

    def forget(self) -> None:
        """What was half said means nothing any more."""
        self.dialogue = None
        self.questions.no()

    # -- steps ---------------------------------------------------------------------------------

    def _enter(self, open_: Dialogue, at_ns: int, scene: Scene) -> list[Intent]:
        match open_:
            case Verbal():
                return self._fed(say.with_enter(open_, at_ns, self._code_of), at_ns, scene)
            case say.Unlocking() if open_.typed and not open_.checking:
                self.dialogue = replace(open_, checking=True, at_ns=at_ns)
                return [CheckPin(open_.typed)]
            case say.Holding():
                self.hold(at_ns)
            case say.Shown():
                self.dialogue = None
        return []

    def _pointed(self, open_: Dialogue, key: JudgeKey, scene: Scene) -> list[Intent] | None:
        """CONFIRM turns the menu's page; the box also points (cursor.py)."""
        if isinstance(open_, say.Paging) and key.key is Judge.CONFIRM:
            return self.menu(Menu(key.at_ns, key.source))
        if key.source is not Source.BOX:
            return None
        rows = len(self.book().pages[open_.page]) if isinstance(open_, say.Paging) else LAST_FEW
        found = cursor.pointed(open_, key.key, key.at_ns, rows)
        if isinstance(found, int):
            return self.pick(found, key.at_ns, scene)
        if found is None:
            return None
        self.dialogue = found
        return []

    def _code_of(self, number: int) -> str | None:
        found = self.book().fields.get(number)
        return None if found is None else found.code

    def _cut_off(self, at_ns: int, source: Source) -> Typing | None:
        """The other hand that is in the middle of something which it tells by digits."""
        open_ = self.dialogue
        typing = self._free
        if isinstance(open_, Verbal | say.Paging | say.Choosing | say.Unlocking):
            typing = Typing(open_.source, open_.at_ns, free=False)
        if typing is None or typing.source is source or at_ns - typing.at_ns > TYPING_NS:
            return None
        return typing

    def _drop(self, at_ns: int) -> list[Intent]:
        open_, self.dialogue = self.dialogue, None
        return [] if isinstance(open_, say.LOOKED_AT) else self._dropped(at_ns)

    def _dropped(self, at_ns: int) -> list[Intent]:
        self._tell(line("kiosk.notice.dropped"), at_ns)
        return []

    def _chosen(self, open_: say.Paging, row: int, at_ns: int, scene: Scene) -> list[Intent]:
        book = self.book()
        page = book.pages[open_.page]
        word = page[row - 1] if 1 <= row <= len(page) else ""
        if word == LAST:
            self.dialogue = say.Choosing(at_ns, open_.source)
        elif word == HAPPENED:
            self.dialogue = say.Recalling(at_ns, open_.source)
            return [Note({"recalled": True}, at_ns)]
        elif word == CHECK:  # selftest/hosted.py sees it
            self.dialogue = say.Checking(at_ns, open_.source)
        elif word == BOOK:
            rule = scene.last_rule()
            self.dialogue = None if rule is None else say.Reading(at_ns, open_.source, rule)
            if rule is None:
                self._tell(line("kiosk.notice.no_rule"), at_ns)
        else:
            return self._say(word, at_ns, open_.source, scene)
        return []

    def _say(self, word: str, at_ns: int, source: Source, scene: Scene) -> list[Intent]:
        """A verb, or one of the family's pages, as far as it means something now."""
        book = self.book()
        if not book.is_allowed(word, scene.view.phase.value):
            self._tell(line("kiosk.notice.no_meaning"), at_ns)
            return []
        if word in book.opens:
            self.dialogue = None
            self._open_page(word, at_ns, scene)
            return []
        self.dialogue = Verbal(at_ns, source, book.verbs[word])
        return self._go_on(at_ns, scene)

    def _fed(self, fed: Verbal | None, at_ns: int, scene: Scene) -> list[Intent]:
        if fed is None:
            self._tell(line("kiosk.notice.not_that"), at_ns)
            return []
        self.dialogue = fed
        return self._go_on(at_ns, scene)

    def _go_on(self, at_ns: int, scene: Scene) -> list[Intent]:
        """Do what the verb says once it is whole; first the PIN and the question it may need."""
        verbal = self.dialogue
        if not isinstance(verbal, Verbal) or say.step_of(verbal) is not None:
            return []
        self.dialogue = None
        if verbal.verb.reckons:
            self.dialogue = say.Reckoned(at_ns, verbal.source, verbal)
            return []
        fields = say.fields_of(verbal, scene.word)
        if self.questions.is_twin(fields, at_ns, verbal.source, scene):
            return []
        if scene.needs_pin(fields):
            self.dialogue = say.Unlocking(at_ns, verbal.source, verbal.verb, fields)
            return []
        return self._sure(verbal.verb, fields, at_ns, verbal.source, scene)

    def _sure(
        self, verb: Verb, fields: Mapping[str, Any], at_ns: int, source: Source, scene: Scene
    ) -> list[Intent]:
        """Begin anew only after a long hold; ask once more before what is grave."""
        self.dialogue = None
        if verb.do == "reset":
            self.dialogue = say.Holding(at_ns, source, verb, fields)
            return []
        act = Act(fields, at_ns, source=source)
        if not verb.grave:
            return [act]
        whose = who(scene, fields["seat"]) if "seat" in fields else {}
        self.questions.ask(
            Asked(
                at_ns,
                text=line(f"kiosk.sure.{verb.word}", **whose),
                follows=line(f"console.grave.{verb.word}"),
                intents=(act,),
            )
        )
        return []

    def _reason(self, open_: say.Reasoning, digit: int, at_ns: int, scene: Scene) -> list[Intent]:
        reasons = self.book().reasons
        self.dialogue = None
        if not 1 <= digit <= len(reasons):
            self._tell(line("kiosk.notice.not_that"), at_ns)
            return []
        reason = scene.word(f"console.word.reason.{reasons[digit - 1]}")
        return [Act({"do": "incident", "seat": open_.seat, "reason": reason}, at_ns)]


def seats(scene: Scene) -> frozenset[int]:
    """The seats of the game on the table."""
    return frozenset(shown.seat for shown in scene.view.seats)
