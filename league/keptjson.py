"""The one way JSON is kept in the database. Apart from it, so that a replay loads no database."""

from __future__ import annotations

import json
from typing import Any, Final

_KEPT: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def as_json(value: Any) -> str:
    """One line, no spaces, keys in the order given."""
    return _KEPT.encode(value)
