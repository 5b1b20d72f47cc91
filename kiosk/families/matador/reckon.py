"""Pages that compute: loan, wealth, shares, auction. From what was entered and typed; paper money
is the truth, so nothing of it is written down by the page itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from kiosk import dialogue as say
from kiosk.dialogue import Dialogue, Verbal
from kiosk.families import player_name
from kiosk.families.matador.own import Page, PageRow
from kiosk.screens.frame import Line, line
from rules.board import Board, BoardDeed, board_of
from rules.edition import Edition
from rules.kinds import Money, Seat
from rules.matador import book
from rules.matador.estate import Held
from rules.matador.view import DeedView, MatadorView, SeatView
from rules.matador.wealth import worth

COMPUTED: Final = frozenset(("loan", "wealth", "shares", "auction"))
"""Verbs that have a page while they are told."""


def page_of(open_: Dialogue | None, view: MatadorView, edition: Edition) -> Page | None:
    """The page of what is half said, or was asked to be computed; None: it has none."""
    told = open_.told if isinstance(open_, say.Reckoned) else open_
    if not isinstance(told, Verbal) or told.verb.word not in COMPUTED:
        return None
    step = say.step_of(told)
    fields = _fields(told, board_of(edition))
    maker = {"loan": _loan, "wealth": _wealth, "shares": _shares, "auction": _auction}
    page = maker[told.verb.word](fields, view, edition)
    if step is None:
        return page
    typed = told.typed if step.kind in say.TYPED else None
    return Page(page.title, line(f"console.ask.{step.ask}"), typed, page.big, page.rows, page.note)


def _fields(told: Verbal, board: Board) -> dict[str, Any]:
    """What is told so far, and what is being typed."""
    values = list(told.values)
    step = say.step_of(told)
    if step is not None and told.typed and step.kind == "number":
        values.append(int(told.typed))
    elif step is not None and told.typed and step.kind == "field":
        number = int(told.typed)
        values.append(next((d.name for d in board.deeds if d.field == number), None))
    steps = told.verb.steps
    return {
        one.field: value for one, value in zip(steps, values, strict=False) if value is not None
    }


def _seat(view: MatadorView, seat: Seat | None) -> SeatView | None:
    return next((one for one in view.seats if one.seat == seat), None)


def _row(key: str, amount: int, seat: Seat | None = None, **params: Any) -> PageRow:
    return PageRow(line(f"kiosk.matador.page.{key}", **params), seat, Money(amount))


def _title(word: str, seat: SeatView | None = None) -> Line:
    if seat is None:
        return line(f"kiosk.matador.page.{word}")
    name = player_name(seat)
    return line(f"kiosk.matador.page.{word}_of", seat=str(seat.seat), name=name)


def _loan(fields: dict[str, Any], view: MatadorView, edition: Edition) -> Page:
    """RAMK-9.27: what may be borrowed, and what it costs when Start is passed."""
    seat, amount = _seat(view, fields.get("seat")), fields.get("amount")
    rows: list[PageRow] = []
    if seat is None:
        return Page(_title("loan"), note=_note("loan"))
    old = seat.loan
    principal, balance = (0, 0) if old is None else (old.principal, old.balance)
    if old is not None:
        rows.append(_row("owed", balance))
    wealth = fields.get("wealth")
    if wealth is not None:
        rows.append(_row("loan_most", max(0, book.loan_cap(wealth, edition) - balance)))
    if not amount:
        return Page(_title("loan", seat), rows=tuple(rows), note=_note("loan"))
    principal, balance = principal + amount, balance + amount
    times = principal // edition.whole("loan_step")
    rows.append(_row("loan_after", balance))
    interest = book.loan_interest(principal, balance, edition)
    instalment = book.loan_instalment(principal, balance, edition)
    rate = str(times * edition.whole("loan_interest"))
    rows.append(_row("interest", interest, rate=rate))
    rows.append(_row("instalment", instalment))
    big = (line("kiosk.matador.page.at_start"), Money(interest + instalment))
    return Page(_title("loan", seat), big=big, rows=tuple(rows), note=_note("loan"))


def _wealth(fields: dict[str, Any], view: MatadorView, edition: Edition) -> Page:
    """RAMK-8.1: cash that is typed, what the bank gives for what was entered, less what is owed."""
    seat = _seat(view, fields.get("seat"))
    if seat is None:
        return Page(_title("wealth"), note=_note("wealth"))
    board = board_of(edition)
    cash = fields.get("cash", 0)
    parts = [("cash", cash)]
    deeds = sum(worth(_held(deed, board), edition) for deed in seat.deeds)
    parts.append(("deeds", deeds))
    if seat.grant:
        parts.append(("grant", edition.whole("grant_card")))
    if seat.loan is not None:
        parts.append(("loan_owed", -seat.loan.balance))
    total = sum(amount for _, amount in parts)
    rows = [_row(key, amount) for key, amount in parts]
    if view.loan_evening:
        owed = 0 if seat.loan is None else seat.loan.balance
        rows.append(_row("loan_most", max(0, book.loan_cap(total, edition) - owed)))
    big = (line("kiosk.matador.page.wealth"), Money(total))
    return Page(_title("wealth", seat), big=big, rows=tuple(rows), note=_note("wealth"))


def _held(deed: DeedView, board: Board) -> Held:
    printed: BoardDeed | None = board.find(deed.field)
    if printed is None:
        return Held(deed.field, deed.field, "lot", Money(0), deed.mortgaged, deed.houses, Money(0))
    return Held(
        deed.field,
        printed.name,
        printed.kind,
        printed.price,
        deed.mortgaged,
        deed.houses,
        printed.house,
    )


def _shares(fields: dict[str, Any], view: MatadorView, edition: Edition) -> Page:
    """RAMK-9.15: who gets how much of an income, each part rounded down; RAMK-6.4: in jail less."""
    seat, amount = _seat(view, fields.get("seat")), fields.get("amount", 0)
    if seat is None:
        return Page(_title("shares"), note=_note("shares"))
    named = board_of(edition).find(fields["what"]) if fields.get("what") else None
    series = None if named is None else named.group
    income = _reduced(seat, amount, edition)
    rows = [] if income == amount else [_row("income", income)]
    kept = income
    for other, percent in _shared(view, seat.seat, series):
        part = _reduced(other, book.share_part(income, percent, edition), edition)
        kept -= part
        name = player_name(other)
        rows.append(_row("share", part, other.seat, percent=str(percent), name=name))
    big = (line("kiosk.matador.page.kept"), Money(kept))
    return Page(_title("shares", seat), big=big, rows=tuple(rows), note=_note("shares"))


def _shared(view: MatadorView, of: Seat, series: str | None) -> Iterator[tuple[SeatView, int]]:
    for other in view.seats:
        for slip in other.slips:
            if slip.of == of and (not slip.series or series in slip.series):
                yield other, slip.percent


def _reduced(seat: SeatView, amount: int, edition: Edition) -> int:
    """RAMK-6.4: what a prisoner earns, by his round."""
    if seat.jail_round is None:
        return amount
    return book.jail_income(amount, seat.jail_round, edition)


def _auction(fields: dict[str, Any], view: MatadorView, edition: Edition) -> Page:
    """RAMK-9.8: the least bid, and what the lander pays without any; RAMK-9.12: a mortgaged one."""
    named = fields.get("what")
    deed = None if named is None else board_of(edition).find(named)
    if deed is None:
        return Page(_title("auction"), note=_note("auction"))
    held = next((d for s in view.seats for d in s.deeds if d.field == deed.code), None)
    owned = held is not None and held.mortgaged
    least = book.least_bid(deed.price, mortgaged=owned)
    rows = [_row("printed", deed.price)]
    if not owned:
        rows.append(_row("takes", book.take_price(None, deed.price, edition)))
    title = line("kiosk.matador.page.auction_of", name=deed.name)
    big = (line("kiosk.matador.page.least"), Money(least))
    note = _note("auction_mortgaged" if owned else "auction")
    return Page(title, big=big, rows=tuple(rows), note=note)


def _note(word: str) -> Line:
    return line(f"kiosk.matador.page.note_{word}")
