"""The player on SDL's real mixer: what is captured from it is what a card would be given."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from pygame import mixer

from firmware_py.kinds import Note
from firmware_py.timesource import ManualTime, SystemTime, TimeSource
from kiosk.sound.bank import SCORES, SoundBank
from kiosk.sound.making import make
from kiosk.sound.player import RETRY_NS, Player, Sounded
from kiosk.sound.settings import Mode, SoundSettings
from kiosk.sound.speaker import BUFFER, RATE, Speaker, SpeakerError

pytestmark = pytest.mark.in_time
MS = 1_000_000
NAMES = ("ten-left", "warn-1", "end")
Stream = NDArray[np.int16]
AT_ONCE = SoundSettings(latency_ms=0)


@pytest.fixture(scope="module")
def sounds(tmp_path_factory: pytest.TempPathFactory) -> SoundBank:
    bank = SoundBank(SCORES.read_text(encoding="utf-8"), 7, tmp_path_factory.mktemp("sounds"))
    make(bank, NAMES)
    return bank


class Piezo:
    """A piezo that notes down what it is told."""

    present = True

    def __init__(self) -> None:
        self.played: list[tuple[int, int | None]] = []
        self.stops = 0

    def play(self, notes: list[Note], at_ns: int | None = None) -> None:
        self.played.append((round(notes[0].hz or 0), at_ns))

    def stop(self) -> None:
        self.stops += 1


class Studio:
    """A player with its mixer's output going into a file."""

    def __init__(self, bank: SoundBank, file: Path) -> None:
        self.bank = bank
        self.file = file
        self.time: TimeSource = SystemTime()
        self.piezo = Piezo()
        self.sounded: queue.SimpleQueue[Sounded] = queue.SimpleQueue()
        self.signs: queue.SimpleQueue[bool] = queue.SimpleQueue()
        self.players: list[Player] = []

    def player(
        self,
        settings: SoundSettings = AT_ONCE,
        open_speaker: Callable[[SoundSettings], Speaker] | None = None,
    ) -> Player:
        player = Player(
            self.bank,
            settings,
            self.time,
            self.piezo,
            names=NAMES,
            on_no_sound=self.signs.put,
            on_sounded=self.sounded.put,
            open_speaker=open_speaker,
        )
        self.players.append(player)
        player.start()
        return player

    def wait_for_stream(self, seconds: float) -> None:
        """Until so much more has been written."""
        wanted = self.written() + int(seconds * RATE) * 4
        end = time.monotonic() + seconds + 10
        while self.written() < wanted:
            assert time.monotonic() < end, "the stream does not go on"
            time.sleep(0.005)

    def written(self) -> int:
        return self.file.stat().st_size if self.file.exists() else 0

    def stream(self) -> Stream:
        """All that was played so far, on the left."""
        for player in self.players:
            player.close()
        return np.fromfile(self.file, dtype="<i2")[::2]


@pytest.fixture
def studio(sounds: SoundBank, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Studio]:
    monkeypatch.setenv("SDL_AUDIODRIVER", "disk")
    monkeypatch.setenv("SDL_DISKAUDIOFILE", str(tmp_path / "stream.raw"))
    made = Studio(sounds, tmp_path / "stream.raw")
    yield made
    for player in made.players:
        player.close()
    assert mixer.get_init() is None


