"""Yes and no in two windows: what counts, what may be told when, and what the real lamps do."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_py import patterns
from firmware_py.lamps import LampBoard
from kiosk.ballot import (
    LISTED_NS,
    WINDOW_NS,
    Ballot,
    Choice,
    Voting,
    Window,
    lamps,
    opened,
    pressed,
    said,
    votes,
    who_answered,
    window_at,
)
from kiosk.intents import Act, Tell
from rules.kinds import Seat

S = 1_000_000_000
START = 7 * S
SEATS = tuple(Seat(number) for number in (1, 2, 3, 5, 8))


def chosen(ballot: Ballot) -> dict[int, str]:
    return {vote["seat"]: vote["choice"] for vote in votes(ballot)}


@pytest.mark.parametrize(
    ("after_ns", "window", "choice"),
    [
        (0, Window.YES, "yes"),
        (5 * S - 1, Window.YES, "yes"),
        (5 * S, Window.NO, "no"),
        (10 * S - 1, Window.NO, "no"),
        (10 * S, Window.LISTED, "abstain"),
    ],
)
def test_a_press_is_what_its_window_asks_by_its_stamp(
    after_ns: int, window: Window, choice: str
) -> None:
    ballot = opened(SEATS, START)
    assert window_at(ballot, START + after_ns) is window
    assert chosen(pressed(ballot, Seat(3), START + after_ns))[3] == choice


def test_the_last_press_counts_and_none_is_an_abstention() -> None:
    ballot = opened(SEATS, START)
    for seat, after_s in ((1, 1), (1, 6), (2, 7), (2, 8), (5, 2), (5, 3)):
        ballot = pressed(ballot, Seat(seat), START + after_s * S)
    assert chosen(ballot) == {1: "no", 2: "no", 3: "abstain", 5: "yes", 8: "abstain"}


def test_edges_that_come_crossed_count_by_their_stamps() -> None:
    ballot = pressed(opened(SEATS, START), Seat(1), START + 6 * S)
    assert chosen(pressed(ballot, Seat(1), START + 4 * S))[1] == "no"


def test_who_does_not_vote_has_no_answer_and_a_press_before_the_window_is_none() -> None:
    ballot = opened(SEATS, START)
    assert pressed(ballot, Seat(4), START + S) == ballot
    assert pressed(ballot, Seat(1), START - 1) == ballot
    assert said(ballot, Seat(4), Choice.YES, START + S) == ballot


def test_the_official_answers_for_a_seat_until_it_is_over() -> None:
    ballot = pressed(opened(SEATS, START), Seat(1), START + S)
    ballot = said(ballot, Seat(1), Choice.ABSTAIN, START + 2 * S)
    ballot = said(ballot, Seat(2), Choice.YES, START + 12 * S)
    assert chosen(ballot) == {1: "abstain", 2: "yes", 3: "abstain", 5: "abstain", 8: "abstain"}
    assert window_at(ballot, START + 12 * S + LISTED_NS - 1) is Window.LISTED
    over = START + 12 * S + LISTED_NS
    assert window_at(ballot, over) is Window.OVER
    assert said(ballot, Seat(2), Choice.NO, over) == ballot


def test_who_has_answered_is_told_only_after_the_no_window() -> None:
    ballot = pressed(opened(SEATS, START), Seat(2), START + S)
    assert who_answered(ballot, START + 10 * S - 1) == frozenset()
    assert who_answered(ballot, START + 10 * S) == {2}


@given(
    presses=st.lists(
        st.tuples(st.sampled_from((*SEATS, Seat(4))), st.integers(-S, 12 * S)), max_size=30
    )
)
def test_every_vote_is_the_last_press_of_its_seat_and_nothing_else(
    presses: list[tuple[Seat, int]],
) -> None:
    ballot = opened(SEATS, START)
    for seat, after_ns in presses:
        ballot = pressed(ballot, seat, START + after_ns)
    for seat, choice in chosen(ballot).items():
        counted = [after for who, after in presses if who == seat and 0 <= after < 10 * S]
        last = max(counted, default=None)
        assert choice == ("abstain" if last is None else "yes" if last < 5 * S else "no")


# -- at a desk -----------------------------------------------------------------------------------


def test_the_signals_come_with_their_windows_and_the_votes_at_the_end() -> None:
    voting = Voting()
    found: list[Any] = voting.open(SEATS, START)
    voting.press(Seat(2), START + S)
    while (wake_ns := voting.wake_ns()) is not None:
        found += voting.pass_time(wake_ns)
    assert found[:3] == [
        Tell("yes-open", START),
        Tell("no-open", START + WINDOW_NS),
        Tell("ballot-end", START + 2 * WINDOW_NS),
    ]
    over_ns = START + 2 * WINDOW_NS + LISTED_NS
    fields = {"do": "vote", "seat": 2, "choice": "yes"}
    assert Act(fields, over_ns) in found[3:]
    assert len(found) == 3 + len(SEATS)
    assert (voting.ballot, voting.pass_time(over_ns + S)) == (None, [])


def test_nothing_is_counted_before_the_no_window_has_closed() -> None:
    voting = Voting()
    voting.open(SEATS, START)
    for seat in SEATS:
        voting.press(seat, START + S)
    assert voting.close(START + 2 * S) == [], "else a table of YES would be known by its length"
    assert voting.close(START + 9 * S) == []
    assert len(voting.close(START + 10 * S)) == len(SEATS)


def test_what_is_taken_back_asks_no_more() -> None:
    voting = Voting()
    voting.open(SEATS, START)
    voting.drop()
    assert (voting.wake_ns(), voting.pass_time(START + 60 * S)) == (None, [])


# -- the lamps -----------------------------------------------------------------------------------


class Bulb:
    """What a lamp drives."""

    def __init__(self) -> None:
        self.is_lit = False

    def on(self) -> None:
        self.is_lit = True

    def off(self) -> None:
        self.is_lit = False


def played(answers: dict[Seat, int]) -> list[tuple[str, bool, int]]:
    """Every change of the board's lamps through a ballot in which these seats press."""
    changes: list[tuple[str, bool, int]] = []
    board = LampBoard(
        {seat: Bulb() for seat in range(1, 11)},
        on_output=lambda line, on, at_ns: changes.append((str(line), on, at_ns - START)),
    )
    ballot = opened(SEATS, START)
    presses = sorted((at_ns, seat) for seat, at_ns in answers.items())
    now_ns = START
    while now_ns <= START + 10 * S:
        while presses and START + presses[0][0] <= now_ns:
            at_ns, seat = presses.pop(0)
            ballot = pressed(ballot, seat, START + at_ns)
            board.answer(seat, START + at_ns)
        for seat, pattern in lamps(ballot, now_ns):
            board.show(seat, pattern, now_ns)
        board.tick(now_ns)
        now_ns += S // 100
    return changes


