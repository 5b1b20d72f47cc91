"""Verb, who, whom: the official's side of the grammar at a real championship table's desk."""

from __future__ import annotations

from typing import Any

import pytest

from firmware_py.kinds import LineId
from kiosk import dialogue
from kiosk.desk import Scene
from kiosk.dialogue import (
    Choosing,
    Holding,
    Paging,
    Reading,
    Reasoning,
    Recalling,
    Unlocking,
    Verbal,
)
from kiosk.families.monopoly.verbs import CONDUCT, MENU, PAGES
from kiosk.gestures import Digit, Edit, Editing, Judge, JudgeKey, Menu, Source
from kiosk.intents import Act, CheckPin, Note, TakeBack
from kiosk.questions import Questions
from kiosk.screens import targets as at
from kiosk.talk import OWN
from rules.kinds import Audience, Seat
from tests.kiosk.conftest import Folded

S = 1_000_000_000
PAD, BOX, TOUCH = Source.KEYPAD, Source.BOX, Source.TOUCH


class Hands:
    """Keys at the desk of a game that is folded: what they ask for is done there, too."""

    def __init__(self, folded: Folded) -> None:
        self.folded = folded
        self.desk = folded.desk
        self.ns = folded.ms * 1_000_000
        self.done: list[Any] = []
        self.pin = False

    @property
    def scene(self) -> Scene:
        scene = self.folded.scene
        return scene._replace(needs_pin=lambda fields: self.pin, word=lambda key: f"<{key}>")

    def take(self, intents: list[Any]) -> list[Any]:
        self.done += intents
        for intent in intents:
            if isinstance(intent, Act):
                self.folded.ms = max(self.folded.ms, intent.at_ns // 1_000_000)
                outcome = self.folded.ask(intent.fields)
                self.desk.judged(intent, outcome, self.scene)
        return intents

    def key(
        self, judge: Judge, source: Source = PAD, *, down: bool = True, after_s: float = 0.1
    ) -> Any:
        self.ns += int(after_s * S)
        line = LineId(judge.value) if source is BOX else None
        return self.take(
            self.desk.gesture(JudgeKey(judge, down, self.ns, line, source), self.scene)
        )

    def digits(self, digits: str, source: Source = PAD) -> Any:
        found: list[Any] = []
        for digit in digits:
            self.ns += S // 10
            found += self.take(self.desk.gesture(Digit(int(digit), self.ns, source), self.scene))
        return found

    def dot(self) -> None:
        self.ns += S // 10
        self.take(self.desk.gesture(Menu(self.ns, PAD), self.scene))

    def touch(self, target: at.Target) -> Any:
        self.ns += S // 10
        return self.take(self.desk.touch(target, self.ns, self.scene))

    def wait(self, s: float) -> Any:
        self.ns += int(s * S)
        return self.take(self.desk.pass_time(self.ns))

    @property
    def open(self) -> Any:
        return self.desk.talk.dialogue

    @property
    def questions(self) -> Questions:
        return self.desk.talk.questions

    @property
    def asked(self) -> str | None:
        asked = self.questions.asked
        return None if asked is None or asked.text is None else asked.text.key

    @property
    def notice(self) -> str | None:
        return None if self.desk.notice is None else self.desk.notice.key


@pytest.fixture
def hands(folded: Folded) -> Hands:
    folded.to_play()
    return Hands(folded)


def fields(intents: list[Any]) -> list[dict[str, Any]]:
    assert all(isinstance(intent, Act) for intent in intents), intents
    return [dict(intent.fields) for intent in intents]


# -- a verb, who, whom ---------------------------------------------------------------------------


def test_a_foul_is_two_keys_and_undone_in_two(hands: Hands) -> None:
    assert hands.key(Judge.FOUL) == []
    assert fields(hands.digits("4")) == [{"do": "foul", "seat": 4}]
    hands.wait(5)
    hands.key(Judge.UNDO)
    assert hands.key(Judge.YES) == [TakeBack(hands.ns, None)]


def test_a_verb_that_is_not_completed_expires_after_ten_seconds_and_says_so(hands: Hands) -> None:
    hands.key(Judge.FOUL)
    assert hands.desk.verb_left_ms(hands.ns) == 10_000
    hands.wait(9.999)
    assert hands.open is not None
    assert hands.wait(0.001) == []
    assert (hands.open, hands.notice) == (None, "kiosk.notice.verb_expired")
    assert hands.digits("4")[0].fields["do"] == "thrown", "a digit is dice again"


@pytest.mark.parametrize("how", ["undo", "no", "escape", "touch"])
def test_a_verb_is_dropped_and_nothing_is_taken_back(hands: Hands, how: str) -> None:
    hands.key(Judge.FOUL)
    if how == "escape":
        hands.take(hands.desk.gesture(Editing(Edit.CANCEL, hands.ns, PAD), hands.scene))
    elif how == "touch":
        hands.touch(at.CloseMenu())
    else:
        hands.key(Judge(f"judge.{how}"))
    assert (hands.open, hands.notice, hands.done) == (None, "kiosk.notice.dropped", [])
    assert hands.questions.asked is None


@pytest.mark.parametrize("digits", ["", "1", "3"])
def test_who_only_looked_has_dropped_nothing(hands: Hands, digits: str) -> None:
    hands.dot()
    hands.digits(digits)
    hands.key(Judge.NO)
    assert (hands.open, hands.notice) == (None, None)


def test_a_seat_that_does_not_play_is_not_taken_and_the_verb_waits_on(hands: Hands) -> None:
    hands.key(Judge.FOUL)
    assert hands.digits("9") == []
    assert hands.notice == "kiosk.notice.not_that"
    assert fields(hands.digits("2")) == [{"do": "foul", "seat": 2}]


def test_a_card_that_is_touched_names_its_seat(hands: Hands) -> None:
    hands.key(Judge.FOUL, BOX)
    assert fields(hands.touch(at.Card(Seat(3)))) == [{"do": "foul", "seat": 3}]


def test_the_boxs_keys_work_the_game_while_somebody_is_in_the_menu(hands: Hands) -> None:
    hands.dot()
    thrown = hands.key(Judge.NEXT, BOX)
    assert fields(thrown) == [{"do": "thrown", "seat": 2}]
    assert isinstance(hands.open, Paging)
    assert hands.notice == "kiosk.notice.beside"  # behind the menu nobody sees what it did


def test_next_that_works_the_game_alone_has_no_need_to_say_so(hands: Hands) -> None:
    assert fields(hands.key(Judge.NEXT, BOX)) == [{"do": "thrown", "seat": 2}]
    assert hands.notice is None


def test_next_of_the_same_hand_ends_nothing_that_wants_a_seat(hands: Hands) -> None:
    hands.key(Judge.FOUL)
    assert hands.key(Judge.NEXT) == []
    assert hands.notice == "kiosk.notice.not_that"
    assert isinstance(hands.open, Verbal)


def test_enter_means_the_bank_where_no_seat_is_meant(hands: Hands) -> None:
    hands.dot()
    hands.digits(digit_of("bankrupt"))
    hands.digits("3")
    assert hands.key(Judge.NEXT) == []
    assert hands.asked == "kiosk.sure.bankrupt"
    assert fields(hands.key(Judge.YES)) == [{"do": "bankrupt", "seat": 3, "to": "bank"}]


def test_who_and_whom_are_two_people(hands: Hands) -> None:
    hands.dot()
    hands.digits(digit_of("bankrupt"))
    hands.digits("3")
    assert hands.digits("3") == []
    assert hands.notice == "kiosk.notice.not_that"
    hands.digits("1")
    assert fields(hands.key(Judge.YES)) == [{"do": "bankrupt", "seat": 3, "to": 1}]


def digit_of(word: str, page: int = 0) -> str:
    return str(PAGES[page].index(word) + 1)


# -- the menu ------------------------------------------------------------------------------------


def test_the_menu_turns_its_pages_and_closes_behind_the_last(hands: Hands) -> None:
    for page in range(len(PAGES)):
        hands.dot()
        assert hands.open.page == page
    hands.dot()
    assert hands.open is None


def test_the_menu_expires_like_a_verb(hands: Hands) -> None:
    hands.dot()
    hands.wait(10)
    assert (hands.open, hands.notice) == (None, "kiosk.notice.verb_expired")


def test_a_reason_is_chosen_by_its_digit_and_may_be_left_out(hands: Hands) -> None:
    hands.dot()
    hands.digits(digit_of("warn") + "2")
    assert fields(hands.digits("1")) == [
        {"do": "warn", "seat": 2, "reason": "<console.word.reason.telephone>"}
    ]
    hands.dot()
    hands.digits(digit_of("warn") + "2")
    assert fields(hands.key(Judge.NEXT)) == [{"do": "warn", "seat": 2}]


def test_what_the_phase_does_not_know_is_refused_in_the_menu(folded: Folded) -> None:
    hands = Hands(folded)
    hands.dot()
    hands.digits(digit_of("bankrupt"))
    assert isinstance(hands.open, Paging)
    assert hands.notice == "kiosk.notice.no_meaning"


def test_a_row_is_chosen_by_touch_as_by_its_digit(hands: Hands) -> None:
    hands.touch(at.OpenMenu())
    hands.touch(at.TurnPage())
    hands.touch(at.Pick(int(digit_of("jail", 1))))
    assert fields(hands.touch(at.Card(Seat(2)))) == [{"do": "jail", "seat": 2}]


def test_a_foul_by_touch_alone_is_another_hands_foul(hands: Hands) -> None:
    hands.touch(at.OpenMenu())
    hands.touch(at.Pick(int(digit_of("foul"))))
    assert fields(hands.touch(at.Card(Seat(2)))) == [{"do": "foul", "seat": 2}]
    assert isinstance(hands.open, Reasoning)


def test_the_banker_signs_by_touch_after_one_more_question(folded: Folded) -> None:
    folded.to_sign()
    hands = Hands(folded)
    for _ in range(3):
        hands.touch(at.OpenMenu())
    hands.touch(at.Pick(int(digit_of("confirm", 2))))
    assert hands.asked == "kiosk.sure.confirm"
    assert fields(hands.touch(at.Yes())) == [{"do": "confirm"}]


def test_a_roll_that_nobody_entered_is_a_gap_by_the_menu(hands: Hands) -> None:
    hands.dot()
    hands.digits(digit_of("turn"))
    (turn,) = fields(hands.digits("3"))
    assert turn == {"do": "turn", "seat": 3, "reason": "not entered"}
    assert hands.folded.view.turn == 3


def test_what_just_happened_marks_its_place_in_the_record(hands: Hands) -> None:
    hands.dot()
    (note,) = hands.digits(digit_of("happened"))
    assert note == Note({"recalled": True}, hands.ns)
    assert isinstance(hands.open, Recalling)
    hands.wait(30)
    assert (hands.open, hands.notice) == (None, None), "a list goes without a word"


def test_the_book_opens_at_the_last_rule_or_says_that_there_is_none(hands: Hands) -> None:
    hands.dot()
    hands.digits(digit_of("book"))
    assert (hands.open, hands.notice) == (None, "kiosk.notice.no_rule")
    hands.dot()
    scene = hands.scene._replace(last_rule=lambda: "HUN-4.1")
    hands.desk.gesture(Digit(int(digit_of("book")), hands.ns, PAD), scene)
    assert isinstance(hands.open, Reading)
    assert hands.open.rule == "HUN-4.1"


def test_hun_g_rent_noprompt_nothing_in_the_tables_menu_is_private_or_speaks_of_rent() -> None:
    words = {word for page in PAGES for word in page} - OWN
    assert words <= set(MENU.verbs)
    assert not words & {"claim", "owe", "demand", "ruling_banker", "ruling_referee"}
    assert all(dialogue.by_keys(MENU.verbs[word]) for word in words)
    assert all(len(page) <= 9 for page in PAGES)


# -- undo ----------------------------------------------------------------------------------------


def test_one_of_the_last_five_is_chosen_and_asked_about_with_its_age(hands: Hands) -> None:
    hands.digits("36")
    hands.key(Judge.NEXT)
    hands.ns += 3 * S
    hands.dot()
    hands.digits(digit_of("last"))
    assert isinstance(hands.open, Choosing)
    hands.digits("3")
    asked = hands.questions.asked
    assert asked is not None
    assert asked.undoes is not None
    assert (asked.undoes.action.do, asked.undoes.action.at) == ("roll", 2000)
    assert asked.age_ms == hands.ns // 1_000_000 - 2000
    assert hands.key(Judge.YES) == [TakeBack(hands.ns, None, 3)]


def test_more_than_there_is_cannot_be_chosen(hands: Hands) -> None:
    hands.dot()
    hands.digits(digit_of("last") + "5")
    assert (hands.questions.asked, hands.notice) == (None, "kiosk.notice.nothing_to_undo")


def test_hun_g_rent_noprompt_an_undo_at_the_table_passes_over_a_claim(hands: Hands) -> None:
    hands.folded.act("claim", seat=3, **{"from": 1})
    hands.ns += S
    hands.key(Judge.UNDO)
    asked = hands.questions.asked
    assert asked is not None
    assert asked.undoes is not None
    assert asked.undoes.audience is Audience.TABLE
    assert asked.undoes.action.do == "roll"
    assert hands.key(Judge.YES) == [TakeBack(hands.ns, None, 2)]


# -- fouls ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gap_s", "source", "twin"), [(2.9, BOX, True), (3.2, BOX, False), (1, PAD, False)]
)
def test_the_same_foul_of_two_hands_within_three_seconds_is_asked_about(
    hands: Hands, gap_s: float, source: Source, twin: bool
) -> None:
    hands.key(Judge.FOUL)
    hands.digits("4")
    given_ns = hands.ns
    hands.take(hands.desk.gesture(Editing(Edit.CANCEL, hands.ns, PAD), hands.scene))  # no reason
    hands.key(Judge.FOUL, source)
    hands.ns = given_ns + int(gap_s * S) - S // 10
    second = hands.touch(at.Card(Seat(4)))
    assert (hands.asked == "kiosk.sure.foul_twice") is twin
    if twin:
        assert second == []
        assert fields(hands.key(Judge.YES, BOX)) == [{"do": "foul", "seat": 4}]
    assert hands.folded.view.seats[3].fouls == 2


