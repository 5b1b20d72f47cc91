"""What a Mafia table may show, as a frozen value. Screens draw from this and decide nothing.

Before the end nothing here depends on a role, a shot, a check, or on whether three names were
right: two states that differ in these alone give equal table views. By night the view is the same
whatever the host enters. `official` holds the rest and is None for the table.
"""

from __future__ import annotations

from enum import StrEnum

from rules.kinds import GameMs, Seat
from rules.timers import Timer
from rules.value import Value


class Phase(StrEnum):
    """Where a game stands."""

    SETUP = "setup"  # names on their places, seats are tested by pressing
    NIGHT = "night"
    MORNING = "morning"  # the night-killed has his final minute
    DAY = "day"
    VOTE = "vote"  # windows of 2 s, one a candidate
    VOTED = "voted"  # counted, not yet announced: the host may correct
    CRASH = "crash"  # the tied speak
    LIFT = "lift"  # "who is for all tied leaving?"
    MINUTES = "minutes"  # those voted out have their final minutes
    DUSK = "dusk"  # nothing is left of the day: night
    OVER = "over"  # the winner is announced; the host may still correct
    CLOSED = "closed"  # final
    VOID = "void"


class Mark(StrEnum):
    """A place card's state."""

    WAITING = "waiting"
    PRESENT = "present"  # pressed during set-up
    TURN = "turn"  # speaks
    NEXT = "next"
    TIED = "tied"
    OUT = "out"
    REMOVED = "removed"


class SeatView(Value):
    """One seat. `pending`: fouls the pads raised, for the host to confirm."""

    seat: Seat
    player: str
    name: str
    mark: Mark
    alive: bool
    left: str | None  # kill, vote, lift, removal
    leave_until: GameMs | None  # MAFN-GEN-9: to be gone from the table by then
    fouls: int
    pending: int
    warnings: int
    silent: bool  # today
    spoken: bool  # today
    nominated: bool
    disqualified: bool
    signed: bool
    role: str | None  # None before the end
    points: int | None  # hundredths; None before the end


class SpeakerView(Value):
    """Who speaks: `kind` is speech, silent, critical, defence or minute."""

    seat: Seat
    kind: str
    timer: Timer


class NominationView(Value):
    """Who was put to the vote, by whom, in the order of the vote."""

    by: Seat
    whom: Seat


class PendingView(Value):
    """A foul that waits for the host: `why` is hand_off or no_fist; `tallied`: by his own count."""

    seat: Seat
    why: str
    at: GameMs
    tallied: bool


class BallotView(Value):
    """A ballot as it lies on the table: `votes` by candidate, `open_until` of the window.

    `leaves`: who leads once it is counted; `absent`: who showed no fist and counts for the last
    candidate; `corrected`: the host has counted otherwise than the pads.
    """

    stage: str
    candidates: tuple[Seat, ...]
    candidate: Seat | None
    open_until: GameMs | None
    last: bool
    votes: tuple[tuple[Seat, tuple[Seat, ...]], ...]
    leaves: tuple[Seat, ...]
    absent: tuple[Seat, ...]
    corrected: bool


class OfficialView(Value):
    """What the host alone may see."""

    roles: tuple[tuple[Seat, str], ...]
    shot: Seat | None
    shot_entered: bool
    don_check: Seat | None
    don_entered: bool
    don_right: bool | None  # the checked seat is the Sheriff
    sheriff_check: Seat | None
    sheriff_entered: bool
    sheriff_right: bool | None  # the checked seat is black
    rhythm: tuple[tuple[GameMs, str], ...]
    night_over: bool  # all is entered and told in full: the town may wake
    red: int
    black: int
    no_kills: int


class MafiaView(Value):
    """The whole table for one audience."""

    phase: Phase
    table: str
    round: str
    game: str
    officials: tuple[tuple[str, tuple[str, ...]], ...]
    day: int
    seats: tuple[SeatView, ...]
    speaker: SpeakerView | None
    next_speaker: Seat | None
    nominations: tuple[NominationView, ...]
    ballot: BallotView | None
    tied: tuple[Seat, ...]
    minutes: tuple[Seat, ...]
    vote_due: bool
    no_vote: bool
    revote_cancelled: bool
    lift_forbidden: bool
    gestures_free: bool
    two_sheriffs: bool
    started_at: GameMs | None
    ended_at: GameMs | None
    end_reason: str | None
    winner: str | None
    attempt: int
    pending: tuple[PendingView, ...]
    foul_removal: int  # the foul that removes
    official: OfficialView | None
