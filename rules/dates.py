"""Days of the calendar as texts `YYYY-MM-DD`, which sort as the days do; no clock is asked."""

from __future__ import annotations

import re
from typing import Final

FRIDAY: Final = 4
_DATE: Final = re.compile(r"(\d{4})-(\d{2})-(\d{2})", re.ASCII)
_LENGTHS: Final = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def is_date(text: str) -> bool:
    """Whether there is such a day."""
    found = _DATE.fullmatch(text)
    if found is None:
        return False
    year, month, day = (int(part) for part in found.groups())
    return year > 0 and 1 <= month <= 12 and 1 <= day <= month_length(year, month)


def parts(date: str) -> tuple[int, int, int]:
    """Year, month and day; `date` must be one."""
    year, month, day = date.split("-")
    return int(year), int(month), int(day)


def month_length(year: int, month: int) -> int:
    """How many days a month has."""
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return 29 if month == 2 and leap else _LENGTHS[month - 1]


def weekday(year: int, month: int, day: int) -> int:
    """0 for Monday to 6 for Sunday, in the Gregorian calendar."""
    before = year - (month < 3)
    shifts = (0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4)
    sunday_first = before + before // 4 - before // 100 + before // 400 + shifts[month - 1] + day
    return (sunday_first - 1) % 7


def last_in_month(year: int, month: int, wanted: int) -> str:
    """The last such weekday of a month."""
    last = month_length(year, month)
    day = last - (weekday(year, month, last) - wanted) % 7
    return f"{year:04}-{month:02}-{day:02}"


def age_on(born: str, date: str) -> int:
    """How many birthdays somebody has had on this day; who was born on 29 February has his on
    1 March where there is none.
    """
    (year, *birthday), (now, *today) = parts(born), parts(date)
    return now - year - (today < birthday)
