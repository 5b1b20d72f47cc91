"""Who rules on a protest (HUN-7): the banker of the table, above him the referee, for good.

Pure; the league calls it. Which ruling holds is the last one's matter, the others stay on record.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.kinds import Refusal, RuleId

TABLE: Final = "table"
"""The banker, or who else leads the game at the table."""
REFEREE: Final = "referee"


def may_rule(before: Sequence[str], level: str) -> Refusal | None:
    """HUN-7: whether `level` may rule after these did; None: he may."""
    if REFEREE in before:
        return Refusal(RuleId("HUN-7"), "referee_has_decided")
    if level == TABLE and before:
        return Refusal(RuleId("HUN-7"), "referee_overrules")
    return None
