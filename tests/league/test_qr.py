"""The QR code of an enrolment code, against the standard's numbers and read back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.qr import MOST, SIZE, _places, codewords, correction, modules, qr_text
from tests.league.conftest import Run

LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
SEEN = """
█████████████████████████
██ ▄▄▄▄▄ █▀██▄ █ ▄▄▄▄▄ ██
██ █   █ ██ ▀ ██ █   █ ██
██ █▄▄▄█ █▄██ ▄█ █▄▄▄█ ██
██▄▄▄▄▄▄▄█▄▀ █▄█▄▄▄▄▄▄▄██
██ ▀▄▀ █▄▀██▄▀▄▀█▀▄▀▀▄███
██  █▀██▄▄ █▀ ▀ ▄ ▀▄▄▄███
██▄▄▄██▄▄█▀▀ ▄█▄  █  ▄▄██
██ ▄▄▄▄▄ ██▄██▄█▀▀▄▀█▀▄██
██ █   █ █▄▄ ▀▄▀▄▀▄▄▄ ▄██
██ █▄▄▄█ █▄▄  ▀ ▄ ▄▄▀▀ ██
██▄▄▄▄▄▄▄█▄▄▄▄█▄▄▄▄███▄██
█████████████████████████
"""


def test_data_and_correction_are_those_of_the_worked_example() -> None:
    data = codewords("HELLO WORLD")
    assert bytes(data).hex() == "205b0b78d172dc4d4340ec11ec11ec11"
    assert correction(data) == [196, 35, 39, 119, 235, 215, 231, 226, 93, 23]


def test_a_code_looks_as_another_encoder_draws_it() -> None:
    assert qr_text("7YQR25PZ") == SEEN.strip("\n")


def read_back(grid: list[list[bool]]) -> str:
    bits = "".join(
        str(int(grid[row][column] != ((row + column) % 2 == 0))) for row, column in _places()
    )
    assert bits[:4] == "0010"
    count, at, text = int(bits[4:13], 2), 13, ""
    while count > 1:
        pair = int(bits[at : at + 11], 2)
        text += LETTERS[pair // 45] + LETTERS[pair % 45]
        count, at = count - 2, at + 11
    return text + (LETTERS[int(bits[at : at + 6], 2)] if count else "")


@given(st.text(LETTERS, min_size=1, max_size=MOST))
def test_what_is_drawn_can_be_read(text: str) -> None:
    grid = modules(text)
    assert (len(grid), {len(row) for row in grid}) == (SIZE, {SIZE})
    assert read_back(grid) == text


@pytest.mark.parametrize("text", ["", "a", "Ö", "A" * 21])
def test_what_does_not_fit_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="allowed 1 to 20 of"):
        modules(text)


def test_the_command_draws_its_code_where_it_is_asked_to(run: Run) -> None:
    done = run("enrol", "T3", "--qr")
    first, *drawn = done.out.splitlines()
    assert "\n".join(drawn) == qr_text(first.rpartition(" ")[2])
    assert len(run("enrol", "T3").out.splitlines()) == 1, "a script gets the line alone"
