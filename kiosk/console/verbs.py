"""What the official can do, as data: verb, who, whom, and what else a verb has to be told.

A page builds its keys from this; it knows no verb by itself. What is allowed in which phase is the
rules' own table, asked here, so that nobody keeps a second one. A later family adds its module.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any, Final

from rules.value import Value

FAMILIES: Final[Mapping[str, str]] = MappingProxyType({"monopoly": "kiosk.console.verbs_monopoly"})


class Step(Value):
    """One thing that a verb has to be told: `kind` says how it is asked, `field` where it goes.

    Kinds: `seat` (one of the seats, or of `words`), `choice` (one of `words`), `number`, `dice`,
    `deed`, `goods`, `sheet`, `text` (a line, or one of `words` in the official's language). The
    question is the text `console.ask.ASK`. `may_skip`: it can be left out.
    """

    kind: str
    field: str
    ask: str
    words: tuple[str, ...] = ()
    may_skip: bool = False


class Verb(Value):
    """A key. `grave`: it cannot be taken back, or ends something; the page asks once more."""

    do: str
    group: str
    steps: tuple[Step, ...] = ()
    name: str = ""
    """Its word where one `do` has two keys; else `do`."""
    fixed: tuple[tuple[str, Any], ...] = ()
    """Fields that the key itself says."""
    grave: bool = False
    main: bool = False
    """One of the large keys that are always there."""

    @property
    def word(self) -> str:
        """The key's text is `console.verb.WORD`."""
        return self.name or self.do


def verbs(family: str) -> tuple[Verb, ...]:
    """Every key of a family, in the order of the page; none for a family without a console."""
    known = FAMILIES.get(family)
    found: tuple[Verb, ...] = import_module(known).VERBS if known else ()
    return found


def allowed(family: str) -> Mapping[str, tuple[str, ...]]:
    """Which words have a meaning in which phase, by the rules' own table."""
    known = FAMILIES.get(family)
    found: Mapping[str, tuple[str, ...]] = import_module(known).ALLOWED if known else {}
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
