"""What hands mean at a Matador table. The rules are the real ones."""

from __future__ import annotations

import pytest

from kiosk.gestures import Judge, Menu, Source
from kiosk.inbox import Dice
from kiosk.intents import Act
from kiosk.screens import targets as at
from rules.kinds import Seat
from rules.matador.view import Mark, Phase
from tests.kiosk.matador.conftest import Evening, Sits

# -- a turn ----------------------------------------------------------------------------------------


def test_at_roll_call_everybody_presses_and_next_starts(sits: Sits) -> None:
    table = Evening(3)
    for seat in (1, 2, 3):
        assert table.press(seat) == {"do": "press", "seat": seat}
    assert [seat.mark for seat in table.view.seats] == [Mark.PRESENT] * 3
    table.key(Judge.NEXT)
    assert table.view.phase is Phase.PLAY


def test_a_turn_by_buttons_alone_is_thrown_values_moved(evening: Evening) -> None:
    assert evening.press(2) == {"do": "thrown", "seat": 2}
    evening.digits("34")
    evening.key(Judge.NEXT, source=Source.KEYPAD)
    assert evening.last == {"do": "roll", "seat": 2, "dice": [3, 4]}
    assert evening.view.moving == 2
    assert evening.press(2) == {"do": "moved", "seat": 2}
    assert evening.view.moving is None


def test_who_has_moved_before_the_values_are_typed_has_moved(evening: Evening) -> None:
    evening.press(1)
    assert evening.press(1) == {"do": "moved", "seat": 1}
    assert evening.press(1)["do"] != "claim"
    evening.digits("34")
    evening.key(Judge.NEXT, source=Source.KEYPAD)
    assert evening.dos()[-2:] == ["roll", "moved"]
    assert evening.view.moving is None
    assert evening.refusals == []


def test_ramk_9_22_another_seats_press_asks_rent_of_who_landed_last(evening: Evening) -> None:
    evening.act("roll", seat=1, dice=[3, 4])
    assert evening.press(3) == {"do": "claim", "seat": 3, "from": 1}
    assert evening.notice == "kiosk.matador.notice.claim"
    evening.press(1)
    assert evening.press(2) == {"do": "claim", "seat": 2, "from": 1}
    assert evening.refusals == []


def test_who_owes_nobody_an_answer_presses_thrown(sits: Sits) -> None:
    table = sits(2)
    table.act("roll", seat=1, dice=[3, 4])
    table.act("moved", seat=1)
    table.act("roll", seat=2, dice=[1, 4])
    table.act("moved", seat=2)
    assert table.press(1) == {"do": "claim", "seat": 1, "from": 2}
    table.act("roll", seat=1, dice=[1, 1])
    table.act("moved", seat=1)
    assert table.press(1)["do"] == "claim"


def test_a_bankrupt_seats_press_is_kept_and_means_nothing(evening: Evening) -> None:
    evening.act("roll", seat=1, dice=[3, 4])
    evening.act("bankrupt", seat=3, to="bank")
    assert evening.press(3) == {"do": "press", "seat": 3}


def test_next_is_thrown_and_again_without_values_it_asks_for_the_gap(evening: Evening) -> None:
    evening.key(Judge.NEXT)
    assert evening.last == {"do": "thrown", "seat": 1}
    evening.key(Judge.NEXT)
    assert evening.question == "kiosk.sure.not_entered"
    evening.key(Judge.YES)
    assert evening.last == {"do": "turn", "seat": 2, "reason": "not entered"}
    assert evening.view.turn == 2


def test_a_place_card_is_its_seats_button(evening: Evening) -> None:
    evening.act("roll", seat=1, dice=[3, 4])
    evening.touch(at.Card(Seat(1)))
    assert evening.last == {"do": "moved", "seat": 1}
    evening.touch(at.Card(Seat(4)))
    assert evening.last == {"do": "claim", "seat": 4, "from": 1}


def test_before_the_first_dice_a_card_says_who_begins(evening: Evening) -> None:
    evening.touch(at.Card(Seat(3)))
    assert evening.view.turn == 3
    assert evening.press(3) == {"do": "thrown", "seat": 3}
    assert evening.press(2) == {"do": "claim", "seat": 2, "from": 3}


