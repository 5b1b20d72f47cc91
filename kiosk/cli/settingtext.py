"""Settings as a player reads them: what they are called, and values with their units."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from kiosk.locale import Texts, clock_text
from rules.settings import Setting

LONGEST: Final = 72


def label(name: str, texts: Texts) -> str:
    """What a setting is called; its name where no language has a word for it."""
    key = f"rules.setting.{name}"
    return texts.text(key) if texts.has(key) else name.replace("_", " ")


def value_text(setting: Setting, value: Any, texts: Texts) -> str:
    """A value as people say it: yes, 1,000, 25 %, 1:30:00, before roll."""
    if isinstance(value, bool):
        return texts.text("rules.value.yes" if value else "rules.value.no")
    if isinstance(value, int):
        return _number(setting.table, value, texts)
    if isinstance(value, str):
        return value.replace("_", " ")
    if isinstance(value, Sequence) and all(type(one) is int for one in value):
        return ", ".join(_number(setting.table, one, texts) for one in value)
    if isinstance(value, Sequence | Mapping) and len(short(value)) > LONGEST - 4:
        return texts.text("rules.value.entries", len(value))
    return short(value)


def short(value: Any) -> str:
    """A value as it stands in a file, cut where it is long."""
    text = json.dumps(value, ensure_ascii=False, default=dict)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 4]} ..."


def _number(table: str, value: int, texts: Texts) -> str:
    if table == "timers_s":
        return clock_text(value)
    shown = texts.number(value)
    return f"{shown} %" if table == "percent" else shown
