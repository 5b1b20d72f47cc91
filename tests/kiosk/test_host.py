"""What a table that is put together tells while its lines are on their way to the disk."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from firmware_py.kinds import Edge, LineId
from firmware_py.simulated import SimulatedTable
from kiosk.app import Options, build
from kiosk.config import Config
from kiosk.health import Health
from kiosk.home import Home
from kiosk.inbox import Durable, Enter, Query
from kiosk.intents import Tell
from kiosk.screens.frame import SignId
from rules.opening import parse_opening

MS = 1_000_000

OPEN = {
    "edition": "hun-2009",
    "season": "S1",
    "round": "Q1",
    "game": "G1",
    "table": "T1",
    "seats": [{"seat": seat, "player": f"P0{seat}"} for seat in range(1, 5)],
}


def test_a_tables_own_signal_is_heard_lit_where_it_is_asked_and_never_written(
    tmp_path: Path,
) -> None:
    config = Config(table="T1", pins="simulated", screen="offscreen", league="none")
    app = build(Options(config, Home(tmp_path), parse_opening(OPEN)))
    try:
        host = app.host
        game = host.game
        assert game is not None
        before = game.session.waiting
        host.do(game, [Tell("yes-open", host.time.now_ns())])
        assert game.session.waiting == before
        assert not any(host.table.lamps.lit(seat) for seat in range(1, 11)), "nobody is asked"
        host.do(game, [Tell("fault", host.time.now_ns())])
        assert all(host.table.lamps.lit(seat) for seat in range(1, 11))
    finally:
        app.close()


def test_k55_a_supply_that_sags_is_a_sign_and_one_line_of_the_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    throttled = tmp_path / "get_throttled"
    throttled.write_text("0x0\n")
    monkeypatch.setattr(Health.look, "__defaults__", (throttled,))
    config = Config(table="T1", pins="simulated", screen="offscreen", league="none")
    app = build(Options(config, Home(tmp_path), parse_opening(OPEN)))
    try:
        app.host.keep_house()
        assert SignId.UNDER_VOLTAGE not in [sign.id for sign in app.host.health.signs()]
        throttled.write_text("0x50005\n")
        for _ in range(3):
            app.host.keep_house()
        assert SignId.UNDER_VOLTAGE in [sign.id for sign in app.host.health.signs()]
    finally:
        app.close()
    record = (tmp_path / "games" / "G1.jsonl").read_text()
    assert record.count('"under_voltage":true') == 1


class PacedJournal:
    """The game's journal; how long the disk has been at its line is said by the test."""

    def __init__(self, journal: Any) -> None:
        self._journal = journal
        self.stuck = 0.0

    def stuck_s(self) -> float:
        return self.stuck

    def __getattr__(self, name: str) -> Any:
        return getattr(self._journal, name)


def test_the_status_tells_of_a_phase_only_when_it_is_on_disk(tmp_path: Path) -> None:
    config = Config(table="T1", pins="simulated", screen="offscreen", league="none")
    app = build(Options(config, Home(tmp_path), parse_opening(OPEN)))
    try:
        host, told = app.host, []
        assert host.game is not None
        paced: Any = PacedJournal(host.game.journal)
        host.game.journal = paced

        def ask() -> list[Mapping[str, Any]]:
            host.item(Query(told.append))
            host.pass_time(host.time.now_ns())
            return told

        host.item(Enter({"do": "start"}, host.time.now_ns(), 1))
        assert ask() == []
        while host.game.session.waiting:
            item = app.inbox.take(5)
            assert item is not None
            if isinstance(item, Durable):
                host.item(item)
        host.pass_time(host.time.now_ns())
        assert [each["phase"] for each in told] == ["ready"]

        host.item(Enter({"do": "thrown", "seat": 1}, host.time.now_ns(), 2))
        paced.stuck = 0.06  # a disk that hangs does not silence the table
        assert [each["phase"] for each in ask()] == ["ready", "play"]
    finally:
        app.close()


def test_a_press_found_by_reading_the_line_again_is_judged_before_a_later_deadline(
    tmp_path: Path,
) -> None:
    config = Config(table="T1", pins="simulated", screen="offscreen", league="none")
    app = build(Options(config, Home(tmp_path), parse_opening(OPEN)))
    try:
        host, line = app.host, LineId("seat2")
        assert host.game is not None
        assert isinstance(host.table, SimulatedTable)
        session, now_ns = host.game.session, host.time.now_ns()
        host.item(Enter({"do": "start"}, now_ns, 1))
        host.item(Enter({"do": "roll", "seat": 1, "dice": [1, 2]}, now_ns, 2))
        due_ns = session.next_deadline_ns()
        assert due_ns is not None
        host.table.press(line, due_ns)  # the level that is read again
        let_go_ns = due_ns - (config.lockout_ms + 1) * MS
        host.edge(Edge(line, True, let_go_ns - 100 * MS))
        host.edge(Edge(line, False, let_go_ns))
        host.edge(Edge(line, True, let_go_ns + MS))  # chatter, by now: its lockout runs
        before = len(session.history.refused)
        host.pass_time(due_ns + 5 * MS)
        kinds = [told.id for told in session.history.announced]
        assert kinds == ["start", "warn-30"]
        assert not session.unjudged
        assert len(session.history.refused) == before
        assert host.game.journal.close()
        lines = (tmp_path / "games" / "G1.jsonl").read_text().splitlines()
        told = [json.loads(text) for text in lines]
        assert [each.get("do") or each.get("announced") for each in told[-3:]] == [
            "claim",
            "claim",
            "warn-30",
        ]
    finally:
        app.close()
