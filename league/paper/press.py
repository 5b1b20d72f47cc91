"""`python -m league.paper.press`: papers on stdin as JSON, a PDF on stdout.

A process of its own, so that the server itself loads nothing that draws. Black on white, A4; title
and page number on every page; the fonts are embedded, as far as they are used.
"""

from __future__ import annotations

import io
import json
import sys
import unicodedata
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final
from xml.sax.saxutils import escape

from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    NextPageTemplate,
    PageBreak,
    PageTemplate,
    Paragraph,
    Table,
)

from league.paper.cards import Card
from league.paper.faces import BODY, BOLD, FACES, PLAIN

WIDTH, HEIGHT = A4
EDGE: Final = 15 * mm
HEAD: Final = 24 * mm
FOOT: Final = 12 * mm
ROOM: Final = WIDTH - 2 * EDGE
LOOKS: Final = {
    "text": ParagraphStyle("text", fontName=BODY, fontSize=10, leading=13.5, spaceAfter=4),
    "small": ParagraphStyle("small", fontName=BODY, fontSize=8.5, leading=11.5, spaceAfter=3),
    "heading": ParagraphStyle("heading", fontName=BOLD, fontSize=14, leading=18, spaceBefore=8,
                              spaceAfter=4),
    "note": ParagraphStyle("note", fontName=BOLD, fontSize=12, leading=16, borderWidth=1.5,
                           borderColor="black", borderPadding=5, spaceBefore=8, spaceAfter=10),
    "code": ParagraphStyle("code", fontName=PLAIN, fontSize=8.5, leading=11.5, splitLongWords=1),
}  # fmt: skip
CELL: Final = ParagraphStyle("cell", fontName=PLAIN, fontSize=11, leading=13.5)
STRONG: Final = ParagraphStyle("strong", fontName=BOLD, fontSize=12, leading=14)
BELOW: Final = ParagraphStyle("below", fontName=PLAIN, fontSize=9, leading=11.5)
HEADS: Final = ParagraphStyle("heads", fontName=PLAIN, fontSize=9, leading=10.5)


class Pages(Canvas):  # type: ignore[misc]  # reportlab has no types
    """A canvas that writes "page 2 of 3" once it knows how many there are."""

    def __init__(self, *words: Any, said: str, **more: Any) -> None:
        super().__init__(*words, **more)
        self._said = said
        self._kept: list[dict[str, Any]] = []

    def showPage(self) -> None:
        """Keep the page instead of ending it."""
        self._kept.append(dict(self.__dict__))
        self._startPage()

    def save(self) -> None:
        """Number and end all pages."""
        for number, state in enumerate(self._kept, 1):
            self.__dict__.update(state)
            self.setFont(PLAIN, 9)
            said = self._said.format(page=number, pages=len(self._kept))
            self.drawRightString(WIDTH - EDGE, FOOT - 4 * mm, said)
            super().showPage()
        super().save()


def press(asked: Mapping[str, Any]) -> bytes:
    """The PDF of `papers.asked`."""
    _open_faces(Path(asked["fonts"]))
    file = io.BytesIO()
    papers = asked["papers"]
    document = BaseDocTemplate(
        file, pagesize=A4, title=papers[0]["title"] if papers else "", author="Tableside",
        lang=asked["language"], leftMargin=EDGE, rightMargin=EDGE,
    )  # fmt: skip
    for number, paper in enumerate(papers):
        document.addPageTemplates(
            PageTemplate(str(number), [_frame()], onPage=partial(_head, paper), pagesize=A4)
        )
    document.build(list(_story(papers)), canvasmaker=partial(Pages, said=asked["page"]))
    return file.getvalue()


def _story(papers: list[Mapping[str, Any]]) -> Iterator[Flowable]:
    for number, paper in enumerate(papers):
        if number:
            yield NextPageTemplate(str(number))
            yield PageBreak()
        for block in paper["blocks"]:
            yield from _BLOCKS[block["kind"]](block)


def _facts(block: Mapping[str, Any]) -> Iterator[Flowable]:
    cells = [
        _paragraph(f"{escape(label)}: <b>{escape(fit(said))}</b>", CELL, marked=True)
        for label, said in block["pairs"]
    ]
    cells += [""] * (len(cells) % 2)
    if cells:
        rows = [cells[at : at + 2] for at in range(0, len(cells), 2)]
        yield Table(rows, colWidths=[ROOM / 2, ROOM / 2], style=_FACTS, spaceAfter=6)


def _words(block: Mapping[str, Any]) -> Iterator[Flowable]:
    yield _paragraph(block["text"], LOOKS[block["look"]])


def _card(block: Mapping[str, Any]) -> Iterator[Flowable]:
    yield Card(block, ROOM, (HEIGHT - HEAD - FOOT - 14) / 2, fit)


