"""The text of `hardware/pins.toml` -> `PinMap`. Refuses what cannot work, before a pin is touched.

Here: shape, names and types (rules E1 and E25). What the values may be to each other is in
`pinrules.py` (double use, kept pins, overlays, pulls), `pinpower.py` (volts and milliamperes) and
`pinboard.py` (models, supply, jacks, I2C). The file is read by the caller.

A line says `bcm` (header) or `node` (expander), `pull` and `active_high`. Its electrical facts may
stand in the line or in the `[channels.NAME]` it names; they are optional, and checked where given.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from firmware_py import pinboard, pinrules
from firmware_py.kinds import LineId
from firmware_py.pinboard import BOARD_TABLES, Board, read_board
from firmware_py.pinlines import DRIVES, FEEDS, JUDGE, SEATS, Chip, Fact, Line, shown
from firmware_py.tomlreader import TomlReader

SCHEMA: Final = 1
INPUTS: Final = tuple(
    LineId(name)
    for name in [f"seat{n}" for n in SEATS] + [f"judge.{key}" for key in JUDGE] + ["shutdown"]
)
OUTPUTS: Final = tuple(LineId(name) for name in ["buzzer"] + [f"lamp{n}" for n in SEATS])
ALL_LINES: Final = INPUTS + OUTPUTS

_TOP: Final = ("schema", "audio", "overlays", "chips", "channels", "lines", *BOARD_TABLES)
_AUDIO: Final = ("usb", "hdmi", "jack", "i2s", "none")
_PULLS: Final = ("up", "down", "none")
_LINE_KEYS: Final = ("bcm", "node", "pin", "pull", "active_high", "channel", "lamp")
_FACTS: Final[Mapping[str, type]] = {
    "pull_ohm": int, "series_ohm": int, "filter_nf": float, "drives": str, "pin_ma": float,
    "hold_ohm": int,
    "feed": str, "feed_ohm": int, "feed_w": float, "led_ohm": int, "led_v": float,
    "driver_v": float, "load_ma": float, "note": str,
}  # fmt: skip
_WORDS: Final = {"drives": DRIVES, "feed": tuple(FEEDS)}
_LABELS: Final = {
    "header": ("pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1"),
    "expander": ("mcp23017",),
}
_CHIP_KEYS: Final = ("labels", "i2c", "reset_state")


class PinMap(NamedTuple):
    """Which line is where. `name` is the file's, for messages."""

    name: str
    audio: str
    overlays: tuple[str, ...]
    chips: Mapping[str, Chip]
    lines: Mapping[LineId, Line]
    board: Board

    @property
    def inputs(self) -> tuple[Line, ...]:
        """Seats, judge's keys and shutdown, in that order."""
        return tuple(self.lines[line] for line in INPUTS)

    @property
    def outputs(self) -> tuple[Line, ...]:
        """Buzzer and lamps."""
        return tuple(self.lines[line] for line in OUTPUTS)

    def lamp(self, seat: int) -> Line:
        """The lamp of a seat."""
        return self.lines[LineId(f"lamp{seat}")]


def parse_pin_map(text: str, name: str) -> PinMap:
    """The pin map in this text; raises `PinMapError` for the first thing that is wrong."""
    return _Reader(text, name).read()


