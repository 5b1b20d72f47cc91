"""From a line's fields to an action and back, for every word of the table."""

from __future__ import annotations

import math
import subprocess
import sys
from decimal import Decimal
from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import actions
from rules.actions import (
    FAMILIES,
    Action,
    Count,
    Deed,
    Foul,
    Goods,
    LandPot,
    Offer,
    Reset,
    Roll,
    Ruling,
    Sign,
    Trade,
    Wait,
    parse_action,
    to_fields,
)
from rules.actions._parse import game_ms
from rules.errors import ActionError
from rules.kinds import GameMs
from rules.opening import Opening, parse_opening

ROOT = Path(__file__).parents[3]
WORDS = FAMILIES["monopoly"]
SAMPLES: dict[str, dict[str, Any]] = {
    "reset": {"reason": "false start", "what": "timer"},
    "undo": {"back": 3},
    "end": {"reason": "fire alarm", "winner": "red"},
    "foul": {"seat": 1, "reason": "phone"},
    "sign": {"seat": 2, "by": "referee", "reason": "left early"},
    "roll": {"seat": 1, "dice": [3, 4], "by": "table", "throw": 7},
    "turn": {"seat": 2, "reason": "nobody entered it"},
    "accuse": {"seat": 1, "accused": 2},
    "vote": {"seat": 1, "choice": "abstain"},
    "evasion": {"seat": 1, "avoided": 6000},
    "owe": {"seat": 1, "to": "pot", "amount": 50},
    "claim": {"seat": 1, "from": 2},
    "demand": {"seat": 1, "from": 2},
    "accept": {"seat": 1, "from": 2},
    "offer": {"seat": 1, "to": 2, "what": "A1", "term": 3},
    "build": {"seat": 1, "houses": 2, "what": "B1"},
    "share": {"seat": 1, "of": 2, "percent": 10, "series": ["blue"]},
    "card": {"seat": 1, "what": "free"},
    "pot": {"amount": 0},
    "trade": {"seat": 1, "to": 2, "gives": [50, "A1"], "gets": ["B2"]},
    "demolish": {"seat": 1, "what": "A1", "houses": 1},
    "ruling": {"text": "the roll stands", "by": "referee", "seat": 1},
    "auction": {"what": "V1", "value": 200, "seat": 1},
    "bid": {"seat": 2, "amount": 175},
    "loan": {"seat": 1, "amount": 10000, "wealth": 25000},
    "land_pot": {"seat": 1, "wealth": {"1": 34000, "2": -50}, "under": [2]},
    "jail_out": {"seat": 1, "how": "pay"},
    "bankrupt": {"seat": 1, "to": "bank"},
    "count": {
        "seat": 1,
        "cash": 412,
        "deeds": [
            {"name": "A1", "price": 60, "mortgaged": True},
            {"name": "H2", "price": 400, "houses": 5, "house_price": 200},
            {"name": "V1"},
        ],
    },
}
BY_SEAT = {"seat": 1}
PROPERTY = {"seat": 1, "what": "A1"}


def sample(do: str) -> dict[str, Any]:
    """Valid fields with everything optional given."""
    slots = {slot.key for slot in WORDS[do].slots}
    rest = SAMPLES.get(do)
    if rest is None:
        shared = {"seat", "reason"} == slots
        rest = SAMPLES["foul"] if shared else PROPERTY if "what" in slots else BY_SEAT
        rest = rest if slots else {}
    return {"t": 12.5, "do": do, **rest}


@pytest.fixture(scope="module")
def opening() -> Opening:
    return parse_opening(
        {
            "edition": "hun-2009",
            "season": "S1",
            "round": "Q1",
            "game": "G1",
            "table": "T1",
            "seats": [{"seat": 1, "player": "P1"}, {"seat": 2, "player": "P2"}],
        }
    )


@pytest.mark.parametrize("do", WORDS)
def test_every_word_comes_back_as_it_was_written(do: str, opening: Opening) -> None:
    fields = sample(do)
    action = parse_action({**fields, "line": "seat1"}, opening, "monopoly")
    assert type(action) is WORDS[do].make
    assert action.at == 12_500
    assert to_fields(action) == {**fields, "line": "seat1"}


@pytest.mark.parametrize("do", WORDS)
def test_the_table_names_every_field_of_the_class_in_its_order(do: str) -> None:
    assert WORDS[do].make.__match_args__ == ("at", *(slot.attr for slot in WORDS[do].slots))


@pytest.mark.parametrize("do", WORDS)
def test_an_action_cannot_be_changed(do: str, opening: Opening) -> None:
    action = parse_action(sample(do), opening, "monopoly")
    with pytest.raises(AttributeError, match="is fixed"):
        action.at = GameMs(0)  # type: ignore[misc]
    assert not hasattr(action, "__dict__")


