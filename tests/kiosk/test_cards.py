"""What a championship table's cards and bottom line say, by the view alone."""

from __future__ import annotations

from kiosk.families.monopoly import framing
from kiosk.families.monopoly.screens.cards import cards
from kiosk.screens.frame import Frame
from tests.kiosk.conftest import Folded


def test_when_all_are_here_no_press_is_asked_for(folded: Folded) -> None:
    assert framing.bottom(folded.view).key == "kiosk.bottom.setup"
    for seat in range(1, 5):
        folded.act("press", seat=seat)
    assert framing.bottom(folded.view).key == "kiosk.bottom.nothing"


def test_whose_turn_it_is_in_jail_is_said_to_be_in_jail(folded: Folded) -> None:
    folded.to_play()
    for seat, dice in (
        (2, [5, 5]),
        (2, [2, 2]),
        (2, [6, 6]),
        (3, [1, 2]),
        (4, [1, 2]),
        (1, [1, 2]),
    ):
        folded.act("roll", seat=seat, dice=dice)
    said = {card.seat: card.note for card in cards(Frame(view=folded.view, kind="monopoly"))}
    assert said[2] is not None
    assert said[2].key == "kiosk.card.turn_jail"