def test_the_same_foul_by_two_hands_is_one_where_nobody_says_yes(hands: Hands) -> None:
    hands.key(Judge.FOUL)
    hands.digits("4")
    hands.key(Judge.FOUL, BOX)
    hands.touch(at.Card(Seat(4)))
    hands.key(Judge.NO, BOX)
    assert hands.folded.view.seats[3].fouls == 1


def test_a_digit_within_four_seconds_says_why(hands: Hands) -> None:
    hands.key(Judge.FOUL)
    hands.digits("4")
    assert isinstance(hands.open, Reasoning)
    incident = fields(hands.digits("1"))
    reason = f"<console.word.reason.{CONDUCT[0]}>"
    assert incident == [{"do": "incident", "seat": 4, "reason": reason}]


def test_behind_four_seconds_a_digit_is_dice_again(
    hands: Hands,
) -> None:
    hands.key(Judge.FOUL)
    hands.digits("4")
    hands.wait(4)
    assert (hands.open, hands.notice) == (None, None)
    assert fields(hands.digits("1")) == [{"do": "thrown", "seat": 2}]


def test_the_judges_keys_work_while_a_foul_waits_for_its_reason(hands: Hands) -> None:
    hands.key(Judge.FOUL)
    hands.digits("4")
    assert fields(hands.key(Judge.NEXT, after_s=1)) == [{"do": "thrown", "seat": 2}]


