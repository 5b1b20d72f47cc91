"""What must add up in a tournament, over all its tables, and who or what is off where it does not.

Two sides are compared, never one with itself: what was bought with what is held, the seats with
who is in, the book with what each table says of itself, what one tournament gave with what another
received.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from rules.casino.plan import Plan
from rules.casino.seating import gap
from rules.casino.timeline import structure_mark
from rules.casino.tournament.outcome import board, in_play, money, results
from rules.casino.tournament.pending import Pending, on_the_way, pending
from rules.casino.tournament.state import Tournament
from rules.casino.tournament.told import Told

FINE: Final = "fine"
OFF: Final = "off"
UNKNOWN: Final = "unknown"


class Check(NamedTuple):
    """One thing that must hold: `wanted` and `found` are the two sides, `whose` what is off.

    `state`: fine, off, or unknown as long as a side is missing. `where`: the table, if it is one's.
    """

    what: str
    state: str
    wanted: int
    found: int
    whose: tuple[str, ...] = ()
    where: str = ""


class Handed(NamedTuple):
    """What an earlier tournament has for this one: a carry-over, seats."""

    tournament: str
    carry: int
    seats: tuple[str, ...] = ()


def checks(
    state: Tournament, told: Sequence[Told] = (), handed: Sequence[Handed] = (), now_ms: int = 0
) -> list[Check]:
    """RAY-1-2, RAY-PAY-3, RAY-OTHER-3: every check, the money first."""
    waits = pending(state, told, now_ms)
    return [
        _takings(state),
        *_prizes(state),
        *_handed(state, handed),
        _points(state),
        _seats(state),
        _gap(state),
        *_moves(state, told, waits),
        *_tables(state, told, waits),
    ]


def taken(state: Tournament) -> int:
    """What was paid: entries, also by a satellite's seat, rebuys and add-ons."""
    plan = state.plan
    total = 0
    for one in state.players.values():
        total += plan.fee + one.rebuys * (plan.rebuy.price if plan.rebuy else 0)
        total += plan.addon.price if plan.addon and one.addon else 0
    return total


def stakes_of(plan: Plan, entries: int, rebuys: int, addons: int) -> int:
    """RAY-1-5: what these purchases put into the pool, before anything is carried over."""
    paid = entries * plan.stake + rebuys * (plan.rebuy.price if plan.rebuy else 0)
    return int(paid + addons * (plan.addon.price if plan.addon else 0))


def kept(state: Tournament) -> int:
    """RAY-1-5: what the house keeps of the takings; negative where it adds to a fixed pool."""
    pool, carried = money(state), state.plan.prizes.carry_in + sum(state.carried.values())
    return taken(state) - (pool.total - carried)


def _takings(state: Tournament) -> Check:
    """RAY-1-5: of fees that go whole into the pool the house has its share and no more."""
    share, found = len(state.players) * state.plan.house, kept(state)
    if state.plan.prizes.pool_from != "fees":
        return Check("house", FINE, found, found)
    return _equal("house", share, found)


def _prizes(state: Tournament) -> Iterator[Check]:
    """RAY-PAY-3: prizes and carry-over are the pool, to the last unit."""
    pool, prizes = money(state), board(state)
    if prizes is None:
        yield Check("prizes", UNKNOWN, pool.pool, 0)
        return
    yield _equal("prizes", pool.pool, sum(prizes))
    if state.ended_ms is not None:
        yield _equal("paid_out", pool.pool, sum(one.prize for one in results(state)))


def _handed(state: Tournament, handed: Sequence[Handed]) -> Iterator[Check]:
    """RAY-PAY-3, RAY-1-1: what came in is what was kept for it; a seat is used by who won it."""
    known = {one.tournament: one for one in handed}
    for name, amount in state.carried.items():
        if name in known:
            yield _equal("carried", known[name].carry, amount, name)
        else:
            yield Check("carried", OFF, 0, amount, (name,))
    tickets = [(one.ticket, one.name) for one in state.players.values() if one.ticket]
    strange = [
        f"{player} ({source})"
        for source, player in tickets
        if source not in known or player not in known[source].seats
    ]
    if tickets or any(one.seats for one in handed):
        wanted = sum(len(one.seats) for one in handed)
        state_of = OFF if strange else FINE if len(tickets) == wanted else UNKNOWN
        yield Check("tickets", state_of, wanted, len(tickets), tuple(strange))


def _points(state: Tournament) -> Check:
    """RAY-1-2, RAY-OTHER-3: all who are in hold together what is in play."""
    wanted, left = in_play(state), state.playing
    found = sum(one.held for one in left)
    uncounted = tuple(one.name for one in left if not one.counted)
    if uncounted and state.ended_ms is None:
        return Check("points", UNKNOWN, wanted, 0, uncounted)
    return _equal("points", wanted, found)


