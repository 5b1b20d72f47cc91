"""The table looks at itself: every button, lamp, buzzer, speaker, screen, link, clock and disk.

In a terminal it lights, plays and asks; with --json, or where nobody can answer, it looks only at
what needs no hands. Exit 0: all passed; 1: something failed, each with its remedy.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import signal
import sys
from collections.abc import Callable
from types import FrameType
from typing import TYPE_CHECKING

from kiosk import config as settings
from kiosk.errors import UserError
from kiosk.home import Home
from rules.value import replace

if TYPE_CHECKING:
    from kiosk.selftest.alone import Alone

HANDS = ("auto", "yes", "no")
MOST_SECONDS = 3600


def configure(parser: argparse.ArgumentParser) -> None:
    """What is not given comes from tableside.toml."""
    add = parser.add_argument
    add("--pins", choices=settings.PINS, help="auto: real pins where there are some")
    add("--screen", choices=settings.SCREENS, help="auto: a screen where there is one")
    add("--league", metavar="URL", help=settings.LEAGUE_RULE)
    add("--hands", choices=HANDS, help="yes: somebody presses, looks and listens; no: nobody")
    add("--seats", metavar="N", default="10", help="this table has seats 1 to N")
    add("--timeout", metavar="S", default="60", help="how long a press or an answer is waited for")


def run(args: argparse.Namespace) -> int:
    """Test, print what was found, 1 if anything failed."""
    logging.basicConfig(
        level=logging.INFO if args.debug else logging.CRITICAL, format="%(name)s: %(message)s"
    )  # what is wrong is said once, with its remedy
    home = Home.of()
    given = {
        name: getattr(args, name)
        for name in ("pins", "screen", "league")
        if getattr(args, name) is not None
    }
    if "league" in given and not settings.is_league(given["league"]):
        raise UserError(f"--league: found {given['league']!r}, allowed {settings.LEAGUE_RULE}")
    seats = _whole("--seats", args.seats, 1, 10)
    timeout_s = _whole("--timeout", args.timeout, 1, MOST_SECONDS)
    config = replace(settings.load(home.settings), **given)
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from kiosk.selftest.alone import Alone, Options, listen
    from kiosk.selftest.selftest import as_json

    hands = _hands(args)
    options = Options(config, home, hands=hands, seats=seats, timeout_s=timeout_s)
    alone = Alone(options, _quiet if args.json else _print)
    try:
        for name in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(name, _end_of(alone))
        if hands and sys.stdin is not None:
            if not args.json:
                _print(alone.texts.text("kiosk.selftest.keys"))
            listen(alone.inbox.put, sys.stdin.readline, alone.time.now_ns)
        checks = alone.run()
        if args.json:
            print(json.dumps(as_json(checks, alone.say), ensure_ascii=False))
        else:
            _print(f"\n{_summary(alone, [check.ok for check in checks])}")
    finally:
        alone.close()
    return 0 if all(check.ok for check in checks) else 1


def _hands(args: argparse.Namespace) -> bool:
    """Somebody is there: they said so, or there is a terminal to answer in."""
    if args.hands in ("yes", "no"):
        return bool(args.hands == "yes")
    return not args.json and sys.stdin is not None and sys.stdin.isatty()


def _summary(alone: Alone, oks: list[bool]) -> str:
    failed = oks.count(False)
    key = "kiosk.selftest.failed" if failed else "kiosk.selftest.passed"
    return alone.texts.text(key, failed or len(oks))


def _end_of(alone: Alone) -> Callable[[int, FrameType | None], None]:
    from kiosk.inbox import Stop

    def end(number: int, _frame: FrameType | None) -> None:
        alone.inbox.put(Stop(128 + number))

    return end


def _whole(option: str, word: str, least: int, most: int) -> int:
    if not (word.isascii() and word.isdecimal()) or not least <= int(word) <= most:
        raise UserError(f"{option}: found {word!r}, allowed a whole number {least} to {most}")
    return int(word)


def _print(text: str) -> None:
    print(text, flush=True)


def _quiet(_text: str) -> None:
    """With --json nothing but the JSON is printed."""
