"""A deal, as a table: who has how much, and what each of the two ways would give."""

from __future__ import annotations

from typing import Final

import pygame

from kiosk.families.casino.deal import Part as Share
from kiosk.families.casino.framing import shown_of
from kiosk.screens.brush import LABEL, Across, Brush, Type
from kiosk.screens.frame import Frame, Line, line
from kiosk.screens.label import LabelLook, label
from kiosk.screens.layout import split
from kiosk.screens.part import Part, Picture, Spot
from kiosk.screens.ring import Inside, ring, ring_plan
from kiosk.screens.targets import OpenSheet
from kiosk.screens.text import Face
from kiosk.screens.theme import AMBER, CAS, Grid

ROW: Final = Type(Face.BOLD, 4.4, 2.25)
HEAD: Final = Type(Face.REGULAR, 2.7, 2.25)
WHY: Final = Type(Face.BOLD, 7, 3, lines=3)
NOTE: Final = Type(Face.MEDIUM, 2.9, 2.25)
COLUMN: Final = 0.21


def deal_page(frame: Frame, grid: Grid) -> Picture:
    """The page while it is read; a touch puts it away."""
    place = ring_plan(frame, grid)
    inside = Inside(grid, place.table)
    deal = shown_of(frame).deal
    title = LabelLook(
        Line("kiosk.casino.deal.title"), LABEL.sized(4), CAS.text, CAS.table, capitals=True
    )
    head = label("title", inside.row(1.8, 5.6), title)
    spot = (Spot(pygame.Rect(place.table), OpenSheet()),)
    parts = [Part(head.name, head.box, head.state, head.draw, spot)]
    if deal is None or not deal.parts:
        why = deal.why if deal is not None and deal.why is not None else Line("kiosk.casino.play")
        look = LabelLook(why, WHY, CAS.text, CAS.table)
        parts.append(label("why", inside.row(12, inside.high - 24), look))
        return ring(("deal", False), frame, place, CAS, parts)
    parts += _heads(inside)
    rows = split(inside.row(12, inside.high - 21), len(deal.parts), 0)
    for box, share in zip(rows, deal.parts, strict=True):
        box.height = min(box.height, grid.px(7))
        parts.append(Part(f"share.{share.seat}", box, share, draw_share))
    note = LabelLook(Line("kiosk.casino.deal.said"), NOTE, CAS.text2, CAS.table)
    parts.append(label("note", inside.row(inside.high - 7, 4.6), note))
    return ring(("deal", True), frame, place, CAS, parts)


def _cells(box: pygame.Rect) -> list[pygame.Rect]:
    """Name, points, by points, by ICM."""
    wide = round(box.width * COLUMN)
    first = pygame.Rect(box.left, box.top, box.width - 3 * wide, box.height)
    return [
        first,
        *(
            pygame.Rect(first.right + wide * number, box.top, wide, box.height)
            for number in range(3)
        ),
    ]


def _heads(inside: Inside) -> list[Part]:
    cells = _cells(inside.row(8, 3.6))[1:]
    words = ("kiosk.casino.deal.stack", "kiosk.casino.deal.points", "kiosk.casino.deal.icm")
    return [
        label(word, cell, LabelLook(Line(word), HEAD, CAS.text2, CAS.table, Across.RIGHT))
        for word, cell in zip(words, cells, strict=True)
    ]


def draw_share(brush: Brush, box: pygame.Rect, share: Share) -> None:
    """A row: the ICM's share in amber."""
    brush.fill(box, CAS.table)
    thick = max(1, brush.px(0.2))
    brush.fill(pygame.Rect(box.left, box.bottom - thick, box.width, thick), CAS.line)
    row = pygame.Rect(box.left, box.top, box.width, box.height - thick)
    kind = ROW.sized(min(4.4, row.height / brush.grid.u * 0.75))
    name, stack, by_points, by_icm = _cells(row)
    name.width -= brush.px(1)
    brush.write(name, f"{share.seat} · {share.name}", kind, CAS.text, CAS.table)
    texts = (
        (stack, line("kiosk.casino.amount", amount=share.stack), CAS.text2),
        (by_points, line("kiosk.casino.money", amount=share.by_points), CAS.text),
        (by_icm, line("kiosk.casino.money", amount=share.by_icm), AMBER),
    )
    for cell, said, colour in texts:
        brush.write(cell, brush.say(said), kind, colour, CAS.table, Across.RIGHT)
