"""The table's own key: made once, kept in the home, signs the head of every closed record.

PyNaCl is loaded with the first seal, not with the table.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from kiosk.disk import MODE_SECRET, write_whole
from kiosk.errors import RunError, UserError
from rules.identity import enrol_message, key_words, receipt_message
from rules.value import Value

log = logging.getLogger(__name__)

KEY_FILE: Final = "table.key"
LEAGUE_FILE: Final = "league.json"
SEED_BYTES: Final = 32


class TableKey(Value):
    """An Ed25519 signing key by its seed."""

    seed: bytes

    @property
    def public(self) -> str:
        """The verifying key, 64 hex digits: what a league knows this table by."""
        public: bytes = _signing(self.seed).verify_key.encode()
        return public.hex()

    def sign(self, message: bytes) -> str:
        """The signature, 128 hex digits."""
        signature: bytes = _signing(self.seed).sign(message).signature
        return signature.hex()


class Membership(Value):
    """What `kiosk enrol` brought home: which league knows this table, its token, and the key (hex)
    that signs the league's receipts; empty where it was an older league.
    """

    url: str
    table: str
    token: str
    league: str = ""


def table_key(keys: Path) -> TableKey:
    """The key in this folder, made now if there is none yet."""
    path = keys / KEY_FILE
    try:
        text = path.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        return _new_key(path)
    except (OSError, UnicodeDecodeError) as error:
        raise RunError(f"{path}: cannot be read: {error}") from None
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES:
        raise RunError(
            f"{path}: no key (64 hex digits); restore it, or move it away and enrol anew"
        )
    return TableKey(seed)


def words_of(keys: Path) -> str:
    """The four words of the key in this folder; empty where there is none that can be read."""
    public = public_of(keys)
    return key_words(public) if public else ""


def public_of(keys: Path) -> str:
    """The verifying key in this folder; empty where there is none that can be read."""
    if not (keys / KEY_FILE).exists():
        return ""
    try:
        return table_key(keys).public
    except RunError as error:
        log.error("%s", error)
        return ""


def membership(keys: Path) -> Membership | None:
    """The league this table belongs to; None before `kiosk enrol`."""
    path = keys / LEAGUE_FILE
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        return brought(str(found["url"]), found)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UserError(f"{path}: not what `kiosk enrol` writes ({error}); enrol again") from None


def league_key(keys: Path) -> str:
    """The key that signs receipts; empty where none is known."""
    try:
        member = membership(keys)
    except UserError:  # damaged: the table has no token either, and says NOT ENROLLED
        return ""
    return "" if member is None else member.league


def enrolment(code: str, key: TableKey) -> Mapping[str, str]:
    """What a table says to redeem a code of `league enrol`, over any road."""
    return {"code": code, "key": key.public, "sig": key.sign(enrol_message(code, key.public))}


def keep_membership(keys: Path, found: Membership) -> None:
    """Write down what enrolment brought, readable by the table's user only."""
    fields: Mapping[str, Any] = {
        "url": found.url,
        "table": found.table,
        "token": found.token,
        "league": found.league,
    }
    write_whole(keys / LEAGUE_FILE, json.dumps(fields).encode() + b"\n", mode=MODE_SECRET)


def brought(url: str, found: Any) -> Membership:
    """What a league answered to a code; KeyError or TypeError where it is no league's answer."""
    return Membership(url, str(found["table"]), str(found["token"]), str(found.get("league", "")))


def is_receipt(league: str, receipt: Mapping[str, Any]) -> bool:
    """Whether the league of this key (hex) signed the receipt for the record that it names."""
    from nacl.exceptions import CryptoError
    from nacl.signing import VerifyKey

    said = receipt_message(str(receipt.get("game")), str(receipt.get("sha256")))
    try:
        VerifyKey(bytes.fromhex(league)).verify(said, bytes.fromhex(str(receipt.get("sig"))))
    except (CryptoError, ValueError, TypeError):
        return False
    return True


def _new_key(path: Path) -> TableKey:
    seed = os.urandom(SEED_BYTES)
    try:
        write_whole(path, seed.hex().encode() + b"\n", mode=MODE_SECRET)
    except OSError as error:
        raise RunError(f"{path}: cannot be written: {error.strerror}") from None
    return TableKey(seed)


def _signing(seed: bytes) -> Any:
    from nacl.signing import SigningKey

    return SigningKey(seed)
