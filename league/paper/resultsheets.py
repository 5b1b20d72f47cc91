"""The printed result sheet of a game: what its book asks for, who signed, the record's hash.

HUN-8, RAMK-9.16, Mafia, RAY: from the same facts as the game's page, and no others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from sqlalchemy import Connection, select

from league.competition import decisions, schedule
from league.figures import day, day_and_time, game_time, number
from league.live import natural
from league.paper.papers import LEFT, RIGHT, Block, Column, Line, Paper, facts, table, words
from league.seasons import Season
from league.sheetfigures import FIGURES, Seat, known, stage_of
from league.sheets import GameSheet, game_sheet
from league.tables import game_record
from league.texts import Texts

SIGNED_BY_SEATS: Final = ("monopoly", "matador", "casino")
"""HUN-8, RAMK-9.16, RAY: a Mafia sheet is the host's alone (MAFA-JUDGE-4)."""
HAND: Final = "_" * 28
"""Where an official's hand may sign the paper."""


def papers_of_round(
    connection: Connection, season: Season, round_name: str, text: Texts
) -> list[Paper]:
    """The sheets of a round's games that were not ruled out, by table; without one: none."""
    mine = (game_record.c.season == season.id) & (game_record.c.round == round_name)
    rows = connection.execute(select(game_record.c.game, game_record.c.table_id).where(mine)).all()
    gone = decisions.newest(connection, season.id, "game")
    kept = [row for row in rows if row.game not in gone
            or gone[row.game].verdict == decisions.COUNTS]  # fmt: skip
    names = [row.game for row in sorted(kept, key=lambda row: (natural(row.table_id), row.game))]
    found = [game_sheet(connection, name) for name in names]
    days = _days(connection, season)
    return [_paper(sheet, season, days, text) for sheet in found if sheet is not None]


def result_paper(connection: Connection, season: Season, sheet: GameSheet, text: Texts) -> Paper:
    """The sheet of one game."""
    return _paper(sheet, season, _days(connection, season), text)


def _days(connection: Connection, season: Season) -> Mapping[str, schedule.Scheduled]:
    return {one.round: one for one in schedule.listing(connection, season)}


def _paper(
    sheet: GameSheet, season: Season, days: Mapping[str, schedule.Scheduled], text: Texts
) -> Paper:
    blocks = [facts(_facts(sheet, days.get(sheet.round), text))]
    if sheet.ruled:
        blocks.append(words(text(f"league.game.{sheet.ruled}"), "note"))
    if sheet.verdict != "confirmed":
        blocks.append(words(text(f"league.verdict.{sheet.verdict}"), "note"))
    if sheet.summary:
        blocks.append(_seats(sheet, season.edition.game, text))
        if season.edition.game == "mafia":
            blocks += _course(sheet, text)
        if sheet.summary.get("confirms") is not None:
            said = text("league.paper.confirmed", number=sheet.summary["confirms"])
            blocks.append(words(said))
        hands = [(known(text, f"league.office.{office}", office), names)
                 for office, names in sheet.officials]  # fmt: skip
        blocks += [words(f"{office}, {names}: {HAND}") for office, names in hands]
    blocks += _proof(sheet, text)
    under = f"{season.edition.name} · {sheet.season} · {stage_of(sheet, season.edition.game, text)}"
    return Paper(f"{text('league.run.nav.sheet')} {sheet.game}", under, blocks)


def _facts(
    sheet: GameSheet, planned: schedule.Scheduled | None, text: Texts
) -> list[tuple[str, str]]:
    s = sheet.summary or {}
    date = planned.day if planned else sheet.day
    ended = s.get("end_reason")
    found = [
        (text("league.paper.table"), sheet.table),
        (text("league.paper.round"), sheet.round),
        (text("league.run.day"), day(text, date, "long") if date else ""),
        (text("league.run.place"), planned.place if planned else ""),
        *[(known(text, f"league.office.{office}", office), names)
          for office, names in sheet.officials],
        (text("league.game.length"), _length(s)),
        (text("league.game.ended"), known(text, f"league.end.{ended}", ended) if ended else ""),
        (text("league.mafia.winner"), text(f"league.mafia.won.{s['winner'] or 'nobody'}")
         if "winner" in s else ""),
        (text("league.game.rolls"), number(text, len(s["dice"])) if s.get("dice") else ""),
        (text("league.paper.division"), str(s.get("division") or "")),
    ]  # fmt: skip
    evenings = (("final", "final"), ("free_pass", "free_pass_evening"), ("loan", "loan_evening"))
    said = ", ".join(text(f"league.flag.{flag}") for flag, key in evenings if s.get(key))
    return [*found, (text("league.paper.evening"), said)]


