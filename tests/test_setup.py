"""setup.sh from outside: its words, its one-line refusals, and that --dry-run changes nothing."""

from __future__ import annotations

import os
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LOCKS = sorted(ROOT.glob("requirements*.lock"))


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """A checkout in which nothing is installed yet."""
    checkout = tmp_path / "checkout"
    checkout.mkdir()
    names = (
        "setup.sh",
        "pyproject.toml",
        "README.md",
        "LICENSE",
        "service",
        "locale",
        "firmware_py",
    )
    for name in (*names, *(lock.name for lock in LOCKS)):
        subprocess.run(["cp", "-r", ROOT / name, checkout / name], check=True)
    for name in ("rules", "kiosk", "league", "hardware", "sounds", "docs"):
        (checkout / name).mkdir()
    subprocess.run(["cp", ROOT / "hardware" / "pins.toml", checkout / "hardware"], check=True)
    for compiled in checkout.rglob("*.mo"):
        compiled.unlink()
    return checkout


def setup(where: Path, *words: str, path: str | None = None) -> subprocess.CompletedProcess[str]:
    environment = os.environ | ({"PATH": path} if path is not None else {})
    return subprocess.run(
        ["/bin/bash", where / "setup.sh", *words],
        cwd="/",
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def everything_in(folder: Path) -> dict[str, int]:
    return {str(path): path.lstat().st_mtime_ns for path in sorted(folder.rglob("*"))}


@pytest.mark.parametrize("word", ["demo", "run", "test", "install", "bench", "lint"])
@pytest.mark.parametrize("dry_run_first", [True, False], ids=["before", "after"])
def test_dry_run_says_each_step_and_changes_nothing(
    bare: Path, word: str, dry_run_first: bool
) -> None:
    before = everything_in(bare)
    words = ["--dry-run", word] if dry_run_first else [word, "--dry-run"]
    done = setup(bare, *words)
    assert (done.returncode, done.stderr) == (0, "")
    assert "would: make .venv" in done.stdout
    assert "--require-hashes -r requirements" in done.stdout
    assert "--only-binary :all:" in done.stdout
    assert "--break-system-packages" not in done.stdout
    assert everything_in(bare) == before


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ([], "nothing to do"),
        (["dance"], "unknown word 'dance'"),
        (["lint", "kiosk"], "lint takes no 'kiosk'"),
        (["install", "--table"], "--table needs a value"),
        (["install", "--table", "T 3"], "--table 'T 3': letters"),
        (["install", "--league", "league.local"], "--league 'league.local': http://HOST"),
        (["install", "now"], "install takes no 'now'"),
    ],
)
def test_a_wrong_word_is_refused_in_one_line(bare: Path, words: list[str], complaint: str) -> None:
    before = everything_in(bare)
    done = setup(bare, *words)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith(f"setup.sh: {complaint}")
    assert everything_in(bare) == before


@pytest.mark.parametrize("locale", ["C", "C.UTF-8"])
def test_a_table_has_any_name_that_a_game_may_have(
    monkeypatch: pytest.MonkeyPatch, locale: str
) -> None:
    monkeypatch.setenv("LC_ALL", locale)
    for name, is_right in (("Ő-1", True), ("Стол_7", True), ("ő" * 64, True), ("a;b", False)):
        done = setup(ROOT, "install", "--table", name, "--dry-run")
        assert (done.returncode == 0, f'name = "{name}"' in done.stdout) == (is_right, is_right)


@pytest.mark.parametrize(
    ("runs", "wanted", "off"),
    [
        (True, "gcc nats-server postgresql", ["postgresql", "nats-server"]),
        (True, "gcc", []),  # whoever has had one before keeps it as it is
        (False, "nats-server postgresql", []),
    ],
)
def test_a_server_that_came_for_the_tests_does_not_run_by_itself(
    tmp_path: Path, runs: bool, wanted: str, off: list[str]
) -> None:
    text = (ROOT / "setup.sh").read_text(encoding="utf-8")
    function = re.search(r"^rest_servers\(\) \{.*?^\}$", text, re.MULTILINE | re.DOTALL)
    assert function is not None
    systemd = ROOT if runs else tmp_path / "none"
    script = f"""
        {function[0].replace("/run/systemd/system", str(systemd))}
        step() {{ shift; "$@"; }}; quietly() {{ "$@"; }}; as_root() {{ echo "$*"; }}
        wanted=({wanted}); rest_servers"""
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [f"systemctl disable --now {one}" for one in off]


