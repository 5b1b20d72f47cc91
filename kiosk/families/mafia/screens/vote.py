"""The vote: one window a candidate, whose fists lie on the table; then the count, still to be told.

MAFN-VOTE-8: fists lie there openly, so the table shows them; nothing is hidden that all can see.
"""

from __future__ import annotations

from functools import partial
from typing import Final

import pygame

from kiosk.families.mafia.screens.clocks import own_of, timer
from kiosk.families.mafia.screens.parts import (
    CHIP,
    GREAT,
    NOTE,
    SAID,
    WHO,
    head,
    name_of,
    titled,
)
from kiosk.screens.brush import Across, Brush, Down, Type
from kiosk.screens.clock import RulerLook, ruler, timer_ruler
from kiosk.screens.frame import Frame, Line, line
from kiosk.screens.glyphs import fist
from kiosk.screens.label import LabelLook, label
from kiosk.screens.layout import split
from kiosk.screens.part import Part, Picture
from kiosk.screens.ring import Inside, ring, ring_plan
from kiosk.screens.text import Face
from kiosk.screens.theme import AMBER, BONE, INK, VOTE, Cloth, Grid
from rules.kinds import Seat
from rules.mafia.view import BallotView, MafiaView
from rules.value import Value

COUNT: Final = Type(Face.BOLD, 19, 6)
TICKS: Final = 20
WORDS: Final = 4
"""Up to so many candidates have a word beside their number in the bar."""
Votes = tuple[tuple[Seat, tuple[Seat, ...]], ...]


class FistsLook(Value):
    """State of the drawn fist and how many there are."""

    cloth: Cloth
    count: int


class BarLook(Value):
    """State of the bar of candidates: number, votes (None: to come); `now` is the open one."""

    cloth: Cloth
    chips: tuple[tuple[Seat, int | None], ...]
    now: Seat | None


class RowLook(Value):
    """State of a candidate's line in the count."""

    cloth: Cloth
    seat: Seat
    name: str
    voters: tuple[Seat, ...]
    leads: bool


def votes_of(frame: Frame, ballot: BallotView) -> Votes:
    """What the pads say; where the host counts, what he has counted so far."""
    return own_of(frame).counted or ballot.votes


def _ballot(frame: Frame) -> BallotView:
    ballot: BallotView | None = frame.view.ballot
    if ballot is None:
        raise ValueError("vote: frame.view.ballot = None; give the ballot")
    return ballot


def window(frame: Frame, grid: Grid) -> Picture:
    """MAFN-VOTE-1: this candidate now; a fist counts while the window is open."""
    view, ballot = frame.view, _ballot(frame)
    place = ring_plan(frame, grid)
    inside = Inside(grid, place.table)
    candidate = ballot.candidate or ballot.candidates[-1]
    votes = dict(votes_of(frame, ballot))
    cast = len(votes.get(candidate, ()))
    is_open = ballot.open_until is not None
    ticking = partial(_ticking, inside)
    number = LabelLook(str(candidate), GREAT, VOTE.text, VOTE.table)
    name = LabelLook(name_of(view, candidate), WHO.sized(8), VOTE.text, VOTE.table)
    parts = [
        *head(frame, inside, VOTE, _title(view, ballot)),
        label("subject", inside.left(9, 32, 0.32), number),
        label("subject.name", inside.right(8.5, 10.5, 0.64), name),
        Part("fists", inside.right(20, 15, 0.64), FistsLook(VOTE, cast), draw_fists),
        label("fists.word", inside.right(36, 5.5, 0.64), _said(frame, cast, is_open=is_open)),
        *ticking(frame),
        Part("bar", inside.row(51.5, 7), _bar(ballot, votes, is_open=is_open), draw_bar),
    ]
    return ring("window", frame, place, VOTE, parts)._replace(ticking=ticking)


def _title(view: MafiaView, ballot: BallotView) -> Line:
    return titled(view, "voting" if ballot.stage == "vote" else "revote")


