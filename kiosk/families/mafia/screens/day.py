"""By day: who speaks and how long, who comes next, who stands for the vote, final minutes, dusk."""

from __future__ import annotations

from functools import partial
from typing import Final

from kiosk.families.mafia.screens.clocks import leaving, timer
from kiosk.families.mafia.screens.parts import (
    SAID,
    PlateLook,
    draw_plate,
    foot,
    great_parts,
    head,
    name_of,
    nominated,
    speaker_parts,
    titled,
)
from kiosk.screens.brush import Type
from kiosk.screens.cards import cards
from kiosk.screens.clock import clock, ruler, ruler_height, timer_ruler
from kiosk.screens.family import left_text
from kiosk.screens.frame import Frame, Line, line
from kiosk.screens.label import LabelLook, label
from kiosk.screens.layout import split
from kiosk.screens.part import Part, Picture
from kiosk.screens.ring import Inside, ring, ring_plan
from kiosk.screens.text import Face
from kiosk.screens.theme import DAY, Grid
from rules.mafia.view import MafiaView, Phase

POSTER: Final = Type(Face.BOLD, 15, 6, lines=2)
WIDE_LIST: Final = 5
"""From more nominees on they stand in two columns."""


def speaking(frame: Frame, grid: Grid) -> Picture:
    """MAFN-DAY-1, DAY-3b, DAY-3c: who has the word, and what is left of it."""
    view: MafiaView = frame.view
    speaker = view.speaker
    if speaker is None:
        raise ValueError("speaking: frame.view.speaker = None; give who speaks")
    place = ring_plan(frame, grid)
    inside = Inside(grid, place.table)
    ticking = partial(_ticking, grid, inside)
    parts = [
        *head(frame, inside, DAY, titled(view, speaker.kind)),
        *speaker_parts(inside, DAY, view, speaker.seat),
        *_clock(grid, inside, frame),
        _below(view, inside),
    ]
    return ring("speaking", frame, place, DAY, parts)._replace(ticking=ticking)


def _ticking(grid: Grid, inside: Inside, frame: Frame) -> list[Part]:
    """What moves with the clock: it, and the seconds on the card of who has to be gone."""
    gone = {f"card.{seat}" for seat in leaving(frame)}
    around = cards(frame, ring_plan(frame, grid), DAY)
    return [*_clock(grid, inside, frame), *(part for part in around if part.name in gone)]


def _clock(grid: Grid, inside: Inside, frame: Frame) -> list[Part]:
    """What is left, and the ruler."""
    running = timer(frame)
    if running is None:
        return []
    box = inside.row(42, 1)
    box.height = ruler_height(grid)
    left = left_text(running, frame.now_ms)
    figures = inside.right(8.5, 31, 0.66)
    return [
        *clock("clock", figures, left, DAY.text, DAY.table),
        ruler("ruler", box, timer_ruler(DAY, running, frame.now_ms)),
    ]


def _below(view: MafiaView, inside: Inside) -> Part:
    """The nominations; in a final minute what holds for it."""
    if view.phase not in (Phase.MORNING, Phase.MINUTES):
        return nominated(view, inside, DAY, 54)
    key = "gestures" if view.phase is Phase.MORNING and view.gestures_free else "minute"
    return foot(inside, DAY, Line(f"kiosk.mafia.day.{key}"))


def waiting(frame: Frame, grid: Grid) -> Picture:
    """Between two speeches: who has the word next."""
    view: MafiaView = frame.view
    if view.next_speaker is None:
        raise ValueError("waiting: frame.view.next_speaker = None; give who speaks next")
    place = ring_plan(frame, grid)
    inside = Inside(grid, place.table)
    silent = next((one.silent for one in view.seats if one.seat == view.next_speaker), False)
    what = Line("kiosk.mafia.day.silent_next" if silent else "kiosk.mafia.day.speaks_next")
    parts = [
        *head(frame, inside, DAY, titled(view, "speeches")),
        *great_parts(inside, DAY, view, view.next_speaker, what),
        nominated(view, inside, DAY, 54),
    ]
    return ring("waiting", frame, place, DAY, parts)


