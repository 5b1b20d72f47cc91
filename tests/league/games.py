"""Sealed records as a table makes them, built with the rules and a key alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from nacl.signing import SigningKey

import rules
from rules.actions import parse_action
from rules.chain import Chain
from rules.edition import Edition, parse_edition
from rules.history import History
from rules.opening import parse_opening
from rules.record import (
    announced_line,
    opening_line,
    read,
    replay,
    seal_message,
    sealed_line,
)

EDITIONS = Path(rules.__path__[0]) / "editions"
KEY = SigningKey(sha256(b"the key of the test tables").digest())


def edition(name: str = "hun-2009") -> Edition:
    return parse_edition(
        (EDITIONS / f"{name}.toml").read_text(encoding="utf-8"), f"{name}.toml", text_of
    )


def text_of(name: str) -> str | None:
    path = EDITIONS / f"{name}.toml"
    return path.read_text(encoding="utf-8") if path.exists() else None


@dataclass(frozen=True)
class Sheet:
    """What a seat holds at the end: cash and deeds as a `count` has them."""

    cash: int
    deeds: Sequence[Mapping[str, Any]] = ()


@dataclass(frozen=True)
class Played:
    """A game to be recorded."""

    game: str = "Q1-T3"
    season: str = "S1"
    round: str = "Q1"
    table: str = "T3"
    final: bool = False
    players: Sequence[tuple[str, str]] = (
        ("P01", "Anna"),
        ("P02", "Bence"),
        ("P03", "Csilla"),
        ("P04", "Dénes"),
    )
    sheets: Sequence[Sheet] = (Sheet(412), Sheet(1712), Sheet(90), Sheet(1500))
    rolls: int = 8
    excluded: Sequence[int] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    rules: Edition | None = None


def record(played: Played = Played(), key: SigningKey = KEY, **seal: Any) -> bytes:
    """The bytes of the sealed record; `seal` replaces parts of the seal, for records that lie."""
    lines, _ = _lines(played, key, seal)
    return b"".join(lines)


def scripted(lines: Sequence[Mapping[str, Any]], key: SigningKey = KEY) -> bytes:
    """The sealed record of a script: opening, actions (refused ones too), other lines."""
    opening = parse_opening(lines[0]["open"])
    rules_in_force = edition(opening.edition)
    history = History(opening, rules_in_force)
    chain = Chain()
    made = [chain.line(opening_line(opening, rules_in_force))]
    asked = 0
    for fields in lines[1:]:
        made.append(chain.line(dict(fields)))
        if "do" in fields:
            asked += 1
            outcome = history.apply(parse_action(fields, opening, history.family))
            made += [chain.line(announced_line(told)) for told in outcome.announcements]
    head = chain.head
    claimed = history.summary(asked, head)
    signature = key.sign(seal_message(head, claimed)).signature.hex()
    made.append(chain.line(sealed_line(claimed, head, public(key), signature)))
    return b"".join(made)


def summary(played: Played = Played()) -> dict[str, Any]:
    return _lines(played, KEY, {})[1]


def public(key: SigningKey = KEY) -> str:
    return bytes(key.verify_key).hex()


def deed(name: str, price: int, house_price: int = 0, **more: Any) -> dict[str, Any]:
    return {
        "name": name,
        "price": price,
        "mortgaged": False,
        "houses": 0,
        "house_price": house_price,
        **more,
    }


def _opening(played: Played) -> dict[str, Any]:
    seats = [
        {"seat": at, "player": player, "name": name}
        for at, (player, name) in enumerate(played.players, 1)
    ]
    return {
        "edition": (played.rules or edition()).id,
        "season": played.season,
        "round": played.round,
        "game": played.game,
        "table": played.table,
        "seats": seats,
        "final": played.final,
        "officials": {"banker": ["Zoltán", "Vera"] if played.final else "Zoltán"},
        **({"options": dict(played.options)} if played.options else {}),
    }


def _actions(played: Played) -> list[dict[str, Any]]:
    seats = range(1, len(played.players) + 1)
    asked: list[dict[str, Any]] = [{"t": 1.0, "do": "start"}]
    for number in range(played.rolls):
        seat = number % len(seats) + 1
        asked.append({"t": 4.0 + 20 * number, "do": "roll", "seat": seat, "dice": [1, 3]})
    asked += [
        {"t": 5300.0, "do": "disqualify", "seat": seat, "reason": "telephone"}
        for seat in played.excluded
    ]
    end = 5404.5
    for seat, sheet in zip(seats, played.sheets, strict=True):
        if seat not in played.excluded:
            asked.append(
                {
                    "t": end,
                    "do": "count",
                    "seat": seat,
                    "cash": sheet.cash,
                    "deeds": list(sheet.deeds),
                }
            )
    for seat in seats:
        if seat not in played.excluded:
            asked.append({"t": end + 60, "do": "sign", "seat": seat, "line": f"seat{seat}"})
    asked += [{"t": end + 90, "do": "confirm"}] * (2 if played.final else 1)
    return asked


def _lines(
    played: Played, key: SigningKey, seal: Mapping[str, Any]
) -> tuple[list[bytes], dict[str, Any]]:
    opening = parse_opening(_opening(played))
    rules_in_force = played.rules or edition()
    history = History(opening, rules_in_force)
    chain = Chain()
    lines = [chain.line(opening_line(opening, rules_in_force))]
    asked = _actions(played)
    for fields in asked:
        lines.append(chain.line(fields))
        outcome = history.apply(parse_action(fields, opening, history.family))
        if outcome.refusal is not None:
            raise AssertionError(f"{fields} was refused: {outcome.refusal}")
        lines += [chain.line(announced_line(told)) for told in outcome.announcements]
    head = seal.get("head", chain.head)
    claimed = {**history.summary(len(asked), chain.head), **seal.get("summary", {})}
    signature = key.sign(seal_message(head, claimed)).signature.hex()
    lines.append(
        chain.line(
            sealed_line(claimed, head, seal.get("key", public(key)), seal.get("sig", signature))
        )
    )
    return lines, claimed


def replayed(raw: bytes) -> History:
    """The game of a record's actions, sealed or not."""
    found = read(raw)
    return replay(found, lambda name: edition(name))