def starts(stream: Stream, bank: SoundBank, name: str) -> list[int]:
    """The samples at which a sound begins in a stream, found by its shape."""
    shape = np.array(bank.samples(name), dtype=float)[: RATE // 5]
    size = 1 << (len(stream) + len(shape)).bit_length()
    spectrum = np.fft.rfft(stream.astype(float), size) * np.conj(np.fft.rfft(shape, size))
    likeness = np.fft.irfft(spectrum, size)[: len(stream)] / (shape**2).sum()
    found = np.flatnonzero(likeness > 0.9)
    return [int(at) for at in found if likeness[at] == likeness[max(0, at - 999) : at + 999].max()]


def test_a_sound_known_ahead_begins_at_its_instant_not_at_a_buffer_s_edge(studio: Studio) -> None:
    player = studio.player()
    begin = studio.time.now_ns() + 400 * MS
    instants = [begin + number * 333 * MS for number in range(9)]
    for number, instant in enumerate(instants):
        player.schedule(f"chime-{number}", "ten-left", instant)
    sounded = [studio.sounded.get(timeout=5) for _ in instants]
    studio.wait_for_stream(0.6)
    samples = starts(studio.stream(), studio.bank, "ten-left")
    planned_off_ms = [abs(one.onset_ns - one.instant_ns) / MS for one in sounded]
    assert np.median(planned_off_ms) < 0.1
    assert len(samples) == 9
    assert len({sample % BUFFER for sample in samples}) > 3
    # The capturing driver is no card: its clock runs a few percent fast and stands while others
    # have the processor, so in its stream only the middle of nine can be held to be near.
    line = np.polyfit(range(9), samples, 1)
    off_ms = (np.array(samples) - np.polyval(line, range(9))) * 1000 / RATE
    assert np.median(np.abs(off_ms)) < 30


def test_the_samples_of_a_sound_reach_the_card_unchanged(studio: Studio) -> None:
    player = studio.player()
    player.play_now("warn-1")
    studio.sounded.get(timeout=5)
    studio.wait_for_stream(1.2)
    stream = studio.stream()
    sound = np.array(studio.bank.samples("warn-1"))
    at = starts(stream, studio.bank, "warn-1")[0]
    difference = stream[at : at + len(sound)].astype(int) - sound
    assert np.abs(difference).max() <= 2  # the floor of noise lies under it


def test_a_sound_whose_file_is_gone_is_played_by_the_piezo_and_made_again(
    studio: Studio, tmp_path: Path
) -> None:
    studio.bank = SoundBank(SCORES.read_text(encoding="utf-8"), 7, tmp_path / "own")
    make(studio.bank, NAMES)
    player = studio.player()
    studio.wait_for_stream(0.1)
    studio.bank.path("warn-1").unlink()
    player.play_now("warn-1")
    assert studio.sounded.get(timeout=5).by is Mode.PIEZO
    end = time.monotonic() + 15
    while studio.bank.missing(NAMES):
        assert time.monotonic() < end, "it is not made again"
        time.sleep(0.01)
    assert not player.no_sound


def test_a_sound_asked_for_now_sounds_within_three_buffers(studio: Studio) -> None:
    player = studio.player()
    studio.wait_for_stream(0.2)
    before = studio.written() // 4
    player.play_now("ten-left")
    sounded = studio.sounded.get(timeout=5)
    studio.wait_for_stream(0.6)
    assert sounded.onset_ns - sounded.instant_ns < 60 * MS
    assert starts(studio.stream(), studio.bank, "ten-left")[0] - before < 12 * BUFFER


def test_between_sounds_the_stream_is_never_digital_silence(studio: Studio) -> None:
    player = studio.player()
    player.play_now("ten-left")
    studio.sounded.get(timeout=5)
    studio.wait_for_stream(1.0)
    open_until = studio.written() // 4  # closing the mixer may add a buffer of nothing
    stream = studio.stream()[:open_until]
    opened = int(np.flatnonzero(stream)[0]) // BUFFER + 1
    assert opened < 100
    blocks = np.abs(stream[: len(stream) // BUFFER * BUFFER].reshape(-1, BUFFER)[opened:])
    assert blocks.max(axis=1).min() >= 1
    assert blocks[-10:].max() <= 2


def test_a_table_may_let_its_screen_sleep(studio: Studio) -> None:
    studio.player(SoundSettings(keep_awake=False))
    studio.wait_for_stream(0.5)
    assert not studio.stream().any()


def test_the_floor_rises_before_a_sound_known_ahead_and_only_then(studio: Studio) -> None:
    player = studio.player(SoundSettings(latency_ms=0, preroll_ms=500))
    player.schedule("chime", "ten-left", studio.time.now_ns() + 800 * MS)
    studio.sounded.get(timeout=5)
    studio.wait_for_stream(0.7)
    player.play_now("ten-left")
    studio.sounded.get(timeout=5)
    studio.wait_for_stream(0.6)
    stream = studio.stream()
    ahead, now = starts(stream, studio.bank, "ten-left")
    before = np.abs(stream[ahead - RATE * 4 // 10 : ahead - RATE // 50]).astype(float)
    assert 40 < before.max() <= 82  # -60 dBFS
    assert np.abs(stream[now - RATE // 5 : now - RATE // 50]).max() <= 2


def test_a_higher_sound_stops_what_sounds(studio: Studio) -> None:
    player = studio.player()
    begin = studio.time.now_ns() + 300 * MS
    player.schedule("first", "warn-1", begin)
    player.schedule("last", "end", begin + 350 * MS)
    studio.sounded.get(timeout=5)
    studio.sounded.get(timeout=5)
    studio.wait_for_stream(2.8)
    stream = studio.stream().astype(int)
    at = starts(stream, studio.bank, "end")[0]
    alone = np.array(studio.bank.samples("end"))
    after_fade = RATE // 20
    rest = stream[at + after_fade : at + len(alone)] - alone[after_fade:]
    assert np.abs(rest).max() <= 2


def test_cancelled_while_it_sounds_it_falls_silent(studio: Studio) -> None:
    player = studio.player()
    player.play_now("end", "end")
    studio.sounded.get(timeout=5)
    studio.wait_for_stream(0.3)
    player.cancel("end")
    studio.wait_for_stream(0.5)
    stream = studio.stream()
    assert np.abs(stream).max() > 1000
    assert np.abs(stream[-RATE // 5 :]).max() <= 2
    assert studio.piezo.stops > 0


def test_cancelled_before_its_instant_nothing_is_heard(studio: Studio) -> None:
    player = studio.player()
    player.schedule("end", "end", studio.time.now_ns() + 700 * MS)
    player.cancel("end")
    player.schedule("mark", "ten-left", studio.time.now_ns() + 900 * MS)
    assert studio.sounded.get(timeout=5).sound == "ten-left"
    studio.wait_for_stream(0.8)
    assert not starts(studio.stream(), studio.bank, "end")


def test_more_than_ten_seconds_late_is_not_sounded(studio: Studio) -> None:
    player = studio.player()
    player.play_now("end", late_ms=10_500)
    player.play_now("ten-left", late_ms=1_000)
    assert studio.sounded.get(timeout=5).sound == "ten-left"
    assert studio.sounded.empty()


def test_with_a_loudspeaker_the_piezo_is_quiet_and_in_both_it_is_not(studio: Studio) -> None:
    studio.player().play_now("ten-left")
    assert studio.sounded.get(timeout=5).by is Mode.SPEAKER
    assert studio.piezo.played == []
    studio.players.pop().close()
    studio.player(SoundSettings(mode=Mode.BOTH)).play_now("ten-left")
    assert studio.sounded.get(timeout=5).by is Mode.BOTH
    assert [hz for hz, _ in studio.piezo.played] == [1976]


def test_a_piezo_alone_opens_no_mixer_and_plays_at_the_instant(studio: Studio) -> None:
    player = studio.player(SoundSettings(mode=Mode.PIEZO))
    at_ns = studio.time.now_ns() + 200 * MS
    player.schedule("chime", "warn-1", at_ns)
    assert studio.sounded.get(timeout=5).by is Mode.PIEZO
    assert mixer.get_init() is None
    hz, asked_ns = studio.piezo.played[0]
    assert hz == 1568
    assert asked_ns == pytest.approx(at_ns, abs=MS)
    assert studio.signs.empty()


def test_a_piezo_wanted_and_not_there_is_no_sound(studio: Studio) -> None:
    studio.piezo.present = False
    studio.player(SoundSettings(mode=Mode.PIEZO)).cancel("nothing")
    assert studio.signs.get(timeout=5) is True


def test_silence_that_is_chosen_is_no_fault_and_opens_nothing(studio: Studio) -> None:
    player = studio.player(SoundSettings(mode=Mode.SILENT))
    player.schedule("chime", "warn-1", studio.time.now_ns())
    player.play_now("end")
    player.close()
    assert player.silent
    assert not player.no_sound
    assert studio.written() == 0
    assert studio.piezo.played == []
    assert studio.sounded.empty()


def test_without_a_card_the_piezo_takes_over_and_the_card_is_tried_again(studio: Studio) -> None:
    clock = ManualTime()
    studio.time = clock
    tries: list[bool] = []

    def second_time(settings: SoundSettings) -> Speaker:
        tries.append(True)
        if len(tries) == 1:
            raise SpeakerError("no sound card")
        return Speaker(now_ns=clock.now_ns)

    player = studio.player(open_speaker=second_time)
    assert studio.signs.get(timeout=5) is True
    assert player.no_sound
    player.play_now("warn-1")
    assert studio.sounded.get(timeout=5).by is Mode.PIEZO
    assert [hz for hz, _ in studio.piezo.played] == [1568]
    clock.advance_ns(RETRY_NS)
    player.cancel("nothing")  # any command wakes the player, as its own waiting would
    assert studio.signs.get(timeout=5) is False
    assert len(tries) == 2
    assert mixer.get_init() == (RATE, -16, 2)


def test_a_card_that_is_pulled_out_is_noticed(studio: Studio, tmp_path: Path) -> None:
    clock = ManualTime()
    studio.time = clock
    cards = tmp_path / "cards"
    cards.write_text(" 0 [Device         ]: USB-Audio - USB Audio Device\n")
    player = studio.player(
        open_speaker=lambda settings: Speaker(now_ns=clock.now_ns, environ={}, cards=cards)
    )
    studio.wait_for_stream(0.1)
    assert not player.no_sound
    cards.write_text("--- no soundcards ---\n")
    clock.advance_ns(RETRY_NS)
    player.cancel("nothing")
    assert studio.signs.get(timeout=5) is True
    assert mixer.get_init() is None


def test_sounds_that_cannot_be_made_are_no_sound_and_the_piezo_plays(
    studio: Studio, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "full").write_text("no folder")
    studio.bank = SoundBank(SCORES.read_text(encoding="utf-8"), 7, tmp_path / "full")
    player = studio.player()
    player.play_now("ten-left")
    assert studio.sounded.get(timeout=5).by is Mode.PIEZO
    assert studio.signs.get(timeout=10) is True
    assert "could not be made" in caplog.text


def test_a_game_that_needs_another_sound_has_it_made(
    studio: Studio, sounds: SoundBank, tmp_path: Path
) -> None:
    studio.bank = SoundBank(SCORES.read_text(encoding="utf-8"), 7, tmp_path / "own")
    make(studio.bank, NAMES)
    player = studio.player()
    player.want([*NAMES, "closed"])
    end = time.monotonic() + 30
    while studio.bank.missing(["closed"]):
        assert time.monotonic() < end, "never made"
        time.sleep(0.02)


def test_a_failure_in_the_sound_thread_is_shown_and_the_next_sound_still_comes(
    studio: Studio, caplog: pytest.LogCaptureFixture
) -> None:
    class Broken(Speaker):
        def play(self, *_: object) -> None:  # type: ignore[override]
            raise RuntimeError("card on fire")

    player = studio.player(open_speaker=lambda settings: Broken())
    player.play_now("ten-left")
    assert studio.signs.get(timeout=5) is True
    player.play_now("warn-1")
    assert studio.sounded.get(timeout=5).by is Mode.PIEZO
    assert "sound failed" in caplog.text
    player.close()
    player.close()


def test_in_a_fast_game_instants_come_fast_and_sounds_stay_what_they_are(studio: Studio) -> None:
    studio.time = SystemTime(60)
    player = studio.player()
    instant = studio.time.now_ns() + 60 * 600 * MS
    player.schedule("chime", "ten-left", instant)
    sounded = studio.sounded.get(timeout=5)
    studio.wait_for_stream(0.6)
    ahead_ms = (instant - studio.time.now_ns()) // 60 // MS
    assert ahead_ms < 0
    assert abs(sounded.onset_ns - sounded.instant_ns) < 2 * MS
    assert len(starts(studio.stream(), studio.bank, "ten-left")) == 1