class _Reader(TomlReader):
    """A pin map being read."""

    def read(self) -> PinMap:
        data = self.parsed()
        self.only(data, (), _TOP)
        if data.get("schema", SCHEMA) != SCHEMA:
            raise self.refusal(("schema",), shown(data["schema"]), str(SCHEMA))
        found = PinMap(
            name=self.name,
            audio=self.word(data, (), "audio", _AUDIO, "usb"),
            overlays=self._overlays(data),
            chips=MappingProxyType(dict(self._chips(data))),
            lines=MappingProxyType(dict(self._lines(data))),
            board=read_board(self, data),
        )
        for broken in chain(
            pinrules.check(found.audio, found.overlays, found.lines),
            pinboard.check(found.board, found.overlays, found.chips, found.lines),
        ):
            raise self.refusal(broken.path, broken.found, broken.allowed, broken.rule)
        return found

    def _overlays(self, data: Mapping[str, Any]) -> tuple[str, ...]:
        overlays = data.get("overlays", [])
        if not isinstance(overlays, list) or not all(isinstance(each, str) for each in overlays):
            raise self.refusal(("overlays",), shown(overlays), "a list of texts as in config.txt")
        return tuple(overlays)

    def _chips(self, data: Mapping[str, Any]) -> Iterator[tuple[str, Chip]]:
        chips = self.table(data, (), "chips")
        self.only(chips, ("chips",), ("header", "expander"))
        for key in ("header", "expander"):
            path = ("chips", key)
            table = self.table(chips, ("chips",), key)
            self.only(table, path, _CHIP_KEYS)
            labels = table.get("labels", list(_LABELS[key]))
            if (
                not isinstance(labels, list)
                or not labels
                or not all(isinstance(label, str) and label for label in labels)
            ):
                raise self.refusal((*path, "labels"), shown(labels), "a list of chip labels")
            i2c = table.get("i2c")
            if i2c is not None and (type(i2c) is not int or not 0x03 <= i2c <= 0x77):
                raise self.refusal((*path, "i2c"), shown(i2c), "0x03 to 0x77", "E20")
            reset_state = self.word(table, path, "reset_state", ("input",), "input")
            yield key, Chip(key, tuple(labels), i2c, reset_state)

    def _lines(self, data: Mapping[str, Any]) -> Iterator[tuple[LineId, Line]]:
        channels = self._channels(data)
        lines = self.table(data, (), "lines")
        # `[lines.judge.next]` and `[lines."judge.next"]` are the same to a person.
        judge = lines.pop("judge", {})
        if isinstance(judge, dict):
            lines.update({f"judge.{key}": value for key, value in judge.items()})
        for name in lines:
            if name not in ALL_LINES:
                raise self.refusal(("lines", name), "an unknown line", _some(ALL_LINES), "E1")
        for name in ALL_LINES:
            if name not in lines:
                raise self.refusal(("lines",), f"no {name}", f"[lines.{_quoted(name)}]", "E1")
            table = self.table(lines, ("lines",), name)
            yield name, self._line(name, table, channels)

    def _channels(self, data: Mapping[str, Any]) -> dict[str, dict[str, Fact]]:
        channels = self.table(data, (), "channels")
        return {
            name: self._facts(self.table(channels, ("channels",), name), ("channels", name))
            for name in channels
        }

    def _facts(self, table: Mapping[str, Any], path: tuple[str, ...]) -> dict[str, Fact]:
        self.only(table, path, tuple(_FACTS))
        for key, value in table.items():
            self.fact(value, (*path, key), _FACTS[key])
            if key in _WORDS:
                self.word(table, path, key, _WORDS[key], "")
        return dict(table)

    def _line(
        self, name: LineId, table: Mapping[str, Any], channels: Mapping[str, dict[str, Fact]]
    ) -> Line:
        path = ("lines", name)
        self.only(table, path, _LINE_KEYS + tuple(_FACTS))
        is_input = name in INPUTS
        bcm, node, pin = table.get("bcm"), table.get("node"), table.get("pin")
        if (bcm is None) == (node is None):
            both = "both" if bcm is not None else "neither"
            raise self.refusal(path, both, "bcm (header) or node (expander)")
        active_high = table.get("active_high", not is_input)
        if type(active_high) is not bool:
            raise self.refusal((*path, "active_high"), shown(active_high), "true, false")
        facts: dict[str, Fact] = {}
        if "channel" in table:
            channel = self.word(table, path, "channel", tuple(channels), "")
            facts.update(channels[channel])
        own = {key: value for key, value in table.items() if key in _FACTS}
        facts.update(self._facts(own, path))
        line = Line(
            id=name,
            is_input=is_input,
            bcm=bcm,
            node=node,
            pin=pin,
            pull=self.word(table, path, "pull", _PULLS, "up" if is_input else "none"),
            active_high=active_high,
            lamp=table.get("lamp"),
            facts=MappingProxyType(facts),
        )
        return pinrules.placed(
            line,
            lambda key, found, allowed, rule: self.refusal((*path, key), found, allowed, rule),
        )


def _some(names: tuple[LineId, ...]) -> str:
    return "seat1..seat10, lamp1..lamp10, " + ", ".join(
        name for name in names if not name.startswith(("seat", "lamp"))
    )


def _quoted(name: str) -> str:
    return f'"{name}"' if "." in name else name
