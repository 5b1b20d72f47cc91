"""Money, places, prizes and deals of a tournament, worked out of what is known (RAY-PAY-1 to 3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from rules.casino.deals import MOST_PLAYERS, by_points, icm, in_units
from rules.casino.payout import Entry, Payout, payout
from rules.casino.plan import Plan
from rules.casino.prizes import Pool, amounts, pool_of
from rules.casino.state import Window
from rules.casino.tournament.leaving import Leaving, orders
from rules.casino.tournament.state import Deal, Player, Tournament, refused
from rules.kinds import Money, Refusal


class Share(NamedTuple):
    """One player's part of a deal: his points, exactly by ICM and by points, and in whole units."""

    player: str
    points: int
    icm: Fraction
    icm_whole: int
    by_points: Fraction
    points_whole: int


class Result(NamedTuple):
    """Where somebody is and what he gets; `order` of leaving, 0: still in.

    `seat`: his prize is a seat of the tournament that comes after (RAY-1-1).
    """

    player: str
    place: int
    prize: int
    order: int
    points: int
    seat: bool


def plan_of(state: Tournament) -> Plan:
    """RAY-PAY-3: the instructions, with what earlier tournaments left for the pool."""
    prizes = state.plan.prizes
    carry_in = Money(prizes.carry_in + sum(state.carried.values()))
    return state.plan._replace(prizes=prizes._replace(carry_in=carry_in))


def money(state: Tournament) -> Pool:
    """RAY-1-5, RAY-PAY-3: what was paid in so far makes this pool, and this is carried over."""
    players = state.players.values()
    rebuys, addons = sum(one.rebuys for one in players), sum(one.addon for one in players)
    return pool_of(plan_of(state), len(state.players), rebuys, addons)


def board(state: Tournament) -> tuple[Money, ...] | None:
    """RAY-PAY-2: the amounts of the places; None as long as anything can be bought."""
    plan = state.plan
    unknown = state.started_ms is None and plan.prizes.pool_from != "fixed"
    if unknown or (plan.rebuy and state.window is not Window.OVER):
        return None
    return amounts(plan_of(state).prizes, money(state).pool)


def left_orders(state: Tournament) -> dict[str, int]:
    """RAY-1-4: the order of leaving, over all tables."""
    return orders(
        (
            Leaving(one.name, one.left_ms, one.hand, one.before, one.number)
            for one in state.players.values()
            if one.left_ms is not None
        ),
        state.plan.bust_rule,
    )


def paid(state: Tournament, tie: str = "pool_and_split") -> Payout:
    """RAY-1-4, RAY-PAY-1: places and prizes if it ended now, without a deal.

    A seat cannot be shared: where seats are played for, a lot parts equals (proposed).
    """
    order = left_orders(state)
    tie = "lot" if state.plan.prizes.satellite_price else tie
    entries = [entry_of(one, order) for one in state.players.values()]
    return payout(plan_of(state), entries, tie)


def entry_of(player: Player, order: Mapping[str, int]) -> Entry:
    """The player as `league payout` knows him."""
    return Entry(
        player.name,
        rebuys=player.rebuys,
        addons=int(player.addon),
        points=player.held * 1000,
        busted_order=order.get(player.name, 0),
        disqualified=player.disqualified,
    )


def results(state: Tournament, tie: str = "pool_and_split") -> list[Result]:
    """Everybody who has a place, the first first; a deal's amounts stand for those who made it."""
    done, order = paid(state, tie), left_orders(state)
    won = {one.player: one.prize for one in done.prizes}
    if state.deal is not None:
        won = {**state.deal.out, **state.deal.prizes}
        first = [name for name, place in done.places.items() if place == 1]
        more = state.deal.rest + sum(won.pop(name) for name in [*won] if name not in done.places)
        for name, part in zip(first, _parts(more, len(first)), strict=True):
            won[name] = won.get(name, 0) + part
    price = state.plan.prizes.satellite_price
    return [
        Result(
            name,
            place,
            won.get(name, 0),
            order.get(name, 0),
            state.players[name].held,
            bool(price) and won.get(name, 0) >= price,
        )
        for name, place in done.places.items()
    ]


