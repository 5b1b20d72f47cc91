"""Bytes that a fuzzer thinks out, for both ends of a line: `python -m tests.serial_line.fuzz`.

Needs atheris, which is no dependency and has no release for every Python: in a place of its own,
`python3.11 -m venv /tmp/fuzz && /tmp/fuzz/bin/pip install atheris`, then here
`/tmp/fuzz/bin/python -m tests.serial_line.fuzz --bytes 10000000`. Nothing else has to be installed.

It watches which lines each input reaches and makes the next ones from those that reached new ones;
it begins with whole frames of every kind. Nothing may raise, and a frame comes out only where its
very bytes went in.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import atheris  # type: ignore[import-not-found, unused-ignore]  # see above

with atheris.instrument_imports():
    from firmware_py.link import hello
    from firmware_py.link.frames import MOST_PAYLOAD, OPEN, Decoder, Frame, Kind, encode
    from firmware_py.link.gatewayend import GatewayEnd
    from firmware_py.link.messages import Word, pack_json, read_json, read_message
    from firmware_py.link.receiving import Receiver
    from firmware_py.link.tableend import TableEnd
    from rules.packed import pack, unpack

KEY = 0x5EED_1234
BAUD = 115_200
SECOND = 1_000_000_000
MOST_RECORD = 1_000_000


def nonce(size: int) -> bytes:
    return b"fuzzing!"[:size]


def seeds() -> list[bytes]:
    """Whole frames of every kind, and what they carry."""
    me = nonce(hello.NONCE)
    said = {
        Kind.DISCOVER: hello.pack_discover(hello.Discover(me, 4, 30)),
        Kind.HELLO: hello.pack_hello(hello.Hello(me, me)),
        Kind.WELCOME: hello.pack_welcome(hello.Welcome(me, me, 3, False)),
        Kind.STATE: bytes(5),
        Kind.DATA: b"\2\1\0" + pack(b'{"open":{}}\n')[: MOST_PAYLOAD - 3],
    }
    found = []
    for kind, payload in said.items():
        for from_gateway in (False, True):
            frame = Frame(kind, 3, from_gateway, first=True, last=True, payload=payload)
            found.append(b"\0" + encode(frame, 0 if kind in OPEN else KEY))
    live = b"\3\0\0" + pack_json({"game": "G1", "phase": "play"})
    return [*found, b"".join(found), live, bytes((Word.ANSWER, 1, 0, 200, 0)) + pack_json({})]


class Target:
    """What every input goes into; counts the bytes and ends the process when it was enough."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.fed = self.inputs = self.frames = 0
        self.began = time.monotonic()

    def __call__(self, data: bytes) -> None:
        self.fed += len(data)
        self.inputs += 1
        self.codec(data)
        self.ends(data)
        self.contents(data)
        if self.fed >= self.most:
            took = time.monotonic() - self.began
            print(
                f"{self.fed} bytes in {self.inputs} inputs, {self.frames} frames, all of them"
                f" whole; nothing raised; {took:.0f} s",
                flush=True,
            )
            os._exit(0)  # the fuzzer has no other way to be ended in good order

    def codec(self, data: bytes) -> None:
        decoder, receiver = Decoder(lambda _: KEY), Receiver()
        cut = data[0] if data else 0
        for found in (*decoder.feed(data[:cut]), *decoder.feed(data[cut:]), *decoder.feed(b"\0")):
            self.frames += 1
            wire = encode(found, 0 if found.kind in OPEN else KEY)
            assert wire in data + b"\0", f"{found} did not go in"
            if found.kind is Kind.DATA and not receiver.broken:
                receiver.take(found)

    def ends(self, data: bytes) -> None:
        table, gateway = TableEnd(BAUD, nonce, lambda _: 0), GatewayEnd(BAUD, nonce=nonce)
        bus = GatewayEnd(BAUD, bus=True, nonce=nonce)
        now = SECOND
        for end in (table, gateway, bus):
            end.opened(now)
            end.feed(data, now)
            end.take(now + SECOND)
            end.feed(data, now + 2 * SECOND)
            end.look(now + 9 * SECOND)
            end.events()

    def contents(self, data: bytes) -> None:
        message = read_message(data)
        if message is not None:
            read_json(message.body)
        for read in (hello.read_discover, hello.read_hello, hello.read_welcome):
            read(data)
        with suppress(ValueError):  # its way to say that this is no record
            unpack(data, MOST_RECORD)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bytes", type=int, default=10_000_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="fuzz-") as corpus:
        for number, seed in enumerate(seeds()):
            (Path(corpus) / f"seed{number}").write_bytes(seed)
        words = [sys.argv[0], corpus, f"-seed={args.seed}", "-max_len=2000", "-len_control=0"]
        atheris.Setup(words, Target(args.bytes))
        atheris.Fuzz()


if __name__ == "__main__":
    main()
