"""list: the editions. show ID: every setting of one. check FILE: is an organiser's own edition file
right? diff ID ID: what differs, in words. An ID may also be the path of a .toml file.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from kiosk.cli.editionfile import named, of_file
from kiosk.cli.settingtext import label, section, short, value_text
from kiosk.editions import Editions
from kiosk.errors import UserError
from kiosk.home import Home
from kiosk.locale import Catalogue, Texts
from rules.edition import Edition

VERBS: Final = {
    "list": ("every edition", ()),
    "show": ("every setting of an edition", ("id",)),
    "check": ("check an edition file", ("file",)),
    "diff": ("what differs between two editions", ("first", "second")),
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Four verbs."""
    verbs = parser.add_subparsers(dest="verb", metavar="|".join(VERBS), required=True)
    for name, (text, words) in VERBS.items():
        verb = verbs.add_parser(name, description=text)
        verb.add_argument("--json", action="store_true", default=argparse.SUPPRESS)
        verb.add_argument("--debug", action="store_true", default=argparse.SUPPRESS)
        for word in words:
            verb.add_argument(word, metavar=word.upper())
        if name in ("show", "diff"):
            verb.add_argument("--lang", default="en", help="language of the words, default en")


def run(args: argparse.Namespace) -> int:
    """Do what the verb says."""
    editions = Editions(Home.of().root)
    if args.verb == "list":
        return _print(args, [_head(editions.need(name)) for name in editions.names()], _print_list)
    if args.verb == "check":
        return _print(args, _head(of_file(editions, Path(args.file))), _print_check)
    texts = _texts(args.lang)
    if args.verb == "show":
        found = _whole(named(editions, args.id), editions, texts)
        return _print(args, found, _print_whole)
    first, second = named(editions, args.first), named(editions, args.second)
    return _print(args, _differences(first, second, texts), _print_differences)


def _print(args: argparse.Namespace, found: Any, for_people: Callable[[Any], None]) -> int:
    if args.json:
        print(json.dumps(found, ensure_ascii=False, default=dict))
    else:
        for_people(found)
    return 0


def _texts(language: str) -> Texts:
    catalogue = Catalogue()
    if language not in catalogue.languages():
        allowed = ", ".join(catalogue.languages())
        raise UserError(f"--lang: found {language!r}, allowed {allowed}")
    return catalogue.texts(language)


def _head(edition: Edition) -> dict[str, Any]:
    return {
        "id": edition.id,
        "name": edition.name,
        "document": edition.document,
        "game": edition.game,
        "extends": edition.extends,
        "fingerprint": edition.fingerprint,
    }


def _whole(edition: Edition, editions: Editions, texts: Texts) -> dict[str, Any]:
    # The default is what the extended edition says; a complete one sets everything itself.
    before = editions.need(edition.extends).values if edition.extends else edition.values
    settings = [
        {
            "table": setting.table,
            "name": name,
            "label": label(name, texts),
            "value": edition.values[name],
            "default": before[name],
            "allowed": setting.kind.allowed,
            "status": edition.statuses.get(name, "stated"),
        }
        for name, setting in edition.settings.items()
    ]
    return {**_head(edition), "settings": settings, "changes": edition.changes}


def _differences(first: Edition, second: Edition, texts: Texts) -> dict[str, Any]:
    names = dict.fromkeys((*first.settings, *second.settings))
    rows = []
    for name in names:
        values = [edition.values.get(name) for edition in (first, second)]
        if values[0] == values[1]:
            continue
        shown = [
            value_text(edition.settings[name], value, texts) if name in edition.settings else None
            for edition, value in zip((first, second), values, strict=True)
        ]
        if shown[0] == shown[1]:  # a list too long to be told in words
            shown = [short(value) for value in values]
        rows.append(
            {
                "name": name,
                "label": label(name, texts),
                "section": section(_table(name, first, second), texts),
                "first": values[0],
                "second": values[1],
                "shown": shown,
            }
        )
    return {
        "first": first.id,
        "second": second.id,
        "titles": [first.name, second.name],
        "headings": {
            "both": texts.text("rules.diff.both"),
            "only": [texts.text("rules.diff.only", edition=one.id) for one in (first, second)],
        },
        "settings": rows,
    }


def _table(name: str, first: Edition, second: Edition) -> str:
    """In which table of the file a setting stands."""
    return (first.settings.get(name) or second.settings[name]).table


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
        was = f", default {short(setting['default'])}" if changed else ""
        status = "" if setting["status"] == "stated" else f", {setting['status']}"
        print(f"{setting['name']} = {short(setting['value'])}")
        print(f"    {setting['label']}")
        print(f"    allowed: {setting['allowed']}{was}{status}")
    for change in found["changes"]:
        print(f"\nchanged {change['date']}: {change['what']}")


def _print_check(found: Mapping[str, Any]) -> None:
    print(f"{found['id']}: right; {found['name']}, fingerprint {found['fingerprint']}")


def _print_differences(found: Mapping[str, Any]) -> None:
    """What both have first, then what only one of them knows at all."""
    rows = found["settings"]
    if not rows:
        print(f"{found['first']} and {found['second']} have the same settings")
        return
    both = [row for row in rows if None not in row["shown"]]
    only = [[row for row in rows if row["shown"][1 - at] is None] for at in (0, 1)]
    if any(only):
        for name, title in zip((found["first"], found["second"]), found["titles"], strict=True):
            print(f"{name}: {title}")
        if both:
            print(f"\n{found['headings']['both']}")
    for row in both:
        print(f"{row['label']} ({row['name']}): {row['shown'][0]} -> {row['shown'][1]}")
    for at in (0, 1):
        if only[at]:
            print(f"\n{found['headings']['only'][at]}")
        told = None
        for row in only[at]:
            if row["section"] != told:
                told = row["section"]
                print(f"\n  {told}")
            print(f"  - {row['label']} ({row['name']}): {row['shown'][at]}")
