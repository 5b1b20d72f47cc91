"""Renders a bank's files: whole or not at all, and durable. Never imported by a running table."""

from __future__ import annotations

import os
import shutil
import wave
from array import array
from collections.abc import Iterable

from kiosk.sound import mask
from kiosk.sound.bank import SoundBank
from kiosk.sound.synthesis import render


def make(bank: SoundBank, names: Iterable[str]) -> list[str]:
    """Make those of `names` that are missing; returns them. Folders of older scores go."""
    missing = bank.missing(names)
    bank.folder.mkdir(parents=True, exist_ok=True)
    for name in missing:
        if name == mask.NAME:
            _write(bank, name, mask.render(bank.book.rate))
        else:
            _write(bank, name, render(bank.book, bank.score(name), bank.voice))
    folder = os.open(bank.folder, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
    for other in bank.root.glob(f"voice-{bank.voice.number:02}-*"):
        if other != bank.folder:
            shutil.rmtree(other, ignore_errors=True)
    return missing


def _write(bank: SoundBank, name: str, samples: array[int]) -> None:
    part = bank.path(name).with_suffix(f".{os.getpid()}.part")
    with part.open("wb") as raw:
        with wave.open(raw, "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(bank.book.rate)
            file.writeframes(samples.tobytes())
        raw.flush()
        os.fsync(raw.fileno())
    part.replace(bank.path(name))
