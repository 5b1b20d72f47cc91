"""Every verb of the menu can be said by digits, by the box, and means what its rule says."""

from __future__ import annotations

from typing import Any

import pytest

from kiosk import dialogue as say
from kiosk.families.matador.verbs import ALLOWED, MENU, PAGES, VERBS
from kiosk.gestures import Judge, Source
from kiosk.screens import targets as at
from kiosk.talk import OWN
from rules.matador.view import Phase
from tests.kiosk.matador.conftest import Evening, Sits

CASES: dict[str, tuple[list[dict[str, Any]], str, dict[str, Any]]] = {
    # verb: what happened before · digits (o: Enter) · the action
    "timeout": ([], "3", {"do": "timeout", "seat": 3}),
    "demand": (
        [{"do": "roll", "seat": 1, "dice": [1, 2]}],
        "31",
        {"do": "demand", "seat": 3, "from": 1},
    ),
    "claim": (
        [{"do": "roll", "seat": 1, "dice": [1, 2]}],
        "41",
        {"do": "claim", "seat": 4, "from": 1},
    ),
    "pot": ([], "7500o", {"do": "pot", "amount": 7500}),
    "auction": ([], "12oo", {"do": "auction", "what": "Frederiksberg Allé"}),
    "loan": ([], "120000oo", {"do": "loan", "seat": 1, "amount": 20000}),
    "offer": ([], "2112o", {"do": "offer", "seat": 2, "to": 1, "what": "Frederiksberg Allé"}),
    "accept": (
        [{"do": "offer", "seat": 2, "to": 1, "what": "C1"}],
        "12",
        {"do": "accept", "seat": 1, "from": 2},
    ),
    "build": ([], "102o2", {"do": "build", "seat": 1, "what": "Rødovrevej", "houses": 2}),
    "mortgage": (
        [{"do": "buy", "seat": 1, "what": "C1"}],
        "112o",
        {"do": "mortgage", "seat": 1, "what": "Frederiksberg Allé"},
    ),
    "unmortgage": (
        [{"do": "buy", "seat": 1, "what": "C1"}, {"do": "mortgage", "seat": 1, "what": "C1"}],
        "112o",
        {"do": "unmortgage", "seat": 1, "what": "Frederiksberg Allé"},
    ),
    "trade": (
        [{"do": "buy", "seat": 1, "what": "C1"}],
        "1212o3000o",
        {"do": "trade", "seat": 1, "to": 2, "gives": "Frederiksberg Allé", "gets": 3000},
    ),
    "share": (
        [
            {"do": "build", "seat": 1, "houses": 1, "what": "A1"},
            {"do": "build", "seat": 1, "houses": 1, "what": "B1"},
        ],
        "212o",
        {"do": "share", "seat": 2, "of": 1, "percent": 10},
    ),
    "redeem": ([{"do": "loan", "seat": 1, "amount": 10000}], "1", {"do": "redeem", "seat": 1}),
    "jail": ([{"do": "roll", "seat": 1, "dice": [1, 2]}], "1", {"do": "jail", "seat": 1}),
    "jail_out": ([{"do": "jail", "seat": 1}], "11", {"do": "jail_out", "seat": 1, "how": "pay"}),
    "stay": ([{"do": "jail", "seat": 1}], "1", {"do": "stay", "seat": 1}),
    "free_pass": ([], "1", {"do": "free_pass", "seat": 1}),
    "card": ([], "12", {"do": "card", "seat": 1, "what": "grant"}),
    "pass_start": ([], "1", {"do": "pass_start", "seat": 1}),
    "owe": ([], "12300oo", {"do": "owe", "seat": 1, "to": 2, "amount": 300}),
    "buy": ([], "105o", {"do": "buy", "seat": 1, "what": "Indkomstskat"}),
    "sell": (
        [{"do": "buy", "seat": 1, "what": "J1"}],
        "111o",
        {"do": "sell", "seat": 1, "what": "Fængslet"},
    ),
    "turn": ([], "3", {"do": "turn", "seat": 3, "reason": "not entered"}),
    "accuse": ([], "34", {"do": "accuse", "seat": 3, "accused": 4}),
    "bid": ([{"do": "auction", "what": "C1"}], "23000o", {"do": "bid", "seat": 2, "amount": 3000}),
    "pass": ([{"do": "auction", "what": "C1"}], "2", {"do": "pass", "seat": 2}),
    "take": ([{"do": "auction", "what": "C1", "seat": 1}], "1", {"do": "take", "seat": 1}),
    "demolish": (
        [{"do": "build", "seat": 1, "houses": 2, "what": "A1"}],
        "102o1",
        {"do": "demolish", "seat": 1, "what": "Rødovrevej", "houses": 1},
    ),
    "moved": ([{"do": "roll", "seat": 1, "dice": [1, 2]}], "1", {"do": "moved", "seat": 1}),
    "thrown": ([], "1", {"do": "thrown", "seat": 1}),
    "roll": ([], "123o", {"do": "roll", "seat": 1, "dice": [2, 3]}),
    "ruling_table": (
        [],
        "12",
        {"do": "ruling", "by": "banker", "text": "console.word.text.stands", "seat": 2},
    ),
    "incident": ([], "21", {"do": "incident", "seat": 2, "reason": "console.word.reason.disturbs"}),
    "warn": ([], "2o", {"do": "warn", "seat": 2}),
    "pause": ([], "", {"do": "pause"}),
    "resume": ([{"do": "pause"}], "", {"do": "resume"}),
}
GRAVE: dict[str, tuple[str, dict[str, Any]]] = {
    "bankrupt": ("2o", {"do": "bankrupt", "seat": 2, "to": "bank"}),
    "go_home": ("2", {"do": "retire", "seat": 2}),
    "remove": ("21", {"do": "remove", "seat": 2, "reason": "console.word.reason.disturbs"}),
    "disqualify": ("21", {"do": "disqualify", "seat": 2, "reason": "console.word.reason.disturbs"}),
    "end": ("1", {"do": "end", "reason": "console.word.reason.agreed"}),
}
ELSEWHERE = {"evasion", "start", "reset", "confirm", "sign_for"}
"""Tried below, or in other tests."""


