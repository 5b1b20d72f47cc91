"""Two hands at one desk, and one hand that is too quick: nothing happens that nobody meant."""

from __future__ import annotations

from typing import Any

import pytest

from kiosk.dialogue import Choosing, Unlocking, Verbal
from kiosk.gestures import Judge, SeatButton
from kiosk.inbox import Dice
from kiosk.intents import Act, CheckPin, TakeBack
from kiosk.screens import targets as at
from rules.kinds import Seat
from tests.kiosk.conftest import Folded
from tests.kiosk.test_talk import BOX, PAD, Hands, S, digit_of, fields


@pytest.fixture
def hands(folded: Folded) -> Hands:
    folded.to_play()
    return Hands(folded)


def menu(hands: Hands, word: str, *more: str) -> Any:
    """This entry of the menu, by its keys."""
    from kiosk.families.monopoly.verbs import PAGES

    page = next(place for place, words in enumerate(PAGES) if word in words)
    for _ in range(page + 1):
        hands.dot()
    return [hands.digits(digit) for digit in (digit_of(word, page), *more)]


def test_enter_struck_twice_ends_the_dice_and_throws_no_others(hands: Hands) -> None:
    hands.digits("34")
    assert fields(hands.key(Judge.NEXT)) == [{"do": "roll", "seat": 2, "dice": [3, 4]}]
    assert hands.key(Judge.NEXT) == []
    assert fields(hands.key(Judge.NEXT, after_s=1.0)) == [{"do": "thrown", "seat": 3}]


def test_enter_struck_twice_ends_a_verb_and_throws_no_dice(hands: Hands) -> None:
    menu(hands, "warn", "2")
    assert fields(hands.key(Judge.NEXT)) == [{"do": "warn", "seat": 2}]
    assert hands.key(Judge.NEXT) == []


def test_undo_drops_a_question_and_nothing_that_was_done(hands: Hands) -> None:
    menu(hands, "bankrupt", "3")
    hands.key(Judge.NEXT)
    assert hands.asked == "kiosk.sure.bankrupt"
    assert hands.key(Judge.UNDO) == []
    assert hands.questions.asked is None
    hands.key(Judge.UNDO)
    assert hands.key(Judge.YES) == [TakeBack(hands.ns)], "only now it is about the roll"


def test_a_finger_that_comes_after_the_question_confirms_nothing(folded: Folded) -> None:
    folded.to_sign()
    hands = Hands(folded)
    assert hands.touch(at.Yes()) == []
    assert hands.wait(3) == []


def test_a_count_that_is_changed_is_not_signed_by_who_holds_the_button_meanwhile(
    folded: Folded,
) -> None:
    folded.to_sign()
    hands = Hands(folded)
    hands.desk.seat_down(SeatButton(Seat(1), True, hands.ns, None), folded.official)
    hands.ns += S
    hands.take([Act({"do": "count", "seat": 2, "cash": 5, "deeds": []}, hands.ns)])
    assert hands.desk.hand is not None, "another one's sheet is no matter of this hand"
    hands.take([Act({"do": "count", "seat": 1, "cash": 5, "deeds": []}, hands.ns)])
    assert hands.wait(2) == []
    assert hands.desk.hand is None


def test_only_what_is_listed_can_be_taken_back(hands: Hands) -> None:
    for seat in (2, 3, 4, 1, 2, 3):
        hands.folded.act("foul", seat=seat)
    hands.ns = hands.folded.ms * 1_000_000
    menu(hands, "last")
    assert hands.digits("6") == []
    assert (hands.notice, hands.questions.asked) == ("kiosk.notice.not_that", None)
    assert isinstance(hands.open, Choosing)
    hands.digits("5")
    assert hands.key(Judge.YES) == [TakeBack(hands.ns, None, 5)]


def test_a_pin_opens_nothing_but_what_it_was_typed_for(hands: Hands) -> None:
    hands.pin = True
    menu(hands, "remove", "3", "1")
    hands.digits("1234")
    assert hands.key(Judge.NEXT) == [CheckPin("1234")]
    hands.key(Judge.NO)
    menu(hands, "disqualify", "4", "1")
    assert isinstance(hands.open, Unlocking)
    late = hands.desk.talk.pin_checked(True, 0, hands.ns, hands.scene)
    assert (late, hands.questions.asked) == ([], None)
    assert isinstance(hands.open, Unlocking)


