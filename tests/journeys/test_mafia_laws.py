"""Any hands at a Mafia table, in any order: it stays a table, and its record says what it shows."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kiosk.gestures import KEY_NAMES, Judge
from kiosk.inbox import Key, Touch
from rules.kinds import Audience
from rules.mafia.view import Phase
from rules.script import play
from tests.journeys.hall import MS, Hall, hall
from tests.journeys.mafiahands import edition_of
from tests.journeys.test_mafia import drive
from tests.journeys.test_mafia_pads import OPENING
from tests.rules.mafia.test_laws import check

HANDS = 160
WAITS_MS = (0, 5, 40, 160, 700, 1_100, 2_100, 12_000, 61_000)
DIGITS = [f"kp_{digit}" for digit in range(10)]


def hand(found: Hall, rng: Random) -> None:
    """One hand does something, anything."""
    now_ns = found.time.now_ns()
    match rng.randrange(10):
        case 0 | 1 | 2:
            drive(found, ["tap judge.next 80"])
        case 3:
            drive(found, [f"tap {rng.choice(list(Judge))} {rng.choice((60, 2_100, 5_100))}"])
        case 4 | 5:
            word = rng.choice(("press", "release", "press"))
            drive(found, [f"{word} seat{rng.randint(1, 10)}"])
        case 6 | 7:
            name = rng.choice(DIGITS if rng.random() < 0.6 else KEY_NAMES)
            for down in (True, False):
                found.app.inbox.put(Key(name, now_ns, down))
        case 8:
            x, y = rng.randrange(800), rng.randrange(480)
            for down in (True, False):
                found.app.inbox.put(Touch(x, y, now_ns, down))
        case 9:
            drive(found, [f"wait {rng.choice(WAITS_MS)}"])
    found.settle()
    found.until(now_ns + rng.choice(WAITS_MS[:6]) * MS)


@pytest.mark.slow
@pytest.mark.timeout(300)
@settings(
    max_examples=8,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(seed=st.integers(0, 2**32))
def test_whatever_hands_do_the_record_folds_to_what_the_table_shows(
    tmp_path_factory: pytest.TempPathFactory, seed: int
) -> None:
    rng, home = Random(seed), tmp_path_factory.mktemp("hands")
    aktau = {"edition": "mafia-aktau-2015", "options": {"seat_press_yields": True}}
    opening = {**OPENING, **(aktau if rng.random() < 0.5 else {})}
    with hall(home, opening) as found:
        drive(found, ["tap judge.next 80", "wait 500", "tap judge.yes 80", "wait 82000"])
        for _ in range(HANDS):
            hand(found, rng)
            game = found.host.game
            if game is None or not game.is_open:
                break
            check(game.session.history._state)
        shown, fault = found.host.game, found.host.stage._fault
        assert fault is None
        data = (home / "games" / "G1.jsonl").read_bytes()
        again = play(data, edition_of).history
        if shown is not None:
            again.advance(shown.session.history.now)  # what time alone did since the last action
            assert again.view(Audience.TABLE) == shown.session.view
            assert again.view(Audience.OFFICIAL) == shown.session.official_now()
        assert _ends_as_it_says(data, again)


def _ends_as_it_says(data: bytes, again: Any) -> bool:
    """A record that is sealed is closed, and no other."""
    sealed = "sealed" in json.loads(data.splitlines()[-1])
    closed = again.view(Audience.TABLE).phase in (Phase.CLOSED, Phase.VOID)
    return sealed is closed


def test_a_home_is_left_that_can_be_opened_again(tmp_path: Path) -> None:
    """Forty hands, the power is cut, forty more."""
    rng = Random(7)
    with hall(tmp_path, OPENING) as found:
        for _ in range(40):
            hand(found, rng)
        time = found.time
        before = found.host.game.session.view if found.host.game else None
    with hall(tmp_path, None, time) as again:
        again.until(time.now_ns() + 10 * MS)
        assert again.host.game is not None
        assert before is not None
        assert again.host.game.session.view.day == before.day
        for _ in range(40):
            hand(again, rng)
