"""Houses and hotels against the bank's stock (HUN-G-BUILD-*, -HOTEL-STOCK, -DEMOLISH, HUN-5).

A `build` that names its lot is counted there; one that does not is counted for the seat. `houses` 5
is a hotel in both: whoever buys five houses in one go on lots he does not name enters them in two.
"""

from __future__ import annotations

from rules.actions import Build, Demolish
from rules.board import HOTEL
from rules.kinds import Refusal, Seat, Step
from rules.monopoly.deeds import houses_on, on_sale, with_deed
from rules.monopoly.state import (
    Estate,
    Holding,
    State,
    gone,
    refused,
    remarked,
)
from rules.order import changed
from rules.value import replace


def build(state: State, action: Build) -> Step[State] | Refusal:
    """HUN-G-BUILD-RIGHT: who owns a whole colour group buys houses and hotels at deed prices."""
    refusal = gone(state, action.seat)
    if refusal:
        return refusal
    if action.what is None:
        return _build_somewhere(state, action)
    board = state.facts.board
    key = board.key(action.what)
    deed = state.estate.deeds.get(key, Holding(action.seat))
    refusal = _may_build(state, action.seat, key, deed)
    if refusal:
        return refusal
    after = HOTEL if action.houses == HOTEL else deed.houses + action.houses
    if after > HOTEL or deed.houses == HOTEL:
        return refused("HUN-G-BUILD-EVEN", "lot_is_full", ("what", action.what))
    refusal = _stock(state, deed.houses, after)
    if refusal:
        return refusal
    state = with_deed(_from_bank(state, deed.houses, after), key, deed._replace(houses=after))
    return Step(_evenness(state, action, key))


def demolish(state: State, action: Demolish) -> Step[State] | Refusal:
    """HUN-G-DEMOLISH: the bank takes buildings back at half price; 5 is the hotel, whole.

    More than was entered is accepted: then the building was not entered.
    """
    refusal = gone(state, action.seat)
    if refusal:
        return refusal
    key = state.facts.board.key(action.what)
    deed = state.estate.deeds.get(key, Holding(action.seat))
    if deed.owner != action.seat or deed.mortgaged or action.houses > HOTEL:
        return refused("HUN-G-DEMOLISH", "nothing_to_demolish", ("what", action.what))
    refusal = on_sale(state, key)
    if refusal:
        return refusal
    if not deed.houses:
        return Step(_from_somewhere(with_deed(state, key, deed), action))
    left = max(0, deed.houses - action.houses)
    refusal = _stock(state, deed.houses, left)
    if refusal:
        return refusal
    state = with_deed(_from_bank(state, deed.houses, left), key, deed._replace(houses=left))
    return Step(_evenness(state, action, key))


def returned(state: State, seat: Seat) -> State:
    """The state when all buildings of a seat are back in the bank (HUN-G-BANKRUPT-*)."""
    for key, deed in state.estate.deeds.items():
        if deed.owner == seat:
            state = cleared(state, key)
    estate, place = state.estate, state.facts.place[seat]
    state = _stocked(state, estate.houses[place], estate.hotels[place])
    return _somewhere(state, seat, 0, 0)


def cleared(state: State, key: str) -> State:
    """The state when what was entered on this lot is back in the bank (HUN-5)."""
    deed = state.estate.deeds.get(key)
    if deed is None or not deed.houses:
        return state
    return with_deed(_back(state, deed.houses), key, deed._replace(houses=0))


def _may_build(state: State, seat: Seat, key: str, deed: Holding) -> Refusal | None:
    """HUN-G-BUILD-RIGHT against what was entered: no other owner in the group, no mortgage here."""
    board = state.facts.board
    printed = board.find(key)
    if printed and printed.kind != "lot":
        return refused("HUN-G-BUILD-RIGHT", "no_lot", ("what", key))
    for other in board.group(key) if printed else (key,):
        held = state.estate.deeds.get(other)
        if (held and held.owner != seat) or on_sale(state, other):
            return refused("HUN-G-BUILD-RIGHT", "group_not_whole", ("what", other))
    if deed.mortgaged:
        return refused("HUN-G-MORTGAGE", "mortgaged", ("what", key))
    return None


