"""The drawings of what is plugged into the box: a seat, the judge's box, the bus."""

from __future__ import annotations

from firmware_py.pinmap import PinMap
from hardware.figure import Drawing, Parts, beside, drawing, joined, part, shown_elsewhere, wires


def seat(pin_map: PinMap, parts: Parts) -> Drawing:
    """Table's jack, patch cable, pad and button with their lamps."""
    signals = pin_map.board.jacks["seat"]
    labels = [signals.get(pin, "open") for pin in range(1, 9)]
    pin = {signal: number for number, signal in signals.items()}
    eight: list[int] = list(range(1, 9))
    jack = {"pins": eight, "pinlabels": labels}
    two = {"pins": [1, 2]}
    button = [pin["SEAT"], pin["GND"]]
    lamp = [pin["LAMP+"], pin["LAMP-"]]
    return drawing(
        "Tableside: one seat",
        "Ten of these. Button and pad are parallel; 4 5 7 8 stay open at both ends.",
        connectors={
            "J1": shown_elsewhere("RJ45 keystone jack", subtype="table, SEAT n", **jack),
            "X1": part(parts, "jack", subtype="seat unit, IN", **jack),
            "X2": part(parts, "through-jack", subtype="seat unit, THROUGH", **jack),
            "S1": part(parts, "microswitch", pinlabels=["NO", "COM"], notes="NC stays open",
                       **two),
            "S2": part(parts, "seat-button", pins=[1, 2, 3, 4],
                        pinlabels=["NO", "COM", "LED +", "LED -"],
                        notes="its own resistor: no 100 ohm"),
            "H1": part(parts, "led", pinlabels=["anode, long leg", "cathode"], **two)
            | beside(parts, "r-led"),
        },
        cables={
            "W1": part(
                parts, "patch-cable", category="cable", color_code="T568B", wirecount=8, length=2
            ),
            "W2": wires(["SEAT", "GND"]),
            "W3": wires(["SEAT", "GND", "LAMP+", "LAMP-"]),
            "W4": wires(["LAMP+", "LAMP-"]),
            "W5": wires(list(signals.values())),
        },
        connections=[
            joined(("J1", eight), ("W1", eight), ("X1", eight)),
            joined(("X1", button), ("W2", [1, 2]), ("S1", [1, 2])),
            joined(("X1", [*button, *lamp]), ("W3", [1, 2, 3, 4]), ("S2", [1, 2, 3, 4])),
            joined(("X1", lamp), ("W4", [1, 2]), ("H1", [1, 2])),
            joined(("X1", list(signals)), ("W5", [1, 2, 3, 4]), ("X2", list(signals))),
        ],
    )  # fmt: skip


def judge(pin_map: PinMap, parts: Parts) -> Drawing:
    """Socket, cable, six keys."""
    pins = pin_map.board.jacks["judge"]
    keys = [(pin, signal) for pin, signal in pins.items() if signal != "GND"]
    ground = [pin for pin, signal in pins.items() if signal == "GND"]
    connectors: Drawing = {
        "J11": shown_elsewhere("GX16-8 socket in the box", pins=list(pins),
                                pinlabels=list(pins.values())),
        "GND": shown_elsewhere("ground, from key to key", pincount=1),
    }  # fmt: skip
    for number, (_, signal) in enumerate(keys, start=1):
        connectors[f"S{number}"] = part(
            parts, "judge-key", subtype=signal.partition(".")[2].upper(), pins=[1, 2],
            pinlabels=["NO", "COM"],
        )  # fmt: skip
    return drawing(
        "Tableside: the judge's box",
        "Each key between its wire and ground; what protects it sits on the table board.",
        connectors=connectors,
        cables={
            "W1": part(parts, "judge-cable", category="cable", wirecount=8, color_code="DIN",
                        wirelabels=list(pins.values()), length=1.5),
            "W2": wires(["GND"] * len(keys)),
        },
        connections=[
            *(joined(("J11", [pin]), ("W1", [pin]), (f"S{number}", [1]))
              for number, (pin, _) in enumerate(keys, start=1)),
            joined(("J11", ground), ("W1", ground), ("GND", [1] * len(ground))),
            *(joined(("GND", [1]), ("W2", [number]), (f"S{number}", [2]))
              for number in range(1, len(keys) + 1)),
        ],
    )  # fmt: skip


def bus(pin_map: PinMap, parts: Parts) -> Drawing:
    """Adapter to the two jacks of a table on a serial bus."""
    signals = {pin: name for pin, name in pin_map.board.jacks["bus"].items() if name != "12V"}
    pins, names = list(signals), list(signals.values())
    jack = {"pins": pins, "pinlabels": names}
    return drawing(
        "Tableside: the bus to other tables",
        "Only where tables talk by wire. IN and OUT are wired through; 120 ohm only at both ends.",
        connectors={
            "A3": part(parts, "bus-adapter", pins=[1, 2, 3], pinlabels=names,
                        notes="D1 is the wire that idles higher; makers letter A and B both ways"),
            "B1": part(parts, "bus-jack", subtype="BUS in", **jack),
            "B2": part(parts, "bus-jack", subtype="BUS out", **jack) | beside(parts, "r-end"),
        },
        cables={"W1": wires(names, notes="D1 and D0 are one twisted pair"), "W2": wires(names)},
        connections=[
            joined(("A3", [1, 2, 3]), ("W1", [1, 2, 3]), ("B1", pins)),
            joined(("B1", pins), ("W2", [1, 2, 3]), ("B2", pins)),
        ],
    )  # fmt: skip
