"""What the table and the host see, recorded games under a strict order, seats, speed."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from rules.actions import parse_action, to_fields
from rules.errors import ActionError, EditionError
from rules.history import History
from rules.kinds import Audience, Status
from rules.mafia.seating import Seated, seat
from rules.mafia.view import Mark, Phase
from rules.opening import opening_fields, parse_opening
from rules.script import play as play_script
from tests.rules.mafia.golden import CARDS, FIRST, edition_of, opening_of, play, prelude, table

MAFN, MAFA = edition_of("mafia-nuances"), edition_of("mafia-aktau-2015")
SCENARIOS = Path(__file__).parents[2] / "scenarios"
RECORDED = sorted(SCENARIOS.glob("mafia-recorded-*.jsonl"))


@pytest.mark.parametrize("script", RECORDED, ids=lambda path: path.stem)
def test_maf_p_3_the_recorded_games_kept_the_order_of_speeches(script: Path) -> None:
    """MAF-P-3."""
    first, *rest = script.read_text(encoding="utf-8").splitlines()
    opening = json.loads(first)
    opening["open"]["options"] = {"speaking_order": "strict"}
    data = "\n".join((json.dumps(opening), *rest)).encode()
    assert play_script(data, lambda name: MAFN).summary()["refused"] == []


def test_the_host_sees_the_answers_the_table_does_not() -> None:
    history = table(MAFN, [*FIRST, "night", "shot 4", "don_check 5", "sheriff_check 6"])
    assert history.view(Audience.TABLE).official is None
    seen = history.view(Audience.OFFICIAL).official
    assert (seen.shot, seen.don_check, seen.don_right) == (4, 5, True)
    assert (seen.sheriff_check, seen.sheriff_right, seen.red, seen.black) == (6, True, 7, 3)
    assert dict(seen.roles) == CARDS


@pytest.mark.parametrize(
    ("lines", "over"),
    [
        (["shot 4"], False),
        (["shot 4", "don_check 5", "sheriff_check 6"], False),  # the checks have not run in full
        (["shot 4", "+41 don_check 5"], False),
        (["shot 4", "don_check -", "sheriff_check -", "+41 press 1"], True),
        (["shot 4", "don_check -", "sheriff_check -", "+41 day"], False),
    ],
)
def test_mafa_game_4_a_night_is_over_when_all_is_entered_and_has_run(
    lines: list[str], over: bool
) -> None:
    """MAF-P-9, MAFA-GAME-4."""
    history = table(MAFN, [*FIRST, "night", *lines])
    assert history.view(Audience.OFFICIAL).official.night_over is over


def test_mafn_gen_9_who_has_left_has_a_time_to_be_gone() -> None:
    """MAFN-GEN-9, MAFA-MAIN-7."""
    history = table(MAFN, [*FIRST, "@100 remove 4 tears"])
    shown = history.view(Audience.TABLE).seats[3]
    assert (shown.mark, shown.leave_until) == (Mark.REMOVED, 130_000)


@pytest.mark.parametrize(
    ("lines", "free"),
    [
        (["night", "shot 4", "+41 day"], False),
        (["night", "shot -", "+41 day"], True),
    ],
)
def test_mafn_day_9_gestures_are_free_after_a_miss(lines: list[str], free: bool) -> None:
    """MAFN-DAY-9."""
    assert table(MAFN, [*FIRST, *lines]).view(Audience.TABLE).gestures_free is free


def test_mafn_day_9_and_after_a_broken_split_and_a_lifting() -> None:
    """MAFN-DAY-9."""
    tie = ["speech 1", "nominate 1 3", "yield 1", "speech 2", "nominate 2 7", "yield 2", "voting"]
    tie += ["tally 3:1,2,3,4,5 7:6,7,8,9,10", "revote"]
    broken = table(MAFN, [*FIRST, *tie, "tally 3:1,2,3,4,5,6 7:7,8,9,10", "next"])
    assert broken.view(Audience.TABLE).gestures_free
    lifted = [*tie, "tally 3:1,2,3,4,5 7:6,7,8,9,10", "lift_all 1,2,3,4,5,6"]
    assert table(MAFN, [*FIRST, *lifted]).view(Audience.TABLE).gestures_free
    stayed = [*tie, "tally 3:1,2,3,4,5 7:6,7,8,9,10", "lift_all 1,2,3"]
    assert not table(MAFN, [*FIRST, *stayed]).view(Audience.TABLE).gestures_free


def test_the_view_of_a_day_says_who_is_next_and_who_was_nominated() -> None:
    history = table(MAFN, [*FIRST, "speech 1", "nominate 1 4"])
    view = history.view(Audience.TABLE)
    assert (view.speaker.seat, view.speaker.kind, view.next_speaker) == (1, "speech", 2)
    assert [(one.by, one.whom) for one in view.nominations] == [(1, 4)]
    assert [one.seat for one in view.seats if one.nominated] == [4]
    assert view.seats[1].mark is Mark.NEXT
    assert not view.vote_due
    assert [one.id for one in history.upcoming()] == ["speech-10", "speech-end"]


def test_a_window_shows_the_fists_that_lie_openly() -> None:
    lines = ["speech 1", "nominate 1 3", "yield 1", "speech 2", "nominate 2 7", "yield 2"]
    history = table(MAFN, [*FIRST, *lines, "@200 voting", "@200.5 fist 4 5"])
    ballot = history.view(Audience.TABLE).ballot
    assert (ballot.candidate, ballot.open_until, ballot.last) == (3, 202_000, False)
    assert ballot.votes == ((3, (4, 5)), (7, ()))
    assert history.upcoming()[0] == ("vote-close:3", 202_000, Audience.TABLE)
    play(history, ["@203 next", "@204 fist 1 2 3 6 7 8 9 10", "@206 wait"])
    assert history.view(Audience.TABLE).ballot.leaves == (7,)


def test_a_fist_falls_into_the_window_of_its_instant_to_the_millisecond() -> None:
    """MAFN-VOTE-1: ten pads at once, at the last instant and at the first one after it."""
    lines = ["speech 1", "nominate 1 3", "yield 1", "speech 2", "nominate 2 7", "yield 2"]
    for at, votes in ((201.999, 10), (202, 0)):
        everybody = [f"@{at} fist 1 2 3 4 5 6 7 8 9 10"]
        history = table(MAFN, [*FIRST, *lines, "@200 voting", *everybody])
        ballot = history.view(Audience.TABLE).ballot
        assert len(ballot.votes[0][1]) == votes


def test_the_end_shows_roles_and_points_and_not_before() -> None:
    history = table(MAFA, [*FIRST, "speech 1"])
    assert {one.role for one in history.view(Audience.TABLE).seats} == {None}
    play(history, ["end red"])
    view = history.view(Audience.TABLE)
    assert [one.role for one in view.seats] == [CARDS[seat] for seat in range(1, 11)]
    assert [one.points for one in view.seats][:2] == [100, -200]
    assert (view.winner, view.phase, history.status) == (
        "red",
        Phase.OVER,
        Status.AWAITING_SIGNATURES,
    )


@pytest.mark.parametrize(
    "wrong",
    [
        {"don": 1},
        {"mafia": 3},
        {"red": 8},
    ],
    ids=str,
)
def test_an_opening_with_a_wrong_deck_is_refused(wrong: dict[str, int]) -> None:
    """MAF-P-1."""
    cards = dict(CARDS)
    for role, number in wrong.items():
        cards[number] = role
        if role == "don":
            cards[1] = "don"
    if cards == CARDS:
        cards[2] = "red"
    with pytest.raises(EditionError, match="allowed 6 red, 1 sheriff, 2 mafia, 1 don"):
        History(opening_of("mafia-nuances", cards), MAFN)


def test_nine_cannot_play() -> None:
    """MAFA-TIME-2."""
    fields = opening_fields(opening_of("mafia-nuances", None))
    fields["seats"] = fields["seats"][:9]
    with pytest.raises(EditionError, match="found 9, allowed 10"):
        History(parse_opening(fields), MAFN)


def test_an_opening_keeps_its_roles() -> None:
    opening = opening_of("mafia-nuances", CARDS)
    assert parse_opening(opening_fields(opening)) == opening
    fields = opening_fields(opening)
    fields["seats"][0]["role"] = "nurse"
    with pytest.raises(ActionError, match="allowed red, sheriff, mafia, don"):
        parse_opening(fields)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"do": "shot"}, "whom: missing"),
        ({"do": "shot", "whom": 11}, "whom: found 11"),
        ({"do": "best_move", "seat": 1, "names": [1, 2]}, "names"),
        ({"do": "triple", "seat": 1, "names": [1, 2, 2]}, "each seat only once"),
        ({"do": "tally", "votes": {"11": []}}, "unknown key"),
        ({"do": "tally", "votes": [1]}, "an object"),
        ({"do": "roles", "roles": {"1": "nurse"}}, "roles.1"),
        ({"do": "flag", "what": "sheriffs"}, "two_sheriffs"),
        ({"do": "flag", "what": "two_sheriffs", "on": 1}, "true or false"),
        ({"do": "flag", "what": "two_sheriffs", "seats": [1]}, "two seats"),
        ({"do": "roll", "seat": 1, "dice": [1, 2]}, "do: found"),
    ],
    ids=str,
)
def test_a_line_that_is_no_action_is_an_error(fields: dict[str, object], said: str) -> None:
    opening = opening_of("mafia-nuances", CARDS)
    with pytest.raises(ActionError, match=said):
        parse_action({"t": 1, **fields}, opening, "mafia")


@pytest.mark.parametrize(
    "fields",
    [
        {"do": "shot", "whom": None},
        {"do": "don_check", "whom": 4},
        {"do": "roles", "roles": {str(seat): role for seat, role in CARDS.items()}},
        {"do": "tally", "votes": {"7": [1, 2], "3": []}},
        {"do": "lift_all", "seats": [1, 2]},
        {"do": "best_move", "seat": 4, "names": [2, 6, 9]},
        {"do": "flag", "what": "two_sheriffs", "on": False},
        {"do": "flag", "what": "two_sheriffs", "seats": [1, 5]},
        {"do": "team_loss", "seat": 1, "reason": "oath"},
        {"do": "award", "seat": 1, "what": "monster"},
        {"do": "nominate", "seat": 1, "whom": 2},
    ],
    ids=str,
)
def test_an_action_is_written_as_it_was_read(fields: dict[str, object]) -> None:
    opening = opening_of("mafia-nuances", CARDS)
    assert to_fields(parse_action({"t": 1, **fields}, opening, "mafia")) == {"t": 1, **fields}


@pytest.mark.parametrize(("players", "most"), [(10, 0), (20, 184.22), (30, 348), (40, 545)])
def test_seats_are_new_and_meetings_balanced(players: int, most: float) -> None:
    """MAFA-MAIN-6; the sum of squared deviations of how often two meet, over five games."""
    names = [f"P{n:03}" for n in range(players)]
    rounds: list[tuple[tuple[str, ...], ...]] = []
    for number in range(5):
        found = seat(names, 40 + number, MAFA, rounds)
        assert isinstance(found, Seated)
        rounds.append(found.tables)
    for name in names:
        assert len({table.index(name) for one in rounds for table in one if name in table}) == 5
    mean = 9 * 5 / (players - 1)
    pairs = players * (players - 1) / 2
    assert found.meetings - 2 * mean * players * 45 / 2 + pairs * mean**2 <= most


def test_the_same_seed_and_the_same_rounds_give_the_same_seats() -> None:
    """MAFA-MAIN-6."""
    names = [f"P{n:03}" for n in range(20)]
    first = seat(names, 7, MAFA, [])
    assert seat(list(reversed(names)), 7, MAFA, []) == first
    assert seat(names, 8, MAFA, []) != first


def test_after_ten_games_there_is_no_new_seat_unless_the_next_one_is_enough() -> None:
    """MAFA-MAIN-6."""
    names = [f"P{n}" for n in range(10)]
    rounds = [[tuple(names[n:] + names[:n])] for n in range(10)]
    assert not isinstance(seat(names, 1, MAFA, rounds), Seated)
    loose = MAFA.with_options({"seat_change": "differs_from_previous"})
    found = seat(names, 1, loose, rounds)
    assert isinstance(found, Seated)
    assert all(one != two for one, two in zip(rounds[-1][0], found.tables[0], strict=True))


def test_neighbours_change() -> None:
    """As good as swapping seats by chance and keeping what is better, a thousand times."""
    names = [f"P{n}" for n in range(10)]
    rounds: list[tuple[tuple[str, ...], ...]] = []
    for number in range(5):
        found = seat(names, number, MAFA, rounds)
        assert isinstance(found, Seated)
        rounds.append(found.tables)
    assert found.neighbours <= _swapped_by_chance(names)


def _swapped_by_chance(names: list[str]) -> int:
    rng = Random(1)
    plan = [rng.sample(names, 10) for _ in range(5)]

    def cost() -> int:
        beside: dict[frozenset[str], int] = {}
        for table in plan:
            for pair in pairwise([*table, table[0]]):
                beside[frozenset(pair)] = beside.get(frozenset(pair), 0) + 1
        twice = sum(len({table.index(name) for table in plan}) < 5 for name in names)
        return sum(n * n for n in beside.values()) + 100 * twice

    best = cost()
    for _ in range(1000):
        table = rng.choice(plan)
        one, other = rng.sample(range(10), 2)
        table[one], table[other] = table[other], table[one]
        found = cost()
        if found > best:
            table[one], table[other] = table[other], table[one]
        best = min(best, found)
    return best


def test_a_prelude_is_what_the_golden_cases_say() -> None:
    history = table(MAFN, prelude([1, 5, 9]))
    view = history.view(Audience.TABLE)
    assert ([one.seat for one in view.seats if one.alive], view.day) == ([1, 5, 9], 2)


def test_mafa_main_6_pairs_sit_at_different_tables_as_long_as_there_are_enough() -> None:
    """MAFA-MAIN-6: round after round, and nobody on a seat twice."""
    players = [f"P{number:02}" for number in range(1, 21)]
    pairs = [("P02", "P01"), ("P03", "P04"), ("P05", "P06"), ("P06", "P07")]
    before: list[tuple[tuple[str, ...], ...]] = []
    for number in range(4):
        found = seat(players, number, edition_of("mafia-aktau-2015"), before, pairs)
        assert isinstance(found, Seated)
        assert all(len(set(pair) & set(one)) < 2 for pair in pairs for one in found.tables)
        for earlier in before:
            for at in range(10):
                assert not {one[at] for one in earlier} & {one[at] for one in found.tables}
        before.append(found.tables)
    three = [("P01", "P02"), ("P02", "P03"), ("P01", "P03")]  # two tables are too few
    found = seat(players, 1, edition_of("mafia-aktau-2015"), [], three)
    assert isinstance(found, Seated)
    assert sum(set(pair) <= set(one) for pair in three for one in found.tables) == 1
    alone = seat(players[:10], 1, edition_of("mafia-aktau-2015"), [], pairs)
    assert alone == seat(players[:10], 1, edition_of("mafia-aktau-2015"), [])


def test_a_rule_that_the_host_chose_stands_beside_his_words_if_it_is_his_book_s() -> None:
    """MAFN-GEN-6: and what is written by the book's own word has its rule without that."""
    history = table(MAFN, FIRST)
    for seat_, fields in enumerate(
        (
            {"do": "remove", "reason": "сдаюсь", "rule": "MAFN-GEN-6"},
            {"do": "foul", "reason": "чужая", "rule": "MAFA-FOUL-1"},
            {"do": "incident", "reason": "лишнее слово", "rule": "MAFN-DAY-3b"},
            {"do": "remove", "reason": "tears"},
        ),
        1,
    ):
        asked = {"t": history.now / 1000, "seat": seat_, **fields}
        action = parse_action(asked, history.opening, "mafia")
        assert to_fields(action) == asked
        history.apply(action)
    remarks = history.summary(0, "")["remarks"]
    rules = ["MAFN-GEN-6", None, "MAFN-DAY-3b", "MAFN-DAY-4"]
    assert [one["rule"] for one in remarks] == rules
