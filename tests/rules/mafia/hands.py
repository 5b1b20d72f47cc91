"""A table of ten that plays by chance: mostly what the phase asks for, now and then anything."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from rules.history import History
from rules.kinds import Audience
from rules.mafia.view import MafiaView, Phase

Fields = dict[str, Any]
DECK = ["red"] * 6 + ["sheriff", "mafia", "mafia", "don"]


def deck(rng: Random) -> dict[int, str]:
    """Cards dealt by chance."""
    cards = list(DECK)
    rng.shuffle(cards)
    return dict(enumerate(cards, 1))


def game(rng: Random, history: History, most: int = 400, noise: int = 8) -> Iterator[Fields]:
    """Lines for this history, each made from what it says when the line is asked for."""
    at = 0
    for _ in range(most):
        view = history.view(Audience.OFFICIAL)
        if view.phase in (Phase.CLOSED, Phase.VOID):
            return
        fields = _anything(rng) if rng.randrange(100) < noise else _meant(rng, view)
        late = fields.pop("late", None)
        at = max(at + (rng.choice((0, 300, 900, 2500, 61_000)) if late is None else late), 0)
        yield {"t": at / 1000, **fields}


def _meant(rng: Random, view: MafiaView) -> Fields:
    return _BY_PHASE[view.phase](rng, view)


def _alive(view: MafiaView) -> list[int]:
    return [one.seat for one in view.seats if one.alive]


def _night(rng: Random, view: MafiaView) -> Fields:
    official = view.official
    if view.day == 0:
        return {"do": "day", "late": 90_000}
    anybody = [one.seat for one in view.seats]
    if official is None or not official.shot_entered:
        return {"do": "shot", "whom": rng.choice([*_alive(view), None])}
    if not official.don_entered and rng.random() < 0.8:
        return {"do": "don_check", "whom": rng.choice([*anybody, None]), "late": 3000}
    if not official.sheriff_entered and rng.random() < 0.8:
        return {"do": "sheriff_check", "whom": rng.choice([*anybody, None]), "late": 3000}
    return {"do": "day", "late": 45_000}


def _day(rng: Random, view: MafiaView) -> Fields:
    speaker = view.speaker
    if speaker is not None and rng.random() < 0.7:
        seat = speaker.seat
        return rng.choice(
            (
                {"do": "nominate", "seat": seat, "whom": rng.choice(_alive(view)), "late": 5000},
                {"do": "yield", "seat": seat, "late": 20_000},
                {"do": "withdraw", "seat": seat, "late": 1000},
                {"do": "foul", "seat": rng.choice(_alive(view)), "reason": "noise", "late": 500},
            )
        )
    return {"do": "next", "late": 2000}


def _vote(rng: Random, view: MafiaView) -> Fields:
    ballot = view.ballot
    if ballot is not None and ballot.open_until is not None and rng.random() < 0.8:
        word = rng.choice(("fist", "fist", "fist", "lift"))
        return {"do": word, "seat": rng.choice(_alive(view)), "late": rng.randrange(400)}
    if rng.random() < 0.3 and ballot is not None:
        votes: dict[str, list[int]] = {str(whom): [] for whom in ballot.candidates}
        for voter in _alive(view):
            votes[rng.choice(list(votes))].append(voter)
        return {"do": "tally", "votes": votes, "late": 500}
    return {"do": "next", "late": 2500}


def _lift(rng: Random, view: MafiaView) -> Fields:
    alive = _alive(view)
    return {"do": "lift_all", "seats": sorted(rng.sample(alive, rng.randrange(len(alive) + 1)))}


def _next(rng: Random, view: MafiaView) -> Fields:
    return {"do": "next", "late": rng.choice((500, 61_000))}


_BY_PHASE: dict[Phase, Callable[[Random, MafiaView], Fields]] = {
    Phase.SETUP: lambda rng, view: {"do": "night"},
    Phase.NIGHT: _night,
    Phase.MORNING: _next,
    Phase.DAY: _day,
    Phase.VOTE: _vote,
    Phase.VOTED: _next,
    Phase.CRASH: _next,
    Phase.LIFT: _lift,
    Phase.MINUTES: _next,
    Phase.DUSK: _next,
    Phase.OVER: lambda rng, view: {"do": "confirm"},
}


def _anything(rng: Random) -> Fields:
    seat, other = rng.randint(1, 10), rng.randint(1, 10)
    trio = sorted(rng.sample(range(1, 11), 3))
    return rng.choice(
        (
            {"do": "foul", "seat": seat, "reason": "noise"},
            {"do": "foul", "seat": seat, "reason": "noise"},
            {"do": "unfoul", "seat": seat},
            {"do": "warn", "seat": seat},
            {"do": "remove", "seat": seat, "reason": "tears"},
            {"do": "undo"},
            {"do": "undo"},
            {"do": "confirm"},
            {"do": "night"},
            {"do": "day"},
            {"do": "voting"},
            {"do": "revote"},
            {"do": "speech", "seat": seat},
            {"do": "yield", "seat": seat},
            {"do": "nominate", "seat": seat, "whom": other},
            {"do": "withdraw", "seat": seat},
            {"do": "fist", "seat": seat},
            {"do": "lift", "seat": seat},
            {"do": "tally", "votes": {str(seat): [other]}},
            {"do": "lift_all", "seats": trio},
            {"do": "shot", "whom": seat},
            {"do": "don_check", "whom": seat},
            {"do": "sheriff_check", "whom": None},
            {"do": "best_move", "seat": seat, "names": trio},
            {"do": "triple", "seat": seat, "names": trio},
            {"do": "award", "seat": seat, "what": "best_move"},
            {
                "do": "flag",
                "what": "two_sheriffs",
                "on": True,
                "seats": sorted({seat, seat % 10 + 1}),
            },
            {"do": "reset", "what": "timer"},
            {"do": "press", "seat": seat},
            {"do": "pause"},
            {"do": "wait"},
            {"do": "sign", "seat": seat},
        )
    )
