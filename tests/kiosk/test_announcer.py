"""What the table is told: by sound, lamps and screen, at the instant, once, and nothing private."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction

import pytest

from firmware_py.lamps import LampBoard
from firmware_py.patterns import Pattern
from firmware_py.timesource import ManualTime
from kiosk.announcer import FAULT_TIMES, Announcer
from kiosk.signals import Picture, heard
from rules.kinds import Announcement, Audience, GameMs

MS = 1_000_000
HUN = ("HUN", (30, 60, 75, 80, 85))


class Sounds:
    """Notes down what a player is asked for."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, ...]] = []
        self.times: dict[str, int] = {}
        self.wanted: frozenset[str] = frozenset()
        self.masks: list[bool] = []

    def want(self, names: Collection[str]) -> None:
        self.wanted = frozenset(names)

    def mask(self, *, on: bool) -> None:
        self.masks.append(on)

    def schedule(self, key: str, sound: str, at_ns: int) -> None:
        self.calls.append(("schedule", key, sound))
        self.times[key] = at_ns

    def play_now(self, sound: str, key: str = "", late_ms: int = 0) -> None:
        self.calls.append(("now", key, sound))
        self.times[key] = late_ms

    def cancel(self, key: str) -> None:
        self.calls.append(("cancel", key))


class FastTime(ManualTime):
    """A table clock that runs sixty times as fast."""

    @property
    def rate(self) -> Fraction:
        return Fraction(60)


class Table:
    def __init__(self, document: str, minutes: tuple[int, ...], time: ManualTime) -> None:
        self.time = time
        self.sounds = Sounds()
        self.lamps = LampBoard({}, seats=6)
        self.announcer = Announcer(
            self.sounds, self.lamps, self.time, document=document, warning_minutes=minutes
        )

    def announce(self, word: str, late_ms: int = 0, audience: Audience = Audience.TABLE) -> None:
        self.announcer.announce(Announcement(word, GameMs(0), audience), late_ms)

    def light(self, ms: int) -> list[bool]:
        """Lamp 1 every 125 ms."""
        seen = []
        for _ in range(0, ms, 125):
            self.lamps.tick(self.time.now_ns())
            seen.append(self.lamps.lit(1))
            self.time.advance_ms(125)
        return seen


@pytest.fixture
def table() -> Table:
    return Table(*HUN, ManualTime())


@pytest.fixture
def matador() -> Table:
    return Table("RAMK", (), ManualTime())


def test_a_warning_sounds_flashes_and_shows_its_number(table: Table) -> None:
    table.announce("warn-75")
    assert table.sounds.calls == [("now", "warn-75", "warn-3")]
    shown = table.announcer.shown
    assert shown is not None
    assert (shown.signal.picture, shown.signal.count) == (Picture.BARS, 3)
    assert shown.shown_ms(table.time.boot_ns() + 700 * MS) == 700
    assert table.light(2000) == [True, True, False, False] * 3 + [False] * 4


def test_all_lamps_flash_and_then_show_what_they_showed(table: Table) -> None:
    table.lamps.show(4, Pattern(((True, 0),)), table.time.now_ns())
    table.announce("warn-30")
    table.time.advance_ms(300)
    table.lamps.tick(table.time.now_ns())
    assert [table.lamps.lit(seat) for seat in range(1, 7)] == [False] * 6
    table.time.advance_ms(300)
    table.lamps.tick(table.time.now_ns())
    assert [table.lamps.lit(seat) for seat in range(1, 7)] == [False] * 3 + [True] + [False] * 2


def test_what_was_prepared_sounds_once(table: Table) -> None:
    due = table.time.now_ns() + 1000 * MS
    table.announcer.prepare([("warn-80", due)])
    table.announcer.prepare([("warn-80", due)])
    table.time.advance_ms(1000)
    table.announce("warn-80")
    table.announcer.prepare([])
    assert table.sounds.calls == [("schedule", "warn-80", "warn-4")]
    assert table.sounds.times["warn-80"] == due
    assert table.announcer.shown is not None


