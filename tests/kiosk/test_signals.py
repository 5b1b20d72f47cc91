"""The one table: sound, lamps and screen of a row say the same."""

from __future__ import annotations

import pytest

from firmware_py.patterns import Pattern
from kiosk.signals import FOR_THE_OFFICIAL, SIGNALS, WARNINGS, Picture, Signal, heard, signal_of
from kiosk.sound.bank import SCORES
from kiosk.sound.score import parse_scores

BOOK = parse_scores(SCORES.read_text(encoding="utf-8"))
HUN_MINUTES = (30, 60, 75, 80, 85)
ALL = {**{f"warn-{n + 1}": warning for n, warning in enumerate(WARNINGS)}, **SIGNALS}


def flashes(pattern: Pattern) -> int:
    return sum(lit for lit, _ in pattern.steps)


def gaps(pattern: Pattern) -> int:
    return sum(not lit for lit, _ in pattern.steps)


@pytest.mark.parametrize(
    ("announcement", "number"),
    [("warn-30", 1), ("warn-60", 2), ("warn-75", 3), ("warn-80", 4), ("warn-85", 5)],
)
def test_hun_4_2_each_warning_has_as_many_strokes_as_bars_as_flashes(
    announcement: str, number: int
) -> None:
    signal = signal_of(announcement, HUN_MINUTES)
    assert signal is not None
    assert signal.lamps is not None
    assert signal.picture is Picture.BARS
    assert signal.count == number
    assert flashes(signal.lamps) == number
    assert len(BOOK.sounds[signal.sound].notes) == number


@pytest.mark.parametrize(("announcement", "number"), [("left-15", 1), ("left-5", 2)])
def test_ramk_3_2_an_evening_counts_its_warnings_the_same_way(
    announcement: str, number: int
) -> None:
    assert signal_of(announcement, (15, 5)) is WARNINGS[number - 1]
    assert signal_of("left-10", (15, 5)) is None


def test_the_last_round_has_as_many_flashes_as_strokes_and_comes_back_to_its_first() -> None:
    signal, score = SIGNALS["last-round"], BOOK.sounds["last-round"]
    assert signal.lamps is not None
    assert flashes(signal.lamps) == signal.count == len(score.notes) == 5
    steps = [note.step for note in score.notes]
    assert steps == steps[::-1]


def test_closed_dice_are_two_knocks_and_a_lid_two_short_lights_and_a_long_one() -> None:
    signal, score = SIGNALS["dice-closed"], BOOK.sounds["dice-closed"]
    assert signal.lamps is not None
    assert flashes(signal.lamps) == len(score.notes) == 3
    assert [note.on_ms for note in score.notes[:2]] == [100, 100]
    assert score.notes[2].slides
    assert signal.lamps.steps[-1] == (True, 1000)


def test_tick_tock_has_a_pair_for_each_gap_of_the_lamps() -> None:
    for word in ("speech-10", "timeout-30", "level-60"):
        signal = SIGNALS[word]
        assert signal.lamps is not None
        assert len(BOOK.sounds[signal.sound].notes) == 2 * signal.count
        assert gaps(signal.lamps) == signal.count


def test_two_pillars_are_two_tones_and_two_long_lights() -> None:
    signal = SIGNALS["break"]
    assert signal.lamps is not None
    assert signal.count == flashes(signal.lamps) == len(BOOK.sounds["break"].notes) == 2


def test_a_fault_is_three_times_an_exclamation_mark() -> None:
    signal = SIGNALS["fault"]
    assert signal.lamps is not None
    assert flashes(signal.lamps) == len(BOOK.sounds["fault"].notes) == 2 * signal.count


@pytest.mark.parametrize("word", ALL)
def test_every_row_has_a_sound_of_the_score_and_a_form_for_those_who_do_not_hear(
    word: str,
) -> None:
    signal = ALL[word]
    assert signal.sound in BOOK.sounds
    assert isinstance(signal.picture, Picture)
    assert signal.lamps is not None or signal.frees_lamps


def test_every_sound_of_the_score_is_said_of_something() -> None:
    used = {signal.sound for signal in ALL.values()} | set(FOR_THE_OFFICIAL)
    assert used == set(BOOK.sounds)


def test_one_sound_has_one_meaning() -> None:
    meanings: dict[str, Signal] = {}
    for signal in ALL.values():
        assert meanings.setdefault(signal.sound, signal) == signal


def test_a_word_stands_for_all_its_numbers() -> None:
    assert signal_of("level:7") == SIGNALS["level"]
    assert signal_of("vote-open:10") == SIGNALS["vote-open"]


def test_an_edition_with_other_minutes_has_the_same_ladder() -> None:
    assert signal_of("warn-20", (20, 40)) == WARNINGS[0]
    assert signal_of("warn-40", (20, 40)) == WARNINGS[1]
    assert signal_of("warn-30", (20, 40)) is None


@pytest.mark.parametrize(
    "word", ["rent", "claim", "debt", "foul", "question", "turn", "timeout", "roll", "warn-x", ""]
)
def test_nothing_sounds_for_rent_claim_debt_foul_or_whose_turn_it_is(word: str) -> None:
    assert signal_of(word, HUN_MINUTES) is None


def test_in_hun_the_table_hears_nine_sounds_and_no_other() -> None:
    warnings = {f"warn-{n}" for n in range(1, 6)}
    assert heard("HUN") == warnings | {"start", "end", "game-over", "fault"}


def test_in_mafia_nothing_answers_a_press() -> None:
    assert not heard("MAFA") & set(FOR_THE_OFFICIAL)
    assert heard("MAFN") == heard("MAFA")
