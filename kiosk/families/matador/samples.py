"""Frames of every Matador screen, with an invented but consistent evening: gallery and tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from firmware_py.kinds import LineFault, LineId
from kiosk.families import samplespare
from kiosk.families.matador.own import Own
from kiosk.families.matador.samplepages import pages
from kiosk.families.matador.samplesheets import after
from kiosk.families.matador.sampleviews import (
    LONGER,
    MINUTE,
    base_frame,
    playing,
    setup_view,
    with_seats,
)
from kiosk.linefaults import fault_screen
from kiosk.screens.frame import (
    BallotShown,
    DiceEntry,
    Fault,
    Frame,
    Idle,
    Line,
    Question,
    Sign,
    Signal,
    SignId,
    line,
)
from rules.kinds import GameMs, Money, RuleId, Seat
from rules.matador.view import (
    AuctionView,
    BallotView,
    EntryView,
    Mark,
    MatadorView,
    OfferView,
    RollView,
    TimeoutView,
    VerdictView,
)
from rules.timers import crossed, paused, started
from rules.value import replace


def gallery() -> Iterator[tuple[str, Frame]]:
    """Every screen, and the game with three to eight seats."""
    yield from samples()
    for count in range(3, 9):
        yield f"play-{count}-seats", base_frame(count)


def samples() -> Iterator[tuple[str, Frame]]:
    """Every screen once or more, by name, in Danish."""
    base = base_frame()
    yield from _before(base)
    yield from _play(base)
    yield from _timeouts(base)
    yield from _ballots(base)
    yield from _auctions(base)
    yield from pages(base)
    yield from _over_all(base)
    yield from after(base)


def _before(base: Frame) -> Iterator[tuple[str, Frame]]:
    view = playing()
    names = tuple((seat.seat, seat.name) for seat in view.seats)
    no_game = replace(base, view=None, own=None, bottom=Line("kiosk.bottom.idle"), menu=False)
    yield "idle", replace(no_game, idle=Idle("19:00", 13, names, round="6", enough=True))
    roll_call = replace(base, bottom=Line("kiosk.bottom.setup"), started_text=None)
    yield "setup", replace(roll_call, view=setup_view(), signs=(Sign(SignId.NOT_SENT, 2),))
    flagged = replace(setup_view(7), final=True, free_pass_evening=True, loan_evening=True)
    yield "setup-final", replace(roll_call, view=flagged)
    plain = replace(setup_view(0), attempt=2, free_pass_evening=False, loan_evening=False)
    yield "setup-again", replace(roll_call, view=plain)
    begins = replace(
        playing(), turn=None, last_roll=None, moving=None, claimable=(), evening=None, offers=(),
        pot=Money(0),
    )  # fmt: skip
    waiting = with_seats(begins, {4: {"mark": Mark.WAITING}, 5: {"mark": Mark.WAITING}})
    yield "play-first", replace(base, view=waiting, own=Own())


def _play(base: Frame) -> Iterator[tuple[str, Frame]]:
    view = playing()
    yield "play", base
    yield "play-recorded", replace(base, flash=frozenset({Seat(2)}))
    moving = replace(view, moving=Seat(4), touched=True)
    yield "play-moving", replace(base, view=moving)
    again = replace(view, moving=Seat(5), roll_again=True, may_build=None)
    again = replace(again, last_roll=RollView(Seat(5), (6, 6), GameMs(60 * MINUTE), False, None))
    yield "play-again", replace(base, view=again)
    jailed = with_seats(view, {5: {"jail_round": 2}, 1: {"jail_round": 1}})
    tried = RollView(Seat(4), (3, 4), GameMs(60 * MINUTE), False, "jail-try")
    yield "play-jail", replace(base, view=replace(jailed, last_roll=tried, may_build=None))
    pays = with_seats(view, {5: {"jail_round": 3, "must_pay_jail": True}})
    early = RollView(Seat(3), None, GameMs(60 * MINUTE), True, "early")
    yield "play-pays", replace(base, view=replace(pays, last_roll=early, may_build=None))
    offers = (
        OfferView(Seat(3), Seat(5), "H2", 1),
        OfferView(Seat(1), Seat(2), "Frederiksberggade og fængslet", 2),
    )
    yield "play-offers", replace(base, view=replace(view, offers=offers, claimable=()))
    last = replace(view, last_round=True, separate_pot=Money(1_350), claimable=(Seat(4), Seat(3)))
    yield "play-last-round", replace(base, view=last)
    by = RollView(Seat(2), (1, 5), GameMs(60 * MINUTE), False, "by-6")
    late = replace(view, last_roll=by, evening=None)
    declared = with_seats(
        late, {5: {"free_pass": "declared"}, 2: {"fouls": 2, "fines": Money(500)}}
    )
    yield "play-declared", replace(base, view=declared)
    yield "play-typing", replace(base, dice=DiceEntry(Seat(5), "4"))
    gap = RollView(Seat(4), None, GameMs(60 * MINUTE), False, "not-entered")
    yield "play-gap", replace(base, view=replace(view, last_roll=gap, pot=Money(123_450)))
    yield "dice", replace(base, dice=DiceEntry(Seat(5), open=True))
    shut = replace(view, dice_closed=True, last_round=True, turn=None, may_build=None, claimable=())
    resting = with_seats(shut, {5: {"mark": Mark.WAITING}})
    yield "dice-closed", replace(base, view=resting, bottom=Line("kiosk.bottom.nothing"))
    long = with_seats(view, {number: {"name": name} for number, name in LONGER.items()})
    yield "play-long-names", replace(base, view=long)


def two_minutes(gone_ms: int, others: bool = False) -> TimeoutView:
    """A time-out of seat 2, called by seat 6, that began so long before 60 minutes."""
    marks = (GameMs(30_000), GameMs(10_000))
    timer = started(GameMs(120_000), marks, GameMs(60 * MINUTE - gone_ms))
    while timer.passed < len(marks) and marks[timer.passed] >= 120_000 - gone_ms:
        timer, _ = crossed(timer)
    return TimeoutView(Seat(6), Seat(2), timer, others)


def late(view: MatadorView) -> MatadorView:
    """Seat 2 has the turn and takes its time."""
    changed = with_seats(view, {5: {"mark": Mark.WAITING}, 2: {"mark": Mark.TURN}})
    return replace(changed, turn=Seat(2), claimable=(), may_build=Seat(2))


def _timeouts(base: Frame) -> Iterator[tuple[str, Frame]]:
    view = late(playing())
    called = two_minutes(36_000)
    yield "timeout", replace(base, view=replace(view, timeout=called))
    moves = replace(view, timeout=two_minutes(105_000), moving=Seat(2), may_build=None)
    yield "timeout-moves", replace(base, view=moves)
    yield "timeout-others", replace(base, view=replace(view, timeout=two_minutes(135_000, True)))
    standing = replace(called, timer=paused(called.timer, base.now_ms))
    yield "timeout-paused", replace(base, view=replace(view, timeout=standing))
    anybody = replace(called, seat=None)
    nobody = with_seats(view, {2: {"mark": Mark.WAITING}})
    first = replace(nobody, timeout=anybody, turn=None, last_roll=None)
    yield "timeout-first", replace(base, view=first)
    asked = Question(
        line("kiosk.undo.roll", seat="2", name="Søren", dice="4 + 4"),
        line("kiosk.undo.age", seconds=12),
        left_ms=7_200,
    )
    yield "timeout-question", replace(base, view=replace(view, timeout=called), question=asked)


def _ballots(base: Frame) -> Iterator[tuple[str, Frame]]:
    view = replace(playing(), claimable=())
    eligible = tuple(Seat(number) for number in (1, 3, 4, 5, 6, 7))
    opened = replace(view, ballot=BallotView("cheating", Seat(4), Seat(2), eligible, 4, None))
    whom: dict[str, Any] = {"seat": "2", "name": "Søren"}
    shown = BallotShown(
        about=line("kiosk.matador.ballot.cheating", by="4", by_name="Mikkel", **whom),
        asks=line("kiosk.matador.ballot.asks_cheating", **whom),
        window="yes",
        seconds=3,
        needs=line("kiosk.matador.ballot.needs", needed="4", of="6"),
    )
    asked = replace(base, view=opened, bottom=Line("kiosk.matador.bottom.vote_yes"))
    yield "ballot-yes", replace(asked, ballot=shown, flash=frozenset({Seat(3)}))
    no = replace(asked, bottom=Line("kiosk.matador.bottom.vote_no"))
    yield "ballot-no", replace(no, ballot=replace(shown, window="no", seconds=5))
    listed = replace(shown, window="listed", seconds=0, answered=eligible[:4], silent=eligible[4:])
    over = replace(asked, bottom=Line("kiosk.matador.bottom.vote_listed"))
    yield "ballot-listed", replace(over, ballot=listed)
    intent = replace(
        shown,
        about=line("kiosk.matador.ballot.intent", by="4", by_name="Mikkel", **whom),
        asks=line("kiosk.matador.ballot.asks_intent", **whom),
    )
    on_intent = BallotView("intent", Seat(4), Seat(2), eligible, 4, Money(6_000))
    yield "ballot-intent", replace(asked, view=replace(view, ballot=on_intent), ballot=intent)
    yield from _verdicts(base, view)


def _verdicts(base: Frame, view: MatadorView) -> Iterator[tuple[str, Frame]]:
    at = GameMs(base.now_ms - 2_000)
    told = VerdictView("cheating", Seat(4), Seat(2), 4, 1, 1, True, at, True)
    pays = (EntryView(at, Seat(2), "pot", Money(1_000), _rule("4.1")),)
    yield "verdict", replace(base, view=replace(view, verdict=told, entries=pays))
    free = replace(told, yes=2, no=3, passed=False, may_ask_intent=False)
    wrong = (EntryView(at, Seat(4), "pot", Money(500), _rule("4.2")),)
    yield "verdict-not", replace(base, view=replace(view, verdict=free, entries=wrong))
    meant = replace(told, about="intent", may_ask_intent=False)
    quarter = (EntryView(at, Seat(2), "pot", Money(1_500), _rule("4.4")),)
    yield "verdict-intent", replace(base, view=replace(view, verdict=meant, entries=quarter))
    not_meant = replace(meant, passed=False, yes=0, no=0, abstain=6)
    yield "verdict-no-intent", replace(base, view=replace(view, verdict=not_meant, entries=()))


def _auctions(base: Frame) -> Iterator[tuple[str, Frame]]:
    view = replace(playing(), claimable=())
    sale = AuctionView("H2", Money(8_000), Seat(4), None, (Seat(3), Money(9_400)), Money(7_500))
    own = replace(base.own, bid=Money(9_500))
    bottom = line("kiosk.matador.bottom.auction", amount=9_500)
    at_auction = replace(base, view=replace(view, auction=sale), own=own, bottom=bottom)
    yield "auction", at_auction
    begins = replace(sale, best=None, take_price=Money(6_400))
    first = replace(base.own, bid=Money(8_000))
    yield "auction-begins", replace(at_auction, view=replace(view, auction=begins), own=first)
    mortgaged = AuctionView("J1", Money(2_600), Seat(4), Seat(1), (Seat(7), Money(12_650)), None)
    yield "auction-mortgaged", replace(at_auction, view=replace(view, auction=mortgaged))
    anything = AuctionView("Bilen med nummer 7", Money(50), None, None, None, None)
    other = replace(base.own, bid=None)
    yield "auction-other", replace(at_auction, view=replace(view, auction=anything), own=other)


def _over_all(base: Frame) -> Iterator[tuple[str, Frame]]:
    """What may come over every screen."""
    asked = Question(
        line("kiosk.undo.roll", seat="4", name="Mikkel", dice="2 + 1"),
        line("kiosk.undo.age", seconds=12),
        left_ms=7_200,
    )
    yield "question", replace(base, question=asked)
    signs = (Sign(SignId.SIMULATED), Sign(SignId.NO_SOUND))
    yield "play-signs", replace(base, signs=signs, notice=Line("kiosk.notice.taken_back"))
    evening = playing().evening
    assert evening is not None
    for number, minutes in ((1, 15), (2, 5)):
        at = GameMs(evening.ends_at - minutes * MINUTE + 1_900)
        shown = Signal(number, 2, minutes, 1_900)
        yield f"signal-{minutes}", replace(base, now_ms=at, signal=shown)
    yield "fault", samplespare.faulty(base, broken())
    yield samplespare.sign(base)


def broken() -> Fault:
    """A seat cannot be read."""
    held = (("pin", "BCM 9 (pin 21)"), ("holder", "spi0 MISO"), ("overlay", "dtparam=spi=on"))
    shown = fault_screen([LineFault(LineId("seat5"), "pins.busy", "pins.busy.remedy", held)])
    return replace(shown, safe=line("kiosk.fault.safe", count=212), at_wall="20:11:31")


def _rule(number: str) -> RuleId:
    return RuleId(f"RAMK-{number}")
