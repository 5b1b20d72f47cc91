"""The machine: one table, (phase, action) -> handler. What is absent is refused.

    SETUP --night--> NIGHT --day--> MORNING --last word--> DAY --voting--> VOTE --counted--> VOTED
    VOTED --announced--> MINUTES, CRASH, LIFT;  CRASH --revote--> VOTE;  LIFT --lift_all--> MINUTES
    MINUTES --last word--> DUSK --night--> NIGHT;  DAY --night, nobody to vote on--> NIGHT
    any --win check, team loss, award--> OVER --confirm--> CLOSED;  any but CLOSED --reset--> SETUP

A counted ballot is announced by the next thing the host does with it (`ANNOUNCING`): then its
result and the fouls that the pads raised count. Until then a `tally` corrects it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from rules import actions as do
from rules.actions import Action
from rules.kinds import Refusal, Step
from rules.mafia import (
    awards,
    clock,
    conduct,
    ending,
    nights,
    nominations,
    onward,
    speeches,
    ties,
    voting,
)
from rules.mafia.state import State, refused, then
from rules.mafia.view import Phase

Handler = Callable[[State, Any], Step[State] | Refusal]
Row = Mapping[type[Action], Handler]

ANY_TIME: Final[Row] = MappingProxyType({do.Press: conduct.press, do.Wait: conduct.keep})

UNTIL_CLOSE: Final[Row] = MappingProxyType(
    {
        **ANY_TIME,
        do.Incident: conduct.incident,
        do.Reset: ending.reset,
        do.Disqualify: conduct.disqualify,
        do.Undo: conduct.take_back_again,
        do.Pause: conduct.no_pause,
        do.Resume: conduct.no_pause,
        do.Lift: conduct.keep,
    }
)

SETUP: Final[Row] = MappingProxyType(
    {
        **UNTIL_CLOSE,
        do.Start: conduct.keep,
        do.Next: onward.to_night,
        do.Night: nights.first_night,  # MAFN-GEN-1
        do.End: ending.call_off,
        do.Confirm: ending.nothing_to_confirm,
    }
)

PLAY: Final[Row] = MappingProxyType(
    {
        **UNTIL_CLOSE,
        do.Foul: conduct.foul,  # MAFN-DAY-3a, MAFN-GEN-4a, MAFA-FOUL-1 to 12
        do.Unfoul: conduct.unfoul,
        do.Warn: conduct.warn,  # MAFN-DAY-11
        do.Remove: conduct.remove,  # MAFN-DAY-4, MAFA-REM-1 to 7
        do.Flag: conduct.flag,  # MAFN-VOTE-5b
        do.TeamLoss: ending.team_loss,  # MAFN-DAY-6
        do.End: ending.end,  # MAFA-JUDGE-3
        do.Award: awards.award,  # MAFA-PTS-6, MAFA-GAME-6
        do.Confirm: ending.nothing_to_confirm,
        do.Yield: clock.yield_,
        do.Speech: speeches.no_speech,
        do.Nominate: nominations.no_nomination,  # MAF-P-4
        do.Withdraw: nominations.no_withdrawal,  # MAFN-DAY-2a
        do.Fist: voting.no_fist,  # MAFN-VOTE-1
        do.Tally: voting.no_tally,
        do.LiftAll: ties.no_lift,  # MAFN-VOTE-5b
        do.Night: nights.no_night,
        do.Day: nights.no_day,
        do.Shot: nights.by_day,
        do.DonCheck: nights.by_day,
        do.SheriffCheck: nights.by_day,
    }
)

NIGHT: Final[Row] = MappingProxyType(
    {
        **PLAY,
        do.Roles: nights.roles,  # MAF-P-1
        do.Shot: nights.shot,  # MAF-P-9
        do.DonCheck: nights.don_check,  # MAFA-GAME-4, MAFA-GAME-5
        do.SheriffCheck: nights.sheriff_check,
        do.Day: nights.day,
        do.Next: onward.to_day,
    }
)

BY_DAY: Final[Row] = MappingProxyType(
    {
        **PLAY,
        do.Triple: awards.triple,  # MAFA-PTS-5
        do.BestMove: awards.best_move,  # MAFA-PTS-10
    }
)

MORNING: Final[Row] = MappingProxyType(
    {**BY_DAY, do.Speech: speeches.last_word, do.Next: onward.in_minutes}
)

DAY: Final[Row] = MappingProxyType(
    {
        **BY_DAY,
        do.Speech: speeches.speak,  # MAFN-DAY-1
        do.Nominate: nominations.nominate,  # MAFN-DAY-2b
        do.Withdraw: nominations.withdraw,  # MAFN-DAY-2a
        do.Voting: voting.voting,  # MAFN-VOTE-1, MAFN-VOTE-2
        do.Night: nights.night,
        do.Next: onward.by_day,
    }
)

VOTE: Final[Row] = MappingProxyType(
    {
        **BY_DAY,
        do.Fist: voting.fist,  # MAFN-VOTE-8
        do.Lift: voting.lift,  # MAFN-VOTE-11
        do.Tally: voting.tally,
        do.Next: onward.in_vote,
    }
)

VOTED: Final[Row] = MappingProxyType({**BY_DAY, do.Tally: voting.tally})

CRASH: Final[Row] = MappingProxyType(
    {
        **BY_DAY,
        do.Speech: speeches.defend,  # MAF-P-7
        do.Revote: voting.revote,  # MAFN-VOTE-13
        do.Night: nights.night,
        do.Next: onward.in_crash,
    }
)

LIFT: Final[Row] = MappingProxyType({**BY_DAY, do.LiftAll: ties.lift_all})

MINUTES: Final[Row] = MappingProxyType(
    {**BY_DAY, do.Speech: speeches.last_word, do.Next: onward.in_minutes}
)

DUSK: Final[Row] = MappingProxyType({**BY_DAY, do.Night: nights.night, do.Next: onward.to_dark})

OVER: Final[Row] = MappingProxyType(
    {
        **UNTIL_CLOSE,
        do.End: ending.end,
        do.Award: awards.award,
        do.Sign: ending.sign,
        do.Confirm: ending.confirm,  # MAFA-JUDGE-4
    }
)

TABLE: Final[Mapping[tuple[Phase, type[Action]], Handler]] = MappingProxyType(
    {
        (phase, kind): handler
        for phase, row in (
            (Phase.SETUP, SETUP),
            (Phase.NIGHT, NIGHT),
            (Phase.MORNING, MORNING),
            (Phase.DAY, DAY),
            (Phase.VOTE, VOTE),
            (Phase.VOTED, VOTED),
            (Phase.CRASH, CRASH),
            (Phase.LIFT, LIFT),
            (Phase.MINUTES, MINUTES),
            (Phase.DUSK, DUSK),
            (Phase.OVER, OVER),
            (Phase.CLOSED, ANY_TIME),
            (Phase.VOID, UNTIL_CLOSE),
        )
        for kind, handler in row.items()
    }
)

ANNOUNCING: Final[frozenset[type[Action]]] = frozenset(
    (do.Speech, do.Revote, do.LiftAll, do.Night, do.Next, do.Confirm, do.Voting)
)
ONLY_ANNOUNCING: Final = frozenset((do.Next, do.Confirm))
"""Words that announce a counted ballot and mean nothing else then."""


def step(state: State, action: Action) -> Step[State] | Refusal:
    """The handler's answer, or the refusal of what the table does not hold."""
    kind = type(action)
    waits = state.phase is Phase.VOTED or (state.pending and kind is do.Confirm)
    if not waits or kind not in ANNOUNCING:
        return _handled(state, action)
    first = conduct.announced(state, action.at)
    if kind in ONLY_ANNOUNCING:
        return first
    second = _handled(first.state, action)
    return second if isinstance(second, Refusal) else then(first, second)


def _handled(state: State, action: Action) -> Step[State] | Refusal:
    handler = TABLE.get((state.phase, type(action)))
    return _absent(state, action) if handler is None else handler(state, action)


def _absent(state: State, action: Action) -> Refusal:
    if state.phase is Phase.CLOSED:
        return refused("TABLE-CLOSED", "closed")
    if state.phase is Phase.VOID:
        return refused("TABLE-VOID", "void")
    if state.phase is Phase.SETUP:
        return refused("MAFN-GEN-1", "not_begun")
    if state.phase is Phase.OVER:
        return ending.game_over(state)
    if isinstance(action, do.Start):
        return refused("TABLE-START", "started_already")
    if isinstance(action, do.Sign):
        return ending.nothing_to_confirm(state, do.Confirm(action.at))
    if isinstance(action, do.Roles):
        return refused("MAF-P-1", "roles_late")
    if isinstance(action, do.Voting | do.Revote):
        return onward.no_vote(state)
    if isinstance(action, do.BestMove | do.Triple):
        return refused("MAFA-PTS-5", "not_by_night")
    return refused("TABLE-NEXT", "no_next")
