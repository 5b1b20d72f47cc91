"""Free passage (RAMK-3.4) and the Matador grant (RAMK-7.3): cards that pay for a landing.

A card that is declared before the roll covers the field he lands on, and is spent whatever that is.
"""

from __future__ import annotations

from rules.kinds import GameMs, Seat
from rules.matador.estate import HeldCard
from rules.matador.ledger import shared
from rules.matador.state import GRANT_RIDES, NO_COVER, PASS_RIDES, State
from rules.order import changed

GRANT = "grant"


def covered(state: State, seat: Seat) -> bool:
    """Whether what this seat declared covers the field it has landed on."""
    return state.turn.covers[state.facts.place[seat]] in (PASS_RIDES, GRANT_RIDES)


def uncovered(
    state: State, at: GameMs, seat: Seat, to: Seat | str, series: str | None = None
) -> State:
    """The state when the card has paid; RAMK-7.3: the grant goes to the owner of the property."""
    with_grant = state.turn.covers[state.facts.place[seat]] == GRANT_RIDES
    state = with_cover(state, seat, NO_COVER)
    if with_grant and isinstance(to, int):
        return granted(state, at, to, series)
    return state


def granted(state: State, at: GameMs, owner: Seat, series: str | None) -> State:
    """RAMK-7.3, RAMK-9.15: the card is the owner's, and counts as an income of 10,000."""
    state = with_card(state, HeldCard(GRANT, owner, at))
    return shared(state, at, owner, state.facts.edition.whole("grant_card"), series)


def with_cover(state: State, seat: Seat, cover: int) -> State:
    """The state in which this covers the seat's landing."""
    turn = state.turn
    covers = changed(turn.covers, state.facts.place[seat], cover)
    return state._replace(turn=turn._replace(covers=covers))


def with_card(state: State, card: HeldCard) -> State:
    """The state with one kept card more."""
    estate = state.estate
    return state._replace(estate=estate._replace(cards=(*estate.cards, card)))


def without_card(state: State, what: str, seat: Seat) -> State:
    """The state without such a card of this seat; none need be known."""
    mine = [card for card in state.estate.cards if (card.what, card.seat) == (what, seat)]
    if not mine:
        return state
    oldest = min(mine, key=lambda card: card.at)
    left = tuple(card for card in state.estate.cards if card is not oldest)
    return state._replace(estate=state.estate._replace(cards=left))


def holder(state: State, what: str) -> Seat | None:
    """Who is known to hold this card."""
    return next((card.seat for card in state.estate.cards if card.what == what), None)
