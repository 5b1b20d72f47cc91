"""What a table needs of each family of games. A new family is one package and one line here.

Nothing else in the kiosk names a family's `rules` package. A family's package in this folder gives
`FAMILY`, an object with the names of `Family`, and a package `screens` (`kiosk/screens/family.py`
says what is in it). They are imported when a game of the family is opened or drawn, not before: a
table starts with what its game needs.
"""

# * `monopoly/`, `matador/`, `mafia/`, `casino/`; `samplespare.py` frames of a change of table

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, cast

from firmware_py.patterns import Pattern
from kiosk.errors import UserError
from rules.kinds import GameMs, Seat

if TYPE_CHECKING:
    from kiosk.desk import Desk
    from kiosk.screens.frame import Frame, Line, Signal
    from kiosk.verbs import Verb
    from rules.edition import Edition

FAMILIES: Final = {
    "monopoly": "kiosk.families.monopoly",
    "matador": "kiosk.families.matador",
    "mafia": "kiosk.families.mafia",
    "casino": "kiosk.families.casino",
}
"""An edition's `game` -> the package."""


class SeatShown(Protocol):
    """What every family's view says of a seat."""

    @property
    def seat(self) -> Seat: ...
    @property
    def player(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def mark(self) -> Any:
        """A word (StrEnum) for how the seat stands."""

    @property
    def fouls(self) -> int: ...


class View(Protocol):
    """What every family's view has, besides what only its own modules read."""

    @property
    def phase(self) -> Any:
        """A word (StrEnum)."""

    @property
    def table(self) -> str: ...
    @property
    def round(self) -> str: ...
    @property
    def game(self) -> str: ...
    @property
    def attempt(self) -> int: ...
    @property
    def seats(self) -> Sequence[Any]:
        """`SeatShown`, in seat order."""


def player_name(seat: SeatShown) -> str:
    """`Åkerblom`; a player whom nobody named is called by his id."""
    return seat.name or seat.player


def seated(seat: SeatShown) -> str:
    """`7 · Åkerblom`."""
    return f"{seat.seat} · {player_name(seat)}"


class Scene(NamedTuple):
    """What a family's part of the picture is made from."""

    view: Any
    desk: Any
    wall: Callable[[GameMs | None], str | None]
    """Wall clock of a game time (None: of now) as text; None while it is not set."""
    now_ns: int = 0


class Field(NamedTuple):
    """A field of the board, as `Step` kind `field` finds it by its number; `code` is what the
    record calls it.
    """

    code: str
    name: str


PAGE: Final = 9
"""Entries of a page of the menu: each is a digit."""


class MenuBook(NamedTuple):
    """A family's verbs by word, and which of them the table's menu has.

    `pages`: up to nine words each, in the order of the digits, verbs, `talk.OWN` or the family's
    own `opens`; nothing private may stand there, for the menu is on the table's screen. `allowed`:
    the words of actions that have a meaning in a phase. `reasons`: why a foul was given, in the
    order of the digits. `fields`: of the board, by their numbers.
    """

    verbs: Mapping[str, Verb]
    pages: tuple[tuple[str, ...], ...]
    allowed: Mapping[str, Sequence[str]]
    reasons: tuple[str, ...]
    opens: Mapping[str, Sequence[str]] = MappingProxyType({})
    """Pages of the family (`Desk.open_page`), and the phases that have them."""
    fields: Mapping[int, Field] = MappingProxyType({})

    def with_entry(self, word: str) -> MenuBook:
        """This entry behind all others: on the last page, or on one of its own."""
        *before, last = self.pages
        if len(last) < PAGE:
            return self._replace(pages=(*before, (*last, word)))
        return self._replace(pages=(*self.pages, (word,)))

    def is_allowed(self, word: str, phase: str) -> bool:
        """Whether this verb or page has a meaning in this phase."""
        if word in self.opens:
            return phase in self.opens[word]
        if word not in self.verbs:
            return False
        verb = self.verbs[word]
        return verb.reckons or verb.do in self.allowed.get(phase, ())


class Family(Protocol):
    """One family at the table. Pure, but for the desk, which remembers what is half done."""

    language: str
    """Of its rule document."""

    def desk(self, edition: Edition) -> Desk:
        """What hands mean at a game of this edition; a new one for each game."""

    def lamps(self, view: Any, desk: Any, now_ns: int) -> Iterable[tuple[Seat, Pattern]]:
        """The steady lamp of every seat; asked again when the game or the desk may have changed."""

    def ends_at(self, view: Any) -> GameMs | None:
        """When the main timer runs out; None while it does not run."""

    def warning_minutes(self, edition: Edition) -> Sequence[int]:
        """Which minutes its `warn-` announcements name, in order."""

    def second_round(self, official: Any) -> bool:
        """By the official's view, the turns have gone round: a false start is none any more."""

    def rule_of(self, announcement: str) -> str | None:
        """The rule behind an announcement, for the book."""

    def may_read(self, rule: str) -> bool:
        """The table may look up this rule now: nothing in it names what must not be named."""

    def bottom(self, view: Any) -> Line:
        """What a seat's press does now; nothing private may show in it."""

    def signal(self, view: Any, at: GameMs, shown_ms: int) -> Signal | None:
        """How the warning of this instant fills the screen; shown for so long, in real time."""

    def framed(self, frame: Frame, scene: Scene) -> Frame:
        """The frame with what only this family shows: dice, sheet, hold bar, its times."""


def family_of(edition: Edition) -> Family:
    """The family that plays this edition; UserError where this table cannot."""
    if edition.game not in FAMILIES:
        raise UserError(
            f"edition {edition.id}: game {edition.game!r} cannot be played at a table yet,"
            f" allowed {', '.join(FAMILIES)}"
        )
    return cast("Family", import_module(FAMILIES[edition.game]).FAMILY)


def drawn_by(edition: Edition) -> tuple[str, ...]:
    """The modules that draw a game of this edition: to be loaded before its first picture."""
    package = FAMILIES[edition.game]
    return (f"{package}.screens", f"{package}.framing", f"{package}.verbs", "kiosk.panels")


def left_ms(family: Family, view: Any, at: GameMs) -> int | None:
    """What the main timer has left, never below 0; None where it does not run."""
    ends = family.ends_at(view)
    return None if ends is None else max(0, ends - at)
