"""Four words for a key, the same at the table and at the league for ever."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rules import identity
from rules.identity import enrol_message, key_words, receipt_message


def test_the_words_of_a_key_never_change() -> None:
    assert key_words("00" * 32) == "swallow pencil engine cabin"


def test_no_word_is_there_twice_and_each_is_a_byte() -> None:
    words = identity._WORDS.split()
    assert len(words) == len(set(words)) == 256
    assert all(word.isascii() and word.islower() and 4 <= len(word) <= 9 for word in words)


@given(st.binary(min_size=32, max_size=32), st.binary(min_size=32, max_size=32))
def test_other_keys_have_other_words(one: bytes, other: bytes) -> None:
    assert (key_words(one.hex()) == key_words(other.hex())) == (one == other)


def test_what_is_signed_names_what_it_is_for() -> None:
    assert enrol_message(" abcd2345 ", "ff") == b"tableside enrol 1\nABCD2345\nff"
    assert receipt_message("G1", "ab") == b"tableside receipt 1\nG1\nab"