def minutes(frame: Frame, grid: Grid) -> Picture:
    """MORNING and MINUTES before the word is given: who leaves, and has a final minute."""
    view: MafiaView = frame.view
    place = ring_plan(frame, grid)
    inside = Inside(grid, place.table)
    morning = view.phase is Phase.MORNING
    parts = head(frame, inside, DAY, titled(view, "morning" if morning else "leaves"))
    if len(view.minutes) == 1:
        key = "killed" if morning else "voted_out"
        parts += great_parts(inside, DAY, view, view.minutes[0], Line(f"kiosk.mafia.day.{key}"))
    else:
        room = inside.row(12, 30)
        for box, seat in zip(split(room, len(view.minutes), grid.px(1)), view.minutes, strict=True):
            look = PlateLook(DAY, seat, name_of(view, seat), Line("kiosk.mafia.card.minute"))
            parts.append(Part(f"leaves.{seat}", box, look, draw_plate))
    parts.append(foot(inside, DAY, Line("kiosk.mafia.day.minute")))
    return ring(("minutes", len(view.minutes)), frame, place, DAY, parts)


def before_vote(frame: Frame, grid: Grid) -> Picture:
    """All have spoken: who stands for the vote, in its order; or why there is none."""
    view: MafiaView = frame.view
    place = ring_plan(frame, grid)
    inside = Inside(grid, place.table)
    parts = head(frame, inside, DAY, titled(view, "nominated"))
    if not view.nominations:
        said = LabelLook(Line("kiosk.mafia.day.nobody"), POSTER, DAY.text, DAY.table)
        parts.append(label("nobody", inside.row(14, 26), said))
    else:
        parts += _listed(view, grid, inside)
    parts.append(foot(inside, DAY, _then(view)))
    return ring(("before vote", len(view.nominations)), frame, place, DAY, parts)


def _listed(view: MafiaView, grid: Grid, inside: Inside) -> list[Part]:
    rows = view.nominations
    columns = 2 if len(rows) > WIDE_LIST else 1
    high = -(-len(rows) // columns)
    room = inside.row(10, min(40.0, high * 13.0))
    boxes = [
        box
        for column in split(room, columns, grid.px(1.5), along=True)
        for box in split(column, high, grid.px(1))
    ]
    return [
        Part(
            f"nominee.{one.whom}",
            box,
            PlateLook(
                DAY,
                one.whom,
                name_of(view, one.whom),
                line("kiosk.mafia.day.by", seat=str(one.by)) if columns == 1 else None,
            ),
            draw_plate,
        )
        for box, one in zip(boxes, rows, strict=False)
    ]


def _then(view: MafiaView) -> Line:
    """MAFN-VOTE-2, MAF-P-5: whether there is a vote now, and why not."""
    if view.no_vote:
        return Line("kiosk.mafia.day.no_vote")
    if not view.vote_due:
        return Line("kiosk.mafia.day.then_night")
    if len(view.nominations) == 1:
        return Line("kiosk.mafia.day.one")
    return Line("kiosk.mafia.day.then_vote")


def dusk(frame: Frame, grid: Grid) -> Picture:
    """DUSK: nothing is left of the day."""
    view: MafiaView = frame.view
    place = ring_plan(frame, grid)
    inside = Inside(grid, place.table)
    said = LabelLook(Line("kiosk.mafia.dusk.title"), POSTER, DAY.text, DAY.table)
    then = LabelLook(Line("kiosk.mafia.dusk.then"), SAID, DAY.text2, DAY.table)
    parts = [
        *head(frame, inside, DAY, titled(view, "over")),
        label("dusk", inside.row(13, 24), said),
        label("then", inside.row(39, 9), then),
    ]
    return ring("dusk", frame, place, DAY, parts)
