"""Touches: what is drawn can be hit, is large enough, and means one thing."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kiosk.families.monopoly.samples import play_frame, samples
from kiosk.screens.frame import DiceEntry
from kiosk.screens.targets import (
    Card,
    CloseDice,
    DicePair,
    OpenDice,
    OpenSheet,
    SheetField,
    SheetHouses,
    SheetMortgage,
    Yes,
)
from kiosk.screens.theme import Grid
from rules.kinds import Seat
from rules.value import replace
from tests.kiosk.screens.conftest import EVERY, SIZES, Canvas, samples_each

Make = Callable[[tuple[int, int]], Canvas]

BOARD = 5.9
"""A square of the whole board in u; as small as 40 of them make it."""


@pytest.mark.parametrize("family", EVERY)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_target_is_hit_in_its_middle_and_large_enough(
    canvas: Make, size: tuple[int, int], family: str
) -> None:
    grid = Grid(*size)
    painter = canvas(size).painter
    for name, frame in samples_each(family):
        for spot in painter.spots(frame):
            assert painter.hit(*spot.box.center, frame) == spot.target, name
            short = min(spot.box.width, spot.box.height) / grid.u
            least = BOARD if isinstance(spot.target, SheetField) else 7.0
            assert short >= least - 0.2, f"{name}: {spot.target} is {short:.1f} u"


@pytest.mark.parametrize("family", EVERY)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_targets_do_not_overlap(canvas: Make, size: tuple[int, int], family: str) -> None:
    for name, frame in samples_each(family):
        spots = canvas(size).painter.spots(frame)
        for index, spot in enumerate(spots):
            for other in spots[index + 1 :]:
                assert not spot.box.colliderect(other.box), f"{name}: {spot} {other}"


def test_the_last_roll_opens_the_grid_of_21_pairs(canvas: Make) -> None:
    painter = canvas((1280, 720)).painter
    frame = play_frame()
    assert OpenDice() in [spot.target for spot in painter.spots(frame)]
    opened = replace(frame, dice=DiceEntry(Seat(3), open=True))
    targets = [spot.target for spot in painter.spots(opened)]
    pairs = {target for target in targets if isinstance(target, DicePair)}
    assert pairs == {DicePair(low, high) for low in range(1, 7) for high in range(low, 7)}
    assert CloseDice() in targets
    assert {target.seat for target in targets if isinstance(target, Card)} == set(range(1, 7))


def test_a_built_deed_offers_no_mortgage_and_a_railway_no_houses(canvas: Make) -> None:
    frames = dict(samples())
    painter = canvas((1280, 720)).painter
    built = [spot.target for spot in painter.spots(frames["sheet"])]
    assert SheetMortgage() not in built
    assert SheetHouses(5) in built
    railway = [spot.target for spot in painter.spots(frames["sheet-railway"])]
    assert SheetMortgage() in railway
    assert not [target for target in railway if isinstance(target, SheetHouses)]


def test_posters_lead_to_the_count_and_questions_to_an_answer(canvas: Make) -> None:
    frames = dict(samples())
    painter = canvas((800, 480)).painter
    assert painter.hit(400, 240, frames["time-over"]) == OpenSheet()
    assert painter.hit(400, 240, frames["early-end"]) == OpenSheet()
    assert Yes() in [spot.target for spot in painter.spots(frames["question"])]
    assert painter.hit(400, 3, frames["play"]) is None


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_deed_of_the_board_can_be_reached(canvas: Make, size: tuple[int, int]) -> None:
    painter = canvas(size).painter
    frame = dict(samples())["sheet"]
    assert frame.entry is not None
    sides = range(4) if Grid(*size).small and size[0] > size[1] else (0,)
    found = set()
    for side in sides:
        shown = replace(frame, entry=replace(frame.entry, side=side))
        found |= {
            spot.target.code for spot in painter.spots(shown) if isinstance(spot.target, SheetField)
        }
    assert len(found) == 28
