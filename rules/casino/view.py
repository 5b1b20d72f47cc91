"""What a tournament's table may show, as a frozen value. Screens draw from this, decide nothing.

RAY-PAY-2: amounts of prizes stand in it only when nothing can be bought any more; before, shares.
"""

from __future__ import annotations

from enum import StrEnum

from rules.casino.plan import Plan
from rules.casino.state import Phase, Window
from rules.kinds import GameMs, Money, Seat
from rules.value import Value

__all__ = [
    "CasinoView", "ClockView", "LeftView", "Mark", "Phase", "SeatView", "StakeView", "Window",
]  # fmt: skip


class Mark(StrEnum):
    """A place card's state; each has its own shape on the screen."""

    WAITING = "waiting"  # not entered
    PRESENT = "present"  # pressed before the entry
    IN = "in"
    OUT = "out"
    PENALTY = "penalty"
    DISQUALIFIED = "disqualified"
    ARMED = "armed"  # this seat signs now
    SIGNED = "signed"
    FAULTY = "faulty"  # the machine's clock stands still


class ClockView(Value):
    """A clock: when it ends, or, while it is paused, what is left."""

    length_ms: GameMs
    ends_at: GameMs
    paused_left: GameMs | None
    marks_ms: tuple[GameMs, ...]


class StakeView(Value):
    """A level: (word, number) pairs in the order small, big, ante, least, most; `ms` 0: no end."""

    number: int
    stakes: tuple[tuple[str, int], ...]
    ms: GameMs


class SeatView(Value):
    """One seat as the table may see it."""

    seat: Seat
    player: str
    name: str
    mark: Mark
    entered: bool
    held: int
    counted: bool
    rebuys: int
    addon: bool
    may_rebuy: bool
    may_addon: bool
    asks: str | None  # rebuy, addon, out: for the cashier or the judge to confirm
    out_at: GameMs | None
    out_hand: int  # which hand of all tables together he went out in; 0: none
    before: int  # what who is out held before that hand, as far as it was counted
    fouls: int
    penalty: ClockView | None
    penalty_rounds: int
    machine: ClockView | None
    done: bool  # this machine's time or reservations are over
    readings: tuple[tuple[tuple[str, int], ...], ...]  # thousandths
    score: str | None
    disputed: bool
    signed: bool
    signed_by: str | None
    place: int | None
    prize: Money | None
    advances: bool | None


class LeftView(Value):
    """Who was moved to another table, and what he took along; `penalty_ms` was left of one."""

    player: str
    name: str
    points: int
    rebuys: int
    addon: bool
    penalty_ms: int
    penalty_rounds: int


class CasinoView(Value):
    """The table."""

    phase: Phase
    type: str
    table: str
    round: str
    game: str
    name: str
    seats: tuple[SeatView, ...]
    left_for: tuple[LeftView, ...]  # other tables, whoever left first in front
    given: tuple[int, ...]  # the director's penalties that were entered here, by their instants
    attempt: int
    started_at: GameMs | None
    ended_at: GameMs | None
    end_reason: str | None
    level: StakeView | None
    next_level: StakeView | None
    break_after: int | None  # the next level after which there is a break
    on_break: bool
    paused: bool
    stage: ClockView | None  # the level's clock, or the break's
    time: ClockView | None
    window: Window
    rebuy: ClockView | None
    addon: ClockView | None
    hands: int
    rounds: int
    last_hand: bool
    hand_for_hand: bool
    hall: int  # the hall's clock is followed: the number of the director's act; 0: it is not
    hall_paused: bool
    alone: bool  # the hall's clock was left
    together: int  # hand for hand over all tables: which hand; 0: none
    hand_done: bool  # it has been played here
    rests: bool  # one is left at one of several tables: he may be moved, or others come to him
    entrants: int
    left: int
    points_in_play: int
    average: int | None
    shares: tuple[str, ...]  # percent of each place; of a table exactly
    amounts: tuple[Money, ...] | None  # RAY-PAY-2
    pool: Money | None
    carry: Money | None
    formula: tuple[tuple[str, str], ...]  # criterion, weight
    advance: int
    changes: int  # how often the stakes were changed
    must_notify: bool
    notes: tuple[str, ...]
    plan: Plan  # the instructions, which everybody may read (RAY-STRUCT-2, RAY-SLOTI-2)
    levels: tuple[StakeView, ...]  # the schedule as it stands now (RAY-STRUCT-4)
    part: int  # RAY-SLOT-3: which part this is, of how many
    parts: int
