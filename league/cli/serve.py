"""`league serve [--host H] [--port P] [--processes N] [--bus URL]`: the server, until it stops."""

from __future__ import annotations

import argparse
from pathlib import Path

from league.errors import UserError

DEFAULT_PORT = 8460


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument("--host", default="127.0.0.1", metavar="H", help="address to listen on")
    parser.add_argument(
        "--port", default=DEFAULT_PORT, type=int, metavar="P", help="0 takes a free one"
    )
    parser.add_argument(
        "--processes", default=1, type=int, metavar="N", help="so many servers, on PostgreSQL"
    )
    parser.add_argument(
        "--bus",
        default="",
        metavar="URL",
        help="nats://HOST:4222 where thousands watch (default: PostgreSQL's own)",
    )
    parser.add_argument("--slot", type=int, help=argparse.SUPPRESS)  # one of several processes
    parser.add_argument("--counts", type=Path, help=argparse.SUPPRESS)
    parser.add_argument(
        "--no-mdns", action="store_true", help="tables on the network do not find it by themselves"
    )


def run(args: argparse.Namespace) -> int:
    """Serve; prints `listening on http://...` once requests are answered."""
    from dataclasses import replace

    from league.bus import bus_of
    from league.db import open_database
    from league.processes import MOST, serve_many
    from league.serving import serve, serve_beside
    from league.settings import load_settings

    if not 0 <= args.port <= 65535:
        raise UserError(f"--port {args.port}: allowed 0 to 65535")
    if not 1 <= args.processes <= MOST:
        raise UserError(f"--processes {args.processes}: allowed 1 to {MOST}")
    settings = replace(
        load_settings(args.db),
        processes=args.processes,
        bus=args.bus,
        slot=args.slot or 0,
        counts=args.counts,
    )
    is_one_of_several = args.slot is not None
    found = not args.no_mdns
    database = open_database(settings.db_url, settings.home)
    try:
        bus_of(database.engine, settings.bus)  # refused now, not in every process
        if is_one_of_several:
            return serve_beside(settings, database.engine, args.host, args.port, found=found)
        if settings.processes == 1:
            return serve(settings, database.engine, args.host, args.port, found=found)
        if database.path is not None:
            raise UserError(
                f"--processes {args.processes}: SQLite is for one server;"
                " use --db postgresql://USER@HOST/NAME"
            )
    finally:
        database.close()
    return serve_many(settings, args.host, args.port, found=found)
