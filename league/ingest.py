"""The road of a record: authenticate, prove, replay, store in one transaction, answer.

The answer to the same bytes is the same however often they come and by whatever road. A game of
which there is another record is kept aside for the organiser; nothing stored is ever overwritten.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from league import opencopies
from league.aside import REPLACED
from league.audit import as_json, note, now_ms
from league.auth import TableCaller, caller_of, keys_of
from league.db import Database
from league.ids import RecordId, TableId
from league.judging import UNPLAYABLE, Judged, judge, record_id
from league.ownrows import follow
from league.proof import prove, require_key
from league.receipts import receipt
from league.refusals import Reason, Refused
from league.seasons import edition_of_record, known_season
from league.settings import Settings
from league.tables import game_record, record_aside, seat_result
from league.takeover import check_holder, superseded
from rules.edition import Edition
from rules.errors import RecordError
from rules.record import Record, read
from rules.takeover import Takeover, holder_of, takeover_fields

MARK: Final = 16
"""Digits of a hash by which a table names what it delivered."""
MOST_MARKS: Final = 1000
_OF_GAME: Final = select(
    game_record.c.game, game_record.c.sha256, game_record.c.table_id, game_record.c.head
).where(game_record.c.game == bindparam("game"))
_REPLACED: Final = select(record_aside.c.game, record_aside.c.raw).where(
    record_aside.c.sha256 == bindparam("sha256"),
    record_aside.c.table_id == bindparam("table"),
    record_aside.c.cause == REPLACED,
)
_PUT_GAME: Final = insert(game_record)
_PUT_SEAT: Final = insert(seat_result)


@dataclass(frozen=True, slots=True)
class Answer:
    """What the sender is told: 201 stored, 200 already stored, 409 kept aside."""

    status: int
    body: Mapping[str, Any]


class Here(NamedTuple):
    """The stored record of a game."""

    game: str
    sha256: str
    table: str
    head: str


class Known(NamedTuple):
    """What a look at the database gives of a record before it is replayed."""

    caller: TableId
    edition: Edition | None


def look_up(
    connection: Connection, settings: Settings, raw: bytes, authorization: str | None
) -> Answer | Known:
    """Who sends, whether it is stored already, under which edition it is played. Refused where the
    sender is nobody or the first line nothing.
    """
    caller = caller_of(connection, authorization)
    if not isinstance(caller, TableCaller):
        raise Refused(403, Reason("not_a_table", "only tables send records; use league receive"))
    try:
        opening = read(raw[: raw.find(b"\n") + 1] or raw).opening
    except RecordError as error:
        raise Refused(422, Reason("record", str(error))) from None
    stored = _same(connection, _of_game(connection, opening.game), record_id(raw), caller.table)
    if stored is not None:
        return stored
    edition = edition_of_record(connection, settings, opening.season, opening.edition)
    return Known(caller.table, edition)


def require_sealer(connection: Connection, judged: Judged, caller: TableId) -> Judged:
    """Refused where the record is not the caller's, or sealed with a key that is not his."""
    _require_sealer(connection, judged.record, caller)
    return judged


def examine(
    database: Database, settings: Settings, raw: bytes, authorization: str | None
) -> Answer | Judged:
    """Everything before the transaction, here and now (a gateway replays in its own process).
    Refused where the sender or the record is not good.
    """
    with database.read() as connection:
        known = look_up(connection, settings, raw, authorization)
        if isinstance(known, Answer):
            return known
        record = prove(raw)
        _require_sealer(connection, record, known.caller)
        return judge(raw, record, known.edition)


def examine_carried(connection: Connection, settings: Settings, raw: bytes) -> Judged:
    """The same for a record that came by hand: its seal alone says whose it is."""
    record = prove(raw)
    _require_sealer(connection, record, None)
    opening = record.opening
    edition = edition_of_record(connection, settings, opening.season, opening.edition)
    return judge(raw, record, edition)


