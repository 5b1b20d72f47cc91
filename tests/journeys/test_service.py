"""A table as a service meets it: the manager's socket, wrong settings, a clock nobody knows."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from rules.chain import Chain, read_line
from rules.record import read
from tests.journeys.conftest import RunningTable, announced, until

Start = Callable[..., RunningTable]


@pytest.fixture
def manager(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """What a service manager listens on."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        path = tmp_path / "notify"
        listening.bind(str(path))
        listening.settimeout(10)
        monkeypatch.setenv("NOTIFY_SOCKET", str(path))
        monkeypatch.setenv("WATCHDOG_USEC", "2000000")
        yield listening


def words(manager: socket.socket) -> str:
    return manager.recv(256).decode()


def drain(manager: socket.socket) -> None:
    """Read what was said before now."""
    manager.settimeout(0.05)
    with suppress(TimeoutError):
        while True:
            words(manager)


def test_k53_it_says_ready_alive_and_stopping(start: Start, manager: socket.socket) -> None:
    table = start(fast=1)
    assert words(manager).startswith("READY=1")
    assert [words(manager) for _ in range(2)] == ["WATCHDOG=1"] * 2
    table.process.terminate()
    while not words(manager).startswith("STOPPING=1"):
        pass
    assert table.process.wait(10) == 0


def test_k53_a_loop_that_hangs_stops_saying_alive(start: Start, manager: socket.socket) -> None:
    table = start(fast=1)
    table.up()
    table.process.send_signal(19)  # SIGSTOP: hung as hard as it gets
    drain(manager)
    manager.settimeout(2.5)
    with pytest.raises(TimeoutError):
        words(manager)
    table.process.send_signal(18)


def test_k52_wrong_settings_end_a_hand_start_but_not_a_service(
    start: Start, tmp_path: Path, manager: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = tmp_path / "tableside.toml"
    settings.write_text('[table]\nname = "T3"\n[sound]\nmode = "silent"\n')
    first = start(fast=1)
    first.up()
    assert first.end() == 0
    settings.write_text("[table]\nnaem = 1\n")
    service = start(fast=1)
    service.up()
    assert service.end() == 0
    assert "table.naem: unknown key" in service.errors()
    monkeypatch.delenv("NOTIFY_SOCKET")
    hand = start(fast=1)
    assert hand.process.wait(10) == 2
    assert hand.errors().count("\n") == 1


def reboot(record: Path) -> None:
    """Make the record one that was written before a reboot, by a clock that nothing vouched for."""
    chain, lines = Chain(), []
    for line in record.read_bytes().split(b"\n")[:-1]:
        fields = read_line(line).fields
        if "clock" in fields:
            clock = {**fields["clock"], "boot_id": "another", "synced": False}
            clock["wall_ms"] += 10**12  # and it stood in the future: it proposes nothing
            fields = {**fields, "clock": clock}
        lines.append(chain.line(fields))
    record.write_bytes(b"".join(lines))


def test_k37_after_a_total_loss_the_official_sets_the_time_left_in_a_few_keys(
    start: Start,
) -> None:
    table = start(fast=1)
    table.up()
    table.send("tap judge.next 50", "wait 1200", "tap seat1 50", "wait 100", "dice 1 2")
    table.until("play", lambda s: s["phase"] == "play")
    until("the roll", lambda: any(line.get("do") == "roll" for line in table.record()))
    table.kill()
    reboot(table.home / "games" / "Q1-T3.jsonl")
    again = start(fast=1, opening=False)
    held = again.up()["remaining_s"]
    again.send("press seat2", "wait 50", "release seat2")
    again.until("a press while held", lambda s: s["seats"][1]["recorded"] == 1)
    assert again.up()["remaining_s"] == held, "the clock stands until somebody says how late it is"
    again.send("key 2", "key 7", "key 1", "key 9", "key Enter")
    left = again.until("the time left", lambda s: s["remaining_s"] < 28 * 60)["remaining_s"]
    assert 27 * 60 < left <= 27 * 60 + 19
    until("what came due", lambda: announced(again.record()) == ["start", "warn-30", "warn-60"])
    record = read((again.home / "games" / "Q1-T3.jsonl").read_bytes())
    notes = [line.fields["note"] for line in record.of("note")]
    assert [note["override"] for note in notes if "override" in note] == ["clock"]
    again.kill()
    third = start(fast=1, opening=False)
    assert abs(third.up()["remaining_s"] - left) < 15, "and a restart goes on from there"
    assert third.end() == 0


def league(home: Path, *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "league", *options],
        env=os.environ | {"TABLESIDE_HOME": str(home)},
        capture_output=True, text=True, timeout=20, check=True,
    )  # fmt: skip