def _stock(state: State, before: int, after: int) -> Refusal | None:
    """What the bank must hold so that a lot goes from `before` to `after` buildings.

    HUN-G-BUILD-SHORTAGE: nothing left, wait; HUN-G-HOTEL-STOCK: a hotel needs the houses that the
    lot lacks to four in the bank, too.
    """
    estate = state.estate
    if after == HOTEL:
        if estate.bank_hotels < 1:
            return refused("HUN-G-BUILD-SHORTAGE", "no_hotel_left")
        if estate.bank_houses < HOTEL - 1 - before:
            return refused("HUN-G-HOTEL-STOCK", "houses_for_hotel", ("houses", estate.bank_houses))
        return None
    standing = 0 if before == HOTEL else before
    if estate.bank_houses < after - standing:
        return refused("HUN-G-BUILD-SHORTAGE", "no_house_left", ("houses", estate.bank_houses))
    return None


def _from_bank(state: State, before: int, after: int) -> State:
    """The stock when a lot goes from `before` to `after`; a hotel gives its houses back."""
    state = _back(state, before)
    return _stocked(state, 0, -1) if after == HOTEL else _stocked(state, -after, 0)


def _back(state: State, houses: int) -> State:
    return _stocked(state, 0, 1) if houses == HOTEL else _stocked(state, houses, 0)


def _stocked(state: State, houses: int, hotels: int) -> State:
    """The stock changed; never more than one set has, whatever was not entered (HUN-5)."""
    facts, estate = state.facts, state.estate
    return state._replace(
        estate=estate._replace(
            bank_houses=min(facts.houses, estate.bank_houses + houses),
            bank_hotels=min(facts.hotels, estate.bank_hotels + hotels),
        )
    )


def _build_somewhere(state: State, action: Build) -> Step[State] | Refusal:
    """A purchase that does not say where: four of the seat's houses may become a hotel."""
    place = state.facts.place[action.seat]
    houses, hotels = state.estate.houses[place], state.estate.hotels[place]
    if action.houses == HOTEL:
        given = min(HOTEL - 1, houses)
        named = _fullest_lot(state, action.seat)
        if named and houses_on(state, named) > given:
            return build(state, replace(action, what=named))
        refusal = _stock(state, given, HOTEL)
        if refusal:
            return refusal
        state = _stocked(state, given, -1)
        return Step(_somewhere(state, action.seat, houses - given, hotels + 1))
    refusal = _stock(state, 0, action.houses)
    if refusal:
        return refusal
    state = _stocked(state, -action.houses, 0)
    return Step(_somewhere(state, action.seat, houses + action.houses, hotels))


def _fullest_lot(state: State, seat: Seat) -> str | None:
    """The named lot of a seat with the most houses and no hotel."""
    built = [
        (deed.houses, key)
        for key, deed in state.estate.deeds.items()
        if deed.owner == seat and 0 < deed.houses < HOTEL
    ]
    return max(built)[1] if built else None


def _from_somewhere(state: State, action: Demolish) -> State:
    """Buildings taken off a lot on which none was entered: those built without a lot's name."""
    place = state.facts.place[action.seat]
    houses, hotels = state.estate.houses[place], state.estate.hotels[place]
    if action.houses == HOTEL:
        return _somewhere(_stocked(state, 0, 1), action.seat, houses, max(0, hotels - 1))
    state = _stocked(state, action.houses, 0)
    return _somewhere(state, action.seat, max(0, houses - action.houses), hotels)


def _somewhere(state: State, seat: Seat, houses: int, hotels: int) -> State:
    estate, place = state.estate, state.facts.place[seat]
    return state._replace(
        estate=Estate(
            estate.deeds,
            changed(estate.houses, place, houses),
            changed(estate.hotels, place, hotels),
            estate.bank_houses,
            estate.bank_hotels,
        )
    )


def _evenness(state: State, action: Build | Demolish, key: str) -> State:
    """HUN-G-BUILD-EVEN: to be striven for, so an uneven group is remarked and not refused."""
    group = state.facts.board.group(key) if state.facts.board.find(key) else (key,)
    deeds = state.estate.deeds
    houses = [deeds[other].houses for other in group if other in deeds]
    if max(houses) - min(houses) <= 1:
        return state
    return remarked(state, action.at, "uneven", action.seat, key)
