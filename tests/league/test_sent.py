"""What a form's field may be: the same on every page that has buttons."""

from __future__ import annotations

from typing import cast

import pytest
from litestar.datastructures import FormMultiDict
from sqlalchemy import Connection

from league.draws import LARGEST_SEED
from league.pages.sent import Sent
from league.troubles import Trouble


def sent(**fields: str) -> Sent:
    return Sent(cast("Connection", None), FormMultiDict(fields), "person:Kata")


@pytest.mark.parametrize(
    ("typed", "number"),
    [("0", 0), (" 12 ", 12), ("12\u202f500", 12500), ("1 000", 1000),
     (str(LARGEST_SEED), LARGEST_SEED)],
)  # fmt: skip
def test_a_whole_number_is_read_as_a_page_shows_it(typed: str, number: int) -> None:
    assert sent(n=typed).whole("n") == sent(n=typed).whole_or_none("n") == number


@pytest.mark.parametrize("typed", ["-1", "1.5", "٣", "ten", "1" * 17, "0x1"])
def test_anything_else_is_named(typed: str) -> None:
    for ask in (sent(n=typed).whole, sent(n=typed).whole_or_none):
        with pytest.raises(Trouble, match=typed[:20]):
            ask("n")


def test_an_empty_field_is_no_number() -> None:
    assert sent(n=" ").whole_or_none("n") is None
    with pytest.raises(Trouble):
        sent(n=" ").whole("n")
