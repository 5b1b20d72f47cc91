"""Writes docs/rules/actions.md: every word of a game, from the classes and tables of the rules.

    python docs/actions.py [--check]

What a field may be is what its reader says when it is given something else; when a word is allowed
is the machine's table, without the handlers that only refuse; who says it is what the kiosk's desks
make of a seat's button, and the official's verbs. `--check` writes nothing; exit 1 if the page is
stale. An example that is no action is an error.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from rules.actions import FAMILIES, parse_action
from rules.actions._common import COMMON
from rules.actions._fields import NULLABLE, REQUIRED, Slot, Word
from rules.errors import ActionError
from rules.history import STANDS
from rules.kinds import Audience, Refusal
from rules.opening import OFFICES, ROLES, parse_opening
from rules.registry import game_of

ROOT: Final = Path(__file__).resolve().parent.parent
FILE: Final = ROOT / "docs" / "rules" / "actions.md"
ANY_SEAT: Final = 987_654_321

TABLES: Final = {
    "monopoly": (("hun-2009", "monopoly", "TABLE"), ("ramk-2017", "matador", "TABLE")),
    "mafia": (("mafia-*", "mafia", "TABLE"),),
    "casino": (("ray-*, at tables", "casino", "TABLES"), ("ray-slots-*", "casino", "MACHINES")),
}
"""Of each family of words the games that know it: heading, package, name of the machine's table."""

TITLES: Final = {"monopoly": "Board games", "mafia": "Tournament Mafia", "casino": "Casino"}
PLAYED: Final = {
    "monopoly": "How they are played: [hun-2009](hun-2009.md), [ramk-2017](ramk-2017.md).",
    "mafia": "How it is played: [mafia-nuances](mafia-nuances.md), "
    "[mafia-aktau-2015](mafia-aktau-2015.md).",
    "casino": "How they are played: [ray-2013](ray-2013.md).",
    "all": "`rule` of a remark: which rule the reason stands for, where it was chosen from a list.",
}
MOST_LISTED: Final = 5
"""Phases that are spelled out; of more, those are that are missing."""

KEYS: Final = frozenset(("start", "next", "confirm", "undo", "foul"))
"""What the official has keys for in every game."""
PRESSED: Final = frozenset(("seat_down", "meaning", "seat_meaning", "_at_auction"))
"""The functions of the kiosk's desks that say what a seat's button means."""
PADS: Final = {"kiosk/ballot.py": ("votes", "vote"), "kiosk/families/mafia/pads.py": ("", "lift")}
OTHERS: Final = {"wait": "script", "hall": "table", "together": "table"}
"""What no person says at a table: time that passes, and what the hall's clock tells of itself."""

OBJECTS: Final = {
    "roles": f"an object, to each seat one of {', '.join(ROLES)}",
    "votes": "an object, to each candidate's seat a list of the seats that vote for it",
    "names": "a list of three seats",
    "under": "a list of seats",
    "deeds": "a list of objects with `name` and, if they are not as printed or not none, `price`, "
    "`mortgaged`, `houses` (5: a hotel), `house_price`",
    "wealth": "an object, to each seat a whole number",
    "levels": "a list of objects of `small`, `big`, `ante`, `least`, `most`, `minutes`, or of "
    "lists [small, big, ante]",
    "values": "an object, to each criterion a number with at most 3 decimals",
    "series": "a name or a list of names",
    "seats": "a list of seats, each once",
}
"""Where a reader's own words are too short for a page."""

