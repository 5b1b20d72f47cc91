"""What a running table tells: `kiosk status`, where nothing is hidden, and its public state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from firmware_py.lamps import LampBoard
from kiosk import health
from kiosk.copychoice import CopyChoice
from kiosk.families import left_ms
from kiosk.game import Game
from kiosk.health import Health


class Delivery(Protocol):
    """The way to the league (uplink.py)."""

    def wake(self) -> None:
        """A record was sealed."""

    def live(self, state: Mapping[str, Any]) -> None:
        """The newest public state."""


def status(
    game: Game | None, facts: Health, lamps: LampBoard, now_ns: int, copies: CopyChoice
) -> dict[str, Any]:
    """`kiosk status`; `key_words` only while the league has not approved the table. `league`: the
    road to it; null where there is none. `spare`: the copy on a stick that the table asks about,
    while it plays nothing.
    """
    shown: dict[str, Any] = {"game": None, "phase": "idle", "remaining_s": None, "seats": []}
    shown["spare"] = copies.told()
    if game is not None:
        view, session = game.session.view, game.session
        shown = {
            "game": session.game,
            "phase": view.phase.value,
            "remaining_s": remaining_s(game, now_ns),
            "seats": [
                {
                    "seat": seat.seat,
                    "lamp": lamps.lit(seat.seat),
                    "recorded": session.recorded[seat.seat],
                    "fouls": seat.fouls,
                }
                for seat in view.seats
            ],
        }
    road = facts.road
    league = {"road": road.kind, "at": road.at, "others": list(road.others)} if road.kind else None
    shown |= {
        "signs": health.words(facts.signs()),
        "outbox": facts.outbox,
        "league": league,
    }
    return shown | ({"key_words": facts.key_words} if facts.key_words else {})


def live(game: Game | None, facts: Health, now_ns: int) -> dict[str, Any]:
    """What the league may show of this table: the public view, nothing else."""
    signs = health.words(facts.signs())
    if game is None:
        return {"game": None, "phase": "idle", "signs": signs}
    view, opening = game.session.view, game.session.history.opening
    board = getattr(game.family, "board", None)  # of families whose hall has one
    return {
        **({} if board is None else {"board": board(view)}),
        "game": opening.game,
        "season": opening.season,
        "round": opening.round,
        "edition": opening.edition,
        "phase": view.phase.value,
        "remaining_s": remaining_s(game, now_ns),
        "game_ms": game.session.game_ms(now_ns),
        "running": game.session.clock.held_ms is None,
        "seats": [
            {"seat": seat.seat, "name": seat.name, "mark": seat.mark.value} for seat in view.seats
        ],
        "signs": signs,
    }


def remaining_s(game: Game, now_ns: int) -> float | None:
    """What the main timer has left; None where it does not run."""
    left = left_ms(game.family, game.session.view, game.session.game_ms(now_ns))
    return None if left is None else left / 1000
