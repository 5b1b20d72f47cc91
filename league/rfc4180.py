"""RFC 4180 text -> rows of cells that know where they stand. Every fault names line and column.

Comma or semicolon, whichever the header line has first; CRLF or LF; a byte order mark is passed
over; a quoted cell may hold separators, doubled quotes and line breaks. A line of nothing is
passed over. Columns count cells, from 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from league.errors import CellError

_SEPARATORS: Final = (",", ";")


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell's text, the line it begins on and its column."""

    text: str
    line: int
    column: int


def decode(data: bytes, name: str) -> str:
    """UTF-8 text without its mark; CellError at the first byte that is none."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line_start = before.rfind(b"\n") + 1
        cells = before[line_start:].replace(b";", b",").count(b",")
        raise CellError(
            name,
            before.count(b"\n") + 1,
            cells + 1,
            f"byte 0x{data[error.start]:02x} is no UTF-8; save the file as UTF-8",
        ) from None


def rows(text: str, name: str) -> list[tuple[Cell, ...]]:
    """The rows of the file in order, header first."""
    return _Reader(text, name).rows()


def separator(text: str) -> str:
    """The separator of the first line: the first comma or semicolon outside quotes."""
    quoted = False
    for character in text:
        if character == '"':
            quoted = not quoted
        elif character in _SEPARATORS and not quoted:
            return character
        elif character == "\n" and not quoted:
            break
    return ","


class _Reader:
    def __init__(self, text: str, name: str) -> None:
        self._text = text
        self._name = name
        self._separator = separator(text)
        self._at = 0
        self._line = 1
        self._column = 1

    def rows(self) -> list[tuple[Cell, ...]]:
        found: list[tuple[Cell, ...]] = []
        while self._at < len(self._text):
            row = self._row()
            if len(row) > 1 or row[0].text:
                found.append(row)
        return found

    def _row(self) -> tuple[Cell, ...]:
        cells: list[Cell] = []
        self._column = 1
        while True:
            line, column = self._line, self._column
            cells.append(Cell(self._cell(), line, column))
            if self._at >= len(self._text):
                return tuple(cells)
            end = self._text[self._at]
            self._at += 1
            if end == "\n":
                self._line += 1
                return tuple(cells)
            self._column += 1

    def _cell(self) -> str:
        """The text of one cell; leaves the place at its separator, line end or the file's end."""
        if self._text.startswith('"', self._at):
            return self._quoted()
        start = self._at
        ends = (self._separator, "\n", "\r", '"')
        while self._at < len(self._text) and self._text[self._at] not in ends:
            self._at += 1
        cell = self._text[start : self._at]
        if self._text.startswith('"', self._at):
            raise self._fault('a quote inside a cell; put the whole cell in quotes and write ""')
        self._line_end()
        return cell

    def _quoted(self) -> str:
        opened, parts = self._line, []
        self._at += 1
        while True:
            close = self._text.find('"', self._at)
            if close < 0:
                self._line = opened
                raise self._fault("a quote that is never closed")
            parts.append(self._text[self._at : close])
            self._line += self._text.count("\n", self._at, close)
            self._at = close + 1
            if not self._text.startswith('"', self._at):
                break
            parts.append('"')
            self._at += 1
        after = self._text[self._at : self._at + 1]
        if after not in ("", self._separator, "\n", "\r"):
            raise self._fault(f"{after!r} after a closing quote; write the separator or a line end")
        self._line_end()
        return "".join(parts)

    def _line_end(self) -> None:
        if self._text.startswith("\r", self._at):
            if not self._text.startswith("\r\n", self._at):
                raise self._fault("a carriage return alone; end lines with LF or CRLF")
            self._at += 1

    def _fault(self, message: str) -> CellError:
        return CellError(self._name, self._line, self._column, message)