def store(connection: Connection, settings: Settings, judged: Judged, road: str) -> Answer:
    """Keep a judged record and say so; decides between new, already there and another one's."""
    game = judged.record.opening.game
    table = holder_of(judged.record)
    here = _of_game(connection, game)
    stored = _same(connection, here, judged.sha256, table)
    if stored is not None:
        return stored
    went_on = superseded(connection, judged.record)
    if went_on is not None:
        return _fenced(connection, judged, went_on, road)
    if here is not None:
        return _aside(connection, judged, RecordId(here.sha256), road)
    _insert(connection, judged, road)
    opencopies.forget(connection, game)
    _follow(connection, settings, judged)
    note(
        connection,
        f"table:{table}",
        "record.store",
        game,
        detail={
            "sha256": judged.sha256,
            "season": judged.record.opening.season,
            "verdict": judged.verdict,
            "road": road,
        },
    )
    head = judged.record.game_head
    return Answer(201, receipt(connection, game, judged.sha256, head, "stored"))


def missing(connection: Connection, table: TableId, marks: Sequence[str]) -> list[str]:
    """Which of a table's delivered records are not stored, by the first digits of their hashes.

    A league that was put back from an old copy so asks for what came after it.
    """
    rows = connection.execute(
        select(game_record.c.sha256)
        .where(game_record.c.table_id == table)
        .union_all(
            select(record_aside.c.sha256).where(
                record_aside.c.table_id == table, record_aside.c.cause == REPLACED
            )
        )
    ).scalars()
    stored = {sha256[:MARK] for sha256 in rows}
    return [mark for mark in marks if mark not in stored]


def game_columns(judged: Judged) -> dict[str, Any]:
    """What the database says of a record beside its bytes, as its replay has it."""
    opening = judged.record.opening
    return {
        "sha256": judged.sha256,
        "game": opening.game,
        "season": opening.season,
        "round": opening.round,
        "table_id": holder_of(judged.record),
        "edition": opening.edition,
        "fingerprint": judged.record.fingerprint,
        "is_final": int(opening.final),
        "head": judged.record.game_head,
        "key_hex": judged.record.seal.key if judged.record.seal else "",
        "summary": judged.summary,
        "verdict": judged.verdict,
        "reasons": as_json(list(judged.reasons)),
    }


def seat_rows(judged: Judged) -> list[dict[str, Any]]:
    """The results of a record's players, as its replay has them."""
    return [
        {
            "sha256": judged.sha256,
            "season": judged.record.opening.season,
            "seat": seat.seat,
            "player": seat.player,
            "facts": as_json(
                {"name": seat.name, "excluded": seat.excluded, "facts": dict(seat.facts)}
            ),
        }
        for seat in judged.seats
    ]


def rejudge(connection: Connection, settings: Settings, season: str) -> int:
    """Replay again what could not be replayed before; returns how many games now have a verdict.

    For a season that was created, with its edition, after its games had arrived.
    """
    rows = connection.execute(
        select(game_record.c.sha256, game_record.c.raw, game_record.c.game).where(
            game_record.c.season == season, game_record.c.verdict == UNPLAYABLE
        )
    ).all()
    changed = 0
    for row in rows:
        record = read(row.raw)
        edition = edition_of_record(connection, settings, season, record.opening.edition)
        judged = judge(row.raw, record, edition)
        if judged.verdict != UNPLAYABLE:
            _replace_verdict(connection, judged)
            changed += 1
    return changed


def _require_sealer(connection: Connection, record: Record, caller: str | None) -> None:
    table = check_holder(connection, record)
    if caller is not None and table != caller:
        text = f"the record is of table {table}, the token of {caller}"
        raise Refused(403, Reason("other_table", text))
    require_key(record, table, keys_of(connection, table))


def _of_game(connection: Connection, game: str) -> Here | None:
    row = connection.execute(_OF_GAME, {"game": game}).one_or_none()
    return None if row is None else Here(*row)


def _same(connection: Connection, here: Here | None, sha256: RecordId, table: str) -> Answer | None:
    """What a record that was delivered before is told; `here` is the one of its game."""
    if here is None or (here.sha256, here.table) != (sha256, table):
        return _replaced(connection, sha256, table)
    return Answer(200, receipt(connection, here.game, sha256, here.head, "already"))


def _replaced(connection: Connection, sha256: RecordId, table: str) -> Answer | None:
    """A record in whose place the organiser took another was delivered all the same."""
    row = connection.execute(_REPLACED, {"sha256": sha256, "table": table}).one_or_none()
    if row is None:
        return None
    head = read(bytes(row.raw)).game_head
    return Answer(200, receipt(connection, row.game, sha256, head, "already"))


