"""Whole Matador evenings drawn state by state, and the book read at the table."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable

import pygame
import pytest

from kiosk.families.matador.own import Own
from kiosk.families.matador.samples import base_frame
from kiosk.locale import Catalogue
from kiosk.screens.base import Painter
from kiosk.screens.choose import choose
from kiosk.screens.frame import Frame, Line, Panel, Row
from rules.actions import parse_action
from rules.board import board_of
from rules.edition import parse_edition
from rules.history import History
from rules.kinds import Audience
from rules.opening import parse_opening
from rules.value import replace
from tests.kiosk.screens.conftest import ROOT, Canvas

Make = Callable[[tuple[int, int]], Canvas]


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280)])
@pytest.mark.parametrize("language", ["en", "da"])
def test_every_paragraph_of_the_book_can_be_read_at_the_table(
    canvas: Make, catalogue: Catalogue, size: tuple[int, int], language: str
) -> None:
    document = tomllib.loads((ROOT / "docs" / "rules" / "ramk-2017.toml").read_text("utf-8"))
    frame, cut = replace(base_frame(), language=language), []
    other = catalogue.texts("en" if language == "da" else "da")
    for rule in document["rules"]:
        key = f"rules.book.{rule['id']}"
        rows = (Row("", other.text(key)), Row("", Line(key)))
        said = Panel(Line("kiosk.menu.book"), rule["id"], rows=rows, left_s=30, of_s=30)
        texts = canvas(size).whole(replace(frame, panel=said))
        cut += [f"{rule['id']}: {drawn.text}" for drawn in texts if drawn.cut]
    assert cut == []


@pytest.mark.parametrize("script", ["ramk-evening", "ramk-final", "ramk-last-round"])
def test_a_whole_evening_is_drawn_state_by_state(
    canvas: Make, catalogue: Catalogue, script: str
) -> None:
    """Each state after the one before, on a small screen, as if painted from scratch."""
    lines = (ROOT / "tests" / "scenarios" / f"{script}.jsonl").read_text("utf-8").splitlines()
    opening = parse_opening(json.loads(lines[0])["open"])
    path = ROOT / "rules" / "editions" / "ramk-2017.toml"
    edition = parse_edition(path.read_text(encoding="utf-8"), path.name, lambda _: None)
    names = tuple((deed.code, deed.name) for deed in board_of(edition).deeds)
    history = History(opening, edition)
    surface = pygame.Surface((800, 480))
    painter = Painter(surface, catalogue)
    fresh, seen = canvas((800, 480)), set()
    for text in lines[1:]:
        history.apply(parse_action(json.loads(text), opening, history.family))
        view = history.view(Audience.TABLE)
        frame = Frame(
            view=view, kind="matador", now_ms=history.now, table="T1", edition="ramk-2017",
            language="da", wall_text="20:11", own=Own(names=names),
        )  # fmt: skip
        painter.draw(frame)
        cut = [drawn.text for drawn in fresh.whole(frame) if drawn.cut]
        assert cut == [], text
        assert pygame.image.tobytes(surface, "RGB") == fresh.pixels(), text
        seen.add(choose(frame).__name__)
    assert "play" in seen
    assert {"signing", "closed"} & seen
