"""The Hungarian board: where its 28 deeds lie."""

from __future__ import annotations

from typing import Final

from kiosk.screens.boardmap import BoardMap
from kiosk.screens.frame import Line
from kiosk.screens.theme import DEED_GROUPS

BOARD: Final = BoardMap(
    sides=(
        ("A1", "?", "A2", "tax", "V1", "B1", "?", "B2", "B3"),
        ("C1", "K1", "C2", "C3", "V2", "D1", "?", "D2", "D3"),
        ("E1", "?", "E2", "E3", "V3", "F1", "F2", "K2", "F3"),
        ("G1", "G2", "?", "G3", "V4", "?", "H1", "tax", "H2"),
    ),
    corners=("start", "jail", "parking", "gojail"),
    blanks={
        "?": "?",
        "tax": Line("kiosk.board.tax"),
        "start": Line("kiosk.board.start"),
        "jail": Line("kiosk.board.jail"),
        "parking": Line("kiosk.board.parking"),
        "gojail": Line("kiosk.board.gojail"),
    },
    groups=DEED_GROUPS,
    group_key="kiosk.group.",
    side_names=("A B", "C D", "E F", "G H"),
)
