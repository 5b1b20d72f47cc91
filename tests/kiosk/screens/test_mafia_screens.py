"""The pictures of a Mafia table: one night for all, no secret before the end."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from babel.messages.pofile import read_po

from kiosk.families.mafia import samples
from kiosk.families.mafia.own import Own
from kiosk.families.mafia.screens import clocks
from kiosk.screens.family import cards_of, cloth_of, until_change
from kiosk.screens.frame import Frame, Mode
from kiosk.screens.theme import DAY, NIGHT, VOTE
from rules.kinds import GameMs, Seat
from rules.mafia.view import Mark, OfficialView, Phase
from rules.value import replace
from tests.kiosk.screens.conftest import LANGUAGES, ROOT, SIZES, Canvas

Make = Callable[[tuple[int, int]], Canvas]
FRAMES = list(samples.gallery())
BY_NAME = dict(FRAMES)
SOURCES = ROOT / "kiosk" / "families" / "mafia"


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_running_speech_is_never_under_a_sixth_of_the_screens_short_side(
    canvas: Make, size: tuple[int, int]
) -> None:
    for name in ("speech", "speech-silent", "defence", "morning-minute", "fourth-foul"):
        texts = canvas(size).whole(BY_NAME[name])
        digits = [drawn.px for drawn in texts if drawn.ink == drawn.box and len(drawn.text) == 1]
        assert digits, name
        assert max(digits) >= min(size) // 6, name


SECRETS = OfficialView(
    roles=((Seat(1), "don"),), shot=Seat(4), shot_entered=True, don_check=Seat(2),
    don_entered=True, don_right=True, sheriff_check=None, sheriff_entered=False,
    sheriff_right=None, rhythm=((GameMs(5_000), "check-end"),),
    night_over=False, red=6, black=3, no_kills=1,
)  # fmt: skip


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_night_is_the_same_picture(canvas: Make, size: tuple[int, int]) -> None:
    """Whoever is out, whatever was entered, asked or refused, at whatever time."""
    frame = BY_NAME["night"]
    first = canvas(size)
    first.whole(frame)
    before = first.pixels()
    other = replace(
        samples.with_seat(frame.view, 1, left="kill", alive=False, mark=Mark.OUT, fouls=3),
        day=4, official=SECRETS, no_vote=True,
    )  # fmt: skip
    nights: list[dict[str, Any]] = [
        {"view": other},
        {"now_ms": GameMs(9_999_999), "wall_text": "23:59"},
        {"own": Own(lying=(Seat(4),)), "flash": frozenset((Seat(1),))},
    ]
    for changes in nights:
        first.whole(replace(frame, **changes))
        assert first.pixels() == before


def test_by_night_there_is_no_clock_and_no_card() -> None:
    frame = BY_NAME["night"]
    speaking = replace(frame, view=replace(samples.speech_view(), phase=Phase.NIGHT))
    for one in (frame, speaking):
        assert clocks.timer(one) is None
        assert until_change(one) is None
        assert list(cards_of(one)) == []


def test_before_the_end_no_picture_hangs_on_a_role_or_a_shot(canvas: Make) -> None:
    """The table is given the public view; were it given more, it would not draw it."""
    drawn = canvas((1280, 720))
    for name, frame in FRAMES:
        if frame.view.phase in (Phase.OVER, Phase.CLOSED):
            continue
        drawn.whole(frame)
        before = drawn.pixels()
        drawn.whole(replace(frame, view=replace(frame.view, official=SECRETS)))
        assert drawn.pixels() == before, name


def test_each_phase_has_its_cloth() -> None:
    cloths = {name: cloth_of(BY_NAME[name]) for name in ("speech", "vote", "night", "lift-ask")}
    assert cloths == {"speech": DAY, "vote": VOTE, "night": NIGHT, "lift-ask": VOTE}


def test_a_fist_is_on_the_card_of_who_votes_now_and_a_word_on_who_voted_before() -> None:
    shown = {card.seat: card for card in cards_of(BY_NAME["vote"])}
    assert [seat for seat, card in shown.items() if card.fist] == [2, 7, 9]
    assert all(shown[Seat(seat)].mode is Mode.RECORDED for seat in (2, 7, 9))
    assert [shown[Seat(seat)].note for seat in (1, 8)] == [
        samples.line("kiosk.mafia.card.vote", seat="2"),
        samples.line("kiosk.mafia.card.no_vote"),
    ]


def test_a_window_moves_by_tenths_and_a_speech_by_seconds() -> None:
    window = replace(BY_NAME["vote"], now_ms=GameMs(samples.NOW + 30))
    assert until_change(window) == 70
    speech = replace(BY_NAME["speech"], now_ms=GameMs(samples.NOW + 400))
    assert until_change(speech) == 600


def test_a_last_foul_that_waits_is_hatched_on_its_card() -> None:
    card = next(card for card in cards_of(BY_NAME["fourth-foul"]) if card.seat == 3)
    assert (card.fouls, card.pending, card.mode) == (3, 1, Mode.RECORDED)


def test_who_has_to_be_gone_sees_his_seconds_beside_a_speech_and_without_one(
    canvas: Make,
) -> None:
    """MAFN-GEN-9."""
    gone = {"mark": Mark.REMOVED, "alive": False, "left": "removal",
            "leave_until": GameMs(samples.NOW + 21_000)}  # fmt: skip
    speech = samples.frame_of(samples.with_seat(samples.speech_view(), 9, **gone))
    drawn = canvas((1280, 720))
    assert "leaves · 0:21" in [one.text for one in drawn.whole(replace(speech, language="en"))]
    later = replace(speech, language="en", now_ms=GameMs(samples.NOW + 1_000))
    drawn.texts.clear()
    touched = drawn.painter.draw(later)
    assert "leaves · 0:20" in [one.text for one in drawn.texts]
    assert sum(box.width * box.height for box in touched) < 1280 * 720 // 8
    alone = replace(BY_NAME["no-vote"], now_ms=GameMs(samples.NOW + 400))
    assert until_change(alone) == 600
    over = replace(alone, now_ms=GameMs(samples.NOW + 22_000))
    assert until_change(over) is None
    assert next(card for card in cards_of(over) if card.seat == 3).note == samples.line(
        "kiosk.mafia.left.removal"
    )


def test_only_the_clock_and_its_ruler_are_drawn_in_a_second(canvas: Make) -> None:
    frame = BY_NAME["speech"]
    drawn = canvas((1280, 720))
    drawn.whole(frame)
    touched = drawn.painter.draw(replace(frame, now_ms=GameMs(frame.now_ms + 1_000)))
    area = sum(box.width * box.height for box in touched)
    assert 0 < area < 1280 * 720 // 10


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_a_mafia_table_is_there_in_every_language(language: str) -> None:
    path = ROOT / "locale" / language / "LC_MESSAGES" / "kiosk.po"
    with path.open("rb") as file:
        catalogue = read_po(file, locale=language)
    have = {
        message.id if isinstance(message.id, str) else message.id[0]
        for message in catalogue
        if message.string and any(message.string)
    }
    english = {key for key in _keys_of("en") if key.startswith("kiosk.mafia.")}
    assert len(english) > 100
    assert sorted(english - have) == []


def _keys_of(language: str) -> set[str]:
    path = ROOT / "locale" / language / "LC_MESSAGES" / "kiosk.po"
    return set(re.findall(r'^msgid "(.+)"$', path.read_text(encoding="utf-8"), re.MULTILINE))


def test_no_word_of_a_mafia_table_is_unused() -> None:
    """A key that is put together stands in the sources up to its last word."""
    source = "\n".join(
        path.read_text(encoding="utf-8")
        for path in (*SOURCES.rglob("*.py"), *(ROOT / "rules" / "mafia").glob("*.py"))
    )
    unused = []
    for key in sorted(key for key in _keys_of("en") if key.startswith("kiosk.mafia.")):
        stem, _, word = key.rpartition(".")
        put_together = f"{stem}.{{" in source and re.search(rf"[\"'.]{word}[\"']", source)
        if f'"{key}"' not in source and not put_together:
            unused.append(key)
    assert unused == []


@pytest.mark.slow
@pytest.mark.timeout(90)
def test_names_of_any_kind_stay_in_their_boxes(canvas: Make) -> None:
    for name in ("W" * 64, "Щучье Ёжиково-Подъяблонская Александра Константиновна", "漢字", ""):
        for size in ((800, 480), (720, 1280)):
            for _, frame in FRAMES:
                texts = canvas(size).whole(_named(frame, name))
                for drawn in texts:
                    assert drawn.ink.left >= drawn.box.left - 2
                    assert drawn.ink.right <= drawn.box.right + 2


def _named(frame: Frame, name: str) -> Frame:
    seats = tuple(replace(seat, name=name) for seat in frame.view.seats)
    return replace(frame, view=replace(frame.view, seats=seats))
