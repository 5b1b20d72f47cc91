"""Cards: the free passage said at its time (RAMK-3.4), and chance cards as they are drawn or used.

A chance card is named as people name it: "Kongens fødselsdag", "king", "Matadorlegatet sold",
"oliepriserne". What the table's cards say is carried out by other entries; these five are not.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final, NamedTuple

from rules.actions import Card, FreePass, JailOut
from rules.kinds import GameMs, Refusal, Seat, Step
from rules.matador.book import houses_tax
from rules.matador.estate import HeldCard
from rules.matador.jail import jail_out, released
from rules.matador.landing import debt_of, is_open, spared
from rules.matador.ledger import BANK, POT, entered, fined
from rules.matador.passes import (
    GRANT,
    granted,
    holder,
    with_card,
    with_cover,
    without_card,
)
from rules.matador.state import (
    GRANT_DECLARED,
    PASS_DECLARED,
    PASS_RIDES,
    State,
    gone,
    person_of,
    refused,
    remarked,
    with_person,
)
from rules.words import plain

KING: Final = "king"
PASS: Final = "pass"
OIL: Final = "oil_prices"
TAXES: Final = "property_taxes"

_STEMS: Final = MappingProxyType(
    {
        GRANT: ("legat", "grant"),
        KING: ("king", "kong", "fødselsdag", "birthday", "benåd", "fængselskort", "release"),
        OIL: ("oil", "olie"),
        TAXES: ("ejendomsskat", "property tax"),
        PASS: ("lejde", "free pass", "free-pass"),
    }
)
_SOLD: Final = ("sold", "sell", "solgt", "sælg")
_USED: Final = ("use", "brug", "pay", "betal", "hand", "aflever")


class Named(NamedTuple):
    """A chance card as it was named, and what is done with it: "drawn", "used", "sold"."""

    what: str
    done: str


def named(text: str) -> Named | None:
    """The card that a text means; None: one of those that its own entries carry out."""
    words = plain(text)
    what = next((key for key, stems in _STEMS.items() if any(s in words for s in stems)), None)
    if what is None:
        return None
    if any(word in words for word in _SOLD):
        return Named(what, "sold")
    return Named(what, "used" if any(word in words for word in _USED) else "drawn")


def free_pass(state: State, action: FreePass) -> Step[State] | Refusal:
    """RAMK-3.4a, RAMK-3.4c: once in the game, said before the roll (setting: after it)."""
    seat = action.seat
    refusal = gone(state, seat)
    if refusal:
        return refusal
    if not state.facts.free_pass:
        return refused("RAMK-3.4d", "no_free_pass")
    person = person_of(state, seat)
    if not person.has_pass:
        return refused("RAMK-3.4a", "pass_used", ("seat", seat))
    used = with_person(state, seat, person._replace(has_pass=False))
    if state.facts.edition.text("free_pass_declare") == "after_roll" and _landed(state, seat):
        settled = _settled(used, action.at, seat, None)
        return Step(settled or with_cover(used, seat, PASS_RIDES))
    if _before_roll(state, seat):
        return Step(with_cover(used, seat, PASS_DECLARED))
    return refused("RAMK-3.4c", "declare_before_roll", ("seat", seat))


def card(state: State, action: Card) -> Step[State] | Refusal:
    """RAMK-7.1, RAMK-7.3, RAMK-7.5: the cards of which the document speaks; others are noted."""
    refusal = gone(state, action.seat)
    if refusal:
        return refusal
    found = named(action.what)
    state = remarked(state, action.at, action.do, action.seat, action.what)
    if found is None or found.what == PASS:
        return Step(state)
    if found.what in (OIL, TAXES):
        return Step(houses_taxed(state, action.at, found.what))
    if found.what == KING:
        return _king(state, action, found.done)
    return _grant(state, action, found.done)


def houses_taxed(state: State, at: GameMs, card: str) -> State:
    """RAMK-7.5: everybody with houses pays 10 or 20 per cent of their price to the pot."""
    printed = state.facts.board.by_code
    for seat in state.active:
        built = [
            (deed.houses, printed[key].house)
            for key, deed in state.estate.deeds.items()
            if deed.owner == seat and key in printed
        ]
        tax = houses_tax(built, card, state.facts.edition)
        state = fined(state, at, seat, POT, tax, "RAMK-7.5")
    return state


def grant_sold(state: State, at: GameMs, seat: Seat) -> Step[State] | Refusal:
    """RAMK-7.3: the bank pays 10,000 for the grant at any time."""
    refusal = _not_his(state, seat)
    if refusal:
        return refusal
    state = without_card(state, GRANT, seat)
    return Step(entered(state, at, BANK, seat, state.facts.money("grant_card"), "RAMK-7.3"))


def _king(state: State, action: Card, done: str) -> Step[State] | Refusal:
    """RAMK-7.1: kept until it is handed in; the bank gives nothing for it."""
    if done == "used":
        return jail_out(state, JailOut(action.at, action.seat, "card"))
    if done == "sold":
        return refused("RAMK-7.1", "worth_nothing")
    return Step(with_card(state, HeldCard(KING, action.seat, action.at)))


def _grant(state: State, action: Card, done: str) -> Step[State] | Refusal:
    """RAMK-7.3: the printed text is void; the card is kept, paid with, or sold for 10,000."""
    seat, at = action.seat, action.at
    if done == "sold":
        return grant_sold(state, at, seat)
    if done == "drawn":
        other = holder(state, GRANT)
        if other is not None:
            return refused("RAMK-7.3", "card_is_held", ("seat", other))
        return Step(with_card(state, HeldCard(GRANT, seat, at)))
    refusal = _not_his(state, seat)
    if refusal:
        return refusal
    paid = without_card(state, GRANT, seat)
    if state.facts.edition.text("grant_card_use") == "declared_before_roll":
        if not _before_roll(state, seat):
            return refused("RAMK-7.3", "declare_before_roll", ("seat", seat))
        return Step(with_cover(paid, seat, GRANT_DECLARED))
    settled = _settled(paid, at, seat, GRANT)
    return Step(settled) if settled else refused("RAMK-7.3", "nothing_to_pay", ("seat", seat))


def _settled(state: State, at: GameMs, seat: Seat, grant: str | None) -> State | None:
    """The state in which a card has paid for where this seat stands; None: nothing is due."""
    debt = debt_of(state, seat)
    if debt is not None:
        state = spared(state, debt)
        if grant and isinstance(debt.to, int):
            state = granted(state, at, debt.to, None)
        return state
    caught = state.turn.caught
    if caught is not None and caught.seat == seat and not caught.by_dice:
        return released(state, caught, caught.doubles)
    return None


def _landed(state: State, seat: Seat) -> bool:
    """Whether this seat has rolled, and its landing still counts."""
    return state.turn.turns[state.facts.place[seat]] > 0 and (
        state.turn.lander == seat or is_open(state, seat)
    )


def _before_roll(state: State, seat: Seat) -> bool:
    """Whether the next roll is this seat's, as far as the order of turns is known."""
    turn = state.turn
    if not state.facts.in_order or turn.rolls == 0:
        return True
    return turn.seat == seat and turn.fallen is None


def _not_his(state: State, seat: Seat) -> Refusal | None:
    """The grant is somebody else's, as far as it was entered; what was not, is believed."""
    other = holder(state, GRANT)
    if other is None or other == seat:
        return None
    return refused("RAMK-7.3", "card_is_held", ("seat", other))
