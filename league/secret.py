"""Secrets: how they are made and how they are kept. No secret is ever logged or shown twice."""

from __future__ import annotations

import secrets
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from league.troubles import Trouble

if TYPE_CHECKING:
    from argon2 import PasswordHasher

LEAST_PASSWORD: Final = 10
MOST_PASSWORD: Final = 256
"""Characters: a body of megabytes must not be hashed."""
MARK: Final = 6
"""So many characters of a token tell one from another in a list."""


def new_token() -> str:
    """256 random bits for an address or a header."""
    return secrets.token_urlsafe(32)


def hashed(secret: str) -> str:
    """How a token or code is kept; both are random enough to need no salt."""
    return sha256(secret.encode()).hexdigest()


def password_hash(password: str) -> str:
    """Argon2id of a password that is fit to keep; Trouble for one that is too short or too long."""
    if not LEAST_PASSWORD <= len(password) <= MOST_PASSWORD:
        raise Trouble("league.trouble.password", least=LEAST_PASSWORD, most=MOST_PASSWORD)
    return _hasher().hash(password)


def password_fits(kept: str | None, password: str) -> bool:
    """Whether this is the password; takes as long where there is none to compare with."""
    from argon2.exceptions import InvalidHashError, VerificationError

    if len(password) > MOST_PASSWORD:
        return False
    try:
        return _hasher().verify(kept or _nobodys(), password) and kept is not None
    except (VerificationError, InvalidHashError):
        return False


@lru_cache(maxsize=1)
def _hasher() -> PasswordHasher:
    """19 MiB and two passes: 30 ms here; four at once leave a small machine its memory."""
    from argon2 import PasswordHasher

    return PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)


@lru_cache(maxsize=1)
def _nobodys() -> str:
    return _hasher().hash(new_token())
