"""Simulated tables of a Mafia tournament: two games with their scores, and what each tells live."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from rules.actions import parse_action
from rules.edition import Edition
from rules.history import History
from rules.kinds import Audience
from rules.opening import parse_opening
from tests.league import games
from tests.league.desks import key_of
from tests.rules.mafia.golden import CARDS, read
from tests.scenarios.make_mafia import lines as red_wins
from tests.scenarios.make_mafia import speeches

KILLED = (4, 1, 3, 7)
"""Night after night in the game that the black team wins."""
POINTS: Mapping[str, Mapping[int, Fraction]] = {
    # S1: the Sheriff's three in a row, seat 4 killed first with two right, seat 7 the best.
    "red": {1: Fraction(5, 4), 2: Fraction(-2), 3: Fraction(5, 4), 4: Fraction(7, 4),
            5: Fraction(2), 6: Fraction(-1), 7: Fraction(3, 2), 8: Fraction(5, 4), 9: Fraction(-1),
            10: Fraction(5, 4)},
    # S2: three against three, a clean sweep; seat 4 killed first, two right.
    "black": {1: Fraction(-1), 2: Fraction(2), 3: Fraction(-1), 4: Fraction(-1, 2), 5: Fraction(-2),
              6: Fraction(5, 4), 7: Fraction(-1), 8: Fraction(-1), 9: Fraction(5, 4),
              10: Fraction(-1)},
}  # fmt: skip
"""What each seat's player gets; by the document, not by the league."""


def black_wins() -> Iterator[str]:
    """Nobody is nominated, a red one dies every night, three stand against three."""
    alive = list(range(1, 11))
    yield from ("@10 night", "@40 roles " + " ".join(CARDS[seat] for seat in alive), "@95 day")
    yield from speeches(*alive)
    yield "+1 warn 8 glasses"
    yield from ("+1 foul 10 talks", "+1 foul 10 gestures")
    for night, seat in enumerate(KILLED, 1):
        yield from ("+5 night", f"+5 shot {seat}", "+5 don_check 5", "+21 sheriff_check 6")
        yield "+20 day"
        if night == 1:
            yield f"+5 best_move {seat} 2,6,1"
        yield from (f"+5 speech {seat}", f"+50 yield {seat}")
        alive.remove(seat)
        if night < len(KILLED):
            first = next(one for one in [*alive, *alive] if one > night)
            at = alive.index(first)
            yield from speeches(*alive[at:], *alive[:at])
    yield "+5 confirm"


GAMES: Mapping[str, Callable[[], Iterator[str]]] = {"red": red_wins, "black": black_wins}
Look = Callable[[str, dict[str, Any]], None]


def play(opening: Mapping[str, Any], edition: Edition, winner: str, look: Look) -> bytes:
    """The sealed record of a drawn game; `look` sees what the table tells as each phase begins."""
    opened = parse_opening(dict(opening))
    history = History(opened, edition)
    lines: list[dict[str, Any]] = [{"open": dict(opening)}]
    phase = ""
    for line in GAMES[winner]():
        for fields in read(line, history.now / 1000):
            outcome = history.apply(parse_action(fields, opened, history.family))
            assert outcome.refusal is None, (line, outcome.refusal)
            lines.append(fields)
        told = live(history)
        if told["phase"] != phase:
            phase = told["phase"]
            look(line.split()[1] if line[0] in "@+" else line, told)
    return games.scripted(lines, key_of(opening["table"]))


def live(history: History) -> dict[str, Any]:
    """What a table tells the league of its game (kiosk/report.py), of the same view."""
    view, opening = history.view(Audience.TABLE), history.opening
    seats: Sequence[Any] = view.seats
    return {
        "game": opening.game,
        "season": opening.season,
        "round": opening.round,
        "edition": opening.edition,
        "phase": view.phase.value,
        "remaining_s": 30.0,
        "running": True,
        "seats": [{"seat": one.seat, "name": one.name, "mark": one.mark.value} for one in seats],
        "signs": [],
    }
