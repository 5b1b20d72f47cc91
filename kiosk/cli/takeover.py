"""Go on here with the open game of a table that died. Without FILE the league is asked, and its
organiser decides which game and whether; a table that runs takes it as soon as he has. From FILE,
or the newest copy in a folder (a stick), it begins at once, with `kiosk run`; the result counts
once an organiser has approved, and the table that had the game must stay switched off until then.
"""

from __future__ import annotations

import argparse
import json
import time
from contextlib import ExitStack
from pathlib import Path
from queue import SimpleQueue
from typing import Final

from kiosk import resume, takeover
from kiosk.config import load
from kiosk.disk import HomeLock
from kiosk.errors import RunError, UserError
from kiosk.home import Home
from kiosk.inbox import Granted, Item, TakeoverSaid
from kiosk.seal import membership

EVERY_S: Final = 1.0


def configure(parser: argparse.ArgumentParser) -> None:
    """From where, which game, why, how long to wait."""
    parser.add_argument("file", metavar="FILE", nargs="?", type=Path, help="a copy, or its folder")
    parser.add_argument("--game", default="", help="the game; else the organiser chooses it")
    parser.add_argument("--reason", default="", help="what happened, in one line")
    parser.add_argument(
        "--wait", metavar="S", type=float, default=60.0, help="for the organiser; default 60"
    )


def run(args: argparse.Namespace) -> int:
    """Take a game over, or leave the request with the table that runs."""
    home = Home.of()
    home.prepare()
    with ExitStack() as stack:
        try:
            stack.callback(HomeLock(home.root).close)
        except RunError:
            return _leave(home, args)
        path = resume.open_game(home)
        if path is not None:
            raise UserError(f"game {path.stem!r} is open here; end it, or use another table")
        found = _carried(home, args) if args.file else _asked(home, args)
        path = takeover.put_down(home, found)
    if args.json:
        print(json.dumps({"game": found.game, "from": found.giver, "file": str(path)}))
    else:
        print(f"game {found.game} of table {found.giver} is here: `kiosk run` goes on with it")
    return 0


def _leave(home: Home, args: argparse.Namespace) -> int:
    """A table runs with this home: it asks by itself."""
    if args.file is not None:
        raise RunError(f"{home.root}: a table runs here; end it before a copy is read from a stick")
    takeover.want(home, args.game, args.reason)
    said = "the table asks the league, and goes on with the game once an organiser approves"
    print(json.dumps({"asked": True}) if args.json else said)
    return 0


def _carried(home: Home, args: argparse.Namespace) -> Granted:
    copies = takeover.copies_in(args.file)
    named = [one for one in copies if not args.game or args.game in one.name]
    if not named:
        raise UserError(f"{args.file}: no copy of an open game is there")
    member = membership(home.keys)
    if member is None:
        raise UserError("this table is not enrolled, so no copy is sealed for it: kiosk enrol CODE")
    return takeover.carried(home, named[0], member.table, args.reason or "from a stick")


def _asked(home: Home, args: argparse.Namespace) -> Granted:
    """Ask until the organiser has decided; the request stays when the wait is over."""
    from kiosk.roads import open_road

    config = load(home.settings)
    if config.league == "none":
        raise UserError("league.url: no league is set; allowed: FILE, a stick with a copy")
    takeover.want(home, args.game, args.reason)
    heard: SimpleQueue[Item] = SimpleQueue()
    asker, end_s = takeover.Asker(home, heard.put), time.monotonic() + args.wait
    why = "no league answers"
    with ExitStack() as stack:
        road = open_road(config, home, lambda: membership(home.keys), lambda: None, stack)
        if road is None:
            raise UserError("league.url: this table is not enrolled; allowed: FILE, a stick")
        while True:
            try:
                asker.round(lambda fields: road.post_table("takeover", fields), {"game": None})
            except OSError as error:
                why = f"no league answers ({error})"
            while not heard.empty():
                said = heard.get()
                if isinstance(said, Granted):
                    return said
                if isinstance(said, TakeoverSaid):
                    why = f"{said.status} {said.why}".strip()
                    if said.status == takeover.REFUSED:
                        takeover.forget(home)
                        raise RunError(f"takeover: {why}")
            if time.monotonic() >= end_s:
                raise RunError(f"takeover: {why}; the request stands, `kiosk run` goes on with it")
            time.sleep(EVERY_S)
