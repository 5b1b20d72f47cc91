"""Who has the word, and for how long: speeches, the silenced, defences, final minutes."""

from __future__ import annotations

from rules.actions import Speech, Yield
from rules.kinds import GameMs, Refusal, Seat, Step
from rules.mafia.parts import Speaking
from rules.mafia.state import (
    State,
    by_book,
    gone,
    is_critical,
    is_silent,
    may_defend,
    refused,
    today,
    with_today,
)
from rules.mafia.view import Phase
from rules.order import following
from rules.timers import started


def speak(state: State, action: Speech) -> Step[State] | Refusal:
    """MAFN-DAY-1: a minute a day for everybody at the table; the host gives the word."""
    seat = action.seat
    refusal = gone(state, seat) or _out_of_order(state, seat)
    if refusal:
        return refusal
    if seat in today(state).spoke:
        return refused("MAFN-DAY-1", "has_spoken", ("seat", seat))
    return Step(_given(stopped(state), seat, _kind(state, seat), action.at))


def defend(state: State, action: Speech) -> Step[State] | Refusal:
    """MAF-P-7: each of the tied has 30 s; MAFN-DAY-3a: the silenced has none."""
    seat = action.seat
    refusal = gone(state, seat)
    if refusal:
        return refusal
    if seat not in state.tied or seat in state.defended:
        return refused("MAF-P-7", "no_defence", ("seat", seat))
    if not may_defend(state, seat):
        return refused(by_book(state, "MAFN-DAY-3a", "MAFA-GAME-7a"), "is_silent", ("seat", seat))
    state = stopped(state)._replace(defended=(*state.defended, seat))
    return Step(_given(state, seat, "defence", action.at))


def last_word(state: State, action: Speech) -> Step[State] | Refusal:
    """MAF-P-8: the final minute of who was voted out or killed, before anybody else speaks."""
    seat = action.seat
    if seat not in state.minutes:
        return refused("MAF-P-8", "minute_due", ("seat", state.minutes[0]))
    speaking = state.speaking
    if speaking is not None:
        if speaking.seat == seat:
            return refused("MAFN-DAY-1", "has_spoken", ("seat", seat))
        state = stopped(state)
    return Step(_given(state, seat, "minute", action.at))


def no_speech(state: State, action: Speech) -> Refusal:
    """MAFN-DAY-1: nobody has the word now."""
    return gone(state, action.seat) or refused("MAFN-DAY-1", "no_speech_now", ("seat", action.seat))


def not_speaking(state: State, action: Yield) -> Refusal:
    """MAFN-DAY-1: only who speaks can end his speech."""
    return refused("MAFN-DAY-1", "not_speaking", ("seat", action.seat))


def stopped(state: State) -> State:
    """Nobody speaks any more; a final minute that is broken off is over, too."""
    speaking = state.speaking
    if speaking is None:
        return state
    left = tuple(seat for seat in state.minutes if seat != speaking.seat)
    return state._replace(speaking=None, minutes=left)


def again(state: State, at: GameMs) -> Step[State] | Refusal:
    """The running small timer starts again."""
    speaking = state.speaking
    if speaking is None:
        return refused("MAFN-DAY-1", "no_small_timer")
    timer = started(state.facts.ms(speaking.kind), state.facts.marks(), at)
    return Step(state._replace(speaking=speaking._replace(timer=timer)))


def speakers(state: State) -> tuple[Seat, ...]:
    """MAF-P-3: who is still to speak today, in order."""
    if not state.days or not state.alive:
        return ()
    day = today(state)
    order = tuple(sorted(state.alive, key=lambda seat: (seat < day.first, seat)))
    return tuple(seat for seat in order if seat not in day.spoke)


def first_of_day(state: State) -> Seat:
    """MAF-P-3: seat 1, then the next at the table after the one who began yesterday."""
    if len(state.days) < 2:
        return state.alive[0]
    before = state.days[-2]
    return following(state.alive, before.spoke[0] if before.spoke else before.first)


def _out_of_order(state: State, seat: Seat) -> Refusal | None:
    if state.facts.choice("speaking_order") != "strict":
        return None
    order = speakers(state)
    if order and order[0] != seat and seat in order:
        return refused("MAF-P-3", "not_next", ("seat", order[0]))
    return None


def _kind(state: State, seat: Seat) -> str:
    """MAFN-DAY-3b, MAFN-DAY-3c, MAFA-GAME-7b: the silenced has 10 s, at four or three 30 s."""
    if not is_silent(state, seat):
        return "speech"
    return "critical" if is_critical(state) else "silent"


def _given(state: State, seat: Seat, kind: str, at: GameMs) -> State:
    timer = started(state.facts.ms(kind), state.facts.marks(), at)
    if state.phase is Phase.DAY:
        day = today(state)
        state = with_today(state, day._replace(spoke=(*day.spoke, seat)))
    return state._replace(speaking=Speaking(seat, kind, timer))
