"""Tournaments by chance: cards are dealt and money changes hands here; the log is told of it.

Points and cash are kept by this side as they really lie on tables and in the till. The rules are
given only what a cashier and a director would enter, and must come to the same sums.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

from rules.casino.payout import read_plan
from rules.casino.plan import Plan
from rules.casino.seating import gap
from rules.casino.state import Window
from rules.casino.tournament.accounts import OFF, Handed, checks, kept
from rules.casino.tournament.fold import BUYING, after, fold
from rules.casino.tournament.lines import Line, read_line
from rules.casino.tournament.outcome import (
    board,
    deal_of,
    in_play,
    left_to_share,
    money,
    results,
)
from rules.casino.tournament.state import Tournament, opened, place_of
from rules.kinds import Refusal

TABLES = ([50, 30, 20], [40, 30, 20, 10], [100], [33.3, 33.3, 33.4], [65, 35])


def structure_of(chance: Random) -> dict[str, Any]:
    """Instructions by chance, of a table game."""
    kind = chance.choice(("freezeout", "rebuy", "rebuy", "rebuy"))
    fee = chance.choice((20, 50, 55, 110))
    found: dict[str, Any] = {
        "type": kind,
        "fee": fee,
        "house_share": chance.choice((0, 0, 5, fee // 10)),
        "start_points": chance.choice((1000, 10_000, 777)),
        "carry_pct": chance.choice((0, 0, 10, "12.5", 33)),
        "carry_in": chance.choice((0, 0, 17)),
        "bust_rule": chance.choice(("together", "points_before_hand")),
    }
    if chance.random() < 0.2:
        found |= {"pool_from": "part", "pool_pct": chance.choice((80, "66.667"))}
    elif chance.random() < 0.1:
        found |= {"pool_from": "fixed", "pool_fixed": chance.randint(1, 5000)}
    if chance.random() < 0.5:
        found |= {"prize_pct": chance.choice(TABLES)}
    else:
        found |= {"prize_places": chance.randint(1, 9), "prize_ratio": chance.choice((1, 1.25, 2))}
    if chance.random() < 0.15:
        found |= {"satellite_price": chance.choice((100, 333)), "satellite_seats": 3}
    if kind == "rebuy":
        found |= {
            "rebuy_when": chance.choice(("none", "below_start", "zero")),
            "rebuy_max": chance.choice((1, 2, 5)),
        }
        if chance.random() < 0.7:
            found |= {"addon_points": chance.choice((2000, 20_000)), "addon_price": 60}
    return found


@dataclass
class Evening:
    """One tournament, and what really lies on its tables and in its till."""

    chance: Random
    plan: Plan
    state: Tournament
    size: int
    till: int = 0
    stacks: dict[str, int] = field(default_factory=dict)
    taken_out: int = 0
    log: list[Line] = field(default_factory=list)
    handed: list[Handed] = field(default_factory=list)
    words: Counter[str] = field(default_factory=Counter)
    at_ms: int = 0

    def tell(self, do: str, **fields: Any) -> bool:
        """Enter a line; whether it stands."""
        self.at_ms += self.chance.choice((0, 1, 1000, 60_000))
        line = read_line({"do": do, "at": self.at_ms, **fields})
        found = after(self.state, line)
        if isinstance(found, Refusal):
            self.words["refused"] += 1
            return False
        self.state = found
        self.log.append(line)
        self.words[do] += 1
        return True

    def holds(self, *, counted: bool = False) -> None:
        """The two sides agree, and nothing is off; `counted`: all points were, just now."""
        stale = ("gap",) if counted else ("gap", "points")
        found = checks(self.state, (), self.handed)
        off = [one for one in found if one.state == OFF and one.what not in stale]
        assert off == [], off
        assert in_play(self.state) == sum(self.stacks.values())
        pool, carried = money(self.state), sum(one.carry for one in self.handed)
        came_in = self.plan.prizes.carry_in + carried
        assert self.till + came_in == pool.pool + pool.carry + kept(self.state)
        prizes = board(self.state)
        assert prizes is None or sum(prizes) == pool.pool


def evening_of(seed: int) -> Evening:
    """The entries of a tournament by chance, drawn and begun."""
    chance = Random(seed)
    plan, size = read_plan(structure_of(chance)), chance.choice((4, 6, 9, 10))
    evening = Evening(chance, plan, opened(plan, size), size)
    if chance.random() < 0.3:
        evening.handed.append(Handed("Early", chance.randint(1, 400)))
        evening.tell("carry_in", amount=evening.handed[0].carry, **{"from": "Early"})
    for number in range(chance.randint(2, 26)):
        name = f"P{number:02}"
        assert evening.tell("enter", player=name)
        evening.till += plan.fee
        evening.stacks[name] = plan.start_points
    assert not evening.tell("start"), "seats are not drawn"
    evening.tell("draw", seed=chance.randint(0, 99))
    assert evening.tell("start")
    evening.holds()
    return evening


def played(seed: int) -> Evening:
    """A whole tournament, held to the laws after every hand; then from its log once more."""
    evening = evening_of(seed)
    for _ in range(400):
        if evening.state.ended_ms is not None:
            break
        _hand(evening)
        _between(evening)
        evening.holds()
    assert evening.state.ended_ms is not None, "it never ended"
    _finished(evening)
    return evening


def _hand(evening: Evening) -> None:
    """Somebody wins from somebody at one table, or in one hand from several."""
    chance, state = evening.chance, evening.state
    table = chance.choice([one for one in state.tables if one.players])
    names = [one for one in table.seats if one is not None]
    winner = chance.choice(names)
    before, out = dict(evening.stacks), []
    for name in names:
        if name == winner or chance.random() < 0.4:
            continue
        lost = evening.stacks[name] if chance.random() < 0.5 else chance.randint(0, before[name])
        evening.stacks[name] -= lost
        evening.stacks[winner] += lost
        out += [name] if evening.stacks[name] == 0 else []
    left = [one.name for one in state.playing]
    if out and len(out) < len(left):
        told = evening.tell(
            "bust",
            players=out,
            points={name: before[name] for name in out},
            **({"hand": len(evening.log)} if chance.random() < 0.2 else {}),
        )
        assert told


def _between(evening: Evening) -> None:
    """What a cashier and a director do between hands."""
    chance, state = evening.chance, evening.state
    _buy(evening)
    if chance.random() < 0.15:
        name = chance.choice([one.name for one in state.playing])
        evening.tell("penalty", player=name, rounds=chance.randint(1, 2), reason="late")
        evening.tell("round", table=chance.choice(state.tables).number)
    if len(evening.state.playing) > 2 and chance.random() < 0.04:
        _disqualify(evening)
    if chance.random() < 0.6:
        _balance(evening)
    if chance.random() < 0.05:
        evening.tell("draw", seed=chance.randint(0, 99))
    if evening.state.window in BUYING and chance.random() < 0.2:
        evening.tell("window", to=chance.choice(("addon", "over")))
    if evening.state.window not in BUYING:
        _close(evening)


def _buy(evening: Evening) -> None:
    chance, plan = evening.chance, evening.plan
    if evening.state.window not in BUYING:
        return
    for name, player in list(evening.state.players.items()):
        if player.disqualified:
            assert not evening.tell("rebuy", player=name)
            continue
        if chance.random() < (0.5 if not player.playing else 0.1):
            evening.tell("chips", points={name: evening.stacks[name]})
            if plan.rebuy and evening.tell("rebuy", player=name):
                evening.till += plan.rebuy.price
                evening.stacks[name] += plan.rebuy.points
        if chance.random() < 0.3 and evening.state.window is Window.ADDON:
            evening.tell("chips", points={name: evening.stacks[name]})
            if plan.addon and evening.tell("addon", player=name):
                evening.till += plan.addon.price
                evening.stacks[name] += plan.addon.points


def _disqualify(evening: Evening) -> None:
    name = evening.chance.choice([one.name for one in evening.state.playing])
    held = evening.stacks.pop(name)
    assert evening.tell("disqualify", player=name, points=held, reason="moved points")
    evening.taken_out += held


def _balance(evening: Evening) -> None:
    """No gap of two is left; penalties have gone along; nobody is lost."""
    before = {one.name: one.penalties for one in evening.state.playing}
    for table in evening.state.tables:
        evening.tell("button", table=table.number, seat=evening.chance.randint(1, evening.size))
    assert evening.tell("balance", seed=evening.chance.randint(0, 99))
    assert gap(evening.state.tables) <= 1
    assert {one.name: one.penalties for one in evening.state.playing} == before
    assert all(place_of(evening.state, name) for name in before)


def _close(evening: Evening) -> None:
    """A deal, or the count and the end, when few are left or by chance."""
    chance, left = evening.chance, evening.state.playing
    if len(left) > 1 and chance.random() > 0.15:
        return
    evening.tell("chips", points={one.name: evening.stacks[one.name] for one in left})
    evening.holds(counted=True)
    shares = deal_of(evening.state)
    if not isinstance(shares, str) and chance.random() < 0.5 and evening.state.deal is None:
        by = chance.choice(("icm", "points"))
        prizes = {one.player: one.icm_whole if by == "icm" else one.points_whole for one in shares}
        assert sum(prizes.values()) == sum(left_to_share(evening.state))
        assert evening.tell("deal", prizes=prizes, by=by)
        if chance.random() < 0.5:
            return  # they play on for the place
    assert evening.tell("end")


def _finished(evening: Evening) -> None:
    """Every place once or shared, every unit paid, and the log gives the same again."""
    evening.holds(counted=True)
    found = results(evening.state)
    assert sum(one.prize for one in found) == money(evening.state).pool
    ranked = sorted(one.place for one in found)
    assert ranked == [1 + sum(other < one for other in ranked) for one in ranked]
    assert {one.player for one in found} == {
        name for name, one in evening.state.players.items() if not one.disqualified
    }
    again = [read_line({"do": one.do, "at": one.at_ms, **one.fields}) for one in evening.log]
    assert fold(evening.plan, again, evening.size) == evening.state
