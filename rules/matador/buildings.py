"""Houses and hotels (RAMK-6.2, 9.1, 9.3): when and how many may be built.

A `build` that names its lot is counted there; one that does not is counted for the seat. `houses` 5
is a hotel in both, and counts as one house bought.
"""

from __future__ import annotations

from rules.actions import Build, Demolish
from rules.board import HOTEL
from rules.kinds import Refusal, Seat, Step
from rules.matador.estate import Holding
from rules.matador.ledger import BANK, entered
from rules.matador.state import FREE, State, before_turn, gone, on_sale, refused, with_deed
from rules.order import changed


def build(state: State, action: Build) -> Step[State] | Refusal:
    """RAMK-9.1, RAMK-9.3: two houses at most, before one's turn; RAMK-6.2: never in jail."""
    refusal = gone(state, action.seat) or _timing(state, action)
    if refusal:
        return refusal
    bought = 1 if action.houses == HOTEL else action.houses
    if action.what is None:
        built = _somewhere(state, action.seat, action.houses, 1)
    else:
        step = _on_lot(state, action, action.what, bought)
        if isinstance(step, Refusal):
            return step
        built = step
    refusal = _stock(built)
    if refusal:
        return refusal
    counted = state.turn.built + bought if state.facts.in_order else 0
    return Step(built._replace(turn=built.turn._replace(built=counted)))


def demolish(state: State, action: Demolish) -> Step[State] | Refusal:
    """RAMK-8.1: the bank takes buildings back at half price; 5 is the hotel, whole.

    More than was entered is accepted: then the building was not entered.
    """
    seat = action.seat
    refusal = gone(state, seat)
    if refusal:
        return refusal
    key = state.facts.board.key(action.what)
    deed = state.estate.deeds.get(key, Holding(seat))
    if deed.owner != seat or deed.mortgaged or action.houses > HOTEL:
        return refused("RAMK-8.1", "nothing_to_demolish", ("what", action.what))
    refusal = on_sale(state, key)
    if refusal:
        return refusal
    if not deed.houses:
        return Step(_somewhere(with_deed(state, key, deed), seat, action.houses, -1))
    printed = state.facts.board.find(key)
    if printed:
        half = state.facts.edition.whole("bank_buys_buildings")
        sold = min(action.houses, deed.houses)
        paid = state.facts.percent(printed.house * sold, half)
        state = entered(state, action.at, BANK, seat, paid, "RAMK-8.1")
    left = max(0, deed.houses - action.houses)
    return Step(with_deed(state, key, deed._replace(houses=left)))


def returned(state: State, seat: Seat) -> State:
    """RAMK-9.13: the state when everything this seat built or held is the bank's again."""
    estate, place = state.estate, state.facts.place[seat]
    deeds = {key: deed for key, deed in estate.deeds.items() if deed.owner != seat}
    return state._replace(
        estate=estate._replace(
            deeds=deeds,
            houses=changed(estate.houses, place, 0),
            hotels=changed(estate.hotels, place, 0),
        )
    )


def homes(state: State, seat: Seat) -> str:
    """RAMK-9.2: "none", "blue" where all are known to stand on the blue series, else "homes"."""
    place = state.facts.place[seat]
    if state.estate.houses[place] or state.estate.hotels[place]:
        return "homes"
    built = {
        key[:1] for key, deed in state.estate.deeds.items() if deed.owner == seat and deed.houses
    }
    if not built:
        return "none"
    return "blue" if built == {state.facts.series.get("blue")} else "homes"


def built_series(state: State) -> int:
    """RAMK-9.15: on how many series houses can stand by what was entered, whoever owns them."""
    estate = state.estate
    known = {key[:1] for key, deed in estate.deeds.items() if deed.houses}
    return len(known) + sum(estate.houses) + sum(estate.hotels)


def _timing(state: State, action: Build) -> Refusal | None:
    seat, turn = action.seat, state.turn
    if turn.tries[state.facts.place[seat]] != FREE:
        return refused("RAMK-6.2", "builds_in_jail", ("seat", seat))
    if not before_turn(state, seat):
        return refused("RAMK-9.1", "only_before_turn", ("seat", seat))
    most = state.facts.edition.whole("houses_a_turn")
    bought = 1 if action.houses == HOTEL else action.houses
    if turn.built + bought > most:
        return refused("RAMK-9.3", "too_many_houses", ("most", most))
    return None


def _on_lot(state: State, action: Build, what: str, bought: int) -> State | Refusal:
    """RAMK-1.1: a whole series, no mortgage, four houses or a hotel; RAMK-9.14: deed prices."""
    seat, board = action.seat, state.facts.board
    key = board.key(what)
    deed = state.estate.deeds.get(key, Holding(seat))
    printed = board.find(key)
    if printed and printed.kind != "lot":
        return refused("RAMK-1.1", "no_lot", ("what", what))
    for other in board.group(key) if printed else (key,):
        held = state.estate.deeds.get(other)
        if (held and held.owner != seat) or on_sale(state, other):
            return refused("RAMK-1.1", "group_not_whole", ("what", other))
    if deed.mortgaged:
        return refused("RAMK-1.1", "mortgaged", ("what", what))
    after = HOTEL if action.houses == HOTEL else deed.houses + action.houses
    if after > HOTEL or deed.houses == HOTEL:
        return refused("RAMK-1.1", "lot_is_full", ("what", what))
    if printed:
        state = entered(state, action.at, seat, BANK, printed.house * bought, "RAMK-9.14")
    return with_deed(state, key, deed._replace(houses=after))


def _stock(state: State) -> Refusal | None:
    """RAMK-1.1: one set has 32 houses and 12 hotels."""
    estate, edition = state.estate, state.facts.edition
    on_lots = [deed.houses for deed in estate.deeds.values()]
    hotels = on_lots.count(HOTEL) + sum(estate.hotels)
    houses = sum(one for one in on_lots if one != HOTEL) + sum(estate.houses)
    if houses > edition.whole("houses") or hotels > edition.whole("hotels"):
        return refused("RAMK-1.1", "too_many_buildings", ("houses", houses), ("hotels", hotels))
    return None


def _somewhere(state: State, seat: Seat, houses: int, sign: int) -> State:
    """Buildings of a seat on lots nobody named, more or fewer; a hotel takes four houses' place."""
    estate, place = state.estate, state.facts.place[seat]
    if houses == HOTEL:
        given = min(HOTEL - 1, estate.houses[place]) if sign > 0 else 0
        return state._replace(
            estate=estate._replace(
                houses=changed(estate.houses, place, estate.houses[place] - given),
                hotels=changed(estate.hotels, place, max(0, estate.hotels[place] + sign)),
            )
        )
    left = max(0, estate.houses[place] + sign * houses)
    return state._replace(estate=estate._replace(houses=changed(estate.houses, place, left)))
