"""What tables still have to confirm of the director's log; what of them is off, and whose."""

from __future__ import annotations

from typing import Any

from rules.casino.payout import read_plan
from rules.casino.timeline import structure_mark
from rules.casino.tournament.accounts import FINE, OFF, UNKNOWN, Check, checks
from rules.casino.tournament.fold import fold
from rules.casino.tournament.pending import ARRIVE, LEAVE, PENALTY, Pending, on_the_way, pending
from rules.casino.tournament.state import Tournament, place_of
from rules.casino.tournament.told import Along, Told
from tests.rules.casino.test_tournament import FREEZE, REBUY, begun, lines, told

MINUTE = 60_000


def table(state: Tournament, number: int, **how: Any) -> Told:
    """A table that says just what the book says."""
    here = next((one for one in state.tables if one.number == number), None)
    names = {} if here is None else {one: at for at, one in enumerate(here.seats, 1) if one}
    found = Told(number, f"T{number}", dict.fromkeys(names, True), plays=True, seats=names)
    return found._replace(**how)


def without(said: Told, name: str, along: Along | None = None) -> Told:
    """The table after he got up there."""
    players = {one: is_in for one, is_in in said.players.items() if one != name}
    return said._replace(players=players, along={} if along is None else {name: along})


def broken() -> tuple[Tournament, Tournament]:
    """Two tables of two, before and after the second is broken."""
    before = begun(FREEZE, 6, 4)
    for number in (0, 1):
        out = [name for name in before.tables[number].seats if name][:1]
        before = told(before, "bust", players=out)
    return before, told(before, "balance", seed=1)


def do(found: list[Pending], word: str) -> list[Pending]:
    return [one for one in found if one.do == word]


def test_who_is_moved_gets_up_first_and_sits_down_with_what_he_took_along() -> None:
    before, after = broken()
    assert [one.number for one in after.tables] == [1]
    one, two = table(before, 1), table(before, 2)
    found = pending(after, [one, two], 0)
    movers = {move.move.player for move in after.moves}
    assert {x.player for x in do(found, LEAVE)} == movers
    assert all(x.table == 2 and x.ready and x.along is None for x in do(found, LEAVE))
    assert all(x.table == 1 and not x.ready for x in do(found, ARRIVE))

    goes = do(found, LEAVE)[0].player
    left = without(two, goes, Along(7_500, 1, penalty_rounds=2))
    found = pending(after, [one, left], 0)
    (comes,) = [x for x in do(found, ARRIVE) if x.player == goes]
    assert (comes.ready, comes.along) == (True, Along(7_500, 1, False, 0, 2))
    assert (comes.table, comes.seat) == place_of(after, goes)
    assert comes.other == 2
    assert on_the_way(after, [one, left]) == (goes,)
    assert goes not in {x.player for x in do(found, LEAVE)}

    done = one._replace(players={**one.players, goes: True}, seats={**one.seats, goes: comes.seat})
    assert goes not in {x.player for x in pending(after, [done, left], 0)}
    assert on_the_way(after, [done, left]) == ()


def test_who_sits_on_his_new_seat_is_in_the_way_until_he_has_gone() -> None:
    before, after = broken()
    one, two = table(before, 1), table(before, 2)
    goes = do(pending(after, [one, two], 0), LEAVE)[0].player
    place = place_of(after, goes)
    assert place is not None
    stays = one._replace(players={**one.players, "X": True}, seats={**one.seats, "X": place[1]})
    found = pending(after, [stays, without(two, goes, Along(100))], 0)
    assert [x.ready for x in do(found, ARRIVE) if x.player == goes] == [False]


def test_the_last_of_a_table_waits_for_those_who_come_to_it() -> None:
    """A table that nobody sits at is over; all are drawn anew, and each sits where another did."""
    state = begun(FREEZE, 4, 2)
    drawn = state
    for seed in range(50):
        drawn = told(state, "draw", seed=seed)
        if all(place_of(drawn, name) != place_of(state, name) for name in state.players):
            break
    one, two = table(state, 1), table(state, 2)
    found = pending(drawn, [one, two], 0)
    assert {x.player for x in do(found, LEAVE) if x.ready} == set(state.players)
    alone = one
    for name in list(one.players)[:-1]:
        alone = without(alone, name, Along(10_000))
    last = next(name for name, is_in in alone.players.items() if is_in)
    waits = [x for x in pending(drawn, [alone, two], 0) if x.player == last and x.do == LEAVE]
    assert [x.ready for x in waits] == [False]


