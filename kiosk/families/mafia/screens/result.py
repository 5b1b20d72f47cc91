"""The end: who has won and why, and only now roles and points. Then the same, closed."""

from __future__ import annotations

from typing import Final, NamedTuple

import pygame

from kiosk.families.mafia.screens.clocks import own_of
from kiosk.families.mafia.screens.glyphs import ROLES, WINNERS
from kiosk.families.mafia.screens.parts import name_of
from kiosk.screens.brush import Across, Brush, Down, Type
from kiosk.screens.chrome import chrome
from kiosk.screens.closed import DELIVERY
from kiosk.screens.frame import NOTHING, Frame, Line, line
from kiosk.screens.glyphs import disc_tick, strike
from kiosk.screens.holdbar import hold_bar
from kiosk.screens.label import LabelLook, label
from kiosk.screens.layout import plan, split
from kiosk.screens.part import Part, Picture
from kiosk.screens.text import Face
from kiosk.screens.theme import BONE, DAY, INK, VOTE, Cloth, Grid
from rules.kinds import Seat
from rules.mafia.view import MafiaView, Phase, SeatView
from rules.value import Value, replace

TITLE: Final = Type(Face.BOLD, 11.5, 4, lines=2)
WHY: Final = Type(Face.MEDIUM, 2.9, 2.25, lines=3)
MORE: Final = Type(Face.REGULAR, 2.6, 2.25, lines=2)
HEAD: Final = Type(Face.MEDIUM, 2.5, 2.25)
WHO: Final = Type(Face.BOLD, 4, 2.25)
ROLE: Final = Type(Face.MEDIUM, 3.1, 2.25)
EXIT: Final = Type(Face.REGULAR, 2.9, 2.25)
POINTS: Final = Type(Face.BOLD, 4.2, 2.25)
BLACK: Final = ("mafia", "don")
SHARES: Final = (("seat", 7), ("name", 26), ("mark", 5), ("role", 15), ("out", 20), ("fouls", 14),
                 ("points", 13))  # fmt: skip
"""Columns of a row and how wide they are to each other."""


class PanelLook(Value):
    """State of the panel that says who has won."""

    cloth: Cloth
    winner: str | None
    title: Line
    why: Line | None
    more: tuple[Line | str, ...]
    then: Line | None


class RowLook(Value):
    """State of a seat's row."""

    cloth: Cloth
    seat: Seat
    name: str
    role: str | None
    out: Line
    fouls: int
    bars: int
    points: int | None
    struck: bool
    signed: bool


class Boxes(NamedTuple):
    """The panel and the rows under their heads."""

    panel: pygame.Rect
    heads: pygame.Rect
    rows: pygame.Rect


def result(frame: Frame, grid: Grid) -> Picture:
    """OVER and CLOSED: the panel, a row for every seat."""
    view: MafiaView = frame.view
    place = plan(grid, 0)
    boxes = _boxes(grid, place.content)
    look = _panel(frame, view)
    parts = [Part("winner", boxes.panel, look, _draw_panel)]
    if frame.hold is not None:
        parts.append(_hold(frame, grid, boxes.panel, look.cloth))
    scored = any(seat.points is not None for seat in view.seats)
    parts += _heads(grid, boxes.heads, scored=scored)
    rows = split(boxes.rows, len(view.seats), 0)
    parts += [
        Part(f"row.{seat.seat}", box, _row(view, seat), _draw_row)
        for box, seat in zip(rows, view.seats, strict=True)
    ]
    return Picture(("result", look.cloth), DAY, (*parts, *chrome(frame, place, DAY)))


def _boxes(grid: Grid, content: pygame.Rect) -> Boxes:
    pad, high = grid.px(3), grid.px(4)
    if grid.portrait:
        panel = pygame.Rect(0, content.top, grid.width, grid.px(48))
        top, left = panel.bottom + grid.px(2), pad
    else:
        panel = pygame.Rect(0, content.top, grid.px(46 if grid.small else 48), content.height)
        top, left = content.top + grid.px(0.5), panel.right + pad
    heads = pygame.Rect(left, top, grid.width - pad - left, high)
    rows = pygame.Rect(heads.left, heads.bottom, heads.width, content.bottom - heads.bottom)
    return Boxes(panel, heads, rows)


