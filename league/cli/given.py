"""What was given out by number: listed, and taken back with `--end` (`league token`, `webhook`)."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

from league.cli.opened import opened, operator, print_json
from league.errors import UserError

if TYPE_CHECKING:
    from sqlalchemy import Connection

One = TypeVar("One")


def ended(
    args: argparse.Namespace,
    what: str,
    name: tuple[str, str | None],
    end: Callable[[Connection, int, str], object],
) -> bool:
    """Whether `--end NUMBER` was asked for, and then it is done; not together with a name (how it
    is called, and the one that was given).
    """
    if args.end is None:
        return False
    if name[1] is not None:
        raise UserError(f"--end NUMBER: allowed without {name[0]} only")
    with opened(args) as (_, database), database.write() as connection:
        end(connection, args.end, operator())
    print(f"{what} {args.end}: ended")
    return True


def listed(
    args: argparse.Namespace,
    found: Callable[[Connection], Iterable[One]],
    as_json: Callable[[One], dict[str, Any]],
    line: Callable[[One], str],
) -> int:
    """Print those there are, a line each."""
    with opened(args) as (_, database), database.read() as connection:
        kept = list(found(connection))
    if args.json:
        print_json([as_json(one) for one in kept])
        return 0
    for one in kept:
        print(line(one).rstrip())
    return 0
