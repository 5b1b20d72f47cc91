"""A forked program is what the command would be: same words, streams, folder, end; and a kill."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests import programs

ROOT = Path(__file__).parents[1]
LEAGUE = [sys.executable, "-m", "league"]
KIOSK = [sys.executable, "-m", "kiosk"]


def answer(kind: type[subprocess.Popen[str]], words: list[str], home: Path) -> tuple[int, str, str]:
    """What the command says in a new home."""
    home.mkdir()
    env = os.environ | {"TABLESIDE_HOME": str(home)}
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with kind(words, text=True, env=env, cwd=ROOT, **pipes) as process:
        out, err = process.communicate('{"do": "start"}\n')
    assert getattr(process, "was_forked", False) is (kind is programs.Popen)
    return process.returncode, out, err.replace(str(home), "HOME")


@pytest.mark.parametrize(
    "words",
    [
        [*LEAGUE, "--version"],
        [*LEAGUE, "season", "--help"],
        [*LEAGUE, "season", "create", "Ő1", "--edition", "no-such"],
        [*LEAGUE, "standings", "S1", "--debug"],
        [*KIOSK, "--help"],
        [*KIOSK, "rules", "show", "hun-2009"],
        [*KIOSK, "replay", "-"],
        [*KIOSK, "console", "--help"],
        [*KIOSK, "nonsense"],
    ],
    ids=lambda words: "-".join(words[2:]),
)
def test_a_forked_command_answers_as_a_cold_one(words: list[str], tmp_path: Path) -> None:
    cold = answer(subprocess.Popen, words, tmp_path / "cold")
    assert answer(programs.Popen, words, tmp_path / "forked") == cold


def test_a_forked_server_is_a_process_that_is_signalled_and_killed(tmp_path: Path) -> None:
    env = {**os.environ, "TABLESIDE_HOME": str(tmp_path)}
    words = [*LEAGUE, "serve", "--port", "0", "--no-mdns"]
    for how, code in ((signal.SIGTERM, 0), (signal.SIGINT, 0), (signal.SIGKILL, -9)):
        pipe = subprocess.PIPE
        with programs.Popen(words, stdout=pipe, text=True, env=env, cwd=tmp_path) as process:
            assert process.was_forked
            assert process.stdout is not None
            assert process.stdout.readline().startswith("listening on http://")
            proc = Path(f"/proc/{process.pid}")
            assert f"\nPPid:\t{os.getpid()}\n" in (proc / "status").read_text()
            assert (proc / "cwd").readlink() == tmp_path
            process.send_signal(how)
            assert process.wait(15) == code
        assert not proc.exists()


def test_the_end_of_the_caller_ends_nobody_it_did_not_start(tmp_path: Path) -> None:
    """The parents go with the caller; the caller's own orphans are not adopted."""
    code = (
        "import os, sys, subprocess\n"
        "from tests import programs\n"
        "done = programs.run([sys.executable, '-m', 'league', '--version'], capture_output=True)\n"
        "assert done.returncode == 0, done\n"
        "(parent,) = programs._PARENTS.values()\n"
        "print(parent.process.pid, flush=True)\n"
        "os.kill(os.getpid(), 9)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as caller:
        assert caller.stdout is not None
        pid = int(caller.stdout.readline())
        parent = os.pidfd_open(pid)
        assert caller.wait(15) == -9
    assert select.select([parent], [], [], 10)[0], "the parent ends when nobody can ask it any more"
    os.close(parent)


@pytest.mark.parametrize(
    "options",
    [
        {"env": {"PYTHONIOENCODING": "ascii"}},
        {"env": {"LC_ALL": "C", "PYTHONDEVMODE": "1"}},
        {"start_new_session": True},
        {"umask": 0o77},
    ],
    ids=json.dumps,
)
def test_what_a_fork_cannot_be_starts_cold(options: dict[str, object]) -> None:
    more = options.get("env")
    if isinstance(more, dict):
        options = {**options, "env": os.environ | more}
    process = programs.Popen([*LEAGUE, "--version"], stdout=subprocess.PIPE, text=True, **options)
    out, _ = process.communicate()
    assert (process.returncode, process.was_forked) == (0, False)
    assert out.startswith("league 0.")
