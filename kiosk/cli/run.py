"""The table: buttons, clock, record, screen, sound, and delivery to the league.

The keyboard is the twin of every button: F1 to F10 are the seats, Enter is START/NEXT, digits and
Enter the dice, u undo, y yes, n no, c confirm, f foul, Escape drops what is typed (docs/keys.md).
"""

from __future__ import annotations

import argparse
import gc
import logging
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

from kiosk import config as settings
from kiosk.errors import UserError
from kiosk.home import Home
from rules.value import replace

ENDS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


def configure(parser: argparse.ArgumentParser) -> None:
    """The table's options; what is not given comes from tableside.toml."""
    add = parser.add_argument
    add("--edition", metavar="ID", help="the edition shown while no game is open")
    add("--pins", choices=settings.PINS, help="auto: real pins where there are some")
    add("--screen", choices=settings.SCREENS, help="auto: a screen where there is one")
    add("--open", metavar="FILE", type=Path, help="start with this game; the open one is resumed")
    add("--drive", metavar="-", help="lines on stdin work the table (docs/keys.md)")
    add("--fast", metavar="N", help="run the table's clock N times as fast (simulated pins)")
    add("--picture", metavar="FILE", type=Path, help="keep writing the screen there (PNG)")
    add("--trace", metavar="FILE", type=Path, help="write each output change there (JSON Lines)")
    add("--console", choices=settings.CONSOLES, help="where private facts go (docs/console.md)")
    add("--league", metavar="URL", help=settings.LEAGUE_RULE)
    add("--dice", metavar="SOURCE", help=settings.DICE_RULE)
    add("--power-off-status", metavar="N", type=int, default=0, help="exit of the shutdown button")


def run(args: argparse.Namespace) -> int:
    """Run the table until a signal, `quit` or the shutdown button ends it."""
    gc.disable()  # while modules load there is no garbage; the loop collects when it is quiet
    logging.basicConfig(
        level=logging.INFO if args.debug else logging.WARNING, format="%(name)s: %(message)s"
    )  # to stderr: the journal of the service
    home = Home.of()
    config = _config(home, args)
    drive_fd = _drive(args)
    fast = _fast(args)
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from kiosk.app import Options, build
    from kiosk.resume import read_opening

    opening = None if args.open is None else read_opening(args.open)
    if opening is not None and args.edition is not None and opening.edition != args.edition:
        raise UserError(
            f"--edition: found {args.edition!r}, but {args.open} is played by {opening.edition!r}"
        )
    if opening is not None and not config.table:
        config = replace(config, table=opening.table)
    app = build(
        Options(
            config,
            home,
            opening,
            str(args.open),
            drive_fd=drive_fd,
            fast=fast,
            picture=args.picture,
            trace=args.trace,
        )
    )
    try:
        _on_signals(app.inbox.put)
        settings.keep_good(home.settings)
        stop = app.run()
    finally:
        app.close()
    if sys.stderr is not None:  # None: closed by whoever started us
        if stop.message:
            print(f"kiosk run: {stop.message}", file=sys.stderr)
        sys.stderr.flush()
    code: int = args.power_off_status if stop.power_off else stop.code
    return code


def _config(home: Home, args: argparse.Namespace) -> settings.Config:
    """The settings with the command line on top of them."""
    if "NOTIFY_SOCKET" in os.environ:
        config, fault = settings.load_or_last_good(home.settings)
        if fault is not None:
            logging.getLogger(__name__).error("%s; the last good settings are used", fault)
    else:
        config = settings.load(home.settings)
    given = {
        name: getattr(args, name)
        for name in ("edition", "pins", "screen", "console", "league", "dice")
        if getattr(args, name) is not None
    }
    if "league" in given and not settings.is_league(given["league"]):
        raise UserError(f"--league: found {given['league']!r}, allowed {settings.LEAGUE_RULE}")
    if "dice" in given and not settings.is_dice(given["dice"]):
        raise UserError(f"--dice: found {given['dice']!r}, allowed {settings.DICE_RULE}")
    if "edition" in given:
        _check_edition(home, given["edition"])
    return replace(config, **given)


def _check_edition(home: Home, name: str) -> None:
    from kiosk.editions import Editions

    editions = Editions(home.root)
    if editions.path(name) is None:
        raise UserError(f"--edition: found {name!r}, allowed {', '.join(editions.names())}")


def _drive(args: argparse.Namespace) -> int | None:
    if args.drive is None:
        return None
    if args.drive != "-":
        raise UserError(f"--drive: found {args.drive!r}, allowed - (lines on stdin)")
    if sys.stdin is None:
        raise UserError("--drive: standard input is closed; give it a pipe or a file")
    return sys.stdin.fileno()


def _fast(args: argparse.Namespace) -> float:
    if args.fast is None:
        return 1
    try:
        fast = float(args.fast)
    except ValueError:
        fast = 0
    if not 0.01 <= fast <= 10_000:
        raise UserError(f"--fast: found {args.fast!r}, allowed a number from 0.01 to 10000")
    return fast


def _on_signals(put: Callable[[Any], None]) -> None:
    """SIGTERM ends a table cleanly (0), SIGINT and SIGHUP with 128 + n; lamps go off first."""
    from kiosk.inbox import Stop

    def end(number: int, _frame: FrameType | None) -> None:
        put(Stop(0 if number == signal.SIGTERM else 128 + number))

    for name in ENDS:
        signal.signal(name, end)
