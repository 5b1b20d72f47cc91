"""A repaint touches what it reports and nothing else; equal frames are equal pictures."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

import pygame
import pytest

from kiosk.families.casino.samples import entering
from kiosk.families.casino.samples import frame_of as casino_frame
from kiosk.families.monopoly.samples import play_frame, samples
from kiosk.locale import Catalogue
from kiosk.screens import base
from kiosk.screens.base import Painter
from kiosk.screens.choose import choose
from kiosk.screens.family import until_change
from kiosk.screens.frame import UNNAMED, DiceEntry, Frame, HoldBar, Line, Question, Sign, SignId
from kiosk.screens.text import Writer
from kiosk.screens.theme import Grid
from rules.actions import parse_action
from rules.edition import parse_edition
from rules.history import History
from rules.kinds import Audience, GameMs, Seat
from rules.monopoly.view import MonopolyView
from rules.opening import parse_opening
from rules.value import replace
from tests.kiosk.screens.conftest import EVERY, ROOT, SIZES, Canvas, pixels_of, samples_each

Make = Callable[[tuple[int, int]], Canvas]


def _changes() -> list[Frame]:
    """A game's worth of small changes, each one step from the one before."""
    frame = play_frame()
    view = frame.view
    assert view is not None
    later = [replace(frame, now_ms=GameMs(frame.now_ms + ms)) for ms in (0, 1000, 19_000, 19_500)]
    minute = replace(frame, now_ms=GameMs(frame.now_ms + 80_000))
    warned = replace(frame, now_ms=GameMs(frame.now_ms + 13 * 60_000))
    flashed = replace(warned, flash=frozenset({Seat(1), Seat(3), Seat(6)}))
    noticed = replace(warned, notice=Line("kiosk.notice.taken_back"))
    signed = replace(warned, signs=(Sign(SignId.NO_SOUND), Sign(SignId.NOT_SENT, 3)))
    again = replace(warned, view=replace(view, roll_again=True))
    typed = [replace(again, dice=DiceEntry(Seat(3), digits)) for digits in ("4", "43")]
    held = [frame for name, frame in samples() if name == "signing"]
    holds = [replace(held[0], hold=HoldBar(Seat(3), part)) for part in (0, 10, 400, 990, 1000)]
    return [*later, minute, warned, flashed, warned, noticed, signed, again, *typed, *held, *holds]


@pytest.mark.timeout(60)
@pytest.mark.slow
@pytest.mark.parametrize("family", EVERY)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_only_reported_rectangles_change_and_they_are_enough(
    size: tuple[int, int], family: str, catalogue: Catalogue, canvas: Make
) -> None:
    surface = pygame.Surface(size)
    painter = Painter(surface, catalogue)
    changes = _changes() if family == "monopoly" else []
    frames = [*changes, *(frame for _, frame in samples_each(family))]
    for index, frame in enumerate(frames):
        before = pixels_of(surface).copy()
        rects = painter.draw(frame)
        changed = before != pixels_of(surface)
        for rect in rects:
            assert surface.get_rect().contains(rect)
            changed[rect.left : rect.right, rect.top : rect.bottom] = False
        assert not changed.any(), f"frame {index}: pixels outside the reported rectangles"
        fresh = canvas(size)
        fresh.whole(frame)
        assert fresh.shows(surface), f"frame {index}: not the same as painted from scratch"


def _on_one_plate() -> Iterator[tuple[str, Sequence[Frame]]]:
    """What follows on the same plate with the same answers: another request, another question."""
    waits = []
    entries = entering()
    for seat in (6, 8, 2):
        fields = {"t": 70, "do": "press", "seat": seat}
        entries.apply(parse_action(fields, entries.opening, entries.family))
        waits.append(casino_frame(entries, 75))
    yield "request", waits
    frame = play_frame()
    asked = (Line("kiosk.undo.start"), Line("kiosk.undo.end"))
    yield "question", [replace(frame, question=Question(text, None)) for text in asked]


