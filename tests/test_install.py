"""`./setup.sh install` and `uninstall` on a machine made of files, those below $DESTDIR.

The machine's own programs (apt-get, systemctl, useradd ...) are written down instead of run.

What only a machine can show was tried on one: docs/install.md says how.
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PARTS = ("setup.sh", "pyproject.toml", "requirements.lock", "README.md", "LICENSE", "service")
CONFIG = "# some comment\n\n[pi4]\narm_boost=1\n\n[all]\ndtparam=audio=on\n"
CMDLINE = "console=serial0,115200 console=tty1 root=PARTUUID=1-02 rootwait\n"
UNITS = "etc/systemd/system"


class Machine:
    """A checkout with a .venv that does nothing, and the files of a machine."""

    def __init__(self, folder: Path) -> None:
        self.checkout = folder / "checkout"
        self.files = folder / "machine"
        self.calls_file = folder / "calls"
        self._make_checkout()
        self._make_programs(folder / "bin")
        self.environment = os.environ | {
            "PATH": f"{folder / 'bin'}:{os.environ['PATH']}",
            "DESTDIR": str(self.files),
            "TABLESIDE_BOARD": "c03111",
        }
        self.write("boot/firmware/config.txt", CONFIG)
        self.write("boot/firmware/cmdline.txt", CMDLINE)

    def _make_checkout(self) -> None:
        self.checkout.mkdir()
        for name in PARTS:
            subprocess.run(["cp", "-r", ROOT / name, self.checkout / name], check=True)
        for name in ("rules", "kiosk", "league", "sounds", "locale", "docs", "hardware"):
            (self.checkout / name).mkdir()
            (self.checkout / name / "one.py").write_text("")
        # the boot lines are made from these
        shutil.copy(ROOT / "hardware" / "pins.toml", self.checkout / "hardware")
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / "firmware_py", self.checkout / "firmware_py", ignore=ignored)
        binaries = self.checkout / ".venv" / "bin"
        packages = self.checkout / ".venv" / "lib" / "python3.11" / "site-packages"
        binaries.mkdir(parents=True)
        packages.mkdir(parents=True)
        python = self.checkout.parent / "python"
        self._program(python, 'case "$*" in *compileall*) exit ;; esac\nexec python3 "$@"\n')
        (binaries / "python").symlink_to(python)
        (binaries / "kiosk").write_text(f"#!{binaries / 'python'}\n")
        (packages / "_editable_impl_tableside.pth").write_text(str(self.checkout))

    def _make_programs(self, folder: Path) -> None:
        folder.mkdir()
        said = f'echo "${{0##*/}} $*" >> {self.calls_file}\n'
        user = folder.parent / "user"
        for name, does in {
            "apt-get": "",
            "chown": "",
            "useradd": f"touch {user}\n",
            "userdel": f"rm {user}\n",
        }.items():
            self._program(folder / name, said + does)
        self._program(folder / "sync", "")
        self._program(folder / "apt-cache", "exit 1\n")
        self._program(
            folder / "getent",
            'case "$*" in "passwd tableside")\n'
            f"[ -e {user} ] && echo tableside:x:990:990::/var/lib/tableside:/usr/sbin/nologin ;;\n"
            '*) command -p getent "$@" ;; esac\n',
        )
        self._program(folder / "id", 'if [ "$1" = -u ]; then echo 0; else command -p id "$@"; fi\n')
        self._program(
            folder / "systemctl",
            said + f"wants={self.files}/{UNITS}/multi-user.target.wants\n"
            'case "$*" in *disable*) rm -r "$wants" ;; *enable*)\n'
            'mkdir -p "$wants"; touch "$wants/${*: -1}" ;; esac\n',
        )

    def _program(self, path: Path, text: str) -> None:
        path.write_text("#!/bin/bash\n" + text)
        path.chmod(0o755)

    def write(self, name: str, text: str) -> None:
        (self.files / name).parent.mkdir(parents=True, exist_ok=True)
        (self.files / name).write_text(text)

    def read(self, name: str) -> str:
        return (self.files / name).read_text()

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        self.calls_file.write_text("")
        stamp = self.checkout / ".venv" / ".made-from-requirements.lock"
        script = f'dry=yes; . <(sed "/^main /d" setup.sh); stamp_for requirements.lock > {stamp}'
        subprocess.run(["bash", "-c", script], cwd=self.checkout, check=True)
        return subprocess.run(
            ["/bin/bash", self.checkout / "setup.sh", *words],
            env=self.environment, capture_output=True, text=True, check=False,
        )  # fmt: skip

    def install(self, *words: str) -> str:
        done = self.run("install", *words)
        assert done.returncode == 0, done.stderr
        return done.stdout

    @property
    def calls(self) -> list[str]:
        return self.calls_file.read_text().splitlines()

    def everything(self) -> dict[str, str]:
        return {
            str(path.relative_to(self.files)): path.read_text(errors="replace")
            for path in sorted(self.files.rglob("*"))
            if path.is_file() and path.suffix != ".pyc"
        }


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_install_writes_what_a_table_needs(machine: Machine) -> None:
    machine.install("--table", "T3", "--league", "http://hall:8000")
    assert machine.read("var/lib/tableside/tableside.toml") == (
        '[table]\nname = "T3"\n[league]\nurl = "http://hall:8000"\n'
    )
    unit = machine.read(f"{UNITS}/tableside.service")
    assert "\nUser=tableside\n" in unit
    assert "\nEnvironment=TABLESIDE_BOARD=c03111\n" in unit
    assert "ExecStart=/opt/tableside/.venv/bin/python -P -m kiosk run " in unit
    assert not re.search("@[A-Z]+@", unit)
    assert "TTYPath=/dev/tty1" in machine.read(f"{UNITS}/tableside.service.d/screen.conf")
    assert "kiosk console" in machine.read(f"{UNITS}/tableside-console.service")
    assert "usbserial" in machine.read("etc/modules-load.d/tableside.conf")
    assert " --owner=tableside " in machine.read("etc/udev/rules.d/99-tableside.rules")
    assert os.access(machine.files / "usr/local/bin/kiosk", os.X_OK)
    assert "useradd --system --home-dir /var/lib/tableside" in "\n".join(machine.calls)
    assert f"chown tableside: {machine.files}/var/lib/tableside" in machine.calls
    assert machine.calls[-1].endswith("enable tableside.service")


def test_the_code_is_a_copy_that_knows_nothing_of_the_checkout(machine: Machine) -> None:
    machine.install()
    code = machine.files / "opt" / "tableside"
    for path in code.rglob("*"):
        if path.is_file() and not path.is_symlink():
            assert str(machine.checkout) not in path.read_text(errors="replace"), path
            assert not path.stat().st_mode & 0o022, f"{path}: others can write it"
    assert (code / ".venv/lib/python3.11/site-packages/tableside.pth").read_text() == (
        "/opt/tableside\n"
    )
    assert not (code / ".venv/bin/kiosk").exists()
    assert not code.with_name("tableside.new").exists()
    (machine.checkout / "rules" / "one.py").unlink()
    (machine.checkout / "rules" / "two.py").write_text("")
    assert "copy rules" in machine.install()
    assert [path.name for path in (code / "rules").iterdir()] == ["two.py"]


def test_a_second_install_changes_and_restarts_nothing(machine: Machine) -> None:
    machine.install("--table", "T3", "--console")
    before = machine.everything()
    times = {path: path.stat().st_mtime_ns for path in machine.files.rglob("*")}
    said = machine.install("--table", "T3", "--console")
    assert "== " not in said
    assert machine.calls == []
    assert machine.everything() == before
    assert {path: path.stat().st_mtime_ns for path in machine.files.rglob("*")} == times


def test_the_firmware_is_told_of_the_expander_the_uart_and_the_pulls(machine: Machine) -> None:
    said = machine.install()
    config = machine.read("boot/firmware/config.txt")
    assert config.startswith(CONFIG)
    block = config.removeprefix(CONFIG).splitlines()
    assert block[0].startswith("# tableside: begin")
    assert block[-2:] == ["[all]", "# tableside: end"]
    for line in (
        "dtparam=i2c_arm=on",
        "dtoverlay=mcp23017,addr=0x20,noints",
        "gpio=4-11,13,16-17,22-27=ip,pu",
        "gpio=12=op,dl",
        "enable_uart=1",
    ):
        assert line in block
    assert machine.read("boot/firmware/cmdline.txt") == (
        "console=tty1 root=PARTUUID=1-02 rootwait consoleblank=0\n"
    )
    assert machine.read("boot/firmware/config.txt.before-tableside") == CONFIG
    assert "restart the machine once" in said


def test_an_overlay_that_is_loaded_already_is_not_loaded_twice(machine: Machine) -> None:
    own = CONFIG + "dtoverlay=mcp23017,addr=0x20,noints\n"
    machine.write("boot/firmware/config.txt", own)
    machine.install()
    config = machine.read("boot/firmware/config.txt")
    assert config.count("dtoverlay=mcp23017") == 1
    machine.run("uninstall")
    assert machine.read("boot/firmware/config.txt") == own


def test_uninstall_undoes_it_and_keeps_the_games(machine: Machine) -> None:
    machine.write("etc/hostname", "table3\n")
    before = machine.everything()
    machine.install("--table", "T3", "--console")
    machine.write("var/lib/tableside/games/Q1-T3.jsonl", "{}\n")
    done = machine.run("uninstall")
    assert done.returncode == 0, done.stderr
    after = machine.everything()
    kept = {name: after.pop(name) for name in list(after) if name.startswith("var/lib/tableside")}
    assert after == before
    assert set(kept) == {"var/lib/tableside/games/Q1-T3.jsonl", "var/lib/tableside/tableside.toml"}
    assert "userdel tableside" in machine.calls
    assert any(
        call.endswith("disable tableside.service tableside-console.service")
        for call in machine.calls
    )
    again = machine.run("uninstall")
    assert (again.returncode, machine.everything()) == (0, after | kept)
    assert not any(call.startswith("userdel") for call in machine.calls)


def test_uninstall_keeps_what_others_changed_since(machine: Machine) -> None:
    machine.install()
    config = machine.read("boot/firmware/config.txt")
    machine.write("boot/firmware/config.txt", "max_framebuffers=2\n" + config + "gpu_mem=64\n")
    words = machine.read("boot/firmware/cmdline.txt").strip()
    machine.write("boot/firmware/cmdline.txt", f"{words} quiet\n")
    machine.run("install", "--uninstall")
    assert machine.read("boot/firmware/config.txt") == (
        "max_framebuffers=2\n" + CONFIG + "gpu_mem=64\n"
    )
    assert machine.read("boot/firmware/cmdline.txt").split() == [
        "console=tty1", "root=PARTUUID=1-02", "rootwait", "quiet", "console=serial0,115200",
    ]  # fmt: skip
    assert not list((machine.files / "boot" / "firmware").glob("*.before-tableside"))


def test_a_console_that_blanks_is_told_not_to_and_gets_it_back(machine: Machine) -> None:
    machine.write("boot/firmware/cmdline.txt", "console=tty1 consoleblank=600 rootwait\n")
    machine.install()
    assert machine.read("boot/firmware/cmdline.txt") == "console=tty1 rootwait consoleblank=0\n"
    machine.run("uninstall")
    assert machine.read("boot/firmware/cmdline.txt") == "console=tty1 consoleblank=600 rootwait\n"


def test_with_a_desktop_the_table_fills_its_screen_as_its_user(machine: Machine) -> None:
    machine.write(f"{UNITS}/display-manager.service", "")
    machine.write("etc/lightdm/lightdm.conf", "[Seat:*]\nautologin-user=root\n")
    machine.install()
    assert "\nUser=root\n" in machine.read(f"{UNITS}/tableside.service")
    screen = machine.read(f"{UNITS}/tableside.service.d/screen.conf")
    assert "--screen fullscreen" in screen
    assert "XDG_RUNTIME_DIR=/run/user/0\n" in screen
    assert "TTYPath" not in screen
    assert not any(call.startswith("useradd") for call in machine.calls)
    target = machine.files / UNITS / "default.target"
    target.symlink_to("/lib/systemd/system/multi-user.target")
    machine.install()
    assert "TTYPath" in machine.read(f"{UNITS}/tableside.service.d/screen.conf")


def test_a_settings_file_that_is_there_is_not_rewritten(machine: Machine) -> None:
    own = '[table]\nname = "T9"\n'
    machine.write("var/lib/tableside/tableside.toml", own)
    done = machine.run("install", "--table", "T3")
    assert done.returncode == 1
    assert done.stderr.endswith('is there already; change it by hand to: name = "T3"\n')
    assert machine.read("var/lib/tableside/tableside.toml") == own
    machine.install("--table", "T9")


def test_a_program_of_somebody_else_is_not_replaced(machine: Machine) -> None:
    machine.write("usr/local/bin/kiosk", "#!/bin/sh\necho another kiosk\n")
    done = machine.run("install")
    assert done.returncode == 1
    assert "/usr/local/bin/kiosk is there and is not ours" in done.stderr


def test_dry_run_shows_every_line_that_would_be_written_and_writes_none(machine: Machine) -> None:
    before = machine.everything()
    said = machine.install(
        "--table", "T3", "--league", "http://hall:8000", "--console", "--dry-run"
    )
    assert machine.everything() == before
    assert machine.calls == []
    machine.install("--table", "T3", "--league", "http://hall:8000", "--console")
    for name, text in machine.everything().items():
        if name in before or name.startswith("opt/") or "wants" in name:
            continue
        if name.endswith(".before-tableside"):
            assert f"keep /{name.removesuffix('.before-tableside')} as it was" in said
            continue
        assert f"would: write /{name}\n" in said
        for line in text.splitlines():
            assert f"+{line}\n" in said, f"/{name}: {line}"
    removing = machine.run("uninstall", "--dry-run").stdout
    for name in ("tableside.service", "tableside-console.service", "tableside.service.d"):
        assert f"would: remove /{UNITS}/{name}\n" in removing
    for step in ("put /boot/firmware/config.txt back", "put /boot/firmware/cmdline.txt back"):
        assert f"would: {step} as it was" in removing


def test_without_a_raspberry_pis_firmware_it_says_what_is_left_to_do(machine: Machine) -> None:
    shutil.rmtree(machine.files / "boot")
    assert "there is no /boot/firmware/config.txt: overlays and UART are up to you" in (
        machine.install()
    )


def test_the_command_runs_as_the_tables_user(machine: Machine) -> None:
    machine.install()
    command = machine.read("usr/local/bin/kiosk")
    assert "@" not in command.replace('"$@"', "")
    assert 'sudo -u tableside -- "$0" "$@"' in command
    assert "TABLESIDE_HOME=/var/lib/tableside" in command


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd-analyze here")
@pytest.mark.parametrize("desktop", [False, True], ids=["console", "desktop"])
def test_systemd_takes_the_units_and_finds_them_closed(machine: Machine, desktop: bool) -> None:
    if desktop:
        machine.write(f"{UNITS}/display-manager.service", "")
        machine.write("etc/lightdm/lightdm.conf", "[Seat:*]\nautologin-user=root\n")
    machine.install()
    table = 30 if desktop else 25  # in tenths; the desktop's user is root here
    for name, most in (("tableside.service", table), ("tableside-console.service", table)):
        unit = machine.files / UNITS / name
        for path in (unit, *unit.with_name(f"{name}.d").glob("*.conf")):
            path.write_text(
                path.read_text().replace("/opt/tableside", f"{machine.files}/opt/tableside")
            )
        said = analyze("verify", "--man=no", str(unit))
        assert (said.returncode, said.stdout + said.stderr) == (0, "")
        judged = analyze("security", "--offline=true", f"--threshold={most}", str(unit))
        assert judged.returncode == 0, judged.stdout[-200:]


def analyze(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["systemd-analyze", *words], capture_output=True, text=True, check=False)


def test_on_a_desktop_it_takes_the_sessions_screen(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as screen:
        screen.bind(str(tmp_path / "wayland-1"))
        done = subprocess.run(
            ["sh", ROOT / "service" / "on-desktop", "sh", "-c", "echo $WAYLAND_DISPLAY"],
            env=os.environ | {"XDG_RUNTIME_DIR": str(tmp_path)},
            capture_output=True, text=True, timeout=10, check=True,
        )  # fmt: skip
    assert done.stdout == "wayland-1\n"
