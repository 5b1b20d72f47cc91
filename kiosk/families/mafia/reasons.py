"""The reasons a host chooses from, by his book, and the rule that each stands for.

The record has the rule beside the words: a reason is written in the official's language, and who
reads the record may speak another.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from rules.mafia.reasons import rule_of

if TYPE_CHECKING:
    from kiosk.families import MenuBook

KEYED: Final = frozenset(("foul", "warn", "remove", "disqualify", "team_loss", "incident"))
"""Words whose reason is chosen from a list; an incident is a foul's reason, told after it."""


def book(*, mafn: bool) -> MenuBook:
    """The menu with this book's reasons."""
    from kiosk.families.mafia.verbs import AKTAU, MENU  # with the first verb, not with the table

    return MENU if mafn else AKTAU


def ruled(fields: Mapping[str, Any], *, mafn: bool) -> Mapping[str, Any]:
    """The action with the rule its reason stands for, where it is one of the book's list."""
    do, reason = fields.get("do"), fields.get("reason")
    if do not in KEYED or not reason or "rule" in fields:
        return fields
    word = "foul" if do == "incident" else str(do)
    rule = rule_of(word, _words().get(str(reason), ""), mafn)
    return fields if rule is None else {**fields, "rule": rule}


@cache
def _words() -> Mapping[str, str]:
    """A reason as it is said in each language, and its word; read when the first one is chosen."""
    from kiosk.families.mafia.verbs import REASONS
    from kiosk.locale import Catalogue

    catalogue = Catalogue()
    texts = [catalogue.texts(language) for language in catalogue.languages()]
    return {one.text(f"console.word.reason.{word}"): word for one in texts for word in REASONS}
