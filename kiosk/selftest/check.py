"""One thing that was looked at: passed or failed, and what to do about it."""

from __future__ import annotations

from typing import Any

from firmware_py.kinds import LineFault
from firmware_py.selftest import Result
from kiosk.linefaults import remedy, what
from kiosk.screens.frame import Line, line
from rules.value import Value


class Check(Value):
    """`item` is a line's name (`seat3`) or a word (`disk`); `remedy` is there when it failed."""

    item: str
    ok: bool
    found: Line
    remedy: Line | None = None


def passed(item: str, key: str, /, **params: Any) -> Check:
    """A check that held; `key` is its text's, below `kiosk.selftest.`."""
    return Check(item, True, line(f"kiosk.selftest.{key}", **params))


def failed(item: str, key: str, /, **params: Any) -> Check:
    """One that did not; the remedy's key is the text's with `.remedy` behind it."""
    text = f"kiosk.selftest.{key}"
    return Check(item, False, line(text, **params), line(f"{text}.remedy", **params))


def of_line(result: Result) -> Check:
    """What was found of a pin."""
    if result.ok:
        details: dict[str, Any] = dict(result.details)
        return Check(result.line, True, line(f"kiosk.{result.found}", **details))
    fault = LineFault(result.line, result.found, result.remedy, result.details)
    return Check(result.line, False, what(fault), remedy(fault))


def item_name(item: str) -> Line:
    """What people call it."""
    for kind in ("seat", "lamp"):
        number = item.removeprefix(kind)
        if number.isdecimal():
            return line(f"kiosk.selftest.item.{kind}", seat=number)
    return line(f"kiosk.selftest.item.{item}")
