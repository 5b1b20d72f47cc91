"""What each line of the log does: (word) -> handler, the new tournament or a refusal with its rule.

    entries --draw, start--> played --bust, rebuy, balance, move ...--> --end--> ended

What is refused changes nothing. Money and places are worked out of the result, never kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Final

from rules.casino.limits import Limit, no_addon, no_rebuy
from rules.casino.plan import Plan
from rules.casino.seating import MOST_SEATS
from rules.casino.state import Window
from rules.casino.tournament import seats
from rules.casino.tournament.lines import Line, standing
from rules.casino.tournament.outcome import deal_refused, in_play, won_by_now
from rules.casino.tournament.state import (
    MINUTE_MS,
    Deal,
    Penalty,
    Player,
    Tournament,
    opened,
    place_of,
    refused,
    with_player,
    without,
)
from rules.kinds import Money, Refusal

Found = Tournament | Refusal
BUYING: Final = (Window.REBUY, Window.LAST_ROUND, Window.ADDON)


def fold(plan: Plan, lines: Iterable[Line], size: int = MOST_SEATS) -> Tournament:
    """The tournament of a log. ValueError for a line that was refused: such a line is not kept."""
    state = opened(plan, size)
    for number, line in enumerate(standing(list(lines)), 1):
        found = after(state, line)
        if isinstance(found, Refusal):
            raise ValueError(f"line {number}, {line.do}: refused by {found.rule} ({found.why})")
        state = found
    return state


def after(state: Tournament, line: Line) -> Found:
    """One line more: the new tournament, or why not."""
    if state.ended_ms is not None:
        return refused("RAY-1-3", "tournament_over")
    if state.started_ms is None and line.do not in BEFORE_START:
        return refused("RAY-1-2", "not_begun")
    return _HANDLERS[line.do](state, line)


def _enter(state: Tournament, line: Line) -> Found:
    """RAY-INTRO-1, RAY-1-2, RAY-SNG-1: who has paid, or holds a satellite's seat, takes part."""
    name = line.fields["player"]
    if state.started_ms is not None:
        return refused("RAY-SNG-1" if state.plan.type == "sitngo" else "RAY-1-2", "started_already")
    if name in state.players:
        return refused("RAY-INTRO-1", "player_entered_already", name)
    most = state.plan.max_players
    if most is not None and len(state.players) >= most:
        return refused("RAY-SNG-1", "tournament_full", most=most)
    player = Player(name, line.fields["ticket"] or "", held=state.plan.start_points)
    state = with_player(state, player)
    if state.plan.type == "sitngo" and len(state.players) == most:
        drawn = seats.draw(state, line.at_ms, len(state.players))
        return drawn if isinstance(drawn, Refusal) else _begun(drawn, line.at_ms)
    return state


def _carry_in(state: Tournament, line: Line) -> Found:
    """RAY-PAY-3: what an earlier tournament kept for this one's pool."""
    source = line.fields["from"]
    if state.started_ms is not None:
        return refused("RAY-PAY-3", "started_already")
    if source in state.carried:
        return refused("RAY-PAY-3", "carried_already", tournament=source)
    carried = {**state.carried, source: line.fields["amount"]}
    return state._replace(carried=MappingProxyType(carried))


def _draw(state: Tournament, line: Line) -> Found:
    """RAY-SNG-1, RAY-1-1: everybody's table and seat by lot; during play, all who are left anew."""
    return seats.draw(state, line.at_ms, line.fields["seed"])


def _start(state: Tournament, line: Line) -> Found:
    """RAY-INTRO-3: a public tournament starts when its instructions were notified."""
    if state.started_ms is not None:
        return refused("RAY-1-2", "started_already")
    if state.plan.type == "sitngo":
        return refused("RAY-SNG-1", "starts_by_itself")
    if state.plan.must_notify:
        return refused("RAY-INTRO-3", "not_notified")
    if len(state.players) < 2:
        return refused("RAY-1-1", "too_few_players")
    if any(place_of(state, one.name) is None for one in state.playing):
        return refused("RAY-SNG-1", "not_drawn")
    return _begun(state, line.at_ms)


def _begun(state: Tournament, at_ms: int) -> Tournament:
    window = Window.REBUY if state.plan.rebuy else Window.NONE
    return state._replace(started_ms=at_ms, window=window)


