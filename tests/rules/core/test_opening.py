"""What a game is opened with: every check of the opening, and its way back."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import ActionError
from rules.opening import opening_fields, parse_opening

WHOLE: dict[str, Any] = {
    "edition": "hun-2009",
    "season": "S1",
    "round": "Q1",
    "game": "Q1-T3",
    "table": "T3",
    "seats": [
        {"seat": 4, "player": "P04", "name": "Ősz Béla"},
        {"seat": 1, "player": "P01", "name": "אנה 👩‍🚀"},
        {"seat": 2, "player": "P02"},
    ],
    "final": True,
    "division": 2,
    "options": {"game": 3600},
    "officials": {"banker": ["Kati", "Zoli"], "referee": "Éva"},
}


def test_seats_stand_in_order_and_a_seat_without_a_name_shows_its_player() -> None:
    opening = parse_opening(WHOLE)
    assert [(seat.seat, seat.name) for seat in opening.seats] == [
        (1, "אנה 👩‍🚀"),
        (2, "P02"),
        (4, "Ősz Béla"),
    ]
    assert opening.numbers == {1, 2, 4}


def test_officials_are_one_or_two_bankers_and_one_of_each_other_office() -> None:
    opening = parse_opening(WHOLE)
    assert opening.officers("banker") == ("Kati", "Zoli")
    assert opening.officers("referee") == ("Éva",)
    assert opening.officers("keeper") == ()


def test_an_opening_written_down_again_is_the_same_opening() -> None:
    opening = parse_opening(WHOLE)
    assert parse_opening(opening_fields(opening)) == opening


def test_what_may_be_left_out_has_its_default_and_stays_left_out() -> None:
    needed = ("edition", "season", "round", "game", "table", "seats")
    fields = {key: WHOLE[key] for key in needed}
    opening = parse_opening(fields)
    assert (opening.final, opening.division, opening.options) == (False, None, {})
    assert set(opening_fields(opening)) == set(needed)


def _with(path: tuple[str | int, ...], value: Any) -> dict[str, Any]:
    fields = copy.deepcopy(WHOLE)
    inner: Any = fields
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    return fields


WRONG = [
    (
        ("game",),
        "../x",
        "open.game: found '../x', allowed 1 to 64 letters, digits, '_', '.' or '-'",
    ),
    (("game",), "x" * 65, "open.game: found 'xxx"),
    (("game",), "Q1\n", r"open.game: found 'Q1\\n', allowed 1 to 64"),
    (("season",), "", "open.season: found '', allowed 1 to 64"),
    (("table",), 3, "open.table: found 3, allowed 1 to 64"),
    (("round",), None, "open.round: found null, allowed 1 to 64"),
    (("edition",), "a/b", "open.edition: found 'a/b', allowed 1 to 64"),
    (("season",), False, "open.season: found false, allowed 1 to 64"),
    (("final",), 1, "open.final: found 1, allowed true or false"),
    (("division",), True, "open.division: found true, allowed 1 or 2"),
    (("division",), 3, "open.division: found 3, allowed 1 or 2"),
    (("seats",), [], "open.seats: found [], allowed a list of 1 to 10 seats"),
    (("seats",), {}, "open.seats: found {}, allowed a list of 1 to 10 seats"),
    (("seats", 0), 4, "open.seats[0]: found 4, allowed an object {...}"),
    (("seats", 0, "seat"), 11, "open.seats[0].seat: found 11, allowed a whole number 1 to 10"),
    (("seats", 0, "seat"), True, "open.seats[0].seat: found true, allowed a whole number 1 to 10"),
    (("seats", 0, "seat"), 2.0, "open.seats[0].seat: found 2.0, allowed a whole number 1 to 10"),
    (("seats", 0, "seat"), 1, "open.seats[1].seat: found 1, allowed each seat only once"),
    (("seats", 0, "player"), "P01", "open.seats[1].player: found 'P01', allowed each player only"),
    (("seats", 0, "player"), "  ", "open.seats[0].player: found '  ', allowed a text of 1 to 64"),
    (("seats", 0, "name"), "a\tb", r"open.seats[0].name: found 'a\tb', allowed a text of 1 to 64"),
    (("seats", 0, "name"), "\ud800", r"open.seats[0].name: found '\ud800', allowed a text"),
    (("seats", 0, "nick"), "x", "open.seats[0]: unknown key: found 'nick', allowed name, player"),
    (("colour",), 1, "open: unknown key: found 'colour', allowed division, edition, final"),
    (("options",), [], "open.options: found [], allowed an object {...}"),
    (("officials",), [], "open.officials: found [], allowed an object {...}"),
    (("officials", "cook"), "x", "open.officials: unknown key: found 'cook', allowed banker"),
    (("officials", "banker"), ["a", "b", "c"], "allowed one name or a list of one or two names"),
    (("officials", "banker"), [], "open.officials.banker: found [], allowed one name or a list"),
    (("officials", "referee"), ["a", "b"], "open.officials.referee: found ['a', 'b'], allowed one"),
    (("officials", "host"), 7, "open.officials.host: found 7, allowed one name"),
]


@pytest.mark.parametrize(("path", "value", "message"), WRONG, ids=lambda value: str(value)[:40])
def test_a_wrong_opening_is_refused_and_names_field_found_and_allowed(
    path: tuple[str | int, ...], value: Any, message: str
) -> None:
    with pytest.raises(ActionError) as raised:
        parse_opening(_with(path, value))
    assert message.replace("\\\\", "\\") in str(raised.value)


@pytest.mark.parametrize("key", ["edition", "season", "round", "game", "table", "seats"])
def test_a_missing_field_is_named(key: str) -> None:
    fields = {name: value for name, value in WHOLE.items() if name != key}
    with pytest.raises(ActionError, match=f"^open.{key}: missing, allowed "):
        parse_opening(fields)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)


@given(JSON, st.sampled_from([*WHOLE, "seats.seat", "seats.player", "officials.banker"]))
def test_no_opening_whatever_it_holds_raises_anything_but_action_error(
    value: Any, place: str
) -> None:
    outer, _, inner = place.partition(".")
    if inner and outer == "seats":
        fields = _with(("seats", 0, inner), value)
    else:
        fields = _with((outer, inner) if inner else (outer,), value)
    try:
        opening = parse_opening(fields)
    except ActionError:
        return
    assert parse_opening(opening_fields(opening)) == opening
