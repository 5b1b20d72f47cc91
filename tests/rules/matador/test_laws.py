"""What must hold whatever people press: replay, refusals, secrecy, the pot, places and points."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.actions import Action, Count, Sign, Undo, Wait, parse_action
from rules.edition import Edition
from rules.history import STANDS, History
from rules.kinds import Audience, GameMs
from tests.rules.matador.conftest import opening_of

SEATS = st.integers(1, 4)
DIE = st.integers(1, 6)
LOTS = st.sampled_from(["A1", "A2", "H1", "R1", "Y1", "Fængslet", "felt 5", "street"])
THINGS = st.one_of(LOTS, st.sampled_from(["king", "grant", "frit lejde"]))
GOODS = st.lists(st.one_of(st.integers(0, 90), THINGS), max_size=2)
MONEY = st.sampled_from([0, 50, 200, 500, 900, 1350, 4000, 15000])
REASON = st.sampled_from(["", "agreed"])
CHOICES = st.sampled_from(["yes", "no", "abstain"])


def line(do: str, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({"do": st.just(do), **fields})


def wealths() -> st.SearchStrategy[dict[str, int]]:
    return st.dictionaries(
        SEATS.map(str), st.sampled_from([-500, 29950, 30000, 34000]), min_size=1, max_size=4
    )


ROLLS = line("roll", seat=SEATS, dice=st.tuples(DIE, DIE).map(list))
DOUBLES = line("roll", seat=SEATS, dice=DIE.map(lambda die: [die, die]))
VOTES = line("vote", seat=SEATS, choice=CHOICES)
BALLOTS = st.one_of(
    line("accuse", seat=SEATS, accused=SEATS),
    line("evasion", seat=SEATS, avoided=MONEY),
    line("next"),
)
MONEY_LINES = st.one_of(
    line("owe", seat=SEATS, to=st.one_of(SEATS, st.sampled_from(["bank", "pot"])), amount=MONEY),
    line("claim", seat=SEATS, **{"from": SEATS}),
    line("demand", seat=SEATS, **{"from": SEATS}),
    line("pot", amount=MONEY),
    line("land_pot", seat=SEATS, wealth=wealths()),
    line("land_pot", seat=SEATS, under=st.lists(SEATS, max_size=4)),
    line("loan", seat=SEATS, amount=st.sampled_from([5000, 10000, 20000]), wealth=MONEY),
    line("redeem", seat=SEATS),
    line("pass_start", seat=SEATS),
    line("share", seat=SEATS, of=SEATS, percent=st.sampled_from([5, 12, 50, 60])),
)
PROPERTY = st.one_of(
    line("buy", seat=SEATS, what=LOTS),
    line("mortgage", seat=SEATS, what=LOTS),
    line("unmortgage", seat=SEATS, what=LOTS),
    line("sell", seat=SEATS, what=THINGS),
    line("build", seat=SEATS, what=st.one_of(st.none(), LOTS), houses=st.integers(1, 5)),
    line("demolish", seat=SEATS, what=LOTS, houses=st.integers(1, 5)),
    line("trade", seat=SEATS, to=SEATS, gives=GOODS, gets=GOODS),
    line("offer", seat=SEATS, to=SEATS, what=THINGS),
    line("accept", seat=SEATS, **{"from": SEATS}),
    line("auction", what=LOTS, seat=st.one_of(st.none(), SEATS), value=st.just(4000)),
    line("bid", seat=SEATS, amount=MONEY),
    line("take", seat=SEATS),
    line("sold"),
)
REST = st.one_of(
    line("start"),
    line("thrown", seat=SEATS),
    line("turn", seat=SEATS),
    line("moved", seat=SEATS),
    line("timeout", seat=SEATS),
    line("pause"),
    line("resume"),
    line("reset", what=st.sampled_from(["game", "timer"])),
    line("free_pass", seat=SEATS),
    line("card", seat=SEATS, what=st.sampled_from(["king", "grant", "grant used", "oil prices"])),
    line("jail", seat=SEATS),
    line("jail_out", seat=SEATS, how=st.sampled_from(["pay", "card", "double"])),
    line("stay", seat=SEATS),
    line("bankrupt", seat=SEATS, to=st.one_of(SEATS, st.just("bank"))),
    line("retire", seat=SEATS),
    line("remove", seat=SEATS, reason=REASON),
    line("disqualify", seat=SEATS, reason=REASON),
    line("foul", seat=SEATS),
    line("press", seat=SEATS),
    line("end", reason=REASON),
    line("count", seat=SEATS, cash=MONEY, deeds=st.lists(
        st.fixed_dictionaries({"name": THINGS, "price": st.just(1200)}), max_size=2)),
    line("sign", seat=SEATS, by=st.sampled_from(["seat", "referee"]), reason=REASON),
    line("confirm"),
    line("undo"),
    line("undo", back=st.integers(2, 3)),
)  # fmt: skip
PAUSES = st.sampled_from([0, 1, 1, 2, 31, 95])
ANY = st.one_of(ROLLS, ROLLS, DOUBLES, VOTES, BALLOTS, MONEY_LINES, PROPERTY, REST, REST)
GAMES = st.lists(st.tuples(PAUSES, ANY), max_size=60)
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "free_pass_evening": st.just(True),
        "loan_evening": st.just(True),
        "free_pass_declare": st.just("after_roll"),
        "grant_card_use": st.just("declared_before_roll"),
        "dice_log": st.just("first_only"),
        "playing_time": st.sampled_from([120, 400]),
        "evening_end": st.just("at_once"),
        "place_tie": st.just("lot"),
        "accuser_votes": st.just(False),
    },
)


def opened(edition: Edition, options: dict[str, Any]) -> History:
    return History(opening_of(4, options=options), edition)


def timed(game: list[tuple[int, dict[str, Any]]]) -> list[dict[str, Any]]:
    t = 0
    lines = []
    for pause, fields in game:
        t += pause
        lines.append({key: value for key, value in fields.items() if value is not None} | {"t": t})
    return lines


def play(history: History, lines: list[dict[str, Any]]) -> list[str]:
    """Play and collect what the table was told."""
    told = []
    for fields in lines:
        outcome = history.apply(parse_action(fields, history.opening, history.family))
        told += [f"{one.at} {one.id}" for one in outcome.announcements]
        assert all(one.audience is Audience.TABLE for one in outcome.announcements)
    return told


def seen(history: History) -> list[Any]:
    return [history.summary(0, ""), *(history.view(audience) for audience in Audience)]


@given(GAMES, OPTIONS)
def test_the_same_actions_give_the_same_state(
    edition: Edition, game: list[Any], options: dict[str, Any]
) -> None:
    one, other = opened(edition, options), opened(edition, options)

    assert play(one, timed(game)) == play(other, timed(game))
    assert seen(one) == seen(other)


@given(GAMES, OPTIONS, st.lists(st.integers(0, 3_000_000), max_size=20))
def test_when_the_table_wakes_up_changes_nothing(
    edition: Edition, game: list[Any], options: dict[str, Any], wakes: list[int]
) -> None:
    """Deadlines are crossed at their own instants, in one go or split anywhere."""
    sleeper, waker = opened(edition, options), opened(edition, options)
    lines = timed(game)
    told = []
    for fields in lines:
        at = fields["t"] * 1000
        for wake in sorted(wake for wake in wakes if wake < at):
            told += [f"{one.at} {one.id}" for one in waker.advance(GameMs(wake))]
        told += play(waker, [fields])

    assert play(sleeper, lines) == told
    assert seen(sleeper) == seen(waker)


@given(GAMES, OPTIONS)
def test_a_refused_action_changes_nothing(
    edition: Edition, game: list[Any], options: dict[str, Any]
) -> None:
    history = opened(edition, options)
    for fields in timed(game):
        action = parse_action(fields, history.opening, history.family)
        history.advance(action.at)
        before = history.view(Audience.OFFICIAL), history.summary(0, "")
        if history.apply(action).refusal is not None:
            summary = history.summary(0, "")
            assert history.view(Audience.OFFICIAL) == before[0]
            assert {**summary, "refused": []} == {**before[1], "refused": []}


@given(GAMES, OPTIONS)
def test_what_will_be_announced_is_announced(
    edition: Edition, game: list[Any], options: dict[str, Any]
) -> None:
    """RAMK-9.26, RAMK-3.2: chimes are queued ahead, so what is foreseen must come."""
    history = opened(edition, options)
    play(history, timed(game))
    foreseen = history.upcoming()

    assert history.advance(GameMs(10**9)) == foreseen


@given(st.lists(st.tuples(PAUSES, st.one_of(VOTES, BALLOTS, ROLLS, REST)), max_size=40))
def test_the_table_cannot_tell_how_anybody_votes(edition: Edition, game: list[Any]) -> None:
    """RAMK-4.1: two games that differ in open votes alone look and sound alike."""
    lines = [fields for fields in timed(game) if fields["do"] != "undo"]
    other_way = {"yes": "no", "no": "yes", "abstain": "yes"}
    one, other = opened(edition, {}), opened(edition, {})
    for fields in lines:
        swapped = fields
        if fields["do"] == "vote":
            swapped = {**fields, "choice": other_way[fields["choice"]]}
        assert play(one, [fields]) == play(other, [swapped])
        if one.summary(0, "")["votes"] or other.summary(0, "")["votes"]:
            return  # decided: from here on the two games differ
        assert one.view(Audience.TABLE) == other.view(Audience.TABLE)
        assert one.view(Audience.TABLE).official is None


@given(GAMES, OPTIONS)
def test_the_pot_is_what_went_in_less_what_went_out(
    edition: Edition, game: list[Any], options: dict[str, Any]
) -> None:
    """RAMK-5.1, RAMK-9.9: until somebody sets it right."""
    history = opened(edition, options)
    for fields in timed(game):
        before = history.summary(0, "")
        play(history, [fields])
        after = history.summary(0, "")
        assert after["pot"] >= 0
        assert all(entry["amount"] > 0 for entry in after["entries"])
        if fields["do"] in ("pot", "undo", "reset"):
            continue
        assert after["pot"] - before["pot"] == in_pot(after) - in_pot(before)


def in_pot(summary: dict[str, Any]) -> int:
    return sum(
        entry["amount"] * ((entry["to"] == "pot") - (entry["from"] == "pot"))
        for entry in summary["entries"]
    )


@given(GAMES, OPTIONS)
def test_what_was_taken_back_was_never_asked(
    edition: Edition, game: list[Any], options: dict[str, Any]
) -> None:
    """Each undo: as the game in which that action is missing (a count: its signature, too)."""
    history = opened(edition, options)
    stands: list[Action] = []
    for fields in timed(game):
        action = parse_action(fields, history.opening, history.family)
        could = history.undoable()
        outcome = history.apply(action)
        if outcome.refusal is not None:
            assert not isinstance(action, Undo) or len(could) < action.back
        elif isinstance(action, Undo):
            gone = (could[action.back - 1].action, *outcome.dropped)
            stands = without(stands, gone)
            never = opened(edition, options)
            for one in (*stands, Wait(action.at)):
                never.apply(one)
            assert {**never.summary(0, ""), "refused": []} == {
                **history.summary(0, ""),
                "refused": [],
            }
            for audience in Audience:
                assert never.view(audience) == history.view(audience)
        else:
            stands.append(action)


def without(stands: list[Action], gone: tuple[Action, ...]) -> list[Action]:
    """What is left, without the signatures upon a count that is gone."""
    counted = gone[0]
    at = next(place for place, one in enumerate(stands) if one is counted)
    return [
        one
        for place, one in enumerate(stands)
        if not any(one is other for other in gone)
        and not (
            place > at
            and isinstance(counted, Count)
            and isinstance(one, Sign)
            and one.seat == counted.seat
        )
    ]


def test_an_undo_passes_over_what_it_must_not_take_back() -> None:
    assert {"wait", "press", "vote", "sign"} <= STANDS


CLOSE: list[tuple[int, dict[str, Any]]] = [
    (1, {"do": "end"}),
    *((1, {"do": "count", "seat": seat, "cash": seat // 2 * 100}) for seat in range(1, 5)),
    *((1, {"do": "sign", "seat": seat}) for seat in range(1, 5)),
    (1, {"do": "confirm"}),
]
"""How a game goes to its end that was not called off."""


@given(GAMES, OPTIONS)
@settings(max_examples=60)
def test_every_state_of_a_game_is_told_without_contradiction(
    edition: Edition, game: list[Any], options: dict[str, Any]
) -> None:
    """RAMK-9.16: who has a place, a signature, points; 1, 2, 2, 4; ten points a player."""
    history = opened(edition, options)
    for fields in timed([*game, *CLOSE]):
        play(history, [fields])
        summary = history.summary(0, "")
        ranked = [seat for seat in summary["seats"] if not seat["removed"]]
        placed = sorted(seat["place"] for seat in ranked if seat["place"] is not None)
        assert all(seat["place"] is None for seat in summary["seats"] if seat["removed"])
        if summary["status"] == "open":
            assert not placed
        if summary["status"] == "final":
            assert all(seat["signed"] for seat in ranked)
            assert placed == [1 + sum(o < one for o in placed) for one in placed]
            assert len(placed) == len(ranked)
            if len(ranked) == 4:
                given = [seat["points"] for seat in ranked]
                shares = len(placed) - len(set(placed))
                assert 40 - 3 * shares <= sum(given) <= 40
        for entries in (summary["announcements"], summary["fines"]):
            times = [entry["t"] for entry in entries]
            assert times == sorted(times)
