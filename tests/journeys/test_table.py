"""A table as its people meet it: start, presses, time, the end. Real processes, simulated pins."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests import programs
from tests.journeys.conftest import OPENING, RunningTable, announced, dos, until

Start = Callable[..., RunningTable]
PLAY = ("tap judge.next", "wait 2000", "tap seat1", "wait 1000", "dice 1 2", "wait 1000")
"""The start, and seat 1's first throw, which starts the clock."""


def test_a_press_is_recorded_with_its_line_and_answered_by_its_lamp(start: Start) -> None:
    table = start(fast=1)
    table.up()
    table.send("press seat3", "wait 80", "release seat3")
    table.until("seat 3 recorded", lambda s: s["seats"][2]["recorded"] == 1)
    press = next(line for line in table.record() if line.get("line") == "seat3")
    assert (press["do"], press["seat"]) == ("press", 3)
    until("lamp 3 answered", lambda: any(o["line"] == "lamp3" and o["on"] for o in table.trace()))


def test_the_first_throw_starts_ninety_minutes(start: Start) -> None:
    table = start(fast=60)
    assert table.up()["phase"] == "setup"
    table.send("tap judge.next", "wait 2000")
    assert table.until("ready", lambda s: s["phase"] == "ready")["remaining_s"] is None
    table.send("tap seat2")
    left = table.until("play", lambda s: s["phase"] == "play")["remaining_s"]
    assert 4500 < left <= 5400
    until("the start in the record", lambda: announced(table.record()) == ["start"])


def test_a_driven_game_keeps_exact_times_however_fast_it_runs(start: Start) -> None:
    table = start(fast=300)
    table.up()
    table.send(*PLAY, "wait 60000", "tap seat2 100", "wait 60000", "dice 3 4", "wait 500")
    table.until("both rolls", lambda _: dos(table.record()).count("roll") == 2)
    times = {line["do"]: line["t"] for line in table.record() if "do" in line}
    thrown = times["thrown"]
    lines = [line for line in table.record() if "do" in line]
    claim = next(line for line in lines if line["do"] == "claim")
    assert (claim["seat"], claim["from"]) == (2, 1)
    # tap seat1 80 ms, wait 1 s, dice, wait 1 s, wait 60 s
    assert claim["t"] == pytest.approx(thrown + 0.08 + 1 + 1 + 60, abs=0.0015)
    assert lines[-1]["t"] == pytest.approx(claim["t"] + 0.1 + 60, abs=0.0015)


def test_warnings_and_the_end_come_once_at_their_instants(start: Start) -> None:
    table = start(fast=1200)
    table.up()
    table.send(*PLAY)
    table.until("the end", lambda s: s["phase"] == "count")
    until("the end in the record", lambda: "end" in announced(table.record()))
    thrown = next(line["t"] for line in table.record() if line.get("do") == "thrown")
    told = [(line["announced"], line["t"]) for line in table.record() if "announced" in line]
    minutes = {"start": 0, "warn-30": 30, "warn-60": 60, "warn-75": 75, "warn-80": 80}
    minutes |= {"warn-85": 85, "end": 90}
    assert told == [
        (name, pytest.approx(thrown + 60 * after, abs=0.0005)) for name, after in minutes.items()
    ]


def test_digits_and_enter_are_a_roll_at_the_time_of_the_first_digit(start: Start) -> None:
    table = start(fast=60)
    table.up()
    table.send(*PLAY, "wait 5000", "key 3", "wait 2000", "key 5", "wait 1000", "key Enter")
    until("the roll", lambda: dos(table.record()).count("roll") == 2)
    lines = [line for line in table.record() if "do" in line][-2:]
    assert [(line["do"], line["seat"]) for line in lines] == [("thrown", 2), ("roll", 2)]
    assert lines[1]["dice"] == [3, 5]
    assert lines[1]["t"] - lines[0]["t"] == pytest.approx(3.0, abs=0.0015)


def test_a_cancelled_entry_takes_its_throw_back(start: Start) -> None:
    table = start(fast=60)
    table.up()
    table.send(*PLAY, "key 3", "wait 500", "key Escape", "wait 500")
    until("the undo", lambda: dos(table.record())[-1:] == ["undo"])
    assert dos(table.record())[-2:] == ["thrown", "undo"]


