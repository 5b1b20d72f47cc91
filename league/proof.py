"""What a record must be before anything in it is believed: whole, chained, sealed."""

from __future__ import annotations

from collections.abc import Collection

from nacl.exceptions import CryptoError
from nacl.signing import VerifyKey

from league.refusals import Reason, Refused
from rules.errors import RecordError
from rules.record import Record, read
from rules.verdict import seal_faults


def prove(raw: bytes) -> Record:
    """The record in `raw`; Refused 422 with every reason where chain or seal do not hold."""
    try:
        record = read(raw)
    except RecordError as error:
        raise Refused(422, Reason("record", str(error))) from None
    reasons = [
        Reason("chain", f"line {damage.number} {damage.reason}", damage.number)
        for damage in record.unexplained  # what the sealed notes name, the table knew
    ]
    if record.torn_bytes:
        reasons.append(Reason("torn", f"the last {record.torn_bytes} bytes are no whole line"))
    reasons += [Reason(fault.code, fault.text) for fault in seal_faults(record, signed)]
    if reasons:
        raise Refused(422, *reasons)
    return record


def require_key(record: Record, table: str, keys: Collection[str]) -> None:
    """Refused 401 unless the seal was made with a key of the table that plays the game."""
    if record.seal is None or record.seal.key not in keys:
        raise Refused(
            401,
            Reason("key", f"sealed with a key that is not enrolled for table {table}; enrol it"),
        )


def signed(key: bytes, signature: bytes, message: bytes) -> bool:
    """Whether `signature` is the key's Ed25519 signature of `message`."""
    try:
        VerifyKey(key).verify(message, signature)
    except (CryptoError, ValueError, TypeError):  # wrong, or no key or signature at all
        return False
    return True
