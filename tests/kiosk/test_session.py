"""The one place that changes a game: written before judged, in the order of the fold, sealed."""

from __future__ import annotations

import pytest

from firmware_py.kinds import LineId
from kiosk.clock import GameClock
from kiosk.session import Session
from rules.chain import Chain
from rules.edition import Edition
from rules.errors import ActionError
from rules.history import History
from rules.kinds import Announcement, GameMs, Seat, Status
from rules.monopoly.view import Phase
from rules.opening import Opening
from rules.record import opening_line, read
from rules.verdict import check

MS = 1_000_000
S = 1000 * MS


class Paper:
    """Lines in the order they were handed over, and whose lamp shall answer."""

    def __init__(self) -> None:
        self.lines: list[bytes] = []
        self.lamps: list[Seat | None] = []

    def append(self, data: bytes, seat: Seat | None = None) -> None:
        self.lines.append(data)
        self.lamps.append(seat)


class Key:
    """A key whose signatures the test can check by eye."""

    public = "ab"

    def sign(self, message: bytes) -> str:
        return "cd"


class Played:
    """A session on paper."""

    def __init__(self, opening: Opening, edition: Edition) -> None:
        self.paper = Paper()
        self.told: list[tuple[str, int]] = []
        chain = Chain()
        history = History(opening, edition)
        self.paper.append(chain.line(opening_line(opening, edition)))
        self.session = Session(
            history, chain, self.paper, GameClock(0),
            lambda told, now: self.told.append((told.id, now - told.at)),
        )  # fmt: skip
        self.edition = edition

    def record(self):  # type: ignore[no-untyped-def]
        return read(b"".join(self.paper.lines))

    def kinds(self) -> list[str]:
        return [
            str(line.fields.get("do") or line.fields.get("announced"))
            for line in self.record().lines
        ]


@pytest.fixture
def played(opening: Opening, edition: Edition) -> Played:
    return Played(opening, edition)


def test_a_press_is_written_before_the_rules_have_seen_it(played: Played) -> None:
    session = played.session
    session.act({"do": "start"}, S)
    session.press({"do": "thrown", "seat": 2}, Seat(2), 2 * S, LineId("seat2"))
    assert played.kinds() == ["start", "thrown"]
    assert session.view.phase is Phase.READY, "not judged yet"
    outcome = session.judge()
    assert outcome is not None
    assert [told.id for told in outcome.announcements] == ["start"]
    assert session.view.phase is Phase.PLAY
    assert session.judge() is None


def test_nothing_is_written_behind_a_press_that_was_not_judged(played: Played) -> None:
    played.session.press({"do": "press", "seat": 2}, Seat(2), S, None)
    with pytest.raises(RuntimeError, match="not judged yet"):
        played.session.act({"do": "start"}, 2 * S)


def test_a_refused_press_stays_in_the_record_and_changes_nothing(played: Played) -> None:
    session = played.session
    session.act({"do": "start"}, S)
    before = session.view
    session.press({"do": "claim", "seat": 2, "from": 1}, Seat(2), 2 * S, LineId("seat2"))
    outcome = session.judge()
    assert outcome is not None
    assert outcome.refusal is not None
    assert session.view == before
    assert played.kinds() == ["start", "claim"]


def test_the_number_of_saved_actions_tells_of_none_that_is_private(played: Played) -> None:
    session = played.session
    session.act({"do": "roll", "seat": 1, "dice": [1, 2]}, S)
    session.durable(session.waiting)
    before = session.saved
    assert before == 1
    assert session.act({"do": "owe", "seat": 1, "to": 3, "amount": 50}, 2 * S).refusal is None
    assert session.act({"do": "owe", "seat": 1, "to": 3, "amount": 0}, 3 * S).refusal is not None
    session.durable(session.waiting)
    assert session.saved == before


def test_fields_that_are_no_action_write_nothing(played: Played) -> None:
    with pytest.raises(ActionError):
        played.session.act({"do": "roll", "seat": 9, "dice": [1, 2]}, S)
    assert played.kinds() == []


def test_an_announcement_stands_before_the_action_that_came_after_it(played: Played) -> None:
    session = played.session
    session.act({"do": "roll", "seat": 1, "dice": [1, 2]}, S)
    session.act({"do": "roll", "seat": 2, "dice": [1, 2]}, 1900 * S)
    assert played.kinds() == ["roll", "start", "warn-30", "roll"]
    times = [line.fields["t"] for line in played.record().lines]
    assert times == [1, 1, 1801, 1900]
    assert played.told == [("start", 0), ("warn-30", 99_000)]


