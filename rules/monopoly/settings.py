"""Every setting of the Monopoly family, in the order of an edition file.

A number is data, a choice between two behaviours is a word of a closed list; where the document
is silent the edition file says `status = "proposed"` or `"presupposed"` beside the value.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from rules.board import MONEY, Deeds
from rules.settings import Choice, Day, Flag, Setting, Several, Table, Whole

RENTS: Final = MappingProxyType({"lot": 6, "railway": 4, "utility": 2})
"""Kinds of deeds and how many rents each has: bare, 1-4 houses, hotel; 1-4 railways; 1-2 works."""

_NOTE: Final = Table(MappingProxyType({"value": Whole(1, 100_000), "count": Whole(1, 1000)}))

SETTINGS: Final[tuple[Setting, ...]] = (
    Setting("timers_s", "game", Whole(60, 86_400)),
    # A minute apart: a warning is called by its minute, and no two may have one name.
    Setting("timers_s", "warnings", Several(Whole(60, 86_399), 0, 5, apart=60)),
    Setting("timers_s", "check_in", Whole(0, 86_400)),
    Setting("entry", "born_by", Day()),
    Setting("entry", "register_by", Day()),
    Setting("money", "start", MONEY),
    Setting("money", "start_notes", Several(_NOTE, 1, 10)),
    Setting("money", "pass_start", MONEY),
    Setting("money", "income_tax", MONEY),
    Setting("money", "super_tax", MONEY),
    Setting("money", "jail", MONEY),
    Setting("money", "jail_card_most", MONEY),
    Setting("counts", "players_least", Whole(2, 10)),
    Setting("counts", "players_most", Whole(2, 10)),
    Setting("counts", "final_players", Whole(2, 10)),
    Setting("counts", "final_bankers", Whole(1, 2)),
    Setting("counts", "doubles_to_jail", Whole(2, 10)),
    Setting("counts", "jail_tries", Whole(1, 10)),
    Setting("counts", "houses", Whole(0, 1000)),
    Setting("counts", "hotels", Whole(0, 1000)),
    Setting("counts", "semi_final_places", Whole(1, 10_000)),
    Setting("counts", "reserves", Whole(0, 10_000)),
    Setting("counts", "final_places", Whole(1, 10)),
    Setting("percent", "mortgage_interest", Whole(0, 100)),
    Setting("percent", "demolish", Whole(0, 100)),
    Setting(
        "choices",
        "asset_values",
        Choice(("print_half_if_mortgaged_buildings_at_cost", "printed_only")),
    ),
    Setting("choices", "tie_counts_buildings", Flag()),
    Setting("choices", "final_tie", Choice(("lot_by_referee",))),
    Setting(
        "choices",
        "claim_closes_on",
        Choice(("next_player_after_the_lander", "next_after_the_owner")),
    ),
    Setting("choices", "mortgage_needs", Choice(("that_lot_unbuilt", "whole_group_unbuilt"))),
    Setting("choices", "round_10pct", Choice(("up_to_1", "nearest"))),
    Setting("choices", "show_clock_to_players", Flag()),
    Setting("choices", "best_of_qualifiers", Choice(("best_result", "sum"))),
    Setting("choices", "dice_log", Choice(("every", "first_only", "reader"))),
    Setting("board", "deeds", Deeds(RENTS)),
)
