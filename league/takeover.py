"""A spare takes a table's open game over: asked by the spare, approved by an organiser, fenced.

Each takeover of a game has a number. What a table with a lower one says of the game afterwards is
set aside with the reason, and the table is told, signed, where the game went on. The copy that the
spare gets is sealed for it alone (`opencopies.py`); the league hands it on and cannot read it.
"""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass
from typing import Annotated, Any, Final

import msgspec
from sqlalchemy import Connection, bindparam, insert, or_, select, update

from league import opencopies
from league.audit import note, now_ms
from league.copytables import takeover as rows
from league.ids import TableId, checked_name
from league.opencopies import Copy, Piece
from league.proof import signed
from league.receipts import public_key, sign
from league.refusals import Reason, Refused
from league.tables import game_record
from league.troubles import Trouble
from rules.errors import RecordError
from rules.record import Record
from rules.takeover import (
    Takeover,
    holder_of,
    parse_takeover,
    takeover_fields,
    takeover_message,
    takeovers,
)
from rules.words import is_name, is_text

MARK: Final = 16
"""Digits of a table's key by which its part of a copy is found."""
LONGEST: Final = 200
_CURRENT: Final = (
    select(rows)
    .where(rows.c.game == bindparam("game"), rows.c.status == "approved")
    .order_by(rows.c.number.desc())
    .limit(1)
)
ASKS_MS: Final = 30_000
"""A spare that was not heard for so long asks no more."""

_Word = Annotated[str, msgspec.Meta(max_length=64)]


class Asked(msgspec.Struct, frozen=True):
    """What a spare posts: `ask` is its own word for this request, the same until it is answered;
    `game` empty: whichever the organiser gives it.
    """

    ask: _Word
    game: _Word = ""
    reason: Annotated[str, msgspec.Meta(max_length=LONGEST)] = ""


class Told(Piece, frozen=True):
    """A piece of an open game's copy, and the takeover by which its table has the game, if any."""

    taken: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Wanted:
    """A request that waits for the organiser."""

    taker: str
    game: str
    giver: str
    reason: str
    asked_ms: int


@dataclass(frozen=True, slots=True)
class Given:
    """A takeover that was approved."""

    found: Takeover
    decided_ms: int


def current(connection: Connection, game: str) -> Takeover | None:
    """The last approved takeover of a game, signed; None while it is where it was opened."""
    row = connection.execute(_CURRENT, {"game": game}).one_or_none()
    return None if row is None else _of(connection, row)


def heard(connection: Connection, table: TableId, told: Told) -> dict[str, Any]:
    """A table's piece of its open game, or its question how far the copy goes: the answer."""
    now = current(connection, told.game)
    if now is None or told.number > now.number:
        now = _heard_of(connection, table, told) or now
    last = 0 if now is None else now.number
    late = told.number < last or (now is not None and told.number == last and table != now.taker)
    copy = opencopies.keep(connection, table, told, late=late)
    answer: dict[str, Any] = {"lines": copy.lines, "head": copy.head,
                              "approved": told.number <= last,
                              "wraps": opencopies.wraps_mark(connection, copy)}  # fmt: skip
    if late and now is not None:
        return answer | {"taken": takeover_fields(now)}
    if told.known != opencopies.mark_of(opencopies.tables_of(connection)):
        answer["tables"] = opencopies.list_of_tables(connection)
    return answer


def ask(connection: Connection, table: TableId, asked: Asked) -> dict[str, Any]:
    """A spare asks, again and again until it is answered: asked, refused, or granted with all that
    it needs. The same request is granted until the spare's own copy of the game is here.
    """
    if (asked.game and not is_name(asked.game)) or not is_text(asked.reason, LONGEST):
        raise Refused(422, Reason("ask", "game: a name as in an opening; reason: one line"))
    row = _newest(connection, table, asked.ask)
    if row is not None and row.status == "refused":
        return {"status": "refused", "reason": row.reason}
    if row is not None and row.status == "approved":
        return _granted(connection, _of(connection, row))
    if row is not None:
        values = {"asked_ms": now_ms()}
        connection.execute(update(rows).where(rows.c.id == row.id).values(**values))
    else:
        _drop_asked(connection, table)
        _insert(connection, Takeover(asked.game, 0, "", table, 0, "", asked.reason), asked.ask)
        why = asked.reason
        note(connection, f"table:{table}", "takeover.ask", asked.game or table, why)
    return {"status": "asked"}


