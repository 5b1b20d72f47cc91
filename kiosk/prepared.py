"""Games prepared for this table: files in `$TABLESIDE_HOME/next/`, and what a league has drawn.

One JSON object a file, `*.json`: an opening as `kiosk run --open` takes it, bare or under `open`,
and perhaps `starts` beside it, the local time it is meant to start at (`"19:00"`). Whoever prepares
games puts them there: the organiser, a stick, a program. Nothing here is ever changed or removed.
Before them comes what the league says was drawn for this table.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from kiosk.disk import read_utf8
from kiosk.editions import Editions
from kiosk.errors import UserError
from kiosk.families import family_of
from kiosk.home import Home
from rules.errors import ActionError
from rules.jsontext import read_object
from rules.opening import Opening, parse_opening
from rules.value import Value

DRAWN: Final = "league"
"""In place of a file's name: the league told it."""
TIME: Final = re.compile(r"([01]\d|2[0-3]):[0-5]\d")
LARGEST: Final = 100_000


class Prepared(Value):
    """One prepared game; `wrong` says why the file cannot be played, then `opening` is None."""

    file: str
    opening: Opening | None
    starts: str | None = None
    wrong: str = ""


def prepared(home: Home, editions: Editions) -> tuple[Prepared, ...]:
    """What can be played next, in the order of start time and file name; wrong files are last.

    A game that has or had a record here is not offered again.
    """
    found = [_read(path, editions) for path in sorted(home.next.glob("*.json"))]
    fresh = [one for one in found if one.opening is None or not home.has_played(one.opening.game)]
    return tuple(sorted(fresh, key=lambda one: (one.opening is None, one.starts or "", one.file)))


def drawn(found: Any, home: Home, editions: Editions) -> Prepared | None:
    """What the league says was drawn for this table; None: nothing, or it was played here."""
    if not isinstance(found, Mapping):
        return None
    try:
        opening = parse_opening(found)
        if home.has_played(opening.game):
            return None
        family_of(editions.need(opening.edition))
    except (OSError, ValueError, UserError, ActionError) as error:
        return Prepared(DRAWN, None, wrong=str(error))
    return Prepared(DRAWN, opening)


def _read(path: Path, editions: Editions) -> Prepared:
    try:
        if path.stat().st_size > LARGEST:
            raise UserError(f"more than {LARGEST} bytes")
        found = read_object(read_utf8(path))
        starts = _starts(found)
        fields = found.get("open", {key: found[key] for key in found if key != "starts"})
        opening = parse_opening(fields)
        family_of(editions.need(opening.edition))
    except (OSError, ValueError, UserError, ActionError) as error:
        return Prepared(path.name, None, wrong=str(error))
    return Prepared(path.name, opening, starts)


def _starts(found: dict[str, Any]) -> str | None:
    starts = found.get("starts")
    if starts is not None and not (isinstance(starts, str) and TIME.fullmatch(starts)):
        raise UserError(f"starts: found {starts!r}, allowed HH:MM")
    return starts