# -- what is grave -------------------------------------------------------------------------------


def test_what_is_grave_is_asked_once_more_and_silence_is_no(hands: Hands) -> None:
    hands.dot()
    hands.dot()
    hands.digits(digit_of("remove", 1) + "31")
    assert (hands.asked, hands.done) == ("kiosk.sure.remove", [])
    hands.wait(10)
    assert hands.questions.asked is None
    assert hands.folded.view.seats[2].mark.value != "removed"


def test_what_is_the_referees_waits_for_his_pin(hands: Hands) -> None:
    hands.pin = True
    hands.dot()
    hands.dot()
    hands.digits(digit_of("remove", 1) + "31")
    assert isinstance(hands.open, Unlocking)
    assert hands.digits("2468") == []
    assert hands.key(Judge.NEXT) == [CheckPin("2468")]
    assert hands.key(Judge.NEXT) == [], "one try at a time"
    assert hands.wait(60) == []
    assert isinstance(hands.open, Unlocking), "it waits for the answer"
    assert hands.desk.talk.pin_checked(False, 5, hands.ns, hands.scene) == []
    assert (hands.open.typed, hands.notice) == ("", "kiosk.notice.pin_wait")
    hands.digits("1357")
    hands.key(Judge.NEXT)
    hands.desk.talk.pin_checked(True, 0, hands.ns, hands.scene)
    assert hands.asked == "kiosk.sure.remove"
    assert fields(hands.key(Judge.YES))[0]["do"] == "remove"


