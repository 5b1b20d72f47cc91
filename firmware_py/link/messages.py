"""Requests of a table and the league's answers, as messages of a session. Pure.

byte 0     what it is (`Word`)
byte 1, 2  the request's number, little end first; an answer has that of its request
then       the body: a record as it travels, or JSON; an answer begins with its status
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Mapping
from enum import IntEnum
from typing import Any, Final, NamedTuple

ASKING: Final = 0
"""The stream of introductions, and of every answer."""
RESULTS: Final = 1
LIVE: Final = 2
"""Below the results: a live state waits for them."""

NUMBERS: Final = 0x10000
MOST_JSON: Final = 1_000_000
_WORDS_OF_JSON: Final = (
    b'{"error":"","reasons":[""],"codes":["other_content"]}{"missing":[]}{"records":[]}'
    b'{"table":"","key":"","sig":"","code":"","token":"","approved":false,"league":""}'
    b'{"game":null,"phase":"idle","signs":["SIMULATED","CLOCK NOT SET","NOT SENT (1)"]}'
    b'{"game":"","season":"","round":"","edition":"hun-2009","phase":"play","remaining_s":,'
    b'"running":true,"seats":[{"seat":1,"name":"","mark":"turn"},{"seat":2,"name":"","mark":'
    b'"waiting"}],"signs":[]}{"game":"","sha256":"","head":"","status":"stored","sig":""}'
)
"""What requests and answers are full of. Part of the format."""
_HEAD: Final = struct.Struct("<BH")
_STATUS: Final = struct.Struct("<H")


class Word(IntEnum):
    """What a message is."""

    INTRODUCE = 1
    """`{"table", "key", "sig"}`: who is at this end, signed over the session's nonces."""
    RECORD = 2
    LIVE = 3
    ENROL = 4
    """`{"code", "key", "sig"}`, as over HTTP."""
    DELIVERED = 5
    """`{"records"}`: which of these does the league not have (any more)?"""
    COPY = 6
    """A piece of the open game's copy, sealed, as over HTTP."""
    TAKEOVER = 7
    """`{"ask", "game", "reason"}`: a spare asks for the game of a table that died."""
    HALL = 8
    """`{}`: where does the hall's clock stand, and what is on its board?"""
    ANSWER = 64


_WORDS: Final = {word.value: word for word in Word}
TABLE_WORDS: Final = {"copy": Word.COPY, "takeover": Word.TAKEOVER}
"""By the last part of their address over HTTP."""


class Request(NamedTuple):
    """What a table asks."""

    word: Word
    number: int
    body: bytes


class Reply(NamedTuple):
    """What the league answers: a status as in HTTP, and JSON (`pack_json`)."""

    number: int
    status: int
    body: bytes


def pack_request(request: Request) -> bytes:
    """A message."""
    return _HEAD.pack(request.word, request.number) + request.body


def pack_reply(reply: Reply) -> bytes:
    """A message."""
    return _HEAD.pack(Word.ANSWER, reply.number) + _STATUS.pack(reply.status) + reply.body


def read_message(data: bytes) -> Request | Reply | None:
    """What a message is; None for none that this version knows."""
    if len(data) < _HEAD.size:
        return None
    value, number = _HEAD.unpack_from(data)
    word, body = _WORDS.get(value), data[_HEAD.size :]
    if word is None:
        return None
    if word is not Word.ANSWER:
        return Request(word, number, body)
    if len(body) < _STATUS.size:
        return None
    return Reply(number, _STATUS.unpack_from(body)[0], body[_STATUS.size :])


def pack_json(found: Mapping[str, Any]) -> bytes:
    """An object as it travels: compressed."""
    text = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
    deflate = zlib.compressobj(9, wbits=-15, zdict=_WORDS_OF_JSON)
    return deflate.compress(text.encode()) + deflate.flush()


def read_json(body: bytes) -> dict[str, Any] | None:
    """The object; None for what is none, or larger than any of ours."""
    inflate = zlib.decompressobj(wbits=-15, zdict=_WORDS_OF_JSON)
    try:
        text = inflate.decompress(body, MOST_JSON)
        found = None if inflate.unconsumed_tail else json.loads(text)
    except (zlib.error, ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def introduction(gateway: bytes, table: bytes, name: str) -> bytes:
    """What a table signs to say who it is in the session of these two nonces."""
    return f"tableside line 1\n{gateway.hex()}\n{table.hex()}\n{name}".encode()