EXAMPLES: Final = {
    "all": (
        {"t": 1801.5, "do": "wait"},
        {"t": 2, "do": "foul", "seat": 3, "reason": "talks"},
        {"t": 2, "do": "sign", "seat": 3, "by": "referee", "reason": "left"},
    ),
    "monopoly": (
        {"t": 4.0, "do": "roll", "seat": 1, "dice": [3, 4]},
        {"t": 9, "do": "owe", "seat": 1, "to": "pot", "amount": 500},
        {"t": 9, "do": "trade", "seat": 1, "to": 2, "gives": {"cash": 100, "deeds": ["A1"]},
         "gets": ["B2", 50]},
        {"t": 9, "do": "share", "seat": 2, "of": 1, "percent": 20, "series": ["A"]},
        {"t": 9, "do": "land_pot", "seat": 1, "wealth": {"1": 34000, "2": 28000}},
        {"t": 9, "do": "count", "seat": 1, "cash": 1500,
         "deeds": [{"name": "A1", "houses": 5}, {"name": "B2", "mortgaged": True}]},
    ),
    "mafia": (
        {"t": 1, "do": "roles", "roles": {"1": "red", "2": "sheriff", "3": "don", "4": "mafia"}},
        {"t": 700, "do": "tally", "votes": {"4": [1, 2, 3], "5": [4, 6]}},
        {"t": 800, "do": "shot", "whom": None},
        {"t": 900, "do": "best_move", "seat": 1, "names": [3, 4, 5]},
        {"t": 950, "do": "flag", "what": "two_sheriffs", "on": True, "seats": [2, 5]},
    ),
    "casino": (
        {"t": 5, "do": "bust", "seats": [2, 7]},
        {"t": 5, "do": "penalty", "seat": 2, "minutes": 10, "reason": "late"},
        {"t": 5, "do": "stakes", "levels": [{"small": 25, "big": 50, "minutes": 15}, [50, 100]]},
        {"t": 5, "do": "reading", "seat": 2, "values": {"points": 1250, "jackpot": 3.5}},
    ),
}  # fmt: skip

HEAD: Final = """# Actions: every word of a game

Made by `python docs/actions.py` from the classes and tables in `rules/`.

A **script**, as `kiosk replay SCRIPT` plays it and a [record](record.md) keeps it, is JSON Lines
in UTF-8: the first line opens the game, every other line is one action.

```
{"open": {"edition": "hun-2009", "season": "S1", "round": "Q1", "game": "Q1-T3", "table": "T3",
          "seats": [{"seat": 1, "player": "P01", "name": "Anna"}, {"seat": 2, "player": "P02"}]}}
{"t": 4.0, "do": "roll", "seat": 1, "dice": [3, 4]}
{"t": 1801.5, "do": "wait"}
```

(The opening is one line in the file.) A record is a script, too: lines that are no action are
passed over. `kiosk run --drive -` takes an action as `enter {...}`, without `t`; the table stamps
it.

## The opening

| key of `open` | |
|---|---|
| `edition` | an edition's id; `kiosk rules list` |
| `season`, `round`, `game`, `table` | 1 to 64 letters, digits, `_`, `.`, `-` |
| `seats` | 1 to 10 objects: `seat` (1 to 10), `player`; perhaps `name`; Mafia: `role`, @ROLES@ |
| `final` | perhaps: true for a final |
| `division` | perhaps: 1 or 2 |
| `options` | perhaps: settings for this game alone, by name; `kiosk rules show ID` lists them |
| `officials` | perhaps: @OFFICES@, each a name; `banker` also two |

## Time, refusals, mistakes

`t` is seconds since the opening, with at most 3 decimals, and never goes back. Before an action
is judged time passes to its `t`: timers that run out on the way fire first, each at its own
instant.

An action that the rules do not allow is **refused**: it stays in the record, the summary lists it
with its rule, and nothing changes. A line that is no action (no JSON, an unknown `do`, a field
missing or wrong, a seat that does not exist, time that goes back) ends a script with exit 2 and
the line's number.

`line` (`seat3`, `judge.next`) says which button made an action. `note` and `comment` are kept and
passed over, and so is a field that only other words have; a field that no word has is refused.
`undo` takes back the last action that was not, by whoever, and passes over @STANDS@. A `confirm`
can be taken back until the record is sealed. Refusals that no document states are in
[table-rules.md](table-rules.md).

## How to read the tables

**Fields**: all must stand but those in brackets, with what they are without one. **Who**: a
*seat* by its own button, the *official* by keys, menu or console, the *table* by itself, a
*script*. In a script anybody may say anything. *Private*: neither the table's screen nor its
sounds tell of it, accepted or refused. **When**: the phases that allow it, by the game's machine
(`rules/*/machine.py`); a handler may still refuse it for another reason, with its rule. A dash:
the game knows the word and always refuses it.
"""