@pytest.mark.parametrize("press_between", [False, True])
def test_a_deadline_made_ready_for_reads_as_any_other(
    played: Played, opening: Opening, edition: Edition, press_between: bool
) -> None:
    plain = Played(opening, edition)
    for one in (plain, played):
        session = one.session
        session.act({"do": "roll", "seat": 1, "dice": [1, 2]}, S)
        if one is played:
            session.make_ready()
        if press_between:
            session.press({"do": "claim", "seat": 2, "from": 1}, Seat(2), 1801 * S - MS, None)
            session.judge()
        session.advance(1801 * S)
        session.advance(3601 * S)
    assert played.paper.lines == plain.paper.lines
    assert played.told == plain.told == [("start", 0), ("warn-30", 0), ("warn-60", 0)]
    assert not played.record().damage


def test_k23_the_end_comes_at_its_instant_and_a_press_at_that_instant_is_after_it(
    played: Played,
) -> None:
    session = played.session
    session.act({"do": "roll", "seat": 1, "dice": [1, 2]}, S)
    session.advance(5401 * S - MS)
    assert session.view.phase is Phase.PLAY
    session.press({"do": "claim", "seat": 2, "from": 1}, Seat(2), 5401 * S, LineId("seat2"))
    session.judge()
    assert played.kinds()[-2:] == ["end", "claim"]
    assert session.view.phase is Phase.COUNT
    assert session.view.ended_at == 5_401_000


def test_time_never_goes_back_in_a_record(played: Played) -> None:
    """A stamp from before the last written instant (another pin, a late queue) is moved to it."""
    session = played.session
    session.act({"do": "start"}, 5 * S)
    session.press({"do": "press", "seat": 2}, Seat(2), 4 * S, LineId("seat2"))
    session.judge()
    assert [line.fields["t"] for line in played.record().lines] == [5, 5]


def test_stamps_are_whole_milliseconds_rounded_down(played: Played) -> None:
    played.session.press({"do": "press", "seat": 2}, Seat(2), 1999 * MS + 999_999, None)
    assert played.record().lines[0].fields["t"] == 1.999


def test_only_presses_of_a_seats_line_are_counted_and_only_when_durable(played: Played) -> None:
    session = played.session
    session.press({"do": "press", "seat": 2}, Seat(2), S, LineId("seat2"))
    session.judge()
    session.press({"do": "press", "seat": 2}, Seat(2), S, None)  # its twin on the keyboard
    session.judge()
    session.act({"do": "start"}, 2 * S)
    assert session.recorded[Seat(2)] == 0
    assert played.paper.lamps[1:] == [Seat(2), Seat(2), None]
    assert session.waiting == 3
    assert session.durable(2) == [Seat(2)]
    assert session.recorded[Seat(2)] == 1
    assert session.durable(1) == []


def test_two_tables_that_differ_in_claims_alone_show_the_same(played: Played) -> None:
    """HUN-G-RENT-NOPROMPT: not even a new value tells that something happened."""
    session = played.session
    session.act({"do": "roll", "seat": 1, "dice": [1, 2]}, S)
    before = session.view
    session.press({"do": "claim", "seat": 3, "from": 1}, Seat(3), 2 * S, LineId("seat3"))
    session.judge()
    assert session.view is before
    assert len(session.official.official.claims) == 0, "made anew with the next dice only"
    session.act({"do": "roll", "seat": 2, "dice": [1, 2]}, 3 * S)
    assert len(session.official.official.claims) == 1


def to_the_close(played: Played) -> None:
    session = played.session
    session.act({"do": "roll", "seat": 1, "dice": [1, 2]}, S)
    session.advance(6000 * S)
    for seat in range(1, 5):
        session.act({"do": "count", "seat": seat, "cash": seat, "deeds": []}, 6000 * S)
        if seat == 4:
            for signer in range(1, 5):
                session.sign(Seat(signer), 6001 * S, None)
    session.act({"do": "confirm"}, 6002 * S)


def test_a_closed_game_is_sealed_over_head_and_summary_once(played: Played) -> None:
    assert played.session.seal(Key()) is None, "not over yet"
    to_the_close(played)
    assert played.session.history.status is Status.FINAL
    summary = played.session.seal(Key())
    assert summary is not None
    assert played.session.seal(Key()) is None
    record = played.record()
    assert record.seal is not None
    assert (record.seal.key, record.seal.sig) == ("ab", "cd")
    assert summary["record"] == {"events": record.events, "head": record.game_head}
    verdict = check(record, lambda _: played.edition, lambda *_: True)
    assert (list(verdict.faults), list(verdict.remarks)) == ([], [])


def test_nothing_is_written_behind_a_seal(played: Played) -> None:
    to_the_close(played)
    played.session.seal(Key())
    with pytest.raises(RuntimeError, match="behind a seal"):
        played.session.act({"do": "wait"}, 7000 * S)


def test_missed_announcements_are_written_with_their_own_time(played: Played) -> None:
    session = played.session
    session.act({"do": "roll", "seat": 1, "dice": [1, 2]}, S)
    session.announce_missed([Announcement("warn-30", GameMs(1_801_000))], GameMs(1_900_000))
    assert played.told[-1] == ("warn-30", 99_000)
    assert played.record().lines[-1].fields == {"t": 1801, "announced": "warn-30"}
