"""The ring of seats, the cloths, the fonts: what the screens are made of."""

from __future__ import annotations

import shutil
from pathlib import Path

import pygame
import pytest

from kiosk.families.monopoly.samples import broken, play_frame, samples
from kiosk.families.monopoly.screens.boardmap import BOARD
from kiosk.families.monopoly.screens.play import play
from kiosk.locale import Catalogue
from kiosk.screens.base import FONT_DIR, Painter
from kiosk.screens.choose import choose
from kiosk.screens.errors import FontError
from kiosk.screens.frame import INVERSION_MS, Question, Signal, line
from kiosk.screens.layout import Edge, plan
from kiosk.screens.poster import inverted, signal
from kiosk.screens.text import Face
from kiosk.screens.theme import AMBER, BONE, DEED_GROUPS, HUN, INK, INKY, PAPER, Grid, contrast
from rules.board import board_of
from rules.edition import parse_edition
from rules.monopoly.view import Phase
from rules.value import replace
from tests.kiosk.screens.conftest import ROOT, SIZES

SEATS = range(2, 11)


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_cards_table_top_strip_and_line_share_the_screen(size: tuple[int, int], seats: int) -> None:
    place = plan(Grid(*size), seats)
    screen = pygame.Rect(0, 0, *size)
    boxes = [place.strip, place.table, place.bottom, *(at.reach for at in place.places)]
    assert len(place.places) == seats
    for index, box in enumerate(boxes):
        assert screen.contains(box)
        assert box.collidelist(boxes[index + 1 :]) == -1
    for at in place.places:
        assert at.reach.contains(at.box)


@pytest.mark.parametrize("seats", SEATS)
def test_seats_go_clockwise_from_the_officials_left_hand(seats: int) -> None:
    grid = Grid(1280, 720)
    places = plan(grid, seats).places
    order = [Edge.RIGHT, Edge.BOTTOM, Edge.LEFT]
    assert [at.edge for at in places] == sorted((at.edge for at in places), key=order.index)
    for edge, key, growing in (
        (Edge.RIGHT, "top", True),
        (Edge.BOTTOM, "left", False),
        (Edge.LEFT, "top", False),
    ):
        found = [getattr(at.box, key) for at in places if at.edge is edge]
        assert found == sorted(found, reverse=not growing)
    for at in places:
        touching = {
            Edge.RIGHT: at.box.right == grid.width,
            Edge.LEFT: at.box.left == 0,
            Edge.BOTTOM: at.box.bottom == plan(grid, seats).bottom.top,
        }
        assert touching[at.edge]


def test_in_portrait_seats_are_rows_below_the_table_top_in_their_order() -> None:
    place = plan(Grid(720, 1280), 10)
    tops = [at.box.top for at in place.places]
    assert tops == sorted(tops)
    assert tops[0] > place.table.bottom


def test_the_unit_is_a_ninetieth_of_the_short_side() -> None:
    assert Grid(1280, 720).px(1) == 8
    assert Grid(720, 1280).px(1) == 8
    assert Grid(800, 480).px(3) == 16
    assert Grid(800, 480).px(0.01) == 1
    assert Grid(800, 480).px(0) == 0


@pytest.mark.parametrize("cloth", [HUN, PAPER, INKY], ids=lambda cloth: cloth.name)
def test_what_is_written_and_what_is_outlined_stands_out_on_every_cloth(cloth: object) -> None:
    assert contrast(cloth.text, cloth.table) >= 7
    assert contrast(cloth.text, cloth.card) >= 7
    assert contrast(cloth.text2, cloth.card) >= 4.5
    assert contrast(cloth.text2, cloth.ground) >= 4.5
    assert contrast(cloth.line, cloth.table) >= 3
    assert contrast(cloth.rim, cloth.card) >= 3


