"""The machine: (phase, action) -> handler, once for tables and once for slot machines.

    ENTRY --start, or a sit'n'go's last entry--> PLAY --time, rounds, hands, players, judge--> COUNT
    COUNT --everything counted or read--> SIGN --confirm--> CLOSED
    ENTRY --end--> VOID;  any but CLOSED --reset--> ENTRY (the next attempt)

What is absent is refused. Handlers stand in the files named after the document's words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from rules import actions as do
from rules.actions import Action
from rules.casino import clock, entries, hall, hands, machines, moves, penalties, signing, stakes
from rules.casino.state import Phase, State, refused
from rules.kinds import Refusal, Step

Handler = Callable[[State, Any], Step[State] | Refusal]
Table = Mapping[tuple[Phase, type[Action]], Handler]


ANY_TIME: Final[Mapping[type[Action], Handler]] = MappingProxyType({do.Press: entries.press})

UNTIL_CLOSE: Final[Mapping[type[Action], Handler]] = MappingProxyType(
    {
        **ANY_TIME,
        do.Incident: penalties.incident,  # RAY-OTHER-4
        do.Reset: clock.reset,
    }
)

OFFICIAL: Final[Mapping[type[Action], Handler]] = MappingProxyType(
    {
        **UNTIL_CLOSE,
        do.Foul: penalties.foul,
        do.Unfoul: penalties.unfoul,
        do.Warn: penalties.warn,
        do.Disqualify: penalties.disqualify,  # RAY-OTHER-3
        do.Remove: penalties.disqualify,  # RAY-OTHER-3
        do.Sign: signing.no_sign,
        do.Confirm: signing.no_confirm,
    }
)

ENTRY: Final[Mapping[type[Action], Handler]] = MappingProxyType(
    {
        **OFFICIAL,
        do.Enter: entries.enter,  # RAY-INTRO-1, RAY-SNG-1
        do.Rebuy: entries.rebuy,
        do.Addon: entries.addon,
        do.Start: clock.start,  # RAY-INTRO-3
        do.Stakes: stakes.stakes,
        do.End: clock.call_off,
    }
)

PLAY: Final[Mapping[type[Action], Handler]] = MappingProxyType(
    {
        **OFFICIAL,
        do.Enter: entries.too_late,  # RAY-1-2
        do.Rebuy: entries.rebuy,  # RAY-REBUY-1, RAY-REBUY-2, RAY-REBUY-3
        do.Addon: entries.addon,  # RAY-REBUY-4, RAY-REBUY-5
        do.Stakes: stakes.stakes,  # RAY-STRUCT-4
        do.Penalty: penalties.penalty,  # RAY-OTHER-1, RAY-OTHER-2
        do.End: clock.end,
    }
)

AT_TABLE: Final[Mapping[type[Action], Handler]] = MappingProxyType(
    {
        **PLAY,
        do.Hand: hands.hand,  # RAY-1-3
        do.Round: hands.round_,  # RAY-1-3
        do.Level: hands.level,  # RAY-STRUCT-1
        do.Next: hands.next_,
        do.Arrive: moves.arrive,  # RAY-1-1
        do.Leave: moves.leave,  # RAY-1-1
        do.Bust: hands.bust,  # RAY-1-4
        do.Chips: hands.chips,
        do.Halt: clock.pause,
        do.RunOn: clock.resume,
        do.Hall: hall.hall,  # RAY-STRUCT-1
        do.Alone: hall.alone,
        do.Together: hall.together,  # RAY-PAY-1
        do.LastHand: hall.last_hand,  # RAY-1-3
    }
)

AT_MACHINES: Final[Mapping[type[Action], Handler]] = MappingProxyType(
    {
        **PLAY,
        do.Bust: machines.done,  # RAY-SLOT-2
        do.Halt: machines.pause,  # RAY-SLOT-2
        do.RunOn: machines.resume,
    }
)

AFTER: Final[Mapping[type[Action], Handler]] = MappingProxyType(
    {
        **UNTIL_CLOSE,
        do.Chips: hands.chips,  # RAY-1-4
        do.Arrive: moves.arrive_late,  # RAY-1-1
        do.Leave: moves.leave_late,  # RAY-1-1
        do.Sign: signing.sign,
        do.Confirm: signing.no_confirm,
        do.Disqualify: penalties.disqualify,
        do.Remove: penalties.disqualify,
    }
)

READ: Final[Mapping[type[Action], Handler]] = MappingProxyType(
    {
        **AFTER,
        do.Chips: machines.no_chips,
        do.Reading: machines.reading,  # RAY-SLOT-4
    }
)


def _table(play: Mapping[type[Action], Handler], after: Mapping[type[Action], Handler]) -> Table:
    rows: tuple[tuple[Phase, Mapping[type[Action], Handler]], ...] = (
        (Phase.ENTRY, ENTRY),
        (Phase.PLAY, play),
        (Phase.COUNT, after),
        (Phase.SIGN, {**after, do.Confirm: signing.confirm}),
        (Phase.CLOSED, ANY_TIME),
        (Phase.VOID, UNTIL_CLOSE),
    )
    return MappingProxyType(
        {(phase, kind): handler for phase, row in rows for kind, handler in row.items()}
    )


TABLES: Final[Table] = MappingProxyType(
    {**_table(AT_TABLE, AFTER), (Phase.ENTRY, do.Hall): hall.begun}  # RAY-1-2
)
MACHINES: Final[Table] = _table(AT_MACHINES, READ)

_NEAREST: Final[Mapping[type[Action], tuple[str, str]]] = MappingProxyType(
    {
        do.Start: ("TABLE-START", "started_already"),
        do.Next: ("TABLE-NEXT", "no_next"),
        do.Reading: ("RAY-SLOT-4", "not_over"),
        do.Chips: ("RAY-SLOT-4", "no_chips_here"),
        do.Hand: ("RAY-SLOT-2", "no_rounds_here"),
        do.Round: ("RAY-SLOT-2", "no_rounds_here"),
        do.Level: ("RAY-SLOT-2", "no_rounds_here"),
    }
)


def step(state: State, action: Action) -> Step[State] | Refusal:
    """The handler's answer, or the refusal of what the table does not hold."""
    table = MACHINES if state.facts.slots else TABLES
    handler = table.get((state.phase, type(action)))
    return _absent(state, action) if handler is None else handler(state, action)


def _absent(state: State, action: Action) -> Refusal:
    if state.phase is Phase.CLOSED:
        return refused("TABLE-CLOSED", "closed")
    if state.phase is Phase.VOID:
        return refused("TABLE-VOID", "void")
    if state.phase in (Phase.COUNT, Phase.SIGN):
        return _too_late(action)
    if state.phase is Phase.ENTRY:
        return refused("RAY-1-2", "not_begun")
    return refused(*_NEAREST.get(type(action), ("RAY-SLOT-2", "no_rounds_here")))


def _too_late(action: Action) -> Refusal:
    if type(action) is do.Rebuy:
        return refused("RAY-REBUY-1", "no_rebuy_now")
    if type(action) is do.Addon:
        return refused("RAY-REBUY-4", "no_addon_now")
    return refused("RAY-1-3", "game_over")
