"""The pages of a Matador table that are more than a verb: field 21, and another board's places.

A page takes seats, by their buttons, their cards or digits, and OK; then it says what is to be
written down. Pure.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from kiosk.families.matador.meaning import playing
from rules.edition import Edition
from rules.kinds import GameMs, Money, Seat
from rules.matador.book import pot_part
from rules.matador.view import MatadorView
from rules.value import Value, replace

POT: Final = "land_pot"
PLACES: Final = "places"


class Landing(Value):
    """RAMK-5.1: `lander` is on field 21. `asks_others`: he is not under 30,000; who is?"""

    lander: Seat
    asks_others: bool = False
    under: tuple[Seat, ...] = ()


class Places(Value):
    """Another board: who left, in the order of leaving."""

    out: tuple[Seat, ...] = ()


class Shared(Value):
    """RAMK-5.1: what became of a landing; nobody got anything where `parts` is empty."""

    lander: Seat
    parts: tuple[tuple[Seat, Money], ...] = ()


Page = Landing | Places


def opened(word: str, view: MatadorView) -> Page:
    """The page of this word; who rolled last has landed on field 21."""
    if word == PLACES:
        return Places()
    seat = view.moving
    if seat is None:
        seat = view.seats[0].seat if view.last_roll is None else view.last_roll.seat
    return Landing(seat)


def named(page: Page, seat: Seat, view: MatadorView) -> Page | None:
    """A seat said something; None: the lander is under 30,000, and all is said.

    Of a landing: "I am under", and again: not. Before that, another seat is the lander after all
    where a digit or a card says so (`meant`). Of places: this one is out next; again: not yet.
    """
    if seat not in playing(view):
        return page
    if isinstance(page, Places):
        if seat in page.out:
            return replace(page, out=tuple(one for one in page.out if one != seat))
        return replace(page, out=(*page.out, seat))
    if seat == page.lander:
        return page if page.asks_others else None
    if not page.asks_others:
        return page
    if seat in page.under:
        return replace(page, under=tuple(one for one in page.under if one != seat))
    return replace(page, under=(*page.under, seat))


def meant(page: Landing, seat: Seat, view: MatadorView) -> Landing:
    """It was this seat that landed there."""
    return replace(page, lander=seat) if seat in playing(view) else page


def left(page: Places, view: MatadorView) -> tuple[Seat, ...]:
    """Whose place is not known yet."""
    return tuple(seat for seat in playing(view) if seat not in page.out)


def asks_on(page: Landing, pot: int, edition: Edition) -> bool:
    """RAMK-5.1b: who lands there and is not under shares it out, if more than 10,000 lie there."""
    return not page.asks_others and pot_part(pot, 1, edition) > 0


def parts(page: Landing, pot: int, edition: Edition) -> tuple[tuple[Seat, Money], ...]:
    """What everybody who is named would get now."""
    share = pot_part(pot, len(page.under), edition)
    return tuple((seat, share) for seat in sorted(page.under)) if share else ()


def shared(lander: Seat, at: GameMs, view: MatadorView) -> Shared:
    """Who got how much at this instant."""
    parts = sorted(
        (one.to, one.amount)
        for one in view.entries
        if one.at == at and one.from_ == "pot" and isinstance(one.to, int)
    )
    return Shared(lander, tuple(parts))


def landed(page: Landing, *, under: bool) -> dict[str, Any]:
    """The action: the lander gets it all, or those who said so share it."""
    named_under = [page.lander] if under else sorted(page.under)
    return {"do": "land_pot", "seat": page.lander, "under": named_under}


def written(page: Places, view: MatadorView, reason: str) -> Iterator[dict[str, Any]]:
    """The actions of a game that another board played: an instant each, so no two share a place."""
    if view.started_at is None:
        yield {"do": "start"}
    for seat in page.out:
        yield {"do": "bankrupt", "seat": seat, "to": "bank"}
    for shown in view.seats:
        if not shown.signed:
            yield {"do": "sign", "seat": shown.seat, "by": "referee", "reason": reason}
