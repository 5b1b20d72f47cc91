"""The one tablet: who holds it has typed a code that only the console's own terminal showed, or
the referee's PIN. Pairing another one ends the first.

The code is never on the table's screen, where a player could read it. It is made when somebody
opens the page, is good once, for ten minutes and for five tries. The tablet gets a cookie; kept
here is only its hash, so that a restart does not pair anew and a look at the file opens nothing.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import logging
import secrets
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from kiosk.disk import MODE_SECRET, write_whole
from kiosk.pin import PinLock

log = logging.getLogger(__name__)

FILE: Final = "console.session"
CODE_DIGITS: Final = 9
"""More than a PIN has, so that each try is a try at one of them."""
CODE_S: Final = 600
CODE_TRIES: Final = 5
NEW_CODE_S: Final = 10
"""At most one new code in so many seconds: whoever guesses gets few to guess at."""
TRIES_A_MINUTE: Final = 10


class Tried(NamedTuple):
    """What a try at pairing led to: the new tablet's token, or the wait before the next one."""

    token: str | None
    wait_s: int = 0


class Pairing:
    """Belongs to the console's event loop; a PIN is checked wherever `pair` is called."""

    def __init__(
        self,
        keys: Path,
        pin: PinLock,
        show: Callable[[str], None],
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        """`show` tells the terminal a new code."""
        self._path = keys / FILE
        self._pin = pin
        self._show = show
        self._now_s = now_s
        self._code = ""
        self._made_s = -float(CODE_S)
        self._left = 0
        self._tries: list[float] = []
        self._kept = self._load()

    @property
    def is_paired(self) -> bool:
        """There is a tablet."""
        return bool(self._kept)

    def knows(self, token: str | None) -> bool:
        """Whether this is the paired tablet's token."""
        return bool(token and self._kept) and hmac.compare_digest(_hash(str(token)), self._kept)

    def need_code(self) -> None:
        """Somebody wants to pair: have a code that is good, and show a new one."""
        now_s = self._now_s()
        if (not self._left or now_s - self._made_s >= CODE_S) and (
            now_s - self._made_s >= NEW_CODE_S
        ):
            self._code = f"{secrets.randbelow(10**CODE_DIGITS):0{CODE_DIGITS}}"
            self._made_s, self._left = now_s, CODE_TRIES
            self._show(self._code)

    def pair(self, typed: str) -> Tried:
        """A code or the PIN was typed; RunError where a PIN cannot be checked."""
        digits = "".join(typed.split())
        now_s = self._now_s()
        self._tries = [at_s for at_s in self._tries if now_s - at_s < 60]
        if len(self._tries) >= TRIES_A_MINUTE:
            return Tried(None, 60 - int(now_s - self._tries[0]))
        self._tries.append(now_s)
        if self._is_code(digits, now_s):
            self._left = 0
            return Tried(self._begin())
        if len(digits) != CODE_DIGITS and self._pin.is_set():
            checked = self._pin.check(digits)
            return Tried(self._begin()) if checked.right else Tried(None, checked.wait_s)
        return Tried(None)

    def end(self) -> None:
        """No tablet is paired any more."""
        self._kept = ""
        self._path.unlink(missing_ok=True)

    def _is_code(self, digits: str, now_s: float) -> bool:
        if not self._left or now_s - self._made_s >= CODE_S:
            return False
        self._left -= 1
        return hmac.compare_digest(digits.encode(), self._code.encode())

    def _begin(self) -> str:
        token = secrets.token_urlsafe(32)
        self._kept = _hash(token)
        try:
            kept = json.dumps({"session": self._kept}).encode() + b"\n"
            write_whole(self._path, kept, mode=MODE_SECRET)
        except OSError as error:  # it lasts until this process ends
            log.warning("%s: cannot be written: %s", self._path, error.strerror)
        return token

    def _load(self) -> str:
        try:
            return str(json.loads(self._path.read_text(encoding="ascii"))["session"])
        except (OSError, ValueError, KeyError, TypeError):
            return ""


def form_key(token: str) -> str:
    """What a request that changes something must carry beside the cookie."""
    return hmac.new(token.encode(), b"form", hashlib.sha256).hexdigest()


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
