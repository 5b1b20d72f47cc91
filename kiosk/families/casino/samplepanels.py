"""Frames of what is half said at a tournament's table: menus, verbs (`samples.py`)."""

from __future__ import annotations

from collections.abc import Iterator

from kiosk.families import MenuBook
from kiosk.families.casino.verbs import CONDUCT, MACHINES, MENU, SHORTENED
from kiosk.screens.frame import Frame, Line, Panel, Row, line
from kiosk.talk import OWN
from rules.value import replace


def panels(base: Frame, slots: Frame) -> Iterator[tuple[str, Frame]]:
    """Every page of both menus, and a verb of each kind."""
    for name, frame, book in (("menu", base, MENU), ("menu-machines", slots, MACHINES)):
        for number in range(len(book.pages)):
            panel = _page(book, number, frame.view.phase.value)
            yield f"{name}-{number + 1}", replace(frame, panel=panel)
    for name, panel in _verbs():
        yield name, replace(base, panel=panel)


def _page(book: MenuBook, number: int, phase: str) -> Panel:
    rows = []
    for digit, word in enumerate(book.pages[number], 1):
        own = word in OWN or word in book.opens
        text = line(f"kiosk.menu.{word}") if own else Line(f"console.verb.{word}")
        dim = word not in OWN and not book.is_allowed(word, phase)
        rows.append(Row(str(digit), text, digit=digit, dim=dim))
    title = line("kiosk.menu.title", page=str(number + 1), of=str(len(book.pages)))
    more = number + 1 < len(book.pages)
    return Panel(title, rows=tuple(rows), more=more, left_s=8)


def _verbs() -> Iterator[tuple[str, Panel]]:
    """Several seats, a number, a reason."""
    who = "3 · Lindqvist"
    yield (
        "verb-bust",
        Panel(
            Line("console.verb.bust"),
            hint=line("console.ask.who_out"),
            typed="2 7",
            pad=True,
            left_s=9,
        ),
    )
    minutes = line("console.ask.how_many_minutes")
    yield (
        "verb-penalty",
        Panel(Line("console.verb.penalty_minutes"), who, minutes, typed="10", pad=True, left_s=9),
    )
    small = line("console.ask.small")
    yield (
        "verb-stakes",
        Panel(Line("console.verb.stakes_next"), hint=small, typed="300", pad=True, left_s=9),
    )
    for name, verb, words in (
        ("verb-reason", "penalty_minutes", CONDUCT),
        ("verb-shorter", "stakes_minutes", SHORTENED),
    ):
        rows = tuple(
            Row(str(digit), Line(f"console.word.reason.{word}"), digit=digit)
            for digit, word in enumerate(words, 1)
        )
        why = line("console.ask.why")
        yield name, Panel(Line(f"console.verb.{verb}"), who, why, rows, left_s=7)