def _panel(frame: Frame, view: MafiaView) -> PanelLook:
    winner = view.winner
    cloth = {"red": VOTE, "black": replace(VOTE, table=INK, text2=DAY.ground)}.get(
        winner or "", replace(VOTE, table=DAY.card, text=INK, text2=DAY.text2)
    )
    more: list[Line | str] = [line("kiosk.mafia.over.days", day=str(view.day))]
    if frame.started_text and frame.ended_text:
        more.append(f"{frame.started_text} – {frame.ended_text}")
    hosts = dict(view.officials).get("host", ())
    if hosts:
        more.append(line("kiosk.mafia.over.host", name=", ".join(hosts)))
    then: Line | None = own_of(frame).next
    if frame.hold is not None:
        then = None
    elif view.phase is Phase.CLOSED:
        then = Line(DELIVERY[frame.delivery])
    return PanelLook(
        cloth,
        winner,
        Line(f"kiosk.mafia.over.{winner or 'nobody'}"),
        Line(f"kiosk.mafia.end.{view.end_reason}") if view.end_reason else None,
        tuple(more),
        None if then == NOTHING else then,
    )


def _hold(frame: Frame, grid: Grid, panel: pygame.Rect, cloth: Cloth) -> Part:
    """Who holds his pad signs."""
    bar = pygame.Rect(panel.left + grid.px(3), 0, panel.width - grid.px(6), grid.px(7))
    bar.bottom = panel.bottom - grid.px(2)
    if grid.portrait:
        bar.left, bar.width = panel.centerx, panel.width // 2 - grid.px(3)
    return hold_bar("hold", bar, cloth, frame.hold, Line("kiosk.mafia.over.sign"))


def _draw_panel(brush: Brush, box: pygame.Rect, look: PanelLook) -> None:
    """The sign of the winners, the words, why, how long, what comes next."""
    cloth = look.cloth
    brush.fill(box, DAY.ground)
    wide = brush.grid.portrait
    corners = () if wide else (1, 2)
    brush.plate(box, 3, cloth.table, DAY.ground, corners=corners)
    left, width = box.left + brush.px(4), box.width - brush.px(7)
    side = brush.px(14)
    sign = pygame.Rect(left, box.top + brush.px(4), side, side)
    brush.glyph(WINNERS[look.winner], sign, cloth.text, cloth.table)
    title = pygame.Rect(left, sign.bottom + brush.px(2.5), width, brush.px(21))
    if wide:
        title = pygame.Rect(sign.right + brush.px(5), box.top + brush.px(3), 0, brush.px(20))
        title.width = box.right - brush.px(3) - title.left
    brush.write(title, brush.say(look.title).upper(), TITLE, cloth.text, cloth.table)
    top = title.bottom + brush.px(2)
    if look.why is not None:
        why = pygame.Rect(left, top, width, brush.px(9 if not wide else 5))
        brush.write(why, brush.say(look.why), WHY, cloth.text, cloth.table, down=Down.TOP)
        top = why.bottom
    for said in look.more:
        words = pygame.Rect(left, top, width, brush.px(3.6))
        text = said if isinstance(said, str) else brush.say(said)
        brush.write(words, text, MORE.lined(1), cloth.text2, cloth.table)
        top = words.bottom + brush.px(0.4)
    if look.then is not None:
        high = brush.px(8)
        then = pygame.Rect(left, box.bottom - high - brush.px(1), width, high)
        if wide:
            then = pygame.Rect(left, max(top, box.bottom - brush.px(5.5)), width, brush.px(4.5))
        brush.write(then, brush.say(look.then), WHY.lined(1 if wide else 2), cloth.text,
                    cloth.table)  # fmt: skip


def _row(view: MafiaView, seat: SeatView) -> RowLook:
    left = "disqualified" if seat.disqualified else seat.left or "played"
    return RowLook(
        DAY, seat.seat, name_of(view, seat.seat), seat.role, Line(f"kiosk.mafia.left.{left}"),
        seat.fouls, view.foul_removal, seat.points, seat.left is not None, seat.signed,
    )  # fmt: skip


