"""What an organiser should look at first, and with each thing the buttons that settle it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection

from league import live
from league.audit import now_ms
from league.competition import (
    advancing,
    decisions,
    disputes,
    games,
    rosters,
    schedule,
    seating,
    seats,
)
from league.competition.games import Game
from league.competition.laws import Law, instant, law_of
from league.competition.rosters import Awaited
from league.competition.schedule import Scheduled
from league.judging import CONFIRMED
from league.seasons import Season
from league.tablenames import table_name

SIGNING: Final = ("count", "sign", "over")
"""Phases in which a table waits for counts and signatures."""
KINDS: Final = (
    "dispute", "late", "absent", "excluded", "desk", "undrawn", "aside", "verdict", "strangers",
    "unsigned", "no_sheet", "silent", "tie", "no_round", "fill", "differs", "together", "officials",
)  # fmt: skip
"""What can wait; each has a text."""
LABELS: Final = (
    "move", "admit", "lose", "reserve", "leave", "close", "draw", "draw_again", "take", "keep",
    "replay", "annul", "restore", "lots", "fill", "seen",
)  # fmt: skip
"""What a button can be called, here and on the pages of a round and its games."""
SHEET_DUE_MS: Final = 3 * 3600 * 1000
"""So long after a round began its sheets should be here."""


class Act(NamedTuple):
    """A button: where its form goes, what it sends, and whether it asks for a reason."""

    label: str
    to: str
    fields: Mapping[str, str]
    why: bool = False


class Item(NamedTuple):
    """Something to look at; `kind` is its text, `values` fill it, `link` leads to more of it."""

    kind: str
    values: Mapping[str, Any]
    acts: Sequence[Act] = ()
    link: str = ""

    @property
    def key(self) -> str:
        """What names it for `seen`."""
        return "/".join([self.kind, *(str(value) for value in self.values.values())])[:400]


@dataclass(frozen=True)
class Round:
    """A round with all that is known of it."""

    one: Scheduled
    awaited: Sequence[Awaited]
    outcome: Mapping[str, Any] | None
    games: Sequence[Game]
    desk_ms: int

    @property
    def is_over(self) -> bool:
        """Every game of it has a result or was ruled out."""
        return bool(self.games) and all(game.verdict is not None for game in self.games)


@dataclass(frozen=True)
class _Look:
    connection: Connection
    season: Season
    law: Law
    rounds: Sequence[Round]
    now_ms: int
    tables: Sequence[live.LiveTable]
    seen: set[str] = field(default_factory=set)


def attention(connection: Connection, season: Season) -> list[Item]:
    """Everything that waits, what stops the competition first."""
    law = law_of(season.edition)
    look = _Look(
        connection,
        season,
        law,
        rounds_of(connection, season),
        now_ms(),
        [one for one in live.tables(connection) if one.state.season == season.id],
        decisions.subjects(connection, season.id, "item", decisions.SEEN),
    )
    makers = (_disputes, _latecomers, _no_shows, _desks, _asides, _verdicts, _strangers, _unsigned,
              _silent, _ties, _lists, _together, _officials)  # fmt: skip
    return [item for make in makers for item in make(look) if item.key not in look.seen]


def rounds_of(connection: Connection, season: Season) -> list[Round]:
    """Every round of the schedule."""
    law = law_of(season.edition)
    return [
        Round(
            one,
            rosters.listing(connection, season.id, one.round),
            seating.newest(connection, season.id, one.round),
            games.of_round(connection, season, one.round),
            instant(one.day, one.starts, one.zone) - 1000 * law.check_in_s(),
        )
        for one in schedule.listing(connection, season)
    ]


def _disputes(look: _Look) -> Iterator[Item]:
    """HUN-7: nobody has ruled yet."""
    for one in disputes.listing(look.connection, look.season.id):
        if not one.rulings:
            values = {"number": one.id, "name": one.raised_by, "text": one.text[:120]}
            yield Item("dispute", values, link="judge")


def _latecomers(look: _Look) -> Iterator[Item]:
    """HUN-6.2a: the next game that day with a free place, else the referee's word."""
    for found in look.rounds:
        for one in found.awaited:
            if one.state != rosters.LATE:
                continue
            where = {"round": found.one.round, "player": one.player}
            offers = rosters.offers(look.connection, look.season, found.one.round)
            acts = [Act("move", "run/round/move", {**where, "to": to}) for to in offers[:2]]
            acts.append(Act("admit", "judge/admit", where, why=True))
            if not offers and look.law.loses_right(found.one.stage):
                acts.append(Act("lose", "judge/lose", where, why=True))
            values = {"name": one.player, "round": found.one.round}
            yield Item("late", values, acts, f"run/round?round={found.one.round}")


