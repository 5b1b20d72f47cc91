"""What an edition file may hold: each game lists its settings as `Setting`s of these kinds.

A kind checks one value and gives it back in a form that cannot change (lists become tuples), or
None when it does not fit; `allowed` is how the error tells a person what does.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, Protocol

from rules.dates import is_date
from rules.value import Value

NO_OTHERS: Final[Mapping[str, str]] = MappingProxyType({})


class Misfit(Exception):
    """A value does not fit: where inside it (path from the setting), what was found, allowed."""

    def __init__(self, path: tuple[str | int, ...], found: object, allowed: str) -> None:
        super().__init__(allowed)
        self.path = path
        self.found = found
        self.allowed = allowed


class Kind(Protocol):
    """The type and range of a setting."""

    @property
    def allowed(self) -> str:
        """What is allowed, for a person."""

    def check(self, found: Any) -> Any:
        """The value, fixed; raises Misfit."""


class Whole(Value):
    """A whole number from `low` to `high`."""

    low: int
    high: int

    @property
    def allowed(self) -> str:
        if self.low == self.high:
            return f"the number {self.low}"
        return f"a whole number {self.low} to {self.high}"

    def check(self, found: Any) -> Any:
        if type(found) is int and self.low <= found <= self.high:
            return found
        raise Misfit((), found, self.allowed)


class Flag(Value):
    """true or false."""

    @property
    def allowed(self) -> str:
        return "true or false"

    def check(self, found: Any) -> Any:
        if type(found) is bool:
            return found
        raise Misfit((), found, self.allowed)


class Choice(Value):
    """One word of a closed list; `also` are other words that a document has for one of them."""

    words: tuple[str, ...]
    also: Mapping[str, str] = NO_OTHERS

    @property
    def allowed(self) -> str:
        return ", ".join(f'"{word}"' for word in self.words)

    def check(self, found: Any) -> Any:
        word = self.also.get(found, found) if type(found) is str else None
        if word in self.words:
            return word
        raise Misfit((), found, self.allowed)


class Text(Value):
    """One line of text."""

    longest: int = 200

    @property
    def allowed(self) -> str:
        return f"a text of 1 to {self.longest} characters on one line"

    def check(self, found: Any) -> Any:
        if isinstance(found, str) and 1 <= len(found) <= self.longest and "\n" not in found:
            return found
        raise Misfit((), found, self.allowed)


class Day(Value):
    """A day of the calendar as a text, so that it sorts as the days do."""

    @property
    def allowed(self) -> str:
        return 'a day as a text, "YYYY-MM-DD"'

    def check(self, found: Any) -> Any:
        if type(found) is str and is_date(found):
            return found
        raise Misfit((), found, self.allowed)


class Several(Value):
    """A list of `least` to `most` values of one kind; with `apart`, numbers that ascend by that
    much at least from one to the next.
    """

    kind: Kind
    least: int
    most: int
    apart: int = 0

    @property
    def allowed(self) -> str:
        order = f", each at least {self.apart} more than the one before" if self.apart else ""
        return f"a list of {self.least} to {self.most}, each {self.kind.allowed}{order}"

    def check(self, found: Any) -> Any:
        if not isinstance(found, list | tuple) or not self.least <= len(found) <= self.most:
            raise Misfit((), found, self.allowed)
        values = []
        for index, item in enumerate(found):
            try:
                values.append(self.kind.check(item))
            except Misfit as misfit:
                raise Misfit((index, *misfit.path), misfit.found, misfit.allowed) from None
            if self.apart and index and values[index] < values[index - 1] + self.apart:
                raise Misfit((index,), item, f"{values[index - 1] + self.apart} or more")
        return tuple(values)


class Table(Value):
    """A table with exactly these keys; those in `optional` may be left out."""

    keys: Mapping[str, Kind]
    optional: frozenset[str] = frozenset()

    @property
    def allowed(self) -> str:
        return f"a table with {', '.join(self.keys)}"

    def check(self, found: Any) -> Any:
        if not isinstance(found, Mapping):
            raise Misfit((), found, self.allowed)
        for key in found:
            if key not in self.keys:
                raise Misfit((key,), key, ", ".join(self.keys))
        values = {}
        for key, kind in self.keys.items():
            if key not in found:
                if key in self.optional:
                    continue
                raise Misfit((), f"no {key}", self.allowed)
            try:
                values[key] = kind.check(found[key])
            except Misfit as misfit:
                raise Misfit((key, *misfit.path), misfit.found, misfit.allowed) from None
        return MappingProxyType(values)


class Setting(Value):
    """A setting: the table it stands in (`timers_s`), its name, unique in the game, its kind."""

    table: str
    name: str
    kind: Kind
