"""The official's verbs at a tournament's table and at machines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kiosk.families import MenuBook
from kiosk.families.casino.desk import BOARD, DEAL, INSTRUCTIONS
from kiosk.talk import BOOK, HAPPENED, LAST
from kiosk.verbs import Step, Verb
from rules.casino.machine import MACHINES as AT_MACHINES
from rules.casino.machine import TABLES as AT_TABLES
from rules.casino.machine import Table
from rules.casino.view import Phase

CONDUCT: Final = ("conduct", "breach", "late", "telephone", "disturbs", "leaves")
"""Why somebody is written down or sent away for a while, RAY-OTHER-1."""
GRAVE: Final = ("transfer", "cheating", "conduct", "breach")
"""RAY-OTHER-3 to 5: why somebody is disqualified."""
SHORTENED: Final = ("time_short", "late_hour", "few_left")
"""RAY-STRUCT-4: the tournament's time has to be limited."""
PAUSES: Final = ("dealer", "decision", "alarm")
LOST: Final = ("no_league", "league_wrong")
"""Why a table leaves the hall's clock."""
FAULTS: Final = ("machine_stuck", "machine_payout", "machine_other")
RESETS: Final = ("false_start", "wrong_seats")
ENDS: Final = ("danger", "agreed")


def _reason(words: tuple[str, ...], *, may_skip: bool = False) -> Step:
    return Step("text", "reason", "why", words, may_skip=may_skip)


_WHO: Final = Step("seat", "seat", "who")
_WHOM: Final = Step("seats", "seats", "who_out")

VERBS: Final = (
    Verb("hand", "play"),
    Verb("round", "play"),
    Verb("level", "play"),
    Verb("bust", "play", (_WHOM,), main=True),
    Verb("chips", "play", (_WHO, Step("number", "points", "how_many_points"))),
    Verb("leave", "play", (_WHO, Step("number", "points", "how_many_points"))),
    Verb("arrive", "play",
         (Step("number", "seat", "which_seat"), Step("text", "player", "who_comes"),
          Step("number", "points", "how_many_points"),
          Step("number", "rebuys", "had_rebuys", may_skip=True),
          Step("number", "rounds", "rounds_to_serve", may_skip=True))),
    Verb("stakes", "play", (Step("number", "minutes", "minutes_each"), _reason(SHORTENED)),
         name="stakes_minutes"),
    Verb("stakes", "play", (Step("number", "small", "small"), Step("number", "big", "big"),
                            Step("number", "ante", "ante", may_skip=True), _reason(SHORTENED)),
         name="stakes_next"),
    Verb("pause", "play", (_reason(PAUSES, may_skip=True),)),
    Verb("resume", "play"),
    Verb("last_hand", "play", (_reason(SHORTENED),)),
    Verb("alone", "play", (_reason(LOST),), grave=True),
    Verb("enter", "buys", (_WHO,)),
    Verb("rebuy", "buys", (_WHO,)),
    Verb("addon", "buys", (_WHO,)),
    Verb("foul", "people", (_WHO,), main=True),
    Verb("unfoul", "people", (_WHO,)),
    Verb("warn", "people", (_WHO, _reason(CONDUCT, may_skip=True))),
    Verb("penalty", "people", (_WHO, Step("number", "minutes", "how_many_minutes"),
                               _reason(CONDUCT, may_skip=True)), name="penalty_minutes"),
    Verb("penalty", "people", (_WHO, Step("number", "rounds", "how_many_rounds"),
                               _reason(CONDUCT, may_skip=True)), name="penalty_rounds"),
    Verb("incident", "people", (_WHO, _reason(GRAVE))),
    Verb("disqualify", "people", (_WHO, _reason(GRAVE)), grave=True),
    Verb("bust", "machines", (_WHOM,), name="machine_done"),
    Verb("pause", "machines", (_WHO, _reason(FAULTS)), name="machine_stop"),
    Verb("resume", "machines", (_WHO,), name="machine_on"),
    Verb("start", "end"),
    Verb("sign", "end", (_WHO, _reason(("left", "refuses"))),
         name="sign_referee", fixed=(("by", "referee"),), grave=True),
    Verb("confirm", "end", grave=True),
    Verb("end", "end", (_reason(ENDS),), grave=True),
    Verb("reset", "end", (_reason(RESETS),), grave=True),
)  # fmt: skip

AT_MACHINES_ONLY: Final = frozenset(("machine_done", "machine_stop", "machine_on"))
AT_TABLES_ONLY: Final = frozenset(
    ("hand", "round", "level", "bust", "chips", "rebuy", "addon", "penalty_rounds", "last_hand",
     "alone", "arrive", "leave")
)  # fmt: skip
HEARD: Final = frozenset(("hall", "together"))
"""What the hall's clock says: nobody enters it."""


def _allowed(*tables: Table) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {phase.value: ["undo"] for phase in Phase}
    for table in tables:
        for phase, kind in table:
            if kind.do not in found[phase.value] and kind.do not in HEARD:
                found[phase.value].append(kind.do)
    return {phase: tuple(words) for phase, words in found.items()}


ALLOWED: Final[Mapping[str, tuple[str, ...]]] = _allowed(AT_TABLES, AT_MACHINES)

PAGES: Final = (
    ("round", "bust", "penalty_minutes", "penalty_rounds", "rebuy", "addon", HAPPENED, BOOK, LAST),
    ("enter", "chips", "level", "pause", "resume", "stakes_minutes", "stakes_next", "warn",
     "disqualify"),
    ("incident", "foul", "unfoul", "hand", "start", "confirm", "sign_referee", "end", "reset"),
    (INSTRUCTIONS, DEAL, BOARD, "last_hand", "alone", "leave"),
)  # fmt: skip

MACHINE_PAGES: Final = (
    ("machine_stop", "machine_on", "machine_done", "penalty_minutes", "warn", "disqualify",
     HAPPENED, BOOK, LAST),
    ("enter", "pause", "resume", "stakes_next", "incident", "foul", "unfoul", "start", "confirm"),
    ("sign_referee", "end", "reset", INSTRUCTIONS),
)  # fmt: skip

OPENS: Final = {
    INSTRUCTIONS: (Phase.ENTRY.value, Phase.PLAY.value),
    DEAL: (Phase.PLAY.value,),
    BOARD: (Phase.ENTRY.value, Phase.PLAY.value),
}
"""Pages that are read, and when."""


def _menu(pages: tuple[tuple[str, ...], ...], table: Table, without: frozenset[str]) -> MenuBook:
    verbs = {verb.word: verb for verb in VERBS if verb.word not in without}
    return MenuBook(verbs, pages, _allowed(table), CONDUCT, OPENS)


MENU: Final = _menu(PAGES, AT_TABLES, AT_MACHINES_ONLY)
MACHINES: Final = _menu(MACHINE_PAGES, AT_MACHINES, AT_TABLES_ONLY)
"""The table's menu of a tournament at machines."""
