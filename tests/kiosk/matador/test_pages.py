"""Field 21 (RAMK-5.1), another board's places, and what the pages compute."""

from __future__ import annotations

from typing import Any

import pytest

from kiosk.families import Scene
from kiosk.families.matador import framing
from kiosk.families.matador.own import Own, Page
from kiosk.gestures import Edit, Editing, Judge, Source
from kiosk.screens import targets as at
from rules.kinds import Seat
from rules.matador.view import Phase
from rules.value import replace
from tests.kiosk.matador.conftest import Evening, Sits
from tests.kiosk.matador.test_votes import frame


def own(table: Evening) -> Own:
    shown = frame(table).own
    assert isinstance(shown, Own)
    return shown


def page(table: Evening) -> Page:
    shown = own(table).page
    assert shown is not None
    return shown


def enter(table: Evening, digits: str) -> None:
    table.digits(digits)
    table.key(Judge.NEXT, source=Source.KEYPAD)


def rows(shown: Page) -> dict[str, Any]:
    return {row.text.key.rpartition(".")[2]: row.amount for row in shown.rows}  # type: ignore[union-attr]


@pytest.fixture
def landed(evening: Evening) -> Evening:
    """Seat 1 is on field 21, where 12,000 lie."""
    evening.act("pot", amount=12_000)
    evening.act("roll", seat=1, dice=[3, 4])
    evening.touch(at.Say("land_pot"))
    return evening


# -- RAMK-5.1 --------------------------------------------------------------------------------------


def test_ramk_5_1a_one_press_of_the_lander_gives_him_all(landed: Evening) -> None:
    assert own(landed).pot.parts == ((1, 12_000),)
    landed.press(1)
    assert landed.last == {"do": "land_pot", "seat": 1, "under": [1]}
    assert landed.view.pot == 0
    assert landed.desk.page is None


def test_ramk_5_1b_the_others_press_i_am_under_and_share(landed: Evening) -> None:
    landed.key(Judge.NO)
    assert own(landed).pot.asks == "others"
    landed.press(2)
    landed.press(4)
    landed.press(3)
    landed.press(3)
    assert own(landed).pot.parts == ((2, 6_000), (4, 6_000))
    landed.key(Judge.NEXT)
    assert landed.last == {"do": "land_pot", "seat": 1, "under": [2, 4]}
    assert [(entry.to, entry.amount) for entry in landed.view.entries[:2]] == [
        (4, 6_000),
        (2, 6_000),
    ]


def test_ramk_5_1b_up_to_10_000_nobody_else_is_asked(evening: Evening) -> None:
    evening.act("pot", amount=10_000)
    evening.act("roll", seat=1, dice=[3, 4])
    evening.touch(at.Say("land_pot"))
    evening.key(Judge.NO)
    assert evening.last == {"do": "land_pot", "seat": 1, "under": []}
    assert evening.view.pot == 10_000


def told(table: Evening) -> tuple[int, tuple[tuple[int, int], ...]] | None:
    """What is left, and who got what; None: nothing is told."""
    shown = own(table).pot
    return None if shown is None or shown.asks != "told" else (shown.pot, shown.parts)


def test_ramk_5_1_it_is_told_who_got_the_pot_until_the_game_goes_on(landed: Evening) -> None:
    landed.press(1)
    assert told(landed) == (0, ((1, 12_000),))
    assert landed.desk.page is None, "it stands in nobody's way"
    landed.wait(8_000)
    assert told(landed) is None
    landed.act("pot", amount=12_000)
    landed.act("land_pot", seat=1, under=[2, 3, 4])
    assert told(landed) == (0, ((2, 4_000), (3, 4_000), (4, 4_000))), "whoever entered it"
    landed.digits("3")
    assert told(landed) is None, "dice are typed"
    landed.act("roll", seat=2, dice=[3, 1])
    assert told(landed) is None


