"""Signing by button: one seat is armed at a time; hold two seconds, or tap twice within one.

A single tap says "not agreed": it is kept as a press and the official is called. What is longer
than two taps may last was to be a hold, and was let go too early. All from stamps in table time, so
a stalled loop or `--fast` judges the same.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from firmware_py.kinds import LineId
from rules.kinds import Seat
from rules.value import Value

HOLD_NS: Final = 2_000_000_000
TWO_TAPS_NS: Final = 1_000_000_000


class Signed(NamedTuple):
    """The seat signed at this instant; `by_press`: with this very press (the second tap)."""

    seat: Seat
    at_ns: int
    line: LineId | None
    by_press: bool


class NotAgreed(NamedTuple):
    """One tap and no second: the player wants the official."""

    seat: Seat


class LetGo(NamedTuple):
    """Held too long for a tap, and not long enough: the player wanted to sign."""

    seat: Seat


class Hand(Value):
    """The armed seat's hand: down since when, or its last tap."""

    seat: Seat
    down_ns: int
    line: LineId | None
    up_ns: int | None = None


def press(
    hand: Hand | None, seat: Seat, at_ns: int, line: LineId | None
) -> tuple[Hand | None, Signed | None]:
    """The armed seat's button went down."""
    tapped = hand is not None and hand.seat == seat and hand.up_ns is not None
    if hand is not None and tapped and at_ns - hand.down_ns <= TWO_TAPS_NS:
        return None, Signed(seat, at_ns, line, by_press=True)
    return Hand(seat, at_ns, line), None


def release(hand: Hand | None, seat: Seat, at_ns: int) -> tuple[Hand | None, Signed | None]:
    """The armed seat's button came up."""
    if hand is None or hand.seat != seat or hand.up_ns is not None:
        return hand, None
    if at_ns - hand.down_ns >= HOLD_NS:
        return None, Signed(seat, hand.down_ns + HOLD_NS, hand.line, by_press=False)
    return Hand(seat, hand.down_ns, hand.line, up_ns=at_ns), None


def pass_time(
    hand: Hand | None, now_ns: int
) -> tuple[Hand | None, Signed | NotAgreed | LetGo | None]:
    """What the passing of time alone decides."""
    if hand is None or now_ns < decides_at(hand):
        return hand, None
    if hand.up_ns is None:
        return None, Signed(hand.seat, hand.down_ns + HOLD_NS, hand.line, by_press=False)
    tapped = hand.up_ns - hand.down_ns <= TWO_TAPS_NS
    return None, NotAgreed(hand.seat) if tapped else LetGo(hand.seat)


def decides_at(hand: Hand) -> int:
    """When time alone decides: the hold is long enough, or the second tap did not come."""
    if hand.up_ns is None:
        return hand.down_ns + HOLD_NS
    return max(hand.up_ns, hand.down_ns + TWO_TAPS_NS + 1)


def part_held(hand: Hand, now_ns: int) -> int | None:
    """How much of the hold has passed, in thousandths; None while the button is up."""
    if hand.up_ns is not None:
        return None
    return min(1000, max(0, (now_ns - hand.down_ns) * 1000 // HOLD_NS))
