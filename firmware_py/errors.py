"""Errors of pins and wires: each names the thing, what was found, the remedy. Imports nothing."""

from __future__ import annotations


class FirmwareError(Exception):
    """Base; never raised itself."""


class PinMapError(FirmwareError, ValueError):
    """The pin map is wrong: file, line, key, what was found, what is allowed, and the rule."""

    def __init__(
        self, name: str, line: int, key: str, found: str, allowed: str, rule: str = "E25"
    ) -> None:
        super().__init__(f"{name}:{line}: {key}: found {found}; allowed: {allowed} (rule {rule})")
        self.name = name
        self.line = line
        self.key = key
        self.found = found
        self.allowed = allowed
        self.rule = rule


class PinsUnavailable(FirmwareError, RuntimeError):
    """The table's pins cannot be had at all: says why and what to do about it."""

    def __init__(self, reason: str, remedy: str) -> None:
        super().__init__(f"{reason}; {remedy}")
        self.reason = reason
        self.remedy = remedy


class UnknownBoard(PinsUnavailable):
    """What names the board (`TABLESIDE_BOARD`) names none: the user's to put right."""


class LineBusy(FirmwareError, OSError):
    """Somebody else holds this line: names line, pin, holder and the likely overlay."""

    def __init__(self, line: str, pin: str, holder: str, overlay: str) -> None:
        super().__init__(
            f"{line} on {pin} is held by {holder or 'another program'}; "
            f"look for {overlay or 'another program that uses it'} and remove it"
        )
        self.line = line
        self.pin = pin
        self.holder = holder
        self.overlay = overlay


class LineLost(FirmwareError, OSError):
    """A line that worked no longer obeys (a pulled cable, a stuck bus)."""

    def __init__(self, pin: str, cause: str) -> None:
        super().__init__(f"{pin} does not obey: {cause}; check the cable and the expander")
        self.pin = pin
