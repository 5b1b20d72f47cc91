"""Fists on the pads: which window one falls into is decided by its stamp, however late it comes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware_py.kinds import LineId
from firmware_py.simulated import SimulatedTable
from rules.mafia.view import Phase
from tests.journeys.hall import MS, Hall, hall
from tests.journeys.test_mafia import drive

ROLES = ("red", "don", "red", "red", "sheriff", "mafia", "red", "red", "mafia", "red")
OPENING: dict[str, Any] = {
    "edition": "mafia-nuances", "season": "S", "round": "1", "game": "G1", "table": "T1",
    "seats": [
        {"seat": n, "player": f"P{n:02}", "name": f"Player {n}", "role": role}
        for n, role in enumerate(ROLES, 1)
    ],
}  # fmt: skip
NEXT = ["tap judge.next 80", "wait 1200"]
CORRECT_MS = 5


@pytest.fixture
def found(tmp_path: Path) -> Iterator[Hall]:
    with hall(tmp_path, OPENING) as table:
        yield table


def view(found: Hall) -> Any:
    found.settle()
    assert found.host.game is not None
    return found.host.game.session.view


def to_the_vote(found: Hall, nominees: tuple[int, ...] = (3, 7)) -> None:
    """Day 1, everybody has spoken, these are nominated; the first window is about to open."""
    drive(found, [f"tap seat{seat} 200" for seat in range(1, 11)])
    drive(found, ["wait 1200", *NEXT, "wait 82000", *NEXT])
    named = list(nominees)
    for _ in range(10):
        drive(found, NEXT)
        if named:
            drive(found, [f"key kp_{named.pop(0) % 10}", "wait 100"])
    drive(found, NEXT)  # ends the last speech
    assert view(found).phase is Phase.DAY
    assert [one.whom for one in view(found).nominations] == list(nominees)


def press(found: Hall, seats: Any, at_ns: int, down: bool = True) -> None:
    pins = found.app.table
    assert isinstance(pins, SimulatedTable)
    for seat in seats:
        (pins.press if down else pins.release)(LineId(f"seat{seat}"), at_ns)


def opens_ns(found: Hall) -> int:
    """The stamp at which the window that is open has opened."""
    game = found.host.game
    assert game is not None
    until = view(found).ballot.open_until
    assert until is not None
    at_ns = game.session.clock.at_ns(until)
    assert at_ns is not None
    return at_ns - 2_000 * MS


def votes(found: Hall) -> dict[int, tuple[int, ...]]:
    return {whom: tuple(sorted(seats)) for whom, seats in view(found).ballot.votes}


def test_a_fist_within_two_seconds_counts_and_one_after_it_does_not(found: Hall) -> None:
    to_the_vote(found)
    drive(found, ["tap judge.next 80"])
    opened_ns = opens_ns(found)
    found.until(opened_ns + 1_900 * MS)
    press(found, (1, 2, 4, 5, 6), opened_ns + (2_000 - CORRECT_MS) * MS)
    press(found, (8, 9, 10), opened_ns + (2_000 + CORRECT_MS) * MS)
    found.until(opened_ns + 2_400 * MS)
    assert votes(found) == {3: (1, 2, 4, 5, 6), 7: ()}
    refused = found.host.game.session.history.refused if found.host.game else ()
    assert [one.refusal.rule for one in refused] == ["MAFN-VOTE-1"] * 3


def test_edges_that_come_late_and_crossed_fall_into_their_own_window(found: Hall) -> None:
    """The loop was busy: at 2.015 s what lay before "thank you" comes, behind what lay after it."""
    to_the_vote(found)
    drive(found, ["tap judge.next 80"])
    opened_ns = opens_ns(found)
    found.until(opened_ns + 1_900 * MS)
    found.time.advance_ns(115 * MS)
    press(found, (9, 10), opened_ns + (2_000 + CORRECT_MS) * MS)
    found.settle()
    press(found, range(1, 6), opened_ns + (2_000 - CORRECT_MS) * MS)
    found.settle()
    found.until(opened_ns + 2_400 * MS)
    assert votes(found) == {3: (1, 2, 3, 4, 5), 7: ()}


def test_ten_pads_at_once_are_ten_votes(found: Hall) -> None:
    to_the_vote(found)
    drive(found, ["tap judge.next 80"])
    opened_ns = opens_ns(found)
    found.until(opened_ns + 1_000 * MS)
    press(found, range(1, 11), opened_ns + 1_000 * MS)
    found.until(opened_ns + 2_100 * MS)
    assert votes(found) == {3: tuple(range(1, 11)), 7: ()}


def test_a_hand_that_goes_early_is_a_foul_and_the_vote_stands(found: Hall) -> None:
    to_the_vote(found)
    drive(found, ["tap judge.next 80", "press seat4", "wait 300", "release seat4", "wait 140"])
    assert view(found).pending == ()
    drive(found, ["press seat4", "wait 300"])
    assert view(found).pending == (), "off for less than 150 ms, a hand bounces"
    drive(found, ["release seat4", "wait 200"])
    assert [(one.seat, one.why) for one in view(found).pending] == [(4, "hand_off")]
    assert votes(found)[3] == (4,)
    drive(found, ["tap judge.undo 80"])
    assert view(found).pending == ()
    assert votes(found)[3] == (4,)


def test_a_hand_that_goes_with_thank_you_is_no_foul(found: Hall) -> None:
    to_the_vote(found)
    drive(found, ["tap judge.next 80"])
    opened_ns = opens_ns(found)
    press(found, (4, 5), found.time.now_ns())
    found.until(opened_ns + 1_840 * MS)
    press(found, (5,), opened_ns + 1_840 * MS, down=False)
    found.until(opened_ns + 1_860 * MS)
    press(found, (4,), opened_ns + 1_860 * MS, down=False)
    found.until(opened_ns + 2_500 * MS)
    assert [(one.seat, one.why) for one in view(found).pending] == [(5, "hand_off")]


def test_a_fist_that_lay_there_is_no_vote_and_the_host_is_told(found: Hall) -> None:
    to_the_vote(found)
    drive(found, ["press seat6", "wait 500", "tap judge.next 80", "wait 100"])
    game = found.host.game
    assert game is not None
    assert votes(found) == {3: (), 7: ()}
    assert game.desk.notice is not None
    assert game.desk.notice.key == "kiosk.mafia.notice.lying"
    assert dict(game.desk.notice.params) == {"seats": "6"}
    drive(found, ["release seat6", "wait 100", "press seat6", "wait 200"])
    assert votes(found)[3] == (6,), "lifted and laid down again it is one"


def test_who_has_no_fist_votes_for_the_last_and_gets_a_foul_when_it_is_announced(
    found: Hall,
) -> None:
    to_the_vote(found)
    drive(found, ["tap judge.next 80", "press seat1", "press seat2", "wait 2500"])
    drive(found, ["tap judge.next 80", *(f"press seat{n}" for n in range(3, 10)), "wait 2500"])
    ballot = view(found).ballot
    assert view(found).phase is Phase.VOTED
    assert ballot.absent == (10,)
    assert votes(found) == {3: (1, 2), 7: (3, 4, 5, 6, 7, 8, 9, 10)}
    assert [(one.seat, one.why) for one in view(found).pending] == [(10, "no_fist")]
    assert [seat.fouls for seat in view(found).seats] == [0] * 10
    drive(found, NEXT)
    assert [seat.fouls for seat in view(found).seats] == [0] * 9 + [1]
    assert view(found).minutes == (7,)


def test_the_host_moves_a_vote_before_he_announces_it_and_both_counts_are_kept(
    found: Hall,
) -> None:
    to_the_vote(found)
    drive(found, ["tap judge.next 80", *(f"press seat{n}" for n in range(1, 6)), "wait 2500"])
    drive(found, ["tap judge.next 80", *(f"press seat{n}" for n in range(6, 10)), "wait 2500"])
    drive(found, ["key kp_5", "wait 60", "key kp_7", "wait 60"])
    ballot = view(found).ballot
    assert votes(found) == {3: (1, 2, 3, 4), 7: (5, 6, 7, 8, 9, 10)}
    assert ballot.corrected
    assert ballot.absent == (10,), "who had no fist is not forgotten"
    drive(found, NEXT)
    assert view(found).minutes == (7,)
    summary = found.host.game.session.history.summary(0, "") if found.host.game else {}
    (kept,) = summary["days"][0]["votes"]
    assert kept["pads"]["3"] == [1, 2, 3, 4, 5]
    assert kept["votes"]["7"] == [5, 6, 7, 8, 9, 10]


def test_the_same_tie_twice_all_tied_are_lifted_by_fists_in_one_window(found: Hall) -> None:
    to_the_vote(found)

    def split() -> None:
        first, second = range(1, 6), range(6, 11)
        up = [f"release seat{n}" for n in range(1, 11)]
        drive(found, ["tap judge.next 80", *(f"press seat{n}" for n in first), "wait 2500"])
        drive(found, ["tap judge.next 80", *(f"press seat{n}" for n in second), "wait 2500", *up])

    split()
    drive(found, [*NEXT, *NEXT, *NEXT, *NEXT])
    split()
    drive(found, NEXT)
    assert view(found).phase is Phase.LIFT
    fists = [f"press seat{n}" for n in (1, 2, 3, 4, 5)]
    drive(found, ["press seat9", "tap judge.next 80", "wait 500", *fists, "wait 1000"])
    assert view(found).phase is Phase.LIFT
    drive(found, ["wait 1000", "press seat10", "wait 100"])
    chimes = [one for one in found.seen if one.what in ("sound", "sound ahead")]
    opened, ahead = chimes[-2:]
    assert (opened.how[1], ahead.how[1]) == ("open", "closed")
    assert ahead.how[2] - opened.at_ns == 2_000 * MS, "asked for ahead, so a busy loop delays none"
    desk: Any = found.host.game.desk if found.host.game else None
    assert desk.lift.is_counted
    assert desk.lift.seats == (1, 2, 3, 4, 5), "one lay there before, one came too late"
    drive(found, ["key kp_9", "wait 60", *NEXT])
    assert view(found).minutes == (3, 7)
    assert [seat.seat for seat in view(found).seats if seat.left == "lift"] == [3, 7]


def test_without_pads_the_host_types_who_votes(tmp_path: Path) -> None:
    opening = {**OPENING, "options": {"vote_input": "judge"}}
    with hall(tmp_path, opening) as found:
        to_the_vote(found)
        drive(found, ["tap judge.next 80", "press seat9", "wait 2500"])
        drive(found, [line for n in (1, 2, 4, 0) for line in (f"key kp_{n}", "wait 60")])
        drive(found, ["key kp_4", "wait 60"])
        drive(found, ["tap judge.next 80", "wait 2500"])
        drive(found, [line for n in (3, 4, 5, 6, 7, 8) for line in (f"key kp_{n}", "wait 60")])
        drive(found, NEXT)
        assert view(found).phase is Phase.VOTED
        assert votes(found) == {3: (1, 2, 10), 7: (3, 4, 5, 6, 7, 8, 9)}
        drive(found, NEXT)
        assert view(found).minutes == (7,)
        assert [seat.fouls for seat in view(found).seats] == [0] * 8 + [1, 0]
