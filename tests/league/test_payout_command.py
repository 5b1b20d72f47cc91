"""`league payout FILE.json`: what a tournament pays, and how a wrong file is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from league.__main__ import main

STRUCTURE = {
    "type": "rebuy",
    "fee": 50,
    "house_share": 0,
    "start_points": 10000,
    "rebuy_price": 50,
    "rebuy_points": 10000,
    "rebuy_max": 3,
    "addon_price": 100,
    "addon_points": 20000,
    "carry_pct": 10,
    "prize_pct": [50, 30, 20],
}


def written(folder: Path, structure: dict[str, Any]) -> str:
    """20 entries, 12 rebuys, 9 add-ons; three hold all points, the others left one by one."""
    entries = [
        {
            "player": f"P{n:02}",
            "entries": 1,
            "rebuys": int(n <= 12),
            "addons": int(n <= 9),
            "points": {1: 250_000, 2: 150_000, 3: 100_000}.get(n, 0),
            "busted_order": 0 if n <= 3 else 21 - n,
            "disqualified": False,
        }
        for n in range(1, 21)
    ]
    path = folder / "t.json"
    path.write_text(json.dumps({"structure": structure, "entries": entries}, indent=1))
    return str(path)


def test_the_prizes_of_a_tournament(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """RAY-PAY-3."""
    assert main(["payout", written(tmp_path, STRUCTURE)]) == 0

    assert json.loads(capsys.readouterr().out) == {
        "pool": 2250,
        "carry": 250,
        "points_in_play": 500_000,
        "prizes": [
            {"player": "P01", "place": 1, "prize": 1125},
            {"player": "P02", "place": 2, "prize": 675},
            {"player": "P03", "place": 3, "prize": 450},
        ],
    }


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"prize_pct": [50, 30, 19]}, "structure.prize_pct: found 'a sum of 99', allowed a sum"),
        ({"type": "freezeout"}, "entries[0].rebuys: found 1, allowed 0 in a tournament of type"),
        ({"fees": 1}, "structure.fees: found 'fees', allowed type"),
    ],
)
def test_what_is_wrong_is_one_line_with_the_key(
    change: dict[str, Any], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["payout", written(tmp_path, {**STRUCTURE, **change})]) == 2

    line = capsys.readouterr().err
    assert said in line
    assert line.count("\n") == 1


def test_no_file_and_no_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["payout", str(tmp_path / "none.json")]) == 2
    bad = tmp_path / "bad.json"
    bad.write_text("{")
    assert main(["payout", str(bad)]) == 2
    assert "bad.json: no JSON" in capsys.readouterr().err


def test_what_the_stacks_are_worth(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stacks = (150_000, 98_750, 45_500, 13_250)
    found = {
        "structure": {
            "type": "freezeout",
            "pool_from": "fixed",
            "pool_fixed": 91_000,
            "prize_pct": ["46.703", "30.769", "14.286", "8.242"],
        },
        "entries": [{"player": f"P{n}", "points": stack} for n, stack in enumerate(stacks, 1)],
        "deal": True,
    }
    path = tmp_path / "deal.json"
    path.write_text(json.dumps(found))

    assert main(["payout", str(path)]) == 0
    deal = json.loads(capsys.readouterr().out)["deal"]
    assert [one["player"] for one in deal] == ["P1", "P2", "P3", "P4"]
    assert [round(one["icm"] / 100) for one in deal] == [323, 278, 196, 113]
    assert sum(one["whole"] for one in deal) == 91_000

    found["entries"] = [{"player": "P1", "points": 5}]
    path.write_text(json.dumps(found))
    assert main(["payout", str(path)]) == 2
    assert "deal: found 1, allowed 2 to 10 players still in" in capsys.readouterr().err
    path.write_text(json.dumps({**found, "deal": 1}))
    assert main(["payout", str(path)]) == 2
    assert "deal: found 1, allowed true or false" in capsys.readouterr().err