def test_undo_says_first_and_does_it_on_the_second_press(start: Start) -> None:
    table = start(fast=60)
    table.up()
    table.send(*PLAY, "tap judge.undo", "wait 9000", "tap judge.no", "wait 1000", "key 6")
    until("the throw after NO", lambda: dos(table.record()).count("thrown") == 2)
    assert "undo" not in dos(table.record())
    table.send("key Escape", "wait 1000", "tap judge.undo", "wait 1000", "tap judge.undo")
    until("the second undo", lambda: dos(table.record()).count("undo") == 2)
    undo = [line for line in table.record() if line.get("do") == "undo"][-1]
    assert undo["line"] == "judge.undo"


def test_a_question_expires_after_ten_seconds(start: Start) -> None:
    table = start(fast=60)
    table.up()
    table.send(*PLAY, "tap judge.undo", "wait 10500", "tap judge.undo", "wait 1000", "tap seat3")
    until("seat 3", lambda: any(line.get("line") == "seat3" for line in table.record()))
    assert "undo" not in dos(table.record())


def test_a_second_next_within_a_second_is_ignored(start: Start) -> None:
    table = start(fast=10)
    table.up()
    table.send("tap judge.next 80", "wait 300", "tap judge.next 80", "wait 300", "tap seat4")
    until("the throw", lambda: "thrown" in dos(table.record()))
    assert dos(table.record()) == ["start", "thrown"]


def sheet(seat: int) -> str:
    return "enter " + json.dumps({"do": "count", "seat": seat, "cash": 100 * seat, "deeds": []})


def play_to_the_close(table: RunningTable) -> None:
    """A whole game, by hand: a tap says "not agreed"; holding signs, two taps sign."""
    table.up()
    table.send(*PLAY)
    table.until("the end", lambda s: s["phase"] == "count")
    table.send(*(sheet(seat) for seat in range(1, 5)))
    table.until("signing", lambda s: s["phase"] == "sign")
    table.send(
        "tap seat1 300", "wait 5000", "press seat1", "wait 2500", "release seat1", "wait 500"
    )
    table.send("tap seat4 2500", "wait 500")
    table.send("tap seat2 100", "wait 300", "tap seat2 100", "wait 1500")
    for seat in (3, 4):
        table.send(f"press seat{seat}", "wait 2500", f"release seat{seat}", "wait 500")
    table.send("tap judge.confirm")
    table.until("closed", lambda s: s["phase"] == "closed")


def close_a_game(start: Start) -> RunningTable:
    """A game that is closed and sealed."""
    table = start(fast=1200)
    play_to_the_close(table)
    table.until("sealed", lambda s: s["outbox"] == 1)
    return table


def test_a_game_is_counted_signed_confirmed_and_sealed(start: Start) -> None:
    table = close_a_game(start)
    assert "NOT SENT (1)" in table.up()["signs"]
    signs = [
        (line["seat"], line.get("line")) for line in table.record() if line.get("do") == "sign"
    ]
    assert signs == [(1, None), (2, "seat2"), (3, None), (4, None)]
    presses = [line["line"] for line in table.record() if line.get("line", "").startswith("seat")]
    assert {f"seat{n}": table.recorded(n) for n in range(1, 5)} == {
        name: presses.count(name) for name in sorted(set(presses))
    }
    verified = kiosk(table.home, "record", "verify", str(table.home / "games" / "Q1-T3.jsonl"))
    assert verified.returncode == 0, verified.stderr


def test_nothing_is_written_behind_the_seal(start: Start, tmp_path: Path) -> None:
    assert close_a_game(start).end() == 0
    record = tmp_path / "games" / "Q1-T3.jsonl"
    before = record.read_bytes()
    again = start(fast=60, opening=False)
    assert again.up()["phase"] == "idle"
    again.send("tap seat1", "wait 1000")
    again.up()
    assert again.end() == 0
    assert record.read_bytes() == before


def test_a_closed_game_that_is_opened_again_is_shown_and_nothing_is_added(
    start: Start, tmp_path: Path
) -> None:
    table = close_a_game(start)
    recorded = [table.recorded(seat) for seat in range(1, 5)]
    table.kill()
    record = tmp_path / "games" / "Q1-T3.jsonl"
    before = record.read_bytes()
    again = start(fast=60)
    status = again.up()
    assert (status["phase"], status["outbox"]) == ("closed", 1)
    again.send("tap seat1", "tap judge.undo", "key 5", "touch 100 100", "wait 2000")
    assert [again.recorded(seat) for seat in range(1, 5)] == recorded
    assert again.end() == 0
    assert record.read_bytes() == before
    assert "'Q1-T3' is closed; it is shown" in again.errors()


