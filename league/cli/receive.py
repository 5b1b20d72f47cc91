"""`league receive FILE`: game records that were carried here, one or several behind one another."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from league.cli.opened import add_json, opened, print_json
from league.errors import RunError, UserError


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument("file", metavar="FILE", type=Path)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Take each record as if a table had sent it; exit 2 if none was taken, 1 if some."""
    from league.carried import receive, records_in

    try:
        data = args.file.read_bytes()
    except OSError as error:
        raise UserError(
            f"{args.file}: {error.strerror}; give a file of kiosk outbox carry"
        ) from None
    parts = records_in(data)
    if not parts:
        raise UserError(f"{args.file}: no game record in it; give a file of kiosk outbox carry")
    with opened(args) as (settings, database):
        answers = [receive(database, settings, part) for part in parts]
    if args.json:
        print_json({"file": str(args.file), "records": [_shown(answer) for answer in answers]})
    else:
        for answer in answers:
            print(_line(answer))
    refused = [answer for answer in answers if answer.status not in (200, 201)]
    if not refused:
        return 0
    line = (
        f"{args.file}: {len(refused)} of {len(answers)} records not taken:"
        f" {refused[0].body['error']}"
    )
    kept = len(refused) < len(answers) or any(answer.status == 409 for answer in refused)
    raise RunError(line) if kept else UserError(line)


def _shown(answer: Any) -> dict[str, Any]:
    return {"http": answer.status, **answer.body}


def _line(answer: Any) -> str:
    if answer.status in (200, 201):
        return f"{answer.body['game']}  {answer.body['status']}  {answer.body['sha256'][:16]}"
    return f"not taken ({answer.status}): {answer.body['error']}"
