"""`tableside.toml`: every wrong key is one line: file, line, key, found, allowed."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_py.timesource import ManualTime
from kiosk import config
from kiosk.errors import UserError
from kiosk.pins import open_pins
from kiosk.sound.settings import Mode
from rules.value import replace

WHOLE = """\
[table]
name = "T3"
language = "hu"
edition = "ramk-2017"

[league]
url = "http://192.168.1.2:8080"

[pins]
mode = "simulated"
lockout_ms = 20

[screen]
mode = "fullscreen"
width = 800
height = 480
console = "blind"

[dice]
source = "reader:/dev/serial/by-id/usb-dice"
baud = 9600

[keypad]
device = "04d9:a02a"
code = "4711"

[sound]
mode = "piezo"
"""


def test_every_setting_is_read() -> None:
    found = config.parse(WHOLE, "f")
    assert found == config.Config(
        table="T3",
        language="hu",
        edition="ramk-2017",
        league="http://192.168.1.2:8080",
        pins="simulated",
        lockout_ms=20,
        screen="fullscreen",
        width=800,
        height=480,
        console="blind",
        dice="reader:/dev/serial/by-id/usb-dice",
        dice_baud=9600,
        keypad="04d9:a02a",
        keypad_code="4711",
        sound=found.sound,
    )
    assert found.sound.mode is Mode.PIEZO


def test_no_file_and_an_empty_file_are_the_defaults(tmp_path: Path) -> None:
    path = tmp_path / "tableside.toml"
    assert config.load(path) == config.Config()
    path.write_text("")
    assert config.load(path) == config.Config()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[tabel]\nname = 1\n", "f:1: unknown 'tabel'; allowed: [table], [league]"),
        ("name = 1\n", "f:1: unknown 'name'; allowed: [table]"),
        ("[table]\n\nnmae = 'T'\n", "f:3: table.nmae: unknown key; allowed: name, language"),
        ("[table]\nname = 'a/b'\n", "f:2: table.name = 'a/b'; allowed: 1 to 64 letters"),
        ("[table]\nlanguage = 'de'\n", "f:2: table.language = 'de'; allowed: en, hu"),
        ("[table]\nlanguage = []\n", "f:2: table.language = []; allowed: en, hu"),
        ("[pins]\nlockout_ms = 31\n", "f:2: pins.lockout_ms = 31; allowed: a whole number 5 to 30"),
        ("[pins]\nlockout_ms = true\n", "f:2: pins.lockout_ms = true; allowed: a whole number"),
        ("[league]\nurl = 'ftp://x'\n", "f:2: league.url = 'ftp://x'; allowed: http://HOST:PORT"),
        ("[dice]\nsource = 'reader'\n", "f:2: dice.source = 'reader'; allowed: entered, table"),
        ("[dice]\nbaud = 9601\n", "f:2: dice.baud = 9601; allowed: 9600, 19200"),
        ("[dice]\nbaud = 9600.0\n", "f:2: dice.baud = 9600.0; allowed: 9600, 19200"),
        ("[keypad]\ndevice = ''\n", "f:2: keypad.device = ''; allowed: auto, none, VENDOR:PRODUCT"),
        ("[keypad]\ncode = '12a'\n", "f:2: keypad.code = '12a'; allowed: up to 8 digits"),
        ("[keypad]\ncode = 1234\n", "f:2: keypad.code = 1234; allowed: up to 8 digits"),
        ("[sound]\nmode = 'loud'\n", "f:2: sound.mode = 'loud'"),
        ("[sound]\nvolum = 1\n", "f:2: sound.volum"),
        ("\npins.lockout_ms = 1\n", "f:2: pins.lockout_ms = 1; allowed: a whole number"),
        ("\npins = {lockout_ms = 1}\n", "f:2: pins.lockout_ms = 1; allowed: a whole number"),
        ("[league]\n[[pins]]\n", "f:2: no table: 'pins'; allowed: [table]"),
        ("[table\n", "f:1: not TOML"),
        ("[table]\nname = 1\nname = 2\n", "f:3: not TOML: Cannot overwrite a value"),
        ("[table]\nname = " + "9" * 5000, "f:2: not TOML: a number with too many digits"),
        ("[table]\nname = " + "[" * 5000, "f:2: not TOML: nested too deep"),
        ("\ntable = 5\n", "f:2: no table: 'table'; allowed: [table]"),
    ],
)
def test_a_wrong_setting_names_file_line_key_found_and_allowed(text: str, message: str) -> None:
    with pytest.raises(UserError) as caught:
        config.parse(text, "f")
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("url", "right"),
    [
        ("none", True), ("mdns", True), ("auto", True), ("serial:/dev/ttyUSB0", True),
        ("http://h", True), ("https://h:1/x", True), ("http://", False), ("h:80", False),
        ("", False), ("serial:", False),
    ],
)  # fmt: skip
def test_where_a_league_may_be(url: str, right: bool) -> None:
    assert config.is_league(url) is right


@pytest.mark.parametrize(
    ("source", "right"),
    [
        ("entered", True), ("table", True), ("reader:/dev/ttyUSB0", True), ("reader:-", True),
        ("bluetooth", True), ("bluetooth:AA:00:00:00:00:01,aa:00:00:00:00:02", True),
        ("reader:", False), ("reader: x", False), ("bluetooth:", False), ("", False),
        ("bluetooth:AA:00:00:00:00:01", False), ("dice", False), (7, False),
    ],
)  # fmt: skip
def test_where_dice_may_come_from(source: object, right: bool) -> None:
    assert config.is_dice(source) is right


def test_k52_a_service_falls_back_to_the_settings_of_its_last_good_start(tmp_path: Path) -> None:
    path = tmp_path / "tableside.toml"
    path.write_text("[table]\nname = 'T3'\n")
    config.keep_good(path)
    path.write_text("[table]\nname = 'T 3'\n")
    loaded = config.load_or_last_good(path)
    assert loaded.config.table == "T3"
    assert loaded.fault is not None
    assert "table.name = 'T 3'" in loaded.fault


def test_k52_without_a_good_start_before_a_service_takes_the_defaults(tmp_path: Path) -> None:
    path = tmp_path / "tableside.toml"
    path.write_text("[table\n")
    loaded = config.load_or_last_good(path)
    assert loaded.config == config.Config()
    assert loaded.fault is not None


def test_k31_damaged_good_settings_are_no_reason_to_stay_dark(tmp_path: Path) -> None:
    path = tmp_path / "tableside.toml"
    path.write_text("[table\n")
    path.with_name(config.GOOD).write_text("\0")
    assert config.load_or_last_good(path).config == config.Config()


def test_right_settings_are_no_fault(tmp_path: Path) -> None:
    path = tmp_path / "tableside.toml"
    path.write_text("[table]\nname = 'T3'\n")
    assert config.load_or_last_good(path).fault is None
    config.keep_good(path)
    config.keep_good(path)
    assert path.with_name(config.GOOD).read_text() == path.read_text()


def test_settings_that_are_no_text_are_a_wrong_file(tmp_path: Path) -> None:
    path = tmp_path / "tableside.toml"
    path.write_bytes(b"# one\n\xff\xfe")
    with pytest.raises(UserError, match=r"tableside.toml, line 2: no UTF-8 text at byte 7"):
        config.load(path)


def test_the_mark_that_an_editor_writes_before_the_text_is_none_of_it(tmp_path: Path) -> None:
    path = tmp_path / "tableside.toml"
    path.write_bytes(b"\xef\xbb\xbf[table]\r\nname = 'T9'\r\n")
    assert config.load(path).table == "T9"


def test_a_pin_map_that_is_no_text_is_a_wrong_file(tmp_path: Path) -> None:
    path = tmp_path / "pins.toml"
    path.write_bytes(b"# one\n\xff")
    settings = replace(config.Config(), pin_map=str(path), pins="simulated")
    with pytest.raises(UserError, match=r"pins.toml, line 2: no UTF-8 text at byte 7"):
        open_pins(settings, ManualTime(), lambda _edge: None)


@pytest.mark.parametrize(
    ("url", "good"),
    [
        ("http://league.local:8080", True),
        ("https://league.example/base", True),
        ("http://[fe80::1]:8080", True),
        ("http://h:0", False),
        ("http://h:99999", False),
        ("http://h:port", False),
        ("http://:80", False),
        ("http://a b", False),
    ],
)
def test_a_league_s_address_has_a_host_and_a_port_that_can_be(url: str, good: bool) -> None:
    assert config.is_league(url) is good


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[table]\nedition = "hun-1899"', ":2: table.edition = 'hun-1899'; allowed: hun-2009"),
        ('[pins]\nmap = "/no/such.toml"', ":2: pins.map = '/no/such.toml'"),
    ],
)
def test_k52_what_is_named_must_be_there_or_the_last_good_settings_serve(
    tmp_path: Path, text: str, message: str
) -> None:
    path = tmp_path / "tableside.toml"
    path.write_text(text)
    with pytest.raises(UserError) as caught:
        config.load(path)
    assert str(caught.value).startswith(f"{path}{message}")
    found = config.load_or_last_good(path)
    assert found.config == config.Config()
    assert found.fault == str(caught.value)


def test_a_full_disk_at_the_start_keeps_no_copy_of_the_settings_and_no_table_from_starting(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "tableside.toml"
    path.write_text("[table]\n")
    (tmp_path / "tableside.good.toml.part").mkdir()
    config.keep_good(path)
    assert "cannot be written" in caplog.text