def test_a_field_that_only_other_actions_know_is_passed_over(opening: Opening) -> None:
    loose = {"t": 1, "do": "undo", "reason": "a slip", "seat": 2, "note": "by the banker"}
    assert parse_action(loose, opening, "monopoly") == parse_action(
        {"t": 1, "do": "undo"}, opening, "monopoly"
    )


def test_a_sum_of_floats_is_its_three_decimals_and_a_fourth_decimal_is_refused() -> None:
    assert game_ms(0.1 + 0.2) == 300
    assert game_ms(1.1 + 2.2) == 3300
    for found in (0.3004, 0.0001, 5399.99951):
        with pytest.raises(ActionError, match="at most 3 decimals"):
            game_ms(found)


@pytest.mark.parametrize("do", WORDS)
def test_a_field_that_is_none_is_refused(do: str, opening: Opening) -> None:
    with pytest.raises(ActionError, match=f"^{do}: unknown field: found 'colour', allowed t, do"):
        parse_action({**sample(do), "colour": 1}, opening, "monopoly")


REQUIRED = [
    (do, slot.key)
    for do, word in WORDS.items()
    for slot in word.slots
    if slot.default not in ("", None, (), 1, "game", "seat")
]


@pytest.mark.parametrize(("do", "key"), REQUIRED)
def test_a_missing_field_is_named(do: str, key: str, opening: Opening) -> None:
    fields = sample(do)
    del fields[key]
    with pytest.raises(ActionError, match=f"^{do}: {key}: missing, allowed"):
        parse_action(fields, opening, "monopoly")


def test_what_is_left_out_has_its_default(opening: Opening) -> None:
    def parsed(**fields: Any) -> Action:
        return parse_action({"t": 1, **fields}, opening, "monopoly")

    assert parsed(do="reset") == Reset(GameMs(1000), "", "game")
    assert parsed(do="foul", seat=2) == Foul(GameMs(1000), 2, "")
    assert parsed(do="sign", seat=2) == Sign(GameMs(1000), 2, "seat", "")
    assert parsed(do="offer", seat=1, to=2, what="x") == Offer(GameMs(1000), 1, 2, "x", 1)
    assert parsed(do="ruling", text="x", by="banker") == Ruling(GameMs(1000), "x", "banker", None)
    assert parsed(do="count", seat=1) == Count(GameMs(1000), 1, None, ())
    assert parsed(do="land_pot", seat=1, under=[1, 2]) == LandPot(GameMs(1000), 1, None, (1, 2))


@pytest.mark.parametrize(
    ("found", "cash", "things"),
    [
        (50, 50, ()),
        ("A1", 0, ("A1",)),
        (["A1", 20, "B1", 5], 25, ("A1", "B1")),
        ({"cash": 7, "deeds": ["C1"]}, 7, ("C1",)),
        ({"cards": 2, "deeds": ["C1"]}, 0, ("C1", "release card", "release card")),
        ({}, 0, ()),
        ([], 0, ()),
    ],
)
def test_a_side_of_a_trade_is_money_and_names_in_any_form(
    found: Any, cash: int, things: tuple[str, ...], opening: Opening
) -> None:
    fields = {"t": 0, "do": "trade", "seat": 1, "to": 2, "gives": found, "gets": 0}
    action = parse_action(fields, opening, "monopoly")
    assert isinstance(action, Trade)
    assert action.gives == Goods(cash, things)


def test_a_counted_deed_needs_its_name_alone(opening: Opening) -> None:
    fields = {"t": 0, "do": "count", "seat": 1, "cash": 0, "deeds": [{"name": "A1"}]}
    action = parse_action(fields, opening, "monopoly")
    assert isinstance(action, Count)
    assert action.deeds == (Deed("A1", None, False, 0, None),)


@pytest.mark.parametrize(
    ("t", "ms"),
    [
        (0, 0),
        (4.0, 4000),
        (1804.123, 1804123),
        (0.001, 1),
        (8191.999, 8191999),
        (Decimal("1.5"), 1500),
        (Decimal("1.5000"), 1500),
        (Decimal("2E+1"), 20000),
        (10**7, 10**10),
    ],
)
def test_time_is_whole_milliseconds_exactly(t: Any, ms: int, opening: Opening) -> None:
    assert parse_action({"t": t, "do": "wait"}, opening, "monopoly") == Wait(GameMs(ms))


@given(st.integers(0, 10**10))
def test_every_millisecond_is_written_and_read_again_exactly(ms: int) -> None:
    fields = to_fields(Wait(GameMs(ms)))
    assert parse_action(fields, ONE_SEAT, "monopoly").at == ms


