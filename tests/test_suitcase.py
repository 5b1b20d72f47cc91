"""One suitcase: `./setup.sh install --with-league` on a machine made of files, and how a table is
enrolled at the league of its own machine, by real programs.
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path

import pytest

from kiosk.seal import membership
from tests.test_install import UNITS, Machine, analyze

ROOT = Path(__file__).parent.parent
WITH = ("--with-league", "--table", "T4")
HOTSPOT = "etc/NetworkManager/system-connections/tableside-hotspot.nmconnection"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    machine = Machine(tmp_path)
    (machine.files / HOTSPOT).parent.mkdir(parents=True)
    machine.write("usr/sbin/dnsmasq", "")  # gives addresses out
    return machine


def test_it_is_table_league_and_hotspot(machine: Machine) -> None:
    said = machine.install(*WITH)
    assert machine.read("var/lib/tableside/tableside.toml") == (
        '[table]\nname = "T4"\n[league]\nurl = "http://127.0.0.1:8460"\n'
    )
    unit = machine.read(f"{UNITS}/tableside-league.service")
    assert "ExecStart=/opt/tableside/.venv/bin/python -P -m league serve --host 0.0.0.0" in unit
    assert not re.search("@[A-Z]+@", unit)
    assert os.access(machine.files / "usr/local/bin/league", os.X_OK)
    assert machine.calls[-1].endswith("enable tableside-league.service")
    wifi = ConfigParser()
    wifi.read_string(machine.read(HOTSPOT))
    assert (wifi["wifi"]["mode"], wifi["wifi"]["ssid"]) == ("ap", "Tableside T4")
    assert (wifi["ipv4"]["method"], wifi["ipv4"]["address1"]) == ("shared", "10.42.0.1/24")
    assert (machine.files / HOTSPOT).stat().st_mode & 0o777 == 0o600
    password = wifi["wifi-security"]["psk"]
    assert re.fullmatch("[a-hjkmnp-tv-z2-9]{12}", password)
    assert f"network 'Tableside T4', password {password}; the league is http://10.42.0.1" in said


def test_a_second_install_keeps_the_password_and_the_suitcase(machine: Machine) -> None:
    machine.install(*WITH)
    before = machine.everything()
    for words in (WITH, ()):  # a newer checkout is brought with a plain install
        assert "== " not in machine.install(*words)
        assert machine.calls == []
        assert machine.everything() == before


def test_uninstall_takes_it_all_back(machine: Machine) -> None:
    before = machine.everything()
    machine.install(*WITH)
    machine.write("var/lib/tableside/league.sqlite", "x")
    assert f"would: remove /{HOTSPOT}" in machine.run("uninstall", "--dry-run").stdout
    done = machine.run("uninstall")
    assert done.returncode == 0, done.stderr
    kept = "var/lib/tableside/"
    after = {name: text for name, text in machine.everything().items() if kept not in name}
    assert after == before
    assert machine.read(kept + "league.sqlite") == "x"
    assert any(
        call.endswith("tableside-console.service tableside-league.service")
        for call in machine.calls
    )


def test_dry_run_shows_it_and_writes_nothing(machine: Machine) -> None:
    before = machine.everything()
    said = machine.install(*WITH, "--dry-run")
    assert machine.everything() == before
    for name in (f"{UNITS}/tableside-league.service", "usr/local/bin/league", HOTSPOT):
        assert f"would: write /{name}\n" in said
    assert "+psk=(made up when it is installed)\n" in said


def test_without_networkmanager_or_wanted_it_has_no_hotspot(machine: Machine) -> None:
    machine.install(*WITH, "--no-hotspot")
    assert not (machine.files / HOTSPOT).exists()
    shutil.rmtree(machine.files / "etc" / "NetworkManager")
    assert "there is no NetworkManager: no hotspot" in machine.install(*WITH)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--with-league", "--league", "http://h:1"), "--with-league: the table's league is its"),
        (("--no-hotspot",), "--no-hotspot: goes with --with-league"),
    ],
)
def test_what_does_not_go_together_is_refused(
    machine: Machine, words: tuple[str, ...], complaint: str
) -> None:
    before = machine.everything()
    done = machine.run("install", *words)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert complaint in done.stderr
    assert machine.everything() == before


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd-analyze here")
def test_systemd_takes_the_leagues_unit_and_finds_it_closed(machine: Machine) -> None:
    machine.install(*WITH)
    unit = machine.files / UNITS / "tableside-league.service"
    code = f"{machine.files}/opt/tableside"
    unit.write_text(unit.read_text().replace("/opt/tableside", code))
    said = analyze("verify", "--man=no", str(unit))
    assert (said.returncode, said.stdout + said.stderr) == (0, "")
    judged = analyze("security", "--offline=true", "--threshold=25", str(unit))
    assert judged.returncode == 0, judged.stdout[-200:]


@pytest.mark.slow
@pytest.mark.timeout(240)
def test_the_table_is_enrolled_at_its_own_league_once(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "tableside.toml").write_text('[table]\nname = "T4"\n')
    environ = os.environ | {"TABLESIDE_HOME": str(home)}
    environ.pop("TABLESIDE_DB", None)
    port = str(free_port())

    def enrol() -> None:
        command = (ROOT / "service" / "own-league", sys.executable, "T4", port)
        subprocess.run(command, cwd=ROOT, env=environ, check=True, timeout=200)

    enrol()
    member = membership(home / "keys")
    assert member is not None
    assert (member.table, member.url) == ("T4", f"http://127.0.0.1:{port}")
    before = (home / "keys" / "league.json").read_bytes()
    enrol()
    assert (home / "keys" / "league.json").read_bytes() == before
    words = ("-m", "league", "enrol", "T4", "--keys")
    said = subprocess.run(
        (sys.executable, *words), env=environ, check=True, capture_output=True, text=True
    )
    assert said.stdout.startswith("approved ")
    assert said.stdout.count("\n") == 1
