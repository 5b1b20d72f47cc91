"""Volts and milliamperes of a pin map: rules E8 to E11, E13, E15 (sums), E16 to E18.

Only facts that a line gives are checked. Formulas and limits stand with each rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Final

from firmware_py.kinds import LineId
from firmware_py.pinlines import Line, shown

if TYPE_CHECKING:
    from firmware_py.pinrules import Broken

Make = Callable[[tuple[str, ...], str, str, str], "Broken"]

_INTERNAL_OHM: Final = 50_000
_FIXED_3V3_MA: Final = 10.0
_BUDGET_3V3_MA: Final = 50.0


def check(lines: Mapping[LineId, Line], broken: Make) -> Iterator[Broken]:
    """Everything that is broken, line by line, then the sums."""
    for line in lines.values():
        if line.is_input:
            yield from _input(line, broken)
        elif line.chip == "header":
            yield from _header_output(line, broken)
        else:
            yield from _lamp(line, broken)
    yield from _sums(lines, broken)


def _input(line: Line, broken: Make) -> Iterator[Broken]:
    pull, series, filter_nf = (
        line.number(fact) for fact in ("pull_ohm", "series_ohm", "filter_nf")
    )
    path = ("lines", line.id)
    if pull:
        contact_ma = 3300 / pull
        if not 0.5 <= contact_ma <= 5:
            yield broken((*path, "pull_ohm"), f"{contact_ma:.2f} mA", "0.5 to 5 mA", "E8")
    if series is not None:
        if series < 3300:
            yield broken((*path, "series_ohm"), shown(series), "3300 or more", "E9")
        low_v = 3.3 * series / (_INTERNAL_OHM + series)
        if low_v > 0.5:
            yield broken((*path, "series_ohm"), f"{low_v:.2f} V pressed", "0.5 V at most", "E10")
    if series is not None and pull:
        high_v = 3.3 * _INTERNAL_OHM / (_INTERNAL_OHM + series + pull)
        if high_v < 2.4:
            yield broken((*path, "pull_ohm"), f"{high_v:.2f} V at rest", "2.4 V or more", "E10")
        if filter_nf is not None and (series + pull) * filter_nf / 1000 > 200:
            late_us = (series + pull) * filter_nf / 1000
            yield broken((*path, "filter_nf"), f"{late_us:.0f} us", "200 us at most", "E11")


def _header_output(line: Line, broken: Make) -> Iterator[Broken]:
    pin_ma = line.number("pin_ma")
    if pin_ma is not None and pin_ma > 4:
        yield broken(
            ("lines", line.id, "pin_ma"), shown(pin_ma), "4 at most: use a transistor", "E13"
        )


def _lamp(line: Line, broken: Make) -> Iterator[Broken]:
    path = ("lines", line.id)
    pin_ma, load_ma = line.number("pin_ma"), line.number("load_ma")
    if pin_ma is not None and pin_ma > 8:
        yield broken((*path, "pin_ma"), shown(pin_ma), "8 at most: use a sink driver", "E15")
    if load_ma is not None:
        if not 4 <= load_ma <= 20:
            yield broken((*path, "load_ma"), shown(load_ma), "4 to 20", "E17")
        yield from _feed(line, load_ma, broken)
    feed_ohm, feed_w = line.number("feed_ohm"), line.number("feed_w")
    if feed_ohm:
        if 5000 / feed_ohm > 100:
            yield broken((*path, "feed_ohm"), shown(feed_ohm), "50 or more", "E18")
        if feed_w is not None and 25 / feed_ohm > feed_w / 2:
            least = 2 * 25 / feed_ohm
            yield broken((*path, "feed_w"), shown(feed_w), f"{least:.2f} or more", "E18")


def _feed(line: Line, load_ma: float, broken: Make) -> Iterator[Broken]:
    """E17: 5 V less LED and driver, 0.5 V or more, over both resistors gives the current."""
    led_v, driver_v, feed_ohm, led_ohm = (
        line.number(fact) for fact in ("led_v", "driver_v", "feed_ohm", "led_ohm")
    )
    if None in (led_v, driver_v, feed_ohm, led_ohm):
        return
    left_v = 5.0 - (led_v or 0) - (driver_v or 0)
    if left_v < 0.5:
        path = ("lines", line.id, "led_v")
        yield broken(path, f"{left_v:.2f} V over the resistors", "0.5 V or more", "E17")
        return
    ohm = (feed_ohm or 0) + (led_ohm or 0)
    computed_ma = left_v / ohm * 1000 if ohm else float("inf")
    if not abs(computed_ma - load_ma) <= 0.15 * load_ma:
        path = ("lines", line.id, "load_ma")
        yield broken(path, shown(load_ma), f"{computed_ma:.1f}, as computed, within 15 %", "E17")


def _sums(lines: Mapping[LineId, Line], broken: Make) -> Iterator[Broken]:
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
        yield broken(("lines",), f"{header:.1f} mA from header outputs", "16 at most", "E13")
    if expander > 60:
        yield broken(("lines",), f"{expander:.1f} mA from the expander", "60 at most", "E15")
    rail = pressed + expander + _FIXED_3V3_MA
    if rail > _BUDGET_3V3_MA:
        found = f"{rail:.1f} mA from 3.3 V with all pressed"
        yield broken(("lines",), found, f"{_BUDGET_3V3_MA:.0f} at most", "E16")
