"""WireViz's part: `harness/*.yml` -> `.gv`, `.bom.tsv`, `.svg`, `.png`."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from hardware.pictures import few_colours

TEXTS: Final = "gt"
"""`.gv` and `.bom.tsv`: what WireViz alone decides, so that they can be compared."""

PICTURES: Final = "sp"
"""`.svg` and `.png`, for people: where Graphviz puts things changes with its release."""


def draw(sources: Mapping[str, str], formats: str) -> dict[str, bytes]:
    """File name -> content, for all of them; raises `CalledProcessError` if WireViz refuses one."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        for name, text in sources.items():
            (folder / name).write_text(text, encoding="utf-8")
        subprocess.run(
            [Path(sys.executable).with_name("wireviz"), "-f", formats, *sources],
            cwd=folder, check=True, capture_output=True, text=True,
        )  # fmt: skip
        made = {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix != ".yml"}
    return {
        name: few_colours(data) if name.endswith(".png") else data
        for name, data in sorted(made.items())
    }
