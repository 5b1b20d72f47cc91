"""Chatter, lockouts, short and long presses, stalled loops: all from stamps, without a clock."""

from __future__ import annotations

import bisect
import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_py.debounce import DEFAULT_LOCKOUT_NS, GRACE_NS, Change, Debouncer, in_order
from firmware_py.kinds import Edge, LineId, Press, Release

MS = 1_000_000
SEAT1, SEAT2 = LineId("seat1"), LineId("seat2")


def edges(line: LineId, *stamps_ms: float) -> list[Edge]:
    """Alternating closes and opens at these milliseconds, a close first."""
    return [Edge(line, n % 2 == 0, round(ms * MS)) for n, ms in enumerate(stamps_ms)]


def played(fed: list[Edge], until_ms: float, debouncer: Debouncer | None = None) -> list[Change]:
    """What a loop that wakes for each recheck makes of these edges."""
    debouncer = debouncer or Debouncer()
    changes: list[Change] = []
    for edge in in_order(fed):
        while (at := debouncer.recheck_at()) is not None and at <= edge.at_ns:
            changes += debouncer.settle(at)
        changes += debouncer.feed(edge)
    return changes + list(debouncer.settle(round(until_ms * MS)))


def test_ten_bounces_of_one_press_are_one_press() -> None:
    chatter = edges(SEAT1, *[n * 0.5 for n in range(21)])  # ends closed
    assert played(chatter, 1000) == [Press(SEAT1, 0)]


def test_chatter_after_the_release_is_dropped_too() -> None:
    fed = edges(SEAT1, 0, 300, 301, 302, 303, 304)
    assert played(fed, 1000) == [Press(SEAT1, 0), Release(SEAT1, 300 * MS)]


def test_a_press_shorter_than_the_lockout_is_a_press_and_the_long_one_later_another() -> None:
    fed = edges(SEAT1, 0, 8, 5008, 6000)
    assert played(fed, 7000) == [
        Press(SEAT1, 0),
        Release(SEAT1, DEFAULT_LOCKOUT_NS),
        Press(SEAT1, 5008 * MS),
        Release(SEAT1, 6000 * MS),
    ]


def test_let_go_within_the_lockout_is_not_held_five_seconds_later() -> None:
    debouncer = Debouncer()
    for edge in edges(SEAT1, 0, 10):
        debouncer.feed(edge)
    assert debouncer.recheck_at() == DEFAULT_LOCKOUT_NS
    assert debouncer.settle(DEFAULT_LOCKOUT_NS) == (Release(SEAT1, DEFAULT_LOCKOUT_NS),)
    assert not debouncer.pressed(SEAT1)
    assert debouncer.settle(5000 * MS) == ()


def test_the_lockout_is_at_most_thirty_milliseconds() -> None:
    assert DEFAULT_LOCKOUT_NS <= 30 * MS


def test_two_seats_120_ms_apart_both_count_in_their_order() -> None:
    fed = edges(SEAT2, 0, 90) + edges(SEAT1, 120, 210)
    presses = [change for change in played(fed, 1000) if isinstance(change, Press)]
    assert presses == [Press(SEAT2, 0), Press(SEAT1, 120 * MS)]


def test_the_first_press_after_the_start_counts() -> None:
    assert played(edges(SEAT1, 0.0), 1) == [Press(SEAT1, 0)]


def test_two_seats_within_a_millisecond_are_ordered_by_their_edges() -> None:
    arrived = [Edge(SEAT1, True, 10_000_400), Edge(SEAT2, True, 10_000_100)]
    assert played(arrived, 1) == [Press(SEAT2, 10_000_100), Press(SEAT1, 10_000_400)]


def test_equal_stamps_keep_the_order_of_arrival() -> None:
    arrived = [Edge(SEAT2, True, 5), Edge(SEAT1, True, 5)]
    assert played(arrived, 1) == [Press(SEAT2, 5), Press(SEAT1, 5)]


def test_an_edge_at_the_lockouts_end_is_judged_as_new() -> None:
    fed = [Edge(SEAT1, True, 0), Edge(SEAT1, False, DEFAULT_LOCKOUT_NS)]
    assert played(fed, 1000) == [Press(SEAT1, 0), Release(SEAT1, DEFAULT_LOCKOUT_NS)]


def test_a_lost_release_edge_is_found_when_the_line_is_read_again() -> None:
    debouncer = Debouncer()
    debouncer.feed(Edge(SEAT1, True, 0))
    at = debouncer.recheck_at()
    assert at == DEFAULT_LOCKOUT_NS
    assert debouncer.settle(at + 3 * MS, lambda line: False) == ()
    again = debouncer.recheck_at()
    assert again == at + 3 * MS + GRACE_NS
    assert debouncer.settle(again, lambda line: False) == (Release(SEAT1, again),)


