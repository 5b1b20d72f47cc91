"""`tableside.toml`: the settings of one table, checked; and where the rules' editions are read.

A wrong key, type or value is a UserError with file, line, key, what was found and what is allowed.
A service must not stay dark over a typing mistake: the settings of the last good start are kept
aside (`tableside.good.toml`) and `load_or_last_good` falls back to them and says so.
"""

from __future__ import annotations

import logging
import re
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from kiosk.disk import MODE_SECRET, read_utf8, write_whole
from kiosk.errors import UserError
from kiosk.pin import PIN_RULE, is_pin
from kiosk.sound.settings import SoundSettings, parse_sound
from rules.shown import shown
from rules.tomlkeys import key_lines, line_of, no_toml
from rules.value import Value, replace
from rules.words import NAME_RULE, is_name

log = logging.getLogger(__name__)

GOOD: Final = "tableside.good.toml"
LANGUAGES: Final = ("en", "hu", "da", "ru", "sv")
PINS: Final = ("auto", "gpio", "simulated")
SCREENS: Final = ("auto", "window", "fullscreen", "offscreen")
URL: Final = re.compile(
    r"https?://(?:\[[0-9A-Fa-f:.%]+\]|[^\s/:?#@\[\]]+)(?::(?P<port>\d{1,5}))?(?:/\S*)?", re.ASCII
)
AUTO: Final = "auto"
MDNS: Final = "mdns"
CONSOLES: Final = ("auto", "display", "web", "blind")


class Config(Value):
    """Every setting of a table, with its default."""

    table: str = ""
    language: str = "en"
    edition: str = "hun-2009"
    league: str = "auto"
    league_baud: int = 115_200
    spare_folder: str = ""
    """Where the open game's copy is kept besides, a plugged stick; empty: nowhere."""
    pins: str = "auto"
    pin_map: str = ""
    lockout_ms: int = 25
    screen: str = "auto"
    width: int = 1280
    height: int = 720
    console: str = "auto"
    console_language: str = ""
    """The console's own; empty: the table's."""
    pin: str = ""
    """The referee's PIN; empty: the one that `kiosk console --set-pin` keeps, if any."""
    dice: str = "entered"
    dice_baud: int = 115_200
    keypad: str = "auto"
    keypad_code: str = ""
    sound: SoundSettings = SoundSettings()


class Key(NamedTuple):
    """Where a setting stands in the file, what it may be, and the check."""

    field: str
    allowed: str
    check: Callable[[Any], bool]


def _one_of(allowed: tuple[str, ...] | tuple[int, ...]) -> Callable[[Any], bool]:
    return lambda found: type(found) is type(allowed[0]) and found in allowed


def _whole(least: int, most: int) -> Callable[[Any], bool]:
    return lambda found: type(found) is int and least <= found <= most


def _is_league(found: Any) -> bool:
    return isinstance(found, str) and is_league(found)


def is_league(found: str) -> bool:
    """`none`, `auto`, `mdns`, `serial:PORT`, `http://...` or `https://...`."""
    url = URL.fullmatch(found)
    if url is not None:
        return url["port"] is None or 0 < int(url["port"]) < 65_536
    return found in ("none", AUTO, MDNS) or bool(re.fullmatch(r"serial:\S+", found))


DICE: Final = re.compile(
    r"entered|table|reader:\S+|bluetooth(:(?:[0-9A-Fa-f]{2}:){5}[0-9A-Fa-f]{2},"
    r"(?:[0-9A-Fa-f]{2}:){5}[0-9A-Fa-f]{2})?",
    re.ASCII,
)
DICE_RULE: Final = "entered, table, reader:PORT, bluetooth or bluetooth:ADDRESS,ADDRESS"
BAUDS: Final = (9_600, 19_200, 38_400, 57_600, 115_200, 230_400, 460_800, 921_600)


def is_dice(found: Any) -> bool:
    """A word for where dice come from (docs/rules/dice.md)."""
    return isinstance(found, str) and DICE.fullmatch(found) is not None


KEYPAD_RULE: Final = "auto, none, VENDOR:PRODUCT or a part of the keypad's name"


