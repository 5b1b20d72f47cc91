"""A wire in virtual time: bytes take their time, and may be damaged on the way."""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable, Iterable, Sequence

from firmware_py.link.end import Changed, Down, Event, Message, Node, Up
from firmware_py.link.gatewayend import GatewayEnd
from firmware_py.link.quality import LineState
from firmware_py.link.tableend import TableEnd

MS = 1_000_000
SECOND = 1_000_000_000
BAUD = 115_200
PIECE = 16
"""Bytes that arrive together, as an adapter hands them on."""

Damage = Callable[[bytes], bytes]


def clean(data: bytes) -> bytes:
    return data


def bit_errors(rate: float, seed: int) -> Damage:
    """Flips each bit with this probability."""
    dice = random.Random(seed)

    def damage(data: bytes) -> bytes:
        out = bytearray(data)
        at = int(dice.expovariate(rate))
        while at < 8 * len(out):
            out[at // 8] ^= 1 << at % 8
            at += 1 + int(dice.expovariate(rate))
        return bytes(out)

    return damage


def at_another_speed(sent: int, heard: int) -> Damage:
    """What a port at `heard` baud makes of bytes that were sent at `sent` baud (8N1)."""

    def level(bits: list[int], tick: int) -> int:
        at = tick * sent // (heard * 16)
        return bits[at] if at < len(bits) else 1

    def damage(data: bytes) -> bytes:
        bits = [bit for byte in data for bit in (0, *(byte >> n & 1 for n in range(8)), 1)]
        end = len(bits) * heard * 16 // sent  # ticks are sixteenths of the hearer's bits
        found, tick = bytearray(), 0
        while tick < end:
            if level(bits, tick):
                tick += 1
                continue
            found.append(sum(level(bits, tick + 24 + 16 * n) << n for n in range(8)))
            tick += 152 + 8  # to the end of the stop bit, such as it is
        return bytes(found)

    return damage


def rough(seed: int, share: float = 0.02) -> Damage:
    """Drops, flips, repeats, inserts and reorders."""
    dice = random.Random(seed)

    def damage(data: bytes) -> bytes:
        if dice.random() > share:
            return data
        at = dice.randrange(len(data))
        match dice.randrange(5):
            case 0:
                return data[:at] + data[at + dice.randint(1, 8) :]
            case 1:
                return data[:at] + bytes((data[at] ^ 1 << dice.randrange(8),)) + data[at + 1 :]
            case 2:
                return data + data
            case 3:
                return data[:at] + dice.randbytes(dice.randint(1, 30)) + data[at:]
            case _:
                return data[at:] + data[:at]

    return damage


class Air:
    """The gateway and its tables on one wire. On a bus everybody hears everybody, and who speaks
    while somebody else does spoils both.
    """

    def __init__(
        self,
        gateway: GatewayEnd,
        tables: Sequence[TableEnd],
        damage: Damage = clean,
        *,
        baud: int = BAUD,
        latency_ns: int = 2 * MS,
        bus: bool = False,
    ) -> None:
        self.now = SECOND
        self.gateway, self.tables = gateway, list(tables)
        self.damage, self.baud, self.latency_ns, self.bus = damage, baud, latency_ns, bus
        self.back: Damage | None = None
        """What tables say, where it is damaged in another way than what the gateway says."""
        self.cut = False
        self.deaf: set[Node] = set()
        self.collisions = 0
        self.said: dict[Node, int] = {}
        self._busy: dict[Node, int] = {}
        self._coming: list[tuple[int, int, Node, bytes]] = []
        self._count = 0
        self.seen: list[tuple[Node, Event]] = []
        for node in self.nodes:
            node.opened(self.now)

    @property
    def nodes(self) -> list[Node]:
        return [self.gateway, *self.tables]

    def run(self, until: Callable[[], bool], within_s: float = 60) -> int:
        """Let time pass until `until` holds; nanoseconds it took."""
        began = self.now
        while not until():
            assert self.now - began < within_s * SECOND, f"nothing after {within_s} s"
            self.step()
        return self.now - began

    def pass_s(self, seconds: float) -> None:
        end = self.now + int(seconds * SECOND)
        self.run(lambda: self.now >= end, seconds + 2)

    def step(self) -> None:
        for node in self.nodes:
            if node in self.deaf:
                continue
            data = node.take(self.now)
            if data:
                self._send(node, data)
            self._note(node)
        due = min(node.due_ns(self.now) for node in self.nodes if node not in self.deaf)
        if self._coming:
            due = min(due, self._coming[0][0])
        self.now = max(self.now + 1000, due)
        while self._coming and self._coming[0][0] <= self.now:
            _, _, node, data = heapq.heappop(self._coming)
            if data and not self.cut and node not in self.deaf:
                node.feed(data, self.now)
                self._note(node)

    def _send(self, node: Node, data: bytes) -> None:
        self.said[node] = self.said.get(node, 0) + len(data)
        begin = max(self.now, self._busy.get(node, 0))
        if self.bus and any(end > begin for other, end in self._busy.items() if other is not node):
            self.collisions += 1
            data = bytes(byte ^ 0x5A for byte in data)
        damage = self.damage if node is self.gateway else self.back or self.damage
        for at in range(0, len(data), PIECE):
            piece = data[at : at + PIECE]
            begin += len(piece) * 10 * SECOND // self.baud
            for hearer in self._hearers(node):
                self._count += 1
                heapq.heappush(
                    self._coming,
                    (begin + self.latency_ns, self._count, hearer, damage(piece)),
                )
        self._busy[node] = begin

    def _hearers(self, node: Node) -> Iterable[Node]:
        if self.bus:
            return [other for other in self.nodes if other is not node]
        return [self.tables[0] if node is self.gateway else self.gateway]

    def _note(self, node: Node) -> None:
        self.seen += [(node, event) for event in node.events()]

    def messages(self, node: Node) -> list[bytes]:
        return [
            event.data for who, event in self.seen if who is node and isinstance(event, Message)
        ]

    def states(self, node: Node) -> list[LineState]:
        return [
            event.state for who, event in self.seen if who is node and isinstance(event, Changed)
        ]

    def ups(self, node: Node) -> int:
        return sum(isinstance(event, Up) for who, event in self.seen if who is node)

    def downs(self, node: Node) -> int:
        return sum(isinstance(event, Down) for who, event in self.seen if who is node)


def counted(seed: int) -> Callable[[int], bytes]:
    """Nonces that a test can repeat."""
    dice = random.Random(seed)
    return dice.randbytes
