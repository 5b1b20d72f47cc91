"""HUN-8 by button: hold two seconds or two taps sign; one tap says "not agreed". From stamps."""

from __future__ import annotations

import pytest

from firmware_py.kinds import LineId
from kiosk import signing
from kiosk.signing import Hand, LetGo, NotAgreed, Signed
from rules.kinds import Seat

MS = 1_000_000
SEAT = Seat(3)
LINE = LineId("seat3")


def test_holding_two_seconds_signs_at_the_second_second_though_still_held() -> None:
    hand, signed = signing.press(None, SEAT, 0, LINE)
    assert signed is None
    assert hand is not None
    assert signing.decides_at(hand) == 2000 * MS
    assert signing.pass_time(hand, 1999 * MS) == (hand, None)
    after, told = signing.pass_time(hand, 2400 * MS)
    assert after is None
    assert told == Signed(SEAT, 2000 * MS, LINE, by_press=False)


@pytest.mark.parametrize("held_ms", [2000, 2001, 9000])
def test_a_stalled_loop_that_sees_the_release_first_judges_the_same(held_ms: int) -> None:
    hand, _ = signing.press(None, SEAT, 0, LINE)
    _, signed = signing.release(hand, SEAT, held_ms * MS)
    assert signed == Signed(SEAT, 2000 * MS, LINE, by_press=False)


@pytest.mark.parametrize(
    ("held_ms", "told"), [(1000, NotAgreed(SEAT)), (1001, LetGo(SEAT)), (1999, LetGo(SEAT))]
)
def test_who_lets_go_a_moment_too_early_did_not_disagree(
    held_ms: int, told: NotAgreed | LetGo
) -> None:
    hand, _ = signing.press(None, SEAT, 0, LINE)
    hand, signed = signing.release(hand, SEAT, held_ms * MS)
    assert signed is None
    assert hand == Hand(SEAT, 0, LINE, up_ns=held_ms * MS)
    assert signing.pass_time(hand, 1999 * MS) == (None, told)


@pytest.mark.parametrize(("gap_ms", "signs"), [(150, True), (1000, True), (1001, False)])
def test_two_taps_within_a_second_sign(gap_ms: int, signs: bool) -> None:
    hand, _ = signing.press(None, SEAT, 0, LINE)
    hand, _ = signing.release(hand, SEAT, 80 * MS)
    _, signed = signing.press(hand, SEAT, gap_ms * MS, LINE)
    assert (signed is not None) is signs
    if signed is not None:
        assert signed == Signed(SEAT, gap_ms * MS, LINE, by_press=True)


def test_a_single_tap_calls_the_official_after_a_second() -> None:
    hand, _ = signing.press(None, SEAT, 0, LINE)
    hand, _ = signing.release(hand, SEAT, 80 * MS)
    assert signing.pass_time(hand, 1000 * MS) == (hand, None)
    assert signing.pass_time(hand, 1001 * MS) == (None, NotAgreed(SEAT))


def test_another_seats_release_changes_nothing() -> None:
    hand, _ = signing.press(None, SEAT, 0, LINE)
    assert signing.release(hand, Seat(4), 2500 * MS) == (hand, None)
    assert signing.release(None, SEAT, 2500 * MS) == (None, None)


def test_the_bar_fills_in_two_seconds_and_is_empty_when_let_go() -> None:
    hand, _ = signing.press(None, SEAT, 0, LINE)
    assert hand is not None
    shown = [signing.part_held(hand, at * MS) for at in (0, 500, 1200, 2000, 3000)]
    assert shown == [0, 250, 600, 1000, 1000]
    up, _ = signing.release(hand, SEAT, 500 * MS)
    assert up is not None
    assert signing.part_held(up, 600 * MS) is None
