"""The iCalendar text format (RFC 5545), as far as a feed of events needs it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Final

MOST_OCTETS: Final = 75
_PRODUCT: Final = "-//Tableside//league//EN"
_ESCAPED: Final = {"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n"}


@dataclass(frozen=True, slots=True)
class Event:
    """A day, or an instant with a length, in a calendar."""

    uid: str
    begins: date | datetime
    summary: str
    changed_ms: int
    changes: int = 0
    lasts: timedelta | None = None
    place: str = ""
    text: str = ""
    url: str = ""


def feed(name: str, events: Iterable[Event]) -> str:
    """A whole calendar; programs that subscribe to it ask again after an hour."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        f"PRODID:{_PRODUCT}",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        f"NAME:{escaped(name)}",
        f"X-WR-CALNAME:{escaped(name)}",
        "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
        "X-PUBLISHED-TTL:PT1H",
    ]
    for event in events:
        lines += _lines(event)
    lines.append("END:VCALENDAR")
    return "".join(f"{folded(line)}\r\n" for line in lines)


def escaped(text: str) -> str:
    """A text value: backslash, semicolon, comma and line break are escaped, no other control."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    kept = "".join(one for one in lines if one == "\n" or (one >= " " and one != "\x7f"))
    return "".join(_ESCAPED.get(one, one) for one in kept)


def folded(line: str) -> str:
    """A line in pieces of at most 75 octets, never cut within a character."""
    pieces, piece, size = [], "", 0
    for letter in line:
        octets = len(letter.encode())
        if size + octets > MOST_OCTETS:
            pieces.append(piece)
            piece, size = " ", 1
        piece, size = piece + letter, size + octets
    return "\r\n".join([*pieces, piece])


def _lines(event: Event) -> list[str]:
    lines = [
        "BEGIN:VEVENT",
        f"UID:{escaped(event.uid)}",
        f"DTSTAMP:{_instant(datetime.fromtimestamp(event.changed_ms / 1000, UTC))}",
        f"SEQUENCE:{event.changes}",
        _begins(event.begins),
    ]
    if event.lasts is not None:
        lines.append(f"DURATION:PT{int(event.lasts.total_seconds()) // 60}M")
    lines.append(f"SUMMARY:{escaped(event.summary)}")
    for name, value in (("LOCATION", event.place), ("DESCRIPTION", event.text)):
        if value:
            lines.append(f"{name}:{escaped(value)}")
    if event.url:
        lines.append(f"URL:{event.url}")
    if not isinstance(event.begins, datetime):
        lines.append("TRANSP:TRANSPARENT")  # a whole day blocks nobody's diary
    lines.append("END:VEVENT")
    return lines


def _begins(begins: date | datetime) -> str:
    if not isinstance(begins, datetime):
        return f"DTSTART;VALUE=DATE:{begins:%Y%m%d}"
    if begins.tzinfo is None:  # wherever it is read: the hall's zone is not known
        return f"DTSTART:{begins:%Y%m%dT%H%M%S}"
    return f"DTSTART:{_instant(begins)}"


def _instant(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y%m%dT%H%M%SZ}"
