"""The editions a table can play: those that ship, and an organiser's own in the home's `editions/`.

The rules take text; the files are read here (and, for the league, in league/settings.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import rules
from kiosk.errors import UserError
from kiosk.home import Home
from rules.edition import Edition, parse_edition
from rules.errors import EditionError

SHIPPED = Path(rules.__path__[0]) / "editions"
OWN = "editions"


class Editions:
    """Editions by their id, the file's name without `.toml`; one that ships cannot be replaced."""

    def __init__(self, own: Path | None = None) -> None:
        """`own`: a folder of an organiser's editions; the home's, if not given."""
        self._folders = (SHIPPED, own if own is not None else Home.of().root / OWN)

    def ids(self) -> list[str]:
        """Every edition there is, in order."""
        return sorted({path.stem for folder in self._folders for path in folder.glob("*.toml")})

    def load(self, name: str) -> Edition:
        """An edition by id; EditionError if there is none, or if it is wrong."""
        text = self.text(name)
        if text is None:
            raise EditionError(f"edition: found {name!r}, allowed {', '.join(self.ids())}")
        return parse_edition(text, f"{name}.toml", self.text)

    def find(self, name: str) -> Edition | None:
        """An edition by id, None where there is none."""
        return None if self.text(name) is None else self.load(name)

    def file(self, path: Path) -> Edition:
        """An organiser's file, wherever it lies."""
        return parse_edition(read_text(path), str(path), self.text)

    def of(self, named: str) -> Edition:
        """By id, or by the path of a file that ends in `.toml`."""
        return self.file(Path(named)) if named.endswith(".toml") else self.load(named)

    def text(self, name: str) -> str | None:
        """The text of an edition's file."""
        for folder in self._folders:
            path = folder / f"{name}.toml"
            # An id is a name, never a way through folders.
            if path.parent == folder and path.is_file():
                return read_text(path)
        return None


def defaults(edition: Edition, editions: Editions) -> Mapping[str, object]:
    """What the settings are where the edition does not set them: the extended edition's values."""
    return editions.load(edition.extends).values if edition.extends else edition.values


def read_text(path: Path) -> str:
    """A text file of the user's; UserError in one line if it cannot be read."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UserError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise UserError(
            f"{path}: no UTF-8 text at byte {error.start + 1}; save it as UTF-8"
        ) from None
