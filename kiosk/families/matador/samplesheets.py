"""Frames from the end of an evening on: count, signatures, result (`samples.py`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from kiosk.families.matador.sampleviews import EVENING, MINUTE, NOTHING, playing, with_seats
from kiosk.screens.frame import Delivery, Frame, HoldBar, Line, SheetEntry, Sign, SignId, line
from rules.kinds import GameMs, Money, Seat
from rules.matador.view import DeedView, Mark, MatadorView, Phase, SheetView
from rules.value import replace


def _deeds(*held: str) -> tuple[DeedView, ...]:
    """`H2*` is mortgaged, `E1+3` has three houses."""
    found = []
    for word in held:
        code, _, houses = word.rstrip("*").partition("+")
        found.append(DeedView(code, word.endswith("*"), int(houses or 0)))
    return tuple(found)


SHEETS: Final = {
    1: SheetView(
        Money(3_400), _deeds("R1", "C1", "A1*"), ("grant",), Money(10_000), Money(12_100)
    ),
    2: SheetView(Money(18_650), _deeds("H1", "H2", "J1", "T1"), (), Money(0), Money(35_400)),
    3: SheetView(Money(900), _deeds("E1+2", "E2+2", "E3+3"), (), Money(0), Money(21_600)),
    4: SheetView(Money(0), _deeds("F1"), (), Money(20_000), Money(-16_100)),
    5: SheetView(
        Money(12_300),
        _deeds("G1+5", "G2+4", "G3+4", "R2", "R3", "R4*", "Y1", "Y2", "B1", "B2", "B3", "D1", "D2"),
        (), Money(0), Money(79_850),
    ),
    6: SheetView(Money(35_400), (), (), Money(0), Money(35_400)),
}  # fmt: skip
"""Sheets of six seats; the seventh is bankrupt. Seats 2 and 6 are worth the same."""

PLACES: Final = {5: (1, 21), 2: (2, 13), 6: (2, 13), 3: (4, 8), 1: (5, 6), 4: (6, 5), 7: (7, 4)}
"""Place and points; a shared place shares its points (15 + 11, halved)."""


def counted(count: int = 7) -> MatadorView:
    """After the end: every sheet is there."""
    view = replace(
        playing(count), phase=Phase.COUNT, turn=None, last_roll=None, claimable=(), may_build=None,
        last_round=True, dice_closed=True, ended_at=GameMs(EVENING + 11 * MINUTE),
        end_reason="time",
    )  # fmt: skip
    sheets = {seat: {"sheet": SHEETS.get(seat), "mark": Mark.WAITING} for seat in range(1, 7)}
    return with_seats(view, sheets)


def signing_view(armed: int = 3) -> MatadorView:
    """Seats before `armed` and the bankrupt one have signed (0: everybody)."""
    changes: dict[int, dict[str, object]] = {}
    for seat in range(1, 8):
        done = armed == 0 or seat < armed or seat == 7
        mark = Mark.ARMED if seat == armed else Mark.SIGNED if done else Mark.WAITING
        changes[seat] = {"mark": mark, "signed": done, "signed_by": "seat" if done else None}
    return replace(with_seats(counted(), changes), phase=Phase.SIGN)


def closed_view() -> MatadorView:
    """Places and points."""
    ranks = {seat: {"place": place, "points": points} for seat, (place, points) in PLACES.items()}
    return replace(with_seats(signing_view(0), ranks), phase=Phase.CLOSED)


def after(base: Frame) -> Iterator[tuple[str, Frame]]:
    """From the last dice to the result."""
    ended = replace(
        base, view=counted(), now_ms=GameMs(EVENING + 12 * MINUTE), ended_text="22:22:05",
        wall_text="22:24", bottom=Line("kiosk.matador.bottom.count"),
    )  # fmt: skip
    yield "evening-over", ended
    gone = {seat: {"mark": Mark.OUT, "out_at": GameMs(MINUTE * 40)} for seat in (1, 2, 3, 4, 6)}
    gone[6] = {"mark": Mark.HOME, "out_at": GameMs(MINUTE * 50)}
    alone = replace(with_seats(counted(), gone), end_reason="last_player")
    yield "early-end", replace(ended, view=alone)
    agreed = replace(ended.view, end_reason="judge")
    yield "agreed-end", replace(ended, view=agreed)
    yield from _sheets(ended)
    yield from _signatures(ended)


def _sheets(ended: Frame) -> Iterator[tuple[str, Frame]]:
    entry = SheetEntry(
        seat=Seat(3), counted=frozenset(Seat(n) for n in (1, 2, 3)), field="E3",
        price=Money(4_800), house_price=Money(3_000), cash="900", side=2, next_seat=Seat(4),
    )  # fmt: skip
    yield "sheet", replace(ended, entry=entry)
    line_entry = replace(entry, field="R3", price=Money(4_000), house_price=None, cash="")
    yield "sheet-line", replace(ended, entry=line_entry)
    jail = replace(entry, seat=Seat(2), field="J1", price=Money(5_000), house_price=None, side=1)
    yield "sheet-jail", replace(ended, entry=jail)
    grant = replace(entry, seat=Seat(1), field="grant", price=Money(10_000), house_price=None)
    yield "sheet-grant", replace(ended, entry=grant)
    fresh = SheetEntry(seat=Seat(1), counted=frozenset({Seat(2)}))
    uncounted = with_seats(counted(), {1: {"sheet": None}})
    eight = with_seats(counted(8), {7: {"sheet": SHEETS[6], "mark": Mark.WAITING}})
    yield "sheet-8-seats", replace(ended, view=eight, entry=entry)
    yield "sheet-fresh", replace(ended, view=uncounted, entry=fresh)
    many = replace(entry, seat=Seat(5), field="G1", price=Money(5_600), house_price=Money(3_500))
    refused = replace(many, note=line("rules.why.too_many_buildings", houses=33, hotels=12))
    yield "sheet-refused", replace(ended, entry=refused)


def _signatures(ended: Frame) -> Iterator[tuple[str, Frame]]:
    armed = replace(ended, view=signing_view(), bottom=line("kiosk.bottom.sign", seat="3"))
    yield "signing", replace(armed, hold=HoldBar(Seat(3), 610))
    fifth = replace(ended, view=signing_view(5), bottom=line("kiosk.bottom.sign", seat="5"))
    yield "signing-many", fifth
    out = with_seats(signing_view(0), {7: {"mark": Mark.ARMED, "signed": False, "signed_by": None}})
    yield "signing-bankrupt", replace(armed, view=out, bottom=line("kiosk.bottom.sign", seat="7"))
    yield "signing-keeper", replace(ended, view=signing_view(0), bottom=Line("kiosk.bottom.signed"))
    final = replace(ended, view=closed_view(), bottom=Line("kiosk.bottom.closed"))
    waiting = (Sign(SignId.NOT_SENT, 1),)
    yield "closed", replace(final, delivery=Delivery.WAITING, signs=waiting)
    yield "closed-sent", replace(final, delivery=Delivery.SENT)
    ranks = {seat: {"place": place, "points": 10} for seat, (place, _) in PLACES.items()}
    eight = with_seats(counted(8), {**ranks, 8: {"place": 8, "points": 3}})
    yield "closed-8-seats", replace(final, view=replace(eight, phase=Phase.CLOSED))
    home: dict[int, dict[str, Any]] = {
        7: {"mark": Mark.HOME},
        4: {"mark": Mark.REMOVED, "place": None, "points": None},
    }
    none: dict[int, dict[str, Any]] = {seat: {"points": None} for seat in (1, 2, 3, 5, 6)}
    yield "closed-removed", replace(final, view=with_seats(closed_view(), {**none, **home}))
    void = replace(playing(), phase=Phase.VOID, turn=None, last_roll=None, claimable=())
    yield "void", replace(ended, view=void, bottom=NOTHING)
