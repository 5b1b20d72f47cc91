"""What a Monopoly table may show, as a frozen value. Screens draw from this and decide nothing.

In `hun-2009` nothing here computes anything before the end, and nothing tells whether a rent claim
is open or was accepted (HUN-G-RENT-NOPROMPT, HUN-9): two states that differ only in claims give
equal table views.
"""

from __future__ import annotations

from enum import StrEnum

from rules.kinds import GameMs, Money, Seat
from rules.value import Value


class Phase(StrEnum):
    """Where a game stands."""

    SETUP = "setup"  # names on their places, seats are tested by pressing
    READY = "ready"  # `start` was given: the first throw starts the clock
    PLAY = "play"
    COUNT = "count"  # the game has ended, sheets are counted
    SIGN = "sign"  # every seat is counted: signatures, then the close
    CLOSED = "closed"  # final
    VOID = "void"


class Mark(StrEnum):
    """A place card's state beside `turn`; each has its own shape on the screen."""

    WAITING = "waiting"
    TURN = "turn"
    OUT = "out"  # bankrupt
    REMOVED = "removed"  # excluded by the referee
    PRESENT = "present"  # pressed during set-up
    ARMED = "armed"  # this seat signs now
    SIGNED = "signed"


class DeedView(Value):
    """One deed on a seat's sheet; `houses` 5 is a hotel."""

    field: str  # board code: A1, V3, K2
    mortgaged: bool
    houses: int


class SheetView(Value):
    """A sheet; sums only exist after the end. Without `cash` the seat is not counted yet."""

    cash: Money | None
    deeds: tuple[DeedView, ...]
    unmortgaged: Money  # printed prices
    mortgaged: Money  # half of printed prices
    buildings: Money  # at cost
    wealth: Money
    unencumbered: Money


class SeatView(Value):
    """One place card."""

    seat: Seat
    player: str
    name: str
    mark: Mark
    out_at: GameMs | None  # when it went bankrupt or was removed
    jailed: bool
    sheet: SheetView | None
    signed: bool
    signed_by: str | None  # "seat", "referee"
    fouls: int
    place: int | None  # only when the game is closed
    counted: bool = False  # after the end: nothing is to be counted for it any more
    deeds: tuple[DeedView, ...] = ()  # while sheets are counted: its deeds as entered in play


class RollView(Value):
    """The last roll of the log; `dice` is None for a marked gap (nobody entered it)."""

    seat: Seat
    dice: tuple[int, int] | None
    at: GameMs
    pending: bool  # thrown, values not yet entered
    jail: bool  # third double in a row


class ClaimView(Value):
    """Rent that `seat` claimed of `of` in time."""

    seat: Seat
    of: Seat
    at: GameMs


class OfficialView(Value):
    """What the official alone may know: of whom rent may be claimed now, by whom, and was."""

    lander: Seat | None
    may_claim: tuple[Seat, ...]
    claims: tuple[ClaimView, ...]
    second_round: bool = False  # of turns: a reset is the referee's from then on


class MonopolyView(Value):
    """The whole table. `ended_at` is set in COUNT, SIGN and CLOSED."""

    phase: Phase
    table: str
    round: str
    game: str
    final: bool
    officials: tuple[tuple[str, tuple[str, ...]], ...]
    seats: tuple[SeatView, ...]
    turn: Seat | None
    roll_again: bool  # a double: the same seat rolls again
    last_roll: RollView | None
    game_ms: GameMs  # length of the game, 90 min
    marks_ms: tuple[GameMs, ...]  # warnings, elapsed
    started_at: GameMs | None
    ended_at: GameMs | None
    end_reason: str | None  # time, last_player, judge
    show_clock: bool
    confirms: int  # bankers who have confirmed
    confirms_needed: int
    bank_houses: int | None  # after the end only
    bank_hotels: int | None
    attempt: int  # 1, 2 after a reset ...
    official: OfficialView | None = None  # never in the table's view

    def left_ms(self, now: GameMs) -> GameMs:
        """Playing time left at `now`: all of it before the first dice, never below 0, and from the
        end on what was left then."""
        if self.started_at is None:
            return self.game_ms
        until = now if self.ended_at is None else self.ended_at
        return GameMs(max(0, self.started_at + self.game_ms - until))
