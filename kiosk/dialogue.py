"""What the official has half said: a verb without its seat, an open menu, a PIN, a long hold.

At most one at a time, whoever began it; it expires. A verb is fed step by step (`kiosk/verbs.py`):
digits are seats, choices or numbers, Enter ends a number or skips. Pure values.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

from kiosk.gestures import Source
from kiosk.verbs import Step, Verb
from rules.kinds import Seat
from rules.value import Value, replace

SECOND_NS: Final = 1_000_000_000
VERB_NS: Final = 10 * SECOND_NS
REASON_NS: Final = 4 * SECOND_NS
READ_NS: Final = 30 * SECOND_NS
HOLD_NS: Final = 5 * SECOND_NS

TYPED: Final = frozenset(("number", "seats", "dice", "field"))
KEYED: Final = frozenset(("seat", "choice", "text")) | TYPED
"""Steps that digits can answer; the others need the console's page."""
LONGEST: Final = {"number": 6, "seats": 10, "dice": 2, "field": 2}
LONGEST_PIN: Final = 8


class Dialogue(Value):
    """Something half said; `at_ns` is its last key. Never made itself.

    `cursor` is the row that YES of the judge's box chooses, where FOUL moves it.
    """

    at_ns: int
    source: Source


class Verbal(Dialogue):
    """A verb, as far as it is told: a value for each step that was answered."""

    verb: Verb
    values: tuple[Any, ...] = ()
    typed: str = ""
    cursor: int = 1


class Paging(Dialogue):
    """The menu is open at this page."""

    page: int = 0
    cursor: int = 1


class Choosing(Dialogue):
    """One of the last actions is to be taken back: which?"""

    cursor: int = 1


class Shown(Dialogue):
    """Something that is read, and goes by itself."""


class Reckoned(Shown):
    """What was asked to be computed is on the screen."""

    told: Verbal


class Recalling(Shown):
    """What just happened is on the screen."""


class Checking(Shown):
    """The table looks at itself, and says what it found."""


class Reading(Shown):
    """The book is open at this rule."""

    rule: str = ""


class Reasoning(Dialogue):
    """A foul was given just now: a digit says why."""

    seat: Seat = Seat(0)


class Unlocking(Dialogue):
    """This action is the referee's: his PIN is typed, or being looked at."""

    verb: Verb
    fields: Mapping[str, Any]
    typed: str = ""
    checking: bool = False


class Holding(Dialogue):
    """This action needs a long hold; `since_ns`: it is held since then."""

    verb: Verb
    fields: Mapping[str, Any]
    since_ns: int | None = None


LOOKED_AT: Final = (Shown, Paging, Choosing)
"""Nothing is said yet: who puts it away has dropped nothing."""

LASTS: Final[Mapping[type[Dialogue], int]] = {
    Verbal: VERB_NS,
    Paging: VERB_NS,
    Choosing: VERB_NS,
    Recalling: READ_NS,
    Reading: READ_NS,
    Checking: READ_NS,
    Reckoned: READ_NS,
    Reasoning: REASON_NS,
    Unlocking: VERB_NS,
    Holding: VERB_NS,
}


def expires_ns(dialogue: Dialogue) -> int | None:
    """When it is over; None while something else decides that."""
    if isinstance(dialogue, Unlocking) and dialogue.checking:
        return None
    if isinstance(dialogue, Holding) and dialogue.since_ns is not None:
        return dialogue.since_ns + HOLD_NS
    return dialogue.at_ns + LASTS[type(dialogue)]


def by_keys(verb: Verb) -> bool:
    """Digits can tell all of this verb."""
    return all(
        step.kind in KEYED and (step.kind != "text" or step.words or step.may_skip)
        for step in verb.steps
    )


def step_of(verbal: Verbal) -> Step | None:
    """What is to be told next; None: nothing any more."""
    told = len(verbal.values)
    return verbal.verb.steps[told] if told < len(verbal.verb.steps) else None


