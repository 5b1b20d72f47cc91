"""What the official can do, as data: verb, who, whom, and what else a verb has to be told.

A family lists its verbs (`kiosk/families/`); the console's page and the table's menu make their
keys from them and know no verb by themselves.
"""

from __future__ import annotations

from typing import Any, Final

from rules.value import Value


class Step(Value):
    """One thing that a verb has to be told: `kind` says how it is asked, `field` where it goes.

    Kinds: `seat` (one of the seats, or of `words`), `seats` (one or more), `choice` (one of
    `words`), `number`, `dice`, `field` (of the board, by its number), `deed`, `goods`, `sheet`,
    `text` (a line, or one of `words` in the official's language); at the console alone `each` (one
    of `words` for every seat, in order) and `votes` (a candidate for every seat). The question is
    the text `console.ask.ASK`. `may_skip`: it can be left out.
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
    reckons: bool = False
    """Nothing is written down: it shows what the family's `reckon` says."""

    @property
    def word(self) -> str:
        """The key's text is `console.verb.WORD`."""
        return self.name or self.do


FOUL: Final = Verb("foul", "people", (Step("seat", "seat", "who"),), main=True)
"""The verb that has a key of its own in every game."""
