"""What a dice reader says and when it is a roll: stamps in, rolls out."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_py.dicelines import (
    Alive,
    Faces,
    Lifted,
    LineCutter,
    NoFace,
    ReaderState,
    Roll,
    Said,
    Settling,
    Stamped,
    Watch,
    understand,
)

MS = 1_000_000
FACES = st.integers(1, 6)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"dice 3 4", Faces(3, 4)),
        (b"  dice  3\t4 ", Faces(3, 4)),
        (b"dice - 4", Faces(None, 4)),
        (b"dice - -", Faces(None, None)),
        (b"dice 7 2", NoFace()),
        (b"dice 0 2", NoFace()),
        (b"dice 3 -0", None),
        (b"dice 3 444", None),
        (b"dice 3", None),
        (b"dice 3 4 5", None),
        (b"dice 34", None),
        (b"ice 3 4", None),
        (b"Dice 3 4", None),
        (b"dice 3 4\x00", None),
        ("dice ３ 4".encode(), None),
        (b"\xff\xfedice 3 4", None),
        (b"lifted 1", Lifted(1)),
        (b"lifted", Lifted(None)),
        (b"lifted 3", None),
        (b"alive", Alive()),
        (b"", None),
    ],
)
def test_what_a_line_means(line: bytes, said: Said | None) -> None:
    assert understand(line) == said


@given(st.lists(st.sampled_from([b"dice 3 4", b"alive", b"lifted 1"]), min_size=1), st.data())
def test_lines_are_cut_alike_however_they_arrive(lines: list[bytes], data: st.DataObject) -> None:
    """CR, LF, both, in pieces of any size: the same lines, each with its first byte's stamp."""
    whole = b"".join(line + data.draw(st.sampled_from([b"\n", b"\r\n", b"\r"])) for line in lines)
    cutter, found, stamps, at = LineCutter(), [], [], 0
    while at < len(whole):
        size = data.draw(st.integers(1, 12))
        found += cutter.feed(whole[at : at + size], at)
        stamps += [at] * len(whole[at : at + size])
        at += size
    assert [line.text for line in found] == lines
    for line, start in zip(found, starts(whole), strict=True):
        assert line.at_ns == stamps[start]


def starts(whole: bytes) -> Iterator[int]:
    """Where each line that is not empty begins."""
    for at, byte in enumerate(whole):
        if byte not in b"\r\n" and (at == 0 or whole[at - 1] in b"\r\n"):
            yield at


def test_half_a_line_that_nothing_follows_costs_no_other() -> None:
    cutter = LineCutter()
    assert cutter.feed(b"dice 3", 0) == []
    assert cutter.feed(b"dice 5 6\n", 1500 * MS) == [Stamped(b"dice 5 6", 1500 * MS)]


def test_noise_without_an_end_is_let_go() -> None:
    cutter = LineCutter()
    lines = cutter.feed(b"\xaa" * 5000, 7)
    assert [len(line.text) for line in lines] == [64]
    assert cutter.feed(b"dice 1 1\n", 8) == [Stamped(b"dice 1 1", 8)]