def _table(block: Mapping[str, Any]) -> Iterator[Flowable]:
    shares = block["shares"]
    widths = [ROOM * share / sum(shares) for share in shares]
    right = set(block["right"])
    last = len(shares) - 1
    rows: list[list[Any]] = [[_cell(one, HEADS, at in right) for at, one in
                              enumerate(block["head"])]]  # fmt: skip
    look: list[tuple[Any, ...]] = [*_GRID, ("LINEBELOW", (0, 0), (-1, 0), 1.2, "black")]
    for row in block["rows"]:
        at = len(rows)
        if "heading" in row:
            rows.append([_cell(row["heading"], STRONG, False), *[""] * last])
            look += [("SPAN", (0, at), (-1, at)), ("TOPPADDING", (0, at), (-1, at), 9),
                     ("LINEBELOW", (0, at), (-1, at), 1.2, "black"),
                     ("NOSPLIT", (0, at), (-1, at + 1))]  # fmt: skip
            continue
        cells = [
            _cell(said, STRONG if place == row["strong"] else CELL, place in right)
            for place, said in enumerate(row["cells"])
        ]
        rows.append(cells)
        if row["below"]:
            rows.append([_cell(row["below"], BELOW, False), *[""] * last])
            look += [("SPAN", (0, at + 1), (-1, at + 1)), ("NOSPLIT", (0, at), (-1, at + 1)),
                     ("TOPPADDING", (0, at + 1), (-1, at + 1), 0)]  # fmt: skip
        end = len(rows) - 1
        look.append(("LINEBELOW", (0, end), (-1, end), 0.4, "black"))
    yield Table(rows, colWidths=widths, repeatRows=1, style=look, spaceAfter=6)


_BLOCKS: Final = {"facts": _facts, "words": _words, "table": _table, "card": _card}
_FACTS: Final = [
    ("LEFTPADDING", (0, 0), (-1, -1), 0),
    ("TOPPADDING", (0, 0), (-1, -1), 1),
    ("BOTTOMPADDING", (0, 0), (-1, -1), 2),
    ("VALIGN", (0, 0), (-1, -1), "TOP"),
]
_GRID: Final = [
    ("VALIGN", (0, 0), (-1, -1), "TOP"),
    ("VALIGN", (0, 0), (-1, 0), "BOTTOM"),
    ("LEFTPADDING", (0, 0), (0, -1), 0),
    ("LEFTPADDING", (1, 0), (-1, -1), 3),
    ("RIGHTPADDING", (0, 0), (-1, -1), 3),
    ("TOPPADDING", (0, 0), (-1, -1), 3),
    ("BOTTOMPADDING", (0, 0), (-1, -1), 3),
]


def _cell(said: str, style: ParagraphStyle, right: bool) -> Paragraph:
    if not right:
        return _paragraph(said, style)
    name = f"{style.name}-right"
    return _paragraph(said, _RIGHT.setdefault(name, ParagraphStyle(name, style, alignment=2)))


_RIGHT: Final[dict[str, ParagraphStyle]] = {}


def _paragraph(said: str, style: ParagraphStyle, *, marked: bool = False) -> Paragraph:
    return Paragraph(said if marked else escape(fit(said)), style)


def fit(said: str) -> str:
    """The text in letters that the faces have; what none of them has is a replacement sign."""
    known = pdfmetrics.getFont(PLAIN).face.charToGlyph
    return "".join(
        one if ord(one) in known else "\ufffd" for one in unicodedata.normalize("NFC", said)
    )


def _frame() -> Frame:
    return Frame(EDGE, FOOT, ROOM, HEIGHT - HEAD - FOOT, 0, 0, 0, 0)


def _head(paper: Mapping[str, Any], canvas: Any, _: Any) -> None:
    """Title and what it is about, over a line, on each page."""
    if not paper["title"]:
        return
    canvas.saveState()
    size = 19.0
    title = fit(paper["title"])
    while pdfmetrics.stringWidth(title, BOLD, size) > ROOM and size > 8:
        size -= 0.5
    canvas.setFont(BOLD, size)
    canvas.drawString(EDGE, HEIGHT - 13 * mm, title)
    canvas.setFont(PLAIN, 10.5)
    canvas.drawString(EDGE, HEIGHT - 18.5 * mm, fit(paper["under"]))
    canvas.setLineWidth(1.2)
    canvas.line(EDGE, HEIGHT - 21 * mm, WIDTH - EDGE, HEIGHT - 21 * mm)
    canvas.restoreState()


def _open_faces(folder: Path) -> None:
    for name in FACES:
        path = folder / f"{name}.ttf"
        if not path.is_file():
            raise SystemExit(f"no font {path}: install Debian's fonts-roboto-unhinted")
        pdfmetrics.registerFont(TTFont(name, str(path)))
    for name in (PLAIN, BODY):
        pdfmetrics.registerFontFamily(name, normal=name, bold=BOLD, italic=name, boldItalic=BOLD)


def main() -> int:
    """Read, print, write."""
    sys.stdout.buffer.write(press(json.load(sys.stdin)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
