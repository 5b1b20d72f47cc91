"""Play a game script in virtual time and print the game summary as JSON.

A game record works as a script, too. SCRIPT `-` reads the standard input.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from kiosk.cli.editionfile import known, of_file
from kiosk.editions import Editions
from kiosk.errors import UserError
from kiosk.home import Home
from rules.edition import Edition
from rules.errors import EditionError, RulesError
from rules.script import play

STDIN = "-"


def configure(parser: argparse.ArgumentParser) -> None:
    """The script, and an organiser's own edition."""
    parser.add_argument("script", metavar="SCRIPT", help="the script's file, - for standard input")
    parser.add_argument(
        "--edition-file",
        metavar="FILE",
        type=Path,
        help="an edition of your own; the script names it by the file's name without .toml",
    )


def run(args: argparse.Namespace) -> int:
    """Print the summary."""
    editions = Editions(Home.of().root)
    name = "standard input" if args.script == STDIN else args.script
    try:
        played = play(_read(args.script), _edition_of(editions, args.edition_file))
    except RulesError as error:
        raise UserError(f"{name}: {error}") from None
    print(json.dumps(played.summary(), ensure_ascii=False, indent=None if args.json else 2))
    return 0


def _edition_of(editions: Editions, path: Path | None) -> Callable[[str], Edition]:
    if path is None:
        return partial(known, editions)
    own = of_file(editions, path)

    def edition_of(name: str) -> Edition:
        if name != own.id:
            raise EditionError(f"open.edition: found {name!r}, allowed {own.id!r} of {path}")
        return own

    return edition_of


def _read(script: str) -> bytes:
    if script == STDIN and sys.stdin is None:
        raise UserError("-: standard input is closed; give it a pipe or a file")
    try:
        return sys.stdin.buffer.read() if script == STDIN else Path(script).read_bytes()
    except OSError as error:
        raise UserError(f"{script}: cannot be read: {error.strerror}") from None
