"""Frames of the pages and panels of a Matador table (`samples.py`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kiosk.families.matador.own import Page, PageRow, PlacesPage, PotPage
from kiosk.families.matador.verbs import MENU
from kiosk.screens.frame import Frame, Line, Panel, Row, line
from kiosk.talk import CHECK, OWN
from rules.kinds import Money, Seat
from rules.value import replace


def pages(base: Frame) -> Iterator[tuple[str, Frame]]:
    """Every page and kind of panel once."""
    own = base.own
    for name, pot in _pots():
        yield name, replace(base, own=replace(own, pot=pot))
    some = PlacesPage((Seat(6), Seat(2)), (Seat(1), Seat(3), Seat(4), Seat(5), Seat(7)))
    yield "places", replace(base, own=replace(own, places=some))
    gone = tuple(Seat(number) for number in (6, 2, 7, 1, 4, 3))
    yield "places-done", replace(base, own=replace(own, places=PlacesPage(gone, (Seat(5),), True)))
    for name, page in _computed():
        yield name, replace(base, own=replace(own, page=page))
    for name, panel in _panels():
        yield name, replace(base, panel=panel)


def _pots() -> Iterator[tuple[str, PotPage]]:
    lander = Seat(4)
    yield "pot-lander", PotPage(lander, Money(12_500), "lander", (), ((lander, Money(12_500)),))
    yield "pot-others", PotPage(lander, Money(12_500), "others")
    under = (Seat(1), Seat(5), Seat(6))
    parts = tuple((seat, Money(4_150)) for seat in under)
    yield "pot-shared", PotPage(lander, Money(12_500), "others", under, parts)
    yield "pot-told", PotPage(lander, Money(0), "told", parts=parts)
    yield "pot-stays", PotPage(lander, Money(9_500), "told")


def _computed() -> Iterator[tuple[str, Page]]:
    """What `reckon.py` makes of what is typed."""
    whom: dict[str, Any] = {"seat": "1", "name": "Astrid"}
    rows = (
        PageRow(Line("kiosk.matador.page.owed"), amount=Money(10_000)),
        PageRow(Line("kiosk.matador.page.loan_after"), amount=Money(30_000)),
        PageRow(line("kiosk.matador.page.interest", rate="30"), amount=Money(9_000)),
        PageRow(Line("kiosk.matador.page.instalment"), amount=Money(4_500)),
    )
    loan = Page(
        line("kiosk.matador.page.loan_of", **whom), line("console.ask.how_much"), "20000",
        (Line("kiosk.matador.page.at_start"), Money(13_500)), rows,
        Line("kiosk.matador.page.note_loan"),
    )  # fmt: skip
    yield "page-loan", loan
    first = Page(Line("kiosk.matador.page.loan"), line("console.ask.who"), note=loan.note)
    yield "page-loan-who", first
    parts = (("cash", 3_400), ("deeds", 5_700), ("grant", 10_000), ("loan_owed", -10_000))
    wealth = Page(
        line("kiosk.matador.page.wealth_of", **whom),
        big=(Line("kiosk.matador.page.wealth"), Money(9_100)),
        rows=tuple(
            PageRow(Line(f"kiosk.matador.page.{key}"), amount=Money(sum_)) for key, sum_ in parts
        ),
        note=Line("kiosk.matador.page.note_wealth"),
    )
    yield "page-wealth", wealth
    typing = replace(wealth, asks=line("console.ask.cash"), typed="3400")
    yield "page-wealth-typing", typing
    auction = Page(
        line("kiosk.matador.page.auction_of", name="Ekstraordinær statsskat"),
        line("console.ask.how_much"), "", (Line("kiosk.matador.page.least"), Money(4_000)),
        (
            PageRow(Line("kiosk.matador.page.printed"), amount=Money(4_000)),
            PageRow(Line("kiosk.matador.page.takes"), amount=Money(3_200)),
        ),
        Line("kiosk.matador.page.note_auction"),
    )  # fmt: skip
    yield "page-auction", auction
    tenth = line("kiosk.matador.page.share", percent="10", name="Søren")
    shares = Page(
        line("kiosk.matador.page.shares_of", **whom),
        big=(Line("kiosk.matador.page.kept"), Money(850)),
        rows=(PageRow(tenth, Seat(2), Money(50)),),
        note=Line("kiosk.matador.page.note_shares"),
    )
    yield "page-shares", shares


def _panels() -> Iterator[tuple[str, Panel]]:
    pages = MENU.with_entry(CHECK).pages
    for number, words in enumerate(pages, 1):
        rows = tuple(
            Row(str(digit), _entry(word), digit=digit, dim=digit == 8)
            for digit, word in enumerate(words, 1)
        )
        title = line("kiosk.menu.title", page=str(number), of=str(len(pages)))
        yield f"menu-{number}", Panel(title, rows=rows, more=number < len(pages), left_s=9)
    rows = tuple(
        Row(str(digit), _entry(word), digit=digit, on=digit == 2)
        for digit, word in enumerate(MENU.pages[0], 1)
    )
    title = line("kiosk.menu.title", page="1", of=str(len(pages)))
    yield "menu-cursor", Panel(title, rows=rows, more=True, left_s=9)
    ask = line("console.ask.who")
    yield "verb-who", Panel(line("console.verb.accuse"), hint=ask, left_s=8)
    paragraph = (Row("", line("rules.book.RAMK-4.1")),)
    yield "book", Panel(line("kiosk.menu.book"), "RAMK-4.1", rows=paragraph, left_s=30, of_s=30)


def _entry(word: str) -> Line:
    own = word in OWN or word in MENU.opens
    return line(f"kiosk.menu.{word}" if own else f"console.verb.{word}")
