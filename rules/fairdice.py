"""Dice that nobody chose: thrown by the table, checked by anybody (docs/rules/dice.md).

Before the game the table commits itself to a secret seed: the sha256 of it is shown and written
down, the seed itself is opened by the seal. A throw hangs on the seed, on its number and on whose
press asked for it in which second of the game. So the table, which knows the seed, does not know
when the players will press, and the players, who press, do not know the seed.

What has fallen lies: a throw that was taken back is thrown again as it fell, to the same seat.
"""

from __future__ import annotations

import hmac
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import count
from typing import Any, Final, NamedTuple

from rules.actions import Reset, Roll, parse_action
from rules.history import History
from rules.kinds import GameMs, Seat
from rules.record import EditionOf, Record

SEED_BYTES: Final = 32
TABLE: Final = "table"
READER: Final = "reader"
HAND: Final = "hand"

FORMAT: Final = "tableside dice 1"
MS: Final = 1000
FAIR: Final = 252
"""The most sixes of sixes a byte holds: of the bytes below it each face has as many."""


class Throw(NamedTuple):
    """A throw of the table: its number in the game, from 1, and what fell."""

    number: int
    dice: tuple[int, int]


class Cup:
    """The table's dice at one game: throws on, never back."""

    def __init__(self, seed: bytes, game: str, thrown: int = 0) -> None:
        """`thrown`: the number of the last throw of the record so far."""
        self.seed = seed
        self._game = game
        self._thrown = thrown

    def throw(self, history: History, seat: Seat, at: GameMs) -> Throw:
        """What falls when this seat asks for the dice at `at`."""
        again = lying(history, seat)
        if again is not None:
            return again
        self._thrown += 1
        return throw(self.seed, self._game, self._thrown, seat, at)


class DiceFound(NamedTuple):
    """What a record says of its dice: how many rolls came from where ("hand" also if nothing is
    said), what the table committed itself to and opened, and what is wrong with it.
    """

    rolls: Mapping[str, int]
    again: int
    commitment: str | None
    seed: str | None
    faults: Sequence[str]


def commitment(seed: bytes) -> str:
    """What is shown and written down before the game."""
    return sha256(seed).hexdigest()


def committed_note(seed: bytes) -> dict[str, Any]:
    """The `note` with which a record begins whose dice the table throws."""
    return {"dice": TABLE, "commitment": commitment(seed)}


def committed(record: Record) -> str | None:
    """The commitment of a record, None where its table throws no dice."""
    return next((found for _, found in _commitments(record)), None)


def throw(seed: bytes, game: str, number: int, seat: Seat, at: GameMs) -> Throw:
    """The `number`-th throw of a game, asked for by `seat` at `at`; only whole seconds count, as
    the clock shows them: of a millisecond nobody at the table could say that it was another.
    """
    asked = f"{FORMAT}\n{game}\n{number}\n{seat}\n{at // MS}\n"
    blocks = (hmac.digest(seed, f"{asked}{block}".encode(), "sha256") for block in count())
    return Throw(number, faces(blocks))


def faces(blocks: Iterable[bytes]) -> tuple[int, int]:
    """Two dice from blocks of random bytes, each face as likely as any other."""
    fair = (byte % 6 + 1 for block in blocks for byte in block if byte < FAIR)
    return next(fair), next(fair)


def lying(history: History, seat: Seat) -> Throw | None:
    """The throw of this seat that was taken back and has to be thrown again, the first first."""
    back: dict[int, tuple[int, int]] = {}
    for action, stands in history.accepted():
        if type(action) is Reset and stands and action.what == "game":
            back.clear()
        elif type(action) is not Roll or action.by != TABLE or action.seat != seat:
            continue
        elif action.throw is not None:
            if stands:
                back.pop(action.throw, None)
            else:
                back[action.throw] = action.dice
    return Throw(*min(back.items())) if back else None


def last_number(record: Record) -> int:
    """The number of the last throw of the table, 0 if there was none."""
    found = (line.fields.get("throw") for line in record.of("do") if _by_table(line.fields))
    return max((number for number in found if type(number) is int), default=0)


def check_dice(record: Record, edition_of: EditionOf) -> DiceFound:
    """The dice of a record that `fold` takes; a roll of the table is thrown again."""
    opened = _opened(record)
    thrown = [line for line in record.of("do") if _by_table(line.fields)]
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


def _by_table(fields: Mapping[str, Any]) -> bool:
    return fields.get("by") == TABLE


def _borrowed(record: Record) -> Iterator[str]:
    """Dice of somebody else's hand that go under the number of a throw of the table."""
    for line in record.of("do"):
        if line.fields.get("throw") is not None and not _by_table(line.fields):
            yield f"line {line.number}: the number of a throw, and the table did not throw"


def _commitments(record: Record) -> Iterator[tuple[int, str]]:
    for line in record.of("note"):
        note = line.fields["note"]
        if isinstance(note, dict) and note.get("dice") == TABLE:
            yield line.number, str(note.get("commitment"))


def _opened(record: Record) -> bytes | None:
    """The seed that the seal opens, if it is one of this record."""
    seed = None if record.seal is None else record.seal.seed
    try:
        found = None if seed is None else bytes.fromhex(seed)
    except ValueError:
        return None
    return found if found is not None and commitment(found) == committed(record) else None


def _commitment_faults(record: Record, opened: bytes | None, *, has_thrown: bool) -> Iterator[str]:
    found = list(_commitments(record))
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