def _said(frame: Frame, cast: int, *, is_open: bool) -> LabelLook:
    """What the figure counts; that the window is closed; fists that were no votes."""
    lying = own_of(frame).lying
    if lying and is_open:
        said = line("kiosk.mafia.vote.lying", seats=_seats(lying))
    elif not is_open:
        said = Line("kiosk.mafia.vote.thanks")
    else:
        said = Line("kiosk.mafia.vote.fists", count=cast)
    colour = AMBER if lying and is_open else VOTE.text2
    return LabelLook(said, SAID, colour, VOTE.table)


def _seats(seats: tuple[Seat, ...]) -> str:
    return ", ".join(str(seat) for seat in seats)


def _ticking(inside: Inside, frame: Frame) -> list[Part]:
    """Tenths of the window; all spent where none is open."""
    running = timer(frame)
    look = RulerLook(VOTE, TICKS, TICKS, (), counts_down=True)
    if running is not None:
        look = timer_ruler(VOTE, running, frame.now_ms)
    return [ruler("ruler", inside.row(43.5, 5), look)]


def _bar(ballot: BallotView, votes: dict[Seat, tuple[Seat, ...]], *, is_open: bool) -> BarLook:
    at = ballot.candidates.index(ballot.candidate) if ballot.candidate is not None else -1
    chips = []
    for place, seat in enumerate(ballot.candidates):
        done = at < 0 or place < at or (place == at and not is_open)
        chips.append((seat, len(votes.get(seat, ())) if done else None))
    return BarLook(VOTE, tuple(chips), ballot.candidate if is_open else None)


def draw_fists(brush: Brush, box: pygame.Rect, look: FistsLook) -> None:
    """A fist on the edge of a table, and the number."""
    cloth = look.cloth
    brush.fill(box, cloth.table)
    hand = pygame.Rect(box.left, box.top, box.height, box.height)
    brush.glyph(fist, hand, cloth.text, cloth.table)
    figure = pygame.Rect(hand.right + brush.px(4), box.top, 0, box.height)
    figure.width = box.right - figure.left
    brush.write(figure, str(look.count), COUNT, cloth.text, cloth.table)


def draw_bar(brush: Brush, box: pygame.Rect, look: BarLook) -> None:
    """Done, now, to come: filled, amber, outlined; each with its number and a word."""
    cloth = look.cloth
    brush.fill(box, cloth.table)
    few = len(look.chips) <= WORDS
    places = split(box, max(len(look.chips), 3), brush.px(1), along=True)
    for spot, (seat, votes) in zip(places, look.chips, strict=False):
        now = seat == look.now
        done = votes is not None and not now
        field = AMBER if now else cloth.card if done else cloth.table
        ink = INK if now else cloth.text
        brush.plate(spot, 1, field, cloth.table, line=None if now or done else cloth.line)
        inner = spot.inflate(-2 * brush.px(1.2), -2 * brush.px(0.6))
        if not few:
            _draw_short(brush, inner, (seat, votes), ink, field)
            continue
        number = pygame.Rect(inner.left, inner.top, brush.wide("00", CHIP), inner.height)
        brush.write(number, str(seat), CHIP, ink, field)
        words = brush.texts.text("kiosk.mafia.vote.next")
        if now:
            words = brush.texts.text("kiosk.mafia.vote.now")
        elif votes is not None:
            words = brush.texts.text("kiosk.mafia.vote.votes", votes)
        rest = pygame.Rect(number.right + brush.px(0.8), inner.top, 0, inner.height)
        rest.width = inner.right - rest.left
        brush.write(rest, words, NOTE.sized(3), ink, field)


def _draw_short(
    brush: Brush, box: pygame.Rect, chip: tuple[Seat, int | None], ink: tuple[int, int, int],
    field: tuple[int, int, int],
) -> None:  # fmt: skip
    """Many candidates: the number, and below it only the count."""
    seat, votes = chip
    half = box.height * 58 // 100
    upper = pygame.Rect(box.left, box.top, box.width, half)
    lower = pygame.Rect(box.left, box.top + half, box.width, box.height - half)
    brush.write(upper, str(seat), CHIP.sized(3.4), ink, field, Across.MIDDLE)
    words = "–" if votes is None else f"{votes}"
    brush.write(lower, words, NOTE.sized(2.4), ink, field, Across.MIDDLE)


