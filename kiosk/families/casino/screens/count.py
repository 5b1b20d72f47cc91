"""The count after the end: whose points are counted, whose machine is read, and the digits."""

from __future__ import annotations

from typing import Any, Final

import pygame

from kiosk.families import seated
from kiosk.families.casino.framing import Shown, shown_of
from kiosk.families.casino.screens import words
from kiosk.families.casino.sheet import criteria, has_sheet, is_done
from kiosk.locale import minutes_text
from kiosk.screens.brush import LABEL, Across, Brush, Type
from kiosk.screens.ending import Ending, ending, times_of
from kiosk.screens.frame import Frame, Line, line
from kiosk.screens.label import ButtonLook, LabelLook, label, touch
from kiosk.screens.layout import split
from kiosk.screens.pad import pad
from kiosk.screens.part import Part, Picture
from kiosk.screens.ring import Inside, ring, ring_plan
from kiosk.screens.targets import Yes
from kiosk.screens.text import Face
from kiosk.screens.theme import AMBER, CAS, Cloth, Grid
from rules.casino.view import CasinoView, SeatView
from rules.value import Value

ROW: Final = Type(Face.BOLD, 3.8, 2.25)
TOTAL: Final = Type(Face.BOLD, 4.2, 2.6)
WHO: Final = Type(Face.BOLD, 4.8, 2.6)
ASK: Final = Type(Face.MEDIUM, 3, 2.25)
TYPED: Final = Type(Face.BOLD, 9.5, 4)
WHY: Final = {
    "time": Line("kiosk.casino.why.time"),
    "hands": Line("kiosk.casino.why.hands"),
    "rounds": Line("kiosk.casino.why.rounds"),
    "levels": Line("kiosk.casino.why.levels"),
    "players": Line("kiosk.casino.why.players"),
    "last_player": Line("kiosk.casino.why.last_player"),
    "broken": Line("kiosk.casino.why.broken"),
    "reservations": Line("kiosk.casino.why.reservations"),
}


class CountedLook(Value):
    """State of a row: who, and what was counted of him."""

    cloth: Cloth
    who: str
    value: Line | str
    done: bool
    now: bool


def over(frame: Frame, grid: Grid) -> Picture:
    """COUNT, before anybody is counted: stripes where the time was over, else frames."""
    view: CasinoView = frame.view
    slots = view.type == "slots"
    timed = view.end_reason == "time"
    said = Ending(
        title=Line("kiosk.over.title" if timed else "kiosk.early.title"),
        played=_played(view),
        why=WHY.get(view.end_reason or "", Line("kiosk.early.judge")),
        then=Line("kiosk.casino.then_read" if slots else "kiosk.casino.then_count"),
        times=times_of(frame),
        striped=timed,
    )
    return ending("casino over", said, grid)


