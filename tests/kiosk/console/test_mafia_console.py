"""What the host's page has of a Mafia edition, without a browser."""

from __future__ import annotations

from typing import Any

import pytest

from kiosk.console import rendering
from kiosk.console.logbook import NOTHING
from kiosk.console.plain import plain
from kiosk.families.mafia import samples
from kiosk.families.mafia.console import CONSOLE
from rules.edition import parse_edition
from tests.rules.mafia.golden import EDITIONS, table


def facts() -> dict[str, Any]:
    """By day; seat 4 has two fouls, seat 3 has three."""
    return {
        "view": plain(samples.PLAIN), "phase": "day", "game": "G1", "table": "T4",
        "game_kind": "mafia", "signs": [], "remaining_s": None, "question": None, "notice": None,
        "happened": [], "now_ms": 0, "undoable": [], "looking": False, "standing": None,
    }  # fmt: skip


@pytest.mark.parametrize(("removes", "asked"), [(3, 2), (4, 1), (5, 0)])
def test_the_foul_that_removes_is_asked_about_as_the_edition_has_it(
    removes: int, asked: int
) -> None:
    """MAFN-GEN-4a, where a club has another number."""
    text = (EDITIONS / "mafia-nuances.toml").read_text(encoding="utf-8")
    own = text.replace("foul_removal = 4 ", f"foul_removal = {removes} ")
    history = table(parse_edition(own, "own.toml", lambda _: None))
    log = {**NOTHING, **CONSOLE.noted(history)}
    seats = rendering.parts(rendering.texts("en"), facts(), log)["seats"]
    assert seats.count("data-sure=") == asked


def test_a_record_that_cannot_be_read_leaves_the_page_whole() -> None:
    """Its lists are empty, and the fourth foul is the last."""
    made = rendering.parts(rendering.texts("en"), facts(), NOTHING)
    assert made["seats"].count("data-sure=") == 1
    assert "Nothing yet" in made["days"]
