"""What must hold whatever people press: replay, refusals, secrecy, the bank's stock."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.actions import Action, Count, Sign, Undo, Wait, parse_action
from rules.edition import Edition
from rules.history import History
from rules.kinds import Audience, GameMs
from rules.log import Log
from rules.monopoly import GAME
from rules.monopoly.facts import facts_of
from rules.opening import parse_opening

SEATS = st.integers(1, 4)
DIE = st.integers(1, 6)
LOTS = st.sampled_from(["A1", "A2", "H1", "H2", "V1", "K1", "street"])
GOODS = st.lists(st.one_of(st.integers(0, 90), LOTS, st.just("jail card")), max_size=2)
REASON = st.sampled_from(["", "telephone"])


def line(do: str, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({"do": st.just(do), **fields})


ROLLS = line("roll", seat=SEATS, dice=st.tuples(DIE, DIE).map(list))
CLAIMS = line("claim", seat=SEATS, **{"from": SEATS})
OTHERS = st.one_of(
    line("start"),
    line("thrown", seat=SEATS),
    line("turn", seat=SEATS),
    line("moved", seat=SEATS),
    line("owe", seat=SEATS, to=st.one_of(SEATS, st.just("bank")), amount=st.integers(0, 50)),
    line("buy", seat=SEATS, what=LOTS),
    line("mortgage", seat=SEATS, what=LOTS),
    line("unmortgage", seat=SEATS, what=LOTS),
    line("build", seat=SEATS, what=st.one_of(st.none(), LOTS), houses=st.integers(1, 9)),
    line("demolish", seat=SEATS, what=LOTS, houses=st.integers(1, 5)),
    line("trade", seat=SEATS, to=SEATS, gives=GOODS, gets=GOODS),
    line("auction", what=st.one_of(LOTS, st.just("house"))),
    line("bid", seat=SEATS, amount=st.integers(0, 90)),
    line("sold"),
    line("cannot_pay", seat=SEATS),
    line("jail", seat=SEATS),
    line("jail_out", seat=SEATS, how=st.sampled_from(["pay", "card", "double"])),
    line("bankrupt", seat=SEATS, to=st.one_of(SEATS, st.just("bank"))),
    line("remove", seat=SEATS, reason=REASON),
    line("disqualify", seat=SEATS, reason=REASON),
    line("incident", seat=SEATS, reason=REASON),
    line("foul", seat=SEATS),
    line("press", seat=SEATS),
    line("reset", reason=REASON),
    line("end", reason=REASON),
    line("undo"),
    line("pause"),
    line(
        "count",
        seat=SEATS,
        cash=st.one_of(st.none(), st.integers(0, 9)),
        deeds=st.lists(st.fixed_dictionaries({"name": LOTS, "price": st.just(10)}), max_size=2),
    ),
    line("sign", seat=SEATS, by=st.sampled_from(["seat", "referee"]), reason=REASON),
    line("confirm"),
)
PAUSES = st.sampled_from([0, 1, 1, 2, 40, 900])
GAMES = st.lists(st.tuples(PAUSES, st.one_of(ROLLS, ROLLS, CLAIMS, OTHERS, OTHERS)), max_size=60)

CLOSE: list[tuple[int, dict[str, Any]]] = [
    (5400, {"do": "wait"}),
    *((1, {"do": "count", "seat": seat, "cash": seat // 2}) for seat in range(1, 5)),
    *((1, {"do": "sign", "seat": seat}) for seat in range(1, 5)),
    (1, {"do": "confirm"}),
]
"""How a game goes to its end that has begun and was not called off."""


def opened(edition: Edition, **options: Any) -> History:
    seats = [{"seat": n, "player": f"P{n}"} for n in range(1, 5)]
    return History(
        parse_opening(
            {
                "edition": "hun-2009",
                "season": "S",
                "round": "Q",
                "game": "G",
                "table": "T",
                "seats": seats,
                "options": options,
            }
        ),
        edition,
    )


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


@given(GAMES)
def test_the_same_actions_give_the_same_state(edition: Edition, game: list[Any]) -> None:
    one, other = opened(edition), opened(edition)

    assert play(one, timed(game)) == play(other, timed(game))
    assert one.summary(0, "") == other.summary(0, "")
    for audience in Audience:
        assert one.view(audience) == other.view(audience)


@given(GAMES)
def test_a_refused_action_changes_nothing(edition: Edition, game: list[Any]) -> None:
    history = opened(edition)
    for fields in timed(game):
        action = parse_action(fields, history.opening, history.family)
        history.advance(action.at)
        before = history.view(Audience.OFFICIAL), history.summary(0, "")
        if history.apply(action).refusal is not None:
            summary = history.summary(0, "")
            assert summary["refused"][:-1] == before[1]["refused"]
            assert history.view(Audience.OFFICIAL) == before[0]
            assert {**summary, "refused": []} == {**before[1], "refused": []}


@given(GAMES)
def test_the_table_cannot_tell_whether_rent_was_claimed(edition: Edition, game: list[Any]) -> None:
    """HUN-G-RENT-NOPROMPT: two games that differ only in claims look and sound alike."""
    lines = [fields for fields in timed(game) if fields["do"] != "undo"]
    with_claims, without = opened(edition), opened(edition)

    told = play(with_claims, lines)

    silent = [{**f, "do": "wait"} if f["do"] == "claim" else f for f in lines]
    silent = [{"t": f["t"], "do": "wait"} if f["do"] == "wait" else f for f in silent]
    assert play(without, silent) == told
    assert with_claims.view(Audience.TABLE) == without.view(Audience.TABLE)


@given(GAMES)
def test_nothing_is_computed_before_the_end(edition: Edition, game: list[Any]) -> None:
    """HUN-9."""
    history = opened(edition)
    for fields in timed(game):
        play(history, [fields])
        view = history.view(Audience.TABLE)
        assert view.official is None
        if view.ended_at is None:
            assert all(seat.sheet is None and seat.place is None for seat in view.seats)
            assert view.bank_houses is None
            seats = history.summary(0, "")["seats"]
            assert all(seat["wealth"] is None and seat["points"] is None for seat in seats)


@given(GAMES)
def test_the_stock_is_never_less_than_nothing_nor_more_than_a_set(
    edition: Edition, game: list[Any]
) -> None:
    """HUN-5."""
    history = opened(edition)
    state = GAME.open(history.opening, history.edition).state
    for fields in timed(game):
        action = parse_action(fields, history.opening, history.family)
        while (due := GAME.deadline(state)) is not None and due <= action.at:
            state = GAME.fire(state, due).state
        if fields["do"] != "undo":
            step = GAME.step(state, action)
            state = getattr(step, "state", state)
        assert 0 <= state.estate.bank_houses <= 32
        assert 0 <= state.estate.bank_hotels <= 12
        assert state.active == tuple(sorted(set(state.active)))


@given(GAMES, st.sampled_from(["lander", "owner"]))
@settings(max_examples=50)
def test_a_claim_counts_only_while_its_window_is_open(
    edition: Edition, game: list[Any], closes: str
) -> None:
    """HUN-G-RENT-CLAIM: by the default no claim counts of anybody but the last to roll."""
    setting = {
        "lander": "next_player_after_the_lander",
        "owner": "next_after_the_owner",
    }[closes]
    history = opened(edition, claim_closes_on=setting)
    for fields in timed(game):
        action = parse_action(fields, history.opening, history.family)
        history.advance(action.at)
        official = history.view(Audience.OFFICIAL).official
        outcome = history.apply(action)
        if fields["do"] == "claim" and outcome.refusal is None and closes == "lander":
            assert fields["from"] == official.lander
            assert fields["seat"] in official.may_claim


@given(GAMES, st.sampled_from(["every", "first_only"]))
def test_what_was_taken_back_was_never_asked(
    edition: Edition, game: list[Any], dice_log: str
) -> None:
    """Each undo: as the game in which that action is missing (a count: its signature, too)."""
    history = opened(edition, dice_log=dice_log)
    stands: list[Action] = []
    for fields in timed(game):
        action = parse_action(fields, history.opening, history.family)
        taken = history.would_undo()
        outcome = history.apply(action)
        if outcome.refusal is not None:
            assert not isinstance(action, Undo) or taken is None
        elif isinstance(action, Undo):
            stands = without(stands, taken)
            never = opened(edition, dice_log=dice_log)
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


def without(stands: list[Action], taken: Action | None) -> list[Action]:
    at = next(n for n, one in enumerate(stands) if one is taken)
    later = [
        one
        for one in stands[at + 1 :]
        if not (isinstance(taken, Count) and isinstance(one, Sign) and one.seat == taken.seat)
    ]
    return [*stands[:at], *later]


@given(GAMES)
def test_every_state_of_a_game_is_told_without_contradiction(
    edition: Edition, game: list[Any]
) -> None:
    """HUN-8, HUN-10, HUN-3.2: who has a place, a signature, points; 1, 2, 2, 4."""
    history = opened(edition)
    for fields in timed([*game, *CLOSE]):
        play(history, [fields])
        summary = history.summary(0, "")
        ranked = [seat for seat in summary["seats"] if not seat["removed"]]
        placed = sorted(seat["place"] for seat in ranked if seat["place"] is not None)
        assert all(seat["place"] is None for seat in summary["seats"] if seat["removed"])
        if summary["status"] == "open":
            assert not placed
        if summary["status"] == "final":
            assert all(seat["signed"] and seat["points"] is not None for seat in ranked)
            assert placed == [1 + sum(o < one for o in placed) for one in placed]
            assert len(placed) == len(ranked)
        for entries in (summary["dice"], summary["announcements"]):
            times = [entry["t"] for entry in entries]
            assert times == sorted(times)


@given(st.integers(0, 300))
def test_a_log_keeps_everything_in_order(size: int) -> None:
    log: Log[int] = Log()
    for number in range(size):
        log = log.added(number)

    assert list(log.items()) == list(range(size))
    assert list(log.backwards()) == list(range(size))[::-1]


@given(st.integers(0, 5_400_000), st.integers(20_000, 5_400_000))
def test_every_mark_falls_at_its_own_instant(edition: Edition, first: int, pause: int) -> None:
    """HUN-4.1, HUN-4.2: whenever the table wakes up."""
    history = opened(edition)
    play(history, [{"t": first / 1000, "do": "thrown", "seat": 1}])
    at = first
    told = []
    while at < first + 5_400_000:
        at += pause
        told += [(one.id, one.at - first) for one in history.advance(GameMs(at))]

    assert told == [
        ("warn-30", 1_800_000),
        ("warn-60", 3_600_000),
        ("warn-75", 4_500_000),
        ("warn-80", 4_800_000),
        ("warn-85", 5_100_000),
        ("end", 5_400_000),
    ]


def test_facts_know_every_place(edition: Edition) -> None:
    facts = facts_of(opened(edition).opening, edition)

    assert [facts.place[seat] for seat in facts.numbers] == [0, 1, 2, 3]