def test_the_yes_window_blinks_twice_a_second_and_the_no_window_once() -> None:
    lit = [at_ns for line, on, at_ns in played({}) if line == "lamp3" and on]
    assert len([at_ns for at_ns in lit if at_ns < 5 * S]) == 10
    assert len([at_ns for at_ns in lit if 5 * S <= at_ns < 10 * S]) == 5
    assert not any(line == "lamp4" for line, _, _ in played({}))


def test_the_lamps_of_a_ballot_do_not_tell_what_anybody_answered() -> None:
    """Whoever watches the lamps learns nothing but that somebody pressed, for 150 ms."""
    nobody = played({})
    presses = {Seat(1): S, Seat(2): 3 * S, Seat(8): 7 * S}
    somebody = played(presses)
    for seat in SEATS:
        line = f"lamp{seat}"
        own = [change for change in somebody if change[0] == line and change[2] < 10 * S]
        plain = [change for change in nobody if change[0] == line and change[2] < 10 * S]
        at_ns = presses.get(seat)
        if at_ns is None:
            assert own == plain
        else:
            window = (at_ns, at_ns + S // 6)
            assert [one for one in own if not window[0] <= one[2] <= window[1]] == [
                one for one in plain if not window[0] <= one[2] <= window[1]
            ]


def test_after_the_no_window_those_who_answered_are_lit() -> None:
    ballot = pressed(opened(SEATS, START), Seat(2), START + S)
    shown = dict(lamps(ballot, START + 10 * S))
    assert shown[Seat(2)] is patterns.ON
    assert {pattern for seat, pattern in shown.items() if seat != 2} == {patterns.OFF}
