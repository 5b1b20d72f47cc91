"""What never changes in one game: who sits where, the numbers of the edition, the board.

Worked out once when the game is opened, so that no handler looks a setting up by its name.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from rules.board import Board, board_of
from rules.edition import Edition
from rules.errors import EditionError
from rules.kinds import GameMs, Money, Seat
from rules.opening import Opening


class Facts(NamedTuple):
    """The frame of a game. `place` is a seat's position in every row per place."""

    opening: Opening
    edition: Edition
    board: Board
    numbers: tuple[Seat, ...]
    place: Mapping[Seat, int]
    game_ms: GameMs
    marks_ms: tuple[GameMs, ...]
    in_order: bool
    """Every roll is entered, so the order of the turns is known (`dice_log`)."""
    owner_closes: bool
    """A claim closes on the roll of the owner's follower instead of the lander's."""
    group_unbuilt: bool
    """A mortgage needs the whole colour group unbuilt."""
    doubles_to_jail: int
    jail_tries: int
    jail_fine: Money
    card_most: Money
    houses: int
    hotels: int
    confirms: int


def facts_of(opening: Opening, edition: Edition) -> Facts:
    """HUN-6: at most six players at a table, and two at least, or there is no game."""
    numbers = tuple(seat.seat for seat in opening.seats)
    most = edition.whole("players_most")
    if not 2 <= len(numbers) <= most:
        raise EditionError(
            f"open.seats: found {len(numbers)} players, allowed 2 to {most} in one game (HUN-6)"
        )
    bankers = len(opening.officers("banker"))
    return Facts(
        opening=opening,
        edition=edition,
        board=board_of(edition),
        numbers=numbers,
        place=MappingProxyType({seat: place for place, seat in enumerate(numbers)}),
        game_ms=GameMs(edition.whole("game") * 1000),
        marks_ms=tuple(
            GameMs(mark * 1000)
            for mark in edition.several("warnings")
            if mark < edition.whole("game")
        ),
        in_order=edition.text("dice_log") != "first_only",
        owner_closes=edition.text("claim_closes_on") == "next_after_the_owner",
        group_unbuilt=edition.text("mortgage_needs") == "whole_group_unbuilt",
        doubles_to_jail=edition.whole("doubles_to_jail"),
        jail_tries=edition.whole("jail_tries"),
        jail_fine=Money(edition.whole("jail")),
        card_most=Money(edition.whole("jail_card_most")),
        houses=edition.whole("houses"),
        hotels=edition.whole("hotels"),
        confirms=edition.whole("final_bankers") if opening.final else max(1, bankers),
    )