def test_ramk_5_1_that_nobody_got_the_pot_is_told_too(evening: Evening) -> None:
    evening.act("pot", amount=4_250)
    evening.act("roll", seat=1, dice=[3, 4])
    evening.touch(at.Say("land_pot"), at.No())
    assert told(evening) == (4_250, ())
    evening.key(Judge.UNDO, Judge.UNDO)
    assert told(evening) is None, "taken back"


def test_a_digit_or_a_card_says_who_landed_there(landed: Evening) -> None:
    landed.digits("3")
    assert own(landed).pot.lander == 3
    landed.touch(at.Card(Seat(2)))
    landed.touch(at.Yes())
    assert landed.last == {"do": "land_pot", "seat": 2, "under": [2]}


def test_a_page_is_never_in_the_way(landed: Evening) -> None:
    landed.act("roll", seat=2, dice=[1, 2])
    assert own(landed).pot is None
    landed.touch(at.Say("land_pot"))
    landed.wait(61_000)
    assert own(landed).pot is None
    landed.touch(at.Say("land_pot"))
    landed.hand(Editing(Edit.CANCEL, landed.now_ns, Source.KEYPAD))
    assert own(landed).pot is None
    landed.touch(at.Say("land_pot"), at.Clear())
    assert own(landed).pot is None


# -- another board -----------------------------------------------------------------------------


def test_places_of_another_board_by_digits_and_confirm_close_it(sits: Sits) -> None:
    table = Evening(5)
    table.touch(at.Say("places"))
    table.digits("4152")
    assert own(table).places.done
    began = table.ms
    table.key(Judge.NEXT)
    assert table.view.phase is Phase.SIGN
    table.key(Judge.CONFIRM)
    assert table.view.phase is Phase.CLOSED
    assert table.ms - began < 30_000
    assert [seat.place for seat in table.view.seats] == [4, 2, 1, 5, 3]
    assert table.refusals == []


def test_places_by_buttons_can_be_corrected(sits: Sits) -> None:
    table = Evening(3)
    table.touch(at.Say("places"))
    table.press(1)
    table.press(2)
    table.press(1)
    assert own(table).places.out == (2,)
    table.hand(Editing(Edit.ERASE, table.now_ns, Source.KEYPAD))
    assert own(table).places.out == ()
    table.key(Judge.NEXT)
    assert table.notice == "kiosk.matador.notice.places"


# -- what is computed ------------------------------------------------------------------------------


def test_ramk_9_27_the_loan_page_says_what_start_will_cost(sits: Sits) -> None:
    table = sits(3, loan_evening=True)
    table.touch(at.Say("loan"))
    table.digits("1")
    table.digits("20000")
    assert page(table).typed == "20000"
    assert page(table).big[1] == 6_000
    assert rows(page(table)) == {"loan_after": 20_000, "interest": 4_000, "instalment": 2_000}
    table.key(Judge.NEXT, source=Source.KEYPAD)
    table.digits("25000")
    assert rows(page(table))["loan_most"] == 20_000
    table.key(Judge.NEXT, source=Source.KEYPAD)
    assert table.last == {"do": "loan", "seat": 1, "amount": 20_000, "wealth": 25_000}
    assert table.view.seats[0].loan.balance == 20_000


def test_ramk_8_1_the_wealth_page_adds_what_was_entered(sits: Sits) -> None:
    table = sits(3, loan_evening=True)
    table.act("buy", seat=1, what="H2")
    table.act("card", seat=1, what="grant")
    table.act("loan", seat=1, amount=10_000)
    table.touch(at.Say("wealth"))
    table.digits("1")
    table.digits("7000")
    assert page(table).big[1] == 7_000 + 6_000 + 10_000 - 10_000
    table.key(Judge.NEXT, source=Source.KEYPAD)
    assert page(table).asks is None
    assert page(table).big[1] == 13_000
    assert table.last["do"] == "loan"
    table.wait(31_000)
    assert own(table).page is None