def seat_winners(state: Tournament) -> tuple[str, ...]:
    """RAY-1-1: who has won a seat; nobody before the end, or where no seats are played for."""
    if state.ended_ms is None:
        return ()
    return tuple(one.player for one in results(state) if one.seat)


def deal_of(state: Tournament) -> tuple[Share, ...] | str:
    """What each stack is worth of the prizes that are left; a word where there is no deal yet.

    `no_amounts`: they may not be told yet. `players`: 2 to ten can deal. `uncounted`: points are
    not counted. `wrong`: what was counted is not what is in play.
    """
    prizes = board(state)
    if prizes is None:
        return "no_amounts"
    left = sorted(state.playing, key=lambda one: (-one.held, one.name))
    if not 2 <= len(left) <= MOST_PLAYERS:
        return "players"
    if not all(one.counted and one.held > 0 for one in left):
        return "uncounted"
    if sum(one.held for one in left) != in_play(state):
        return "wrong"
    return _shares(left, left_to_share(state))


def _shares(left: Sequence[Player], prizes: Sequence[int]) -> tuple[Share, ...]:
    stacks = [one.held for one in left]
    worth, plain = icm(prizes, stacks), by_points(prizes, stacks)
    exact = zip(left, worth, plain, strict=True)
    whole = zip(in_units(worth), in_units(plain), strict=True)
    return tuple(
        Share(one.name, one.held, by_icm, icm_whole, by_point, points_whole)
        for (one, by_icm, by_point), (icm_whole, points_whole) in zip(exact, whole, strict=True)
    )


def left_to_share(state: Tournament) -> tuple[int, ...]:
    """The prizes of the places that are still played for; empty while they may not be told.

    What those who are out could not share among them is with the first, as in `prizes.won`.
    """
    prizes = board(state)
    if prizes is None:
        return ()
    out = sum(won_by_now(state).values())
    here = [int(one) for one in prizes[: len(state.playing)]]
    if here:
        here[0] += sum(prizes) - out - sum(here)
    return tuple(here)


def won_by_now(state: Tournament) -> dict[str, int]:
    """What those have won who are out, whatever comes; nothing while it may not be told."""
    if board(state) is None:
        return {}
    return {
        one.player: one.prize for one in paid(state).prizes if not state.players[one.player].playing
    }


def deal_refused(state: Tournament, deal: Deal) -> Refusal | None:
    """RAY-PAY-1, RAY-PAY-2: only those who are left deal, all of them, about what is left."""
    if board(state) is None:
        return refused("RAY-PAY-2", "amounts_not_known")
    if state.deal is not None:
        return refused("RAY-PAY-1", "deal_made")
    names = {one.name for one in state.playing}
    if set(deal.prizes) != names:
        missing = sorted(names ^ set(deal.prizes))
        return refused("RAY-PAY-1", "deal_of_all", missing[0])
    found, wanted = sum(deal.prizes.values()) + deal.rest, sum(left_to_share(state))
    if found != wanted:
        return refused("RAY-PAY-1", "deal_does_not_add_up", found=found, wanted=wanted)
    return None


def in_play(state: Tournament) -> int:
    """RAY-1-2, RAY-OTHER-3: start points, rebuys and add-ons, less those of the disqualified."""
    plan = state.plan
    if plan.type == "slots":
        return 0
    total = 0
    for one in state.players.values():
        total += plan.start_points + one.rebuys * (plan.rebuy.points if plan.rebuy else 0)
        total += plan.addon.points if plan.addon and one.addon else 0
        total -= one.held if one.disqualified else 0
    return total


def _parts(amount: int, count: int) -> list[int]:
    """Equal parts, the first with what cannot be shared; nothing for nobody."""
    if not count:
        return []
    each, rest = divmod(amount, count)
    return [each + rest, *[each] * (count - 1)]
