"""The casino's table of words (`casino` in `FAMILIES`)."""

from __future__ import annotations

from collections.abc import Set
from decimal import Decimal
from types import MappingProxyType
from typing import Any, ClassVar, Final, TypeAlias

from rules.actions._base import Action
from rules.actions._common import with_common
from rules.actions._fields import MOST, Word, read_list, seat, slot, text, whole
from rules.errors import ActionError
from rules.kinds import Seat
from rules.shown import wrong
from rules.words import LONGEST_PLAYER, is_text

MOST_LEVELS: Final = 100
STAKES: Final = ("small", "big", "ante", "least", "most", "minutes")
"""What a level says, in this order: the blinds and the ante, or the least and the greatest bet."""

ALSO: Final = MappingProxyType(
    {"small_blind": "small", "big_blind": "big", "sb": "small", "bb": "big"}
)
_CRITERION: Final = 40

StakeLevel: TypeAlias = tuple[tuple[str, int], ...]
"""A level as it was entered: (word, number) pairs in the order of `STAKES`."""


class _OfSeat(Action):
    seat: Seat


class Enter(_OfSeat):
    """The entry of this seat's player is paid."""

    do: ClassVar[str] = "enter"


class Rebuy(_OfSeat):
    """A rebuy of this seat is paid."""

    do: ClassVar[str] = "rebuy"


class Addon(_OfSeat):
    """The add-on of this seat is paid."""

    do: ClassVar[str] = "addon"


class Hand(Action):
    """A hand has been played."""

    do: ClassVar[str] = "hand"


class Round(Action):
    """A round has been played."""

    do: ClassVar[str] = "round"


class Level(Action):
    """The next level begins now."""

    do: ClassVar[str] = "level"


class Chips(Action):
    """The points of this seat are counted."""

    do: ClassVar[str] = "chips"

    seat: Seat
    points: int


class Bust(Action):
    """This seat, or several in one hand, has lost all points."""

    do: ClassVar[str] = "bust"

    seat: Seat | None
    seats: tuple[Seat, ...] | None


class Arrive(Action):
    """A player of another table of the tournament sits down here, with what he has.

    `minutes` and `seconds`, or `rounds`, of a penalty are left; both, where he has two.
    """

    do: ClassVar[str] = "arrive"

    seat: Seat
    player: str
    points: int
    name: str | None
    rebuys: int
    addon: bool
    minutes: int | None
    rounds: int | None
    seconds: int | None = None


class Leave(Action):
    """This seat's player is moved to another table and takes these points along."""

    do: ClassVar[str] = "leave"

    seat: Seat
    points: int


class Penalty(Action):
    """This seat may not play for so many minutes or rounds.

    `given_ms`: the instant of the director's line in the tournament's log that says so.
    """

    do: ClassVar[str] = "penalty"

    seat: Seat
    minutes: int | None
    rounds: int | None
    reason: str
    given_ms: int | None = None


class Stakes(Action):
    """The stakes are changed: every level from the first on."""

    do: ClassVar[str] = "stakes"

    levels: tuple[StakeLevel, ...]
    reason: str


class Reading(Action):
    """What this seat's machine shows, criterion by criterion; kept in thousandths."""

    do: ClassVar[str] = "reading"

    seat: Seat
    values: tuple[tuple[str, int], ...]


class Halt(Action):
    """Stop the clock: the tournament's, or that of this seat's machine, with a reason."""

    do: ClassVar[str] = "pause"

    seat: Seat | None = None
    reason: str = ""


class RunOn(Action):
    """Let the clock, or that of this seat's machine, run on with the time that was left."""

    do: ClassVar[str] = "resume"

    seat: Seat | None = None
    reason: str = ""


class Hall(Action):
    """What the hall's clock says at this instant: which level or break, and what is left of it.

    `number`: of the director's act that made it so. The table stands at `level` and `on_break`
    afterwards; `left_ms` of it, `time_ms` of the playing time and `rebuy_ms` of the time for
    rebuys are left, None: as it is. `back`: the director has taken a level back.
    """

    do: ClassVar[str] = "hall"

    number: int
    level: int
    on_break: bool = False
    paused: bool = False
    left_ms: int | None = None
    time_ms: int | None = None
    rebuy_ms: int | None = None
    last_hand: bool = False
    back: bool = False
    levels: tuple[StakeLevel, ...] | None = None
    reason: str = ""


class Alone(Action):
    """From here on the table's clock is its own, and the hall's says nothing to it."""

    do: ClassVar[str] = "alone"

    reason: str = ""


class Together(Action):
    """Hand for hand over all tables: this hand may be played; 0: it is over."""

    do: ClassVar[str] = "together"

    hand: int


class LastHand(Action):
    """The hand that is played now is the last."""

    do: ClassVar[str] = "last_hand"

    reason: str = ""


def thousandths(key: str, found: Any) -> int:
    """A number with at most 3 decimals, exactly, in thousandths."""
    if type(found) in (int, Decimal) or type(found).__name__ == "float":
        number = Decimal(str(found))
        if number.is_finite() and abs(number) <= MOST and number * 1000 == int(number * 1000):
            return int(number * 1000)
    raise ActionError(wrong(key, found, "a number with at most 3 decimals"))


