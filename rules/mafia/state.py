"""The state of one game, an immutable value. Nothing here decides anything but who is at the table.

What only the host may know stands in `cards` and `nights`, and in nothing that depends on them but
`ending`.
"""

from __future__ import annotations

from typing import NamedTuple

from rules.kinds import Announcement, GameMs, Refusal, RuleId, Seat, Step
from rules.log import Log
from rules.mafia.facts import BLACK_ROLES, Cards, Facts
from rules.mafia.parts import (
    Ballot,
    Counted,
    DayLog,
    Ending,
    Given,
    Left,
    Named,
    NightLog,
    Nomination,
    Pending,
    Person,
    Remark,
    Speaking,
)
from rules.mafia.view import Phase
from rules.order import changed


class State(NamedTuple):
    """Everything. `alive` are the seats at the table, ascending; `day` 0 is the night of dealing.

    `tied` and `cancelled` (no re-vote any more) belong to a crash, `splits` counts today's ties at
    three; `minutes` are those whose final minute is due. `no_vote`: somebody was removed today.
    `sheriffs` is the host's mark, None while it is not set. `rhythm`: what the night will tell.
    """

    facts: Facts
    cards: Cards
    phase: Phase = Phase.SETUP
    attempt: int = 1
    alive: tuple[Seat, ...] = ()
    people: tuple[Person, ...] = ()
    day: int = 0
    days: tuple[DayLog, ...] = ()
    nights: tuple[NightLog, ...] = ()
    dealing_left: tuple[Left, ...] = ()
    speaking: Speaking | None = None
    ballot: Ballot | None = None
    counted: Counted | None = None
    pending: tuple[Pending, ...] = ()
    tied: tuple[Seat, ...] = ()
    defended: tuple[Seat, ...] = ()
    cancelled: bool = False
    splits: int = 0
    minutes: tuple[Seat, ...] = ()
    no_vote: bool = False
    sheriffs: tuple[Seat, ...] | None = None
    night_removal: bool = False
    lift_forbidden: bool = False
    gestures_free: bool = False
    guessing: bool = False
    no_kills: int = 0
    rhythm: tuple[tuple[GameMs, str], ...] = ()
    started_at: GameMs | None = None
    ending: Ending | None = None
    announced: tuple[Announcement, ...] = ()
    remarks: Log[Remark] = Log()
    tried: tuple[Nomination, ...] = ()
    triples: tuple[Named, ...] = ()
    best_move: Named | None = None
    given: tuple[Given, ...] = ()


def opened(facts: Facts) -> State:
    """The state before anybody did anything."""
    people = (Person(),) * len(facts.numbers)
    return State(facts, facts.cards, alive=facts.numbers, people=people)


def refused(rule: str, why: str, *details: tuple[str, str | int]) -> Refusal:
    """A refusal by its rule; `why` and `details` make the text."""
    return Refusal(RuleId(rule), why, details)


def by_book(state: State, mafn: str, mafa: str) -> str:
    """The id of the book that is played by."""
    return mafn if state.facts.mafn else mafa


def gone(state: State, seat: Seat) -> Refusal | None:
    """MAFN-GEN-8, MAFA-MAIN-7: who has left takes no part."""
    if seat in state.alive:
        return None
    return refused(by_book(state, "MAFN-GEN-8", "MAFA-MAIN-7"), "seat_out", ("seat", seat))


def told(state: State, at: GameMs, *words: str) -> Step[State]:
    """The state with these announcements given out."""
    said = tuple(Announcement(word, at) for word in words)
    return Step(state._replace(announced=state.announced + said), said)


def then(first: Step[State], second: Step[State]) -> Step[State]:
    """Two steps as one: the second was made from the first one's state."""
    return Step(second.state, first.announcements + second.announcements)


def person_of(state: State, seat: Seat) -> Person:
    """What happened to this seat."""
    return state.people[state.facts.place[seat]]


def with_person(state: State, seat: Seat, person: Person) -> State:
    """The state with this seat's record changed."""
    return state._replace(people=changed(state.people, state.facts.place[seat], person))


def remarked(
    state: State, at: GameMs, word: str, seat: Seat | None, text: str, rule: str = ""
) -> State:
    """The state with one remark more."""
    return state._replace(remarks=state.remarks.added(Remark(at, word, seat, text, rule)))


def today(state: State) -> DayLog:
    """The running day."""
    return state.days[-1]


def with_today(state: State, day: DayLog) -> State:
    """The state with its running day changed."""
    return state._replace(days=(*state.days[:-1], day))


def nominees(state: State) -> tuple[Seat, ...]:
    """MAF-P-4: who stands for the vote, in order of nomination."""
    return tuple(one.whom for one in today(state).nominations)


def role_of(state: State, seat: Seat) -> str | None:
    """This seat's card; None while nobody has said it."""
    return next((role for number, role in state.cards if number == seat), None)


def is_black(state: State, seat: Seat) -> bool:
    """Mafia or Don."""
    return role_of(state, seat) in BLACK_ROLES


def sides(state: State) -> tuple[int, int]:
    """How many reds and blacks are at the table."""
    black = sum(role in BLACK_ROLES for seat, role in state.cards if seat in state.alive)
    return len(state.alive) - black, black


def fouls_pending(state: State, seat: Seat) -> int:
    """How many fouls of this seat wait for the host."""
    return sum(one.seat == seat for one in state.pending)


def is_silent(state: State, seat: Seat) -> bool:
    """MAFN-DAY-3a, MAFA-GAME-7a: has no speech today."""
    return state.day in person_of(state, seat).silent_on


def is_critical(state: State) -> bool:
    """MAFN-DAY-3c, MAFA-GAME-7b: four or three are at the table."""
    return len(state.alive) <= state.facts.count("critical_players")


def may_defend(state: State, seat: Seat) -> bool:
    """MAFN-DAY-3a: no word this day is no defence either, unless four or three are left."""
    if seat not in state.alive:
        return False
    blocks = state.facts.flag("silence_blocks_crash_speech")
    return not (blocks and is_silent(state, seat)) or is_critical(state)
