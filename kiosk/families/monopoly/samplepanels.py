"""Frames of what is half said: the menu, verbs, lists. For gallery and tests (`samples.py`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kiosk.families.monopoly.verbs import CONDUCT, MENU
from kiosk.panels import standing_panel
from kiosk.screens.frame import BallotShown, Frame, Line, Panel, Row, line
from kiosk.selftest.samples import standings
from kiosk.talk import CHECK, OWN
from rules.kinds import Seat
from rules.value import replace

PARAGRAPH: Final = (
    "A játékot a bankárok vezetik, és ők döntik el a játékosok vitáit. A bankárral folyó vitában a "
    "főbíró dönt, véglegesen."
)
REASONS: Final = tuple(
    Row(str(digit), line(f"console.word.reason.{word}"), digit=digit)
    for digit, word in enumerate(CONDUCT, 1)
)


def panels(base: Frame) -> Iterator[tuple[str, Frame]]:
    """Every kind of panel once."""
    for name, panel in (*_menus(), *_verbs(), *_lists()):
        yield name, replace(base, panel=panel)
    for name, ballot in _ballots():
        yield name, replace(base, ballot=ballot)


def _ballots() -> Iterator[tuple[str, BallotShown]]:
    """No edition of this family votes; the screen is everybody's."""
    about = line("kiosk.sure.retire", seat="4", name="Szentgyörgyi Gy.")
    asks, needs = line("kiosk.sure.end"), line("kiosk.undo.age", seconds=4)
    yield "ballot-yes", BallotShown(about, asks, "yes", 3, needs)
    yield "ballot-no", BallotShown(about, asks, "no", 5, needs)
    yield (
        "ballot-listed",
        BallotShown(about, asks, "listed", 0, None, (Seat(1), Seat(4), Seat(5)), (Seat(2),)),
    )


def _menus() -> Iterator[tuple[str, Panel]]:
    pages = MENU.with_entry(CHECK).pages
    for number, words in enumerate(pages, 1):
        rows = tuple(
            Row(str(digit), _entry(word), digit=digit, dim=digit == 8)
            for digit, word in enumerate(words, 1)
        )
        title = line("kiosk.menu.title", page=str(number), of=str(len(pages)))
        more = number < len(pages)
        yield f"menu-{number}", Panel(title, rows=rows, more=more, left_s=9)


def _verbs() -> Iterator[tuple[str, Panel]]:
    yield "verb-who", Panel(line("console.verb.foul"), hint=line("console.ask.who"), left_s=8)
    why = (*REASONS, Row("OK", line("kiosk.panel.skip"), digit=0))
    ask, whose = line("console.ask.why"), "4 · Szentgyörgyi Gy."
    yield "verb-why", Panel(line("console.verb.warn"), whose, ask, why, left_s=10)
    bank = (Row("OK", line("console.word.to.bank"), digit=0),)
    ask = line("console.ask.to_whom")
    yield "verb-bank", Panel(line("console.verb.bankrupt"), whose, ask, bank, left_s=10)
    foul = line("kiosk.panel.reason")
    yield "foul-reason", Panel(foul, "5 · Őri Balázs", rows=REASONS, left_s=3, of_s=4)
    ask = line("console.ask.how_much")
    bid = line("console.verb.bid")
    yield "verb-number", Panel(bid, "2 · Nagy Péter", ask, typed="175", pad=True, left_s=10)
    pin = line("kiosk.panel.pin")
    yield "verb-pin", Panel(line("console.verb.remove"), hint=pin, typed="•••", pad=True, left_s=7)
    hold = Panel(line("console.verb.reset"), hint=line("kiosk.panel.hold"), hold=0, left_s=8)
    yield "verb-hold", hold
    yield "verb-held", replace(hold, hold=610, left_s=None)


def _lists() -> Iterator[tuple[str, Panel]]:
    yield "happened", Panel(line("kiosk.menu.happened"), rows=_happened(), left_s=21, of_s=30)
    yield "last-five", Panel(line("kiosk.menu.last"), rows=_last(), left_s=6)
    paragraphs = (Row("", line("rules.book.HUN-7")), Row("", PARAGRAPH))
    only = (Row("", line("rules.book.HUN-4.3")),)
    yield "book-one", Panel(line("kiosk.menu.book"), "HUN-4.3", rows=only, left_s=30, of_s=30)
    yield "book", Panel(line("kiosk.menu.book"), "HUN-7", rows=paragraphs, left_s=30, of_s=30)
    for name, found in standings():
        yield f"check-{name}", replace(standing_panel(found), left_s=21, of_s=30)


def _entry(word: str) -> Line:
    return line(f"kiosk.menu.{word}" if word in OWN else f"console.verb.{word}")


def _happened() -> tuple[Row, ...]:
    told = (
        ("−2 s", line("console.verb.roll"), "3 · Kovács Anna · 4 6"),
        ("−9 s", line("kiosk.did.refused", rule="HUN-G-DICE"), "4 · Szentgyörgyi Gy. · 2 5"),
        ("−14 s", line("console.verb.foul"), "5 · Őri Balázs"),
        ("−31 s", line("kiosk.did.undo"), ""),
        ("−44 s", line("kiosk.did.warned", minute="60"), ""),
        ("−58 s", line("console.verb.thrown"), "2 · Nagy Péter"),
    )
    return tuple(Row(key, text, aside) for key, text, aside in told)


def _last() -> tuple[Row, ...]:
    asked = (
        (line("kiosk.undo.roll", seat="3", name="Kovács Anna", dice="4 + 6"), 2),
        (line("kiosk.undo.foul", seat="5", name="Őri Balázs"), 14),
        (line("kiosk.undo.roll", seat="2", name="Nagy Péter", dice="1 + 1"), 40),
        (line("kiosk.undo.bankrupt", seat="6", name="Tóth Zsófia"), 71),
        (line("kiosk.undo.disqualify", seat="4", name="Szentgyörgyi Gy."), 102),
    )
    return tuple(
        Row(str(digit), text, f"{age} s", digit=digit) for digit, (text, age) in enumerate(asked, 1)
    )
