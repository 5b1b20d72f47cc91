"""What the table told, in words: for the page and for the second display alike."""

from __future__ import annotations

from collections.abc import Mapping
from math import floor
from typing import Any, Final, NamedTuple

from kiosk.locale import Texts, minutes_text
from kiosk.signals import signal_of

MINUTES_FROM_S: Final = 120
PLAIN_FIELDS: Final = ("t", "do", "seat", "line", "reason", "text", "dice", "by", "deeds")
"""Fields of an action that are written in another way, or not at all."""
MINUTES: Final = {"warn": "kiosk.did.warned", "left": "kiosk.did.left"}
"""Announcements whose id has a minute."""

Told = Mapping[str, Any]


class Happening(NamedTuple):
    """A line of "what just happened"; `rule` where it was refused."""

    time: str
    seat: str
    text: str
    rule: str
    own: bool
    """The official alone knows of it."""


def line_text(text: Texts, line: Told | None) -> str:
    """A `Line` in words."""
    if line is None:
        return ""
    params = {name: _param(text, value) for name, value in dict(line["params"]).items()}
    return text.text(line["key"], line["count"], **params)


def _param(text: Texts, value: Any) -> Any:
    """A line within a line is said first, a key comes as its text: as on the table's screen."""
    if isinstance(value, Mapping):
        return line_text(text, value)
    return text.text(value) if isinstance(value, str) and text.has(value) else value


def ago(text: Texts, ms: int) -> str:
    """How long ago, in seconds below two minutes, else in minutes."""
    seconds = max(0, ms) // 1000
    if seconds < MINUTES_FROM_S:
        return text.text("console.say.ago", n=seconds)
    return text.text("console.say.minutes_ago", n=seconds // 60)


def do_text(text: Texts, do: str) -> str:
    """The word of an action, as the record's reader writes it."""
    key = f"rules.do.{do}"
    return text.text(key) if text.has(key) else do


def details(text: Texts, fields: Told) -> str:
    """The rest of an action's fields, in the order of its class."""
    found = []
    for key, value in fields.items():
        if key in PLAIN_FIELDS or value in (None, "", []):
            continue
        shown = text.text("console.say.bank") if value == "bank" else _shown(text, value, key)
        found.append(f"→ {shown}" if key in ("to", "from") else shown)
    return " · ".join(found)


def game_time(t: float | None, from_s: float = 0) -> str:
    """A game time in minutes and seconds since `from_s`; what was before that has a minus."""
    if t is None:
        return "–"
    since = floor(t - from_s)
    return minutes_text(since) if since >= 0 else f"−{minutes_text(-since)}"


def happening(text: Texts, one: Told, from_s: float = 0) -> Happening:
    """One thing that just happened: an announcement, or an action as it was judged."""
    if "action" not in one:
        said = f"♪ {announced(text, one['id'])}"
        return Happening(game_time(one["at"] / 1000, from_s), "", said, "", own=False)
    fields, refusal = one["action"], one["refusal"]
    words = [do_text(text, fields["do"])]
    if fields.get("dice"):
        words.append(" ".join(str(die) for die in fields["dice"]))
    words += [details(text, fields), fields.get("reason", ""), fields.get("text", "")]
    rule = "" if refusal is None else f"{refusal['rule']}: {why(text, refusal)}"
    return Happening(
        game_time(fields["t"], from_s),
        str(fields.get("seat") or ""),
        " ".join(word for word in words if word),
        rule,
        own=one["audience"] == "official",
    )


def announced(text: Texts, announcement: str) -> str:
    """What was told, in words; the minute of a warning and a number stand in its id."""
    word, _, minute = announcement.partition("-")
    if word in MINUTES and minute.isdecimal():
        return text.text(MINUTES[word], minute=minute)
    signal = signal_of(announcement)
    number = announcement.partition(":")[2]
    return announcement if signal is None else f"{text.text(signal.text)} {number}".strip()


def open_claims(view: Told) -> list[Told]:
    """The claims of rent of who landed last, since he rolled."""
    official, last = view["official"], view["last_roll"]
    since = last["at"] if last and official["lander"] else 0
    return [
        one for one in official["claims"] if one["of"] == official["lander"] and one["at"] >= since
    ]


def why(text: Texts, refusal: Told) -> str:
    """Why a rule refused."""
    return text.text(f"rules.why.{refusal['why']}", **dict(refusal["details"]))


def _shown(text: Texts, value: Any, field: str = "") -> str:
    """A value of an action's field: a number, a list, what each seat has, a word that is known."""
    if isinstance(value, int) and not isinstance(value, bool):
        return text.number(value)
    if isinstance(value, list):
        return ", ".join(_shown(text, one, field) for one in value)
    if isinstance(value, Mapping):
        return " · ".join(
            f"{seat}: {_shown(text, one, field) or '–'}" for seat, one in value.items()
        )
    key = f"console.word.{field}.{value}"
    return text.text(key) if isinstance(value, str) and text.has(key) else str(value)