def page() -> str:
    """The file's text."""
    common = {word.make.do: word for word in COMMON}
    parts = [
        HEAD.replace("@ROLES@", ", ".join(f"`{one}`" for one in ROLES))
        .replace("@OFFICES@", ", ".join(f"`{one}`" for one in OFFICES))
        .replace("@STANDS@", ", ".join(f"`{one}`" for one in sorted(STANDS))),
        _section("Every game", "all", common, ()),
    ]
    for family, words in FAMILIES.items():
        own = {do: word for do, word in words.items() if word != common.get(do)}
        parts.append(_section(TITLES[family], family, own, TABLES[family]))
    return "\n".join(parts)


def _section(
    title: str, family: str, words: Mapping[str, Word], tables: tuple[tuple[str, str, str], ...]
) -> str:
    heads = ["`do`", "fields", "who", "what it means", *(heading for heading, _, _ in tables)]
    if not tables:
        heads.append("never in")
    rows = [
        [
            f"`{do}`",
            _fields(word),
            _who(family, do, word),
            _meaning(word),
            *(_phases(package, name, word) for _, package, name in tables),
            *([] if tables else [_never(do)]),
        ]
        for do, word in words.items()
    ]
    examples = "\n".join(_example(family, fields) for fields in EXAMPLES[family])
    return "\n".join(
        (
            f"## {title}",
            "",
            PLAYED[family],
            "",
            f"| {' | '.join(heads)} |",
            f"|{'---|' * len(heads)}",
            *(f"| {' | '.join(row)} |" for row in rows),
            "",
            "```",
            examples,
            "```",
            "",
        )
    )


def _example(family: str, fields: dict[str, Any]) -> str:
    """A line that parses; ActionError where it does not."""
    seats = [{"seat": seat, "player": f"P{seat}"} for seat in range(1, 11)]
    named = dict.fromkeys(("edition", "season", "round", "game", "table"), "x")
    opening = parse_opening({**named, "seats": seats})
    parse_action(fields, opening, "monopoly" if family == "all" else family)
    return json.dumps(fields)


def _fields(word: Word) -> str:
    either = f"; {' or '.join(f'`{key}`' for key in word.either)} must stand" if word.either else ""
    return "; ".join(_field(slot) for slot in word.slots) + either


def _field(slot: Slot) -> str:
    text = f"`{slot.key}` {_allowed(slot)}"
    if slot.default is REQUIRED:
        return text
    if slot.default is NULLABLE:
        return f"{text}, or null"
    without = f" ({json.dumps(slot.default)})" if slot.default not in (None, "", ()) else ""
    return f"[{text}{without}]"


def _allowed(slot: Slot) -> str:
    """What the field's reader says of something that it cannot take."""
    try:
        slot.read(slot.key, object(), {ANY_SEAT})
    except ActionError as error:
        told = str(error).partition(", allowed ")[2]
    short = {"a list of", "an object {...}", "an object {criterion: number}"}
    if slot.key in OBJECTS and (told in short or told.startswith(("a list", "an object"))):
        return OBJECTS[slot.key]
    if slot.key == "series":
        return OBJECTS["series"]
    told = told.replace(f"seat {ANY_SEAT}", "a seat").replace(str(ANY_SEAT), "a seat")
    told = re.sub(r"a text of [01] to (\d+) characters, no control characters", "text", told)
    return re.sub(r"(whole number from [\d-]+)( to 10{8,})?$", r"\1", told).replace(
        "from -1000000000000", "(may be below 0)"
    )


def _meaning(word: Word) -> str:
    text = " ".join((inspect.getdoc(word.make) or "").split())
    if not text:
        raise LookupError(f"{word.make.__name__}: no docstring to say what `{word.make.do}` means")
    return text.replace("|", "\\|").replace("from_", "from").replace("None", "null")


@cache
def _table(package: str, name: str) -> Mapping[tuple[Any, type], Any]:
    table: Mapping[tuple[Any, type], Any] = getattr(import_module(f"rules.{package}.machine"), name)
    return table


