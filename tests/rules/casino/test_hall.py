"""One clock for all tables: what the hall's clock says to a table (RAY-STRUCT-1, RAY-PAY-1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rules.actions import parse_action
from rules.casino.timeline import Line, Place
from rules.history import History, Outcome

Play = Callable[..., History]
FREEZE = "ray-freezeout-2013"
REBUY = "ray-rebuy-2013"
LEVELS = [{"small": n, "big": 2 * n, "minutes": 10} for n in (25, 50, 100, 200, 400)]
SHORT: dict[str, Any] = {
    "fee": 10,
    "start_points": 1000,
    "levels": LEVELS,
    "breaks": [{"after": 2, "minutes": 5}],
    "prize_pct": [60, 40],
    "tables": 2,
}


def ask(history: History, t: float, do: str, **fields: Any) -> Outcome:
    return history.apply(
        parse_action({"t": t, "do": do, **fields}, history.opening, history.family)
    )


def said(outcome: Outcome) -> list[str]:
    assert outcome.refusal is None, outcome.refusal
    return [one.id for one in outcome.announcements]


def view(history: History) -> Any:
    return history.view(None)  # type: ignore[arg-type]


def started(play: Play, **structure: Any) -> History:
    history = play(FREEZE, structure={**SHORT, **structure})
    assert said(ask(history, 10, "hall", number=1, level=1, left_ms=599_000)) == ["start"]
    return history


def test_the_director_starts_every_table(play: Play) -> None:
    history = started(play)
    assert view(history).phase == "play"
    assert view(history).hall == 1
    assert view(history).stage.ends_at == 10_000 + 599_000


def test_a_start_that_the_rules_refuse_is_refused_here_too(play: Play) -> None:
    public = {**SHORT, "private_or_ordered": False}
    history = play(FREEZE, structure=public)
    refusal = ask(history, 1, "hall", number=1, level=1).refusal
    assert refusal is not None
    assert refusal.rule == "RAY-INTRO-3"


def test_small_corrections_shift_every_clock_and_tell_nothing_twice(play: Play) -> None:
    history = started(play, end={"minutes": 100})
    assert said(ask(history, 560, "wait")) == ["level-60"]
    out = ask(history, 561, "hall", number=1, level=1, left_ms=61_500, time_ms=5_400_000)
    assert said(out) == []
    assert view(history).stage.ends_at == 561_000 + 61_500
    assert view(history).time.ends_at == 561_000 + 5_400_000
    assert said(ask(history, 623, "wait")) == ["level:2"]


def test_a_mark_that_is_jumped_over_is_told_at_once_unless_it_is_long_past(play: Play) -> None:
    history = started(play)
    assert said(ask(history, 500, "hall", number=1, level=1, left_ms=55_000)) == ["level-60"]
    again = started(play)
    assert said(ask(again, 500, "hall", number=1, level=1, left_ms=30_000)) == []
    assert said(ask(again, 530, "wait")) == ["level:2"]


def test_who_was_away_passes_every_level_and_tells_each_once(play: Play) -> None:
    history = started(play, colour_up=[{"after": 1, "points": 25}])
    out = ask(history, 20, "hall", number=3, level=3, left_ms=590_000)
    assert said(out) == ["colour-up:25", "level:2", "break", "break-end", "level:3"]
    assert view(history).level.number == 3
    assert view(history).stage.ends_at == 20_000 + 590_000


def test_nobody_goes_back_by_himself_but_with_the_director(play: Play) -> None:
    history = started(play)
    ask(history, 20, "hall", number=2, level=2, left_ms=600_000)
    refusal = ask(history, 21, "hall", number=2, level=1, left_ms=1000).refusal
    assert refusal is not None
    assert (refusal.rule, refusal.why) == ("RAY-STRUCT-1", "level_begun")
    out = ask(history, 30, "hall", number=3, level=1, left_ms=570_000, back=True)
    assert said(out) == ["level:1"]
    assert said(ask(history, 601, "wait")) == ["level-60", "level:2"]


def test_the_time_for_rebuys_is_open_again_when_its_last_level_was_ended_by_mistake(
    play: Play,
) -> None:
    structure = {**SHORT, "rebuy_levels": 1, "addon_points": 500, "addon_price": 10}
    history = play(REBUY, structure=structure)
    ask(history, 1, "hall", number=1, level=1, left_ms=600_000)
    ask(history, 2, "hall", number=2, level=2, left_ms=600_000)
    assert view(history).window == "addon"
    ask(history, 9, "hall", number=3, level=1, left_ms=592_000, back=True)
    assert view(history).window == "rebuy"
    assert view(history).addon is None
    assert "rebuy-end" in said(ask(history, 601, "wait"))


def test_the_hall_stands_and_runs_on_with_what_was_left(play: Play) -> None:
    history = started(play)
    ask(history, 100, "hall", number=2, level=1, left_ms=500_000, paused=True, reason="alarm")
    assert view(history).stage.paused_left == 500_000
    refusal = ask(history, 110, "resume").refusal
    assert refusal is not None
    assert refusal.why == "hall_paused"
    assert said(ask(history, 900, "wait")) == []
    ask(history, 900, "hall", number=3, level=1, left_ms=500_000)
    assert view(history).stage.ends_at == 1_400_000
    what = [one["what"] for one in history.summary(0, "")["remarks"]]
    assert what == ["pause", "resume"]


def test_a_table_that_stopped_by_itself_stands_until_it_runs_on(play: Play) -> None:
    history = started(play)
    ask(history, 100, "pause", reason="dealer")
    ask(history, 200, "hall", number=1, level=1, left_ms=400_000)
    assert view(history).paused
    assert view(history).stage.paused_left == 400_000
    assert ask(history, 210, "resume").refusal is None


@pytest.mark.parametrize(
    "act", [{"do": "level"}, {"do": "stakes", "levels": LEVELS, "reason": "x"}]
)
def test_no_table_moves_the_tournament_alone(play: Play, act: dict[str, Any]) -> None:
    history = started(play)
    refusal = ask(history, 20, **act).refusal
    assert refusal is not None
    assert refusal.why == "hall_clock"


def test_a_break_of_the_hall_is_ended_by_the_director_alone(play: Play) -> None:
    history = started(play)
    ask(history, 20, "hall", number=2, level=2, on_break=True, left_ms=300_000)
    refusal = ask(history, 21, "next").refusal
    assert refusal is not None
    assert refusal.why == "hall_clock"
    assert ask(history, 22, "alone", reason="no league").refusal is None
    assert ask(history, 23, "next").refusal is None
    assert view(history).alone
    refusal = ask(history, 24, "hall", number=9, level=5).refusal
    assert refusal is not None
    assert refusal.why == "clock_alone"


def test_stakes_of_the_whole_tournament_are_announced_with_their_reason(play: Play) -> None:
    history = started(play)
    levels = [*LEVELS[:1], {"small": 500, "big": 1000, "minutes": 3}]
    out = ask(history, 20, "hall", number=2, level=1, left_ms=580_000, levels=levels, reason="late")
    assert said(out) == ["stakes"]
    assert [one.ms for one in view(history).levels] == [600_000, 180_000]
    assert history.summary(0, "")["stakes"][0]["reason"] == "late"


def test_hand_for_hand_every_table_waits_for_all(play: Play) -> None:
    history = started(play)
    assert said(ask(history, 20, "together", hand=1)) == ["hand-for-hand"]
    ask(history, 30, "hand")
    assert view(history).hand_done
    for word in ("hand", "next"):
        refusal = ask(history, 31, word).refusal
        assert refusal is not None
        assert (refusal.rule, refusal.why) == ("RAY-PAY-1", "waits_for_tables")
    assert said(ask(history, 40, "together", hand=2)) == ["next-hand"]
    assert said(ask(history, 41, "together", hand=2)) == []
    ask(history, 50, "bust", seats=[4])
    assert view(history).hand_for_hand  # the hall says when it is over, not one table
    ask(history, 51, "hand")
    assert said(ask(history, 60, "together", hand=0)) == ["in-the-money"]
    assert ask(history, 61, "hand").refusal is None
    assert not view(history).hand_for_hand


def test_a_called_last_hand_ends_the_game_by_the_official(play: Play) -> None:
    history = started(play)
    assert said(ask(history, 20, "last_hand", reason="late")) == ["last-hand"]
    assert said(ask(history, 30, "hand")) == ["game-over"]
    assert view(history).end_reason == "judge"
    other = started(play)
    out = ask(other, 20, "hall", number=2, level=1, left_ms=580_000, last_hand=True)
    assert said(out) == ["last-hand"]
    assert said(ask(other, 21, "hall", number=2, level=1, left_ms=579_000, last_hand=True)) == []


def test_an_undo_of_the_table_passes_over_what_the_hall_said(play: Play) -> None:
    history = started(play)
    ask(history, 20, "bust", seats=[4])
    ask(history, 30, "hall", number=2, level=2, left_ms=600_000)
    undone = history.would_undo()
    assert undone is not None
    assert undone.do == "bust"
    ask(history, 40, "undo")
    assert view(history).level.number == 2
    assert view(history).left == 4


def test_the_line_of_levels_and_breaks() -> None:
    line = Line([600, 600, 0, 100], {2: 300})  # type: ignore[list-item]
    assert line.at(Place(1), 600) == 0
    assert line.at(Place(2), 500) == 700
    assert line.at(Place(2, True), 300) == 1200
    assert line.at(Place(3), None) == 1500
    assert line.until_break(Place(1), 10) == 610
    assert line.until_break(Place(3), None) is None
    assert line.until_break(Place(2, True), 10) is None
