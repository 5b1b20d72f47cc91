"""Tables of one tournament on the hall's clock: eight hours in virtual time, no drift between them.

Real parts: the league's clock in a database, the answers it gives, the table's part (`halltime.py`,
`follow.py`) and the rules' fold. Only the way between them, and time itself, are ours.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from kiosk.families.casino.follow import Follower, line_of, place_of
from kiosk.halltime import MS, HallTime, sample
from league import hallclock, seasons
from league.db import Database, open_database
from league.hallclock import Instant
from league.settings import Settings, load_settings
from rules.actions import parse_action
from rules.history import History
from rules.kinds import Audience, GameMs, seconds
from rules.opening import parse_opening

HOUR: Final = 3_600_000
MOST_APART_MS: Final = 100
KEPT_MS: Final = 60_000
"""The league works an answer out each second; here less often, which is harder for the tables."""
EVERY_MS: Final = 20_000
STRUCTURE = """
extends = "ray-freezeout-2013"

[tournament]
structure = { fee = 10, start_points = 1000, tables = 2, prize_pct = [60, 40], levels = [%s], breaks = [{ after = 3, minutes = 10 }, { after = 7, minutes = 15 }, { after = 12, minutes = 20 }] }
"""  # noqa: E501
LEVELS = ", ".join(f"{{ small = {n * 25}, big = {n * 50}, minutes = 20 }}" for n in range(1, 31))


class League:
    """The league's clock; its machine was started `boot_ms` before."""

    def __init__(self, database: Database, chosen: Settings) -> None:
        self._database, self._settings = database, chosen
        self._boot_ms = 5_000
        self._told: tuple[int, int, dict[str, Any]] | None = None
        self.count = 0

    def instant(self, at_ms: int) -> Instant:
        return Instant("boot", self._boot_ms + at_ms, 0)

    def act(self, at_ms: int, word: str, **how: Any) -> None:
        with self._database.write() as connection:
            season = seasons.find(connection, self._settings, "S1")
            now = self.instant(at_ms)
            hallclock.act(connection, season, "R1", word, "test", now=now, **how)
        self.count += 1

    def clock(self) -> hallclock.Clock:
        with self._database.read() as connection:
            season = seasons.find(connection, self._settings, "S1")
            found = hallclock.find(connection, season, "R1")
        assert found is not None
        return found

    def answer(self, at_ms: int) -> dict[str, Any]:
        """As `halls.py` does: worked out now and then, the clock read each time."""
        if self._told is None or self._told[0] != self.count or at_ms - self._told[1] > KEPT_MS:
            self._told = self.count, at_ms, self.clock().told(self.instant(at_ms))
        return {**self._told[2], "at_ms": self.clock_ms(at_ms)}

    def clock_ms(self, at_ms: int) -> int:
        return at_ms - self.made_ms

    @property
    def made_ms(self) -> int:
        return 0


