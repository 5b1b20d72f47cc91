"""Pins of the two kinds of chip between a line and a lamp, from their data sheets."""

from __future__ import annotations

from typing import Final

EXPANDER_DIP: Final = {f"GPB{n}": n + 1 for n in range(8)} | {f"GPA{n}": n + 21 for n in range(8)}
"""Pins of the MCP23017 in its 28-pin case."""


def driver_of(node: str) -> tuple[str, int, int]:
    """The sink driver behind a node of the expander: which, its input's pin, its output's pin."""
    channel = int(node[3]) + 1
    return ("U2" if node.startswith("GPA") else "U3"), channel, 19 - channel
