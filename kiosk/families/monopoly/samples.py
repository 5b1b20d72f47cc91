"""Frames of every screen with invented but consistent people and sums: for gallery and tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from firmware_py.kinds import LineFault, LineId
from kiosk.families import samplespare
from kiosk.families.monopoly.samplepanels import panels
from kiosk.linefaults import fault_screen
from kiosk.screens.frame import (
    COUNTED,
    Delivery,
    DiceEntry,
    Fault,
    Frame,
    HoldBar,
    Idle,
    Line,
    Question,
    SheetEntry,
    Sign,
    Signal,
    SignId,
    line,
)
from kiosk.selftest.samples import tested
from rules.kinds import GameMs, Money, Seat
from rules.monopoly.view import (
    DeedView,
    Mark,
    MonopolyView,
    Phase,
    RollView,
    SeatView,
    SheetView,
)
from rules.value import replace

NAMES: Final = (
    "Bakos Réka",
    "Nagy Péter",
    "Kovács Anna",
    "Szentgyörgyi Gy.",
    "Őri Balázs",
    "Tóth Zsófia",
    "Åse Nørgård",
    "Доктор Хаос",
    "Bjørn Østergaard",
    "Sjögren",
)
MINUTE: Final = 60_000
GAME: Final = GameMs(90 * MINUTE)
MARKS: Final = tuple(GameMs(minute * MINUTE) for minute in (30, 60, 75, 80, 85))
ROUND: Final = "középdöntő"
WRONG_SETTING: Final = (
    "tableside.toml, line 3: screen.language = 'hx'; write one of en, hu, da, ru, sv"
)

SHEETS: Final = {
    1: SheetView(
        Money(240), (DeedView("A1", False, 0), DeedView("A2", False, 5), DeedView("D1", False, 0),
                     DeedView("G1", False, 0)),
        Money(600), Money(0), Money(250), Money(1090), Money(850),
    ),
    2: SheetView(
        Money(815), (DeedView("C1", False, 3), DeedView("C2", False, 2), DeedView("C3", False, 2),
                     DeedView("F2", True, 0), DeedView("H1", False, 0)),
        Money(790), Money(130), Money(700), Money(2435), Money(1490),
    ),
    3: SheetView(
        Money(412), (DeedView("E1", False, 1), DeedView("E2", False, 1), DeedView("E3", False, 1),
                     DeedView("V2", True, 0)),
        Money(680), Money(100), Money(450), Money(1642), Money(1130),
    ),
    4: SheetView(
        Money(96), (DeedView("B3", False, 0), DeedView("D2", False, 0), DeedView("D3", False, 0),
                    DeedView("K1", False, 0), DeedView("V3", False, 0)),
        Money(850), Money(0), Money(0), Money(946), Money(850),
    ),
    5: SheetView(
        Money(1204), (DeedView("B1", False, 0), DeedView("B2", False, 0), DeedView("V1", False, 0),
                      DeedView("F1", False, 0)),
        Money(660), Money(0), Money(0), Money(1864), Money(660),
    ),
}  # fmt: skip
"""Sheets of five seats; the sixth is bankrupt."""


def seat(number: int, mark: Mark = Mark.WAITING, **changes: object) -> SeatView:
    """A seat with a name."""
    plain = SeatView(
        seat=Seat(number),
        player=f"P{number:02}",
        name=NAMES[(number - 1) % len(NAMES)],
        mark=mark,
        out_at=None,
        jailed=False,
        sheet=None,
        signed=False,
        signed_by=None,
        fouls=0,
        place=None,
    )
    return replace(plain, **changes)


def playing(count: int = 6) -> MonopolyView:
    """In the 63rd minute: seat 3 rolls, the last seat is bankrupt where there are four or more."""
    seats = [seat(number) for number in range(1, count + 1)]
    turn = Seat(min(3, count))
    seats[turn - 1] = replace(seats[turn - 1], mark=Mark.TURN)
    if count > 3:
        seats[-1] = seat(count, Mark.OUT, out_at=GameMs(7_000 + 40 * MINUTE + 12_000))
    return MonopolyView(
        phase=Phase.PLAY,
        table="T9",
        round=ROUND,
        game="K-T9",
        final=False,
        officials=(("banker", ("B01",)),),
        seats=tuple(seats),
        turn=turn,
        roll_again=False,
        last_roll=RollView(Seat(2), (5, 2), GameMs(7_000 + 62 * MINUTE), False, False),
        game_ms=GAME,
        marks_ms=MARKS,
        started_at=GameMs(7_000),
        ended_at=None,
        end_reason=None,
        show_clock=True,
        confirms=0,
        confirms_needed=1,
        bank_houses=None,
        bank_hotels=None,
        attempt=1,
    )


def play_frame(count: int = 6) -> Frame:
    """27:19 left."""
    return Frame(
        view=playing(count),
        kind="monopoly",
        now_ms=GameMs(7_000 + 62 * MINUTE + 41_000),
        table="T9",
        edition="hun-2009",
        language="hu",
        wall_text="11:02",
        started_text="10:00:07",
        bottom=Line("kiosk.bottom.play"),
        menu=True,
    )


def counted() -> MonopolyView:
    """After the end: every sheet is there, the sixth seat went bankrupt."""
    view = playing()
    seats = [replace(one, mark=Mark.WAITING, sheet=SHEETS.get(one.seat)) for one in view.seats[:5]]
    return replace(
        view,
        phase=Phase.COUNT,
        seats=(*seats, view.seats[5]),
        turn=None,
        ended_at=GameMs(7_000 + GAME),
        end_reason="time",
        bank_houses=22,
        bank_hotels=11,
    )


def signing_view(armed: int = 3) -> MonopolyView:
    """Seats 1 and 2 and the bankrupt one have signed, `armed` signs (0: everybody has)."""
    view = counted()
    seats = []
    for one in view.seats:
        done = armed == 0 or one.seat < armed or one.mark is Mark.OUT
        mark = Mark.ARMED if one.seat == armed else one.mark
        if done and one.mark is not Mark.OUT:
            mark = Mark.SIGNED
        by = "seat" if done else None
        seats.append(replace(one, mark=mark, signed=done, signed_by=by))
    return replace(view, phase=Phase.SIGN, seats=tuple(seats))


def closed_view() -> MonopolyView:
    """Places by wealth."""
    view = signing_view(0)
    order = sorted(view.seats, key=lambda one: -(one.sheet.wealth if one.sheet else -1))
    places = {one.seat: place for place, one in enumerate(order, start=1)}
    seats = tuple(replace(one, place=places[one.seat]) for one in view.seats)
    return replace(view, phase=Phase.CLOSED, seats=seats, confirms=1)


def setup_view(here: int = 3, count: int = 6) -> MonopolyView:
    """Roll call with the first `here` seats present."""
    seats = tuple(
        seat(number, Mark.PRESENT if number <= here else Mark.WAITING)
        for number in range(1, count + 1)
    )
    return replace(
        playing(count), phase=Phase.SETUP, seats=seats, turn=None, last_roll=None, started_at=None
    )


def gallery() -> Iterator[tuple[str, Frame]]:
    """Every screen, and the game with two to ten seats."""
    yield from samples()
    for count in range(2, 11):
        yield f"play-{count}-seats", play_frame(count)


def samples() -> Iterator[tuple[str, Frame]]:
    """Every screen once or more, by name, in Hungarian."""
    base = play_frame()
    yield from _before(base)
    yield from _during(base)
    yield from _after(base)


def _before(base: Frame) -> Iterator[tuple[str, Frame]]:
    names = tuple((Seat(number), NAMES[number - 1]) for number in range(1, 7))
    no_game = replace(base, view=None, bottom=Line("kiosk.bottom.idle"), started_text=None)
    next_game = Idle("10:00", 13, names, round="Q1", enough=True, among=2, number=1)
    yield "idle", replace(no_game, idle=next_game, wall_text="9:47", menu=True)
    new = replace(next_game, key_words="bracelet flamingo hedgehog squirrel")
    unknown = (Sign(SignId.NOT_ENROLLED), Sign(SignId.NOT_SENT, 2))
    yield "idle-unapproved", replace(no_game, idle=new, signs=unknown, menu=True)
    only = Idle(key_words="acorn kettle melon zipper")
    yield "idle-unapproved-empty", replace(no_game, idle=only, signs=unknown[:1], menu=True)
    sitting = Idle(names=names[:3], sitting=True, enough=True)
    yield "idle-sitting", replace(no_game, idle=sitting, bottom=Line("kiosk.bottom.sit"))
    first = Idle(sitting=True)
    found = line("kiosk.road.mdns", at="192.168.100.101:8460")
    no_game = replace(no_game, status=found)
    yield "idle-first", replace(no_game, idle=first, bottom=Line("kiosk.bottom.sit"))
    other = line("kiosk.road.others", names="hall-b 3fa9c1 (10.0.0.9:8460)")
    no_game = replace(no_game, status=other)
    why = "Q1-T3.json: open.seats: found [], allowed a list of 1 to 10 seats"
    yield "idle-wrong", replace(no_game, idle=Idle(wrong=why, among=2, number=2), menu=True)
    yield "idle-empty", replace(no_game, wall_text=None, signs=(Sign(SignId.CLOCK_NOT_SET),))
    yield "idle-test", replace(no_game, idle=Idle(test=True), menu=True)
    yield from samplespare.offers(no_game)
    yield from tested(no_game)
    roll_call = replace(base, bottom=Line("kiosk.bottom.setup"), started_text=None)
    yield "setup", replace(roll_call, view=setup_view(), signs=(Sign(SignId.NOT_SENT, 2),))
    again = replace(setup_view(6), attempt=2)
    yield "setup-all", replace(roll_call, view=again)
    promise = "e3e16780becf601d55e4751e7d722ef91d750bb0cea61b1bb5ea8bc308cdf262"
    yield "setup-dice", replace(roll_call, view=again, commitment=promise)
    ready = replace(setup_view(6), phase=Phase.READY)
    yield (
        "ready",
        replace(roll_call, view=ready, bottom=Line("kiosk.bottom.ready"), now_ms=GameMs(5_000)),
    )
    failed = Fault(
        code="START-1",
        title=Line("kiosk.fault.start.title"),
        detail=line("kiosk.fault.start.cause", cause=WRONG_SETTING),
        steps=(Line("kiosk.fault.start.step1"), Line("kiosk.fault.start.step2")),
    )
    yield "fault-start", replace(no_game, fault=failed, bottom=Line("kiosk.bottom.nothing"))


def _during(base: Frame) -> Iterator[tuple[str, Frame]]:
    view = playing()
    yield "play", base
    yield "play-recorded", replace(base, flash=frozenset({Seat(5)}))
    signs = (Sign(SignId.SIMULATED), Sign(SignId.NO_SOUND))
    yield "play-signs", replace(base, signs=signs)
    every = tuple(Sign(sign, 12 if sign in COUNTED else 0) for sign in SignId)
    yield "play-all-signs", replace(base, signs=every)
    last_minutes = replace(base, now_ms=GameMs(7_000 + 80 * MINUTE + 1_000))
    again = replace(view, roll_again=True)
    yield "play-9-59", replace(last_minutes, view=again, notice=Line("kiosk.notice.taken_back"))
    hidden = replace(view, show_clock=False)
    yield "play-no-clock", replace(base, view=hidden)
    yield "play-typing", replace(base, dice=DiceEntry(Seat(3), "4"))
    held = tuple(replace(one, jailed=one.seat == view.turn) for one in view.seats)
    yield "play-jail", replace(base, view=replace(view, seats=held))
    yield "dice", replace(base, dice=DiceEntry(Seat(3), open=True))
    asked = Question(
        line("kiosk.undo.roll", seat="2", name="Nagy Péter", dice="6 + 5"),
        line("kiosk.undo.age", seconds=12),
        left_ms=7_200,
    )
    yield "question", replace(base, question=asked)
    away = Question(
        line("kiosk.clock.ask", typed="27:19"), line("kiosk.clock.choices", yes="25:02", no="27:31")
    )
    yield "question-clock", replace(base, question=away)
    sure = Question(
        line("kiosk.sure.not_entered", seat="2", name="Nagy Péter"),
        line("kiosk.sure.gap", seat="3", name="Kovács Anna"),
        left_ms=9_000,
    )
    yield "question-not-entered", replace(base, question=sure)
    yield from panels(base)
    for number, minutes in ((1, 60), (2, 30), (3, 15), (4, 10), (5, 5)):
        at = GameMs(7_000 + GAME - minutes * MINUTE + 1_900)
        shown = Signal(number, 5, minutes, 1_900)
        yield f"signal-{number}", replace(base, now_ms=at, signal=shown)
    first = Signal(5, 5, 5, 0)
    yield "signal-inverted", replace(base, now_ms=GameMs(7_000 + 85 * MINUTE), signal=first)
    yield "fault", samplespare.faulty(base, broken())
    before = replace(base, view=replace(setup_view(6), phase=Phase.READY), now_ms=GameMs(5_000))
    yield "fault-before", samplespare.faulty(before, broken())
    yield from samplespare.signs(base, before)


def broken() -> Fault:
    """Two seats cannot be read."""
    held = (("pin", "BCM 9 (pin 21)"), ("holder", "spi0 MISO"), ("overlay", "dtparam=spi=on"))
    lines = [
        LineFault(LineId("seat5"), "pins.busy", "pins.busy.remedy", held),
        LineFault(LineId("seat6"), "pins.held", "pins.held.remedy", (("pin", "BCM 10 (pin 19)"),)),
    ]
    shown = fault_screen(lines)
    return replace(shown, safe=line("kiosk.fault.safe", count=412), at_wall="11:02:31")


def _after(base: Frame) -> Iterator[tuple[str, Frame]]:
    ended = replace(
        base,
        view=counted(),
        now_ms=GameMs(7_000 + GAME),
        ended_text="11:30:07",
        wall_text="11:36",
        bottom=Line("kiosk.bottom.count"),
    )
    yield "time-over", ended
    alone = replace(
        counted(),
        seats=tuple(
            replace(one, mark=Mark.OUT, out_at=GameMs(2_000_000)) if one.seat != 3 else one
            for one in counted().seats
        ),
        ended_at=GameMs(7_000 + 41 * MINUTE + 12_400),
        end_reason="last_player",
    )
    yield "early-end", replace(ended, view=alone, ended_text="10:41:19")
    yield from _sheets(ended)
    yield from _signatures(ended)


def _sheets(ended: Frame) -> Iterator[tuple[str, Frame]]:
    entry = SheetEntry(
        seat=Seat(3),
        counted=frozenset({Seat(1), Seat(2), Seat(3)}),
        field="E3",
        price=Money(240),
        house_price=Money(150),
        cash="412",
        side=2,
        next_seat=Seat(4),
    )
    yield "sheet", replace(ended, entry=entry)
    railway = replace(entry, field="V2", price=Money(200), house_price=None, side=1, cash="")
    yield "sheet-railway", replace(ended, entry=railway)
    fresh = SheetEntry(seat=Seat(4), counted=frozenset({Seat(1)}))
    uncounted = tuple(
        replace(one, sheet=replace(one.sheet, cash=None)) if one.seat == 4 and one.sheet else one
        for one in counted().seats
    )
    yield "sheet-fresh", replace(ended, view=replace(counted(), seats=uncounted), entry=fresh)
    refused = replace(entry, note=line("rules.why.too_many_buildings", houses=33, hotels=12))
    yield "sheet-refused", replace(ended, entry=refused)


def _signatures(ended: Frame) -> Iterator[tuple[str, Frame]]:
    signs = line("kiosk.bottom.sign", seat="3")
    armed = replace(ended, view=signing_view(), bottom=signs, wall_text="11:41")
    yield "signing", replace(armed, hold=HoldBar(Seat(3), 610))
    yield "signing-rest", armed
    everybody = replace(ended, view=signing_view(0), bottom=Line("kiosk.bottom.signed"))
    yield "signing-banker", everybody
    final = replace(ended, view=closed_view(), bottom=Line("kiosk.bottom.closed"))
    waiting = (Sign(SignId.NOT_SENT, 1),)
    yield "closed", replace(final, delivery=Delivery.WAITING, signs=waiting)
    yield "closed-sent", replace(final, delivery=Delivery.SENT)
    no_result = replace(counted(), phase=Phase.VOID)
    yield "void", replace(ended, view=no_result, bottom=Line("kiosk.bottom.nothing"))
