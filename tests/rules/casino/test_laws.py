"""What must hold whatever people press: replay, refusals, undo, points and money that add up."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.actions import Undo, Wait, parse_action, to_fields
from rules.history import History
from rules.kinds import Audience, GameMs
from tests.rules.casino.conftest import EditionOf, opening_of

SEATS = st.integers(1, 4)
REASON = st.sampled_from(["", "why"])
EDITIONS = ("ray-freezeout-2013", "ray-rebuy-2013", "ray-sitngo-2013", "ray-slots-2013")
STRUCTURE = {
    "fee": 55,
    "house_share": 5,
    "start_points": 100,
    "rebuy_minutes": 10,
    "rebuy_max": 2,
    "addon_points": 200,
    "addon_price": 100,
    "carry_pct": 10,
    "prize_pct": [50, 30, 20],
    "levels": [{"small": 1, "big": 2, "minutes": 5}, {"small": 2, "big": 4, "minutes": 5}],
    "breaks": [{"after": 1, "minutes": 3}],
    "minutes": 15,
    "weights": {"wins": 1.5},
    "end": {"minutes": 60, "hands": 30},
}


def line(do: str, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({"do": st.just(do), **fields})


BY_SEAT = st.one_of(
    *(
        line(do, seat=SEATS, reason=REASON)
        for do in ("foul", "unfoul", "warn", "disqualify", "remove", "incident")
    ),
    *(line(do, seat=SEATS) for do in ("enter", "rebuy", "rebuy", "addon", "bust", "press")),
    line("pause", seat=SEATS, reason=REASON),
    line("resume", seat=SEATS),
    line("chips", seat=SEATS, points=st.integers(0, 300)),
    line("penalty", seat=SEATS, minutes=st.integers(1, 9)),
    line("penalty", seat=SEATS, rounds=st.integers(1, 2)),
    line("reading", seat=SEATS, values=st.fixed_dictionaries({"wins": st.integers(0, 9)})),
    line("sign", seat=SEATS, by=st.sampled_from(["seat", "referee"]), reason=REASON),
)
OTHERS = st.one_of(
    *(line(do) for do in ("start", "hand", "hand", "round", "level", "next", "confirm", "undo")),
    *(line(do) for do in ("pause", "resume")),
    line("bust", seats=st.lists(SEATS, min_size=1, max_size=3, unique=True)),
    line("stakes", levels=st.just([{"small": 5, "big": 10}] * 3), reason=REASON),
    line("end", reason=REASON),
    line("reset", reason=REASON, what=st.sampled_from(["game", "timer"])),
)
PAUSES = st.sampled_from([0, 1, 1, 2, 40, 300, 700])
STARTED = [(1, {"do": "enter", "seat": seat}) for seat in (1, 2, 3)]
GAMES = st.tuples(
    st.sampled_from(EDITIONS),
    st.lists(st.tuples(PAUSES, st.one_of(BY_SEAT, BY_SEAT, OTHERS)), max_size=40).map(
        lambda acts: [*STARTED, (1, {"do": "start"}), *acts]
    ),
)


@pytest.fixture(scope="module")
def table(edition_of: EditionOf) -> Any:
    def opened(name: str) -> History:
        structure = dict(STRUCTURE, max_players=3) if name == EDITIONS[2] else STRUCTURE
        return History(opening_of(name, structure=structure), edition_of(name))

    return opened


def timed(acts: list[tuple[int, dict[str, Any]]]) -> list[dict[str, Any]]:
    t = 0
    lines = []
    for pause, fields in acts:
        t += pause
        lines.append({**fields, "t": t})
    return lines


def told(history: History, fields: dict[str, Any]) -> list[Any]:
    action = parse_action(fields, history.opening, history.family)
    assert parse_action(to_fields(action), history.opening, history.family) == action
    return list(history.apply(action).announcements)


@given(GAMES)
def test_the_same_actions_give_the_same_state_however_time_is_let_pass(
    table: Any, game: tuple[str, list[Any]]
) -> None:
    name, acts = game
    one, other = table(name), table(name)
    for fields in timed(acts):
        said = told(one, fields)
        at = GameMs(fields["t"] * 1000)
        early = list(other.advance(GameMs(max(other.now, at - 500))))
        assert [*early, *told(other, fields)] == said
    assert one.summary(0, "") == other.summary(0, "")
    for audience in Audience:
        assert one.view(audience) == other.view(audience)


@given(GAMES)
def test_a_refused_action_changes_nothing(table: Any, game: tuple[str, list[Any]]) -> None:
    name, acts = game
    history = table(name)
    for fields in timed(acts):
        action = parse_action(fields, history.opening, history.family)
        history.advance(action.at)
        before = history.view(Audience.OFFICIAL), history.summary(0, "")
        if history.apply(action).refusal is not None:
            summary = history.summary(0, "")
            assert history.view(Audience.OFFICIAL) == before[0]
            assert {**summary, "refused": []} == {**before[1], "refused": []}


@given(GAMES)
def test_points_and_money_always_add_up(table: Any, game: tuple[str, list[Any]]) -> None:
    """RAY-1-2, RAY-OTHER-3, RAY-PAY-3: what was paid is in the pool, the house and the carry."""
    name, acts = game
    history = table(name)
    for fields in timed(acts):
        told(history, fields)
        found = history.summary(0, "")
        seats = found["seats"]
        paid = 50 * found["entries"] + 50 * found["rebuys"] + 100 * found["addons"]
        assert found["pool"] + found["carry"] == paid
        assert found["house"] == 5 * found["entries"]
        given_out = 100 * (found["entries"] + found["rebuys"]) + 200 * found["addons"]
        out = sum(seat["points_out"] for seat in seats)
        assert found["points_in_play"] == given_out - out
        prizes = [seat["prize"] for seat in seats if seat["prize"] is not None]
        ranked = [seat["place"] for seat in seats if seat["place"] is not None]
        if prizes and ranked:
            assert sum(prizes) == found["pool"]
            assert sorted(ranked) == [1 + sum(o < one for o in ranked) for one in sorted(ranked)]
        if found["end_reason"] == "last_player" and not out and prizes:
            assert sum(seat["points_held"] for seat in seats) == found["points_in_play"]


@given(GAMES)
@settings(max_examples=60)
def test_what_was_taken_back_was_never_asked(table: Any, game: tuple[str, list[Any]]) -> None:
    name, acts = game
    history = table(name)
    stands: list[Any] = []
    for fields in timed(acts):
        action = parse_action(fields, history.opening, history.family)
        taken = history.would_undo()
        outcome = history.apply(action)
        if outcome.refusal is not None:
            continue
        if not isinstance(action, Undo):
            stands.append(action)
            continue
        stands = [one for one in stands if one is not taken and one not in outcome.dropped]
        never = table(name)
        for one in (*stands, Wait(action.at)):
            never.apply(one)
        assert {**never.summary(0, ""), "refused": []} == {**history.summary(0, ""), "refused": []}


@given(GAMES)
def test_amounts_are_not_told_while_anything_can_be_bought(
    table: Any, game: tuple[str, list[Any]]
) -> None:
    """RAY-PAY-2."""
    name, acts = game
    history = table(name)
    for fields in timed(acts):
        told(history, fields)
        view = history.view(Audience.TABLE)
        if view.window in ("rebuy", "last_round", "addon"):
            assert view.amounts is None
            assert view.pool is None
            assert all(seat.prize is None for seat in view.seats)


@given(GAMES)
def test_what_is_foretold_comes(table: Any, game: tuple[str, list[Any]]) -> None:
    name, acts = game
    history = table(name)
    for fields in timed(acts):
        told(history, fields)
    first = next(iter(history.upcoming()), None)
    due = history.next_deadline()
    if first is not None and due == first.at:
        assert first.id in {one.id for one in history.advance(due)}