def _length(s: Mapping[str, Any]) -> str:
    if s.get("started_t") is None or s.get("ended_t") is None:
        return ""
    return game_time(s["ended_t"] - s["started_t"])


def _seats(sheet: GameSheet, game: str, text: Texts) -> Block:
    figures = FIGURES[game]
    signs = game in SIGNED_BY_SEATS
    columns = [
        Column(text("league.mafia.seat" if game == "mafia" else "league.column.place"), 7),
        Column(text("league.column.player"), 26),
        *[Column(text(one.label), one.share, RIGHT if one.number else LEFT) for one in figures],
        *([Column(text("league.paper.signature"), 20)] if signs else []),
    ]
    rows = [
        Line(
            [
                _first(seat, game),
                sheet.names[seat["seat"]],
                *[one.said(text, seat) for one in figures],
                *([_signed(seat, text)] if signs else []),
            ],
            "" if game == "mafia" else " · ".join((*_marks(seat, text), *_deeds(seat, text))),
            strong=1,
        )
        for seat in sheet.seats
    ]
    return table(columns, rows)


def _first(seat: Seat, game: str) -> str:
    if game == "mafia":
        return str(seat["seat"])
    return str(seat["place"]) if seat.get("place") is not None else "–"


def _marks(seat: Seat, text: Texts) -> Iterator[str]:
    """Where he sat, and whether he was out or excluded."""
    yield text("league.label.seat", seat=seat["seat"])
    if seat.get("removed"):
        yield text("league.mark.removed")
    elif seat.get("bankrupt") or seat.get("busted_order"):
        yield text("league.mark.out")


def _signed(seat: Seat, text: Texts) -> str:
    if seat.get("signed"):
        by = seat.get("signed_by") or "seat"
        return known(text, f"league.paper.signed.{by}", text("league.mark.signed"))
    return "–" if seat.get("busted_order") else text("league.paper.unsigned")


def _deeds(seat: Seat, text: Texts) -> Iterator[str]:
    """HUN-8: every deed, whether it is mortgaged, what stands on it."""
    for deed in seat.get("deeds") or ():
        yield _deed(deed, text)


def _deed(deed: Mapping[str, Any], text: Texts) -> str:
    if deed["mortgaged"]:
        return f"{deed['name']} ({text('league.deed.mortgaged')})"
    if deed["houses"] == 5:
        return f"{deed['name']} ({text('league.deed.hotel')})"
    if deed["houses"]:
        return f"{deed['name']} ({text('league.deed.houses', deed['houses'])})"
    return str(deed["name"])


def _course(sheet: GameSheet, text: Texts) -> Iterator[Block]:
    """Mafia: speeches, nominations, votes and nights of a game that is over."""
    s: Mapping[str, Any] = sheet.summary or {}
    yield words(text("league.mafia.course"), "heading")
    for one in s["days"]:
        said = [f"{text('league.mafia.nominated')} {_list(one['nominations'])}"]
        said += [
            " · ".join(f"{whom}: {len(voters)} ({_list(voters)})"
                       for whom, voters in vote["votes"].items())
            for vote in one["votes"]
        ]  # fmt: skip
        said += [
            f"{left['seat']} {sheet.names[left['seat']]}: {text('league.mafia.how.' + left['how'])}"
            for left in one["left"]
        ]
        yield words(f"{text('league.mafia.day', number=one['day'])}: {'; '.join(said)}", "small")
        for night in s["nights"]:
            if night["night"] == one["day"]:
                yield words(_night(sheet, night, text), "small")


def _night(sheet: GameSheet, night: Mapping[str, Any], text: Texts) -> str:
    said = [
        f"{text('league.mafia.' + word)} "
        + (f"{night[word]} {sheet.names[night[word]]}" if night[word] else "–")
        for word in ("shot", "don_check", "sheriff_check")
    ]
    return f"{text('league.mafia.night', number=night['night'])}: {' · '.join(said)}"


def _list(seats: Sequence[int]) -> str:
    return " ".join(str(seat) for seat in seats) or "–"


def _proof(sheet: GameSheet, text: Texts) -> Iterator[Block]:
    """What the record behind the sheet is known by, and where it can be looked at."""
    yield words(text("league.game.record"), "heading")
    yield words(f"{text('league.game.sha256')}: {sheet.sha256}", "code")
    yield words(f"{text('league.game.head')}: {sheet.head}", "code")
    yield words(f"{text('league.game.key')}: {sheet.key}", "code")
    received = f"{text('league.game.received')} {day_and_time(sheet.received_ms)}"
    events = f"{text('league.game.events')} {number(text, sheet.events)}"
    yield words(f"{received} · {events}", "code")
    if sheet.verdict == "confirmed":
        yield words(text("league.game.checked"), "small")