class Table:
    """A table whose steady clock is `ppm` off."""

    def __init__(self, history: History, ppm: int, booted_ms: int) -> None:
        self.history, self.ppm, self.booted_ms = history, ppm, booted_ms
        self.time, self.follower = HallTime(), Follower()
        self.opened_ns = self.ns(0)
        self.told: list[tuple[str, int]] = []

    def ns(self, true_ms: float) -> int:
        """The table's clock at a true instant."""
        return int((self.booted_ms + true_ms) * (MS + self.ppm))

    def game_ms(self, at_ns: int) -> GameMs:
        return GameMs(max(self.history.now, (at_ns - self.opened_ns) // MS))

    def until(self, true_ms: float) -> None:
        """Let time pass; the director's next act is done at its instant."""
        now_ns = self.ns(true_ms)
        next_ms = self.follower.next_ms(self.view)
        if next_ms is not None:
            due_ns = self.time.at_ns(next_ms, now_ns)
            if due_ns is not None and due_ns <= now_ns:
                self.follow(due_ns)
        self.hear_out(self.history.advance(self.game_ms(now_ns)))

    def hear(self, sent_ms: float, got_ms: float, answer: dict[str, Any], took_ms: int) -> None:
        self.until(got_ms)
        at_ns = self.ns(got_ms)
        self.time.hear(sample(self.ns(sent_ms), at_ns, answer["at_ms"], took_ms))
        self.follower.heard(answer)
        self.follow(at_ns)

    def follow(self, at_ns: int) -> None:
        hall_ms = self.time.now_ms(at_ns + MS // 2)
        if hall_ms is None:
            return
        self.hear_out(self.history.advance(self.game_ms(at_ns)))
        for fields in self.follower.acts(self.view, self.game_ms(at_ns), hall_ms):
            stamped = {"t": seconds(self.game_ms(at_ns)), **fields}
            opening = self.history.opening
            outcome = self.history.apply(parse_action(stamped, opening, self.history.family))
            assert outcome.refusal is None, (fields, outcome.refusal)
            self.hear_out(outcome.announcements)

    def hear_out(self, told: Any) -> None:
        self.told += [(one.id, one.at) for one in told]

    @property
    def view(self) -> Any:
        return self.history.view(Audience.TABLE)

    def stands(self, true_ms: float) -> int:
        """Where on the line of levels and breaks the table is, in milliseconds."""
        self.until(true_ms)
        view = self.view
        stage = view.stage
        game = (self.ns(true_ms) - self.opened_ns) // MS
        left = stage.ends_at - game if stage.paused_left is None else stage.paused_left
        return line_of(view).at(place_of(view), left)


class Hall:
    """Two tables whose clocks run apart as fast as clocks may, and a network between."""

    def __init__(self, league: League, edition: Any, seed: int) -> None:
        self.league, self.dice = league, random.Random(seed)
        self.tables = [Table(_history(edition, name), ppm, booted) for name, ppm, booted in
                       (("T1", 100, 70_000), ("T2", -100, 9_000_000))]  # fmt: skip

    def poll(self, at_ms: int, away: frozenset[int] = frozenset()) -> None:
        """Each table asks once; the way there and back is anything up to 25 ms."""
        for number, table in enumerate(self.tables):
            if number in away or self.dice.random() < 0.05:  # lost on the way
                table.until(at_ms + 40)
                continue
            there, took, back = self.dice.uniform(0.3, 25), self.dice.randrange(9), 0.3
            back = self.dice.uniform(0.3, 25)
            answer = self.league.answer(int(at_ms + there + took))
            table.hear(at_ms, at_ms + there + took + back, answer, took)

    def apart(self, at_ms: float) -> int:
        one, other = (table.stands(at_ms) for table in self.tables)
        return abs(one - other)

    def levels(self) -> list[list[str]]:
        words = ("start", "level:", "break")
        return [
            [word for word, _ in table.told if word.startswith(words) and "-60" not in word]
            for table in self.tables
        ]


def _history(edition: Any, table: str) -> History:
    named = {"edition": edition.id, "season": "S1", "round": "R1", "game": f"R1-{table}"}
    seats = [{"seat": n, "player": f"{table}-{n}"} for n in (1, 2, 3)]
    return History(parse_opening({**named, "table": table, "seats": seats}), edition)


@pytest.fixture
def halls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.setenv("TABLESIDE_HOME", str(tmp_path))
    (tmp_path / "own.toml").write_text(STRUCTURE % LEVELS, encoding="utf-8")
    chosen = load_settings(None)
    database = open_database(chosen.db_url, chosen.home)
    with database.write() as connection:
        path = str(tmp_path / "own.toml")
        edition = seasons.create(connection, chosen, "S1", path, None, "test").edition
    yield lambda seed: Hall(League(database, chosen), edition, seed)
    database.close()


@pytest.mark.timeout(60)
def test_eight_hours_with_clocks_100_ppm_off_and_an_hour_without_a_league(halls: Any) -> None:
    hall = halls(1)
    league = hall.league
    league.act(0, "start")
    worst = worst_back = 0
    back_at = 4 * HOUR
    acts: dict[int, tuple[str, dict[str, Any]]] = {
        HOUR: ("pause", {"reason": "alarm"}),
        HOUR + 400_000: ("resume", {}),
        2 * HOUR: ("level", {}),
        2 * HOUR + 20_000: ("back", {"reason": "wrong key"}),
        5 * HOUR: ("stakes", {"minutes": 15, "reason": "late"}),
        6 * HOUR: ("level", {}),
    }
    for at_ms in range(1_000, 8 * HOUR, EVERY_MS):
        for when in [when for when in acts if when <= at_ms]:
            word, how = acts.pop(when)
            league.act(at_ms - 500, word, **how)
        away = frozenset({1}) if 3 * HOUR <= at_ms < back_at else frozenset()
        hall.poll(at_ms, away)
        if away or at_ms < 60_000:
            continue
        apart = hall.apart(at_ms + 100)
        if back_at <= at_ms < back_at + 300_000:
            worst_back = max(worst_back, apart)
        else:
            worst = max(worst, apart)
    one, other = hall.levels()
    assert one == other
    ends = [word for word in one if word.startswith("level:")]
    assert ends[:8] == [f"level:{n}" for n in (2, 3, 4, 5, 6, 7, 6, 7)]  # one taken back
    assert len(set(ends[8:])) == len(ends[8:])
    assert worst <= MOST_APART_MS, worst
    assert worst_back < 1_000  # an hour at 200 ppm
    hours = len([1 for table in hall.tables for _ in table.history.accepted()])
    assert hours < 1_500  # a correction every minute or so, not every answer
    print("worst", worst, "after an hour alone", worst_back, "actions", hours)
