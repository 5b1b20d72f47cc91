"""The money of a whole tournament: nothing is lost, nothing is made."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rules.casino.payout import (
    Entry,
    Payout,
    answer,
    deal,
    payout,
    points_in_play,
    read_plan,
    read_tournament,
)
from rules.errors import ActionError

REBUY = {
    "type": "rebuy",
    "fee": 55,
    "house_share": 5,
    "start_points": 10_000,
    "addon_points": 20_000,
    "prize_pct": [50, 30, 20],
}


def paid(structure: dict[str, Any], entries: list[Entry], tie: str = "pool_and_split") -> Payout:
    return payout(read_plan(structure), entries, tie)


def field(count: int, **first: Any) -> list[Entry]:
    """So many players, the first still in with all points, the others out one by one."""
    rest = [Entry(f"P{n:02}", busted_order=count + 1 - n) for n in range(2, count + 1)]
    return [Entry("P01")._replace(**first), *rest]


def test_twenty_entries_twelve_rebuys_nine_addons() -> None:
    """RAY-PAY-3, RAY-REBUY-2, RAY-REBUY-6, RAY-1-2: the document's proportions, a tenth carried."""
    entries = [
        one._replace(rebuys=n < 12, addons=n < 9, points=500_000_000 if n == 0 else 0)
        for n, one in enumerate(field(20))
    ]

    done = paid({**REBUY, "carry_pct": 10}, entries)

    assert (done.total, done.carry, done.pool, done.points_in_play) == (2500, 250, 2250, 500_000)
    assert [one.prize for one in done.prizes] == [1125, 675, 450]
    assert done.notes == ()


@pytest.mark.parametrize(
    ("pool", "shares", "prizes"),
    [
        (1003, [50, 30, 20], [503, 300, 200]),
        (770, [50, 30, 20], [385, 231, 154]),
        (99, [50, 30, 20], [51, 29, 19]),
        (1001, [40, 30, 20, 10], [401, 300, 200, 100]),
        (10_000, [33.3, 33.3, 33.4], [3330, 3330, 3340]),
    ],
)
def test_the_rest_goes_to_the_first(pool: int, shares: list[Any], prizes: list[int]) -> None:
    """RAY-PAY-1: rounded down, and no unit is lost."""
    structure = {
        "type": "freezeout",
        "pool_from": "fixed",
        "pool_fixed": pool,
        "prize_pct": shares,
    }
    assert [one.prize for one in paid(structure, field(20)).prizes] == prizes


def test_a_generated_table() -> None:
    """RAY-PAY-1: each place a quarter more than the one below."""
    structure = {"type": "freezeout", "fee": 1000, "prize_places": 10, "prize_ratio": 1.25}
    prizes = [one.prize for one in paid(structure, field(10)).prizes]
    assert prizes == [2241, 1792, 1434, 1147, 918, 734, 587, 470, 376, 301]


def test_the_disqualified_players_money_stays_and_his_points_do_not() -> None:
    """RAY-OTHER-3: pool 500, points in play 86,000."""
    structure = {"type": "freezeout", "fee": 50, "start_points": 10_000, "prize_pct": [100]}
    entries = field(10, points=86_000_000)
    entries[4] = Entry("P05", points=14_000_000, disqualified=True)

    done = paid(structure, entries)

    assert (done.pool, done.points_in_play) == (500, 86_000)
    assert "P05" not in done.places
    assert [(one.player, one.prize) for one in done.prizes] == [("P01", 500)]


def test_equals_pool_the_prizes_of_their_places_and_split() -> None:
    """RAY-1-4: 31,000, 31,000, 18,000: the first two share; what cannot be shared is drawn."""
    structure = {"type": "freezeout", "fee": 335, "prize_pct": [50, 30, 20]}
    entries = [Entry("A", points=31), Entry("B", points=31), Entry("C", points=18)]

    done = paid(structure, entries)

    assert [(one.player, one.place) for one in done.prizes] == [("A", 1), ("B", 1), ("C", 3)]
    assert sorted(one.prize for one in done.prizes) == [201, 402, 402]
    assert sum(one.prize for one in done.prizes) == done.pool == 1005
    odd = paid({**structure, "fee": 333}, entries)  # 999: 501 and 299 for two, 199
    assert sorted(one.prize for one in odd.prizes) == [199, 400, 400]
    assert odd.lots == ()
    drawn = paid({**structure, "fee": 334}, entries)  # 1002: 502 and 300, 200
    assert sum(one.prize for one in drawn.prizes) == 1002
    split = paid(structure, entries, "lot")
    assert sorted(one.place for one in split.prizes) == [1, 2, 3]
    assert sorted(split.lots) == ["A", "B"]


