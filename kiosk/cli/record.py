"""verify FILE: is a game record whole, sealed by its table, and what the rules make of it?
show FILE: the game for people.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from kiosk.editions import Editions
from kiosk.errors import UserError
from kiosk.home import Home
from kiosk.locale import Catalogue, Texts
from rules.dicecheck import DiceFound
from rules.errors import RecordError
from rules.fairdice import TABLE
from rules.kinds import Refusal
from rules.record import Line, Record, read
from rules.verdict import Verdict, check

VERBS: Final = {
    "verify": "check the chain, the seal, the summary and the announcements of a record",
    "show": "print a record for people",
}
PLAIN: Final = frozenset(("t", "do", "line"))


def configure(parser: argparse.ArgumentParser) -> None:
    """Two verbs."""
    verbs = parser.add_subparsers(dest="verb", metavar="|".join(VERBS), required=True)
    for name, text in VERBS.items():
        verb = verbs.add_parser(name, description=text)
        verb.add_argument("--json", action="store_true", default=argparse.SUPPRESS)
        verb.add_argument("--debug", action="store_true", default=argparse.SUPPRESS)
        verb.add_argument("file", metavar="FILE", type=Path)
        if name == "show":
            verb.add_argument("--lang", default="en", help="language of the texts, default en")


def run(args: argparse.Namespace) -> int:
    """Verify or show."""
    try:
        data = args.file.read_bytes()
    except OSError as error:
        raise UserError(f"{args.file}: cannot be read: {error.strerror}") from None
    try:
        record = read(data)
    except RecordError as error:
        raise UserError(f"{args.file}: {error}") from None
    verdict = check(record, Editions(Home.of().root).get, _verify)
    if args.verb == "verify":
        return _print_verdict(args.file, record, verdict, as_json=args.json)
    if args.json:
        print(_json(_shown(record, verdict)))
        return 0
    for line in _for_people(record, verdict, _texts(args.lang)):
        print(line)
    return 0


def _verify(key: bytes, signature: bytes, message: bytes) -> bool:
    from nacl.exceptions import CryptoError
    from nacl.signing import VerifyKey

    try:
        VerifyKey(key).verify(message, signature)
    except CryptoError:  # its own ValueError for a wrong length is one, too
        return False
    return True


def _print_verdict(path: Path, record: Record, verdict: Verdict, *, as_json: bool) -> int:
    if as_json:
        found = {
            "game": record.opening.game,
            "edition": record.opening.edition,
            "events": record.events,
            "head": record.game_head,
            "key": record.seal.key if record.seal else None,
            "ok": not verdict.faults,
            "faults": verdict.faults,
            "remarks": verdict.remarks,
            "dice": _dice_fields(verdict.dice),
        }
        print(json.dumps(found, ensure_ascii=False))
    if verdict.faults:
        more = len(verdict.faults) - 1
        raise UserError(f"{path}: {verdict.faults[0]}{f' (and {more} more)' if more else ''}")
    if not as_json:
        remarks = (
            f"; {len(verdict.remarks)} remarks: {verdict.remarks[0]}" if verdict.remarks else ""
        )
        print(
            f"{path}: right; {record.opening.game}, {record.events} actions, "
            f"sealed by {record.seal.key if record.seal else ''}{remarks}"
            f"{''.join(f'; {words}' for words in _dice_words(verdict.dice, _texts('en')))}"
        )
    return 0


def _dice_fields(found: DiceFound | None) -> Mapping[str, Any] | None:
    return None if found is None else {**found._asdict(), "rolls": dict(found.rolls)}


def _dice_words(found: DiceFound | None, texts: Texts) -> list[str]:
    """Where the dice came from, and whether anybody chose those of the table."""
    if found is None or not found.rolls:
        return []
    counts = dict(found.rolls)
    thrown, said = counts.pop(TABLE, 0), []
    if thrown:
        how = "wrong" if found.faults else "right" if found.seed else "unopened"
        said.append(texts.text(f"rules.dice.{how}", n=thrown))
    if found.again:
        said.append(texts.text("rules.dice.again", n=found.again))
    said += [texts.text(f"rules.dice.{by}", n=count) for by, count in sorted(counts.items())]
    return [texts.text("rules.dice.all", what=", ".join(said))]


def _shown(record: Record, verdict: Verdict) -> Mapping[str, Any]:
    history = verdict.history
    return {
        "summary": history.summary(record.events, record.game_head) if history else None,
        "lines": [line.fields for line in record.lines],
        "faults": verdict.faults,
        "remarks": verdict.remarks,
        "dice": _dice_fields(verdict.dice),
    }


def _texts(language: str) -> Texts:
    catalogue = Catalogue()
    if language not in catalogue.languages():
        allowed = ", ".join(catalogue.languages())
        raise UserError(f"--lang: found {language!r}, allowed {allowed}")
    return catalogue.texts(language)


def _for_people(record: Record, verdict: Verdict, texts: Texts) -> Iterator[str]:
    opening = record.opening
    yield f"{opening.season} {opening.round} {opening.game}, {opening.table} ({opening.edition})"
    for office, names in opening.officials:
        yield f"  {_word(texts, 'office', office)}: {', '.join(names)}"
    for seat in opening.seats:
        yield f"  {seat.seat}  {seat.name} ({seat.player})"
    refused = {(one.at, one.do): one.refusal for one in _refused(verdict)}
    for line in record.lines:
        yield _line(line, texts, refused)
    if record.seal:
        yield f"{_word(texts, 'record', 'sealed')}: {record.seal.key}"
    yield from _dice_words(verdict.dice, texts)
    for fault in verdict.faults:
        yield f"! {fault}"
    for remark in verdict.remarks:
        yield f"- {remark}"


def _refused(verdict: Verdict) -> Any:
    return verdict.history.refused if verdict.history else ()


def _line(line: Line, texts: Texts, refused: Mapping[Any, Refusal]) -> str:
    at = line.fields.get("t", 0)
    ms = round(at * 1000) if isinstance(at, int | float) else 0
    clock = f"{ms // 60_000:3}:{ms // 1000 % 60:02}.{ms % 1000:03}"
    if line.kind != "do":
        return f"{clock}  {_word(texts, 'record', line.kind)} {_plain(line.fields[line.kind])}"
    fields = line.fields
    details = "  ".join(
        f"{key} {_plain(value)}" for key, value in fields.items() if key not in PLAIN
    )
    by = f"  [{fields['line']}]" if "line" in fields else ""
    refusal = refused.get((ms, fields["do"]))
    no = f"  -- {_word(texts, 'record', 'refused')} {_why(texts, refusal)}" if refusal else ""
    return f"{clock}  {_word(texts, 'do', str(fields['do']))}  {details}{by}{no}".rstrip()


def _why(texts: Texts, refusal: Refusal) -> str:
    why = texts.text(f"rules.why.{refusal.why}", **dict(refusal.details))
    return f"({refusal.rule}): {why}"


def _word(texts: Texts, group: str, word: str) -> str:
    key = f"rules.{group}.{word}"
    return texts.text(key) if texts.has(key) else word


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else _json(value)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=_simple)


def _simple(value: Any) -> Any:
    """A record may hold numbers that no table writes (Decimal); they are shown as they stand."""
    return dict(value) if isinstance(value, Mapping) else str(value)
