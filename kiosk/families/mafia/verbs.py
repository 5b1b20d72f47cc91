"""The host's verbs in the Mafia family. What has a key of its own by phase (NEXT, digits) is here
for the console, whose page is not the table's screen; the table's menu has nothing private.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from kiosk.families import MenuBook
from kiosk.talk import BOOK, HAPPENED, LAST
from kiosk.verbs import Step, Verb
from rules.mafia.machine import ANNOUNCING, TABLE
from rules.mafia.view import Phase

FOULS: Final = (
    "talks", "gestures", "votes_wrong", "loud", "touches", "host", "extra_word",
    "gestures_first_killed", "obscene",
)  # fmt: skip
"""MAFN-DAY-3b, DAY-5, DAY-8, VOTE-9: why a foul was given, by its digit; the others are usual."""
AKTAU_FOULS: Final = (
    "talks", "gestures", "votes_wrong", "loud", "touches", "host", "night_talk",
    "honestly_religion", "obscene",
)  # fmt: skip
"""MAFA-FOUL-1 to 12: one digit has the gestures of 2 and 12, one the words of 8 and 9; 11 is the
pads'.
"""
EVERY_FOUL: Final = (
    "talks", "gestures", "off_table", "loud", "touches", "votes_wrong", "hand_off", "host",
    "night_talk", "religion", "honestly", "obscene", "extra_word", "gestures_first_killed",
)  # fmt: skip
"""MAFA-FOUL-1 to 12 and those of the nuances, each by itself: at the console, which has room."""
REMOVALS: Final = (
    "swears", "bets", "tears", "appeals", "mask", "threat", "gives_up", "whispers", "telephone",
)  # fmt: skip
"""MAFN-DAY-4, DAY-10, GEN-2, GEN-6, GEN-11, GEN-12, GEN-15; oaths and bets as in MAFN-DAY-7."""
AKTAU_REMOVALS: Final = (
    "swears", "bets", "tears", "insults", "mask", "signals", "word_after_night",
)  # fmt: skip
"""MAFA-REM-2 to 7."""
LOSSES: Final = ("night_info", "final_minute", "after_removal", "from_outside", "not_gone")
"""MAFN-DAY-6, DAY-7, GEN-4b, GEN-8, GEN-9, MAFA-MAIN-7."""
INCIDENTS: Final = ("late", "props", "noise", "host_error", "appeal")
RESETS: Final = ("host_error", "technical", "cards_seen", "wrong_seats")
"""MAFN-GEN-13."""
ENDS: Final = ("ruling", "thrown_game", "technical")
THROWS: Final = ("thrown_game", "threat", "conduct")
"""MAFN-GEN-10, GEN-12, MAFA-JUDGE-5."""


def _seat(ask: str = "who", field: str = "seat") -> Step:
    return Step("seat", field, ask)


def _reason(words: tuple[str, ...], *, may_skip: bool = False) -> Step:
    return Step("text", "reason", "why", words, may_skip=may_skip)


def _removal(words: tuple[str, ...]) -> Verb:
    return Verb("remove", "people", (_WHO, _reason(words)), grave=True)


def _incident(words: tuple[str, ...]) -> Verb:
    """What the panel is to know; a foul's reason, too, which is told after it."""
    return Verb("incident", "people", (_WHO, _reason(words)))


_WHO: Final = _seat()
_THREE: Final = (_seat("first_name", "first"), _seat("second_name", "second"),
                 _seat("third_name", "third"))  # fmt: skip
_REFEREE: Final = (("by", "referee"),)
_SHERIFFS: Final = ("what", "two_sheriffs")

VERBS: Final = (
    Verb("foul", "people", (_WHO,), main=True),
    Verb("nominate", "day", (_seat("who_nominates"), _seat("whom", "whom")), main=True),
    Verb("withdraw", "day", (_seat("who_nominates"),)),
    Verb("speech", "day", (_seat("whose_word"),)),
    Verb("yield", "day", (_seat("who_speaks"),)),
    Verb("triple", "day", (_seat("who_names"), *_THREE)),
    Verb("best_move", "day", (_seat("who_names"), *_THREE)),
    Verb("flag", "day", (_seat("first_sheriff", "first"), _seat("second_sheriff", "second")),
         name="flag_on", fixed=(_SHERIFFS, ("on", True))),
    Verb("flag", "day", name="flag_off", fixed=(_SHERIFFS, ("on", False))),
    Verb("roles", "night", (Step("each", "roles", "roles", ("red", "sheriff", "mafia", "don")),)),
    Verb("tally", "vote", (Step("votes", "votes", "whose_votes"),)),
    Verb("lift_all", "vote", (Step("seats", "seats", "who_lifts"),)),
    Verb("voting", "vote"),
    Verb("revote", "vote"),
    Verb("night", "vote"),
    Verb("day", "vote"),
    Verb("warn", "people", (_WHO, _reason(("glasses",), may_skip=True))),
    Verb("unfoul", "people", (_WHO,)),
    _removal(tuple(dict.fromkeys((*AKTAU_REMOVALS, *REMOVALS)))),
    _incident((*EVERY_FOUL, *INCIDENTS)),
    Verb("team_loss", "people", (_WHO, _reason(LOSSES)), grave=True),
    Verb("disqualify", "people", (_WHO, _reason(THROWS)), grave=True),
    Verb("award", "end", (_WHO, Step("choice", "what", "which_award", ("best_move", "monster")))),
    Verb("end", "end", (Step("choice", "winner", "which_winner", ("red", "black")),
                        _reason(ENDS)), name="judge_award", grave=True),
    Verb("end", "end", (_reason(ENDS),), name="end", grave=True),
    Verb("sign", "end", (_WHO, _reason(("left", "refuses"))),
         name="sign_referee", fixed=_REFEREE, grave=True),
    Verb("confirm", "end", grave=True),
    Verb("reset", "end", (_reason(RESETS),), grave=True),
)  # fmt: skip


def _allowed() -> Mapping[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {phase.value: ["undo"] for phase in Phase}
    for phase, kind in TABLE:
        found[phase.value].append(kind.do)
    found[Phase.VOTED.value] += sorted(kind.do for kind in ANNOUNCING)
    return {phase: tuple(words) for phase, words in found.items()}


ALLOWED: Final[Mapping[str, tuple[str, ...]]] = _allowed()

_PUBLIC: Final = MappingProxyType(
    {
        phase: tuple(word for word in words if word != "award" or phase == Phase.OVER.value)
        for phase, words in ALLOWED.items()
    }
)
"""What the table's menu offers: an award before the end would be seen."""

PAGES: Final = (
    (HAPPENED, BOOK, LAST, "remove", "warn", "unfoul", "triple", "team_loss", "incident"),
    ("speech", "yield", "flag_on", "flag_off", "award", "judge_award", "disqualify", "sign_referee",
     "reset"),
    ("end",),
)  # fmt: skip
"""The table's menu. Roles, shots, checks and the best move are not here."""

REASONS: Final = frozenset(
    (*EVERY_FOUL, *AKTAU_FOULS, *REMOVALS, *AKTAU_REMOVALS, *LOSSES, *THROWS, "glasses")
)
"""What may stand for a rule."""


def _menu(fouls: tuple[str, ...], removals: tuple[str, ...]) -> MenuBook:
    verbs = {verb.word: verb for verb in (*VERBS, _removal(removals), _incident(INCIDENTS))}
    return MenuBook(verbs, PAGES, _PUBLIC, fouls)


MENU: Final = _menu(FOULS, REMOVALS)
AKTAU: Final = _menu(AKTAU_FOULS, AKTAU_REMOVALS)
