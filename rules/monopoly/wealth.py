"""What one player's result of one game is worth (HUN-3.2). Pure; the table's sheet and the league's
ranking both ask here.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.edition import Edition
from rules.kinds import Money

STAGES: Final = ("qualifier", "semifinal", "final")
"""HUN-3: qualifiers, one semi-final, one final."""


class HunResult(NamedTuple):
    """One player's result of one game, as it stands on the result sheet.

    `unmortgaged` and `mortgaged` are printed prices, `buildings` stand at cost; a `disqualified`
    player is excluded from the championship.
    """

    stage: str
    game: str
    player: str
    cash: Money
    unmortgaged: Money
    mortgaged: Money
    buildings: Money
    bankrupt: bool = False
    disqualified: bool = False


def wealth(result: HunResult, edition: Edition) -> Money:
    """HUN-3.2: cash, printed prices, half of them if mortgaged, buildings at cost; bankrupt: 0."""
    if result.bankrupt:
        return Money(0)
    if edition.text("asset_values") == "printed_only":
        return Money(result.cash + result.unmortgaged + result.mortgaged)
    return Money(result.cash + result.unmortgaged + result.mortgaged // 2 + result.buildings)


def unencumbered(result: HunResult, edition: Edition) -> Money:
    """HUN-3.2: what decides between equals, the value of property that is not mortgaged."""
    if result.bankrupt:
        return Money(0)
    counts = edition.flag("tie_counts_buildings")
    return Money(result.unmortgaged + (result.buildings if counts else 0))