def test_a_pin_that_was_looked_at_too_late_opens_nothing(hands: Hands) -> None:
    assert hands.desk.talk.pin_checked(True, 0, hands.ns, hands.scene) == []
    assert hands.done == []


def reset(hands: Hands) -> None:
    hands.dot()
    hands.dot()
    hands.digits(digit_of("reset", 1) + "1")
    assert isinstance(hands.open, Holding)


def test_hun_4_1_a_game_is_begun_anew_by_a_hold_of_five_seconds_with_a_reason(hands: Hands) -> None:
    reset(hands)
    assert hands.key(Judge.NEXT) == []
    assert hands.wait(4.9) == []
    hands.key(Judge.NEXT, down=False, after_s=0)
    hands.wait(5)
    assert hands.done == [], "it was let go, and the hold begins anew"
    hands.key(Judge.NEXT)
    (act,) = hands.wait(5)
    assert act.fields == {"do": "reset", "reason": "<console.word.reason.false_start>"}
    assert act.at_ns == hands.ns
    assert hands.folded.view.attempt == 2


def test_the_boxs_start_can_be_what_is_held(hands: Hands) -> None:
    reset(hands)
    assert hands.key(Judge.NEXT, BOX) == []
    assert fields(hands.wait(5))[0]["do"] == "reset"


