"""Two games that differ only in what the official alone may know are one game to the table.

A whole table, put together as `kiosk run` does it, on simulated pins and virtual time: the same
presses, keys and dice at the same instants, but in one game claims and debts are entered, asked in
vain or taken back, and a console and a second display watch. Every picture, lamp, sound, answer of
`kiosk status` and report to the league, and its instant, is the same (HUN-9, HUN-G-RENT-NOPROMPT).
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pygame
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from kiosk.console.glass import Glass
from kiosk.console.second import SecondDisplay
from kiosk.gestures import KEY_NAMES
from kiosk.locale import Catalogue
from kiosk.screens.base import FONT_DIR
from tests.journeys.hall import MS, Seen, hall

OPENING = {
    "edition": "hun-2009", "season": "S1", "round": "Q1", "game": "G1", "table": "T1",
    "seats": [{"seat": n, "player": f"P{n:02}", "name": f"Player {n}"} for n in range(1, 5)],
}  # fmt: skip
LONGEST_MS = 1_500_000
"""No warning comes before: a warning's picture moves in real time, which no test can hold."""


class Elsewhere:
    """The window of the official's second display."""

    def flip(self) -> None:
        """Nobody at the table sees it."""


def second_display() -> SecondDisplay:
    surface = pygame.Surface((800, 480), depth=32)
    return SecondDisplay(Elsewhere(), Glass(surface, Catalogue(), "hu", FONT_DIR))


def seen(home: Path, acts: Sequence[Any], secrets: Mapping[int, Sequence[Any]]) -> list[Seen]:
    """Everything that anybody could notice of this game."""
    home.mkdir()
    with hall(home, OPENING) as found:
        if secrets:
            found.host.second = second_display()
        for place, act in enumerate(acts):
            at_ns = (place + 2) * 1_000 * MS
            for before_ms, secret in sorted(secrets.get(place, ()), key=lambda one: -one[0]):
                found.until(max(found.time.now_ns(), at_ns - before_ms * MS))
                found.private(secret)
            if secrets and place % 3 == 0:
                found.look()
            found.until(max(found.time.now_ns(), at_ns))
            if found.time.now_ns() < LONGEST_MS * MS:
                found.public(act)
            found.asked()
    return sorted(found.seen, key=lambda one: (one.at_ns, one.what))


SEATS = st.integers(1, 4)
DICE = st.tuples(st.integers(1, 6), st.integers(1, 6))
ENTRIES = (
    {"do": "foul", "seat": 3},
    {"do": "bankrupt", "seat": 2, "to": "bank"},
    {"do": "jail", "seat": 1},
    {"do": "end", "reason": "agreed"},
    {"do": "reset", "reason": "false start"},
    {"do": "count", "seat": 1, "cash": 5, "deeds": []},
    {"do": "roll", "seat": 4, "dice": [1, 1]},
)
"""What everybody is told of at once, though it is entered at the console."""
PUBLIC = st.one_of(
    st.tuples(st.just("dice"), DICE),
    st.tuples(st.just("press"), st.builds("seat{}".format, SEATS)),
    st.tuples(
        st.just("press"),
        st.sampled_from(
            ("judge.next", "judge.undo", "judge.yes", "judge.no", "judge.foul", "judge.confirm")
        ),
    ),
    st.tuples(st.just("key"), st.sampled_from(KEY_NAMES)),
    st.tuples(st.just("say"), st.sampled_from(ENTRIES)),
    st.tuples(st.just("wait"), st.sampled_from((30, 700, 4_500, 11_000, 61_000))),
)
SECRET = st.one_of(
    st.builds(lambda seat, of: {"do": "claim", "seat": seat, "from": of}, SEATS, SEATS),
    st.builds(
        lambda seat, to, amount: {"do": "owe", "seat": seat, "to": to, "amount": amount},
        SEATS, st.one_of(SEATS, st.just("bank")), st.integers(0, 2_000),
    ),
    st.builds(lambda seat, of: {"do": "demand", "seat": seat, "from": of}, SEATS, SEATS),
    st.just({"do": "undo"}),
)  # fmt: skip
BEFORE_MS = st.one_of(st.integers(0, 999), st.integers(980, 999), st.integers(0, 20))
"""So long before the next hand the official enters something: anywhere, and beside what expires."""
BEGUN = [("press", "judge.next"), ("dice", (1, 2)), ("dice", (3, 4))]
CLAIM = {"do": "claim", "seat": 4, "from": 2}
DEBT = {"do": "owe", "seat": 2, "to": 4, "amount": 164}


