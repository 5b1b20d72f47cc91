"""A rule's refusal on its way to a person: a line of English, or of the reader's language."""

from __future__ import annotations

from league.errors import UserError
from league.texts import Texts, rule_texts, texts
from rules.kinds import Refusal
from rules.matador.evenings import AUTUMN, SPRING


class AgainstRules(UserError):
    """What somebody asked for is not allowed; `about` is whom or what it concerns."""

    def __init__(self, about: str, refusal: Refusal) -> None:
        super().__init__(said(refusal, "en", about))
        self.about = about
        self.refusal = refusal


class Trouble(UserError):
    """What cannot be done now, and what to do instead: a text of `league.trouble`."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(texts("en")(key, None, **values))
        self.key = key
        self.values = values

    def text(self, text: Texts) -> str:
        """In the reader's language."""
        return text(self.key, None, **self.values)


def said(refusal: Refusal, language: str, about: str = "") -> str:
    """`about: the reason (RULE)` in a language, in English where that has no text."""
    values: dict[str, object] = dict(refusal.details)
    if "half" in values:
        values["half"] = half(texts(language), str(values["half"]))
    reason = rule_texts(language)(f"rules.why.{refusal.why}", None, **values).rstrip(".")
    return (f"{about}: " if about else "") + f"{reason} ({refusal.rule})"


def half(text: Texts, name: str) -> str:
    """`autumn 2017` in the reader's language."""
    word, _, year = name.partition(" ")
    keys = {AUTUMN: "league.calendar.autumn", SPRING: "league.calendar.spring"}
    return text(keys[word], year=year)
