"""`league` and `kiosk` as processes of their own, without loading their modules for each.

The tests start these programs hundreds of times, and most of what a start costs is to import. So
the first start of a program here starts its *parent* (`parent.py`), which loads the modules, does
nothing with them and waits; each start is a fork of it that runs the program's `__main__` from its
first line, with the arguments, environment, folder and streams of the caller. It is a child of
the caller like any other: it has its own pid, is signalled, killed and waited for as usual.

`Popen` and `run` are those of `subprocess`; whatever a fork cannot do like a new interpreter (other
programs, `preexec_fn`, an environment that the interpreter itself reads) starts cold.
"""

from __future__ import annotations

import atexit
import ctypes
import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, AnyStr, Final, NamedTuple

PARENT: Final = Path(__file__).with_name("parent.py")
LOADS: Final = {
    "league": ("league.*", "psycopg"),
    "kiosk": ("kiosk.*", "firmware_py.*"),
    "console": ("kiosk.cli.console", "kiosk.console.*"),
}
"""What a parent loads: modules, and with `.*` all that is inside."""
_READ_AT_START: Final = ("PYTHON", "LC_", "LANG", "LD_", "MALLOC_", "GLIBC_", "TZ")
_PR_SET_CHILD_SUBREAPER: Final = 36
_LARGEST: Final = 1 << 20
_LOCK: Final = threading.Lock()


class _Parent(NamedTuple):
    process: subprocess.Popen[bytes]
    road: socket.socket
    sees: Mapping[str, str]


_PARENTS: Final[dict[str, _Parent]] = {}


class Popen(subprocess.Popen[AnyStr]):
    """`subprocess.Popen` that forks `[sys.executable, "-m", "league"|"kiosk", ...]`."""

    was_forked = False

    def _execute_child(self, args: Any, executable: Any, preexec_fn: Any, *rest: Any) -> None:
        names = ("close_fds", "pass_fds", "cwd", "env", "startupinfo", "creationflags", "shell",
                 "p2cread", "p2cwrite", "c2pread", "c2pwrite", "errread", "errwrite",
                 "restore_signals", "gid", "gids", "uid", "umask", "start_new_session",
                 "process_group")  # fmt: skip
        given = dict(zip(names, rest, strict=True))
        usual = {"close_fds": True, "pass_fds": (), "shell": False, "restore_signals": True,
                 "gid": None, "gids": None, "uid": None, "umask": -1, "start_new_session": False,
                 "process_group": -1}  # fmt: skip
        words = [] if isinstance(args, str | bytes | Path) else [os.fspath(word) for word in args]
        name = _program(words)
        is_usual = executable in (None, sys.executable) and preexec_fn is None
        if name is None or not is_usual or any(given[key] != usual[key] for key in usual):
            super()._execute_child(args, executable, preexec_fn, *rest)  # type: ignore[misc]
            return
        env = os.environ if given["env"] is None else given["env"]
        streams = [
            own if asked == -1 else asked
            for own, asked in enumerate((given["p2cread"], given["c2pwrite"], given["errwrite"]))
        ]
        with _LOCK:
            parent = _PARENTS.get(name) or _parent(name)
            is_same = _read_at_start(env) == parent.sees
            if is_same:
                self.pid = _fork(parent, words, env, given["cwd"], streams)
        if not is_same:
            super()._execute_child(args, executable, preexec_fn, *rest)  # type: ignore[misc]
            return
        self.was_forked = self._child_created = True
        self._close_pipe_fds(*rest[7:13])  # type: ignore[attr-defined]


def run(
    args: Sequence[Any], *, input: Any = None, timeout: float | None = None,
    check: bool = False, capture_output: bool = False, **options: Any,
) -> subprocess.CompletedProcess[Any]:  # fmt: skip
    """`subprocess.run` by the `Popen` above."""
    if input is not None:
        options["stdin"] = subprocess.PIPE
    if capture_output:
        options["stdout"] = options["stderr"] = subprocess.PIPE
    with Popen(args, **options) as process:
        try:
            out, err = process.communicate(input, timeout)
        except BaseException:
            process.kill()
            raise
    done = subprocess.CompletedProcess(args, process.returncode, out, err)
    if check:
        done.check_returncode()
    return done


def _program(words: Sequence[str]) -> str | None:
    if words[:2] != [sys.executable, "-m"] or len(words) < 3:
        return None
    if words[2] == "kiosk":
        return "console" if words[3:4] == ["console"] else "kiosk"
    return "league" if words[2] == "league" else None


def _read_at_start(env: Mapping[str, str]) -> dict[str, str]:
    """What an interpreter reads before a program could change it."""
    return {name: env[name] for name in env if name.startswith(_READ_AT_START)}


def _parent(name: str) -> _Parent:
    here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with there:
        process = subprocess.Popen(
            [sys.executable, PARENT, str(there.fileno()), *LOADS[name]],
            cwd=PARENT.parents[1],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            pass_fds=[there.fileno()],
        )
    made = _PARENTS[name] = _Parent(process, here, _read_at_start(os.environ))
    atexit.register(_end, made)
    return made


def _end(parent: _Parent) -> None:
    parent.road.close()
    parent.process.wait()


def _fork(
    parent: _Parent, words: Sequence[str], env: Mapping[str, str], cwd: Any, streams: list[int]
) -> int:
    """The pid of a new child of ours: forked twice there, and adopted by us."""
    asked = {
        "words": words[1:],
        "env": dict(env),
        "cwd": str(Path.cwd()) if cwd is None else os.fspath(cwd),
        "nice": os.getpriority(os.PRIO_PROCESS, 0),
    }
    libc = ctypes.CDLL(None)
    libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    try:
        socket.send_fds(parent.road, [json.dumps(asked).encode()], streams)
        said = parent.road.recv(_LARGEST)
    finally:
        libc.prctl(_PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)
    if not said:
        raise RuntimeError("the parent of the programs ended; what it said stands above")
    return int(said)
