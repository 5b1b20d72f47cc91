"""The suite itself: what it starts is compiled once."""

from __future__ import annotations

import subprocess
import sys


def test_a_program_that_a_test_starts_keeps_what_it_compiled() -> None:
    code = "import sys; print(sys.dont_write_bytecode)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
