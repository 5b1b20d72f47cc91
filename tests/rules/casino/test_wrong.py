"""Lines and structures that are none: the key, what was found and what is allowed."""

from __future__ import annotations

from typing import Any

import pytest

from rules.actions import parse_action, to_fields
from rules.casino.payout import read_plan, read_tournament
from rules.errors import ActionError, EditionError
from rules.history import History
from tests.rules.casino.conftest import EditionOf, opening_of

OPENING = opening_of("ray-freezeout-2013")


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"do": "bust"}, "bust: missing, allowed seat or seats"),
        ({"do": "bust", "seats": []}, "seats: found [], allowed a list of seats, each once"),
        ({"do": "bust", "seats": [1, 1]}, "seats: found [1, 1], allowed a list of seats"),
        ({"do": "bust", "seats": [9]}, "seats: found 9, allowed seats of [1, 2, 3, 4]"),
        ({"do": "penalty", "seat": 1}, "penalty: missing, allowed minutes or rounds"),
        ({"do": "penalty", "seat": 1, "minutes": 0}, "minutes: found 0, allowed a whole number"),
        ({"do": "chips", "seat": 1, "points": -1}, "points: found -1, allowed a whole number"),
        ({"do": "stakes", "levels": []}, "levels: found [], allowed a list of 1 to 100 levels"),
        ({"do": "stakes", "levels": [5]}, "levels[0]: found 5, allowed an object of small"),
        ({"do": "stakes", "levels": [{"huge": 5}]}, "levels[0]: unknown key: found 'huge'"),
        ({"do": "stakes", "levels": [{"big": "x"}]}, "levels[0].big: found 'x', allowed a whole"),
        ({"do": "reading", "seat": 1, "values": {}}, "values: found {}, allowed an object"),
        ({"do": "reading", "seat": 1, "values": {"": 1}}, "values: criterion: found '', allowed"),
        ({"do": "reading", "seat": 1, "values": {"a": "1"}}, "values.a: found '1', allowed a num"),
        ({"do": "reading", "seat": 1, "values": {"a": 1.2345}}, "values.a: found 1.2345, allowed"),
        ({"do": "roll", "seat": 1}, "do: found 'roll', allowed addon, alone, arrive, bust, chips"),
    ],
)
def test_a_line_that_is_none(fields: dict[str, Any], said: str) -> None:
    with pytest.raises(ActionError) as error:
        parse_action({"t": 1, **fields}, OPENING, "casino")
    assert str(error.value).startswith(said)


@pytest.mark.parametrize(
    "fields",
    [
        {"do": "bust", "seats": [1, 2]},
        {"do": "stakes", "levels": [{"small": 1, "big": 2, "minutes": 3}], "reason": "late"},
        {"do": "reading", "seat": 1, "values": {"wins": 3, "staked": 0.5}},
        {"do": "pause", "seat": 2, "reason": "jam"},
        {"do": "penalty", "seat": 2, "rounds": 3},
    ],
)
def test_a_line_is_written_as_it_was_read(fields: dict[str, Any]) -> None:
    fields = {"t": 1, **fields}
    assert to_fields(parse_action(fields, OPENING, "casino")) == fields


def test_blinds_may_be_written_short_or_by_other_names() -> None:
    short = {"t": 1, "do": "stakes", "levels": [[100, 200, 25]]}
    named = {"t": 1, "do": "stakes", "levels": [{"ante": 25, "small_blind": 100, "bb": 200}]}
    assert parse_action(short, OPENING, "casino") == parse_action(named, OPENING, "casino")


@pytest.mark.parametrize(
    ("structure", "said"),
    [
        ({"prize_pct": [True]}, "structure.prize_pct.0: found true, allowed a number 0 to 100"),
        ({"prize_pct": ["x"]}, "structure.prize_pct.0: found 'x', allowed a number 0 to 100"),
        ({"prize_pct": [101]}, "structure.prize_pct.0: found 101, allowed a number 0 to 100"),
        ({"carry_pct": 0.0001}, "structure.carry_pct: found 0.0001, allowed a number 0 to 100"),
        ({"levels": 5}, "structure.levels: found 5, allowed a list of 0 to 100 levels"),
        ({"levels": [{"huge": 1}]}, "structure.levels.0: found {'huge': 1}, allowed small, big"),
        ({"weights": {}}, "structure.weights: found {}, allowed a table of criteria"),
        ({"weights": {"wins": "x"}}, "structure.weights.wins: found 'x', allowed a number"),
        ({"breaks": [{"after": 1}, {"after": 1}]}, "structure.breaks: found [1, 1], allowed one"),
        ({"group": 2, "advance": 2}, "structure.advance: found 2, allowed fewer than a group"),
        ({"end": {"never": 1}}, "structure.end.never: found 'never', allowed minutes, rounds"),
    ],
)
def test_a_structure_that_is_none(structure: dict[str, Any], said: str) -> None:
    with pytest.raises(ActionError) as error:
        read_plan({"type": "slots", **structure})
    assert str(error.value).startswith(said)


@pytest.mark.parametrize(
    ("found", "said"),
    [
        ([], "file: found [], allowed an object with structure, entries"),
        ({"players": 1}, "unknown key: found 'players', allowed structure, entries"),
        ({"structure": 1}, "structure: found 1, allowed an object with type"),
        ({"structure": {"type": "slots"}}, "entries: found null, allowed a list of 1 to"),
        ({"structure": {"type": "slots"}, "entries": [1]}, "entries[0]: found 1, allowed an obj"),
    ],
)
def test_a_file_that_is_none(found: Any, said: str) -> None:
    with pytest.raises(ActionError) as error:
        read_tournament(found)
    assert str(error.value).startswith(said)


def test_another_kind_of_tournament_than_the_editions_is_refused(edition_of: EditionOf) -> None:
    opening = opening_of("ray-slots-2013", structure={"type": "rebuy"})
    with pytest.raises(EditionError, match=r"structure\.type: found 'rebuy', allowed 'slots'"):
        History(opening, edition_of("ray-slots-2013"))


def test_prizes_that_do_not_sum_to_a_hundred_are_refused_with_their_sum(
    edition_of: EditionOf,
) -> None:
    """RAY-PAY-1."""
    opening = opening_of("ray-rebuy-2013", structure={"prize_pct": [50, 30, 19.5]})
    with pytest.raises(EditionError, match=r"structure\.prize_pct: found 'a sum of 99.5', allowed"):
        History(opening, edition_of("ray-rebuy-2013"))
