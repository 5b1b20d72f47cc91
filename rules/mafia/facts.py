"""What never changes in one game: who sits where, the roles of the opening, the numbers."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from rules.edition import Edition
from rules.errors import EditionError
from rules.kinds import GameMs, Seat
from rules.opening import Opening

BLACK_ROLES: Final = frozenset(("mafia", "don"))

Cards = tuple[tuple[Seat, str], ...]
"""Who is who, by seat; empty while nobody has said it."""


class Facts(NamedTuple):
    """The frame of a game. `place` is a seat's position in every row per place."""

    opening: Opening
    edition: Edition
    numbers: tuple[Seat, ...]
    place: Mapping[Seat, int]
    cards: Cards
    mafn: bool
    """Whose ids a refusal names: the nuances', else Aktau's."""

    def ms(self, name: str) -> GameMs:
        """A timer of the edition."""
        return GameMs(1000 * self.edition.whole(name))

    def count(self, name: str) -> int:
        """A number of the edition."""
        return self.edition.whole(name)

    def flag(self, name: str) -> bool:
        """A yes or no of the edition."""
        return self.edition.flag(name)

    def choice(self, name: str) -> str:
        """A choice of the edition."""
        return self.edition.text(name)

    def marks(self) -> tuple[GameMs, ...]:
        """MAF-P-12: when so much is left, it is told; the most first."""
        left = sorted(self.edition.several("speech_left"), reverse=True)
        return tuple(GameMs(1000 * seconds) for seconds in left)


def facts_of(opening: Opening, edition: Edition) -> Facts:
    """MAFA-TIME-2, MAF-P-1: ten players; roles in the opening must be a whole deck."""
    numbers = tuple(seat.seat for seat in opening.seats)
    players = edition.whole("players")
    if len(numbers) != players:
        raise EditionError(
            f"open.seats: found {len(numbers)}, allowed {players} players (MAFA-TIME-2)"
        )
    cards = tuple((seat.seat, seat.role) for seat in opening.seats if seat.role is not None)
    if cards and not is_deck(cards, edition):
        raise EditionError(
            f"open.seats: roles found {_counted(cards)}, allowed {deck_text(edition)} (MAF-P-1)"
        )
    return Facts(
        opening=opening,
        edition=edition,
        numbers=numbers,
        place=MappingProxyType({seat: at for at, seat in enumerate(numbers)}),
        cards=cards,
        mafn=edition.text("profile") == "mafn",
    )


def is_deck(cards: Cards, edition: Edition) -> bool:
    """MAF-P-1: a role for every player: one Sheriff, one Don, two mafia, the others red."""
    roles = [role for _, role in cards]
    return len(roles) == edition.whole("players") and all(
        roles.count(role) == edition.whole(name)
        for role, name in (("sheriff", "sheriffs"), ("mafia", "mafia"), ("don", "dons"))
    )


def deck_text(edition: Edition) -> str:
    """What a deck holds, for a person."""
    sheriffs, mafia, dons = (edition.whole(name) for name in ("sheriffs", "mafia", "dons"))
    reds = edition.whole("players") - sheriffs - mafia - dons
    return f"{reds} red, {sheriffs} sheriff, {mafia} mafia, {dons} don"


def _counted(cards: Cards) -> str:
    roles = [role for _, role in cards]
    return ", ".join(f"{roles.count(role)} {role}" for role in sorted(set(roles)))
