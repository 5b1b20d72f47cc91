"""`league gateway --serial PORT`: tables on a serial line, until it is told to stop."""

from __future__ import annotations

import argparse
import logging
import signal
import sys
import threading

from league.cli.opened import opened
from league.errors import RunError, UserError

BAUDS = (9_600, 19_200, 38_400, 57_600, 115_200, 230_400, 460_800, 921_600)


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument(
        "--serial",
        required=True,
        metavar="PORT",
        help="/dev/serial/by-id/... or socket://HOST:PORT",
    )
    parser.add_argument("--baud", type=int, default=115_200, metavar="N", help="as at the tables")
    parser.add_argument(
        "--bus", action="store_true", help="RS-485 with several tables: each is given its turn"
    )
    parser.add_argument(
        "--wait", action="store_true", help="a port that is not there yet is waited for"
    )


def run(args: argparse.Namespace) -> int:
    """Answer tables and print what happens; exit 1 where the port is not to be had."""
    from firmware_py.link.gatewayend import GatewayEnd
    from firmware_py.link.lines import Line, open_line
    from league.gateway import Gateway

    if args.baud not in BAUDS:
        raise UserError(f"--baud {args.baud}: allowed {', '.join(map(str, BAUDS))}")
    first: list[Line] = []
    try:
        first.append(open_line(args.serial, args.baud))
    except OSError as error:
        if not args.wait:
            raise RunError(f"--serial {args.serial}: {error}") from None
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda *_: stop.set())

    def open_again() -> Line:
        return first.pop() if first else open_line(args.serial, args.baud)

    with opened(args) as (settings, database):
        logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
        node = GatewayEnd(args.baud, bus=args.bus)
        gateway = Gateway(settings, database, node, open_again, _say)
        _say(f"listening on {args.serial}")
        gateway.start()
        stop.wait()
        gateway.close()
    return 0


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")  # in one piece: two threads have something to say
    sys.stdout.flush()
