"""The evening's own clock (RAMK-3.2): how long is played, when the last round begins, the end.

The club sets the playing time for each half-year; without one there is no clock. At 0:00 the round
that is being played is the last: when it is over the dice are closed, what is still due is settled,
and `next` or the first count ends the game.
"""

from __future__ import annotations

from collections.abc import Callable

from rules.actions import End, Pause, Reset, Resume, Start
from rules.kinds import Announcement, GameMs, Refusal, Seat, Step
from rules.matador.state import Clock, Person, State, Timeout, opened, refused, remarked
from rules.matador.view import Phase
from rules.order import following
from rules.timers import Timer, ahead, crossed, due, paused, resumed, started


def start(state: State, action: Start) -> Step[State] | Refusal:
    """RAMK-3.2: the organiser opens the evening; its clock runs, whoever rolls first."""
    if state.clock.started_at is not None:
        return refused("TABLE-START", "started_already")
    return begun(state, action.at)


def begun(state: State, at: GameMs) -> Step[State]:
    """The game begins: with `start`, else with the first dice."""
    facts, clock = state.facts, state.clock
    told = (Announcement("start", at),)
    evening = (
        started(facts.playing_time, facts.playing_time_left, at) if facts.playing_time else None
    )
    clock = clock._replace(started_at=at, evening=evening, announced=clock.announced + told)
    return Step(state._replace(phase=Phase.PLAY, clock=clock), told)


def deadline(state: State) -> GameMs | None:
    """The next mark, the end of the playing time, or of a time-out."""
    clock = state.clock
    if clock.ended_at is not None:
        return None
    first = due(clock.evening) if clock.evening and not clock.last_round else None
    timeout = clock.timeout
    second = due(timeout.timer) if timeout and not timeout.others else None
    if first is None or second is None:
        return first if second is None else second
    return min(first, second)


def fire(state: State, at: GameMs) -> Step[State]:
    """RAMK-9.26: the marks of a time-out; RAMK-3.2: those of the evening, and its end."""
    clock = state.clock
    timeout = clock.timeout
    if timeout and not timeout.others and due(timeout.timer) == at:
        timer, rest = crossed(timeout.timer)
        ran = timeout._replace(timer=timer, others=rest == 0)
        return _told(state, clock._replace(timeout=ran), timeout_word(rest), at)
    if clock.evening is None:
        raise ValueError(f"nothing is due at {at}")
    timer, rest = crossed(clock.evening)
    if rest:
        return _told(state, clock._replace(evening=timer), evening_word(rest), at)
    if not state.facts.full_round:
        return ended(state, at, "time")
    return _told(state, clock._replace(last_round=True), "last-round", at)


def upcoming(state: State) -> tuple[Announcement, ...]:
    """What `fire` will tell if nothing is done, in order."""
    clock, found = state.clock, []
    if clock.ended_at is not None:
        return ()
    if clock.timeout and not clock.timeout.others:
        found += _ahead(clock.timeout.timer, "timeout-end", timeout_word)
    if clock.evening and not clock.last_round:
        last = "last-round" if state.facts.full_round else "end"
        marks = _ahead(clock.evening, last, evening_word)
        if not state.facts.full_round and marks:  # the end takes a time-out with it
            found = [one for one in found if one.at <= marks[-1].at]
        found += marks
    return tuple(sorted(found, key=lambda one: one.at))


def timeout_word(rest: GameMs) -> str:
    """The announcement of so much left of a time-out."""
    return f"timeout-{rest // 1000}" if rest else "timeout-end"


def evening_word(rest: GameMs) -> str:
    """The announcement of so much left of the evening, in minutes."""
    return f"left-{rest // 60_000}"


def round_over(state: State, before: Seat, at: GameMs) -> Step[State]:
    """RAMK-3.2: the turn has passed on from `before`; with the round the last dice are over."""
    clock, turn = state.clock, state.turn
    if not clock.last_round or clock.closed or turn.seat is None or turn.first is None:
        return Step(state)
    first = turn.first if turn.first in state.active else following(state.active, turn.first)
    seat = before
    while True:
        seat = following(state.active, seat)
        if seat == first:
            return _told(state, clock._replace(closed=True, timeout=None), "dice-closed", at)
        if seat == turn.seat:
            return Step(state)


def ended(state: State, at: GameMs, reason: str) -> Step[State]:
    """RAMK-9.16: the game ends; sheets are counted where places still depend on wealth."""
    word = "end" if reason == "time" else "game-over"
    clock = state.clock._replace(timeout=None, ended_at=at, end_reason=reason)
    phase = Phase.SIGN if len(state.active) <= 1 else Phase.COUNT
    return _told(state._replace(phase=phase, ballot=None), clock, word, at)


