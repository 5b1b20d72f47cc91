"""`league`: finds the command, runs it, turns errors into one line and an exit code."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
import traceback
from collections.abc import Sequence
from io import TextIOWrapper
from typing import Final, NoReturn

from league.errors import RunError, UserError

COMMANDS: Final = {
    "serve": "the server",
    "season": "create a season",
    "import": "results from a CSV file, all or nothing",
    "export": "the results of a season as CSV",
    "standings": "the standings of a season",
    "advance": "who goes on after a stage, the reserves, unresolved ties",
    "round": "the stage to which a round belongs",
    "draw": "seats by lot",
    "clock": "the clock of a casino tournament, one for all its tables",
    "substitute": "who sits in the place of a late player from a round on",
    "rating": "the external rating that breaks a Mafia tournament's last tie",
    "dice": "every logged roll of a season: chi-square and runs",
    "member": "the club's members: age, and who has paid for the final",
    "evening": "the club's calendar: days, free passage, loans, who came",
    "places": "the places of a board without a kiosk, from the winner down",
    "needs": "who can still win the cup, and with which place in the final",
    "proposal": "proposals to change the club's rules, and their wordings",
    "ballot": "the votes of the final evening",
    "picture": "the standings as a PNG picture",
    "print": "result sheets, standings, seat lists and table cards as PDF",
    "tournament": "a casino tournament over several tables: entries, seats, money, deals",
    "payout": "the prizes of a casino tournament from its structure and entries",
    "enrol": "a code for a new table, and its approval",
    "takeover": "a spare goes on with the open game of a table that died",
    "organiser": "a token for an organiser",
    "person": "who signs in on the pages, and with which roles",
    "token": "tokens for other programs, each for a few things",
    "webhook": "other sites that are told of changes",
    "receive": "game records from a carried file",
    "gateway": "game records from tables on a serial line",
    "verify": "check and replay every stored record of a season",
    "backup": "copy the database while it is in use",
    "restore": "put a copy back",
}
_MODULES: Final = {"import": "import_results", "round": "rounds"}


class Parser(argparse.ArgumentParser):
    """An argument parser whose complaints are one line, without a usage block."""

    def error(self, message: str) -> NoReturn:
        """Raise UserError instead of printing usage and leaving."""
        raise UserError(f"{self.prog}: {message}; see {self.prog} --help")


class _SayVersion(argparse.Action):
    """`--version` of a command: said and done, whatever else is missing on the line."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        """Print it and leave."""
        print(f"league {_version()}")
        parser.exit()


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit code: 0 done, 1 failed, 2 wrong input."""
    words = list(sys.argv[1:] if argv is None else argv)
    debug = "--debug" in words
    if isinstance(sys.stdout, TextIOWrapper):  # names and JSON, whatever the machine speaks
        sys.stdout.reconfigure(encoding="utf-8")
    try:
        return _run(words)
    except (UserError, RunError) as error:
        if debug:
            traceback.print_exc()
        else:
            print(_said(error), file=sys.stderr)
        return 2 if isinstance(error, UserError) else 1
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130
    except Exception as error:  # noqa: BLE001 - the program's top: one line, no traceback
        if debug:
            traceback.print_exc()
        else:
            kind, told = type(error).__name__, getattr(error, "orig", None) or error
            print(f"league: {kind}: {_one_line(told)}; --debug shows where", file=sys.stderr)
        return 1


def _run(words: Sequence[str]) -> int:
    top = _top_parser()
    chosen = top.parse_args(words)
    if chosen.version:
        print(f"league {_version()}")
        return 0
    if chosen.command is None:
        raise UserError(f"no command given; allowed {', '.join(COMMANDS)}")
    if chosen.command not in COMMANDS:
        raise UserError(f"command {chosen.command!r}: not known, allowed {', '.join(COMMANDS)}")
    module = importlib.import_module(f"league.cli.{_MODULES.get(chosen.command, chosen.command)}")
    parser = Parser(
        prog=f"league {chosen.command}", description=COMMANDS[chosen.command], allow_abbrev=False
    )
    _shared_options(parser, argparse.SUPPRESS)
    parser.add_argument("--version", action=_SayVersion, nargs=0, help="print the version")
    module.configure(parser)
    before = ["--json"] if chosen.json else []  # which not every command knows
    args = parser.parse_intermixed_args(
        [*before, *chosen.rest], argparse.Namespace(db=chosen.db, debug=chosen.debug)
    )
    return int(module.run(args))


def _top_parser() -> Parser:
    listing = "\n".join(f"  {name:<11}{text}" for name, text in COMMANDS.items())
    top = Parser(
        prog="league",
        usage="league COMMAND [options]",
        description=f"The league server.\n\ncommands:\n{listing}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    top.add_argument("--version", action="store_true", help="print the version")
    top.add_argument("--json", action="store_true", help="print data as JSON")
    _shared_options(top, None)
    top.add_argument("command", nargs="?", metavar="COMMAND", help="`league COMMAND --help`")
    top.add_argument("rest", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)
    return top


def _shared_options(parser: Parser, default: object) -> None:
    parser.add_argument(
        "--db",
        metavar="URL",
        default=default,
        help="sqlite:///FILE or postgresql://USER@HOST/NAME"
        " (default: $TABLESIDE_DB, else league.sqlite in $TABLESIDE_HOME)",
    )
    parser.add_argument(
        "--debug", action="store_true", default=default or False, help="show tracebacks"
    )


def _version() -> str:
    from importlib.metadata import version

    return version("tableside")


def _said(error: Exception) -> str:
    line = _one_line(error)
    return line if line.startswith("league ") else f"league: {line}"


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())


if __name__ == "__main__":
    raise SystemExit(main())
