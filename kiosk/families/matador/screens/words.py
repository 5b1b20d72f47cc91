"""Who and what, as a Matador table says it: a seat with its name, what lies between two seats."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from kiosk.families import player_name
from kiosk.screens.frame import Line, line
from rules.kinds import Seat
from rules.matador.view import MatadorView, SeatView

PLACES: Final = {
    "bank": "kiosk.matador.bank",
    "pot": "kiosk.matador.pot.named",
    "separate": "kiosk.matador.pot.separate",
}
"""Whom money goes to besides the seats."""


def seat_view(view: MatadorView, seat: Seat | None) -> SeatView | None:
    """The seat of this number."""
    return next((one for one in view.seats if one.seat == seat), None)


def name(view: MatadorView, seat: Seat | None) -> str:
    """`Søren`; empty for nobody."""
    found = seat_view(view, seat)
    return "" if found is None else player_name(found)


def who(view: MatadorView, seat: Seat | None) -> str:
    """`2 · Søren`."""
    return f"{seat} · {name(view, seat)}"


def whom(view: MatadorView, party: Seat | str) -> str:
    """A seat with its name, or the key of bank and pot."""
    return PLACES.get(party, party) if isinstance(party, str) else who(view, party)


def listed(words: Sequence[Line]) -> Line | None:
    """One or two beside each other with a dot between; None of nothing."""
    if len(words) < 2:
        return words[0] if words else None
    return line("kiosk.matador.two", one=words[0], two=words[1])


def numbers(seats: Iterable[Seat]) -> str:
    """`1, 3, 5`."""
    return ", ".join(str(seat) for seat in seats)
