"""Every reason that a host can choose stands for the rule of his book, in every language."""

from __future__ import annotations

import pytest

from kiosk.families.mafia import reasons
from kiosk.families.mafia.verbs import AKTAU, LOSSES, MENU, THROWS, VERBS
from kiosk.locale import Catalogue
from kiosk.talk import OWN
from rules.mafia.reasons import rules_of

CATALOGUE = Catalogue()
MAFN = {
    "foul": (None, None, "VOTE-9", None, None, "DAY-5", "DAY-3b", "DAY-8", None),
    "remove": (None, None, "DAY-4", "GEN-11", "GEN-2", "GEN-12", "GEN-6", "DAY-10", "GEN-15"),
    "team_loss": ("DAY-6", "DAY-7", "GEN-4b", "GEN-8", "GEN-9"),
    "disqualify": ("GEN-10", "GEN-12", None),
}
"""By the digits; None: the document leaves it to a regulation that it does not give."""
MAFA = {
    "foul": ("FOUL-1", "FOUL-2", "FOUL-5", "FOUL-3", "FOUL-4", "FOUL-6", "FOUL-7", None, "FOUL-10"),
    "remove": ("REM-6", "REM-6", "REM-3", "REM-2", "REM-5", "REM-4", "REM-7"),
    "team_loss": (None, None, None, "MAIN-7", "MAIN-7"),
    "disqualify": ("JUDGE-5", "JUDGE-5", "JUDGE-5"),
}
"""One digit has the words of FOUL-8 and FOUL-9."""


def listed(*, mafn: bool) -> dict[str, tuple[str, ...]]:
    book = reasons.book(mafn=mafn)
    return {
        "foul": book.reasons,
        "remove": book.verbs["remove"].steps[1].words,
        "team_loss": LOSSES,
        "disqualify": THROWS,
    }


@pytest.mark.parametrize("language", CATALOGUE.languages())
@pytest.mark.parametrize(("mafn", "rules", "book"), [(True, MAFN, "MAFN"), (False, MAFA, "MAFA")])
def test_a_chosen_reason_has_its_rule_beside_the_words(
    language: str, mafn: bool, rules: dict[str, tuple[str | None, ...]], book: str
) -> None:
    texts = CATALOGUE.texts(language)
    for do, words in listed(mafn=mafn).items():
        said = [texts.text(f"console.word.reason.{word}") for word in words]
        assert len(set(said)) == len(said), "two reasons that are said alike"
        found = [
            reasons.ruled({"do": do, "seat": 1, "reason": one}, mafn=mafn).get("rule")
            for one in said
        ]
        assert found == [None if one is None else f"{book}-{one}" for one in rules[do]]
        assert set(found) - {None} <= rules_of(mafn)


def test_a_fouls_reason_is_told_after_it_and_has_its_rule_too() -> None:
    said = CATALOGUE.texts("ru").text("console.word.reason.extra_word")
    told = {"do": "incident", "seat": 4, "reason": said}
    assert reasons.ruled(told, mafn=True) == {**told, "rule": "MAFN-DAY-3b"}


def test_at_the_console_each_foul_of_aktau_has_a_key_of_its_own() -> None:
    (verb,) = (one for one in VERBS if one.word == "incident")
    texts = CATALOGUE.texts("hu")
    told = [
        {"do": "incident", "seat": 4, "reason": texts.text(f"console.word.reason.{word}")}
        for word in verb.steps[1].words
    ]
    rules = {reasons.ruled(one, mafn=False).get("rule") for one in told}
    assert rules == {None, *(f"MAFA-FOUL-{number}" for number in range(1, 13))}
    nuances = {reasons.ruled(one, mafn=True).get("rule") for one in told}
    named = ("DAY-3b", "DAY-5", "DAY-8", "VOTE-9", "VOTE-11")
    assert nuances == {None, *(f"MAFN-{rule}" for rule in named)}


def test_what_the_host_writes_himself_stays_as_it_is() -> None:
    for fields in (
        {"do": "remove", "seat": 4, "reason": "left the building"},
        {"do": "foul", "seat": 4},
        {"do": "remove", "seat": 4, "reason": "tears", "rule": "MAFN-GEN-12"},
        {"do": "speech", "seat": 4},
    ):
        assert reasons.ruled(fields, mafn=True) is fields


def test_the_books_differ_in_reasons_alone_and_the_console_has_all_of_them() -> None:
    assert MENU.pages == AKTAU.pages
    assert MENU.allowed == AKTAU.allowed
    (console,) = (verb for verb in VERBS if verb.word == "remove")
    for book in (MENU, AKTAU):
        assert len(book.reasons) <= 9, "a digit each"
        assert len(book.verbs["incident"].steps[1].words) <= 9
        assert set(book.verbs["remove"].steps[1].words) <= set(console.steps[1].words)
        assert {word for page in book.pages for word in page} - OWN <= set(book.verbs)
