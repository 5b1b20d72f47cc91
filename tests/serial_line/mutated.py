"""Random and mutated bytes for the codec: `python -m tests.serial_line.mutated --bytes 10000000`.

Nothing may raise, and no frame may come out that did not go in.
"""

from __future__ import annotations

import argparse
import random
import time

from firmware_py.link.frames import MOST_PAYLOAD, Decoder, Frame, Kind, encode
from firmware_py.link.receiving import Receiver

KEY = 0x5EED_1234


def some_frame(dice: random.Random) -> Frame:
    return Frame(
        Kind(dice.randrange(5)),
        dice.randrange(64),
        dice.random() < 0.5,
        dice.random() < 0.5,
        dice.randrange(3),
        dice.random() < 0.5,
        dice.random() < 0.5,
        dice.randrange(256),
        dice.randrange(256),
        dice.randbytes(dice.randrange(MOST_PAYLOAD + 1)),
    )


def mutated(data: bytes, dice: random.Random) -> bytes:
    at = dice.randrange(len(data))
    some = dice.randint(1, 12)
    match dice.randrange(6):
        case 0:
            return data[:at] + bytes((data[at] ^ 1 << dice.randrange(8),)) + data[at + 1 :]
        case 1:
            return data[:at] + data[at + some :]
        case 2:
            return data[:at] + dice.randbytes(some) + data[at:]
        case 3:
            return data[:at] + data[at : at + some] + data[at:]
        case 4:
            return data[:at] + dice.randbytes(some) + data[at + some :]
        case _:
            return data[at:] + data[:at]


def run(count: int, seed: int) -> tuple[int, int, int]:
    """Bytes fed, frames that were whole all the same, wrong frames."""
    dice = random.Random(seed)
    decoder, receiver = Decoder(lambda _: KEY), Receiver()
    fed = whole = wrong = 0
    while fed < count:
        if dice.random() < 0.3:
            data, sent = dice.randbytes(dice.randint(1, 600)), set()
        else:
            frame = some_frame(dice)
            key = 0 if frame.kind < Kind.STATE else KEY
            data, sent = mutated(encode(frame, key), dice), {frame}
        for found in (*decoder.feed(data), *decoder.feed(b"\0")):
            whole += found in sent
            wrong += found not in sent
            if found.kind is Kind.DATA:
                receiver.take(found)
                receiver = Receiver() if receiver.broken else receiver
        fed += len(data) + 1
    return fed, whole, wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bytes", type=int, default=10_000_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    began = time.monotonic()
    fed, whole, wrong = run(args.bytes, args.seed)
    print(f"{fed} bytes, {whole} whole frames, {wrong} wrong, {time.monotonic() - began:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
