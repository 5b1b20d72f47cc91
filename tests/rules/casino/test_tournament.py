"""A tournament over several tables: what each line does, what is refused, what is off and whose."""

from __future__ import annotations

from typing import Any

import pytest

from rules.casino.payout import read_plan
from rules.casino.tournament.accounts import FINE, OFF, UNKNOWN, Check, Handed, checks
from rules.casino.tournament.fold import after, fold
from rules.casino.tournament.leaving import Leaving, orders
from rules.casino.tournament.lines import Line, read_line, standing
from rules.casino.tournament.outcome import (
    board,
    deal_of,
    in_play,
    left_to_share,
    money,
    results,
    seat_winners,
)
from rules.casino.tournament.state import Tournament, opened, place_of
from rules.casino.tournament.told import Told
from rules.errors import ActionError
from rules.kinds import Refusal
from tests.rules.casino.evenings import played

REBUY = {
    "type": "rebuy", "fee": 55, "house_share": 5, "start_points": 10_000, "rebuy_max": 2,
    "rebuy_when": "zero", "addon_points": 20_000, "carry_pct": 10, "prize_pct": [50, 30, 20],
}  # fmt: skip
FREEZE = {"type": "freezeout", "fee": 50, "start_points": 10_000, "prize_pct": [50, 30, 20]}


def lines(*found: dict[str, Any], at: int = 0) -> list[Line]:
    """Lines a minute apart."""
    return [read_line({"at": at + 60_000 * n, **one}) for n, one in enumerate(found, 1)]


def entries(count: int) -> list[dict[str, Any]]:
    return [{"do": "enter", "player": f"P{n:02}"} for n in range(1, count + 1)]


def begun(structure: dict[str, Any], count: int, size: int = 10, *more: dict[str, Any]) -> Any:
    """A tournament that is played, after these lines."""
    drawn = [*entries(count), {"do": "draw", "seed": 3}, {"do": "start"}]
    return fold(read_plan(structure), lines(*drawn, *more), size)


def told(state: Tournament, do: str, **fields: Any) -> Tournament:
    found = after(state, read_line({"do": do, **fields}))
    assert not isinstance(found, Refusal), found
    return found


def refused(state: Tournament, do: str, **fields: Any) -> tuple[str, str]:
    found = after(state, read_line({"do": do, **fields}))
    assert isinstance(found, Refusal)
    return found.rule, found.why


def one_out(state: Tournament, *names: str, **fields: Any) -> Tournament:
    return told(state, "bust", players=list(names), **fields)


def check(state: Tournament, what: str, *more: Any) -> Check:
    return next(one for one in checks(state, *more) if one.what == what)


# -- money -----------------------------------------------------------------------------------------


def test_ray_pay_3_twenty_entries_twelve_rebuys_nine_addons() -> None:
    """RAY-REBUY-2, RAY-REBUY-6, RAY-1-2: 2,500, a tenth carried, 2,250; 500,000 in play."""
    state = begun(REBUY, 20)
    for number in range(1, 13):
        state = told(one_out(state, f"P{number:02}"), "rebuy", player=f"P{number:02}")
    assert board(state) is None  # RAY-PAY-2
    state = told(state, "window", to="addon")
    for number in range(1, 10):
        state = told(state, "addon", player=f"P{number:02}")
    assert board(state) is None
    state = told(state, "window", to="over")

    pool = money(state)
    assert (pool.total, pool.carry, pool.pool, in_play(state)) == (2500, 250, 2250, 500_000)
    assert board(state) == (1125, 675, 450)
    assert check(state, "house") == Check("house", FINE, 100, 100)


def test_ray_other_3_his_points_are_out_of_play_and_his_money_stays() -> None:
    """Pool 500, in play 86,000."""
    state = told(begun(FREEZE, 10), "disqualify", player="P04", points=14_000, reason="cheated")
    assert (money(state).pool, in_play(state)) == (500, 86_000)
    assert place_of(state, "P04") is None
    assert refused(state, "chips", points={"P04": 1}) == ("RAY-OTHER-3", "player_disqualified")
    assert refused(state, "disqualify", player="P05", points=86_001)[1] == "more_than_in_play"


