"""A record as it travels: small, and the same bytes at the other end, whole or damaged."""

from __future__ import annotations

import zlib
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.chain import Chain
from rules.packed import LINKS_LEFT_OUT, PLAIN, pack, unpack
from tests.league import games
from tests.league.games import Played


def chained(count: int) -> bytes:
    chain = Chain()
    return b"".join(
        chain.line({"t": 10.0 + number, "do": "roll", "seat": 1 + number % 6, "dice": [1, 2]})
        for number in range(count)
    )


@pytest.mark.parametrize("rolls", [1, 8, 250])
def test_a_record_comes_out_as_it_went_in_and_is_a_tenth_on_the_way(rolls: int) -> None:
    record = games.record(Played(rolls=rolls))
    packed = pack(record)
    assert unpack(packed) == record
    assert packed[0] == LINKS_LEFT_OUT
    assert len(packed) * 8 < len(record)
    assert len(packed) * 2 < len(zlib.compress(record, 9))


def test_a_game_of_seven_hundred_lines_is_a_second_of_a_serial_line() -> None:
    assert len(pack(chained(700))) < 11_520


@given(
    st.integers(0, 12),
    st.lists(
        st.tuples(st.integers(0, 4000), st.integers(0, 40), st.binary(max_size=9)), max_size=4
    ),
)
def test_a_damaged_record_arrives_as_damaged_as_it_was(
    count: int, changes: list[tuple[int, int, bytes]]
) -> None:
    data = chained(count)
    for at, taken, put in changes:
        at %= len(data) + 1
        data = data[:at] + put + data[at + taken :]
    assert unpack(pack(data)) == data


@pytest.mark.parametrize("data", [b"", b"\n", b"!", b"!\n!", b"{\n", b"{}\n{}", b"a\r\nb", b"\0\n"])
def test_whatever_else_is_packed_comes_out_too(data: bytes) -> None:
    assert unpack(pack(data)) == data


def test_a_damaged_line_costs_its_own_links_and_no_other() -> None:
    whole = chained(300)
    damaged = whole.replace(b'"t":100.0', b'"t":100.1', 1)
    assert damaged != whole
    assert len(pack(damaged)) < len(pack(whole)) + 400


@given(st.binary(max_size=200))
def test_what_was_not_packed_is_refused_and_never_raises_anything_else(data: bytes) -> None:
    with suppress(ValueError):
        assert len(unpack(data, 10_000)) <= 10_000


@pytest.mark.parametrize(
    ("packed", "message"),
    [
        (b"", "it ends too early"),
        (pack(b"x")[:-1], "it ends too early"),
        (bytes((PLAIN,)) + b"\xff\xff", "not packed, or damaged"),
        (b"\x07" + pack(b"x")[1:], "packed in a way that is not known here: 07"),
    ],
)
def test_each_reason_is_told(packed: bytes, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        unpack(packed)


def test_a_few_bytes_that_would_become_gigabytes_are_refused() -> None:
    deflate = zlib.compressobj(9, wbits=-15)
    bomb = deflate.compress(bytes(20_000_000)) + deflate.flush()
    with pytest.raises(ValueError, match="longer than 8388608 bytes"):
        unpack(bytes((PLAIN,)) + bomb)
    lines = zlib.compressobj(9, wbits=-15)
    thin = lines.compress(b"{\n" * 2_000_000) + lines.flush()
    with pytest.raises(ValueError, match="longer than 8388608 bytes"):
        unpack(bytes((LINKS_LEFT_OUT,)) + thin)
