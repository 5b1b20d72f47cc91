"""The result sheet (HUN-8): what a seat holds at the end, and what it is worth (HUN-3.2).

The table's only set bounds it (HUN-5): each deed once, 32 houses, 12 hotels, whoever holds them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rules.actions import Count, Deed
from rules.board import HOTEL
from rules.kinds import Money, Refusal, Seat, Step
from rules.monopoly.facts import Facts
from rules.monopoly.state import Held, Sheet, Sheets, State, gone, person_of, refused
from rules.monopoly.view import Phase
from rules.monopoly.wealth import HunResult, unencumbered, wealth
from rules.order import changed


class Worth(NamedTuple):
    """A sheet's sums; `mortgaged` at printed prices, as in a result file."""

    unmortgaged: Money
    mortgaged: Money
    buildings: Money
    wealth: Money
    unencumbered: Money


def count(state: State, action: Count) -> Step[State] | Refusal:
    """HUN-8: cash and deeds of one seat; what changes clears its signature and the bankers'."""
    refusal = gone(state, action.seat)
    if refusal:  # nothing is what a bankrupt holds; that may be entered
        empty = out_of(state, action.seat) and not action.cash and not action.deeds
        return Step(state) if empty else refusal
    held = _held(state.facts, action.deeds)
    if isinstance(held, Refusal):
        return held
    place = state.facts.place[action.seat]
    sheet = Sheet(action.cash, held, begun=True)
    sheets = state.sheets
    if sheet == sheets.counts[place]:
        return Step(state)
    counts = changed(sheets.counts, place, sheet)
    refusal = _one_set(state.facts, counts)
    if refusal:
        return refusal
    signed = changed(sheets.signed, place, None)
    return Step(settled(state._replace(sheets=Sheets(counts, signed))))


def settled(state: State) -> State:
    """The phase after a count or an exclusion: SIGN when every seat still ranked is counted."""
    counted = all(is_settled(state, seat) for seat in state.active)
    return state._replace(phase=Phase.SIGN if counted else Phase.COUNT)


def is_settled(state: State, seat: Seat) -> bool:
    """Nothing is to be counted for this seat any more: it is counted, or out of the game."""
    counted = state.sheets.counts[state.facts.place[seat]].cash is not None
    return counted or seat not in state.active


def worth(facts: Facts, sheet: Sheet) -> Worth:
    """HUN-3.2: printed prices, half of them where mortgaged, buildings at cost, and the cash."""
    unmortgaged = sum(deed.price for deed in sheet.deeds if not deed.mortgaged)
    mortgaged = sum(deed.price for deed in sheet.deeds if deed.mortgaged)
    buildings = sum(deed.houses * deed.house_price for deed in sheet.deeds)
    result = HunResult(
        "final",
        "",
        "",
        Money(sheet.cash or 0),
        Money(unmortgaged),
        Money(mortgaged),
        Money(buildings),
    )
    edition = facts.edition
    return Worth(
        result.unmortgaged,
        result.mortgaged,
        result.buildings,
        wealth(result, edition),
        unencumbered(result, edition),
    )


def stock(facts: Facts, counts: Iterable[Sheet]) -> tuple[int, int]:
    """Houses and hotels that the bank still holds after these counts; below 0: too many."""
    built = [deed.houses for sheet in counts for deed in sheet.deeds]
    houses = sum(one for one in built if one != HOTEL)
    return facts.houses - houses, facts.hotels - built.count(HOTEL)


def uneven(facts: Facts, sheet: Sheet) -> tuple[str, ...]:
    """HUN-G-BUILD-EVEN: groups of a sheet whose lots differ by more than one; only remarked."""
    groups: dict[str, list[int]] = {}
    for deed in sheet.deeds:
        printed = facts.board.by_code.get(deed.key)
        if printed and printed.kind == "lot":
            groups.setdefault(printed.group, []).append(deed.houses)
    return tuple(name for name, built in groups.items() if max(built) - min(built) > 1)


def out_of(state: State, seat: Seat) -> bool:
    """Whether this seat's wealth is 0 without a count: bankrupt or retired, and not excluded."""
    person = person_of(state, seat)
    return person.left is not None and not person.excluded


def _held(facts: Facts, deeds: tuple[Deed, ...]) -> tuple[Held, ...] | Refusal:
    held = []
    for deed in deeds:
        one = _one_deed(facts, deed)
        if isinstance(one, Refusal):
            return one
        held.append(one)
    return tuple(held)


def _one_deed(facts: Facts, deed: Deed) -> Held | Refusal:
    """A deed with its prices: as entered, else as printed on the board.

    HUN-G-MORTGAGE: no house on a mortgaged deed; HUN-G-BUILD-RIGHT: none but on lots.
    """
    printed = facts.board.find(deed.name)
    price = deed.price if deed.price is not None else printed.price if printed else None
    house = deed.house_price
    if house is None and printed and printed.house:
        house = printed.house
    if price is None or (deed.houses and house is None and printed is None):
        return refused("HUN-8", "price_missing", ("what", deed.name))
    if deed.houses and printed and printed.kind != "lot":
        return refused("HUN-G-BUILD-RIGHT", "no_lot", ("what", deed.name))
    if deed.houses and deed.mortgaged:
        return refused("HUN-G-MORTGAGE", "built_on", ("what", deed.name))
    name = printed.name if printed else deed.name
    key = facts.board.key(deed.name)
    return Held(key, name, price, deed.mortgaged, deed.houses, house or Money(0))


def _one_set(facts: Facts, counts: tuple[Sheet, ...]) -> Refusal | None:
    """HUN-5: one complete set, so each deed once and no more buildings than it holds."""
    seen: set[str] = set()
    for sheet in counts:
        for deed in sheet.deeds:
            if deed.key in seen:
                return refused("HUN-5", "deed_twice", ("what", deed.name))
            seen.add(deed.key)
    houses, hotels = stock(facts, counts)
    if houses < 0 or hotels < 0:
        return refused("HUN-5", "too_many_buildings", ("houses", houses), ("hotels", hotels))
    return None
