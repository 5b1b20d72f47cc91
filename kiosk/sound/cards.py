"""Which loudspeaker: by the card's name, because card numbers change from boot to boot."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

CARDS: Final = Path("/proc/asound/cards")
_CARD: Final = re.compile(r"^\s*\d+ \[(\S+)\s*\]: (.+?) - (.+)$", re.MULTILINE)


def card_names(cards: Path = CARDS) -> tuple[str, ...]:
    """The names of the machine's sound cards, in no order that means anything."""
    try:
        text = cards.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ()
    return tuple(name.strip() for _, _, name in _CARD.findall(text))


def may_sound(environ: Mapping[str, str], cards: Path = CARDS) -> bool:
    """Whether trying to open a loudspeaker makes sense.

    Without any card the sound library fills the log with its search each time it is asked.
    """
    if environ.get("SDL_AUDIODRIVER") or environ.get("PULSE_SERVER"):
        return True
    runtime = environ.get("XDG_RUNTIME_DIR")
    servers = ("pulse/native", "pipewire-0")
    if runtime and any((Path(runtime) / server).exists() for server in servers):
        return True
    return bool(card_names(cards))


def choose_device(wanted: str, devices: Sequence[str]) -> str | None:
    """The device whose name holds `wanted`; `wanted` empty: a USB loudspeaker if there is one.

    None: whatever the system calls its default. LookupError if `wanted` is not there.
    """
    for device in devices:
        if (wanted or "usb").casefold() in device.casefold():
            return device
    if wanted:
        there = ", ".join(devices) or "none"
        raise LookupError(f"sound.device = {wanted!r} is not connected; there are: {there}")
    return None


def is_hdmi(device: str | None, cards: Sequence[str]) -> bool:
    """Whether the sound goes through a screen, which falls asleep in silence."""
    names = [device] if device is not None else cards
    return bool(names) and all("hdmi" in name.casefold() for name in names)


def still_there(device: str | None, at_opening: Sequence[str], now: Sequence[str]) -> bool:
    """Whether the card opened as `device` is still in the machine, as far as one can know."""
    if device is None:
        return bool(now) or not at_opening
    mine = [name for name in at_opening if device.startswith(name) or name.startswith(device)]
    return not mine or any(name in now for name in mine)
