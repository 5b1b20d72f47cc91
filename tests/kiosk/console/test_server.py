"""`kiosk console` as a program: who is let in, what is told, how it comes back."""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kiosk.console import rendering
from kiosk.console.app import _is_local, _is_ours
from kiosk.console.logbook import NOTHING
from kiosk.pin import PIN_FILE, PinLock
from tests.journeys.conftest import RunningTable, Start, dos, until
from tests.kiosk.console.conftest import Console, Wire

Consoles = Callable[..., Console]
Wires = Callable[[], Wire]


def events(console: Console) -> Iterator[tuple[str, Any]]:
    """The page's stream."""
    answer = console.http.request(
        "GET", f"{console.url}/events", headers={"Cookie": console.cookie}, preload_content=False
    )
    assert answer.status == 200
    event, rest = "", b""
    for raw in answer:
        *lines, rest = (rest + raw).split(b"\n")
        for line in lines:
            word, _, value = line.decode().strip().partition(": ")
            if word == "event":
                event = value
            elif word == "data":
                yield event, json.loads(value)


def heard(stream: Iterator[tuple[str, Any]]) -> Any:
    """The console has heard of its table; one that just began may say first that it has not."""
    return next(told for event, told in stream if event == "state")


def first(console: Console, holds: Callable[[str, Any], Any]) -> Any:
    """What the first event that holds tells."""
    return next(told for event, told in events(console) if holds(event, told))


def test_nothing_is_shown_before_a_tablet_is_paired(
    table: RunningTable, consoles: Consoles
) -> None:
    console = consoles()
    page = console.get("/").data.decode()
    assert 'name="code"' in page
    assert "Bakos" not in page
    for path in ("/events", "/do", "/unpair"):
        answer = console.get(path) if path == "/events" else console.post(path, b"{}")
        assert answer.status == 401
    assert console.code() not in page


def test_the_code_of_the_terminal_pairs_and_the_cookie_is_the_tablets_alone(
    table: RunningTable, consoles: Consoles
) -> None:
    console = consoles()
    answer = console.pair()
    assert answer.status == 303
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    told = first(console, lambda event, _: event == "state")
    assert "Bakos Réka" in told["parts"]["seats"]


def test_the_table_never_shows_the_code(table: RunningTable, consoles: Consoles) -> None:
    console = consoles()
    console.get("/")
    code = console.code()
    assert code not in json.dumps(table.status())
    assert code not in (table.home / "games" / "Q1-T3.jsonl").read_text()


def test_a_wrong_code_is_refused_and_says_so(table: RunningTable, consoles: Consoles) -> None:
    console = consoles()
    answer = console.pair("000000000")
    assert answer.status == 403
    assert "That was not it." in answer.data.decode()


def test_a_second_tablet_ends_the_first(table: RunningTable, consoles: Consoles) -> None:
    subprocess.run(
        [sys.executable, "-m", "kiosk", "console", "--set-pin"],
        input="482139\n", text=True, check=True, env={"TABLESIDE_HOME": str(table.home)},
    )  # fmt: skip
    console = consoles()
    console.pair()
    old = console.cookie
    stream = events(console)
    heard(stream)
    assert console.pair("482139").status == 303, "the referee's PIN pairs, too"
    assert next(event for event, _ in stream if event in ("ended", "lost")) == "ended"
    stream.close()
    console.cookie = old
    assert "paired no more" in console.get("/").data.decode()


def test_a_restarted_console_knows_its_tablet(table: RunningTable, consoles: Consoles) -> None:
    console = consoles()
    console.pair()
    assert console.end() == 0
    again = consoles()
    again.cookie = console.cookie
    assert first(again, lambda event, _: event == "state")["data"]["game"] == "Q1-T3"


def test_an_entry_needs_the_pages_key_and_comes_from_no_other_site(
    table: RunningTable, consoles: Consoles
) -> None:
    console = consoles()
    console.pair()
    body = json.dumps({"do": {"do": "start"}, "number": "1"}).encode()
    assert console.post("/do", body).status == 403
    assert console.post("/do", body, X_Form_Key="0" * 64).status == 403
    foreign = {"X_Form_Key": console.form_key, "Origin": "http://192.0.2.7"}
    assert console.post("/do", body, **foreign).status == 403
    for body in (b"[]", b"[" * 5_000):
        assert console.post("/do", body, X_Form_Key=console.form_key).status == 400
    assert console.do("1", do={"do": "start"})["accepted"]


def test_a_touch_that_is_sent_again_counts_once(table: RunningTable, consoles: Consoles) -> None:
    console = consoles()
    console.pair()
    console.do("1", do={"do": "start"})
    for _ in range(3):
        assert console.do("2", do={"do": "foul", "seat": 3})["accepted"]
    assert console.do("3", do={"do": "foul", "seat": 3})["accepted"]
    assert dos(table.record()).count("foul") == 2


