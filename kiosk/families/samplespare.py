"""Samples of a game that changes its table: for the gallery and the tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kiosk import sparesigns
from kiosk.screens.frame import Fault, Frame, Idle, Line, line
from rules.kinds import GameMs
from rules.value import replace

AT: Final = GameMs(2_834_000)
WHY: Final = "its power supply"


def offers(no_game: Frame) -> Iterator[tuple[str, Frame]]:
    """What a table without a game says of another one's, by the league and by a stick."""
    for spare in ("offer", "asked"):
        yield f"spare-{spare}", replace(no_game, idle=Idle(spare=spare))
    for status, why in (("refused", "T3 is alive"), ("unreached", "HTTP 503")):
        told = line(f"kiosk.spare.{status}", why=why)
        yield f"spare-{status}", replace(no_game, idle=Idle(), notice=told)
    ages = (
        line("kiosk.spare.age.time", time="0:42"),
        line("kiosk.spare.age.hours", 26),
        Line("kiosk.spare.age.unknown"),
    )
    for name, age in zip(("stick", "stick-old", "stick-no-clock"), ages, strict=True):
        yield f"spare-{name}", replace(no_game, idle=_copy("stick", age))
    for state in ("sure", "foreign", "damaged"):
        yield f"spare-{state}", replace(no_game, idle=_copy(state, ages[0]))
    several = replace(_copy("stick", ages[0]), among=3, number=1)
    yield "spare-stick-several", replace(no_game, idle=several)
    yield "spare-went", replace(no_game, fault=sparesigns.went("T7", WHY))


def signs(base: Frame, before: Frame) -> Iterator[tuple[str, Frame]]:
    """What a spare says when it has the game: once for each thing that the clock may have done.
    `before`: while none runs.
    """
    last = line("kiosk.spare.what", what=Line("console.verb.roll"), about="2 · 1 3")
    clocks = {
        "lost": (sparesigns.clock_lost(GameMs(133_000)), last),
        "asked": (sparesigns.clock_asked(), None),
        "none": (sparesigns.clock_none(), None),
    }
    for name, (clock, what) in clocks.items():
        yield (
            f"spare-taken-{name}",
            _under(base, sparesigns.taken("T3", AT, 212, what, clock), name),
        )


def sign(base: Frame) -> tuple[str, Frame]:
    """One of them, for families that say nothing else."""
    return next(signs(base, base))


def faulty(base: Frame, fault: Fault) -> Frame:
    """A game behind a fault, as `show.py` makes it."""
    return replace(base, fault=fault, bottom=Line(f"kiosk.bottom.fault.{base.kind}"))


def _under(base: Frame, fault: Fault, clock: str) -> Frame:
    safe = line("kiosk.fault.safe", count=212)
    return faulty(base, replace(fault, safe=safe, held=clock == "asked"))


def _copy(state: str, age: Line) -> Idle:
    text = line(f"kiosk.idle.spare.{state}", table="T3", game="Q1-T3", age=age)
    return Idle(spare=state, spare_text=text, among=1, number=1)
