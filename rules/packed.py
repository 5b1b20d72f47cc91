"""A record as it travels on a narrow line: compressed, the chain's links left out. Pure.

Two thirds of a record are hashes that say what the rest says already. A line that follows the one
before goes without its `prev` and `hash`; whoever unpacks makes them again, and the bytes are the
same. Every other line goes as it is, so a damaged record arrives as damaged as it was.
"""

from __future__ import annotations

import zlib
from hashlib import sha256
from typing import Final

from rules.chain import HEX

PLAIN: Final = 0
LINKS_LEFT_OUT: Final = 1
MOST: Final = 8 * 1024 * 1024
"""Bytes of a record; a game of 90 minutes has about 200,000."""

_PREV: Final = b',"prev":"'
_HASH: Final = b'","hash":"'
_END: Final = b'"}'
_AS_IT_IS: Final = b"!"
_BITS: Final = -15  # no header and no checksum: sha256 and the line's own CRC are enough
_WORDS: Final = (
    b'{"note":{"damage":"","line":{"clock":{"boot_id":"","boot_ns":,"wall_ms":,"synced":false'
    b'"options":{},"final":false,"officials":{"banker":"","referee":"","host":"","keeper":""'
    b'{"open":{"edition":"hun-2009","season":"","round":"","game":"","table":"","seats":'
    b'[{"seat":1,"player":"","name":""},{"seat":2,"player":"","schema":1,"fingerprint":"'
    b',"do":"press","line":"judge.next","do":"confirm"},"do":"pause"},"do":"resume"}'
    b',"do":"claim","seat":1,"from":2},"do":"owe","seat":3,"to":4,"amount":,"do":"next"}'
    b',"do":"count","seat":1,"cash":0,"deeds":[{"name":"","price":,"mortgaged":false,"houses":0,'
    b'"house_price":,"do":"sign","seat":1,"line":"seat1"},"announced":"warn-30"},"announced":"end"}'
    b'"unencumbered":0,"removed":false,"signed":true,"place":1,"points":0,"fouls":0,"wealth":0,'
    b'"status":"final","started_t":,"ended_t":5400.0,"end_reason":"time","announcements":'
    b'[{"t":0.0,"id":"start"},"refused":[],"dice":[{"t":1.0,"seat":1,"dice":[1,2],"doubles":false,'
    b'"note":null},"votes":[],"fines":[],"pot":0,"auctions":[],"loans":[],"record":{"events":,'
    b'"head":"{"sealed":{"summary":{"key":"","sig":"{"t":1.0,"do":"start"}{"t":2.0,"announced":'
    b'"start"}{"t":10.0,"do":"roll","seat":1,"dice":[1,2]}{"t":10.0,"do":"thrown","seat":1}'
)
"""What records are full of, so that also a short one becomes small. Part of the format."""


def pack(record: bytes) -> bytes:
    """The record as it travels; `unpack` gives the same bytes."""
    thin = _without_links(record)
    if _with_links(thin, len(record)) == record:
        return bytes((LINKS_LEFT_OUT,)) + _deflated(thin)
    return bytes((PLAIN,)) + _deflated(record)


def unpack(packed: bytes, most: int = MOST) -> bytes:
    """The record; raises ValueError for what is none, or longer than `most`."""
    kind, text = packed[:1], _inflated(packed[1:], most)
    if kind == bytes((PLAIN,)):
        return text
    if kind != bytes((LINKS_LEFT_OUT,)):
        raise ValueError(f"packed in a way that is not known here: {kind.hex() or 'nothing'}")
    return _with_links(text, most)


def _without_links(record: bytes) -> bytes:
    head = ""
    lines = record.split(b"\n")
    thin: list[bytes] = []
    for line in lines[:-1]:
        link = _PREV + head.encode() + _HASH
        cut = len(line) - HEX - len(_END) - len(link)
        body = line[: max(cut, 0)]
        own = _next_head(body, head)
        if cut > 0 and line[cut:] == link + own.encode() + _END and body[:1] == b"{":
            thin.append(body)
            head = own
        else:
            thin.append(_AS_IT_IS + line)
            head = _head_of(line)
    return b"\n".join([*thin, _AS_IT_IS + lines[-1] if lines[-1] else b""])


def _with_links(thin: bytes, most: int) -> bytes:
    head = ""
    lines = thin.split(b"\n")
    whole: list[bytes] = []
    size = 0
    for line in lines[:-1]:
        if line[:1] == _AS_IT_IS:
            line = line[1:]
            head = _head_of(line)
        else:
            own = _next_head(line, head)
            line = b"".join((line, _PREV, head.encode(), _HASH, own.encode(), _END))
            head = own
        size += len(line) + 1
        if size > most:
            raise ValueError(f"longer than {most} bytes")
        whole.append(line)
    last = lines[-1]
    return b"\n".join([*whole, last[1:] if last[:1] == _AS_IT_IS else last])


def _next_head(body: bytes, head: str) -> str:
    return sha256(b"".join((body, _PREV, head.encode(), b'"'))).hexdigest()


def _head_of(line: bytes) -> str:
    """What a line that goes as it is says of itself, believed: the next one is compared with it."""
    said = line[-HEX - len(_END) : -len(_END)]
    return said.decode("ascii") if len(said) == HEX and said.isascii() else ""


def _deflated(text: bytes) -> bytes:
    deflate = zlib.compressobj(9, wbits=_BITS, zdict=_WORDS)
    return deflate.compress(text) + deflate.flush()


def _inflated(data: bytes, most: int) -> bytes:
    inflate = zlib.decompressobj(wbits=_BITS, zdict=_WORDS)
    try:
        text = inflate.decompress(data, most + 1)
    except zlib.error as error:
        raise ValueError(f"not packed, or damaged: {error}") from None
    if len(text) > most:
        raise ValueError(f"longer than {most} bytes")
    if not inflate.eof:
        raise ValueError("not packed, or damaged: it ends too early")
    return text
