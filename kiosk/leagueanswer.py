"""What an answer to a table means, whichever road it came by: whether it is a league's at all, and
whether it is a receipt.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from kiosk import outbox
from kiosk.carrier import Answer, Carrier, CertificateError, ForeignError
from kiosk.outbox import Parcel
from kiosk.seal import is_receipt
from rules.value import Value

PORTAL: Final = "portal"
REDIRECT: Final = "redirect"
PROXY: Final = "proxy"
CUT: Final = "cut"
AILING: Final = "ailing"
"""The league answers that it cannot take anything now."""
SILENT: Final = "silent"
FOREIGN: Final = "foreign"
"""Somebody is there and speaks something else: another port, or http for https."""
CERTIFICATE: Final = "certificate"
EARLY: Final = "early"
"""A certificate that is not valid yet: the table's clock is behind."""
REFUSED: Final = frozenset((400, 409, 413, 422))
"""Answers that another try does not change; only if they come from a league (a JSON object)."""
OTHER_TABLE: Final = "other_table"
"""The league knows this table, and the record is of another one: it had another name when it was
played. Its seal says whose it is, so it can go by stick."""


class Receipt(Value):
    """The league has these bytes."""

    fields: Mapping[str, Any]


class Refused(Value):
    """The league will not take these bytes, and says why."""

    status: int
    why: str


class Unknown(Value):
    """The league does not know this table (yet): it must be enrolled, then the record goes."""

    status: int
    why: str


class Again(Value):
    """Try again later; `why` is for the log, `fault` for the screen."""

    why: str
    fault: str = ""


def judge(answer: Answer, parcel: Parcel, league: str = "") -> Receipt | Refused | Unknown | Again:
    """What an answer to a record means; `league` is the key of the league that has to sign it."""
    fields, status = object_in(answer.body), answer.status
    is_said = answer.whole or status in (200, 201)  # a receipt's signature says that it is whole
    if fields is None or 300 <= status < 400 or status == 511 or not is_said:
        fault = who_answers(answer)
        return Again(f"HTTP {status} without a league's answer ({fault or 'none'})", fault)
    if status in (200, 201):
        receipt = fields.get("receipt", fields)
        if (
            isinstance(receipt, dict)
            and receipt.get("game") == parcel.game
            and receipt.get("sha256") == parcel.sha256
        ):
            if league and not is_receipt(league, receipt):
                return Again(
                    f"HTTP {status}: this table's league did not sign that receipt", PORTAL
                )
            return Receipt(receipt)
        fault = PORTAL if answer.whole else CUT
        return Again(f"HTTP {status} that does not name game and sha256 of the record", fault)
    if status in REFUSED:
        return Refused(status, _why(fields))
    if status == 403 and OTHER_TABLE in _codes(fields):
        return Refused(status, f"{_why(fields)}; it can go by stick: kiosk outbox carry")
    if status in outbox.LATER:
        return Unknown(status, _why(fields))
    return Again(f"HTTP {status}: {_why(fields)}", AILING if status >= 500 else "")


def is_league(answer: Answer) -> bool:
    """A league answered, whatever it said: an object with something in it, or nothing where nothing
    is to be said.
    """
    if answer.status == 204:
        return True
    is_said = 200 <= answer.status < 300 or (400 <= answer.status < 600 and answer.status != 511)
    return is_said and bool(object_in(answer.body))


def who_answers(answer: Answer) -> str:
    """What an answer is that is no league's whole one: the word for its sign and its remedy; empty
    where there is nothing in it.
    """
    if 300 <= answer.status < 400:
        return REDIRECT
    if answer.status == 511:
        return PORTAL
    if not answer.whole and answer.body.lstrip()[:1] in (b"", b"{"):
        return CUT
    if object_in(answer.body) is not None:
        return AILING if answer.status >= 500 else PORTAL
    begun = answer.body.lstrip()[:1]
    if begun in (b"", b"{"):
        return CUT if begun else ""
    return PORTAL if answer.status < 500 else PROXY


def fault_of(error: OSError) -> str:
    """The word for what stands between a table and its league where nobody answers."""
    if isinstance(error, CertificateError):
        return EARLY if error.early else CERTIFICATE
    return FOREIGN if isinstance(error, ForeignError) else SILENT


def missing(carrier: Carrier, marks: Sequence[str]) -> frozenset[str] | None:
    """Which delivered records the league lacks, by their marks; None where nobody there knows the
    question, or this table. OSError where it cannot be asked now.
    """
    answer = carrier.post_delivered(marks)
    found = (object_in(answer.body) or {}).get("missing")
    if answer.status == 200 and isinstance(found, list):
        return frozenset(map(str, found))
    if answer.status < 500:
        return None
    raise ConnectionError(f"HTTP {answer.status}")


def object_in(body: bytes) -> dict[str, Any] | None:
    """The JSON object that the body is; None where it is none."""
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _why(fields: Mapping[str, Any]) -> str:
    """The reasons in a league's refusal, on one line."""
    for key in ("reasons", "errors", "detail", "error", "message"):
        found = fields.get(key)
        if isinstance(found, list):
            return "; ".join(map(str, found))
        if found:
            return str(found)
    return "no reason given"


def _codes(fields: Mapping[str, Any]) -> Sequence[Any]:
    found = fields.get("codes")
    return found if isinstance(found, list) else ()