def _no_shows(look: _Look) -> Iterator[Item]:
    """HUN-3.3: a reserve comes in; a seat of somebody who is not here stays empty."""
    excluded = decisions.subjects(look.connection, look.season.id, "player", decisions.EXCLUDED)
    for found in look.rounds:
        if found.is_over:
            continue
        waiting = any(one.reserve is not None and one.state == rosters.HERE
                      for one in found.awaited)  # fmt: skip
        sits = seats.seated(found.outcome)
        for one in found.awaited:
            is_out = one.player in excluded and one.player in sits
            if one.state not in (rosters.ABSENT, rosters.LATE) and not is_out:
                continue
            where = {"round": found.one.round, "player": one.player}
            acts = [Act("reserve", "run/round/reserve", where)] if waiting else []
            if one.player in sits:
                acts.append(Act("leave", "run/round/leave", where, why=True))
            if acts and (one.state == rosters.ABSENT or is_out):
                values = {"name": one.player, "round": found.one.round}
                yield Item("excluded" if is_out else "absent", values, acts,
                           f"run/round?round={found.one.round}")  # fmt: skip


def _desks(look: _Look) -> Iterator[Item]:
    """HUN-6.2b: the desk has closed: who did not come, and the draw."""
    for found in look.rounds:
        if look.now_ms <= found.desk_ms or found.games or found.outcome is not None:
            continue
        where = {"round": found.one.round}
        awaited = [one for one in found.awaited if one.state == rosters.EXPECTED
                   and one.reserve is None]  # fmt: skip
        here = [one for one in found.awaited if one.state == rosters.HERE and one.reserve is None]
        link = f"run/round?round={found.one.round}"
        if awaited and here:
            values = {"round": found.one.round, "people": len(awaited)}
            yield Item("desk", values, [Act("close", "run/round/close", where)], link)
        elif here:
            values = {"round": found.one.round, "people": len(here)}
            yield Item("undrawn", values, [Act("draw", "run/round/draw", where)], link)


def _asides(look: _Look) -> Iterator[Item]:
    """Another record of the same game came: which one counts?"""
    ruled = decisions.newest(look.connection, look.season.id, "aside")
    replaced = games.replaced(look.connection, look.season)
    for found in look.rounds:
        for game in found.games:
            for one in game.aside:
                if one.sha256 in ruled or one.sha256 in replaced:
                    continue
                where = {"sha256": one.sha256, "game": one.game}
                acts = [Act("take", "run/games/take", where, why=True),
                        Act("keep", "run/games/keep", where, why=True)]  # fmt: skip
                values = {"game": one.game, "table": one.table, "sha256": one.sha256[:12]}
                yield Item("aside", values, acts, f"run/games?round={found.one.round}")


def _verdicts(look: _Look) -> Iterator[Item]:
    """A record that does not count: annul it, play again, or type the sheet."""
    for found in look.rounds:
        for game in found.games:
            if game.verdict in (None, CONFIRMED) or game.ruled or game.typed:
                continue
            where = {"game": game.game}
            acts = [Act("replay", "run/games/replay", where, why=True),
                    Act("annul", "run/games/annul", where, why=True)]  # fmt: skip
            values = {"game": game.game, "verdict": game.verdict}
            yield Item("verdict", values, acts, f"run/sheet?game={game.game}")


def _strangers(look: _Look) -> Iterator[Item]:
    """Others played than were drawn."""
    for found in look.rounds:
        for game in found.games:
            if game.verdict == CONFIRMED and game.strangers and not game.ruled:
                values = {"game": game.game, "names": ", ".join(game.strangers)}
                acts = [_seen("strangers", values),
                        Act("annul", "run/games/annul", {"game": game.game}, why=True)]  # fmt: skip
                yield Item("strangers", values, acts, f"run/games?round={found.one.round}")


