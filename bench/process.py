"""`kiosk run` and its floors as processes of their own: how soon ready, how busy, how large."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from bench import game
from bench.unseen import UNSEEN

CHECKOUT: Final = Path(__file__).resolve().parent.parent
TICKS_PER_S: Final = os.sysconf("SC_CLK_TCK")
Started = tuple[subprocess.Popen[bytes], int]
COMPILED: Final = {"PYTHONDONTWRITEBYTECODE": ""}
"""Both start from what was compiled at their first start, as on a table, wherever this runs."""

PRESS: Final = b"tap seat1 60\n"
PLAY: Final = b"tap judge.next 60\nwait 200\ndice 3 4\n"


@contextmanager
def kiosk(home: Path, errors: int = subprocess.DEVNULL) -> Iterator[Started]:
    """A table with an open game, and the nanoseconds from its start to its first press.

    The press waits on standard input from the beginning; what is timed is the lamp's answer.
    """
    opening = home / "opening.json"
    opening.write_text(json.dumps(game.OPEN), encoding="utf-8")
    trace = home / "outputs"
    os.mkfifo(trace)
    environ = os.environ | UNSEEN | COMPILED | {"TABLESIDE_HOME": str(home)}
    options = ("--pins", "simulated", "--screen", "window", "--drive", "-", "--open", opening)
    command = (
        sys.executable,
        *_importtime(errors),
        "-m",
        "kiosk",
        "run",
        *options,
        "--trace",
        trace,
    )
    began = time.perf_counter_ns()
    with _process(command, environ, errors) as running:
        write(running, PRESS)
        with trace.open() as outputs:
            while json.loads(outputs.readline() or "{}").get("on") is not True:
                running.poll()
            took = time.perf_counter_ns() - began
            yield running, took


@contextmanager
def floor(name: str, words: Sequence[str] = ()) -> Iterator[Started]:
    """A floor that says `ready`, and the nanoseconds until then; `words` go to its input."""
    command = (sys.executable, str(CHECKOUT / "bench" / "floors" / f"{name}.py"))
    began = time.perf_counter_ns()
    with _process(command, os.environ | UNSEEN | COMPILED, subprocess.DEVNULL) as running:
        if words:
            write(running, " ".join(words).encode() + b"\n")
        if running.stdout is None or running.stdout.readline() != b"ready\n":
            raise RuntimeError(f"the floor {name} does not start")
        yield running, time.perf_counter_ns() - began


def write(running: subprocess.Popen[bytes], data: bytes) -> None:
    """Lines for its standard input."""
    if running.stdin is None:
        raise RuntimeError("no standard input")
    running.stdin.write(data)
    running.stdin.flush()


def cpu_s(running: subprocess.Popen[bytes]) -> float:
    """Seconds of one core it has used so far."""
    fields = Path(f"/proc/{running.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS_PER_S


def memory_mib(running: subprocess.Popen[bytes]) -> float:
    """What it holds in memory now (RSS)."""
    for line in Path(f"/proc/{running.pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise RuntimeError("no VmRSS")


def foreign_modules(home: Path) -> list[str]:
    """The third-party and standard modules that a table in play has imported, in their order."""
    trace = home / "imports"
    with trace.open("wb") as errors, kiosk(home, errors.fileno()) as (running, _):
        write(running, PLAY)
        time.sleep(1.0)
        told = trace.read_text()  # before its end, which imports more
    ours = {"kiosk", "rules", "firmware_py", "__main__"}
    lines = (line for line in told.splitlines() if line.startswith("import time:"))
    names = (line.rpartition("|")[2].strip() for line in lines)
    return [name for name in names if name.partition(".")[0] not in ours and " " not in name]


def _importtime(errors: int) -> Sequence[str]:
    return () if errors == subprocess.DEVNULL else ("-X", "importtime")


@contextmanager
def _process(
    command: Sequence[object], environ: dict[str, str], errors: int
) -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(
        [str(word) for word in command],
        cwd=CHECKOUT,
        env=environ,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=errors,
    ) as running:
        try:
            yield running
        finally:
            running.terminate()