@pytest.fixture
def homes(tmp_path: Path) -> Callable[[], Path]:
    numbers = itertools.count()
    return lambda: tmp_path / str(next(numbers))


GAMES = st.lists(PUBLIC, min_size=2, max_size=14)
SECRETS = st.dictionaries(
    st.integers(0, 16),
    st.lists(st.tuples(BEFORE_MS, SECRET), min_size=1, max_size=3),
    min_size=1,
    max_size=6,
)
UNDO = ("press", "judge.undo")


@pytest.mark.slow
@pytest.mark.timeout(300)
@settings(
    max_examples=20,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(acts=GAMES, secrets=SECRETS)
@example(
    acts=[("press", "seat4"), UNDO, ("press", "judge.yes")],
    secrets={3: [(400, CLAIM), (400, DEBT)], 5: [(400, {"do": "undo"})]},
)
@example(acts=[UNDO, ("wait", 11_000), UNDO], secrets={3: [(400, DEBT)] * 7, 5: [(400, DEBT)] * 3})
@example(acts=[("wait", 700), UNDO, UNDO], secrets={3: [(400, DEBT)] * 101})
@example(  # dice that are half typed and dropped, with a debt entered meanwhile
    acts=[("key", "3"), ("key", "Escape"), ("wait", 700)], secrets={4: [(400, DEBT)]}
)
@example(  # the same, and the dice are another seat's
    acts=[*(("key", each) for each in "34"), ("key", "5"), ("key", "Enter")],
    secrets={4: [(400, DEBT)]},
)
@example(  # an entry while a question counts down: its seconds fall where they fall
    acts=[UNDO, ("wait", 11_000)], secrets={4: [(13, DEBT), (981, CLAIM)], 5: [(992, DEBT)]}
)
@example(  # an entry beside the end of a notice
    acts=[("dice", (1, 1)), ("press", "seat1"), ("say", {"do": "end", "reason": "agreed"}),
          ("press", "seat1"), UNDO, ("press", "seat1"), ("press", "seat1"), ("dice", (1, 1)),
          ("dice", (1, 1))],
    secrets={10: [(995, {"do": "claim", "seat": 1, "from": 1})]},
)  # fmt: skip
@example(  # a roll taken back takes a claim along, or none
    acts=[("dice", (5, 5)), ("press", "seat1"), UNDO, UNDO],
    secrets={
        3: [(400, {"do": "demand", "seat": 1, "from": 2})],
        4: [(400, CLAIM)],
        6: [(400, {"do": "undo"})],
    },
)
def test_games_that_differ_only_in_private_facts_are_the_same_to_everybody(
    homes: Callable[[], Path], acts: list[Any], secrets: dict[int, list[tuple[int, Any]]]
) -> None:
    played = [*BEGUN, *acts]
    plain_game = seen(homes(), played, {})
    assert seen(homes(), played, secrets) == plain_game


def test_what_this_watches_is_what_there_is_to_see(homes: Callable[[], Path]) -> None:
    """The same watch does tell two games apart that differ in what all may know."""
    first = seen(homes(), [*BEGUN, ("press", "seat3")], {})
    kinds = {one.what for one in first}
    assert kinds >= {"picture", "status", "live", "lamp1", "lamp3", "sound", "sound ahead"}
    for other in ([*BEGUN, ("press", "seat1")], [*BEGUN[:2], ("dice", (3, 5)), ("press", "seat3")]):
        assert seen(homes(), other, {}) != first
    foul = {3: [(400, {"do": "foul", "seat": 3})]}
    assert seen(homes(), [*BEGUN, ("press", "seat3")], foul) != first


def test_the_console_does_see_what_nobody_else_does(tmp_path: Path) -> None:
    with hall(tmp_path, OPENING) as found:
        for act in BEGUN:
            found.public(act)
        for secret in (CLAIM, DEBT):
            found.private(secret)
        facts = found.look()
        assert [(one.seat, one.of) for one in facts.view.official.claims] == [(4, 2)]
        done = [one.action.do for one in facts.happened if hasattr(one, "action")]
        assert done[-2:] == ["claim", "owe"]
        assert all(answer.accepted for answer in found.answers)
