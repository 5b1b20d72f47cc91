"""The pictures of a tournament's table: whole texts, targets, and what may not be shown."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from kiosk.families.casino.samples import evening, frame_of, gallery, rebuys, samples
from kiosk.families.casino.screens.raised import SHOWN_MS
from kiosk.screens.choose import choose
from kiosk.screens.family import until_change
from kiosk.screens.frame import Frame
from kiosk.screens.targets import Card, Digit, No, Ok, OpenSheet, Yes
from rules.casino.view import Phase
from rules.kinds import GameMs, Seat
from rules.value import replace
from tests.kiosk.screens.conftest import SIZES, Canvas

Make = Callable[[tuple[int, int]], Canvas]

FRAMES = tuple(gallery())
LEVEL = 20 * 60
SIZE_IDS = [f"{width}x{height}" for width, height in SIZES]


def test_every_phase_has_a_screen_and_every_screen_is_in_the_samples() -> None:
    frame = frame_of(evening(), 6 * LEVEL + 432)
    for phase in Phase:
        assert choose(replace(frame, view=replace(frame.view, phase=phase)))
    shown = {choose(frame).__name__ for _, frame in samples()}
    assert shown == {
        "closed", "count", "deal_page", "entries", "fault", "hall", "instructions", "level",
        "machines", "on_break", "over", "panel", "question", "raised", "rest", "signing",
        "void",
    }  # fmt: skip


def test_a_new_level_has_the_screen_for_some_seconds_and_goes_by_itself() -> None:
    begun = 6 * LEVEL
    new = frame_of(evening(), begun)
    assert choose(new).__name__ == "raised"
    later = replace(new, now_ms=GameMs(new.now_ms + SHOWN_MS - 1))
    assert choose(later).__name__ == "raised"
    after = replace(new, now_ms=GameMs(new.now_ms + SHOWN_MS))
    assert choose(after).__name__ == "level"


def _texts(canvas: Make, frame: Frame) -> str:
    return " | ".join(drawn.text for drawn in canvas((1280, 720)).whole(frame))


def test_ray_pay_2_no_amount_of_a_prize_is_shown_before_the_last_purchase(canvas: Make) -> None:
    before = [frame_of(rebuys(1500), at) for at in (1500, 3400, 3696, 3899)]
    for frame in before:
        assert frame.view.amounts is None
        shown = _texts(canvas, frame)
        for amount in ("300 €", "180 €", "120 €"):
            assert not re.search(rf"(?<!\d){amount}", shown)
    after = frame_of(rebuys(1500), 5000)
    shown = _texts(canvas, after)
    assert "300 €" in shown
    assert "120 €" in shown


def test_one_of_several_tables_tells_no_amount_that_hangs_on_the_others(canvas: Make) -> None:
    frame = dict(samples())["level-of-several-tables"]
    assert (frame.view.amounts, frame.view.pool) == (None, None)
    shown = _texts(canvas, frame)
    assert "Vinster 50 · 30 · 20 %" in shown
    assert "tavla" in shown
    assert "kvar vid bordet" in shown


def test_ray_1_3_an_agreed_time_stands_beside_the_level_and_warns_when_it_ends(
    canvas: Make,
) -> None:
    frames = dict(samples())
    assert "speltid kvar 45:00" in _texts(canvas, frames["level-timed"])
    assert "Speltid kvar 4:12" in _texts(canvas, frames["level-time-ends"])


def test_ray_1_1_a_satellite_gives_seats_and_the_rest_as_money(canvas: Make) -> None:
    shown = _texts(canvas, dict(samples())["level-satellite"])
    assert shown.count("en plats") == 2
    assert "50 €" in shown


def test_the_level_says_time_stakes_next_players_average_and_prizes(canvas: Make) -> None:
    shown = _texts(canvas, frame_of(evening(), 6 * LEVEL + 432))
    for words in ("NIVÅ 7", "400 / 800", "ante 100", "600 / 1 200", "8 av 9", "11 250", "225 €"):
        assert words in shown.replace("\u202f", " ").replace("\xa0", " ")


def test_a_penalty_counts_down_on_its_card_and_the_picture_moves_with_it(canvas: Make) -> None:
    frame = frame_of(evening(), 6 * LEVEL + 432)
    assert "tidsstraff 3:48" in _texts(canvas, frame)
    step = until_change(frame)
    assert step is not None
    assert step <= 1000
    assert "tidsstraff 3:47" in _texts(canvas, replace(frame, now_ms=GameMs(frame.now_ms + 1000)))


def test_a_request_is_answered_by_touch_and_the_count_typed_by_touch(canvas: Make) -> None:
    frames = dict(samples())
    painter = canvas((1280, 720)).painter
    asked = [spot.target for spot in painter.spots(frames["level-out"])]
    assert Yes() in asked
    assert No() in asked
    moved = [spot.target for spot in painter.spots(frames["move-arrive"])]
    assert Yes() in moved
    counting = [spot.target for spot in painter.spots(frames["count-typing"])]
    assert {Digit(digit) for digit in range(10)} <= set(counting)
    assert Ok() in counting
    assert Card(Seat(8)) in counting
    assert OpenSheet() in [spot.target for spot in painter.spots(frames["time-over"])]
    assert OpenSheet() in [spot.target for spot in painter.spots(frames["level"])]


@pytest.mark.parametrize("size", SIZES, ids=SIZE_IDS)
def test_the_running_clock_is_never_under_a_sixth_of_the_screens_short_side(
    canvas: Make, size: tuple[int, int]
) -> None:
    for name, frame in FRAMES:
        if name.startswith(("level", "break", "slots", "rebuy")) and frame.view.phase is Phase.PLAY:
            if choose(frame).__name__ not in ("level", "on_break", "machines"):
                continue
            texts = canvas(size).whole(frame)
            digits = [one.px for one in texts if one.ink == one.box and len(one.text) == 1]
            if digits:
                assert max(digits) >= min(size) // 7, f"{name}: {max(digits)}"


NASTY = ("W" * 64, "Щучье Ёжиково-Подъяблонская Александра Константиновна", "漢字かな", "   ", "")


@pytest.mark.parametrize("name", NASTY, ids=[f"name{index}" for index in range(len(NASTY))])
def test_any_name_is_drawn_and_stays_in_its_box(canvas: Make, name: str) -> None:
    for size in ((800, 480), (720, 1280)):
        for _, frame in samples():
            seats = tuple(replace(seat, name=name) for seat in frame.view.seats)
            texts = canvas(size).whole(replace(frame, view=replace(frame.view, seats=seats)))
            for drawn in texts:
                assert drawn.ink.left >= drawn.box.left - 2
                assert drawn.ink.right <= drawn.box.right + 2
