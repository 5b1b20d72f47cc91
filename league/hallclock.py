"""The clock of a tournament: one for all its tables, held by the league and moved by the director.

What the director does is an action of the rules, judged by the rules' own fold of a table without
players: so the hall's clock runs through the very levels and breaks of the season's structure. An
act holds a moment after it was said, so that every table that is in contact knows it before and
does it at the same instant. Time is counted by the machine's steady clock; only after a new start
of the machine, or on another one, the wall clock says how much has passed.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, insert, select

from league.audit import as_json, note, now_ms
from league.clockacts import ACTS
from league.errors import UserError
from league.halltables import hall_act
from league.ids import checked_name
from league.seasons import Season
from league.tournamenttables import tournament
from league.troubles import AgainstRules
from rules.actions import parse_action
from rules.casino.timeline import Line, Place, structure_mark
from rules.casino.view import CasinoView, ClockView, Phase
from rules.edition import Edition
from rules.errors import ActionError
from rules.history import History
from rules.kinds import Audience, GameMs, Refusal, RuleId, seconds
from rules.opening import parse_opening

LEAD_MS: Final = 4_000
"""So long after it was said an act holds: tables in contact ask every two seconds."""
NEEDS_REASON: Final = frozenset(("pause", "stakes", "last_hand", "back", "reset"))
MINUTE_MS: Final = 60_000
_BOOT_ID: Final = Path("/proc/sys/kernel/random/boot_id")


class Instant(NamedTuple):
    """Now, by the machine's steady clock and by the wall clock."""

    boot_id: str
    boot_ms: int
    wall_ms: int


class Act(NamedTuple):
    """What the director did: it holds from `t_ms` on the hall's clock, and was said before."""

    number: int
    t_ms: int
    fields: Mapping[str, Any]
    made_t_ms: int
    made: Instant


class Clock(NamedTuple):
    """The clock of a round of a season, with all that the director did to it."""

    season: Season
    round: str
    acts: tuple[Act, ...]
    edition: Edition
    """The season's, with the tournament's own structure where it has one."""

    def now_ms(self, now: Instant) -> int:
        """What it shows: 0 was when it was made. It never goes back."""
        last = self.acts[-1]
        steady = now.boot_id == last.made.boot_id
        passed = now.boot_ms - last.made.boot_ms if steady else now.wall_ms - last.made.wall_ms
        return last.made_t_ms + max(0, passed)

    def until(self, hall_ms: int) -> History:
        """The table without players as it is then."""
        history = History(_opening(self), self.edition)
        for act in self.acts:
            if act.t_ms <= hall_ms:
                history.apply(_action(history, act.fields, act.t_ms))
        history.advance(GameMs(hall_ms))
        return history

    def told(self, now: Instant) -> dict[str, Any]:
        """What every table is told: where the clock stands, and the act that is to come."""
        hall_ms = self.now_ms(now)
        coming = next((act for act in self.acts if act.t_ms > hall_ms), None)
        return {
            "at_ms": hall_ms,
            "clock": _said(self, hall_ms),
            "next": None if coming is None else _said(self, coming.t_ms),
        }


@lru_cache(maxsize=1)
def _boot_id() -> str:
    try:
        return _BOOT_ID.read_text(encoding="ascii").strip()
    except OSError:  # no Linux: the wall clock has to do
        return ""


