"""The hall's board on a table's screen: level, clock, stakes, players, average, prizes, next break.

Of the whole tournament, as the league tells it: the same as on the hall's own page. A table shows
it in a break, while it has no game, and when somebody asks for it.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import pygame

from kiosk.hallboard import HallBoard
from kiosk.locale import minutes_text
from kiosk.screens.brush import LABEL, Across, Brush, Type
from kiosk.screens.chrome import chrome
from kiosk.screens.clock import clock
from kiosk.screens.frame import Frame, Line, line
from kiosk.screens.label import LabelLook, bar, counting, draw_label, label
from kiosk.screens.layout import plan
from kiosk.screens.part import Part, Picture, Spot
from kiosk.screens.targets import OpenSheet
from kiosk.screens.text import Face
from kiosk.screens.theme import AMBER, CAS, INK, PAPER, Cloth, Grid

TITLE: Final = Type(Face.BOLD, 6, 3.4, tracking=0.6)
NAME: Final = Type(Face.MEDIUM, 3.4, 2.25)
STAKES: Final = Type(Face.BOLD, 12, 5)
ANTE: Final = Type(Face.BOLD, 5, 3)
VALUE: Final = Type(Face.BOLD, 6.4, 3.2)
NOTE: Final = Type(Face.REGULAR, 2.7, 2.25)
MONEY: Final = Type(Face.BOLD, 5, 2.6, lines=2)
WORD: Final = Type(Face.BOLD, 14, 6, lines=2)
NO_BREAK: Final = "\u00a0"


class Money(NamedTuple):
    """State of the line of prizes: amounts, or shares while there are none."""

    cloth: Cloth
    amounts: tuple[int, ...]
    shares: tuple[str, ...]


def hall(frame: Frame, grid: Grid) -> Picture:
    """The board fills the screen."""
    board = _of(frame)
    cloth = PAPER if board.on_break else CAS
    place = plan(grid, 0)
    box = place.content.inflate(-2 * grid.px(4), -2 * grid.px(2))
    rows = _rows(box, grid)
    still = [*_head(board, rows[0], cloth), *_stakes(board, rows[1], grid, cloth)]
    still += [bar("rule", _rule(rows[2], grid), cloth.line)]
    still += [
        *_columns(board, rows[2], grid, cloth),
        bar("rule2", _rule(rows[3], grid), cloth.line),
    ]
    still += _money(board, rows[3], grid, cloth)
    still += chrome(frame, place, cloth)

    def ticking(now: Frame) -> list[Part]:
        return [
            *_clock(now, board, rows[1], grid, cloth),
            *_break(now, board, rows[2], grid, cloth),
        ]

    name = ("hall", board.on_break, board.last_hand, board.average is None, bool(board.together))
    picture = Picture(name, cloth, (*still, *ticking(frame)), _ground, cloth.table)
    return picture._replace(ticking=ticking)


def _of(frame: Frame) -> HallBoard:
    return frame.hall if isinstance(frame.hall, HallBoard) else HallBoard()


def _ground(brush: Brush, box: pygame.Rect, look: Any) -> None:
    brush.fill(box, look)


def _rows(box: pygame.Rect, grid: Grid) -> list[pygame.Rect]:
    """Head, clock and stakes, figures, prizes."""
    parts = (10, 34, 40, 16) if grid.portrait else (14, 42, 26, 18)
    rows, top = [], box.top
    for part in parts:
        high = box.height * part // 100
        rows.append(pygame.Rect(box.left, top, box.width, high))
        top += high
    return rows


def _rule(row: pygame.Rect, grid: Grid) -> pygame.Rect:
    return pygame.Rect(row.left, row.top, row.width, max(2, grid.px(0.25)))


def _head(board: HallBoard, row: pygame.Rect, cloth: Cloth) -> list[Part]:
    said: Line | str = board.name
    if board.on_break:
        said = Line("kiosk.casino.break")
    elif board.level is not None:
        said = line("kiosk.casino.level", number=str(board.level))
    wide = row.width * 55 // 100
    title = pygame.Rect(row.left, row.top, wide, row.height)
    aside = pygame.Rect(row.left + wide, row.top, row.width - wide, row.height)
    note: Line | str = board.name
    if board.together:
        note = line("kiosk.hall.together", hand=str(board.together))
        if board.waits:
            note = line("kiosk.hall.waits", tables=", ".join(board.waits))
    elif board.paused:
        note = Line("kiosk.casino.paused")
    loud = bool(board.together) or board.paused
    colour = (AMBER if cloth is CAS else INK) if loud else cloth.text2
    return [
        label("title", title, LabelLook(said, TITLE, cloth.text, cloth.table, capitals=True)),
        label("name", aside, LabelLook(note, NAME, colour, cloth.table, Across.RIGHT)),
    ]


def _halves(row: pygame.Rect, grid: Grid) -> tuple[pygame.Rect, pygame.Rect]:
    """The clock's part and the stakes' part."""
    if grid.portrait:
        high = row.height * 58 // 100
        upper = pygame.Rect(row.left, row.top, row.width, high)
        return upper, pygame.Rect(row.left, row.top + high, row.width, row.height - high)
    wide = row.width * 54 // 100
    left = pygame.Rect(row.left, row.top, wide, row.height)
    return left, pygame.Rect(row.left + wide, row.top, row.width - wide, row.height)


def _clock(
    frame: Frame, board: HallBoard, row: pygame.Rect, grid: Grid, cloth: Cloth
) -> list[Part]:
    box = _halves(row, grid)[0]
    left = board.left_at(frame.now_ms)
    if board.last_hand or left is None:
        said = Line("kiosk.casino.last_hand" if board.last_hand else "kiosk.casino.open_end")
        return [label("words", box, LabelLook(said, WORD, cloth.text, cloth.table))]
    inner = box.inflate(-grid.px(2), -grid.px(4))
    inner.left = box.left
    return clock("clock", inner, _time(left), cloth.text, cloth.table)


def _stakes(board: HallBoard, row: pygame.Rect, grid: Grid, cloth: Cloth) -> list[Part]:
    """The stakes now; in a break those that come."""
    box = _halves(row, grid)[1]
    numbers = board.next_stakes if board.on_break else board.stakes
    if not numbers:
        return []
    across = Across.LEFT if grid.portrait else Across.RIGHT
    loud = AMBER if cloth is CAS else INK
    kind = STAKES.sized(9) if grid.portrait else STAKES
    high = box.height
    head = pygame.Rect(box.left, box.top + high * 4 // 100, box.width, high * 20 // 100)
    main = pygame.Rect(box.left, head.bottom, box.width, high * 48 // 100)
    low = pygame.Rect(box.left, main.bottom, box.width, high * 24 // 100)
    said = Line("kiosk.casino.next" if board.on_break else "kiosk.hall.stakes")
    parts = [
        label("stakes.head", head, LabelLook(said, NAME, cloth.text2, cloth.table, across)),
        label("stakes", main, LabelLook(_blinds(numbers), kind, loud, cloth.table, across)),
    ]
    if len(numbers) > 2:
        ante = line("kiosk.casino.ante", ante=numbers[2])
        parts.append(label("ante", low, LabelLook(ante, ANTE, loud, cloth.table, across)))
    return parts


def _cell(row: pygame.Rect, grid: Grid, number: int) -> pygame.Rect:
    """Four in a row; in portrait two rows of two."""
    columns = 2 if grid.portrait else 4
    high = row.height * columns // 4 if grid.portrait else row.height
    wide = row.width // columns
    across, down = number % columns, number // columns
    return pygame.Rect(row.left + across * wide, row.top + down * high, wide - grid.px(2), high)


def _figure(
    name: str, cell: pygame.Rect, head: Line, value: Line | str, note: Line | str, cloth: Cloth
) -> list[Part]:
    high = cell.height
    top = pygame.Rect(cell.left, cell.top + high * 12 // 100, cell.width, high * 22 // 100)
    main = pygame.Rect(cell.left, top.bottom, cell.width, high * 40 // 100)
    low = pygame.Rect(cell.left, main.bottom, cell.width, high * 22 // 100)
    return [
        label(f"{name}.head", top, LabelLook(head, NOTE, cloth.text2, cloth.table)),
        counting(f"{name}.value", main, LabelLook(value, VALUE, cloth.text, cloth.table)),
        label(f"{name}.note", low, LabelLook(note, NOTE, cloth.text2, cloth.table)),
    ]


def _columns(board: HallBoard, row: pygame.Rect, grid: Grid, cloth: Cloth) -> list[Part]:
    """What is next (in a break: how many tables play), players, the average stack."""
    said: Line | str = _blinds(board.next_stakes) if board.next_stakes else "–"
    note: Line | str = ""
    if len(board.next_stakes) > 2:
        note = line("kiosk.casino.ante", ante=board.next_stakes[2])
    head = Line("kiosk.casino.next")
    if board.on_break:
        head, said, note = Line("kiosk.hall.tables"), str(board.tables), ""
    parts = _figure("first", _cell(row, grid, 0), head, said, note, cloth)
    players = line("kiosk.hall.of", left=board.left, of=board.entrants)
    head = Line("kiosk.hall.players")
    parts += _figure("players", _cell(row, grid, 1), head, players, "", cloth)
    average: Line | str = "–"
    if board.average is not None:
        average = line("kiosk.casino.amount", amount=board.average)
    in_play = line("kiosk.casino.in_play", points=board.points)
    head = Line("kiosk.casino.average")
    return parts + _figure("average", _cell(row, grid, 2), head, average, in_play, cloth)


def _break(
    frame: Frame, board: HallBoard, row: pygame.Rect, grid: Grid, cloth: Cloth
) -> list[Part]:
    """When the next break is."""
    ahead = board.break_in(frame.now_ms)
    after: Line | str = ""
    if board.break_after is not None:
        after = line("kiosk.hall.after", number=str(board.break_after))
    value = "–" if ahead is None else _time(ahead)
    if board.on_break:
        after = ""
    head = Line("kiosk.hall.next_break")
    return _figure("break", _cell(row, grid, 3), head, value, after, cloth)


def _money(board: HallBoard, row: pygame.Rect, grid: Grid, cloth: Cloth) -> list[Part]:
    """RAY-PAY-2: shares until the amounts may be told. A touch puts the board away."""
    head = pygame.Rect(row.left, row.top + grid.px(1), row.width, row.height * 26 // 100)
    low = pygame.Rect(row.left, head.bottom, row.width, row.bottom - head.bottom)
    look = LabelLook(Line("kiosk.hall.prizes"), LABEL, cloth.text2, cloth.table)
    state = Money(cloth, board.prizes, board.shares)
    spots = (Spot(low, OpenSheet()),)
    return [label("money.head", head, look), Part("money", low, state, _draw_money, spots)]


def _draw_money(brush: Brush, box: pygame.Rect, look: Money) -> None:
    if look.amounts:
        said = [brush.say(line("kiosk.casino.money", amount=one)) for one in look.amounts]
        kept = [f"{place}. {one}".replace(" ", NO_BREAK) for place, one in enumerate(said, 1)]
        text = " · ".join(kept)
    else:
        sign = brush.texts.text("kiosk.format.decimal")
        text = " · ".join(share.replace(".", sign) for share in look.shares)
        text = f"{text} %" if text else "–"
    draw_label(brush, box, LabelLook(text, MONEY, look.cloth.text, look.cloth.table))


def _blinds(numbers: tuple[int, ...]) -> Line:
    if len(numbers) < 2:
        return line("kiosk.casino.amount", amount=numbers[0])
    return line("kiosk.casino.blinds", small=numbers[0], big=numbers[1])


def _time(ms: int) -> str:
    """Rounded up, so that 0:00 is the end."""
    return minutes_text(-(-ms // 1000))