def test_the_colours_that_carry_meaning_can_be_told_and_read() -> None:
    assert contrast(INK, AMBER) >= 11
    assert contrast(BONE, INK) >= 16
    assert contrast((255, 255, 255), (0, 0, 0)) == pytest.approx(21)
    for letter, (band, ink) in DEED_GROUPS.items():
        assert contrast(ink, band) >= 4.5, letter


def test_the_board_map_is_the_board_of_the_edition() -> None:
    path = ROOT / "rules" / "editions" / "hun-2009.toml"
    board = board_of(parse_edition(path.read_text(encoding="utf-8"), path.name, None))
    walked = {}
    for side, (corner, codes) in enumerate(zip(BOARD.corners, BOARD.sides, strict=True)):
        for step, code in enumerate((corner, *codes)):
            walked[side * 10 + step] = code
    assert {field for field, code in walked.items() if BOARD.is_deed(code)} == {
        deed.field for deed in board.deeds
    }
    assert all(walked[deed.field] == deed.code for deed in board.deeds)


def test_forty_squares_lie_round_the_board_as_one_walks() -> None:
    found = {code: box for code, box, _ in BOARD.squares(pygame.Rect(0, 0, 600, 600), 82, 2)}
    boxes = [box for _, box, _ in BOARD.squares(pygame.Rect(0, 0, 600, 600), 82, 2)]
    assert len(boxes) == 40
    for index, box in enumerate(boxes):
        assert box.collidelist(boxes[index + 1 :]) == -1
    assert found["start"].bottomright == (600, 600)
    assert found["jail"].bottomleft == (0, 600)
    assert found["A1"].left > found["B3"].left
    assert found["C1"].top > found["D3"].top
    assert found["E1"].left < found["F3"].left
    assert found["G1"].top < found["H2"].top


def test_a_missing_font_names_the_file_the_package_and_the_remedy(
    tmp_path: Path, catalogue: Catalogue
) -> None:
    shutil.copytree(FONT_DIR, tmp_path / "fonts")
    missing = tmp_path / "fonts" / Face.NOTE.value
    missing.unlink()
    with pytest.raises(FontError) as raised:
        Painter(pygame.Surface((800, 480)), catalogue, tmp_path / "fonts")
    assert str(raised.value) == (
        f"{missing}: font not found or damaged; install the Debian package fonts-roboto-unhinted "
        "(./setup.sh does it)"
    )


def test_a_damaged_font_is_the_same_fault_before_anything_is_drawn(
    tmp_path: Path, catalogue: Catalogue
) -> None:
    shutil.copytree(FONT_DIR, tmp_path / "fonts")
    (tmp_path / "fonts" / Face.BOLD.value).write_bytes(b"no font")
    with pytest.raises(FontError):
        Painter(pygame.Surface((800, 480)), catalogue, tmp_path / "fonts")


def test_a_signal_inverts_twice_and_then_stays() -> None:
    shown = [inverted(Signal(1, 5, 60, ms)) for ms in range(0, 4 * INVERSION_MS, INVERSION_MS // 2)]
    assert shown == [True, True, False, False, True, True, False, False]


def test_the_most_urgent_thing_has_the_screen() -> None:
    frame = play_frame()
    assert choose(frame) is play
    asked = replace(frame, question=Question(line("kiosk.undo.start"), None))
    assert choose(asked) is not play
    warned = replace(asked, signal=Signal(1, 5, 60, 0))
    assert choose(warned) is signal
    assert choose(replace(warned, fault=broken())).__name__ == "fault"


def test_every_phase_has_a_screen() -> None:
    frame = play_frame()
    view = frame.view
    assert view is not None
    for phase in Phase:
        assert choose(replace(frame, view=replace(view, phase=phase)))


def test_every_screen_is_in_the_samples() -> None:
    shown = {choose(frame).__name__ for _, frame in samples()}
    assert shown == {
        "ballot", "closed", "dice_grid", "early_end", "fault", "idle", "panel", "play",
        "question", "selftest", "setup", "sheet", "signal", "signing", "time_over", "void",
    }  # fmt: skip
