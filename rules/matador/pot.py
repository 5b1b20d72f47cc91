"""Field 21, "P-feltet" (RAMK-5.1): what lies there, and who gets it."""

from __future__ import annotations

from rules.actions import LandPot
from rules.actions import Pot as SetsPot
from rules.kinds import GameMs, Money, Refusal, Seat, Step
from rules.matador.book import pot_part
from rules.matador.ledger import POT, entered
from rules.matador.state import State, gone, refused, remarked


def pot(state: State, action: SetsPot) -> Step[State]:
    """RAMK-5.1: paper money is the truth; the count is set to it."""
    text = f"{state.kept.pot} -> {action.amount}"
    state = remarked(state, action.at, action.do, None, text)
    return Step(state._replace(kept=state.kept._replace(pot=action.amount)))


def land_pot(state: State, action: LandPot) -> Step[State] | Refusal:
    """RAMK-5.1a: a lander under 30,000 gets it all; RAMK-5.1b: else the others may share it.

    Wealth is that of before; the eliminated do not share.
    """
    refusal = gone(state, action.seat)
    if refusal:
        return refusal
    if action.under is not None:
        under = tuple(seat for seat in state.active if seat in action.under)
        over = action.seat not in action.under
    else:
        wealth = dict(action.wealth or ())
        if action.seat not in wealth:
            return refused("RAMK-5.1a", "wealth_missing", ("seat", action.seat))
        under = tuple(
            seat for seat in state.active if seat in wealth and _is_under(state, wealth[seat])
        )
        over = _is_over(state, wealth[action.seat])
    return Step(_paid_out(state, action.at, action.seat, under, over))


def _paid_out(state: State, at: GameMs, lander: Seat, under: tuple[Seat, ...], over: bool) -> State:
    money = state.kept.pot
    if lander in under:
        return entered(state, at, POT, lander, money, "RAMK-5.1a")
    part = pot_part(money, len(under), state.facts.edition) if over else 0
    for seat in under:
        state = entered(state, at, POT, seat, part, "RAMK-5.1b")
    return state


def _is_under(state: State, wealth: Money) -> bool:
    limit, exactly = _limit(state)
    return wealth < limit or (wealth == limit and exactly == "under")


def _is_over(state: State, wealth: Money) -> bool:
    limit, exactly = _limit(state)
    return wealth > limit or (wealth == limit and exactly == "over")


def _limit(state: State) -> tuple[int, str]:
    edition = state.facts.edition
    return edition.whole("pot_wealth"), edition.text("exactly_30000")