def test_the_dice_grid_enters_any_seats_roll(evening: Evening) -> None:
    evening.touch(at.OpenDice(), at.DicePair(2, 5))
    assert evening.last == {"do": "roll", "seat": 1, "dice": [2, 5]}


# -- RAMK-4.3 --------------------------------------------------------------------------------------


def test_ramk_4_3_an_early_roll_fines_both_and_no_says_it_was_a_mistake(evening: Evening) -> None:
    evening.act("roll", seat=1, dice=[3, 4])
    evening.digits("456")
    evening.key(Judge.NEXT, source=Source.KEYPAD)
    assert evening.view.pot == 2000
    assert evening.question == "kiosk.matador.sure.early"
    evening.key(Judge.NO)
    assert evening.view.pot == 0
    assert evening.view.turn == 1
    assert (evening.view.last_roll.seat, evening.view.last_roll.dice) == (4, (5, 6))


def test_ramk_4_3_silence_and_yes_leave_the_fines(evening: Evening) -> None:
    evening.act("roll", seat=1, dice=[3, 4])
    evening.act("roll", seat=3, dice=[1, 2])
    assert evening.question == "kiosk.matador.sure.early"
    evening.key(Judge.YES)
    evening.act("roll", seat=4, dice=[1, 2])
    evening.wait(11_000)
    assert evening.question is None
    assert evening.view.pot == 4000


# -- RAMK-9.26 -------------------------------------------------------------------------------------


def test_ramk_9_26_a_time_out_by_two_digits_and_a_button(evening: Evening) -> None:
    evening.act("roll", seat=1, dice=[3, 4])
    evening.press(1)
    evening.touch(at.Say("timeout"))
    evening.press(4)
    assert evening.last == {"do": "timeout", "seat": 4}
    assert evening.view.timeout.seat == 2
    evening.wait(120_000)
    assert evening.view.timeout.others_may
    assert evening.press(3) == {"do": "thrown", "seat": 3}
    evening.digits("12")
    evening.key(Judge.NEXT, source=Source.KEYPAD)
    assert evening.view.last_roll.seat == 2
    assert evening.press(4) == {"do": "moved", "seat": 4}
    assert evening.view.timeout is None


def test_ramk_9_26_held_start_begins_the_two_minutes_anew(evening: Evening) -> None:
    evening.act("roll", seat=1, dice=[3, 4])
    evening.act("timeout", seat=3)
    evening.wait(60_000)
    evening.key(Judge.NEXT, hold_ms=2_100)
    assert evening.last == {"do": "reset", "what": "timer"}
    assert evening.view.timeout.left_ms(evening.ms) > 115_000


# -- RAMK-9.8 --------------------------------------------------------------------------------------


def test_ramk_9_8_bids_by_button_the_landers_press_takes_it_at_80_per_cent(
    evening: Evening,
) -> None:
    evening.act("roll", seat=1, dice=[3, 4])
    evening.touch(at.Say("auction"))
    evening.digits("12")
    evening.key(Judge.NEXT, source=Source.KEYPAD)
    evening.press(1)
    assert evening.last == {"do": "auction", "what": "Frederiksberg Allé", "seat": 1}
    assert evening.press(2) == {"do": "bid", "seat": 2, "amount": 2800}
    assert evening.press(3) == {"do": "bid", "seat": 3, "amount": 2900}
    assert evening.press(1) == {"do": "take", "seat": 1}
    assert evening.view.auction is None
    assert evening.view.entries[0].amount == 2300
    told = evening.desk.notice
    assert told is not None
    assert (told.key, dict(told.params)["amount"]) == ("kiosk.matador.notice.take", 2300)
    assert evening.refusals == []


