"""C.5.7: where the two books differ, one test a row: the same evening under each of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from rules.mafia.reasons import rule_of
from tests.rules.mafia.golden import FIRST, edition_of, left, prelude, table

Said = Callable[[dict[str, Any]], Any]
TWO = ["speech 1", "nominate 1 3", "yield 1", "speech 2", "nominate 2 7", "yield 2"]
TIE = [*TWO, "voting", "tally 3:1,2,3,4,5 7:6,7,8,9,10"]


class Difference(NamedTuple):
    """The lines played, what is looked at, and what each book says."""

    topic: str
    lines: list[str]
    said: Said
    mafn: Any
    mafa: Any
    alive: list[int] | None = None


def refused(summary: dict[str, Any]) -> list[str]:
    return [one["rule"] for one in summary["refused"]]


def seat(number: int, key: str) -> Said:
    return lambda summary: summary["seats"][number - 1][key]


ROWS = [
    Difference(
        "withdraw nomination",
        ["speech 1", "nominate 1 3", "yield 1", "withdraw 1"],
        refused,
        ["MAFN-DAY-2a"],
        ["MAFA-GAME-3"],
    ),
    Difference(
        "several nominations",
        [*TWO[:3], "speech 6", "nominate 6 8", "nominate 6 3"],
        lambda s: s["days"][-1]["nominations"],
        [3, 8],
        [3],
    ),
    Difference(
        "third foul silence",
        ["foul 4", "foul 4", "foul 4"],
        seat(4, "silent_on"),
        [1],
        [2],
    ),
    Difference(
        "silent player's time",
        ["foul 4", "foul 4", "foul 4", "night", "shot -", "+41 day", "speech 4", "+30 wait"],
        lambda s: s["announcements"][-1]["id"],
        "day",  # silent yesterday, a whole minute today
        "speech-end",  # 10 s
    ),
    Difference(
        "guessing stage",
        [
            "speech 3",
            "foul 3",
            "foul 3",
            "foul 3",
            "yield 3",
            "night",
            "shot 1",
            "+41 day",
            "speech 1",
            "yield 1",
            "@900 speech 3",
            "@940 wait",
        ],
        lambda s: s["announcements"][-1]["t"],
        930,
        930,
        [1, 3, 5, 9],
    ),
    Difference(
        "4th foul and vote",
        [*TWO, "@200 voting", "@201 fist 1", "@201.5 remove 4", "@203 next", "@206 wait"],
        lambda s: s["days"][-1]["votes"][0]["stopped"],
        False,
        True,
    ),
    Difference(
        "addressing host",
        ["foul 4 host"],
        lambda s: s["remarks"][0]["rule"],
        "MAFN-DAY-5",
        "MAFA-FOUL-6",
    ),
    Difference(
        "gestures",
        ["foul 4 vote_gesture"],
        lambda s: s["remarks"][0]["rule"],
        "MAFN-VOTE-9",
        "MAFA-FOUL-5",
    ),
    Difference(
        "not voting",
        [*TWO, "voting", "tally 3:1,2,3,4 7:5,6,7,8,9"],
        seat(10, "fouls"),
        1,
        0,
    ),
    Difference(
        "hand lifted in vote",
        [*TWO, "@200 voting", "@201 fist 4", "@201.5 lift 4", "@203 confirm"],
        seat(4, "fouls"),
        1,
        1,
    ),
    Difference(
        "tears",
        ["remove 4 tears"],
        lambda s: (left(s), s["remarks"][0]["rule"]),
        ({"4": "removal"}, "MAFN-DAY-4"),
        ({"4": "removal"}, "MAFA-REM-3"),
    ),
    Difference(
        "oaths, bets",
        ["remove 4 oath"],
        lambda s: s["remarks"][0]["rule"],
        None,  # by the regulation; in the final minute a team loss (MAFN-DAY-7)
        "MAFA-REM-6",
    ),
    Difference(
        "night information",
        ["foul 4 recalls"],
        lambda s: s["remarks"][0]["rule"],
        None,  # unique information is a team loss (MAFN-DAY-6)
        "MAFA-FOUL-7",
    ),
    Difference(
        "mask",
        ["remove 4 mask"],
        lambda s: s["remarks"][0]["rule"],
        "MAFN-GEN-2",
        "MAFA-REM-5",
    ),
    Difference(
        "word after Night",
        ["night", "remove 4 word_after_night"],
        lambda s: s["remarks"][0]["rule"],
        None,
        "MAFA-REM-7",
    ),
    Difference(
        "swearing, honestly, religion, touching, loudness",
        ["foul 4 honestly"],
        lambda s: s["remarks"][0]["rule"],
        None,
        "MAFA-FOUL-9",
    ),
    Difference(
        "I give up, appeals, whisper",
        ["remove 4 whisper"],
        lambda s: s["remarks"][0]["rule"],
        "MAFN-DAY-10",
        None,
    ),
    Difference(
        "sunglasses",
        ["warn 4 glasses", "warn 4 glasses"],
        seat(4, "fouls"),
        1,
        0,
    ),
    Difference(
        "off-table behaviour",
        ["remove 4 tears", "speech 4"],
        refused,
        ["MAFN-GEN-8"],
        ["MAFA-MAIN-7"],
    ),
    Difference(
        "deliberate self-removal",
        ["remove 4 monster", "award 4 monster", "end red"],
        seat(4, "points"),
        None,  # a thrown game is disqualification (MAFN-GEN-10)
        -1,
    ),
    Difference(
        "three nights without kill",
        ["night", "shot -", "+41 day", "night", "shot -", "+41 day", "night", "shot -", "+41 day"],
        lambda s: s["winner"],
        None,
        "red",
    ),
    Difference(
        "3 players split twice",
        [
            "speech 1",
            "nominate 1 5",
            "yield 1",
            "speech 5",
            "nominate 5 9",
            "yield 5",
            "speech 9",
            "nominate 9 1",
            "yield 9",
            "voting",
            "tally 5:1 9:5 1:9",
            "revote",
            "tally 5:1 9:5 1:9",
            "next",
        ],
        lambda s: s["winner"],
        "black",
        None,
        [1, 5, 9],
    ),
    Difference(
        "lifting both at four, two sheriffs",
        [
            "flag on 5,9",
            "remove 7 tears",
            "night",
            "shot -",
            "+41 day",
            "speech 1",
            "nominate 1 3",
            "yield 1",
            "speech 3",
            "nominate 3 9",
            "yield 3",
            "voting",
            "tally 3:1,9 9:3,5",
            "revote",
            "tally 3:1,9 9:3,5",
            "lift_all 1,3,5",
        ],
        refused,
        ["MAFN-VOTE-5b"],
        [],
        [1, 3, 5, 7, 9],
    ),
    Difference(
        "fourth foul in a crash",
        [*TIE, "remove 9 tears", "revote"],
        refused,
        ["MAFN-VOTE-13"],
        ["MAFA-GAME-2"],
    ),
    Difference(
        "best move after a removal",
        ["remove 1 tears", "night", "shot 4", "+41 day", "best_move 4 2,6,9"],
        refused,
        ["MAF-P-10"],
        [],
    ),
    Difference("pauses", ["pause"], refused, ["MAFN-GEN-3"], ["MAFA-MAIN-4"]),
    Difference("points", ["end red"], seat(1, "points"), None, 1),
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.topic)
@pytest.mark.parametrize("book", ["mafia-nuances", "mafia-aktau-2015"])
def test_where_the_books_differ(book: str, row: Difference) -> None:
    begin = prelude(row.alive) if row.alive else FIRST
    history = table(edition_of(book), [*begin, *row.lines])
    wanted = row.mafn if book == "mafia-nuances" else row.mafa
    summary = history.summary(0, "")
    if row.alive:
        summary["remarks"] = summary["remarks"][10 - len(row.alive) :]
    assert row.said(summary) == wanted


@pytest.mark.parametrize(
    ("setting", "mafn", "mafa"),
    [
        ("all_left", 60, 0),
        ("vote_window", 2, 2),
        ("check", 20, 20),
        ("nights_without_kill", 0, 3),
        ("scoring", "none", "aktau"),
        ("seat_change", "never_the_same_seat", "never_the_same_seat"),
        ("removal_mid_vote", "finish_windows", "stop"),
    ],
)
def test_numbers_of_the_difference_table(setting: str, mafn: Any, mafa: Any) -> None:
    assert edition_of("mafia-nuances").values[setting] == mafn
    assert edition_of("mafia-aktau-2015").values[setting] == mafa


def test_what_only_one_book_states_is_presupposed_in_the_other() -> None:
    nuances, aktau = edition_of("mafia-nuances"), edition_of("mafia-aktau-2015")
    assert nuances.statuses["check"] == "presupposed"
    assert "check" not in aktau.statuses
    assert aktau.statuses["vote_window"] == "presupposed"
    assert "vote_window" not in nuances.statuses


def test_a_reason_of_the_hosts_own_has_no_rule() -> None:
    assert rule_of("foul", "elbows", mafn=True) is None
    assert rule_of("incident", "tears", mafn=True) is None
    assert rule_of("team_loss", "stays", mafn=False) == "MAFA-MAIN-7"
