"""`league payout FILE.json`: the prizes of a casino tournament from its structure and entries."""

from __future__ import annotations

import argparse
from pathlib import Path

from league.cli.opened import add_json, print_json
from league.errors import UserError
from rules.casino.payout import answer, deal, payout, read_tournament
from rules.errors import ActionError
from rules.jsontext import read_object


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument("file", metavar="FILE.json", type=Path)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print pool, carry-over, points in play and prizes; nothing is kept."""
    try:
        text = args.file.read_text(encoding="utf-8-sig")
        found = read_object(text)
        plan, entries = read_tournament(found)
        deals = {"deal": deal(plan, entries)} if found.get("deal") else {}
    except OSError as error:
        raise UserError(f"{args.file}: {error.strerror}; give a tournament's JSON file") from None
    except (ActionError, ValueError) as error:
        raise UserError(f"{args.file}: {error}") from None
    print_json({**answer(payout(plan, entries)), **deals})
    return 0
