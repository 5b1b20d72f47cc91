"""Dice that nobody chose: thrown by the table, checked by anybody (docs/rules/dice.md).

Before the game the table commits itself to a secret seed: the sha256 of it is shown and written
down, the seed itself is opened by the seal. A throw hangs on the seed, on its number and on whose
press asked for it in which second of the game. So the table, which knows the seed, does not know
when the players will press, and the players, who press, do not know the seed.

What has fallen lies: a throw that was taken back is thrown again as it fell, to the same seat.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from itertools import count
from typing import Any, Final, NamedTuple

from rules.actions import Reset, Roll
from rules.history import History
from rules.kinds import GameMs, Seat
from rules.record import Record

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


def commitment(seed: bytes) -> str:
    """What is shown and written down before the game."""
    return sha256(seed).hexdigest()


def committed_note(seed: bytes) -> dict[str, Any]:
    """The `note` with which a record begins whose dice the table throws."""
    return {"dice": TABLE, "commitment": commitment(seed)}


def committed(record: Record) -> str | None:
    """The commitment of a record, None where its table throws no dice."""
    return next((found for _, found in commitments(record)), None)


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
    found = (line.fields.get("throw") for line in record.of("do") if is_by_table(line.fields))
    return max((number for number in found if type(number) is int), default=0)


def commitments(record: Record) -> Iterator[tuple[int, str]]:
    """The number of each line that commits its table to dice, and to which."""
    for line in record.of("note"):
        note = line.fields["note"]
        if isinstance(note, dict) and note.get("dice") == TABLE:
            yield line.number, str(note.get("commitment"))


def is_by_table(fields: Mapping[str, Any]) -> bool:
    """Whether the table threw what this line holds."""
    return fields.get("by") == TABLE
