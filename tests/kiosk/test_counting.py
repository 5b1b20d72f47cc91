"""The result sheet by touch: each change is one whole count that the rules accept or refuse."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from kiosk import counting
from kiosk.counting import Sheet
from kiosk.gestures import Judge
from kiosk.screens import targets as at
from rules.actions import parse_action
from rules.kinds import Seat
from rules.monopoly.view import Phase
from tests.kiosk.conftest import Folded
from tests.kiosk.test_talk import Hands


class Counter:
    """Touches a sheet and lets the rules judge every count it asks for."""

    def __init__(self, folded: Folded) -> None:
        folded.to_count()
        self.folded = folded
        self.sheet: Sheet | None = counting.open_sheet(folded.view)
        self.counts: list[Mapping[str, Any]] = []
        self.refused: list[str] = []

    def touch(self, *touches: at.Target) -> None:
        for target in touches:
            assert self.sheet is not None
            turned = counting.touched(self.sheet, target, self.folded.view, self.folded.desk.board)
            self.sheet = turned.sheet
            for fields in turned.counts:
                self.counts.append(fields)
                self.folded.ms += 1000
                stamped = {"t": self.folded.ms / 1000, **fields}
                history = self.folded.history
                outcome = history.apply(parse_action(stamped, history.opening, "monopoly"))
                if outcome.refusal is not None:
                    self.refused.append(outcome.refusal.why)

    def cash(self, amount: int) -> None:
        self.touch(*(at.Digit(int(digit)) for digit in str(amount)), at.Ok())

    def held(self, seat: int) -> list[tuple[str, bool, int]]:
        shown = next(each for each in self.folded.view.seats if each.seat == seat)
        deeds = () if shown.sheet is None else shown.sheet.deeds
        return [(deed.field, deed.mortgaged, deed.houses) for deed in deeds]

    @property
    def note(self) -> str | None:
        return None if self.sheet is None or self.sheet.note is None else self.sheet.note.key


@pytest.fixture
def counter(folded: Folded) -> Counter:
    return Counter(folded)


def test_a_field_and_its_owner_are_a_deed_on_that_sheet(counter: Counter) -> None:
    counter.touch(at.SheetField("A1"), at.SheetOwner(Seat(1)))
    counter.touch(at.SheetField("H2"), at.SheetOwner(Seat(1)))
    assert counter.held(1) == [("A1", False, 0), ("H2", False, 0)]
    assert "cash" not in counter.counts[-1], "cash that nobody typed is not 0"


def test_a_deed_given_to_another_leaves_the_first_and_is_never_twice(counter: Counter) -> None:
    counter.touch(at.SheetField("A1"), at.SheetOwner(Seat(1)), at.SheetOwner(Seat(2)))
    assert (counter.held(1), counter.held(2)) == ([], [("A1", False, 0)])
    assert counter.refused == []


def test_touching_the_owner_again_gives_the_deed_back_to_the_bank(counter: Counter) -> None:
    counter.touch(at.SheetField("A1"), at.SheetOwner(Seat(1)), at.SheetOwner(Seat(1)))
    assert counter.held(1) == []


def test_houses_and_mortgage_are_put_on_the_chosen_deed(counter: Counter) -> None:
    counter.touch(at.SheetField("A1"), at.SheetOwner(Seat(1)), at.SheetHouses(4))
    assert counter.held(1) == [("A1", False, 4)]
    counter.touch(at.SheetField("V1"), at.SheetOwner(Seat(1)), at.SheetMortgage())
    assert counter.held(1) == [("A1", False, 4), ("V1", True, 0)]


def test_hun_g_mortgage_a_house_and_a_mortgage_exclude_one_another(counter: Counter) -> None:
    counter.touch(at.SheetField("A1"), at.SheetOwner(Seat(1)), at.SheetHouses(1))
    counter.touch(at.SheetMortgage())
    assert counter.refused == ["built_on"]
    assert counter.held(1) == [("A1", False, 1)]


@pytest.mark.parametrize("field", ["V2", "K1"])
def test_no_house_stands_on_a_railway_or_a_utility(counter: Counter, field: str) -> None:
    counter.touch(at.SheetField(field), at.SheetOwner(Seat(1)), at.SheetHouses(1))
    assert counter.note == "kiosk.sheet.no_houses"


@pytest.mark.parametrize("target", [at.SheetOwner(Seat(1)), at.SheetHouses(1), at.SheetMortgage()])
def test_without_a_chosen_field_it_asks_for_one(counter: Counter, target: at.Target) -> None:
    counter.touch(target)
    assert counter.counts == []
    assert counter.note in ("kiosk.sheet.choose_field", "kiosk.sheet.no_owner")


def test_cash_that_was_okd_counts_the_seat_and_done_leads_to_the_next(counter: Counter) -> None:
    counter.touch(at.SheetField("A1"), at.SheetOwner(Seat(1)))
    counter.touch(at.SheetDone())
    assert counter.note == "kiosk.sheet.type_cash", "a seat without cash is not done"
    counter.cash(412)
    assert counter.counts[-1] == {
        "do": "count", "seat": 1, "cash": 412, "deeds": [{"name": "A1"}],
    }  # fmt: skip
    counter.touch(at.SheetDone())
    assert counter.sheet is not None
    assert counter.sheet.seat == 2


def test_typed_cash_is_okd_by_done(counter: Counter) -> None:
    counter.touch(at.Digit(7), at.SheetDone())
    assert counter.counts[-1]["cash"] == 7


def test_cash_is_cleared_before_ok(counter: Counter) -> None:
    counter.touch(at.Digit(9), at.Digit(9), at.Clear())
    counter.cash(5)
    assert counter.counts == [{"do": "count", "seat": 1, "cash": 5, "deeds": []}]


def test_when_every_seat_is_counted_the_sheet_gives_way_to_the_signatures(
    counter: Counter,
) -> None:
    for seat in range(1, 5):
        assert counter.sheet is not None
        assert counter.sheet.seat == seat
        counter.cash(100 * seat)
        counter.touch(at.SheetDone())
    assert counter.sheet is None
    assert counter.folded.view.phase is Phase.SIGN


def test_a_bankrupt_seat_is_not_counted(folded: Folded) -> None:
    folded.to_play()
    folded.act("bankrupt", seat=1, to="bank")
    folded.history.advance(folded.history.next_deadline() or folded.history.now)
    while folded.view.phase is Phase.PLAY:
        folded.history.advance(folded.history.next_deadline() or folded.history.now)
    assert counting.open_sheet(folded.view).seat == 2


def test_seats_and_sides_of_the_board_are_chosen_freely(counter: Counter) -> None:
    counter.touch(at.SheetSide(2), at.SeatTab(Seat(4)))
    assert counter.sheet == Sheet(Seat(4), side=2)


OPENERS: Mapping[str, Callable[[Hands], Any]] = {
    "NEXT": lambda hands: hands.key(Judge.NEXT),
    "a touch": lambda hands: hands.touch(at.OpenSheet()),
    "a card": lambda hands: hands.touch(at.Card(Seat(3))),
    "a digit": lambda hands: hands.digits("4"),
}


def played(folded: Folded) -> Hands:
    """A game of which deeds were entered, and its end."""
    folded.to_play()
    folded.act("buy", seat=1, what="A1")
    folded.act("buy", seat=1, what="A2")
    folded.act("build", seat=1, what="A2", houses=3)
    folded.act("auction", what="V2")
    folded.act("bid", seat=2, amount=90)
    folded.act("sold")
    folded.act("mortgage", seat=2, what="V2")
    folded.act("buy", seat=4, what="Andrássy út")  # no deed of this board
    folded.act("buy", seat=3, what="C1")
    folded.act("bankrupt", seat=3, to=4)
    folded.act("end", reason="agreed")
    return Hands(folded)


def held(folded: Folded) -> list[list[tuple[str, bool, int]] | None]:
    return [
        None
        if seat.sheet is None
        else [(deed.field, deed.mortgaged, deed.houses) for deed in seat.sheet.deeds]
        for seat in folded.view.seats
    ]


@pytest.mark.parametrize("opener", OPENERS)
def test_hun_8_what_was_entered_in_play_stands_on_the_sheets_that_are_opened(
    folded: Folded, opener: str
) -> None:
    hands = played(folded)
    OPENERS[opener](hands)
    first = [("A1", False, 0), ("A2", False, 3)]
    assert held(folded) == [first, [("V2", True, 0)], None, [("C1", False, 0)]]
    assert [seat.sheet.cash for seat in folded.view.seats if seat.sheet] == [None] * 3
    assert folded.view.phase is Phase.COUNT, "cash is counted from the table"


def test_hun_8_what_was_proposed_is_changed_like_any_deed(folded: Folded) -> None:
    hands = played(folded)
    hands.key(Judge.NEXT)
    hands.touch(at.SheetField("A2"))
    hands.touch(at.SheetHouses(0))
    hands.touch(at.SheetOwner(Seat(4)))
    hands.touch(at.SheetField("V2"))
    hands.touch(at.SheetOwner(Seat(2)))
    last = [("C1", False, 0), ("A2", False, 0)]
    assert held(folded) == [[("A1", False, 0)], [], None, last]


def test_hun_8_what_was_taken_off_a_sheet_is_not_proposed_again(folded: Folded) -> None:
    hands = played(folded)
    hands.key(Judge.NEXT)
    hands.touch(at.SheetField("V2"))
    hands.touch(at.SheetOwner(Seat(2)))
    hands.desk.sheet = None  # as after a restart
    hands.key(Judge.NEXT, after_s=2)
    assert held(folded)[1] == []


def test_hun_8_what_stands_on_a_sheet_already_is_not_proposed_for_another(folded: Folded) -> None:
    hands = played(folded)
    folded.act("count", seat=2, cash=5, deeds=[{"name": "A1"}])
    hands.ns = folded.ms * 1_000_000
    hands.key(Judge.NEXT)
    last = [("C1", False, 0)]
    assert held(folded) == [[("A2", False, 3)], [("A1", False, 0)], None, last]


def test_hun_9_before_the_end_no_deed_is_in_what_the_table_or_the_official_sees(
    folded: Folded,
) -> None:
    folded.to_play()
    folded.act("buy", seat=1, what="A1")
    for view in (folded.view, folded.official):
        assert [(seat.deeds, seat.sheet) for seat in view.seats] == [((), None)] * 4
    assert counting.entered(folded.view, folded.desk.board) == ()
