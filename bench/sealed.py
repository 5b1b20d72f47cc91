"""Sealed games for the league's benches: so many lines, or so many bytes as they travel."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Final

from bench import game
from kiosk.seal import TableKey
from rules.actions import parse_action
from rules.chain import Chain
from rules.history import History
from rules.opening import parse_opening
from rules.packed import pack
from rules.record import announced_line, opening_line, seal_message, sealed_line

MOST_REMARK: Final = 120


def record(
    name: str, actions: int, key: TableKey, remark: int = 0, seats: Any = game.OPEN["seats"]
) -> bytes:
    """A game of so many actions; each with a remark of so many characters."""
    edition, dice = game.edition(), random.Random(3)
    opening = parse_opening(
        {**game.OPEN, "game": name, "seats": seats, "officials": {"banker": "B"}},
    )
    history, chain = History(opening, edition), Chain()
    lines = [chain.line(opening_line(opening, edition))]
    ending = list(_ending())
    asked = [*game.fields(actions - len(ending)), *ending]
    for fields in asked:
        noted = {**fields, "note": dice.randbytes(remark).hex()[:remark]} if remark else fields
        lines.append(chain.line(noted))
        outcome = history.apply(parse_action(fields, opening, history.family))
        lines += [chain.line(announced_line(told)) for told in outcome.announcements]
    head = chain.head
    summary = history.summary(len(asked), head)
    sig = key.sign(seal_message(head, summary))
    return b"".join([*lines, chain.line(sealed_line(summary, head, key.public, sig))])


def of_size(name: str, actions: int, key: TableKey, size: int) -> bytes:
    """A game whose remarks make it travel as just under `size` bytes."""
    fits, too_long = 0, MOST_REMARK
    while too_long - fits > 1:
        middle = (fits + too_long) // 2
        if len(pack(record(name, actions, key, middle))) > size:
            too_long = middle
        else:
            fits = middle
    return record(name, actions, key, fits)


def _ending() -> Iterator[dict[str, Any]]:
    for seat in range(1, game.SEATS + 1):
        yield {"t": 5404.5, "do": "count", "seat": seat, "cash": 100 * seat, "deeds": []}
    for seat in range(1, game.SEATS + 1):
        yield {"t": 5460.0, "do": "sign", "seat": seat, "line": f"seat{seat}"}
    yield {"t": 5500.0, "do": "confirm"}
