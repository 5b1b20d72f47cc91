"""The playing time (HUN-4 to 4.4): it starts with the first dice, marks five times, ends once."""

from __future__ import annotations

from rules.actions import End, Pause, Reset, Resume, Start
from rules.kinds import Announcement, GameMs, Refusal, Step
from rules.monopoly.state import Clock, Person, State, opened, refused, remarked
from rules.monopoly.view import Phase


def start(state: State, action: Start) -> Step[State]:
    """HUN-4.1: the official opens the game; the time does not run before the first dice."""
    return Step(state._replace(phase=Phase.READY))


def begun(state: State, at: GameMs) -> Step[State]:
    """HUN-4.1: the first player's dice start the time, at that very instant."""
    told = (Announcement("start", at),)
    clock = Clock(started_at=at, announced=told)
    return Step(state._replace(phase=Phase.PLAY, clock=_aimed(state, clock)), told)


def fire(state: State, at: GameMs) -> Step[State]:
    """HUN-4.2: the warnings at their minutes; HUN-4.1: at the ninetieth the game is over."""
    clock = state.clock
    marks = state.facts.marks_ms
    if clock.marks == len(marks):
        return ended(state, at, "time")
    told = (Announcement(_warning(marks[clock.marks]), at),)
    clock = clock._replace(marks=clock.marks + 1, announced=clock.announced + told)
    return Step(state._replace(clock=_aimed(state, clock)), told)


def upcoming(state: State) -> tuple[Announcement, ...]:
    """HUN-4.1, HUN-4.2: what `fire` will tell if nothing is done."""
    clock, facts = state.clock, state.facts
    if clock.due is None or clock.started_at is None:
        return ()
    left = facts.marks_ms[clock.marks :]
    return (
        *(Announcement(_warning(mark), GameMs(clock.started_at + mark)) for mark in left),
        Announcement("end", GameMs(clock.started_at + facts.game_ms)),
    )


def ended(state: State, at: GameMs, reason: str) -> Step[State]:
    """HUN-4.1, HUN-4.4: the game ends; what is not paid now stays unpaid, sheets are counted."""
    told = (Announcement("end" if reason == "time" else "game-over", at),)
    clock = state.clock._replace(
        due=None, ended_at=at, end_reason=reason, announced=state.clock.announced + told
    )
    return Step(state._replace(phase=Phase.COUNT, clock=clock), told)


def end(state: State, action: End) -> Step[State]:
    """HUN-7: the official ends the running game before its time."""
    state = remarked(state, action.at, "end", None, action.reason)
    return ended(state, action.at, "judge")


def call_off(state: State, action: End) -> Step[State]:
    """HUN-7: a game that never began is called off and is void."""
    state = remarked(state, action.at, "end", None, action.reason)
    clock = state.clock._replace(ended_at=action.at, end_reason="judge")
    return Step(state._replace(phase=Phase.VOID, clock=clock))


def reset(state: State, action: Reset) -> Step[State] | Refusal:
    """HUN-4.1: a false start is void and the game begins anew; who was excluded stays excluded.

    What was remarked and ruled is kept, too: it is about people, not about this attempt. There is
    no small timer to be started again (HUN-4.3).
    """
    if action.what == "timer":
        return refused("HUN-4.3", "no_small_timer")
    fresh = opened(state.facts)
    people = tuple(_again(person) for person in state.people)
    active = tuple(
        seat
        for seat, person in zip(state.facts.numbers, people, strict=True)
        if not person.excluded
    )
    fresh = fresh._replace(
        phase=Phase.READY,
        attempt=state.attempt + 1,
        active=active,
        people=people,
        kept=fresh.kept._replace(remarks=state.kept.remarks),
    )
    return Step(remarked(fresh, action.at, "reset", None, action.reason))


def no_pause(state: State, action: Pause | Resume) -> Refusal:
    """HUN-4.3: the time cannot be interrupted and not be lengthened."""
    return refused("HUN-4.3", "no_pause")


def game_over(state: State) -> Refusal:
    """HUN-4.1, HUN-4.4: what comes too late, by the way in which the game ended."""
    rules = {"time": "HUN-4.1", "last_player": "HUN-4.4"}
    return refused(rules.get(state.clock.end_reason or "", "HUN-7"), "game_over")


def _warning(mark: GameMs) -> str:
    return f"warn-{mark // 60_000}"


def _again(person: Person) -> Person:
    if person.excluded:
        return person
    return Person(present=person.present, fouls=person.fouls, warnings=person.warnings)


def _aimed(state: State, clock: Clock) -> Clock:
    """The clock with its next mark, or its end."""
    marks = state.facts.marks_ms
    ahead = marks[clock.marks] if clock.marks < len(marks) else state.facts.game_ms
    return clock._replace(due=GameMs((clock.started_at or 0) + ahead))
