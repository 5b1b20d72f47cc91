"""The master clock: start, levels and breaks, the time for rebuys, the playing time (RAY-1-3).

Every timer of a table is listed in `running`; a deadline is the next of them all, and `fire` deals
with one. Not here: what a hand or a round does (hands.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from rules import timers
from rules.actions import End, Halt, Reset, RunOn, Start
from rules.casino.ending import ended, is_last, met, settled_if_last, then
from rules.casino.state import (
    FREE,
    Ban,
    Clock,
    Person,
    Phase,
    State,
    Window,
    alive,
    opened,
    person_of,
    refused,
    remarked,
    told,
    with_person,
)
from rules.kinds import Announcement, GameMs, Refusal, Seat, Step
from rules.order import changed
from rules.timers import Timer

Key: TypeAlias = tuple[str, int, int]
"""Which timer: its word, the place of its seat, the number of its penalty."""


def start(state: State, action: Start) -> Step[State] | Refusal:
    """RAY-INTRO-3, RAY-INTRO-4: a public tournament starts when its instructions were notified.

    RAY-SNG-1: a sit'n'go starts by itself. Where no entry was entered, everybody of the opening
    has paid.
    """
    if state.facts.plan.type == "sitngo":
        return refused("RAY-SNG-1", "starts_by_itself")
    if state.facts.plan.must_notify:
        return refused("RAY-INTRO-3", "not_notified")
    if not any(person.entered for person in state.people):
        points = state.facts.plan.start_points
        seats = state.facts.opening.seats
        people = tuple(
            one if seat.player == FREE else one._replace(entered=True, held=points)
            for seat, one in zip(seats, state.people, strict=True)
        )
        state = state._replace(people=people)
    if len(alive(state)) < 2:
        return refused("RAY-1-1", "too_few_players")
    return begin(state, action.at)


def begin(state: State, at: GameMs) -> Step[State]:
    """RAY-1-2, RAY-STRUCT-1, RAY-SLOT-2: everybody has the same; the clocks run from here."""
    facts, plan = state.facts, state.facts.plan
    length = plan.machine_ms if facts.slots else plan.ends.ms
    clock = Clock(
        started_at=at,
        level=1,
        stage=_stage(state, 1, at),
        time=timers.started(length, facts.marks["time"], at) if length else None,
        window=Window.REBUY if plan.rebuy else Window.NONE,
    )
    if plan.rebuy and plan.rebuy.ms:
        clock = clock._replace(rebuy=timers.started(plan.rebuy.ms, facts.marks["rebuy"], at))
    people = state.people
    if plan.machine_ms:
        machine = timers.started(plan.machine_ms, (), at)
        people = tuple(one._replace(machine=machine if one.entered else None) for one in people)
    state = state._replace(phase=Phase.PLAY, clock=clock, people=people)
    return Step(*told(state, at, "start"))


def deadline(state: State) -> GameMs | None:
    """The next instant at which something happens by itself."""
    dues = [due for _, timer in running(state) if (due := timers.due(timer)) is not None]
    return min(dues, default=None)


def fire(state: State, at: GameMs) -> Step[State]:
    """RAY-STRUCT-1: the first timer that is due: a warning, or its end."""
    key, timer = next(found for found in running(state) if timers.due(found[1]) == at)
    timer, left = timers.crossed(timer)
    if left:
        return Step(*told(_with(state, key, timer), at, f"{_word(state, key)}-{left // 1000}"))
    state = _with(state, key, None)
    word, place, number = key
    if word == "penalty":
        return ban_over(state, place, number, at)
    if word == "machine":
        return _machine_over(state, at)
    return _OVER[word](state, at)


def upcoming(state: State) -> tuple[Announcement, ...]:
    """Warnings and ends that will come by themselves if nothing is done, up to the next level."""
    names = {"stage": "break-end" if state.clock.on_break else "", "penalty": "", "machine": ""}
    found = []
    for key, timer in running(state):
        for at, left in timers.ahead(timer):
            name = f"{_word(state, key)}-{left // 1000}" if left else names.get(key[0], "")
            if name:
                found.append(Announcement(name, at))
    return tuple(sorted(found, key=lambda one: one.at))


def running(state: State) -> Iterator[tuple[Key, Timer]]:
    """Every timer, the table's own first; at one instant the earlier one is dealt with first."""
    clock = state.clock
    for word in ("rebuy", "addon", "stage", "time"):
        timer = getattr(clock, word)
        if timer is not None:
            yield (word, 0, 0), timer
    for place, person in enumerate(state.people):
        if person.machine is not None:
            yield ("machine", place, 0), person.machine
        for number, ban in enumerate(person.bans):
            if ban.clock is not None and ban.over_at is None:
                yield ("penalty", place, number), ban.clock


def level_begun(state: State, at: GameMs) -> Step[State]:
    """RAY-STRUCT-1: the next level, announced by its number; the last one has no end."""
    number = state.clock.level + 1
    clock = state.clock._replace(level=number, on_break=False, stage=_stage(state, number, at))
    if state.clock.paused and clock.stage:
        clock = clock._replace(stage=timers.paused(clock.stage, at))
    return Step(*told(state._replace(clock=clock), at, f"level:{number}"))


