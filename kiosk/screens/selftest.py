"""The self-test: what is being shown and what to do above, each thing with its mark below; at the
end what failed, and the remedy. The test picture shows edges, colours and the smallest letters.
"""

from __future__ import annotations

from typing import Final

import pygame

from kiosk.screens.brush import SIGN, Across, Brush, Type
from kiosk.screens.chrome import chrome
from kiosk.screens.frame import Frame, Line, Tested, TestedItem, line
from kiosk.screens.glyphs import cross, tick
from kiosk.screens.label import LabelLook, bar, label
from kiosk.screens.layout import plan
from kiosk.screens.part import Part, Picture
from kiosk.screens.text import Face
from kiosk.screens.theme import AMBER, BONE, DEED_GROUPS, INK, INKY, VERMILION, Colour, Grid
from rules.value import Value

TITLE: Final = Type(Face.BOLD, 6.6, 3.2)
PROMPT: Final = Type(Face.MEDIUM, 3.5, 2.3, lines=2)
NOW: Final = Type(Face.BOLD, 6.6, 2.6)
NAME: Final = Type(Face.MEDIUM, 2.6, 2.1)
FOUND: Final = Type(Face.BOLD, 3, 2.25)
REMEDY: Final = Type(Face.REGULAR, 2.7, 2.1, lines=2)
SMALLEST: Final = Type(Face.REGULAR, 2.25, 2)
ROWS: Final = 5
"""So many failures are told in words; the others are marked below them."""


class CellLook(Value):
    """State of one thing that is looked at."""

    name: Line
    ok: bool | None


def selftest(frame: Frame, grid: Grid) -> Picture:
    """The test as far as it has come."""
    shown = frame.tested
    if shown is None:
        raise ValueError("selftest: frame.tested = None; give what is tested")
    if shown.picture:
        return test_picture(shown, grid)
    place = plan(grid, 0)
    body = place.content.inflate(-grid.px(8), -grid.px(4))
    parts = [*_head(grid, body, shown), *chrome(frame, place, INKY)]
    top = body.top + grid.px(22)
    if shown.done:
        failed = [item for item in shown.items if item.ok is False]
        parts += _failures(grid, body, top, failed[:ROWS])
        top += grid.px(_row_units(grid)) * min(len(failed), ROWS)
    parts += _cells(grid, pygame.Rect(body.left, top, body.width, body.bottom - top), shown.items)
    return Picture(("selftest", shown.done), INKY, tuple(parts), _draw_ground)


def _draw_ground(brush: Brush, box: pygame.Rect, _: None) -> None:
    brush.fill(box, INKY.ground)


def _head(grid: Grid, body: pygame.Rect, shown: Tested) -> list[Part]:
    wide = body.width * 3 // 5 if shown.now is not None and not grid.portrait else body.width
    title = pygame.Rect(body.left, body.top, wide, grid.px(8))
    prompt = pygame.Rect(body.left, title.bottom + grid.px(1), body.width, grid.px(9))
    rule = pygame.Rect(body.left, body.top + grid.px(19.5), body.width, max(2, grid.px(0.25)))
    words: Line | None = shown.prompt
    if shown.done:
        failed = sum(item.ok is False for item in shown.items)
        words = line("kiosk.selftest.failed", count=failed)
        if not failed:
            words = line("kiosk.selftest.passed", count=len(shown.items))
    parts = [
        label("title", title, LabelLook(shown.title, TITLE, INKY.text, INKY.ground)),
        label("prompt", prompt, LabelLook(words or "", PROMPT, INKY.text, INKY.ground)),
        bar("rule", rule, INKY.line),
    ]
    if wide < body.width:
        now = pygame.Rect(title.right, body.top, body.right - title.right, grid.px(8))
        look = LabelLook(shown.now or "", NOW, AMBER, INKY.ground, Across.RIGHT)
        parts.append(label("now", now, look))
    return parts


def _row_units(grid: Grid) -> int:
    return 20 if grid.portrait else 10