def _phases(package: str, name: str, word: Word) -> str:
    table = _table(package, name)
    all_phases = list(dict.fromkeys(phase for phase, _ in table))
    allowed = [
        phase
        for phase in all_phases
        if (phase, word.make) in table and not _only_refuses(table[phase, word.make])
    ]
    if not allowed:
        return "-"
    ends = [phase for phase in all_phases if phase.value in ("closed", "void")]
    lived = [phase for phase in all_phases if phase not in ends]
    missing = [phase.value for phase in lived if phase not in allowed]
    if not missing:
        return "always" if all(phase in allowed for phase in ends) else "until it is closed"
    if len(allowed) > MOST_LISTED:
        return f"all but {', '.join(missing)}"
    return ", ".join(phase.value for phase in allowed)


def _only_refuses(handler: Any) -> bool:
    """A handler whose only answer is a refusal, by what it says it returns."""
    return inspect.signature(handler).return_annotation in ("Refusal", Refusal)


def _never(do: str) -> str:
    """The games in which no phase allows a word that every game knows."""
    if do in ("wait", "undo"):
        return ""  # the fold's own (`rules/history.py`)
    return ", ".join(
        heading
        for family, games in TABLES.items()
        for heading, package, name in games
        if _phases(package, name, FAMILIES[family][do]) == "-"
    )


def _who(family: str, do: str, word: Word) -> str:
    known = TABLES.values() if family == "all" else (TABLES[family],)
    packages = {package for games in known for _, package, _ in games}
    found = []
    if any(do in _pressed(package) for package in packages):
        found.append("seat")
    if do in KEYS or not found or any(do in _verbs(package) for package in packages):
        found.append(OTHERS.get(do, "official"))
    private = _private(packages, word)
    return ", ".join(found) + (f"; private{private}" if private is not None else "")


@cache
def _verbs(package: str) -> frozenset[str]:
    """What the official of this family has a verb for."""
    return frozenset(verb.do for verb in import_module(f"kiosk.families.{package}.verbs").VERBS)


@cache
def _pressed(package: str) -> frozenset[str]:
    """What a seat's button can mean at this family's table."""
    family = f"kiosk/families/{package}"
    files = ["kiosk/answers.py", "kiosk/desk.py", *_python(family)]
    found = {do for file in files for name, do in _written(file) if name in PRESSED}
    named = " ".join((ROOT / file).read_text(encoding="utf-8") for file in _python(family))
    for file, (name, do) in PADS.items():
        is_own = file.startswith(family) or "kiosk.ballot" in named
        if is_own and any(do == word and name in ("", where) for where, word in _written(file)):
            found.add(do)
    return frozenset(found)


def _python(folder: str) -> Iterable[str]:
    return [str(path.relative_to(ROOT)) for path in sorted((ROOT / folder).glob("*.py"))]


@cache
def _written(file: str) -> tuple[tuple[str, str], ...]:
    """(function, `do`) of every action that is spelled out in a file, and names a seat."""
    return tuple(_actions_in(ast.parse((ROOT / file).read_text(encoding="utf-8"))))


def _actions_in(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        for found in ast.walk(function):
            if not isinstance(found, ast.Dict):
                continue
            keys = {
                key.value: value
                for key, value in zip(found.keys, found.values, strict=True)
                if isinstance(key, ast.Constant)
            }
            word = keys.get("do")
            if "seat" in keys and isinstance(word, ast.Constant):
                yield function.name, str(word.value)


def _private(packages: Iterable[str], word: Word) -> str | None:
    """Where the word is the official's alone to see; None: nowhere, empty: wherever it is known."""
    if word.make.do == "vote":
        return " until the ballot is closed"
    action = object.__new__(word.make)
    seen = sorted(
        package
        for package in packages
        if game_of(package).audience(None, action) is Audience.OFFICIAL
    )
    if not seen:
        return None
    books = {
        package: heading for games in TABLES.values() for heading, package, _ in reversed(games)
    }
    return "" if len(seen) == len(set(packages)) else f" in {', '.join(books[one] for one in seen)}"


def main(argv: list[str]) -> int:
    """Write or check the page."""
    text = page()
    if "--check" not in argv:
        FILE.write_text(text, encoding="utf-8")
    elif not FILE.exists() or FILE.read_text(encoding="utf-8") != text:
        sys.stdout.write(f"{FILE.relative_to(ROOT)} is stale: run python docs/actions.py\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
