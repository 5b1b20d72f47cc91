"""Redeem a code of `league enrol TABLE`: the league learns this table's key, the table its token.

The league's organiser then approves the table (`league enrol TABLE --approve`).
"""

from __future__ import annotations

import argparse
import json

from kiosk.config import is_league, load
from kiosk.errors import UserError
from kiosk.home import Home
from kiosk.seal import keep_membership, table_key


def configure(parser: argparse.ArgumentParser) -> None:
    """CODE and where the league is."""
    parser.add_argument("code", metavar="CODE", help="the code that `league enrol` printed")
    parser.add_argument("--league", metavar="URL", help="http://HOST:PORT of the league")


def run(args: argparse.Namespace) -> int:
    """Redeem the code and keep what the league answered."""
    home = Home.of()
    url = args.league or load(home.settings).league
    if not (is_league(url) and url.startswith("http")):
        raise UserError(
            f"--league: found {url!r}, allowed http://HOST:PORT or https://HOST "
            "(or league.url in tableside.toml)"
        )
    home.prepare()
    key = table_key(home.keys)
    from kiosk.http import redeem  # TLS and HTTP, only now

    member = redeem(url, args.code, key.public)
    keep_membership(home.keys, member)
    if args.json:
        print(json.dumps({"table": member.table, "league": member.url, "key": key.public}))
    else:
        print(f"table {member.table} is enrolled at {member.url}; key {key.public[:16]}...")
    return 0
