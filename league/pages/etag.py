"""Marks of contents: who has them already is told so, and sent nothing again (RFC 9110)."""

from __future__ import annotations

from hashlib import sha256


def etag_of(body: bytes) -> str:
    """The mark of these bytes."""
    return f'"{sha256(body).hexdigest()[:32]}"'


def names(header: str, etag: str) -> bool:
    """Whether an `If-None-Match` header names this content; weak marks count."""
    marks = [mark.strip().removeprefix("W/") for mark in header.split(",")]
    return "*" in marks or etag in marks
