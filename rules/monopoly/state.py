"""The state of one game, an immutable value in small parts so that a roll copies little.

Every part is a tuple: the roll, which comes most often, builds a new `State`, a new `Turn` and one
entry of the `Log`. Nothing here decides anything but who is still in the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from rules.kinds import Announcement, GameMs, Money, Refusal, RuleId, Seat
from rules.log import Log
from rules.monopoly.facts import Facts
from rules.monopoly.view import Phase
from rules.order import changed

FREE: Final = -1
"""Of `Turn.tries`: not in jail. From 0 on: failed tries."""


class Throw(NamedTuple):
    """An entry of the dice log; `dice` None is a marked gap, `doubles` counts them in a row."""

    at: GameMs
    seat: Seat
    dice: tuple[int, int] | None
    doubles: int
    note: str | None


class Clock(NamedTuple):
    """HUN-4: when the game began and ended, which marks have passed, what comes next."""

    started_at: GameMs | None = None
    marks: int = 0
    due: GameMs | None = None
    ended_at: GameMs | None = None
    end_reason: str | None = None
    announced: tuple[Announcement, ...] = ()


class Turn(NamedTuple):
    """Who rolls next, and what the dice of the last one left open.

    `lander` rolled last: rent may be claimed of him. `thrown_at`: the dice of `seat` have fallen,
    the values are not entered. `tries` per place: FREE or failed tries in jail. `since` per place,
    only where claims close on the owner's follower: the owners (as bits) whose follower rolled
    since this place's turn began.
    """

    seat: Seat | None
    doubles: int
    lander: Seat | None
    thrown_at: GameMs | None
    tries: tuple[int, ...]
    since: tuple[int, ...]


class Person(NamedTuple):
    """What happened to one seat. `left`: bankrupt, retired, removed; `order` of leaving from 1."""

    present: bool = False
    left: str | None = None
    left_at: GameMs | None = None
    order: int = 0
    disqualified: bool = False
    fouls: int = 0
    warnings: int = 0

    @property
    def excluded(self) -> bool:
        """HUN-10: this seat's wealth is not ranked."""
        return self.disqualified or self.left == "removed"


class Holding(NamedTuple):
    """A deed of which something was entered; `houses` 5 is a hotel."""

    owner: Seat
    mortgaged: bool = False
    houses: int = 0


NO_HOLDINGS: Final[Mapping[str, Holding]] = MappingProxyType({})


class Estate(NamedTuple):
    """What was entered of deeds and buildings; the paper on the table is the truth.

    `houses` and `hotels` per place are those built on lots nobody named.
    """

    deeds: Mapping[str, Holding]
    houses: tuple[int, ...]
    hotels: tuple[int, ...]
    bank_houses: int
    bank_hotels: int


class Offer(NamedTuple):
    """A bid."""

    seat: Seat
    amount: Money


class Auction(NamedTuple):
    """An auction of the bank, running until `closed`; `what` as it was called, `key` as kept."""

    at: GameMs
    what: str
    key: str
    least: Money
    bids: tuple[Offer, ...] = ()
    barred: frozenset[Seat] = frozenset()
    closed: bool = False
    winner: Seat | None = None
    price: Money | None = None


class Held(NamedTuple):
    """A counted deed with the prices that count."""

    key: str
    name: str
    price: Money
    mortgaged: bool
    houses: int
    house_price: Money


class Sheet(NamedTuple):
    """What was counted of one seat; without `cash` it is not counted yet.

    `begun`: something was entered on it, were it only that nothing is held.
    """

    cash: Money | None = None
    deeds: tuple[Held, ...] = ()
    begun: bool = False


class Sheets(NamedTuple):
    """The result sheet (HUN-8): counts and signatures per place, and the bankers' confirmations."""

    counts: tuple[Sheet, ...]
    signed: tuple[str | None, ...]
    confirms: int = 0


class Fine(NamedTuple):
    """Money that the rules themselves make due."""

    at: GameMs
    seat: Seat
    amount: Money
    to: str
    rule: RuleId


class Claim(NamedTuple):
    """Rent claimed in time; for the official alone."""

    at: GameMs
    seat: Seat
    of: Seat


class Remark(NamedTuple):
    """An incident, a warning, a ruling, a note: `word` says what, `text` is a person's."""

    at: GameMs
    word: str
    seat: Seat | None
    text: str
    by: str | None = None


class Kept(NamedTuple):
    """What is kept beside the dice."""

    claims: Log[Claim]
    fines: Log[Fine]
    remarks: Log[Remark]


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
    auctions: tuple[Auction, ...]
    sheets: Sheets
    kept: Kept


def opened(facts: Facts) -> State:
    """The state before anybody did anything."""
    places = len(facts.numbers)
    nothing = (0,) * places
    return State(
        facts=facts,
        phase=Phase.SETUP,
        attempt=1,
        active=facts.numbers,
        clock=Clock(),
        turn=Turn(None, 0, None, None, (FREE,) * places, nothing),
        dice=Log(),
        people=(Person(),) * places,
        estate=Estate(NO_HOLDINGS, nothing, nothing, facts.houses, facts.hotels),
        auctions=(),
        sheets=Sheets((Sheet(),) * places, (None,) * places),
        kept=Kept(Log(), Log(), Log()),
    )


def refused(rule: str, why: str, *details: tuple[str, str | int]) -> Refusal:
    """A refusal by its rule; `why` and `details` make the text."""
    return Refusal(RuleId(rule), why, details)


def gone(state: State, seat: Seat) -> Refusal | None:
    """Why this seat can do nothing: bankrupt (HUN-G-BANKRUPT) or excluded (HUN-10)."""
    if seat in state.active:
        return None
    if state.people[state.facts.place[seat]].excluded:
        return refused("HUN-10", "seat_excluded", ("seat", seat))
    return refused("HUN-G-BANKRUPT", "seat_out", ("seat", seat))


def running_auction(state: State) -> Auction | None:
    """The auction that is not closed yet; one at most, the last."""
    last = state.auctions[-1] if state.auctions else None
    return None if last is None or last.closed else last


def remarked(
    state: State, at: GameMs, word: str, seat: Seat | None, text: str, by: str | None = None
) -> State:
    """The state with one remark more."""
    kept = state.kept
    remarks = kept.remarks.added(Remark(at, word, seat, text, by))
    return state._replace(kept=Kept(kept.claims, kept.fines, remarks))


def fined(state: State, fine: Fine) -> State:
    """The state with money that the rules made due."""
    kept = state.kept
    return state._replace(kept=Kept(kept.claims, kept.fines.added(fine), kept.remarks))


def with_person(state: State, seat: Seat, person: Person) -> State:
    """The state with this seat's record changed."""
    return state._replace(people=changed(state.people, state.facts.place[seat], person))


def person_of(state: State, seat: Seat) -> Person:
    """What happened to this seat."""
    return state.people[state.facts.place[seat]]
