"""What happens by itself: marks and ends of speeches, the windows of a vote, the night's rhythm."""

from __future__ import annotations

from rules.actions import Yield
from rules.kinds import Announcement, GameMs, Refusal, Step
from rules.mafia.leaving import minute_over
from rules.mafia.state import State, refused, then, told
from rules.mafia.voting import window_closed
from rules.timers import ahead, crossed, due


def deadline(state: State) -> GameMs | None:
    """The next instant at which something happens by itself."""
    found = []
    if state.speaking is not None:
        found.append(due(state.speaking.timer))
    if state.ballot is not None:
        found.append(state.ballot.open_until)
    if state.rhythm:
        found.append(state.rhythm[0][0])
    return min((at for at in found if at is not None), default=None)


def fire(state: State, at: GameMs) -> Step[State]:
    """One thing that was due at `at`: a window first, then a speech, then the night."""
    if state.ballot is not None and state.ballot.open_until == at:
        return window_closed(state, at)
    speaking = state.speaking
    if speaking is not None and due(speaking.timer) == at:
        timer, rest = crossed(speaking.timer)
        if rest:
            state = state._replace(speaking=speaking._replace(timer=timer))
            return told(state, at, f"speech-{rest // 1000}")
        first = told(state, at, "speech-end")
        return then(first, speech_over(first.state, at))
    if not state.rhythm:
        raise ValueError(f"nothing is due at {at}")
    return told(state._replace(rhythm=state.rhythm[1:]), at, state.rhythm[0][1])


def upcoming(state: State) -> tuple[Announcement, ...]:
    """What `fire` will tell if nothing is done, in order, as far as it is known."""
    found = [Announcement(word, at) for at, word in state.rhythm]
    if state.speaking is not None:
        found += [
            Announcement(f"speech-{rest // 1000}" if rest else "speech-end", at)
            for at, rest in ahead(state.speaking.timer)
        ]
    ballot = state.ballot
    if ballot is not None and ballot.open_until is not None:
        found.append(Announcement(f"vote-close:{ballot.candidates[ballot.at]}", ballot.open_until))
    return tuple(sorted(found, key=lambda one: one.at))


def yield_(state: State, action: Yield) -> Step[State] | Refusal:
    """MAFN-DAY-1: the speaker says "pass" or "thank you"."""
    if state.speaking is None or state.speaking.seat != action.seat:
        return refused("MAFN-DAY-1", "not_speaking", ("seat", action.seat))
    return speech_over(state, action.at)


def speech_over(state: State, at: GameMs) -> Step[State]:
    """A speech has ended; with the last final minute the game may be decided."""
    speaking = state.speaking
    if speaking is None:
        return Step(state)
    if speaking.kind == "minute":
        return minute_over(state, speaking.seat, at)
    return Step(state._replace(speaking=None))
