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


def section(table: str, texts: Texts) -> str:
    """What the settings of a table of the file are about."""
    key = f"rules.section.{table}"
    return texts.text(key) if texts.has(key) else table.replace("_", " ")


def value_text(setting: Setting, value: Any, texts: Texts) -> str:
    """A value as people say it: yes, 1,000, 25 %, 1:30:00, before the roll."""
    if isinstance(value, bool):
        return texts.text("rules.value.yes" if value else "rules.value.no")
    if isinstance(value, int):
        return _number(setting.table, value, texts)
    if isinstance(value, str):
        key = f"rules.choice.{setting.name}.{value}"
        return texts.text(key) if texts.has(key) else value.replace("_", " ")
    if isinstance(value, Sequence) and all(type(one) is int for one in value):
        return ", ".join(_number(setting.table, one, texts) for one in value)
    listed = _listed(value, texts)
    if listed is not None:
        return listed
    if isinstance(value, Sequence | Mapping) and len(short(value)) > LONGEST - 4:
        return texts.text("rules.value.entries", len(value))
    return short(value)


def _listed(value: Any, texts: Texts) -> str | None:
    """Rows as people list them: points by players, notes by worth, names; None: too much for it."""
    if not isinstance(value, Sequence) or not all(isinstance(row, Mapping) for row in value):
        return None
    keys = {frozenset(row) for row in value}
    if keys == {frozenset(("players", "points"))}:
        return "; ".join(
            texts.text(
                "rules.value.players", row["players"], points="-".join(map(str, row["points"]))
            )
            for row in value
        )
    if keys == {frozenset(("value", "count"))}:
        return ", ".join(f"{row['count']} x {texts.number(row['value'])}" for row in value)
    if all({"code", "name"} <= key and "price" not in key for key in keys):
        return ", ".join(str(row["name"]) for row in value)
    return None


def short(value: Any) -> str:
    """A value as it stands in a file, cut where it is long."""
    text = json.dumps(value, ensure_ascii=False, default=dict)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 4]} ..."


def _number(table: str, value: int, texts: Texts) -> str:
    if table == "timers_s":
        return clock_text(value)
    if table == "points_hundredths":
        return texts.hundredths(value).removeprefix("+")  # a setting says how much, no sign
    shown = texts.number(value)
    return f"{shown} %" if table == "percent" else shown
