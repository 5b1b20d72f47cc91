"""A table behind the hall's clock: what it does with an answer, and when; the board it shows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kiosk import families
from kiosk.editions import Editions
from kiosk.families.casino.follow import Follower, told_of
from kiosk.families.casino.samples import played
from kiosk.hall import FRESH_NS, HallHost
from kiosk.hallboard import HallBoard, board_of
from kiosk.halltime import MS, HallTime, sample
from kiosk.home import Home
from kiosk.inbox import HallTold
from kiosk.prepared import drawn
from kiosk.screens.choose import choose
from kiosk.screens.frame import Frame, Idle
from kiosk.screens.hall import hall as board_screen
from kiosk.screens.idle import idle as idle_screen
from rules.casino.timeline import structure_mark
from rules.casino.view import CasinoView
from rules.history import History
from rules.kinds import Audience, GameMs, Seat
from tests.journeys.hall import Hall, hall
from tests.journeys.test_casino import opening
from tests.journeys.test_mafia import drive

MINUTE = 60_000


def clock(**changed: Any) -> dict[str, Any]:
    return {"number": 1, "level": 1, "left_ms": 20 * MINUTE, "from_ms": 0, **changed}


def answer(at_ms: int, now: Any = None, coming: Any = None, **more: Any) -> dict[str, Any]:
    return {"at_ms": at_ms, "clock": now, "next": coming, "together": 0, **more}


def view(history: History) -> CasinoView:
    found: CasinoView = history.view(Audience.TABLE)
    return found


def playing(left_ms: int = 20 * MINUTE) -> History:
    led = {"t": 0, "do": "hall", "number": 1, "level": 1, "left_ms": left_ms}
    return played("freezeout", [led])


def acts(history: History, at_ms: int, told: dict[str, Any]) -> list[dict[str, Any]]:
    follower = Follower()
    follower.heard(told)
    return follower.acts(view(history), GameMs(at_ms), at_ms)


# -- the way there and back ----------------------------------------------------------------------


def test_half_the_way_is_the_way_back_and_the_leagues_work_is_none_of_it() -> None:
    found = sample(1000 * MS, 1030 * MS, hall_ms=500, took_ms=10)
    assert found.at_ns == 1020 * MS
    assert found.error_ns == 10 * MS + MS // 2
    time = HallTime()
    time.hear(found)
    assert time.now_ms(1020 * MS) == 500
    assert time.now_ms(2020 * MS) == 1500


def test_the_quickest_answer_says_most_until_it_is_old() -> None:
    time = HallTime()
    time.hear(sample(0, 2 * MS, 101, 0))
    time.hear(sample(1000 * MS, 1060 * MS, 1131 + 25, 0))  # 25 ms wrong: its way was not even
    assert time.now_ms(2000 * MS) == 2100


def test_a_clock_that_is_another_one_now_is_believed() -> None:
    time = HallTime()
    time.hear(sample(0, 2 * MS, 101, 0))
    time.hear(sample(1000 * MS, 1002 * MS, 90_000, 0))
    assert time.now_ms(1001 * MS) == 90_000


# -- what the table does -------------------------------------------------------------------------


def test_close_enough_is_left_alone_and_drift_is_taken_back_by_little() -> None:
    history = playing()
    history.advance(GameMs(5_000))
    assert acts(history, 5_000, answer(5_000, clock(left_ms=20 * MINUTE - 15))) == []
    (found,) = acts(history, 5_000, answer(5_000, clock(left_ms=20 * MINUTE - 40)))
    assert found["left_ms"] == 20 * MINUTE - 5_000 - 40
    (found,) = acts(history, 5_000, answer(5_000, clock(left_ms=20 * MINUTE + 900)))
    assert found["left_ms"] == 20 * MINUTE - 5_000 + 100
    assert "back" not in found


def test_what_is_far_off_is_put_right_at_once() -> None:
    (found,) = acts(playing(), 0, answer(0, clock(left_ms=MINUTE)))
    assert found["left_ms"] == MINUTE


def test_who_is_ahead_over_a_border_waits_in_his_level() -> None:
    history = playing(left_ms=1_000)
    history.advance(GameMs(2_000))  # level 2 began at 1 s
    told = answer(2_000, clock(number=2, left_ms=7_000))
    (found,) = acts(history, 2_000, told)
    assert (found["level"], found["left_ms"]) == (2, 20 * MINUTE + 5_000)
    (found,) = acts(history, 2_000, answer(2_000, clock(number=2, left_ms=7_000, back=2)))
    assert (found["level"], found["left_ms"], found["back"]) == (1, 5_000, True)


def test_another_tournaments_clock_is_not_this_tables() -> None:
    told = answer(0, clock(number=5, structure="00000000"))
    assert acts(playing(), 0, told) == []
    own = view(playing())
    mark = structure_mark(own.levels, own.plan.breaks)
    assert acts(playing(), 0, answer(0, clock(number=5, structure=mark))) != []


def test_a_table_that_plays_by_other_levels_says_so_as_long_as_the_hall_has_others(
    tmp_path: Path,
) -> None:
    """RAY-STRUCT-4: it keeps its own clock, and nobody has to find out by himself."""
    with hall(tmp_path, GAME) as found:
        led = Led(found)
        led.hear(5_250, clock=clock(from_ms=5_000, structure="00000000"), next=None)
        game = found.host.game
        assert game is not None
        assert (game.session.view.phase, game.session.view.hall) == ("entry", 0)
        scene = families.Scene(game.session.view, game.desk, lambda _: None)
        told = game.family.framed(Frame(view=game.session.view, kind="casino"), scene).notice
        assert told is not None
        assert told.key == "kiosk.casino.news.apart"
        mark = structure_mark(game.session.view.levels, game.session.view.plan.breaks)
        led.hear(9_000, clock=clock(number=2, from_ms=5_000, structure=mark), next=None)
        assert (
            game.family.framed(Frame(view=game.session.view, kind="casino"), scene).notice is None
        )


def test_a_table_in_its_entries_joins_a_start_and_nothing_later() -> None:
    entries = played("freezeout")
    assert acts(entries, 0, answer(0, clock()))[0]["do"] == "hall"
    late = answer(2 * MINUTE, clock())
    assert acts(entries, 2 * MINUTE, late) == []


def test_what_the_rules_refused_is_not_asked_again_before_something_is_new() -> None:
    history = played("freezeout")
    follower = Follower()
    follower.heard(answer(0, clock()))
    follower.refused(view(history))
    assert follower.acts(view(history), GameMs(0), 0) == []
    follower.heard(answer(0, clock(number=2)))
    assert len(follower.acts(view(history), GameMs(0), 0)) == 1


@pytest.mark.parametrize(
    "found",
    [{}, {"number": 1}, {"number": "x", "level": 1}, {"number": 1, "level": 1, "levels": [3.5]}],
)  # fmt: skip
def test_an_answer_that_is_none_moves_nothing(found: dict[str, Any]) -> None:
    assert told_of(found, 0) is None


# -- at the table --------------------------------------------------------------------------------

GAME = opening("freezeout", fee=10, start_points=1000, tables=2, prize_pct=[60, 40], levels=[
    {"small": 25, "big": 50, "minutes": 20}, {"small": 50, "big": 100, "minutes": 20}])  # fmt: skip


class Led:
    """The table's composition with the hall's part before it."""

    def __init__(self, found: Hall) -> None:
        self.found, self.host = found, HallHost(found.host, found.host)

    def hear(self, at_ms: int, **told: Any) -> None:
        now_ns = self.found.time.now_ns()
        self.host.item(HallTold({"at_ms": at_ms, **told}, at_ms, 0, now_ns, now_ns))
        self.found.settle()

    def wait(self, ms: int) -> None:
        self.found.until(self.found.time.now_ns() + ms * MS)
        self.host.pass_time(self.found.time.now_ns())
        self.found.settle()


def lines(home: Path) -> list[dict[str, Any]]:
    data = (home / "games" / f"{GAME['game']}.jsonl").read_bytes()
    return [json.loads(line) for line in data.split(b"\n")[:-1]]


def test_the_directors_act_is_done_at_its_instant_and_is_in_the_record(tmp_path: Path) -> None:
    with hall(tmp_path, GAME) as found:
        led = Led(found)
        led.hear(1_000, clock=None, next=clock(from_ms=5_000), together=0)
        due_ns = led.host.wake_ns()
        assert due_ns is not None
        led.wait(4_250)  # the loop was late
        led.hear(5_250, clock=clock(from_ms=5_000), next=None, together=0)
        assert found.host.game is not None
        assert found.host.game.session.view.hall == 1
    (said,) = [line for line in lines(tmp_path) if line.get("do") == "hall"]
    assert 3.999 <= said["t"] <= 4.0
    assert said["left_ms"] == 20 * MINUTE


def test_the_board_is_shown_while_it_is_fresh(tmp_path: Path) -> None:
    with hall(tmp_path, GAME) as found:
        led = Led(found)
        led.hear(1_000, clock=None, next=None, board={"level": 3, "left_ms": 60_000})
        assert found.host.stage._hall is not None
        led.wait(FRESH_NS // MS + 1)
        assert found.host.stage._hall is None


def test_a_table_without_a_game_shows_the_hall_unless_it_has_something_to_say() -> None:
    board = HallBoard(level=3)
    assert choose(Frame(hall=board, idle=Idle())) is board_screen
    assert choose(Frame(hall=None, idle=Idle())) is idle_screen
    for idle in (
        Idle(names=((Seat(1), "A"),)),
        Idle(sitting=True),
        Idle(wrong="x"),
        Idle(key_words="a b"),
    ):
        assert choose(Frame(hall=board, idle=idle)) is idle_screen


def test_what_is_no_number_or_word_is_not_on_the_board() -> None:
    odd = {
        "name": 7,
        "level": "x",
        "stakes": [1, "x", -3],
        "prizes": {},
        "left_ms": -1,
        "waits": [1],
    }
    assert board_of(odd, GameMs(0), 0) == HallBoard(stakes=(1,))
    found = board_of({"left_ms": 9_000, "break_ms": 60_000}, GameMs(1_000), 500)
    assert (found.left_at(GameMs(2_000)), found.break_in(GameMs(1_000))) == (7_500, 59_500)
    still = board_of({"left_ms": 9_000, "paused": True}, GameMs(1_000), 500)
    assert still.left_at(GameMs(60_000)) == 9_000


def test_an_act_that_leads_to_nothing_here_keeps_no_loop_awake(tmp_path: Path) -> None:
    """One entry only: the table does not begin, and waits for the next answer in peace."""
    with hall(tmp_path, GAME) as found:
        found.public(("say", {"do": "enter", "seat": 1}))
        led = Led(found)
        led.hear(1_000, clock=None, next=clock(from_ms=2_000), together=0)
        led.wait(1_500)
        due_ns = led.host.wake_ns()
        assert due_ns is None or due_ns > found.time.now_ns()
        assert found.host.game is not None
        assert found.host.game.session.view.phase == "entry"


# -- what was drawn --------------------------------------------------------------------------------


def test_a_table_without_a_game_is_offered_what_was_drawn_and_start_opens_it(
    tmp_path: Path,
) -> None:
    with hall(tmp_path, None) as found:
        led = Led(found)
        led.hear(1_000, clock=None, next=None, moves=[], opening=GAME)
        lobby = found.host.lobby
        assert lobby.idle().names[0] == (Seat(1), "Name1")
        led.hear(2_000, clock=None, next=None, moves=[], opening={**GAME, "edition": "none"})
        assert "none" in lobby.idle().wrong
        led.hear(3_000, clock=None, next=None, moves=[], opening=GAME)
        led.wait(FRESH_NS // MS + 100)
        assert lobby.offered == ()  # not heard any more: it may have been drawn anew
        led.hear(4_000, clock=None, next=None, moves=[], opening=GAME)
        drive(found, ["tap judge.next 80", "wait 300"])
        game = found.host.game
        assert game is not None
        assert game.session.game == GAME["game"]
        led.hear(5_000, clock=None, next=None, moves=[], redrawn=True)
        assert game.desk.apart == "redrawn"  # type: ignore[attr-defined]


def test_a_game_that_was_played_here_is_not_offered_again(tmp_path: Path) -> None:
    home, editions = Home(tmp_path), Editions()
    assert drawn(GAME, home, editions) is not None
    with hall(tmp_path, GAME):
        assert drawn(GAME, home, editions) is None
    assert drawn("none", home, editions) is None
