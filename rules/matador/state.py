"""The state of one game, an immutable value in small parts so that a roll copies little.

Every part is a tuple: the roll, which comes most often, builds a new `State`, a new `Turn` and one
entry of the dice log. Nothing here decides anything but who is still in the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from rules.kinds import Announcement, GameMs, Money, Refusal, RuleId, Seat
from rules.log import Log
from rules.matador.estate import NO_HOLDINGS, Auction, Estate, Holding, Loan, Offer, Sheet, Sheets
from rules.matador.facts import Facts
from rules.matador.kept import Ballot, Kept, Remark
from rules.matador.view import Phase
from rules.order import changed
from rules.quick import quick
from rules.timers import Timer

FREE: Final = -1
"""Of `Turn.tries`: not in jail. From 0 on: failed rolls."""

NO_COVER: Final = 0
PASS_DECLARED: Final = 1
PASS_RIDES: Final = 2
GRANT_DECLARED: Final = 3
GRANT_RIDES: Final = 4
"""Of `Turn.covers`: what was declared before the roll, and what covers the landing after it."""


class Throw(NamedTuple):
    """An entry of the dice log; `dice` None is a marked gap, `doubles` counts them in a row."""

    at: GameMs
    seat: Seat
    dice: tuple[int, int] | None
    doubles: int
    note: str | None


class Timeout(NamedTuple):
    """RAMK-9.26: `by` called it for `seat` (None: whoever rolls first); `others` may now."""

    by: Seat
    seat: Seat | None
    rolled: bool
    timer: Timer
    others: bool = False


@quick
class Clock(NamedTuple):
    """RAMK-3.2: the evening's own clock; RAMK-9.26: the time-out; and what was announced.

    `last_round`: the playing time is over, the round is played to its end. `closed`: it is.
    """

    started_at: GameMs | None = None
    evening: Timer | None = None
    last_round: bool = False
    closed: bool = False
    timeout: Timeout | None = None
    paused: bool = False
    ended_at: GameMs | None = None
    end_reason: str | None = None
    announced: tuple[Announcement, ...] = ()


class Fallen(NamedTuple):
    """The dice of `seat` have fallen, the values are not entered; `early`: out of its turn."""

    seat: Seat
    at: GameMs
    early: bool


class Caught(NamedTuple):
    """Who was jailed since the last roll: by the field or a card, else by the third double.

    `doubles` are those he had when he was: who does not go after all, rolls on.
    """

    seat: Seat
    by_dice: bool
    doubles: int


@quick
class Turn(NamedTuple):
    """Who rolls next, and what the dice left open; rows are per place.

    `lander` rolled last. `moving` has rolled and not let his piece go. `rolls` counts all valid
    ones. `first` began the round. `tries`: FREE or failed rolls in jail. `since`: the others (as
    bits) who have rolled since this place's turn. `turns` counts each place's. `built`: houses of
    the seat that rolls next.
    """

    seat: Seat | None
    doubles: int
    lander: Seat | None
    moving: Seat | None
    fallen: Fallen | None
    rolls: int
    first: Seat | None
    tries: tuple[int, ...]
    since: tuple[int, ...]
    turns: tuple[int, ...]
    covers: tuple[int, ...]
    built: int
    caught: Caught | None
    touched: bool = False


@quick
class Person(NamedTuple):
    """What happened to one seat. `left`: bankrupt, retired, removed; `order` of leaving from 1."""

    present: bool = False
    left: str | None = None
    left_at: GameMs | None = None
    order: int = 0
    disqualified: bool = False
    fouls: int = 0
    warnings: int = 0
    has_pass: bool = False

    @property
    def excluded(self) -> bool:
        """This seat has no place."""
        return self.disqualified or self.left == "removed"


@quick
class State(NamedTuple):
    """Everything. `active` are the seats still in the game, in the order of the turns."""

    facts: Facts
    phase: Phase
    attempt: int
    active: tuple[Seat, ...]
    clock: Clock
    turn: Turn
    dice: Log[Throw]
    people: tuple[Person, ...]
    estate: Estate
    ballot: Ballot | None
    auctions: tuple[Auction, ...]
    offers: tuple[Offer, ...]
    sheets: Sheets
    kept: Kept


def opened(facts: Facts) -> State:
    """The state before anybody did anything; RAMK-3.4a: a free-passage card for everybody."""
    places = len(facts.numbers)
    nothing = (0,) * places
    return State(
        facts=facts,
        phase=Phase.SETUP,
        attempt=1,
        active=facts.numbers,
        clock=Clock(),
        turn=Turn(
            seat=None,
            doubles=0,
            lander=None,
            moving=None,
            fallen=None,
            rolls=0,
            first=None,
            tries=(FREE,) * places,
            since=nothing,
            turns=nothing,
            covers=nothing,
            built=0,
            caught=None,
        ),
        dice=Log(),
        people=(Person(has_pass=facts.free_pass),) * places,
        estate=Estate(NO_HOLDINGS, nothing, nothing),
        ballot=None,
        auctions=(),
        offers=(),
        sheets=Sheets((Sheet(),) * places, (None,) * places),
        kept=Kept(Money(0), Money(0), Log(), Log(), Log(), Log(), Log()),
    )


def refused(rule: str, why: str, *details: tuple[str, str | int]) -> Refusal:
    """A refusal by its rule; `why` and `details` make the text."""
    return Refusal(RuleId(rule), why, details)


def gone(state: State, seat: Seat) -> Refusal | None:
    """RAMK-9.13: who is out of the game can do nothing in it but vote."""
    if seat in state.active:
        return None
    return refused("RAMK-9.13", "seat_out", ("seat", seat))


def before_turn(state: State, seat: Seat) -> bool:
    """RAMK-9.1: immediately before this seat's turn, as far as the order of turns is known."""
    turn = state.turn
    if not state.facts.in_order or turn.rolls == 0:
        return True
    return turn.seat == seat and turn.doubles == 0 and turn.fallen is None


def on_sale(state: State, key: str) -> Refusal | None:
    """RAMK-9.8, RAMK-9.12: what is being auctioned is touched by nothing else until it is sold."""
    running = running_auction(state)
    if running is None or running.key != key:
        return None
    rule = "RAMK-9.8" if running.owner is None else "RAMK-9.12"
    return refused(rule, "auction_runs", ("what", running.what))


def running_auction(state: State) -> Auction | None:
    """The auction that is not closed yet; one at most, the last."""
    last = state.auctions[-1] if state.auctions else None
    return None if last is None or last.closed else last


def open_loan(state: State, seat: Seat) -> Loan | None:
    """What this seat still owes the bank."""
    return next((loan for loan in state.estate.loans if loan.seat == seat and loan.is_open), None)


def remarked(
    state: State, at: GameMs, word: str, seat: Seat | None, text: str, by: str | None = None
) -> State:
    """The state with one remark more."""
    remarks = state.kept.remarks.added(Remark(at, word, seat, text, by))
    return state._replace(kept=state.kept._replace(remarks=remarks))


def with_person(state: State, seat: Seat, person: Person) -> State:
    """The state with this seat's record changed."""
    return state._replace(people=changed(state.people, state.facts.place[seat], person))


def person_of(state: State, seat: Seat) -> Person:
    """What happened to this seat."""
    return state.people[state.facts.place[seat]]


def with_deed(state: State, key: str, deed: Holding) -> State:
    """The state with this deed entered."""
    return with_deeds(state, {**state.estate.deeds, key: deed})


def with_deeds(state: State, deeds: Mapping[str, Holding]) -> State:
    """The state with these deeds and no others."""
    return state._replace(estate=state.estate._replace(deeds=deeds))
