"""Texts and names from outside: which are fit to be kept, signed and shown."""

from __future__ import annotations

import re
from typing import Final, TypeGuard
from unicodedata import category

NAME_RULE: Final = "1 to 64 letters, digits, '_', '.' or '-'"
LONGEST_TEXT: Final = 500
LONGEST_PLAYER: Final = 64

_NAME: Final = re.compile(r"[\w.-]{1,64}")
_UNFIT: Final = frozenset({"Cc", "Cs", "Zl", "Zp"})  # controls, half surrogates, line breaks


def is_name(found: object) -> TypeGuard[str]:
    """A name that may stand in a file name and an address: `game`, `season`, `table`, `round`."""
    return isinstance(found, str) and _NAME.fullmatch(found) is not None


def is_text(found: object, longest: int = LONGEST_TEXT) -> TypeGuard[str]:
    """One line of any script, at most `longest` characters, without control characters."""
    if not isinstance(found, str) or len(found) > longest:
        return False
    # Joiners of emoji and of Arabic script are not "printable" to Python, yet they are text.
    return found.isprintable() or not any(category(char) in _UNFIT for char in found)


def plain(what: str) -> str:
    """A name without the differences that people make when they write it."""
    return " ".join(what.casefold().split())
