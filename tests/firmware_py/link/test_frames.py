"""The codec: whatever bytes come, it never raises and never yields a frame that nobody sent."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_py.link import hello
from firmware_py.link.frames import (
    LONGEST,
    MOST_PAYLOAD,
    OVERHEAD,
    Decoder,
    Frame,
    Kind,
    decode,
    encode,
)

KEY = 0x1234_5678


def key_of(address: int) -> int | None:
    return KEY if address == 3 else None


DATA = Frame(Kind.DATA, 3, stream=1, first=True, last=True, seq=7, ack=9, payload=b"result")

frames = st.builds(
    Frame,
    st.sampled_from(Kind),
    st.just(3),
    st.booleans(),
    st.booleans(),
    st.integers(0, 3),
    st.booleans(),
    st.booleans(),
    st.integers(0, 255),
    st.integers(0, 255),
    st.binary(max_size=MOST_PAYLOAD),
)


def wire(frame: Frame) -> bytes:
    open_kinds = (Kind.DISCOVER, Kind.HELLO, Kind.WELCOME)
    return encode(frame, 0 if frame.kind in open_kinds else KEY)


@given(st.lists(frames, max_size=6), st.lists(st.integers(1, 300), max_size=12))
def test_frames_come_out_as_they_went_in_however_the_bytes_are_cut(
    sent: list[Frame], cuts: list[int]
) -> None:
    data = b"".join(map(wire, sent))
    decoder = Decoder(key_of)
    found: list[Frame] = []
    for cut in cuts:
        found += decoder.feed(data[:cut])
        data = data[cut:]
    found += decoder.feed(data)
    assert found == sent
    assert (decoder.good, decoder.bad) == (len(sent), 0)


@given(frames)
def test_a_frame_holds_no_zero_inside_and_costs_ten_bytes(frame: Frame) -> None:
    data = wire(frame)
    assert data.index(0) == len(data) - 1
    assert len(data) == frame.size == len(frame.payload) + OVERHEAD <= LONGEST


@given(st.lists(st.binary(max_size=400), max_size=8))
def test_random_bytes_are_no_frame_and_no_error(pieces: list[bytes]) -> None:
    decoder = Decoder(key_of)
    assert [frame for piece in pieces for frame in decoder.feed(piece)] == []
    assert decoder.feed(b"\0" + wire(DATA)) == [DATA]


Change = tuple[int, int, bytes]


def mutated(data: bytes, changes: Sequence[Change]) -> bytes:
    """Each change puts other bytes in place of some (none: a drop; zero taken: an insertion)."""
    for at, taken, put in changes:
        at %= len(data) + 1
        data = data[:at] + put + data[at + taken :]
    return data


@given(
    st.lists(frames, min_size=1, max_size=4),
    st.lists(
        st.tuples(st.integers(0, 2000), st.integers(0, 30), st.binary(max_size=30)),
        min_size=1,
        max_size=6,
    ),
)
def test_of_mutated_frames_only_whole_ones_come_out(
    sent: list[Frame], changes: list[Change]
) -> None:
    data = mutated(b"".join(map(wire, sent)), changes)
    assert set(Decoder(key_of).feed(data)) <= set(sent)


@pytest.mark.parametrize("bit", range(8 * len(wire(DATA)) - 8))
def test_no_single_bit_can_be_another_one(bit: int) -> None:
    data = bytearray(wire(DATA))
    data[bit // 8] ^= 1 << bit % 8
    assert Decoder(key_of).feed(bytes(data)) == []


def test_what_comes_after_damage_is_heard() -> None:
    decoder = Decoder(key_of)
    assert decoder.feed(wire(DATA)[3:] + wire(DATA)) == [DATA]
    assert (decoder.good, decoder.bad) == (1, 1)


def test_noise_without_end_costs_no_memory_and_the_next_frame_is_heard() -> None:
    decoder = Decoder(key_of)
    for _ in range(1000):
        assert decoder.feed(b"\x55" * 1000) == []
        assert len(decoder._held) < LONGEST
    assert decoder.feed(b"\0" + wire(DATA)) == [DATA]
    assert decoder.bad == 1


def test_a_frame_of_another_session_or_table_is_none() -> None:
    assert decode(encode(DATA, KEY + 1)[:-1], key_of) is None
    assert decode(encode(DATA._replace(address=4), KEY)[:-1], key_of) is None
    assert decode(encode(DATA)[:-1], key_of) is None


def test_half_a_frame_of_a_line_that_was_lost_is_forgotten() -> None:
    decoder = Decoder(key_of)
    decoder.feed(wire(DATA)[:5])
    decoder.reset()
    assert decoder.feed(wire(DATA)) == [DATA]


def test_a_payload_that_does_not_fit_is_our_own_mistake() -> None:
    with pytest.raises(ValueError, match="a payload of 241 bytes; allowed 240"):
        encode(DATA._replace(payload=bytes(241)), KEY)


def test_the_format_stays_what_it_is() -> None:
    """Version 1, byte by byte: other ends are out there."""
    frame = Frame(Kind.DATA, 3, True, False, 1, True, False, 5, 250, b"a\0b")
    assert encode(frame, KEY).hex() == "06832c05fa61066278c68f3400"
    asked = hello.pack_discover(hello.Discover(b"gateway1", 8, 36))
    assert asked.hex() == "0101676174657761793108" + "24"
    said = hello.pack_hello(hello.Hello(b"table--1", b"gateway1"))
    assert said == b"\1\1table--1gateway1"
    assert (
        hello.pack_welcome(hello.Welcome(b"table--1", b"gateway1", 5, True))
        == b"\1table--1gateway1\5\1"
    )


@given(st.binary(max_size=40))
def test_a_hello_that_is_too_short_is_none_and_more_behind_it_is_a_newer_version(
    data: bytes,
) -> None:
    for read, size in (
        (hello.read_discover, 12),
        (hello.read_hello, 18),
        (hello.read_welcome, 19),
    ):
        assert (read(data) is None) == (len(data) < size)


@pytest.mark.parametrize(
    ("lowest", "highest", "common"), [(1, 1, 1), (1, 9, 1), (2, 9, 0), (0, 0, 0), (0, 1, 1)]
)
def test_the_newest_version_that_both_speak(lowest: int, highest: int, common: int) -> None:
    assert hello.common_version(lowest, highest) == common


def test_s19_a_million_random_pieces_hold_no_frame() -> None:
    dice = random.Random(19)
    decoder = Decoder(lambda _: KEY)
    while decoder.bad < 20_000:  # the million is `python -m tests.serial_line.mutated`
        assert decoder.feed(dice.randbytes(65_536)) == []
