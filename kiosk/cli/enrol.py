"""Redeem a code of `league enrol TABLE`: the league learns this table's key, the table its token.

Over the network, or over the serial line of a `league gateway`; a table that runs there has the
port, so it redeems the code itself.

The league's organiser then approves the table (`league enrol TABLE --approve`): he sees the same
four words there as are printed here. `--words` alone prints them again.
"""

from __future__ import annotations

import argparse
import json

from kiosk.config import is_league, load
from kiosk.errors import UserError
from kiosk.home import Home
from kiosk.late import SERIAL
from kiosk.seal import Membership, TableKey, keep_membership, table_key
from rules.identity import key_words


def configure(parser: argparse.ArgumentParser) -> None:
    """CODE and where the league is."""
    parser.add_argument(
        "code", metavar="CODE", nargs="?", help="the code that `league enrol` printed"
    )
    parser.add_argument("--words", action="store_true", help="print the four words of the key")
    parser.add_argument(
        "--league", metavar="URL", help="http://HOST:PORT of the league, or serial:PORT"
    )


def run(args: argparse.Namespace) -> int:
    """Redeem the code and keep what the league answered."""
    home = Home.of()
    if args.words:
        return _words(home, args.json)
    if args.code is None:
        raise UserError("kiosk enrol: no CODE given; allowed: the code that `league enrol` printed")
    config = load(home.settings)
    url = args.league or config.league
    if not (is_league(url) and url.startswith(("http", SERIAL))):
        raise UserError(
            f"--league: found {url!r}, allowed http://HOST:PORT, https://HOST or serial:PORT "
            "(or league.url in tableside.toml)"
        )
    home.prepare()
    key = table_key(home.keys)
    if url.startswith(SERIAL):
        member = _by_line(home, url, config.league_baud, args.code, key)
    else:
        from kiosk.http import redeem  # TLS and HTTP, only now

        member = redeem(url, args.code, key)
        keep_membership(home.keys, member)
    words = key_words(key.public)
    if args.json:
        said = {"table": member.table, "league": member.url, "key": key.public, "words": words}
        print(json.dumps(said))
    else:
        print(f"table {member.table} is enrolled at {member.url}; its words: {words}")
    return 0


def _by_line(home: Home, url: str, baud: int, code: str, key: TableKey) -> Membership:
    """The running table does it where it has the line; else it is opened here."""
    from kiosk.enrolling import redeem_there

    member = redeem_there(home.root, url, code)
    if member is None:
        from kiosk.serialroad import redeem

        member = redeem(url, baud, code, key)
        keep_membership(home.keys, member)
    return member


def _words(home: Home, as_json: bool) -> int:
    home.prepare()
    key = table_key(home.keys)
    words = key_words(key.public)
    print(json.dumps({"key": key.public, "words": words}) if as_json else words)
    return 0
