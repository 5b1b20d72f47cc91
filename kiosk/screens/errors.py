"""Faults of the screen's own material. Imports nothing."""

from __future__ import annotations


class ScreenError(Exception):
    """Base; never raised itself."""


class FontError(ScreenError, FileNotFoundError):
    """A font file is missing or unreadable: names the file, the package and the remedy."""

    def __init__(self, path: str) -> None:
        super().__init__(
            f"{path}: font not found or damaged; install the Debian package fonts-roboto-unhinted "
            "(./setup.sh does it)"
        )


class TextsError(ScreenError, FileNotFoundError):
    """A compiled catalogue is missing: names the file and the remedy."""

    def __init__(self, path: str) -> None:
        super().__init__(f"{path}: texts are not compiled; run ./setup.sh demo, run or test once")
