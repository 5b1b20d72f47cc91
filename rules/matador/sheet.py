"""The result sheet (RAMK-9.16): what is counted at the end, and what it is worth (RAMK-8.1).

Loans and the grant are known from the evening's entries; a grant on the sheet is counted once. One
set bounds it: each deed once, 32 houses, 12 hotels, whoever holds them.
"""

from __future__ import annotations

from typing import Final

from rules.actions import Count, Deed
from rules.board import HOTEL
from rules.kinds import Money, Refusal, Seat, Step
from rules.matador.cards import named
from rules.matador.estate import Held, Sheet
from rules.matador.passes import GRANT
from rules.matador.state import State, gone, open_loan, person_of, refused
from rules.matador.view import Phase
from rules.matador.wealth import CARD_KINDS, wealth
from rules.order import changed

KEPT: Final = frozenset(("jail", "tax"))
"""Kinds of properties that are never mortgaged."""


def count(state: State, action: Count) -> Step[State] | Refusal:
    """RAMK-9.16: cash and deeds of one seat; what changes clears its signature."""
    refusal = gone(state, action.seat)
    if refusal:  # nothing is what a bankrupt holds; that may be entered
        empty = out_of(state, action.seat) and not action.cash and not action.deeds
        return Step(state) if empty else refusal
    held = []
    for deed in action.deeds:
        one = _one_deed(state, deed)
        if isinstance(one, Refusal):
            return one
        held.append(one)
    place = state.facts.place[action.seat]
    sheet = Sheet(action.cash, tuple(held), begun=True)
    if sheet == state.sheets.counts[place]:
        return Step(state)
    counts = changed(state.sheets.counts, place, sheet)
    refusal = _one_set(state, counts)
    if refusal:
        return refusal
    signed = changed(state.sheets.signed, place, None)
    return Step(settled(state._replace(sheets=state.sheets._replace(counts=counts, signed=signed))))


def settled(state: State) -> State:
    """The phase after a count or an exclusion: SIGN when places no longer wait for a count."""
    return state._replace(phase=Phase.SIGN if all_counted(state) else Phase.COUNT)


def all_counted(state: State) -> bool:
    """Whether every place is known: one player left, or all who are left counted."""
    place, counts = state.facts.place, state.sheets.counts
    if len(state.active) <= 1:
        return True
    return all(counts[place[seat]].cash is not None for seat in state.active)


def wealth_of(state: State, seat: Seat) -> Money | None:
    """RAMK-8.1: of a counted sheet; nothing is what somebody has who is out."""
    if out_of(state, seat):
        return Money(0)
    sheet = state.sheets.counts[state.facts.place[seat]]
    if sheet.cash is None:
        return None
    return wealth(
        sheet.cash, (*sheet.deeds, *_grant(state, seat, sheet)), loan_of(state, seat),
        state.facts.edition,
    )  # fmt: skip


def loan_of(state: State, seat: Seat) -> Money:
    """What this seat still owes the bank."""
    loan = open_loan(state, seat)
    return loan.balance if loan else Money(0)


def out_of(state: State, seat: Seat) -> bool:
    """Whether this seat is out without a count: bankrupt or gone home, and not excluded."""
    person = person_of(state, seat)
    return person.left is not None and not person.excluded


def _grant(state: State, seat: Seat, sheet: Sheet) -> tuple[Held, ...]:
    """The grant that was entered during the game, unless the sheet has it, anybody's."""
    on_sheet = any(deed.kind == GRANT for one in state.sheets.counts for deed in one.deeds)
    held = any((card.what, card.seat) == (GRANT, seat) for card in state.estate.cards)
    return (_card(GRANT),) if held and not on_sheet else ()


def _one_deed(state: State, deed: Deed) -> Held | Refusal:
    """A deed with its prices: as entered, else as printed; or a card that was kept."""
    printed = state.facts.board.find(deed.name)
    card = None if printed else named(deed.name)
    if card and card.what in CARD_KINDS:
        return _card(card.what)
    kind = printed.kind if printed else "lot"
    price = deed.price if deed.price is not None else printed.price if printed else None
    house = deed.house_price
    if house is None and printed and printed.house:
        house = printed.house
    if deed.mortgaged and kind in KEPT:
        rule = "RAMK-9.24" if kind == "jail" else "RAMK-9.25"
        return refused(rule, "never_mortgaged", ("what", deed.name))
    if deed.houses and kind != "lot":
        return refused("RAMK-1.1", "no_lot", ("what", deed.name))
    if price is None or (deed.houses and house is None):
        return refused("RAMK-8.1", "price_missing", ("what", deed.name))
    if deed.houses and deed.mortgaged:
        return refused("RAMK-1.1", "built_on", ("what", deed.name))
    key = state.facts.board.key(deed.name)
    name = printed.name if printed else deed.name
    return Held(key, name, kind, price, deed.mortgaged, deed.houses, house or Money(0))


def _card(what: str) -> Held:
    return Held(what, what, what, Money(0), False, 0, Money(0))


def _one_set(state: State, counts: tuple[Sheet, ...]) -> Refusal | None:
    """RAMK-1.1: one set at the table: each deed and the grant once, so many buildings."""
    seen: set[str] = set()
    built = []
    for sheet in counts:
        for deed in sheet.deeds:
            if deed.key in seen and deed.kind not in ("king", "pass"):
                return refused("RAMK-1.1", "deed_twice", ("what", deed.name))
            seen.add(deed.key)
            built.append(deed.houses)
    hotels = built.count(HOTEL)
    houses = sum(one for one in built if one != HOTEL)
    edition = state.facts.edition
    if houses > edition.whole("houses") or hotels > edition.whole("hotels"):
        return refused("RAMK-1.1", "too_many_buildings", ("houses", houses), ("hotels", hotels))
    return None