def _rebuy(state: Tournament, line: Line) -> Found:
    """RAY-REBUY-1, RAY-REBUY-2, RAY-REBUY-3: he is in again where he was out, and has his seat."""
    player = _known(state, line, may_be_out=True)
    if isinstance(player, Refusal):
        return player
    limit = no_rebuy(state.plan, state.window, player.held, player.rebuys)
    if limit is not None:
        return _limited(limit, player.name)
    points = state.plan.rebuy.points if state.plan.rebuy else 0
    back = player._replace(
        held=player.held + points, rebuys=player.rebuys + 1, left_ms=None, hand=None, before=0
    )
    state = with_player(state, back)
    return state if place_of(state, back.name) else seats.placed(state, back.name)


def _addon(state: Tournament, line: Line) -> Found:
    """RAY-REBUY-4, RAY-REBUY-5."""
    player = _known(state, line, may_be_out=True)
    if isinstance(player, Refusal):
        return player
    limit = no_addon(state.plan, state.window, player.held, player.addon)
    if limit is not None:
        return _limited(limit, player.name)
    points = state.plan.addon.points if state.plan.addon else 0
    return with_player(state, player._replace(held=player.held + points, addon=True))


def _window(state: Tournament, line: Line) -> Found:
    """RAY-REBUY-1, RAY-REBUY-4: rebuys are over, the add-on's time begins; then that is over."""
    to = Window(line.fields["to"])
    if state.window not in BUYING or (to is Window.ADDON and state.window is Window.ADDON):
        return refused("RAY-REBUY-1", "no_rebuy_now")
    if to is Window.ADDON and state.plan.addon is None:
        return refused("RAY-REBUY-4", "no_addon")
    return state._replace(window=to)


def _bust(state: Tournament, line: Line) -> Found:
    """RAY-1-4: these have lost all points, in one hand; their seats are free."""
    names = line.fields["players"]
    before: Mapping[str, int] = line.fields["points"] or {}
    for name in names:
        player = _known(state, line, name)
        if isinstance(player, Refusal):
            return player
    if len(names) >= len(state.playing):
        return refused("RAY-1-4", "nobody_left")
    by_points = state.plan.bust_rule == "points_before_hand"
    missing = next((one for one in names if one not in before), None)
    if by_points and len(names) > 1 and missing is not None:
        return refused("RAY-1-4", "points_before_needed", missing)
    said = line.fields["left_ms"]
    number, at = (state.hands + 1, line.at_ms) if said is None else (0, said)
    players = dict(_uncounted(state).players)
    for name in names:
        players[name] = players[name]._replace(
            held=0, before=before.get(name, 0), left_ms=at, hand=line.fields["hand"], number=number
        )
    state = state._replace(players=MappingProxyType(players), hands=state.hands + 1)
    for name in names:
        state = state._replace(tables=without(state.tables, name))
    return state


def _chips(state: Tournament, line: Line) -> Found:
    """RAY-1-2, RAY-1-4: what these hold, counted."""
    players = dict(state.players)
    for name, points in line.fields["points"].items():
        player = _known(state, line, name)
        if isinstance(player, Refusal):
            return player
        players[name] = player._replace(held=points, counted=True)
    return state._replace(players=MappingProxyType(players))


def _penalty(state: Tournament, line: Line) -> Found:
    """RAY-OTHER-1, RAY-OTHER-2: away for a time or a number of rounds, at whichever table."""
    player = _known(state, line)
    if isinstance(player, Refusal):
        return player
    minutes, rounds = line.fields["minutes"] or 0, line.fields["rounds"] or 0
    if bool(minutes) == bool(rounds):
        return refused("RAY-OTHER-2", "minutes_or_rounds")
    until = line.at_ms + minutes * MINUTE_MS if minutes else 0
    reason = line.fields["reason"] or ""
    penalty = Penalty(line.at_ms, minutes, rounds, reason, until, rounds)
    return with_player(state, player._replace(penalties=(*player.penalties, penalty)))


