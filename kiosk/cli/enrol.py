"""Redeem a code of `league enrol TABLE`: the league learns this table's key, the table its token.

Over the network, or over the serial line of a `league gateway`; a table that runs there has the
port, so it redeems the code itself.

The league's organiser then approves the table (`league enrol TABLE --approve`): he sees the same
four words there as are printed here. `--words` alone prints them again.
"""

from __future__ import annotations

import argparse
import json
from typing import Final

from kiosk.config import AUTO, MDNS, is_league, load
from kiosk.errors import RunError, UserError
from kiosk.home import Home
from kiosk.late import SERIAL
from kiosk.seal import Membership, TableKey, keep_membership, table_key
from rules.identity import key_words

LOOK_S: Final = 2.5
"""So long leagues on the network may answer."""


def configure(parser: argparse.ArgumentParser) -> None:
    """CODE and where the league is."""
    parser.add_argument(
        "code", metavar="CODE", nargs="?", help="the code that `league enrol` printed"
    )
    parser.add_argument("--words", action="store_true", help="print the four words of the key")
    parser.add_argument(
        "--league",
        metavar="URL",
        help="http://HOST:PORT of the league, or serial:PORT; without it the one on this network",
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
    if not is_league(url) or url == "none":
        raise UserError(
            f"--league: found {url!r}, allowed http://HOST:PORT, https://HOST, serial:PORT or mdns "
            "(or league.url in tableside.toml)"
        )
    home.prepare()
    key = table_key(home.keys)
    if url.startswith(SERIAL):
        member = _by_line(home, url, config.league_baud, args.code, key)
    else:
        member = _by_network(url, args.code, key)
        keep_membership(home.keys, member)
    words = key_words(key.public)
    if args.json:
        said = {"table": member.table, "league": member.url, "key": key.public, "words": words}
        print(json.dumps(said))
    else:
        print(f"table {member.table} is enrolled at {member.url}; its words: {words}")
    return 0


def _by_network(url: str, code: str, key: TableKey) -> Membership:
    """At the address that is set; without one at the only league that says it is here."""
    from kiosk.http import redeem  # TLS and HTTP, only now

    if url not in (AUTO, MDNS):
        return redeem(url, code, key)
    from kiosk.finding import look

    try:
        found = look(LOOK_S)
    except OSError as error:
        raise RunError(
            f"no league can be looked for here ({error}); --league URL names it"
        ) from None
    if len(found) != 1:
        names = ", ".join(f"http://{one.at[0]} ({one.name})" for one in found) or "none"
        raise RunError(f"leagues on this network: {names}; --league URL says which")
    (only,) = found
    member = redeem(f"http://{only.at[0]}", code, key)
    if member.league != only.key:
        raise RunError(
            f"{only.shown}: it has another key than the one it says it has; not enrolled"
        )
    return member


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
