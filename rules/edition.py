"""Edition files: TOML text in, a checked `Edition` out, every error with file, line and key.

A file is either complete, or it `extends` another by id and holds only what differs, each setting
in the table where the extended file has it. A value may stand alone or, where the document does
not state it, as `{ value = 50, status = "proposed" }` (or "presupposed").
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from rules.errors import EditionError
from rules.registry import GAMES, settings_of
from rules.settings import Choice, Kind, Misfit, Setting, Several, Table, Text, Whole
from rules.shown import shown
from rules.tomlkeys import Path, key_lines, line_of, no_toml
from rules.value import Value, replace

SCHEMA: Final = 1
STATUSES: Final = ("presupposed", "proposed")
DEEPEST: Final = 8
"""Files that extend one another."""


_CHANGES: Final = Several(
    Table(MappingProxyType({"date": Text(), "what": Text(), "by": Text()}), frozenset({"by"})),
    0,
    1000,
)


class Edition(Value):
    """The rules in force, resolved: every setting of its game has a value."""

    id: str
    document: str
    name: str
    game: str
    extends: str | None
    settings: Mapping[str, Setting]
    values: Mapping[str, Any]
    statuses: Mapping[str, str]
    changes: tuple[Mapping[str, str], ...]
    fingerprint: str
    """sha256 of the resolved whole; the file's own id is no part of it, nor are options."""

    def whole(self, name: str) -> int:
        """A setting that is a whole number."""
        value = self.values[name]
        if type(value) is not int:
            raise TypeError(f"setting {name} is no whole number")
        return value

    def flag(self, name: str) -> bool:
        """A setting that is true or false."""
        value = self.values[name]
        if type(value) is not bool:
            raise TypeError(f"setting {name} is no flag")
        return value

    def text(self, name: str) -> str:
        """A setting that is a word or a text."""
        value = self.values[name]
        if type(value) is not str:
            raise TypeError(f"setting {name} is no text")
        return value

    def several(self, name: str) -> tuple[Any, ...]:
        """A setting that is a list."""
        value = self.values[name]
        if type(value) is not tuple:
            raise TypeError(f"setting {name} is no list")
        return value

    def with_options(self, options: Mapping[str, object]) -> Edition:
        """This edition with some settings changed for one game; EditionError names a bad one."""
        values = dict(self.values)
        for name, found in options.items():
            setting = self.settings.get(name)
            if setting is None:
                allowed = ", ".join(sorted(self.settings))
                raise EditionError(f"option {shown(name)}: unknown, allowed {allowed}")
            try:
                values[name] = setting.kind.check(found)
            except Misfit as misfit:
                where = ".".join(str(part) for part in (name, *misfit.path))
                raise EditionError(
                    f"option {where}: found {shown(misfit.found)}, allowed {misfit.allowed}"
                ) from None
        return replace(self, values=MappingProxyType(values))


TextOf = Callable[[str], str | None]
"""Gives the text of an edition by its id, None where there is none."""


def parse_edition(text: str, file: str, text_of: TextOf) -> Edition:
    """Check the text of an edition file named `file`; `text_of` finds what it extends."""
    return _read(text, file, text_of, 0)


def _read(text: str, file: str, text_of: TextOf, depth: int) -> Edition:
    source = _Source(text, file)
    base = _base(source, text_of, depth)
    source.head_table(needed=base is None)
    games = (base.game,) if base else tuple(GAMES)
    game = source.check(("edition", "game"), Choice(games), base.game if base else None)
    settings = {setting.name: setting for setting in settings_of(game)}
    source.only_tables({"edition", "extends", "changes"}, settings)
    values, statuses = _values(source, settings, base)
    edition = Edition(
        id=file.replace("\\", "/").rsplit("/", 1)[-1].removesuffix(".toml"),
        document=source.head("document", base.document if base else None),
        name=source.head("name", base.name if base else None),
        game=game,
        extends=base.id if base else None,
        settings=MappingProxyType(settings),
        values=MappingProxyType(values),
        statuses=MappingProxyType(statuses),
        changes=(*(base.changes if base else ()), *source.check(("changes",), _CHANGES, [])),
        fingerprint="",
    )
    return replace(edition, fingerprint=_fingerprint(edition))


def _base(source: _Source, text_of: TextOf, depth: int) -> Edition | None:
    if "extends" not in source.data:
        return None
    name = source.check(("extends",), Text(64), None)
    text = text_of(name)
    if text is None:
        raise source.wrong(("extends",), name, "the id of an edition")
    if depth >= DEEPEST:
        raise source.wrong(("extends",), name, f"at most {DEEPEST} files that extend one another")
    return _read(text, f"{name}.toml", text_of, depth + 1)


def _values(
    source: _Source, settings: Mapping[str, Setting], base: Edition | None
) -> tuple[dict[str, Any], dict[str, str]]:
    values = dict(base.values) if base else {}
    statuses = dict(base.statuses) if base else {}
    for table in dict.fromkeys(setting.table for setting in settings.values()):
        names = {name: s for name, s in settings.items() if s.table == table}
        found = source.table(table)
        for name in found:
            if name not in names:
                raise source.misplaced(table, name, settings, names)
        for name, setting in names.items():
            if name in found:
                values[name], status = source.setting((table, name), setting.kind)
                statuses.pop(name, None)
                if status:
                    statuses[name] = status
            elif base is None:
                raise source.missing(table, name, setting.kind)
    return values, statuses