@pytest.mark.parametrize(
    "t",
    [
        -1,
        -0.001,
        math.nan,
        math.inf,
        -math.inf,
        1.0001,
        0.0005,
        Decimal("1.0001"),
        Decimal("1.00000000000000000000000000000000000001"),
        Decimal("1E+999999999"),
        Decimal("1E-999999999"),
        Decimal("NaN"),
        10**7 + 1,
        True,
        "4.0",
        [4],
    ],
)
def test_a_time_that_is_none_is_refused(t: Any, opening: Opening) -> None:
    with pytest.raises(ActionError, match=r"^t: found .*, allowed seconds from 0 to 10000000"):
        parse_action({"t": t, "do": "wait"}, opening, "monopoly")


WRONG = [
    ({"t": 1}, "do: missing, allowed accept, accuse"),
    ({"do": "wait"}, "t: missing"),
    ({"t": 1, "do": "hop"}, "do: found 'hop', allowed accept, accuse"),
    ({"t": 1, "do": ["roll"]}, "do: found ['roll'], allowed accept"),
    ({"t": 1, "do": "nominate", "seat": 1}, "do: found 'nominate', allowed accept"),
    ({"t": 1, "do": "roll", "seat": 3, "dice": [1, 2]}, "seat: found 3, allowed seat 1, 2"),
    ({"t": 1, "do": "roll", "seat": True, "dice": [1, 2]}, "seat: found true, allowed seat 1, 2"),
    ({"t": 1, "do": "roll", "seat": 1.0, "dice": [1, 2]}, "seat: found 1.0, allowed seat 1, 2"),
    (
        {"t": 1, "do": "roll", "seat": 1, "dice": [0, 2]},
        "dice: found [0, 2], allowed a list of two",
    ),
    (
        {"t": 1, "do": "roll", "seat": 1, "dice": [1, 7]},
        "dice: found [1, 7], allowed a list of two",
    ),
    ({"t": 1, "do": "roll", "seat": 1, "dice": [1]}, "dice: found [1], allowed a list of two"),
    ({"t": 1, "do": "roll", "seat": 1, "dice": [True, 2]}, "dice: found [True, 2], allowed a list"),
    ({"t": 1, "do": "roll", "seat": 1, "dice": "34"}, "dice: found '34', allowed a list of two"),
    (
        {"t": 1, "do": "vote", "seat": 1, "choice": "maybe"},
        "choice: found 'maybe', allowed yes, no",
    ),
    ({"t": 1, "do": "bid", "seat": 1, "amount": -5}, "amount: found -5, allowed a whole number fr"),
    ({"t": 1, "do": "bid", "seat": 1, "amount": 5.5}, "amount: found 5.5, allowed a whole number"),
    (
        {"t": 1, "do": "owe", "seat": 1, "to": "me", "amount": 5},
        "to: found 'me', allowed 1, 2, bank",
    ),
    ({"t": 1, "do": "bankrupt", "seat": 1, "to": "pot"}, "to: found 'pot', allowed 1, 2, bank"),
    ({"t": 1, "do": "claim", "seat": 1, "from": None}, "claim: from: found null, allowed a value"),
    ({"t": 1, "do": "sign", "seat": 1, "by": None}, "sign: by: found null, allowed a value"),
    ({"t": 1, "do": "sign", "seat": 1, "by": "me"}, "by: found 'me', allowed seat, referee"),
    ({"t": 1, "do": "buy", "seat": 1, "what": ""}, "what: found '', allowed a text of 1 to 500"),
    ({"t": 1, "do": "buy", "seat": 1, "what": "a\nb"}, r"what: found 'a\nb', allowed a text of 1"),
    ({"t": 1, "do": "foul", "seat": 1, "reason": 3}, "reason: found 3, allowed a text of 0 to 500"),
    ({"t": 1, "do": "wait", "line": 3}, "line: found 3, allowed a text of 1 to 500"),
    ({"t": 1, "do": "land_pot", "seat": 1}, "land_pot: missing, allowed wealth or under"),
    (
        {"t": 1, "do": "land_pot", "seat": 1, "under": [3]},
        "under: found 3, allowed seats of [1, 2]",
    ),
    ({"t": 1, "do": "land_pot", "seat": 1, "wealth": {"3": 1}}, "wealth: unknown key: found '3'"),
    ({"t": 1, "do": "land_pot", "seat": 1, "wealth": {"1": "x"}}, "wealth.1: found 'x', allowed a"),
    (
        {"t": 1, "do": "trade", "seat": 1, "to": 2, "gives": [-1], "gets": 0},
        "gives: found -1, allo",
    ),
    (
        {"t": 1, "do": "share", "seat": 1, "of": 2, "percent": 0},
        "percent: found 0, allowed a whole",
    ),
    (
        {"t": 1, "do": "count", "seat": 1, "cash": "x"},
        "cash: found 'x', allowed a whole number fro",
    ),
    ({"t": 1, "do": "count", "seat": 1, "deeds": {}}, "deeds: found {}, allowed a list of deeds"),
    ({"t": 1, "do": "count", "seat": 1, "deeds": [{}]}, "deeds[0].name: missing, allowed a deed's"),
    ({"t": 1, "do": "count", "seat": 1, "deeds": [3]}, "deeds[0]: found 3, allowed an object"),
    (
        {"t": 1, "do": "count", "seat": 1, "deeds": [{"name": "A1", "houses": 6}]},
        "deeds[0].houses: found 6, allowed a whole number 0 to 5",
    ),
    (
        {"t": 1, "do": "count", "seat": 1, "deeds": [{"name": "A1", "mortgaged": 1}]},
        "deeds[0].mortgaged: found 1, allowed true or false",
    ),
    (
        {"t": 1, "do": "count", "seat": 1, "deeds": [{"name": "A1", "price": -1}]},
        "deeds[0].price: found -1, allowed a whole number from 0",
    ),
    (
        {"t": 1, "do": "count", "seat": 1, "deeds": [{"name": "A1", "price": 10**13}]},
        "deeds[0].price: found 10000000000000, allowed a whole number from 0 to 1000000000000",
    ),
    (
        {"t": 1, "do": "count", "seat": 1, "cash": 10**13},
        "cash: found 10000000000000, allowed a whole number from 0 to 1000000000000",
    ),
    (
        {"t": 1, "do": "trade", "seat": 1, "to": 2, "gives": {"cards": 9}, "gets": 1},
        "gives.cards: found 9, allowed a whole number from 0 to 2",
    ),
]


