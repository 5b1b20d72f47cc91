"""A game script (docs/rules/actions.md): one `open`, then one action a line. A record is one, too.

Whatever is no valid line ends the run with ScriptError, which names the line. In a record (its
first line has a `schema`) the lines that are no action are passed over; its chain is not checked
here (record.py does), so that an organiser may write a script by editing one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from rules.actions import Action, parse_action, to_fields
from rules.chain import HEX, Chain
from rules.edition import Edition
from rules.errors import ActionError, EditionError, ScriptError
from rules.history import History
from rules.jsontext import read_object
from rules.opening import parse_opening
from rules.record import KINDS, opening_line

_OPENING: Final = frozenset(("open", "schema", "fingerprint", "prev", "hash"))
_REMARKS: Final = tuple(kind for kind in KINDS if kind != "do")


class Played(NamedTuple):
    """A script played to its end; `events` and `head` as a record of it would have them."""

    history: History
    events: int
    head: str

    def summary(self) -> dict[str, Any]:
        """The game summary (docs/rules/record.md)."""
        return self.history.summary(self.events, self.head)


def play(data: bytes, edition_of: Callable[[str], Edition]) -> Played:
    """Play a script in virtual time; `edition_of` raises EditionError for an id it has not."""
    lines = _lines(data)
    number, fields = next(lines, (1, {}))
    history = _open(number, fields, edition_of)
    is_record = "schema" in fields
    chain = Chain()
    chain.line(opening_line(history.opening, history.edition))
    recorded = _hash(fields)
    events = 0
    for number, fields in lines:
        if is_record and any(kind in fields for kind in _REMARKS):
            recorded = recorded if "sealed" in fields else _hash(fields)
            continue
        action = _ask(number, fields, history)
        chain.line(to_fields(action))
        recorded = _hash(fields)
        events += 1
    return Played(history, events, recorded if is_record and recorded else chain.head)


def _lines(data: bytes) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1):
        if not line.strip():
            continue
        try:
            yield number, read_object(str(line, "utf-8"))
        except UnicodeDecodeError as error:
            raise ScriptError(number, f"no UTF-8 at byte {error.start + 1}") from None
        except ValueError as error:
            raise ScriptError(number, str(error)) from None


def _open(number: int, fields: Mapping[str, Any], edition_of: Callable[[str], Edition]) -> History:
    if "open" not in fields:
        raise ScriptError(number, 'the first line must be {"open": {...}}')
    for key in fields:
        if key not in _OPENING:
            raise ScriptError(number, f"unknown field {key!r} beside open, allowed none")
    try:
        opening = parse_opening(fields["open"])
        return History(opening, edition_of(opening.edition))
    except (ActionError, EditionError) as error:
        raise ScriptError(number, str(error)) from None


def _ask(number: int, fields: Mapping[str, Any], history: History) -> Action:
    if "open" in fields:
        raise ScriptError(number, "open: found a second time, allowed in the first line only")
    try:
        action = parse_action(fields, history.opening, history.family)
        history.apply(action)
    except ActionError as error:
        raise ScriptError(number, str(error)) from None
    return action


def _hash(fields: Mapping[str, Any]) -> str | None:
    found = fields.get("hash")
    return found if isinstance(found, str) and len(found) == HEX else None
