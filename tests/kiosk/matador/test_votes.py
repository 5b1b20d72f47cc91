"""RAMK-4.1, 4.2, 4.4: accused by a button, voted on in two windows, asked about intent."""

from __future__ import annotations

import pytest

from firmware_py import patterns
from kiosk.families.matador import framing
from kiosk.gestures import Judge, SeatButton, Source
from kiosk.intents import Act
from kiosk.screens import targets as at
from kiosk.screens.frame import Frame
from rules.kinds import GameMs, Seat
from tests.kiosk.matador.conftest import MS, Evening, Sits


def accuse(table: Evening, by: int, on: int) -> None:
    table.key(Judge.FOUL)
    table.press(by)
    table.press(on)
    assert table.view.ballot is not None


def vote(table: Evening, *, yes: tuple[int, ...] = (), no: tuple[int, ...] = ()) -> None:
    """The two windows and the list after them."""
    for seat in yes:
        table.press(seat, later_ms=200)
    table.wait(5_000 - 300 * len(yes))
    for seat in no:
        table.press(seat, later_ms=200)
    table.wait(10_200 - 300 * len(no))


def frame(table: Evening) -> Frame:
    from kiosk.families import Scene

    bare = Frame(view=table.view, kind="matador", now_ms=GameMs(table.ms))
    scene = Scene(table.view, table.desk, lambda _: None, table.now_ns)
    return framing.framed(bare, scene)


@pytest.mark.parametrize("players", range(3, 9))
def test_ramk_4_1_more_than_half_of_all_others_is_guilty(players: int, sits: Sits) -> None:
    table = sits(players)
    table.act("roll", seat=1, dice=[3, 4])
    accuse(table, 1, 2)
    others = [seat for seat in range(1, players + 1) if seat != 2]
    needed = table.view.ballot.needed
    vote(table, yes=tuple(others[:needed]), no=tuple(others[needed:]))
    assert table.view.ballot is None
    assert table.view.verdict.passed
    assert (table.view.verdict.yes, table.view.verdict.no) == (needed, len(others) - needed)
    assert table.view.pot == 1000


@pytest.mark.parametrize("players", range(2, 9))
def test_ramk_4_2_one_voice_too_few_and_silence_help_the_accused(players: int, sits: Sits) -> None:
    table = sits(players)
    table.act("roll", seat=1, dice=[3, 4])
    accuse(table, 1, 2)
    others = [seat for seat in range(1, players + 1) if seat != 2]
    vote(table, yes=tuple(others[: table.view.ballot.needed - 1]))
    assert not table.view.verdict.passed
    assert table.view.verdict.abstain == len(others) - table.view.verdict.yes
    assert table.view.pot == 500


def test_signals_come_at_the_windows_and_each_vote_is_written_once(evening: Evening) -> None:
    accuse(evening, 1, 2)
    opened = evening.told[0][1]
    vote(evening, yes=(1,), no=(3, 4))
    assert evening.told == [
        ("yes-open", opened),
        ("no-open", opened + 5_000),
        ("ballot-end", opened + 10_000),
    ]
    votes = [(f["seat"], f["choice"]) for f in evening.done if f["do"] == "vote"]
    assert votes == [(1, "yes"), (3, "no"), (4, "no")]


def test_who_is_bankrupt_votes_and_who_went_home_does_not(sits: Sits) -> None:
    table = sits(5)
    table.act("bankrupt", seat=3, to="bank")
    table.act("retire", seat=4)
    accuse(table, 1, 2)
    assert table.view.ballot.eligible == (1, 3, 5)
    vote(table, yes=(3, 4, 5))
    assert (table.view.verdict.yes, table.view.verdict.passed) == (2, True)


def test_only_those_asked_have_the_rhythm_and_nothing_tells_how_they_vote(
    evening: Evening,
) -> None:
    accuse(evening, 1, 2)
    before = frame(evening)
    lamps = dict(evening.family.lamps(evening.view, evening.desk, evening.now_ns))
    assert lamps == {1: patterns.FAST, 2: patterns.OFF, 3: patterns.FAST, 4: patterns.FAST}
    evening.press(3, later_ms=0, hold_ms=0)
    assert frame(evening) == before
    assert dict(evening.family.lamps(evening.view, evening.desk, evening.now_ns)) == lamps


def test_who_has_answered_is_listed_after_the_no_window(evening: Evening) -> None:
    accuse(evening, 1, 2)
    evening.press(3, later_ms=0)
    evening.wait(9_000)
    shown = frame(evening).ballot
    assert shown is not None
    assert (shown.window, shown.answered, shown.silent) == ("no", (), ())
    evening.wait(1_200)
    shown = frame(evening).ballot
    assert shown is not None
    assert (shown.window, shown.answered, shown.silent) == ("listed", (3,), (1, 4))


def test_the_keeper_answers_for_a_seat_and_next_closes_the_list(evening: Evening) -> None:
    accuse(evening, 1, 2)
    evening.key(Judge.NEXT)
    assert evening.notice == "kiosk.matador.notice.vote_runs"
    evening.wait(9_000)
    evening.act("vote", seat=1, choice="yes")
    evening.act("vote", seat=4, choice="yes")
    evening.key(Judge.NEXT)
    assert evening.view.ballot is None
    assert evening.view.verdict.yes == 2


