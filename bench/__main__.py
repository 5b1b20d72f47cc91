"""`python -m bench [--json] [league|NAME...]`: measure, and say whether each goal is met.

Exit 0 when everything named was measured, met or not; 2 for an unknown name.
"""

from __future__ import annotations

import json
import os
import sys
from importlib import import_module
from typing import Any, Final

from bench.figure import Figure, measure
from bench.unseen import UNSEEN

NAMES: Final = (
    "press_to_durable",
    "press_burst",
    "chime_lateness",
    "screen_tick",
    "start",
    "rules_fold",
    "rules_chain",
    "idle_cpu",
    "memory",
    "vote_window",
    "mafia_replay",
    "serial_goodput",
    "seating",
    "club_season",
    "ingest",
    "standings_growth",
)
"""All, if nothing is named."""
LEAGUE: Final = (
    "ingest",
    "league_live",
    "standings_growth",
)
"""Named `league`, or each by its name: a loaded server needs the machine for itself."""
ALLOWED: Final = (*NAMES, *(name for name in LEAGUE if name not in NAMES))
IN_PASSING: Final = "100000"
"""So many results, if nothing is named; the million that `league` asks for takes minutes."""


def main(words: list[str]) -> int:
    """Measure what is named, or everything."""
    as_json = "--json" in words
    asked = [word for word in words if word != "--json"]
    if not asked:
        asked = list(NAMES)
        os.environ.setdefault("BENCH_RESULTS", IN_PASSING)
    names = [name for word in asked for name in (LEAGUE if word == "league" else (word,))]
    for name in names:
        if name not in ALLOWED:
            allowed = ", ".join(("--json", "league", *ALLOWED))
            print(f"bench: unknown {name!r}; allowed: {allowed}", file=sys.stderr)
            return 2
    os.environ.update(UNSEEN)
    found: dict[str, dict[str, Any]] = {}
    for name in names:
        print(f"measuring {name} ...", file=sys.stderr, flush=True)
        figure: Figure = import_module(f"bench.figures.{name}").FIGURE
        found[name] = measure(figure)
        if not as_json:
            print(_line(name, found[name]), flush=True)
    if as_json:
        print(json.dumps(found))
    return 0


def _line(name: str, figure: dict[str, Any]) -> str:
    numbers = "  ".join(
        f"{key} {value}" for key, value in figure.items() if key not in ("goal", "met")
    )
    return f"{name}: {'met' if figure['met'] else 'MISSED'}  {numbers}  (goal: {figure['goal']})"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
