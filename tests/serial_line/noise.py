"""A line between ports that damages what it carries: `python noise.py PORT PORT... [options]`.

Each PORT becomes a link to a pseudo terminal; what one says all others hear. The line is as fast as
the machine; what nobody reads is lost, as on a wire. SIGUSR1 pulls all plugs and puts other ports
into their place a moment later; SIGTERM ends it and prints what it did.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import select
import signal
import sys
import time
import tty
from dataclasses import asdict, dataclass
from pathlib import Path

CHUNK = 512
UNPLUGGED_S = 0.3


@dataclass
class Done:
    """What the line did to the bytes."""

    bytes: int = 0
    flips: int = 0
    bursts: int = 0
    drops: int = 0
    repeats: int = 0
    inserts: int = 0
    swaps: int = 0
    lost: int = 0
    unplugs: int = 0


class Noise:
    """Damages pieces of bytes, each way by its own dice."""

    def __init__(self, seed: int, ber: float, rate: float) -> None:
        self.dice = random.Random(seed)
        self.ber, self.rate = ber, rate
        self.done = Done()

    def __call__(self, data: bytes) -> bytes:
        self.done.bytes += len(data)
        data = self.flipped(data)
        if self.dice.random() < self.rate * len(data):
            data = self.mangled(data)
        return data

    def flipped(self, data: bytes) -> bytes:
        if self.ber == 0:
            return data
        out = bytearray(data)
        at = int(self.dice.expovariate(self.ber))
        while at < 8 * len(out):
            out[at // 8] ^= 1 << at % 8
            self.done.flips += 1
            at += 1 + int(self.dice.expovariate(self.ber))
        return bytes(out)

    def mangled(self, data: bytes) -> bytes:
        dice, done = self.dice, self.done
        at = dice.randrange(len(data))
        match dice.randrange(5):
            case 0:
                done.bursts += 1
                junk = dice.randbytes(dice.randint(1, 40))
                return data[:at] + junk + data[at + len(junk) :]
            case 1:
                done.drops += 1
                return data[:at] + data[at + dice.randint(1, 20) :]
            case 2:
                done.repeats += 1
                return data + data
            case 3:
                done.inserts += 1
                return data[:at] + dice.randbytes(dice.randint(1, 20)) + data[at:]
            case _:
                done.swaps += 1
                return data[at:] + data[:at]


class Port:
    """A pseudo terminal with a lasting name."""

    def __init__(self, link: Path) -> None:
        self.link = link
        self.plug()

    def plug(self) -> None:
        self.master, self.slave = os.openpty()
        tty.setraw(self.slave)
        os.set_blocking(self.master, False)
        part = self.link.with_name(self.link.name + ".new")
        part.unlink(missing_ok=True)
        part.symlink_to(os.ttyname(self.slave))
        part.replace(self.link)

    def pull(self) -> None:
        self.link.unlink(missing_ok=True)
        os.close(self.master)
        os.close(self.slave)


def carry(source: Port, targets: list[Port], noise: Noise) -> None:
    try:
        said = os.read(source.master, CHUNK)
    except OSError:
        return
    for target in targets:
        data = noise(said)
        try:
            written = os.write(target.master, data) if data else 0
        except OSError:
            written = 0
        noise.done.lost += len(data) - written


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("ports", type=Path, nargs="+")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ber", type=float, default=1e-4)
    parser.add_argument("--rate", type=float, default=1e-4, help="of worse than a flip, per byte")
    args = parser.parse_args()
    ports = [Port(link) for link in args.ports]
    noise = Noise(args.seed, args.ber, args.rate)
    asked = {"stop": False, "unplug": False}
    signal.signal(signal.SIGTERM, lambda *_: asked.update(stop=True))
    signal.signal(signal.SIGUSR1, lambda *_: asked.update(unplug=True))
    print("ready", flush=True)
    while not asked["stop"]:
        if asked["unplug"]:
            asked["unplug"] = False
            noise.done.unplugs += 1
            for port in ports:
                port.pull()
            time.sleep(UNPLUGGED_S)
            for port in ports:
                port.plug()
        by_fd = {port.master: port for port in ports}
        ready, _, _ = select.select(list(by_fd), [], [], 0.1)
        for fd in ready:
            source = by_fd[fd]
            carry(source, [port for port in ports if port is not source], noise)
    print(json.dumps(asdict(noise.done)))
    for port in ports:
        port.pull()
    sys.stdout.flush()


if __name__ == "__main__":
    main()
