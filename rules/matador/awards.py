"""Points for a place (RAMK-9.16, 9.18, 9.19): by the table's size, shared where places are."""

from __future__ import annotations

from collections.abc import Mapping

from rules.edition import Edition
from rules.kinds import Refusal, RuleId
from rules.lots import draw
from rules.ranking import average_down, misplaced


def column(players: int, edition: Edition) -> tuple[int, ...] | None:
    """RAMK-9.16: the points of a table of so many; None where the points table has no column."""
    for one in edition.several("table"):
        if one["players"] == players:
            points: tuple[int, ...] = one["points"]
            return points
    return None


def base(place: int, players: int, edition: Edition) -> int | Refusal:
    """RAMK-9.16: what a place is worth that nobody shares."""
    points = column(players, edition)
    if points is None:
        return _no_column(players, edition)
    if not 1 <= place <= players:
        details = (("place", place), ("players", players))
        return Refusal(RuleId("RAMK-9.16"), "no_place", details)
    return points[place - 1]


def award(points: int, edition: Edition, *, final: bool, division: int | None) -> int:
    """RAMK-9.18: double in the final; RAMK-9.19: a quarter more in the 2nd division otherwise."""
    if final:
        return points * edition.whole("final_times")
    if division == 2:
        return points * (100 + edition.whole("second_division")) // 100
    return points


def awards(
    found: Mapping[str, int], edition: Edition, *, final: bool, division: int | None, seed: int = 0
) -> dict[str, int] | Refusal:
    """The points of everybody at one table, by player; equal places share what they are worth.

    By the setting `place_tie` the lot decides between them instead, drawn from `seed`.
    """
    points = column(len(found), edition)
    if points is None:
        return _no_column(len(found), edition)
    wrong = misplaced(tuple(found.values()))
    if wrong is not None:
        details = (("place", wrong), ("players", len(found)))
        return Refusal(RuleId("RAMK-9.16"), "no_place", details)
    given: dict[str, int] = {}
    for place in sorted(set(found.values())):
        sharing = [player for player, one in found.items() if one == place]
        if edition.text("place_tie") == "lot":
            order = draw(sharing, seed)
            given |= {player: points[place - 1 + at] for at, player in enumerate(order)}
        else:
            given |= dict.fromkeys(sharing, average_down(points, place, len(sharing)))
    return {
        player: award(given[player], edition, final=final, division=division) for player in found
    }


def _no_column(players: int, edition: Edition) -> Refusal:
    sizes = [one["players"] for one in edition.several("table")]
    details = (("players", players), ("least", min(sizes)), ("most", max(sizes)))
    return Refusal(RuleId("RAMK-9.16"), "no_column", details)
