"""Makes missing sounds while the table already runs: another process, of low priority.

A thread would do it in the same time, but every press would then wait for its turn at the
interpreter.
"""

from __future__ import annotations

import logging
import subprocess
import sys
from collections.abc import Collection
from pathlib import Path
from typing import Final

from kiosk.sound.bank import SoundBank

_CHECKOUT: Final = Path(__file__).resolve().parents[2]
_NICE: Final = "10"
_log = logging.getLogger(__name__)


class Renderer:
    """Has those of the sounds `names` of a bank made that are missing."""

    def __init__(self, bank: SoundBank, names: Collection[str]) -> None:
        self._bank = bank
        self._names = names
        self._process: subprocess.Popen[bytes] | None = None
        self.failed = False
        """The missing sounds cannot be made: the home cannot be written, for instance."""
        missing = bank.missing(names)
        if missing:
            self._begin(missing)

    @property
    def busy(self) -> bool:
        """Whether sounds were still being made at the last `look`."""
        return self._process is not None

    def look(self) -> None:
        """Take note of the end if it has come."""
        if self._process is None or self._process.poll() is None:
            return
        self._process = None
        missing = self._bank.missing(self._names)
        self.failed = bool(missing)
        if missing:
            _log.error("sounds %s could not be made in %s", ", ".join(missing), self._bank.root)

    def close(self) -> None:
        """Stop making them; what is done stays. Twice is harmless."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait()
            self._process = None

    def _begin(self, missing: list[str]) -> None:
        command = [sys.executable, "-m", "kiosk.sound", "--nice", _NICE]
        command += [
            "--table",
            str(self._bank.voice.number),
            "--out",
            str(self._bank.root.absolute()),
        ]
        try:
            self._process = subprocess.Popen(
                [*command, *missing],
                cwd=_CHECKOUT,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        except OSError as wrong:
            _log.error("sounds cannot be made: %s", wrong)
            self.failed = True
