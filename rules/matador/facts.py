"""What never changes in one game: who sits where, the numbers of the edition, the board.

Worked out once when the game is opened; what every roll asks has a field of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from rules.board import Board, board_of
from rules.edition import Edition
from rules.errors import EditionError
from rules.kinds import GameMs, Money, Seat
from rules.money import percent_of
from rules.opening import Opening
from rules.words import plain


class Facts(NamedTuple):
    """The frame of a game. `place` is a seat's position in every row per place."""

    opening: Opening
    edition: Edition
    board: Board
    series: Mapping[str, str]
    """Every name of a series, written plainly, and its letter -> its letter."""
    numbers: tuple[Seat, ...]
    place: Mapping[Seat, int]
    in_order: bool
    """Every roll is entered, so the order of the turns is known (`dice_log`)."""
    doubles_to_jail: int
    jail_tries: int
    jail_code: str | None
    followers: int
    unit: int
    time_out: GameMs
    time_out_left: tuple[GameMs, ...]
    playing_time: GameMs
    playing_time_left: tuple[GameMs, ...]
    full_round: bool
    free_pass: bool
    loans: bool

    def percent(self, amount: int, percent: int) -> Money:
        """RAMK-9.15: a part of an amount, rounded down to the smallest note."""
        return percent_of(amount, percent, self.unit)

    def money(self, name: str) -> Money:
        """An amount of the edition."""
        return Money(self.edition.whole(name))


def facts_of(opening: Opening, edition: Edition) -> Facts:
    """RAMK-9.16: the points table ends at eight players a table; two at least, or no game."""
    numbers = tuple(seat.seat for seat in opening.seats)
    most = edition.whole("players_most")
    if not 2 <= len(numbers) <= most:
        raise EditionError(
            f"open.seats: found {len(numbers)} players, allowed 2 to {most} at one table"
            " (RAMK-9.16)"
        )
    board = board_of(edition)
    return Facts(
        opening=opening,
        edition=edition,
        board=board,
        series=_series(edition),
        numbers=numbers,
        place=MappingProxyType({seat: place for place, seat in enumerate(numbers)}),
        in_order=edition.text("dice_log") != "first_only",
        doubles_to_jail=edition.whole("doubles_to_jail"),
        jail_tries=edition.whole("jail_tries"),
        jail_code=next((deed.code for deed in board.deeds if deed.kind == "jail"), None),
        followers=edition.whole("followers_to_lapse"),
        unit=edition.whole("money_unit"),
        time_out=_ms(edition.whole("time_out")),
        time_out_left=_marks(edition, "time_out_left"),
        playing_time=_ms(edition.whole("playing_time")),
        playing_time_left=_marks(edition, "playing_time_left"),
        full_round=edition.text("evening_end") == "full_round",
        free_pass=edition.flag("free_pass_evening"),
        loans=edition.flag("loan_evening"),
    )


def _ms(seconds: int) -> GameMs:
    return GameMs(seconds * 1000)


def _marks(edition: Edition, name: str) -> tuple[GameMs, ...]:
    return tuple(_ms(mark) for mark in sorted(set(edition.several(name)), reverse=True))


def _series(edition: Edition) -> Mapping[str, str]:
    found = {}
    for one in edition.several("series"):
        for name in (one["code"], one["name"], one["english"]):
            found[plain(name)] = one["code"]
    return MappingProxyType(found)
