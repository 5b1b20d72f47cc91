"""Who sits where (RAMK-3.1): one table, two by points, or by who can still win the cup. Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

from rules.edition import Edition
from rules.kinds import Refusal, RuleId
from rules.lots import draw
from rules.matador.contenders import contenders
from rules.matador.season import NOTHING, Result, standings

ONE_TABLE: Final = "one_table"
BY_POINTS: Final = "by_points"
BY_CUP: Final = "by_cup"


class Seating(NamedTuple):
    """Tables in order, the first is the 1st division; players in the order of their points.

    `by` says how they were split. `lots` are those among whom the lot decided about the cut, as
    drawn; nobody where no tie lay across it. `contenders` is the list of the final evening.
    """

    tables: tuple[tuple[str, ...], ...]
    by: str
    lots: tuple[str, ...]
    seed: int
    contenders: tuple[str, ...] = ()


def seat(
    attending: Collection[str],
    results: Sequence[Result],
    seed: int,
    edition: Edition,
    *,
    carried: Mapping[str, int] = NOTHING,
    final: bool = False,
    confirmed: Collection[str] | None = None,
) -> Seating | Refusal:
    """RAMK-3.1A, RAMK-3.1B: `confirmed` is the contender list as the organiser corrected it."""
    count = len(attending)
    least, most = edition.whole("players_least"), edition.whole("players_most")
    one_most = edition.whole("final_one_table_most" if final else "one_table_most")
    if not least <= count <= 2 * most:
        details = (("players", count), ("least", least), ("most", 2 * most))
        return Refusal(RuleId("RAMK-3.1A"), "cannot_be_seated", details)
    points = _points(attending, results, edition, carried)
    if count <= one_most:
        return Seating((_by_points(attending, points),), ONE_TABLE, (), seed)
    if final:
        found = contenders(results, attending, edition, carried)
        if confirmed is not None:
            found = [one for one in attending if one in confirmed]
        if _split_by_cup(len(found), count, edition):
            others = [one for one in attending if one not in found]
            tables = (_by_points(found, points), _by_points(others, points))
            return Seating(tables, BY_CUP, (), seed, tables[0])
        return _halves(attending, points, seed, edition)._replace(
            contenders=_by_points(found, points)
        )
    return _halves(attending, points, seed, edition)


def split_sizes(count: int, edition: Edition) -> tuple[int, int]:
    """RAMK-3.1A: the halves of so many; of an odd number the larger one (setting)."""
    top_is_larger = edition.text("odd_goes_to") == "top_table"
    top = -(-count // 2) if top_is_larger else count // 2
    return top, count - top


def _split_by_cup(found: int, count: int, edition: Edition) -> bool:
    """RAMK-3.1B: at least four who can win and three who cannot, and no table beyond eight."""
    others, most = count - found, edition.whole("players_most")
    enough = found >= edition.whole("contenders_least") and others >= edition.whole("others_least")
    return enough and found <= most and others <= most


def _halves(
    attending: Collection[str], points: Mapping[str, int], seed: int, edition: Edition
) -> Seating:
    """RAMK-3.1A: the half with most points together; the lot where equals lie across the cut."""
    top, _ = split_sizes(len(attending), edition)
    order = list(_by_points(attending, points))
    lots: tuple[str, ...] = ()
    cut = points[order[top - 1]]
    if points[order[top]] == cut:
        equals = [one for one in order if points[one] == cut]
        lots = draw(equals, seed)
        first = order.index(equals[0])
        order[first : first + len(equals)] = lots
    halves = (_by_points(order[:top], points), _by_points(order[top:], points))
    return Seating(halves, BY_POINTS, lots, seed)


def _points(
    attending: Collection[str],
    results: Sequence[Result],
    edition: Edition,
    carried: Mapping[str, int],
) -> dict[str, int]:
    """RAMK-3.1A: all points so far, the bonus among them, nothing dropped (setting)."""
    by_net = edition.text("seeding_basis") == "net"
    rows = standings(results, edition, carried)
    known = {row.player: row.points if by_net else row.gross for row in rows}
    return {one: known.get(one, 0) for one in attending}


def _by_points(players: Collection[str], points: Mapping[str, int]) -> tuple[str, ...]:
    return tuple(sorted(players, key=lambda one: (-points[one], one)))
