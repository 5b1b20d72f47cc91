"""A Matador game in a session: what an action tells is told at once."""

from __future__ import annotations

from kiosk.clock import GameClock
from kiosk.editions import Editions
from kiosk.session import Session
from rules.chain import Chain
from rules.history import History
from rules.kinds import Seat
from rules.matador.view import Phase
from rules.opening import parse_opening
from tests.journeys.matadorhands import opening

S = 1_000_000_000


class Paper:
    """Lines that are handed over, and kept."""

    def append(self, data: bytes, seat: Seat | None = None) -> None:
        """Nobody waits for them here."""


def test_closed_dice_are_heard_when_the_values_are_typed_though_they_fell_before() -> None:
    """A chime that is late is not played: who types the values slowly must not silence it."""
    opened = parse_opening(opening(2, playing_time=600))
    told: list[tuple[str, int]] = []
    history = History(opened, Editions().need("ramk-2017"))
    session = Session(
        history,
        Chain(),
        Paper(),
        GameClock(0),
        lambda one, now: told.append((one.id, now - one.at)),
    )
    session.act({"do": "roll", "seat": 1, "dice": [1, 2]}, 2 * S)
    session.advance(601 * S)
    session.advance(603 * S)
    session.act({"do": "thrown", "seat": 2}, 700 * S)
    session.act({"do": "roll", "seat": 2, "dice": [1, 2]}, 706 * S)
    assert told[0] == ("start", 0)
    assert told[-1] == ("dice-closed", 0)
    assert ("last-round", 1_000) in told
    assert session.view.phase is Phase.PLAY
    assert session.view.dice_closed