def _columns(box: pygame.Rect) -> dict[str, pygame.Rect]:
    total = sum(share for _, share in SHARES)
    found, start = {}, 0
    for name, share in SHARES:
        left = box.left + box.width * start // total
        right = box.left + box.width * (start + share) // total
        found[name] = pygame.Rect(left, box.top, right - left, box.height)
        start += share
    return found


def _heads(grid: Grid, box: pygame.Rect, *, scored: bool) -> list[Part]:
    at = _columns(box.inflate(-2 * grid.px(1.2), 0))
    names = {"name": "player", "role": "role", "out": "out", "fouls": "fouls", "points": "points"}
    parts = []
    for column, word in names.items():
        if column == "points" and not scored:
            continue
        across = Across.RIGHT if column == "points" else Across.LEFT
        look = LabelLook(Line(f"kiosk.mafia.over.{word}"), HEAD, DAY.text2, DAY.ground, across)
        parts.append(label(f"head.{word}", at[column], look))
    return parts


def _draw_row(brush: Brush, box: pygame.Rect, look: RowLook) -> None:
    """Black rows are turned round; a line divides the others."""
    black = look.role in BLACK
    field, ink, soft = (INK, BONE, BONE) if black else (DAY.ground, DAY.text, DAY.text2)
    brush.fill(box, DAY.ground)
    if black:
        brush.plate(box.inflate(0, -brush.px(0.4)), 0.8, field, DAY.ground)
    else:
        thick = max(1, brush.px(0.2))
        brush.fill(pygame.Rect(box.left, box.bottom - thick, box.width, thick), DAY.line)
    at = _columns(box.inflate(-2 * brush.px(1.2), -2 * brush.px(0.7)))
    ink_box = brush.write(at["seat"], str(look.seat), WHO.sized(4.6), ink, field)
    if look.struck:
        side = ink_box.inflate(brush.px(1.6), brush.px(0.6)).clip(at["seat"])
        sketch = brush.glyphs.get(strike, side.size, soft, field).copy()
        sketch.set_colorkey(field)
        brush.surface.blit(sketch, side)
    name = at["name"].copy()
    name.width -= brush.px(1)
    if look.signed:
        disc = pygame.Rect(0, 0, brush.px(3.2), brush.px(3.2))
        disc.midright = name.midright
        brush.glyph(disc_tick, disc, ink, field)
        name.width = disc.left - brush.px(0.6) - name.left
    brush.write(name, look.name, WHO.lined(2), ink, field)
    mark = pygame.Rect(at["mark"].left, 0, brush.px(3), brush.px(3))
    mark.centery = box.centery
    brush.glyph(ROLES[look.role], mark, ink, field)
    role = brush.texts.text(f"kiosk.mafia.role.{look.role or 'unknown'}")
    brush.write(at["role"], role, ROLE, ink, field)
    out = at["out"].copy()
    out.width -= brush.px(1)
    brush.write(out, brush.say(look.out), EXIT, soft, field)
    _draw_fouls(brush, at["fouls"], look.fouls, look.bars, ink, field)
    if look.points is not None:
        words = brush.texts.hundredths(look.points)
        brush.write(at["points"], words, POINTS, ink, field, Across.RIGHT)


def _draw_fouls(
    brush: Brush, box: pygame.Rect, fouls: int, bars: int, ink: tuple[int, int, int],
    field: tuple[int, int, int],
) -> None:  # fmt: skip
    """A bar for each foul up to the one that removes: filled are given."""
    gap = brush.px(0.5)
    wide = (box.width - brush.px(2) - (bars - 1) * gap) // bars
    edge = max(1, brush.px(0.25))
    for index in range(bars):
        bar = pygame.Rect(box.left + index * (wide + gap), 0, wide, brush.px(1.7))
        bar.centery = box.centery
        brush.fill(bar, ink)
        if index >= fouls:
            brush.fill(bar.inflate(-2 * edge, -2 * edge), field)