def test_a_refusal_comes_with_its_rule_in_the_pages_language(
    table: RunningTable, consoles: Consoles
) -> None:
    console = consoles()
    console.pair()
    console.do("1", do={"do": "start"})
    console.do("2", do={"do": "roll", "seat": 1, "dice": [1, 2]})
    answer = console.do("3", do={"do": "roll", "seat": 4, "dice": [1, 2]})
    assert (answer["accepted"], answer["rule"]) == (False, "HUN-G-DICE")
    console.get("/?lang=hu")
    console.cookie += "; language=hu"
    hungarian = console.do("4", do={"do": "roll", "seat": 4, "dice": [1, 2]})
    assert hungarian["text"] != answer["text"]


def test_the_log_holds_every_debt_roll_and_refusal(table: RunningTable, consoles: Consoles) -> None:
    console = consoles()
    console.pair()
    heard(events(console))
    entries = (
        {"do": "start"}, {"do": "roll", "seat": 1, "dice": [2, 2]},
        {"do": "owe", "seat": 1, "to": 3, "amount": 1640}, {"do": "pause"},
        {"do": "incident", "seat": 2, "reason": "telephone <b>"},
    )  # fmt: skip
    for number, entry in enumerate(entries):
        console.do(str(number), do=entry)
    told = first(
        console, lambda event, told: event == "state" and "telephone" in str(told["parts"])
    )
    parts = told["parts"]
    assert "1,640" in parts["private"]
    assert "HUN-4.3" in parts["refused"]
    assert "double" in parts["dice"]
    assert "telephone &lt;b&gt;" in parts["remarks"]
    assert [one["back"] for one in told["data"]["undo"]] == [1, 2, 3, 4]


def test_a_table_that_does_not_answer_is_said_and_comes_back_by_itself(
    table: RunningTable, consoles: Consoles, start: Start
) -> None:
    console = consoles()
    console.pair()
    stream = events(console)
    heard(stream)
    table.kill()
    lost = next(told for event, told in stream if event == "lost")
    assert lost["heard_s"] is not None
    assert console.do("1", do={"do": "start"}) | {"text": ""} == {
        "accepted": False, "why": "away", "text": ""
    }  # fmt: skip
    again = start(fast=1)
    again.up()
    assert next(event for event, _ in stream if event == "state")
    assert console.do("1", do={"do": "start"})["accepted"], "what was not entered is entered now"
    stream.close()


def test_a_console_may_start_before_its_table(
    consoles: Consoles, start: Start, tmp_path: Path
) -> None:
    console = consoles()
    console.pair()
    stream = events(console)
    event, told = next(stream)
    assert (event, told["heard_s"]) == ("lost", None)
    start(fast=1).up()
    assert next(event for event, _ in stream if event == "state")
    stream.close()


def test_a_loop_that_hangs_is_not_shown_as_fresh(table: RunningTable, consoles: Consoles) -> None:
    """The socket's threads are alone not proof that the table lives."""
    console = consoles()
    console.pair()
    stream = events(console)
    heard(stream)
    table.process.send_signal(19)  # SIGSTOP
    try:
        until_lost = list(
            itertools.takewhile(lambda event: event != "lost", (e for e, _ in stream))
        )
        assert len(until_lost) <= 1, "nothing is told as news but what was on its way"
    finally:
        table.process.send_signal(18)
    assert next(event for event, _ in stream if event in ("state", "beat"))
    stream.close()


def test_an_idle_table_has_a_page_too(start: Start, consoles: Consoles) -> None:
    start(fast=1, opening=False).up()
    console = consoles()
    console.pair()
    told = first(console, lambda event, _: event == "state")
    assert told["data"]["game"] is None
    assert "No game is open" in told["parts"]["now"]


def test_nothing_comes_from_elsewhere_and_nothing_private_is_kept(
    table: RunningTable, consoles: Consoles
) -> None:
    console = consoles()
    console.pair()
    page = console.get("/")
    assert page.headers["cache-control"] == "no-store"
    assert page.headers["content-security-policy"].startswith("default-src 'self';")
    for path in ("/", "/static/console.css", "/static/console.js", "/static/panels.js"):
        text = console.get(path).data.decode()
        assert "https://" not in text
        assert not [word for word in text.split() if "http://" in word and "w3.org" not in word]
    for path in ("/static/lock.svg", "/fonts/condensed.ttf", "/fonts/regular.ttf"):
        assert console.get(path).status == 200
    for path in ("/static/../app.py", "/static/%2e%2e/app.py", "/fonts/x.ttf", "/none"):
        assert console.get(path).status == 404


def test_a_name_that_leads_here_from_elsewhere_is_refused(
    table: RunningTable, consoles: Consoles
) -> None:
    console = consoles()
    assert console.get("/", Host="evil.example").status == 403
    assert console.get("/", Host="tableside.local:8464").status == 200


