"""What a loudspeaker gets: loudness, peaks, the instant, the strokes; told apart by ear."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping
from itertools import combinations

import numpy as np
import pytest

from kiosk.sound.piezo import piezo_notes
from kiosk.sound.score import Score, ScoreBook, parse_scores
from kiosk.sound.synthesis import render
from tests.sounds import ear
from tests.sounds.conftest import SCORES, Rendered, all_voices, book_of_scores

VoiceOf = Callable[[int], Rendered]
NAMES = tuple(parse_scores(SCORES.read_text(encoding="utf-8")).sounds)
ONE_OF_EACH_TIMBRE = (7, 8, 9)
HEARD_BY_ALL = (*(f"warn-{number}" for number in range(1, 6)), "end", "start", "game-over", "fault")
FIRST_SAMPLES_MS = {"ring": 3, "tap": 3, "hold": 6, "soft": 40}
RISE_MS = {"ring": 5, "tap": 5, "hold": 20, "soft": 80}


def check_loudness(rendered: Rendered, book: ScoreBook) -> None:
    for name, samples in rendered.items():
        sound = ear.full_scale(samples)
        peak = ear.true_peak_db(sound)
        off_target = abs(ear.momentary_lufs(sound) - book.loudness[book.sounds[name].klass])
        assert peak <= -3.0, name
        assert off_target <= 0.3 or abs(peak + 3.0) <= 0.1, name
        assert abs(sound.mean()) < 1e-4, name
        assert np.abs(sound[-ear.RATE // 200 :]).max() < 10 ** (-60 / 20), name


@pytest.mark.parametrize("table", ONE_OF_EACH_TIMBRE)
def test_every_sound_is_as_loud_as_its_class_or_at_its_peak(
    table: int, voice_of: VoiceOf, book: ScoreBook
) -> None:
    check_loudness(voice_of(table), book)


@pytest.mark.slow
@pytest.mark.timeout(480)
def test_every_sound_is_as_loud_as_its_class_in_all_fifteen_voices(book: ScoreBook) -> None:
    for rendered, _ in all_voices().values():
        check_loudness(rendered, book)


@pytest.mark.parametrize("name", NAMES)
def test_the_first_sample_is_the_instant(name: str, voice_of: VoiceOf, book: ScoreBook) -> None:
    score = book.sounds[name]
    sound = ear.full_scale(voice_of(7)[name])
    first = _envelope(sound[: ear.RATE * score.notes[0].on_ms // 1000])
    rise = np.flatnonzero(first >= 0.1 * first.max())[0] * 1000 / ear.RATE
    until = np.flatnonzero(first >= 0.9 * first.max())[0] * 1000 / ear.RATE
    assert rise <= FIRST_SAMPLES_MS[score.touch]
    assert until - rise <= RISE_MS[score.touch]


def _envelope(sound: ear.Sound) -> ear.Sound:
    """Greatest value of each last 0.7 ms: half a period of the lowest note."""
    back = ear.RATE * 7 // 10_000
    padded = np.concatenate([np.zeros(back - 1), np.abs(sound)])
    return np.lib.stride_tricks.sliding_window_view(padded, back).max(axis=1)


@pytest.mark.parametrize(
    "name", [n for n in NAMES if not any(x.slides for x in book_of_scores().sounds[n].notes)]
)
def test_strokes_sound_where_the_score_has_them(
    name: str, voice_of: VoiceOf, book: ScoreBook
) -> None:
    score = book.sounds[name]
    softly = 46 if score.touch == "soft" else 0
    heard = [at - softly for at in ear.onsets_ms(ear.full_scale(voice_of(7)[name]))]
    assert heard == pytest.approx(score.onsets_ms, abs=10)


def test_each_warning_has_one_stroke_more_and_climbs_no_less_high(book: ScoreBook) -> None:
    highest = -99
    for number in range(1, 6):
        steps = [note.step for note in book.sounds[f"warn-{number}"].notes]
        assert len(steps) == number
        assert steps == sorted(set(steps))
        assert steps[-1] >= highest
        highest = steps[-1]


def test_all_warnings_end_before_the_banker_loses_patience(book: ScoreBook) -> None:
    assert max(book.sounds[f"warn-{number}"].buffer_ms for number in range(1, 6)) <= 1800


def test_a_slide_falls_evenly_in_semitones(book: ScoreBook, voice_of: VoiceOf) -> None:
    first = ear.full_scale(voice_of(7)["end"])[: ear.RATE * 360 // 1000]
    for middle in (2500, 8000, 13000):
        step = 12 * (1 - middle / len(first))
        expected = book.speaker_hz * 2 ** (step / 12)
        assert _pitch(first[middle - 500 : middle + 500]) == pytest.approx(expected, rel=0.01)


def _pitch(piece: ear.Sound) -> float:
    spectrum = np.abs(np.fft.rfft(piece * np.hanning(len(piece)), 1 << 16))
    return float(spectrum.argmax() * ear.RATE / (1 << 16))


def test_most_of_every_sound_is_where_old_ears_still_hear(voice_of: VoiceOf) -> None:
    for name, samples in voice_of(7).items():
        power = np.abs(np.fft.rfft(ear.full_scale(samples))) ** 2
        freqs = np.fft.rfftfreq(len(samples), 1 / ear.RATE)
        assert power[(freqs >= 500) & (freqs <= 2500)].sum() >= 0.75 * power.sum(), name
        assert power[freqs > 4000].sum() <= 0.05 * power.sum(), name


def least_distance(patterns: Mapping[str, ear.Sound]) -> tuple[float, str, str]:
    names = list(patterns)
    found = ear.distances(list(patterns.values()))
    return min(
        (float(found[one, other]), names[one], names[other])
        for one, other in combinations(range(len(names)), 2)
    )


def on_speaker(rendered: Rendered) -> dict[str, ear.Sound]:
    return {name: ear.pattern(ear.small_speaker(samples)) for name, samples in rendered.items()}


def on_piezo(book: ScoreBook, key: int) -> dict[str, ear.Sound]:
    return {
        name: ear.pattern(ear.piezo(piezo_notes(book, score, key)))
        for name, score in book.sounds.items()
    }


def test_no_two_sounds_are_mistaken_on_a_small_loudspeaker(voice_of: VoiceOf) -> None:
    assert least_distance(on_speaker(voice_of(7))) >= (0.35,)


def test_no_two_sounds_are_mistaken_on_a_piezo(book: ScoreBook) -> None:
    assert least_distance(on_piezo(book, 0)) >= (0.35,)


@pytest.mark.slow
@pytest.mark.timeout(480)
def test_no_two_sounds_are_mistaken_in_any_voice(book: ScoreBook) -> None:
    for table, (_, patterns) in all_voices().items():
        assert least_distance(patterns) >= (0.35,), table
    for key in book.keys:
        assert least_distance(on_piezo(book, key)) >= (0.35,), key


@pytest.mark.slow
@pytest.mark.timeout(120)
def test_a_matched_listener_tells_all_sounds_apart_in_noise_as_loud(voice_of: VoiceOf) -> None:
    """The warnings, the end and the start against each other in noise shaped like a hall."""
    dice = np.random.default_rng(2009)
    heard = {n: ear.small_speaker(voice_of(7)[n]) for n in NAMES if n in HEARD_BY_ALL}
    patterns = {name: ear.pattern(sound) for name, sound in heard.items()}
    for name, sound in heard.items():
        for _ in range(5):
            noise = ear.band(dice.standard_normal(int(2.8 * ear.RATE)), 250, 1000, 1)
            noise *= 10 ** ((ear.momentary_lufs(sound) - ear.momentary_lufs(noise)) / 20)
            noise[: len(sound)] += sound
            noisy = ear.pattern(noise)
            guess = min(patterns, key=lambda other: ear.distance(noisy, patterns[other]))
            assert guess == name


def test_neighbouring_tables_differ_in_key_by_four_and_in_timbre(book: ScoreBook) -> None:
    for table in range(1, 31):
        voice, neighbour = book.voice(table), book.voice(table + 1)
        assert abs(voice.key - neighbour.key) >= 4
        assert voice.timbre != neighbour.timbre


def test_the_same_sound_is_rendered_to_the_same_samples_every_time(
    book: ScoreBook, voice_of: VoiceOf
) -> None:
    again = render(book, book.sounds["yes"], book.voice(7))
    assert again == voice_of(7)["yes"] == array("h", again)


def test_every_sound_is_as_long_as_its_score_says(voice_of: VoiceOf, book: ScoreBook) -> None:
    def milliseconds(score: Score) -> int:
        return len(voice_of(7)[score.name]) * 1000 // ear.RATE

    assert {name: milliseconds(score) for name, score in book.sounds.items()} == {
        name: pytest.approx(score.buffer_ms, abs=1) for name, score in book.sounds.items()
    }