@pytest.mark.parametrize(("name", "frames"), list(_on_one_plate()))
def test_the_answers_stay_when_another_asks_on_the_same_plate(
    name: str, frames: Sequence[Frame], catalogue: Catalogue, canvas: Make
) -> None:
    surface = pygame.Surface((800, 480))
    painter = Painter(surface, catalogue)
    for number, frame in enumerate(frames):
        painter.draw(frame)
        fresh = canvas((800, 480))
        fresh.whole(frame)
        assert fresh.shows(surface), f"{name} {number}: not the same as painted from scratch"


@pytest.mark.parametrize(("table", "title"), [("", "Table"), (UNNAMED, "Table"), ("T9", "Table 9")])
def test_a_table_without_a_name_is_called_table_once(
    table: str, title: str, catalogue: Catalogue
) -> None:
    texts: list[str] = []
    painter = Painter(
        pygame.Surface((800, 480)), catalogue, observer=lambda one: texts.append(one.text)
    )
    frame = play_frame()
    assert frame.view is not None
    painter.draw(replace(frame, language="en", view=replace(frame.view, table=table)))
    assert title in texts


SECONDS = (0, 1, 2, 10, 59, 60, 600, 1_800, 5_400)
FEW_SECONDS = (0, 1, 60, 5_400)


@pytest.mark.timeout(60)
@pytest.mark.slow
@pytest.mark.parametrize("family", EVERY)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_what_moves_with_the_clock_is_the_picture_from_scratch(
    size: tuple[int, int], family: str, catalogue: Catalogue, canvas: Make
) -> None:
    surface = pygame.Surface(size)
    painter = Painter(surface, catalogue)
    for name, frame in samples_each(family):
        ticks = choose(frame)(frame, Grid(*size)).ticking is not None
        seconds = SECONDS if name == "play" else FEW_SECONDS
        for second in seconds if ticks else seconds[-1:]:
            moved = replace(frame, now_ms=GameMs(frame.now_ms + 1000 * second))
            painter.draw(moved)
            fresh = canvas(size)
            fresh.whole(moved)
            assert fresh.shows(surface), f"{name} + {second} s"