def of_thousandths(number: int) -> Any:
    """The number as files write it, whole where it is whole."""
    whole_part, rest = divmod(number, 1000)
    return number / 1000 if rest else whole_part


def read_level(key: str, found: Any) -> StakeLevel:
    """A level: an object of `STAKES`, or [small, big] or [small, big, ante]."""
    if isinstance(found, list | tuple) and 1 <= len(found) <= 3:
        found = dict(zip(STAKES, found, strict=False))
    if not isinstance(found, dict) or not found:
        raise ActionError(wrong(key, found, f"an object of {', '.join(STAKES)}"))
    numbers: dict[str, int] = {}
    for name, number in found.items():
        word = ALSO.get(name, name)
        if word not in STAKES:
            raise ActionError(wrong(f"{key}: unknown key", name, ", ".join(STAKES)))
        if type(number) is not int or not 0 <= number <= MOST:
            raise ActionError(wrong(f"{key}.{name}", number, "a whole number from 0"))
        numbers[word] = number
    return tuple((word, numbers[word]) for word in STAKES if word in numbers)


def _levels(key: str, found: Any, seats: Set[int]) -> Any:
    items = read_list(key, found, "levels", MOST_LEVELS)
    if not items:
        raise ActionError(wrong(key, found, f"a list of 1 to {MOST_LEVELS} levels"))
    return tuple(read_level(f"{key}[{index}]", item) for index, item in enumerate(items))


def _levels_fields(levels: Any) -> Any:
    return [dict(level) for level in levels]


def _values(key: str, found: Any, seats: Set[int]) -> Any:
    if not isinstance(found, dict) or not found:
        raise ActionError(wrong(key, found, "an object {criterion: number}"))
    for name in found:
        if not (isinstance(name, str) and 1 <= len(name) <= _CRITERION and name.isprintable()):
            raise ActionError(wrong(f"{key}: criterion", name, f"1 to {_CRITERION} characters"))
    return tuple((name, thousandths(f"{key}.{name}", found[name])) for name in found)


def _values_fields(values: Any) -> Any:
    return {name: of_thousandths(number) for name, number in values}


def _seats(key: str, found: Any, seats: Set[int]) -> Any:
    items = read_list(key, found, "seats")
    if not items or len(set(map(repr, items))) != len(items):
        raise ActionError(wrong(key, found, "a list of seats, each once"))
    for item in items:
        if type(item) is not int or item not in seats:
            raise ActionError(wrong(key, item, f"seats of {sorted(seats)}"))
    return tuple(items)


def _flag(key: str, found: Any, seats: Set[int]) -> Any:
    if type(found) is bool:
        return found
    raise ActionError(wrong(key, found, "true or false"))


def _person(key: str, found: Any, seats: Set[int]) -> Any:
    if not is_text(found, LONGEST_PLAYER) or not found.strip():
        raise ActionError(wrong(key, found, f"a name of 1 to {LONGEST_PLAYER} characters"))
    return found


_BY: Final = seat("seat")
_MS: Final = 10**10
_WALL_MS: Final = 10**14

CASINO: Final[tuple[Word, ...]] = (
    Word(Enter, (_BY,)),
    Word(Rebuy, (_BY,)),
    Word(Addon, (_BY,)),
    Word(Hand),
    Word(Round),
    Word(Level),
    Word(Chips, (_BY, whole("points", 0))),
    Word(Bust, (seat("seat", None), slot("seats", _seats, None, write=list)), ("seat", "seats")),
    Word(
        Penalty,
        (
            _BY,
            whole("minutes", 1, 1440, default=None),
            whole("rounds", 1, 1000, default=None),
            text("reason", ""),
            whole("given_ms", 0, _WALL_MS, default=None),
        ),
        ("minutes", "rounds"),
    ),
    Word(
        Arrive,
        (
            _BY,
            slot("player", _person),
            whole("points", 0),
            slot("name", _person, None),
            whole("rebuys", 0, 10_000, default=0),
            slot("addon", _flag, False),
            whole("minutes", 1, 1440, default=None),
            whole("rounds", 1, 1000, default=None),
            whole("seconds", 1, 86_400, default=None),
        ),
    ),
    Word(Leave, (_BY, whole("points", 0))),
    Word(Stakes, (slot("levels", _levels, write=_levels_fields), text("reason", ""))),
    Word(Reading, (_BY, slot("values", _values, write=_values_fields))),
    Word(Halt, (seat("seat", None), text("reason", ""))),
    Word(RunOn, (seat("seat", None), text("reason", ""))),
    Word(
        Hall,
        (
            whole("number", 1),
            whole("level", 1, 1000),
            slot("on_break", _flag, False),
            slot("paused", _flag, False),
            whole("left_ms", 0, _MS, default=None),
            whole("time_ms", 0, _MS, default=None),
            whole("rebuy_ms", 0, _MS, default=None),
            slot("last_hand", _flag, False),
            slot("back", _flag, False),
            slot("levels", _levels, None, write=_levels_fields),
            text("reason", ""),
        ),
    ),
    Word(Alone, (text("reason", ""),)),
    Word(Together, (whole("hand", 0, 1_000_000),)),
    Word(LastHand, (text("reason", ""),)),
)

WORDS: Final = with_common(CASINO)
