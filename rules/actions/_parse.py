"""From a line's fields to an action and back, by the table of the game's family."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from decimal import Decimal
from functools import cache
from importlib import import_module
from itertools import chain
from types import MappingProxyType
from typing import Any, Final, cast

from rules.actions._base import Action
from rules.actions._fields import NULLABLE, REQUIRED, Word, read_text
from rules.errors import ActionError
from rules.kinds import GameMs, seconds
from rules.opening import Opening
from rules.shown import wrong

LONGEST_S: Final = 10**7
"""Four months: no game lasts longer, and every such instant is exact in binary, too."""

_TIME: Final = f"seconds from 0 to {LONGEST_S}, at most 3 decimals"
_HAIRS: Final = 100_000
"""In a millisecond: what a sum of binary floats may miss its third decimal by."""

_BESIDE: Final = frozenset(("t", "do", "line", "prev", "hash", "note", "comment"))


_HOMES: Final = MappingProxyType(
    {
        "monopoly": "rules.actions._board",
        "mafia": "rules.actions._mafia",
        "casino": "rules.actions._casino",
    }
)


class _Families(Mapping[str, Mapping[str, Word]]):
    """The words of each family, loaded when they are asked for; each `do` is one class."""

    def __getitem__(self, family: str) -> Mapping[str, Word]:
        return _words_of(family)

    def __iter__(self) -> Iterator[str]:
        return iter(_HOMES)

    def __len__(self) -> int:
        return len(_HOMES)


@cache
def _words_of(family: str) -> Mapping[str, Word]:
    return cast("Mapping[str, Word]", import_module(_HOMES[family]).WORDS)


FAMILIES: Final = _Families()


def parse_action(fields: Mapping[str, Any], opening: Opening, family: str) -> Action:
    """An action from a line's fields; raises ActionError naming field, found, allowed.

    `line` is kept; `prev` and `hash` of a record's line are passed over. Whether time goes back
    is for `History` to say, which knows the time.
    """
    words = _words_of(family)
    do = fields.get("do")
    word = words.get(do) if type(do) is str else None
    if word is None:
        raise _unknown(fields, do, words)
    seats = opening.numbers
    values: list[Any] = [game_ms(fields.get("t"))]
    known = 2
    for key, _, read, default, _ in word.slots:
        found = fields.get(key)
        if found is not None:
            known += 1
            values.append(read(key, found, seats))
        elif default is NULLABLE and key in fields:
            known += 1
            values.append(None)
        elif default in (REQUIRED, NULLABLE) or (key in fields and default is not None):
            raise _missing(fields, key, word, seats)
        else:
            known += key in fields
            values.append(default)
    if len(fields) != known or word.either:
        return _beside(fields, word, values, words)
    return word.make(*values)


def game_ms(found: Any) -> GameMs:
    """Seconds with at most 3 decimals as whole milliseconds, exactly."""
    if type(found) is float:
        if 0 <= found <= LONGEST_S:
            ms = round(found * 1000)
            # A sum of binary floats misses its third decimal by a hair; a fourth decimal is more.
            if abs(found * 1000 - ms) * _HAIRS < 1:
                return GameMs(ms)
    elif type(found) is int:
        if 0 <= found <= LONGEST_S:
            return GameMs(found * 1000)
    elif type(found) is Decimal and found.is_finite() and 0 <= found <= LONGEST_S:
        whole_ms = int(found * 1000)  # perhaps rounded; the comparison is exact
        if Decimal(whole_ms) / 1000 == found:
            return GameMs(whole_ms)
    missing = f"t: missing, allowed {_TIME}"
    raise ActionError(missing if found is None else wrong("t", found, _TIME))


def to_fields(action: Action) -> dict[str, Any]:
    """A line's fields of an action, `t` in seconds; what is the default is left out."""
    word = _word_of(action)
    fields: dict[str, Any] = {"t": seconds(action.at), "do": action.do}
    for key, attr, _, default, write in word.slots:
        value = getattr(action, attr)
        if value != default or default is REQUIRED:
            fields[key] = value if write is None else write(value)
    if action.line is not None:
        fields["line"] = action.line
    return fields


def _word_of(action: Action) -> Word:
    """Of the words that are loaded: those of the action's own family are."""
    for home in sorted(_HOMES.values(), key=lambda home: home not in sys.modules):
        word: Word | None = import_module(home).WORDS.get(action.do)
        if word is not None and word.make is type(action):
            return word
    raise TypeError(f"{type(action).__name__} is no action of any family")


def _beside(
    fields: Mapping[str, Any], word: Word, values: list[Any], words: Mapping[str, Word]
) -> Action:
    """The rare rest: a button's line, a record's chain keys, and keys that are none."""
    for key in fields:
        if not _is_known(key, word, words):
            names = ", ".join(("t", "do", *(slot.key for slot in word.slots), "line"))
            raise ActionError(wrong(f"{word.make.do}: unknown field", key, names))
    if word.either and not any(fields.get(key) is not None for key in word.either):
        raise ActionError(f"{word.make.do}: missing, allowed {' or '.join(word.either)}")
    line = fields.get("line")
    if line is None:
        return word.make(*values)
    return word.make(*values, line=read_text("line", line))


def _is_known(key: str, word: Word, words: Mapping[str, Word]) -> bool:
    """Every field of any action is: one that this action has no use for (`reason` of an `undo`)
    is kept in the record and passed over; a word that no action knows is a slip of the pen.
    """
    if key in _BESIDE or any(key == slot.key for slot in word.slots):
        return True
    families = chain((words,), FAMILIES.values())  # the game's own first: the others load only now
    return any(
        key == slot.key for known in families for each in known.values() for slot in each.slots
    )


def _unknown(fields: Mapping[str, Any], do: Any, words: Mapping[str, Word]) -> ActionError:
    if "do" not in fields:
        return ActionError("do: missing, allowed " + ", ".join(sorted(words)))
    return ActionError(wrong("do", do, ", ".join(sorted(words))))


def _missing(fields: Mapping[str, Any], key: str, word: Word, seats: frozenset[int]) -> ActionError:
    if key in fields:
        return ActionError(f"{word.make.do}: {key}: found null, allowed a value")
    needed = ", ".join(slot.key for slot in word.slots if slot.default in (REQUIRED, NULLABLE))
    return ActionError(f"{word.make.do}: {key}: missing, allowed (all of) {needed}")