def kiosk(home: Path, *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "kiosk", *options],
        env=os.environ | {"TABLESIDE_HOME": str(home)},
        capture_output=True, text=True, timeout=20, check=True,
    )  # fmt: skip


@pytest.mark.timeout(60)
def test_a_result_reaches_a_league_that_was_away_and_enrolled_the_table_late(
    tmp_path: Path,
) -> None:
    """Closed while nobody listens; then a league, then the enrolment: delivered by itself."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    table_home, league_home = tmp_path / "table", tmp_path / "league"
    table_home.mkdir()
    league_home.mkdir()
    table = RunningTable(table_home, "--league", url, fast=1200)
    server = None
    try:
        table.up()
        play_to_the_close(table)
        shown = table.until("closed", lambda s: s["outbox"] == 1 and "LINK DOWN" in s["signs"])
        assert "NOT SENT (1)" in shown["signs"]
        code = json.loads(league(league_home, "enrol", "T3", "--json").stdout)["code"]
        league(league_home, "season", "create", "S1", "--edition", "hun-2009")
        server = subprocess.Popen(
            [sys.executable, "-m", "league", "serve", "--host", "127.0.0.1", "--port", str(port)],
            env=os.environ | {"TABLESIDE_HOME": str(league_home)},
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        until("the enrolment", lambda: enrolled(table_home, code, url))
        league(league_home, "enrol", "T3", "--approve")
        table.until("delivered", lambda s: s["outbox"] == 0)
        receipt = json.loads((table_home / "games" / "Q1-T3.receipt").read_text())
        assert receipt["game"] == "Q1-T3"
        assert "nothing waits" in kiosk(table_home, "outbox", "list").stdout
        assert table.end() == 0
    finally:
        table.close()
        if server is not None:
            server.terminate()
            server.wait(40)  # a busy machine ends slowly, too


def enrolled(home: Path, code: str, url: str) -> bool:
    try:
        kiosk(home, "enrol", code, "--league", url)
    except subprocess.CalledProcessError:
        return False
    return True


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def play_to_the_close(table: RunningTable) -> None:
    table.send("tap judge.next", "wait 2000", "tap seat1", "wait 1000", "dice 1 2")
    table.until("the end", lambda s: s["phase"] == "count")
    for seat in range(1, 5):
        fields = {"do": "count", "seat": seat, "cash": seat, "deeds": []}
        table.send("enter " + json.dumps(fields))
    table.until("signing", lambda s: s["phase"] == "sign")
    for seat in range(1, 5):
        table.send(f"press seat{seat}", "wait 2500", f"release seat{seat}", "wait 500")
    table.send("tap judge.confirm")


@pytest.mark.timeout(40)
def test_records_are_carried_on_a_stick_and_stay_until_the_receipt(
    start: Start, tmp_path: Path
) -> None:
    table = start(fast=1200)
    table.up()
    play_to_the_close(table)
    table.until("closed", lambda s: s["outbox"] == 1)
    stick = tmp_path / "stick.jsonl"
    said = json.loads(kiosk(tmp_path, "outbox", "carry", str(stick), "--json").stdout)
    assert said == {"file": str(stick), "games": ["Q1-T3"], "delivered": [], "copy": None}
    assert stick.read_bytes() == (tmp_path / "games" / "Q1-T3.jsonl").read_bytes()
    (row,) = json.loads(kiosk(tmp_path, "outbox", "list", "--json").stdout)
    assert (row["game"], row["refused"]) == ("Q1-T3", None)
    assert table.end() == 0


@pytest.mark.parametrize(("words", "code"), [((), 0), (("--power-off-status", "82"), 82)])
def test_the_shutdown_button_ends_it_after_two_seconds_and_the_exit_says_so(
    start: Start, words: tuple[str, ...], code: int
) -> None:
    table = start(*words, fast=2)
    table.up()
    table.send("tap shutdown 1000", "tap seat1 50")
    until("a press after it", lambda: table.recorded(1) == 1)
    table.send("press shutdown")
    assert table.process.wait(10) == code


def test_what_else_ends_it_switches_nothing_off(start: Start) -> None:
    table = start("--power-off-status", "82", fast=1)
    table.up()
    assert table.end() == 0


def test_two_signals_at_once_still_end_it_once(start: Start) -> None:
    table = start(fast=1)
    table.up()
    for _ in range(3):
        table.process.terminate()
    assert table.process.wait(10) == 0
