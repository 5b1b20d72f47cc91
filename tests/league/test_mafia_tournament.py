"""The tournament of `python -m tests.league.mafia_tournament` in its small size."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.league.mafia_tournament import SMALL, a_tournament, chromium, tournament


@pytest.mark.sqlite
@pytest.mark.slow
@pytest.mark.timeout(400)
def test_a_mafia_tournament_by_clicks(tmp_path: Path) -> None:
    """MAFA-MAIN-1 to MAFA-MAIN-6, MAFA-JUDGE-5, MAFN-GEN-13: from the entries to the podium."""
    with chromium() as browser, a_tournament(tmp_path, SMALL, browser) as h:
        found = tournament(h)
    assert found["players"] == 19  # one was disqualified
    assert found["records"] == 4 + 1  # one game was played again
    assert found["phases"] > 8
    assert found["leaks_looked_for"] > 300
