"""A process that has loaded a program's modules and forks one that runs it (`programs.py`).

    python parent.py SOCKET MODULE...

It ends when the other end of the socket closes. A message is JSON with three open files: `words`
(`-m league serve`), `env`, `cwd`, `nice`; the answer is the pid of a process that nobody here
waits for, so that the nearest above us that adopts orphans has it for a child.
"""

from __future__ import annotations

import gc
import importlib
import io
import json
import os
import pkgutil
import runpy
import socket
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

LARGEST = 1 << 20


LEFT_OUT = (".__main__", ".migrations", "kiosk.console", ".lgpins")
"""A program itself; what loads in its own way; another process's; what starts a thread."""


def load(names: list[str]) -> None:
    """These modules, and with `.*` those inside."""
    for name in names:
        module = importlib.import_module(name.removesuffix(".*"))
        if name.endswith(".*"):
            inside = pkgutil.iter_modules(module.__path__, f"{module.__name__}.")
            wanted = [each for each in inside if not each.name.endswith(LEFT_OUT)]
            load([f"{each.name}.*" if each.ispkg else each.name for each in wanted])


def asked_for(road: socket.socket) -> tuple[dict[str, Any], list[int]]:
    """In a child: what to run, and its streams. The parent itself stays in here."""
    while True:
        said, files, _, _ = socket.recv_fds(road, LARGEST, 3)
        if not said:
            os._exit(0)
        hears, tells = os.pipe()
        between = os.fork()
        if between == 0:
            child = os.fork()
            if child == 0:
                return json.loads(said), files
            os.write(tells, str(child).encode())
            os._exit(0)
        pid = os.read(hears, 20)
        os.waitpid(between, 0)  # from here on the child is adopted
        for each in (hears, tells, *files):
            os.close(each)
        road.send(pid)


def become(asked: dict[str, Any], files: list[int]) -> None:
    """What a new interpreter would be: these streams, environment, folder and arguments."""
    for number, file in enumerate(files):
        os.dup2(file, number)
    os.closerange(3, max(map(int, held("fd"))) + 1)
    sys.stdin = sys.__stdin__ = stream(0, "r", sys.stdin)
    sys.stdout = sys.__stdout__ = stream(1, "w", sys.stdout)
    sys.stderr = sys.__stderr__ = stream(2, "w", sys.stderr)
    sys.stderr.reconfigure(line_buffering=True)
    os.environ.clear()
    os.environ.update(asked["env"])
    os.chdir(asked["cwd"])
    with suppress(PermissionError):
        os.setpriority(os.PRIO_PROCESS, 0, asked["nice"])
    sys.path[0] = str(Path.cwd())
    sys.argv = asked["words"]


def stream(number: int, mode: str, like: Any) -> io.TextIOWrapper:
    """A text stream as the interpreter opens it."""
    raw = open(number, f"{mode}b", closefd=False)  # noqa: SIM115
    return io.TextIOWrapper(
        raw, like.encoding, like.errors, newline="\n", line_buffering=os.isatty(number)
    )


def held(kind: str) -> set[str]:
    """The open files or the threads of this process."""
    return {each.name for each in Path("/proc/self", kind).iterdir()}


if __name__ == "__main__":
    sys.path[0] = str(Path.cwd())
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    road = socket.socket(fileno=int(sys.argv[1]))
    files = held("fd")
    load(sys.argv[2:])
    if len(held("task")) > 1 or held("fd") != files:
        sys.exit(f"{sys.argv}: a module starts a thread or keeps a file open; it cannot be forked")
    gc.collect()
    gc.freeze()
    become(*asked_for(road))
    program = sys.argv.pop(1)
    runpy._run_module_as_main(program)  # as `-m` does
