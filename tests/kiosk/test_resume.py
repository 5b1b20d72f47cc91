"""A game brought back from its file: the same game, the right time left, nothing told twice."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from firmware_py.kinds import LineId
from firmware_py.timesource import ManualTime, Wall
from kiosk import resume
from kiosk.editions import Editions
from kiosk.errors import RunError, UserError
from kiosk.home import Home
from kiosk.resume import Opened
from kiosk.session import Session
from rules.chain import Chain
from rules.kinds import Announcement, GameMs, Seat
from rules.monopoly.view import Phase
from rules.opening import Opening, opening_fields
from rules.record import read

S_NS = 1_000_000_000
START = Wall(1_767_225_600_000, True)


class File:
    """Writes at once, as a journal would in the end."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def append(self, data: bytes, seat: Seat | None = None) -> None:
        with self.path.open("ab") as file:
            file.write(data)


class Home1:
    """A home with one open game, and the session at it."""

    def __init__(self, root: Path, opening: Opening, time: ManualTime) -> None:
        self.home = Home(root)
        self.home.prepare()
        self.time = time
        self.told: list[tuple[str, int]] = []
        opened = resume.new_game(self.home, opening, Editions(), time)
        opened.path.write_bytes(opened.kept)
        self.path = opened.path
        self.session = self.begin(opened)

    def begin(self, opened: Opened) -> Session:
        def announce(told: Announcement, now: GameMs) -> None:
            self.told.append((told.id, now - told.at))

        session = Session(
            opened.history, opened.chain, File(self.path), opened.clock, announce,
            events=opened.events, recorded=opened.recorded,
        )  # fmt: skip
        session.announce_missed(opened.missed, session.game_ms(self.time.now_ns()))
        if not opened.new and not opened.asks:
            session.note_clock(self.time)
        return session

    def act(self, do: str, **fields: Any) -> None:
        outcome = self.session.act({"do": do, **fields}, self.time.now_ns())
        assert outcome.refusal is None, outcome.refusal

    def play(self) -> None:
        """Ten seconds after the opening seat 1 throws: the clock runs."""
        self.act("start")
        self.time.advance_ms(10_000)
        self.act("roll", seat=1, dice=[1, 2])

    def pass_s(self, seconds: int) -> None:
        self.time.advance_ms(1000 * seconds)
        self.session.advance(self.time.now_ns())

    def again(self, time: ManualTime | None = None) -> Opened:
        """The table was killed; it starts again, in this time."""
        self.time = time or self.time
        opened = resume.bring_back(self.path, Editions(), self.time)
        self.session = self.begin(opened)
        return opened

    def left_s(self) -> float:
        view = self.session.view
        now = self.session.game_ms(self.time.now_ns())
        return (view.started_at + view.game_ms - now) / 1000

    def written(self) -> list[str]:
        return [
            str(line.fields["announced"]) for line in read(self.path.read_bytes()).of("announced")
        ]


def rebooted_at(wall: Wall) -> ManualTime:
    """The machine was started anew: another boot clock, and this on the wall."""
    return ManualTime(3 * S_NS, wall_ms=wall.ms, synced=wall.synced, boot_id="second-boot")


@pytest.fixture
def home(tmp_path: Path, opening: Opening) -> Home1:
    return Home1(tmp_path, opening, ManualTime(500 * S_NS, wall_ms=START.ms))


def test_k30_the_same_game_with_the_right_time_left(home: Home1) -> None:
    home.play()
    home.pass_s(60)
    home.act("roll", seat=2, dice=[3, 4])
    before = home.session.view
    home.time.advance_ms(90_000)
    home.again()
    assert home.session.view == before
    assert home.left_s() == 5400 - 60 - 90


def test_t5_eight_restarts_lose_nothing(home: Home1) -> None:
    home.play()
    for _ in range(8):
        home.time.advance_ns(7_500_300_000)  # no whole milliseconds: nothing may add up
        home.again()
    home.time.advance_ns(-8 * 300_000)
    assert home.left_s() == 5400 - 60


@pytest.mark.parametrize("step_ms", [6 * 3600_000, -6 * 3600_000, -14 * 86_400_000, 3600_000])
def test_k19_a_step_of_the_wall_clock_moves_nothing(home: Home1, step_ms: int) -> None:
    home.play()
    home.time.step_wall(step_ms)
    home.pass_s(30)
    home.time.advance_ms(30_000)
    home.again()
    assert home.left_s() == 5400 - 60
    assert home.written() == ["start"]


def test_after_a_reboot_two_trusted_wall_clocks_say_how_long_it_was(home: Home1) -> None:
    home.play()
    rebooted = rebooted_at(Wall(START.ms + 200_000, True))
    assert home.again(rebooted).asks is False
    assert home.left_s() == 5400 - 190


@pytest.mark.parametrize(
    "wall", [Wall(START.ms + 200_000, False), Wall(0, False), Wall(START.ms - 1, True)]
)
def test_after_a_reboot_without_a_trusted_clock_the_official_is_asked(
    home: Home1, wall: Wall
) -> None:
    home.play()
    rebooted = rebooted_at(wall)
    opened = home.again(rebooted)
    assert opened.asks
    assert home.left_s() == 5400
    rebooted.advance_ms(60_000)
    assert home.left_s() == 5400, "held until somebody says it"
    assert home.session.next_deadline_ns() is None
    assert opened.proposed == (START.ms + 200_000 - START.ms if wall.ms > START.ms else None)


def test_a_game_whose_clock_does_not_run_asks_nobody(home: Home1) -> None:
    home.act("start")
    rebooted = rebooted_at(Wall(0, False))
    assert home.again(rebooted).asks is False
    assert home.session.view.phase is Phase.READY


