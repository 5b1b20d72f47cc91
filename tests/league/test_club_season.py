"""The club's season of `python -m tests.league.club_season` in its small size."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.league.club_season import SMALL, a_club, chromium, season


@pytest.mark.sqlite
@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_club_season_by_clicks(tmp_path: Path) -> None:
    """RAMK-2.1 to RAMK-2.5, RAMK-3.1 to RAMK-3.4, RAMK-9.16 to RAMK-9.20: from bonus to bonus."""
    with chromium() as browser, a_club(tmp_path, SMALL, browser) as h:
        found = season(h)
    assert found["members"] == 9
    assert found["records"] == 2 + 2 + 1  # R3's second table is typed
    assert found["champion"] == "Cai"
