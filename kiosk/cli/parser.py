"""The argument parser of every command: a mistake is one line and exit 2, never a usage block."""

from __future__ import annotations

import argparse
from typing import NoReturn

from kiosk.errors import UserError


class OneLineParser(argparse.ArgumentParser):
    """`argparse` with its errors as `UserError`, and no abbreviated options."""

    def __init__(self, prog: str, description: str = "", *, epilog: str | None = None) -> None:
        super().__init__(
            prog=prog,
            description=description,
            epilog=epilog,
            allow_abbrev=False,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )

    def error(self, message: str) -> NoReturn:
        raise UserError(f"{self.prog}: {message}; see `{self.prog} --help`")


def add_common(parser: argparse.ArgumentParser) -> None:
    """What every command takes."""
    parser.add_argument("--json", action="store_true", help="print data as one JSON value")
    parser.add_argument("--debug", action="store_true", help="show a traceback when it fails")
