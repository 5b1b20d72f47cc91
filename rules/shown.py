"""How a found value and what is allowed are put into an error's one line."""

from __future__ import annotations

from decimal import Decimal

LONGEST = 60


def shown(found: object) -> str:
    """`found` as a person wrote it, on one line and never longer than `LONGEST` characters."""
    text = str(found) if isinstance(found, Decimal) else _literal(found)
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."


def wrong(name: str, found: object, allowed: str) -> str:
    """The sentence of every wrong field: `seat: found 7, allowed 1, 2, 4`."""
    return f"{name}: found {shown(found)}, allowed {allowed}"


def _literal(found: object) -> str:
    if found is True:
        return "true"
    if found is False:
        return "false"
    if found is None:
        return "null"
    return ascii(found) if isinstance(found, str) and not found.isprintable() else repr(found)
