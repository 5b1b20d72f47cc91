"""A table's card on half a page: its name to be read from across the hall, and who sits there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final
from xml.sax.saxutils import escape

from reportlab.graphics import renderPDF
from reportlab.graphics.barcode.qr import QrCodeWidget
from reportlab.graphics.shapes import Drawing
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import Flowable, Paragraph

from league.paper.faces import BODY, BOLD, PLAIN

CODE: Final = 42 * mm
QUIET_MODULES: Final = 4
INSIDE: Final = 7 * mm
LARGEST: Final = 96.0
TOLD: Final = ParagraphStyle("told", fontName=BODY, fontSize=11, leading=14)


class Card(Flowable):  # type: ignore[misc]  # reportlab has no types
    """One card, in a frame along which it is cut."""

    def __init__(
        self, block: Mapping[str, Any], width: float, height: float, fit: Callable[[str], str]
    ) -> None:
        super().__init__()
        self.width, self.height = width, height
        self._block = block
        self._fit = fit

    def wrap(self, *_: float) -> tuple[float, float]:
        """Its own size, whatever room there is."""
        return self.width, self.height

    def draw(self) -> None:
        """Frame, name, what is played, seats, and the code or what stands in its place."""
        canvas, block = self.canv, self._block
        canvas.setDash(3, 3)
        canvas.setLineWidth(0.6)
        canvas.rect(0, 2 * mm, self.width, self.height - 4 * mm)
        canvas.setDash()
        top = self.height - 4 * mm
        side = CODE + INSIDE if block["address"] else 0
        name, room = self._fit(block["name"]), self.width - 2 * INSIDE
        size = LARGEST
        while stringWidth(name, BOLD, size) > room - side and size > 14:
            size -= 2
        canvas.setFont(BOLD, size)
        top -= size * 0.95
        canvas.drawString(INSIDE, top, name)
        top -= 4 * mm
        for line in block["lines"]:
            top -= 6 * mm
            self._line(line, INSIDE, top, 15, room - side)
        self._seats(top - 6 * mm)
        if block["address"]:
            self._code(self.width - INSIDE - CODE, self.height - 6 * mm - CODE)
        told = Paragraph(escape(self._fit(block["told"])), TOLD)
        told.wrap(room, 40 * mm)
        told.drawOn(canvas, INSIDE, 12 * mm if block["address"] else 5 * mm)
        self._line(block["address"], INSIDE, 6 * mm, 13, room)

    def _seats(self, top: float) -> None:
        """Two columns of seats, as large as their number allows."""
        seats = self._block["seats"]
        half = -(-len(seats) // 2)
        room = (self.width - 3 * INSIDE) / 2
        low = 24 * mm
        step = min(12 * mm, (top - low) / half) if half else 0
        for at, (seat, name) in enumerate(seats):
            left = INSIDE + (at // half) * (room + INSIDE)
            base = top - (at % half + 1) * step + step * 0.3
            self.canv.setFont(BOLD, step * 0.62)
            self.canv.drawString(left, base, str(seat))
            self._line(name, left + step * 0.9, base, step * 0.56, room - step * 0.9)

    def _line(self, said: str, left: float, base: float, size: float, room: float) -> None:
        shown = self._fit(said)
        while stringWidth(shown, PLAIN, size) > room and size > 6:
            size -= 0.5
        self.canv.setFont(PLAIN, size)
        self.canv.drawString(left, base, shown)

    def _code(self, left: float, low: float) -> None:
        code = QrCodeWidget(self._block["address"], barLevel="M", barBorder=QUIET_MODULES)
        x0, y0, x1, y1 = code.getBounds()
        drawing = Drawing(CODE, CODE, transform=[CODE / (x1 - x0), 0, 0, CODE / (y1 - y0), 0, 0])
        drawing.add(code)
        renderPDF.draw(drawing, self.canv, left, low)
