"""What the table knows, as plain values for JSON: one writer for every family's view."""

from __future__ import annotations

from collections.abc import Mapping, Set
from enum import Enum
from fractions import Fraction
from typing import Any

from rules.actions import Action, to_fields
from rules.value import Value


def plain(found: Any) -> Any:
    """Lists, objects, texts and numbers. An action becomes its line's fields, a set is sorted."""
    if isinstance(found, Enum):
        return found.value
    if isinstance(found, Action):
        return to_fields(found)
    if isinstance(found, Value):
        fields: tuple[str, ...] = found.__match_args__
        return {name: plain(getattr(found, name)) for name in fields}
    named = getattr(found, "_asdict", None)
    if named is not None:
        return plain(named())
    if isinstance(found, Mapping):
        return {str(name): plain(value) for name, value in found.items()}
    if isinstance(found, Set):
        return sorted(plain(value) for value in found)
    if isinstance(found, list | tuple):
        return [plain(value) for value in found]
    if isinstance(found, Fraction):
        return str(found)
    return found
