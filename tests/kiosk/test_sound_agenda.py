"""Who sounds when several want to."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from kiosk.sound.agenda import Agenda, Ask, Planned, rank

MS = 1_000_000
LENGTHS = {"end": 2190, "fault": 1660, "time-up": 930, "ten-left": 225, "undo": 350, "no": 890}
CLASSES = {"fault": "B", "ten-left": "B", "break": "B", "undo": "C", "recorded": "D"}
START_MS = 100_000


def ask(sound: str, at_ms: int, key: str = "") -> Ask:
    klass = CLASSES.get(sound, "A")
    return Ask(key or sound, sound, klass, (START_MS + at_ms) * MS, LENGTHS.get(sound, 1000) * MS)


class Hall:
    """An agenda whose planned sounds are given out when their time has come."""

    def __init__(self) -> None:
        self.agenda = Agenda()
        self.sounded: list[tuple[str, int]] = []
        self.dropped: list[tuple[str, str]] = []
        self.now_ms = 0

    def ask(self, sound: str, at_ms: int) -> None:
        self.agenda.ask(ask(sound, at_ms), (START_MS + self.now_ms) * MS)
        self.let_pass(0)

    def let_pass(self, ms: int) -> None:
        """Time passes in steps of 10 ms."""
        for now in range(self.now_ms, self.now_ms + ms + 1, 10):
            self.now_ms = now
            planned, dropped = self.agenda.plan((START_MS + now) * MS)
            self.dropped += [(gone.ask.sound, gone.why) for gone in dropped]
            for plan in planned:
                if not plan.started and plan.start_ns <= (START_MS + now) * MS:
                    self.agenda.started(plan.ask.key, plan.start_ns)
                    self.sounded.append((plan.ask.sound, now))

    def planned(self) -> dict[str, Planned]:
        planned, _ = self.agenda.plan((START_MS + self.now_ms) * MS)
        return {plan.ask.sound: plan for plan in planned}


def test_the_order_is_end_ballot_fault_then_classes() -> None:
    order = [("end", "A"), ("no", "A"), ("fault", "B"), ("warn-1", "A"), ("break", "B")]
    order += [("undo", "C"), ("recorded", "D")]
    ranks = [rank(sound, klass) for sound, klass in order]
    assert ranks == sorted(set(ranks))
    assert rank("closed", "A") == rank("open", "A") == rank("yes", "A") == rank("no", "A")


def test_a_sound_alone_sounds_at_its_instant() -> None:
    hall = Hall()
    hall.ask("warn-1", 500)
    hall.let_pass(2000)
    assert hall.sounded == [("warn-1", 500)]


def test_a_higher_sound_stops_a_lower_one() -> None:
    hall = Hall()
    hall.ask("break", 0)
    hall.ask("time-up", 300)
    assert hall.planned()["break"].end_ns == (START_MS + 300) * MS


def test_a_lower_sound_waits_for_a_higher_one() -> None:
    hall = Hall()
    hall.ask("time-up", 0)
    hall.let_pass(100)
    hall.ask("ten-left", 100)
    hall.let_pass(2000)
    assert hall.sounded == [("time-up", 0), ("ten-left", 930)]


def test_a_lower_sound_waits_two_seconds_at_most() -> None:
    hall = Hall()
    hall.ask("end", 0)
    hall.let_pass(100)
    hall.ask("undo", 100)
    assert hall.dropped == [("undo", "waited")]


def test_of_two_equal_sounds_the_newer_stops_the_older() -> None:
    hall = Hall()
    hall.ask("time-up", 0)
    hall.ask("warn-1", 400)
    assert hall.planned()["time-up"].end_ns == (START_MS + 400) * MS


def test_of_two_signals_due_at_once_only_the_later_sounds() -> None:
    hall = Hall()
    hall.now_ms = 3000  # the loop was held up for three seconds
    hall.agenda.ask(ask("warn-4", 500), (START_MS + 3000) * MS)
    hall.agenda.ask(ask("warn-5", 2500), (START_MS + 3000) * MS)
    hall.let_pass(5000)
    assert hall.sounded == [("warn-5", 3000)]
    assert hall.dropped == [("warn-4", "superseded")]


def test_an_older_message_never_sounds_after_a_newer_one() -> None:
    hall = Hall()
    hall.now_ms = 200
    hall.agenda.ask(ask("ten-left", 100), (START_MS + 200) * MS)
    hall.agenda.ask(ask("time-up", 150), (START_MS + 200) * MS)
    hall.let_pass(5000)
    assert hall.sounded == [("time-up", 200)]
    assert hall.dropped == [("ten-left", "superseded")]


def test_more_than_ten_seconds_late_is_not_sounded() -> None:
    hall = Hall()
    hall.now_ms = 10_001
    hall.ask("warn-3", 0)
    assert hall.dropped == [("warn-3", "late")]
    hall.ask("warn-4", 100)
    assert hall.sounded == [("warn-4", 10_001)]


def test_after_a_warning_the_banker_is_not_interrupted_for_six_seconds() -> None:
    hall = Hall()
    hall.ask("warn-2", 0)
    hall.let_pass(1500)
    hall.ask("fault", 1500)
    assert hall.dropped == [("fault", "waited")]
    hall.let_pass(3900)
    hall.ask("ten-left", 5400)  # 1.6 s before the six seconds after the sound are over
    hall.let_pass(3000)
    assert hall.sounded == [("warn-2", 0), ("ten-left", 7000)]


def test_the_end_sounds_also_while_the_banker_speaks() -> None:
    hall = Hall()
    hall.ask("warn-5", 0)
    hall.let_pass(3000)
    hall.ask("end", 3000)
    assert hall.sounded[-1] == ("end", 3000)


def test_asked_twice_it_sounds_once() -> None:
    hall = Hall()
    hall.ask("warn-1", 300)
    hall.ask("warn-1", 300)
    hall.let_pass(500)
    hall.ask("warn-1", 300)
    hall.let_pass(5000)
    assert hall.sounded == [("warn-1", 300)]


def test_asked_again_before_its_instant_it_moves() -> None:
    hall = Hall()
    hall.ask("warn-1", 300)
    hall.ask("warn-1", 900)
    hall.let_pass(2500)
    assert hall.sounded == [("warn-1", 900)]


def test_cancelled_it_does_not_sound_and_a_sounding_one_is_handed_back() -> None:
    hall = Hall()
    hall.ask("warn-1", 300)
    assert hall.agenda.cancel("warn-1") is None
    hall.ask("end", 0)
    stopped = hall.agenda.cancel("end")
    assert stopped is not None
    assert stopped.sound == "end"
    hall.let_pass(2000)
    assert hall.sounded == [("end", 0)]


def test_a_sound_before_a_warning_still_ahead_is_not_held_back() -> None:
    hall = Hall()
    hall.ask("warn-1", 5000)
    hall.ask("undo", 0)
    assert hall.sounded == [("undo", 0)]


SOUNDS = st.sampled_from(
    ["end", "no", "fault", "warn-1", "time-up", "ten-left", "undo", "recorded"]
)


@given(st.lists(st.tuples(SOUNDS, st.integers(0, 4000)), max_size=8))
def test_no_two_planned_sounds_overlap_and_none_is_early(wanted: list[tuple[str, int]]) -> None:
    agenda = Agenda()
    for number, (sound, at_ms) in enumerate(wanted):
        agenda.ask(ask(sound, at_ms, key=str(number)), START_MS * MS)
    planned, dropped = agenda.plan(START_MS * MS)
    assert len(planned) + len(dropped) == len(wanted)
    assert all(plan.start_ns >= plan.ask.instant_ns for plan in planned)
    for one, other in itertools.pairwise(planned):
        assert one.end_ns <= other.start_ns
