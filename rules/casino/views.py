"""From the state to what a screen may show (`view.py`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules import timers
from rules.casino.entries import may_addon, may_rebuy
from rules.casino.machines import score
from rules.casino.places import Ranking, bought, goes_on, ranking
from rules.casino.plan import Level
from rules.casino.prizes import amounts, decimal, percent, pool_of
from rules.casino.signing import armed
from rules.casino.state import (
    FREE,
    Ban,
    Clock,
    Gone,
    Person,
    Phase,
    State,
    Window,
    alive,
    in_play,
    people_here,
)
from rules.casino.summary import notes
from rules.casino.view import CasinoView, ClockView, LeftView, Mark, SeatView, StakeView
from rules.kinds import Audience
from rules.opening import OpeningSeat
from rules.timers import Timer


def view(state: State, audience: Audience) -> CasinoView:
    """Everything but amounts is everybody's; those wait for the end of rebuys (RAY-PAY-2)."""
    facts, plan, clock = state.facts, state.facts.plan, state.clock
    structure = facts.edition.values["structure"]
    left, points = len(alive(state)), in_play(state)
    return CasinoView(
        phase=state.phase,
        type=plan.type,
        table=facts.opening.table,
        round=facts.opening.round,
        game=facts.opening.game,
        name=structure.get("name", facts.edition.name),
        seats=_seats(state),
        left_for=tuple(_left_for(one) for one in state.gone if one.left),
        given=tuple(given(state)),
        attempt=state.attempt,
        started_at=clock.started_at,
        ended_at=clock.ended_at,
        end_reason=clock.end_reason,
        level=_stakes(state, clock.level),
        next_level=_stakes(state, clock.level + 1),
        break_after=min((n for n in plan.breaks if n >= clock.level), default=None),
        on_break=clock.on_break,
        paused=clock.paused,
        stage=_clock(clock.stage),
        time=_clock(clock.time),
        window=clock.window,
        rebuy=_clock(clock.rebuy),
        addon=_clock(clock.addon),
        hands=clock.hands,
        rounds=clock.rounds,
        last_hand=clock.last_hand,
        hand_for_hand=clock.hand_for_hand,
        **_of_hall(clock),
        rests=state.rests is not None and state.phase in (Phase.COUNT, Phase.SIGN),
        entrants=sum(one.entered for one in people_here(state)),
        left=left,
        points_in_play=points,
        average=points // left if left and not facts.slots else None,
        **_money(state),
        formula=tuple((name, decimal(weight)) for name, weight in plan.weights),
        advance=plan.advance,
        changes=len(state.changes),
        must_notify=plan.must_notify,
        notes=tuple(notes(state)),
        plan=plan,
        levels=tuple(_stake(number, level) for number, level in enumerate(state.levels, 1)),
        part=structure.get("part", 1),
        parts=structure.get("parts", 1),
    )


def _of_hall(clock: Clock) -> dict[str, Any]:
    """What the hall's clock has to do with this table."""
    return {
        "hall": clock.hall.number if clock.hall else 0,
        "hall_paused": clock.hall is not None and clock.hall.paused,
        "alone": clock.alone,
        "together": clock.together,
        "hand_done": clock.hand_done,
    }


def _seats(state: State) -> tuple[SeatView, ...]:
    ranked = ranking(state)
    on = goes_on(state, ranked.places) if ranked else {}
    return tuple(
        _seat(state, seat, person, ranked, on.get(seat.seat))
        for seat, person in zip(state.facts.opening.seats, state.people, strict=True)
        if seat.player != FREE
    )


def _money(state: State) -> dict[str, Any]:
    """Shares always; the pool and the amounts once they may be told."""
    plan = state.facts.plan
    money = pool_of(plan, *bought(state)) if _may_tell(state) else None
    return {
        "shares": tuple(percent(share, plan.prizes.generated) for share in plan.prizes.shares),
        "amounts": amounts(plan.prizes, money.pool) if money else None,
        "pool": money.pool if money else None,
        "carry": money.carry if money else None,
    }


