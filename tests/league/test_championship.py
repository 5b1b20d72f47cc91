"""The championship of `python -m tests.league.championship` in its small size."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.league.championship import SMALL, championship, chromium, hall


@pytest.mark.sqlite
@pytest.mark.slow
@pytest.mark.timeout(400)
def test_a_championship_by_clicks(tmp_path: Path) -> None:
    """HUN-1 to HUN-3, HUN-6, HUN-8, HUN-13: from the entry form to who goes abroad."""
    with chromium() as browser, hall(tmp_path, SMALL, browser) as h:
        found = championship(h)
    assert found["entrants"] == 20
    assert found["records"] == 4 + 2 + 1
