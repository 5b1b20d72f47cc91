"""Every setting of the Matador family, in the order of an edition file.

A number is data, a choice between two behaviours is a word of a closed list; where the document
is silent the edition file says `status = "proposed"` or `"presupposed"` beside the value.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Any, Final

from rules.board import MONEY, Deeds
from rules.settings import Choice, Flag, Misfit, Setting, Several, Table, Text, Whole
from rules.value import Value

RENTS: Final = MappingProxyType({"lot": 6, "line": 4, "brewery": 2, "jail": 1, "tax": 2})
"""Kinds of deeds and how many rents each has: bare, 1-4 houses, hotel; 1-4 lines; 1-2 breweries;
what the exit of the jail costs; a tax field alone, and with both.
"""

_PERCENT: Final = Whole(0, 100)
_COUNT: Final = Whole(0, 100)

_SERIES: Final = Table(MappingProxyType({"code": Text(1), "name": Text(40), "english": Text(40)}))
_COLUMN: Final = Table(
    MappingProxyType({"players": Whole(2, 10), "points": Several(Whole(0, 1000), 2, 10)})
)


class Columns(Value):
    """The points table: a column for each number of players, as many points as players."""

    @property
    def allowed(self) -> str:
        return _COLUMNS.allowed

    def check(self, found: Any) -> Any:
        columns = _COLUMNS.check(found)
        for index, column in enumerate(columns):
            players, points = column["players"], column["points"]
            if len(points) != players:
                raise Misfit((index, "points"), len(points), f"{players} points")
            if any(players == other["players"] for other in columns[:index]):
                raise Misfit((index, "players"), players, "each number of players once")
        return columns


_COLUMNS: Final = Several(_COLUMN, 1, 9)


def _also(**words: str) -> MappingProxyType[str, str]:
    return MappingProxyType(words)


SETTINGS: Final[tuple[Setting, ...]] = (
    Setting("timers_s", "playing_time", Whole(0, 86_400)),
    Setting("timers_s", "playing_time_left", Several(Whole(60, 86_399), 0, 5)),
    Setting("timers_s", "time_out", Whole(10, 3600)),
    Setting("timers_s", "time_out_left", Several(Whole(1, 3599), 0, 5)),
    Setting("evening", "free_pass_evening", Flag()),
    Setting("evening", "loan_evening", Flag()),
    Setting("money", "final_fee", MONEY),
    Setting("money", "cheating", MONEY),
    Setting("money", "false_accusation", MONEY),
    Setting("money", "early_roll", MONEY),
    Setting("money", "pot_wealth", MONEY),
    Setting("money", "pot_shared_above", MONEY),
    Setting("money", "jail_stay", MONEY),
    Setting("money", "jail_instead_pot", MONEY),
    Setting("money", "jail_instead_owner", MONEY),
    Setting("money", "grant_card", MONEY),
    Setting("money", "card_printed", MONEY),
    Setting("money", "card_raised", MONEY),
    Setting("money", "pass_start", MONEY),
    Setting("money", "pass_start_homes", MONEY),
    Setting("money", "pass_start_blue", MONEY),
    Setting("money", "loan_step", Whole(1, 1_000_000)),
    Setting("counts", "age_least", Whole(0, 150)),
    Setting("counts", "players_least", Whole(2, 10)),
    Setting("counts", "players_most", Whole(2, 10)),
    Setting("counts", "one_table_most", Whole(2, 10)),
    Setting("counts", "final_one_table_most", Whole(2, 10)),
    Setting("counts", "contenders_least", _COUNT),
    Setting("counts", "others_least", _COUNT),
    Setting("counts", "rounds_for_final", _COUNT),
    Setting("counts", "rounds_to_vote", _COUNT),
    Setting("counts", "proposals_most", _COUNT),
    Setting("counts", "special_evenings_a_half", _COUNT),
    Setting("counts", "doubles_to_jail", Whole(2, 10)),
    Setting("counts", "jail_tries", Whole(1, 10)),
    Setting("counts", "houses_a_turn", Whole(1, 60)),
    Setting("counts", "followers_to_lapse", Whole(1, 10)),
    Setting("counts", "series_for_shares", _COUNT),
    Setting("counts", "houses", Whole(0, 1000)),
    Setting("counts", "hotels", Whole(0, 1000)),
    Setting("counts", "dropped", Whole(0, 100)),
    Setting("counts", "carry_over", Whole(0, 1000)),
    Setting("percent", "evasion", _PERCENT),
    Setting("percent", "jail_income_cut", Several(_PERCENT, 1, 10)),
    Setting("percent", "oil_prices", _PERCENT),
    Setting("percent", "property_taxes", _PERCENT),
    Setting("percent", "mortgage_fee", _PERCENT),
    Setting("percent", "lander_takes", _PERCENT),
    Setting("percent", "bank_buys_mortgaged", _PERCENT),
    Setting("percent", "bank_buys_buildings", _PERCENT),
    Setting("percent", "share_step", Whole(1, 100)),
    Setting("percent", "loan_interest", _PERCENT),
    Setting("percent", "loan_instalment", _PERCENT),
    Setting("percent", "second_division", _PERCENT),
    Setting("points", "table", Columns()),
    Setting("points", "final_times", Whole(1, 10)),
    Setting("choices", "seeding_basis", Choice(("gross", "net"))),
    Setting("choices", "odd_goes_to", Choice(("top_table", "bottom"), _also(top="top_table"))),
    Setting("choices", "final_contender_tie", Choice(("equal_can_win", "strict"))),
    Setting("choices", "free_pass_declare", Choice(("before_roll", "after_roll"))),
    Setting("choices", "accuser_votes", Flag()),
    Setting("choices", "vote_tie", Choice(("not_guilty",))),
    Setting("choices", "money_unit", Whole(1, 1000)),
    Setting("choices", "exactly_30000", Choice(("pot_stays", "under", "over"))),
    Setting("choices", "deed_value", Choice(("full_liquidation", "mortgage_only"))),
    Setting("choices", "jail_unowned", Choice(("to_pot", "bank"))),
    Setting("choices", "auction_half_to", Choice(("parking_pot", "separate_pot"))),
    Setting("choices", "field39_both", MONEY),
    Setting(
        "choices",
        "loan_interest_base",
        Choice(("outstanding", "original_principal"), _also(original="original_principal")),
    ),
    Setting(
        "choices",
        "drop_by",
        Choice(
            ("fewest_points", "worst_place"), _also(points="fewest_points", place="worst_place")
        ),
    ),
    Setting("choices", "absence_is_placing", Flag()),
    Setting("choices", "final_can_be_dropped", Flag()),
    Setting("choices", "place_tie", Choice(("average_floor", "lot"))),
    Setting("choices", "cup_tie", Choice(("firsts_seconds_gross_lot", "shared"))),
    Setting(
        "choices",
        "grant_card_use",
        Choice(
            ("after_landing", "declared_before_roll"),
            _also(declared_before_the_roll="declared_before_roll"),
        ),
    ),
    Setting("choices", "own_mortgaged_auction", Flag()),
    Setting("choices", "evening_end", Choice(("full_round", "at_once"))),
    Setting("choices", "dice_log", Choice(("every", "first_only", "reader"))),
    Setting("board", "series", Several(_SERIES, 1, 26)),
    Setting("board", "deeds", Deeds(RENTS, frozenset({"english", "also"}))),
)
