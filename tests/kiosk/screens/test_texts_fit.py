"""Every text of every screen, size and language is measured while it is drawn."""

from __future__ import annotations

import re
import string
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache

import pygame
import pytest
from babel.messages.pofile import read_po

from kiosk.families.monopoly.samples import play_frame, samples
from kiosk.health import REFUSED, REMEDIES
from kiosk.screens.brush import TextDrawn
from kiosk.screens.frame import Frame, Idle, Line, Question, Sign, SignId, line
from kiosk.screens.theme import VERMILION, Grid, contrast
from rules.kinds import Seat
from rules.value import replace
from tests.kiosk.screens.conftest import EVERY, LANGUAGES, ROOT, SIZES, Canvas, samples_each

Make = Callable[[tuple[int, int]], Canvas]

FRAMES = list(samples())


def _seen(texts: list[TextDrawn]) -> dict[tuple[str, tuple[int, ...]], int]:
    """Pixels of each text that were not clipped away (a hold bar writes its text in two halves)."""
    seen: dict[tuple[str, tuple[int, ...]], int] = defaultdict(int)
    for drawn in texts:
        shown = drawn.ink.clip(drawn.clip)
        seen[drawn.text, tuple(drawn.ink)] += shown.width * shown.height
    return seen


def _faults(texts: list[TextDrawn], grid: Grid) -> Iterator[str]:
    """What is wrong with the texts of one picture."""
    for (text, ink), pixels in _seen(texts).items():
        if pixels < ink[2] * ink[3]:
            yield f"{text!r} is clipped at {ink}"
    for drawn in texts:
        if drawn.cut:
            yield f"{drawn.text!r} does not fit {drawn.box}"
        if drawn.ink.left < drawn.box.left - 2 or drawn.ink.right > drawn.box.right + 2:
            yield f"{drawn.text!r} leaves its box"
        if drawn.px < round(1.9 * grid.u):
            yield f"{drawn.text!r} is too small: {drawn.px}"
        if contrast(drawn.colour, drawn.ground) < 4.5 and drawn.ground != VERMILION:
            yield f"{drawn.text!r} has too little contrast"
        if drawn.under != drawn.ground and drawn.ink != drawn.box:
            yield f"{drawn.text!r} stands on {drawn.under}, rendered for {drawn.ground}"
        if re.match(r"(kiosk|rules|console)\.\w", drawn.text):
            yield f"{drawn.text!r} has no text"
    yield from _overlapping(texts)
    yield from _crowded(texts, grid)


@pytest.mark.timeout(60)
@pytest.mark.slow
@pytest.mark.parametrize("family", EVERY)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_text_is_whole_readable_alone_and_on_its_own_ground(
    canvas: Make, size: tuple[int, int], language: str, family: str
) -> None:
    drawn = canvas(size)
    wrong = [
        f"{name}: {fault}"
        for name, frame in EVERY[family].gallery()
        for fault in _faults(drawn.whole(replace(frame, language=language)), Grid(*size))
    ]
    assert not wrong, "\n".join(wrong)


NO_GAME = Frame(
    table="T1", edition="hun-2009", wall_text="14:07",
    status=line("kiosk.road.url", at="league.example:8460"),
    signs=(Sign(SignId.CLOCK_NOT_SET), Sign(SignId.LINK_DOWN), Sign(SignId.NOT_SENT, 3)),
)  # fmt: skip
WITHOUT_GAME = {
    "nothing": Idle(),
    "next": Idle("15:00", 53, names=((Seat(1), "Anna"), (Seat(2), "Bence")), round="Q1",
                 enough=True),
    "sitting": Idle(names=((Seat(1), "Anna"),), sitting=True),
    "spare": Idle(spare="offer"),
}  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_what_to_do_about_the_way_to_the_league_is_whole(
    canvas: Make, size: tuple[int, int], language: str
) -> None:
    """It stood in the strip, beside the signs, and was cut where there were three of them."""
    drawn = canvas(size)
    wrong = []
    for word in sorted({*REMEDIES, REFUSED}):
        for name, idle in WITHOUT_GAME.items():
            state = replace(idle, remedy=Line(f"kiosk.link.{word}"))
            texts = drawn.whole(replace(NO_GAME, idle=state, language=language))
            wrong += [f"{word}, {name}: {fault}" for fault in _faults(texts, Grid(*size))]
    assert not wrong, "\n".join(wrong)


