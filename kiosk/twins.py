"""The seats' keys on the keyboard, where the pins are simulated: they close the seat's own contact.

So a key is debounced, answered and counted like the button whose twin it is. With real pins a key
cannot move a contact; then it is a gesture of its own (gestures.py), written without a `line`.
"""

from __future__ import annotations

from collections.abc import Callable

from firmware_py.simulated import SimulatedTable
from firmware_py.table import Table
from kiosk.gestures import SEAT_KEYS
from kiosk.inbox import Item, Key


def through_pins(put: Callable[[Item], None], table: Table) -> Callable[[Item], None]:
    """`put` for whoever reads keys: a seat's key works its pin, all else goes to the inbox."""
    if not isinstance(table, SimulatedTable):
        return put
    pins: SimulatedTable = table

    def hand(item: Item) -> None:
        seat = SEAT_KEYS.get(item.name) if type(item) is Key else None
        if type(item) is not Key or seat is None:
            put(item)
        elif item.down:
            pins.press(f"seat{seat}", item.at_ns)
        else:
            pins.release(f"seat{seat}", item.at_ns)

    return hand
