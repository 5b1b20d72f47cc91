"""What the director's log asks of a table: shown, confirmed by one press, never done by itself."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kiosk import families
from kiosk.families.casino.moves import Move, moves_of
from kiosk.families.casino.samplemoves import AWAITED, AWAY, COMES, COUNTED, GOES
from kiosk.families.casino.samples import frame_of, played
from kiosk.hall import FRESH_NS
from kiosk.halltime import MS
from kiosk.screens.choose import choose
from kiosk.screens.frame import Frame
from rules.casino.view import CasinoView, Mark
from rules.kinds import Seat
from tests.journeys.hall import hall
from tests.journeys.test_casino import NO, YES, keys, opening
from tests.journeys.test_mafia import drive
from tests.kiosk.casino.test_follow import Led

GAME = opening("freezeout", fee=10, start_points=1000, tables=2, table_size=6, prize_pct=[60, 40])
LEAVES: dict[str, Any] = {
    "do": "leave", "player": "P02", "seat": 2, "ready": True, "table": 2, "at_seat": 5,
}  # fmt: skip
ARRIVES: dict[str, Any] = {
    "do": "arrive", "player": "Kim", "seat": 5, "ready": True, "table": 2, "at_seat": 1,
    "points": 1750, "rebuys": 0, "seconds": 90,
}  # fmt: skip


class Directed(Led):
    """A table in a hall whose director has a log."""

    def asks(self, *moves: dict[str, Any]) -> None:
        self.hear(1_000, clock=None, next=None, moves=list(moves))

    @property
    def view(self) -> CasinoView:
        self.found.settle()
        assert self.found.host.game is not None
        shown: CasinoView = self.found.host.game.session.view
        return shown

    @property
    def asked(self) -> Move | None:
        assert self.found.host.game is not None
        request = self.found.host.game.desk.request(self.view)  # type: ignore[attr-defined]
        return None if request is None else request.move

    def press(self, *steps: str) -> None:
        drive(self.found, list(steps))


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Directed]:
    with hall(tmp_path, GAME) as found:
        found.public(("say", {"do": "start"}))
        yield Directed(found)


def lines(table: Directed, do: str) -> list[dict[str, Any]]:
    game = table.found.host.game
    assert game is not None
    data = game.journal.path.read_bytes()
    found = [json.loads(line) for line in data.split(b"\n")[:-1]]
    return [line for line in found if line.get("do") == do]


def test_nothing_is_done_before_somebody_confirms_it(table: Directed) -> None:
    table.asks(LEAVES, ARRIVES)
    table.wait(FRESH_NS // MS // 2)
    assert lines(table, "leave") == lines(table, "arrive") == []
    assert table.asked == moves_of([LEAVES])[0]


def test_ray_1_1_who_is_counted_leaves_with_one_press(table: Directed) -> None:
    table.found.public(("say", {"do": "chips", "seat": 2, "points": 1250}))
    table.asks(LEAVES)
    table.press(*YES)
    assert [(one["seat"], one["points"]) for one in lines(table, "leave")] == [(2, 1250)]
    assert table.asked is None, "the league has not heard of it, and it is not asked again"
    (gone,) = table.view.left_for
    assert (gone.player, gone.points) == ("P02", 1250)


def test_points_that_nobody_has_counted_are_typed_behind_yes(table: Directed) -> None:
    table.asks(LEAVES)
    table.press(*YES)
    assert lines(table, "leave") == []
    table.press(*keys("975E"))
    assert [one["points"] for one in lines(table, "leave")] == [975]


def test_points_of_the_log_go_along_and_the_last_takes_what_is_left(table: Directed) -> None:
    table.asks({**LEAVES, "points": 900})
    table.press(*YES)
    for seat in (3, 4):
        table.found.public(("say", {"do": "leave", "seat": seat, "points": 1000}))
    table.asks({**LEAVES, "player": "P01", "seat": 1, "at_seat": 3})
    table.press(*YES)
    assert [one["points"] for one in lines(table, "leave")] == [900, 1000, 1000, 1100]
    assert table.view.end_reason == "broken"


def test_who_arrives_brings_points_and_what_is_left_of_his_penalty(table: Directed) -> None:
    table.asks({**ARRIVES, "ready": False})
    assert table.asked is None, "he has not got up at his own table"
    table.asks(ARRIVES)
    table.press(*YES)
    (line,) = lines(table, "arrive")
    assert (line["player"], line["seat"], line["points"], line["seconds"]) == ("Kim", 5, 1750, 90)
    kim = next(seat for seat in table.view.seats if seat.seat == 5)
    assert (kim.player, kim.mark) == ("Kim", Mark.PENALTY)
    assert kim.penalty is not None
    assert kim.penalty.length_ms == 90_000
    table.asks(ARRIVES)
    assert table.asked is None


def test_the_directors_penalty_begins_with_yes_and_is_entered_once(table: Directed) -> None:
    asked = {**AWAY, "player": "P03", "seat": 3}
    table.asks(asked)
    table.press(*YES)
    (line,) = lines(table, "penalty")
    assert (line["seat"], line["minutes"], line["given_ms"], line["reason"]) == (
        3, 10, 1, "beteende",
    )  # fmt: skip
    assert table.view.given == (1,)
    table.asks(asked)
    assert table.asked is None


def test_a_player_is_answered_before_the_director(table: Directed) -> None:
    table.asks(LEAVES)
    table.press("tap seat3 80", "wait 200")
    assert table.asked is None
    table.press(*YES)
    assert [one["seats"] for one in lines(table, "bust")] == [[3]]
    assert table.asked is not None


def test_no_puts_it_off_for_a_minute(table: Directed) -> None:
    table.asks(LEAVES, ARRIVES)
    table.press(*NO)
    assert table.asked is not None
    assert table.asked.do == "arrive"
    table.press(*NO)
    assert table.asked is None
    for _ in range(3):
        table.wait(25_000)
        table.asks(LEAVES, ARRIVES)
    assert table.asked is not None
    assert table.asked.do == "leave"
    assert lines(table, "leave") == []


def test_what_was_not_heard_for_half_a_minute_is_asked_no_more(table: Directed) -> None:
    table.asks(LEAVES)
    table.wait(FRESH_NS // MS - 100)
    assert table.asked is not None
    table.wait(200)
    assert table.asked is None
    table.found.public(("say", {"do": "leave", "seat": 2, "points": 800}))
    assert [one["points"] for one in lines(table, "leave")] == [800], "by hand as ever"


def test_an_undo_puts_him_back_and_it_is_asked_again(table: Directed) -> None:
    table.asks({**LEAVES, "points": 900})
    table.press(*YES)
    assert table.asked is None
    table.found.public(("say", {"do": "undo"}))
    assert table.asked is not None


def test_a_seat_that_is_taken_lets_nobody_in(table: Directed) -> None:
    table.asks({**ARRIVES, "seat": 4})
    assert table.asked is None
    table.found.public(("say", {"do": "bust", "seat": 4}))
    assert table.asked is not None


def test_the_one_who_is_left_at_a_table_is_moved_with_one_press(table: Directed) -> None:
    table.asks(LEAVES)
    table.found.public(("say", {"do": "bust", "seats": [1, 3, 4]}))
    assert table.view.rests
    assert choose(table_frame(table)).__name__ == "rest"
    table.press(*YES)
    assert [one["points"] for one in lines(table, "leave")] == [4000], "all that is in play"
    assert table.view.end_reason == "broken"


def test_whose_lamp_blinks_is_who_has_to_get_up(table: Directed) -> None:
    table.asks(LEAVES)
    game = table.found.host.game
    assert game is not None
    shown = dict(game.family.lamps(table.view, game.desk, 0))
    from firmware_py import patterns

    assert shown[Seat(2)] == patterns.FAST
    assert shown[Seat(1)] == patterns.OFF


@pytest.mark.parametrize(
    "found",
    [None, "x", [None], [{}], [{"do": "dance"}], [{**LEAVES, "player": 3}],
     [{**LEAVES, "seat": 11}], [{**LEAVES, "seat": True}], [{**LEAVES, "table": -1}],
     [{**LEAVES, "player": "a\nb"}], [{**AWAY, "reason": 5}]],
)  # fmt: skip
def test_what_is_no_move_is_none(found: Any) -> None:
    assert moves_of(found) == ()


def test_an_arrival_without_points_is_not_ready() -> None:
    (found,) = moves_of([{**ARRIVES, "points": None}])
    assert not found.ready


def test_a_table_that_has_a_name_is_called_by_it() -> None:
    (named, numbered) = moves_of([{**LEAVES, "name": "Blue"}, LEAVES])
    assert (named.called, numbered.called) == ("Blue", "2")
    for wrong in ("a b", "", 7, None, "x" * 65):
        (found,) = moves_of([{**LEAVES, "name": wrong}])
        assert found.called == "2"


def table_frame(table: Directed) -> Frame:
    """What its screen is drawn from."""
    game = table.found.host.game
    assert game is not None
    scene = families.Scene(table.view, game.desk, lambda _: None)
    return game.family.framed(Frame(view=table.view, kind="casino"), scene)


def test_the_samples_are_moves() -> None:
    assert len(moves_of([GOES, COUNTED, COMES, AWAITED, AWAY])) == 5
    frame = frame_of(played("freezeout", [{"t": 0, "do": "start"}], tables=2), 1)
    assert frame.view.left_for == ()