def test_ray_pay_3_a_carry_over_is_counted_once_and_by_what_was_kept() -> None:
    state = fold(read_plan(FREEZE), lines({"do": "carry_in", "from": "T1", "amount": 250}))
    assert refused(state, "carry_in", **{"from": "T1"}, amount=250)[1] == "carried_already"
    for name in ("A", "B"):
        state = told(state, "enter", player=name)
    state = told(told(state, "draw", seed=1), "start")
    assert money(state).pool == 350
    assert check(state, "carried", (), [Handed("T1", 250)]).state == FINE
    assert check(state, "carried", (), [Handed("T1", 240)]) == Check(
        "carried", OFF, 240, 250, ("T1",)
    )
    assert check(state, "carried").state == OFF  # nobody kept anything
    assert refused(state, "carry_in", **{"from": "T2"}, amount=1) == (
        "RAY-PAY-3",
        "started_already",
    )


# -- purchases -------------------------------------------------------------------------------------


def test_ray_rebuy_3_and_5_the_limits_are_those_of_a_table() -> None:
    state = begun(REBUY, 4)
    assert refused(state, "rebuy", player="P01") == ("RAY-REBUY-3", "player_too_many_points")
    for _ in range(2):
        state = told(one_out(state, "P01"), "rebuy", player="P01")
    state = one_out(state, "P01")
    assert refused(state, "rebuy", player="P01") == ("RAY-REBUY-3", "player_rebuys_used")
    state = told(one_out(state, "P02"), "window", to="addon")
    assert refused(state, "addon", player="P02") == ("RAY-REBUY-5", "player_rebuy_first")
    state = told(told(state, "rebuy", player="P02"), "addon", player="P02")
    assert state.players["P02"].held == 30_000
    assert refused(state, "addon", player="P02") == ("RAY-REBUY-4", "player_addon_used")
    assert refused(state, "end") == ("RAY-REBUY-1", "still_buying")
    state = told(state, "window", to="over")
    assert refused(state, "rebuy", player="P01")[1] == "no_rebuy_now"
    assert refused(begun(FREEZE, 3), "rebuy", player="P01") == ("RAY-FREEZE-1", "no_rebuys")


def test_who_buys_himself_in_again_sits_at_the_smallest_table() -> None:
    state = begun(REBUY, 8, 4)
    table = place_of(state, "P01")
    state = one_out(state, "P01")
    assert place_of(state, "P01") is None
    assert place_of(told(state, "rebuy", player="P01"), "P01") == table


def test_ray_sng_1_the_last_entry_draws_and_starts() -> None:
    plan = read_plan({"type": "sitngo", "fee": 10, "start_points": 100, "max_players": 9})
    waiting = fold(plan, lines(*entries(8)), 6)
    assert (waiting.started_ms, waiting.tables) == (None, ())
    assert refused(waiting, "start") == ("RAY-SNG-1", "starts_by_itself")
    full = told(waiting, "enter", player="P09", at=77)
    assert (full.started_ms, [one.players for one in full.tables]) == (77, [5, 4])
    assert refused(full, "enter", player="P10") == ("RAY-SNG-1", "started_already")


def test_what_is_not_begun_or_not_in_order_is_refused_with_its_rule() -> None:
    plan = read_plan({**FREEZE, "private_or_ordered": False})
    state = fold(plan, lines(*entries(3)))
    assert refused(state, "start") == ("RAY-INTRO-3", "not_notified")
    assert refused(state, "bust", players=["P01"]) == ("RAY-1-2", "not_begun")
    assert refused(state, "enter", player="P01") == ("RAY-INTRO-1", "player_entered_already")
    state = fold(read_plan(FREEZE), lines(*entries(3)))
    assert refused(state, "start") == ("RAY-SNG-1", "not_drawn")
    state = begun(FREEZE, 3)
    assert refused(state, "enter", player="P09") == ("RAY-1-2", "started_already")
    assert refused(state, "bust", players=["P01", "P02", "P03"]) == ("RAY-1-4", "nobody_left")
    assert refused(state, "button", table=7, seat=1)[1] == "no_such_table"
    assert refused(state, "move", player="P01", table=1, seat=1)[1] == "seat_taken"
    assert refused(state, "penalty", player="P01", reason="x") == (
        "RAY-OTHER-2",
        "minutes_or_rounds",
    )
    assert refused(state, "end") == ("RAY-1-4", "player_uncounted")
    counted = told(state, "chips", points={"P01": 1, "P02": 2, "P03": 3})
    assert refused(counted, "end") == ("RAY-1-2", "points_do_not_add_up")
    with pytest.raises(ValueError, match="line 1, bust: refused by RAY-1-2"):
        fold(plan, lines({"do": "bust", "players": ["A"]}))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ([], "line: found [], allowed an object"),
        ({"do": "bet"}, "line.do: found 'bet', allowed enter, carry_in"),
        ({"do": "enter"}, "line.player: missing, allowed all of player"),
        ({"do": "enter", "player": " "}, "line.player: found ' ', allowed a name of 1 to 64"),
        ({"do": "enter", "player": "A", "seat": 3}, "unknown field: found 'seat', allowed player,"),
        ({"do": "bust", "players": ["A", "A"]}, "line.players: found ['A', 'A'], allowed each"),
        ({"do": "chips", "points": {"A": -1}}, "line.points.A: found -1, allowed a whole number"),
        ({"do": "window", "to": "rebuy"}, "line.to: found 'rebuy', allowed addon, over"),
        ({"do": "draw", "seed": 2**53}, "line.seed: found 9007199254740992, allowed"),
        ({"do": "enter", "player": "A", "ticket": "a b"}, "line.ticket: found 'a b', allowed 1 to"),
        ({"do": "start", "at": "now"}, "line.at: found 'now', allowed a whole number"),
    ],
)
def test_a_line_that_is_none_is_named_with_its_field(line: Any, said: str) -> None:
    with pytest.raises(ActionError) as caught:
        read_line(line)
    assert said in str(caught.value)


