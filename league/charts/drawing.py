"""Where the lines and bars of a chart lie. Pure: numbers in, numbers out; templates draw them.

Each chart is laid out twice, for a phone and for a wide page, so that letters have their own size
in either.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import cycle
from typing import Final, NamedTuple

from league.charts.course import Course
from league.charts.lengths import Lengths
from league.fairness import Thrown


class Size(NamedTuple):
    """A picture: width, height, edges left and right, and the letters' height."""

    width: int
    height: int
    left: int
    right: int
    letters: int


PHONE: Final = Size(358, 340, 44, 96, 13)
WIDE: Final = Size(1000, 480, 64, 190, 17)
LOOKS: Final = 12
"""Lines that look different: four colours, each with three marks and dashes."""
_TOP: Final = 14
LEAST_BARS: Final = 5
"""Fewer are no wider than so many would be, and stand in the middle."""


class Mark(NamedTuple):
    """A point of a line."""

    x: float
    y: float


class Drawn(NamedTuple):
    """A line with its marks; its name stands at `label_y`, beside its end."""

    look: int
    name: str
    path: str
    marks: Sequence[Mark]
    label_x: float
    label_y: float
    said: str
    """Its last points."""


class Tick(NamedTuple):
    """A number or name at an axis."""

    at: float
    label: str


class Lines(NamedTuple):
    """A chart of lines."""

    size: Size
    low: float
    ys: Sequence[Tick]
    xs: Sequence[Tick]
    lines: Sequence[Drawn]


class Box(NamedTuple):
    """A bar."""

    x: float
    y: float
    width: float
    height: float
    label: str
    games: int


class Bars(NamedTuple):
    """A chart of bars."""

    size: Size
    low: float
    boxes: Sequence[Box]


class Faces(NamedTuple):
    """A die's six faces, and how often a fair one would show each."""

    size: Size
    low: float
    boxes: Sequence[Box]
    expected_y: float
    expected: str


def lines(course: Course, size: Size) -> Lines:
    """A course as lines over its steps."""
    known = [one for line in course.lines for one in line.points if one is not None]
    ticks = scale(min([Fraction(0), *known]), max([Fraction(1), *known]))
    low = size.height - 2 * size.letters - 8
    room = low - _TOP

    def y_of(points: Fraction) -> float:
        return _px(low - (points - ticks[0]) / (ticks[-1] - ticks[0]) * room)

    wide = size.width - size.left - size.right
    apart = max(1, len(course.steps) - 1)
    x_of = [_px(size.left + Fraction(at * wide, apart)) for at in range(len(course.steps))]
    drawn = []
    for look, line in enumerate(course.lines):
        marks = [Mark(x_of[at], y_of(one)) for at, one in enumerate(line.points) if one is not None]
        path = " ".join(f"{'L' if at else 'M'}{mark.x} {mark.y}" for at, mark in enumerate(marks))
        end = marks[-1] if marks else Mark(x_of[-1], low)
        last = next((one for one in reversed(line.points) if one is not None), None)
        drawn.append(Drawn(look % LOOKS, line.name, path, marks, end.x, end.y,
                           "" if last is None else shown(last)))  # fmt: skip
    labelled = spread([one.label_y for one in drawn], size.letters + 3, _TOP, low)
    every = -(-len(course.steps) // max(1, wide // (size.letters * 3)))
    return Lines(
        size,
        low,
        [Tick(y_of(one), shown(one)) for one in ticks],
        [Tick(x_of[at], label) for at, label in enumerate(course.steps) if at % every == 0],
        [one._replace(label_x=x_of[-1] + 12, label_y=_px(y))
         for one, y in zip(drawn, labelled, strict=True)],
    )  # fmt: skip


def bars(found: Lengths, size: Size) -> Bars:
    """How many games lasted how long."""
    low = size.height - 2 * size.letters - 8
    room = low - _TOP - size.letters
    left = Fraction(size.left, 4)
    step = Fraction(size.width - 2 * left, max(LEAST_BARS, len(found.bars)))
    left += max(0, LEAST_BARS - len(found.bars)) * step / 2
    most = max(one.games for one in found.bars)
    boxes = []
    for at, one in enumerate(found.bars):
        high = Fraction(one.games * room, most)
        label = str(one.first) if one.end == one.first + 1 else f"{one.first}–{one.end}"
        boxes.append(Box(_px(left + at * step + step / 20), _px(low - high),
                         _px(step * 9 / 10), _px(high), label, one.games))  # fmt: skip
    return Bars(size, low, boxes)


def faces(thrown: Thrown, size: Size) -> Faces:
    """How often each face fell, and the line of a fair die."""
    low = size.height - 2 * size.letters - 8
    room = low - _TOP - size.letters
    step = Fraction(size.width, len(thrown.counts))
    expected = Fraction(thrown.dice, len(thrown.counts))
    most = max(Fraction(max(thrown.counts)), expected * 5 / 4)
    boxes = [
        Box(_px(at * step + step / 8), _px(low - count * room / most), _px(step * 3 / 4),
            _px(count * room / most), str(at + 1), count)
        for at, count in enumerate(thrown.counts)
    ]  # fmt: skip
    return Faces(size, low, boxes, _px(low - expected * room / most), shown(expected))


def scale(low: Fraction, high: Fraction, most: int = 6) -> list[Fraction]:
    """At most so many round numbers, evenly apart, from below `low` to above `high`."""
    step = Fraction(1)
    factors = cycle((Fraction(2), Fraction(5, 2), Fraction(2)))
    while -(-high // step) - low // step + 1 > most:
        step *= next(factors)
    return [at * step for at in range(low // step, -(-high // step) + 1)]


def spread(wanted: Sequence[float], apart: float, top: float, low: float) -> list[float]:
    """Places near the wanted ones, at least `apart`; between `top` and `low` if there is room."""
    order = sorted(range(len(wanted)), key=wanted.__getitem__)
    placed = [0.0] * len(wanted)
    at = top - apart
    for one in order:
        at = placed[one] = max(wanted[one], at + apart)
    at = low + apart
    for one in reversed(order):
        at = placed[one] = min(placed[one], at - apart)
    return placed


def shown(points: Fraction) -> str:
    """A number of points with at most two decimals, as short as it is exact."""
    if points.denominator == 1:
        return f"{points.numerator:,}".replace(",", "\u202f").replace("-", "−")
    return f"{float(points):.2f}".rstrip("0").replace("-", "−")


def _px(at: Fraction | float) -> float:
    return round(float(at), 1)
