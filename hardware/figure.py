"""The pieces of a WireViz drawing: a plug that is bought, what sits beside it, a bundle."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

Drawing = dict[str, Any]
Parts = Mapping[str, str]


def _short(part: str) -> str:
    """What fits into a drawing: the words before the first comma or colon."""
    return re.split("[,:]", part)[0]


def part(parts: Parts, key: str, **more: object) -> Drawing:
    """A thing that is bought: its words and its id."""
    return {"type": _short(parts[key]), "pn": key, **more}


def beside(parts: Parts, *keys: str, qty: int = 1) -> Drawing:
    return {
        "additional_components": [
            {"type": _short(parts[key]), "pn": key, "qty": qty} for key in keys
        ]
    }


def shown_elsewhere(what: str, **more: object) -> Drawing:
    return {"type": what, "ignore_in_bom": True, **more}


def wires(labels: list[str], **more: object) -> Drawing:
    return {
        "category": "bundle", "wirecount": len(labels), "wirelabels": labels,
        "ignore_in_bom": True, "gauge": "0.25 mm2", **more,
    }  # fmt: skip


def drawing(title: str, description: str, **sections: object) -> Drawing:
    return {
        "metadata": {"title": title, "description": description},
        "options": {"fontname": "DejaVu Sans", "mini_bom_mode": False},
        **sections,
    }


def joined(*ends: tuple[str, Sequence[int | str]]) -> list[Drawing]:
    return [{name: list(pins)} for name, pins in ends]
