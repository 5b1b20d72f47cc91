"""The official's verbs in the Monopoly family, `hun-2009` first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kiosk.families import MenuBook
from kiosk.talk import BOOK, HAPPENED, LAST
from kiosk.verbs import Step, Verb
from rules.monopoly.machine import TABLE
from rules.monopoly.view import Phase

CONDUCT: Final = ("telephone", "aid", "reminder", "disturbs", "late", "leaves")
"""Why somebody is written down, one touch each; anything else is typed."""
RULINGS: Final = ("stands", "again", "rent_due", "rent_not_due", "trade_void")
RESETS: Final = ("false_start", "wrong_seats", "wrong_set")


def _seat(ask: str = "who", field: str = "seat", *words: str) -> Step:
    return Step("seat", field, ask, words)


def _reason(words: tuple[str, ...], *, may_skip: bool = True) -> Step:
    return Step("text", "reason", "why", words, may_skip=may_skip)


_WHO: Final = _seat()
_LOT: Final = Step("deed", "what", "which_deed")
_HOUSES: Final = Step("choice", "houses", "houses", ("1", "2", "3", "4", "5"))
_REFEREE: Final = (("by", "referee"),)

VERBS: Final = (
    Verb("roll", "turn", (Step("dice", "dice", "dice"),), main=True),
    Verb("foul", "people", (_WHO,), main=True),
    Verb("turn", "turn", (_seat("whose_turn"),), fixed=(("reason", "not entered"),)),
    Verb("jail", "turn", (_WHO,)),
    Verb("jail_out", "turn", (_WHO, Step("choice", "how", "how_out", ("pay", "card", "double")))),
    Verb("pass_start", "turn", (_WHO,)),
    Verb("card", "turn", (_WHO, Step("text", "what", "which_card", ("chance", "chest")))),
    Verb("owe", "money", (_seat("who_owes"), _seat("to_whom", "to", "bank"),
                          Step("number", "amount", "how_much"))),
    Verb("claim", "money", (_seat("who_claims"), _seat("of_whom", "from"))),
    Verb("bankrupt", "money", (_WHO, _seat("to_whom", "to", "bank")), grave=True),
    Verb("buy", "deeds", (_WHO, _LOT)),
    Verb("build", "deeds", (_WHO, _LOT, _HOUSES)),
    Verb("demolish", "deeds", (_WHO, _LOT, _HOUSES)),
    Verb("mortgage", "deeds", (_WHO, _LOT)),
    Verb("unmortgage", "deeds", (_WHO, _LOT)),
    Verb("trade", "deeds", (_WHO, _seat("with_whom", "to"), Step("goods", "gives", "gives"),
                            Step("goods", "gets", "gets"))),
    Verb("auction", "auction", (Step("deed", "what", "which_deed", ("house", "hotel")),
                                Step("number", "value", "least", may_skip=True))),
    Verb("bid", "auction", (_WHO, Step("number", "amount", "how_much"))),
    Verb("pass", "auction", (_WHO,)),
    Verb("sold", "auction"),
    Verb("cannot_pay", "auction", (_WHO,)),
    Verb("warn", "people", (_WHO, _reason(CONDUCT))),
    Verb("unfoul", "people", (_WHO,)),
    Verb("incident", "people", (_WHO, _reason(CONDUCT, may_skip=False))),
    Verb("ruling", "people", (Step("text", "text", "ruling", RULINGS), _seat("about", "seat")),
         name="ruling_banker", fixed=(("by", "banker"),)),
    Verb("ruling", "people", (Step("text", "text", "ruling", RULINGS), _seat("about", "seat")),
         name="ruling_referee", fixed=_REFEREE, grave=True),
    Verb("retire", "people", (_WHO,), grave=True),
    Verb("remove", "people", (_WHO, _reason(CONDUCT, may_skip=False)), grave=True),
    Verb("disqualify", "people", (_WHO, _reason(CONDUCT, may_skip=False)), grave=True),
    Verb("count", "end", (_WHO, Step("sheet", "sheet", "sheet"))),
    Verb("sign", "end", (_WHO, _reason(("left", "refuses"), may_skip=False)),
         name="sign_referee", fixed=_REFEREE, grave=True),
    Verb("confirm", "end", grave=True),
    Verb("end", "end", (_reason(("danger", "agreed"), may_skip=False),), grave=True),
    Verb("reset", "end", (_reason(RESETS, may_skip=False),), grave=True),
    Verb("start", "end"),
    Verb("thrown", "turn", (_seat("whose_dice"),)),
)  # fmt: skip


def _allowed() -> Mapping[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {phase.value: ["undo"] for phase in Phase}
    for phase, kind in TABLE:
        found[phase.value].append(kind.do)
    return {phase: tuple(words) for phase, words in found.items()}


ALLOWED: Final[Mapping[str, tuple[str, ...]]] = _allowed()


PAGES: Final = (
    (HAPPENED, BOOK, LAST, "turn", "incident", "warn", "foul", "unfoul", "bankrupt"),
    ("jail", "jail_out", "pass_start", "cannot_pay", "remove", "disqualify", "sign_referee", "end",
     "reset"),
    ("start", "thrown", "confirm", "retire"),
)  # fmt: skip
"""The table's menu. Whatever has to do with rent, and rulings, which may name it, are not here."""

MENU: Final = MenuBook({verb.word: verb for verb in VERBS}, PAGES, ALLOWED, CONDUCT)
