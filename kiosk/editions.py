"""Where the table finds the rules' editions: those that ship, and a club's own in its home."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from kiosk.disk import read_utf8
from kiosk.errors import UserError
from rules.edition import Edition, parse_edition
from rules.errors import EditionError

SHIPPED: Final = Path(__file__).resolve().parent.parent / "rules" / "editions"


class Editions:
    """Editions by id: the shipped folder first, then `editions/` of the home."""

    def __init__(self, home: Path | None = None) -> None:
        self._folders = (SHIPPED,) if home is None else (SHIPPED, home / "editions")
        self._known: dict[str, Edition] = {}

    def names(self) -> tuple[str, ...]:
        """Every id there is."""
        found = {path.stem for folder in self._folders for path in folder.glob("*.toml")}
        return tuple(sorted(found))

    def path(self, name: str) -> Path | None:
        """The file of an id."""
        for folder in self._folders:
            path = folder / f"{name}.toml"
            if path.is_file():
                return path
        return None

    def text(self, name: str) -> str | None:
        """The text of an id, None where there is none (what `parse_edition` asks for)."""
        path = self.path(name)
        return None if path is None else read_text(path)

    def get(self, name: str) -> Edition | None:
        """The edition, None where there is none; UserError if its file is wrong."""
        if name not in self._known:
            path, text = self.path(name), self.text(name)
            if path is None or text is None:
                return None
            try:
                self._known[name] = parse_edition(text, str(path), self.text)
            except EditionError as error:
                raise UserError(str(error)) from None
        return self._known[name]

    def need(self, name: str) -> Edition:
        """The edition, or a UserError that lists those there are."""
        found = self.get(name)
        if found is None:
            raise UserError(f"edition {name!r}: not known; allowed: {', '.join(self.names())}")
        return found


def read_text(path: Path) -> str:
    """The text of an edition file; UserError if it cannot be read or is no UTF-8."""
    try:
        return read_utf8(path)
    except OSError as error:
        raise UserError(f"{path}: cannot be read: {error.strerror}") from None
