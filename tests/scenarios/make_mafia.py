"""Writes mafia-aktau-whole.jsonl: a whole game of ten with pads, worked out by hand,
and mafia-every-word.jsonl: every action that a game of Mafia knows, once or more.

    python -m tests.scenarios.make_mafia

The three `mafia-recorded-*.jsonl` are games of a public tournament with other names and times.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.rules.mafia.golden import CARDS, read

OPEN: dict[str, Any] = {
    "edition": "mafia-aktau-2015",
    "season": "AKT",
    "round": "G1",
    "game": "G1-T1",
    "table": "T1",
    "officials": {"host": "Ведущий", "side_judge": "Боковой судья"},
    "seats": [{"seat": n, "player": f"P{n:02}", "name": f"Игрок {n}"} for n in range(1, 11)],
}


def speeches(*seats: int, **said: list[str]) -> Iterator[str]:
    """One after the other, each yielding after 50 s; `s5=[...]`: what seat 5 says at 20 s."""
    for seat in seats:
        yield f"+2 speech {seat}"
        spoken = said.get(f"s{seat}", [])
        for line in spoken:
            yield f"+20 {line}"
        yield f"+{50 - 20 * len(spoken)} yield {seat}"


def lines() -> Iterator[str]:
    """The game."""
    yield from (f"@0 press {seat}" for seat in range(1, 11))
    yield "@10 night"
    yield "@40 roles " + " ".join(CARDS[seat] for seat in range(1, 11))
    yield "@95 day"
    yield from speeches(*range(1, 11), s2=["nominate 2 8"], s7=["nominate 7 6"])
    yield from ("+3 voting", "+0.8 fist 2 6 9", "+2.2 next", "+1 fist 1 3 4 5 7 8", "+4 speech 6")
    yield from ("+60 night", "+10 shot 4", "+8 don_check 5", "+12 sheriff_check 6", "+25 day")
    yield from ("+5 best_move 4 2,6,1", "+5 speech 4", "+61 speech 2", "+50 yield 2")
    yield from speeches(
        3, 5, 7, 8, 9, s5=["nominate 5 9"], s7=["triple 7 2,6,9"], s9=["nominate 9 5"]
    )
    yield from ("+1 foul 10 talks", "+1 foul 10 talks", "+1 foul 10 gestures")
    yield from speeches(10, 1)
    yield from ("+3 voting", "+0.5 fist 5 7 8 1", "+2.5 next", "+0.5 fist 2 9 3 10")
    yield from ("+4 next", "+1 next", "+31 next", "+31 next", "+0.5 fist 1 3 5 7 8", "+2.5 next")
    yield from ("+0.5 fist 2 9 10", "+4 confirm", "+3 speech 9", "+40 yield 9")
    yield from ("+2 night", "+10 shot -", "+8 don_check 1", "+12 sheriff_check 9", "+25 day")
    yield from speeches(3, 5, 7, 8, s3=["nominate 3 8"])
    yield from ("+2 speech 10", "+11 speech 1", "+50 yield 1", "+2 speech 2", "+50 yield 2")
    yield from ("+3 voting", "+2 speech 8", "+50 yield 8")
    yield from ("+2 night", "+10 shot 5", "+8 don_check 3", "+12 sheriff_check 2", "+25 day")
    yield from ("+2 speech 5", "+50 yield 5")
    yield from speeches(7, 10, 1, 2, 3, s7=["nominate 7 2"])
    yield from ("+3 voting", "+2 speech 2", "+61 wait", "+5 confirm")


def every_word() -> Iterator[str]:
    """Broken off once by the host's error, then a vote 5 to 5 twice, a night, and a team's loss."""
    yield from ("@1 press 1", "@2 start", "@5 night", "@8 roles " + _cards(), "@90 day")
    yield from ("+2 speech 1", "+5 incident 3 late", "+5 reset game technical")
    yield from ("+5 night", "+5 roles " + _cards(), "+1 pause", "+1 resume", "+90 day")
    yield from ("+2 speech 1", "+5 nominate 1 3", "+5 withdraw 1", "+5 nominate 1 7", "+20 yield 1")
    yield from ("+2 speech 2", "+5 nominate 2 3", "+1 warn 8 glasses", "+1 foul 4 talks")
    yield from ("+1 unfoul 4", "+1 reset timer said", "+40 yield 2")
    yield from ("+2 speech 3", "+1 flag on 2,5", "+9 flag off", "+1 flag on 2,5", "+20 yield 3")
    yield from ("+2 speech 4", "+10 triple 4 2,6,9", "+1 foul 5 talks", "+1 undo", "+20 yield 4")
    yield from speeches(*range(5, 11))
    yield from ("+3 voting", "+0.5 fist 1 2 3 4 6", "+0.8 lift 6", "+2 next")
    yield from ("+0.5 fist 5 7 8 9", "+3 confirm", "+2 speech 7", "+31 speech 3", "+31 revote")
    yield from ("+3 tally 7:1,2,3,4,6 3:5,7,8,9,10", "+3 next", "+2 lift_all 1,2,3,4", "+3 night")
    yield from ("+5 shot 4", "+5 don_check 5", "+21 sheriff_check 6", "+20 day")
    yield from ("+5 best_move 4 2,6,9", "+5 speech 4", "+61 speech 2", "+5 remove 8 tears")
    yield from ("+5 disqualify 10 conduct", "+5 award 5 best_move", "+5 award 1 monster")
    yield from ("+5 team_loss 9 night_info", "+9 end red ruling", "+5 sign 1", "+1 wait")
    yield "+5 confirm"


def _cards() -> str:
    return " ".join(CARDS[seat] for seat in range(1, 11))


def script(opening: dict[str, Any], played: Iterator[str]) -> str:
    """The lines of a script."""
    now, found = 0.0, [json.dumps({"open": opening}, ensure_ascii=False)]
    for line in played:
        for fields in read(line, now):
            found.append(json.dumps(fields, ensure_ascii=False))
            now = fields["t"]
    return "\n".join(found) + "\n"


def main() -> None:
    """Write the scripts."""
    here = Path(__file__)
    here.with_name("mafia-aktau-whole.jsonl").write_text(script(OPEN, lines()), encoding="utf-8")
    words = {**OPEN, "edition": "mafia-nuances", "game": "G2-T1"}
    text = script(words, every_word())
    here.with_name("mafia-every-word.jsonl").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
