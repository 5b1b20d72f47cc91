"""What is known of a tournament: an immutable value. Nothing here decides anything."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from rules.casino.plan import Plan
from rules.casino.seating import MOST_SEATS, Move, Table
from rules.casino.state import Window
from rules.kinds import Money, Refusal, RuleId

MINUTE_MS: Final = 60_000


class Penalty(NamedTuple):
    """RAY-OTHER-1, RAY-OTHER-2: it is the player's, and goes with him to another table.

    `until_ms`: when a penalty in minutes is over; `rounds_left` of one in rounds.
    """

    at_ms: int
    minutes: int
    rounds: int
    reason: str
    until_ms: int = 0
    rounds_left: int = 0

    def serving(self, now_ms: int) -> bool:
        """Whether he is still kept from the table."""
        return self.rounds_left > 0 or self.until_ms > now_ms


class Player(NamedTuple):
    """Who entered. `ticket`: the satellite that gave the seat; `held`: points as last known.

    `left_ms`: when he lost his last points, `hand` which hand for hand it was; None: still in.
    `before`: what he had before that hand; `number` tells hands of one instant apart.
    """

    name: str
    ticket: str = ""
    rebuys: int = 0
    addon: bool = False
    held: int = 0
    counted: bool = False
    left_ms: int | None = None
    hand: int | None = None
    before: int = 0
    number: int = 0
    disqualified: bool = False
    penalties: tuple[Penalty, ...] = ()

    @property
    def playing(self) -> bool:
        """Still in."""
        return self.left_ms is None and not self.disqualified


class Moved(NamedTuple):
    """A move that was made; `at_ms` when, `why`: balance, break, draw (all anew), or a reason."""

    at_ms: int
    move: Move


class Deal(NamedTuple):
    """What those who were left agreed on; `rest` is what the winner still plays for.

    `out`: what those have won who had left before it; a deal settles every place's prize.
    """

    by: str
    prizes: Mapping[str, int]
    rest: Money
    out: Mapping[str, int] = MappingProxyType({})


class Tournament(NamedTuple):
    """The whole of it. `players` in the order of their entries, `tables` by number.

    `carried`: what earlier tournaments left for this pool, by name. `seeds`: every seat draw;
    `hands`: how many times somebody left.
    """

    plan: Plan
    size: int
    players: Mapping[str, Player] = MappingProxyType({})
    tables: tuple[Table, ...] = ()
    started_ms: int | None = None
    ended_ms: int | None = None
    window: Window = Window.NONE
    carried: Mapping[str, int] = MappingProxyType({})
    moves: tuple[Moved, ...] = ()
    seeds: tuple[int, ...] = ()
    hands: int = 0
    deal: Deal | None = None

    @property
    def playing(self) -> tuple[Player, ...]:
        """Who is still in."""
        return tuple(one for one in self.players.values() if one.playing)


def opened(plan: Plan, size: int = MOST_SEATS) -> Tournament:
    """Before the first entry; `size`: how many sit at a table."""
    return Tournament(plan, size)


def refused(rule: str, why: str, player: str = "", **details: str | int) -> Refusal:
    """A refusal by its rule; `player` is whom it is about."""
    whom = (("player", player),) if player else ()
    return Refusal(RuleId(rule), why, (*whom, *details.items()))


def with_player(state: Tournament, player: Player) -> Tournament:
    """The tournament with what is known of this player changed."""
    players = dict(state.players)
    players[player.name] = player
    return state._replace(players=MappingProxyType(players))


def place_of(state: Tournament, name: str) -> tuple[int, int] | None:
    """Table and seat of a player; None: he sits nowhere."""
    for table in state.tables:
        if name in table.seats:
            return table.number, table.seats.index(name) + 1
    return None


def without(tables: tuple[Table, ...], name: str) -> tuple[Table, ...]:
    """The tables with this player's seat free."""
    return tuple(
        table._replace(seats=tuple(None if one == name else one for one in table.seats))
        if name in table.seats
        else table
        for table in tables
    )
