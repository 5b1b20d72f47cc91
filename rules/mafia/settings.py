"""Every setting of the Mafia family, in the order of an edition file.

A number is data, a choice between two behaviours is a word of a closed list; where the document
is silent the edition file says `status = "proposed"` or `"presupposed"` beside the value. Points
are hundredths, so that a quarter is a whole number.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from rules.settings import Choice, Flag, Setting, Several, Whole

_SECONDS: Final = Whole(1, 3600)
_POINTS: Final = Whole(0, 100_000)

POINTS: Final = (
    "win",
    "best_move",
    "sheriff_three_sheriff",
    "sheriff_three_red",
    "clean_sweep_don",
    "clean_sweep_black",
    "don_guessing",
    "named_two",
    "named_three",
    "first_killed_often",
    "loss",
    "loss_sheriff",
    "loss_don",
    "monster",
    "all_left",
)

SETTINGS: Final[tuple[Setting, ...]] = (
    Setting("timers_s", "speech", _SECONDS),
    Setting("timers_s", "silent", _SECONDS),
    Setting("timers_s", "critical", _SECONDS),
    Setting("timers_s", "defence", _SECONDS),
    Setting("timers_s", "minute", _SECONDS),
    Setting("timers_s", "speech_left", Several(Whole(1, 3599), 0, 5)),
    Setting("timers_s", "vote_window", Whole(1, 60)),
    Setting("timers_s", "check", _SECONDS),
    Setting("timers_s", "agreement", _SECONDS),
    Setting("timers_s", "look", _SECONDS),
    Setting("timers_s", "leave_seconds", Whole(1, 3600)),
    Setting("timers_s", "late", Whole(0, 86_400)),
    Setting("counts", "players", Whole(4, 10)),
    Setting("counts", "sheriffs", Whole(0, 1)),
    Setting("counts", "mafia", Whole(0, 4)),
    Setting("counts", "dons", Whole(0, 1)),
    Setting("counts", "foul_silence", Whole(1, 10)),
    Setting("counts", "foul_removal", Whole(1, 10)),
    Setting("counts", "critical_players", Whole(0, 10)),
    Setting("counts", "warnings_free", Whole(0, 100)),
    Setting("counts", "nights_without_kill", Whole(0, 10)),
    Setting("counts", "games", Whole(1, 100)),
    Setting("counts", "podium", Whole(1, 100)),
    Setting("counts", "first_killed_more_than", Whole(0, 100)),
    *(Setting("points_hundredths", name, _POINTS) for name in POINTS),
    Setting("choices", "profile", Choice(("mafn", "mafa"))),
    Setting("choices", "vote_input", Choice(("pads", "judge"))),
    Setting("choices", "several_nominations", Choice(("last_new", "last"))),
    Setting(
        "choices",
        "renominate_in_minute",
        Choice(("allowed", "not"), MappingProxyType({"not_allowed": "not"})),
    ),
    Setting("choices", "withdraw", Choice(("own_minute", "any_time"))),
    Setting("choices", "scoring", Choice(("none", "aktau"))),
    Setting("choices", "seat_press_yields", Flag()),
    Setting("choices", "speaking_order", Choice(("host", "strict"))),
    Setting("choices", "silence_rule", Choice(("this_day", "next_day"))),
    Setting("choices", "silence_blocks_crash_speech", Flag()),
    Setting("choices", "no_fist_is_foul", Flag()),
    Setting("choices", "night_removal_cancels_vote", Flag()),
    Setting("choices", "removal_mid_vote", Choice(("finish_windows", "stop"))),
    Setting("choices", "lift_majority", Choice(("more_than_half", "half"))),
    Setting("choices", "two_sheriffs_forbid_lift", Flag()),
    Setting("choices", "split_twice_at_3", Choice(("black_wins", "nobody_leaves"))),
    Setting("choices", "nokill_reset", Choice(("kill_only", "any_departure"))),
    Setting("choices", "best_move_needs_nobody_out", Flag()),
    Setting("choices", "clean_sweep", Choice(("all_three_alive", "exactly_3v3"))),
    Setting(
        "choices",
        "pts11",
        Choice(
            ("each_of_all_plain_red_only", "from_3rd", "sheriff_too", "from_3rd_sheriff_too"),
            MappingProxyType({"each_of_all": "each_of_all_plain_red_only"}),
        ),
    ),
    Setting("choices", "best_move_and_first_kill", Choice(("cumulative", "exclusive"))),
    Setting("choices", "late_from", Choice(("21:00", "20:40"))),
    Setting("choices", "seat_change", Choice(("never_the_same_seat", "differs_from_previous"))),
)
