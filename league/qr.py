"""A short code as a QR code for a terminal: version 1, level M, up to 20 letters and digits.

Large enough for a code of `league enrol`, and no library more. ISO/IEC 18004, alphanumeric mode.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

SIZE: Final = 21
QUIET: Final = 2
"""Light modules around it; on a terminal two are enough for a telephone."""
MOST: Final = 20
_LETTERS: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
_DATA: Final = 16
_CORRECTION: Final = 10
_FORMAT: Final = 0b101010000010010
"""Level M, mask 0 (a module is turned where row and column are even together)."""
_FINDER: Final = 7

Grid = list[list[bool]]


def qr_text(text: str) -> str:
    """Two rows of modules a line; what is light is a block, for light letters on dark ground."""
    grid = modules(text)
    light = [False] * (SIZE + 2 * QUIET)
    rows = [[*light[:QUIET], *row, *light[:QUIET]] for row in grid]
    rows = [*[light] * QUIET, *rows, *[light] * QUIET, light]
    lines = []
    for upper, lower in zip(rows[::2], rows[1::2], strict=False):
        blocks = (" ▄▀█"[2 * (not one) + (not two)] for one, two in zip(upper, lower, strict=True))
        lines.append("".join(blocks))
    return "\n".join(lines)


def modules(text: str) -> Grid:
    """The code: True is dark; ValueError for what does not fit."""
    if not 0 < len(text) <= MOST or any(letter not in _LETTERS for letter in text):
        raise ValueError(f"{text!r}: allowed 1 to {MOST} of {_LETTERS}")
    grid = [[False] * SIZE for _ in range(SIZE)]
    _draw_finders(grid)
    _draw_format(grid)
    data = codewords(text)
    bits = [bool(word >> at & 1) for word in (*data, *correction(data)) for at in range(7, -1, -1)]
    for (row, column), bit in zip(_places(), bits, strict=True):
        grid[row][column] = bit != ((row + column) % 2 == 0)
    return grid


def codewords(text: str) -> list[int]:
    """The 16 bytes of data."""
    bits = "0010" + f"{len(text):09b}"
    for at in range(0, len(text) - 1, 2):
        bits += f"{45 * _LETTERS.index(text[at]) + _LETTERS.index(text[at + 1]):011b}"
    if len(text) % 2:
        bits += f"{_LETTERS.index(text[-1]):06b}"
    bits += "0" * min(4, 8 * _DATA - len(bits))
    bits += "0" * (-len(bits) % 8)
    words = [int(bits[at : at + 8], 2) for at in range(0, len(bits), 8)]
    return [*words, *[(0xEC, 0x11)[at % 2] for at in range(_DATA - len(words))]]


def correction(data: list[int]) -> list[int]:
    """The 10 bytes of Reed-Solomon correction."""
    generator = [1]
    root = 1
    for _ in range(_CORRECTION):
        shifted = [*generator, 0]
        for at, factor in enumerate(generator):
            shifted[at + 1] ^= _times(factor, root)
        generator, root = shifted, _times(root, 2)
    rest = [*data, *[0] * _CORRECTION]
    for at in range(len(data)):
        first = rest[at]
        for offset, factor in enumerate(generator):
            rest[at + offset] ^= _times(factor, first)
    return rest[len(data) :]


def _times(one: int, other: int) -> int:
    """Multiplication in the field of 256 elements."""
    product = 0
    while other:
        if other & 1:
            product ^= one
        one = one << 1 ^ (0x11D if one & 0x80 else 0)
        other >>= 1
    return product


def _draw_finders(grid: Grid) -> None:
    far = SIZE - _FINDER
    for top, left in ((0, 0), (0, far), (far, 0)):
        for row in range(_FINDER):
            for column in range(_FINDER):
                ring = max(abs(row - 3), abs(column - 3))
                grid[top + row][left + column] = ring != 2
    for at in range(_FINDER + 1, far - 1):
        grid[6][at] = grid[at][6] = at % 2 == 0


def _draw_format(grid: Grid) -> None:
    bits = [bool(_FORMAT >> at & 1) for at in range(14, -1, -1)]
    near = [(8, column) for column in (0, 1, 2, 3, 4, 5, 7, 8)]
    near += [(row, 8) for row in (7, 5, 4, 3, 2, 1, 0)]
    far = [(row, 8) for row in range(SIZE - 1, SIZE - 8, -1)]
    far += [(8, column) for column in range(SIZE - 8, SIZE)]
    for places in (near, far):
        for (row, column), bit in zip(places, bits, strict=True):
            grid[row][column] = bit
    grid[SIZE - 8][8] = True


def _places() -> Iterator[tuple[int, int]]:
    """Where data goes: in pairs of columns from the right, up and down in turn."""
    upwards = True
    for right in (20, 18, 16, 14, 12, 10, 8, 5, 3, 1):
        for row in range(SIZE - 1, -1, -1) if upwards else range(SIZE):
            for column in (right, right - 1):
                in_corner = (row < 9 and (column < 9 or column > 12)) or (row > 12 and column < 9)
                if not in_corner and row != 6:
                    yield row, column
        upwards = not upwards