def _round(state: Tournament, line: Line) -> Found:
    """RAY-OTHER-2: a round has been played at this table: who sits there has one less to go."""
    number = line.fields["table"]
    table = next((one for one in state.tables if one.number == number), None)
    if table is None:
        return refused("RAY-1-1", "no_such_table", table=number)
    for name in table.seats:
        if name is not None and state.players[name].penalties:
            player = state.players[name]
            less = tuple(
                one._replace(rounds_left=max(0, one.rounds_left - 1)) for one in player.penalties
            )
            state = with_player(state, player._replace(penalties=less))
    return state


def _disqualify(state: Tournament, line: Line) -> Found:
    """RAY-OTHER-3, RAY-OTHER-4, RAY-OTHER-5: points out of play, the money stays in the pot."""
    player = _known(state, line, may_be_out=True)
    if isinstance(player, Refusal):
        return player
    points = line.fields["points"]
    if player.left_ms is not None and points:
        return refused("RAY-OTHER-3", "player_no_points_left", player.name)
    if points > in_play(state):
        return refused("RAY-1-2", "more_than_in_play", player.name, points=in_play(state))
    if player.held != points:  # hands were played since they were counted
        state = _uncounted(state)
    player = player._replace(disqualified=True, held=points)
    return with_player(state._replace(tables=without(state.tables, player.name)), player)


def _deal(state: Tournament, line: Line) -> Found:
    """RAY-PAY-1 (presupposed): all who are left agree on other prizes, to the last unit."""
    prizes: Mapping[str, int] = line.fields["prizes"]
    rest, out = Money(line.fields["rest"] or 0), MappingProxyType(won_by_now(state))
    deal = Deal(line.fields["by"], prizes, rest, out)
    why = deal_refused(state, deal)
    return state._replace(deal=deal) if why is None else why


def _end(state: Tournament, line: Line) -> Found:
    """RAY-1-4: over when one is left, or everybody's points are counted and add up."""
    left = state.playing
    if state.window in BUYING:
        return refused("RAY-REBUY-1", "still_buying")
    missing = next((one.name for one in left if not one.counted), None)
    if len(left) > 1 and missing is not None and state.deal is None:
        return refused("RAY-1-4", "player_uncounted", missing)
    found, wanted = sum(one.held for one in left), in_play(state)
    if len(left) == 1:  # he holds all there is
        state = with_player(state, left[0]._replace(held=wanted, counted=True))
    elif missing is None and found != wanted:
        return refused("RAY-1-2", "points_do_not_add_up", found=found, wanted=wanted)
    return state._replace(ended_ms=line.at_ms)


def _uncounted(state: Tournament) -> Tournament:
    """What was counted does not stand any more; what was held is still known."""
    players = {name: one._replace(counted=False) for name, one in state.players.items()}
    return state._replace(players=MappingProxyType(players))


def _known(
    state: Tournament, line: Line, name: str | None = None, *, may_be_out: bool = False
) -> Player | Refusal:
    """The player a line is about, or why nothing can be done with him."""
    name = line.fields["player"] if name is None else name
    player = state.players.get(name)
    if player is None:
        return refused("RAY-INTRO-1", "player_not_entered", name)
    if player.disqualified:
        return refused("RAY-OTHER-3", "player_disqualified", name)
    if player.left_ms is not None and not may_be_out:
        return refused("RAY-1-4", "player_no_points_left", name)
    return player


def _limited(limit: Limit, name: str) -> Refusal:
    whose = limit.why in ("rebuys_used", "too_many_points", "rebuy_first", "addon_used")
    why = f"player_{limit.why}" if whose else limit.why
    return refused(limit.rule, why, name if whose else "", **dict(limit.details))


BEFORE_START: Final = frozenset(("enter", "carry_in", "draw", "button", "start", "move", "balance"))

_HANDLERS: Final[Mapping[str, Callable[[Tournament, Line], Found]]] = MappingProxyType(
    {
        "enter": _enter,
        "carry_in": _carry_in,
        "draw": _draw,
        "start": _start,
        "rebuy": _rebuy,
        "addon": _addon,
        "window": _window,
        "button": seats.button,
        "bust": _bust,
        "chips": _chips,
        "penalty": _penalty,
        "round": _round,
        "disqualify": _disqualify,
        "balance": seats.balance,
        "move": seats.move,
        "deal": _deal,
        "end": _end,
    }
)
