"""Who may enter and who comes in time (HUN-1, 1.1, 6.2)."""

from __future__ import annotations

import pytest

from rules.edition import Edition
from rules.monopoly.entry import Entry, is_late, later_seat, may_enter

WELCOME = Entry(True, "1991-05-01", "2009-05-14", True)


def test_born_on_1_may_1991_and_registered_on_14_may_2009_is_welcome(edition: Edition) -> None:
    """HUN-1: the day itself is included."""
    assert may_enter(WELCOME, edition) is None


@pytest.mark.parametrize(
    ("change", "rule", "why"),
    [
        ({"born": "1991-05-02"}, "HUN-1", "too_young"),
        ({"registered": "2009-05-15"}, "HUN-1", "registered_late"),
        ({"hungarian": False}, "HUN-1", "citizens_only"),
        ({"accepts_rules": False}, "HUN-1", "rules_not_accepted"),
        ({"staff_or_relative": True}, "HUN-1.1", "staff_or_relative"),
    ],
)
def test_who_is_not(change: dict[str, object], rule: str, why: str, edition: Edition) -> None:
    refusal = may_enter(WELCOME._replace(**change), edition)

    assert refusal is not None
    assert (refusal.rule, refusal.why) == (rule, why)


def test_exactly_thirty_minutes_before_is_in_time(edition: Edition) -> None:
    """HUN-6.2b."""
    assert not is_late(36_000 - 1800, 36_000, edition)
    assert is_late(36_000 - 1799, 36_000, edition)


def test_a_late_player_gets_the_days_next_table_with_a_free_seat(edition: Edition) -> None:
    """HUN-6.2a: none left, and the right to play may be lost."""
    assert later_seat([6, 5, 4], edition) == 1
    assert later_seat([6, 6], edition) is None