def _overlapping(texts: list[TextDrawn]) -> list[str]:
    inks = {(drawn.text, tuple(drawn.ink)) for drawn in texts}
    ordered = sorted(inks, key=lambda entry: entry[1])
    found = []
    for index, (text, ink) in enumerate(ordered):
        for other, place in ordered[index + 1 :]:
            if place[0] >= ink[0] + ink[2]:
                break
            if pygame.Rect(ink).colliderect(place) and ink != place:
                found.append(f"{text!r} and {other!r} overlap at {ink} {place}")
    return found


def _crowded(texts: list[TextDrawn], grid: Grid) -> Iterator[str]:
    """Two texts beside each other on one ground that would be read as one word."""
    ordered = sorted((drawn for drawn in texts if drawn.ink != drawn.box), key=_place)
    for index, drawn in enumerate(ordered):
        for other in ordered[index + 1 :]:
            high = min(drawn.ink.bottom, other.ink.bottom) - max(drawn.ink.top, other.ink.top)
            beside = high > 0.4 * min(drawn.ink.height, other.ink.height)
            gap = other.ink.left - drawn.ink.right
            same = drawn.ground == other.ground and drawn.ink != other.ink
            if beside and same and gap < min(0.2 * max(drawn.px, other.px), grid.u):
                yield f"{drawn.text!r} and {other.text!r} are {gap} pixels apart"


def _place(drawn: TextDrawn) -> tuple[int, int]:
    return drawn.ink.left, drawn.ink.top


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_running_clock_is_never_under_a_sixth_of_the_screens_short_side(
    canvas: Make, size: tuple[int, int]
) -> None:
    frames = dict(FRAMES)
    for name in ("play", "ready", "dice", "question", "fault"):
        texts = canvas(size).whole(frames[name])
        digits = [drawn.px for drawn in texts if drawn.ink == drawn.box and len(drawn.text) == 1]
        assert digits, name
        assert max(digits) >= min(size) // 6, name


def test_in_a_championship_game_no_sum_of_the_dice_is_drawn(canvas: Make) -> None:
    frame = play_frame()
    view = frame.view
    assert view is not None
    assert view.last_roll is not None
    rolled = replace(view, last_roll=replace(view.last_roll, dice=(6, 5)))
    texts = canvas((1280, 720)).whole(replace(frame, view=rolled))
    assert not [drawn.text for drawn in texts if "11" in drawn.text and ":" not in drawn.text]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_zero_stands_on_the_clock_only_at_the_end(canvas: Make, size: tuple[int, int]) -> None:
    frame = play_frame()
    view = frame.view
    assert view is not None
    assert view.started_at is not None
    end = view.started_at + view.game_ms
    assert _clock(canvas(size), replace(frame, now_ms=end)) == "000"
    assert _clock(canvas(size), replace(frame, now_ms=end - 1)) == "001"
    assert _clock(canvas(size), replace(frame, now_ms=end - 1000)) == "001"
    assert _clock(canvas(size), replace(frame, now_ms=end - 1001)) == "002"


def _clock(canvas: Canvas, frame: Frame) -> str:
    texts = canvas.whole(frame)
    return "".join(drawn.text for drawn in texts if drawn.ink == drawn.box)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_question_and_every_notice_fits(
    canvas: Make, size: tuple[int, int], language: str
) -> None:
    frame = replace(play_frame(), language=language)
    drawn_on = canvas(size)
    wrong = [f"{drawn.text!r} does not fit" for drawn in drawn_on.whole(frame) if drawn.cut]
    for key, text in sorted(_keys().items()):
        asked = Line(key, _filled(text))
        kind = re.match(r"kiosk\.(?:(?:matador|mafia|casino)\.)?(\w+)\.|rules\.(why)\.", key)
        word = None if kind is None else kind.group(1) or kind.group(2)
        if key in AT_THE_LEAGUE:
            continue
        if word == "undo" and not key.startswith("kiosk.undo.age"):
            age = line("kiosk.undo.age_older", seconds=120)
            shown = replace(frame, question=Question(asked, age))
        elif word in ("notice", "why"):
            shown = replace(frame, notice=asked)
        elif word == "sure":
            shown = replace(frame, question=Question(asked, asked))
        elif word == "bottom":
            shown = replace(frame, bottom=asked)
        else:
            continue
        for drawn in drawn_on.change(shown):
            if drawn.cut:
                wrong.append(f"{key}: {drawn.text!r} does not fit {drawn.box}")
    assert not wrong, "\n".join(wrong)