def test_a_second_of_the_game_makes_no_picture_and_renders_no_text(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    frame = play_frame()
    texts: list[str] = []
    surface = pygame.Surface((1280, 720))
    painter = Painter(surface, catalogue, observer=lambda drawn: texts.append(drawn.text))
    for second in range(10):
        painter.draw(replace(frame, now_ms=GameMs(frame.now_ms + 1000 * second)))
    texts.clear()

    def never(*_: object) -> None:
        raise AssertionError("made anew")

    monkeypatch.setattr(base, "choose", never)
    monkeypatch.setattr(Writer, "render", never)
    for second in range(10, 20):
        painter.draw(replace(frame, now_ms=GameMs(frame.now_ms + 1000 * second)))
    assert texts[-1] == "eltelt 63:00"


def test_an_equal_frame_draws_nothing(catalogue: Catalogue) -> None:
    painter = Painter(pygame.Surface((1280, 720)), catalogue)
    painter.draw(play_frame())
    assert painter.draw(play_frame()) == []


def test_a_second_redraws_the_digits_that_changed_and_the_time_gone(catalogue: Catalogue) -> None:
    painter = Painter(pygame.Surface((1280, 720)), catalogue)
    frame = play_frame()
    painter.draw(frame)
    one = painter.draw(replace(frame, now_ms=GameMs(frame.now_ms + 1000)))
    assert len(one) == 2
    many = painter.draw(replace(frame, now_ms=GameMs(frame.now_ms + 19_000 + 1000)))
    assert len(many) <= 6
    area = sum(rect.width * rect.height for rect in many)
    assert area < 0.25 * 1280 * 720


def test_a_minute_redraws_one_tick_of_the_ruler(catalogue: Catalogue) -> None:
    surface = pygame.Surface((1280, 720))
    painter = Painter(surface, catalogue)
    frame = replace(play_frame(), now_ms=GameMs(7_000 + 62 * 60_000 + 59_000))
    painter.draw(frame)
    rects = painter.draw(replace(frame, now_ms=GameMs(frame.now_ms + 1000)))
    ruler = [rect for rect in rects if rect.width < 20 and rect.height > 70]
    assert len(ruler) == 1


def test_two_games_that_differ_in_a_claim_alone_are_one_picture(canvas: Make) -> None:
    """HUN-G-RENT-NOPROMPT, HUN-9."""
    pictures = []
    for claims in (False, True):
        view = _game_view(claims=claims)
        frame = replace(play_frame(), view=view, now_ms=GameMs(30_000))
        canvas((1280, 720)).whole(frame)
        pictures.append(canvas((1280, 720)).pixels())
    assert pictures[0] == pictures[1]


def _game_view(*, claims: bool) -> MonopolyView:
    path = ROOT / "rules" / "editions" / "hun-2009.toml"
    edition = parse_edition(path.read_text(encoding="utf-8"), path.name, None)
    seats = [{"seat": n, "player": f"P{n}", "name": f"Name {n}"} for n in range(1, 5)]
    opening = parse_opening(
        {"edition": "hun-2009", "season": "S", "round": "R", "game": "G", "table": "T1",
         "seats": seats}
    )  # fmt: skip
    history = History(opening, edition)
    lines = [
        {"t": 1, "do": "start"},
        {"t": 4, "do": "roll", "seat": 1, "dice": [3, 4]},
    ]
    if claims:
        lines.append({"t": 6, "do": "claim", "seat": 3, "from": 1})
    lines.append({"t": 20, "do": "wait"})
    for fields in lines:
        history.apply(parse_action(fields, opening, history.family))
    view = history.view(Audience.TABLE)
    assert isinstance(view, MonopolyView)
    return view


@pytest.mark.parametrize("left", [1, 999, 1000, 1001, 59_999, 60_000])
def test_until_change_is_the_next_second_of_the_clock(left: int) -> None:
    frame = play_frame()
    view = frame.view
    assert view is not None
    assert view.started_at is not None
    now = GameMs(view.started_at + view.game_ms - left)
    wait = until_change(replace(frame, now_ms=now))
    assert wait is not None
    assert -(-(left - wait) // 1000) == -(-left // 1000) - 1
    assert -(-(left - wait + 1) // 1000) == -(-left // 1000)


def test_nothing_moves_before_the_start_and_after_the_end() -> None:
    frames = dict(samples())
    assert until_change(frames["ready"]) is None
    assert until_change(frames["time-over"]) is None
    assert until_change(frames["idle"]) is None


@pytest.mark.parametrize("size", [(800, 480), (1280, 720)])
def test_k25_two_clocks_of_one_press_change_their_digits_in_the_same_frame(
    canvas: Make, size: tuple[int, int]
) -> None:
    frame = play_frame()
    assert frame.view is not None
    started = frame.view.started_at
    assert started is not None
    shown = {}
    for ms in (1, 999, 1000, 1001, 59_999, 60_000, 60_001, 3_599_999, 3_600_000):
        texts = canvas(size).whole(replace(frame, now_ms=GameMs(started + ms)))
        (gone,) = (drawn.text for drawn in texts if re.search(r" \d+:\d\d$", drawn.text))
        digits = "".join(drawn.text for drawn in texts if drawn.ink == drawn.box)
        minutes, seconds = gone.split()[-1].split(":")
        left = int(digits[:-2]) * 60 + int(digits[-2:])
        shown[ms] = (left + int(minutes) * 60 + int(seconds), left)
    # What is left is rounded up and what has gone down, so that they always make ninety minutes.
    assert shown == {ms: (5400, -(-(5_400_000 - ms) // 1000)) for ms in shown}


@pytest.mark.parametrize("late_ms", [0, 1, 999, 1000, 5_400_000])
def test_t31_a_clock_that_is_over_shows_nothing_less_than_zero(canvas: Make, late_ms: int) -> None:
    frame = play_frame()
    assert frame.view is not None
    started = frame.view.started_at
    assert started is not None
    over = replace(frame, now_ms=GameMs(started + 5_400_000 + late_ms))
    texts = canvas((1280, 720)).whole(over)
    assert "".join(drawn.text for drawn in texts if drawn.ink == drawn.box) == "000"
    assert not [drawn.text for drawn in texts if re.search(r"[-−]\d", drawn.text)]