def test_the_rest_of_a_shared_first_place_is_drawn_by_a_seed_anybody_can_use() -> None:
    structure = {"type": "freezeout", "fee": 50, "house_share": 0, "prize_pct": [60, 40]}
    entries = [Entry("A", points=1), Entry("B", points=1), Entry("C", busted_order=1)]
    entries.append(Entry("D", entries=1, disqualified=True))
    structure["carry_in"] = 1

    done = paid(structure, entries)

    assert sum(one.prize for one in done.prizes) == done.pool == 201
    assert {one.prize for one in done.prizes} == {100, 101}
    assert sorted(done.lots) == ["A", "B"]
    again = paid(structure, entries[::-1])
    assert {one.player: one.prize for one in again.prizes} == {
        one.player: one.prize for one in done.prizes
    }


def test_who_left_in_one_hand_is_ordered_by_the_structures_rule() -> None:
    """RAY-1-4: together, or by the points before the hand."""
    entries = [
        Entry("A", points=30),
        Entry("B", points=5, busted_order=2),
        Entry("C", points=9, busted_order=2),
        Entry("D", busted_order=1),
    ]
    assert paid({"type": "freezeout"}, entries).places == {"A": 1, "B": 2, "C": 2, "D": 4}
    rule = {"type": "freezeout", "bust_rule": "points_before_hand"}
    assert paid(rule, entries).places == {"A": 1, "C": 2, "B": 3, "D": 4}


def test_a_satellite_gives_seats_and_the_rest_to_the_next() -> None:
    """RAY-1-1: the rounds before the final."""
    structure = {"type": "freezeout", "fee": 55, "house_share": 5, "satellite_price": 220}
    done = paid(structure, field(10))
    assert [one.prize for one in done.prizes] == [220, 220, 60]
    few = paid({**structure, "satellite_seats": 1}, field(10))
    assert [one.prize for one in few.prizes] == [220, 280]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"prize_pct": [50, 30, 19]}, "structure.prize_pct: found 'a sum of 99', allowed a sum"),
        ({"prize_pct": [50.5, 50]}, "structure.prize_pct: found 'a sum of 100.5', allowed"),
        ({"prize_pct": []}, "structure.prize_pct: found []"),
        ({"fee": -1}, "structure.fee: found -1, allowed a whole number 0 to"),
        ({"house_share": 60}, "structure.house_share: found 60, allowed at most the fee 55"),
        ({"type": "poker"}, "structure.type: found 'poker', allowed"),
        ({"type": None}, "structure.type: missing, allowed freezeout, rebuy, sitngo, slots"),
        ({"colour": 1}, "structure.colour: found 'colour', allowed type"),
        ({"pool_from": "fixed"}, "structure.pool_fixed: found null, allowed"),
        ({"prize_places": 3}, "structure.prize_places: found 3, allowed nothing beside prize_pct"),
    ],
)
def test_a_bad_structure_is_refused_with_its_key(change: dict[str, Any], said: str) -> None:
    with pytest.raises(ActionError) as error:
        read_plan({**REBUY, **change})
    assert str(error.value).startswith(said)


@pytest.mark.parametrize(
    ("kind", "entry", "said"),
    [
        (
            "freezeout",
            {"rebuys": 1},
            "rebuys: found 1, allowed 0 in a tournament of type freezeout",
        ),
        ("rebuy", {"addons": 2}, "addons: found 2, allowed 0 to 1 (RAY-REBUY-4)"),
        ("rebuy", {"rebuys": 3}, "rebuys: found 3, allowed 0 to 2 (RAY-REBUY-3)"),
        ("rebuy", {"points": -1}, "points: found -1, allowed 0 or more"),
        ("rebuy", {"points": "many"}, "points: found 'many', allowed a number"),
        ("rebuy", {"entries": 0}, "entries: found 0, allowed 1 or more (RAY-INTRO-1)"),
        ("rebuy", {"disqualified": "no"}, "disqualified: found 'no', allowed true or false"),
        ("rebuy", {"player": " "}, "player: found ' ', allowed 1 to 64 characters"),
        ("rebuy", {"chips": 1}, ": unknown key: found 'chips'"),
    ],
)
def test_a_bad_entry_is_refused_with_its_key(kind: str, entry: dict[str, Any], said: str) -> None:
    structure = {**REBUY, "type": kind, "rebuy_max": 2}
    with pytest.raises(ActionError) as error:
        read_tournament({"structure": structure, "entries": [{"player": "A", **entry}]})
    assert str(error.value).startswith("entries[0]")
    assert said in str(error.value)


