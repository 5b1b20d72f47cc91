"""An edition as the command line names it: by its id, or by the path of an organiser's own file."""

from __future__ import annotations

from pathlib import Path

from kiosk.editions import Editions
from kiosk.errors import UserError
from rules.edition import Edition, parse_edition
from rules.errors import EditionError


def named(editions: Editions, name: str) -> Edition:
    """By id, or by the path of a file that ends in `.toml`."""
    return of_file(editions, Path(name)) if name.endswith(".toml") else editions.need(name)


def of_file(editions: Editions, path: Path) -> Edition:
    """An organiser's file, wherever it lies; UserError in one line if it is wrong."""
    try:
        return parse_edition(path.read_text(encoding="utf-8-sig"), str(path), editions.text)
    except OSError as error:
        raise UserError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise UserError(f"{path}: no UTF-8 text at byte {error.start + 1}") from None
    except EditionError as error:
        raise UserError(str(error)) from None


def known(editions: Editions, name: str) -> Edition:
    """By id, as a script names it; EditionError if there is none, so that its line is named."""
    found = editions.get(name)
    if found is None:
        raise EditionError(f"open.edition: found {name!r}, allowed {', '.join(editions.names())}")
    return found
