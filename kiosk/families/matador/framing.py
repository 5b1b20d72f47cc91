"""What only a Matador table shows: what a press does now, ballot, pages, dice, sheet and times."""

from __future__ import annotations

from typing import Any, Final

from kiosk import ballot, counting, steps
from kiosk.families import Scene, player_name
from kiosk.families.matador import pages
from kiosk.families.matador.desk import MatadorDesk
from kiosk.families.matador.meaning import bid, others_may
from kiosk.families.matador.own import Own, PlacesPage, PotPage
from kiosk.families.matador.reckon import page_of
from kiosk.screens.frame import BallotShown, DiceEntry, Frame, Line, SheetEntry, Signal, line
from rules.edition import Edition
from rules.kinds import GameMs, Money, Seat
from rules.matador.view import Mark, MatadorView, Phase
from rules.value import replace

MINUTE_MS: Final = 60_000
BOTTOM: Final = {
    Phase.SETUP: line("kiosk.bottom.setup"),
    Phase.COUNT: line("kiosk.matador.bottom.count"),
    Phase.CLOSED: line("kiosk.bottom.closed"),
}
NOTHING: Final = line("kiosk.bottom.nothing")
RENT: Final = ("kiosk.matador.bottom.rent", "kiosk.matador.bottom.moving_rent")


def bottom(view: MatadorView) -> Line:
    """What a seat's press does now, by the view alone."""
    if view.phase is Phase.SIGN:
        armed = next((seat.seat for seat in view.seats if seat.mark is Mark.ARMED), None)
        return line("kiosk.bottom.sign", seat=str(armed)) if armed else line("kiosk.bottom.signed")
    if view.phase is Phase.PLAY:
        return _in_play(view)
    if view.phase is Phase.SETUP and all(seat.mark is Mark.PRESENT for seat in view.seats):
        return NOTHING  # all are here: START is what is waited for
    return BOTTOM.get(view.phase, NOTHING)


def _in_play(view: MatadorView) -> Line:
    if view.auction is not None:
        return _at_auction(view)
    if others_may(view):
        word = "throw_for" if view.moving is None else "move_for"
        late = None if view.timeout is None else view.timeout.seat
        return line(f"kiosk.matador.bottom.{word}", seat=str(late or ""))
    if view.last_roll is None:
        return line("kiosk.matador.bottom.begin")
    landed = claimed_of(view)
    if view.moving is not None:
        key = "moving" if landed is None else "moving_rent"
        return line(f"kiosk.matador.bottom.{key}", seat=str(view.moving))
    return line("kiosk.matador.bottom.rent", seat=str(landed)) if landed else NOTHING


def _at_auction(view: MatadorView) -> Line:
    auction, offers = view.auction, bid(view)
    if auction is None or offers is None:
        return NOTHING
    if auction.lander is not None and auction.take_price is not None:
        return line(
            "kiosk.matador.bottom.auction_take",
            seat=str(auction.lander),
            price=auction.take_price,
            amount=offers,
        )
    return line("kiosk.matador.bottom.auction", amount=offers)


def claimed_of(view: MatadorView) -> Seat | None:
    """Of whom an owner's press asks rent now."""
    last = view.last_roll
    if last is not None and last.seat in view.claimable and view.phase is Phase.PLAY:
        return last.seat
    return None


