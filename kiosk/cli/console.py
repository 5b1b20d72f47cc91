"""The official's private page for one paired tablet: a process of its own beside the table's.

Open the address on the tablet and type the code that this terminal shows, or the referee's PIN.
It needs no internet, serves the local network only, and comes back by itself when the table does.
"""

from __future__ import annotations

import argparse
import getpass
import logging
import sys

from kiosk import config as settings
from kiosk.errors import RunError, UserError
from kiosk.home import Home
from kiosk.pin import PIN_RULE, is_pin, set_pin

PORT = 8464


def configure(parser: argparse.ArgumentParser) -> None:
    """Where it listens; or set the referee's PIN."""
    add = parser.add_argument
    add("--host", default="0.0.0.0", metavar="H", help="the address to listen on")
    add("--port", default=str(PORT), metavar="P", help=f"the port, {PORT} where none is given")
    add("--set-pin", action="store_true", help=f"ask for the referee's PIN ({PIN_RULE}), keep it")


def run(args: argparse.Namespace) -> int:
    """Serve until a signal ends it."""
    home = Home.of()
    if args.set_pin:
        return _set_pin(home)
    config = settings.load(home.settings)
    port = int(args.port) if args.port.isascii() and args.port.isdigit() else -1
    if not 0 <= port <= 65_535:
        raise UserError(f"--port: found {args.port!r}, allowed 0 to 65535")
    logging.basicConfig(
        level=logging.INFO if args.debug else logging.WARNING, format="%(name)s: %(message)s"
    )
    from kiosk.console.serving import serve

    return serve(home, config, args.host, port)


def _set_pin(home: Home) -> int:
    """The PIN from the keyboard, unseen and twice; from a pipe, its first line."""
    home.prepare()
    if sys.stdin is None:
        raise RunError("--set-pin: standard input is closed; give it a terminal or a pipe")
    if sys.stdin.isatty():
        pin = getpass.getpass(f"the referee's PIN ({PIN_RULE}): ")
        if is_pin(pin) and getpass.getpass("once more: ") != pin:
            raise UserError("PIN: the two are not the same; nothing was changed")
    else:
        pin = sys.stdin.readline().strip()
    set_pin(home.keys, pin)
    print("the referee's PIN is set")
    return 0