def test_a_player_stands_once() -> None:
    with pytest.raises(ActionError, match=r"entries\[1\].player: found 'A', allowed each player"):
        read_tournament({"structure": REBUY, "entries": [{"player": "A"}, {"player": "A"}]})


@pytest.mark.slow
@pytest.mark.timeout(120)
def test_the_sums_hold_for_ten_thousand_tournaments() -> None:
    """RAY-PAY-1, RAY-PAY-3, RAY-OTHER-3: prizes and carry are the pool, points those given out."""
    chance = Random(20_131_130)
    for _ in range(10_000):
        structure, entries = tournament(chance)
        plan = read_plan(structure)
        done = payout(plan, entries, chance.choice(["pool_and_split", "lot", "order"]))

        assert done.pool + done.carry == done.total
        someone = any(not one.disqualified for one in entries)
        assert sum(one.prize for one in done.prizes) == (done.pool if someone else 0)
        assert all(one.prize >= 0 for one in done.prizes)
        assert set(done.places) == {one.player for one in entries if not one.disqualified}
        assert done.points_in_play == points_in_play(plan, entries) >= 0


def tournament(chance: Random) -> tuple[dict[str, Any], list[Entry]]:
    fee = chance.randint(0, 500)
    structure: dict[str, Any] = {
        "type": chance.choice(["rebuy", "freezeout", "sitngo"]),
        "fee": fee,
        "house_share": chance.randint(0, fee),
        "start_points": chance.choice([0, 1, 1500, 10_000]),
        "addon_points": chance.choice([0, 20_000]),
        "carry_pct": chance.choice([0, 10, 12.5, 33.333, 100]),
        "carry_in": chance.choice([0, 0, 777]),
        "pool_from": chance.choice(["fees", "fees", "part"]),
        "pool_pct": chance.choice([100, 90, 66.667]),
    }
    places = chance.randint(1, 12)
    if chance.random() < 0.5:
        cuts = sorted(chance.sample(range(1, 100), places - 1))
        shares = [b - a for a, b in zip([0, *cuts], [*cuts, 100], strict=True)]
        structure["prize_pct"] = sorted(shares, reverse=True)
    else:
        structure |= {"prize_places": places, "prize_ratio": chance.choice([1, 1.25, 1.5, 2])}
    plan = read_plan(structure)
    entries = []
    for number in range(chance.randint(1, 25)):
        out = chance.random() < 0.1
        given = plan.start_points
        rebuys = chance.randint(0, 3) if plan.rebuy else 0
        addons = chance.randint(0, 1) if plan.addon else 0
        given += rebuys * plan.start_points + addons * 20_000
        busted = 0 if out else chance.choice([0, 0, 1, 2, 3, 4])
        points = 0 if busted else chance.randint(0, min(given, 3)) * 1000
        entries.append(Entry(f"P{number}", 1, rebuys, addons, points, busted, out))
    return structure, entries


def test_what_is_printed_names_lots_and_notes_only_where_there_are_any() -> None:
    entries = [Entry("A", points=1000), Entry("B", points=1000), Entry("X", disqualified=True)]
    done = paid({"type": "freezeout", "fee": 1, "start_points": 1, "prize_pct": [100]}, entries)
    assert answer(done) == {
        "pool": 3,
        "carry": 0,
        "points_in_play": 3,
        "prizes": [
            {"player": "A", "place": 1, "prize": done.prizes[0].prize},
            {"player": "B", "place": 1, "prize": done.prizes[1].prize},
        ],
        "lots": {"seed": done.seed, "drawn": list(done.lots)},
        "notes": ["RAY-1-2: 2 points counted, 3 in play"],
    }
    alone = paid({"type": "slots", "fee": 1}, [Entry("X", disqualified=True)])
    assert alone.notes == ("RAY-OTHER-3: everybody is disqualified, nobody gets the pool",)
    assert answer(paid({"type": "slots", "fee": 2}, [Entry("A", points=5)])) == {
        "pool": 2,
        "carry": 0,
        "points_in_play": 0,
        "prizes": [{"player": "A", "place": 1, "prize": 2}],
    }


def test_the_deal_calculator_takes_those_who_are_still_in() -> None:
    plan = read_plan({"type": "freezeout", "fee": 25, "prize_pct": [70, 30]})
    entries = [Entry("B", points=1000), Entry("A", points=3000), Entry("C", busted_order=2)]
    entries.append(Entry("D", busted_order=1))
    assert deal(plan, entries) == [
        {"player": "A", "icm": 60, "whole": 60},
        {"player": "B", "icm": 40, "whole": 40},
    ]
    with pytest.raises(ActionError, match="deal: found 1, allowed 2 to 10 players still in"):
        deal(plan, entries[1:])
