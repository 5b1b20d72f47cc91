"""Every setting of the casino's tournaments, in the order of an edition file.

The document leaves nearly every number to the tournament's own instructions, so one setting is the
whole of them: `structure`. The other settings are what the document leaves open.
"""

from __future__ import annotations

from typing import Final

from rules.casino.structure import TYPES, Structure
from rules.settings import Choice, Setting, Several, Whole

_LEFT: Final = Several(Whole(1, 86_400), 0, 5)

SETTINGS: Final[tuple[Setting, ...]] = (
    Setting("tournament", "type", Choice(TYPES)),
    Setting("tournament", "structure", Structure()),
    Setting("timers_s", "rebuy", Whole(0, 864_000)),
    Setting("timers_s", "addon", Whole(0, 86_400)),
    Setting("timers_s", "level_left", _LEFT),
    Setting("timers_s", "break_left", _LEFT),
    Setting("timers_s", "rebuy_left", _LEFT),
    Setting("timers_s", "addon_left", _LEFT),
    Setting("timers_s", "time_left", _LEFT),
    Setting("choices", "end_rule", Choice(("first_condition_reached", "all"))),
    Setting("choices", "tie", Choice(("pool_and_split", "lot", "order"))),
    Setting("choices", "rounding", Choice(("floor_rest_to_1st",))),
    Setting("choices", "dq_points", Choice(("out_of_play",))),
    Setting("choices", "time_up", Choice(("last_hand_if_counted", "at_once"))),
    Setting("choices", "rebuy_closes", Choice(("last_round_if_counted", "at_once"))),
    Setting("choices", "signed_by", Choice(("staff", "players"))),
)