class Reader:
    """Says lines at milliseconds; collects what is a roll."""

    def __init__(self, rate: int = 1) -> None:
        self.settling = Settling(0, rate)
        self.rate = rate
        self.rolls: list[Roll] = []

    def says(self, ms: int, *lines: str) -> Reader:
        for line in lines:
            said = understand(line.encode())
            assert isinstance(said, Faces | Lifted | NoFace)
            self._keep(self.settling.feed(said, ms * MS * self.rate))
        return self

    def waits(self, ms: int) -> list[tuple[tuple[int, int], int]]:
        """The rolls by then, with their milliseconds."""
        self._keep(self.settling.pass_time(ms * MS * self.rate))
        return [(roll.dice, roll.at_ns // MS // self.rate) for roll in self.rolls]

    def _keep(self, roll: Roll | None) -> None:
        if roll is not None:
            self.rolls.append(roll)


def test_a_reader_that_only_tells_rolls() -> None:
    reader = Reader().says(10_000, "dice 3 4")
    assert reader.waits(10_249) == []
    assert reader.waits(10_250) == [((3, 4), 10_000)]
    reader.says(22_000, "dice 3 4")
    assert reader.waits(30_000) == [((3, 4), 10_000), ((3, 4), 22_000)]


def test_the_same_roll_told_twice_is_one() -> None:
    reader = Reader().says(10_000, "dice 3 4").says(10_100, "dice 3 4").says(10_240, "dice 3 4")
    reader.says(10_900, "dice 3 4").says(12_800, "dice 3 4")
    assert reader.waits(30_000) == [((3, 4), 10_000)]


def test_a_reader_that_tells_all_the_time_what_lies() -> None:
    reader = Reader()
    for ms in range(100, 60_000, 100):
        if 10_000 <= ms < 11_000:
            reader.says(ms, "dice - -")
        elif 30_000 <= ms < 30_700:
            reader.says(ms, "lifted 1")
        else:
            reader.says(ms, "dice 2 5" if ms < 10_000 else "dice 6 6")
    assert reader.waits(60_000) == [((6, 6), 11_000), ((6, 6), 30_700)]


def test_dice_that_have_lain_there_before_the_reader_are_no_roll() -> None:
    reader = Reader().says(50, "dice 2 5").says(650, "dice 2 5").says(2_500, "dice 2 5")
    assert reader.waits(9_000) == []


def test_a_single_line_right_after_the_opening_is_a_roll_that_is_told_late() -> None:
    reader = Reader().says(50, "dice 2 5")
    assert reader.waits(2_049) == []
    assert reader.waits(2_050) == [((2, 5), 50)]


def test_dice_that_move_right_after_the_opening_are_thrown_now() -> None:
    reader = Reader().says(50, "dice 2 5").says(100, "lifted").says(900, "dice 1 1")
    assert reader.waits(1_150) == [((1, 1), 900)]


def test_a_die_that_has_not_settled_is_no_roll() -> None:
    reader = Reader().says(10_000, "dice - -").says(11_000, "dice - 4", "dice 3 -")
    assert reader.waits(20_000) == []
    reader.says(20_000, "dice 3 4")
    assert reader.waits(20_250) == [((3, 4), 20_000)]


def test_a_die_that_wobbles_counts_when_it_lies() -> None:
    reader = Reader().says(10_000, "dice - -").says(11_000, "dice 3 4").says(11_100, "dice - 4")
    reader.says(11_200, "dice 3 4").says(11_300, "dice 3 5")
    assert reader.waits(20_000) == [((3, 5), 11_300)]


def test_a_die_lifted_before_it_settled_is_no_roll() -> None:
    reader = Reader().says(10_000, "dice - -").says(11_000, "dice 3 4").says(11_200, "lifted 2")
    assert reader.waits(20_000) == []


def test_a_face_that_does_not_exist_is_no_roll_and_makes_none() -> None:
    reader = Reader().says(10_000, "dice 7 4")
    assert reader.waits(20_000) == []
    reader.says(20_000, "lifted").says(21_000, "dice 3 4")
    assert reader.waits(22_000) == [((3, 4), 21_000)]
    reader.says(30_000, "dice 0 4", "dice 3 4")
    assert reader.waits(40_000) == [((3, 4), 21_000)]


def test_a_knock_against_the_table_is_no_roll() -> None:
    reader = Reader().says(10_000, "lifted").says(11_000, "dice 3 4").says(15_000, "dice - 4")
    reader.says(15_200, "dice 3 4").says(16_000, "dice 3 4")
    assert reader.waits(20_000) == [((3, 4), 11_000)]


def test_dice_that_change_without_having_moved_are_no_roll() -> None:
    reader = Reader().says(10_000, "dice 3 4").says(11_000, "dice 3 5")
    assert reader.waits(20_000) == [((3, 4), 10_000)]


def test_a_reader_that_tells_motion_makes_no_roll_without_it() -> None:
    reader = Reader().says(10_000, "lifted").says(11_000, "dice 3 4").says(60_000, "dice 3 4")
    assert reader.waits(70_000) == [((3, 4), 11_000)]


def test_a_roll_is_not_lost_when_nobody_looked_in_time() -> None:
    reader = Reader().says(10_000, "dice 3 4").says(14_000, "dice 1 2")
    assert reader.waits(20_000) == [((3, 4), 10_000), ((1, 2), 14_000)]


def test_a_fast_table_waits_as_long_in_real_time() -> None:
    reader = Reader(rate=60).says(10_000, "dice 3 4")
    assert reader.waits(10_249) == []
    assert reader.waits(10_250) == [((3, 4), 10_000)]


@given(st.lists(st.tuples(FACES, FACES), min_size=1, max_size=8), st.data())
def test_every_throw_counts_once_whatever_the_reader_repeats(
    throws: list[tuple[int, int]], data: st.DataObject
) -> None:
    reader, ms, expected = Reader(), 5_000, []
    for first, second in throws:
        for _ in range(data.draw(st.integers(1, 4))):
            reader.says(ms, data.draw(st.sampled_from(["lifted 1", "dice - -", f"dice {first} -"])))
            ms += data.draw(st.integers(0, 200))
        ms += 400
        expected.append(((first, second), ms))
        for _ in range(data.draw(st.integers(1, 6))):
            reader.says(ms, f"dice {first} {second}")
            ms += data.draw(st.integers(0, 1500))
        ms += 300
    assert reader.waits(ms) == expected


# -- whether it can be relied on -------------------------------------------------------------------


def heard(watch: Watch, ms: int, text: bytes) -> None:
    watch.arrived(len(text), ms * MS)
    said = understand(text)
    if said is not None:
        watch.heard(said, ms * MS)


def test_a_reader_with_a_heartbeat_that_falls_silent_is_found_out() -> None:
    watch = Watch(0)
    for ms in range(0, 20_000, 1_000):
        heard(watch, ms, b"alive")
        assert watch.state(ms * MS) is ReaderState.OK
    assert watch.changes_at(20_000 * MS) == 24_000 * MS
    assert watch.state(23_999 * MS) is ReaderState.OK
    assert watch.state(24_000 * MS) is ReaderState.SILENT
    assert watch.changes_at(24_000 * MS) is None
    heard(watch, 40_000, b"dice 3 4")
    assert watch.state(40_000 * MS) is ReaderState.OK


def test_a_reader_that_never_says_a_word_is_silent() -> None:
    watch = Watch(0)
    assert watch.state(4_999 * MS) is ReaderState.OK
    assert watch.state(5_000 * MS) is ReaderState.SILENT


def test_a_reader_without_a_heartbeat_may_be_silent_between_rolls() -> None:
    watch = Watch(0)
    heard(watch, 1_000, b"dice 3 4")
    assert watch.state(3_600_000 * MS) is ReaderState.OK
    assert watch.changes_at(3_600_000 * MS) is None


def test_noise_alone_is_garbled_and_a_line_makes_it_good() -> None:
    watch = Watch(0)
    heard(watch, 500, b"alive")
    for ms in range(1_000, 6_000, 100):
        heard(watch, ms, b"\xf8\x00\xe6")
    assert watch.changes_at(3_500 * MS) == 4_000 * MS
    assert watch.state(3_999 * MS) is ReaderState.OK
    assert watch.state(4_000 * MS) is ReaderState.GARBLED
    heard(watch, 6_000, b"alive")
    assert watch.state(6_000 * MS) is ReaderState.OK


def test_a_little_noise_among_lines_is_nothing() -> None:
    watch = Watch(0)
    for ms in range(0, 20_000, 500):
        heard(watch, ms, b"alive")
        heard(watch, ms + 10, b"\xf8\x00\xe6garbage here too, and more")
        assert watch.state((ms + 400) * MS) is ReaderState.OK


def at_another_speed(data: bytes, sent: int, read: int) -> bytes:
    """What a receiver at `read` baud makes of bytes sent at `sent` baud, 8N1, back to back."""
    bits = [bit for byte in data for bit in (0, *((byte >> n) & 1 for n in range(8)), 1)]
    step, at, found = sent / read, 0.0, bytearray()
    while at < len(bits):
        if bits[int(at)]:  # idle or stop: wait for a start bit
            at += step / 8
            continue
        places = [at + step * (n + 1.5) for n in range(9)]
        if places[-1] >= len(bits):
            break
        byte = sum(bits[int(place)] << n for n, place in enumerate(places[:8]))
        if bits[int(places[8])]:  # without its stop bit the driver drops it, or says NUL
            found.append(byte)
        else:
            found.append(0)
        at = places[8]
    return bytes(found)


def test_the_receiver_of_the_next_test_hears_its_own_speed() -> None:
    said = b"dice 3 4\r\nalive\r\n"
    assert at_another_speed(said, 9_600, 9_600) == said


@pytest.mark.parametrize("read", [1_200, 4_800, 9_600, 14_400, 19_200, 38_400, 71_424, 230_400])
def test_another_speed_is_never_a_roll_and_is_found_out_in_five_seconds(read: int) -> None:
    """62 % of 115,200 is the 71,424 that a clock not locked gives on some boards."""
    sent = b"".join(b"dice %d %d\r\n" % (n % 6 + 1, n % 5 + 1) for n in range(400))
    cutter, watch, at = LineCutter(), Watch(0), 0
    garbage = at_another_speed(sent, 115_200, read)
    assert garbage
    for start in range(0, len(garbage), max(1, len(garbage) // 50)):
        at += 100 * MS
        chunk = garbage[start : start + max(1, len(garbage) // 50)]
        watch.arrived(len(chunk), at)
        assert not any(understand(line.text) for line in cutter.feed(chunk, at))
    assert at <= 5_900 * MS
    assert watch.state(at) is ReaderState.GARBLED


def test_in_a_million_random_frames_there_is_no_roll() -> None:
    noise = random.Random(1)
    data = noise.randbytes(16_000_000)
    cutter, lines = LineCutter(), 0
    for start in range(0, len(data), 65_536):
        for line in cutter.feed(data[start : start + 65_536], 0):
            lines += 1
            assert understand(line.text) is None
    assert lines > 100_000
    frames = (data[start : start + 8] for start in range(0, 8_000_000, 8))
    assert not any(understand(frame) for frame in frames)
