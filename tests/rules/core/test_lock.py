"""A released edition is never edited: a change of its fingerprint is a new edition's file."""

from __future__ import annotations

from pathlib import Path

import rules
from rules.edition import parse_edition

LOCK = Path(__file__).parents[2] / "golden" / "editions.lock"
EDITIONS = Path(rules.__path__[0]) / "editions"


def test_every_shipped_edition_is_the_one_that_was_released() -> None:
    texts = {path.stem: path.read_text(encoding="utf-8") for path in EDITIONS.glob("*.toml")}
    shipped = {
        name: parse_edition(text, f"{name}.toml", texts.get).fingerprint
        for name, text in texts.items()
    }
    locked = dict(line.split() for line in LOCK.read_text(encoding="utf-8").splitlines())
    assert shipped == locked