def test_next_lets_the_hammer_fall(evening: Evening) -> None:
    evening.act("roll", seat=1, dice=[3, 4])
    evening.act("auction", seat=1, what="C1")
    evening.press(4)
    evening.key(Judge.NEXT)
    assert evening.last == {"do": "sold"}
    assert [deed.field for deed in evening.view.seats[3].deeds] == ["C1"]
    told = evening.desk.notice
    assert told is not None
    said = dict(told.params)
    assert (said["what"], said["name"], said["amount"]) == ("Frederiksberg Allé", "Dan", 2800)
    evening.act("auction", seat=1, what="C2")
    evening.key(Judge.NEXT)
    assert evening.notice == "kiosk.matador.notice.unsold"


def test_ramk_9_12_the_owner_of_a_mortgaged_property_does_not_bid(evening: Evening) -> None:
    evening.act("buy", seat=2, what="C1")
    evening.act("mortgage", seat=2, what="C1")
    evening.act("roll", seat=1, dice=[3, 4])
    evening.act("auction", seat=1, what="C1")
    assert evening.press(2) == {"do": "press", "seat": 2}
    assert evening.press(1) == {"do": "bid", "seat": 1, "amount": 1400}


# -- the menu --------------------------------------------------------------------------------------


def test_the_foul_key_accuses_by_two_buttons(evening: Evening) -> None:
    evening.key(Judge.FOUL)
    evening.press(2)
    evening.press(4)
    assert evening.dos()[-3:] == ["press", "press", "accuse"]
    assert evening.last == {"do": "accuse", "seat": 2, "accused": 4}


def test_the_box_alone_says_everything_that_the_menu_has(evening: Evening) -> None:
    """CONFIRM opens it, FOUL goes on, YES chooses; digits are counted up; NEXT ends them."""
    evening.act("roll", seat=1, dice=[3, 4])
    evening.key(Judge.CONFIRM, *[Judge.FOUL] * 4, Judge.YES)
    evening.key(*[Judge.YES] * 7, Judge.FOUL, *[Judge.YES] * 5, Judge.FOUL, Judge.FOUL)
    evening.key(Judge.NEXT)
    assert evening.last == {"do": "pot", "amount": 7500}


def test_confirm_turns_the_pages_of_the_box_menu_and_no_closes_it(evening: Evening) -> None:
    evening.key(Judge.CONFIRM, Judge.CONFIRM)
    assert evening.desk.talk.dialogue.page == 1
    evening.key(Judge.NO)
    assert evening.desk.talk.dialogue is None


def test_one_key_sets_the_pot_right(evening: Evening) -> None:
    evening.touch(at.Say("pot"), *map(at.Digit, (4, 5, 0, 0)), at.Ok())
    assert evening.last == {"do": "pot", "amount": 4500}


@pytest.mark.parametrize("word", ["loan", "wealth", "shares", "auction", "land_pot"])
def test_pages_that_compute_are_two_presses_away(word: str, evening: Evening) -> None:
    first = evening.desk.book().pages[0]
    assert word in first
    assert len(first) <= 9


# -- the end ---------------------------------------------------------------------------------------


def test_ramk_3_2_the_last_round_is_played_then_next_ends_it(sits: Sits) -> None:
    table = sits(3, playing_time=600)
    table.act("roll", seat=1, dice=[3, 4])
    table.wait(600_000)
    assert table.view.last_round
    table.act("roll", seat=2, dice=[3, 4])
    table.act("roll", seat=3, dice=[3, 4])
    assert table.view.dice_closed
    assert table.press(1)["do"] in ("press", "claim")
    table.digits("34")
    assert table.notice == "kiosk.notice.no_meaning"
    table.key(Judge.NEXT)
    assert table.view.phase is Phase.COUNT


def test_what_was_entered_stands_on_the_sheets_when_they_are_opened(evening: Evening) -> None:
    evening.act("buy", seat=2, what="C1")
    evening.act("buy", seat=2, what="C2")
    evening.act("mortgage", seat=2, what="C2")
    evening.act("end", reason="late")
    evening.key(Judge.NEXT)
    deeds = evening.view.seats[1].sheet.deeds
    assert [(deed.field, deed.mortgaged) for deed in deeds] == [("C1", False), ("C2", True)]
    assert evening.desk.sheet.seat == 1


