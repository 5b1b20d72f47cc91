"""The chain of a record's lines, on their very bytes.

A line is a JSON object whose last two keys are `prev`, the hash of the line before ("" in the
first), and `hash`, the sha256 over the bytes of this line up to `,"hash"`. A damaged line so costs
itself and no other: the next one still proves itself and names the hash that is missing.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final, NamedTuple

from rules.jsontext import read_object, write

HEX: Final = 64
_HASH: Final = b',"hash":"'
_PREV: Final = b',"prev":"'
_END: Final = b'"}'
_AFTER: Final = len(_HASH) + HEX + len(_END)  # from `,"hash"` to the end of the line
_LINK: Final = len(_PREV) + HEX + 1  # from `,"prev"` to its closing quote
_NO_LINK: Final = _PREV + b'"'


class Link(NamedTuple):
    """A line that proves itself: its fields without `prev` and `hash`, and those two."""

    fields: dict[str, Any]
    prev: str
    hash: str


class Ready(NamedTuple):
    """A line made before it is asked for: it is the next one if nothing comes before it."""

    fields: Mapping[str, Any]
    before: str
    line: bytes
    after: str


class Chain:
    """Writes lines one behind the other; `head` is the hash of the last."""

    def __init__(self, head: str = "") -> None:
        self.head = head
        self._ready: Ready | None = None

    def make_ready(self, fields: Mapping[str, Any]) -> None:
        """Make a line ahead: `line` with this very mapping costs nothing if it is the next."""
        before = self.head
        line = self.line(fields)
        self.head, self._ready = before, Ready(fields, before, line, self.head)

    def line(self, fields: Mapping[str, Any]) -> bytes:
        """The next line with its newline; `fields` may not be empty."""
        ready = self._ready
        if ready is not None and ready.fields is fields and ready.before == self.head:
            self.head, self._ready = ready.after, None
            return ready.line
        body = f'{write(fields)[:-1]},"prev":"{self.head}"'.encode()
        self.head = sha256(body).hexdigest()
        return body + _HASH + self.head.encode() + b'"}\n'


def read_line(line: bytes) -> Link:
    """Check one line (without its newline); raises ValueError saying what is wrong with it."""
    body = line[:-_AFTER]
    if line[-_AFTER : -_AFTER + len(_HASH)] != _HASH or line[-2:] != _END:
        raise ValueError('does not end with "prev" and "hash"')
    found = line[-HEX - 2 : -2].decode("ascii", "replace")
    if sha256(body).hexdigest() != found:
        raise ValueError("is not what was written: its hash differs")
    if body.endswith(_NO_LINK):
        prev, rest = "", body[: -len(_NO_LINK)]
    elif body[-_LINK : -_LINK + len(_PREV)] == _PREV:
        prev, rest = body[-HEX - 1 : -1].decode("ascii", "replace"), body[:-_LINK]
    else:
        raise ValueError('has no "prev" before its "hash"')
    return Link(read_object(str(rest, "utf-8") + "}"), prev, found)
