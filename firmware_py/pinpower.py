"""Volts and milliamperes of a pin map: rules E7 (its ohms) to E11, E13, E15 (currents), E16 to E18.

Only facts that a line gives are checked. Formulas and limits stand with each rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from firmware_py.kinds import LineId
from firmware_py.pinlines import FEEDS, Broken, Line, shown

_INTERNAL_OHM: Final = 50_000
_FIXED_3V3_MA: Final = 10.0
_BUDGET_3V3_MA: Final = 50.0


def check(lines: Mapping[LineId, Line]) -> Iterator[Broken]:
    """Everything that is broken, line by line, then the sums."""
    for line in lines.values():
        yield from _input(line) if line.is_input else _output(line)
        if line.id.startswith("lamp"):
            yield from _lamp(line)
    yield from _sums(lines)


def _input(line: Line) -> Iterator[Broken]:
    pull, series, filter_nf = (
        line.number(fact) for fact in ("pull_ohm", "series_ohm", "filter_nf")
    )
    path = ("lines", line.id)
    if pull is not None:
        contact_ma = 3300 / pull if pull else float("inf")
        if not 0.5 <= contact_ma <= 5:
            yield Broken((*path, "pull_ohm"), f"{contact_ma:.2f} mA", "0.5 to 5 mA", "E8")
        if not 1000 <= pull <= 4700:
            yield Broken((*path, "pull_ohm"), shown(pull), "1000 to 4700", "E7")
    if series is not None:
        if series < 3300:
            yield Broken((*path, "series_ohm"), shown(series), "3300 or more", "E9")
        low_v = 3.3 * series / (_INTERNAL_OHM + series)
        if low_v > 0.5:
            yield Broken((*path, "series_ohm"), f"{low_v:.2f} V pressed", "0.5 V at most", "E10")
    if series is not None and pull:
        high_v = 3.3 * _INTERNAL_OHM / (_INTERNAL_OHM + series + pull)
        if high_v < 2.4:
            yield Broken((*path, "pull_ohm"), f"{high_v:.2f} V at rest", "2.4 V or more", "E10")
        if filter_nf is not None and (series + pull) * filter_nf / 1000 > 200:
            late_us = (series + pull) * filter_nf / 1000
            yield Broken((*path, "filter_nf"), f"{late_us:.0f} us", "200 us at most", "E11")


def _output(line: Line) -> Iterator[Broken]:
    """E13 (header, 4 mA) and E15 (expander, 8 mA): what a pin gives, and what it drives itself."""
    most, rule = (4, "E13") if line.chip == "header" else (8, "E15")
    remedy = f"{most} at most: use a transistor or a sink driver"
    direct = line.facts.get("drives", "direct") == "direct"
    for fact in ("pin_ma", "load_ma") if direct else ("pin_ma",):
        found = line.number(fact)
        if found is not None and found > most:
            yield Broken(("lines", line.id, fact), shown(found), remedy, rule)


def _lamp(line: Line) -> Iterator[Broken]:
    path = ("lines", line.id)
    load_ma, feed_ohm, feed_w = (line.number(fact) for fact in ("load_ma", "feed_ohm", "feed_w"))
    if feed_ohm:
        volts = _feed_v(line)
        least = f"{volts / 0.1:.0f} or more"
        if volts / feed_ohm > 0.1:
            yield Broken((*path, "feed_ohm"), shown(feed_ohm), least, "E18")
        if feed_w is not None and volts**2 / feed_ohm > feed_w / 2:
            least = f"{2 * volts**2 / feed_ohm:.2f} or more"
            yield Broken((*path, "feed_w"), shown(feed_w), least, "E18")
    if load_ma is not None:
        if not 4 <= load_ma <= 20:
            yield Broken((*path, "load_ma"), shown(load_ma), "4 to 20", "E17")
        yield from _feed(line, load_ma)


def _feed_v(line: Line) -> float:
    return FEEDS[str(line.facts.get("feed", "5V"))]


def _feed(line: Line, load_ma: float) -> Iterator[Broken]:
    """E17: the feed less LED and driver, 0.5 V or more, over both resistors gives the current."""
    led_v, driver_v, feed_ohm, led_ohm = (
        line.number(fact) for fact in ("led_v", "driver_v", "feed_ohm", "led_ohm")
    )
    if None in (led_v, driver_v, feed_ohm, led_ohm):
        return
    left_v = _feed_v(line) - (led_v or 0) - (driver_v or 0)
    if left_v < 0.5:
        path = ("lines", line.id, "led_v")
        yield Broken(path, f"{left_v:.2f} V over the resistors", "0.5 V or more", "E17")
        return
    ohm = (feed_ohm or 0) + (led_ohm or 0)
    computed_ma = left_v / ohm * 1000 if ohm else float("inf")
    if not abs(computed_ma - load_ma) <= 0.15 * load_ma:
        path = ("lines", line.id, "load_ma")
        yield Broken(path, shown(load_ma), f"{computed_ma:.1f}, as computed, within 15 %", "E17")


def _sums(lines: Mapping[LineId, Line]) -> Iterator[Broken]:
    header = sum(
        line.number("pin_ma") or 0
        for line in lines.values()
        if not line.is_input and line.chip == "header"
    )
    expander = sum(line.number("pin_ma") or 0 for line in lines.values() if line.chip == "expander")
    pressed = sum(
        3300 / pull
        for line in lines.values()
        if line.is_input and (pull := line.number("pull_ohm"))
    )
    if header > 16:
        yield Broken(("lines",), f"{header:.1f} mA from header outputs", "16 at most", "E13")
    if expander > 60:
        yield Broken(("lines",), f"{expander:.1f} mA from the expander", "60 at most", "E15")
    fed = sum(
        line.number("load_ma") or 0 for line in lines.values() if line.facts.get("feed") == "3.3V"
    )
    rail = pressed + expander + fed + _FIXED_3V3_MA
    if rail > _BUDGET_3V3_MA:
        found = f"{rail:.1f} mA from 3.3 V with all pressed"
        yield Broken(("lines",), found, f"{_BUDGET_3V3_MA:.0f} at most", "E16")
