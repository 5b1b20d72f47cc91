"""The referee's PIN: what only the referee may ask for needs it.

It is kept as a salted scrypt hash in the home's `keys/`, or in `tableside.toml` by whoever prefers
that. A few tries are free; from then on each wrong one makes the pause before the next longer, and
a restart does not forget how many there were. A PIN is never written to a record or a log.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import logging
import os
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from kiosk.disk import MODE_SECRET, write_whole
from kiosk.errors import RunError, UserError
from kiosk.inbox import PinChecked

log = logging.getLogger(__name__)

PIN_FILE: Final = "referee.pin"
TRIES_FILE: Final = "referee.tries"
PIN_RULE: Final = "4 to 8 digits"
RULE: Final = "TABLE-PIN"
"""What a refusal for want of the PIN is called (docs/reference.md)."""
FREE_TRIES: Final = 3
FIRST_PAUSE_S: Final = 5
LONGEST_PAUSE_S: Final = 300
_COST: Final = {"n": 2**14, "r": 8, "p": 1}
_SALT_BYTES: Final = 16

ALWAYS: Final = frozenset(("remove", "disqualify"))
BY_REFEREE: Final = frozenset(("ruling", "sign"))


class Checked(NamedTuple):
    """Whether the PIN was right; if not, how long to wait before the next try is looked at."""

    right: bool
    wait_s: int = 0


def is_pin(text: Any) -> bool:
    """Whether this can be a PIN."""
    return isinstance(text, str) and text.isascii() and text.isdigit() and 4 <= len(text) <= 8


def needs_referee(fields: Mapping[str, Any], second_round: bool) -> bool:
    """Whether this action is the referee's: an exclusion, his word over a banker's, a signature for
    a player, and the game begun anew once a second round of turns has begun.
    """
    do = fields.get("do")
    if do == "reset":
        return fields.get("what", "game") == "game" and second_round
    return do in ALWAYS or (do in BY_REFEREE and fields.get("by") == "referee")


def set_pin(keys: Path, pin: str) -> None:
    """Keep this PIN from now on; UserError if it is none, RunError if it cannot be kept."""
    if not is_pin(pin):
        raise UserError(f"PIN: allowed {PIN_RULE}")
    salt = os.urandom(_SALT_BYTES)
    kept = {**_COST, "salt": salt.hex(), "hash": _hashed(pin, salt, _COST).hex()}
    try:
        write_whole(keys / PIN_FILE, json.dumps(kept).encode() + b"\n", mode=MODE_SECRET)
        (keys / TRIES_FILE).unlink(missing_ok=True)
    except OSError as error:
        raise RunError(f"{keys / PIN_FILE}: cannot be written: {error.strerror}") from None


class PinLock:
    """Checks tries at the PIN. Callable from any thread; it takes its time on purpose."""

    def __init__(
        self, keys: Path, plain: str = "", now_s: Callable[[], float] = time.monotonic
    ) -> None:
        """`plain`: the PIN of the settings, which goes before the kept one."""
        self._keys = keys
        self._plain = plain
        self._now_s = now_s
        self._one = threading.Lock()
        self._until_s = now_s() + _pause_s(self._wrong())

    def is_set(self) -> bool:
        """Whether there is a PIN; without one nobody is asked for it."""
        return bool(self._plain) or (self._keys / PIN_FILE).exists()

    def check(self, pin: str) -> Checked:
        """Look at one try. During a pause none is looked at, right or wrong."""
        with self._one:
            wait_s = self._until_s - self._now_s()
            if wait_s > 0:
                return Checked(False, -int(-wait_s // 1))
            # Counted before it is looked at: pulling the plug in between gains nothing.
            wrong = self._wrong() + 1
            self._keep_wrong(wrong)
            if is_pin(pin) and self._matches(pin):
                self._keep_wrong(0)
                return Checked(True)
            pause_s = _pause_s(wrong)
            self._until_s = self._now_s() + pause_s
            return Checked(False, pause_s)

    def _matches(self, pin: str) -> bool:
        if self._plain:
            return hmac.compare_digest(pin, self._plain)
        path = self._keys / PIN_FILE
        try:
            kept = json.loads(path.read_text(encoding="ascii"))
            salt, wanted = bytes.fromhex(kept["salt"]), bytes.fromhex(kept["hash"])
            return hmac.compare_digest(_hashed(pin, salt, kept), wanted)
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise RunError(
                f"{path}: cannot be read ({type(error).__name__}); "
                "set the PIN again: kiosk console --set-pin"
            ) from None

    def _wrong(self) -> int:
        try:
            return int((self._keys / TRIES_FILE).read_text(encoding="ascii"))
        except (OSError, ValueError):
            return 0

    def _keep_wrong(self, count: int) -> None:
        path = self._keys / TRIES_FILE
        try:
            if count:
                write_whole(path, str(count).encode(), mode=MODE_SECRET)
            else:
                path.unlink(missing_ok=True)
        except OSError as error:  # a full disk must not open the lock
            raise RunError(f"{path}: cannot be written: {error.strerror}") from None


def look_at(lock: PinLock, pin: str, put: Callable[[PinChecked], None]) -> None:
    """Look at one try on a thread of its own; what became of it goes to the inbox."""

    def work() -> None:
        try:
            found = lock.check(pin)
        except RunError as error:
            log.error("%s", error)
            put(PinChecked(right=False, broken=True))
        else:
            put(PinChecked(found.right, found.wait_s))

    threading.Thread(target=work, name="pin", daemon=True).start()


def _pause_s(wrong: int) -> int:
    """None for the first tries, then twice as long for each."""
    beyond = wrong - FREE_TRIES
    return 0 if beyond < 0 else min(FIRST_PAUSE_S << min(beyond, 10), LONGEST_PAUSE_S)


def _hashed(pin: str, salt: bytes, cost: Mapping[str, Any]) -> bytes:
    n, r, p = int(cost["n"]), int(cost["r"]), int(cost["p"])
    return hashlib.scrypt(pin.encode(), salt=salt, n=n, r=r, p=p, dklen=32)