def approve(
    connection: Connection, taker: str, game: str, who: str, reason: str, giver: str = ""
) -> Takeover:
    """`taker` goes on with `game`, behind the last line that is here; Trouble where it cannot.
    `giver` must be named where no copy of the game is here and the spare has it from a stick.
    """
    checked_name("table", taker)
    checked_name("game", game)
    if not reason.strip() or not is_text(reason, LONGEST):
        raise Trouble("league.trouble.takeover_reason")
    stored = connection.execute(
        select(game_record.c.table_id).where(game_record.c.game == game)
    ).scalar()
    if stored is not None:
        raise Trouble("league.trouble.takeover_stored", game=game, table=stored)
    now = current(connection, game)
    if now is not None and now.taker == taker:
        raise Trouble("league.trouble.takeover_has", game=game, table=taker, number=now.number)
    row = _newest(connection, taker)
    by_hand = row is not None and row.status == "asked" and row.game == game and row.giver
    source = None if by_hand or giver else _source(connection, game)
    if taker in (giver, source.table if source is not None else ""):
        raise Trouble("league.trouble.takeover_same", game=game, table=taker)
    if source is not None:
        _require_sealed_for(connection, source, taker)
        lines, head = _reach(connection, source)
        found = Takeover(game, _next(now), source.table, taker, lines, head, reason)
    elif by_hand and row is not None:
        found = Takeover(game, _next(now), row.giver, taker, row.lines, row.head, reason)
    elif giver:
        found = Takeover(game, _next(now), checked_name("table", giver), taker, 0, "", reason)
    else:
        known = sorted({copy.game for copy in opencopies.copies(connection)})
        told = ", ".join(known) or "–"
        raise Trouble("league.trouble.takeover_unknown", game=game, known=told)
    _decide(connection, row, found)
    detail = takeover_fields(found)
    note(connection, who, "takeover.approve", game, reason, detail)
    return _signed(connection, found)


def refuse(connection: Connection, taker: str, who: str, reason: str) -> None:
    """Say no to the spare that asks; Trouble where none does."""
    row = _newest(connection, taker)
    if row is None or row.status != "asked":
        raise Trouble("league.trouble.takeover_not_asked", table=taker)
    values = {"status": "refused", "reason": reason[:LONGEST], "decided_ms": now_ms()}
    connection.execute(update(rows).where(rows.c.id == row.id).values(**values))
    note(connection, who, "takeover.refuse", row.game or taker, reason)


def wanted(connection: Connection) -> list[Wanted]:
    """The requests that wait, by table: of spares that ask just now (one that thought better of it
    asks no longer), and of those that play already.
    """
    asks = or_(rows.c.giver != "", rows.c.asked_ms > now_ms() - ASKS_MS)
    found = connection.execute(
        select(rows).where(rows.c.status == "asked", asks).order_by(rows.c.taker)
    )
    return [Wanted(row.taker, row.game or "", row.giver, row.reason, row.asked_ms) for row in found]


def given(connection: Connection) -> list[Given]:
    """The takeovers of the last month, the newest first."""
    since = now_ms() - opencopies.KEEP_MS
    found = connection.execute(
        select(rows)
        .where(rows.c.status == "approved", rows.c.decided_ms > since)
        .order_by(rows.c.decided_ms.desc())
    )
    return [Given(_of(connection, row), row.decided_ms) for row in found]


def check_holder(connection: Connection, record: Record) -> str:
    """The table that may seal this record; Refused where it took the game over by itself."""
    try:
        found, holder = takeovers(record), holder_of(record)
    except RecordError as error:
        raise Refused(422, Reason("takeover", str(error))) from None
    for one in found:
        if not _is_signed(connection, one) and not _is_approved(connection, one):
            text = (
                f"table {one.taker} took game {one.game} over from {one.giver}, and no organiser"
                f" has approved it: league takeover {one.taker} {one.game} --from {one.giver}"
                " --approve --reason ..."
            )
            raise Refused(403, Reason("takeover_not_approved", text))
    return holder


def superseded(connection: Connection, record: Record) -> Takeover | None:
    """The takeover after which this record's table had the game no more."""
    found, now = takeovers(record), current(connection, record.opening.game)
    if now is None:
        return None
    number = found[-1].number if found else 0
    is_behind = number < now.number or (number == now.number and holder_of(record) != now.taker)
    return now if is_behind else None


def _heard_of(connection: Connection, table: TableId, told: Told) -> Takeover | None:
    """A table has a game by a takeover that is not known here: signed by this league before it was
    put back from an old copy, or from a stick, which an organiser has to approve.
    """
    if told.taken is None or told.number == 0:
        return None
    try:
        found = parse_takeover(told.taken)
    except RecordError as error:
        raise Refused(422, Reason("takeover", str(error))) from None
    if (found.game, found.number, found.taker) != (told.game, told.number, table):
        raise Refused(422, Reason("takeover", "the takeover is of another game or table"))
    if _is_signed(connection, found):
        row = _insert(connection, found, "")
        values = {"status": "approved", "number": found.number, "decided_ms": now_ms()}
        connection.execute(update(rows).where(rows.c.id == row).values(**values))
        detail = takeover_fields(found)
        note(connection, "league", "takeover.known", found.game, found.reason, detail)
        return found
    row = _newest(connection, table)
    if row is None or (row.game, row.giver) != (found.game, found.giver):
        _drop_asked(connection, table)
        _insert(connection, found, "")
        note(connection, f"table:{table}", "takeover.ask", found.game, found.reason)
    return None


