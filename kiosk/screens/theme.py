"""Tokens: the unit, the cloths, the five colours that carry meaning, deed groups, contrast."""

from __future__ import annotations

from typing import Final

from rules.value import Value

Colour = tuple[int, int, int]


def _rgb(code: str) -> Colour:
    return int(code[0:2], 16), int(code[2:4], 16), int(code[4:6], 16)


BONE: Final = _rgb("F6EFDF")  # what is written
INK: Final = _rgb("15120E")  # what is written on bone and amber
AMBER: Final = _rgb("FFC22E")  # now: your turn, press this; and the signs
VERMILION: Final = _rgb("CF2E1B")  # a fault, nothing else


class Cloth(Value):
    """The colours of one kind of game; `line` outlines on the table top, `rim` on a card."""

    name: str
    ground: Colour
    table: Colour
    card: Colour
    line: Colour
    rim: Colour
    text: Colour
    text2: Colour


def _cloth(name: str, codes: str) -> Cloth:
    return Cloth(name, *(_rgb(code) for code in codes.split()))


HUN: Final = _cloth("hun", "0B2018 12342A 1B4638 4A8A75 5E9681 F6EFDF C4D2C4")
MAT: Final = _cloth("mat", "0A1930 102A4E 1A3C6B 4F80BB 5F8BBE F6EFDF C2CFE2")
CAS: Final = _cloth("cas", "1B0C22 2B1536 42244F 8A5DA3 946BA9 F6EFDF DACBE0")
DAY: Final = _cloth("day", "DCD1B8 F6EFDF E8DEC8 8C7F68 897C66 15120E 564B3D")
VOTE: Final = _cloth("vote", "5C0D0A 8F1A14 741310 D98A80 D98A80 F6EFDF F6D6CC")
NIGHT: Final = _cloth("night", "050506 08080A 0C0C0E 2A2926 2A2926 9A9385 857F73")
PAPER: Final = _cloth("paper", "F6EFDF F6EFDF E8DEC8 8C7F68 897C66 15120E 564B3D")
INKY: Final = _cloth("ink", "111214 191B1E 26292D 6C727B 6E747D F6EFDF C3C5C6")
CLOTHS: Final = {cloth.name: cloth for cloth in (HUN, MAT, CAS, DAY, VOTE, NIGHT, PAPER, INKY)}
"""By name: what a console is told (`kiosk/console/family.py`)."""

DEED_GROUPS: Final[dict[str, tuple[Colour, Colour]]] = {
    "A": (_rgb("A9754F"), INK),
    "B": (_rgb("9AD3EC"), INK),
    "C": (_rgb("DE7FB0"), INK),
    "D": (_rgb("F39A3D"), INK),
    "E": (_rgb("EE5A48"), INK),
    "F": (_rgb("F4D738"), INK),
    "G": (_rgb("3E9C51"), INK),
    "H": (_rgb("2F57B0"), BONE),
    "V": (_rgb("E9E3D4"), INK),
    "K": (_rgb("B9B4A8"), INK),
}
"""Band and letter of each group: the colour is never alone."""


def now_ink(cloth: Cloth) -> Colour:
    """What is written in amber; on paper amber could not be read (1.4), there it is ink."""
    return INK if cloth.text == INK else AMBER


class Grid:
    """The unit of one screen: every length is a multiple of half a `u`, rounded to pixels once."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.u = min(width, height) / 90

    def px(self, units: float) -> int:
        """Pixels of a length in u; at least 1 for anything above 0."""
        pixels = round(units * self.u)
        return max(1, pixels) if units > 0 else pixels

    @property
    def finger(self) -> float:
        """The least side of a touch target in u: 9 mm on a 7-inch screen, 7 u on larger ones."""
        return 9.5 if self.small else 7.0

    @property
    def portrait(self) -> bool:
        """Higher than wide: rows below the table top in place of the ring."""
        return self.height > self.width

    @property
    def small(self) -> bool:
        """A 7-inch class screen (5:3, or few pixels): fewer signs, one side of the board."""
        return min(self.width, self.height) <= 600 or (
            not self.portrait and self.width / self.height < 1.7
        )


def contrast(one: Colour, other: Colour) -> float:
    """Contrast ratio of two colours, 1 to 21 (WCAG 2)."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Colour) -> float:
    parts = [value / 255 for value in colour]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
