"""Why fouls are given and who is removed: each book's closed list, a word for each rule.

A foul or removal may have any reason; one of these words is kept with its rule's id.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

Reasons = Mapping[str, str]

MAFN_FOULS: Final[Reasons] = MappingProxyType(
    {
        "host": "MAFN-DAY-5",
        "gestures_first_killed": "MAFN-DAY-8",
        "glasses": "MAFN-DAY-11",
        "vote_gesture": "MAFN-VOTE-9",
        "votes_wrong": "MAFN-VOTE-9",
        "no_fist": "MAFN-VOTE-10",
        "hand_off": "MAFN-VOTE-11",
        "extra_word": "MAFN-DAY-3b",
    }
)

MAFA_FOULS: Final[Reasons] = MappingProxyType(
    {
        "talks": "MAFA-FOUL-1",
        "gestures": "MAFA-FOUL-2",
        "loud": "MAFA-FOUL-3",
        "touch": "MAFA-FOUL-4",
        "touches": "MAFA-FOUL-4",
        "vote_gesture": "MAFA-FOUL-5",
        "votes_wrong": "MAFA-FOUL-5",
        "host": "MAFA-FOUL-6",
        "recalls": "MAFA-FOUL-7",
        "night_talk": "MAFA-FOUL-7",
        "religion": "MAFA-FOUL-8",
        "honestly": "MAFA-FOUL-9",
        "obscene": "MAFA-FOUL-10",
        "hand_off": "MAFA-FOUL-11",
        "off_table": "MAFA-FOUL-12",
    }
)

MAFN_REMOVALS: Final[Reasons] = MappingProxyType(
    {
        "tears": "MAFN-DAY-4",
        "whisper": "MAFN-DAY-10",
        "whispers": "MAFN-DAY-10",
        "mask": "MAFN-GEN-2",
        "gives_up": "MAFN-GEN-6",
        "appeal": "MAFN-GEN-11",
        "appeals": "MAFN-GEN-11",
        "threat": "MAFN-GEN-12",
        "phone": "MAFN-GEN-15",
        "telephone": "MAFN-GEN-15",
    }
)

MAFA_REMOVALS: Final[Reasons] = MappingProxyType(
    {
        "obscene": "MAFA-REM-2",
        "insults": "MAFA-REM-2",
        "tears": "MAFA-REM-3",
        "signals": "MAFA-REM-4",
        "mask": "MAFA-REM-5",
        "oath": "MAFA-REM-6",
        "swears": "MAFA-REM-6",
        "bets": "MAFA-REM-6",
        "word_after_night": "MAFA-REM-7",
    }
)

MAFN_DISQUALIFIED: Final[Reasons] = MappingProxyType(
    {**MAFN_REMOVALS, "thrown_game": "MAFN-GEN-10"}
)

MAFA_DISQUALIFIED: Final[Reasons] = MappingProxyType(
    {**MAFA_REMOVALS, **dict.fromkeys(("thrown_game", "threat", "conduct"), "MAFA-JUDGE-5")}
)

MAFN_LOSSES: Final[Reasons] = MappingProxyType(
    {
        "night_information": "MAFN-DAY-6",
        "night_info": "MAFN-DAY-6",
        "final_minute": "MAFN-DAY-7",
        "after_removal": "MAFN-GEN-4b",
        "from_outside": "MAFN-GEN-8",
        "not_gone": "MAFN-GEN-9",
    }
)

MAFA_LOSSES: Final[Reasons] = MappingProxyType(
    dict.fromkeys(("stays", "not_gone", "from_outside"), "MAFA-MAIN-7")
)


_MAFN: Final[Mapping[str, Reasons]] = MappingProxyType(
    {
        "foul": MAFN_FOULS,
        "warn": MAFN_FOULS,
        "remove": MAFN_REMOVALS,
        "disqualify": MAFN_DISQUALIFIED,
        "team_loss": MAFN_LOSSES,
    }
)
_MAFA: Final[Mapping[str, Reasons]] = MappingProxyType(
    {
        "foul": MAFA_FOULS,
        "warn": MAFA_FOULS,
        "remove": MAFA_REMOVALS,
        "disqualify": MAFA_DISQUALIFIED,
        "team_loss": MAFA_LOSSES,
    }
)


def rule_of(word: str, reason: str, mafn: bool) -> str | None:
    """The rule behind a foul, a removal or a team loss; None for a reason of the host's own."""
    found = (_MAFN if mafn else _MAFA).get(word)
    return None if found is None else found.get(reason)


def rules_of(mafn: bool) -> frozenset[str]:
    """Every rule that a reason of this book can stand for."""
    return frozenset(rule for one in (_MAFN if mafn else _MAFA).values() for rule in one.values())
