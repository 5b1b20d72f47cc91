"""What can be said at a Matador table, verb by verb, and its menu. Nothing of it is private, but a
vote, which is for the console alone.

The first page has what comes up in the middle of a turn and every page that computes: two presses.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kiosk.families import Field, MenuBook
from kiosk.families.matador import pages
from kiosk.talk import BOOK, HAPPENED, LAST
from kiosk.verbs import Step, Verb
from rules.board import board_of
from rules.edition import Edition
from rules.matador.machine import TABLE
from rules.matador.view import Phase

CONDUCT: Final = ("disturbs", "late", "leaves", "smokes")
"""Why somebody is written down, one touch each; anything else is typed."""
AGREED: Final = ("stands", "again", "trade_void")
RESETS: Final = ("false_start", "wrong_seats", "wrong_set")
ENDS: Final = ("agreed", "danger")
CARDS: Final = ("king", "grant", "grant_used", "grant_sold", "oil", "ejendomsskat", "other")
"""Chance cards as `rules/matador/cards.py` knows them by name."""
PERCENTS: Final = ("5", "10", "15", "20", "25", "30", "40", "50")


def _seat(ask: str = "who", field: str = "seat", *words: str) -> Step:
    return Step("seat", field, ask, words)


def _text(
    words: tuple[str, ...], field: str = "reason", ask: str = "why", *, may_skip: bool = True
) -> Step:
    return Step("text", field, ask, words, may_skip=may_skip)


def _number(field: str, ask: str, *, may_skip: bool = False) -> Step:
    return Step("number", field, ask, may_skip=may_skip)


_WHO: Final = _seat()
_FIELD: Final = Step("field", "what", "which_field")
_HOW_MUCH: Final = _number("amount", "how_much")
_BANKER: Final = (("by", "banker"),)
_REFEREE: Final = (("by", "referee"),)

VERBS: Final = (
    Verb("roll", "turn", (_WHO, Step("dice", "dice", "dice")), main=True),
    Verb("moved", "turn", (_WHO,), main=True),
    Verb("thrown", "turn", (_seat("whose_dice"),)),
    Verb("turn", "turn", (_seat("whose_turn"),), fixed=(("reason", "not entered"),)),
    Verb("timeout", "turn", (_seat("who_calls"),), main=True),
    Verb("free_pass", "turn", (_WHO,)),
    Verb("pass_start", "turn", (_WHO,)),
    Verb("jail", "turn", (_WHO,)),
    Verb("jail_out", "turn", (_WHO, Step("choice", "how", "how_out", ("pay", "card", "double")))),
    Verb("stay", "turn", (_WHO,)),
    Verb("card", "turn", (_WHO, Step("choice", "what", "which_card", CARDS))),
    Verb("accuse", "cheating", (_seat("who_accuses"), _seat("accused", "accused")), main=True),
    Verb("vote", "cheating", (_WHO, Step("choice", "choice", "which_vote", ("yes", "no")))),
    Verb("evasion", "cheating", (_WHO, _number("avoided", "avoided"))),
    Verb("next", "cheating", name="close_vote"),
    Verb("claim", "money", (_seat("who_claims"), _seat("of_whom", "from"))),
    Verb("demand", "money", (_seat("who_demands"), _seat("of_whom", "from"))),
    Verb("owe", "money", (_seat("who_owes"), _seat("to_whom", "to", "bank"), _HOW_MUCH,
                          Step("field", "what", "which_field", may_skip=True))),
    Verb("pot", "money", (_number("amount", "pot_now"),)),
    Verb("land_pot", "money", (_seat("who_landed"), Step("seats", "under", "who_under"))),
    Verb("loan", "money", (_WHO, _number("amount", "loan"),
                           _number("wealth", "wealth", may_skip=True))),
    Verb("redeem", "money", (_WHO,)),
    Verb("bankrupt", "money", (_WHO, _seat("to_whom", "to", "bank")), grave=True),
    Verb("wealth", "money", (_WHO, _number("cash", "cash")), reckons=True),
    Verb("shares", "money", (_seat("who_earns"), _HOW_MUCH,
                             Step("field", "what", "which_field", may_skip=True)), reckons=True),
    Verb("buy", "deeds", (_WHO, _FIELD)),
    Verb("sell", "deeds", (_WHO, _FIELD)),
    Verb("build", "deeds", (_WHO, _FIELD, Step("choice", "houses", "houses", ("1", "2", "5")))),
    Verb("demolish", "deeds", (_WHO, _FIELD,
                               Step("choice", "houses", "houses", ("1", "2", "3", "4", "5")))),
    Verb("mortgage", "deeds", (_WHO, _FIELD)),
    Verb("unmortgage", "deeds", (_WHO, _FIELD)),
    Verb("trade", "deeds", (_seat("who_sells"), _seat("who_buys", "to"),
                            Step("field", "gives", "which_field"), _number("gets", "how_much"))),
    Verb("offer", "deeds", (_seat("who_offers"), _seat("to_whom", "to"),
                            Step("field", "what", "about_field", may_skip=True)),
         fixed=(("what", "-"),)),
    Verb("accept", "deeds", (_seat("who_accepts"), _seat("whose_offer", "from"))),
    Verb("share", "deeds", (_seat("who_gets"), _seat("whose_income", "of"),
                            Step("choice", "percent", "percent", PERCENTS),
                            Step("field", "series", "which_series", may_skip=True))),
    Verb("auction", "auction", (_FIELD, Step("seat", "seat", "who_landed", may_skip=True))),
    Verb("bid", "auction", (_WHO, _HOW_MUCH)),
    Verb("pass", "auction", (_WHO,)),
    Verb("take", "auction", (_WHO,)),
    Verb("sold", "auction"),
    Verb("warn", "people", (_WHO, _text(CONDUCT))),
    Verb("foul", "people", (_WHO,)),
    Verb("unfoul", "people", (_WHO,)),
    Verb("incident", "people", (_WHO, _text(CONDUCT, may_skip=False))),
    Verb("ruling", "people", (_text(AGREED, "text", "ruling", may_skip=False),
                              _seat("about", "seat")),
         name="ruling_table", fixed=_BANKER),
    Verb("retire", "people", (_WHO,), name="go_home", grave=True),
    Verb("remove", "people", (_WHO, _text(CONDUCT, may_skip=False)), grave=True),
    Verb("disqualify", "people", (_WHO, _text(CONDUCT, may_skip=False)), grave=True),
    Verb("start", "end"),
    Verb("pause", "end"),
    Verb("resume", "end"),
    Verb("count", "end", (_WHO, Step("sheet", "sheet", "sheet"))),
    Verb("sign", "end", (_WHO, _text(("left", "refuses"), may_skip=False)), name="sign_for",
         fixed=_REFEREE, grave=True),
    Verb("confirm", "end", grave=True),
    Verb("end", "end", (_text(ENDS, may_skip=False),), grave=True),
    Verb("reset", "end", (_text(RESETS, may_skip=False),), grave=True),
)  # fmt: skip

PAGES: Final = (
    ("timeout", "accuse", "demand", pages.POT, "pot", "auction", "loan", "wealth", "shares"),
    ("offer", "accept", "claim", "build", "mortgage", "unmortgage", "trade", "share", "redeem"),
    ("jail", "jail_out", "stay", "free_pass", "card", "pass_start", "owe", "buy", "sell"),
    (HAPPENED, BOOK, LAST, "bankrupt", "go_home", "turn", "pause", "resume", "evasion"),
    ("bid", "pass", "take", "demolish", "moved", "thrown", "ruling_table", "incident", "warn"),
    (pages.PLACES, "start", "end", "reset", "confirm", "sign_for", "remove", "disqualify", "roll"),
)

OPENS: Final = {
    pages.POT: (Phase.SETUP.value, Phase.PLAY.value),
    pages.PLACES: (Phase.SETUP.value, Phase.PLAY.value),
}


def _allowed() -> Mapping[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {phase.value: ["undo"] for phase in Phase}
    for phase, kind in TABLE:
        found[phase.value].append(kind.do)
    return {phase: tuple(words) for phase, words in found.items()}


ALLOWED: Final[Mapping[str, tuple[str, ...]]] = _allowed()

MENU: Final = MenuBook({verb.word: verb for verb in VERBS}, PAGES, ALLOWED, CONDUCT, OPENS)


def book(edition: Edition) -> MenuBook:
    """The menu with this edition's board; the record calls a deed by its printed name."""
    board = board_of(edition)
    fields = {deed.field: Field(deed.name, deed.name) for deed in board.deeds}
    return MENU._replace(fields=fields)
