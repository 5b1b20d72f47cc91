"""Best move, triples, and what the host credits or charges a seat with."""

from __future__ import annotations

from typing import Final

from rules.actions import Award, BestMove, Triple
from rules.kinds import Refusal, Step
from rules.mafia.parts import Given, Named
from rules.mafia.state import State, is_black, refused

BEST_MOVE: Final = "best_move"
MONSTER: Final = "monster"


def best_move(state: State, action: BestMove) -> Step[State] | Refusal:
    """MAFA-PTS-10: who is killed on the first night names three; MAF-P-10: if nobody left before,
    where the edition says so. How many are right is nobody's business before the end.
    """
    first = state.nights[0] if state.nights else None
    if first is None or first.killed != action.seat or state.day != first.night + 1:
        return refused("MAFA-PTS-10", "not_first_killed", ("seat", action.seat))
    before = state.dealing_left or first.left or state.days[0].left
    if before and state.facts.flag("best_move_needs_nobody_out"):
        return refused("MAF-P-10", "somebody_left_before")
    if state.best_move is not None:
        return refused("MAFA-PTS-10", "named_already", ("seat", action.seat))
    named = Named(action.seat, action.names, action.at)
    return Step(state._replace(best_move=named))


def triple(state: State, action: Triple) -> Step[State]:
    """MAFA-PTS-5: three named in a speech, with seat and instant; who was first is seen later."""
    named = Named(action.seat, action.names, action.at)
    return Step(state._replace(triples=(*state.triples, named)))


def award(state: State, action: Award) -> Step[State] | Refusal:
    """MAFA-PTS-6: the host's best move, for a red or the Sheriff; MAFA-GAME-6: a "monster"."""
    seat, what = action.seat, action.what
    if what not in (BEST_MOVE, MONSTER):
        return refused("MAFA-PTS-6", "award_unknown", ("what", what))
    if what == BEST_MOVE and is_black(state, seat):
        return refused("MAFA-PTS-5", "award_to_black", ("seat", seat))
    held = [one for one in state.given if one.what == what]
    if any(one.seat == seat for one in held) or (what == BEST_MOVE and held):
        return refused("MAFA-PTS-6", "awarded_already", ("seat", held[0].seat))
    return Step(state._replace(given=(*state.given, Given(seat, what, action.at))))


def credited(state: State) -> int | None:
    """MAFA-PTS-5: whose best move it is: the host's word, else the first red or Sheriff who named
    all three blacks in a speech. A word given before the cards were known may be for a black: his
    it is not.
    """
    given = next((one.seat for one in state.given if one.what == BEST_MOVE), None)
    if given is not None and not is_black(state, given):
        return given
    for named in state.triples:
        if not is_black(state, named.seat) and rights(state, named) == len(named.names):
            return named.seat
    return None


def rights(state: State, named: Named | None) -> int:
    """How many of the three are black."""
    return 0 if named is None else sum(is_black(state, seat) for seat in named.names)
