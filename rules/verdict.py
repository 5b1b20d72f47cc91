"""What a record is worth: its chain, its seal, and what the rules make of its actions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from rules.dicecheck import DiceFound, check_dice
from rules.errors import RecordError
from rules.history import History
from rules.jsontext import canonical
from rules.kinds import Announcement, GameMs, seconds
from rules.record import EditionOf, Record, Seal, fold, signed_bytes
from rules.shown import shown

Verify: TypeAlias = Callable[[bytes, bytes, bytes], bool]
"""(public key, signature, message) -> whether the Ed25519 signature is right. Verifying it is the
caller's, so that nothing here needs more than the standard library."""


class Verdict(NamedTuple):
    """What `check` found: `faults` make a record worth nothing, `remarks` are for people. `dice`:
    where they came from, `summary`: the rules' own; None where the record cannot be played.
    """

    history: History | None
    faults: Sequence[str]
    remarks: Sequence[str]
    dice: DiceFound | None = None
    summary: Mapping[str, Any] | None = None


def check(record: Record, edition_of: EditionOf, verify: Verify) -> Verdict:
    """Chain, seal, replay, summary, announcements and dice of a record, every fault of them."""
    faults = [f"line {found.number} {found.reason}" for found in record.unexplained]
    if record.torn_bytes:
        faults.append(f"the last {record.torn_bytes} bytes are no whole line")
    faults += [fault.text for fault in seal_faults(record, verify)]
    try:
        history, told = fold(record, edition_of)
    except RecordError as error:
        return Verdict(None, (*faults, str(error)), ())
    summary = history.summary(record.events, record.game_head)
    if record.seal:
        faults += _differences(record.seal, summary)
    else:  # an open record ends where its table was, not with its last action
        end = max((at for _, at in _written(record)), default=history.now)
        told = (*told, *history.advance(max(end, history.now)))
    invented = _written(record) - Counter((one.id, one.at) for one in told)
    faults += [
        f"{shown(name)} at {seconds(at)} s: announced, but not by the rules"
        for name, at in invented
    ]
    dice = check_dice(record, edition_of)
    faults += dice.faults
    return Verdict(history, tuple(faults), tuple(_remarks(record, told)), dice, summary)


class SealFault(NamedTuple):
    """Why a seal proves nothing; `code` is the one word for it."""

    code: str
    text: str


def seal_faults(record: Record, verify: Verify) -> list[SealFault]:
    """What is wrong with the seal: nothing, or one thing."""
    seal = record.seal
    if seal is None:
        return [SealFault("unsealed", "the record is not sealed")]
    if seal.head != record.game_head:
        return [SealFault("head", "the seal is for another head of the chain")]
    try:
        key, sig = bytes.fromhex(seal.key), bytes.fromhex(seal.sig)
    except ValueError:
        return [SealFault("hex", "the seal's key or signature is no hex text")]
    if not verify(key, sig, signed_bytes(seal.head, seal.claimed)):
        return [SealFault("signature", "the seal's signature is wrong")]
    return []


def untold(record: Record, told: Sequence[Announcement]) -> list[Announcement]:
    """Of the announcements `told`, those that no line of the record says were given out."""
    written = _written(record)
    return [one for one in told if not _take(written, (one.id, one.at))]


def _differences(seal: Seal, found: Mapping[str, Any]) -> list[str]:
    if canonical(found) == seal.claimed:
        return []
    claimed = seal.summary
    return [
        f"the seal's summary says {key}: {shown(claimed.get(key))}, "
        f"the rules say {shown(found.get(key))}"
        for key in sorted({*claimed, *found})
        if canonical(claimed.get(key)) != canonical(found.get(key))
    ]


def _remarks(record: Record, told: Sequence[Announcement]) -> list[str]:
    unexplained = record.unexplained
    return [
        *(
            f"line {found.number} {found.reason}; the table found it and played on without it"
            for found in record.damage
            if found not in unexplained
        ),
        *(f"{one.id} at {seconds(one.at)} s: not announced" for one in untold(record, told)),
    ]


def _written(record: Record) -> Counter[tuple[str, GameMs]]:
    """The announcements the record says were given out."""
    return Counter(
        (str(line.fields["announced"]), _at(line.fields.get("t")))
        for line in record.of("announced")
    )


def _take(written: Counter[tuple[str, GameMs]], key: tuple[str, GameMs]) -> bool:
    written[key] -= 1
    return written[key] >= 0


def _at(found: Any) -> GameMs:
    return GameMs(round(found * 1000)) if isinstance(found, int | float) else GameMs(-1)
