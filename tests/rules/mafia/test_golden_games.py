"""Every golden case that is played at one table, of both books."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kinds import Audience
from tests.rules.mafia.golden import (
    CARDS,
    FIRST,
    cases,
    compare,
    edition_of,
    left,
    play,
    prelude,
    table,
)

FILES = ("days", "fouls", "removals", "voting", "nights", "ends")
CASES = [case for book in ("mafia-nuances", "mafia-aktau-2015") for case in cases(book, *FILES)]


def cards_of(case: dict[str, Any]) -> dict[int, str] | None:
    """`black = [don, mafia, mafia]`, `sheriff`: other cards; `cards = "none"`: nobody says them."""
    if case.get("cards") == "none":
        return None
    if "black" not in case:
        return CARDS
    don, *mafia = case["black"]
    cards = dict.fromkeys(range(1, 11), "red")
    return {**cards, case.get("sheriff", 5): "sheriff", don: "don", **dict.fromkeys(mafia, "mafia")}


@pytest.mark.parametrize(
    "case", CASES, ids=lambda case: f"{case['edition']} {case['rule']}: {case['name']}"
)
def test_golden_game(case: dict[str, Any]) -> None:
    begin = prelude(case["alive"]) if "alive" in case else FIRST * case.get("begun", True)
    more = {"options": case["options"]} if "options" in case else {}
    history = table(edition_of(case["edition"]), begin, cards_of(case), **more)

    play(history, case["acts"])

    summary = history.summary(0, "")
    assert [refused["rule"] for refused in summary["refused"]] == case.get("refused", [])
    if "phase" in case:
        assert str(history.view(Audience.TABLE).phase) == case["phase"]
    if "told" in case:
        told = [f"{one['t']} {one['id']}" for one in summary["announcements"]]
        assert told[-len(case["told"]) :] == case["told"]
    if "left" in case:
        assert left(summary).items() >= case["left"].items()
    if "stay" in case:
        assert not left(summary).keys() & {str(seat) for seat in case["stay"]}
    for seat, wanted in case.get("seat", {}).items():
        compare(summary["seats"][int(seat) - 1], wanted, f"seat {seat}")
    if "today" in case:
        compare(summary["days"][-1], case["today"], "today")
    compare(summary, case.get("expect", {}))