ONE_COLUMN: Final = 5
"""More candidates than this stand in two columns, so that they can be read."""


def counted(frame: Frame, grid: Grid) -> Picture:
    """VOTED: whose votes went where; the host may still correct, and then announces."""
    view, ballot = frame.view, _ballot(frame)
    place = ring_plan(frame, grid)
    inside = Inside(grid, place.table)
    parts = head(frame, inside, VOTE, titled(view, "counted"))
    votes = ballot.votes
    columns = 1 if len(votes) <= ONE_COLUMN or grid.portrait else 2
    lines = -(-len(votes) // columns)
    room = inside.row(9.5, min(39.0, lines * 13.0))
    across = split(room, columns, grid.px(1.2), along=True)
    boxes = [box for column in across for box in split(column, lines, grid.px(0.8))]
    for box, (seat, voters) in zip(boxes, votes, strict=False):
        look = RowLook(VOTE, seat, name_of(view, seat), voters, seat in ballot.leaves)
        parts.append(Part(f"row.{seat}", box, look, draw_row))
    for number, said in enumerate(_remarks(frame, view, ballot)[:2]):
        words = LabelLook(said, NOTE.sized(3), VOTE.text2, VOTE.table)
        parts.append(label(f"remark.{number}", inside.row(50 + 5 * number, 4.6), words))
    return ring(("counted", len(votes)), frame, place, VOTE, parts)


def _remarks(frame: Frame, view: MafiaView, ballot: BallotView) -> list[Line]:
    """What is said besides the count, the most important first; two of it are shown."""
    said = []
    correcting = own_of(frame).correcting
    if correcting is not None:
        said.append(line("kiosk.mafia.vote.correcting", seat=str(correcting)))
    if ballot.corrected:
        said.append(Line("kiosk.mafia.vote.corrected"))
    if ballot.absent:
        last = str(ballot.candidates[-1])
        seats = _seats(ballot.absent)
        said.append(line("kiosk.mafia.vote.absent", seats=seats, seat=last))
    if view.pending:
        seats = _seats(tuple(dict.fromkeys(one.seat for one in view.pending)))
        said.append(line("kiosk.mafia.vote.pending", seats=seats))
    return said or [Line("kiosk.mafia.vote.announces")]


def draw_row(brush: Brush, box: pygame.Rect, look: RowLook) -> None:
    """Number, name, whose fists, how many. Who has most is bone on red turned round."""
    cloth = look.cloth
    field, ink, soft = (BONE, INK, INK) if look.leads else (cloth.card, cloth.text, cloth.text2)
    brush.plate(box, 1.2, field, cloth.table)
    inner = box.inflate(-2 * brush.px(1.8), 0)
    size = min(9.0, box.height / brush.grid.u * 0.78)
    kind = Type(Face.BOLD, size, 2.25)
    wide = brush.wide("00", kind)
    number = pygame.Rect(inner.left, inner.top, wide, inner.height)
    brush.write(number, str(look.seat), kind, ink, field)
    total = pygame.Rect(inner.right - wide, inner.top, wide, inner.height)
    brush.write(total, str(len(look.voters)), kind, ink, field, Across.RIGHT)
    left = number.right + brush.px(1.6)
    text = " ".join(str(seat) for seat in look.voters) or "–"
    small = NOTE.sized(min(3.4, size * 0.8))
    room = total.left - brush.px(1) - left
    voters = pygame.Rect(0, inner.top, 0, inner.height)
    voters.width = min(brush.wide(text, small) + brush.px(0.5), room * 48 // 100)
    voters.right = total.left - brush.px(1)
    name = pygame.Rect(left, inner.top, voters.left - brush.px(1) - left, inner.height)
    kind = WHO._replace(size=min(5.6, size * 0.8), least=2.25, lines=2)
    brush.write(name, look.name, kind, ink, field)
    brush.write(voters, text, small, soft, field, Across.RIGHT, Down.MIDDLE)