def say_word(table: Evening, word: str, digits: str) -> None:
    table.touch(at.Say(word))
    for char in digits:
        if char == "o":
            table.key(Judge.NEXT, source=Source.KEYPAD)
        else:
            table.digits(char)


def table_with(sits: Sits, before: list[dict[str, Any]]) -> Evening:
    table = sits(4, loan_evening=True, free_pass_evening=True, playing_time=7200)
    for fields in before:
        do = fields["do"]
        table.act(do, **{key: value for key, value in fields.items() if key != "do"})
    return table


@pytest.mark.parametrize("word", CASES)
def test_a_verb_said_by_digits_is_accepted(word: str, sits: Sits) -> None:
    before, digits, action = CASES[word]
    table = table_with(sits, before)
    say_word(table, word, digits)
    assert table.last == action
    assert table.refusals == []
    assert table.desk.talk.dialogue is None


@pytest.mark.parametrize("word", GRAVE)
def test_what_is_grave_is_asked_once_more(word: str, sits: Sits) -> None:
    digits, action = GRAVE[word]
    table = sits(4)
    say_word(table, word, digits)
    assert table.question == f"kiosk.sure.{word}"
    assert action not in table.done
    table.key(Judge.YES)
    assert table.last == action
    assert table.refusals == []


def test_every_verb_of_the_menu_is_tried() -> None:
    words = {word for page in PAGES for word in page} - OWN - set(MENU.opens)
    reckoned = {verb.word for verb in VERBS if verb.reckons}
    assert words - reckoned == set(CASES) | set(GRAVE) | ELSEWHERE


def test_everything_in_the_menu_can_be_told_by_digits() -> None:
    for page in PAGES:
        assert len(page) <= 9
        for word in set(page) - OWN - set(MENU.opens):
            assert say.by_keys(MENU.verbs[word]), word


def test_every_word_of_the_rules_has_a_key(sits: Sits) -> None:
    """What the rules take in play can be said: in the menu, by a key of its own, or the console."""
    own_keys = {"undo", "press", "wait", "cannot_pay"}
    said = {verb.do for verb in VERBS}
    assert set(ALLOWED[Phase.PLAY.value]) - own_keys - said == set()


def test_cards_are_known_to_the_rules_by_the_words_of_the_menu(sits: Sits) -> None:
    table = table_with(sits, [{"do": "build", "seat": 2, "houses": 1, "what": "A1"}])
    for digit, shown in (("1", "kings"), ("2", "grant")):
        say_word(table, "card", f"1{digit}")
        assert getattr(table.view.seats[0], shown)
    say_word(table, "card", "14")
    assert not table.view.seats[0].grant
    for digit, pot in (("5", 100), ("6", 300)):
        say_word(table, "card", f"1{digit}")
        assert table.view.pot == pot
    assert table.refusals == []


def test_begin_anew_is_held_for_five_seconds(evening: Evening) -> None:
    evening.touch(at.Say("reset"))
    evening.digits("1")
    evening.key(Judge.NEXT, source=Source.KEYPAD, hold_ms=5_100)
    assert evening.last["do"] == "reset"
    assert evening.view.attempt == 2


def test_a_refusal_is_told_with_its_rule(evening: Evening) -> None:
    say_word(evening, "redeem", "1")
    assert evening.refusals[0].rule == "RAMK-9.27c"


def test_a_field_that_does_not_exist_is_not_that(evening: Evening) -> None:
    say_word(evening, "auction", "01o")
    assert evening.notice == "kiosk.notice.not_that"
    assert "auction" not in evening.dos()


def test_a_press_that_is_refused_says_why(sits: Sits) -> None:
    """RAMK-9.22 with two players: the debt lapsed when its lander rolled again."""
    table = sits(2)
    table.act("roll", seat=1, dice=[1, 2])
    table.act("owe", seat=1, to=2, amount=100)
    table.act("roll", seat=2, dice=[1, 2])
    table.act("roll", seat=1, dice=[1, 2])
    assert table.press(2) == {"do": "claim", "seat": 2, "from": 1}
    assert table.refusals[0].rule == "RAMK-9.22"
    assert table.notice == "rules.why.claim_closed"