def _may_tell(state: State) -> bool:
    """RAY-PAY-2: amounts when the time for rebuys and the add-on is over, or there is none.

    One of several tables does not know what the others have paid: a fixed sum alone is known there.
    """
    plan = state.facts.plan
    if state.phase is Phase.ENTRY or (plan.tables > 1 and plan.prizes.pool_from != "fixed"):
        return False
    return state.clock.window in (Window.NONE, Window.OVER)


def _seat(
    state: State, seat: OpeningSeat, person: Person, ranked: Ranking | None, on: bool | None
) -> SeatView:
    playing = state.phase is Phase.PLAY
    ban = next((one for one in person.bans if one.over_at is None), None)
    final = state.phase is Phase.CLOSED and state.facts.plan.tables == 1
    return SeatView(
        seat=seat.seat,
        player=seat.player,
        name=seat.name,
        mark=_mark(state, seat, person),
        entered=person.entered,
        held=person.held,
        counted=person.counted,
        rebuys=person.rebuys,
        addon=person.addon,
        may_rebuy=playing and may_rebuy(state, seat.seat),
        may_addon=playing and may_addon(state, seat.seat),
        asks=person.asks,
        out_at=person.out_at,
        out_hand=person.hand,
        before=person.before,
        fouls=person.fouls,
        penalty=_clock(ban.clock) if ban else None,
        penalty_rounds=ban.rounds_left if ban else 0,
        machine=_clock(person.machine),
        done=person.used_up,
        readings=tuple(one.values for one in person.readings),
        score=decimal(score(state, person)) if state.facts.slots and person.readings else None,
        disputed=person.disputed,
        signed=person.signed is not None,
        signed_by=person.signed,
        place=ranked.places.get(seat.seat) if ranked else None,
        prize=ranked.prizes.get(seat.seat) if ranked and final else None,
        advances=on if ranked else None,
    )


def _left_for(gone: Gone) -> LeftView:
    """RAY-1-1, RAY-OTHER-1, RAY-OTHER-2: points, purchases, and what was left of his penalties."""
    bans = [ban for ban in gone.person.bans if ban.over_at is None]
    return LeftView(
        player=gone.seat.player,
        name=gone.seat.name,
        points=gone.points,
        rebuys=gone.person.rebuys,
        addon=gone.person.addon,
        penalty_ms=max((timers.left(ban.clock, gone.at) for ban in bans if ban.clock), default=0),
        penalty_rounds=max((ban.rounds_left for ban in bans), default=0),
    )


def given(state: State) -> Iterator[int]:
    """RAY-OTHER-1: the director's penalties that were entered here, whoever sits here now."""
    for person in (*state.people, *(gone.person for gone in state.gone)):
        yield from (ban.given_ms for ban in person.bans if ban.given_ms is not None)


def _mark(state: State, seat: OpeningSeat, person: Person) -> Mark:
    signing = state.phase in (Phase.SIGN, Phase.CLOSED)
    marks = (
        (person.disqualified, Mark.DISQUALIFIED),
        (state.phase is Phase.SIGN and armed(state) == seat.seat, Mark.ARMED),
        (signing and person.signed is not None, Mark.SIGNED),
        (person.order > 0, Mark.OUT),
        (state.phase is Phase.PLAY and _banned(person.bans), Mark.PENALTY),
        (state.phase is Phase.PLAY and person.faulty, Mark.FAULTY),
        (person.entered, Mark.IN),
        (state.phase is Phase.ENTRY and person.present, Mark.PRESENT),
    )
    return next((mark for holds, mark in marks if holds), Mark.WAITING)


def _banned(bans: tuple[Ban, ...]) -> bool:
    return any(ban.over_at is None for ban in bans)


def _stakes(state: State, number: int) -> StakeView | None:
    if not 1 <= number <= len(state.levels):
        return None
    return _stake(number, state.levels[number - 1])


def _stake(number: int, level: Level) -> StakeView:
    return StakeView(number, level.stakes, level.ms)


def _clock(timer: Timer | None) -> ClockView | None:
    if timer is None:
        return None
    return ClockView(timer.length, timer.ends_at, timer.paused, timer.marks)
