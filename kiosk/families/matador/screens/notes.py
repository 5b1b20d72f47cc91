"""Sentences of a Matador table at play: what the turn is about, what is open, what was rolled."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kiosk.families.matador.own import Own
from kiosk.families.matador.screens.words import numbers, seat_view, who
from kiosk.screens.frame import Frame, Line, line
from rules.matador.view import MatadorView

ROLL_NOTES: Final = {
    "early": Line("kiosk.matador.roll.early"),
    "not-moved": Line("kiosk.matador.roll.not_moved"),
    "jail": Line("kiosk.matador.roll.jail"),
    "jail-try": Line("kiosk.matador.roll.jail_try"),
    "jail-double": Line("kiosk.matador.roll.jail_double"),
    "jail-third": Line("kiosk.matador.roll.jail_third"),
}
"""By the note of the dice log."""


def doing(view: MatadorView) -> Line:
    """What the seat at turn may do or must do now, the most urgent first."""
    seat = seat_view(view, view.turn)
    if view.moving is not None and view.moving != view.turn:
        return line("kiosk.matador.do.wait", who=who(view, view.moving))
    if view.moving is not None:
        return Line("kiosk.matador.do.move" if view.roll_again else "kiosk.matador.do.let_go")
    if seat is None:
        return Line("kiosk.matador.do.first")
    if seat.must_pay_jail:
        return Line("kiosk.matador.do.pay")
    if seat.jail_round is not None:
        return line("kiosk.matador.do.jail", round=str(seat.jail_round))
    if view.roll_again:
        return Line("kiosk.matador.do.again")
    return Line(
        "kiosk.matador.do.build" if view.may_build == seat.seat else "kiosk.matador.do.roll"
    )


def open_things(frame: Frame, view: MatadorView) -> list[Line]:
    """What somebody can ask for or accept now, the most urgent first."""
    return list(_open_things(frame, view))


def _open_things(frame: Frame, view: MatadorView) -> Iterator[Line]:
    if view.touched and view.last_roll is not None:
        yield line("kiosk.matador.open.touched", who=who(view, view.last_roll.seat))
    for seat in view.seats:
        if seat.free_pass == "declared":
            yield line("kiosk.matador.open.pass", who=who(view, seat.seat))
    if view.claimable:
        if len(view.claimable) == 1:
            yield line("kiosk.matador.open.claim", who=who(view, view.claimable[0]))
        else:
            yield line("kiosk.matador.open.claims", seats=numbers(view.claimable))
    own = frame.own
    for offer in view.offers:
        what = own.name_of(offer.what) if isinstance(own, Own) else offer.what
        yield line(
            "kiosk.matador.open.offer", count=offer.rolls, seat=str(offer.seat), to=str(offer.to),
            what=what,
        )  # fmt: skip
    if view.separate_pot is not None:
        yield line("kiosk.matador.open.separate", sum=view.separate_pot)
