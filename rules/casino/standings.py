"""A season of tournaments: satellites and the final, who is where, who goes on. Pure.

A tournament's places are RAY-1-4's. Over several, who played the final stands above who did not;
within a stage the points of all its tournaments count, then first and second places.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from rules.casino.payout import Entry, Payout, payout, ranked
from rules.casino.plan import Plan, plan_of
from rules.edition import Edition
from rules.lots import NO_LOTS, Lot, decides

SATELLITE: Final = "satellite"
FINAL: Final = "final"
STAGES: Final = (SATELLITE, FINAL)
"""RAY-1-1: rounds before the final are satellites."""


class Own(NamedTuple):
    """What a tournament has of its own (RAY-STRUCT-1): its instructions, and who won a seat in it.

    `seats` is None where none are played for.
    """

    plan: Plan
    seats: tuple[str, ...] | None = None


NO_OWN: Final[Mapping[str, Own]] = MappingProxyType({})


class TournamentResult(NamedTuple):
    """One player's result of one tournament; `prize` where its own sheet says it."""

    tournament: str
    stage: str
    entry: Entry
    prize: int | None = None


class Row(NamedTuple):
    """A line of the standings; `points` thousandths of the last stage reached, `gross` of all.

    `decided_by`: points, firsts, seconds, busted_order, lot; None for equals and the first of a
    stage.
    """

    rank: int
    player: str
    points: int
    gross: int
    games: int
    stage: str
    firsts: int
    seconds: int
    prize: int
    decided_by: str | None
    lot: Lot | None = None


class Advance(NamedTuple):
    """RAY-1-1, RAY-SLOT-3: a player and whether he goes on; `unresolved`: equal across the cut."""

    player: str
    tournament: str
    place: int
    advances: bool
    unresolved: bool


def plan_of_season(edition: Edition) -> Plan:
    """RAY-STRUCT-1: the structure of the season's tournaments is its edition's."""
    return plan_of(
        edition.values["structure"],
        edition.text("type"),
        edition.whole("rebuy"),
        edition.whole("addon"),
    )


def payouts(
    results: Sequence[TournamentResult], edition: Edition, own: Mapping[str, Own] = NO_OWN
) -> dict[str, Payout]:
    """RAY-PAY-1: what each tournament pays, by its own instructions where it has any."""
    season, tie = Own(plan_of_season(edition)), edition.text("tie")
    return {
        name: payout(own.get(name, season).plan, entries, tie)
        for name, entries in _by_tournament(results).items()
    }


def standings(
    results: Sequence[TournamentResult],
    edition: Edition,
    lots: Mapping[str, Lot] = NO_LOTS,
    own: Mapping[str, Own] = NO_OWN,
) -> list[Row]:
    """RAY-1-4: everybody's place; who was disqualified in a tournament is not ranked for it."""
    paid = payouts(results, edition, own)
    counted: dict[str, list[TournamentResult]] = {}
    for result in results:
        if not result.entry.disqualified:
            counted.setdefault(result.entry.player, []).append(result)
    keys = {player: _key(found, paid) for player, found in counted.items()}
    rows: list[Row] = []
    above: tuple[Any, ...] | None = None
    order = sorted(keys, key=lambda name: (tuple(-one for one in keys[name]), name))
    for key, group in groupby(order, key=keys.__getitem__):
        names = list(group)
        by_lot = decides(names, lots)
        if by_lot:
            names.sort(key=lambda name: lots[name].place)
        first = len(rows) + 1
        for at, name in enumerate(names):
            decided = _decided(above, key) if at == 0 else ("lot" if by_lot else None)
            rank = first + at if by_lot else first
            lot = lots[name] if by_lot else None
            rows.append(_row(rank, name, counted[name], paid, decided, lot))
        above = key
    return rows