def _granted(connection: Connection, found: Takeover) -> dict[str, Any]:
    source = _source(connection, found.game)
    key = opencopies.tables_of(connection).get(found.taker, "")
    if source is None:
        return {"status": "refused", "reason": "the copy is not here any more"}
    kept = opencopies.pieces(connection, source, found.lines)
    return {
        "status": "granted",
        "takeover": takeover_fields(found),
        "wrap": source.wraps.get(key[:MARK], ""),
        "pieces": [b64encode(piece).decode() for piece in kept],
    }


def _source(connection: Connection, game: str) -> Copy | None:
    """The newest copy of a game: that of the table which had it last, if it ever told of it."""
    found = [one for one in opencopies.copies(connection) if one.game == game and one.lines]
    return max(found, key=lambda one: (one.number, one.at_ms), default=None)


def _reach(connection: Connection, source: Copy) -> tuple[int, str]:
    """How far a copy goes without what was said after the game had gone on elsewhere."""
    if not source.late_lines:
        return source.lines, source.head
    row = connection.execute(
        select(rows.c.lines, rows.c.head)
        .where(rows.c.game == source.game, rows.c.number > source.number)
        .order_by(rows.c.number)
        .limit(1)
    ).one()
    return row.lines, row.head


def _require_sealed_for(connection: Connection, source: Copy, taker: str) -> None:
    key = opencopies.tables_of(connection).get(taker)
    if key is None:
        raise Trouble("league.trouble.takeover_no_key", table=taker)
    if key[:MARK] not in source.wraps:
        raise Trouble(
            "league.trouble.takeover_later", taker=taker, game=source.game, table=source.table
        )


def _newest(connection: Connection, taker: str, asked: str | None = None) -> Any:
    found = select(rows).where(rows.c.taker == taker).order_by(rows.c.id.desc()).limit(1)
    if asked is not None:
        found = found.where(rows.c.ask == asked)
    return connection.execute(found).one_or_none()


def _drop_asked(connection: Connection, taker: str) -> None:
    """A spare wants one game at a time: an older request of its is over."""
    values = {"status": "refused", "reason": "asked again", "decided_ms": now_ms()}
    mine = (rows.c.taker == taker) & (rows.c.status == "asked")
    connection.execute(update(rows).where(mine).values(**values))


def _decide(connection: Connection, row: Any, found: Takeover) -> None:
    is_asked = row is not None and row.status == "asked"
    id_ = row.id if is_asked else _insert(connection, found, "")
    values = {"game": found.game, "number": found.number, "giver": found.giver,
              "lines": found.lines, "head": found.head, "reason": found.reason,
              "status": "approved", "decided_ms": now_ms()}  # fmt: skip
    connection.execute(update(rows).where(rows.c.id == id_).values(**values))


def _insert(connection: Connection, found: Takeover, asked: str) -> int:
    values = {"game": found.game or None, "number": None, "giver": found.giver,
              "taker": found.taker, "lines": found.lines, "head": found.head,
              "reason": found.reason[:LONGEST], "ask": asked, "status": "asked",
              "asked_ms": now_ms()}  # fmt: skip
    done = connection.execute(insert(rows).values(**values))
    return int((done.inserted_primary_key or (0,))[0])


def _next(now: Takeover | None) -> int:
    return 1 if now is None else now.number + 1


def _of(connection: Connection, row: Any) -> Takeover:
    return _signed(connection, Takeover(row.game, row.number, row.giver, row.taker, row.lines,
                                        row.head, row.reason))  # fmt: skip


def _signed(connection: Connection, found: Takeover) -> Takeover:
    return found._replace(sig=sign(connection, takeover_message(found)))


def _is_signed(connection: Connection, found: Takeover) -> bool:
    try:
        key, sig = bytes.fromhex(public_key(connection)), bytes.fromhex(found.sig)
    except ValueError:
        return False
    return signed(key, sig, takeover_message(found))


def _is_approved(connection: Connection, found: Takeover) -> bool:
    wanted_row = (found.number, found.giver, found.taker)
    row = connection.execute(
        select(rows.c.number, rows.c.giver, rows.c.taker).where(
            rows.c.game == found.game,
            rows.c.number == found.number,
            rows.c.status == "approved",
        )
    ).one_or_none()
    return row is not None and tuple(row) == wanted_row
