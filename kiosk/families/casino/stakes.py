"""New stakes said in short: how long levels last from now on, or what the next level is.

RAY-STRUCT-4: the action is the whole schedule from the first level on, with its reason; what the
official says at the table is made into one here. Pure.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rules.casino.view import CasinoView, StakeView

MINUTE_MS: Final = 60_000
BETS: Final[Mapping[str, str]] = {"small": "least", "big": "most"}
"""Where a game has bets in place of blinds, these are meant."""


def spelled(fields: Mapping[str, Any], view: CasinoView) -> Mapping[str, Any]:
    """`stakes` with `minutes` (of every level to come), or with `small`, `big` and `ante` (of the
    next level), as the whole schedule; every other action as it is.
    """
    if fields.get("do") != "stakes" or "levels" in fields:
        return fields
    levels = [_level(level) for level in view.levels]
    number = view.level.number if view.level is not None else 0
    if "minutes" in fields:
        ahead = [{**level, "minutes": fields["minutes"]} for level in levels[number:]]
        levels = levels[:number] + ahead
    else:
        levels = levels[:number] + _from_next(fields, view, levels, number)
    return {"do": "stakes", "levels": levels, "reason": fields.get("reason", "")}


def _from_next(
    fields: Mapping[str, Any], view: CasinoView, levels: list[dict[str, int]], number: int
) -> list[dict[str, int]]:
    """The next level as it was said; the levels it overtakes fall out."""
    names = {"small": "small", "big": "big"}
    if any("most" in level or "least" in level for level in levels):
        names = dict(BETS)
    said = {
        names.get(word, word): fields[word] for word in ("small", "big", "ante") if word in fields
    }
    pattern = levels[number] if number < len(levels) else levels[-1] if levels else {}
    if "minutes" in pattern:
        said["minutes"] = pattern["minutes"]
    top = said.get(names["big"], 0)
    return [said, *(level for level in levels[number + 1 :] if level.get(names["big"], 0) > top)]


def _level(level: StakeView) -> dict[str, int]:
    minutes = {"minutes": level.ms // MINUTE_MS} if level.ms else {}
    return {**dict(level.stakes), **minutes}