def test_what_was_prepared_sounds_once_even_if_the_loop_was_held_up(table: Table) -> None:
    table.announcer.prepare([("end", table.time.now_ns() + 10 * MS)])
    table.time.advance_ms(3000)
    table.announce("end", late_ms=2990)
    assert table.sounds.calls == [("schedule", "end", "end")]


def test_what_will_not_come_after_all_does_not_sound(table: Table) -> None:
    table.announcer.prepare([("warn-80", table.time.now_ns() + 1000 * MS)])
    table.announcer.prepare([])
    table.announce("game-over")
    assert table.sounds.calls == [
        ("schedule", "warn-80", "warn-4"),
        ("cancel", "warn-80"),
        ("now", "game-over", "game-over"),
    ]


def test_what_comes_at_another_time_moves(table: Table) -> None:
    table.announcer.prepare([("end", table.time.now_ns() + 1000 * MS)])
    later = table.time.now_ns() + 9000 * MS
    table.announcer.prepare([("end", later)])
    assert table.sounds.times == {"end": later}


def test_a_signal_announced_before_its_prepared_time_sounds_now(table: Table) -> None:
    table.announcer.prepare([("end", table.time.now_ns() + 60_000 * MS)])
    table.announce("end")
    assert table.sounds.calls[-1] == ("now", "end", "end")


def test_what_is_past_is_not_prepared_but_sounded_with_its_lateness(table: Table) -> None:
    table.announcer.prepare([("warn-80", table.time.now_ns() - 500 * MS)])
    table.announce("warn-80", late_ms=500)
    assert table.sounds.calls == [("now", "warn-80", "warn-4")]
    assert table.sounds.times["warn-80"] == 500


def test_more_than_ten_seconds_late_it_is_only_shown(table: Table) -> None:
    table.announce("warn-85", late_ms=10_001)
    assert table.sounds.calls == []
    assert table.light(500) == [False] * 4
    assert table.announcer.shown is not None
    table.announce("end", late_ms=10_000)
    assert table.sounds.calls == [("now", "end", "end")]


def test_lateness_counts_in_real_seconds_when_the_game_runs_fast() -> None:
    table = Table(*HUN, FastTime())
    table.announce("warn-60", late_ms=60_000)
    assert table.sounds.times == {"warn-60": 1000}


@pytest.mark.parametrize("word", ["warn-30", "end", "claim", "rent", "speech-10"])
def test_what_the_official_alone_may_know_never_reaches_the_table(table: Table, word: str) -> None:
    table.announce(word, audience=Audience.OFFICIAL)
    assert table.sounds.calls == []
    assert table.announcer.shown is None
    assert table.light(500) == [False] * 4


def test_hun_with_and_without_an_open_claim_sounds_and_flashes_alike() -> None:
    games = []
    for claims in (False, True):
        table = Table(*HUN, ManualTime())
        for word in ("start", "warn-30", "warn-60", "end"):
            if claims:
                table.announce("claim-open", audience=Audience.OFFICIAL)
                table.announce("claim-refused", audience=Audience.OFFICIAL)
            table.announce(word)
            games.append((claims, tuple(table.sounds.calls), tuple(table.light(1000))))
    with_claim = [heard for claims, *heard in games if claims]
    without = [heard for claims, *heard in games if not claims]
    assert with_claim == without


@pytest.mark.parametrize("word", ["timeout-10", "timeout-end", "yes-open", "no-open", "level:3"])
def test_in_hun_no_other_game_s_sound_is_heard(table: Table, matador: Table, word: str) -> None:
    table.announcer.prepare([(word, table.time.now_ns() + MS)])
    table.announce(word)
    matador.announce(word)
    assert table.sounds.calls == []
    assert len(matador.sounds.calls) == 1


