"""From a hand to its stamp with gpiozero alone: ten pads at once, each callback takes the time."""

import time

from gpiozero import DigitalInputDevice
from gpiozero.pins.mock import MockFactory

PINS = (4, 5, 6, 12, 13, 16, 17, 19, 20, 21)
GAP_S = 0.05


def measure(count):
    """Nanoseconds from each hand to the stamp of its callback."""
    factory, stamps, took = MockFactory(), {}, []
    pads = [DigitalInputDevice(pin, pull_up=True, pin_factory=factory) for pin in PINS]
    for pad in pads:
        pad.when_activated = _stamp(stamps, pad)
    for _ in range(count // len(PINS)):
        time.sleep(GAP_S)
        for pin, pad in zip(PINS, pads, strict=True):
            began = time.perf_counter_ns()
            factory.pin(pin).drive_low()
            took.append(stamps[pad] - began)
        for pin in PINS:
            factory.pin(pin).drive_high()
    return took


def _stamp(stamps, pad):
    def stamp():
        stamps[pad] = time.perf_counter_ns()

    return stamp
