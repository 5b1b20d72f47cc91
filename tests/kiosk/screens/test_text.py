"""Fonts and kept text: what they hold in memory."""

from __future__ import annotations

import pygame
import pytest

from kiosk.screens.base import FONT_DIR
from kiosk.screens.text import KEPT_BYTES, Face, Kept, Writer

INK, GROUND = (255, 255, 255), (0, 0, 0)


@pytest.fixture
def writer() -> Writer:
    return Writer(FONT_DIR)


def _long(writer: Writer, number: int) -> Kept:
    return writer.keep(f"{number:04} Tableside", Face.BOLD, 60, INK, GROUND)


def test_a_font_file_is_open_once_whatever_its_sizes(writer: Writer) -> None:
    small = writer.font(Face.BOLD, 20)
    assert writer.font(Face.BOLD, 60) is small
    assert writer.font(Face.NOTE, 60) is not small


def test_a_size_is_the_same_whatever_came_before(writer: Writer) -> None:
    writer.width("1 642", Face.BOLD, 60)
    after = writer.keep("1 642", Face.BOLD, 20, INK, GROUND)
    first = Writer(FONT_DIR).keep("1 642", Face.BOLD, 20, INK, GROUND)
    assert after[1:] == first[1:]
    assert pygame.image.tobytes(after.surface, "RGB") == pygame.image.tobytes(first.surface, "RGB")


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("Kovács \U0001f600 Anna \U0001f469\u200d\U0001f467", "Kovács Anna"),
        ("\u200fÅse\u200e", "Åse"),
        ("漢字", "??"),
        ("\u200d\u200d", ""),
        ("1\u202f642 kr", "1\u202f642 kr"),
    ],
)
def test_what_is_left_of_a_name_has_a_width(writer: Writer, name: str, drawn: str) -> None:
    assert writer.clean(name) == drawn


def _lines(writer: Writer, text: str, wide: int, lines: int, px: int = 40) -> tuple[str, ...]:
    return writer.fit(text, Face.BOLD, px, px, (wide, 1000), lines).lines


def test_a_double_name_may_end_a_line_behind_its_hyphen(writer: Writer) -> None:
    wide = writer.width("Szentgyörgyi-", Face.BOLD, 40)
    assert _lines(writer, "Szentgyörgyi-Kovácsné", wide, 2) == ("Szentgyörgyi-", "Kovácsné")
    assert _lines(writer, "usb by-id name", writer.width("usb by-", Face.BOLD, 40), 3) == (
        "usb", "by-id", "name",
    )  # fmt: skip


def test_a_word_longer_than_a_line_is_cut_only_where_there_are_lines_for_it(writer: Writer) -> None:
    wide = writer.width("Wolfeschlegel-", Face.BOLD, 40)
    assert _lines(writer, "Wolfeschlegelsteinhausen", wide, 2) == ("Wolfeschlegel-", "steinhausen")
    (one,) = _lines(writer, "Wolfeschlegelsteinhausen", wide, 1)
    assert one.endswith("…")
    assert "Wolfeschlegelsteinhausen".startswith(one[:-1])
    fitted = writer.fit("Wolfeschlegelsteinhausen", Face.BOLD, 40, 40, (wide, 1000), 2)
    assert fitted.cut  # what is no name shall not be cut at all, and the tests of texts see it


def test_a_double_name_that_does_not_fit_reads_on_without_a_gap(writer: Writer) -> None:
    wide = writer.width("Szentgyörgyi-Kov…", Face.BOLD, 40)
    (one,) = _lines(writer, "Szentgyörgyi-Kovácsné Anna", wide, 1)
    assert one == "Szentgyörgyi-Kov…"


def test_a_text_is_rendered_once(writer: Writer) -> None:
    assert _long(writer, 1) is _long(writer, 1)


def test_the_texts_unused_for_longest_go_first(writer: Writer) -> None:
    used, unused = _long(writer, 0), _long(writer, 1)
    size = used.surface.get_pitch() * used.surface.get_height()
    for number in range(2, 2 + KEPT_BYTES // size):
        _long(writer, number)
        assert _long(writer, 0) is used
    assert _long(writer, 1) is not unused


@pytest.mark.parametrize("face", Face)
@pytest.mark.parametrize("px", [16, 18, 22, 25, 33, 44])
def test_a_text_set_figure_by_figure_is_the_text(writer: Writer, face: Face, px: int) -> None:
    for text in ("gone 1:23:45", "eltelt 59:59", "6:07", "1 642 30"):
        fitted = writer.fit_counting(text, face, px, px, (1000, 100))
        assert fitted == writer.fit(text, face, px, px, (1000, 100))
        pieces, wide = writer.pieces(text, face, px, INK, GROUND)
        whole = writer.render(text, face, px, INK, GROUND)
        assert wide == whole.advance
        one, other = (pygame.Surface((1000, 100)) for _ in range(2))
        one.blit(whole.surface, (50 + whole.dx, 50 + whole.dy))
        for kept, left in pieces:
            other.blit(kept.surface, (50 + left + kept.dx, 50 + kept.dy))
        assert pygame.image.tobytes(one, "RGB") == pygame.image.tobytes(other, "RGB")


def test_a_text_that_counts_and_does_not_fit_is_cut_as_any_other(writer: Writer) -> None:
    room = (60, 30)
    fitted = writer.fit_counting("gone 1:23:45", Face.BOLD, 22, 18, room)
    assert fitted == writer.fit("gone 1:23:45", Face.BOLD, 22, 18, room)
    assert fitted.cut
