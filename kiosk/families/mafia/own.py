"""What a Mafia frame has besides the rules' view: `Frame.own`, a frozen value. All of it is public.

By night it is empty, whatever the host types: the table's picture is the same every night.
"""

from __future__ import annotations

from enum import StrEnum

from kiosk.screens.frame import NOTHING, Line
from rules.kinds import GameMs, Seat
from rules.value import Value


class LiftStage(StrEnum):
    """Where the vote on all tied leaving is at this table."""

    ASK = "ask"  # the host has not asked yet
    OPEN = "open"  # the window runs
    COUNTED = "counted"  # not announced yet: the host may correct


class Lift(Value):
    """ "Who is for all tied leaving?": whose fists are on the table, and how many it takes.

    While the window is open nobody is listed: a list would draw others along.
    """

    stage: LiftStage
    seats: tuple[Seat, ...] = ()
    needed: int = 0
    open_until: GameMs | None = None


class Own(Value):
    """`next`: what the host's NEXT does now; `window_ms`: the length of a vote's window.

    `pads`: fists are votes; else the host counts, and what he has typed so far for the ballot that
    runs is `counted` (candidate, voters). `lying`: fists that lay on their pads when the window
    opened, no votes. `correcting`: the host moves this voter, the next digit says to whom.
    `missing`: who has not pressed yet in the roll call.
    """

    next: Line = NOTHING
    pads: bool = True
    window_ms: int = 2_000
    lying: tuple[Seat, ...] = ()
    counted: tuple[tuple[Seat, tuple[Seat, ...]], ...] = ()
    correcting: Seat | None = None
    lift: Lift | None = None
    missing: tuple[Seat, ...] = ()