def _unsigned(look: _Look) -> Iterator[Item]:
    """HUN-8: a round ends only when player and official have signed."""
    signing = {one.state.game: one for one in look.tables if one.state.phase in SIGNING}
    for found in look.rounds:
        for game in found.games:
            if game.verdict is not None or game.typed:
                continue
            late = look.now_ms > found.one.starts_ms + SHEET_DUE_MS
            if game.game in signing or late:
                table = signing.get(game.game)
                waits = [] if table is None else [
                    seat.name for seat in table.state.seats
                    if seat.mark not in ("signed", "removed", "out")
                ]  # fmt: skip
                values = {"game": game.game, "table": game.table, "names": ", ".join(waits)}
                kind = "unsigned" if table is not None else "no_sheet"
                acts = [_seen(kind, values)] if table is not None else []
                yield Item(kind, values, acts, f"run/sheet?game={game.game}")


def _silent(look: _Look) -> Iterator[Item]:
    """A table that plays and says nothing."""
    for one in look.tables:
        if one.state.game is not None and not one.fresh:
            values = {"table": one.table, "game": one.state.game}
            acts = [_seen("silent", values)]
            yield Item("silent", values, acts, f"run/sheet?game={one.state.game}")


def _ties(look: _Look) -> Iterator[Item]:
    """HUN-3.2: a tie across a cut of a stage that was played."""
    for stage in _played_stages(look):
        found = advancing.outlook(look.connection, look.season, stage)
        if found.tied and not found.open:
            acts = [Act("lots", "judge/lots", {"stage": stage})]
            values = {"stage": stage, "names": ", ".join(found.tied)}
            yield Item("tie", values, acts, f"run/goes_on?stage={stage}")


def _lists(look: _Look) -> Iterator[Item]:
    """A stage is over: its successors are to be written on the next list, or it is out of date."""
    for stage in _played_stages(look):
        found = advancing.outlook(look.connection, look.season, stage)
        if found.open or found.tied or found.next is None:
            continue
        rounds = [one for one in look.rounds if one.one.stage == found.next]
        if not rounds:
            yield Item("no_round", {"stage": found.next}, link="run/schedule")
        for one in rounds[:1]:
            where = {"stage": stage, "round": one.one.round}
            fill = Act("fill", "run/goes_on/fill", where)
            link = f"run/goes_on?stage={stage}"
            if not one.awaited:
                yield Item("fill", where, [fill], link)
            elif one.outcome is None and (names := advancing.differs(
                look.connection, look.season, stage, one.one.round)):  # fmt: skip
                yield Item("differs", {**where, "names": ", ".join(names[:8])}, [fill], link)


def _together(look: _Look) -> Iterator[Item]:
    """HUN-6.1: two sit together who should not."""
    for found in look.rounds:
        played = any(game.verdict for game in found.games)
        if found.outcome is None or played or len(found.outcome["tables"]) < 2:
            continue  # at the only table nobody can be kept apart
        best = seating.quality(look.connection, look.season, found.one.round, found.outcome)
        for one, other in best.together:
            values = {"one": one, "other": other, "round": found.one.round}
            acts = [_seen("together", values)]
            yield Item("together", values, acts, f"run/round?round={found.one.round}")


def _officials(look: _Look) -> Iterator[Item]:
    """HUN-6, HUN-6.3: a table has too few officials."""
    for found in look.rounds:
        if found.outcome is None or found.is_over:
            continue
        wanted = look.law.officials(found.one.stage)
        short = [
            table_name(table)
            for table in found.outcome["tables"]
            if len(table.get("officials", ())) < wanted
        ]
        if short:
            values = {"round": found.one.round, "tables": ", ".join(short)}
            acts = [_seen("officials", values)]
            yield Item("officials", values, acts, f"run/round?round={found.one.round}")


def _played_stages(look: _Look) -> list[str]:
    known = {found.one.stage for found in look.rounds if found.games}
    return [stage for stage in advancing.stages(look.season) if stage in known]


def _seen(kind: str, values: Mapping[str, Any]) -> Act:
    key = Item(kind, values).key
    return Act("seen", "run/attention/seen", {"item": key}, why=True)
