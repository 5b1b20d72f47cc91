"""Numbers, days and times of a game as people read them, on pages and on paper alike."""

from __future__ import annotations

from datetime import UTC, datetime
from datetime import date as Date

from league.texts import Texts


def day(text: Texts, date: str, form: str = "medium") -> str:
    """A day of the calendar as the language writes it; `form` as Babel names them."""
    from babel.dates import format_date

    region = {"en": "en_GB"}.get(text.language, text.language)
    return format_date(Date.fromisoformat(date), form, region)


def number(text: Texts, value: int) -> str:
    """Whole numbers in groups of three, as the language writes them."""
    grouped = f"{abs(value):,}".replace(",", text("league.format.thousands"))
    return f"−{grouped}" if value < 0 else grouped


def chance(p: float) -> str:
    """A probability as people read it: three decimals, or that it is less than the last of them."""
    return "< 0.001" if p < 0.001 else f"{p:.3f}"


def game_time(seconds: float | None) -> str:
    """A time of a game in minutes and seconds: 62:41."""
    if seconds is None:
        return "–"
    whole = int(seconds)
    return f"{whole // 60}:{whole % 60:02d}"


def day_and_time(at_ms: int) -> str:
    """A wall clock label in universal time."""
    return datetime.fromtimestamp(at_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
