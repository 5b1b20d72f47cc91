"""The table's pins as one thing: `open_table(...)` gives a `Table`, real or simulated.

    with open_table(pin_map, "auto", SystemTime(), inbox.put) as table:
        table.lamps.show(3, ON, now)          # LampBoard, see lamps.py
        table.buzzer.play(notes, at_ns)       # Buzzer, see buzzer.py
        table.level("seat3")                  # pressed, electrically, now?
        table.held                            # pressed when it was opened: jammed
        table.faults                          # LineFault for each line that does not work
        table.simulated, table.kind, table.why_simulated, table.board

`pins`: `gpio` (the kernel's chips by lgpio, or `PinsUnavailable`), `simulated`, or `auto` (gpio
where the machine has a header that can be had, else simulated, with the reason). The pin factory
is always passed to each device, so `GPIOZERO_PIN_FACTORY` means nothing here, and the native
factory, whose callbacks do not fire on current kernels, is never used.

A line that cannot be had is a `LineFault` and the others play on. Outputs are claimed dark and
silent in the same call, and are off after `close`. Signals are the program's business.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Final, Literal, NamedTuple, Self, TypeVar

from gpiozero import LED, InputDevice, TonalBuzzer
from gpiozero.exc import GPIOZeroError
from gpiozero.pins.pi import PiFactory
from gpiozero.tones import Tone

from firmware_py.buttons import Buttons, OnEdge
from firmware_py.buzzer import LINE, MID_TONE, OCTAVES, Buzzer
from firmware_py.errors import FirmwareError, LineBusy, PinsUnavailable, UnknownBoard
from firmware_py.kinds import LineFault, LineId
from firmware_py.lamps import LampBoard, OnOutput
from firmware_py.pinlines import SEATS, Line
from firmware_py.pinmap import PinMap
from firmware_py.timesource import TimeSource

T = TypeVar("T")
Pins = Literal["auto", "gpio", "simulated"]
PINS: Final = ("auto", "gpio", "simulated")

_log = logging.getLogger(__name__)


class Chips(NamedTuple):
    """The pin factories a table is built on. `expander` None: it was not found.

    `stamp` turns the header's ticks into table time; `errors` are what its library raises.
    """

    header: PiFactory
    expander: PiFactory | None
    stamp: Callable[[float], int]
    errors: tuple[type[Exception], ...] = ()


class Table:
    """The table's lines, open. Everything is shut by `close`, which may be called twice."""

    simulated: bool = False
    kind: str = "gpio"
    why_simulated: str = ""

    def __init__(
        self,
        pin_map: PinMap,
        chips: Chips,
        time: TimeSource,
        on_edge: OnEdge,
        on_output: OnOutput | None = None,
    ) -> None:
        self.pin_map = pin_map
        self.board: str = chips.header.board_info.description
        self.chips = chips
        self._time = time
        self._faults: list[LineFault] = []
        self._closed = False
        self._outputs: dict[LineId, LED] = {}
        # Outputs first: a lamp that an earlier program left lit goes dark at once.
        piezo = self._open_buzzer()
        self._open_lamps()
        self.buzzer = Buzzer(piezo, time, on_output, self._lost)
        self._piezo = piezo
        self.lamps = LampBoard(
            {seat: led for seat in SEATS if (led := self._outputs.get(LineId(f"lamp{seat}")))},
            len(SEATS),
            on_output,
            self._lost,
        )
        self.buttons = Buttons(chips.stamp, on_edge)
        self._open_inputs()
        self.held = self.buttons.held()
        self._jammed = self.held

    @property
    def faults(self) -> tuple[LineFault, ...]:
        """The lines that do not work, in the order in which that was found."""
        return tuple(self._faults)

    @property
    def jammed(self) -> tuple[LineFault, ...]:
        """Inputs that are pressed since the opening, as `check` saw them last."""
        return tuple(
            LineFault(
                line, "pins.held", "pins.held.remedy", (("pin", self.pin_map.lines[line].place),)
            )
            for line in self._jammed
        )

    def level(self, line: LineId) -> bool:
        """Is this input pressed, electrically, now?"""
        return self.buttons.level(line)

    @property
    def reread(self) -> Callable[[LineId], bool] | None:
        """What `Debouncer.settle` reads lines with; None where no edge can be lost."""
        return self.level

    def check(self) -> None:
        """Look whether lamps still obey (else they are in `faults`), and what is still jammed."""
        self.lamps.check()
        self._jammed = tuple(line for line in self._jammed if self.level(line))

    def close(self) -> None:
        """Silent, dark, and every line given back."""
        if self._closed:
            return
        self._closed = True
        self.buttons.close()
        self.buzzer.close()
        self.lamps.close(self._time.now_ns())
        for device in self._outputs.values():
            device.close()
        if self._piezo is not None:
            self._piezo.close()
        for factory in (self.chips.header, self.chips.expander):
            if factory is not None:
                factory.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _open_buzzer(self) -> TonalBuzzer | None:
        def make(factory: PiFactory, place: int | str) -> TonalBuzzer:
            return TonalBuzzer(place, mid_tone=Tone(MID_TONE), octaves=OCTAVES, pin_factory=factory)

        return self._open(self.pin_map.lines[LINE], make)

    def _open_lamps(self) -> None:
        for seat in SEATS:
            line = self.pin_map.lamp(seat)

            def make(factory: PiFactory, place: int | str, line: Line = line) -> LED:
                return LED(
                    place,
                    active_high=line.active_high,
                    initial_value=False,
                    pin_factory=factory,
                )

            led = self._open(line, make)
            if led is not None:
                self._outputs[line.id] = led

    def _open_inputs(self) -> None:
        for line in self.pin_map.inputs:

            def make(factory: PiFactory, place: int | str, line: Line = line) -> InputDevice:
                device = InputDevice(place, pull_up=True, pin_factory=factory)
                try:
                    self.buttons.watch(line.id, device, active_high=line.active_high)
                except self.chips.errors:
                    device.close()
                    raise
                return device

            self._open(line, make)

    def _open(self, line: Line, make: Callable[[PiFactory, int | str], T]) -> T | None:
        """The device, or None and a fault that names the line, its pin and what to do."""
        place = line.bcm if line.bcm is not None else line.node
        factory = self.chips.header if line.chip == "header" else self.chips.expander
        pin = ("pin", line.place)
        if factory is None or place is None:
            labels = ", ".join(self.pin_map.chips[line.chip].labels)
            self._fault(line, "pins.no_chip", pin, ("chip", labels))
            return None
        try:
            return make(factory, place)
        except LineBusy as busy:
            self._fault(line, "pins.busy", pin, ("holder", busy.holder), ("overlay", busy.overlay))
        except (FirmwareError, GPIOZeroError, OSError, *self.chips.errors) as error:
            self._fault(line, "pins.refused", pin, ("cause", str(error)))
        return None

    def _lost(self, fault: LineFault) -> None:
        """A line that worked is told by its place, as one that never did."""
        place = self.pin_map.lines[fault.line].place
        self._faults.append(fault._replace(details=(("pin", place),)))

    def _fault(self, line: Line, reason: str, *details: tuple[str, str]) -> None:
        fault = LineFault(line.id, reason, f"{reason}.remedy", details)
        _log.error("%s", described(fault))
        self._faults.append(fault)


