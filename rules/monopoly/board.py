"""The board of the edition: its deeds by code (`A1`, `V3`, `K2`) and by every name they have."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from rules.edition import Edition
from rules.kinds import Money

HOTEL: Final = 5
"""`houses` of a lot with a hotel: the price of five houses stands on it."""


class BoardDeed(NamedTuple):
    """A deed as it is printed; `rents` as the edition file explains them, `house` 0: no lot."""

    field: int
    code: str
    kind: str
    name: str
    english: str
    price: Money
    mortgage: Money
    house: Money
    rents: tuple[Money, ...]

    @property
    def group(self) -> str:
        """The letter of its colour group."""
        return self.code[:1]


class Board(NamedTuple):
    """Every deed in the order of the fields, and how to find one."""

    deeds: tuple[BoardDeed, ...]
    by_code: Mapping[str, BoardDeed]
    by_name: Mapping[str, BoardDeed]

    def find(self, what: str) -> BoardDeed | None:
        """The deed of a code or a name, however it is written in capitals; None: not printed."""
        return self.by_name.get(plain(what))

    def key(self, what: str) -> str:
        """The one word under which something is kept: a deed's code, else the name itself."""
        deed = self.find(what)
        return deed.code if deed else plain(what)

    def group(self, code: str) -> tuple[str, ...]:
        """The codes of the colour group of a deed."""
        return tuple(deed.code for deed in self.deeds if deed.group == code[:1])


def plain(what: str) -> str:
    """A name without the differences that people make when they write it."""
    return " ".join(what.casefold().split())


def board_of(edition: Edition) -> Board:
    """The board of an edition (HUN-2: one set, one board)."""
    deeds = tuple(_deed(found) for found in edition.several("deeds"))
    by_name = {}
    for deed in deeds:
        for name in (deed.english, deed.name, deed.code):
            by_name[plain(name)] = deed
    return Board(
        deeds, MappingProxyType({deed.code: deed for deed in deeds}), MappingProxyType(by_name)
    )


def _deed(found: Mapping[str, Any]) -> BoardDeed:
    return BoardDeed(
        found["field"],
        found["code"],
        found["kind"],
        found["name"],
        found["english"],
        found["price"],
        found["mortgage"],
        found.get("house", Money(0)),
        found["rents"],
    )
