"""The drawings of the table's box: its inputs, its lamps and buzzer."""

from __future__ import annotations

from typing import Final

from firmware_py.header import PIN_OF_BCM
from firmware_py.kinds import LineId
from firmware_py.pinlines import SEATS, Line
from firmware_py.pinmap import PinMap
from hardware.chips import EXPANDER_DIP, driver_of
from hardware.figure import Drawing, Parts, beside, drawing, joined, part, shown_elsewhere, wires

_CHANNEL: Final = ("r-pull", "r-series", "c-filter", "tvs")


def inputs(pin_map: PinMap, parts: Parts) -> Drawing:
    """Header to channels, channels to jacks, the judge's socket and the shutdown button."""
    lines = pin_map.inputs
    count = len(lines)
    seat = {signal: pin for pin, signal in pin_map.board.jacks["seat"].items()}
    judge = pin_map.board.jacks["judge"]
    ends = {line.id: (f"J{n}", seat["SEAT"]) for n, line in enumerate(lines[: len(SEATS)], start=1)}
    ends |= {LineId(signal): ("J11", pin) for pin, signal in judge.items() if signal != "GND"}
    ends[LineId("shutdown")] = ("S7", 1)
    connectors: Drawing = {
        "P1": part(parts, "ribbon", subtype="header of the Raspberry Pi",
                    pins=[line.pin for line in lines], pinlabels=[_bcm(line) for line in lines]),
        "CH": shown_elsewhere(
            "channels of the board", pins=[*range(1, count + 1), "GND"],
            pinlabels=[*(str(line.id) for line in lines), "ground rail"],
            **beside(parts, *_CHANNEL, qty=count)),
    }  # fmt: skip
    for number in SEATS:
        connectors[f"J{number}"] = part(
            parts, "jack", subtype=f"table, SEAT {number}", pins=[seat["SEAT"], seat["GND"]],
            pinlabels=["SEAT", "GND"],
        )  # fmt: skip
    connectors["J11"] = part(
        parts, "judge-socket", pins=list(judge), pinlabels=list(judge.values())
    )
    connectors["S7"] = part(parts, "shutdown-button", pins=[1, 2], pinlabels=["NO", "COM"])
    # From the board to the plugs, in the order of the plugs: a signal, then its ground.
    run: list[tuple[str, int | str, tuple[str, int]]] = []
    for number, line in enumerate(lines, start=1):
        run.append((str(line.id), number, ends[line.id]))
        if line.id.startswith("seat"):
            run.append(("GND", "GND", (ends[line.id][0], seat["GND"])))
        elif line.id == "shutdown":
            run.append(("GND", "GND", ("S7", 2)))
    run += [("GND", "GND", ("J11", pin)) for pin, signal in judge.items() if signal == "GND"]
    return drawing(
        "Tableside: inputs of the box",
        "Each channel: 2.2 kohm from 3.3 V and the TVS to ground at the jack, 4.7 kohm to the pin, "
        "10 nF from the pin to ground.",
        connectors=connectors,
        cables={
            "W1": wires([str(line.id) for line in lines]),
            "W2": wires([label for label, *_ in run]),
        },
        connections=[
            *(joined(("P1", [line.pin or 0]), ("W1", [number]), ("CH", [number]))
              for number, line in enumerate(lines, start=1)),
            *(joined(("CH", [start]), ("W2", [number]), (end[0], [end[1]]))
              for number, (_, start, end) in enumerate(run, start=1)),
        ],
    )  # fmt: skip


