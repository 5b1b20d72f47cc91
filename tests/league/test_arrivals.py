"""What a table hears of the director's log in the answer to its live state, and says back."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from tests.journeys.conftest import until
from tests.league.conftest import Enrol
from tests.league.games import public
from tests.league.test_tournament_pages import NAMES, T1, Hall, begun, hall, words
from tests.serial_line.chaos import key_of

__all__ = ["hall"]

pytestmark = pytest.mark.timeout(60)

Seats = dict[int, str]


class Floor:
    """Two tables of a tournament, that say who sits at them."""

    def __init__(self, hall: Hall, enrol: Enrol, tap: Callable[..., str]) -> None:
        self.hall, self.tap = hall, tap
        self.tokens = {name: enrol(name, public(key_of(name))) for name in ("T1", "T2")}
        self.seats: dict[str, Seats] = {
            one["table"]: {seat["seat"]: seat["player"] for seat in one["seats"]}
            for one in hall.server.get("/api/v1/seasons/C1/rounds/T1/openings").json()
        }
        self.out: dict[str, tuple[int, int]] = {}
        self.more: dict[str, dict[str, Any]] = {"T1": {}, "T2": {}}

    def hears(self, table: str) -> dict[str, Any]:
        """The table speaks; what it is told."""
        seats = self.seats[table]
        people = [
            {"seat": seat, "hand": self.out.get(name, (0, 0))[0],
             "before": self.out.get(name, (0, 0))[1]}
            for seat, name in seats.items()
        ]  # fmt: skip
        marks = {name: "out" if name in self.out else "in" for name in seats.values()}
        state = {
            "game": f"T1-{table}", "season": "C1", "round": "T1", "edition": "ray-rebuy-2013",
            "phase": "play",
            "game_ms": 100_000,
            "seats": [{"seat": seat, "name": name, "mark": marks[name]}
                      for seat, name in seats.items()],
            "board": {"kind": "rebuy", "tables": 2, "left": 2, "people": people,
                      **self.more[table]},
        }  # fmt: skip
        answer = self.hall.server.post(f"/api/v1/tables/{table}/live", state, self.tokens[table])
        assert answer.status == 200, answer.data
        told: dict[str, Any] = msgspec.json.decode(answer.data)["hall"]
        return told

    def moves(self, table: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.hears(table)["moves"]
        return found

    def awaits(self, table: str, *players: str) -> list[dict[str, Any]]:
        """Its moves, once they are those of these players: one answer serves for a second."""
        found: list[dict[str, Any]] = []

        def look() -> bool:
            found[:] = self.moves(table)
            return sorted(one["player"] for one in found) == sorted(players)

        until(f"{players} at {table}", look)
        return found


@pytest.fixture
def floor(hall: Hall, enrol: Enrol) -> Floor:
    return Floor(hall, enrol, begun(hall))


def test_a_table_is_told_who_leaves_and_who_comes_with_what_he_took_along(floor: Floor) -> None:
    assert floor.moves("T1") == []
    assert floor.hears("T1")["clock"] is None  # nobody has started the hall's clock
    floor.moves("T2")
    for table in ("T1", "T2"):
        _, name = floor.seats[table].popitem()
        floor.tap("out", "bust", out=name)
    floor.tap("seats", "balance")

    (first, second) = floor.moves("T2")
    assert {one["do"] for one in (first, second)} == {"leave"}
    assert (first["table"], "points" in first) == (1, False)
    assert [one["ready"] for one in floor.moves("T1")] == [False, False]

    name = floor.seats["T2"].pop(first["seat"])
    assert name == first["player"]
    floor.more["T2"]["left_for"] = [{"name": name, "points": 12_300, "rebuys": 1,
                                     "penalty_ms": 61_500}]  # fmt: skip
    floor.awaits("T2", second["player"])
    comes = next(one for one in floor.moves("T1") if one["player"] == name)
    assert comes == {
        "do": "arrive", "player": name, "seat": first["at_seat"], "ready": True, "table": 2,
        "at_seat": first["seat"], "points": 12_300, "rebuys": 1, "addon": False, "seconds": 62,
    }  # fmt: skip
    said = floor.hall.read(f"{T1}/check")
    assert "2 not confirmed yet" in said
    assert f"{name} 2–{first['seat']} → 1–{first['at_seat']}" in said

    floor.seats["T1"][comes["seat"]] = name
    floor.awaits("T1", second["player"])


def test_a_table_is_told_the_directors_penalty_until_it_has_entered_it(floor: Floor) -> None:
    name = next(iter(floor.seats["T2"].values()))
    floor.tap("seats", "penalty", player=name, rounds=2, reason="phone")
    (found,) = floor.moves("T2")
    assert (found["do"], found["player"], found["rounds"], found["reason"]) == (
        "penalty", name, 2, "phone",
    )  # fmt: skip
    assert floor.moves("T1") == []
    floor.more["T2"]["given"] = [found["given_ms"]]
    floor.awaits("T2")


def test_ray_1_4_who_went_out_in_one_hand_of_all_tables_is_one_tap(floor: Floor) -> None:
    """RAY-PAY-1: hand for hand; at which table the hand was over first does not matter."""
    names = [next(iter(floor.seats[table].values())) for table in ("T1", "T2")]
    for name in names:
        floor.out[name] = (3, 0)
    floor.moves("T1")
    floor.moves("T2")
    said = floor.hall.read(f"{T1}/out")
    assert f"Out at T1, T2: {names[0]}, {names[1]} hand 3" in said
    floor.tap("out", "bust", {"out": names}, hand=3)
    places = floor.hall.read(f"{T1}/out")
    assert "5" in places
    assert places.count("2 share") == 2
    book = floor.hall.server.get(f"{T1}/log.json", Authorization=f"Bearer {floor.hall.token}")
    assert book.json()[-1]["hand"] == 3


def test_ray_1_4_two_hands_of_one_table_are_two_taps_in_the_order_of_their_instants(
    floor: Floor,
) -> None:
    """Whoever is tapped first: who left later stands above."""
    (first, early), (second, late), *_ = floor.seats["T1"].items()
    floor.out[early] = floor.out[late] = (0, 0)
    floor.more["T1"]["people"] = [
        {"seat": first, "out_ms": 60_000}, {"seat": second, "out_ms": 95_000},
    ]  # fmt: skip
    floor.moves("T1")
    status, html = floor.hall.get(f"{T1}/out")
    assert status == 200
    instants = [int(found) for found in re.findall(r'name="left_ms" value="(\d+)"', html)]
    assert instants[1] - instants[0] == 35_000
    said = words(html)
    assert said.index(f"Out at T1: {early}") < said.index(f"Out at T1: {late}")
    floor.tap("out", "bust", out=late, left_ms=instants[1])
    floor.tap("out", "bust", out=early, left_ms=instants[0])
    places = floor.hall.read(f"{T1}/out").partition("Places")[2]
    assert places.index(f"5 {late}") < places.index(f"6 {early}")


def test_two_hands_that_each_table_played_for_itself_are_two_taps(floor: Floor) -> None:
    names = [next(iter(floor.seats[table].values())) for table in ("T1", "T2")]
    for name in names:
        floor.out[name] = (0, 0)
    floor.moves("T1")
    floor.moves("T2")
    said = floor.hall.read(f"{T1}/out")
    assert f"Out at T1: {names[0]}" in said
    assert f"Out at T2: {names[1]}" in said


def test_a_table_without_a_game_is_told_what_was_drawn_for_it(hall: Hall, enrol: Enrol) -> None:
    """RAY-SNG-1, RAY-1-1: seats by lot; drawn anew they are another game."""
    form = {"round": "T1", "fee": 50, "start_points": 10_000, "table_size": 4}
    assert hall.do("/seasons/C1/tournaments", form)[0] == 303
    assert hall.do(f"{T1}/entries/enter", names="\n".join(NAMES))[0] == 303
    token = enrol("Hall-2", public(key_of("Hall-2")))

    def tell(**state: Any) -> Any:
        idle = {"game": None, "phase": "idle", **state}
        return hall.server.post("/api/v1/tables/Hall-2/live", idle, token)

    assert tell().status == 204
    assert hall.do(f"{T1}/seats/draw", seed=3)[0] == 303
    told = msgspec.json.decode(tell().data)["hall"]
    opening = told["opening"]
    assert (opening["table"], opening["game"]) == ("Hall-2", "T1-Hall-2")
    assert len(opening["seats"]) == 3
    assert (told["clock"], told["moves"]) == (None, [])

    seats = [{"seat": one["seat"], "name": one["player"], "mark": "waiting"}
             for one in opening["seats"]]  # fmt: skip
    entry = {"game": opening["game"], "season": "C1", "round": "T1", "phase": "entry",
             "seats": seats, "board": {"kind": "rebuy", "tables": 2}}  # fmt: skip
    assert msgspec.json.decode(tell(**entry).data)["hall"]["redrawn"] is False
    assert hall.do(f"{T1}/seats/draw", seed=4)[0] == 303
    assert msgspec.json.decode(tell(**entry).data)["hall"]["redrawn"] is True
    again = msgspec.json.decode(tell().data)["hall"]["opening"]
    assert again["game"] == "T1-Hall-2.2"
    assert again["seats"] != opening["seats"]


def test_a_table_with_a_name_of_its_own_is_told_what_was_drawn_for_it(
    hall: Hall, enrol: Enrol
) -> None:
    form = {"round": "T1", "fee": 50, "start_points": 10_000, "table_size": 4}
    assert hall.do("/seasons/C1/tournaments", form)[0] == 303
    assert hall.do(f"{T1}/entries/enter", names="\n".join(NAMES))[0] == 303
    assert hall.do(f"{T1}/seats/draw", seed=3, tables="Blue")[0] == 422, "two are drawn"
    assert hall.do(f"{T1}/seats/draw", seed=3, tables="Gold, Blue")[0] == 303
    said = hall.read(f"{T1}/seats")
    assert "Table Gold" in said
    assert "Table Blue" in said
    tokens = {name: enrol(name, public(key_of(name))) for name in ("Blue", "Gold", "Hall-2")}

    def tell(table: str, **state: Any) -> Any:
        idle = {"game": None, "phase": "idle", **state}
        answer = hall.server.post(f"/api/v1/tables/{table}/live", idle, tokens[table])
        return None if answer.status == 204 else msgspec.json.decode(answer.data)["hall"]

    opening = tell("Blue")["opening"]
    assert (opening["table"], opening["game"]) == ("Blue", "T1-Blue")
    assert tell("Hall-2") is None, "the second table is called Blue"
    drawn = hall.server.get("/api/v1/seasons/C1/rounds/T1/openings").json()
    assert [one["table"] for one in drawn] == ["Gold", "Blue"]

    assert hall.do(f"{T1}/entries/start")[0] == 303
    player = opening["seats"][0]["player"]
    free = next(seat for seat in range(1, 5)
                if seat not in [one["seat"] for one in drawn[0]["seats"]])  # fmt: skip
    assert hall.do(f"{T1}/seats/move", player=player, to=f"1-{free}", reason="wheelchair")[0] == 303
    for one in drawn:
        seats = [{"seat": seat["seat"], "name": seat["player"], "mark": "in"}
                 for seat in one["seats"]]  # fmt: skip
        state = {"game": one["game"], "season": "C1", "round": "T1", "phase": "play",
                 "edition": "ray-rebuy-2013", "seats": seats,
                 "board": {"kind": "rebuy", "tables": 2, "left": 3}}  # fmt: skip
        found: list[dict[str, Any]] = []

        def look(name: str = one["table"], said: Any = state, into: Any = found) -> bool:
            into[:] = tell(name, **said)["moves"]
            return bool(into)

        until(f"a move at {one['table']}", look)
        assert [move["player"] for move in found] == [player]
        assert found[0]["name"] == ("Blue" if one["table"] == "Gold" else "Gold")


def test_ray_pay_2_the_halls_board_has_the_prizes_of_the_book(floor: Floor) -> None:
    """What the tables say of money is theirs alone: the board has what the director pays out."""
    for table in ("T1", "T2"):
        floor.more[table] = {"left": 3, "entrants": 3, "paid": 999, "closed": True, "level": 1,
                             "shares": ["100"], "prizes": [1998], "points": 5}  # fmt: skip
        floor.hears(table)
    shown = words(floor.hall.get("/seasons/C1/hall", signed=False)[1])
    assert "50 · 30 · 20 %" in shown, "the book still sells rebuys"
    assert "1,998" not in shown
    floor.tap("entries", "window", to="over")
    shown = words(floor.hall.get("/seasons/C1/hall", signed=False)[1])
    for text in ("150 €", "90 €", "60 €", "6 of 6", "60,000"):
        assert text in shown, text


def test_what_a_table_has_sold_is_a_tap_in_the_book(hall: Hall, enrol: Enrol) -> None:
    """RAY-REBUY-1, RAY-REBUY-3: who had no points when his table sold to him."""
    floor = Floor(hall, enrol, begun(hall, structure='{"rebuy_when": "zero", "addon_points": 5}'))
    seat, name = next(iter(floor.seats["T1"].items()))
    floor.more["T1"]["people"] = [{"seat": seat, "rebuys": 1}]
    floor.hears("T1")
    assert f"T1 says: {name} has bought again" in floor.hall.read(f"{T1}/entries")
    assert f"{name} 1+0 / 0+0" in floor.hall.read(f"{T1}/check")
    assert "T1 säger" in floor.hall.read(f"{T1}/entries", "sv")
    assert "T1 says" not in floor.tap("entries", "buy", player=name, what="rebuy", told="1")
    floor.tap("entries", "window", to="addon")
    floor.more["T1"]["people"] = [{"seat": seat, "rebuys": 1, "addon": True}]
    floor.hears("T1")
    assert f"T1 says: {name} has added on" in floor.hall.read(f"{T1}/entries")
    assert "T1 says" not in floor.tap("entries", "buy", player=name, what="addon", told="1")
    assert "+ 0" not in floor.hall.read(f"{T1}/check")