@pytest.mark.parametrize(("fields", "message"), WRONG, ids=lambda value: str(value)[:50])
def test_wrong_fields_are_refused_and_name_field_found_and_allowed(
    fields: dict[str, Any], message: str, opening: Opening
) -> None:
    with pytest.raises(ActionError) as raised:
        parse_action(fields, opening, "monopoly")
    assert str(raised.value).startswith(message)


ONE_SEAT = parse_opening(
    {
        "edition": "e",
        "season": "s",
        "round": "r",
        "game": "g",
        "table": "t",
        "seats": [{"seat": 1, "player": "p"}],
    }
)
KEYS = sorted({slot.key for word in WORDS.values() for slot in word.slots} | {"t", "do", "line"})
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 10**13)
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from([*WORDS, "bank", "yes", "pay", 1, 2, 3.5]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=3)
    ),
    max_leaves=4,
)


@given(st.sampled_from(sorted(WORDS)), st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=6))
def test_no_fields_raise_anything_but_action_error(do: str, fields: dict[str, Any]) -> None:
    try:
        action = parse_action({"t": 1, "do": do, **fields}, ONE_SEAT, "monopoly")
    except ActionError:
        return
    assert parse_action(to_fields(action), ONE_SEAT, "monopoly") == action


def test_the_sample_of_a_roll_is_what_the_page_of_actions_shows(opening: Opening) -> None:
    fields = {"t": 4.0, "do": "roll", "seat": 1, "dice": [3, 4]}
    assert parse_action(fields, opening, "monopoly") == Roll(GameMs(4000), 1, (3, 4))


def test_every_word_is_where_it_is_said_to_be() -> None:
    assert [name for name in actions.__all__ if not hasattr(actions, name)] == []
    with pytest.raises(AttributeError, match="no attribute 'Speak'"):
        _ = actions.Speak


def test_an_action_that_no_family_has_cannot_be_written() -> None:
    class Sing(Action):
        do: ClassVar[str] = "sing"

    with pytest.raises(TypeError, match="Sing is no action of any family"):
        to_fields(Sing(GameMs(0)))


@pytest.mark.parametrize("family", sorted(actions.FAMILIES))
def test_a_family_is_parsed_with_the_words_of_no_other(family: str) -> None:
    code = f"""
import sys
from rules.actions import parse_action, to_fields
from rules.opening import parse_opening
opening = parse_opening({{"edition": "e", "season": "S", "round": "R", "game": "G", "table": "T",
                          "seats": [{{"seat": 1, "player": "P"}}]}})
foul = parse_action({{"t": 1, "do": "foul", "seat": 1, "line": "seat1"}}, opening, {family!r})
assert to_fields(foul) == {{"t": 1, "do": "foul", "seat": 1, "line": "seat1"}}, to_fields(foul)
parse_action({{"t": 1, "do": "undo", "reason": "slip"}}, opening, {family!r})
print(sorted(name for name in sys.modules if name.startswith("rules.actions._")))
"""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    homes = {
        "monopoly": ["_board", "_estate", "_turns"],
        "mafia": ["_mafia"],
        "casino": ["_casino"],
    }
    shared = ["_base", "_common", "_fields", "_parse"]
    wanted = sorted(f"rules.actions.{name}" for name in (*shared, *homes[family]))
    assert done.stdout.strip() == str(wanted)
