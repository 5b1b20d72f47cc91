"""The state of one table, an immutable value: the clock, the people, what was changed and remarked.

Nothing here decides anything but who is still in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final, NamedTuple

from rules.casino.plan import Level, Plan, plan_of
from rules.edition import Edition
from rules.errors import EditionError
from rules.kinds import Announcement, GameMs, Refusal, RuleId, Seat
from rules.log import Log
from rules.opening import Opening, OpeningSeat
from rules.order import changed
from rules.timers import Timer
from rules.value import replace

FREE: Final = ""
"""The player of a seat at which nobody sits."""


class Phase(StrEnum):
    """Where a tournament's table stands."""

    ENTRY = "entry"  # entries are paid
    PLAY = "play"
    COUNT = "count"  # the game has ended: points are counted, machines are read
    SIGN = "sign"
    CLOSED = "closed"
    VOID = "void"


class Window(StrEnum):
    """What may be bought now (RAY-REBUY-1, RAY-REBUY-4)."""

    NONE = "none"
    REBUY = "rebuy"
    LAST_ROUND = "last_round"  # the time is over, the round that was going on is not
    ADDON = "addon"
    OVER = "over"


class Facts(NamedTuple):
    """What does not change in one game. `place` is a seat's position in every row per place.

    Of several tables one has free seats, too: their `player` is empty (`FREE`). Only `opening`
    changes, when somebody is moved to such a seat.
    """

    opening: Opening
    edition: Edition
    plan: Plan
    numbers: tuple[Seat, ...]
    place: Mapping[Seat, int]
    marks: Mapping[str, tuple[GameMs, ...]]
    all_conditions: bool
    tie: str
    counted_last_hand: bool
    counted_last_round: bool
    players_sign: bool

    @property
    def slots(self) -> bool:
        """A tournament at machines."""
        return self.plan.type == "slots"


class Ban(NamedTuple):
    """RAY-OTHER-1, RAY-OTHER-2: a penalty; `rounds` are those still to go, `clock` the time.

    `given_ms`: the director gave it, at this instant of the tournament's log.
    """

    at: GameMs
    minutes: int | None
    rounds: int | None
    reason: str
    clock: Timer | None
    rounds_left: int
    over_at: GameMs | None = None
    given_ms: int | None = None


class Read(NamedTuple):
    """RAY-SLOT-4: what a machine showed; numbers are thousandths."""

    at: GameMs
    values: tuple[tuple[str, int], ...]


class Person(NamedTuple):
    """One seat. `order` of leaving from 1, equal in one hand; 0: not out.

    Of who is out: `hand`, which hand that all tables played together it was, 0: none; `before`,
    what he held before it, as far as it was counted.
    """

    present: bool = False
    entered: bool = False
    held: int = 0
    counted: bool = False
    rebuys: int = 0
    addon: bool = False
    order: int = 0
    out_at: GameMs | None = None
    hand: int = 0
    before: int = 0
    disqualified: bool = False
    asks: str | None = None
    fouls: int = 0
    warnings: int = 0
    bans: tuple[Ban, ...] = ()
    machine: Timer | None = None
    faulty: bool = False
    used_up: bool = False
    readings: tuple[Read, ...] = ()
    disputed: bool = False
    signed: str | None = None

    @property
    def playing(self) -> bool:
        """Still in: entered, with points, not disqualified."""
        return self.entered and not self.order and not self.disqualified


class Gone(NamedTuple):
    """Who sat here before somebody else did: `left`, moved to another table with `points`; or out,
    and his seat has been given to who arrived.
    """

    seat: OpeningSeat
    person: Person
    at: GameMs
    left: bool
    points: int = 0


class Said(NamedTuple):
    """What the hall's clock said last: the number of the director's act, and whether it stands."""

    number: int
    paused: bool


class Clock(NamedTuple):
    """Every timer of the table but those of single seats; `stage` is the level's or the break's.

    `hall`: it follows the hall's clock; `alone`: it does so no more. `called`: the official called
    the last hand. `together`: which hand all tables play together, `hand_done` here.
    """

    started_at: GameMs | None = None
    ended_at: GameMs | None = None
    end_reason: str | None = None
    level: int = 0
    on_break: bool = False
    stage: Timer | None = None
    time: Timer | None = None
    rebuy: Timer | None = None
    addon: Timer | None = None
    window: Window = Window.NONE
    paused: bool = False
    hands: int = 0
    rounds: int = 0
    last_hand: bool = False
    met: frozenset[str] = frozenset()
    hand_for_hand: bool = False
    hall: Said | None = None
    alone: bool = False
    called: bool = False
    together: int = 0
    hand_done: bool = False
    announced: tuple[Announcement, ...] = ()


class Remark(NamedTuple):
    """An incident, a warning, a pause: `word` says what, `text` is a person's."""

    at: GameMs
    word: str
    seat: Seat | None
    text: str


class Change(NamedTuple):
    """RAY-STRUCT-4: the stakes as they were changed."""

    at: GameMs
    level: int
    levels: tuple[Level, ...]
    reason: str


