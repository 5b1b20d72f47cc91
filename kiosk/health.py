"""What is not as it should be, as signs; and what the machine itself says about its supply."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from firmware_py.timesource import Wall
from kiosk.inbox import Condition, Keypad, Link, Reader, Road, Saving, Sound
from kiosk.screens.frame import COUNTED, Sign, SignId

NAMES: Final = {
    SignId.NOT_SAVING: "NOT SAVING",
    SignId.SIMULATED: "SIMULATED",
    SignId.PINS: "PINS",
    SignId.CLOCK_NOT_SET: "CLOCK NOT SET",
    SignId.UNDER_VOLTAGE: "UNDER-VOLTAGE",
    SignId.KEYPAD_LOST: "KEYPAD LOST",
    SignId.NO_DICE: "NO DICE",
    SignId.NO_SOUND: "NO SOUND",
    SignId.KEYPAD_LOCKED: "KEYPAD LOCKED",
    SignId.BAUD_RATE: "BAUD RATE?",
    SignId.LOGIN_PAGE: "LOGIN PAGE?",
    SignId.CERTIFICATE: "CERTIFICATE?",
    SignId.OTHER_LEAGUE: "OTHER LEAGUE?",
    SignId.LINK_DOWN: "LINK DOWN",
    SignId.NOT_ENROLLED: "NOT ENROLLED",
    SignId.NOT_SENT: "NOT SENT",
}
FAULTS: Final = {
    "garbled": SignId.BAUD_RATE,
    "portal": SignId.LOGIN_PAGE,
    "redirect": SignId.LOGIN_PAGE,
    "proxy": SignId.LINK_DOWN,
    "cut": SignId.LINK_DOWN,
    "certificate": SignId.CERTIFICATE,
    "early": SignId.CERTIFICATE,
    "stranger": SignId.OTHER_LEAGUE,
    "ailing": SignId.LINK_DOWN,
    "silent": SignId.LINK_DOWN,
    "foreign": SignId.LINK_DOWN,
    "no_port": SignId.LINK_DOWN,
    "unheard": SignId.LINK_DOWN,
    "other_version": SignId.LINK_DOWN,
}
"""The sign of a way that is down, by what is known of it (inbox.py, `Link`); LINK DOWN else."""
REMEDIES: Final = frozenset(FAULTS) - {"stranger"}
"""What a table without a game says at length, with what to do: `kiosk.link.WORD`."""
REFUSED: Final = "refused"
"""The same where the way is good and the league does not want what comes."""

THROTTLED: Final = Path("/sys/devices/platform/soc/soc:firmware/get_throttled")
UNDER_VOLTAGE_NOW: Final = 0x1
UNDER_VOLTAGE_SINCE_BOOT: Final = 0x10000


class Health:
    """The facts behind the signs; the loop keeps them."""

    def __init__(self, *, simulated: bool, link: bool | None = None) -> None:
        self.simulated = simulated
        self.saving = True
        self.stuck = False
        """The disk has been at one write for too long."""
        self.clock_set = True
        self.under_voltage = False
        self.keypad_lost = False
        self.keypad_locked = False
        self.sound = True
        self.dice = True
        """The dice come by themselves, or nobody wants them to."""
        self.link = link
        """Whether the league answers; None: there is none, or it was not asked yet."""
        self.fault = ""
        """What more is known of a way that is down: a word of `FAULTS`."""
        self.enrolled = True
        """Whether the league knows this table, as far as it was asked."""
        self.key_words = ""
        """Of the table's key, while the league does not."""
        self.road = Road()
        """By which the league is reached."""
        self.outbox = 0
        self.refused = 0
        """Of those in the outbox: the league will not take them as they are."""
        self.dead_lines = 0
        """Pins that do not work, or are pressed since the start."""

    def hear(self, item: Condition) -> None:
        """A part of the table says how it is."""
        match item:
            case Saving(ok, _):
                self.saving = ok
            case Sound(ok):
                self.sound = ok
            case Reader(ok):
                self.dice = ok
            case Keypad(lost, locked):
                self.keypad_lost, self.keypad_locked = lost, locked
            case Link(up, waiting, enrolled, fault, key_words, road, refused):
                self.link, self.outbox, self.enrolled = up, waiting, enrolled
                self.fault, self.key_words, self.road = fault, key_words, road
                self.refused = refused

    def look(self, wall: Wall, throttled: Path = THROTTLED) -> None:
        """Look at what only looking tells: the wall clock's trust mark, and the supply."""
        self.clock_set = wall.synced
        self.under_voltage = under_voltage(throttled)

    @property
    def remedy(self) -> str:
        """The word of `REMEDIES` for a way that is down, or for results that are refused."""
        if self.link is False:
            return self.fault if self.fault in REMEDIES else ""
        return REFUSED if self.refused and self.enrolled else ""

    @property
    def is_saving(self) -> bool:
        """The record reaches the disk."""
        return self.saving and not self.stuck

    def signs(self) -> tuple[Sign, ...]:
        """The signs that are up, most important first."""
        up = {
            SignId.NOT_SAVING: not self.is_saving,
            SignId.SIMULATED: self.simulated,
            SignId.PINS: self.dead_lines > 0,
            SignId.CLOCK_NOT_SET: not self.clock_set,
            SignId.UNDER_VOLTAGE: self.under_voltage,
            SignId.KEYPAD_LOST: self.keypad_lost,
            SignId.NO_DICE: not self.dice,
            SignId.NO_SOUND: not self.sound,
            SignId.KEYPAD_LOCKED: self.keypad_locked,
            FAULTS.get(self.fault, SignId.LINK_DOWN): self.link is False,
            SignId.NOT_ENROLLED: not self.enrolled,
            SignId.NOT_SENT: self.outbox > 0,
        }
        counts = {SignId.PINS: self.dead_lines, SignId.NOT_SENT: self.outbox}
        return tuple(Sign(name, counts.get(name, 0)) for name in SignId if up.get(name))


def words(signs: Iterable[Sign]) -> list[str]:
    """The signs as `kiosk status` names them."""
    return [
        f"{NAMES[sign.id]} ({sign.count})" if sign.id in COUNTED else NAMES[sign.id]
        for sign in signs
    ]


def under_voltage(path: Path = THROTTLED) -> bool:
    """Whether the supply sags now or did since the start; False where the machine cannot say."""
    try:
        bits = int(path.read_text().strip(), 16)
    except (OSError, ValueError):
        return False
    return bool(bits & (UNDER_VOLTAGE_NOW | UNDER_VOLTAGE_SINCE_BOOT))