FILLED = {
    "name": "Szentgyörgyi Gy.",
    "by_name": "Szentgyörgyi Gy.",
    "whose": "4 · Szentgyörgyi Gy.",
    "who": "4 · Szentgyörgyi Gy.",
    "what": "Rådhuspladsen",
    "seconds": 12,
}
"""What stands for a placeholder; any other is a seat."""


AT_THE_LEAGUE = frozenset(
    f"rules.why.{why}" for why in ("before_first", "proposal_void", "wording_frozen")
)
"""Reasons that the season's commands and pages give, never a table."""


def _filled(text: str) -> tuple[tuple[str, str | int | Line], ...]:
    names = {name for _, name, _, _ in string.Formatter().parse(text) if name not in (None, "n")}
    return tuple((name, FILLED.get(name, "4")) for name in sorted(names))


@cache
def _keys() -> dict[str, str]:
    """Every key with its English text."""
    found = {}
    for domain in ("kiosk", "rules"):
        path = ROOT / "locale" / "en" / "LC_MESSAGES" / f"{domain}.po"
        with path.open("rb") as file:
            for message in read_po(file, locale="en"):
                plural = isinstance(message.id, tuple)
                key = message.id[0] if plural else message.id
                found[key] = message.string[0] if plural else message.string
    return found


NASTY = (
    "W" * 64,
    "Árvíztűrő Tükörfúrógép-Őrizhetetlen Hosszúnevű Kovácsné Szentgyörgyi"[:64],
    "Щучье Ёжиково-Подъяблонская Александра Константиновна",
    "Kovács 😀 Anna 👩‍👩‍👧‍👦",
    "漢字かな",
    "‏שלום‎",
    "two\nlines\tand\0nul",
    "   ",
    "",
)


@pytest.mark.timeout(90)
@pytest.mark.slow
@pytest.mark.parametrize("family", EVERY)
@pytest.mark.parametrize("name", NASTY, ids=[f"name{index}" for index in range(len(NASTY))])
def test_any_name_is_drawn_and_stays_in_its_box(canvas: Make, name: str, family: str) -> None:
    for size in ((800, 480), (720, 1280)):
        for _, frame in samples_each(family):
            view = frame.view
            if view is None:
                continue
            seats = tuple(replace(seat, name=name) for seat in view.seats)
            texts = canvas(size).whole(replace(frame, view=replace(view, seats=seats)))
            for drawn in texts:
                assert drawn.ink.left >= drawn.box.left - 2
                assert drawn.ink.right <= drawn.box.right + 2


LONG = (
    "Szentgyörgyi-Kovácsné Anna",
    "Александра Константиновна",
    "Christian Thorvaldsen",
    "Wolfeschlegelsteinhausen",
    "Maximilian von Hohenlohe",
    "Kovács Péter",
    "Papadimitriou-Hansen",
    "Nagy-Szentpétery Borbála",
    "Bartholomew Featherstone",
    "Ő",
)


@pytest.mark.timeout(60)
@pytest.mark.parametrize("family", EVERY)
@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280)])
def test_a_name_of_26_letters_is_whole_on_its_card(
    canvas: Make, size: tuple[int, int], family: str
) -> None:
    wrong = []
    for name, frame in samples_each(family):
        view = frame.view
        if view is None:
            continue
        seats = tuple(replace(seat, name=LONG[seat.seat - 1]) for seat in view.seats)
        shown = replace(frame, view=replace(view, seats=seats))
        texts = canvas(size).whole(shown)
        parts = canvas(size).painter.parts(shown)
        cards = [part.box for part in parts if part.name.startswith("card.")]
        wrong += [
            f"{name}: {drawn.text}"
            for drawn in texts
            if drawn.text.endswith("…") and any(card.contains(drawn.ink) for card in cards)
        ]
    assert not wrong, "\n".join(wrong)


def test_what_stands_beside_start_keeps_off_it(canvas: Make) -> None:
    for size in SIZES:
        for language in LANGUAGES:
            frame = replace(dict(FRAMES)["idle"], language=language)
            texts = canvas(size).whole(frame)
            parts = {part.name: part.box for part in canvas(size).painter.parts(frame)}
            take, start = parts["take"], parts["start"]
            right = max(drawn.ink.right for drawn in texts if take.contains(drawn.ink))
            assert right <= start.left - Grid(*size).px(0.8), (size, language)