def test_an_undo_takes_back_the_last_line_that_stands() -> None:
    found = standing(lines(*entries(3), {"do": "undo"}, {"do": "undo"}, *entries(4)[3:]))
    assert [one.fields["player"] for one in found] == ["P01", "P04"]
    assert standing(lines({"do": "undo"})) == []


# -- tables ----------------------------------------------------------------------------------------


def test_tables_are_broken_and_balanced_and_every_move_is_kept() -> None:
    state = begun(FREEZE, 12, 6)
    assert [one.players for one in state.tables] == [6, 6]
    names = [name for name in state.tables[0].seats if name]
    state = one_out(state, *names[:3])
    state = told(state, "button", table=2, seat=1)
    state = told(state, "balance", seed=1)
    assert [one.players for one in state.tables] == [4, 5]
    (made,) = state.moves
    # the button is on 1: 2 and 3 pay this hand's blinds, 4 the next big one
    assert (made.move.why, made.move.table, made.move.seat, made.move.to_table) == (
        "balance",
        2,
        4,
        1,
    )
    names = [name for table in state.tables for name in table.seats if name]
    state = told(one_out(state, *names[:3]), "balance", seed=2)
    assert [one.number for one in state.tables] == [1]
    assert {one.move.why for one in state.moves[1:]} == {"break"}
    assert check(state, "seats").state == FINE


def test_ray_other_1_and_2_a_penalty_goes_along_to_the_new_table() -> None:
    state = begun(FREEZE, 8, 4)
    state = told(state, "penalty", player="P01", rounds=2, reason="phone")
    state = told(state, "penalty", player="P01", minutes=10, reason="again", at=1000)
    number, _ = place_of(state, "P01") or (0, 0)
    other = 3 - number
    gone = next(name for name in state.tables[other - 1].seats if name)
    state = one_out(state, gone)
    seat = state.tables[other - 1].seats.index(None) + 1
    state = told(state, "move", player="P01", table=other, seat=seat, reason="a feud")
    state = told(state, "round", table=number)  # of his old table: nothing to him
    assert state.players["P01"].penalties[0].rounds_left == 2
    state = told(state, "round", table=other)
    first, second = state.players["P01"].penalties
    assert (first.rounds_left, first.serving(0)) == (1, True)
    assert second.serving(600_999)
    assert not second.serving(601_000)
    assert state.moves[-1].move.why == "a feud"


def test_all_are_drawn_anew_and_who_sits_elsewhere_has_moved() -> None:
    state = begun(FREEZE, 9, 5)
    again = told(state, "draw", seed=9)
    assert again.seeds == (3, 9)
    assert {one.move.why for one in again.moves} == {"draw"}
    moved = {one.move.player for one in again.moves}
    assert moved == {
        name for name in again.players if place_of(state, name) != place_of(again, name)
    }


# -- places ----------------------------------------------------------------------------------------


def test_ray_1_4_busts_of_several_tables_are_one_order() -> None:
    found = orders(
        [Leaving("T1-A", 500), Leaving("T2-A", 200), Leaving("T1-B", 900), Leaving("T3-A", 500)],
        "together",
    )
    assert found == {"T2-A": 1, "T1-A": 2, "T3-A": 2, "T1-B": 3}


