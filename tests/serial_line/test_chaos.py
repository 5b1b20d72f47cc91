"""What `chaos.py` and `mutated.py` do by the million, in a size for every run."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.serial_line import chaos, mutated


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_five_hundred_results_arrive_once_through_noise_and_power_cuts(tmp_path: Path) -> None:
    found = chaos.run(tmp_path, results=500, seed=7, kills=8, tell=lambda text: None)
    assert found.wrong == []
    assert found.kills == 8
    assert found.noise["flips"] > 50, "it was no clean line"


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_two_tables_on_a_bus_deliver_once_through_noise_and_power_cuts(tmp_path: Path) -> None:
    found = chaos.run(tmp_path, results=60, seed=8, kills=3, tell=lambda text: None, tables=2)
    assert found.wrong == []


def test_mutated_bytes_never_make_a_wrong_frame() -> None:
    fed, _, wrong = mutated.run(400_000, seed=3)
    assert (fed >= 400_000, wrong) == (True, 0)