def test_a_ballot_leaves_the_lamps_to_those_who_are_asked(matador: Table) -> None:
    """Their rhythm is tested with the ballot (test_ballot.py)."""
    matador.announce("yes-open")
    assert matador.light(500) == [False] * 4
    matador.announce("no-open")
    assert matador.light(500) == [False] * 4


def test_a_ballots_end_frees_the_lamps_from_what_was_shown_on_them(matador: Table) -> None:
    matador.announce("vote-open:3")
    assert matador.light(500) == [True] * 4
    matador.announce("ballot-end")
    assert matador.light(500) == [False] * 4


def test_a_fault_calls_five_times_a_minute_apart(table: Table) -> None:
    now_ns = table.time.now_ns()
    table.announcer.fault()
    table.announcer.fault()
    assert [call[2] for call in table.sounds.calls] == ["fault"] * FAULT_TIMES
    assert list(table.sounds.times.values()) == [now_ns + n * 60_000 * MS for n in range(5)]
    assert any(table.light(1000))


def test_a_fault_seen_to_calls_no_more_and_may_come_again(table: Table) -> None:
    table.announcer.fault()
    table.announcer.fault_seen_to()
    assert [call for call in table.sounds.calls if call[0] == "cancel"] == [
        ("cancel", f"fault-{n}") for n in range(1, 6)
    ]
    assert table.light(500) == [False] * 4
    table.sounds.calls.clear()
    table.announcer.fault()
    assert len(table.sounds.calls) == FAULT_TIMES


def test_between_night_and_day_nothing_sounds_and_a_fault_waits() -> None:
    table = Table("MAFA", (), ManualTime())
    table.announce("night")
    table.announcer.prepare([("speech-10", table.time.now_ns() + 5000 * MS)])
    table.announce("speech-10")
    table.announcer.fault()
    assert table.sounds.calls == [("now", "night", "night")]
    table.announce("day")
    assert table.sounds.calls[1] == ("now", "day", "day")
    assert [call[2] for call in table.sounds.calls[2:]] == ["fault"] * FAULT_TIMES
    assert table.sounds.times["fault-1"] >= table.time.now_ns() + 1700 * MS


def test_a_noise_covers_the_keys_from_night_to_day_and_is_made_ahead() -> None:
    table = Table("MAFN", (), ManualTime())
    assert table.sounds.wanted == heard("MAFN") | {"mask"}
    table.announce("night")
    table.announcer.by_night(True)
    assert table.sounds.masks == [True]
    table.announce("day")
    table.announcer.by_night(False)
    assert table.sounds.masks == [True, False]


def test_a_restart_at_night_an_undo_of_the_night_and_a_game_that_ends_in_it_are_known() -> None:
    table = Table("MAFN", (), ManualTime())
    table.announcer.by_night(True)
    table.announcer.fault()
    assert table.sounds.masks == [True]
    assert table.sounds.calls == []
    table.announcer.by_night(False)
    assert table.sounds.masks == [True, False]
    assert [call[2] for call in table.sounds.calls] == ["fault"] * FAULT_TIMES
    table.announcer.fault_seen_to()
    table.sounds.calls.clear()
    table.announce("night")
    table.announce("game-over")
    assert table.sounds.masks == [True, False, True, False]
    assert table.sounds.calls[-1] == ("now", "game-over", "game-over")


def test_a_fault_that_calls_when_night_falls_calls_again_by_day() -> None:
    table = Table("MAFA", (), ManualTime())
    table.announcer.fault()
    table.announce("night")
    table.sounds.calls.clear()
    table.announce("day")
    assert [call[2] for call in table.sounds.calls] == ["day"] + ["fault"] * FAULT_TIMES


def test_what_is_no_signal_changes_nothing(table: Table) -> None:
    table.announce("count-complete")
    assert table.sounds.calls == []
    assert table.announcer.shown is None


def test_a_game_says_which_sounds_it_needs(table: Table, matador: Table) -> None:
    assert table.sounds.wanted == heard("HUN")
    assert {"thirty-left", "yes", "no", "closed"} <= matador.sounds.wanted
