"""An edition as the command line names it: by its id, or by the path of an organiser's own file."""

from __future__ import annotations

from pathlib import Path

from kiosk.editions import Editions, read_text
from kiosk.errors import UserError
from rules.edition import Edition, parse_edition
from rules.errors import EditionError
from rules.words import NAME_RULE, is_name


def named(editions: Editions, name: str) -> Edition:
    """By id, or by the path of a file that ends in `.toml`."""
    return of_file(editions, Path(name)) if name.endswith(".toml") else editions.need(name)


def of_file(editions: Editions, path: Path) -> Edition:
    """An organiser's file, wherever it lies; UserError in one line if it is wrong."""
    try:
        edition = parse_edition(read_text(path), str(path), editions.text)
    except EditionError as error:
        raise UserError(str(error)) from None
    _check_name(path, edition)
    return edition


def _check_name(path: Path, edition: Edition) -> None:
    """An id that no opening may name, or that means a shipped edition, would never be played."""
    shipped = Editions().get(edition.id)
    if not is_name(edition.id):
        allowed = NAME_RULE
    elif shipped and shipped.fingerprint != edition.fingerprint:
        allowed = "another name than those of the editions that ship"
    else:
        return
    raise UserError(
        f"{path}: the file's name is the edition's id: found {edition.id!r}, allowed {allowed}"
    )


def known(editions: Editions, name: str) -> Edition:
    """By id, as a script names it; EditionError if there is none, so that its line is named."""
    found = editions.get(name)
    if found is None:
        raise EditionError(f"open.edition: found {name!r}, allowed {', '.join(editions.names())}")
    return found
