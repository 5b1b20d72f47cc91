"""Prints the lines of `editions.lock` for editions that ship and are not locked yet.

    python -m tests.golden.lock >> tests/golden/editions.lock

An edition that is locked has no new line: it is never edited, what differs is a new file.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

import rules
from rules.edition import parse_edition

LOCK = Path(__file__).parent / "editions.lock"
EDITIONS = Path(rules.__path__[0]) / "editions"


def shipped() -> Mapping[str, str]:
    """The fingerprint of every edition in `rules/editions/`."""
    texts = {path.stem: path.read_text(encoding="utf-8") for path in EDITIONS.glob("*.toml")}
    return {
        name: parse_edition(text, f"{name}.toml", texts.get).fingerprint
        for name, text in texts.items()
    }


def locked() -> Mapping[str, str]:
    """What was released."""
    return dict(line.split() for line in LOCK.read_text(encoding="utf-8").splitlines())


def missing(released: Mapping[str, str]) -> list[str]:
    """The lines that are to be added."""
    return [f"{name} {mark}" for name, mark in sorted(shipped().items()) if name not in released]


if __name__ == "__main__":
    sys.stdout.writelines(f"{line}\n" for line in missing(locked()))