def test_k22_what_came_due_while_away_is_written_once_at_its_instant(home: Home1) -> None:
    home.play()
    home.time.advance_ms(3_700_000)
    home.again()
    assert home.written() == ["start", "warn-30", "warn-60"]
    assert home.told[-2:] == [("warn-30", 1_900_000), ("warn-60", 100_000)]
    times = [line.fields["t"] for line in read(home.path.read_bytes()).of("announced")]
    assert times == [10, 1810, 3610]
    home.again()
    assert home.written() == ["start", "warn-30", "warn-60"], "and never again"


def test_a_warning_that_was_given_out_is_not_given_again(home: Home1) -> None:
    home.play()
    home.pass_s(1800)
    home.told.clear()
    home.again()
    assert home.told == []


def test_a_game_that_ended_while_away_is_in_its_count(home: Home1) -> None:
    home.play()
    home.time.advance_ms(6_000_000)
    home.again()
    assert home.session.view.phase is Phase.COUNT
    assert home.written()[-1] == "end"
    assert home.session.view.ended_at == 5_410_000


def test_presses_are_counted_again_from_their_lines(home: Home1) -> None:
    for seat in (1, 2, 1):
        now = home.time.now_ns()
        home.session.press({"do": "press", "seat": seat}, Seat(seat), now, LineId(f"seat{seat}"))
        home.session.judge()
    home.act("press", seat=3)
    home.again()
    assert dict(home.session.recorded) == {Seat(1): 2, Seat(2): 1}


@pytest.mark.parametrize("cut", [1, 20, 100])
def test_k31_a_torn_tail_is_cut_and_said_and_the_damaged_file_kept(home: Home1, cut: int) -> None:
    home.play()
    whole = home.path.read_bytes()
    home.path.write_bytes(whole[:-cut])
    opened = home.again()
    assert opened.notes[-1]["damage"] == "torn tail"
    aside = home.path.with_name(str(opened.notes[-1]["aside"]))
    assert aside.read_bytes() == whole[:-cut]
    record = read(home.path.read_bytes())
    assert (record.torn_bytes, record.damage) == (0, [])


def test_a_damaged_middle_costs_its_line_and_no_other(home: Home1) -> None:
    home.play()
    home.act("roll", seat=2, dice=[3, 4])
    lines = home.path.read_bytes().split(b"\n")
    place = next(at for at, line in enumerate(lines) if b'"start"' in line)
    lines[place] = lines[place].replace(b"start", b"stArt")
    home.path.write_bytes(b"\n".join(lines))
    opened = home.again()
    assert [note["line"] for note in opened.notes] == [place + 1]
    assert home.session.view.last_roll.dice == (3, 4)


@pytest.mark.parametrize("data", [b"", b"{}\n", b'{"open": 1'])
def test_k31_a_file_without_its_opening_is_put_aside_and_said(home: Home1, data: bytes) -> None:
    home.path.write_bytes(data)
    with pytest.raises(resume.Lost, match=r"kept aside as Q1-T3.jsonl.damaged-1"):
        home.again()
    assert not home.path.exists()
    assert home.path.with_name("Q1-T3.jsonl.damaged-1").read_bytes() == data
    assert resume.open_game(home.home) is None


def test_another_edition_than_the_one_it_was_played_on_is_refused(home: Home1) -> None:
    data = home.path.read_bytes()
    record = read(data)
    chain = Chain()
    fields = json.loads(data.split(b"\n")[0])
    del fields["prev"], fields["hash"]
    fields["fingerprint"] = record.fingerprint[::-1]
    home.path.write_bytes(chain.line(fields))
    with pytest.raises(RunError, match="played on another hun-2009"):
        home.again()


@pytest.mark.parametrize(
    "text",
    [
        '{"open": %s}',
        "%s",
        '{"open": %s}\n{"t": 0, "do": "start"}\n',
        "\ufeff%s",
    ],
)
def test_open_reads_an_object_alone_or_in_front_of_a_script(
    tmp_path: Path, opening: Opening, text: str
) -> None:
    path = tmp_path / "open.json"
    path.write_text(text % json.dumps(opening_fields(opening)))
    assert resume.read_opening(path) == opening


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no JSON: Expecting value at column 1"),
        ("[", "no JSON: Expecting value at column 2"),
        ("[]", "found [], allowed an object"),
        ("{}", "open.edition: missing"),
        ('{"open": []}', "open: found []"),
        ("[" * 100_000, "no JSON: nested too deep"),
        ('\n{"open": {\n  "game": "G1"\n  "table": "T1"}}', "at line 4, column 3"),
        ('{"game": "G1",\n "game": "G2"}', "key 'game': found twice"),
        ("{}x", "no JSON: more text after the object at column 3"),
        ("\n\xff", "line 2: no UTF-8 text at byte 2"),
    ],
)
def test_open_refuses_what_is_no_game_and_names_the_file_and_the_place(
    tmp_path: Path, text: str, message: str
) -> None:
    path = tmp_path / "open.json"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(UserError) as raised:
        resume.read_opening(path)
    assert str(raised.value).startswith(str(path))
    assert message in str(raised.value)


def test_the_same_game_is_not_opened_twice(home: Home1, opening: Opening) -> None:
    with pytest.raises(UserError, match="is there already"):
        resume.new_game(home.home, opening, Editions(), home.time)
    home.path.rename(home.home.removed(opening.game))
    with pytest.raises(UserError, match="was played and delivered here"):
        resume.new_game(home.home, opening, Editions(), home.time)
