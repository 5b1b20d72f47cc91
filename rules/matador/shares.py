"""Shares in another player's income (RAMK-9.15)."""

from __future__ import annotations

from rules.actions import Share as Shares
from rules.kinds import Refusal, Seat, Step
from rules.matador.buildings import built_series
from rules.matador.estate import Share
from rules.matador.state import State, gone, refused
from rules.words import plain


def share(state: State, action: Shares) -> Step[State] | Refusal:
    """RAMK-9.15: a multiple of 5 per cent, once houses stand on two series; until one is out.

    The shares in one series are never more than the whole.
    """
    seat, of = action.seat, action.of
    refusal = gone(state, seat) or gone(state, of)
    if refusal:
        return refusal
    edition = state.facts.edition
    step = edition.whole("share_step")
    if seat == of:
        return refused("RAMK-9.15", "share_of_oneself")
    if action.percent % step:
        return refused("RAMK-9.15", "share_step", ("step", step))
    series = tuple(dict.fromkeys(_series(state, name) for name in action.series))
    if None in series:
        unknown = next(name for name in action.series if _series(state, name) is None)
        return refused("RAMK-9.15", "no_series", ("what", unknown))
    needed = edition.whole("series_for_shares")
    if built_series(state) < needed:
        return refused("RAMK-9.15", "too_few_series", ("needed", needed))
    made = Share(seat, of, action.percent, tuple(one for one in series if one is not None))
    if _most(state, made) > 100:
        return refused("RAMK-9.15", "more_than_whole", ("seat", of))
    estate = state.estate
    return Step(state._replace(estate=estate._replace(shares=(*estate.shares, made))))


def without(state: State, seat: Seat) -> State:
    """RAMK-9.15: the state when this seat is out, and its shares with it."""
    left = tuple(one for one in state.estate.shares if seat not in (one.seat, one.of))
    return state._replace(estate=state.estate._replace(shares=left))


def _most(state: State, made: Share) -> int:
    """The per cent that are given away of the series of which most is."""
    shares = [one for one in (*state.estate.shares, made) if one.of == made.of]
    names = set(state.facts.series.values())
    return max(
        sum(one.percent for one in shares if not one.series or name in one.series) for name in names
    )


def _series(state: State, name: str) -> str | None:
    """The letter of a series; a property's name means its series."""
    found = state.facts.series.get(plain(name))
    if found is None and (deed := state.facts.board.find(name)):
        return deed.group
    return found
