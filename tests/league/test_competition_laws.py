"""What holds of every draw, every change of seats, every arrival and every protest (HUN-3 to 7)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.competition import arrivals, seats
from league.competition.laws import law_of, minutes_before
from league.ids import WallMs
from league.troubles import Trouble
from rules.edition import parse_edition
from rules.kinds import Refusal
from rules.monopoly import seating
from rules.monopoly.entry import may_change_rules, may_join
from rules.monopoly.protest import REFEREE, TABLE, may_rule
from tests.league.games import edition, text_of

MOST, LEAST = 6, 4
HUN = edition()
LAW = law_of(HUN)


def outcome(sizes: list[int]) -> dict[str, Any]:
    names = iter(f"P{n:03}" for n in range(1, 1000))
    return {
        "tables": [
            {
                "table": str(number),
                "division": None,
                "seats": [{"seat": at, "player": next(names)} for at in range(1, size + 1)],
            }
            for number, size in enumerate(sizes, 1)
        ],
        "seed": 7,
    }


halls = st.lists(st.integers(LEAST, MOST), min_size=2, max_size=12).map(outcome)


def shape(found: Any) -> list[list[int]]:
    return [[seat["seat"] for seat in table["seats"]] for table in found["tables"]]


@given(halls, st.data())
def test_a_swap_moves_two_and_nobody_else(hall: Any, data: st.DataObject) -> None:
    """HUN-6.1: the same seats, the same people; swapped again it is as before."""
    people = seats.places(hall)
    one, other = data.draw(st.sampled_from(people)), data.draw(st.sampled_from(people))
    if one.table == other.table:
        with pytest.raises(Trouble):
            seats.swap(hall, one.player, other.player)
        return
    done = seats.swap(hall, one.player, other.player)
    assert shape(done) == shape(hall)
    assert seats.seated(done) == seats.seated(hall)
    moved = {a.player for a, b in zip(seats.places(done), people, strict=True) if a != b}
    assert moved == {one.player, other.player}
    assert seats.swap(done, one.player, other.player) == hall


@given(halls, st.data())
def test_who_comes_in_has_the_seat_of_who_is_gone(hall: Any, data: st.DataObject) -> None:
    """HUN-3.3."""
    gone = data.draw(st.sampled_from(seats.places(hall)))
    done = seats.replace(hall, gone.player, "Reserve")
    assert gone._replace(player="Reserve") in seats.places(done)
    assert seats.seated(done) == seats.seated(hall) - {gone.player} | {"Reserve"}
    with pytest.raises(Trouble):
        seats.replace(hall, gone.player, seats.places(hall)[0].player)


@given(halls, st.integers(1, 30))
def test_nobody_joins_a_full_table_and_nobody_stands(hall: Any, many: int) -> None:
    """HUN-6, HUN-6.2a: never more than six, nobody without a seat while one is free."""
    free = seats.free_seats(hall, MOST)
    done = hall
    for number in range(min(many, free)):
        before = min(len(table["seats"]) for table in done["tables"])
        done = seats.join(done, f"Late{number}", MOST)
        assert before <= min(len(table["seats"]) for table in done["tables"]) <= MOST
    taken = [(one.table, one.seat) for one in seats.places(done)]
    assert len(taken) == len(set(taken))
    assert max(len(table["seats"]) for table in done["tables"]) <= MOST
    if many >= free:
        with pytest.raises(Trouble):
            seats.join(done, "One more", MOST)


@given(halls, st.data())
def test_who_gets_up_leaves_four(hall: Any, data: st.DataObject) -> None:
    """HUN-6: four at least."""
    one = data.draw(st.sampled_from(seats.places(hall)))
    size = next(len(t["seats"]) for t in hall["tables"] if t["table"] == one.table)
    if size == LEAST:
        with pytest.raises(Trouble):
            seats.leave(hall, one.player, LEAST, "HUN-6")
    else:
        assert seats.seated(seats.leave(hall, one.player, LEAST, "HUN-6")) == (
            seats.seated(hall) - {one.player}
        )


@given(halls, st.integers(0, 40), st.integers(1, 2), st.integers(0, 2**53 - 1), st.data())
def test_officials_are_at_one_table_each_and_as_many_as_there_are(
    hall: Any, many: int, each: int, seed: int, data: st.DataObject
) -> None:
    """HUN-6, HUN-6.3: by lot, repeatable; as few beside whom they know as can be by exchange."""
    names = [f"B{n:02}" for n in range(many)]
    players = [one.player for one in seats.places(hall)]
    pairs = data.draw(
        st.lists(st.tuples(st.sampled_from(names), st.sampled_from(players)), max_size=6)
        if names
        else st.just([])
    )
    done = seats.with_officials(hall, names, each, seed, pairs)
    assert done == seats.with_officials(hall, list(reversed(names)), each, seed, pairs)
    given_out = [name for table in done["tables"] for name in table["officials"]]
    assert len(given_out) == len(set(given_out)) == min(many, each * len(hall["tables"]))
    counts = [len(table["officials"]) for table in done["tables"]]
    assert max(counts) <= each
    assert max(counts) - min(counts) <= 1
    blank = seats.with_officials(hall, names, each, seed, [])
    assert _known_by(done, pairs) <= _known_by(blank, pairs)
    if pairs and many > len(pairs) + len(hall["tables"]) * each:
        assert _known_by(done, pairs) == 0


def _known_by(found: Any, pairs: list[tuple[str, str]]) -> int:
    return sum(
        (name, seat["player"]) in pairs
        for table in found["tables"]
        for name in table["officials"]
        for seat in table["seats"]
    )


@given(st.integers(0, 200), st.integers(0, 2**53 - 1))
def test_tables_are_of_four_to_six_and_seven_is_impossible(players: int, seed: int) -> None:
    """HUN-6: 1 to 3 and 7 cannot be seated; else sizes differ by one at most."""
    names = [f"P{n}" for n in range(players)]
    found = seating.seat(names, seed, HUN)
    if players in (0, 1, 2, 3, 7):
        assert isinstance(found, Refusal)
        return
    assert not isinstance(found, Refusal)
    sizes = [len(table) for table in found.tables]
    assert sum(sizes) == players
    assert LEAST <= min(sizes) <= max(sizes) <= MOST
    assert max(sizes) - min(sizes) <= 1
    assert sizes == arrivals.sizes_for(players, MOST)


@given(st.lists(st.tuples(st.sampled_from("ABCD"), st.lists(st.integers(0, 6), max_size=4))))
def test_the_next_game_with_a_free_place_is_offered_first(rounds: list[Any]) -> None:
    """HUN-6.2a: a game is offered if and only if fewer than six sit at one of its tables."""
    later = [arrivals.Later(name, sizes) for name, sizes in rounds]
    found = arrivals.offers(later, MOST)
    assert found == [one.round for one in later if one.sizes and min(one.sizes) < MOST]


@given(st.lists(st.integers(1, 6), unique=True))
def test_the_wealthiest_reserve_enters(numbers: list[int]) -> None:
    """HUN-3.3: in the order of their numbers, whatever the order in which they came."""
    waiting = [arrivals.Reserve(f"R{n}", n) for n in numbers]
    assert arrivals.next_reserve(waiting) == (f"R{min(numbers)}" if numbers else None)


@given(st.integers(-7200, 7200))
def test_the_desk_closes_thirty_minutes_before_and_then_is_in_time(seconds: int) -> None:
    """HUN-6.2b: exactly 30 minutes before the game is in time; the minute that is shown counts."""
    starts = 1_800_000_000_000
    came = WallMs(starts + 1000 * seconds)
    assert LAW.is_late(came, WallMs(starts)) == (seconds // 60 > -30)


def test_the_desk_closes_on_the_clock_of_the_hall() -> None:
    """HUN-6.2b."""
    assert minutes_before("10:00", LAW.check_in_s()) == "09:30"
    assert minutes_before("00:10", LAW.check_in_s()) == "23:40"


@given(st.lists(st.sampled_from([TABLE, REFEREE]), max_size=6))
def test_the_referees_word_is_the_last_and_he_alone_overrules(asked: list[str]) -> None:
    """HUN-7: at most one ruling of the table, then at most one of the referee."""
    ruled: list[str] = []
    for level in asked:
        if may_rule(ruled, level) is None:
            ruled.append(level)
    assert ruled in ([], [TABLE], [REFEREE], [TABLE, REFEREE])
    if REFEREE in asked:
        assert ruled[-1] == REFEREE


def test_who_may_join_a_stage_and_until_when_rules_change() -> None:
    """HUN-3.1, HUN-3.4, HUN-17."""
    assert may_join("qualifier", set()) is None
    assert may_join("semifinal", {"qualifier"}) is None
    assert may_join("semifinal", set()) == Refusal("HUN-3.1", "not_of_the_stage_before")  # type: ignore[arg-type]
    assert may_join("final", {"qualifier"}) == Refusal("HUN-3.4", "not_of_the_stage_before")  # type: ignore[arg-type]
    assert may_join("final", {"qualifier", "semifinal"}) is None
    assert may_change_rules(False) is None
    assert may_change_rules(True) == Refusal("HUN-17", "rules_stand")  # type: ignore[arg-type]


@given(halls, st.data())
def test_the_quality_counts_what_could_be_better(hall: Any, data: st.DataObject) -> None:
    """HUN-6.1: pairs that should be apart, pairs that met, and how much the tables differ."""
    people = [one.player for one in seats.places(hall)]
    pairs = [tuple(sorted(data.draw(st.permutations(people))[:2])) for _ in range(4)]
    found = seats.quality(hall, pairs, [hall])  # type: ignore[arg-type]
    tables = [{seat["player"] for seat in t["seats"]} for t in hall["tables"]]
    assert list(found.together) == [p for p in pairs if any(set(p) <= t for t in tables)]
    assert len(found.met) == sum(len(t) * (len(t) - 1) // 2 for t in tables)
    assert found.spread == max(map(len, tables)) - min(map(len, tables))
    assert seats.quality(hall, [], []).met == []


@pytest.mark.parametrize(
    ("parent", "own", "limits"),
    [
        ("mafia-nuances", "", (10, 10)),
        ("mafia-nuances", "[counts]\nplayers = 8\n", (8, 8)),
        ("ramk-2017", "[counts]\nplayers_most = 6\n", (3, 6)),
        ("hun-2009", "", (4, 6)),
        ("ray-freezeout-2013", "", (2, 10)),
    ],
)
def test_a_tables_least_and_most_are_the_editions(
    parent: str, own: str, limits: tuple[int, int]
) -> None:
    text = f'extends = "{parent}"\n\n{own}'
    made = parse_edition(text, "own.toml", text_of)
    assert law_of(made).table_limits("qualifier") == limits
