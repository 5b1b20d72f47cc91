"""What a Matador table may show, as a frozen value. Screens draw from this and decide nothing.

RAMK-9.4, RAMK-9.5: here everything that was entered is public, unlike at a championship table. One
thing is not: how somebody votes before the ballot is closed. Two states that differ in open votes
alone give equal table views.
"""

from __future__ import annotations

from enum import StrEnum

from rules.kinds import GameMs, Money, RuleId, Seat
from rules.timers import Timer, left
from rules.value import Value


class Phase(StrEnum):
    """Where a game stands."""

    SETUP = "setup"  # names on their places, seats are tested by pressing
    PLAY = "play"
    COUNT = "count"  # the evening has ended, sheets are counted
    SIGN = "sign"  # every seat that must be is counted: signatures, then the close
    CLOSED = "closed"  # final
    VOID = "void"


class Mark(StrEnum):
    """A place card's state beside `turn`; each has its own shape on the screen."""

    WAITING = "waiting"
    TURN = "turn"
    OUT = "out"  # bankrupt; still votes
    HOME = "home"  # went home early
    REMOVED = "removed"
    PRESENT = "present"  # pressed during set-up
    ARMED = "armed"  # this seat signs now
    SIGNED = "signed"


class DeedView(Value):
    """One deed that a seat is known to hold; `houses` 5 is a hotel."""

    field: str  # board code: A1, R3
    mortgaged: bool
    houses: int


class SheetView(Value):
    """A counted sheet (RAMK-8.1); without `cash` the seat is not counted yet."""

    cash: Money | None
    deeds: tuple[DeedView, ...]
    cards: tuple[str, ...]  # "grant", "king", "pass"
    loan: Money
    wealth: Money


class SlipView(Value):
    """RAMK-9.15: "receives Y % of B's income on the series S"; no series: on everything."""

    of: Seat
    percent: int
    series: tuple[str, ...]


class LoanView(Value):
    """RAMK-9.27: what is borrowed, what is still owed, and what is due when Start is passed."""

    principal: Money
    balance: Money
    interest: Money
    instalment: Money


class SeatView(Value):
    """One place card."""

    seat: Seat
    player: str
    name: str
    mark: Mark
    out_at: GameMs | None
    jail_round: int | None  # 1 to 3 in jail, else None
    must_pay_jail: bool  # RAMK-6.1: no roll without paying first
    free_pass: str | None  # "available", "declared", "used"; None on other evenings
    grant: bool
    kings: int
    deeds: tuple[DeedView, ...]  # RAMK-9.4, as far as entered
    loan: LoanView | None
    slips: tuple[SlipView, ...]
    fines: Money  # paid as fines in this game
    fouls: int
    sheet: SheetView | None
    signed: bool
    signed_by: str | None
    place: int | None
    points: int | None


class RollView(Value):
    """The last entry of the dice log; `dice` is None for a marked gap or missing values."""

    seat: Seat
    dice: tuple[int, int] | None
    at: GameMs
    pending: bool  # thrown, values not yet entered
    note: str | None


class TimeoutView(Value):
    """RAMK-9.26: who called, who must roll and move, and whether the others may now."""

    by: Seat
    seat: Seat | None
    timer: Timer
    others_may: bool

    def left_ms(self, now: GameMs) -> GameMs:
        """What is left of the two minutes."""
        return GameMs(0) if self.others_may else left(self.timer, now)


class BallotView(Value):
    """An open ballot: "cheating" (RAMK-4.1) or "intent" (RAMK-4.4); `needed` voices of yes."""

    about: str
    by: Seat
    on: Seat
    eligible: tuple[Seat, ...]
    needed: int
    avoided: Money | None


class VerdictView(Value):
    """The last closed ballot."""

    about: str
    by: Seat
    on: Seat
    yes: int
    no: int
    abstain: int
    passed: bool
    at: GameMs
    may_ask_intent: bool  # RAMK-4.4: `evasion` is possible now


class AuctionView(Value):
    """The running auction; `owner` where a mortgaged property is sold (RAMK-9.12)."""

    what: str
    least: Money
    lander: Seat | None
    owner: Seat | None
    best: tuple[Seat, Money] | None
    take_price: Money | None  # RAMK-9.8: what the lander pays


class OfferView(Value):
    """A binding offer (RAMK-9.11); `rolls` are left until it lapses."""

    seat: Seat
    to: Seat
    what: str
    rolls: int


class EntryView(Value):
    """A movement of money that was entered or followed from an entry; seats, "bank", "pot"."""

    at: GameMs
    from_: Seat | str
    to: Seat | str
    amount: Money
    rule: RuleId


class OfficialView(Value):
    """What the keeper alone may know: who has answered in the open ballot, and what."""

    votes: tuple[tuple[Seat, str], ...]


class MatadorView(Value):
    """The whole table."""

    phase: Phase
    table: str
    round: str
    game: str
    final: bool
    division: int | None
    officials: tuple[tuple[str, tuple[str, ...]], ...]
    free_pass_evening: bool
    loan_evening: bool
    seats: tuple[SeatView, ...]
    turn: Seat | None
    moving: Seat | None  # has rolled, the piece is not let go yet (RAMK-4.5)
    touched: bool  # RAMK-4.5: rolled again before moving; anybody may accuse
    roll_again: bool
    may_build: Seat | None  # RAMK-9.1: before this seat's roll
    last_roll: RollView | None
    claimable: tuple[Seat, ...]  # RAMK-9.22: of whom rent may still be claimed
    pot: Money
    separate_pot: Money | None  # RAMK-9.12, only where the edition keeps one
    timeout: TimeoutView | None
    ballot: BallotView | None
    verdict: VerdictView | None
    auction: AuctionView | None
    offers: tuple[OfferView, ...]
    entries: tuple[EntryView, ...]  # the last ones, newest first
    evening: Timer | None  # RAMK-3.2: the evening's own clock
    last_round: bool
    dice_closed: bool  # the last round is played
    started_at: GameMs | None
    ended_at: GameMs | None
    end_reason: str | None
    attempt: int
    official: OfficialView | None = None  # never in the table's view

    def left_ms(self, now: GameMs) -> GameMs | None:
        """What is left of the evening's playing time; None where there is no clock."""
        return None if self.evening is None else left(self.evening, now)
