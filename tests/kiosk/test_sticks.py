"""Copies on sticks: where sticks are, which copy is offered, YES twice, how old it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_py.timesource import Wall
from kiosk.copychoice import CopyChoice, age
from kiosk.gestures import Judge, JudgeKey, Menu, SeatButton, Source
from kiosk.inbox import Copied, Granted
from kiosk.screens.frame import Line, line
from kiosk.sticks import folders
from rules.kinds import Seat

S = 1_000_000_000
GIVEN = Granted("Q1-T3", "T3", b"", "")
GOOD = Copied("Q1-T3", "T3", 1_000_000, GIVEN)
OTHER = Copied("Q1-T4", "T4", None, GIVEN)
FOREIGN = Copied("Q1-T5", "T5", None, foreign=True)
DAMAGED = Copied("Q1-T6", "T6", None)


def key(name: Judge, at_ns: int = 0) -> JudgeKey:
    return JudgeKey(name, True, at_ns, None, Source.BOX)


def shown(choice: CopyChoice) -> str:
    state = choice.idle()
    return "" if state is None else state.spare


def offering(*copies: Copied) -> CopyChoice:
    choice = CopyChoice()
    choice.found(copies)
    return choice


def test_yes_twice_takes_it_and_once_does_not() -> None:
    choice = offering(GOOD)
    assert shown(choice) == "stick"
    assert choice.gesture(key(Judge.YES, 5 * S))
    assert (shown(choice), choice.take()) == ("sure", None)
    assert choice.gesture(key(Judge.YES, 6 * S))
    assert (shown(choice), choice.take(), choice.take()) == ("", GOOD, None)


def test_silence_is_no_and_so_is_no() -> None:
    choice = offering(GOOD)
    choice.gesture(key(Judge.YES, 5 * S))
    assert choice.wake_ns() == 15 * S
    assert not choice.pass_time(15 * S - 1)
    assert choice.pass_time(15 * S)
    assert shown(choice) == "stick"
    choice.gesture(key(Judge.YES, 20 * S))
    choice.gesture(key(Judge.NO, 21 * S))
    assert shown(choice) == "stick", "not now"
    choice.gesture(key(Judge.NO, 22 * S))
    assert shown(choice) == "", "not at all"
    choice.found((GOOD,))
    assert shown(choice) == "", "the same again is no news"
    choice.found(())
    choice.found((GOOD,))
    assert shown(choice) == "stick", "plugged in anew"


def test_menu_leads_through_the_copies_and_then_on() -> None:
    choice = offering(GOOD, OTHER)
    state = choice.idle()
    assert state is not None
    assert (state.among, state.number) == (2, 1)
    assert choice.gesture(Menu(0, Source.BOX))
    assert choice.offered == OTHER
    assert choice.gesture(Menu(0, Source.BOX))
    assert choice.offered is None
    assert not choice.gesture(Menu(0, Source.BOX)), "the next is the lobby's"
    choice.again()
    assert choice.offered == GOOD


@pytest.mark.parametrize(("copy", "state"), [(FOREIGN, "foreign"), (DAMAGED, "damaged")])
def test_what_cannot_go_on_here_takes_no_yes(copy: Copied, state: str) -> None:
    choice = offering(copy)
    assert shown(choice) == state
    assert choice.gesture(key(Judge.YES))
    assert (shown(choice), choice.take()) == (state, None)


def test_start_begins_nothing_that_is_not_shown_and_a_seat_tries_its_lamp() -> None:
    choice = offering(GOOD)
    assert choice.gesture(key(Judge.NEXT))
    assert not choice.gesture(SeatButton(Seat(1), True, 0, None))


@pytest.mark.parametrize(
    ("at_ms", "wall", "told"),
    [
        (1_000_000, Wall(1_042_000, True), line("kiosk.spare.age.time", time="0:42")),
        (1_000_000, Wall(4_599_000, True), line("kiosk.spare.age.time", time="59:59")),
        (1_000_000, Wall(4_600_000, True), line("kiosk.spare.age.hours", 1)),
        (1_000_000, Wall(1_042_000, False), Line("kiosk.spare.age.unknown")),
        (None, Wall(1_042_000, True), Line("kiosk.spare.age.unknown")),
        (1_000_000, Wall(999_000, True), Line("kiosk.spare.age.unknown")),
    ],
)
def test_the_age_is_said_where_both_clocks_were_set(
    at_ms: int | None, wall: Wall, told: Line
) -> None:
    assert age(at_ms, wall) == told


def test_the_age_grows_while_it_is_offered() -> None:
    choice = offering(GOOD)
    assert choice.grows_older(Wall(1_042_000, True))
    assert not choice.grows_older(Wall(1_042_999, True))
    assert choice.grows_older(Wall(1_043_000, True))
    choice.gesture(key(Judge.NO))
    assert not choice.grows_older(Wall(1_044_000, True))


def test_sticks_are_what_is_mounted_where_sticks_are(tmp_path: Path) -> None:
    """By the kernel's own list of mounts; a blank in a name is written `\\040` there."""
    mounts = tmp_path / "mountinfo"
    blank = str(tmp_path / "media" / "pendrive Ő").replace(" ", "\\040")
    rows = [
        "26 1 8:2 / / rw shared:1 - ext4 /dev/sda2 rw",
        f"40 26 8:17 / {blank} rw - vfat /dev/sdb1 rw",
        f"41 26 8:18 / {tmp_path}/media/gone rw - vfat /dev/sdc1 rw",
        f"42 26 8:19 / {tmp_path}/srv rw - ext4 /dev/sdd1 rw",
    ]
    mounts.write_text("\n".join(rows) + "\n")
    named = tmp_path / "named"
    for folder in (tmp_path / "media" / "pendrive Ő", tmp_path / "srv", named):
        folder.mkdir(parents=True)
    plugged = (f"{tmp_path}/media/",)
    assert folders(None, mounts, plugged) == [tmp_path / "media" / "pendrive Ő"]
    assert folders(named, mounts, plugged) == [named, tmp_path / "media" / "pendrive Ő"]
    assert folders(tmp_path / "not there", mounts, ()) == []
