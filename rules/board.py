"""A board of the Monopoly kind: its deeds by code (`A1`, `R3`) and by every name they have."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from rules.edition import Edition
from rules.kinds import Money
from rules.settings import Choice, Kind, Misfit, Several, Table, Text, Whole
from rules.value import Value
from rules.words import plain

HOTEL: Final = 5
"""`houses` of a lot with a hotel: the price of five houses stands on it."""

MONEY: Final = Whole(0, 1_000_000)


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
    names: Mapping[str, str]
    """Every printed name, written plainly -> its code."""
    groups: Mapping[str, tuple[str, ...]]

    def find(self, what: str) -> BoardDeed | None:
        """The deed of a code or a name, however it is written in capitals; None: not printed."""
        return self.by_name.get(plain(what))

    def key(self, what: str) -> str:
        """The one word under which something is kept: a deed's code, else the name itself."""
        deed = self.find(what)
        return deed.code if deed else plain(what)

    def group(self, code: str) -> tuple[str, ...]:
        """The codes of the colour group of a deed."""
        return self.groups.get(code[:1], ())

    def spoken_of(self, words: str) -> str | None:
        """The code of the one deed whose name stands in a plain text; None: of none, or of more."""
        whole = self.by_name.get(words)
        if whole:
            return whole.code
        found = [code for name, code in self.names.items() if name in words]
        return found[0] if len(found) == 1 else None


class Deeds(Value):
    """The deeds of a board as a setting: each code and field once, as many rents as its kind has.

    `rents` says how many each kind has; only a `lot` has a house price. Of a game's own keys,
    `optional` may be left out: the `english` name, and names by which a deed is known `also`.
    """

    rents: Mapping[str, int]
    optional: frozenset[str] = frozenset()

    @property
    def allowed(self) -> str:
        return self._several.allowed

    def check(self, found: Any) -> Any:
        deeds = self._several.check(found)
        for index, deed in enumerate(deeds):
            rents = self.rents[deed["kind"]]
            if len(deed["rents"]) != rents:
                raise Misfit((index, "rents"), len(deed["rents"]), f"{rents} rents")
            if ("house" in deed) != (deed["kind"] == "lot"):
                raise Misfit((index, "house"), deed.get("house"), "a house price on lots alone")
            for key in ("field", "code", "name"):
                if any(deed[key] == other[key] for other in deeds[:index]):
                    raise Misfit((index, key), deed[key], f"each {key} once")
        return deeds

    @property
    def _several(self) -> Several:
        counts = self.rents.values()
        keys: dict[str, Kind] = {
            "field": Whole(0, 99),
            "code": Text(4),
            "kind": Choice(tuple(self.rents)),
            "name": Text(60),
            "english": Text(60),
            "price": MONEY,
            "mortgage": MONEY,
            "house": MONEY,
            "rents": Several(MONEY, min(counts), max(counts), apart=1),
        }
        if "also" in self.optional:
            keys["also"] = Several(Text(60), 0, 10)
        return Several(Table(MappingProxyType(keys), self.optional | {"house"}), 1, 40)


def board_of(edition: Edition) -> Board:
    """The board of an edition: one set, one board."""
    deeds, by_name = [], {}
    groups: dict[str, tuple[str, ...]] = {}
    for found in edition.several("deeds"):
        deed = _deed(found)
        deeds.append(deed)
        for name in (*found.get("also", ()), deed.english, deed.name, deed.code):
            by_name[plain(name)] = deed
        groups[deed.group] = (*groups.get(deed.group, ()), deed.code)
    return Board(
        tuple(deeds),
        MappingProxyType({deed.code: deed for deed in deeds}),
        MappingProxyType(by_name),
        MappingProxyType({plain(deed.name): deed.code for deed in deeds}),
        MappingProxyType(groups),
    )


def _deed(found: Mapping[str, Any]) -> BoardDeed:
    return BoardDeed(
        found["field"],
        found["code"],
        found["kind"],
        found["name"],
        found.get("english", found["name"]),
        found["price"],
        found["mortgage"],
        found.get("house", Money(0)),
        found["rents"],
    )
