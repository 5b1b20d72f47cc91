"""From a finished game to the facts that score, and each seat's parts."""

from __future__ import annotations

from collections.abc import Mapping

from rules.kinds import Seat
from rules.mafia.awards import MONSTER, credited, rights
from rules.mafia.facts import BLACK_ROLES
from rules.mafia.scoring import Facts, all_left, parts
from rules.mafia.state import State, is_black, person_of, role_of


def facts_for(state: State, seat: Seat) -> Facts | None:
    """What this seat's points hang on; None before the end, and where nobody said the roles."""
    ending, role = state.ending, role_of(state, seat)
    if ending is None or role is None:
        return None
    named = state.best_move
    return Facts(
        role=role,
        winner=ending.winner,
        killed_first=seat == killed_first(state),
        named_right=rights(state, named) if named is not None and named.seat == seat else 0,
        best_move=seat == credited(state),
        monster=any(one.seat == seat and one.what == MONSTER for one in state.given),
        sheriff_three=sheriff_three(state),
        clean_sweep=clean_sweep(state),
        don_guessing=don_guessing(state),
    )


def score(state: State, seat: Seat) -> Mapping[str, int]:
    """MAFA-PTS-1 to 15 and MAFN-VOTE-12, by rule id, in hundredths."""
    facts = facts_for(state, seat)
    if facts is None or state.ending is None:
        return {}
    if state.ending.reason == "all_left":
        return _all_left(state, seat)
    return parts(facts, state.facts.edition)


def killed_first(state: State) -> Seat | None:
    """MAFA-PTS-10: who was killed on the first night."""
    return state.nights[0].killed if state.nights else None


def sheriff_three(state: State) -> bool:
    """MAFA-PTS-7: three black checks in a row: each black on one of three nights that follow."""
    seats = [night.sheriff[0] if night.sheriff else None for night in state.nights]
    for at in range(len(seats) - 2):
        found = {seat for seat in seats[at : at + 3] if seat is not None and is_black(state, seat)}
        if len(found) == 3:
            return True
    return False


def clean_sweep(state: State) -> bool:
    """MAFA-PTS-8: black wins by parity with all three alive; or with exactly three reds, too."""
    ending = state.ending
    if ending is None or (ending.winner, ending.reason) != ("black", "parity"):
        return False
    alive = sum(is_black(state, seat) for seat in state.alive)
    every = sum(role in BLACK_ROLES for _, role in state.cards)
    exactly = state.facts.choice("clean_sweep") == "exactly_3v3"
    return alive == every and (not exactly or len(state.alive) == 2 * every)


def don_guessing(state: State) -> bool:
    """MAFA-PTS-9: play went on with 3 or 4 at the table, and the Don was there to win."""
    ending = state.ending
    if ending is None or ending.winner != "black" or not state.guessing:
        return False
    return any(role_of(state, seat) == "don" for seat in state.alive)


def _all_left(state: State, seat: Seat) -> Mapping[str, int]:
    """MAFN-VOTE-12: who left last, all at once, is fined; not at the guessing stage."""
    together = [one.seat for one in state.days[-1].left if one.how == "lift"]
    if seat not in together or len(together) <= state.facts.count("critical_players"):
        return {}
    return all_left(state.facts.edition)


def points(state: State, seat: Seat) -> int | None:
    """The game's points in hundredths; None where nothing is scored, or the game is not over."""
    if state.ending is None or person_of(state, seat) is None:
        return None
    if state.ending.reason == "all_left":
        return sum(score(state, seat).values()) if state.facts.mafn else None
    if state.facts.choice("scoring") == "none" or state.ending.winner is None or not state.cards:
        return None
    return sum(score(state, seat).values())