def test_a_digit_and_a_card_are_a_seats_answer(evening: Evening) -> None:
    accuse(evening, 1, 2)
    evening.digits("3")
    evening.touch(at.Card(Seat(4)))
    evening.wait(15_000)
    assert (evening.view.verdict.yes, evening.view.verdict.passed) == (2, True)


def test_an_accusation_that_is_taken_back_asks_nobody_any_more(evening: Evening) -> None:
    accuse(evening, 1, 2)
    evening.press(3, later_ms=100)
    evening.key(Judge.UNDO, Judge.YES)
    while evening.view.ballot is not None:
        evening.key(Judge.UNDO, Judge.YES)
    assert evening.desk.votes.voting.ballot is None
    evening.wait(20_000)
    assert "vote" not in evening.dos()


def test_ramk_4_4_guilty_leads_to_the_question_of_intent_and_a_second_ballot(
    evening: Evening,
) -> None:
    accuse(evening, 1, 2)
    vote(evening, yes=(1, 3))
    assert evening.question == "kiosk.matador.sure.intent"
    evening.key(Judge.YES)
    evening.digits("4000")
    evening.key(Judge.NEXT, source=Source.KEYPAD)
    assert evening.last == {"do": "evasion", "seat": 2, "avoided": 4000}
    assert evening.view.ballot.about == "intent"
    evening.wait(100)
    vote(evening, yes=(3, 4), no=(1,))
    assert evening.view.pot == 1000 + 1000
    assert evening.question is None


def test_the_verdict_is_told_with_its_sum_and_its_payer(evening: Evening) -> None:
    evening.act("roll", seat=1, dice=[3, 4])
    accuse(evening, 1, 2)
    vote(evening, yes=(1, 3, 4))
    guilty, question = evening.desk.notice, evening.desk.talk.questions.asked
    assert guilty is not None
    assert dict(guilty.params)["sum"] == 1000
    assert question is not None
    assert question.follows is not None
    assert dict(question.follows.params)["sum"] == 1000, "the question stands over the verdict"
    evening.key(Judge.YES, source=Source.KEYPAD)
    evening.digits("5000")
    evening.key(Judge.NEXT, source=Source.KEYPAD)
    vote(evening, yes=(1, 3))
    meant = evening.desk.notice
    assert meant is not None
    assert dict(meant.params)["sum"] == 1250
    accuse(evening, 3, 4)
    vote(evening, no=(1, 2))
    wrong = evening.desk.notice
    assert wrong is not None
    assert (dict(wrong.params)["by"], dict(wrong.params)["sum"]) == ("3 · Cai", 500)


def test_no_to_intent_and_silence_leave_it_at_the_fine(evening: Evening) -> None:
    accuse(evening, 1, 2)
    vote(evening, yes=(1, 3))
    evening.key(Judge.NO)
    assert evening.question is None
    assert evening.view.pot == 1000


def test_a_ballot_that_a_power_cut_ended_begins_again(evening: Evening) -> None:
    accuse(evening, 1, 2)
    evening.press(3, later_ms=100)
    evening.desk = evening.family.desk(evening.history.edition)  # the record is all that is left
    evening.told.clear()
    evening.wait(0)
    assert [word for word, _ in evening.told] == ["yes-open"]
    vote(evening, no=(1, 3, 4))
    assert (evening.view.verdict.yes, evening.view.verdict.no) == (0, 3)


def test_a_verdict_of_before_the_power_cut_is_no_news(evening: Evening) -> None:
    accuse(evening, 1, 2)
    vote(evening, yes=(1, 3))
    evening.desk = evening.family.desk(evening.history.edition)
    evening.wait(0)
    assert evening.question is None
    assert evening.notice is None


def test_an_undo_that_brings_an_older_verdict_back_is_no_news(evening: Evening) -> None:
    accuse(evening, 1, 2)
    vote(evening, yes=(1, 3))
    evening.key(Judge.NO)
    accuse(evening, 1, 4)
    vote(evening)
    assert evening.view.verdict.on == 4
    evening.wait(5_000)
    while evening.view.verdict.on == 4:
        evening.key(Judge.UNDO, Judge.YES)
    assert evening.view.verdict.on == 2
    assert evening.question is None
    assert evening.notice == "kiosk.notice.taken_back"


def test_the_windows_begin_at_the_stamp_of_the_press_however_late_the_table_is(
    evening: Evening,
) -> None:
    evening.key(Judge.FOUL)
    evening.press(1)
    press = SeatButton(Seat(2), True, evening.now_ns, None)
    evening.desk.seat_down(press, evening.official)
    act = evening.desk.settled(evening.scene, evening.now_ns + 2_000 * MS)[0]
    assert isinstance(act, Act)
    evening.ask(act.fields)
    assert evening.told == [("yes-open", press.at_ns // MS)]


def test_while_a_vote_runs_a_press_is_kept_as_a_press(evening: Evening) -> None:
    evening.act("roll", seat=1, dice=[3, 4])
    accuse(evening, 1, 2)
    assert evening.press(1, later_ms=100) == {"do": "press", "seat": 1}
    assert evening.view.moving == 1
    assert evening.now_ns // MS == evening.ms
