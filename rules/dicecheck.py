"""Looks the dice of a record through: what the table threw is thrown again, by anybody.

The throwing itself is `fairdice.py`; a table in play never needs this part.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from rules.actions import Roll, parse_action
from rules.fairdice import (
    HAND,
    TABLE,
    commitment,
    commitments,
    committed,
    is_by_table,
    lying,
    throw,
)
from rules.history import History
from rules.record import EditionOf, Record


class DiceFound(NamedTuple):
    """What a record says of its dice: how many rolls came from where ("hand" also if nothing is
    said), what the table committed itself to and opened, and what is wrong with it.
    """

    rolls: Mapping[str, int]
    again: int
    commitment: str | None
    seed: str | None
    faults: Sequence[str]


def check_dice(record: Record, edition_of: EditionOf) -> DiceFound:
    """The dice of a record that `fold` takes; a roll of the table is thrown again."""
    opened = _opened(record)
    thrown = [line for line in record.of("do") if is_by_table(line.fields)]
    faults = [*_commitment_faults(record, opened, has_thrown=bool(thrown)), *_borrowed(record)]
    again = 0
    if thrown:
        again, wrong = _thrown_again(record, edition_of, opened)
        faults += wrong
    rolls = Counter(
        str(line.fields.get("by") or HAND)
        for line in record.of("do")
        if line.fields["do"] == Roll.do
    )
    seed = None if record.seal is None else record.seal.seed
    return DiceFound(rolls, again, committed(record), seed, tuple(faults))


def _borrowed(record: Record) -> Iterator[str]:
    """Dice of somebody else's hand that go under the number of a throw of the table."""
    for line in record.of("do"):
        if line.fields.get("throw") is not None and not is_by_table(line.fields):
            yield f"line {line.number}: the number of a throw, and the table did not throw"


def _opened(record: Record) -> bytes | None:
    """The seed that the seal opens, if it is one of this record."""
    seed = None if record.seal is None else record.seal.seed
    try:
        found = None if seed is None else bytes.fromhex(seed)
    except ValueError:
        return None
    return found if found is not None and commitment(found) == committed(record) else None


def _commitment_faults(record: Record, opened: bytes | None, *, has_thrown: bool) -> Iterator[str]:
    found = list(commitments(record))
    first = next((line.number for line in record.of("do")), None)
    if len(found) > 1:
        yield f"line {found[1][0]}: a second commitment to dice"
    if has_thrown and not found:
        yield "the table threw dice and had committed itself to nothing"
    if found and first is not None and found[0][0] > first:
        yield f"line {found[0][0]}: a commitment to dice after the first action"
    if record.seal is None or not found or opened is not None:
        return
    if record.seal.seed is not None:
        yield "the seed in the seal is not the one the table had committed itself to"
    elif has_thrown:
        yield "the seal does not open the seed of the table's dice"


def _thrown_again(
    record: Record, edition_of: EditionOf, seed: bytes | None
) -> tuple[int, list[str]]:
    """Every throw of the table once more: how many were asked for again, and what differs."""
    edition = edition_of(record.opening.edition)
    assert edition is not None  # `fold` has played this record with it
    history = History(record.opening, edition)
    fallen: dict[int, Roll] = {}
    faults: list[str] = []
    again = 0
    for number, _, fields in record.of("do"):
        action = parse_action(fields, record.opening, history.family)
        if type(action) is Roll and action.by == TABLE:
            again += action.throw in fallen
            why = _differs(action, fallen, history, record, seed)
            if why is not None:
                faults.append(f"line {number}: {why}")
            fallen.setdefault(action.throw or 0, action)
        history.apply(action)
    return again, faults


def _differs(
    roll: Roll, fallen: Mapping[int, Roll], history: History, record: Record, seed: bytes | None
) -> str | None:
    """What is wrong with a throw of the table; None if nothing is."""
    number, last = roll.throw, max(fallen, default=0)
    if number is None:
        return "a roll of the table without the number of its throw"
    due = lying(history, roll.seat)
    if due is not None:
        if due.number != number:
            return f"throw {number}, but throw {due.number} of this seat was taken back and lies"
        expected = due.dice
    elif number <= last or (number > last + 1 and not record.damage):
        return f"throw {number} does not follow throw {last}"
    elif seed is None:
        return None
    else:
        expected = throw(seed, record.opening.game, number, roll.seat, roll.at).dice
    if roll.dice == expected:
        return None
    return f"throw {number} is {_said(roll.dice)}, the seed gives {_said(expected)}"


def _said(dice: tuple[int, int]) -> str:
    return f"{dice[0]} {dice[1]}"
