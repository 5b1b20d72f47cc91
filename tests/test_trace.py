"""Every rule of a document lives in code and in a test, and the published trace says where."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.mark.slow
@pytest.mark.timeout(60)
def test_every_rule_has_its_handler_and_its_test_and_the_trace_is_fresh() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "docs" / "trace.py"), "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "")