def test_reading_a_line_that_is_as_told_changes_nothing() -> None:
    debouncer = Debouncer()
    debouncer.feed(Edge(SEAT1, True, 0))
    assert debouncer.settle(40 * MS, lambda line: True) == ()
    assert debouncer.recheck_at() is None


def test_chatter_still_on_its_way_when_the_lockout_ends_is_no_second_press() -> None:
    debouncer = Debouncer()
    changes = [*debouncer.feed(Edge(SEAT1, True, 0)), *debouncer.feed(Edge(SEAT1, False, 10 * MS))]
    changes += debouncer.settle(26 * MS, lambda line: True)  # closed again, its edge comes late
    changes += debouncer.feed(Edge(SEAT1, True, 20 * MS))
    changes += debouncer.feed(Edge(SEAT1, False, 80 * MS))
    assert changes == [Press(SEAT1, 0), Release(SEAT1, 80 * MS)]


def test_edges_that_a_starved_library_brings_late_keep_their_instants() -> None:
    """The line is let go, pressed and let go again before its first edge is looked at."""
    debouncer = Debouncer()
    changes = [*debouncer.feed(Edge(SEAT1, True, 0))]
    changes += debouncer.settle(200 * MS, lambda line: False)
    for edge in edges(SEAT1, 0, 60, 120, 180)[1:]:
        changes += debouncer.feed(edge)
    changes += debouncer.settle(600 * MS, lambda line: False)
    stamps = [change.at_ns // MS for change in changes]
    assert stamps == [0, 60, 120, 180]
    assert [type(change) for change in changes] == [Press, Release, Press, Release]
    assert debouncer.recheck_at() is None


def test_a_new_press_while_a_line_is_in_doubt_is_a_press_at_its_own_instant() -> None:
    """Let go with chatter that comes late, then pressed again before the doubt is over."""
    debouncer = Debouncer()
    fed = edges(SEAT1, 0, 100, 106, 112, 300, 330)
    changes = [change for edge in fed[:3] for change in debouncer.feed(edge)]
    changes += debouncer.settle(150 * MS, lambda line: False)
    changes += debouncer.feed(fed[3])
    changes += debouncer.settle(401 * MS, lambda line: True)  # its edge is on its way
    for edge in fed[4:]:
        changes += debouncer.feed(edge)
    stamps = [change.at_ns // MS for change in changes]
    assert stamps == [0, 100, 300, 330]


def test_a_line_is_not_believed_while_edges_of_others_still_come_from_before_it_was_read() -> None:
    debouncer = Debouncer()
    changes = [*debouncer.feed(Edge(SEAT1, True, 0))]
    changes += debouncer.settle(500 * MS, lambda line: False)
    for now_ms, edge in ((700, Edge(SEAT2, True, 40 * MS)), (900, Edge(SEAT1, False, 60 * MS))):
        changes += debouncer.settle(now_ms * MS, lambda line: False)
        changes += debouncer.feed(edge)
    assert changes == [Press(SEAT1, 0), Press(SEAT2, 40 * MS), Release(SEAT1, 60 * MS)]


def test_what_edges_and_line_agree_on_has_the_lockouts_end_for_its_instant() -> None:
    debouncer = Debouncer()
    for edge in edges(SEAT1, 0, 10):
        debouncer.feed(edge)
    at = DEFAULT_LOCKOUT_NS
    assert debouncer.settle(at + 9 * MS, lambda line: False) == (Release(SEAT1, at),)


def test_a_line_held_at_the_opening_is_silent_until_it_was_let_go() -> None:
    debouncer = Debouncer(held=[SEAT1])
    assert debouncer.pressed(SEAT1)
    assert played([Edge(SEAT1, False, 50 * MS)], 100, debouncer) == []
    assert played([Edge(SEAT1, True, 200 * MS)], 201, debouncer) == [Press(SEAT1, 200 * MS)]


def test_a_held_line_that_chatters_while_let_go_stays_silent() -> None:
    fed = [Edge(SEAT1, up, n * MS) for n, up in enumerate([False, True, False, True, False])]
    assert played(fed, 100, Debouncer(held=[SEAT1])) == []


def test_two_hundred_taps_in_ten_seconds_keep_their_instants() -> None:
    stamps = [25 * n for n in range(400)]
    fed = [Edge(SEAT1, n % 2 == 0, at * MS) for n, at in enumerate(stamps)]
    changes = played(fed, 11_000)
    assert [change.at_ns for change in changes] == [at * MS for at in stamps]


def test_a_negative_lockout_is_refused() -> None:
    with pytest.raises(ValueError, match="lockout_ns = -1; write 0 or more"):
        Debouncer(-1)


def test_without_a_lockout_every_edge_counts() -> None:
    assert len(played(edges(SEAT1, 0, 1, 2, 3), 10, Debouncer(0))) == 4


chatter_ms = st.lists(st.floats(0.05, 9.5), max_size=6).map(sorted)


@st.composite
def contact(draw: st.DrawFn, line: LineId) -> tuple[list[Edge], list[tuple[int, int]]]:
    """Presses of one contact as electricity does them, and the truth: (closed, opened) in ns."""
    fed: list[Edge] = []
    truth: list[tuple[int, int]] = []
    at_ms = draw(st.floats(0, 50))
    for _ in range(draw(st.integers(1, 6))):
        held_ms = draw(st.floats(36, 3000))
        for start_ms, closes in ((at_ms, True), (at_ms + held_ms, False)):
            bounces = draw(chatter_ms)
            bounces = bounces[: len(bounces) // 2 * 2]
            for n, offset in enumerate([0.0, *bounces]):
                fed.append(
                    Edge(line, closes if n % 2 == 0 else not closes, at_ns(start_ms + offset))
                )
        truth.append((at_ns(at_ms), at_ns(at_ms + held_ms)))
        at_ms += held_ms + draw(st.floats(36, 500))
    return fed, truth


def at_ns(ms: float) -> int:
    return round(ms * MS)


@settings(max_examples=500, deadline=None)
@given(st.data())
def test_any_presses_with_chatter_come_out_as_they_were_made(data: st.DataObject) -> None:
    fed, truth = data.draw(contact(SEAT1))
    changes = played(fed, 60_000)
    wanted = [
        change
        for closed, opened in truth
        for change in (Press(SEAT1, closed), Release(SEAT1, opened))
    ]
    assert changes == wanted


any_edges = st.lists(
    st.tuples(st.sampled_from(["seat1", "seat2", "judge.no"]), st.integers(0, 200_000_000)),
    max_size=60,
)


def toggled(drawn: list[tuple[str, int]]) -> list[Edge]:
    """Edges as a kernel delivers them: in order, each line changing level at each of its edges."""
    levels: dict[str, bool] = {}
    fed = []
    for name, stamp in sorted(drawn, key=lambda each: each[1]):
        levels[name] = not levels.get(name, False)
        fed.append(Edge(LineId(name), levels[name], stamp))
    return fed


@settings(max_examples=500, deadline=None)
@given(any_edges)
def test_every_press_has_exactly_one_release_and_time_never_goes_back(
    drawn: list[tuple[str, int]],
) -> None:
    fed = toggled(drawn)
    changes = played(fed, 10_000)
    for line in {edge.line for edge in fed}:
        own = [change for change in changes if change.line == line]
        kinds = [type(change) for change in own]
        assert kinds == [kind for kind, _ in zip(itertools.cycle((Press, Release)), own)]
        last = [edge.pressed for edge in fed if edge.line == line][-1]
        assert (len(own) % 2 == 1) == last
    assert [change.at_ns for change in changes] == sorted(change.at_ns for change in changes)


@settings(max_examples=300, deadline=None)
@given(any_edges, st.integers(0, 60))
def test_a_stalled_loop_makes_the_same_of_the_same_edges(
    drawn: list[tuple[str, int]], stall: int
) -> None:
    fed = toggled(drawn)
    stalled = Debouncer()
    late: list[Change] = []
    for edge in fed[:stall]:  # nothing settled meanwhile: all of it comes from `feed`
        late += stalled.feed(edge)
    late += played(fed[stall:], 10_000, stalled)
    assert late == played(fed, 10_000)


@settings(max_examples=300, deadline=None)
@given(contact(SEAT1), st.integers(0, 10**6))
def test_edges_that_come_late_to_a_loop_that_reads_the_line_make_the_same(
    drawn: tuple[list[Edge], list[tuple[int, int]]], seed: int
) -> None:
    fed, dice = drawn[0], random.Random(seed)
    changes: list[Change] = []
    debouncer, waiting, now_ns = Debouncer(), list(fed), 0
    stamps = [edge.at_ns for edge in fed]
    while waiting or debouncer.recheck_at() is not None:
        ahead = [edge.at_ns for edge in waiting[:1]]
        if (at := debouncer.recheck_at()) is not None:
            ahead.append(at)
        now_ns = max(now_ns, min(ahead)) + round(dice.uniform(0, 40) * MS)
        late_ns = round(dice.uniform(0, 200) * MS)
        while waiting and waiting[0].at_ns <= now_ns - late_ns:
            changes += debouncer.feed(waiting.pop(0))
        last = bisect.bisect_right(stamps, now_ns) - 1
        level = last >= 0 and fed[last].pressed
        changes += debouncer.settle(now_ns, lambda line, level=level: level)
    assert changes == played(fed, 60_000)