def _seats(state: Tournament) -> Check:
    """Everybody who is in sits once; nobody else sits."""
    sitting = Counter(name for table in state.tables for name in table.seats if name is not None)
    playing = {one.name for one in state.playing}
    if not state.tables:
        return Check("seats", UNKNOWN, len(playing), 0)
    off = sorted((set(sitting) ^ playing) | {name for name, count in sitting.items() if count > 1})
    return Check("seats", OFF if off else FINE, len(playing), sum(sitting.values()), tuple(off))


def _gap(state: Tournament) -> Check:
    """No table has two players more than another, as long as it is played."""
    found = 0 if state.ended_ms is not None else gap(state.tables)
    large = max((one.players for one in state.tables), default=0)
    whose = tuple(str(one.number) for one in state.tables if found > 1 and one.players == large)
    return Check("gap", OFF if found > 1 else FINE, 1, found, whose)


def _moves(state: Tournament, told: Sequence[Told], waits: Sequence[Pending]) -> Iterator[Check]:
    """What the tables have not confirmed yet of the director's moves and penalties."""
    if not told or state.started_ms is None or state.ended_ms is not None:
        return
    whose = tuple(dict.fromkeys(one.said for one in waits))
    yield Check("moves", UNKNOWN if whose else FINE, len(whose), 0, whose)


def _tables(state: Tournament, told: Sequence[Told], waits: Sequence[Pending]) -> Iterator[Check]:
    """What the tables say: their players, their points, their money, against the book."""
    if not told:
        return
    moving = {one.player for one in waits}
    for table in told:
        off = tuple(sorted(_differs(state, table, moving)))
        here = next((one.players for one in state.tables if one.number == table.number), 0)
        found = sum(table.players.values())
        state_of = OFF if off else FINE if here == found else UNKNOWN
        yield Check("table", state_of, here, found, off, table.name)
        if bought := tuple(_bought(state, table)):
            yield Check("bought", OFF, len(table.bought), len(table.bought) - len(bought), bought,
                        table.name)  # fmt: skip
    yield from _levels(state, told)
    by_number = {one.number for one in told}
    silent = tuple(str(one.number) for one in state.tables if one.number not in by_number)
    paid = [one.paid for one in told if one.paid is not None]
    points = [one.points for one in told if one.points is not None]
    away = (*silent, *on_the_way(state, told))
    if away or len(paid) < len(told) or len(points) < len(told):
        yield Check("tables", UNKNOWN, len(state.tables), len(state.tables) - len(silent), away)
        return
    stakes = taken(state) - len(state.players) * state.plan.house
    yield _summed("tables_paid", stakes, told, paid)
    yield _summed("tables_points", in_play(state), told, points)


def _differs(state: Tournament, told: Told, moving: set[str]) -> Iterator[str]:
    """`+ name`: by the book he sits here, by the table not; `− name` the other way round.

    Whom the director has moved is no difference: his table has not confirmed it yet.
    """
    here = next((one for one in state.tables if one.number == told.number), None)
    seated = set(_names(here.seats if here else ()))
    said = {name for name, is_in in told.players.items() if is_in}
    yield from (f"+ {name}" for name in seated - said - moving)
    yield from (f"− {name}" for name in said - seated - moving)


def _bought(state: Tournament, told: Told) -> Iterator[str]:
    """RAY-REBUY-1, RAY-REBUY-4: rebuys and add-on by the table, then by the book."""
    for name, (rebuys, addon) in told.bought.items():
        player = state.players.get(name)
        if player is not None and (rebuys, addon) != (player.rebuys, player.addon):
            yield f"{name} {rebuys}+{int(addon)} / {player.rebuys}+{int(player.addon)}"


def _levels(state: Tournament, told: Sequence[Told]) -> Iterator[Check]:
    """RAY-STRUCT-1, RAY-STRUCT-4: one structure: no table plays by levels of its own."""
    wanted = structure_mark(state.plan.levels, state.plan.breaks)
    say = [one for one in told if one.levels]
    other = tuple(one.name for one in say if one.levels != wanted)
    if say:
        state_of = OFF if other else FINE
        yield Check("levels", state_of, len(say), len(say) - len(other), other)


def _summed(what: str, wanted: int, told: Sequence[Told], amounts: Sequence[int]) -> Check:
    """A sum over the tables; where it is off, each with its part."""
    if sum(amounts) == wanted:
        return Check(what, FINE, wanted, wanted)
    whose = tuple(f"{one.name} {amount}" for one, amount in zip(told, amounts, strict=True))
    return Check(what, OFF, wanted, sum(amounts), whose)


def _names(seats: Iterable[str | None]) -> Iterator[str]:
    return (one for one in seats if one is not None)


def _equal(what: str, wanted: int, found: int, *whose: str) -> Check:
    return Check(what, FINE if wanted == found else OFF, wanted, found, whose)
