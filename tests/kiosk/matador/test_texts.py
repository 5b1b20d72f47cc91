"""Every text that a Matador table puts together is there in all five languages, and no other."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from kiosk.ballot import Window
from kiosk.config import LANGUAGES
from kiosk.families.matador import FAMILY
from kiosk.families.matador.desk import SAID
from kiosk.families.matador.reckon import COMPUTED
from rules.matador.cheating import CHEATING, INTENT

ROOT = Path(__file__).resolve().parents[3]
ABOUT = (CHEATING, INTENT)
ROWS = (
    "owed", "loan_most", "loan_after", "interest", "instalment", "at_start", "cash", "deeds",
    "grant", "loan_owed", "income", "share", "kept", "printed", "takes", "least",
)  # fmt: skip
MADE = {
    "notice": {*SAID, "places", "vote_runs", "sold", "unsold"},
    "bottom": {
        *(f"vote_{window}" for window in Window),
        "count", "begin", "names", "moving", "moving_rent", "rent", "throw_for", "move_for",
        "auction",
        "auction_take", "places", "pot_lander", "pot_others", "table_throws",
    },
    "page": {
        *COMPUTED,
        *(f"{word}_of" for word in COMPUTED),
        *(f"note_{word}" for word in (*COMPUTED, "auction_mortgaged")),
        *ROWS,
    },
}  # fmt: skip
OTHERS = {
    *(f"kiosk.matador.verdict.{about}_{how}" for about in ABOUT for how in ("passed", "failed")),
    *(f"kiosk.matador.ballot.{about}" for about in ABOUT),
    *(f"kiosk.matador.ballot.asks_{about}" for about in ABOUT),
    "kiosk.matador.ballot.needs",
    *(f"kiosk.matador.sure.{word}" for word in ("turn", "early", "early_follows", "intent")),
    "kiosk.matador.sure.intent_follows",
    "kiosk.matador.places.reason",
    "kiosk.menu.land_pot",
    "kiosk.menu.places",
    "kiosk.sure.go_home",
    "kiosk.sure.sign_for",
    "kiosk.told.last_round",
    "kiosk.told.dice_closed",
    "kiosk.did.left",
}


def texts(language: str) -> set[str]:
    path = ROOT / "locale" / language / "LC_MESSAGES" / "kiosk.po"
    with path.open("rb") as file:
        return {str(one.id) for one in read_po(file, locale=language) if one.id and one.string}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_there_in_every_language(language: str) -> None:
    made = {f"kiosk.matador.{group}.{word}" for group, words in MADE.items() for word in words}
    assert sorted((made | OTHERS) - texts(language)) == []


@pytest.mark.parametrize("group", MADE)
def test_no_text_is_spare(group: str) -> None:
    prefix = f"kiosk.matador.{group}."
    have = {key.removeprefix(prefix) for key in texts("en") if key.startswith(prefix)}
    assert sorted(have - MADE[group]) == []


def test_ramk_the_rule_behind_every_announcement_stands_in_the_book() -> None:
    path = ROOT / "locale" / "da" / "LC_MESSAGES" / "rules.po"
    with path.open("rb") as file:
        book = {str(one.id) for one in read_po(file, locale="da") if one.string}
    told = ("start", "left-15", "left-5", "last-round", "dice-closed", "end", "timeout-30",
            "timeout-10", "timeout-end", "game-over")  # fmt: skip
    assert [word for word in told if f"rules.book.{FAMILY.rule_of(word)}" not in book] == []