def open_table(
    pin_map: PinMap,
    pins: Pins,
    time: TimeSource,
    on_edge: OnEdge,
    *,
    on_output: OnOutput | None = None,
    environ: Mapping[str, str] = os.environ,
) -> Table:
    """Open every line of the map. `on_edge` is called on another thread and must only queue.

    Raises `PinsUnavailable` with pins = "gpio" when there is no header to be had, and
    `UnknownBoard` whatever `pins` is.
    """
    from firmware_py.simulated import SimulatedTable

    why = ""
    if pins != "simulated":
        from firmware_py import gpio

        try:
            chips = gpio.open_chips(pin_map, time, environ)
        except PinsUnavailable as unavailable:
            if pins == "gpio" or isinstance(unavailable, UnknownBoard):
                raise
            why = str(unavailable)
            _log.warning("the pins are simulated: %s", why)
        else:
            return Table(pin_map, chips, time, on_edge, on_output)
    return SimulatedTable(pin_map, time, on_edge, on_output, environ=environ, why=why)


def described(fault: LineFault) -> str:
    """A fault in English, for the log: line, pin, cause and remedy in one sentence."""
    details = dict(fault.details)
    where = f"{fault.line} on {details.get('pin', '?')}"
    if fault.reason == "pins.busy":
        holder = details["holder"] or "another program"
        overlay = details["overlay"] or "another program that uses it"
        return f"{where} is held by {holder}; look for {overlay} and remove it"
    if fault.reason == "pins.no_chip":
        return (
            f"{where}: no chip {details['chip']} was found; "
            "check its cable, its address and the overlay in config.txt"
        )
    if fault.reason == "pins.lost":
        return f"{where} no longer obeys; check the cable"
    return f"{where} cannot be had: {details.get('cause', '')}"
