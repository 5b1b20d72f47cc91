"""What a family of games gives to the official's console, in its module `console`.

`kiosk/families/FAMILY/console.py` has `CONSOLE`, a `FamilyConsole` or a class made from it; a
family without that module has everybody's. Templates of its own stand in `templates/FAMILY/`.
Everything here is fed with what the table told (`plain.py`), so that the page's process and the
second display ask the same functions; nothing here loads a web library or draws.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, cast

from kiosk.console.wording import Told
from kiosk.families import FAMILIES
from kiosk.locale import Texts
from rules.value import Value

if TYPE_CHECKING:
    from rules.history import History

FIRST: Final = "monopoly"
"""Whose keys a table without a game has."""


class Style(Enum):
    """How a line of the second display is written."""

    LABEL = "label"  # capitals: what follows
    CLAIM = "claim"  # what the official must not miss
    LINE = "line"
    SMALL = "small"
    SEAT = "seat"


class Tone(Enum):
    """In which ink."""

    PLAIN = "plain"
    NOW = "now"
    SOFT = "soft"


class Row(Value):
    """A line of text in its column of the second display."""

    text: str
    style: Style = Style.LINE
    tone: Tone = Tone.PLAIN


class NextKey(Value):
    """What the large key does now. One of: `verb` (asked step by step, `preset` is known already)
    or `do` (entered at once). `label` and `said` are texts in the reader's language.
    """

    label: str
    verb: str = ""
    preset: Mapping[str, Any] = {}
    do: Mapping[str, Any] | None = None
    said: str = ""


class FamilyConsole:
    """Everybody's console: a family changes what it has of its own."""

    cloth: str = "ink"
    """Its name in `kiosk/screens/theme.py` and `static/console.css`."""
    logs: Sequence[str] = ("happened", "refused", "remarks", "times")
    """The lists beside the seats, the first is open: template `_NAME.html`, title
    `console.log.NAME`.
    """

    def next_key(self, text: Texts, facts: Told, noted: Told) -> NextKey | None:
        """The large key; None where there is nothing to go on to. Never asked without a view.
        `noted`: what the record says (`noted`), or nothing where it cannot be read.
        """
        return None

    def counts_from_s(self, facts: Told) -> float:
        """From which game time the table's own clock counts: so do the times of the console, since
        somebody at the table names the time that he sees. The opening, where it shows none.
        """
        return 0

    def data(self, facts: Told) -> Mapping[str, Any]:
        """What the page's keys have to know beside what every family's need. `presets`: by a verb's
        word the fields that the phase says already, so that nobody is asked for them.
        """
        return {}

    def seat(self, seat: Told) -> Mapping[str, Any]:
        """The same of one seat."""
        return {}

    def tools(self, text: Texts, facts: Told, log: Told) -> Mapping[str, Any]:
        """Names that the family's templates use besides everybody's."""
        return {}

    def deed_label(self, deed: Told) -> str:
        """What stands on a deed's key: what people at this board call it by."""
        code: str = deed["code"]
        return code

    def noted(self, history: History) -> Mapping[str, Any]:
        """What the official is to see of the whole record, beside the summary; plain values. Once
        when the record has grown for the page, at every change for the second display.
        """
        return {}

    def private(self, text: Texts, facts: Told, noted: Told) -> Iterable[Row]:
        """What the second display says above the seats: the private facts of now."""
        return ()

    def seat_row(self, text: Texts, seat: Told, facts: Told) -> Row:
        """A seat on the second display."""
        words = [f"{seat['seat']}  {seat['name'] or seat['player']}"]
        if seat["fouls"]:
            words.append(text.text("console.page.fouls", seat["fouls"]))
        return Row(" · ".join(words), Style.SEAT)


def console_of(kind: str) -> FamilyConsole:
    """The console of the family that plays this `game`; everybody's for one without its own."""
    package = FAMILIES.get(kind or FIRST)
    if package is None:
        return EVERYBODYS
    try:
        module = import_module(f"{package}.console")
    except ModuleNotFoundError as error:
        if error.name != f"{package}.console":
            raise
        return EVERYBODYS
    return cast("FamilyConsole", module.CONSOLE)


EVERYBODYS: Final = FamilyConsole()
