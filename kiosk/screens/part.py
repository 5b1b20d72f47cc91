"""What a screen is made of: parts.

A screen is a function from a frame to parts. A part has a place, a state (any hashable value) and a
function that draws it from that state alone; equal states are equal pictures, so comparing states
is enough to know what to redraw. Parts do not overlap. The same list answers touches.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, NamedTuple, Protocol

import pygame

from kiosk.screens.brush import Brush
from kiosk.screens.frame import Frame
from kiosk.screens.targets import Target
from kiosk.screens.theme import Cloth, Grid
from rules.value import Value


class Spot(NamedTuple):
    """Where a touch means something."""

    box: pygame.Rect
    target: Target


class Part(Value):
    """One piece of a picture. `draw` gets brush, box and state, and paints only in the box.

    `narrow` gives the piece of the box that differs between two states, where that is much less.
    """

    name: str
    box: pygame.Rect
    state: Hashable
    draw: Callable[[Brush, pygame.Rect, Any], None]
    spots: tuple[Spot, ...] = ()
    narrow: Callable[[pygame.Rect, Any, Any], pygame.Rect] | None = None


class Picture(NamedTuple):
    """All parts of a frame and the ground between them. A new `name` is painted from scratch.

    `ticking` makes the parts that move with the clock, for a frame that differs from this one's in
    `now_ms` alone; None where nobody says which they are, and all are made anew.
    """

    name: Hashable
    cloth: Cloth
    parts: tuple[Part, ...]
    ground: Callable[[Brush, pygame.Rect, Any], None] | None = None
    ground_state: Any = None
    ticking: Callable[[Frame], Sequence[Part]] | None = None


class Screen(Protocol):
    """Makes the picture of a frame; decides nothing, keeps nothing."""

    def __call__(self, frame: Frame, grid: Grid) -> Picture:
        """The parts of this frame on a screen of this size."""
