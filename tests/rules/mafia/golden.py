"""A table of ten for the tests: golden cases as a judge writes them, lines of words.

See tests/golden/mafia-nuances/README.md for the words of a line.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from rules.actions import parse_action
from rules.edition import Edition, parse_edition
from rules.history import History
from rules.opening import parse_opening

GOLDEN = Path(__file__).parents[2] / "golden"
EDITIONS = Path(__file__).parents[3] / "rules" / "editions"

CARDS = {1: "red", 2: "don", 3: "red", 4: "red", 5: "sheriff", 6: "mafia", 7: "red", 8: "red"}
CARDS |= {9: "mafia", 10: "red"}
"""Who is who where a case does not say it."""

FIRST = ["@0 night", "@90 day"]


def edition_of(name: str) -> Edition:
    """An edition as it ships."""
    path = EDITIONS / f"{name}.toml"
    return parse_edition(path.read_text(encoding="utf-8"), path.name, lambda _: None)


def cases(edition: str, *names: str) -> list[dict[str, Any]]:
    """The cases of these files, each with its edition."""
    return [
        {"edition": edition, **case}
        for name in names
        for case in tomllib.loads((GOLDEN / edition / f"{name}.toml").read_text("utf-8"))["case"]
    ]


def opening_of(edition: str, cards: dict[int, str] | None, **more: Any) -> Any:
    """Ten seats; with `cards` their roles are known from the start."""
    seats = [{"seat": n, "player": f"P{n:02}"} for n in range(1, 11)]
    for seat in seats if cards else ():
        seat["role"] = (cards or {})[int(seat["seat"])]
    fields = {"edition": edition, "season": "S", "round": "1", "game": "G", "table": "T1"}
    return parse_opening({**fields, "seats": seats, **more})


def table(
    edition: Edition,
    lines: Iterable[str] = (),
    cards: dict[int, str] | None = CARDS,
    **more: Any,
) -> History:
    """A table on which these lines were played."""
    history = History(opening_of(edition.id, cards, **more), edition)
    return play(history, lines)


def play(history: History, lines: Iterable[str]) -> History:
    """Ask for every line."""
    for line in lines:
        for fields in read(line, history.now / 1000):
            history.apply(parse_action(fields, history.opening, history.family))
    return history


def prelude(alive: Sequence[int]) -> list[str]:
    """Day 2 with these at the table: the others are removed on day 1, the night has no kill."""
    out = [f"remove {seat} tears" for seat in range(1, 11) if seat not in alive]
    return [*FIRST, *out, "night", "shot -", "+41 day"]


def read(line: str, now: float) -> list[dict[str, Any]]:
    """The script lines of one line of words; without a time, a second after the one before."""
    words = line.split()
    at = now + 1
    if words[0][0] in "@+":
        at = float(words[0][1:]) + (now if words[0][0] == "+" else 0)
        words = words[1:]
    do, args = words[0], words[1:]
    asked = [{"do": do, **fields} for fields in _fields(do, args)]
    return [{"t": round(at, 3), **fields} for fields in asked]


def _fields(do: str, args: list[str]) -> list[dict[str, Any]]:
    if do in ("fist", "lift", "press"):
        return [{"seat": int(seat)} for seat in args]
    if do in ("speech", "yield", "withdraw", "sign"):
        return [{"seat": int(args[0])}]
    if do == "nominate":
        return [{"seat": int(args[0]), "whom": int(args[1])}]
    if do in ("shot", "don_check", "sheriff_check"):
        return [{"whom": None if args[0] == "-" else int(args[0])}]
    if do == "tally":
        votes = dict(arg.split(":") for arg in args)
        return [{"votes": {whom: _list(voters) for whom, voters in votes.items()}}]
    if do == "lift_all":
        return [{"seats": _list(args[0])}]
    if do in ("best_move", "triple"):
        return [{"seat": int(args[0]), "names": _list(args[1])}]
    if do == "award":
        return [{"seat": int(args[0]), "what": args[1]}]
    if do == "flag":
        named = {"seats": _list(args[1])} if len(args) > 1 else {}
        return [{"what": "two_sheriffs", "on": args[0] == "on", **named}]
    if do == "roles":
        return [{"roles": {str(n): role for n, role in enumerate(args, 1)}}]
    if do == "end":
        return [{"winner": args[0] if args[0] != "-" else None, "reason": " ".join(args[1:])}]
    if do == "reset":
        return [{"what": args[0], "reason": " ".join(args[1:])}]
    if args:
        return [{"seat": int(args[0]), "reason": " ".join(args[1:])}]
    return [{}]


def _list(text: str) -> list[int]:
    return [] if text in ("", "-") else [int(part) for part in text.split(",")]


def left(summary: dict[str, Any]) -> dict[str, str]:
    """Who left and how, whenever."""
    found = [summary["dealing"], *summary["days"], *summary["nights"]]
    return {str(one["seat"]): one["how"] for part in found for one in part["left"]}


def compare(found: Any, wanted: Any, where: str = "summary") -> None:
    """`wanted` is a part of `found`: lists whole, of tables only the keys it names."""
    if wanted == "none":
        assert found is None, where
    elif isinstance(wanted, dict):
        for key, value in wanted.items():
            compare(found[key], value, f"{where}.{key}")
    elif isinstance(wanted, list):
        assert len(found) == len(wanted), f"{where}: {found}"
        for index, (one, other) in enumerate(zip(found, wanted, strict=True)):
            compare(one, other, f"{where}[{index}]")
    else:
        assert found == wanted, f"{where}: found {found!r}, wanted {wanted!r}"
