"""`kiosk`: finds the command's module and runs it; the exit code says what happened.

0 done, 2 the input was wrong, 1 it failed; one line on stderr for both. Options may stand before
or after the command. Nothing but the called command's module is imported.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper
from typing import Any, Final

from kiosk.errors import KioskError, UserError

COMMANDS: Final = {
    "run": "the table: buttons, clock, record, screen and sound",
    "console": "the official's private page for one paired tablet; --set-pin",
    "selftest": "every button, lamp, buzzer, speaker, screen, link, clock and disk",
    "status": "what a running table shows",
    "replay": "play a game script in virtual time and print the summary",
    "record": "verify FILE | show FILE: a game record's chain and seal, or the game for people",
    "rules": "list | show ID | check FILE | diff ID ID: the editions of the rules",
    "enrol": "redeem a code of `league enrol`, so that the league takes this table's results",
    "takeover": "go on here with the open game of a table that died",
    "outbox": "list | carry FILE | take FILE: what the league has not confirmed yet",
}
GLOBAL_FLAGS: Final = ("--json", "--debug")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    debug = "--debug" in words
    if isinstance(sys.stdout, TextIOWrapper):  # names and JSON, whatever the machine speaks
        sys.stdout.reconfigure(encoding="utf-8")
    try:
        return _dispatch(words)
    except KioskError as error:
        if debug:
            raise
        print(_one_line(error), file=sys.stderr)
        return error.exit_code
    except BrokenPipeError:  # the reader of our output went away: nobody is left to tell
        sys.stderr.close()
        return 1
    except KeyboardInterrupt:
        return 130
    except Exception as error:  # the program's top: no traceback reaches a user
        if debug:
            raise
        print(
            f"kiosk: {type(error).__name__}: {_one_line(error)}; --debug shows where",
            file=sys.stderr,
        )
        return 1


def version() -> str:
    """The installed version."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed

    try:
        return installed("tableside")
    except PackageNotFoundError:  # started from the folder, nothing installed
        import tomllib
        from pathlib import Path

        project = Path(__file__).resolve().parent.parent / "pyproject.toml"
        found: str = tomllib.loads(project.read_text(encoding="utf-8"))["project"]["version"]
        return found


def _dispatch(words: list[str]) -> int:
    flags, rest = _leading_flags(words)
    if not rest or rest[0] in ("-h", "--help"):
        print(_help())
        return 0 if rest else _no_command()
    if rest[0] == "--version":
        print(f"kiosk {version()}")
        return 0
    command, options = rest[0], [*rest[1:], *flags]
    if command in COMMANDS and "--version" in options:
        print(f"kiosk {version()}")
        return 0
    if command not in COMMANDS:
        kind = "option" if command.startswith("-") else "command"
        raise UserError(f"kiosk: unknown {kind} {command!r}; allowed: {', '.join(COMMANDS)}")
    return _run(command, options)


def _run(command: str, options: list[str]) -> int:
    from kiosk.cli.parser import OneLineParser, add_common

    module: Any = import_module(f"kiosk.cli.{command}")
    parser = OneLineParser(f"kiosk {command}", module.__doc__ or COMMANDS[command])
    parser.add_argument("--version", action="store_true", help="print the version and end")
    add_common(parser)
    module.configure(parser)
    try:
        args = parser.parse_args(options)
    except SystemExit as done:  # --help and --version
        return int(done.code or 0)
    code: int = module.run(args)
    return code


def _leading_flags(words: list[str]) -> tuple[list[str], list[str]]:
    """Split the options that may stand before the command from the rest."""
    for place, word in enumerate(words):
        if word not in GLOBAL_FLAGS:
            return words[:place], words[place:]
    return words, []


def _no_command() -> int:
    raise UserError(f"kiosk: no command; allowed: {', '.join(COMMANDS)}")


def _help() -> str:
    width = max(map(len, COMMANDS))
    rows = "\n".join(f"  {name:<{width}}  {text}" for name, text in COMMANDS.items())
    return (
        "kiosk COMMAND [OPTIONS]: one tournament table.\n\n"
        f"{rows}\n\n"
        "Every command has --help, --version, --json and --debug.\n"
        "Exit 0: done. 2: the input was wrong. 1: it failed. One line on stderr says why."
    )


def _one_line(error: BaseException) -> str:
    return " ".join(str(error).split()) or type(error).__name__


if __name__ == "__main__":
    sys.exit(main())