def with_digit(verbal: Verbal, digit: int, at_ns: int, seats: Collection[int]) -> Verbal | None:
    """One digit more; None: it says nothing here."""
    step = step_of(verbal)
    if step is None:
        return None
    if step.kind in ("seat", "seats"):
        return with_seat(verbal, Seat(digit or 10), at_ns, seats)
    if step.kind in TYPED:
        typed = (verbal.typed + str(digit))[-LONGEST[step.kind] :]
        return replace(verbal, typed=typed, at_ns=at_ns)
    if 1 <= digit <= len(step.words):
        return _told(verbal, step.words[digit - 1], at_ns)
    return None


def with_seat(verbal: Verbal, seat: Seat, at_ns: int, seats: Collection[int]) -> Verbal | None:
    """A seat is named; None: none is wanted, it does not play, or it was named already."""
    step = step_of(verbal)
    if step is not None and step.kind == "seats" and seat in seats:
        digit = str(seat % 10)
        named = digit in verbal.typed
        return None if named else replace(verbal, typed=verbal.typed + digit, at_ns=at_ns)
    if step is None or step.kind != "seat" or seat not in seats or seat in verbal.values:
        return None
    return _told(verbal, seat, at_ns)


def with_enter(verbal: Verbal, at_ns: int, code_of: Callable[[int], str | None]) -> Verbal | None:
    """Enter ends what is typed, skips what may be left out, names who is no seat (the bank).

    `code_of` gives the code of a field by its number.
    """
    step = step_of(verbal)
    if step is None:
        return None
    if verbal.typed:
        value = code_of(int(verbal.typed)) if step.kind == "field" else _typed(step, verbal.typed)
        return None if value is None else _told(verbal, value, at_ns)
    if step.kind == "seat" and step.words:
        return _told(verbal, step.words[0], at_ns)
    return _told(verbal, None, at_ns) if step.may_skip else None


def choices_of(verbal: Verbal) -> int:
    """How many rows the step has that YES of the box can choose; 0: it wants a seat, or digits."""
    step = step_of(verbal)
    return 0 if step is None or step.kind in TYPED or step.kind == "seat" else len(step.words)


def erased(verbal: Verbal, at_ns: int) -> Verbal | None:
    """One digit or one answer less; None: nothing is left."""
    if verbal.typed:
        return replace(verbal, typed=verbal.typed[:-1], at_ns=at_ns)
    if verbal.values:
        return replace(verbal, values=verbal.values[:-1], at_ns=at_ns)
    return None


def fields_of(verbal: Verbal, word: Callable[[str], str]) -> dict[str, Any]:
    """The action that a whole verb says; `word` gives the text of a key."""
    fields: dict[str, Any] = {"do": verbal.verb.do, **dict(verbal.verb.fixed)}
    for step, value in zip(verbal.verb.steps, verbal.values, strict=True):
        if value is None:
            continue
        if step.kind == "text":
            value = word(f"console.word.{step.field}.{value}")
        elif step.kind == "choice" and value.isdecimal():
            value = int(value)
        fields[step.field] = value
    return fields


def part_held(holding: Holding, now_ns: int) -> int:
    """How much of the hold has passed, in thousandths."""
    if holding.since_ns is None:
        return 0
    return min(1000, max(0, (now_ns - holding.since_ns) * 1000 // HOLD_NS))


def _told(verbal: Verbal, value: Any, at_ns: int) -> Verbal:
    return replace(verbal, values=(*verbal.values, value), typed="", at_ns=at_ns)


def _typed(step: Step, typed: str) -> Any:
    if step.kind == "number":
        return int(typed)
    if step.kind == "seats":
        return sorted(int(digit) or 10 for digit in typed)
    dice = [int(digit) for digit in typed]
    return dice if len(dice) == 2 and all(1 <= die <= 6 for die in dice) else None