def _follow(connection: Connection, settings: Settings, judged: Judged) -> None:
    """The own rows of a game's players, where the season is there already."""
    name = judged.record.opening.season
    season = known_season(connection, settings, name) if judged.seats else None
    if season is not None:
        follow(connection, season, [seat.player for seat in judged.seats])


def _aside(connection: Connection, judged: Judged, other: RecordId, road: str) -> Answer:
    fork = _fork(connection, judged, other)
    cause = "other_content" if fork is None else "fork"
    _keep_aside(connection, judged, cause, {"stored": other, "road": road, "fork": fork})
    text = (
        f"another record of game {judged.record.opening.game} is stored ({other[:12]});"
        " this one is kept aside for the organiser"
    )
    if fork is not None:
        text += f"; both are this table's and part at line {fork}: was its card copied?"
    body = {"error": text, "reasons": [text], "codes": ["other_content"], "fork": fork}
    return Answer(409, body)


def _fenced(connection: Connection, judged: Judged, went_on: Takeover, road: str) -> Answer:
    """What a table seals of a game that went on at another one is kept, and never counts."""
    detail = {"stored": None, "road": road, "number": went_on.number, "to": went_on.taker}
    _keep_aside(connection, judged, "taken_over", detail)
    text = (
        f"game {went_on.game} went on at table {went_on.taker} behind line {went_on.lines}"
        f" ({went_on.reason}); this record is kept aside for the organiser"
    )
    body = {"error": text, "reasons": [text], "codes": ["taken_over"]}
    return Answer(409, body | {"taken": takeover_fields(went_on)})


def _keep_aside(
    connection: Connection, judged: Judged, cause: str, detail: Mapping[str, Any]
) -> None:
    """Keep it once, and say so in the log."""
    game, table = judged.record.opening.game, holder_of(judged.record)
    kept = connection.execute(
        select(record_aside.c.sha256).where(record_aside.c.sha256 == judged.sha256)
    ).scalar()
    if kept is not None:
        return
    connection.execute(
        insert(record_aside).values(
            sha256=judged.sha256,
            game=game,
            table_id=table,
            raw=judged.raw,
            cause=cause,
            road=detail["road"],
            received_ms=now_ms(),
        )
    )
    said = {"sha256": judged.sha256, **detail}
    note(connection, f"table:{table}", "record.aside", game, cause, said)


def _fork(connection: Connection, judged: Judged, other: RecordId) -> int | None:
    """The line at which two records of one key part that began as the same game; None: no fork."""
    key = judged.record.seal.key if judged.record.seal else ""
    mine = (game_record.c.sha256 == other) & (game_record.c.key_hex == key)
    stored = connection.execute(select(game_record.c.raw).where(mine)).scalar()
    if stored is None:
        return None
    pairs = zip(bytes(stored).split(b"\n"), judged.raw.split(b"\n"), strict=False)
    at = next((number for number, (one, two) in enumerate(pairs, 1) if one != two), None)
    return at if at is not None and at > 1 else None


def _insert(connection: Connection, judged: Judged, road: str) -> None:
    row = game_columns(judged) | {"raw": judged.raw, "road": road, "received_ms": now_ms()}
    connection.execute(_PUT_GAME, row)
    _insert_seats(connection, judged)


def _insert_seats(connection: Connection, judged: Judged) -> None:
    if judged.seats:
        connection.execute(_PUT_SEAT, seat_rows(judged))


def _replace_verdict(connection: Connection, judged: Judged) -> None:
    mine = game_record.c.sha256 == judged.sha256
    connection.execute(
        update(game_record)
        .where(mine)
        .values(
            verdict=judged.verdict,
            reasons=as_json(list(judged.reasons)),
            summary=judged.summary,
        )
    )
    connection.execute(delete(seat_result).where(seat_result.c.sha256 == judged.sha256))
    _insert_seats(connection, judged)
    note(
        connection,
        "league",
        "record.rejudge",
        judged.record.opening.game,
        detail={"sha256": judged.sha256, "verdict": judged.verdict},
    )
