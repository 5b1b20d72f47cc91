"""The chain proves every line by its own bytes."""

from __future__ import annotations

import json
from decimal import Decimal
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.chain import Chain, read_line
from rules.jsontext import canonical, read_object, write

FIELDS = {"t": 4.25, "do": "roll", "seat": 1, "dice": [3, 4], "line": "seat1"}


def test_a_line_ends_with_the_hash_before_and_its_own_over_the_bytes_before_it() -> None:
    chain = Chain()
    first = chain.line({"open": {}})
    second = chain.line(FIELDS)
    assert first.startswith(b'{"open":{},"prev":"","hash":"')
    body, _, rest = second.partition(b',"hash":')
    assert rest == f'"{sha256(body).hexdigest()}"}}\n'.encode()
    assert json.loads(second)["prev"] == json.loads(first)["hash"]
    assert chain.head == json.loads(second)["hash"]


def test_a_line_read_again_gives_its_fields_and_its_links() -> None:
    chain = Chain()
    first = read_line(chain.line(FIELDS)[:-1])
    second = read_line(chain.line({"t": 5, "do": "wait"})[:-1])
    assert first.fields == FIELDS
    assert (first.prev, second.prev, second.hash) == ("", first.hash, chain.head)


def test_a_line_made_ready_is_the_one_that_would_have_been_made() -> None:
    plain, ready = Chain(), Chain()
    fields = dict(FIELDS)
    ready.make_ready(fields)
    assert ready.head == ""
    assert [ready.line(fields), ready.line(fields)] == [plain.line(fields) for _ in range(2)]
    assert ready.head == plain.head


def test_a_line_made_ready_is_made_anew_when_another_came_before_it() -> None:
    plain, ready = Chain(), Chain()
    fields = dict(FIELDS)
    ready.make_ready(fields)
    for line in ({"t": 1, "do": "wait"}, fields):
        assert ready.line(line) == plain.line(line)


def test_a_chain_goes_on_from_the_head_it_is_given() -> None:
    whole, half = Chain(), Chain()
    half.line(FIELDS)
    whole.line(FIELDS)
    assert Chain(half.head).line(FIELDS) == whole.line(FIELDS)


@given(st.integers(0, 250), st.integers(1, 255))
def test_no_byte_of_a_line_can_change_unseen(at: int, by: int) -> None:
    chain = Chain()
    chain.line({"open": {}})
    line = bytearray(chain.line(FIELDS)[:-1])
    line[at % len(line)] ^= by
    with pytest.raises(ValueError):
        read_line(bytes(line))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"", 'does not end with "prev" and "hash"'),
        (b'{"t":1}', 'does not end with "prev" and "hash"'),
        (Chain().line(FIELDS)[:-2], 'does not end with "prev" and "hash"'),
        (b"\x00" * 300, 'does not end with "prev" and "hash"'),
    ],
)
def test_what_is_wrong_with_a_line_is_said(line: bytes, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_line(line)


def _hashed(body: bytes) -> bytes:
    return body + b',"hash":"' + sha256(body).hexdigest().encode() + b'"}'


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b'{"t":1', 'has no "prev" before its "hash"'),
        (b'{"t":1,"t":2,"prev":""', "key 't': found twice"),
        (b'{"t":NaN,"prev":""', "NaN is no number"),
        (b'{"t":\xff,"prev":""', "codec can't decode"),
    ],
)
def test_a_right_hash_does_not_make_a_wrong_line_right(body: bytes, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_line(_hashed(body))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no JSON: Expecting value at column 1"),
        ("{", "no JSON: Expecting property name"),
        ('{"a":1} {}', "no JSON: more text after the object at column 8"),
        ('{"a":1e99999999999999999999}', "no number: '1e99999999999999999999'"),
        ("[1]", r"found \[1\], allowed an object"),
        ("3", "found 3, allowed an object"),
        ('{"a":Infinity}', "Infinity is no number"),
        ('{"a":1,"b":{"c":1,"c":1}}', "key 'c': found twice"),
        ('{"a":"\\ud800"}', "half a character"),
        ("[" * 100_000, "nested too deep"),
        ('{"a":' + "[" * 24 + "]" * 24 + "}", "nested too deep"),
        ('{"a":' + "9" * 5000 + "}", "too many digits"),
    ],
)
def test_text_that_is_no_object_is_refused_and_says_why(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_object(text)


def test_many_lists_beside_one_another_are_not_deep() -> None:
    text = '{"dice":[' + ",".join(["[3,4]"] * 500) + "]}"
    assert len(read_object(text)["dice"]) == 500
    deep = '{"a":' + "[" * 23 + "]" * 23 + "}"
    assert list(read_object(deep)) == ["a"]


def test_more_decimals_than_three_are_kept_as_they_were_written() -> None:
    found = read_object('{"a":1.5,"b":0.0000000000000000000000000000000000001,"c":1e2,"d":7}')
    assert found == {"a": 1.5, "b": Decimal("1E-37"), "c": Decimal("1E+2"), "d": 7}
    assert type(found["a"]) is float


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**15), 10**15) | st.text(max_size=6),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3)
    ),
    max_leaves=6,
)


@given(st.dictionaries(st.text(max_size=6), JSON, max_size=4))
def test_what_is_written_is_read_again(fields: dict[str, Any]) -> None:
    assert read_object(write(fields)) == fields
    assert read_object(canonical(fields)) == fields
    assert canonical(dict(reversed(fields.items()))) == canonical(fields)
    assert "\n" not in write(fields)
