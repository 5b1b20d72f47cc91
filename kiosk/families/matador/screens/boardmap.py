"""The Danish board: where its 31 deeds lie; jail and taxes have owners too (RAMK-9.24, 9.25)."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from kiosk.screens.boardmap import BoardMap
from kiosk.screens.frame import Line
from kiosk.screens.theme import BONE, INK, Colour

GROUPS: Final[dict[str, tuple[Colour, Colour]]] = {
    "A": ((0x6F, 0xB1, 0xE8), INK),
    "B": ((0xEE, 0xA6, 0xC4), INK),
    "C": ((0x4F, 0xAE, 0x62), INK),
    "D": ((0xA3, 0xA8, 0xAE), INK),
    "E": ((0xEE, 0x5A, 0x48), INK),
    "F": ((0xF8, 0xF5, 0xEC), INK),
    "G": ((0xF4, 0xD7, 0x38), INK),
    "H": ((0x76, 0x46, 0x9E), BONE),
    "R": ((0xD8, 0xC4, 0x9A), INK),
    "Y": ((0xBC, 0x7C, 0x42), INK),
    "J": ((0xD0, 0xCB, 0xC0), INK),
    "T": ((0xD0, 0xCB, 0xC0), INK),
}

BOARD: Final = BoardMap(
    sides=(
        ("A1", "?", "A2", "T1", "R1", "B1", "?", "B2", "B3"),
        ("C1", "Y1", "C2", "C3", "R2", "D1", "?", "D2", "D3"),
        ("E1", "?", "E2", "E3", "R3", "F1", "F2", "Y2", "F3"),
        ("G1", "G2", "?", "G3", "R4", "?", "H1", "T2", "H2"),
    ),
    corners=("start", "J1", "parking", "gojail"),
    blanks=MappingProxyType(
        {
            "?": "?",
            "start": Line("kiosk.board.start"),
            "parking": Line("kiosk.board.parking"),
            "gojail": Line("kiosk.board.gojail"),
        }
    ),
    groups=MappingProxyType(GROUPS),
    group_key="kiosk.matador.group.",
    side_names=("A B", "C D", "E F", "G H"),
)

NEVER_MORTGAGED: Final = "JT"
"""RAMK-9.24, RAMK-9.25."""
