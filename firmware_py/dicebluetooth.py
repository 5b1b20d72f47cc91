"""Dice with a chip: two GoDice or two Pixels over Bluetooth, told as a reader tells them.

Needs the library bleak (extra `bluetooth`), which is loaded on this thread and nowhere else. What a
die says is decoded by pure functions; a throw is one that the die itself calls a throw, so a die
that was turned over, pushed, or leans on something makes none.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, Final

from firmware_py.dicelines import SETTLE_NS, Rate, ReaderState, Roll
from firmware_py.dicereader import Clock

_log = logging.getLogger(__name__)

DICE: Final = 2
RETRY_S: Final = 2.0
FIND_S: Final = 10.0
SERVICE: Final = "6e400001-b5a3-f393-e0a9-e50e24dcca9e"
GODICE: Final = "6e400003-b5a3-f393-e0a9-e50e24dcca9e"
PIXELS: Final = SERVICE
"""Where a die's messages come: GoDice have a characteristic of their own, Pixels name it like the
service that both have."""

Decode = Callable[[bytes], "int | None"]
_GRAVITY: Final = (
    (-64, 0, 0),
    (0, 0, 64),
    (0, 64, 0),
    (0, -64, 0),
    (0, 0, -64),
    (64, 0, 0),
)
"""What a GoDice feels with each face on top, from 1 to 6, in 64ths of gravity."""
_ROLL_STATE: Final = 3
_ROLLED: Final = 1


class NotAboutFaces(ValueError):
    """A message of a die about its battery, its colour, or what nobody asked."""


def godice(message: bytes) -> int | None:
    """The face of a die that lies after a throw; None: it rolls, leans or was only turned over.

    `R`; `S` and three signed bytes; `TS`, `FS`, `MS` and three signed bytes.
    """
    if message[:1] == b"S" and len(message) == 4:
        found = [byte - 256 if byte > 127 else byte for byte in message[1:]]
        return 1 + min(range(6), key=lambda face: _distance(found, _GRAVITY[face]))
    if message == b"R" or (message[:2] in (b"TS", b"FS", b"MS") and len(message) == 5):
        return None
    raise NotAboutFaces


def pixels(message: bytes) -> int | None:
    """The face of a die that lies after a throw: message 3, the state, the face from 0 on."""
    if len(message) != 3 or message[0] != _ROLL_STATE:
        raise NotAboutFaces
    face = message[2] + 1
    return face if message[1] == _ROLLED and face <= 6 else None


def _distance(found: Sequence[int], face: Sequence[int]) -> int:
    return sum((here - there) ** 2 for here, there in zip(found, face, strict=True))


class TwoDice:
    """What two dice say, as rolls: both were thrown, and both lie."""

    def __init__(self, rate: Rate = 1) -> None:
        self._settle_ns = int(SETTLE_NS * rate)
        self._faces: list[int | None] = [None] * DICE
        self._last_ns = 0

    def shows(self, die: int, face: int | None, at_ns: int) -> None:
        """Die 0 or 1 lies with this face up, or does not lie."""
        self._faces[die] = face
        self._last_ns = at_ns

    def pass_time(self, now_ns: int) -> Roll | None:
        """The roll that lay still for long enough; both dice have to be thrown for the next."""
        first, second = self._faces
        if first is None or second is None or now_ns - self._last_ns < self._settle_ns:
            return None
        self._faces = [None] * DICE
        return Roll((first, second), self._last_ns)


class BluetoothDice:
    """Listens to two dice until `close`. Calls back on its own thread, like `DiceReader`."""

    def __init__(
        self,
        addresses: Sequence[str],
        clock: Clock,
        on_roll: Callable[[Roll], None],
        on_state: Callable[[ReaderState], None],
        retry_s: float = RETRY_S,
    ) -> None:
        """`addresses`: of the two dice; empty: the first two that are found."""
        self._wanted = [address.upper() for address in addresses]
        self._clock = clock
        self._on_roll = on_roll
        self._on_state = on_state
        self._retry_s = retry_s
        self._two = TwoDice(clock.rate)
        self._held: dict[int, str] = {}
        self._heard: set[int] = set()
        self._state: ReaderState | None = None
        self._why: list[str] = [""] * DICE
        self._loop = asyncio.new_event_loop()
        self._stop = asyncio.Event()
        self._thread = threading.Thread(target=self._run, name="dice", daemon=True)

    def start(self) -> None:
        """Begin to look for the dice."""
        self._thread.start()

    def close(self) -> None:
        """No roll after this. Twice is harmless."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._stop.set)
            self._thread.join()
            self._loop.close()

    def _run(self) -> None:
        try:
            bleak = import_module("bleak")
        except ImportError as error:
            _log.warning("bluetooth dice: %s; install the extra `bluetooth`", error)
            self._become(ReaderState.AWAY)
            self._loop.run_until_complete(self._stop.wait())
            return
        self._become(ReaderState.AWAY)
        self._loop.run_until_complete(self._listen(bleak))

    async def _listen(self, bleak: Any) -> None:
        finding = asyncio.Lock()  # an adapter makes one search at a time
        dice = [asyncio.ensure_future(self._hold(die, bleak, finding)) for die in range(DICE)]
        await self._stop.wait()
        for die in dice:
            die.cancel()
        await asyncio.gather(*dice, return_exceptions=True)

    async def _hold(self, die: int, bleak: Any, finding: asyncio.Lock) -> None:
        """Find the die, listen to it, and begin again when it is lost."""
        while True:
            try:
                async with finding:
                    device = await self._find(die, bleak)
                    self._held[die] = device.address
                await self._hear(die, device, bleak)
            except Exception as error:  # noqa: BLE001 - whatever BlueZ, its bus or an adapter say
                self._lost(die, f"{type(error).__name__}: {error}")
            finally:
                self._heard.discard(die)
                self._held.pop(die, None)
                self._two.shows(die, None, self._clock.now_ns())
            await asyncio.sleep(self._retry_s)

    async def _find(self, die: int, bleak: Any) -> Any:
        """The device: the one that is named, or any die that nobody holds yet."""
        wanted = self._wanted[die : die + 1]

        def is_it(device: Any, advertised: Any) -> bool:
            if wanted:
                return bool(device.address.upper() == wanted[0])
            return SERVICE in advertised.service_uuids and device.address not in self._held.values()

        found = await bleak.BleakScanner.find_device_by_filter(is_it, timeout=FIND_S)
        if found is None:
            raise LookupError(f"no die {wanted[0] if wanted else ''} in reach")
        return found

    async def _hear(self, die: int, device: Any, bleak: Any) -> None:
        gone = asyncio.Event()
        async with bleak.BleakClient(device, lambda _: gone.set()) as client:
            is_godice = client.services.get_characteristic(GODICE) is not None
            decode: Decode = godice if is_godice else pixels
            where: Any = GODICE if is_godice else client.services.get_service(SERVICE)
            if not is_godice:
                where = where.get_characteristic(PIXELS)
            await client.start_notify(where, lambda _, data: self._said(die, decode, bytes(data)))
            _log.info("bluetooth dice: die %d is %s", die + 1, device.address)
            self._why[die] = ""
            self._heard.add(die)
            if len(self._heard) == DICE:
                self._become(ReaderState.OK)
            await gone.wait()
        raise ConnectionError("the die went away")

    def _said(self, die: int, decode: Decode, message: bytes) -> None:
        now_ns = self._clock.now_ns()
        try:
            self._two.shows(die, decode(message), now_ns)
        except NotAboutFaces:
            return
        due_ns = now_ns + int(SETTLE_NS * self._clock.rate)
        self._loop.call_later(self._clock.wait_s(due_ns) + 0.001, self._settle)

    def _settle(self) -> None:
        roll = self._two.pass_time(self._clock.now_ns())
        if roll is not None:
            self._on_roll(roll)

    def _lost(self, die: int, why: str) -> None:
        if why != self._why[die]:
            self._why[die] = why
            _log.warning("bluetooth dice: die %d: %s; it is tried again", die + 1, why)
        self._become(ReaderState.AWAY)

    def _become(self, state: ReaderState) -> None:
        if state is not self._state:
            self._state = state
            self._on_state(state)
