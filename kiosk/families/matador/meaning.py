"""What a seat's press means at a Matador table: moved, thrown, bid, take, or rent. Pure."""

from __future__ import annotations

from typing import Any, Final

from kiosk.boarddesk import is_pending
from rules.kinds import Money, Seat
from rules.matador.view import EntryView, MatadorView, Phase, VerdictView

BID_STEP: Final = 100
"""So much more a bid by button is than the one before it."""
EARLY: Final = "early"


def playing(view: MatadorView) -> tuple[Seat, ...]:
    """Who is in the game."""
    return tuple(shown.seat for shown in view.seats if shown.out_at is None)


def lander(view: MatadorView, seat: Seat) -> Seat | None:
    """Of whom this seat asks rent with its button: of who landed last, as long as it is time."""
    order = [shown.seat for shown in view.seats]
    last, start = view.last_roll, len(order)
    if last is not None and last.seat in order and last.note != EARLY:
        start = order.index(last.seat) + 1
    turned = [*order[start:], *order[:start]]
    return next((one for one in reversed(turned) if one in view.claimable and one != seat), None)


def bid(view: MatadorView) -> Money | None:
    """RAMK-9.8: what a bidder's button offers now."""
    auction = view.auction
    if auction is None:
        return None
    return auction.least if auction.best is None else Money(auction.best[1] + BID_STEP)


def paid(view: MatadorView, told: VerdictView) -> tuple[EntryView, ...]:
    """What was entered with the verdict; nothing where the payer has nothing any more."""
    return tuple(
        entry for entry in view.entries if entry.at == told.at and entry.rule.startswith("RAMK-4.")
    )


def others_may(view: MatadorView) -> bool:
    """RAMK-9.26: the two minutes are over; anybody rolls and moves for who is late."""
    return view.timeout is not None and view.timeout.others_may


def meaning(view: MatadorView, seat: Seat) -> dict[str, Any]:
    """The action of a seat's press in this phase (a vote, a page, a signature: see the desk).

    The mover has moved; else rent is asked of who landed last; who is at turn has thrown where
    nobody owes him an answer.
    """
    press = {"do": "press", "seat": seat}
    if view.phase is not Phase.PLAY or seat not in playing(view):
        return press
    if view.auction is not None:
        return _at_auction(view, seat)
    if view.moving is not None and (seat == view.moving or others_may(view)):
        return {"do": "moved", "seat": seat}
    if view.moving is None and _throws(view, seat):
        return {"do": "thrown", "seat": seat}
    landed = lander(view, seat)
    if landed is not None:
        return {"do": "claim", "seat": seat, "from": landed}
    if seat == view.turn and not is_pending(view):
        return {"do": "thrown", "seat": seat}
    return press


def _throws(view: MatadorView, seat: Seat) -> bool:
    """Whoever begins; and for a late one, anybody."""
    if is_pending(view):
        return False
    first = view.last_roll is None and view.turn in (None, seat)
    return first or others_may(view)


def _at_auction(view: MatadorView, seat: Seat) -> dict[str, Any]:
    """RAMK-9.8: the lander takes it, the others bid; RAMK-9.12: all but the owner bid."""
    auction = view.auction
    if auction is None or seat == auction.owner:
        return {"do": "press", "seat": seat}
    if seat == auction.lander and auction.owner is None:
        return {"do": "take", "seat": seat}
    return {"do": "bid", "seat": seat, "amount": bid(view)}