def instant() -> Instant:
    """Now."""
    steady_ns = time.clock_gettime_ns(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))
    return Instant(_boot_id(), steady_ns // 1_000_000, now_ms())


def find(connection: Connection, season: Season, round_name: str) -> Clock | None:
    """The clock of a round; None while the director has not started one."""
    rows = connection.execute(
        select(hall_act)
        .where(hall_act.c.season == season.id, hall_act.c.round == round_name)
        .order_by(hall_act.c.number)
    ).all()
    acts = tuple(
        Act(
            row.number,
            row.t_ms,
            json.loads(row.fields),
            row.made_t_ms,
            Instant(row.boot_id, row.boot_ms, row.wall_ms),
        )
        for row in rows
    )
    return (
        Clock(season, round_name, acts, _edition(connection, season, round_name)) if acts else None
    )


def rounds(connection: Connection, season_id: str) -> list[str]:
    """The rounds of a season that have a clock, the newest first."""
    rows = connection.execute(
        select(hall_act.c.round, hall_act.c.wall_ms)
        .where(hall_act.c.season == season_id)
        .order_by(hall_act.c.wall_ms.desc())
    )
    return list(dict.fromkeys(row.round for row in rows))


def act(
    connection: Connection,
    season: Season,
    round_name: str,
    word: str,
    who: str,
    *,
    reason: str = "",
    levels: Sequence[Mapping[str, int]] | None = None,
    minutes: int | None = None,
    now: Instant | None = None,
) -> Clock:
    """Do this to the clock, in the caller's transaction and with a line of the audit log.

    AgainstRules where the structure or the rules do not allow it; UserError for what is no act.
    """
    checked_name("round", round_name)
    reason = _checked(season, round_name, word, reason)
    now = now or instant()
    before = find(connection, season, round_name)
    made_t_ms = 0 if before is None else before.now_ms(now)
    acts = () if before is None else before.acts
    t_ms = max([made_t_ms + LEAD_MS, *(one.t_ms + 1 for one in acts[-1:])])
    fields = _fields(season, round_name, before, word, t_ms, reason, levels, minutes)
    new = Act(len(acts) + 1, t_ms, fields, made_t_ms, now)
    edition = _edition(connection, season, round_name)
    clock = Clock(season, round_name, (*acts, new), edition)
    _judged(before, clock, new)
    connection.execute(
        insert(hall_act).values(
            season=season.id,
            round=round_name,
            number=new.number,
            t_ms=t_ms,
            fields=as_json(fields),
            made_t_ms=made_t_ms,
            boot_id=now.boot_id,
            boot_ms=now.boot_ms,
            wall_ms=now.wall_ms,
        )
    )
    said = _said(clock, t_ms) or {}
    detail = {"round": round_name, "number": new.number, "level": said.get("level")}
    note(connection, who, f"clock.{word}", season.id, reason, detail)
    return clock


def _checked(season: Season, round_name: str, word: str, reason: str) -> str:
    """The reason on one line, of an act that there is, for a clock that there can be."""
    if word not in ACTS:
        raise UserError(f"act {word!r}: not known, allowed {', '.join(ACTS)}")
    if season.edition.game != "casino" or season.edition.text("type") == "slots":
        raise UserError(f"season {season.id}: only tournaments at tables have a hall's clock")
    reason = " ".join(reason.split())[:200]
    if word in NEEDS_REASON and not reason:
        raise AgainstRules(round_name, Refusal(RuleId("RAY-STRUCT-4"), "reason_needed"))
    return reason


def view_at(clock: Clock, hall_ms: int) -> CasinoView:
    """What the clock shows then, with levels, breaks and windows."""
    found: CasinoView = clock.until(hall_ms).view(Audience.TABLE)
    return found


def line_of(view: CasinoView) -> Line:
    """The schedule as a line of time."""
    return Line([level.ms for level in view.levels], view.plan.breaks)


def _fields(
    season: Season,
    round_name: str,
    before: Clock | None,
    word: str,
    t_ms: int,
    reason: str,
    levels: Sequence[Mapping[str, int]] | None,
    minutes: int | None,
) -> dict[str, Any]:
    """The action of the rules that this act is."""
    view = None if before is None else view_at(before, t_ms)
    running = view is not None and view.phase is Phase.PLAY
    if word == "start" and running:
        raise _against(round_name, "RAY-1-2", "clock_runs")
    if word != "start" and not running:
        over = view is not None and view.phase is not Phase.ENTRY
        raise _against(round_name, "RAY-1-3", "clock_over" if over else "clock_not_begun")
    said = {"reason": reason} if reason else {}
    if view is None or before is None or word == "start":
        return {"do": "start"}
    if word == "break":
        return _to_break(round_name, view)
    if word == "back":
        if before.acts[-1].fields["do"] != "level":
            raise _against(round_name, "RAY-STRUCT-1", "nothing_to_take_back")
        return {"do": "undo"}
    if word == "stakes":
        return {"do": "stakes", "levels": _schedule(view, levels, minutes), **said}
    return {"do": word, **said}


def _to_break(round_name: str, view: CasinoView) -> dict[str, Any]:
    """RAY-STRUCT-1: a break comes where the structure has one, and nowhere else."""
    number = 0 if view.level is None else view.level.number
    if view.on_break or number not in view.plan.breaks:
        raise _against(round_name, "RAY-STRUCT-1", "no_break_here", ("level", number))
    return {"do": "level"}


def _schedule(
    view: CasinoView, levels: Sequence[Mapping[str, int]] | None, minutes: int | None
) -> list[dict[str, int]]:
    """RAY-STRUCT-4: the whole schedule; with `minutes` alone, of every level to come."""
    if levels is not None:
        return [dict(level) for level in levels]
    if minutes is None:
        raise UserError("stakes: give the levels, or the minutes of every level to come")
    number = 0 if view.level is None else view.level.number
    now = [_level(dict(one.stakes), one.ms) for one in view.levels]
    return [*now[:number], *({**one, "minutes": minutes} for one in now[number:])]


def _level(stakes: dict[str, int], ms: int) -> dict[str, int]:
    return {**stakes, "minutes": ms // MINUTE_MS} if ms else stakes


def _judged(before: Clock | None, clock: Clock, new: Act) -> None:
    """AgainstRules where the rules refuse the new act."""
    history = (before or clock._replace(acts=())).until(new.t_ms - 1)
    try:
        outcome = history.apply(_action(history, new.fields, new.t_ms))
    except ActionError as error:
        raise UserError(str(error)) from None
    if outcome.refusal is not None:
        raise AgainstRules(clock.round, outcome.refusal)


def _said(clock: Clock, hall_ms: int) -> dict[str, Any] | None:
    """Where the clock stands at an instant; None before the tournament has begun."""
    acts = [act for act in clock.acts if act.t_ms <= hall_ms]
    view = view_at(clock, hall_ms)
    if view.level is None or view.phase is Phase.ENTRY:
        return None
    backs = [act.number for act in acts if act.fields["do"] == "undo"]
    found: dict[str, Any] = {
        "from_ms": hall_ms,
        "number": acts[-1].number,
        "level": view.level.number,
        "on_break": view.on_break,
        "paused": view.paused,
        "left_ms": _left(view.stage, hall_ms),
        "time_ms": _left(view.time, hall_ms),
        "rebuy_ms": _left(view.rebuy, hall_ms),
        "last_hand": view.last_hand,
        "back": max(backs, default=0),
        "over": view.phase is not Phase.PLAY,
        "reason": str(acts[-1].fields.get("reason", "")),
        "structure": structure_mark(view.levels, view.plan.breaks),
    }
    if view.changes:
        found["levels"] = [_level(dict(one.stakes), one.ms) for one in view.levels]
        if not found["reason"]:
            stakes = [act for act in acts if act.fields["do"] == "stakes"]
            found["reason"] = str(stakes[-1].fields["reason"])
    return found


def place_of(view: CasinoView) -> Place:
    """Where the clock stands."""
    return Place(0 if view.level is None else view.level.number, view.on_break)


def _left(clock: ClockView | None, hall_ms: int) -> int | None:
    if clock is None:
        return None
    return clock.ends_at - hall_ms if clock.paused_left is None else clock.paused_left


def _against(about: str, rule: str, why: str, *details: tuple[str, str | int]) -> AgainstRules:
    return AgainstRules(about, Refusal(RuleId(rule), why, details))


def _action(history: History, fields: Mapping[str, Any], t_ms: int) -> Any:
    stamped = {"t": seconds(GameMs(t_ms)), **fields}
    return parse_action(stamped, history.opening, history.family)


def _edition(connection: Connection, season: Season, round_name: str) -> Edition:
    """RAY-STRUCT-1: every tournament has its own instructions, where it was opened as one."""
    own = connection.execute(
        select(tournament.c.structure).where(
            tournament.c.season == season.id, tournament.c.round == round_name
        )
    ).scalar()
    return season.edition if own is None else _with(season.edition, own)


def _with(edition: Edition, structure: str) -> Edition:
    return edition.with_options({"structure": json.loads(structure)})


def _opening(clock: Clock) -> Any:
    """A table at which nobody sits: the rules want two seats."""
    seats = [{"seat": seat, "player": f"-{seat}"} for seat in (1, 2)]
    named = {"edition": clock.edition.id, "season": clock.season.id, "round": clock.round}
    return parse_opening({**named, "game": "hall-clock", "table": "hall", "seats": seats})
