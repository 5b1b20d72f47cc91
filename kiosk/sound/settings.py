"""Settings `[sound]` of a table."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from kiosk.errors import UserError
from rules.value import Value

QUIETEST_DB: Final = -30
CLASSES: Final = ("A", "B", "C", "D")
MASK: Final = "mask"
LOUDEST_MASK_DB: Final = 12
"""The mask has to be louder than the keys that it covers, whatever they are."""
AS_IT_IS: Final[Mapping[str, int]] = MappingProxyType(dict.fromkeys((*CLASSES, MASK), 0))


class Mode(StrEnum):
    """Where sound comes from. `silent` is a choice, not a fault: lamps and screen stay."""

    AUTO = "auto"
    SPEAKER = "speaker"
    PIEZO = "piezo"
    BOTH = "both"
    SILENT = "silent"


class SoundSettings(Value):
    """How a table sounds. `latency_ms` and `preroll_ms` None: as the device wants it."""

    mode: Mode = Mode.AUTO
    voice: int | None = None
    device: str = ""
    latency_ms: int | None = None
    preroll_ms: int | None = None
    keep_awake: bool = True
    volume_db: Mapping[str, int] = AS_IT_IS


def parse_sound(table: Mapping[str, object], file: str) -> SoundSettings:
    """The table `[sound]` as `SoundSettings`; UserError names file, key, found and allowed."""
    allowed = ("mode", "voice", "device", "latency_ms", "preroll_ms", "keep_awake", "volume")
    for key in table:
        if key not in allowed:
            raise UserError(f"{file}: sound.{key} is no setting; there are: {', '.join(allowed)}")
    voice = table.get("voice", "auto")
    device = table.get("device", "")
    awake = table.get("keep_awake", True)
    if not isinstance(device, str):
        raise _wrong(file, "device", device, "a part of the sound card's name")
    if not isinstance(awake, bool):
        raise _wrong(file, "keep_awake", awake, "true or false")
    return SoundSettings(
        mode=_mode(table.get("mode", Mode.AUTO), file),
        voice=None if voice == "auto" else _whole(file, "voice", voice, 1, 15, ' or "auto"'),
        device=device,
        latency_ms=_optional(file, "latency_ms", table, 0, 500),
        preroll_ms=_optional(file, "preroll_ms", table, 0, 3000),
        keep_awake=awake,
        volume_db=_volumes(table.get("volume", {}), file),
    )


def _mode(found: object, file: str) -> Mode:
    try:
        return Mode(str(found))
    except ValueError:
        raise _wrong(file, "mode", found, "one of " + ", ".join(Mode)) from None


def _optional(file: str, key: str, table: Mapping[str, object], low: int, high: int) -> int | None:
    return _whole(file, key, table[key], low, high) if key in table else None


def _volumes(found: object, file: str) -> Mapping[str, int]:
    if not isinstance(found, Mapping) or not set(found) <= {*CLASSES, MASK}:
        raise _wrong(file, "volume", found, "a table of A, B, C, D, mask")
    volumes = {
        klass: _whole(file, f"volume.{klass}", found.get(klass, 0), QUIETEST_DB, 0)
        for klass in CLASSES
    }
    low, high = QUIETEST_DB, LOUDEST_MASK_DB
    volumes[MASK] = _whole(file, f"volume.{MASK}", found.get(MASK, 0), low, high)
    if volumes["A"] < volumes["C"]:
        raise _wrong(file, "volume.A", volumes["A"], f"{volumes['C']} (volume.C) or more")
    return volumes


def _whole(file: str, key: str, found: object, low: int, high: int, also: str = "") -> int:
    if isinstance(found, bool) or not isinstance(found, int) or not low <= found <= high:
        raise _wrong(file, key, found, f"a whole number from {low} to {high}{also}")
    return found


def _wrong(file: str, key: str, found: object, wanted: str) -> UserError:
    return UserError(f"{file}: sound.{key} = {found!r}; write {wanted}")