@pytest.mark.parametrize("opener", ["card", "digit"])
def test_what_was_entered_stands_there_however_they_are_opened(
    evening: Evening, opener: str
) -> None:
    evening.act("buy", seat=2, what="C1")
    evening.act("buy", seat=2, what="Grusgraven")  # no property of this board
    evening.act("end", reason="late")
    if opener == "card":
        evening.touch(at.Card(Seat(3)))
    else:
        evening.digits("5")
    sheet = evening.view.seats[1].sheet
    assert (sheet.cash, [deed.field for deed in sheet.deeds]) == (None, ["C1"])


def counted(evening: Evening) -> None:
    evening.act("end", reason="late")
    evening.key(Judge.NEXT)
    for cash in ("5000", "4000", "3000", "2000"):
        evening.digits(cash)
        evening.key(Judge.NEXT, Judge.NEXT)
    assert evening.view.phase is Phase.SIGN


def test_the_count_signatures_and_the_close_by_digits_and_buttons(evening: Evening) -> None:
    counted(evening)
    for seat in (1, 2, 3, 4):
        evening.press(seat, hold_ms=2_100)
    assert all(seat.signed for seat in evening.view.seats)
    evening.key(Judge.CONFIRM)
    assert evening.view.phase is Phase.CLOSED
    assert [seat.place for seat in evening.view.seats] == [1, 2, 3, 4]


def test_the_grant_is_counted_like_a_field(evening: Evening) -> None:
    counted(evening)
    evening.touch(at.Card(Seat(3)), at.SheetField("grant"), at.SheetOwner(Seat(3)))
    sheet = evening.view.seats[2].sheet
    assert (sheet.cards, sheet.wealth) == (("grant",), 13_000)
    evening.touch(at.SheetOwner(Seat(3)))
    assert evening.view.seats[2].sheet.cards == ()


def test_who_goes_home_early_is_asked_about_and_has_nothing_to_count(evening: Evening) -> None:
    evening.touch(at.Say("go_home"))
    evening.press(2)
    assert evening.question == "kiosk.sure.go_home"
    evening.key(Judge.YES)
    assert evening.view.seats[1].mark is Mark.HOME
    evening.act("end", reason="late")
    evening.key(Judge.NEXT)
    for cash in ("5000", "3000", "2000"):
        evening.digits(cash)
        evening.key(Judge.NEXT, Judge.NEXT)
    assert evening.view.phase is Phase.SIGN
    assert evening.view.seats[1].place == 4


# -- by one hand alone -----------------------------------------------------------------------------


def test_a_whole_evening_by_touch_alone(sits: Sits) -> None:
    table = Evening(3, playing_time=600)
    one, two, three = (at.Card(Seat(n)) for n in (1, 2, 3))
    table.touch(one, two, three, at.Say("start"))
    table.touch(at.OpenDice(), at.DicePair(3, 4), one, three)
    assert table.dos()[-3:] == ["roll", "moved", "claim"]
    table.touch(at.OpenDice(), at.DicePair(1, 4), two)
    table.touch(at.Say("auction"), at.Digit(1), at.Digit(2), at.Ok(), two, three, one, two)
    assert table.last == {"do": "take", "seat": 2}
    table.touch(at.Say("accuse"), three, one)
    table.touch(two, three)
    table.wait(15_000)
    table.touch(at.Yes(), *map(at.Digit, (4, 0, 0, 0)), at.Ok(), two, three)
    table.wait(15_000)
    assert table.view.pot == 2_000
    table.touch(at.Say("timeout"), one)
    table.wait(121_000)
    table.touch(at.OpenDice(), at.DicePair(1, 2), one)
    assert table.view.timeout is None
    table.touch(at.OpenDice(), at.DicePair(5, 6), at.Say("land_pot"), at.No())
    assert table.last == {"do": "land_pot", "seat": 1, "under": []}
    table.wait(600_000)
    table.touch(at.OpenDice(), at.DicePair(1, 2), two, at.OpenDice(), at.DicePair(1, 2), three)
    assert table.view.dice_closed
    table.touch(at.Ok())
    assert table.view.phase is Phase.COUNT
    table.touch(at.OpenSheet())
    for cash in ((9,), (8,), (7,)):
        table.touch(*map(at.Digit, cash), at.Ok(), at.SheetDone())
    for seat in (1, 2, 3):
        table.press(seat, hold_ms=2_100)
    table.touch(at.Say("confirm"), at.Yes())
    assert table.view.phase is Phase.CLOSED
    assert table.refusals == []


