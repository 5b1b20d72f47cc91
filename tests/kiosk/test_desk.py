"""What a gesture means in each phase (interaction grammar). The rules are the real ones."""

from __future__ import annotations

from typing import Any

import pytest

from firmware_py.kinds import LineId
from kiosk.desk import Desk
from kiosk.families.monopoly.desk import roller, seat_meaning
from kiosk.gestures import Digit, Edit, Editing, Judge, JudgeKey, SeatButton
from kiosk.intents import Act, Sign, TakeBack
from kiosk.screens import targets as at
from rules.kinds import Seat
from rules.monopoly.view import Phase
from tests.kiosk.conftest import Folded
from tests.kiosk.test_talk import Hands

S = 1_000_000_000


def judge(key: Judge, at_ns: int = 0) -> JudgeKey:
    return JudgeKey(key, True, at_ns, LineId(key.value))


def fields(intents: list[Any]) -> list[dict[str, Any]]:
    assert all(isinstance(intent, Act) for intent in intents), intents
    return [dict(intent.fields) for intent in intents]


def notice(desk: Desk) -> str | None:
    return None if desk.notice is None else desk.notice.key


# -- a seat's press ------------------------------------------------------------------------------


def test_in_setup_a_press_is_a_press(folded: Folded) -> None:
    assert seat_meaning(folded.official, Seat(3)) == {"do": "press", "seat": 3}


def test_when_ready_a_press_says_thrown_and_starts_the_clock(folded: Folded) -> None:
    folded.act("start")
    assert seat_meaning(folded.official, Seat(3)) == {"do": "thrown", "seat": 3}


def test_in_play_a_press_asks_rent_of_the_lander(folded: Folded) -> None:
    folded.to_play()
    assert seat_meaning(folded.official, Seat(3)) == {"do": "claim", "seat": 3, "from": 1}


def test_the_landers_own_press_means_nothing(folded: Folded) -> None:
    folded.to_play()
    assert seat_meaning(folded.official, Seat(1)) == {"do": "press", "seat": 1}


def test_a_bankrupt_seats_press_means_nothing(folded: Folded) -> None:
    folded.to_play()
    folded.act("bankrupt", seat=3, to="bank")
    assert seat_meaning(folded.official, Seat(3)) == {"do": "press", "seat": 3}


def test_k38_after_the_end_a_press_is_kept_and_means_nothing(folded: Folded) -> None:
    folded.to_count()
    assert seat_meaning(folded.official, Seat(3)) == {"do": "press", "seat": 3}


