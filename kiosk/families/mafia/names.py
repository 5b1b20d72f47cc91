"""Verbs that are told seat by seat, and the one field that holds all their seats. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

LISTS: Final = {
    "triple": ("names", ("first", "second", "third")),
    "best_move": ("names", ("first", "second", "third")),
    "flag": ("seats", ("first", "second")),
}
"""Word -> the field of the action, and the fields of the verb's steps."""


def listed(fields: Mapping[str, Any]) -> Mapping[str, Any]:
    """The action as the rules know it; what is spelled out already stays as it is."""
    field, parts = LISTS.get(fields.get("do", ""), ("", ()))
    if not any(part in fields for part in parts):
        return fields
    rest = {name: value for name, value in fields.items() if name not in parts}
    return {**rest, field: [fields[part] for part in parts if part in fields]}