def advance(
    results: Sequence[TournamentResult],
    stage: str,
    edition: Edition,
    lots: Mapping[str, Lot] = NO_LOTS,
    own: Mapping[str, Own] = NO_OWN,
) -> list[Advance]:
    """RAY-1-1, RAY-SLOT-3: of each tournament of the stage the first ones go on, as many as its
    structure says; of the final, the winner. Who has won a seat already goes on, and nobody else.
    """
    season = Own(plan_of_season(edition))
    found: list[Advance] = []
    played = [result for result in results if result.stage == stage]
    for name, entries in sorted(_by_tournament(played).items()):
        plan, won = own.get(name, season)
        if stage != FINAL and won is not None:
            found += _by_seats(name, plan, entries, won)
            continue
        seats = _seats(plan, stage, payout(plan, entries))
        place = 1
        for group in ranked(plan, entries):
            by_lot = decides(group, lots)
            names = sorted(group, key=lambda one: lots[one].place) if by_lot else group
            last = place + len(group) - 1
            across = place <= seats < last and not by_lot
            for at, player in enumerate(names):
                here = place + at if by_lot else place
                goes = here <= seats if by_lot else last <= seats
                found.append(Advance(player, name, here, goes, across))
            place += len(group)
    return found


def _by_seats(
    name: str, plan: Plan, entries: Sequence[Entry], won: Sequence[str]
) -> Iterator[Advance]:
    """RAY-1-1: the tournament itself has said who won a seat, by lot among equals."""
    place = 1
    for group in ranked(plan, entries):
        for player in group:
            yield Advance(player, name, place, player in won, False)
        place += len(group)


def lot_needed(rows: Sequence[Advance]) -> list[str]:
    """RAY-1-4: who is equal across a cut."""
    return [row.player for row in rows if row.unresolved]


def _seats(plan: Plan, stage: str, paid: Payout) -> int:
    if stage == FINAL:
        return 1
    prizes = plan.prizes
    if prizes.satellite_price:
        can = paid.pool // prizes.satellite_price
        return min(can, prizes.satellite_seats) if prizes.satellite_seats else can
    return prizes.satellite_seats or plan.advance


def _by_tournament(results: Sequence[TournamentResult]) -> dict[str, list[Entry]]:
    found: dict[str, list[Entry]] = {}
    for result in results:
        found.setdefault(result.tournament, []).append(result.entry)
    return found


def _key(found: Sequence[TournamentResult], paid: Mapping[str, Payout]) -> tuple[int, ...]:
    """Stage, points, firsts, seconds, and in a single tournament how late he left."""
    reached = max(STAGES.index(result.stage) for result in found)
    here = [result for result in found if STAGES.index(result.stage) == reached]
    places = [paid[result.tournament].places[result.entry.player] for result in here]
    late = -places[0] if len(here) == 1 else 0
    points = sum(result.entry.points for result in here if not result.entry.busted_order)
    return (reached, points, places.count(1), places.count(2), late)


_CRITERIA: Final = ("points", "firsts", "seconds", "busted_order")


def _decided(above: tuple[Any, ...] | None, here: tuple[Any, ...]) -> str | None:
    """In one tournament second places follow from who left later, so that decides."""
    if above is None or above[0] != here[0]:
        return None
    pairs = zip(_CRITERIA, above[1:], here[1:], strict=True)
    found = next(name for name, one, other in pairs if one != other)
    alone = above[4] and here[4] and above[1] == here[1] == 0
    return "busted_order" if found in ("firsts", "seconds") and alone else found


def _paid(tournament: Payout, player: str) -> int:
    return sum(one.prize for one in tournament.prizes if one.player == player)


def _row(
    rank: int,
    player: str,
    found: Sequence[TournamentResult],
    paid: Mapping[str, Payout],
    decided: str | None,
    lot: Lot | None,
) -> Row:
    reached, points, firsts, seconds, _ = _key(found, paid)
    won = sum(
        _paid(paid[one.tournament], player) if one.prize is None else one.prize for one in found
    )
    return Row(
        rank=rank,
        player=player,
        points=points,
        gross=sum(one.entry.points for one in found if not one.entry.busted_order),
        games=len(found),
        stage=STAGES[reached],
        firsts=firsts,
        seconds=seconds,
        prize=won,
        decided_by=decided,
        lot=lot,
    )
