"""What must hold whatever people press: invariants, replay, undo, and that nothing hidden shows."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from time import perf_counter_ns
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.actions import FAMILIES, parse_action
from rules.history import History
from rules.kinds import Audience, GameMs
from rules.mafia.state import State, sides
from rules.mafia.view import Phase
from rules.opening import parse_opening
from tests.rules.mafia.golden import edition_of, opening_of
from tests.rules.mafia.hands import deck, game

BOOKS = {name: edition_of(name) for name in ("mafia-nuances", "mafia-aktau-2015")}
SCENARIOS = Path(__file__).parents[2] / "scenarios"
SEEDS = st.integers(0, 2**32)
BOOK = st.sampled_from(sorted(BOOKS))
SETTLED = frozenset((Phase.DAY, Phase.NIGHT, Phase.DUSK, Phase.CRASH, Phase.LIFT, Phase.VOTE))
SECRET = frozenset(("roles", "shot", "don_check", "sheriff_check", "best_move", "award"))


def opened(book: str, cards: dict[int, str]) -> History:
    return History(opening_of(book, cards), BOOKS[book])


def ask(history: History, fields: dict[str, Any]) -> Any:
    return history.apply(parse_action(fields, history.opening, history.family))


def played(book: str, seed: int) -> tuple[History, list[dict[str, Any]]]:
    rng = Random(seed)
    history = opened(book, deck(rng))
    lines = []
    for fields in game(rng, history):
        lines.append(fields)
        ask(history, fields)
        check(history._state)
    return history, lines


def check(state: State) -> None:
    """Never two departures where one is allowed, win check never late, fouls never above four."""
    assert all(person.fouls <= 4 for person in state.people)
    out = [seat for seat, one in zip(range(1, 11), state.people, strict=True) if one.left]
    assert sorted([*out, *state.alive]) == list(range(1, 11))
    assert set(state.minutes) <= set(out)
    for day in state.days:
        living = 10
        for ballot in day.ballots:
            voters = [voter for _, voters in ballot.votes for voter in voters]
            if ballot.stage != "lift":
                assert len(voters) == len(set(voters)) <= living
                assert len(ballot.leaves) <= 1
        assert sum(one.how == "kill" for one in day.left) <= 1
        assert sum(one.how == "vote" for one in day.left) <= 1
    if state.phase in SETTLED:
        red, black = sides(state)
        assert 0 < black < red
    if state.ending is None:
        assert state.phase not in (Phase.OVER, Phase.CLOSED)


@given(BOOK, SEEDS)
@settings(max_examples=25)
def test_invariants_hold_and_a_replay_gives_the_same(book: str, seed: int) -> None:
    history, lines = played(book, seed)
    again = History(history.opening, BOOKS[book])
    for fields in lines:
        ask(again, fields)
    assert again._state == history._state
    assert again.summary(0, "") == history.summary(0, "")


@given(BOOK, SEEDS, st.integers(1, 200))
@settings(max_examples=20)
def test_where_time_is_cut_does_not_matter(book: str, seed: int, every: int) -> None:
    history, lines = played(book, seed)
    again = History(history.opening, BOOKS[book])
    for number, fields in enumerate(lines):
        at = round(fields["t"] * 1000)
        if number % every == 0:
            again.advance(GameMs((again.now + at) // 2))
            again.advance(GameMs(at))
        ask(again, fields)
    assert again._state == history._state


@given(BOOK, SEEDS, st.integers(5, 120))
@settings(max_examples=20)
def test_an_undo_gives_the_state_before(book: str, seed: int, cut: int) -> None:
    rng = Random(seed)
    history = opened(book, deck(rng))
    for number, fields in enumerate(game(rng, history, noise=0)):
        if number == cut:
            break
        ask(history, fields)
    at = history.now / 1000
    before = history._state
    if before.pending or before.phase in (Phase.CLOSED, Phase.VOID):
        return
    outcome = ask(history, {"t": at, "do": "foul", "seat": 3, "reason": "noise"})
    if outcome.refusal is None:
        ask(history, {"t": at, "do": "undo"})
    assert history._state == before


def hidden(rng: Random, fields: dict[str, Any]) -> dict[str, Any]:
    """The same line with another secret: whom the Don and the Sheriff asked about, which names."""
    if fields["do"] in ("don_check", "sheriff_check"):
        return {**fields, "whom": rng.choice([None, *range(1, 11)])}
    if fields["do"] in ("best_move", "triple"):
        return {**fields, "names": sorted(rng.sample(range(1, 11), 3))}
    return fields


def seen(history: History, outcome: Any) -> list[Any]:
    """Everything that the table and the public can see, hear or time."""
    open_ = outcome.audience is Audience.TABLE
    return [
        history.view(Audience.TABLE),
        [one for one in outcome.announcements if one.audience is Audience.TABLE],
        outcome.refusal if open_ else None,
        history.next_deadline(),
        history.upcoming(),
        history.status,
    ]


@given(BOOK, SEEDS)
@settings(max_examples=25)
def test_two_games_that_differ_in_what_is_hidden_are_one_to_the_table(book: str, seed: int) -> None:
    """0.4: pairs of games with other roles, other checks, other names: same views, announcements,
    deadlines and refusals, up to the moment at which one of them ends.
    """
    rng = Random(seed)
    one, other = opened(book, deck(rng)), opened(book, deck(rng))
    compared = 0
    for fields in game(rng, one, noise=0 if seed % 2 else 6):
        if fields["do"] in ("undo", "award"):
            continue  # what an undo takes back may have been refused in the other game
        first = ask(one, fields)
        second = ask(other, hidden(rng, fields))
        if one._state.ending or other._state.ending:
            break
        assert seen(one, first) == seen(other, second), fields
        assert (first.audience is Audience.OFFICIAL) == (fields["do"] in SECRET)
        compared += 1
    assert compared > 2


@given(BOOK, SEEDS)
@settings(max_examples=25)
def test_by_night_the_table_looks_the_same_whatever_is_entered(book: str, seed: int) -> None:
    rng = Random(seed)
    history = opened(book, deck(rng))
    for fields in game(rng, history, noise=0):
        before = history.view(Audience.TABLE)
        outcome = ask(history, fields)
        if fields["do"] in SECRET:
            assert history.view(Audience.TABLE) == before
            late = [one for one in outcome.announcements if one.id != "check-end"]
            assert [one.id for one in late if one.id not in ("speech-10", "speech-end")] == []


@given(BOOK, SEEDS)
@settings(max_examples=15)
def test_no_view_of_the_table_names_a_role_before_the_end(book: str, seed: int) -> None:
    rng = Random(seed)
    history = opened(book, deck(rng))
    for fields in game(rng, history):
        ask(history, fields)
        view = history.view(Audience.TABLE)
        over = view.phase in (Phase.OVER, Phase.CLOSED)
        assert view.official is None
        assert all((one.role is not None) == over for one in view.seats)
        assert (view.winner is not None) <= over


@pytest.mark.slow
@pytest.mark.timeout(180)
@pytest.mark.parametrize("book", sorted(BOOKS))
def test_hundreds_of_games_by_chance(book: str) -> None:
    """Ten thousand: `python -m tests.rules.mafia.many`."""
    ends = set()
    for seed in range(150):
        history, _ = played(book, seed)
        ending = history._state.ending
        ends.add(ending.reason if ending else "open")
    assert {"parity", "all_black_out"} <= ends


def test_a_game_of_three_hundred_actions_is_folded_in_ten_milliseconds() -> None:
    """A whole game twice over, with a replay between; the best of several, so that a busy machine
    says nothing.
    """
    first, *lines = (SCENARIOS / "mafia-aktau-whole.jsonl").read_text("utf-8").splitlines()
    opening = parse_opening(json.loads(first)["open"])
    once = [fields for fields in map(json.loads, lines) if fields["do"] != "confirm"]
    ends = once[-1]["t"] + 10
    again = [{**fields, "t": round(fields["t"] + ends, 3)} for fields in once]
    reset = {"t": ends, "do": "reset", "reason": "host_error"}
    actions = [parse_action(line, opening, "mafia") for line in (*once, reset, *again)]
    actions += [parse_action({"t": again[-1]["t"], "do": "wait"}, opening, "mafia")] * 11
    assert len(actions) >= 300
    took = []
    for _ in range(20):
        fresh = History(opening, BOOKS["mafia-aktau-2015"])
        began = perf_counter_ns()
        for action in actions:
            fresh.apply(action)
        took.append(perf_counter_ns() - began)
    assert fresh.view(Audience.TABLE).attempt == 2
    assert not fresh.refused
    assert min(took) < 10_000_000


def test_the_scenarios_hold_every_word_of_the_family() -> None:
    lines = [
        json.loads(line)
        for path in SCENARIOS.glob("mafia-*.jsonl")
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
    common = {"thrown", "roll"}
    assert set(FAMILIES["mafia"]) - {line.get("do") for line in lines} - common == set()
