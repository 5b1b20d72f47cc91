"""One line of a tournament's log: a word, its fields, and when; read and checked.

    {"do": "bust", "at": 1796108400000, "players": ["Kim", "Bo"]}

ActionError names the field, what was found and what is allowed. The rules come after (`fold.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from rules.errors import ActionError
from rules.shown import wrong
from rules.words import LONGEST_PLAYER, LONGEST_TEXT, NAME_RULE, is_name, is_text

MOST: Final = 10**9
MOST_PLAYERS: Final = 10_000
_SEED: Final = 2**53 - 1
_LATEST_MS: Final = 10**14


class Line(NamedTuple):
    """A checked line; every field that its word may have is in `fields`, None where left out."""

    do: str
    at_ms: int
    fields: Mapping[str, Any]


Reader = Callable[[str, Any], Any]


def _whole(low: int, high: int = MOST) -> Reader:
    def read(key: str, found: Any) -> int:
        if type(found) is not int or not low <= found <= high:
            raise ActionError(wrong(key, found, f"a whole number {low} to {high}"))
        return found

    return read


def _person(key: str, found: Any) -> str:
    if not is_text(found, LONGEST_PLAYER) or not found.strip():
        raise ActionError(wrong(key, found, f"a name of 1 to {LONGEST_PLAYER} characters"))
    return found


def _name(key: str, found: Any) -> str:
    if not is_name(found):
        raise ActionError(wrong(key, found, NAME_RULE))
    return found


def _reason(key: str, found: Any) -> str:
    if not is_text(found):
        raise ActionError(wrong(key, found, f"a text of at most {LONGEST_TEXT} characters"))
    return found


def _people(key: str, found: Any) -> tuple[str, ...]:
    if not isinstance(found, list | tuple) or not 1 <= len(found) <= MOST_PLAYERS:
        raise ActionError(wrong(key, found, "a list of players"))
    names = tuple(_person(f"{key}[{index}]", one) for index, one in enumerate(found))
    if len(set(names)) != len(names):
        raise ActionError(wrong(key, list(names), "each player once"))
    return names


def _amounts(key: str, found: Any) -> Mapping[str, int]:
    if not isinstance(found, Mapping) or not 1 <= len(found) <= MOST_PLAYERS:
        raise ActionError(wrong(key, found, "an object {player: whole number}"))
    read = _whole(0)
    return MappingProxyType(
        {_person(key, name): read(f"{key}.{name}", one) for name, one in found.items()}
    )


def _one_of(*words: str) -> Reader:
    def read(key: str, found: Any) -> str:
        if found not in words or type(found) is not str:
            raise ActionError(wrong(key, found, ", ".join(words)))
        return found

    return read


class _Word(NamedTuple):
    needs: Mapping[str, Reader]
    may: Mapping[str, Reader] = MappingProxyType({})


_OF_PLAYER: Final[Mapping[str, Reader]] = MappingProxyType({"player": _person})
_WHY: Final[Mapping[str, Reader]] = MappingProxyType({"reason": _reason})

WORDS: Final[Mapping[str, _Word]] = MappingProxyType(
    {
        "enter": _Word(_OF_PLAYER, {"ticket": _name}),
        "carry_in": _Word({"from": _name, "amount": _whole(0)}),
        "draw": _Word({"seed": _whole(0, _SEED)}),
        "start": _Word({}),
        "rebuy": _Word(_OF_PLAYER),
        "addon": _Word(_OF_PLAYER),
        "window": _Word({"to": _one_of("addon", "over")}),
        "button": _Word({"table": _whole(1, MOST_PLAYERS), "seat": _whole(1, 10)}),
        "bust": _Word(
            {"players": _people},
            {"points": _amounts, "hand": _whole(1), "left_ms": _whole(0, _LATEST_MS)},
        ),
        "chips": _Word({"points": _amounts}),
        "penalty": _Word(
            _OF_PLAYER, {"minutes": _whole(1, 1440), "rounds": _whole(1, 1000), **_WHY}
        ),
        "round": _Word({"table": _whole(1, MOST_PLAYERS)}),
        "disqualify": _Word({**_OF_PLAYER, "points": _whole(0)}, _WHY),
        "balance": _Word({"seed": _whole(0, _SEED)}),
        "move": _Word(
            {**_OF_PLAYER, "table": _whole(1, MOST_PLAYERS), "seat": _whole(1, 10)}, _WHY
        ),
        "deal": _Word(
            {"prizes": _amounts, "by": _one_of("icm", "points", "agreed")}, {"rest": _whole(0)}
        ),
        "end": _Word({}),
        "undo": _Word({}),
    }
)
"""Every word of the log, the fields it needs and those it may have."""


def read_line(found: Any, where: str = "line") -> Line:
    """A line from its fields."""
    if not isinstance(found, Mapping):
        raise ActionError(wrong(where, found, 'an object {"do": ...}'))
    do = found.get("do")
    word = WORDS.get(do) if type(do) is str else None
    if word is None:
        raise ActionError(wrong(f"{where}.do", do, ", ".join(WORDS)))
    known: dict[str, Reader] = {**word.needs, **word.may}
    for key in found:
        if key not in ("do", "at", *known):
            raise ActionError(wrong(f"{where}: unknown field", key, ", ".join(known) or "none"))
    fields: dict[str, Any] = {}
    for key, read in known.items():
        if found.get(key) is None and key in word.needs:
            raise ActionError(f"{where}.{key}: missing, allowed all of {', '.join(word.needs)}")
        fields[key] = None if found.get(key) is None else read(f"{where}.{key}", found[key])
    at = _whole(0, _LATEST_MS)(f"{where}.at", found.get("at", 0))
    return Line(str(do), at, MappingProxyType(fields))


def standing(lines: Sequence[Line]) -> list[Line]:
    """The lines that stand: each `undo` takes back the last one before it."""
    found: list[Line] = []
    for line in lines:
        if line.do == "undo":
            if found:
                found.pop()
        else:
            found.append(line)
    return found
