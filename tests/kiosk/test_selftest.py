"""The self-test as a host drives it, its checks of the machine, its texts, and the command."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware_py.kinds import LineFault, LineId
from firmware_py.pinlines import SEATS
from firmware_py.pinmap import INPUTS, PinMap, parse_pin_map
from firmware_py.simulated import SimulatedTable
from firmware_py.timesource import ManualTime, Wall
from kiosk.disk import Disk, HomeLock
from kiosk.home import Home
from kiosk.linefaults import remedy, what
from kiosk.locale import Catalogue
from kiosk.selftest import machine
from kiosk.selftest.check import Check, item_name, passed
from kiosk.selftest.parts import OPENING_NS, TIMEOUT_NS, Sounding
from kiosk.selftest.selftest import SelfTest, as_json
from tests import programs

ROOT = Path(__file__).parents[2]
MS = 1_000_000


@pytest.fixture(scope="module")
def pin_map() -> PinMap:
    text = (ROOT / "hardware" / "pins.toml").read_text(encoding="utf-8")
    return parse_pin_map(text, "pins.toml")


class Bench:
    """A self-test on simulated pins under manual time, with a finger and an answer for it."""

    def __init__(self, pin_map: PinMap, **options: Any) -> None:
        self.time = ManualTime()
        self.played: list[str] = []
        self.table = SimulatedTable(pin_map, self.time, self._edge, environ={})
        sounds = [("warn-1", 400), ("end", 900)]
        ok = passed("speaker", "speaker.ok", driver="alsa")
        self.test = SelfTest(
            self.table,
            **{
                "sounding": Sounding(sounds, self.played.append, lambda: ok),
                "screen": lambda: passed("screen", "screen.ok", size="1280x720", driver="kmsdrm"),
                "facts": lambda: [passed("link", "link.none")],
                "simulated_wanted": True,
                **options,
            },
        )
        self.test.begin(self.time.now_ns())

    def _edge(self, edge: Any) -> None:
        self.test.edge(edge)

    def pass_ms(self, ms: int) -> None:
        """Time passes, and the test is told each time it asked to be."""
        end_ns = self.time.now_ns() + ms * MS
        while (wake_ns := self.test.wake_ns) is not None and wake_ns <= end_ns:
            self.time.advance_ns(max(1, wake_ns - self.time.now_ns()))
            self.test.pass_time(self.time.now_ns())
        self.time.advance_ns(max(0, end_ns - self.time.now_ns()))
        self.test.pass_time(self.time.now_ns())

    def say(self, key: str) -> None:
        self.test.key(key, self.time.now_ns())

    def press_all(self, *but: str) -> None:
        for line in INPUTS:
            if line not in but:
                self.table.press(line)
                self.table.release(line)

    def failed(self) -> dict[str, str]:
        return {check.item: check.found.key for check in self.test.checks() if not check.ok}

    def title(self) -> str:
        return self.test.shown().title.key.split(".")[2]


@pytest.fixture
def new_bench(pin_map: PinMap) -> Iterator[Callable[..., Bench]]:
    made: list[Bench] = []

    def make(**options: Any) -> Bench:
        made.append(Bench(pin_map, **options))
        return made[-1]

    yield make
    for each in made:
        each.table.close()


def test_a_table_that_works_passes_in_everything(new_bench: Callable[..., Bench]) -> None:
    bench = new_bench()
    assert bench.title() == "lamps"
    bench.pass_ms(4_100)
    bench.say("y")
    assert bench.title() == "buttons"
    bench.press_all()
    assert bench.title() == "buzzer"
    bench.pass_ms(2_000)
    bench.say("*")
    assert bench.title() == "speaker"
    bench.pass_ms(5_000)
    assert bench.played == ["warn-1", "end"]
    bench.say("y")
    assert bench.test.shown().picture
    bench.say("y")
    assert bench.test.done
    assert bench.failed() == {}
    items = [check.item for check in bench.test.checks()]
    lamps = [f"lamp{seat}" for seat in SEATS]
    assert items == ["pins", *lamps, *INPUTS, "buzzer", "speaker", "screen", "link"]


def test_the_judges_own_keys_answer_where_somebody_is_asked(
    new_bench: Callable[..., Bench],
) -> None:
    bench = new_bench()
    bench.pass_ms(4_100)
    bench.table.press("judge.no")
    bench.table.release("judge.no")
    assert bench.failed() == {"lamps": "kiosk.selftest.lamps.unseen"}
    assert bench.title() == "buttons"


def test_what_is_missing_is_shown_and_named_at_the_end(new_bench: Callable[..., Bench]) -> None:
    bench = new_bench()
    bench.say("y")
    bench.press_all("seat3", "judge.undo")
    shown = bench.test.shown()
    assert [item.name for item in shown.items if item.ok is None] == [
        item_name("seat3"),
        item_name("judge.undo"),
    ]
    assert shown.prompt is not None
    assert shown.prompt.count == 2
    assert bench.table.lamps_lit() == {3}
    bench.say("Enter")
    assert bench.failed() == {
        "seat3": "kiosk.pins.not_pressed",
        "judge.undo": "kiosk.pins.not_pressed",
    }


def test_nobody_at_the_table_fails_what_had_to_be_seen_and_ends(
    new_bench: Callable[..., Bench],
) -> None:
    bench = new_bench()
    bench.pass_ms(8 * TIMEOUT_NS // MS)
    assert bench.test.done
    failed = bench.failed()
    assert {
        failed[item].rpartition(".")[2] for item in ("lamps", "buzzer", "speaker", "screen")
    } == {"unanswered"}
    assert failed["seat1"] == "kiosk.pins.not_pressed"


def test_escape_ends_it_and_what_needs_nobody_is_still_looked_at(
    new_bench: Callable[..., Bench],
) -> None:
    bench = new_bench()
    bench.say("Escape")
    assert bench.test.done
    items = [check.item for check in bench.test.checks()]
    assert items[-2:] == ["link", "test"]
    assert bench.failed()["test"] == "kiosk.selftest.ended"
    assert bench.table.lamps_lit() == set()


def test_without_hands_it_asks_nobody_and_plays_no_sound_longer_than_it_must(
    new_bench: Callable[..., Bench],
) -> None:
    bench = new_bench(hands=False)
    bench.pass_ms(10_000)
    assert bench.test.done
    assert bench.failed() == {}
    found = {check.item: check.found.key for check in bench.test.checks()}
    assert found["seat1"] == "kiosk.pins.at_rest"


def test_simulated_pins_that_nobody_asked_for_are_a_failure_with_the_reason(
    new_bench: Callable[..., Bench],
) -> None:
    assert new_bench(simulated_wanted=False).failed() == {"pins": "kiosk.selftest.pins.none"}


def test_a_loudspeaker_that_never_opens_is_told_after_some_seconds(
    new_bench: Callable[..., Bench],
) -> None:
    bench = new_bench(hands=False, sounding=Sounding([("end", 900)], print, lambda: None))
    bench.pass_ms(OPENING_NS // MS + 6_000)
    assert bench.failed() == {"speaker": "kiosk.selftest.speaker.slow"}


def test_facts_that_are_not_there_yet_are_waited_for(new_bench: Callable[..., Bench]) -> None:
    found: list[Check] = []
    bench = new_bench(hands=False, facts=lambda: found or None)
    bench.pass_ms(20_000)
    assert not bench.test.done
    found.append(passed("supply", "supply.ok"))
    bench.pass_ms(200)
    assert bench.test.done


# -- the machine ------------------------------------------------------------------------------


def test_a_disk_that_can_be_written_says_how_fast_and_leaves_nothing(tmp_path: Path) -> None:
    home = Home(tmp_path)
    check = machine.disk(home)
    assert check.ok
    assert list(home.games.iterdir()) == []


class SlowDisk(Disk):
    """A card at the end of its days."""

    def sync(self, fd: int) -> None:
        threading.Event().wait(0.003)
        super().sync(fd)


class DeadDisk(Disk):
    """A card that has become read-only."""

    def write(self, fd: int, data: bytes) -> None:
        raise OSError(30, os.strerror(30))


@pytest.mark.parametrize(
    ("disk", "found"), [(SlowDisk(), "disk.slow"), (DeadDisk(), "disk.refused")]
)
def test_a_disk_that_is_slow_or_dead_fails(
    tmp_path: Path, disk: Disk, found: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine, "SLOW_MS", 1)
    check = machine.disk(Home(tmp_path), disk)
    assert not check.ok
    assert check.found.key == f"kiosk.selftest.{found}"
    assert list((tmp_path / "games").iterdir()) == []


@pytest.mark.parametrize(
    ("wall", "found"),
    [
        (Wall(1_800_000_000_000, True), "clock.ok"),
        (Wall(1_800_000_000_000, False), "clock.unset"),
        (Wall(1_000, True), "clock.dead"),
    ],
)
def test_a_clock_is_vouched_for_or_not(wall: Wall, found: str) -> None:
    assert machine.clock(wall).found.key == f"kiosk.selftest.{found}"


@pytest.mark.parametrize(
    ("bits", "found"), [("0x0", "supply.ok"), ("0x50000", "supply.weak"), (None, "supply.unknown")]
)
def test_a_supply_that_sagged_since_the_start_is_told(
    tmp_path: Path, bits: str | None, found: str
) -> None:
    path = tmp_path / "throttled"
    if bits is not None:
        path.write_text(bits, encoding="ascii")
    assert machine.supply(path).found.key == f"kiosk.selftest.{found}"


def test_a_league_that_does_not_answer_is_told_with_its_cause(tmp_path: Path) -> None:
    check = machine.link("http://127.0.0.1:9", Home(tmp_path))
    assert not check.ok
    assert check.found.key == "kiosk.selftest.link.down"
    assert "refused" in str(dict(check.found.params)["why"])


def test_a_serial_port_is_looked_for(tmp_path: Path) -> None:
    plain = tmp_path / "ttyX"
    plain.touch()
    home = Home(tmp_path)
    assert machine.link(f"serial:{plain}", home).found.key == "kiosk.selftest.link.no_port"
    assert machine.link(f"serial:{plain}y", home).found.key == "kiosk.selftest.link.port"
    assert machine.link("serial:/dev/null", home).ok


# -- texts ------------------------------------------------------------------------------------


def made_keys() -> set[str]:
    """Every key that the self-test puts together, read from its code."""
    keys = {f"kiosk.selftest.{name}.{part}" for name in NAMES for part in ("title", "ask")}
    for name in NAMES:
        for end in ("unseen", "unanswered"):
            keys |= {f"kiosk.selftest.{name}.{end}", f"kiosk.selftest.{name}.{end}.remedy"}
    for path in (ROOT / "kiosk" / "selftest").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
                continue
            words = [arg.value for arg in node.args[1:2] if isinstance(arg, ast.Constant)]
            if words and node.func.id in ("passed", "failed"):
                keys.add(f"kiosk.selftest.{words[0]}")
                if node.func.id == "failed":
                    keys.add(f"kiosk.selftest.{words[0]}.remedy")
    source = (ROOT / "firmware_py" / "selftest.py").read_text(encoding="utf-8")
    source += (ROOT / "firmware_py" / "table.py").read_text(encoding="utf-8")
    found = set(re.findall(r'"(pins\.\w+)"', source))
    keys |= {f"kiosk.{reason}" for reason in found}
    keys |= {f"kiosk.{reason}.remedy" for reason in found if reason not in PASSED}
    keys |= {item_name(item).key for item in ITEMS}
    keys |= {f"kiosk.{found}" for found in PLAYING}
    return keys


NAMES = ("lamps", "buzzer", "speaker", "screen")
PASSED = ("pins.lamp", "pins.buzzer", "pins.pressed", "pins.at_rest")
PLAYING = ("pins.claimed", "pins.down", "pins.down.remedy")
ITEMS = (
    *INPUTS,
    *("lamp1", "buzzer", "speaker", "screen", "link", "clock", "disk", "supply", "pins"),
    *("lamps", "test"),
)


@pytest.mark.parametrize("language", ["en", "hu", "da", "ru", "sv"])
def test_every_text_of_the_self_test_is_there(language: str) -> None:
    texts = Catalogue().texts(language)
    assert [key for key in sorted(made_keys()) if not texts.has(key)] == []


def test_no_text_of_the_self_test_is_there_for_nothing() -> None:
    used = made_keys()
    source = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "kiosk").rglob("*.py"))
    used |= set(re.findall(r'"(kiosk\.(?:selftest|pins)\.[\w.]+)"', source))
    text = (ROOT / "locale" / "en" / "LC_MESSAGES" / "kiosk.po").read_text(encoding="utf-8")
    there = set(re.findall(r'^msgid "(kiosk\.(?:selftest|pins)\.[\w.]+)"', text, re.MULTILINE))
    assert there - used == set()


def test_a_busy_line_is_told_with_pin_holder_and_overlay() -> None:
    details = (("pin", "BCM 7 (pin 26)"), ("holder", "spi0 CS1"), ("overlay", "dtparam=spi=on"))
    fault = LineFault(LineId("seat3"), "pins.busy", "pins.busy.remedy", details)
    texts = Catalogue().texts("en")

    def say(text: Any) -> str:
        return texts.text(text.key, text.count, **dict(text.params))

    assert say(what(fault)) == "BCM 7 (pin 26) is held by spi0 CS1"
    assert say(remedy(fault)).startswith("Look for dtparam=spi=on in config.txt")
    nobody = fault._replace(details=(details[0], ("holder", ""), ("overlay", "")))
    assert say(what(nobody)) == "BCM 7 (pin 26) is held by another program"
    assert say(remedy(nobody)).startswith("End the program")


def test_json_has_item_ok_found_and_remedy() -> None:
    texts = Catalogue().texts("en")
    check = passed("disk", "disk.ok", free=1234, ms=3)
    (found,) = as_json([check], lambda line: texts.text(line.key, **dict(line.params)))
    assert found == {
        "item": "disk",
        "ok": True,
        "found": "1,234 MB free, a line is safe within 3 ms",
        "remedy": None,
    }


# -- the command ------------------------------------------------------------------------------


def run(home: Path, *words: str, typed: str | None = None) -> subprocess.CompletedProcess[str]:
    return programs.run(
        [sys.executable, "-m", "kiosk", "selftest", "--screen", "offscreen", *words],
        env=os.environ | {"TABLESIDE_HOME": str(home)},
        input=typed,
        stdin=subprocess.DEVNULL if typed is None else None,
        capture_output=True,
        text=True,
        timeout=18,
        check=False,
    )


def test_the_command_without_hands_prints_one_json_list(tmp_path: Path) -> None:
    (tmp_path / "tableside.toml").write_text('[sound]\nmode = "piezo"\n', encoding="utf-8")
    done = run(tmp_path, "--pins", "simulated", "--json")
    found = {each["item"]: each for each in json.loads(done.stdout)}
    assert {"seat1", "judge.confirm", "shutdown", "lamp10", "buzzer", "speaker", "disk"} <= set(
        found
    )
    failed = {item for item, each in found.items() if not each["ok"]}
    assert done.returncode == (1 if failed else 0)
    assert failed <= {"clock"}
    assert all((each["remedy"] is None) == each["ok"] for each in found.values())
    assert done.stderr == ""
    assert sorted(path.name for path in (tmp_path / "games").iterdir()) == []


def test_the_command_asks_in_the_tables_language_and_can_be_ended(tmp_path: Path) -> None:
    settings = '[sound]\nmode = "piezo"\n[table]\nlanguage = "hu"\n'
    (tmp_path / "tableside.toml").write_text(settings, encoding="utf-8")
    done = run(tmp_path, "--pins", "simulated", "--hands", "yes", typed="y\n\nq\n")
    assert done.returncode == 1
    assert "Minden lámpa kigyulladt" in done.stdout
    assert "HIBÁS  1. szék: BCM 5 (pin 29): nem jött nyomás" in done.stdout
    assert "minden próba előtt vége lett" in done.stdout
    assert done.stderr == ""


def test_a_running_table_is_not_disturbed(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.prepare()
    lock = HomeLock(tmp_path)
    done = run(tmp_path, "--pins", "simulated")
    lock.close()
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr == (
        f"{tmp_path}: a table is running with this home; "
        "end it first, or test there: its menu has the self-test (docs/pins.md)\n"
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--seats", "11"), "--seats: found '11', allowed a whole number 1 to 10"),
        (("--timeout", "soon"), "--timeout: found 'soon', allowed a whole number 1 to 3600"),
        (("--league", "ftp://x"), "--league: found 'ftp://x', allowed "),
        (("--hands", "two"), "kiosk selftest: argument --hands: invalid choice: 'two'"),
    ],
)
def test_a_wrong_option_is_one_line_and_exit_2(
    tmp_path: Path, words: tuple[str, ...], said: str
) -> None:
    done = run(tmp_path, *words)
    assert done.returncode == 2
    assert done.stderr.startswith(said)
    assert done.stderr.count("\n") == 1


def test_real_pins_that_cannot_be_had_are_said_in_one_line(tmp_path: Path) -> None:
    done = run(tmp_path, "--pins", "gpio")
    assert done.returncode == 1
    assert done.stderr.startswith("pins: no GPIO chip ")
    assert done.stderr.count("\n") == 1