def end(state: State, action: End) -> Step[State]:
    """RAMK-3.2: the table agrees to end the evening before its time."""
    state = remarked(state, action.at, "end", None, action.reason)
    return ended(state, action.at, "judge")


def call_off(state: State, action: End) -> Step[State]:
    """RAMK-3.2: a game of which nothing was entered never began; it is called off and is void."""
    if not _is_untouched(state):
        return end(state, action)
    state = remarked(state, action.at, "end", None, action.reason)
    clock = state.clock._replace(timeout=None, ended_at=action.at, end_reason="judge")
    return Step(state._replace(phase=Phase.VOID, clock=clock))


def reset(state: State, action: Reset) -> Step[State] | Refusal:
    """RAMK-9.26: the running time-out begins anew; or the whole game does.

    Who was excluded stays so, and what was remarked is kept: it is about people.
    """
    if action.what == "timer":
        return _timer_again(state, action.at)
    fresh = opened(state.facts)
    people = tuple(
        _again(person, new) for person, new in zip(state.people, fresh.people, strict=True)
    )
    active = tuple(
        seat
        for seat, person in zip(state.facts.numbers, people, strict=True)
        if not person.excluded
    )
    fresh = fresh._replace(
        attempt=state.attempt + 1,
        active=active,
        people=people,
        kept=fresh.kept._replace(remarks=state.kept.remarks),
    )
    return Step(remarked(fresh, action.at, "reset", None, action.reason))


def pause(state: State, action: Pause) -> Step[State] | Refusal:
    """RAMK-3.2: the meal of the final evening stops the clocks; the document does not forbid it."""
    clock = state.clock
    if clock.paused or deadline(state) is None:
        return refused("RAMK-3.2", "no_clock_runs")
    return Step(state._replace(clock=_turned(clock, paused, action.at)._replace(paused=True)))


def resume(state: State, action: Resume) -> Step[State] | Refusal:
    """RAMK-3.2: the clocks run on with what was left."""
    clock = state.clock
    if not clock.paused:
        return refused("RAMK-3.2", "no_clock_runs")
    return Step(state._replace(clock=_turned(clock, resumed, action.at)._replace(paused=False)))


def game_over(state: State) -> Refusal:
    """What comes too late: the evening is over (RAMK-3.2), or one player is left (RAMK-9.16)."""
    rule = "RAMK-9.16" if state.clock.end_reason == "last_player" else "RAMK-3.2"
    return refused(rule, "game_over")


def _is_untouched(state: State) -> bool:
    """Whether nothing of the game was entered: what is about people alone does not count."""
    fresh = opened(state.facts)
    kept = fresh.kept._replace(remarks=state.kept.remarks)
    turn = fresh.turn._replace(seat=state.turn.seat)
    return (
        (state.kept, state.turn, state.estate, state.dice) == (kept, turn, fresh.estate, fresh.dice)
        and not state.auctions
        and not state.offers
        and state.ballot is None
        and all(person.left in (None, "removed") for person in state.people)
    )


def _told(state: State, clock: Clock, word: str, at: GameMs) -> Step[State]:
    told = (Announcement(word, at),)
    return Step(state._replace(clock=clock._replace(announced=clock.announced + told)), told)


def _timer_again(state: State, at: GameMs) -> Step[State] | Refusal:
    timeout, facts = state.clock.timeout, state.facts
    if timeout is None or state.clock.paused:
        return refused("RAMK-9.26", "no_small_timer")
    again = Timeout(
        timeout.by, timeout.seat, timeout.rolled, started(facts.time_out, facts.time_out_left, at)
    )
    return Step(state._replace(clock=state.clock._replace(timeout=again)))


def _again(person: Person, new: Person) -> Person:
    if person.excluded:
        return person
    return new._replace(present=person.present, fouls=person.fouls, warnings=person.warnings)


def _turned(clock: Clock, turn: Callable[[Timer, GameMs], Timer], at: GameMs) -> Clock:
    """Both timers stopped, or let run on."""
    evening = turn(clock.evening, at) if clock.evening else None
    timeout = clock.timeout
    if timeout is not None:
        timeout = timeout._replace(timer=turn(timeout.timer, at))
    return clock._replace(evening=evening, timeout=timeout)


def _ahead(timer: Timer, last: str, word: Callable[[GameMs], str]) -> list[Announcement]:
    return [Announcement(word(rest) if rest else last, at) for at, rest in ahead(timer)]
