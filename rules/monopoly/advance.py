"""Who goes on (HUN-3.1 to 3.5, 13): 72 and 6 reserves, the final of 6, the champion. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from rules.edition import Edition
from rules.lots import NO_LOTS, Lot
from rules.monopoly.standings import Row, standings
from rules.monopoly.wealth import STAGES, HunResult


class Advance(NamedTuple):
    """A row and what it leads to.

    `reserve` is 1 to 6 or None; equals share a number. `unresolved` is true for every player tied
    across a cut: none of them advances or is a reserve until the referee has drawn the lot.
    """

    row: Row
    advances: bool
    reserve: int | None
    unresolved: bool


def advance(
    results: Sequence[HunResult], stage: str, edition: Edition, lots: Mapping[str, Lot] = NO_LOTS
) -> list[Advance]:
    """HUN-3, HUN-3.2, HUN-3.3, HUN-3.4, HUN-3.5: the stage that was played, who goes on from it."""
    played = [result for result in results if result.stage == stage]
    excluded = {result.player for result in results if result.disqualified}
    rows = standings([r for r in played if r.player not in excluded], edition, lots)
    places, reserves = _cuts(stage, edition)
    shared = Counter(row.rank for row in rows)
    return [_advance(row, shared[row.rank], places, reserves) for row in rows]


def eligible(player: str, results: Sequence[HunResult]) -> bool:
    """HUN-3.1: only who took part in a qualifier can reach the semi-final."""
    return any(result.player == player and result.stage == "qualifier" for result in results)


def lot_needed(rows: Sequence[Advance], absent: Collection[str] = ()) -> list[str]:
    """HUN-3.2, HUN-3.3: among whom the referee draws: tied across a cut, or for a reserve's place.

    Who enters first is decided among the reserves as well; HUN-13: so is who is next in order where
    the champion is among the `absent`. No other tie has consequences.
    """
    sharing = Counter(one.reserve for one in rows if one.reserve is not None)
    tied = [
        one.row.player
        for one in rows
        if one.unresolved or (one.reserve is not None and sharing[one.reserve] > 1)
    ]
    return tied or _equal_heirs(rows, absent)


def replacements(rows: Sequence[Advance], absent: Collection[str]) -> list[str]:
    """HUN-3.3: the reserves who enter for those who do not appear, the wealthiest first.

    A reserve who is absent himself is passed over. Fewer names come back where no reserve is left,
    or where the next of them share a number: who of them enters is for the lot (`lot_needed`).
    """
    missing = sum(1 for one in rows if one.advances and one.row.player in absent)
    waiting: dict[int, list[str]] = {}
    for one in rows:
        if one.reserve is not None and one.row.player not in absent:
            waiting.setdefault(one.reserve, []).append(one.row.player)
    entering: list[str] = []
    for number in sorted(waiting):
        if len(entering) + len(waiting[number]) > missing:
            break
        entering += waiting[number]
    return entering


def world_championship(rows: Sequence[Advance], declined: Collection[str]) -> str | None:
    """HUN-13: the champion's right passes to the next in order if he cannot or will not go.

    None where nobody is left, or where the next are equal in everything.
    """
    willing = [one.row for one in rows if one.row.player not in declined]
    if not willing or any(row.rank == willing[0].rank for row in willing[1:]):
        return None
    return willing[0].player


def without(rows: Sequence[Advance], absent: Collection[str]) -> list[Advance]:
    """HUN-3.3, HUN-13: the rows of a stage as they are when `absent` do not go on.

    Reserves enter the semi-final, the next in order goes to the world championship; the final
    has no reserves.
    """
    if not absent:
        return list(rows)
    entering = set(replacements(rows, absent))
    if rows and rows[0].row.stage == "final":
        entering = {heir} if (heir := world_championship(rows, absent)) else set()
    return [
        one._replace(
            advances=one.row.player in entering or (one.advances and one.row.player not in absent)
        )
        for one in rows
    ]


def _equal_heirs(rows: Sequence[Advance], absent: Collection[str]) -> list[str]:
    """HUN-13: who are the next in order together, where one of them has to be."""
    if not rows or rows[0].row.stage != STAGES[-1] or rows[0].row.player not in absent:
        return []
    willing = [one.row for one in rows if one.row.player not in absent]
    names = [row.player for row in willing if row.rank == willing[0].rank]
    return names if len(names) > 1 else []


def _cuts(stage: str, edition: Edition) -> tuple[int, int]:
    """How many go on from a stage, and how many wait as reserves."""
    if stage == "qualifier":
        return edition.whole("semi_final_places"), edition.whole("reserves")
    if stage == "semifinal":
        return edition.whole("final_places"), 0
    return 1, 0


def _advance(row: Row, sharing: int, places: int, reserves: int) -> Advance:
    """`sharing` players hold this rank, the row's own among them."""
    first = row.rank
    last = first + sharing - 1
    cuts = {places, places + reserves}
    if any(first <= cut < last for cut in cuts):
        return Advance(row, advances=False, reserve=None, unresolved=True)
    if last <= places:
        return Advance(row, advances=True, reserve=None, unresolved=False)
    reserve = first - places if first <= places + reserves else None
    return Advance(row, advances=False, reserve=reserve, unresolved=False)