def _failures(grid: Grid, body: pygame.Rect, top: int, failed: list[TestedItem]) -> list[Part]:
    """Name and finding beside each other where there is room, the remedy below."""
    parts = []
    for number, item in enumerate(failed):
        row = pygame.Rect(body.left, top + grid.px(_row_units(grid)) * number, body.width, 0)
        mark = pygame.Rect(row.left, row.top + grid.px(0.5), grid.px(3), grid.px(3))
        name = pygame.Rect(mark.right + grid.px(2), row.top, body.width // 5, grid.px(4))
        found = pygame.Rect(name.right, row.top, row.right - name.right, grid.px(4))
        if grid.portrait:
            name.width = row.right - name.left
            found = pygame.Rect(name.left, name.bottom, name.width, grid.px(7))
        remedy = pygame.Rect(name.left, found.bottom, row.right - name.left, 0)
        remedy.height = grid.px(8 if grid.portrait else 5)
        found_kind = FOUND.lined(2) if grid.portrait else FOUND
        parts += [
            Part(f"failed.{number}.mark", mark, None, _draw_cross),
            _words(f"failed.{number}", name, item.name, FOUND, INKY.text),
            _words(f"failed.{number}.found", found, item.found, found_kind, INKY.text),
            _words(f"failed.{number}.remedy", remedy, item.remedy, REMEDY, INKY.text2),
        ]
    return parts


def _words(name: str, box: pygame.Rect, text: Line | None, kind: Type, colour: Colour) -> Part:
    return label(name, box, LabelLook(text or "", kind, colour, INKY.ground))


def _draw_cross(brush: Brush, box: pygame.Rect, _: None) -> None:
    brush.glyph(cross, box, VERMILION, INKY.ground)


def _cells(grid: Grid, box: pygame.Rect, items: tuple[TestedItem, ...]) -> list[Part]:
    """As many columns as fit; what does not fit is left out from the front: it has passed."""
    wide = grid.px(24)
    high, gap = grid.px(4.5), grid.px(0.75)
    columns = max(1, (box.width + gap) // (wide + gap))
    rows = max(0, (box.height + gap) // (high + gap))
    shown = items[-columns * rows :] if rows else ()
    parts = []
    for number, item in enumerate(shown):
        row, column = divmod(number, columns)
        at = pygame.Rect(box.left + column * (wide + gap), box.top + row * (high + gap), wide, high)
        parts.append(Part(f"cell.{number}", at, CellLook(item.name, item.ok), _draw_cell))
    return parts


def _draw_cell(brush: Brush, box: pygame.Rect, look: CellLook) -> None:
    """Waited for: amber; passed: a tick; failed: a cross on a fault's colour."""
    field: Colour = INKY.card
    text = INKY.text
    if look.ok is None:
        field, text = AMBER, INK
    elif not look.ok:
        field, text = VERMILION, BONE
    brush.plate(box, 0.75, field, INKY.ground)
    side = brush.px(2.6)
    icon = pygame.Rect(box.left + brush.px(1), 0, side, side)
    icon.centery = box.centery
    if look.ok is not None:
        brush.glyph(tick if look.ok else cross, icon, text, field)
    room = pygame.Rect(icon.right + brush.px(1), box.top, 0, box.height)
    room.width = box.right - brush.px(0.75) - room.left
    brush.write(room, brush.say(look.name), NAME, text, field)


def test_picture(shown: Tested, grid: Grid) -> Picture:
    """A frame on the very edge, the colours that mean something, the smallest letters."""
    inner = pygame.Rect(0, 0, grid.width, grid.height).inflate(-grid.px(16), -grid.px(12))
    title = pygame.Rect(inner.left, inner.top, inner.width, grid.px(8))
    prompt = pygame.Rect(inner.left, inner.bottom - grid.px(9), inner.width, grid.px(9))
    smallest = pygame.Rect(inner.left, prompt.top - grid.px(5), inner.width, grid.px(4))
    colours = pygame.Rect(inner.left, title.bottom + grid.px(4), inner.width, 0)
    colours.height = smallest.top - grid.px(4) - colours.top
    middle = Across.MIDDLE
    parts = (
        label("title", title, LabelLook(shown.title, TITLE, BONE, INK, middle)),
        Part("colours", colours, None, _draw_colours),
        label(
            "smallest",
            smallest,
            LabelLook(Line("kiosk.selftest.screen.smallest"), SMALLEST, BONE, INK, middle),
        ),
        label("prompt", prompt, LabelLook(shown.prompt or "", PROMPT, BONE, INK, middle)),
    )
    return Picture("selftest picture", INKY, parts, _draw_edge)


def _draw_edge(brush: Brush, box: pygame.Rect, _: None) -> None:
    brush.fill(box, INK)
    pygame.draw.rect(brush.surface, BONE, box, 1)
    pygame.draw.rect(brush.surface, AMBER, box.inflate(-brush.px(4), -brush.px(4)), 1)
    corner = brush.px(6)
    for x in (box.left, box.right - corner):
        for y in (box.top, box.bottom - corner):
            brush.fill(pygame.Rect(x, y, corner, brush.px(0.5)), BONE)
            brush.fill(pygame.Rect(x, y, brush.px(0.5), corner), BONE)


def _draw_colours(brush: Brush, box: pygame.Rect, _: None) -> None:
    """The colours with a meaning, the deed groups with their letters, and a scale of grey."""
    rows = (
        [(BONE, INK, ""), (AMBER, INK, ""), (VERMILION, BONE, "")],
        [(*pair, letter) for letter, pair in DEED_GROUPS.items()],
        [((n * 17,) * 3, INK, "") for n in range(16)],
    )
    high = box.height // len(rows)
    for number, row in enumerate(rows):
        wide = box.width // len(row)
        for place, (field, text, letter) in enumerate(row):
            at = pygame.Rect(box.left + place * wide, box.top + number * high, wide, high)
            brush.fill(at, field)
            if letter:
                brush.write(at, letter, SIGN, text, field, Across.MIDDLE)