def _is_device(found: Any) -> bool:
    return isinstance(found, str) and found.strip() == found != ""


def _is_code(found: Any) -> bool:
    return isinstance(found, str) and re.fullmatch(r"[0-9]{0,8}", found) is not None


SOUND: Final = "sound"  # its keys and checks: kiosk/sound/settings.py
LEAGUE_RULE: Final = "http://HOST:PORT, https://HOST, serial:PORT, mdns, auto or none"
KEYS: Final[Mapping[str, Mapping[str, Key]]] = MappingProxyType(
    {
        "table": {
            "name": Key("table", NAME_RULE, is_name),
            "language": Key("language", ", ".join(LANGUAGES), _one_of(LANGUAGES)),
            "edition": Key(
                "edition", "an edition's id", lambda found: isinstance(found, str) and bool(found)
            ),
        },
        "league": {
            "url": Key("league", LEAGUE_RULE, _is_league),
            "baud": Key("league_baud", ", ".join(map(str, BAUDS)), _one_of(BAUDS)),
        },
        "spare": {
            "folder": Key("spare_folder", "a folder's path", lambda found: isinstance(found, str)),
        },
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
        "console": {
            "language": Key("console_language", ", ".join(LANGUAGES), _one_of(LANGUAGES)),
            "pin": Key("pin", PIN_RULE, is_pin),
        },
        "keypad": {
            "device": Key("keypad", KEYPAD_RULE, _is_device),
            "code": Key("keypad_code", "up to 8 digits", _is_code),
        },
        "dice": {
            "source": Key("dice", DICE_RULE, is_dice),
            "baud": Key("dice_baud", ", ".join(map(str, BAUDS)), _one_of(BAUDS)),
        },
    }
)


def parse(text: str, name: str) -> Config:
    """The settings in `text`; `name` is the file in the messages."""
    try:
        found = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        line_no, why = no_toml(text, error)
        raise UserError(f"{name}:{line_no}: not TOML: {why}") from None
    config, lines = Config(), key_lines(text)
    for table, values in found.items():
        where = f"{name}:{line_of(lines, (table,))}"
        if not isinstance(values, dict) or (table != SOUND and table not in KEYS):
            allowed = ", ".join(f"[{known}]" for known in (*KEYS, SOUND))
            what = "no table:" if table == SOUND or table in KEYS else "unknown"
            raise UserError(f"{where}: {what} {table!r}; allowed: {allowed}")
        for key, value in values.items():
            line = f"{name}:{line_of(lines, (table, key))}"
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
        found = "found another text" if known.field == "pin" else f"= {shown(value)}"
        raise UserError(f"{where} {found}; allowed: {known.allowed}")
    return replace(config, **{known.field: value})


def load(path: Path) -> Config:
    """The settings of a home; the defaults where there is no file."""
    text = _read(path)
    if text is None:
        return Config()
    config = parse(text, str(path))
    _check_files(config, path, text)
    return config


def _check_files(config: Config, path: Path, text: str) -> None:
    """What is named must be there; found out now, while the last good settings can still serve."""
    lines = key_lines(text)
    if config.edition != Config().edition:
        from kiosk.editions import Editions

        editions = Editions(path.parent)
        if editions.path(config.edition) is None:
            raise UserError(
                f"{path}:{line_of(lines, ('table', 'edition'))}: table.edition = "
                f"{config.edition!r}; allowed: {', '.join(editions.names())}"
            )
    if config.pin_map and not Path(config.pin_map).is_file():
        raise UserError(
            f"{path}:{line_of(lines, ('pins', 'map'))}: pins.map = {config.pin_map!r}; "
            "allowed: a pin map's file that is there"
        )


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
    if text is None or text == _read(good):
        return
    try:
        write_whole(good, text.encode(), mode=MODE_SECRET)  # a PIN may stand in it
    except OSError as error:  # a full disk: the table runs, and says NOT SAVING
        log.warning("%s: cannot be written: %s", good, error.strerror)


def _read(path: Path) -> str | None:
    try:
        return read_utf8(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
