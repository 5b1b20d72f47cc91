"""When nobody knows how long the table was away, the official says how much time is left."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kiosk.clockask import ClockAsk, asked, question
from kiosk.gestures import Digit, Edit, Editing, Judge, JudgeKey, SeatButton
from rules.kinds import GameMs, Seat

LAST = GameMs(610_000)
ASK = ClockAsk(LAST, GameMs(700_000))
ENDS = GameMs(10_000 + 5_400_000)

KEYS: dict[str, Callable[[int], Any]] = {
    "yes": lambda at: JudgeKey(Judge.YES, True, at, None),
    "no": lambda at: JudgeKey(Judge.NO, True, at, None),
    "next": lambda at: JudgeKey(Judge.NEXT, True, at, None),
    "erase": lambda at: Editing(Edit.ERASE, at),
    "cancel": lambda at: Editing(Edit.CANCEL, at),
}


def typed(ask: ClockAsk, *keys: str) -> ClockAsk | GameMs:
    answer: ClockAsk | GameMs = ask
    for key in keys:
        assert isinstance(answer, ClockAsk)
        gesture = KEYS[key](0) if key in KEYS else Digit(int(key), 0)
        answer = asked(answer, gesture, ENDS)
    return answer


@pytest.mark.parametrize(
    ("keys", "now"),
    [
        (("2", "7", "1", "9", "next"), 10_000 + 5_400_000 - (27 * 60 + 19) * 1000),
        (("8", "0", "next"), 10_000 + 600_000),
        (("9", "1", "erase", "0", "erase", "erase", "5", "next"), 10_000 + 85 * 60_000),
        (("yes",), 700_000),
        (("no",), 610_000),
    ],
)
def test_k37_the_answer_is_a_game_time(keys: tuple[str, ...], now: int) -> None:
    assert typed(ASK, *keys) == now


@pytest.mark.parametrize(
    "keys", [("9", "5", "next"), ("1", "6", "1", "next"), ("9", "9", "9", "9")]
)
def test_an_answer_before_what_is_written_is_asked_again(keys: tuple[str, ...]) -> None:
    answer = typed(ASK, *keys)
    assert isinstance(answer, ClockAsk)


def test_after_a_wrong_answer_the_digits_start_anew() -> None:
    assert typed(ASK, "9", "5", "next", "8", "0", "next") == 610_000


def test_only_the_last_four_digits_count() -> None:
    assert typed(ASK, "9", "9", "2", "7", "1", "9", "next") == typed(
        ASK, "2", "7", "1", "9", "next"
    )


def test_yes_means_nothing_where_no_clock_says_anything() -> None:
    ask = ClockAsk(LAST, None)
    assert typed(ask, "yes") == ask
    assert typed(ask, "next") == ask
    assert typed(ask, "4", "cancel") == ask


@pytest.mark.parametrize(
    "gesture",
    [
        JudgeKey(Judge.YES, False, 0, None),
        JudgeKey(Judge.FOUL, True, 0, None),
        JudgeKey(Judge.CONFIRM, True, 0, None),
        SeatButton(Seat(3), True, 0, None),
    ],
)
def test_nothing_else_answers(gesture: Any) -> None:
    assert asked(ASK, gesture, ENDS) == ASK


def test_the_question_shows_what_is_typed_and_what_yes_and_no_would_say() -> None:
    answer = typed(ASK, "2", "7", "1", "9")
    assert isinstance(answer, ClockAsk)
    shown = question(answer, ENDS)
    assert dict(shown.text.params)["typed"] == "27:19"
    assert shown.consequence is not None
    assert dict(shown.consequence.params) == {"yes": "78:30", "no": "80:00"}


def test_before_anything_is_typed_it_shows_that_nothing_is() -> None:
    shown = question(ClockAsk(LAST, None), ENDS)
    assert dict(shown.text.params)["typed"] == "–:––"
    assert shown.consequence is not None
    assert dict(shown.consequence.params) == {"yes": "80:00", "no": "80:00"}
