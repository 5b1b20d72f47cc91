"""Every key that a casino's table puts together has its text; every rule stands in the book."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from kiosk.families.casino.samples import edition, played
from kiosk.families.casino.screens import words
from rules.actions import FAMILIES
from rules.casino.plan import Rebuy
from rules.casino.view import StakeView
from rules.history import STANDS
from rules.kinds import Audience, GameMs, Money

ROOT = Path(__file__).resolve().parents[3]
DOCUMENTS = sorted((ROOT / "docs" / "rules").glob("ray-*-2013.toml"))
KINDS = ("freezeout", "rebuy", "sitngo", "slots")


def texts(language: str, domain: str) -> set[str]:
    path = ROOT / "locale" / language / "LC_MESSAGES" / f"{domain}.po"
    return set(re.findall(r'(?m)^msgid "(.+)"$', path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("language", ["sv", "en", "hu", "da", "ru"])
def test_every_language_has_every_word_of_the_table(language: str) -> None:
    wanted = {key for key in texts("en", "kiosk") if key.startswith("kiosk.casino.")}
    assert len(wanted) > 180
    assert sorted(wanted - texts(language, "kiosk")) == []


def test_every_key_that_is_put_together_has_its_text() -> None:
    have = texts("en", "kiosk")
    pairs = ((("small", 1), ("big", 2)), (("least", 1), ("most", 2)), (("big", 2),), (("ante", 1),))
    keys = {f"{words.stakes(StakeView(1, pair, GameMs(0))).key}_next" for pair in pairs}
    for when in ("none", "below_start", "zero"):
        for most in (None, 2):
            terms = Rebuy(Money(50), 10_000, most, when, GameMs(0), 0, 0)
            keys.add(words.limits(terms).key)
    keys |= {f"kiosk.casino.terms.end_{name}" for name in ("rounds", "hands", "levels", "players")}
    for kind in KINDS:
        formula = played(kind).view(Audience.TABLE).formula
        keys |= {f"kiosk.casino.criterion.{name}" for name, _ in formula}
    assert len(keys) > 14
    assert sorted(keys - have) == []
    known = {"reservations", "wins", "games", "staked", "gate_points", "gate_wins", "points"}
    made = {key.rpartition(".")[2] for key in have if key.startswith("kiosk.casino.criterion.")}
    assert made == known


@pytest.mark.parametrize("language", ["sv", "en"])
def test_everything_that_can_be_taken_back_or_just_happened_has_its_words(language: str) -> None:
    have = texts(language, "kiosk")
    for do in set(FAMILIES["casino"]) - STANDS:
        assert f"kiosk.undo.{do}" in have, do
    assert {"kiosk.did.next", "kiosk.did.reading", "kiosk.did.undo", "kiosk.did.sign"} <= texts(
        "en", "kiosk"
    )


@pytest.mark.parametrize("language", ["sv", "en"])
def test_ray_every_rule_of_the_document_stands_in_the_book(language: str) -> None:
    have = texts(language, "rules")
    assert len(DOCUMENTS) == len(KINDS)
    rules = [
        rule["id"]
        for path in DOCUMENTS
        for rule in tomllib.loads(path.read_text(encoding="utf-8"))["rules"]
    ]
    assert len(rules) > 35
    assert [rule for rule in rules if f"rules.book.{rule}" not in have] == []


def test_every_rule_that_refuses_at_a_casinos_table_stands_in_the_book() -> None:
    source = "".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "rules" / "casino").glob("*.py")
    )
    refusing = set(re.findall(r'"((?:RAY|TABLE)-[A-Z0-9-]+)"', source))
    assert len(refusing) > 15
    have = texts("en", "rules")
    assert sorted(rule for rule in refusing if f"rules.book.{rule}" not in have) == []


@pytest.mark.parametrize("kind", KINDS)
def test_the_shipped_editions_are_played_here(kind: str) -> None:
    assert edition(kind).game == "casino"
