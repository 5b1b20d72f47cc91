"""`league webhook [URL]`: other sites that are told of changes."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from league.cli.given import ended, listed
from league.cli.opened import add_json, opened, operator, print_json

if TYPE_CHECKING:
    from league.webhooks import Webhook


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument("url", metavar="URL", nargs="?", help="without: those there are")
    parser.add_argument(
        "--event",
        action="append",
        default=[],
        metavar="EVENT",
        help="results, draw, calendar or season; may be given several times",
    )
    parser.add_argument("--season", default="", metavar="SEASON", help="of this season alone")
    parser.add_argument("--end", type=int, metavar="NUMBER", help="tell this one nothing any more")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print a new webhook's secret, which is not shown again; or list, or end one."""
    from league import webhooks

    if ended(args, "webhook", ("URL", args.url), webhooks.end):
        return 0
    if args.url is None:
        return listed(args, webhooks.listing, webhooks.as_json, _line)
    with opened(args) as (_, database), database.write() as connection:
        number, secret = webhooks.make(connection, args.url, args.event, args.season, operator())
    if args.json:
        print_json({"webhook": number, "url": args.url, "secret": secret})
    else:
        print(secret)
    return 0


def _line(one: Webhook) -> str:
    where, state = one.season or "every season", "ended" if one.ended_ms else ""
    return f"{one.number:>4} {one.url}  {', '.join(one.events)}  {where}  {state}"