def test_an_opening_that_differs_from_the_open_game_is_said(start: Start, tmp_path: Path) -> None:
    table = start(fast=60)
    table.up()
    table.kill()
    write(tmp_path / "opening.json", {**OPENING, "seats": OPENING["seats"][:2]})
    again = start(fast=60)
    assert len(again.up()["seats"]) == 4
    assert again.end() == 0
    assert "opening.json: differs from how game 'Q1-T3' was opened" in again.errors()


@pytest.mark.parametrize(
    ("how", "code"), [(signal.SIGTERM, 0), (signal.SIGINT, 130), (signal.SIGHUP, 129)]
)
def test_k13_a_signal_ends_it_with_every_lamp_and_the_buzzer_off(
    start: Start, how: signal.Signals, code: int
) -> None:
    table = start(fast=1)
    table.up()
    table.send("tap judge.next", "wait 200", "tap seat1 100")
    until("a lamp is lit", lambda: any(each["on"] for each in table.trace()))
    assert table.end(how) == code
    last: dict[str, bool] = {each["line"]: each["on"] for each in table.trace()}
    assert not any(last.values())


def test_quit_ends_it_and_the_end_of_the_input_does_not(start: Start) -> None:
    table = start(fast=60)
    table.up()
    table.send("wait 100", "quit")
    assert table.process.wait(10) == 0
    again = start(fast=60)
    again.up()
    assert again.process.stdin is not None
    again.process.stdin.close()
    again.process.stdin = None
    assert again.up()["game"] == "Q1-T3"
    assert again.end() == 0


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("pres seat1", "unknown 'pres'"),
        ("press lamp1", "no input 'lamp1'"),
        ("wait -1", "allowed a whole number"),
        ("dice 1 7", "allowed a whole number 1 to 6"),
        ("enter {", "no JSON"),
        ('enter {"do": "fly"}', "do: found"),
        ('enter {"do": "roll", "seat": 9, "dice": [1, 2]}', "seat"),
        ('enter {"t": 3, "do": "wait"}', "`t` is not allowed"),
    ],
)
def test_a_wrong_drive_line_is_one_line_and_exit_2_and_what_came_before_is_kept(
    start: Start, line: str, message: str
) -> None:
    table = start(fast=60)
    table.up()
    table.send("tap seat1", line)
    assert table.process.wait(10) == 2
    errors = table.errors().splitlines()
    assert len(errors) == 1
    assert "line 2" in errors[0]
    assert message in errors[0]
    assert dos(table.record()) == ["press"]