def level_over(state: State, at: GameMs) -> Step[State]:
    """RAY-STRUCT-1: what follows a level: colour-up, the end of rebuys, the end, a break."""
    plan, number = state.facts.plan, state.clock.level
    step = Step(state)
    if number in plan.colour_up:
        step = Step(*told(state, at, f"colour-up:{plan.colour_up[number]}"))
    if plan.rebuy and plan.rebuy.levels == number:
        step = then(step, lambda after: rebuy_over(after, at))
    if plan.ends.levels == number:
        step = then(step, lambda after: met(after, at, "levels"))
    return then(step, partial(_after_level, at=at))


def rebuy_over(state: State, at: GameMs) -> Step[State]:
    """RAY-REBUY-4: the rebuy time's last round has ended; the add-on is open, or all is over."""
    plan = state.facts.plan
    if state.clock.window not in (Window.REBUY, Window.LAST_ROUND):
        return Step(state)
    clock = state.clock._replace(rebuy=None, window=Window.OVER)
    if plan.addon is None:
        step = Step(*told(state._replace(clock=clock), at, "rebuy-end"))
        return then(step, lambda after: settled_if_last(after, at))
    window = timers.started(plan.addon.ms, state.facts.marks["addon"], at)
    clock = clock._replace(window=Window.ADDON, addon=window if plan.addon.ms else None)
    return Step(*told(state._replace(clock=clock), at, "rebuy-end", "addon-open"))


def addon_over(state: State, at: GameMs) -> Step[State]:
    """RAY-REBUY-4, RAY-REBUY-5: nothing more can be bought; who has no points is out."""
    clock = state.clock._replace(addon=None, window=Window.OVER)
    step = Step(*told(state._replace(clock=clock), at, "addon-end"))
    return then(step, lambda after: settled_if_last(after, at))


def ban_over(state: State, place: int, number: int, at: GameMs) -> Step[State]:
    """RAY-OTHER-1, RAY-OTHER-2: the penalty is served, the seat comes back by itself."""
    person = state.people[place]
    ban = person.bans[number]._replace(over_at=at, clock=None, rounds_left=0)
    person = person._replace(bans=changed(person.bans, number, ban))
    state = state._replace(people=changed(state.people, place, person))
    return Step(*told(state, at, f"penalty-end:{state.facts.numbers[place]}"))


def pause(state: State, action: Halt) -> Step[State] | Refusal:
    """RAY-STRUCT-1: every clock of the table stands still together."""
    if state.clock.paused:
        return refused("TABLE-PAUSE", "paused_already")
    return Step(remarked(still(state, action.at), action.at, "pause", None, action.reason))


def resume(state: State, action: RunOn) -> Step[State] | Refusal:
    """RAY-STRUCT-1: every clock runs on with what was left."""
    if not state.clock.paused:
        return refused("TABLE-RESUME", "not_paused")
    if state.clock.hall and state.clock.hall.paused:
        return refused("RAY-STRUCT-1", "hall_paused")
    return Step(remarked(going(state, action.at), action.at, "resume", None, action.reason))


def still(state: State, at: GameMs) -> State:
    """Every clock stands from this instant on."""
    for key, timer in tuple(running(state)):
        state = _with(state, key, timers.paused(timer, at))
    return state._replace(clock=state.clock._replace(paused=True))


def going(state: State, at: GameMs) -> State:
    """Every clock runs on with what was left."""
    for key, timer in tuple(running(state)):
        if key[0] != "machine" or not state.people[key[1]].faulty:
            state = _with(state, key, timers.resumed(timer, at))
    return state._replace(clock=state.clock._replace(paused=False))


def end(state: State, action: End) -> Step[State]:
    """RAY-1-3: the official ends the running game."""
    return ended(remarked(state, action.at, "end", None, action.reason), action.at, "judge")


def call_off(state: State, action: End) -> Step[State]:
    """RAY-1-1: a tournament that never began is called off and is void."""
    state = remarked(state, action.at, "end", None, action.reason)
    clock = state.clock._replace(ended_at=action.at, end_reason="judge")
    return Step(state._replace(phase=Phase.VOID, clock=clock))


def reset(state: State, action: Reset) -> Step[State] | Refusal:
    """RAY-1-2: a false start is void; entries and remarks stay, everything else begins anew."""
    if action.what == "timer":
        return refused("RAY-STRUCT-1", "no_small_timer")
    fresh = opened(state.facts)
    points = state.facts.plan.start_points
    people = tuple(
        Person(
            present=one.present,
            entered=one.entered and not one.disqualified,
            held=points if one.entered and not one.disqualified else 0,
            fouls=one.fouls,
            warnings=one.warnings,
        )
        for one in state.people
    )
    if state.facts.plan.type == "sitngo":  # the table fills again, and starts by itself
        people = tuple(one._replace(entered=False, held=0) for one in people)
    fresh = fresh._replace(attempt=state.attempt + 1, people=people, remarks=state.remarks)
    return Step(remarked(fresh, action.at, "reset", None, action.reason))


