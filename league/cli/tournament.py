"""`league tournament SEASON [ROUND [ACT [WORD ...]]]`: a casino tournament over several tables."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from league.cli.opened import add_json, opened, operator, print_json
from league.errors import UserError

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from league.seasons import Season
    from league.tournaments.book import Book

Words = Sequence[str]


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument("season", metavar="SEASON")
    parser.add_argument("round", metavar="ROUND", nargs="?", help="without: those there are")
    parser.add_argument(
        "act", metavar="ACT", nargs="?", default="show", help=", ".join((*LOOKS, *DOES, *LINES))
    )
    parser.add_argument("words", metavar="WORD", nargs="*", help="players, PLAYER:NUMBER, a table")
    parser.add_argument("--structure", type=Path, metavar="FILE", help="open: what differs, JSON")
    parser.add_argument("--seed", type=int, metavar="N", help="draw, balance: else one by chance")
    parser.add_argument("--hand", type=int, metavar="N", help="bust: hand for hand, which hand")
    parser.add_argument("--points", nargs="+", default=[], metavar="PLAYER:N",
                        help="bust: before the hand; disqualify: what he held")  # fmt: skip
    parser.add_argument("--minutes", type=int, metavar="N", help="penalty")
    parser.add_argument("--rounds", type=int, metavar="N", help="penalty")
    parser.add_argument("--rest", type=int, metavar="N", help="deal: what the winner plays for")
    parser.add_argument("--reason", default="", metavar="TEXT")
    parser.add_argument("--tables", default="", metavar="NAME,...",
                        help="draw: the tables' names, the first one first")  # fmt: skip
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Do what was asked, then say how the tournament stands."""
    from league.seasons import find
    from league.tournaments import book as books

    act = str(args.act)
    if act not in (*LOOKS, *DOES, *LINES):
        raise UserError(f"act {act!r}: not known, allowed {', '.join((*LOOKS, *DOES, *LINES))}")
    with opened(args) as (settings, database):
        if args.round is None:
            with database.read() as connection:
                season = find(connection, settings, args.season)
                return _listed(args, books.names(connection, season.id))
        if act in LOOKS:
            with database.read() as connection:
                season = find(connection, settings, args.season)
                book = books.find(connection, season, args.round)
                found = LOOKS[act](connection, book)
        else:
            with database.write() as connection:
                season = find(connection, settings, args.season)
                book = _done(connection, season, args, act)
                found = _show(connection, book)
    if args.json:
        print_json(found)
    else:
        print("\n".join(_lines(found)))
    return 0


def _done(connection: Connection, season: Season, args: argparse.Namespace, act: str) -> Book:
    from league.tablenames import name_tables
    from league.tournaments import book as books

    if args.tables and act != "draw":
        raise UserError("--tables: allowed with draw only")
    if act in DOES:
        return DOES[act](connection, season, args)
    name_tables(connection, season.id, args.tables, operator())
    book = books.find(connection, season, args.round)
    for fields in LINES[act](args, book):
        book = books.tell(connection, book, {"do": act, **fields}, operator())
    return book


# -- what is entered -------------------------------------------------------------------------------


def _each(args: argparse.Namespace, _: Book) -> list[dict[str, Any]]:
    return [{"player": name} for name in _some(args, "PLAYER")]


def _plain(args: argparse.Namespace, _: Book) -> list[dict[str, Any]]:
    return [{}]


def _seeded(args: argparse.Namespace, _: Book) -> list[dict[str, Any]]:
    from league.draws import checked_seed

    return [{"seed": checked_seed(args.seed)}]


def _bust(args: argparse.Namespace, _: Book) -> list[dict[str, Any]]:
    points = _pairs(args.points) or None
    return [{"players": _some(args, "PLAYER"), "points": points, "hand": args.hand}]


def _chips(args: argparse.Namespace, _: Book) -> list[dict[str, Any]]:
    return [{"points": _pairs(_some(args, "PLAYER:POINTS"))}]


def _button(args: argparse.Namespace, _: Book) -> list[dict[str, Any]]:
    return [{"table": _number(args, 0, "TABLE"), "seat": _number(args, 1, "SEAT")}]


def _round(args: argparse.Namespace, _: Book) -> list[dict[str, Any]]:
    return [{"table": _number(args, 0, "TABLE")}]


def _move(args: argparse.Namespace, _: Book) -> list[dict[str, Any]]:
    seat = {"table": _number(args, 1, "TABLE"), "seat": _number(args, 2, "SEAT")}
    return [{"player": args.words[0], **seat, "reason": args.reason}]


def _penalty(args: argparse.Namespace, _: Book) -> list[dict[str, Any]]:
    name = _some(args, "PLAYER")[0]
    return [{"player": name, "minutes": args.minutes, "rounds": args.rounds, "reason": args.reason}]


def _disqualify(args: argparse.Namespace, _: Book) -> list[dict[str, Any]]:
    name = _some(args, "PLAYER")[0]
    points = _pairs(args.points).get(name, 0) if args.points else 0
    return [{"player": name, "points": points, "reason": args.reason}]