def kiosk(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return programs.run(
        [sys.executable, "-m", "kiosk", *words],
        env=os.environ | {"TABLESIDE_HOME": str(home)},
        capture_output=True, text=True, timeout=20, check=False, stdin=subprocess.DEVNULL,
    )  # fmt: skip


def write(path: Path, found: Mapping[str, Any]) -> str:
    path.write_text(json.dumps(found), encoding="utf-8")
    return str(path)


def test_the_open_game_is_resumed_and_another_is_refused(start: Start, tmp_path: Path) -> None:
    table = start(fast=60)
    table.up()
    table.send("tap seat1")
    table.until("a press", lambda s: s["seats"][0]["recorded"] == 1)
    assert table.end() == 0
    other = write(tmp_path / "other.json", {**OPENING, "game": "Q1-T4"})
    refused = kiosk(
        tmp_path, "run", "--pins", "simulated", "--screen", "offscreen", "--open", other
    )
    assert refused.returncode == 2
    assert "'Q1-T3' is open here" in refused.stderr
    again = start(fast=60, opening=False)
    assert again.up()["game"] == "Q1-T3"
    assert again.recorded(1) == 1
    again.end()


@pytest.mark.parametrize(
    ("opening", "message"),
    [
        ({"game": "a/b"}, "open.game"),
        ({"edition": "hun-1899"}, "hun-1899"),
        ({"seats": [{"seat": 1, "player": "A"}]}, "allowed"),
        (
            {"seats": [{"seat": n, "player": f"P{n}"} for n in range(1, 8)]},
            "allowed",
        ),
        ({"options": {"no_such": 1}}, "no_such"),
    ],
)
def test_a_wrong_opening_is_one_line_and_changes_nothing(
    tmp_path: Path, opening: Mapping[str, Any], message: str
) -> None:
    path = write(tmp_path / "opening.json", {**OPENING, **opening})
    (tmp_path / "tableside.toml").write_text('[sound]\nmode = "silent"\n')
    done = kiosk(tmp_path, "run", "--pins", "simulated", "--screen", "offscreen", "--open", path)
    assert done.returncode == 2, done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert message in done.stderr
    assert path in done.stderr, "which file"
    assert not list((tmp_path / "games").glob("*.jsonl"))


def test_a_second_table_on_the_same_home_is_refused(start: Start, tmp_path: Path) -> None:
    start(fast=60).up()
    second = kiosk(tmp_path, "run", "--pins", "simulated", "--screen", "offscreen")
    assert second.returncode == 1
    assert "another kiosk is running with this home" in second.stderr
    assert len(second.stderr.splitlines()) == 1


def test_status_without_a_table_is_one_line_and_exit_1(tmp_path: Path) -> None:
    done = kiosk(tmp_path, "status", "--json")
    assert (done.returncode, done.stdout) == (1, "")
    assert len(done.stderr.splitlines()) == 1


def test_status_is_read_by_people_and_by_programs(start: Start, tmp_path: Path) -> None:
    start(fast=60).up()
    found = json.loads(kiosk(tmp_path, "--json", "status").stdout)
    assert set(found) >= {"game", "phase", "remaining_s", "seats", "signs", "outbox"}
    assert found["seats"][0].keys() == {"seat", "lamp", "recorded", "fouls"}
    assert "SIMULATED" in found["signs"]
    assert "seat 4" in kiosk(tmp_path, "status").stdout


def test_a_home_that_cannot_be_written_is_one_line_and_exit_1(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = kiosk(tmp_path / "file" / "home", "run", "--pins", "simulated", "--screen", "offscreen")
    assert done.returncode == 1
    assert "cannot be written" in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("run", "--nonsense"), "--nonsense"),
        (("run", "--pins", "wood"), "wood"),
        (("run", "--fast", "0"), "--fast"),
        (("run", "--drive", "x"), "--drive"),
        (("run", "--league", "ftp://x"), "--league"),
        (("run", "--league", "http://x:port"), "--league"),
        (("run", "--league", "bonjour"), "--league"),
        (("run", "--edition", "hun-1899"), "--edition: found 'hun-1899', allowed hun-2009"),
        (("run", "--open", "/no/such/file"), "/no/such/file"),
        (("fly",), "fly"),
        ((), "no command"),
        (("outbox",), "list|carry"),
    ],
)
def test_a_wrong_option_is_one_line_without_a_usage_block(
    tmp_path: Path, words: tuple[str, ...], message: str
) -> None:
    done = kiosk(tmp_path, *words)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert message in done.stderr
    assert "usage" not in done.stderr


def test_a_board_that_is_none_is_the_user_s_to_put_right(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLESIDE_BOARD", "zebra")
    done = kiosk(tmp_path, "run", "--pins", "auto", "--screen", "offscreen")
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].startswith("pins: TABLESIDE_BOARD=zebra is no board")


def test_the_version_is_known_where_nothing_was_installed(tmp_path: Path) -> None:
    root = Path(__file__).resolve().parents[2]
    program = (
        "import importlib.metadata as m\n"
        "from kiosk.__main__ import main\n"
        "def gone(name): raise m.PackageNotFoundError(name)\n"
        "m.version = gone\n"
        "main(['--version'])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=root, capture_output=True, text=True, check=True
    )
    assert done.stdout == kiosk(tmp_path, "--version").stdout


def test_every_command_has_help_and_version(tmp_path: Path) -> None:
    assert kiosk(tmp_path, "--version").stdout.startswith("kiosk ")
    for command in ("run", "status", "replay", "record", "rules", "enrol", "outbox"):
        assert kiosk(tmp_path, command, "--help").returncode == 0
        assert kiosk(tmp_path, command, "--version").stdout.startswith("kiosk ")
