"""list: the editions. show ID: every setting of one. check FILE: is an organiser's own edition file
right? diff ID ID: what differs. An ID may also be the path of a .toml file.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from kiosk.cli.editionfile import named, of_file
from kiosk.editions import Editions
from kiosk.home import Home
from rules.edition import Edition

VERBS: Final = {
    "list": ("every edition", ()),
    "show": ("every setting of an edition", ("id",)),
    "check": ("check an edition file", ("file",)),
    "diff": ("what differs between two editions", ("first", "second")),
}
LONGEST: Final = 72


def configure(parser: argparse.ArgumentParser) -> None:
    """Four verbs."""
    verbs = parser.add_subparsers(dest="verb", metavar="|".join(VERBS), required=True)
    for name, (text, words) in VERBS.items():
        verb = verbs.add_parser(name, description=text)
        verb.add_argument("--json", action="store_true", default=argparse.SUPPRESS)
        verb.add_argument("--debug", action="store_true", default=argparse.SUPPRESS)
        for word in words:
            verb.add_argument(word, metavar=word.upper())


def run(args: argparse.Namespace) -> int:
    """Do what the verb says."""
    editions = Editions(Home.of().root)
    if args.verb == "list":
        found: Any = [_head(editions.need(name)) for name in editions.names()]
    elif args.verb == "show":
        found = _whole(named(editions, args.id), editions)
    elif args.verb == "check":
        found = _head(of_file(editions, Path(args.file)))
    else:
        found = _differences(named(editions, args.first), named(editions, args.second))
    if args.json:
        print(json.dumps(found, ensure_ascii=False, default=dict))
    else:
        PRINT[args.verb](found)
    return 0


def _head(edition: Edition) -> dict[str, Any]:
    return {
        "id": edition.id,
        "name": edition.name,
        "document": edition.document,
        "game": edition.game,
        "extends": edition.extends,
        "fingerprint": edition.fingerprint,
    }


def _whole(edition: Edition, editions: Editions) -> dict[str, Any]:
    # The default is what the extended edition says; a complete one sets everything itself.
    before = editions.need(edition.extends).values if edition.extends else edition.values
    settings = [
        {
            "table": setting.table,
            "name": name,
            "value": edition.values[name],
            "default": before[name],
            "allowed": setting.kind.allowed,
            "status": edition.statuses.get(name, "stated"),
        }
        for name, setting in edition.settings.items()
    ]
    return {**_head(edition), "settings": settings, "changes": edition.changes}


def _differences(first: Edition, second: Edition) -> dict[str, Any]:
    names = dict.fromkeys((*first.settings, *second.settings))
    return {
        "first": first.id,
        "second": second.id,
        "settings": [
            {"name": name, "first": first.values.get(name), "second": second.values.get(name)}
            for name in names
            if first.values.get(name) != second.values.get(name)
        ],
    }


def _print_list(found: list[Mapping[str, Any]]) -> None:
    width = max((len(head["id"]) for head in found), default=0)
    for head in found:
        print(f"{head['id']:<{width}}  {head['name']}")


def _print_whole(found: Mapping[str, Any]) -> None:
    print(f"{found['id']}: {found['name']} ({found['document']}, game {found['game']})")
    if found["extends"]:
        print(f"extends {found['extends']}")
    print(f"fingerprint {found['fingerprint']}")
    table = None
    for setting in found["settings"]:
        if setting["table"] != table:
            table = setting["table"]
            print(f"\n[{table}]")
        changed = setting["value"] != setting["default"]
        was = f", default {_short(setting['default'])}" if changed else ""
        status = "" if setting["status"] == "stated" else f", {setting['status']}"
        print(f"{setting['name']} = {_short(setting['value'])}")
        print(f"    allowed: {setting['allowed']}{was}{status}")
    for change in found["changes"]:
        print(f"\nchanged {change['date']}: {change['what']}")


def _print_check(found: Mapping[str, Any]) -> None:
    print(f"{found['id']}: right; {found['name']}, fingerprint {found['fingerprint']}")


def _print_differences(found: Mapping[str, Any]) -> None:
    for row in found["settings"]:
        print(f"{row['name']}: {_short(row['first'])} -> {_short(row['second'])}")
    if not found["settings"]:
        print(f"{found['first']} and {found['second']} have the same settings")


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, default=dict)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 4]} ..."


PRINT: Final[Mapping[str, Callable[[Any], None]]] = {
    "list": _print_list,
    "show": _print_whole,
    "check": _print_check,
    "diff": _print_differences,
}
