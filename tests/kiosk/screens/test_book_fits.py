"""Every rule of the book is read whole at a table, in the table's language and its document's."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from babel.messages.pofile import read_po

from kiosk.families.monopoly.samples import play_frame
from kiosk.screens.frame import Panel, Row, line
from rules.value import replace
from tests.kiosk.screens.conftest import LANGUAGES, ROOT, SIZES, Canvas

DOCUMENTS = {"HUN": "hu", "RAMK": "da", "MAF": "ru", "MAFN": "ru", "MAFA": "ru", "RAY": "sv"}
"""Each document's own language."""


def _book(language: str) -> dict[str, str]:
    """Rule -> its text."""
    with (ROOT / "locale" / language / "LC_MESSAGES" / "rules.po").open("rb") as file:
        texts = {str(one.id): str(one.string) for one in read_po(file, locale=language)}
    start = "rules.book."
    return {key.removeprefix(start): text for key, text in texts.items() if key.startswith(start)}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_rule_of_the_book_is_whole(
    canvas: Callable[[tuple[int, int]], Canvas], size: tuple[int, int], language: str
) -> None:
    drawn_on, frame = canvas(size), replace(play_frame(), language=language)
    books = {one: _book(one) for one in LANGUAGES}
    assert len(books[language]) > 200
    wrong = []
    for rule in sorted(books[language]):
        rows = [Row("", line(f"rules.book.{rule}"))]
        own = DOCUMENTS.get(rule.partition("-")[0], language)
        if own != language:
            rows.append(Row("", books[own][rule]))
        panel = Panel(line("kiosk.menu.book"), rule, rows=tuple(rows), left_s=30, of_s=30)
        texts = drawn_on.whole(replace(frame, panel=panel))
        wrong += [f"{rule}: {one.text!r} does not fit {one.box}" for one in texts if one.cut]
    assert not wrong, "\n".join(wrong)
