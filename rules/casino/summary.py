"""The family's part of the game summary (docs/rules/record.md), as plain values for JSON."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from rules.actions import of_thousandths
from rules.casino.machines import score
from rules.casino.places import Ranking, bought, goes_on, ranking
from rules.casino.plan import Level
from rules.casino.prizes import pool_of
from rules.casino.state import FREE, Ban, Change, Gone, Person, Phase, State, alive, in_play
from rules.kinds import GameMs, seconds
from rules.opening import OpeningSeat


def summary(state: State) -> Mapping[str, Any]:
    """RAY-1-5, RAY-OTHER-3: the sheet: entries, pool, points, places, prizes, penalties."""
    clock, plan = state.clock, state.facts.plan
    money = pool_of(plan, *bought(state))
    ranked = ranking(state)
    on = goes_on(state, ranked.places) if ranked else {}
    entries, rebuys, addons = bought(state)
    return {
        "started_t": _t(clock.started_at),
        "ended_t": _t(clock.ended_at),
        "end_reason": clock.end_reason,
        "attempt": state.attempt,
        "type": plan.type,
        "entries": entries,
        "rebuys": rebuys,
        "addons": addons,
        "house": entries * plan.house,
        "pool": money.pool,
        "carry": money.carry,
        "points_in_play": in_play(state),
        "level": clock.level,
        "hands": clock.hands,
        "rounds": clock.rounds,
        "seats": [
            _seat(state, seat, person, ranked, on.get(seat.seat))
            for seat, person in zip(state.facts.opening.seats, state.people, strict=True)
            if seat.player != FREE
        ],
        "gone": [_gone(one) for one in state.gone],
        "stakes": [_change(change) for change in state.changes],
        "lots": _lots(ranked),
        "remarks": [
            {"t": seconds(one.at), "what": one.word, "seat": one.seat, "text": one.text}
            for one in state.remarks.items()
        ],
        "notes": notes(state),
    }


def _lots(ranked: Ranking | None) -> dict[str, Any] | None:
    if ranked is None or not ranked.lots:
        return None
    return {"seed": ranked.seed, "drawn": list(ranked.lots)}


def notes(state: State) -> list[str]:
    """RAY-1-2: what the director should know: counted points that are not the points in play."""
    counted = [state.people[state.facts.place[seat]] for seat in alive(state)]
    if state.facts.slots or state.phase not in (Phase.SIGN, Phase.CLOSED) or not counted:
        return []
    found, wanted = sum(one.held for one in counted), in_play(state)
    if state.facts.plan.tables > 1 or found == wanted:
        return []
    return [f"RAY-1-2: {found} points counted, {wanted} in play"]


def _seat(
    state: State, seat: OpeningSeat, person: Person, ranked: Ranking | None, on: bool | None
) -> dict[str, Any]:
    place = ranked.places.get(seat.seat) if ranked else None
    points: Any = 0 if person.disqualified else person.held
    if state.facts.slots:
        points = _number(score(state, person)) if person.readings else None
    return {
        "seat": seat.seat,
        "player": seat.player,
        "name": seat.name,
        "place": place,
        "points": points if person.entered else None,
        "points_held": 0 if person.disqualified else person.held,
        "points_out": person.held if person.disqualified else 0,
        "entered": person.entered,
        "rebuys": person.rebuys,
        "addon": person.addon,
        "prize": ranked.prizes.get(seat.seat, 0) if ranked else None,
        "advances": on if place is not None else False,
        "busted_order": person.order,
        "out_t": _t(person.out_at),
        "penalties": [_ban(ban) for ban in person.bans],
        "fouls": person.fouls,
        "warnings": person.warnings,
        "removed": person.disqualified,
        "disqualified": person.disqualified,
        "signed": person.signed is not None,
        "signed_by": person.signed,
        "readings": [
            {
                "t": seconds(one.at),
                "values": {name: of_thousandths(number) for name, number in one.values},
            }
            for one in person.readings
        ],
        "disputed": person.disputed,
    }


def _gone(one: Gone) -> dict[str, Any]:
    """Who is not on his seat any more: moved to another table, or out and his seat given away."""
    return {
        "seat": one.seat.seat,
        "player": one.seat.player,
        "name": one.seat.name,
        "t": _t(one.at),
        "left": one.left,
        "points_held": one.points,
        "points_out": one.person.held if one.person.disqualified else 0,
        "rebuys": one.person.rebuys,
        "addon": one.person.addon,
        "busted_order": one.person.order,
        "out_t": _t(one.person.out_at),
        "disqualified": one.person.disqualified,
        "penalties": [_ban(ban) for ban in one.person.bans],
    }


def _ban(ban: Ban) -> dict[str, Any]:
    return {
        "t": seconds(ban.at),
        "minutes": ban.minutes,
        "rounds": ban.rounds,
        "reason": ban.reason,
        "over_t": _t(ban.over_at),
    }


def _change(change: Change) -> dict[str, Any]:
    return {
        "t": seconds(change.at),
        "level": change.level,
        "levels": [_level(level) for level in change.levels],
        "reason": change.reason,
    }


def _level(level: Level) -> dict[str, Any]:
    minutes = {"minutes": level.ms // 60_000} if level.ms else {}
    return {**dict(level.stakes), **minutes}


def _number(found: Fraction) -> Any:
    """RAY-SLOT-5: a formula's value, to three decimals where it is not whole."""
    return of_thousandths(found.numerator * 1000 // found.denominator)


def _t(at: GameMs | None) -> int | float | None:
    return None if at is None else seconds(at)
