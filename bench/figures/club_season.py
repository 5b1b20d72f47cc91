"""A club's seasons by command: `league import` and `league standings`, beyond what starting costs.

Ten members at two tables. A season of ten evenings is 100 results; the longest season is thirty
years of them. Seconds of the processor, of whole commands; the floor is the same command with one
result. (The clock's seconds would tell who else uses the machine.)
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Final

from bench.figure import Figure

NAMES: Final = [f"Member {number}" for number in range(1, 11)]
YEAR: Final = 10
YEARS: Final = 30
REPEATS: Final = 3
HEAD: Final = "round,date,final,division,place,player"


def _season(evenings: int, chance: Random) -> str:
    lines = [HEAD]
    for number in range(evenings):
        names = chance.sample(NAMES, len(NAMES))
        day = f"{1990 + number // YEAR}-{number % YEAR + 1:02}-10"
        for division, table in ((1, names[:5]), (2, names[5:])):
            lines += (
                f"R{number + 1},{day},0,{division},{place},{name}"
                for place, name in enumerate(table, 1)
            )
    return "\n".join(lines) + "\n"


def _command(home: Path, *words: str) -> tuple[float, str]:
    """Seconds of the processor, and what it printed. RuntimeError when it fails."""
    before = os.times()
    done = subprocess.run(
        [sys.executable, "-m", "league", *words],
        env=os.environ | {"TABLESIDE_HOME": str(home)},
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise RuntimeError(f"league {' '.join(words)}: {done.stderr}")
    after = os.times()
    took = after.children_user + after.children_system
    return took - before.children_user - before.children_system, done.stdout


def _both(home: Path, name: str, rows: str) -> tuple[float, float]:
    """Seconds of importing these rows into a season of their own, and of its standings."""
    file = home / f"{name}.csv"
    file.write_text(rows, encoding="utf-8")
    _command(home, "season", "create", name, "--edition", "ramk-2017")
    took, _ = _command(home, "import", name, str(file))
    shown = [_command(home, "standings", name) for _ in range(REPEATS)]
    told = min(took for took, _ in shown)
    if NAMES[0] not in shown[0][1] and rows.count("\n") > len(NAMES):
        raise RuntimeError(f"the standings do not name {NAMES[0]}: {shown[0][1]}")
    return took, told


def run() -> Mapping[str, float]:
    """Seconds above the floor for 100 results, and of recomputing thirty years."""
    chance = Random(9)
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        one = f"{HEAD}\nR1,1990-01-10,0,,1,{NAMES[0]}\nR1,1990-01-10,0,,2,{NAMES[1]}\n"
        one += f"R1,1990-01-10,0,,3,{NAMES[2]}\n"
        took, told = _both(home, "one", one)
        year = _both(home, "year", _season(YEAR, chance))
        long = _both(home, "long", _season(YEAR * YEARS, chance))
    return {
        "import_s_per_100": max(0.0, year[0] - took),
        "standings_s_per_100": max(0.0, year[1] - told),
        "thirty_years_s": max(0.0, long[1] - told),
        "floor_s": told,
    }


FIGURE: Final = Figure(
    "0.1 s per 100 results beyond program start; 30 years x 10 evenings under 1 s",
    run,
    lambda found: (
        found["import_s_per_100"] < 0.1
        and found["standings_s_per_100"] < 0.1
        and found["thirty_years_s"] < 1
    ),
)
