"""A form that somebody sent, read in one way on every page that has buttons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from litestar.datastructures import FormMultiDict
from sqlalchemy import Connection

from league.competition.entries import InLine
from league.errors import UserError
from league.seasons import Season
from league.settings import Settings
from league.texts import Texts
from league.troubles import AgainstRules, Trouble, said

MOST_DIGITS: Final = 16
"""A seed has so many (`draws.LARGEST_SEED`), and nothing that is typed has more."""
_SPACES: Final = str.maketrans("", "", " \u00a0\u2009\u202f")
"""What stands between thousands where a number was copied from a page."""


@dataclass(frozen=True)
class Sent:
    """The fields of a form, in the transaction in which they are done, and who sent them."""

    connection: Connection
    form: FormMultiDict
    who: str

    def text(self, name: str) -> str:
        """A field; empty where it is not there."""
        return str(self.form.get(name, "")).strip()

    def several(self, name: str) -> list[str]:
        """All fields of a name."""
        return [str(one) for one in self.form.getall(name, [])]

    def on(self, name: str) -> bool:
        """Whether a box was ticked, or this was the button."""
        return name in self.form

    def whole(self, name: str) -> int:
        """A whole number; Trouble for anything else, an empty field too."""
        found = self.text(name).translate(_SPACES)
        if not (found.isascii() and found.isdigit() and len(found) <= MOST_DIGITS):
            raise Trouble("league.trouble.number", text=self.text(name)[:20])
        return int(found)

    def whole_or_none(self, name: str) -> int | None:
        """A whole number; None where the field is empty."""
        return self.whole(name) if self.text(name) else None


@dataclass(frozen=True)
class Asked(Sent):
    """A form about a season."""

    season: Season
    settings: Settings


def told_to(text: Texts, error: UserError) -> str:
    """What went wrong, in the reader's language."""
    if isinstance(error, InLine):
        return text("league.trouble.in_line", None, line=error.line,
                    cause=told_to(text, error.cause))  # fmt: skip
    if isinstance(error, AgainstRules):
        return said(error.refusal, text.language, error.about)
    return error.text(text) if isinstance(error, Trouble) else str(error)