@pytest.mark.parametrize("seat", [[1], {"a": 1}, None, "4"])
def test_what_is_no_seat_is_no_second_foul(hands: Hands, seat: Any) -> None:
    wrong = {"do": "foul", "seat": seat}
    assert not hands.questions.is_twin(wrong, hands.ns, BOX, hands.scene)


def test_who_types_on_when_another_hand_begins_a_foul_names_no_seat(hands: Hands) -> None:
    menu(hands, "remove", "3")  # and its reason would be 4
    hands.key(Judge.FOUL, BOX)
    assert hands.digits("4") == []
    assert isinstance(hands.open, Verbal)
    hands.ns += 2 * S
    assert fields(hands.digits("2")) == [{"do": "foul", "seat": 2}]


def test_dice_that_are_half_typed_when_another_hand_begins_a_foul_stay_dice(hands: Hands) -> None:
    hands.digits("3")
    hands.key(Judge.FOUL, BOX)
    assert hands.digits("4") == []
    assert hands.desk.dice is not None
    assert hands.desk.dice.digits == "34"
    assert fields(hands.touch(at.Card(Seat(1)))) == [{"do": "foul", "seat": 1}]
    assert fields(hands.key(Judge.NEXT, PAD)) == [{"do": "roll", "seat": 2, "dice": [3, 4]}]


def test_one_hand_that_drops_its_menu_for_a_foul_goes_on_at_once(hands: Hands) -> None:
    hands.dot()
    hands.key(Judge.FOUL)
    assert fields(hands.digits("4")) == [{"do": "foul", "seat": 4}]


def test_a_roll_that_is_entered_after_all_answers_the_question(hands: Hands) -> None:
    hands.digits("312")
    hands.key(Judge.NEXT)
    assert hands.asked == "kiosk.sure.not_entered"
    hands.take([Act({"do": "roll", "seat": 2, "dice": [1, 1]}, hands.ns)])
    hands.desk.settled(hands.scene, hands.ns)
    assert hands.questions.asked is None


def test_dice_that_a_reader_tells_while_they_are_typed_are_rolled_once(hands: Hands) -> None:
    hands.digits("3")
    dice = Dice((3, 4), hands.ns, "reader")
    rolled = hands.take(hands.desk.rolled(dice, hands.scene))
    assert fields(rolled) == [{"do": "roll", "seat": 2, "dice": [3, 4], "by": "reader"}]
    assert hands.digits("4") == []
    assert hands.key(Judge.NEXT) == []
    assert (hands.desk.dice, hands.notice) == (None, "kiosk.notice.dropped")
    hands.ns += 2 * S
    assert fields(hands.digits("56")) == [{"do": "thrown", "seat": 3}]


def test_no_on_the_keypad_drops_dice_that_are_half_typed_and_the_boxs_does_not(
    hands: Hands,
) -> None:
    hands.digits("3")
    assert hands.key(Judge.NO, BOX) == []
    assert hands.desk.dice is not None
    assert hands.key(Judge.NO) == [TakeBack(hands.ns)]
    assert hands.desk.dice is None


def test_dice_that_the_table_throws_while_some_are_typed_are_rolled_once(hands: Hands) -> None:
    hands.desk.commitment = "c0ffee"
    hands.digits("3")
    press = SeatButton(Seat(2), True, hands.ns, None)
    thrown = hands.desk.seat_down(press, hands.folded.official)
    assert thrown == {"do": "roll", "seat": 2, "by": "table"}
    assert hands.digits("4") == []
    assert hands.key(Judge.NEXT) == []
    assert hands.desk.dice is None


def test_yes_of_the_box_marks_a_row_of_the_menu_that_the_keypad_opened(hands: Hands) -> None:
    hands.dot()
    assert fields(hands.key(Judge.NEXT, BOX)) == [{"do": "thrown", "seat": 2}], "the game goes on"
    assert hands.key(Judge.YES, BOX) == []
    assert (hands.open.source, hands.open.cursor, hands.notice) == (BOX, 1, "kiosk.notice.beside")
    for _ in range(3):
        hands.key(Judge.FOUL, BOX)
    hands.key(Judge.YES, BOX)
    assert hands.open.verb.do == "turn"
    assert (hands.key(Judge.NO, BOX), hands.open) == ([], None)


def test_a_list_of_another_hand_is_not_taken_where_yes_means_something(folded: Folded) -> None:
    folded.to_sign()
    for seat in range(1, 5):
        folded.act("sign", seat=seat)
    hands = Hands(folded)
    hands.dot()
    hands.key(Judge.YES, BOX)
    assert hands.open.source is PAD
    assert fields(hands.wait(2)) == [{"do": "confirm"}]