def test_ramk_9_15_the_shares_page_says_who_gets_what(evening: Evening) -> None:
    for code in ("A1", "B1"):
        evening.act("build", seat=1, houses=1, what=code)
    evening.act("share", seat=2, of=1, percent=10)
    evening.act("share", seat=3, of=1, percent=25, series=["B"])
    evening.touch(at.Say("shares"))
    evening.digits("1")
    enter(evening, "900")
    enter(evening, "07")
    shown = page(evening)
    assert [(row.seat, row.amount) for row in shown.rows] == [(2, 50), (3, 200)]
    assert shown.big[1] == 650


def test_ramk_9_8_the_auction_page_says_the_least_bid_and_the_landers_price(
    evening: Evening,
) -> None:
    evening.touch(at.Say("auction"))
    evening.digits("05")
    assert page(evening).big[1] == 6_000
    assert rows(page(evening))["takes"] == 4_800


def test_ramk_9_12_a_mortgaged_one_from_half_on(evening: Evening) -> None:
    evening.act("buy", seat=2, what="C1")
    evening.act("mortgage", seat=2, what="C1")
    evening.touch(at.Say("auction"))
    evening.digits("12")
    assert page(evening).big[1] == 1_400
    assert "takes" not in rows(page(evening))


def test_the_sum_that_field_21_asks_about_is_the_edition_s(sits: Sits) -> None:
    table = Evening(4, pot_wealth=20_000)
    table.act("start")
    table.act("roll", seat=1, dice=[3, 4])
    table.touch(at.Say("land_pot"))
    shown = own(table)
    assert shown.pot is not None
    assert shown.pot.limit == 20_000
    assert ("limit", 20_000) in frame(table).bottom.params


# -- the bottom line -------------------------------------------------------------------------------


def test_the_bottom_line_says_what_a_press_would_do_now(sits: Sits) -> None:
    table = Evening(4)

    def bottom() -> str:
        shown = frame(table)
        own_line = replace(shown, bottom=table.family.bottom(table.view))
        scene = Scene(table.view, table.desk, lambda _: None, table.now_ns)
        return (
            framing.framed(own_line, scene)
            .bottom.key.removeprefix("kiosk.")
            .removeprefix("matador.")
        )

    assert bottom() == "bottom.setup"
    for seat in (1, 2, 3, 4):
        table.act("press", seat=seat)
    assert bottom() == "bottom.nothing", "all are here: START is waited for"
    table.act("start")
    assert bottom() == "bottom.begin"
    table.act("roll", seat=1, dice=[3, 4])
    assert bottom() == "bottom.moving_rent"
    table.act("moved", seat=1)
    assert bottom() == "bottom.rent"
    table.key(Judge.FOUL)
    assert bottom() == "bottom.names"
    table.press(2)
    table.press(3)
    assert bottom() == "bottom.vote_yes"
    table.wait(6_000)
    assert bottom() == "bottom.vote_no"
    table.wait(5_000)
    assert bottom() == "bottom.vote_listed"
    table.wait(5_000)
    assert bottom() == "bottom.rent"
    table.touch(at.Say("land_pot"))
    assert bottom() == "bottom.pot_lander"
    table.touch(at.Clear(), at.Say("places"))
    assert bottom() == "bottom.places"
    table.touch(at.Clear())
    table.act("auction", what="C1")
    assert bottom() == "bottom.auction"
    table.act("sold")
    table.act("auction", what="C1", seat=1)
    assert bottom() == "bottom.auction_take"
    table.act("sold")
    table.act("timeout", seat=3)
    table.wait(121_000)
    assert bottom() == "bottom.throw_for"
    table.act("roll", seat=3, dice=[1, 2])
    assert bottom() == "bottom.move_for"
    table.act("end", reason="x")
    assert bottom() == "bottom.count"