def stage_of(state: State, number: int, at: GameMs, *, on_break: bool) -> Timer | None:
    """The clock of a level, or of the break after it."""
    if not on_break:
        return _stage(state, number, at)
    length = state.facts.plan.breaks.get(number)
    return timers.started(length, state.facts.marks["break"], at) if length else None


def _stage(state: State, number: int, at: GameMs) -> Timer | None:
    """The clock of a level; none for machines, nor where the structure does not say how long."""
    if state.facts.slots or number > len(state.levels) or not state.levels[number - 1].ms:
        return None
    return timers.started(state.levels[number - 1].ms, state.facts.marks["level"], at)


def _stage_over(state: State, at: GameMs) -> Step[State]:
    if not state.clock.on_break:
        return level_over(state, at)
    return break_over(state, at)


def break_over(state: State, at: GameMs) -> Step[State]:
    """RAY-STRUCT-1: the break is over and the next level begins."""
    step = Step(*told(state, at, "break-end"))
    return then(step, lambda after: level_begun(after, at))


def ends_more(state: State) -> bool:
    """RAY-1-3, RAY-REBUY-1: whether the game, or its time for rebuys, ends with this level, though
    no other one follows.
    """
    plan, number = state.facts.plan, state.clock.level
    rebuys = plan.rebuy is not None and plan.rebuy.levels == number
    return plan.ends.levels == number or (rebuys and state.clock.window is Window.REBUY)


def _after_level(state: State, at: GameMs) -> Step[State]:
    number = state.clock.level
    length = state.facts.plan.breaks.get(number)
    if length is not None:
        stage = stage_of(state, number, at, on_break=True)
        clock = state.clock._replace(on_break=True, stage=stage)
        return Step(*told(state._replace(clock=clock), at, "break"))
    if state.levels and number >= len(state.levels):
        return Step(state._replace(clock=state.clock._replace(stage=None)))
    return level_begun(state, at)


def _time_over(state: State, at: GameMs) -> Step[State]:
    """RAY-1-3: the time is over; where hands are counted, the one that is played is the last."""
    if state.facts.slots:  # every machine has its own end, with the time given back
        return Step(state)
    if state.clock.hands and state.facts.counted_last_hand and is_last(state, "time"):
        state = state._replace(clock=state.clock._replace(last_hand=True))
        return Step(*told(state, at, "last-hand"))
    return met(state, at, "time")


def _rebuy_time_over(state: State, at: GameMs) -> Step[State]:
    """RAY-REBUY-4: where rounds are counted, the one that is played is the last of the time."""
    if state.clock.rounds and state.facts.counted_last_round:
        clock = state.clock._replace(window=Window.LAST_ROUND)
        return Step(*told(state._replace(clock=clock), at, "rebuy-last"))
    return rebuy_over(state, at)


_OVER: Final = MappingProxyType(
    {
        "stage": _stage_over,
        "time": _time_over,
        "rebuy": _rebuy_time_over,
        "addon": addon_over,
    }
)


def _machine_over(state: State, at: GameMs) -> Step[State]:
    """RAY-SLOT-4: a machine's time is over; with the last of them the part is."""
    done = [
        place
        for place, person in enumerate(state.people)
        if person.machine and timers.due(person.machine) == at
    ]
    for place in done:
        state = _with(state, ("machine", place, 0), None)
    finished = [
        seat
        for seat, person in zip(state.facts.numbers, state.people, strict=True)
        if person.machine is None and person.playing and not person.used_up
    ]
    for seat in finished:
        state = with_person(state, seat, person_of(state, seat)._replace(used_up=True))
    return machines_done(state, at, tuple(finished), "time")


def machines_done(state: State, at: GameMs, finished: tuple[Seat, ...], reason: str) -> Step[State]:
    """RAY-SLOT-2, RAY-SLOT-7: the part ends with the last machine, by its time or reservations;
    before, each end is told.
    """
    if all(person.used_up for person in state.people if person.playing):
        return ended(state, at, reason)
    return Step(*told(state, at, *(f"machine-end:{seat}" for seat in finished)))


def _word(state: State, key: Key) -> str:
    """A timer's word in announcements."""
    if key[0] == "stage":
        return "break" if state.clock.on_break else "level"
    return key[0]


def _with(state: State, key: Key, timer: Timer | None) -> State:
    word, place, number = key
    if word in _OVER:
        change: dict[str, Any] = {word: timer}
        return state._replace(clock=state.clock._replace(**change))
    person = state.people[place]
    if word == "machine":
        person = person._replace(machine=timer)
    else:
        ban: Ban = person.bans[number]._replace(clock=timer)
        person = person._replace(bans=changed(person.bans, number, ban))
    return state._replace(people=changed(state.people, place, person))
