"""A released edition is never edited: a change of its fingerprint is a new edition's file."""

from __future__ import annotations

from tests.golden import lock


def test_every_shipped_edition_is_the_one_that_was_released() -> None:
    assert lock.shipped() == lock.locked(), "new: python -m tests.golden.lock; changed: a new file"


def test_the_line_of_a_new_edition_is_printed_and_of_a_changed_one_is_not() -> None:
    released = dict(lock.locked())
    mark = released.pop("hun-2009")
    released["ramk-2017"] = "0" * 64
    assert lock.missing(released) == [f"hun-2009 {mark}"]
