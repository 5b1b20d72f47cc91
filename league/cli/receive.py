"""`league receive FILE`: game records that were carried here, one or several behind one another;
a folder: every table's file in it. The answers are written beside each file, for its table.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from contextlib import suppress
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Any

from league.cli.opened import add_json, opened, print_json
from league.errors import RunError, UserError

if TYPE_CHECKING:
    from league.db import Database

CARRIED = ("tableside-*.jsonl", "tables~*.jso")
RECEIPTS = ".receipts"
TABLES = "tableside-tables.json"


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument("file", metavar="FILE", type=Path)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Take each record as if a table had sent it; exit 2 if none was taken, 1 if some."""
    from league.carried import receive

    answers: list[Any] = []
    unwritten: list[str] = []
    with opened(args) as (settings, database):
        for path, parts in _carried(args.file):
            found = [(part, receive(database, settings, part)) for part in parts]
            answers += [answer for _, answer in found]
            unwritten += _write(path, found)
        if args.file.is_dir():
            unwritten += _write_tables(args.file, database)
    if args.json:
        print_json({"file": str(args.file), "records": [_shown(answer) for answer in answers]})
    else:
        for answer in answers:
            print(_line(answer))
    _complain(args.file, answers)
    if unwritten:
        raise RunError(f"{unwritten[0]}; the records are stored, the tables get no receipt there")
    return 0


def _carried(path: Path) -> list[tuple[Path, list[bytes]]]:
    """The files and their records; all are read before the first one is stored."""
    from league.carried import records_in

    try:
        files = _on_stick(path) if path.is_dir() else [path]
        found = [(file, records_in(file.read_bytes())) for file in files]
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}; give a file of kiosk outbox carry") from None
    if not any(parts for _, parts in found):
        raise UserError(f"{path}: no game record in it; give a file of kiosk outbox carry")
    return found


def _on_stick(folder: Path) -> list[Path]:
    """Every table's file, also where the stick has only short names or capitals; what is no file is
    passed over.
    """
    return sorted(
        path
        for path in folder.iterdir()
        if path.is_file() and any(fnmatchcase(path.name.casefold(), form) for form in CARRIED)
    )


def _write(path: Path, found: Sequence[tuple[bytes, Any]]) -> list[str]:
    """Answers beside the file, written whole; why not, where that fails."""
    from league.carried import write_whole
    from league.judging import record_id

    target = path.with_name(path.name + RECEIPTS)
    others = _receipts_of_others(target)
    lines = [
        others.get(record_id(part), "")
        if answer.status not in (200, 201) and record_id(part) in others
        else json.dumps({"sha256": record_id(part), **_shown(answer)}, ensure_ascii=False) + "\n"
        for part, answer in found
    ]
    try:
        write_whole(target, "".join(lines).encode())
    except OSError as error:
        return [f"{target}: cannot be written: {error.strerror}"]
    return []


def _receipts_of_others(path: Path) -> dict[str, str]:
    """What another league has confirmed beside this file, by the record's hash: the stick goes from
    league to league, and that this one does not know the table takes no receipt away.
    """
    found: dict[str, str] = {}
    with suppress(OSError, ValueError):
        for line in path.read_text(encoding="utf-8").splitlines():
            with suppress(ValueError, RecursionError):
                said = json.loads(line)
                if isinstance(said, dict) and said.get("sig"):
                    found[str(said.get("sha256"))] = line + "\n"
    return found


def _write_tables(folder: Path, database: Database) -> list[str]:
    """The league's tables, signed: for these a table seals the copy of its open game."""
    from league.carried import write_whole
    from league.opencopies import list_of_tables

    with database.read() as connection:
        found = list_of_tables(connection)
    try:
        write_whole(folder / TABLES, json.dumps(found).encode() + b"\n")
    except OSError as error:
        return [f"{folder / TABLES}: cannot be written: {error.strerror}"]
    return []


def _complain(path: Path, answers: Sequence[Any]) -> None:
    refused = [answer for answer in answers if answer.status not in (200, 201)]
    if not refused:
        return
    line = f"{path}: {len(refused)} of {len(answers)} records not taken: {refused[0].body['error']}"
    kept = len(refused) < len(answers) or any(answer.status == 409 for answer in refused)
    raise RunError(line) if kept else UserError(line)


def _shown(answer: Any) -> dict[str, Any]:
    return {"http": answer.status, **answer.body}


def _line(answer: Any) -> str:
    if answer.status in (200, 201):
        return f"{answer.body['game']}  {answer.body['status']}  {answer.body['sha256'][:16]}"
    return f"not taken ({answer.status}): {answer.body['error']}"