def _played(view: CasinoView) -> str | None:
    """How long it was, as the clock would have shown it."""
    if view.started_at is None or view.ended_at is None:
        return None
    return minutes_text((view.ended_at - view.started_at) // 1000)


def count(frame: Frame, grid: Grid) -> Picture:
    """COUNT and, for a correction, SIGN: the list at the left, the digits at the right."""
    view: CasinoView = frame.view
    place = ring_plan(frame, grid)
    inside = Inside(grid, place.table)
    slots = view.type == "slots"
    title = Line("kiosk.casino.reading" if slots else "kiosk.casino.counting")
    shown = shown_of(frame)
    share = 0.46 if shown.sheet is not None else 1
    look = LabelLook(title, LABEL.sized(4), CAS.text2, CAS.table, capitals=True)
    parts = [label("title", inside.left(1.8, 5.6, share), look)]
    parts += _list(view, shown, inside, grid, share)
    if shown.sheet is not None:
        parts += _entry(view, shown, inside, grid)
    return ring(("count", shown.sheet is None), frame, place, CAS, parts)


def _list(view: CasinoView, shown: Shown, inside: Inside, grid: Grid, share: float) -> list[Part]:
    seats = [seat for seat in view.seats if has_sheet(view, seat)]
    room = inside.left(8, inside.high - 18, share)
    parts = []
    for box, seat in zip(split(room, len(seats), 0), seats, strict=True):
        box.height = min(box.height, grid.px(6))
        now = shown.sheet is not None and shown.sheet.seat == seat.seat
        look = CountedLook(CAS, seated(seat), _counted(view, seat), is_done(view, seat), now)
        parts.append(Part(f"row.{seat.seat}", box, look, draw_counted))
    total = LabelLook(_total(view), TOTAL.sized(3.2), CAS.text2, CAS.table)
    low = inside.left(inside.high - 8.6, 7.4, share)
    return [
        *parts,
        label("total", low, LabelLook(total.text, total.kind.lined(2), CAS.text, CAS.table)),
    ]


def _counted(view: CasinoView, seat: SeatView) -> Line | str:
    if view.type != "slots":
        return line("kiosk.casino.amount", amount=seat.held) if seat.counted else "–"
    if seat.disputed:
        return Line("kiosk.casino.card.disputed")
    if seat.score is None:
        return "–"
    return seat.score


def _total(view: CasinoView) -> Line:
    """RAY-1-2: what is counted so far against what is in play; at machines how many are read."""
    seats = [seat for seat in view.seats if has_sheet(view, seat)]
    done = [seat for seat in seats if is_done(view, seat)]
    if view.type == "slots":
        return line("kiosk.casino.read_of", count=len(done), of=str(len(seats)))
    held = sum(seat.held for seat in done)
    return line("kiosk.casino.counted_of", points=held, of=view.points_in_play)


def _entry(view: CasinoView, shown: Shown, inside: Inside, grid: Grid) -> list[Part]:
    """Who, what is asked, the digits, the pad."""
    sheet = shown.sheet
    if sheet is None:
        return []
    seat = next(one for one in view.seats if one.seat == sheet.seat)
    names = criteria(view)
    whole = inside.right(2.4, inside.high - 4.4, 0.5)
    who = pygame.Rect(whole.left, whole.top, whole.width, grid.px(6))
    ask = pygame.Rect(whole.left, who.bottom, whole.width, grid.px(4))
    typed = pygame.Rect(whole.left, ask.bottom, whole.width, grid.px(9.5))
    keys = pygame.Rect(whole.left, typed.bottom + grid.px(1), whole.width, 0)
    keys.height = whole.bottom - keys.top
    asked = (shown.criterion, len(sheet.values) + 1, len(names), seat.disputed)
    parts = [
        label("who", who, LabelLook(seated(seat), WHO, AMBER, CAS.table)),
        Part("ask", ask, asked, draw_ask),
        label("typed", typed, LabelLook(_typed(sheet.typed), TYPED, CAS.text, CAS.table)),
    ]
    if names and sheet.typed:
        dot = pygame.Rect(0, 0, grid.px(grid.finger), grid.px(grid.finger))
        dot.midright = (typed.right, typed.centery)
        typed.width -= dot.width + grid.px(1)
        look = ButtonLook(CAS, Line("kiosk.format.decimal"), size=5, ground=CAS.table)
        parts.append(touch("point", dot, look, Yes()))
    return [*parts, *pad(keys, grid, CAS, CAS.table)]


def _typed(text: str) -> Line | str:
    if not text:
        return "_"
    return text if "." in text else line("kiosk.casino.amount", amount=int(text))


def draw_ask(brush: Brush, box: pygame.Rect, state: Any) -> None:
    """Points, or which criterion, and that it is the second reading."""
    criterion, number, of, disputed = state
    brush.fill(box, CAS.table)
    told = brush.texts.text("kiosk.casino.ask_points")
    if criterion:
        name = words.criterion(brush, criterion)
        told = (
            name
            if of < 2
            else brush.texts.text(
                "kiosk.casino.ask_criterion", name=name, number=str(number), of=str(of)
            )
        )
    if disputed:
        name = words.criterion(brush, criterion)
        again = brush.texts.text("kiosk.casino.second_reading")
        told = f"{again}: {name}"
    brush.write(box, told, ASK, CAS.text2, CAS.table)


def draw_counted(brush: Brush, box: pygame.Rect, look: CountedLook) -> None:
    """A row of the list."""
    cloth = look.cloth
    brush.fill(box, cloth.table)
    thick = max(1, brush.px(0.2))
    brush.fill(pygame.Rect(box.left, box.bottom - thick, box.width, thick), cloth.line)
    colour = AMBER if look.now else cloth.text if look.done else cloth.text2
    value = look.value if isinstance(look.value, str) else brush.say(look.value)
    if isinstance(look.value, str) and look.value != "–":
        value = words.number(brush, look.value)
    amount = pygame.Rect(0, box.top, box.width * 42 // 100, box.height - thick)
    amount.right = box.right
    brush.write(amount, value, ROW, colour, cloth.table, Across.RIGHT)
    name = pygame.Rect(box.left, box.top, amount.left - box.left - brush.px(1), amount.height)
    brush.write(name, look.who, ROW.lined(2), colour, cloth.table)