def test_ray_1_4_hand_for_hand_a_slow_table_is_no_help() -> None:
    """The same numbered hand ends at 100 at one table and at 300 at another: it is one."""
    left = [
        Leaving("A", 100, hand=7, before=500),
        Leaving("B", 300, hand=7, before=900),
        Leaving("C", 200, hand=8, before=50),
    ]
    assert orders(left, "together") == {"A": 1, "B": 1, "C": 2}
    assert orders(left, "points_before_hand") == {"A": 1, "B": 2, "C": 3}


def test_two_lines_of_one_instant_are_two_hands() -> None:
    state = begun(FREEZE, 5)
    state = one_out(one_out(state, "P01", at=5), "P02", at=5)
    state = told(state, "bust", players=["P03"], left_ms=4)
    places = {one.player: one.place for one in results(state)}
    assert (places["P03"], places["P01"], places["P02"]) == (5, 4, 3)


def test_ray_1_4_equals_share_what_their_places_pay() -> None:
    """Three out in one hand in the places 2 to 4: 30 and 20 percent of 200 for three."""
    state = one_out(begun(FREEZE, 4), "P01", "P02", "P03")
    state = told(state, "end")
    assert [(one.player, one.place, one.prize) for one in results(state)] == [
        ("P04", 1, 101),
        ("P01", 2, 33),
        ("P02", 2, 33),
        ("P03", 2, 33),
    ]
    assert state.players["P04"].held == 40_000
    assert check(state, "paid_out") == Check("paid_out", FINE, 200, 200)


def test_points_before_the_hand_are_asked_for_where_they_decide() -> None:
    state = begun({**FREEZE, "bust_rule": "points_before_hand"}, 4)
    assert refused(state, "bust", players=["P01", "P02"])[1] == "points_before_needed"
    state = one_out(state, "P01", "P02", points={"P01": 900, "P02": 400})
    assert [one.player for one in results(state)][-2:] == ["P01", "P02"]


# -- deals, satellites -----------------------------------------------------------------------------


def deal_table() -> Tournament:
    """Four are left with the published stacks and prizes of 425, 280, 130 and 75."""
    structure = {
        "type": "freezeout", "pool_from": "fixed", "pool_fixed": 910, "start_points": 61_500,
        "prize_pct": ["46.703", "30.769", "14.286", "8.242"],
    }  # fmt: skip
    state = one_out(begun(structure, 5), "P05")
    stacks = {"P01": 150_000, "P02": 98_750, "P03": 45_500, "P04": 13_250}
    return told(state, "chips", points=stacks)


def test_a_deal_by_icm_is_exact_and_adds_up_to_the_last_unit() -> None:
    state = deal_table()
    assert left_to_share(state) == (426, 279, 130, 75)  # of 910: rounded down, the rest first
    shares = deal_of(state)
    assert not isinstance(shares, str)
    assert sum(one.icm for one in shares) == 910
    prizes = {one.player: one.icm_whole for one in shares}
    assert sum(prizes.values()) == sum(one.points_whole for one in shares) == 910
    assert refused(state, "deal", prizes={**prizes, "P01": 1}, by="agreed") == (
        "RAY-PAY-1",
        "deal_does_not_add_up",
    )
    assert refused(state, "deal", prizes={"P01": 910}, by="agreed")[1] == "deal_of_all"
    prizes["P01"] -= 10
    state = told(state, "deal", prizes=prizes, by="agreed", rest=10)
    assert refused(state, "deal", prizes=prizes, by="agreed", rest=10)[1] == "deal_made"
    state = one_out(one_out(one_out(state, "P04"), "P01"), "P02")
    found = {one.player: one.prize for one in results(told(state, "end"))}
    assert found == {**prizes, "P03": prizes["P03"] + 10, "P05": 0}


def test_no_deal_before_all_is_known_and_counted() -> None:
    assert deal_of(begun(REBUY, 4)) == "no_amounts"
    assert deal_of(begun(FREEZE, 11)) == "players"
    assert deal_of(begun(FREEZE, 4)) == "uncounted"
    counted = told(begun(FREEZE, 2), "chips", points={"P01": 5, "P02": 5})
    assert deal_of(counted) == "wrong"
    assert refused(begun(REBUY, 2), "deal", prizes={"P01": 1}, by="icm")[0] == "RAY-PAY-2"


