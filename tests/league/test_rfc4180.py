"""Result files as people save them: every cell knows its place, every fault names it."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.errors import CellError
from league.rfc4180 import decode, rows


def texts(text: str) -> list[list[str]]:
    return [[cell.text for cell in row] for row in rows(text, "r.csv")]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("a,b\n1,2\n", [["a", "b"], ["1", "2"]]),
        ("a;b\n1;2\n", [["a", "b"], ["1", "2"]]),
        ("a;b\n1,5;2\n", [["a", "b"], ["1,5", "2"]]),
        ("a,b\r\n1,2\r\n", [["a", "b"], ["1", "2"]]),
        ("a,b\n1,2", [["a", "b"], ["1", "2"]]),
        ('a,b\n"Kovács, Anna",2\n', [["a", "b"], ["Kovács, Anna", "2"]]),
        ('a,b\n"say ""hi""",2\n', [["a", "b"], ['say "hi"', "2"]]),
        ('a,b\n"two\nlines",2\n', [["a", "b"], ["two\nlines", "2"]]),
        ('"a,x";b\n1;2\n', [["a,x", "b"], ["1", "2"]]),
        ("a,b\n1,\n", [["a", "b"], ["1", ""]]),
        ('a,b\n"",\n', [["a", "b"], ["", ""]]),
        ("a,b\n\n1,2\n\n", [["a", "b"], ["1", "2"]]),
        ("a\n1\n", [["a"], ["1"]]),
        ("", []),
    ],
)
def test_cells_are_read_as_rfc_4180_has_them(text: str, wanted: list[list[str]]) -> None:
    assert texts(text) == wanted


@pytest.mark.parametrize(
    ("text", "line", "column", "says"),
    [
        ('a,b\n1,2"3\n', 2, 2, "a quote inside a cell"),
        ('a,b\n1,2\n3,"open\n4,5\n', 3, 2, "never closed"),
        ('a,b\n"1"x,2\n', 2, 1, "after a closing quote"),
        ("a,b\r1,2\n", 1, 2, "carriage return"),
        ('a,b\n"x\ny","z"q\n', 3, 2, "after a closing quote"),
    ],
)
def test_a_fault_names_its_line_and_column(text: str, line: int, column: int, says: str) -> None:
    with pytest.raises(CellError, match=says) as caught:
        rows(text, "r.csv")
    assert (caught.value.line, caught.value.column) == (line, column)
    assert str(caught.value).startswith(f"r.csv: line {line}, column {column}: ")


def test_a_cell_after_a_broken_line_stands_on_its_own_line() -> None:
    last = rows('a,b\n"two\nlines",2\n3,4\n', "r.csv")[-1]
    assert (last[0].line, last[1].column) == (4, 2)


def test_a_byte_order_mark_is_no_part_of_the_first_column() -> None:
    assert decode("a,b\n".encode("utf-8-sig"), "r.csv") == "a,b\n"


def test_bytes_that_are_no_utf_8_are_named_with_their_place() -> None:
    with pytest.raises(CellError, match="byte 0xe1") as caught:
        decode("a,b\n1,K\xe1lm\xe1n\n".encode("latin-1"), "r.csv")
    assert (caught.value.line, caught.value.column) == (2, 2)


cell = st.text(st.characters(codec="utf-8", exclude_characters="\r\x00"), max_size=8)


@given(st.lists(st.lists(cell, min_size=2, max_size=4), min_size=1, max_size=6), st.booleans())
def test_what_a_writer_of_such_files_wrote_is_read_back(
    table: list[list[str]], semicolon: bool
) -> None:
    separator = ";" if semicolon else ","
    table = [["first", "second"], *table]  # the first line tells the separator
    out = io.StringIO()
    csv.writer(out, delimiter=separator, quoting=csv.QUOTE_ALL, lineterminator="\r\n").writerows(
        table
    )
    assert texts(out.getvalue()) == table
