"""`tableside.toml`: the settings of one table, checked; and where the rules' editions are read.

A wrong key, type or value is a UserError with file, line, key, what was found and what is allowed.
A service must not stay dark over a typing mistake: the settings of the last good start are kept
aside (`tableside.good.toml`) and `load_or_last_good` falls back to them and says so.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from kiosk.disk import write_whole
from kiosk.errors import UserError
from kiosk.sound.settings import SoundSettings, parse_sound
from rules.value import Value, replace

GOOD: Final = "tableside.good.toml"
LANGUAGES: Final = ("en", "hu", "da", "ru", "sv")
PINS: Final = ("auto", "gpio", "simulated")
SCREENS: Final = ("auto", "window", "fullscreen", "offscreen")
CONSOLES: Final = ("auto", "display", "web", "blind")
NAME: Final = re.compile(r"[\w.-]{1,64}")


class Config(Value):
    """Every setting of a table, with its default."""

    table: str = ""
    language: str = "en"
    edition: str = "hun-2009"
    league: str = "none"
    pins: str = "auto"
    pin_map: str = ""
    lockout_ms: int = 25
    screen: str = "auto"
    width: int = 1280
    height: int = 720
    console: str = "auto"
    sound: SoundSettings = SoundSettings()


class Key(NamedTuple):
    """Where a setting stands in the file, what it may be, and the check."""

    field: str
    allowed: str
    check: Callable[[Any], bool]


def _one_of(words: tuple[str, ...]) -> Callable[[Any], bool]:
    return lambda found: found in words


def _whole(least: int, most: int) -> Callable[[Any], bool]:
    return lambda found: type(found) is int and least <= found <= most


def _is_league(found: Any) -> bool:
    return isinstance(found, str) and is_league(found)


def is_league(found: str) -> bool:
    """`none`, `mdns`, `serial:PORT`, `http://...` or `https://...`."""
    return found in ("none", "mdns") or bool(re.fullmatch(r"serial:\S+|https?://[^\s/]+\S*", found))


SOUND: Final = "sound"  # its keys and checks: kiosk/sound/settings.py
LEAGUE_RULE: Final = "http://HOST:PORT, https://HOST, serial:PORT, mdns or none"
KEYS: Final[Mapping[str, Mapping[str, Key]]] = MappingProxyType(
    {
        "table": {
            "name": Key(
                "table",
                "1 to 64 letters, digits, '_', '.' or '-'",
                lambda found: isinstance(found, str) and bool(NAME.fullmatch(found)),
            ),
            "language": Key("language", ", ".join(LANGUAGES), _one_of(LANGUAGES)),
            "edition": Key(
                "edition", "an edition's id", lambda found: isinstance(found, str) and bool(found)
            ),
        },
        "league": {"url": Key("league", LEAGUE_RULE, _is_league)},
        "pins": {
            "mode": Key("pins", ", ".join(PINS), _one_of(PINS)),
            "map": Key("pin_map", "a file's path", lambda found: isinstance(found, str)),
            "lockout_ms": Key("lockout_ms", "a whole number 5 to 30", _whole(5, 30)),
        },
        "screen": {
            "mode": Key("screen", ", ".join(SCREENS), _one_of(SCREENS)),
            "width": Key("width", "a whole number 480 to 7680", _whole(480, 7680)),
            "height": Key("height", "a whole number 480 to 4320", _whole(480, 4320)),
            "console": Key("console", ", ".join(CONSOLES), _one_of(CONSOLES)),
        },
    }
)


def parse(text: str, name: str) -> Config:
    """The settings in `text`; `name` is the file in the messages."""
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UserError(f"{name}: not TOML: {error}") from None
    config = Config()
    for table, values in found.items():
        where = f"{name}:{_line_of(text, table, None)}"
        if not isinstance(values, dict) or (table != SOUND and table not in KEYS):
            allowed = ", ".join(f"[{known}]" for known in (*KEYS, SOUND))
            raise UserError(f"{where}: unknown {table!r}; allowed: {allowed}")
        for key, value in values.items():
            line = f"{name}:{_line_of(text, table, key)}"
            if table == SOUND:
                parse_sound({key: value}, line)
            else:
                config = _with(config, KEYS[table], f"{line}: {table}.{key}", key, value)
    return replace(config, sound=parse_sound(found.get(SOUND, {}), name))


def _with(config: Config, keys: Mapping[str, Key], where: str, key: str, value: Any) -> Config:
    known = keys.get(key)
    if known is None:
        raise UserError(f"{where}: unknown key; allowed: {', '.join(keys)}")
    if not known.check(value):
        raise UserError(f"{where} = {value!r}; allowed: {known.allowed}")
    return replace(config, **{known.field: value})


def load(path: Path) -> Config:
    """The settings of a home; the defaults where there is no file."""
    text = _read(path)
    return Config() if text is None else parse(text, str(path))


class Loaded(NamedTuple):
    """Settings, and what is wrong with the file if they are the last good ones."""

    config: Config
    fault: str | None


def load_or_last_good(path: Path) -> Loaded:
    """For a service: a wrong file is a fault to show, not a reason to stay dark."""
    try:
        return Loaded(load(path), None)
    except UserError as error:
        good = path.with_name(GOOD)
        try:
            return Loaded(load(good) if good.exists() else Config(), str(error))
        except UserError:
            return Loaded(Config(), str(error))


def keep_good(path: Path) -> None:
    """Remember these settings as those of the last good start (only when they differ)."""
    text = _read(path)
    good = path.with_name(GOOD)
    if text is not None and text != _read(good):
        write_whole(good, text.encode())


def _read(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"{path}: cannot be read: {error}") from None


def _line_of(text: str, table: str, key: str | None) -> int:
    """The line of a key, for the message; 1 where it cannot be found (dotted or inline tables)."""
    inside = False
    for number, line in enumerate(text.splitlines(), 1):
        header = re.match(r"\s*\[+\s*([^\]\s]+)\s*\]", line)
        if header:
            inside = header[1].strip("\"'") == table
            if inside and key is None:
                return number
        bare = re.match(r"\s*[\"']?([\w.-]+)[\"']?\s*=", line)
        if bare and ((inside and bare[1] == key) or bare[1] in (f"{table}.{key}", table)):
            return number
    return 1