def test_ray_1_1_a_satellite_gives_seats_and_the_next_place_what_is_left() -> None:
    """Nine entries of 50 are 450: four seats of 100, and 50."""
    state = begun({**FREEZE, "satellite_price": 100, "satellite_seats": 5}, 9)
    for number in range(9, 3, -1):
        assert seat_winners(state) == ()
        state = one_out(state, f"P{number:02}")
    points = {"P01": 50_000, "P02": 20_000, "P03": 20_000}
    state = told(told(state, "chips", points=points), "end")
    assert seat_winners(state)[:3] in (("P01", "P02", "P03"), ("P01", "P03", "P02"))
    assert seat_winners(state)[3:] == ("P04",)
    assert [one.prize for one in results(state)[:6]] == [100, 100, 100, 100, 50, 0]
    final = fold(
        read_plan({**FREEZE, "fee": 100}),
        lines(
            {"do": "enter", "player": "P01", "ticket": "S-1"},
            {"do": "enter", "player": "P09", "ticket": "S-1"},
        ),
    )
    handed = [Handed("S-1", 0, seat_winners(state))]
    assert check(final, "tickets", (), handed) == Check("tickets", OFF, 4, 2, ("P09 (S-1)",))


# -- the panel -------------------------------------------------------------------------------------


def table_says(state: Tournament, number: int, **changed: Any) -> Told:
    """What table `number` would say if it knew what the book knows."""
    table = state.tables[number - 1]
    names = [name for name in table.seats if name is not None]
    own = dict.fromkeys(names, True)
    points, paid = 10_000 * len(own), 50 * len(own)
    said = Told(number, f"T{number}", own, points, paid)
    return said._replace(**changed)


def test_what_every_table_says_is_held_against_the_book() -> None:
    state = begun(FREEZE, 8, 4)
    both = [table_says(state, 1), table_says(state, 2)]
    assert {one.state for one in checks(state, both)} <= {FINE, UNKNOWN}
    assert check(state, "tables_paid", both) == Check("tables_paid", FINE, 400, 400)
    assert check(state, "tables", both[:1]) == Check("tables", UNKNOWN, 2, 1, ("2",))
    short = [both[0]._replace(points=39_000, paid=250), both[1]]
    each = ("T1 39000", "T2 40000")
    assert check(state, "tables_points", short) == Check("tables_points", OFF, 80_000, 79_000, each)
    assert check(state, "tables_paid", short).found == 450
    name = next(iter(both[1].players))
    gone = [both[0], both[1]._replace(players={**both[1].players, name: False})]
    off = [one for one in checks(state, gone) if one.what == "table" and one.state == OFF]
    assert [(one.whose, one.where) for one in off] == [((f"+ {name}",), "T2")]
    moved = [both[0]._replace(players={**both[0].players, name: True}), both[1]]
    off = [one for one in checks(state, moved) if one.what == "table" and one.state == OFF]
    assert [(one.whose, one.where) for one in off] == [((f"− {name}",), "T1")]


def test_points_that_do_not_add_up_and_who_is_not_counted_are_named() -> None:
    state = told(begun(FREEZE, 3), "chips", points={"P01": 10_000, "P02": 10_000})
    assert check(state, "points") == Check("points", UNKNOWN, 30_000, 0, ("P03",))
    state = told(state, "chips", points={"P03": 9_500})
    assert check(state, "points") == Check("points", OFF, 30_000, 29_500)
    # a seat that nobody who is in has: the log cannot say so, a database could
    broken = state._replace(tables=state.tables[:1], players={**state.players})
    broken = broken._replace(tables=(broken.tables[0]._replace(seats=("P01", "P01", None)),))
    assert check(broken, "seats").whose == ("P01", "P02", "P03")


def test_a_gap_of_two_names_the_large_table() -> None:
    state = begun(FREEZE, 8, 4)
    names = [name for name in state.tables[1].seats if name]
    state = one_out(state, *names[:2])
    assert check(state, "gap") == Check("gap", OFF, 1, 2, ("1",))


def test_nothing_is_done_after_the_end() -> None:
    state = told(one_out(begun(FREEZE, 2), "P01"), "end")
    assert refused(state, "rebuy", player="P01") == ("RAY-1-3", "tournament_over")


@pytest.mark.parametrize("part", range(10))
def test_a_few_hundred_tournaments_by_chance(part: int) -> None:
    """`python -m tests.rules.casino.many` plays ten thousand."""
    assert opened(read_plan(FREEZE)).players == {}
    for seed in range(part * 30, part * 30 + 30):
        played(seed)