@pytest.mark.parametrize(
    ("peer", "local"),
    [
        ("127.0.0.1", True),
        ("192.168.4.17", True),
        ("10.0.0.9", True),
        ("172.20.1.1", True),
        ("169.254.3.4", True),
        ("fe80::1%wlan0", True),
        ("fd00::1", True),
        ("::ffff:192.168.1.2", True),
        ("8.8.8.8", False),
        ("2606:4700::1111", False),
        ("", False),
        ("nonsense", False),
    ],
)
def test_only_the_local_network_is_answered(peer: str, local: bool) -> None:
    assert _is_local(peer) is local


@pytest.mark.parametrize(
    ("host", "ours"),
    [
        ("192.168.4.1:8464", True),
        ("[fe80::1]:8464", True),
        ("[::1]", True),
        ("localhost:80", True),
        ("table3", True),
        ("table3.local", True),
        ("example.com", False),
        ("192.168.4.1.example.com:8464", False),
        ("", False),
    ],
)
def test_only_names_of_the_local_network_are_ours(host: str, ours: bool) -> None:
    assert _is_ours(host) is ours


def command(home: Path, *words: str, said: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "kiosk", "console", *words],
        input=said, capture_output=True, text=True, env={"TABLESIDE_HOME": str(home)}, timeout=15,
    )  # fmt: skip


def test_the_pin_is_set_from_a_terminal_or_a_pipe(tmp_path: Path) -> None:
    done = command(tmp_path, "--set-pin", said="4821\n")
    assert (done.returncode, done.stdout) == (0, "the referee's PIN is set\n")
    assert PinLock(tmp_path / "keys").check("4821").right
    wrong = command(tmp_path, "--set-pin", said="abc9\n")
    assert (wrong.returncode, wrong.stderr) == (2, "PIN: allowed 4 to 8 digits\n")
    assert PinLock(tmp_path / "keys").check("4821").right


def test_a_pin_in_the_settings_is_checked_and_never_repeated(tmp_path: Path) -> None:
    (tmp_path / "tableside.toml").write_text('[console]\npin = "48x1"\n', encoding="utf-8")
    done = command(tmp_path)
    assert done.returncode == 2
    assert "console.pin" in done.stderr
    assert "4 to 8 digits" in done.stderr
    assert "48x1" not in done.stderr
    assert not (tmp_path / "keys" / PIN_FILE).exists()


@pytest.mark.parametrize("port", ["x", "-1", "65536", "８０"])
def test_a_wrong_port_is_one_line(tmp_path: Path, port: str) -> None:
    done = command(tmp_path, f"--port={port}")
    assert (done.returncode, done.stderr) == (
        2, f"--port: found {port!r}, allowed 0 to 65535\n"
    )  # fmt: skip


def test_a_port_in_use_is_one_line(table: RunningTable, consoles: Consoles) -> None:
    console = consoles()
    port = console.url.rpartition(":")[2]
    done = command(table.home, "--host", "127.0.0.1", "--port", port)
    assert done.returncode == 1
    assert done.stderr == (
        f"127.0.0.1:{port}: Address already in use; choose another with --host and --port\n"
    )


def test_one_console_serves_a_table(table: RunningTable, consoles: Consoles) -> None:
    consoles()
    done = command(table.home, "--host", "127.0.0.1", "--port", "0")
    assert done.returncode == 1
    assert "another kiosk is running with this home" in done.stderr


def test_a_family_without_pages_of_its_own_has_everybodys() -> None:
    seat = {"seat": 1, "name": "Baron", "mark": "speaks", "fouls": 3}
    facts = {
        "view": {"seats": [seat], "attempt": 1}, "phase": "speech", "game": "G1", "table": "",
        "game_kind": "whist", "signs": [], "remaining_s": 42.5, "question": None, "notice": None,
        "happened": [], "now_ms": 0, "undoable": [], "looking": False, "standing": None,
    }  # fmt: skip
    text = rendering.texts("en")
    made = rendering.parts(text, facts, NOTHING)
    assert "0:42" in made["now"]
    assert "speech" in made["now"]
    assert made["private"] == ""
    assert "Baron" in made["seats"]
    assert "3 fouls" in made["seats"]
    told = rendering.data(text, facts, NOTHING, [])
    assert (told["cloth"], told["seats"][0]["out"], told["allowed"]) == ("ink", False, ())
    assert rendering.wordbook(text, facts)["verbs"] == []


def test_the_table_loads_no_web_library(table: RunningTable, consoles: Consoles) -> None:
    console = consoles()
    console.pair()
    assert first(console, lambda event, _: event == "state")
    maps = Path(f"/proc/{table.process.pid}/maps").read_text()
    assert "granian" not in maps
    code = (
        "import sys, kiosk.app, kiosk.console.wire; "
        "print([m for m in ('litestar', 'granian', 'jinja2', 'asyncio') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_it_ends_quickly_with_pages_open(table: RunningTable, consoles: Consoles) -> None:
    console = consoles()
    console.pair()
    stream = events(console)
    heard(stream)
    assert console.end() == 0
    assert until("the table goes on", table.status)
    stream.close()
