"""Readers of single fields, and `Word`: which fields an action has, in its constructor's order.

A reader gets the field's key, what was found and the seats that exist; it returns the value or
raises ActionError. A slot without a default is a field that may not be missing.
"""

from __future__ import annotations

from collections.abc import Callable, Set
from keyword import iskeyword
from typing import Any, Final, NamedTuple, TypeAlias

from rules.actions._base import Action
from rules.errors import ActionError
from rules.shown import wrong
from rules.words import LONGEST_TEXT, is_text

Reader: TypeAlias = Callable[[str, Any, Set[int]], Any]
Writer: TypeAlias = Callable[[Any], Any]

REQUIRED: Final = object()
NULLABLE: Final = object()
"""Must stand, and may be null."""
MOST: Final = 10**12


class Slot(NamedTuple):
    """One field of an action: `key` in the file, `attr` in the class."""

    key: str
    attr: str
    read: Reader
    default: Any
    write: Writer | None


class Word(NamedTuple):
    """An action's class and its slots; of the keys in `either`, one at least must stand."""

    make: type[Action]
    slots: tuple[Slot, ...] = ()
    either: tuple[str, ...] = ()


def slot(key: str, read: Reader, default: Any = REQUIRED, write: Writer | None = None) -> Slot:
    """A field; a key that is a word of Python gets an underscore in the class (`from_`)."""
    return Slot(key, f"{key}_" if iskeyword(key) else key, read, default, write)


def seat(key: str, default: Any = REQUIRED) -> Slot:
    """A seat of the opening."""
    return slot(key, _seat, default)


def seat_or(key: str, *others: str) -> Slot:
    """A seat of the opening or one of the words named."""

    def read(key: str, found: Any, seats: Set[int]) -> Any:
        if (type(found) is int and found in seats) or (type(found) is str and found in others):
            return found
        raise ActionError(wrong(key, found, ", ".join((_listed(seats), *others))))

    return slot(key, read)


def whole(key: str, low: int, high: int = MOST, default: Any = REQUIRED) -> Slot:
    """A whole number from `low` to `high`."""

    def read(key: str, found: Any, seats: Set[int]) -> Any:
        return read_whole(key, found, low, high)

    return slot(key, read, default)


def choice(key: str, *words: str, default: Any = REQUIRED) -> Slot:
    """One of a closed list of words."""

    def read(key: str, found: Any, seats: Set[int]) -> Any:
        if type(found) is str and found in words:
            return found
        raise ActionError(wrong(key, found, ", ".join(words)))

    return slot(key, read, default)


def text(key: str, default: Any = REQUIRED) -> Slot:
    """One line of text; where it may not be missing, it may not be empty either."""
    least = 1 if default is REQUIRED else 0

    def read(key: str, found: Any, seats: Set[int]) -> Any:
        return read_text(key, found, least)

    return slot(key, read, default)


def read_whole(key: str, found: Any, low: int, high: int = MOST) -> int:
    """A whole number from `low` to `high`."""
    if type(found) is int and low <= found <= high:
        return found
    raise _no_number(key, found, low, high)


def read_text(key: str, found: Any, least: int = 1) -> str:
    """One line of text of `least` characters or more."""
    if is_text(found) and len(found) >= least:
        return found
    raise ActionError(
        wrong(key, found, f"a text of {least} to {LONGEST_TEXT} characters, no control characters")
    )


def read_list(key: str, found: Any, allowed: str, most: int = 100) -> list[Any]:
    """A list of at most `most` items."""
    if isinstance(found, list | tuple) and len(found) <= most:
        return list(found)
    raise ActionError(wrong(key, found, f"a list of {allowed}"))


def read_object(key: str, found: Any, keys: Set[str]) -> dict[str, Any]:
    """An object with no other keys than these."""
    if not isinstance(found, dict):
        raise ActionError(wrong(key, found, "an object {...}"))
    for name in found:
        if name not in keys:
            raise ActionError(wrong(f"{key}: unknown key", name, ", ".join(sorted(keys))))
    return found


def _seat(key: str, found: Any, seats: Set[int]) -> Any:
    if type(found) is int and found in seats:
        return found
    raise ActionError(wrong(key, found, f"seat {_listed(seats)}"))


def _no_number(key: str, found: Any, low: int, high: int) -> ActionError:
    """The top that nobody reaches is named only to who passed it."""
    is_beyond = type(found) is int and found > high
    top = f" to {high}" if is_beyond or high != MOST else ""
    return ActionError(wrong(key, found, f"a whole number from {low}{top}"))


def _listed(seats: Set[int]) -> str:
    return ", ".join(str(number) for number in sorted(seats))