def _window(args: argparse.Namespace, _: Book) -> list[dict[str, Any]]:
    return [{"to": _some(args, "addon or over")[0]}]


def _deal(args: argparse.Namespace, book: Book) -> list[dict[str, Any]]:
    from rules.casino.tournament.outcome import deal_of

    words = _some(args, "icm, points or PLAYER:PRIZE")
    rest = {"rest": args.rest} if args.rest else {}
    if words[0] not in ("icm", "points"):
        return [{"prizes": _pairs(words), "by": "agreed", **rest}]
    shares = deal_of(book.state)
    if isinstance(shares, str):
        raise UserError(f"no deal yet: {_NO_DEAL[shares]}")
    by_icm = words[0] == "icm"
    prizes = {one.player: one.icm_whole if by_icm else one.points_whole for one in shares}
    return [{"prizes": prizes, "by": words[0], **rest}]


_NO_DEAL: Final = {
    "no_amounts": "points can still be bought (RAY-PAY-2)",
    "players": "2 to 10 players still in can deal",
    "uncounted": "count everybody's points first",
    "wrong": "what was counted is not what is in play (RAY-1-2); count again",
}


LINES: Final[Mapping[str, Callable[[argparse.Namespace, Any], list[dict[str, Any]]]]] = {
    "enter": _each, "rebuy": _each, "addon": _each, "window": _window, "draw": _seeded,
    "start": _plain, "button": _button, "bust": _bust, "chips": _chips, "penalty": _penalty,
    "round": _round, "disqualify": _disqualify, "balance": _seeded, "move": _move, "deal": _deal,
    "end": _plain, "undo": _plain,
}  # fmt: skip
"""Each act that is one line of the log, or one for each player named."""


def _open(connection: Any, season: Any, args: argparse.Namespace) -> Book:
    from league.tournaments.book import open_book
    from rules.jsontext import read_object

    structure = None
    if args.structure is not None:
        try:
            structure = read_object(args.structure.read_text(encoding="utf-8-sig"))
        except OSError as error:
            raise UserError(f"{args.structure}: {error.strerror}; give a JSON file") from None
        except ValueError as error:
            raise UserError(f"{args.structure}: {error}") from None
    return open_book(connection, season, args.round, structure, operator())


def _carry(connection: Any, season: Any, args: argparse.Namespace) -> Book:
    from league.tournaments.handing import carry

    return carry(connection, season, _some(args, "TOURNAMENT")[0], args.round, operator())


def _grant(connection: Any, season: Any, args: argparse.Namespace) -> Book:
    from league.tournaments.handing import grant

    return grant(connection, season, _some(args, "SATELLITE")[0], args.round, operator())


DOES: Final[Mapping[str, Callable[[Any, Any, argparse.Namespace], Book]]] = {
    "open": _open, "carry": _carry, "seats": _grant,
}  # fmt: skip
"""`carry T1`: what T1 kept goes into this pool. `seats S1`: who won a seat in S1 is entered."""


# -- what is shown ---------------------------------------------------------------------------------


def _show(connection: Any, book: Any) -> dict[str, Any]:
    from league.tournaments.told import told

    return told(connection, book)


def _log(_: Any, book: Any) -> list[dict[str, Any]]:
    from league.tournaments.book import lines_of

    return lines_of(book)


def _openings(_: Any, book: Any) -> list[dict[str, Any]]:
    from league.tournaments.tables import openings

    return openings(book)


def _check(connection: Any, book: Any) -> list[dict[str, Any]]:
    from league.tournaments.tables import panel

    return [one._asdict() for one in panel(connection, book)]


LOOKS: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    "show": _show, "log": _log, "check": _check, "openings": _openings,
}  # fmt: skip


def _listed(args: argparse.Namespace, names: Sequence[str]) -> int:
    if args.json:
        print_json(list(names))
    else:
        print("\n".join(names) or "no tournament yet: league tournament SEASON ROUND open")
    return 0


def _lines(found: Any) -> list[str]:
    """A line a thing, `key value` pairs of what it says."""
    if isinstance(found, list):
        return [" ".join(f"{key} {_word(value)}" for key, value in one.items()) for one in found]
    return [f"{key}: {_word(value)}" for key, value in found.items()]


def _word(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_word(one)}" for key, one in value.items())
    if isinstance(value, list | tuple):
        return "; ".join(_word(one) for one in value) or "-"
    return "-" if value is None else str(value)


# -- words -----------------------------------------------------------------------------------------


def _some(args: argparse.Namespace, wanted: str) -> list[str]:
    if not args.words:
        raise UserError(f"{args.act}: {wanted} is missing")
    return list(args.words)


def _number(args: argparse.Namespace, at: int, wanted: str) -> int:
    text = args.words[at] if len(args.words) > at else ""
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        raise UserError(f"{args.act}: {wanted} found {text!r}, allowed a whole number")
    return int(text)


def _pairs(words: Words) -> dict[str, int]:
    found: dict[str, int] = {}
    for word in words:
        name, colon, number = word.rpartition(":")
        if not (name and colon and number.isascii() and number.isdigit() and len(number) < 11):
            raise UserError(f"{word!r}: write PLAYER:NUMBER")
        found[name] = int(number)
    return found