def _fingerprint(edition: Edition) -> str:
    whole = {
        "changes": [dict(change) for change in edition.changes],
        "document": edition.document,
        "game": edition.game,
        "name": edition.name,
        "schema": SCHEMA,
        "statuses": dict(edition.statuses),
        "values": dict(edition.values),
    }
    text = json.dumps(
        whole, ensure_ascii=False, sort_keys=True, separators=(",", ":"), default=dict
    )
    return hashlib.sha256(text.encode()).hexdigest()


class _Source:
    """A parsed file that knows where its keys stand."""

    def __init__(self, text: str, file: str) -> None:
        self._file = file
        self._text = text
        try:
            self.data: dict[str, Any] = tomllib.loads(text)
        except (ValueError, RecursionError) as error:
            line, why = no_toml(text, error)
            raise EditionError(f"{file}, line {line}: no TOML: {why}") from None

    def wrong(self, path: Path, found: object, allowed: str) -> EditionError:
        """The error of a value at `path`."""
        where = self._where(path)
        if found is None:
            return EditionError(f"{where}: missing, allowed {allowed}")
        return EditionError(f"{where}: found {shown(found)}, allowed {allowed}")

    def missing(self, table: str, name: str, kind: Kind) -> EditionError:
        """The error of a setting that a complete file lacks."""
        return self.wrong((table, name), None, kind.allowed)

    def misplaced(
        self, table: str, name: str, settings: Mapping[str, Setting], here: Mapping[str, Setting]
    ) -> EditionError:
        """The error of a key that is none, or that belongs in another table."""
        where = self._where((table, name))
        if name in settings:
            return EditionError(f"{where}: found in [{table}], allowed in [{settings[name].table}]")
        return EditionError(f"{where}: unknown key, allowed {', '.join(sorted(here))}")

    def only_tables(self, others: set[str], settings: Mapping[str, Setting]) -> None:
        """Refuse every key outside a table but `others` and the settings' tables."""
        outside = next((key for key in self.data if key in settings), None)
        if outside is not None:
            table = settings[outside].table
            raise EditionError(
                f"{self._where((outside,))}: found outside its table, allowed in [{table}]"
            )
        self.only((), {*others, *(setting.table for setting in settings.values())})

    def only(self, path: Path, allowed: set[str]) -> None:
        """Refuse every other key of the table at `path`."""
        table = self.data if not path else self.table(str(path[0]))
        for key in table:
            if key not in allowed:
                where = self._where((*path, key))
                raise EditionError(f"{where}: unknown key, allowed {', '.join(sorted(allowed))}")

    def table(self, name: str) -> Mapping[str, Any]:
        """A table of the file; an absent one is empty."""
        found = self.data.get(name, {})
        if not isinstance(found, dict):
            raise self.wrong((name,), found, f"a table [{name}]")
        return found

    def head_table(self, *, needed: bool) -> None:
        """The keys of [edition], and its schema, which a complete file must state."""
        self.only(("edition",), {"document", "name", "game", "schema"})
        if needed or "schema" in self.table("edition"):
            self.check(("edition", "schema"), Whole(SCHEMA, SCHEMA), None)

    def head(self, key: str, inherited: str | None) -> str:
        """A text of [edition], which a file that extends another may leave out."""
        return str(self.check(("edition", key), Text(), inherited))

    def setting(self, path: Path, kind: Kind) -> tuple[Any, str | None]:
        """A setting's value and its status; `{ value, status }` or the value alone."""
        found = self.table(str(path[0]))[str(path[1])]
        status = None
        if isinstance(found, dict) and "value" in found:
            for key in found:
                if key not in ("value", "status"):
                    raise self.wrong((*path, key), key, "value, status")
            status = found.get("status")
            if status is not None and status not in STATUSES:
                raise self.wrong((*path, "status"), status, ", ".join(STATUSES))
            path, found = (*path, "value"), found["value"]
        return self._checked(path, kind, found), status

    def check(self, path: Path, kind: Kind, default: Any) -> Any:
        """The value at `path` of one or two keys; `default` where it is absent."""
        table = self.data if len(path) == 1 else self.table(str(path[0]))
        found = table.get(str(path[-1]), default)
        return self._checked(path, kind, found)

    def _where(self, path: Path) -> str:
        """File, line and key; the lines are looked for when something is wrong, not before."""
        return f"{self._file}, line {line_of(key_lines(self._text), path)}: {dotted(path)}"

    def _checked(self, path: Path, kind: Kind, found: Any) -> Any:
        try:
            return kind.check(found)
        except Misfit as misfit:
            raise self.wrong((*path, *misfit.path), misfit.found, misfit.allowed) from None


def dotted(path: Path) -> str:
    """A path as people write it: `changes[0].what`."""
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text
