"""A clean line between two ports, as a process of its own: two links that last as files."""

from __future__ import annotations

import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path


def cable(stack: ExitStack, folder: Path) -> tuple[Path, Path]:
    """The ports of its two ends; `stack` takes it away."""
    ends = folder / "ttyTable", folder / "ttyLeague"
    script = Path(__file__).with_name("noise.py")
    command = [sys.executable, script, *ends, "--ber=0", "--rate=0"]
    line = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    stack.callback(line.communicate)
    stack.callback(line.kill)
    assert line.stdout is not None
    assert line.stdout.readline() == "ready\n"
    return ends
