"""Roll call: a name appears, that player presses his pad; what is to be handed in stands below."""

from __future__ import annotations

from typing import Final

from kiosk.families.mafia.screens.cards import cards
from kiosk.families.mafia.screens.parts import SAID, head
from kiosk.screens.brush import Across, Type
from kiosk.screens.frame import Frame, Line, Mode, line
from kiosk.screens.label import LabelLook, label
from kiosk.screens.part import Part, Picture
from kiosk.screens.ring import Inside, ring, ring_plan
from kiosk.screens.setup import COUNT, THEN, WHO, BarsLook, draw_bars
from kiosk.screens.text import Face
from kiosk.screens.theme import DAY, Grid
from rules.mafia.view import MafiaView

CHECKS: Final = ("phones", "watches", "masks")
"""MAFN-GEN-7, MAFN-GEN-15, MAFA-MAIN-5: handed in or taken off before the night."""
CHECK: Final = Type(Face.REGULAR, 3.2, 2.25)


def roll_call(frame: Frame, grid: Grid) -> Picture:
    """SETUP: one name very large, the check-list, progress as bars."""
    view: MafiaView = frame.view
    place = ring_plan(frame, grid)
    inside = Inside(grid, place.table)
    seats = cards(frame)
    whom = next((card for card in seats if card.mode is Mode.NOW), None)
    name: Line | str = Line("kiosk.mafia.setup.all") if whom is None else whom.name
    ask = Line("kiosk.mafia.setup.night")
    if whom is not None:
        ask = line("kiosk.mafia.setup.ask", seat=str(whom.seat))
    parts = head(frame, inside, DAY, Line("kiosk.mafia.head.setup"))
    parts.append(label("name", inside.row(9, 17), LabelLook(name, WHO.sized(19), DAY.text,
                                                            DAY.table)))  # fmt: skip
    parts.append(label("ask", inside.row(26.5, 5.5), LabelLook(ask, SAID.sized(4), DAY.text,
                                                               DAY.table)))  # fmt: skip
    for number, check in enumerate(CHECKS):
        look = LabelLook(Line(f"kiosk.mafia.setup.{check}"), CHECK, DAY.text2, DAY.table)
        parts.append(label(f"check.{check}", inside.row(33.5 + 4.4 * number, 4.2), look))
    bars = tuple(2 if card.ticked else 1 if card.mode is Mode.NOW else 0 for card in seats)
    parts.append(Part("bars", inside.row(49, 2.8), BarsLook(DAY, bars), draw_bars))
    parts += _foot(view, inside, sum(card.ticked for card in seats))
    return ring("roll call", frame, place, DAY, parts)


def _foot(view: MafiaView, inside: Inside, here: int) -> list[Part]:
    total = line("kiosk.setup.here", count=here, of=str(len(view.seats)))
    parts = [label("count", inside.left(53.5, 5, 0.45), LabelLook(total, COUNT, DAY.text,
                                                                  DAY.table))]  # fmt: skip
    if view.attempt > 1:
        note = line("kiosk.setup.attempt", attempt=str(view.attempt))
        look = LabelLook(note, THEN, DAY.text2, DAY.table, Across.RIGHT)
        parts.append(label("attempt", inside.right(53.5, 5, 0.55), look))
    return parts
