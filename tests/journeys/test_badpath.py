"""What `network_chaos.py` does by the ten thousand, in a size for every run."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.journeys import network_chaos


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_every_result_arrives_once_whatever_the_network_does(tmp_path: Path) -> None:
    """S1, S16: tables and league killed on the way, the network away. The sealed bytes arrive."""
    found = network_chaos.run(tmp_path, results=500, seed=5, kills=8, tell=lambda text: None)
    assert found.wrong == []
    assert found.kills == 8
    ways = len(found.noise)
    assert ways > 8, f"the network was too good: {found.noise}"
