"""What is drawn in a process of its own: the server loads nothing that draws, and nobody waits."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from typing import Any, Final

from league.errors import RunError

WITHIN_S: Final = 30.0


def drawn_elsewhere(module: str, asked: Mapping[str, Any], what: str) -> bytes:
    """What `python -m MODULE` makes of `asked`, as JSON on its stdin; RunError where that fails."""
    try:
        done = subprocess.run(
            [sys.executable, "-m", module],
            input=json.dumps(asked).encode(),
            capture_output=True,
            timeout=WITHIN_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise RunError(f"{what} could not be drawn: {error}; try again") from error
    if done.returncode != 0:
        last = done.stderr.decode("utf-8", "replace").strip().splitlines()[-1:]
        raise RunError(f"{what} could not be drawn: {''.join(last)}")
    return done.stdout
