"""The verbs of a family as the page reads them.

What is allowed in which phase is the rules' own table, asked by the family's module, so that
nobody keeps a second one.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from kiosk.families import FAMILIES
from kiosk.verbs import Verb


def verbs(family: str) -> tuple[Verb, ...]:
    """Every key of a family, in the order of the page; none for a family without a console."""
    known = FAMILIES.get(family)
    found: tuple[Verb, ...] = import_module(f"{known}.verbs").VERBS if known else ()
    return found


def allowed(family: str) -> Mapping[str, tuple[str, ...]]:
    """Which words have a meaning in which phase, by the rules' own table."""
    known = FAMILIES.get(family)
    found: Mapping[str, tuple[str, ...]] = import_module(f"{known}.verbs").ALLOWED if known else {}
    return found


def as_data(verb: Verb) -> dict[str, Any]:
    """A verb as the page reads it, without its texts."""
    return {
        "do": verb.do,
        "word": verb.word,
        "group": verb.group,
        "fixed": dict(verb.fixed),
        "grave": verb.grave,
        "main": verb.main,
        "steps": [
            {
                "kind": step.kind,
                "field": step.field,
                "ask": step.ask,
                "words": list(step.words),
                "may_skip": step.may_skip,
            }
            for step in verb.steps
        ],
    }