def test_a_table_that_is_out_of_contact_or_over_is_asked_for_nothing() -> None:
    before, after = broken()
    one, two = table(before, 1), table(before, 2)
    assert {x.table for x in pending(after, [two], 0)} == {2}
    comes = pending(after, [one], 0)
    assert {(x.table, x.do, x.ready) for x in comes} == {(1, ARRIVE, False)}
    assert pending(after, [one._replace(plays=False), two._replace(plays=False)], 0) == []
    assert pending(fold(read_plan(FREEZE), lines()), [one, two], 0) == []


def test_who_is_out_as_his_table_says_comes_to_no_other() -> None:
    before, after = broken()
    one, two = table(before, 1), table(before, 2)
    name = do(pending(after, [one, two], 0), LEAVE)[0].player
    out = two._replace(players={**two.players, name: False})
    assert name not in {x.player for x in pending(after, [one, out], 0)}


def test_ray_other_1_the_directors_penalty_is_entered_once_wherever_he_sits() -> None:
    state = told(begun(FREEZE, 6, 4), "penalty", player="P01", minutes=10, reason="late", at=500)
    number, seat = place_of(state, "P01") or (0, 0)
    both = [table(state, 1), table(state, 2)]
    (found,) = pending(state, both, 500)
    assert (found.do, found.table, found.seat) == (PENALTY, number, seat)
    assert found.said == "P01 RAY-OTHER-1"
    assert pending(state, [both[0], both[1]._replace(given=frozenset({500}))], 500) == []
    assert pending(state, both, 500 + 10 * MINUTE) == []  # served by then


def test_points_that_were_counted_in_the_book_go_along() -> None:
    before, _ = broken()
    counted = {one.name: 9_000 + at for at, one in enumerate(before.playing)}
    after = told(told(before, "chips", points=counted), "balance", seed=1)
    found = pending(after, [table(before, 1), table(before, 2)], 0)
    assert {x.player: x.along for x in do(found, LEAVE)} == {
        x.player: Along(counted[x.player]) for x in do(found, LEAVE)
    }


def check(found: list[Check], what: str) -> Check:
    return next(one for one in found if one.what == what)


def test_a_move_that_waits_is_named_and_no_difference_of_its_tables() -> None:
    before, after = broken()
    one, two = table(before, 1), table(before, 2)
    found = checks(after, [one, two])
    moves = check(found, "moves")
    assert (moves.state, moves.wanted) == (UNKNOWN, 2)
    assert all(" → 1–" in said for said in moves.whose)
    assert {x.state for x in found if x.what == "table"} == {UNKNOWN}
    assert check(checks(before, [one, two]), "moves").state == FINE
    lost = two._replace(players={})  # moved by hand, and not let in at the other table
    assert check(checks(after, [one, lost]), "moves").whose == moves.whose


def test_who_is_between_two_tables_is_named_and_no_sum_is_off() -> None:
    before, after = broken()
    one, two = table(before, 1), table(before, 2)
    goes = do(pending(after, [one, two], 0), LEAVE)[0].player
    said = [one._replace(points=40_000, paid=150),
            without(two, goes, Along(1))._replace(points=9_999, paid=50)]  # fmt: skip
    found = checks(after, said)
    assert check(found, "tables") == Check("tables", UNKNOWN, 1, 1, (goes,))
    assert all(x.what not in ("tables_paid", "tables_points") for x in found)


def test_what_somebody_bought_at_the_table_and_not_in_the_book_is_named() -> None:
    state = begun(REBUY, 3)
    said = table(state, 1, bought={"P01": (1, False), "P02": (0, False)})
    found = check(checks(state, [said]), "bought")
    assert (found.state, found.whose, found.where) == (OFF, ("P01 1+0 / 0+0",), "T1")
    same = told(told(state, "bust", players=["P01"]), "rebuy", player="P01")
    assert all(x.what != "bought" for x in checks(same, [said]))


def test_ray_struct_4_a_table_that_plays_by_other_levels_is_named() -> None:
    levels = [{"small": 25, "big": 50, "minutes": 20}]
    state = begun({**FREEZE, "levels": levels}, 6, 4)
    mark = structure_mark(state.plan.levels, state.plan.breaks)
    same = [table(state, 1, levels=mark), table(state, 2, levels=mark)]
    assert check(checks(state, same), "levels").state == FINE
    other = [same[0], same[1]._replace(levels="00000000")]
    assert check(checks(state, other), "levels") == Check("levels", OFF, 2, 1, ("T2",))


def test_ray_1_2_points_that_do_not_add_up_are_named_table_by_table() -> None:
    state = begun(FREEZE, 6, 4)
    said = [table(state, 1, points=30_000, paid=150), table(state, 2, points=29_000, paid=150)]
    found = check(checks(state, said), "tables_points")
    assert (found.state, found.wanted, found.found) == (OFF, 60_000, 59_000)
    assert found.whose == ("T1 30000", "T2 29000")