def test_hun_8_only_the_armed_seat_signs_by_two_taps(folded: Folded) -> None:
    folded.to_sign()
    desk, official = folded.desk, folded.official
    line = LineId("seat1")
    first = desk.seat_down(SeatButton(Seat(1), True, 0, line), official)
    assert first == {"do": "press", "seat": 1}
    assert desk.gesture(SeatButton(Seat(1), False, S // 10, line), folded.scene) == []
    other = desk.seat_down(SeatButton(Seat(2), True, S // 5, LineId("seat2")), official)
    assert other == {"do": "press", "seat": 2}
    second = desk.seat_down(SeatButton(Seat(1), True, S // 2, line), official)
    assert second == {"do": "sign", "seat": 1}


def test_hun_8_holding_signs_by_time_alone_and_a_tap_calls_the_official(folded: Folded) -> None:
    folded.to_sign()
    desk = folded.desk
    desk.seat_down(SeatButton(Seat(1), True, 0, LineId("seat1")), folded.official)
    assert desk.wake_ns() == 2 * S
    assert desk.pass_time(2 * S) == [Sign(Seat(1), 2 * S)]
    desk.seat_down(SeatButton(Seat(1), True, 5 * S, LineId("seat1")), folded.official)
    desk.gesture(SeatButton(Seat(1), False, 5 * S + 1, LineId("seat1")), folded.scene)
    assert desk.pass_time(7 * S) == []
    assert notice(desk) == "kiosk.notice.not_agreed"


def test_that_somebody_does_not_agree_stays_until_he_signs_or_his_sheet_changes(
    folded: Folded,
) -> None:
    folded.to_sign()
    hands = Hands(folded)
    desk = hands.desk

    def tap() -> None:
        desk.seat_down(SeatButton(Seat(1), True, hands.ns, LineId("seat1")), folded.official)
        desk.gesture(SeatButton(Seat(1), False, hands.ns + 1, LineId("seat1")), folded.scene)
        hands.wait(60)

    tap()
    assert (hands.notice, desk.wake_ns()) == ("kiosk.notice.not_agreed", None)
    hands.take([Act({"do": "count", "seat": 2, "cash": 7, "deeds": []}, hands.ns)])
    assert hands.notice == "kiosk.notice.not_agreed", "another sheet"
    hands.take([Act({"do": "count", "seat": 1, "cash": 7, "deeds": []}, hands.ns)])
    assert hands.notice is None
    tap()
    desk.seat_down(SeatButton(Seat(1), True, hands.ns, LineId("seat1")), folded.official)
    hands.ns += 2 * S
    assert desk.pass_time(hands.ns) == [Sign(Seat(1), hands.ns)]
    assert hands.notice is None


def test_a_hold_that_was_let_go_too_early_is_asked_for_again(folded: Folded) -> None:
    folded.to_sign()
    desk = folded.desk
    desk.seat_down(SeatButton(Seat(1), True, 0, LineId("seat1")), folded.official)
    desk.gesture(SeatButton(Seat(1), False, 1900 * S // 1000, LineId("seat1")), folded.scene)
    assert desk.pass_time(2 * S) == []
    assert notice(desk) == "kiosk.notice.let_go"


def test_that_a_key_did_nothing_is_not_said_beside_what_the_next_one_did(folded: Folded) -> None:
    hands = Hands(folded)
    hands.digits("3")
    assert hands.notice == "kiosk.notice.no_meaning", "the roll call"
    hands.key(Judge.NEXT)
    assert fields(hands.done) == [{"do": "start"}]
    assert hands.notice is None


# -- the judge's keys ----------------------------------------------------------------------------


def test_next_starts_then_says_thrown_for_the_seat_at_turn(folded: Folded) -> None:
    desk = folded.desk
    assert fields(desk.gesture(judge(Judge.NEXT), folded.scene)) == [{"do": "start"}]
    folded.act("start")
    thrown = desk.gesture(judge(Judge.NEXT, 2 * S), folded.scene)
    assert fields(thrown) == [{"do": "thrown", "seat": 1}]
    folded.act("roll", seat=1, dice=[1, 2])
    thrown = desk.gesture(judge(Judge.NEXT, 4 * S), folded.scene)
    assert fields(thrown) == [{"do": "thrown", "seat": 2}]


@pytest.mark.parametrize(("gap_ns", "acts"), [(S - 1, 1), (S, 2)])
def test_a_second_next_within_a_second_is_ignored(folded: Folded, gap_ns: int, acts: int) -> None:
    folded.to_play()
    desk = folded.desk
    intents = desk.gesture(judge(Judge.NEXT, S), folded.scene)
    intents += desk.gesture(judge(Judge.NEXT, S + gap_ns), folded.scene)
    assert len(intents) == acts


def test_hun_8_next_opens_the_sheet_once_to_count_and_not_to_sign(folded: Folded) -> None:
    folded.to_count()
    desk = folded.desk
    assert desk.gesture(judge(Judge.NEXT), folded.scene) == []
    assert desk.sheet is not None
    desk.touch(at.SeatTab(Seat(2)), S, folded.scene)
    assert desk.gesture(judge(Judge.NEXT, 2 * S), folded.scene) == []
    assert desk.sheet.seat == 2
    assert desk.sheet.note is not None
    assert desk.sheet.note.key == "kiosk.sheet.type_cash"
    folded.act("count", seat=2, cash=100, deeds=[])
    assert desk.gesture(judge(Judge.NEXT, 3 * S), folded.scene) == []
    assert desk.sheet.seat == 3, "by the keypad alone one gets round the table, too"
    for seat in (3, 4, 1):
        folded.act("count", seat=seat, cash=100, deeds=[])
    desk.gesture(judge(Judge.NEXT, 4 * S), folded.scene)
    assert desk.sheet is None
    assert desk.gesture(judge(Judge.NEXT, 6 * S), folded.scene) == []
    assert desk.sheet is None


def test_enter_struck_twice_behind_cash_goes_on_to_the_next_sheet(folded: Folded) -> None:
    folded.to_count()
    hands = Hands(folded)
    hands.key(Judge.NEXT)
    for cash in ("2000", "999"):
        hands.digits(cash)
        hands.key(Judge.NEXT)
        hands.key(Judge.NEXT)
    assert [seat.sheet and seat.sheet.cash for seat in folded.view.seats] == [2000, 999, None, None]
    assert hands.desk.sheet is not None
    assert hands.desk.sheet.seat == 3
    hands.key(Judge.NEXT)
    assert hands.desk.sheet.note is None, "a third one is a key struck twice"


def test_nobody_signs_while_another_sheet_is_on_the_screen(folded: Folded) -> None:
    folded.to_sign()
    desk = folded.desk
    desk.touch(at.Card(Seat(2)), S, folded.scene)
    pressed = SeatButton(Seat(1), True, 2 * S, None)
    assert desk.seat_down(pressed, folded.official) == {"do": "press", "seat": 1}
    assert desk.hand is None
    desk.gesture(judge(Judge.NEXT, 3 * S), folded.scene)
    desk.seat_down(SeatButton(Seat(1), True, 4 * S, None), folded.official)
    assert desk.hand is not None


@pytest.mark.parametrize("phase", ["setup", "ready", "play", "count"])
@pytest.mark.parametrize("key", [Judge.YES, Judge.NO, Judge.CONFIRM])
def test_k38_a_key_without_a_meaning_says_so_and_records_nothing(
    folded: Folded, phase: str, key: Judge
) -> None:
    reach(folded, phase)
    assert folded.desk.gesture(judge(key), folded.scene) == []
    assert notice(folded.desk) == "kiosk.notice.no_meaning"
    assert folded.desk.pass_time(4 * S) == []
    assert notice(folded.desk) is None


def reach(folded: Folded, phase: str) -> None:
    if phase == "ready":
        folded.act("start")
    elif phase == "play":
        folded.to_play()
    elif phase == "count":
        folded.to_count()
    assert folded.view.phase is Phase(phase)


def test_confirm_is_the_bankers_signature(folded: Folded) -> None:
    folded.to_sign()
    intents = folded.desk.gesture(judge(Judge.CONFIRM), folded.scene)
    assert intents == [Act({"do": "confirm"}, 0, LineId("judge.confirm"))]


# -- undo ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("second", [Judge.UNDO, Judge.YES])
def test_undo_asks_first_and_does_it_on_the_second_press_or_yes(
    folded: Folded, second: Judge
) -> None:
    folded.to_play()
    desk = folded.desk
    assert desk.gesture(judge(Judge.UNDO, 10 * S), folded.scene) == []
    asked = desk.talk.questions.asked
    assert asked is not None
    assert asked.undoes is not None
    assert (asked.undoes.action.do, asked.age_ms) == ("roll", 8000)
    intents = desk.gesture(judge(second, 12 * S), folded.scene)
    assert intents == [TakeBack(12 * S, LineId(second.value))]


def test_no_drops_the_question(folded: Folded) -> None:
    folded.to_play()
    desk = folded.desk
    desk.gesture(judge(Judge.UNDO), folded.scene)
    assert desk.gesture(judge(Judge.NO, S), folded.scene) == []
    assert desk.talk.questions.asked is None


def test_the_question_expires_after_ten_seconds(folded: Folded) -> None:
    folded.to_play()
    desk = folded.desk
    desk.gesture(judge(Judge.UNDO), folded.scene)
    assert desk.pass_time(10 * S - 1) == []
    assert desk.talk.questions.asked is not None
    assert desk.pass_time(10 * S) == []
    assert desk.talk.questions.asked is None


def test_what_came_between_question_and_answer_is_not_undone_unseen(folded: Folded) -> None:
    folded.to_play()
    desk = folded.desk
    desk.gesture(judge(Judge.UNDO), folded.scene)
    folded.act("roll", seat=2, dice=[3, 4])
    assert desk.gesture(judge(Judge.UNDO, S), folded.scene) == []
    assert notice(desk) == "kiosk.notice.undo_changed"


def test_with_nothing_to_undo_it_says_so(folded: Folded) -> None:
    assert folded.desk.gesture(judge(Judge.UNDO), folded.scene) == []
    assert notice(folded.desk) == "kiosk.notice.nothing_to_undo"


# -- dice ----------------------------------------------------------------------------------------


def test_two_digits_and_enter_are_the_turn_seats_roll(folded: Folded) -> None:
    folded.to_play()
    desk = folded.desk
    assert fields(desk.gesture(Digit(3, 5 * S), folded.scene)) == [{"do": "thrown", "seat": 2}]
    folded.act("thrown", seat=2)
    assert desk.gesture(Digit(5, 6 * S), folded.scene) == []
    roll = desk.gesture(judge(Judge.NEXT, 7 * S), folded.scene)
    assert fields(roll) == [{"do": "roll", "seat": 2, "dice": [3, 5]}]


def test_three_digits_are_another_seats_roll_and_the_throw_was_not_the_turn_seats(
    folded: Folded,
) -> None:
    folded.to_play()
    desk = folded.desk
    desk.gesture(Digit(4, S), folded.scene)
    folded.act("thrown", seat=2)
    for digit in (6, 1):
        desk.gesture(Digit(digit, S), folded.scene)
    intents = desk.gesture(judge(Judge.NEXT, 2 * S), folded.scene)
    assert intents == [
        TakeBack(2 * S),
        Act({"do": "roll", "seat": 4, "dice": [6, 1]}, 2 * S),
    ]


def test_no_second_thrown_where_the_dice_have_fallen_already(folded: Folded) -> None:
    folded.to_play()
    folded.act("thrown", seat=2)
    assert folded.desk.gesture(Digit(3, S), folded.scene) == []
    cancelled = folded.desk.gesture(Editing(Edit.CANCEL, 2 * S), folded.scene)
    assert cancelled == [], "the throw was somebody else's entry and stays"


@pytest.mark.parametrize("digits", [(7, 1), (0, 3), (3,), (1, 2, 9)])
def test_what_is_no_roll_is_refused_and_may_be_typed_again(
    folded: Folded, digits: tuple[int, ...]
) -> None:
    folded.to_play()
    desk = folded.desk
    for digit in digits:
        desk.gesture(Digit(digit, S), folded.scene)
    assert desk.gesture(judge(Judge.NEXT, 2 * S), folded.scene) == []
    assert notice(desk) == "kiosk.notice.dice_wrong"
    for digit in (2, 2):
        assert desk.gesture(Digit(digit, 3 * S), folded.scene) == [], "thrown is written already"
    roll = desk.gesture(judge(Judge.NEXT, 4 * S), folded.scene)
    assert fields(roll) == [{"do": "roll", "seat": 2, "dice": [2, 2]}]


def test_a_digit_is_erased(folded: Folded) -> None:
    folded.to_play()
    desk = folded.desk
    for digit in (3, 6):
        desk.gesture(Digit(digit, S), folded.scene)
    desk.gesture(Editing(Edit.ERASE, S), folded.scene)
    desk.gesture(Digit(4, S), folded.scene)
    roll = desk.gesture(judge(Judge.NEXT, 2 * S), folded.scene)
    assert fields(roll)[0]["dice"] == [3, 4]


def test_a_cancelled_entry_takes_its_own_throw_back(folded: Folded) -> None:
    folded.to_play()
    folded.desk.gesture(Digit(3, S), folded.scene)
    folded.act("thrown", seat=2)
    cancelled = folded.desk.gesture(Editing(Edit.CANCEL, 2 * S), folded.scene)
    assert cancelled == [TakeBack(2 * S)]


def test_a_cancelled_entry_takes_its_throw_back_whatever_came_in_private(folded: Folded) -> None:
    folded.to_play()
    folded.desk.gesture(Digit(3, S), folded.scene)
    folded.act("thrown", seat=2)
    folded.act("owe", seat=1, to=4, amount=100)
    cancelled = folded.desk.gesture(Editing(Edit.CANCEL, 2 * S), folded.scene)
    assert cancelled == [TakeBack(2 * S, None, 2)]
    folded.act("undo", back=2)
    assert folded.view.last_roll is None or not folded.view.last_roll.pending


def test_nobody_elses_throw_is_taken_back_with_a_cancelled_entry(folded: Folded) -> None:
    folded.to_play()
    folded.desk.gesture(Digit(3, S), folded.scene)
    folded.act("thrown", seat=2)
    folded.act("foul", seat=4)
    assert folded.desk.gesture(Editing(Edit.CANCEL, 2 * S), folded.scene) == []


def test_the_grid_of_pairs_is_an_entry_whose_time_is_its_opening(folded: Folded) -> None:
    folded.to_play()
    desk = folded.desk
    opened = desk.touch(at.OpenDice(), S, folded.scene)
    assert fields(opened) == [{"do": "thrown", "seat": 2}]
    rolled = desk.touch(at.DicePair(2, 5), 2 * S, folded.scene)
    assert fields(rolled) == [{"do": "roll", "seat": 2, "dice": [2, 5]}]
    assert desk.dice is None


def test_before_the_first_throw_a_card_chooses_who_begins(folded: Folded) -> None:
    folded.act("start")
    chosen = folded.desk.touch(at.Card(Seat(3)), S, folded.scene)
    assert fields(chosen) == [{"do": "turn", "seat": 3, "reason": "first"}]
    folded.act("turn", seat=3, reason="first")
    assert roller(folded.view) == 3


def test_values_of_dice_that_fell_before_the_end_are_still_typed_after_it(folded: Folded) -> None:
    folded.to_play()
    folded.act("thrown", seat=2)
    folded.desk.gesture(Digit(3, S), folded.scene)
    folded.history.advance(folded.history.next_deadline() or folded.history.now)
    while folded.view.phase is Phase.PLAY:
        folded.history.advance(folded.history.next_deadline() or folded.history.now)
    folded.desk.forget(folded.view)
    folded.desk.gesture(Digit(4, 2 * S), folded.scene)
    roll = folded.desk.gesture(judge(Judge.NEXT, 3 * S), folded.scene)
    assert fields(roll) == [{"do": "roll", "seat": 2, "dice": [3, 4]}]


# -- verbs ---------------------------------------------------------------------------------------


def test_foul_waits_ten_seconds_for_its_seat_and_says_when_it_expires(folded: Folded) -> None:
    folded.to_play()
    desk = folded.desk
    assert desk.gesture(judge(Judge.FOUL), folded.scene) == []
    assert fields(desk.gesture(Digit(4, S), folded.scene)) == [{"do": "foul", "seat": 4}]
    desk.gesture(judge(Judge.FOUL, 20 * S), folded.scene)
    assert desk.pass_time(30 * S) == []
    assert notice(desk) == "kiosk.notice.verb_expired"


def test_a_new_phase_forgets_what_was_half_done(folded: Folded) -> None:
    folded.to_play()
    desk = folded.desk
    desk.gesture(Digit(3, S), folded.scene)
    desk.gesture(judge(Judge.UNDO, S), folded.scene)
    folded.history.advance(folded.history.next_deadline() or folded.history.now)
    desk.forget(folded.view)
    assert (desk.dice, desk.talk.questions.asked, desk.hand) == (None, None, None)
