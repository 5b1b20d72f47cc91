"""`league serve [--host H] [--port P]`: the server, until it is told to stop."""

from __future__ import annotations

import argparse

from league.errors import UserError

DEFAULT_PORT = 8460


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument("--host", default="127.0.0.1", metavar="H", help="address to listen on")
    parser.add_argument(
        "--port", default=DEFAULT_PORT, type=int, metavar="P", help="0 takes a free one"
    )


def run(args: argparse.Namespace) -> int:
    """Serve; prints `listening on http://...` once requests are answered."""
    from league.db import open_database
    from league.serving import serve
    from league.settings import load_settings

    if not 0 <= args.port <= 65535:
        raise UserError(f"--port {args.port}: allowed 0 to 65535")
    settings = load_settings(args.db)
    database = open_database(settings.db_url, settings.home)
    try:
        return serve(settings, database.engine, args.host, args.port)
    finally:
        database.close()