def lamps(pin_map: PinMap, parts: Parts) -> Drawing:
    """Expander, sink drivers, feed and meter to the ten jacks; the clock; the buzzer."""
    lines = [pin_map.lamp(seat) for seat in SEATS]
    buzzer = pin_map.lines[LineId("buzzer")]
    pin = {signal: number for number, signal in pin_map.board.jacks["seat"].items()}
    behind = [driver_of(line.node or "") for line in lines]
    names = [str(line.id) for line in lines]
    i2c = ["3.3 V", "GND", "SCL", "SDA"]
    return drawing(
        "Tableside: lamps and buzzer of the box",
        "5 V - PTC - meter - 68 ohm each - LAMP+; LAMP- - sink driver. "
        "3.3 V feeds expander, meter and clock.",
        connectors=_lamp_plugs(pin_map, parts),
        cables={
            "W1": wires([*i2c, "A0", "A1", "A2"]), "W2": wires(i2c), "W3": wires(i2c),
            "W4": wires(["5 V"]), "W5": wires(["5 V, fused"]),
            "W6": wires(names), "W7": wires(names), "W8": wires(["lamp feed"] * len(lines)),
            "W9": wires(["5 V", "buzzer"], notes="through Q1: base by 1 kohm, 10 kohm to GND"),
            "W10": wires(["GND", "GND"]),
        },
        connections=[
            joined(("P1", [1, 6, 5, 3, 6, 6, 6]), ("W1", range(1, 8)),
                   ("U1", [9, 10, 12, 13, 15, 16, 17])),
            joined(("P1", [1, 6, 5, 3]), ("W2", range(1, 5)), ("A1", range(1, 5))),
            joined(("P1", [1, 6, 5, 3]), ("W3", range(1, 5)), ("A2", range(1, 5))),
            joined(("P1", [2]), ("W4", [1]), ("F1", [1])),
            joined(("F1", [2]), ("W5", [1]), ("A1", [5])),
            *(joined(("U1", [EXPANDER_DIP[line.node or ""]]), ("W6", [n]), (chip, [into]))
              for n, (line, (chip, into, _)) in enumerate(zip(lines, behind, strict=True), 1)),
            *(joined((chip, [out]), ("W7", [n]), (f"J{n}", [pin["LAMP-"]]))
              for n, (chip, _, out) in enumerate(behind, start=1)),
            *(joined(("A1", [6]), ("W8", [n]), (f"J{n}", [pin["LAMP+"]])) for n in SEATS),
            joined(("P1", [2, buzzer.pin or 0]), ("W9", [1, 2]), ("LS1", [1, 2])),
            joined(("P1", [6]), ("W10", [1]), ("U2", [9])),
            joined(("P1", [6]), ("W10", [2]), ("U3", [9])),
        ],
    )  # fmt: skip


def _lamp_plugs(pin_map: PinMap, parts: Parts) -> Drawing:
    lines = [pin_map.lamp(seat) for seat in SEATS]
    buzzer = pin_map.lines[LineId("buzzer")]
    pin = {signal: number for number, signal in pin_map.board.jacks["seat"].items()}
    plugs: Drawing = {
        "P1": shown_elsewhere("ribbon to the Raspberry Pi", pins=[1, 2, 3, 5, 6, buzzer.pin],
                              pinlabels=["3.3 V", "5 V", "SDA", "SCL", "GND", _bcm(buzzer)]),
        "U1": part(parts, "expander",
                   pins=[9, 10, 12, 13, 15, 16, 17, 18,
                         *(EXPANDER_DIP[line.node or ""] for line in lines)],
                   pinlabels=["VDD", "VSS", "SCL", "SDA", "A0", "A1", "A2", "RESET",
                              *(line.node for line in lines)],
                   notes="RESET by 10 kohm to VDD; A0 A1 A2 to GND: address 0x20",
                   **beside(parts, "r-reset", "c-bypass")),
        "F1": part(parts, "ptc", pins=[1, 2]),
        "A1": part(parts, "meter", pins=[1, 2, 3, 4, 5, 6],
                   pinlabels=["VCC 3.3 V", "GND", "SCL", "SDA", "Vin+", "Vin-"]),
        "A2": part(parts, "clock", pins=[1, 2, 3, 4],
                   pinlabels=["VCC 3.3 V", "GND", "SCL", "SDA"]),
        "LS1": part(parts, "piezo", pins=[1, 2], pinlabels=["to 5 V", "to Q1's collector"],
                    **beside(parts, "npn", "r-base", "r-off", "r-piezo", "diode")),
    }  # fmt: skip
    for name in ("U2", "U3"):
        mine = [place for line in lines if (place := driver_of(line.node or ""))[0] == name]
        plugs[name] = part(
            parts, "sink-driver",
            pins=[*(into for _, into, _ in mine), 9, *(out for _, _, out in mine)],
            pinlabels=[*(f"in {k}" for _, k, _ in mine), "GND", *(f"out {k}" for _, k, _ in mine)],
            notes="pin 10 stays open",
        )  # fmt: skip
    for seat in SEATS:
        plugs[f"J{seat}"] = shown_elsewhere(
            f"table, SEAT {seat}", pins=[pin["LAMP+"], pin["LAMP-"]], pinlabels=["LAMP+", "LAMP-"],
            **beside(parts, "r-feed"),
        )  # fmt: skip
    return plugs


def _bcm(line: Line) -> str:
    assert line.bcm is not None
    assert PIN_OF_BCM[line.bcm] == line.pin
    return f"BCM {line.bcm}"