class State(NamedTuple):
    """Everything."""

    facts: Facts
    phase: Phase
    attempt: int
    people: tuple[Person, ...]
    levels: tuple[Level, ...]
    clock: Clock
    changes: tuple[Change, ...]
    remarks: Log[Remark]
    gone: tuple[Gone, ...] = ()
    shift: int = 0
    """What those who arrived brought, less what they had bought; less the same of who left."""
    rests: Clock | None = None
    """One is left at one of several tables: the clock as it stood then, for others may come."""


def facts_of(opening: Opening, edition: Edition) -> Facts:
    """RAY-STRUCT-1: the structure decides; EditionError where it is another kind of tournament."""
    found, kind = edition.values["structure"], edition.text("type")
    if found.get("type", kind) != kind:
        raise EditionError(
            f"option structure.type: found {found['type']!r}, allowed {kind!r} in this edition"
        )
    opening = _with_free_seats(opening)
    numbers = tuple(seat.seat for seat in opening.seats)
    return Facts(
        opening=opening,
        edition=edition,
        plan=plan_of(found, kind, edition.whole("rebuy"), edition.whole("addon")),
        numbers=numbers,
        place=MappingProxyType({seat: place for place, seat in enumerate(numbers)}),
        marks=MappingProxyType(
            {
                name: _marks(edition, f"{name}_left")
                for name in ("level", "break", "rebuy", "addon", "time")
            }
        ),
        all_conditions=edition.text("end_rule") == "all",
        tie=edition.text("tie"),
        counted_last_hand=edition.text("time_up") == "last_hand_if_counted",
        counted_last_round=edition.text("rebuy_closes") == "last_round_if_counted",
        players_sign=edition.text("signed_by") == "players",
    )


def _with_free_seats(opening: Opening) -> Opening:
    taken = {seat.seat: seat for seat in opening.seats}
    if opening.numbers <= taken.keys():
        return opening
    seats = [taken.get(Seat(number)) or free(Seat(number)) for number in sorted(opening.numbers)]
    return reseated(opening, seats)


def free(seat: Seat) -> OpeningSeat:
    """A seat at which nobody sits."""
    return OpeningSeat(seat, FREE, FREE)


def reseated(opening: Opening, seats: Iterable[OpeningSeat]) -> Opening:
    """The opening with other people on its seats."""
    return replace(opening, seats=tuple(seats))


def people_here(state: State) -> tuple[Person, ...]:
    """Everybody whose entry and purchases this table has taken or been brought, out or not."""
    return (*state.people, *(one.person for one in state.gone if not one.left))


def _marks(edition: Edition, name: str) -> tuple[GameMs, ...]:
    return tuple(GameMs(left * 1000) for left in sorted(edition.several(name), reverse=True))


def opened(facts: Facts) -> State:
    """The state before anybody did anything."""
    return State(
        facts=facts,
        phase=Phase.ENTRY,
        attempt=1,
        people=(Person(),) * len(facts.numbers),
        levels=facts.plan.levels,
        clock=Clock(),
        changes=(),
        remarks=Log(),
    )


def refused(rule: str, why: str, *details: tuple[str, str | int]) -> Refusal:
    """A refusal by its rule; `why` and `details` make the text."""
    return Refusal(RuleId(rule), why, details)


def person_of(state: State, seat: Seat) -> Person:
    """What happened to this seat."""
    return state.people[state.facts.place[seat]]


def with_person(state: State, seat: Seat, person: Person) -> State:
    """The state with this seat's record changed."""
    return state._replace(people=changed(state.people, state.facts.place[seat], person))


def remarked(state: State, at: GameMs, word: str, seat: Seat | None, text: str) -> State:
    """The state with one remark more."""
    return state._replace(remarks=state.remarks.added(Remark(at, word, seat, text)))


def told(state: State, at: GameMs, *names: str) -> tuple[State, tuple[Announcement, ...]]:
    """The state with these announced, and the announcements."""
    said = tuple(Announcement(name, at) for name in names)
    clock = state.clock._replace(announced=state.clock.announced + said)
    return state._replace(clock=clock), said


def alive(state: State) -> tuple[Seat, ...]:
    """Who is still in, in the order of the seats."""
    return tuple(
        seat
        for seat, person in zip(state.facts.numbers, state.people, strict=True)
        if person.playing
    )


def absent(state: State, seat: Seat) -> Refusal | None:
    """Why this seat can do nothing: not entered, disqualified, or out."""
    person = person_of(state, seat)
    if person.disqualified:
        return refused("RAY-OTHER-3", "disqualified", ("seat", seat))
    if not person.entered:
        return refused("RAY-INTRO-1", "not_entered", ("seat", seat))
    if person.order:
        return refused("RAY-1-4", "no_points_left", ("seat", seat))
    return None


def in_play(state: State) -> int:
    """RAY-1-2, RAY-OTHER-3: start points, rebuys and add-ons, less those of the disqualified."""
    total = state.shift
    for person in people_here(state):
        if person.entered:
            total += bought_points(state.facts.plan, person)
            total -= person.held if person.disqualified else 0
    return total


def bought_points(plan: Plan, person: Person) -> int:
    """What somebody got for his entry, rebuys and add-on."""
    total = plan.start_points + person.rebuys * (plan.rebuy.points if plan.rebuy else 0)
    return total + (plan.addon.points if plan.addon and person.addon else 0)