def test_help_names_every_word() -> None:
    done = setup(ROOT, "--help")
    assert done.returncode == 0
    words = ("demo", "run", "test", "install", "uninstall", "bench", "lint", "--dry-run")
    for word in words:
        assert re.search(rf"^  {word}\b", done.stdout, re.MULTILINE)


def test_without_python_root_and_sudo_it_says_in_one_line_what_to_ask_for(
    bare: Path, tmp_path: Path
) -> None:
    tools = tmp_path / "bin"
    tools.mkdir()
    for tool in ("bash", "dirname", "readlink", "sha256sum", "cat", "uname", "grep", "stat", "sed"):
        (tools / tool).symlink_to(Path("/usr/bin") / tool)
    (tools / "id").write_text("#!/bin/bash\necho 1000\n", encoding="utf-8")
    (tools / "id").chmod(0o755)
    done = setup(bare, "demo", path=str(tools))
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "without root or sudo" in done.stderr
    assert "apt-get install python3 python3-venv" in done.stderr


def test_install_is_refused_on_what_is_no_raspberry_pi(bare: Path) -> None:
    done = setup(bare, "install")
    assert done.returncode == 2
    assert "install works on a Raspberry Pi" in done.stderr


def test_the_unit_restarts_a_hung_table_and_not_a_wrong_setting() -> None:
    unit = (ROOT / "service" / "tableside.service").read_text(encoding="utf-8")
    for line in (
        "Type=notify",
        "Restart=always",
        "RestartPreventExitStatus=2 82",
        "ProtectSystem=strict",
        "WorkingDirectory=/var/lib/tableside",
        "Environment=LG_WD=/run/tableside",
        "RuntimeDirectory=tableside",
        "StateDirectory=tableside",
        "SupplementaryGroups=@GROUPS@",
    ):
        assert f"\n{line}\n" in unit
    seconds = dict(re.findall(r"^(WatchdogSec|TimeoutAbortSec|RestartSec)=(\d+)$", unit, re.M))
    assert sum(map(int, seconds.values())) < 13, "with the start, less than 15 s"
    limits = dict(re.findall(r"^(StartLimitIntervalSec|StartLimitBurst)=(\d+)$", unit, re.M))
    each_s = int(seconds["RestartSec"]) + 10  # a start that fails takes less
    longest_s = int(limits["StartLimitBurst"]) * each_s
    assert longest_s < int(limits["StartLimitIntervalSec"]), "what fails at once is not for ever"
    script = (ROOT / "service" / "install.sh").read_text(encoding="utf-8")
    groups = re.search(r"for group in ([a-z0-9 ]+); do", script)
    assert groups is not None
    assert groups[1].split() == ["gpio", "video", "render", "input", "audio", "dialout"]


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_a_lock_holds_hashes_and_no_address(lock: Path) -> None:
    text = lock.read_text(encoding="utf-8")
    assert "://" not in text
    pins = re.findall(r"^([a-z0-9-]+)==", text, re.MULTILINE)
    assert len(pins) == len(set(pins))
    for entry in re.split(r"\n(?=[a-z])", text.strip()):
        assert "--hash=sha256:" in entry


def test_the_locks_hold_what_the_project_file_asks_for_and_agree() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    locked = {lock.name: pins_of(lock) for lock in LOCKS}
    assert set(locked) == {"requirements.lock", "requirements-test.lock", "requirements-lint.lock"}
    wanted = {name_of(line) for line in project["dependencies"]}
    assert wanted <= set(locked["requirements.lock"])
    extras = project["optional-dependencies"]
    wanted |= {name_of(line) for line in extras["test"]}
    assert wanted <= set(locked["requirements-test.lock"])
    wanted |= {name_of(line) for line in extras["lint"]}
    assert wanted <= set(locked["requirements-lint.lock"])
    for name, version in locked["requirements.lock"].items():
        assert locked["requirements-test.lock"][name] == version
        assert locked["requirements-lint.lock"][name] == version


def pins_of(lock: Path) -> dict[str, str]:
    text = lock.read_text(encoding="utf-8")
    return dict(re.findall(r"^([a-z0-9-]+)==(\S+)", text, re.MULTILINE))


def name_of(requirement: str) -> str:
    match = re.match(r"[A-Za-z0-9_.-]+", requirement)
    assert match is not None
    return re.sub(r"[-_.]+", "-", match[0]).lower()


def test_the_refused_gpiozero_releases_cannot_be_installed() -> None:
    version = pins_of(ROOT / "requirements.lock")["gpiozero"]
    assert version not in {"2.0.1.post1", "2.0.1.post2"}
