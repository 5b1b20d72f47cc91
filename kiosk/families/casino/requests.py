"""What players ask for by their buttons, and what YES and NO to it mean. Pure.

A seat asks (entry, rebuy, add-on, "I am out"), the cashier or the official answers: YES is the
entry, NO takes the request back. Who asked first is answered first. All who say that they are out
are one hand, unless one of them is chosen by its digit. Behind the players comes what the director
asks (`moves.py`): YES confirms it, NO puts it off.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from kiosk.families.casino.moves import Move
from rules.casino.view import CasinoView, Mark, Phase
from rules.kinds import Seat
from rules.value import Value

ENTRY: Final = "entry"
OUT: Final = "out"

ENTERS: Final[Mapping[str, str]] = {ENTRY: "enter", "rebuy": "rebuy", "addon": "addon"}
"""What is asked for -> the action that answers it, seat by seat."""


class Request(Value):
    """What waits for YES or NO: of one seat, or of all that are out in one hand.

    `move`: the director asks for it, of this seat.
    """

    what: str
    seats: tuple[Seat, ...]
    move: Move | None = None


def asking(view: CasinoView, chosen: Seat | None = None) -> dict[Seat, str]:
    """Who asks for what. At the entries: who has pressed, and whom the cashier has chosen."""
    if view.phase is Phase.PLAY:
        return {seat.seat: seat.asks for seat in view.seats if seat.asks is not None}
    if view.phase is not Phase.ENTRY:
        return {}
    return {
        seat.seat: ENTRY
        for seat in view.seats
        if not seat.entered and (seat.mark is Mark.PRESENT or seat.seat == chosen)
    }


def ordered(before: Sequence[Seat], asks: Mapping[Seat, str]) -> tuple[Seat, ...]:
    """Who asks, whoever did so first in front; those who came at one moment by their seats."""
    kept = tuple(seat for seat in before if seat in asks)
    return (*kept, *(seat for seat in sorted(asks) if seat not in kept))


def first(
    order: Sequence[Seat], asks: Mapping[Seat, str], chosen: Seat | None = None
) -> Request | None:
    """What is answered next: the chosen seat's request, else the oldest."""
    if chosen in asks and chosen is not None:
        return Request(asks[chosen], (chosen,))
    if not order:
        return None
    what = asks[order[0]]
    if what != OUT:
        return Request(what, (order[0],))
    return Request(OUT, tuple(sorted(seat for seat in order if asks[seat] == OUT)))


def granted(request: Request) -> dict[str, Any]:
    """The action that YES is."""
    if request.what == OUT:
        return {"do": "bust", "seats": list(request.seats)}
    return {"do": ENTERS[request.what], "seat": request.seats[0]}


def declined(request: Request) -> Iterator[dict[str, Any]]:
    """The actions that NO is: each seat asks no more. At the entries nothing is written."""
    if request.what != ENTRY:
        for seat in request.seats:
            yield {"do": "press", "seat": seat}
