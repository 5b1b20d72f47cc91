"""Who can still win the cup (RAMK-3.1B): a generous bound, and the organiser confirms the list.

The best a member can reach is to win the final at a table of the size that is assumed; the worst a
rival can do is to come last there. Every rival may be last at once. The table's size is then that
of the list, until nothing changes.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from rules.edition import Edition
from rules.matador.prospects import Prospects
from rules.matador.season import NOTHING, Result, is_over, standings


def contenders(
    results: Sequence[Result],
    attending: Collection[str],
    edition: Edition,
    carried: Mapping[str, int] = NOTHING,
) -> list[str]:
    """RAMK-3.1B: those of the attending who can still win; after the final, who has won.

    Who is absent keeps what he has, and is a rival all the same.
    """
    if is_over(results):
        return [row.player for row in standings(results, edition, carried) if row.rank == 1]
    return listed(sorted(attending), Prospects(results, edition, carried), edition)


def listed(attending: Sequence[str], prospects: Prospects, edition: Edition) -> list[str]:
    """RAMK-3.1B: of the attending, those who can win, until the list no longer shrinks."""
    sizes = [one["players"] for one in edition.several("table")]
    least, most = min(sizes), max(sizes)
    size = min(most, max(least, len(attending)))
    found = list(attending)
    while True:
        found = [one for one in found if _can_win(one, attending, size, prospects, edition)]
        smaller = min(most, max(least, len(found)))
        if smaller == size or not found:
            return found
        size = smaller


def _can_win(
    player: str, attending: Collection[str], size: int, prospects: Prospects, edition: Edition
) -> bool:
    """Whether his best is not below every rival's worst; equality counts (setting)."""
    best = prospects.net(player, 1, size)
    rivals = {*prospects.known(), *attending} - {player}
    worst = max(
        (
            prospects.net(rival, size, size) if rival in attending else prospects.absent(rival)
            for rival in rivals
        ),
        default=best - 1,
    )
    strict = edition.text("final_contender_tie") == "strict"
    return best > worst if strict else best >= worst
