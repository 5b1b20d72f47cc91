"""What the host's one key does next, and how the screen says so. Pure, from the public view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from rules.kinds import Seat
from rules.mafia.view import MafiaView, Mark, Phase


class Next(NamedTuple):
    """`fields` None: the key has no action of its own now. The text is `kiosk.mafia.next.WORD`."""

    word: str
    fields: Mapping[str, Any] | None = None
    seat: Seat | None = None


NOTHING: Final = Next("nothing")


def following(view: MafiaView) -> Next:
    """What comes next; the words of the record are said out, so that an undo can name them."""
    match view.phase:
        case Phase.SETUP:
            return Next("first_night", {"do": "night"})
        case Phase.DAY:
            return _by_day(view)
        case Phase.MORNING | Phase.MINUTES:
            return _minutes(view)
        case Phase.VOTE:
            return _window(view)
        case Phase.VOTED:
            return Next("announce", {"do": "next"})
        case Phase.CRASH:
            return _crash(view)
        case Phase.DUSK:
            return Next("night", {"do": "night"})
        case Phase.OVER:
            return Next("confirm")
    return NOTHING


def _by_day(view: MafiaView) -> Next:
    speaker = view.next_speaker
    if speaker is not None:
        return Next("speech", {"do": "speech", "seat": speaker}, speaker)
    if view.speaker is not None:
        return _speech_end(view.speaker.seat)
    if not view.vote_due:
        return Next("night", {"do": "night"})
    word = "voting" if len(view.nominations) > 1 else "leaves"
    return Next(word, {"do": "voting"}, view.nominations[0].whom)


def _speech_end(seat: Seat) -> Next:
    """The last speech is ended first: no window opens, and no night falls, by surprise."""
    return Next("speech_end", {"do": "yield", "seat": seat}, seat)


def _minutes(view: MafiaView) -> Next:
    if view.speaker is None:
        seat = view.minutes[0]
        return Next("minute", {"do": "speech", "seat": seat}, seat)
    rest = tuple(seat for seat in view.minutes if seat != view.speaker.seat)
    if rest:
        return Next("minute", {"do": "next"}, rest[0])
    return Next("minute_end", {"do": "yield", "seat": view.speaker.seat}, view.speaker.seat)


def _window(view: MafiaView) -> Next:
    ballot = view.ballot
    if ballot is None or ballot.candidate is None:
        return NOTHING
    if ballot.open_until is not None:
        return Next("window", None, ballot.candidate)
    if ballot.last:
        return Next("count", {"do": "next"})
    following_one = ballot.candidates[ballot.candidates.index(ballot.candidate) + 1]
    return Next("candidate", {"do": "next"}, following_one)


def _crash(view: MafiaView) -> Next:
    if view.next_speaker is not None:
        seat = view.next_speaker
        return Next("defence", {"do": "speech", "seat": seat}, seat)
    if view.speaker is not None:
        return _speech_end(view.speaker.seat)
    if view.revote_cancelled:
        return Next("night", {"do": "night"})
    return Next("revote", {"do": "revote"})


def missing_of(view: MafiaView) -> tuple[Seat, ...]:
    """Who has not pressed yet in the roll call."""
    if view.phase is not Phase.SETUP:
        return ()
    return tuple(seat.seat for seat in view.seats if seat.mark is Mark.WAITING)
