"""An edge to a line on disk: gpiozero's callback, two queue hand-offs, one write, one fsync."""

import os
import queue
import threading
import time

from gpiozero import DigitalInputDevice
from gpiozero.pins.mock import MockFactory


def measure(path, line, count, gap_s, hand_offs):
    """Nanoseconds from each edge until its bytes are durable; else the callback itself saves."""
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    took, done = [], queue.SimpleQueue()

    def save(data):
        os.write(fd, data)
        os.fsync(fd)
        done.put(time.perf_counter_ns())

    reach = _then(_then(save)) if hand_offs else save
    factory = MockFactory()
    button = DigitalInputDevice(5, pull_up=True, pin_factory=factory)
    button.when_activated = lambda: reach(line)
    for _ in range(count):
        time.sleep(gap_s)
        began = time.perf_counter_ns()
        factory.pin(5).drive_low()
        took.append(done.get() - began)
        factory.pin(5).drive_high()
    return took


def _then(do):
    items = queue.SimpleQueue()
    threading.Thread(target=lambda: [do(items.get()) for _ in iter(int, 1)], daemon=True).start()
    return items.put
