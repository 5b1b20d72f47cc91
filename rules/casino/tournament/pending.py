"""What tables still have to do of the director's log: who gets up, who sits down, who is kept away.

The log says where everybody belongs, the tables say who sits at them: what differs is still to be
confirmed there. So nothing is sent twice, nothing is lost with a table that was out of contact, and
what somebody enters by hand is done, too. Points, purchases and penalties are those with which
the player got up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from rules.casino.tournament.state import Penalty, Player, Tournament, place_of
from rules.casino.tournament.told import Along, Told

LEAVE: Final = "leave"
ARRIVE: Final = "arrive"
PENALTY: Final = "penalty"


class Pending(NamedTuple):
    """One thing that the table of this number has to confirm, in the words of its actions.

    `seat`: where he sits or will sit there; `other` and `other_seat` the table and seat he goes to
    or comes from, 0: not known. `along`: what he brings, or, as far as it was counted, takes along.
    `ready`: it can be done now; else somebody has to get up first.
    """

    table: int
    do: str
    player: str
    seat: int
    other: int = 0
    other_seat: int = 0
    along: Along | None = None
    penalty: Penalty | None = None
    ready: bool = True

    @property
    def said(self) -> str:
        """Who, from where, where to; of a penalty its rule."""
        if self.do == PENALTY:
            return (
                f"{self.player} RAY-OTHER-{'1' if self.penalty and self.penalty.minutes else '2'}"
            )
        here, there = f"{self.table}–{self.seat}", f"{self.other}–{self.other_seat}"
        there = there if self.other else "…"
        return f"{self.player} " + " → ".join((here, there) if self.do == LEAVE else (there, here))


def pending(state: Tournament, told: Sequence[Told], now_ms: int) -> list[Pending]:
    """RAY-1-1, RAY-OTHER-1, RAY-OTHER-2: in the order of the tables, who gets up first in front."""
    if state.started_ms is None or state.ended_ms is not None:
        return []
    playing = [one for one in told if one.plays]
    comes = list(_arrivals(state, told, playing))
    awaited = {one.table for one in comes}
    found = [
        *_leavings(state, playing, awaited),
        *comes,
        *_penalties(state, told, playing, now_ms),
    ]
    order = (LEAVE, ARRIVE, PENALTY)
    return sorted(found, key=lambda one: (one.table, order.index(one.do), not one.ready, one.seat))


def on_the_way(state: Tournament, told: Sequence[Told]) -> tuple[str, ...]:
    """Who has got up at one table and not sat down at another yet, by name."""
    sits = _sitting(told)
    left = {name for one in told for name in one.along}
    out = {name for one in told for name, is_in in one.players.items() if not is_in}
    playing = {one.name for one in state.playing}
    return tuple(sorted((left & playing) - sits - out))


def _leavings(state: Tournament, playing: Sequence[Told], awaited: set[int]) -> Iterator[Pending]:
    """Who sits elsewhere by the log. The last of a table waits for those who come to it."""
    for table in playing:
        here = [name for name, is_in in table.players.items() if is_in]
        for name in here:
            player, to = state.players.get(name), place_of(state, name)
            seat = table.seats.get(name, 0)
            if player is None or not player.playing or to in (None, (table.number, seat)):
                continue
            along = Along(player.held) if player.counted else None
            ready = len(here) > 1 or table.number not in awaited
            number, to_seat = to or (0, 0)
            yield Pending(table.number, LEAVE, name, seat, number, to_seat, along, None, ready)


def _arrivals(
    state: Tournament, told: Sequence[Told], playing: Sequence[Told]
) -> Iterator[Pending]:
    """Who belongs here and sits nowhere, or still at another table."""
    known = {one.number: one for one in playing}
    out = {name for one in told for name, is_in in one.players.items() if not is_in}
    sits = _sitting(told)
    for player in state.playing:
        number, seat = place_of(state, player.name) or (0, 0)
        table = known.get(number)
        if table is None or player.name in out or table.players.get(player.name):
            continue
        from_table, from_seat = _came_from(state, player)
        along = None if player.name in sits else _along(told, player.name, from_table)
        taken = {at for name, at in table.seats.items() if table.players.get(name)}
        ready = along is not None and seat not in taken
        yield Pending(number, ARRIVE, player.name, seat, from_table, from_seat, along, None, ready)


def _penalties(
    state: Tournament, told: Sequence[Told], playing: Sequence[Told], now_ms: int
) -> Iterator[Pending]:
    """The director's penalties of who sits here, that no table has entered."""
    given = {at_ms for one in told for at_ms in one.given}
    for table in playing:
        for name, is_in in table.players.items():
            player = state.players.get(name)
            if not is_in or player is None or not player.playing:
                continue
            for one in player.penalties:
                if one.serving(now_ms) and one.at_ms not in given:
                    seat = table.seats.get(name, 0)
                    yield Pending(table.number, PENALTY, name, seat, penalty=one)


def _sitting(told: Sequence[Told]) -> set[str]:
    return {name for one in told for name, is_in in one.players.items() if is_in}


def _came_from(state: Tournament, player: Player) -> tuple[int, int]:
    """Where the log moved him from last; 0: it did not."""
    for one in reversed(state.moves):
        if one.move.player == player.name:
            return one.move.table, one.move.seat
    return 0, 0


def _along(told: Sequence[Told], name: str, from_table: int) -> Along | None:
    """What he took along, as the table says that the log moved him from, else any other."""
    found: Mapping[int, Along] = {one.number: one.along[name] for one in told if name in one.along}
    return found.get(from_table, next(iter(found.values()), None))
