"""An invented evening of seven: what `samples.py` makes its frames from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from kiosk.families.matador.own import Own
from kiosk.screens.frame import Frame, Line, line
from rules.kinds import GameMs, Money, Seat
from rules.matador.view import (
    DeedView,
    LoanView,
    Mark,
    MatadorView,
    Phase,
    RollView,
    SeatView,
    SlipView,
)
from rules.timers import started
from rules.value import replace

MINUTE: Final = 60_000
EVENING: Final = GameMs(180 * MINUTE)
NOW: Final = GameMs(60 * MINUTE + 8_000)
NAMES: Final = (
    "Astrid",
    "Søren",
    "Bjørn Østergaard",
    "Mikkel",
    "Gry",
    "Kirsten",
    "Åge Nørgård",
    "Ingeborg",
)
LONGER: Final = {
    1: "Anne Kirkegaard",
    2: "Szentgyörgyi Gy.",
    3: "Доктор Хаос",
    4: "Frederik Wolffgang",
    5: "Christian Thorvaldsen",
    6: "Ö",
    7: "Hans P. Østergaard",
}
DEEDS: Final = (
    ("A1", "Rødovrevej"),
    ("H1", "Frederiksberggade"),
    ("H2", "Rådhuspladsen"),
    ("J1", "Fængslet"),
    ("R3", "Ø.K."),
    ("T2", "Ekstraordinær statsskat"),
    ("E3", "Grønningen"),
)


def seat(number: int, mark: Mark = Mark.WAITING, **changes: object) -> SeatView:
    """A seat with a name."""
    plain = SeatView(
        seat=Seat(number),
        player=f"M{number:02}",
        name=NAMES[number - 1],
        mark=mark,
        out_at=None,
        jail_round=None,
        must_pay_jail=False,
        free_pass=None,
        grant=False,
        kings=0,
        deeds=(),
        loan=None,
        slips=(),
        fines=Money(0),
        fouls=0,
        sheet=None,
        signed=False,
        signed_by=None,
        place=None,
        points=None,
    )
    return replace(plain, **changes)


def playing(count: int = 7) -> MatadorView:
    """An hour into an evening of three: seat 5 has the turn, the last seat is bankrupt."""
    turn, lander = min(5, count), min(4, count - 1)
    seats = [seat(number) for number in range(1, count + 1)]
    seats[0] = seat(1, loan=LoanView(Money(10_000), Money(10_000), Money(1_000), Money(500)))
    seats[1] = seat(2, slips=(SlipView(Seat(4), 10, ()),), kings=1)
    seats[2] = seat(3, free_pass="available", grant=True)
    seats[turn - 1] = replace(seats[turn - 1], mark=Mark.TURN)
    if count > 5:
        seats[-1] = seat(count, Mark.OUT, out_at=GameMs(52 * MINUTE))
    if count > 6:
        seats[5] = seat(6, deeds=(DeedView("E3", False, 2), DeedView("R3", True, 0)))
    return MatadorView(
        phase=Phase.PLAY,
        table="1",
        round="6",
        game="6-1",
        final=False,
        division=1,
        officials=(("keeper", ("M01",)),),
        free_pass_evening=True,
        loan_evening=True,
        seats=tuple(seats),
        turn=Seat(turn),
        moving=None,
        touched=False,
        roll_again=False,
        may_build=Seat(turn),
        last_roll=RollView(Seat(lander), (4, 3), GameMs(60 * MINUTE), False, None),
        claimable=(Seat(lander),),
        pot=Money(7_500),
        separate_pot=None,
        timeout=None,
        ballot=None,
        verdict=None,
        auction=None,
        offers=(),
        entries=(),
        evening=started(EVENING, (GameMs(15 * MINUTE), GameMs(5 * MINUTE)), GameMs(5_000)),
        last_round=False,
        dice_closed=False,
        started_at=GameMs(5_000),
        ended_at=None,
        end_reason=None,
        attempt=1,
    )


def base_frame(count: int = 7) -> Frame:
    """20:11, whose landing can still be charged for on the bottom line."""
    view = playing(count)
    return Frame(
        view=view,
        kind="matador",
        now_ms=NOW,
        table="1",
        edition="ramk-2017",
        language="da",
        wall_text="20:11",
        started_text="19:10:44",
        bottom=line("kiosk.matador.bottom.rent", seat=str(view.claimable[0])),
        menu=True,
        own=Own(rolled_text="20:10:52", claim=view.claimable[0], names=DEEDS),
    )


def setup_view(here: int = 3, count: int = 7) -> MatadorView:
    """Roll call with the first `here` seats present."""
    seats = tuple(
        seat(number, Mark.PRESENT if number <= here else Mark.WAITING)
        for number in range(1, count + 1)
    )
    return replace(
        playing(count), phase=Phase.SETUP, seats=seats, turn=None, last_roll=None, claimable=(),
        started_at=None, evening=None, may_build=None, loan_evening=False, pot=Money(0),
    )  # fmt: skip


def with_seats(view: MatadorView, changes: Mapping[int, Mapping[str, Any]]) -> MatadorView:
    """The view with these seats changed."""
    seats = tuple(replace(one, **changes.get(one.seat, {})) for one in view.seats)
    return replace(view, seats=seats)


NOTHING: Final = Line("kiosk.bottom.nothing")