def test_the_same_hold_by_a_finger_on_the_bar(hands: Hands) -> None:
    reset(hands)
    hands.touch(at.Hold())
    hands.desk.lifted(hands.ns + 4 * S)
    assert hands.open.since_ns is None
    hands.touch(at.Hold())
    assert fields(hands.wait(5))[0]["do"] == "reset"


def test_a_hold_that_never_begins_expires(hands: Hands) -> None:
    reset(hands)
    hands.wait(10)
    assert (hands.open, hands.notice, hands.done) == (None, "kiosk.notice.verb_expired", [])


# -- holds of the judge's own keys ---------------------------------------------------------------


def test_yes_held_two_seconds_is_confirm_where_a_signature_is_due(folded: Folded) -> None:
    folded.to_sign()
    hands = Hands(folded)
    assert hands.key(Judge.YES) == []
    assert hands.wait(1.9) == []
    assert fields(hands.wait(0.1)) == [{"do": "confirm"}]


def test_yes_let_go_earlier_confirms_nothing(folded: Folded) -> None:
    folded.to_sign()
    hands = Hands(folded)
    hands.key(Judge.YES)
    assert hands.key(Judge.YES, down=False, after_s=1.9) == []
    assert hands.notice == "kiosk.notice.no_meaning"
    assert hands.wait(5) == []


def test_hun_4_3_start_held_sets_no_timer_back_where_there_is_none(hands: Hands) -> None:
    assert fields(hands.key(Judge.NEXT)) == [{"do": "thrown", "seat": 2}]
    assert hands.wait(3) == []


def test_start_held_sets_a_small_timer_back_and_a_tap_goes_on(
    hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hands.desk, "small_timer", lambda view: True)
    assert hands.key(Judge.NEXT) == []
    pressed_ns = hands.ns
    (tap,) = hands.key(Judge.NEXT, down=False, after_s=1.9)
    assert (tap.fields["do"], tap.at_ns) == ("thrown", pressed_ns), "it counts from its press"
    hands.done.clear()
    hands.ns += 2 * S
    hands.desk.gesture(JudgeKey(Judge.NEXT, True, hands.ns, None, PAD), hands.scene)
    found = hands.desk.pass_time(hands.ns + 2 * S)
    assert found == [Act({"do": "reset", "what": "timer"}, hands.ns + 2 * S, None, PAD)]


# -- out of turn ---------------------------------------------------------------------------------


def test_a_roll_out_of_turn_asks_for_the_one_that_nobody_entered(hands: Hands) -> None:
    hands.digits("425")
    hands.key(Judge.NEXT)
    asked = hands.questions.asked
    assert hands.asked == "kiosk.sure.not_entered"
    assert asked is not None
    assert asked.text is not None
    assert dict(asked.text.params)["seat"] == "2"
    turn, roll = fields(hands.key(Judge.YES))
    assert turn == {"do": "turn", "seat": 4, "reason": "not entered"}
    assert roll == {"do": "roll", "seat": 4, "dice": [2, 5]}
    view = hands.folded.view
    assert view.last_roll is not None
    assert (view.last_roll.seat, view.turn) == (4, 1)


def test_no_leaves_the_turn_where_it_was(hands: Hands) -> None:
    hands.digits("425")
    hands.key(Judge.NEXT)
    hands.key(Judge.NO)
    assert (hands.folded.view.turn, hands.questions.asked) == (2, None)