def signal(view: MatadorView, at: GameMs, shown_ms: int) -> Signal | None:
    """How much is left of the evening: the how-manieth warning."""
    evening = view.evening
    if evening is None or not evening.marks:
        return None
    left = evening.ends_at - at
    if left not in evening.marks:
        return None
    number = evening.marks.index(GameMs(left)) + 1
    return Signal(number, len(evening.marks), left // MINUTE_MS, shown_ms)


def framed(frame: Frame, scene: Scene) -> Frame:
    """The frame with ballot, pages, dice, sheet and times."""
    view: MatadorView = scene.view
    desk: MatadorDesk = scene.desk
    now_ns = scene.now_ns
    own = _own(desk, view, scene)
    return replace(
        frame,
        panel=None if own.page is not None else frame.panel,
        bottom=_bottom(desk, view, frame.bottom, now_ns),
        commitment=desk.commitment if view.phase is Phase.SETUP else "",
        started_text=None if view.started_at is None else scene.wall(view.started_at),
        ended_text=None if view.ended_at is None else scene.wall(view.ended_at),
        entry=_entry(desk, view),
        dice=_dice(desk),
        ballot=_ballot(desk, view, now_ns),
        own=own,
    )


def _bottom(desk: MatadorDesk, view: MatadorView, said: Line, now_ns: int) -> Line:
    asked = desk.votes.voting.ballot
    if asked is not None:
        window = ballot.window_at(asked, now_ns)
        return line(f"kiosk.matador.bottom.vote_{window.value}")
    if desk.page is None and desk.talk.waits_for_seat():
        return line("kiosk.matador.bottom.names")
    if isinstance(desk.page, pages.Places):
        return line("kiosk.matador.bottom.places")
    if isinstance(desk.page, pages.Landing):
        key = "pot_others" if desk.page.asks_others else "pot_lander"
        seat, limit = str(desk.page.lander), pot_wealth(desk.edition)
        return line(f"kiosk.matador.bottom.{key}", seat=seat, limit=limit)
    if desk.first_only and said.key in RENT:
        return (
            line("kiosk.matador.bottom.moving", seat=str(view.moving)) if view.moving else NOTHING
        )
    if view.phase is Phase.SIGN and desk.sheet is not None:
        return BOTTOM[Phase.COUNT]  # nobody signs while a sheet is changed
    waits = view.phase is Phase.PLAY and view.moving is None and view.auction is None
    if desk.commitment and waits and view.turn is not None:
        return line("kiosk.matador.bottom.table_throws", seat=str(view.turn))
    return said


def _dice(desk: MatadorDesk) -> DiceEntry:
    entry = desk.dice
    return DiceEntry() if entry is None else DiceEntry(entry.whose, entry.digits, entry.grid)


def _ballot(desk: MatadorDesk, view: MatadorView, now_ns: int) -> BallotShown | None:
    asked, rule = desk.votes.voting.ballot, view.ballot
    if asked is None or rule is None:
        return None
    window = ballot.window_at(asked, now_ns)
    answered = ballot.who_answered(asked, now_ns)
    listed = window is ballot.Window.LISTED
    names = {seat.seat: player_name(seat) for seat in view.seats}
    whom: dict[str, Any] = {"seat": str(rule.on), "name": names[rule.on]}
    return BallotShown(
        about=line(
            f"kiosk.matador.ballot.{rule.about}",
            by=str(rule.by),
            by_name=names[rule.by],
            **whom,
        ),
        asks=line(f"kiosk.matador.ballot.asks_{rule.about}", **whom),
        window=(ballot.Window.LISTED if window is ballot.Window.OVER else window).value,
        seconds=steps.seconds_left(ballot.ends_ns(asked, now_ns), now_ns),
        needs=line(
            "kiosk.matador.ballot.needs", needed=str(rule.needed), of=str(len(rule.eligible))
        ),
        answered=tuple(seat for seat in asked.eligible if seat in answered) if listed else (),
        silent=tuple(seat for seat in asked.eligible if seat not in answered) if listed else (),
    )


def _own(desk: MatadorDesk, view: MatadorView, scene: Scene) -> Own:
    last, page = view.last_roll, desk.page
    return Own(
        rolled_text=None if last is None else scene.wall(last.at),
        claim=None if desk.first_only else claimed_of(view),
        bid=bid(view),
        pot=_pot(desk, page, view),
        places=_places(page, view) if isinstance(page, pages.Places) else None,
        page=page_of(desk.talk.dialogue, view, desk.edition),
        names=desk.names,
    )


def pot_wealth(edition: Edition) -> Money:
    """RAMK-5.1: who is under this gets the pot; "under 30,000" in the club's own edition."""
    return Money(edition.whole("pot_wealth"))


def _pot(desk: MatadorDesk, page: pages.Page | None, view: MatadorView) -> PotPage | None:
    if not isinstance(page, pages.Landing):
        told = desk.shared(view)
        if told is None:
            return None
        return PotPage(told.lander, view.pot, "told", parts=told.parts)
    got: tuple[tuple[Seat, Money], ...] = ((page.lander, view.pot),)
    if page.asks_others:
        got = pages.parts(page, view.pot, desk.edition)
    asks = "others" if page.asks_others else "lander"
    limit = pot_wealth(desk.edition)
    return PotPage(page.lander, view.pot, asks, page.under, got, limit)


def _places(page: pages.Places, view: MatadorView) -> PlacesPage:
    left = pages.left(page, view)
    return PlacesPage(page.out, left, done=len(left) == 1)


def _entry(desk: MatadorDesk, view: MatadorView) -> SheetEntry | None:
    sheet = desk.sheet
    if sheet is None:
        return None
    chosen = None if sheet.field is None else desk.board[sheet.field]
    return SheetEntry(
        seat=sheet.seat,
        counted=frozenset(seat.seat for seat in view.seats if counting.is_counted(seat)),
        field=sheet.field,
        price=Money(0) if chosen is None else chosen.price,
        house_price=None if chosen is None else chosen.house_price,
        cash=sheet.cash,
        note=sheet.note,
        side=sheet.side,
        next_seat=counting.next_seat(view, sheet.seat),
    )