def test_a_whole_evening_by_buttons_and_the_keypad(sits: Sits) -> None:
    table = Evening(3)

    def keys(text: str) -> None:
        """Digits; `o` Enter, `+` FOUL, `*` YES, `.` the menu, `S1` seat 1."""
        named = {"o": Judge.NEXT, "+": Judge.FOUL, "*": Judge.YES}
        for char in text:
            if char == ".":
                table.wait(300)
                table.hand(Menu(table.now_ns, Source.KEYPAD))
            elif char in named:
                table.key(named[char], source=Source.KEYPAD)
            else:
                table.digits(char)

    keys("o34o")
    assert table.last == {"do": "roll", "seat": 1, "dice": [3, 4]}
    table.press(1)
    keys("214o")
    assert table.last == {"do": "roll", "seat": 2, "dice": [1, 4]}
    keys(".612o2")
    assert table.last == {"do": "auction", "what": "Frederiksberg Allé", "seat": 2}
    table.press(3)
    keys("o")
    assert table.last == {"do": "sold"}
    keys("+31")
    keys("23")
    table.wait(15_000)
    keys("*4000o23")
    table.wait(15_000)
    assert table.view.pot == 2_000
    keys(".57500o")
    assert table.view.pot == 7_500
    keys("......31*")
    assert table.view.phase is Phase.COUNT
    keys("o50oo40oo30oo")
    for seat in (1, 2, 3):
        table.press(seat, hold_ms=2_100)
    table.key(Judge.YES, source=Source.KEYPAD, hold_ms=2_100)
    assert table.view.phase is Phase.CLOSED
    assert table.refusals == []


# -- dice of the table, dice of a reader ---------------------------------------------------------


def test_where_the_table_throws_the_seat_at_turn_asks_and_the_others_claim(
    evening: Evening,
) -> None:
    evening.act("roll", seat=1, dice=[3, 4])
    desk, view = evening.desk, evening.official
    desk.commitment = "c" * 64
    assert desk.meaning(view, Seat(1)) == {"do": "moved", "seat": 1}
    assert desk.meaning(view, Seat(2)) == {"do": "roll", "seat": 2, "by": "table"}
    assert desk.meaning(view, Seat(3)) == {"do": "claim", "seat": 3, "from": 1}
    evening.act("auction", what="C1", seat=1)
    assert desk.meaning(evening.official, Seat(2)) == {"do": "bid", "seat": 2, "amount": 2800}


def test_a_readers_dice_are_the_roll_of_whose_turn_it_is(evening: Evening) -> None:
    evening.act("roll", seat=1, dice=[3, 4])
    acts = evening.desk.rolled(Dice((5, 6), evening.now_ns, "reader"), evening.scene)
    assert isinstance(acts[0], Act)
    assert acts[0].fields == {"do": "roll", "seat": 2, "dice": [5, 6], "by": "reader"}
    evening.act("end", reason="x")
    assert evening.desk.rolled(Dice((5, 6), evening.now_ns, "reader"), evening.scene) == []


def test_dice_log_first_only_asks_for_one_roll(sits: Sits) -> None:
    table = sits(3, dice_log="first_only")
    assert table.press(2) == {"do": "thrown", "seat": 2}
    table.digits("34")
    table.key(Judge.NEXT, source=Source.KEYPAD)
    assert table.last == {"do": "roll", "seat": 2, "dice": [3, 4]}
    table.press(2)
    table.digits("5")
    assert table.notice == "kiosk.notice.no_meaning"
    assert table.press(3) == {"do": "press", "seat": 3}
    table.key(Judge.NEXT)
    assert table.last["do"] != "thrown"
    assert table.refusals == []
