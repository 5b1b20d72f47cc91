"""`league clock SEASON ROUND [ACT]`: the clock of a tournament, one for all its tables."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from league.cli.opened import add_json, opened, operator, print_json
from league.clockacts import ACTS
from league.errors import UserError

if TYPE_CHECKING:
    from league.hallclock import Clock

HAND = "hand"
"""Hand for hand: the director waits no longer for a table."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument("season", metavar="SEASON")
    parser.add_argument("round", metavar="ROUND")
    parser.add_argument(
        "act", metavar="ACT", nargs="?", help=f"{', '.join((*ACTS, HAND))}; without: how it stands"
    )
    parser.add_argument("--reason", metavar="TEXT", default="", help="for the audit log")
    parser.add_argument("--minutes", metavar="N", help="stakes: of every level to come")
    parser.add_argument("--levels", metavar="FILE", help="stakes: the whole schedule, a JSON list")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Move the clock, or say how it stands."""
    from league import hallclock, halls
    from league.seasons import find

    if args.act != "stakes" and (args.minutes or args.levels):
        raise UserError("--minutes, --levels: allowed with stakes alone")
    with opened(args) as (settings, database):
        if args.act is None:
            with database.read() as connection:
                season = find(connection, settings, args.season)
                clock = hallclock.find(connection, season, args.round)
                hand = halls.together(connection, season.id, args.round)
        else:
            with database.write() as connection:
                season = find(connection, settings, args.season)
                hand = halls.together(connection, season.id, args.round)
                if args.act == HAND:
                    hand = _next_hand(args, hand)
                    halls.set_hand(connection, season.id, args.round, hand, operator(), args.reason)
                    clock = hallclock.find(connection, season, args.round)
                else:
                    clock = hallclock.act(
                        connection,
                        season,
                        args.round,
                        args.act,
                        operator(),
                        reason=args.reason,
                        levels=_levels(args.levels),
                        minutes=_minutes(args.minutes),
                    )
    _print(args, clock, hand)
    return 0


def _next_hand(args: argparse.Namespace, hand: int) -> int:
    if not hand:
        raise UserError(f"{args.round}: the tables do not play hand for hand now")
    if not args.reason.strip():
        raise UserError("hand: give --reason; a table has not played its hand")
    return hand + 1


def _levels(file: str | None) -> list[Any] | None:
    if file is None:
        return None
    try:
        found = json.loads(Path(file).read_text(encoding="utf-8"))
    except OSError as error:
        raise UserError(f"{file}: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise UserError(f"{file}: no JSON: {error}") from None
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise UserError(f"{file}: found no list of levels, allowed [{{...}}, ...]")
    return found


def _minutes(text: str | None) -> int | None:
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:6]) <= 1440 and len(text) < 5):
        raise UserError(f"--minutes {text!r}: allowed 1 to 1440")
    return int(text)


def _print(args: argparse.Namespace, clock: Clock | None, hand: int) -> None:
    from league.hallclock import instant

    told = None if clock is None else clock.told(instant())
    if args.json:
        print_json({"season": args.season, "round": args.round, "together": hand, **(told or {})})
        return
    if told is None:
        print(f"{args.round}: the clock was not started")
        return
    for word, said in (("now", told["clock"]), ("next", told["next"])):
        if said is not None:
            print(f"{word}: {_line(said, told['at_ms'])}")
    if told["clock"] is None and told["next"] is None:
        print("not begun")
    if hand:
        print(f"hand for hand: hand {hand}")


def _line(said: dict[str, Any], at_ms: int) -> str:
    where = f"break after level {said['level']}" if said["on_break"] else f"level {said['level']}"
    ahead = said.get("from_ms", at_ms) - at_ms
    when = f", in {ahead / 1000:.1f} s" if ahead > 0 else ""
    left = "" if said["left_ms"] is None else f", {_clock(said['left_ms'])} left"
    state = ", over" if said["over"] else ", stands still" if said["paused"] else ""
    return f"{where}{left}{state}{when}"


def _clock(ms: int) -> str:
    whole = -(-max(0, ms) // 1000)
    return f"{whole // 60}:{whole % 60:02d}"
