"""Whole tournaments of each edition, worked by seat buttons, judge's keys and keypad alone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from kiosk.show import undo_text
from rules.casino.view import CasinoView, Mark, Phase, Window
from tests import programs
from tests.journeys.conftest import RunningTable, announced, dos, until
from tests.journeys.hall import Hall, hall
from tests.journeys.test_mafia import drive, sealed

Start = Callable[..., RunningTable]

pytestmark = pytest.mark.timeout(90)

LEVELS = [{"small": 25, "big": 50, "minutes": 1}, {"small": 50, "big": 100, "minutes": 1},
          {"small": 100, "big": 200, "ante": 25, "minutes": 1}]  # fmt: skip
YES = ["tap judge.yes 80", "wait 200"]
NO = ["tap judge.no 80", "wait 200"]
NEXT = ["tap judge.next 80", "wait 1200"]
CONFIRM = ["tap judge.confirm 80", "wait 400"]
ROUND = ["tap judge.confirm 80", "wait 200", "tap judge.yes 80", "wait 400"]


def opening(kind: str, seats: int = 4, **structure: Any) -> dict[str, Any]:
    return {
        "edition": f"ray-{kind}-2013",
        "season": "S1",
        "round": "T1",
        "game": "T1-1",
        "table": "T1",
        "seats": [
            {"seat": n, "player": f"P{n:02}", "name": f"Name{n}"} for n in range(1, seats + 1)
        ],
        "options": {"structure": structure},
    }


FREEZEOUT = opening(
    "freezeout", fee=55, house_share=5, start_points=10000, prize_pct=[70, 30], levels=LEVELS,
    breaks=[{"after": 2, "minutes": 1}], colour_up=[{"after": 2, "points": 25}],
)  # fmt: skip
REBUY = opening(
    "rebuy", fee=55, house_share=5, start_points=10000, rebuy_max=2, rebuy_when="zero",
    rebuy_minutes=2, addon_points=20000, addon_price=100, addon_minutes=2, carry_pct=10,
    prize_pct=[50, 30, 20], levels=LEVELS, breaks=[{"after": 2, "minutes": 2}],
    end={"minutes": 6},
)  # fmt: skip
SITNGO = opening(
    "sitngo", fee=33, house_share=3, start_points=1500, max_players=4, prize_pct=[100],
    levels=LEVELS,
)  # fmt: skip
SLOTS = opening(
    "slots", fee=20, minutes=2, reservations=100, parts=2, part=1, group=4, advance=2,
    prize_pct=[100], weights={"reservations": 1, "wins": 10},
)  # fmt: skip


def seats(*numbers: int) -> list[str]:
    """These players press, one after the other."""
    return [line for n in numbers for line in (f"tap seat{n} 80", "wait 200")]


def keys(text: str) -> list[str]:
    """Keys of the numeric keypad; Enter is `E`."""
    found = []
    for letter in text:
        name = {"E": "kp_enter", ".": "kp_dot", "+": "kp_plus", "*": "kp_star"}.get(letter)
        found += [f"key {name or f'kp_{letter}'}", "wait 60"]
    return [*found, "wait 1200"]


@contextmanager
def table(home: Path, game: dict[str, Any]) -> Iterator[Hall]:
    with hall(home, game, language="sv") as found:
        yield found


def view(found: Hall) -> CasinoView:
    found.settle()
    assert found.host.game is not None
    shown: CasinoView = found.host.game.session.view
    return shown


def marks(found: Hall) -> list[str]:
    return [seat.mark.value for seat in view(found).seats]


def lines(home: Path) -> list[dict[str, Any]]:
    data = (home / "games" / "T1-1.jsonl").read_bytes()
    return [json.loads(line) for line in data.split(b"\n")[:-1]]


def verified(home: Path) -> None:
    """`kiosk record verify` accepts the sealed record."""
    record = home / "games" / "T1-1.jsonl"
    command = [sys.executable, "-m", "kiosk", "record", "verify", str(record)]
    done = programs.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def entered(found: Hall, count: int = 4) -> None:
    """Everybody presses, the cashier answers each with YES."""
    drive(found, seats(*range(1, count + 1)))
    for _ in range(count):
        drive(found, YES)


# -- freezeout -----------------------------------------------------------------------------------


def test_a_freezeout_from_the_first_entry_to_the_seal(tmp_path: Path) -> None:
    with table(tmp_path, FREEZEOUT) as found:
        assert view(found).phase is Phase.ENTRY
        drive(found, seats(1, 2))
        assert marks(found) == ["present", "present", "waiting", "waiting"]
        drive(found, [*YES, *YES])
        drive(found, [*seats(3, 4), *YES, *YES])
        assert view(found).entrants == 4
        drive(found, [*NEXT, *NEXT, *NEXT])
        assert (view(found).phase, view(found).hands) == (Phase.PLAY, 2)
        drive(found, ROUND)
        assert view(found).rounds == 1
        drive(found, ["wait 60000"])
        assert view(found).level is not None
        assert view(found).level.number == 2
        drive(found, ["wait 60000"])
        assert view(found).on_break
        drive(found, [*NEXT])  # the break ends before its time
        assert (view(found).on_break, view(found).level.number) == (False, 3)
        drive(found, [*seats(4), *YES])
        assert marks(found)[3] == "out"
        assert view(found).hand_for_hand
        drive(found, [*seats(2, 3), *NO])  # nobody is out after all
        assert marks(found) == ["in", "in", "in", "out"]
        drive(found, [*seats(2, 3), *YES])
        assert view(found).phase is Phase.SIGN
        drive(found, CONFIRM)
        assert view(found).phase is Phase.CLOSED
    summary = sealed(tmp_path, "T1-1")
    assert summary["end_reason"] == "last_player"
    assert [(one["place"], one["prize"]) for one in summary["seats"]] == [
        (1, 140), (2, 30), (2, 30), (4, 0)
    ]  # fmt: skip
    assert summary["points_in_play"] == summary["seats"][0]["points_held"] == 40000
    told = announced(lines(tmp_path))
    assert told == [
        "start", "level:2", "colour-up:25", "break", "break-end", "level:3", "hand-for-hand",
        "game-over",
    ]  # fmt: skip
    verified(tmp_path)


def test_ray_1_3_the_time_is_over_the_hand_is_the_last_and_points_are_counted(
    tmp_path: Path,
) -> None:
    game = opening(
        "freezeout", fee=10, start_points=1000, prize_pct=[100], levels=[], end={"minutes": 3}
    )
    with table(tmp_path, game) as found:
        drive(found, [*NEXT, "wait 2000", *NEXT, "wait 180000"])
        assert view(found).last_hand
        drive(found, NEXT)
        assert view(found).phase is Phase.COUNT
        drive(found, [*NEXT, *keys("1700E"), *keys("1300E"), *keys("600E"), *keys("399E")])
        assert view(found).phase is Phase.SIGN
        assert view(found).notes  # a point is missing; the director looks again
        drive(found, CONFIRM)
        assert view(found).phase is Phase.CLOSED
    held = [one["points_held"] for one in sealed(tmp_path, "T1-1")["seats"]]
    assert held == [1700, 1300, 600, 399]
    verified(tmp_path)


# -- rebuys --------------------------------------------------------------------------------------


def test_a_rebuy_tournament_with_limits_an_add_on_and_prizes_after_it(tmp_path: Path) -> None:
    with table(tmp_path, REBUY) as found:
        entered(found)
        drive(found, NEXT)
        assert view(found).amounts is None
        drive(found, [*seats(2), *YES])  # out
        drive(found, [*seats(2), *YES])  # and bought in again
        shown = view(found).seats[1]
        assert (shown.mark, shown.rebuys, shown.held) == (Mark.IN, 1, 10000)
        drive(found, [*seats(2), *YES, *seats(2), *YES])
        assert view(found).seats[1].rebuys == 2
        drive(found, [*seats(2), *YES, *keys(".52")])  # the third is refused by its rule
        assert view(found).seats[1].mark is Mark.OUT
        drive(found, ["wait 120000"])
        assert view(found).window is Window.ADDON
        assert view(found).amounts is None
        drive(found, [*seats(1, 3), *YES, *YES])
        assert [seat.addon for seat in view(found).seats] == [True, False, True, False]
        drive(found, ["wait 121000"])
        assert view(found).window is Window.OVER
        assert view(found).amounts == (225, 135, 90)
        drive(found, ["wait 300000"])
        assert view(found).phase is Phase.COUNT
        drive(found, [*NEXT, *keys("60000E"), *keys("30000E"), *keys("10000E")])
        drive(found, CONFIRM)
    summary = sealed(tmp_path, "T1-1")
    assert [one["rule"] for one in summary["refused"]] == ["RAY-REBUY-3"]
    assert (summary["pool"], summary["carry"]) == (450, 50)
    # 4 fees and 2 rebuys of 50, 2 add-ons of 100; a tenth is carried over
    assert (summary["rebuys"], summary["addons"], summary["points_in_play"]) == (2, 2, 100000)
    assert sum(one["prize"] for one in summary["seats"]) == 450
    told = announced(lines(tmp_path))
    assert told.index("rebuy-end") < told.index("addon-open") < told.index("addon-60")
    assert told.index("addon-60") < told.index("addon-end") < told.index("end")
    verified(tmp_path)


# -- sit'n'go ------------------------------------------------------------------------------------


def test_ray_sng_1_the_last_seat_starts_it_and_start_does_not(tmp_path: Path) -> None:
    with table(tmp_path, SITNGO) as found:
        drive(found, [*seats(1, 2, 3), *YES, *YES, *YES])
        drive(found, NEXT)
        assert view(found).phase is Phase.ENTRY
        drive(found, [*seats(4), *YES])
        assert view(found).phase is Phase.PLAY
        drive(found, [*seats(1), *YES, *seats(2, 4), *YES])
        assert view(found).phase is Phase.SIGN
        drive(found, CONFIRM)
    summary = sealed(tmp_path, "T1-1")
    assert [one["rule"] for one in summary["refused"]] == ["RAY-SNG-1"]
    assert [one["prize"] for one in summary["seats"]] == [0, 0, 120, 0]
    verified(tmp_path)


# -- machines ------------------------------------------------------------------------------------


def test_machines_with_a_fault_a_dispute_signatures_and_who_goes_on(tmp_path: Path) -> None:
    with table(tmp_path, SLOTS) as found:
        drive(found, [*NEXT, "wait 30000"])
        drive(found, [*keys(".121")])  # the machine of seat 2 stands still: it is stuck
        assert view(found).seats[1].mark is Mark.FAULTY
        drive(found, ["wait 15000", *keys(".22")])
        assert view(found).seats[1].mark is Mark.IN
        drive(found, [*seats(4), *YES])  # his reservations are used up
        assert view(found).seats[3].done
        drive(found, ["wait 74000"])
        assert (view(found).time, view(found).phase) == (None, Phase.PLAY)
        assert [seat.done for seat in view(found).seats] == [True, False, True, True]
        drive(found, ["wait 18000"])
        assert view(found).phase is Phase.COUNT
        for left, wins in ((120, 7), (150, 3), (40, 2), (0, 9)):
            drive(found, [*(NEXT if left == 120 else []), *keys(f"{left}E"), *keys(f"{wins}E")])
        assert [seat.score for seat in view(found).seats] == ["190", "180", "60", "90"]
        assert view(found).phase is Phase.SIGN
        drive(found, ["tap seat1 2100", "wait 300"])
        drive(found, ["tap seat2 80", "wait 1500"])  # a tap: he does not agree
        drive(found, YES)
        assert (view(found).phase, view(found).seats[1].disputed) == (Phase.COUNT, True)
        drive(found, [*NEXT, *keys("155E"), *keys("3E")])
        for seat in (2, 3, 4):
            drive(found, [f"tap seat{seat} 2100", "wait 300"])
        assert all(seat.signed for seat in view(found).seats)
        drive(found, CONFIRM)
    summary = sealed(tmp_path, "T1-1")
    rows = [(one["points"], one["place"], one["advances"]) for one in summary["seats"]]
    assert rows == [(190, 1, True), (185, 2, True), (60, 4, False), (90, 3, False)]
    assert len(summary["seats"][1]["readings"]) == 2
    faults = [one["what"] for one in summary["remarks"]]
    assert faults[:2] == ["fault", "repaired"]
    verified(tmp_path)


# -- penalties, stakes, what the staff says -------------------------------------------------------


def lamps(found: Hall) -> list[bool]:
    return [found.app.table.lamps.lit(seat.seat) for seat in view(found).seats]


def blinks(found: Hall, seat: int, ms: int) -> int:
    """How often this seat's lamp changes in so long."""
    before, changes = found.app.table.lamps.lit(seat), 0
    for _ in range(ms // 50):
        drive(found, ["wait 50"])
        now = found.app.table.lamps.lit(seat)
        changes, before = changes + (now is not before), now
    return changes


def test_ray_other_a_penalty_blinks_and_ends_by_itself_one_in_rounds_by_rounds(
    tmp_path: Path,
) -> None:
    with table(tmp_path, FREEZEOUT) as found:
        drive(found, NEXT)
        drive(found, keys(".331E1"))  # seat 3, one minute, for its conduct
        drive(found, keys(".442E2"))  # seat 4, two rounds, for a breach
        assert marks(found) == ["in", "in", "penalty", "penalty"]
        assert blinks(found, 3, 2000) >= 3
        assert blinks(found, 1, 2000) == 0
        drive(found, ROUND)
        assert [seat.penalty_rounds for seat in view(found).seats] == [0, 0, 0, 1]
        drive(found, ROUND)
        assert marks(found) == ["in", "in", "penalty", "in"]
        drive(found, ["wait 58000"])
        assert marks(found) == ["in", "in", "in", "in"]
        assert not any(lamps(found))
    told = announced(lines(tmp_path))
    assert [one for one in told if one.startswith("penalty")] == [
        "penalty:3", "penalty:4", "penalty-end:4", "penalty-end:3"
    ]  # fmt: skip
    reasons = [line["reason"] for line in lines(tmp_path) if line.get("do") == "penalty"]
    assert reasons == ["Dåligt uppförande", "Regelbrott"]


def test_ray_other_3_disqualified_points_leave_play_and_the_money_stays(tmp_path: Path) -> None:
    with table(tmp_path, FREEZEOUT) as found:
        drive(found, NEXT)
        drive(found, keys("..912"))  # seat 1, for cheating
        assert found.host.game is not None
        assert found.host.game.desk.talk.questions.asked is not None  # grave: asked once more
        drive(found, YES)
        assert marks(found).count("disqualified") == 1
        assert view(found).points_in_play == 30000
        assert view(found).pool == 200


def test_ray_struct_4_stakes_are_changed_with_a_reason_and_announced(tmp_path: Path) -> None:
    with table(tmp_path, FREEZEOUT) as found:
        drive(found, NEXT)
        drive(found, keys("..630E1"))  # every level from the next on lasts 30 minutes
        assert [level.ms // 60_000 for level in view(found).levels] == [1, 30, 30]
        drive(found, keys("..7150E300E25E2"))  # the next level; it overtakes the one behind it
        shown = [dict(level.stakes) for level in view(found).levels]
        assert shown == [
            {"small": 25, "big": 50}, {"small": 150, "big": 300, "ante": 25}
        ]  # fmt: skip
        assert view(found).changes == 2
        drive(found, ["wait 60000"])
        assert dict(view(found).level.stakes)["big"] == 300
    found_lines = lines(tmp_path)
    assert announced(found_lines).count("stakes") == 2
    changed = [line for line in found_lines if line.get("do") == "stakes"]
    assert [line["reason"] for line in changed] == ["Tiden måste begränsas", "Det är sent"]


def test_the_clock_is_stopped_and_next_lets_it_run_on_with_what_was_left(tmp_path: Path) -> None:
    with table(tmp_path, FREEZEOUT) as found:
        drive(found, [*NEXT, "wait 20000", *keys("..42")])
        assert view(found).paused
        left = view(found).stage.paused_left
        drive(found, ["wait 120000"])
        assert view(found).level.number == 1
        drive(found, NEXT)
        assert not view(found).paused
        assert left is not None
        drive(found, [f"wait {left - 2000}"])
        assert view(found).level.number == 1
        drive(found, ["wait 1500"])
        assert view(found).level.number == 2


def test_several_out_in_one_hand_are_named_by_digits_and_undone_whole(tmp_path: Path) -> None:
    with table(tmp_path, FREEZEOUT) as found:
        drive(found, NEXT)
        drive(found, [*keys(".224E")])
        assert marks(found) == ["in", "out", "in", "out"]
        order = {line["do"]: line.get("seats") for line in lines(tmp_path) if "do" in line}
        assert order["bust"] == [2, 4]
        drive(found, ["key kp_minus", "wait 300"])
        assert found.host.game is not None
        asked = found.host.game.desk.talk.questions.asked
        assert asked is not None
        assert asked.undoes is not None
        text = undo_text(asked.undoes, view(found))
        assert (text.key, text.params) == ("kiosk.undo.bust", (("seats", "2, 4"),))
        drive(found, ["key kp_star", "wait 300"])
        assert marks(found) == ["in"] * 4


def test_a_digit_brings_a_player_to_the_cashier_who_did_not_press(tmp_path: Path) -> None:
    with table(tmp_path, FREEZEOUT) as found:
        drive(found, [*seats(1), "key kp_3", "wait 100", *YES])
        assert [seat.entered for seat in view(found).seats] == [False, False, True, False]
        drive(found, YES)
        assert [seat.entered for seat in view(found).seats] == [True, False, True, False]
        drive(found, [*seats(2), *NO, *YES])  # sent away: nothing is paid by a second YES
        assert view(found).entrants == 2
        drive(found, [*seats(2), *YES])  # he presses again, and has paid now
        assert view(found).entrants == 3


def test_ray_intro_3_a_public_tournament_waits_for_its_notification(tmp_path: Path) -> None:
    with table(tmp_path, opening("freezeout", private_or_ordered=False)) as found:
        drive(found, NEXT)
        assert view(found).phase is Phase.ENTRY
        assert found.host.game is not None
        assert found.host.game.desk.notice is not None
        assert found.host.game.desk.notice.key == "rules.why.not_notified"
        drive(found, keys(".8"))  # ask the book
        assert found.host.game.desk.talk.dialogue is not None
        assert found.host.game.desk.talk.dialogue.rule == "RAY-INTRO-3"


# -- as processes --------------------------------------------------------------------------------

WHOLE: dict[str, tuple[dict[str, Any], list[str]]] = {
    "freezeout": (FREEZEOUT, [
        *seats(1, 2, 3, 4), *YES, *YES, *YES, *YES, *NEXT, *NEXT, *ROUND, "wait 130000",
        *NEXT, *seats(4), *YES, *seats(2, 3), *YES, *CONFIRM,
    ]),
    "rebuy": (REBUY, [
        *NEXT, *seats(2), *YES, *seats(2), *YES, "wait 120000", *seats(1, 3), *YES, *YES,
        "wait 300000", *NEXT, *keys("45000E"), *keys("15000E"), *keys("15000E"), *keys("15000E"),
        *CONFIRM,
    ]),
    "sitngo": (SITNGO, [
        *seats(1, 2, 3, 4), *YES, *YES, *YES, *YES, *NEXT, *seats(1), *YES, *seats(2, 4), *YES,
        *CONFIRM,
    ]),
    "slots": (SLOTS, [
        *NEXT, "wait 30000", 'enter {"do": "pause", "seat": 2, "reason": "stuck"}', "wait 10000",
        'enter {"do": "resume", "seat": 2}', "wait 100000", *NEXT, *keys("120E"), *keys("7E"),
        *keys("150E"), *keys("3E"), *keys("40E"), *keys("2E"), *keys("1E"), *keys("9E"),
        *(line for n in range(1, 5) for line in (f"tap seat{n} 2100", "wait 300")), *CONFIRM,
    ]),
}  # fmt: skip
"""A whole tournament of each edition, as lines of `--drive`."""


def begun(start: Start, home: Path, game: dict[str, Any], **options: Any) -> RunningTable:
    (home / "opening.json").write_text(json.dumps(game), encoding="utf-8")
    found = start(**options)
    found.up()
    return found


@pytest.mark.parametrize("kind", sorted(WHOLE))
def test_kiosk_run_drives_a_whole_tournament_to_a_record_that_verifies(
    tmp_path: Path, start: Start, kind: str
) -> None:
    game, script = WHOLE[kind]
    found = begun(start, tmp_path, game, fast=60)
    found.send(*script)
    until("closed", lambda: (found.status() or {}).get("phase") == "closed", 60)
    until("sealed", lambda: "sealed" in found.record("T1-1")[-1])
    assert found.end() == 0
    verified(tmp_path)
    assert dos(found.record("T1-1"))[-1] == "confirm"
    replay = [sys.executable, "-m", "kiosk", "replay", str(tmp_path / "games" / "T1-1.jsonl")]
    done = programs.run(replay, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    summary = json.loads(done.stdout)
    assert summary["status"] == "final"
    assert summary["type"] == kind
    assert sum(one["prize"] for one in summary["seats"]) == summary["pool"]


@pytest.mark.parametrize("kills", [3])
def test_killed_in_the_middle_of_a_level_it_comes_back_with_the_right_time_left(
    tmp_path: Path, start: Start, kills: int
) -> None:
    levels = [{"small": 25 * n, "big": 50 * n, "minutes": 20} for n in range(1, 4)]
    game = opening("freezeout", fee=10, start_points=1000, levels=levels)
    found = begun(start, tmp_path, game, fast=60)
    found.send(*NEXT, *NEXT, *seats(3))
    before = found.until("hands", lambda s: s["phase"] == "play")["remaining_s"]
    until("a request", lambda: any(line.get("line") == "seat3" for line in found.record("T1-1")))
    for _ in range(kills):
        found.kill()
        found.close()
        found = start(fast=60, opening=False)
        after = found.until("play", lambda s: s["phase"] == "play")["remaining_s"]
        assert 0 < after < before
        before = after
    found.send(*YES)  # what was asked for is still asked for
    until("out", lambda: "bust" in dos(found.record("T1-1")))
    clocks = [(line["t"], line["clock"]) for line in found.record("T1-1") if "clock" in line]
    zeros = [clock["boot_ns"] / clock["rate"] / 1e9 - t / clock["rate"] for t, clock in clocks]
    assert len(zeros) > kills
    assert max(zeros) - min(zeros) < 0.001
    found.end()
    late = start(fast=1200, opening=False)
    until("level 2", lambda: "level:2" in announced(late.record("T1-1")), 30)
    told = {line["announced"]: line["t"] for line in late.record("T1-1") if "announced" in line}
    assert told["level:2"] - told["start"] == pytest.approx(1200, abs=0.0015)
    assert told["level-60"] - told["start"] == pytest.approx(1140, abs=0.0015)


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "sum": ({"prize_pct": [50, 30]}, "structure.prize_pct: found 'a sum of 80', allowed a sum"
            " of 100 (RAY-PAY-1)"),
    "key": ({"fees": 5}, "structure.fees"),
    "house": ({"fee": 5, "house_share": 10}, "structure.house_share: found 10"),
    "level": ({"levels": [{"smal": 1}]}, "structure.levels.0"),
    "kind": ({"type": "slots"}, "structure.type: found 'slots'"),
}  # fmt: skip


@pytest.mark.parametrize("what", sorted(WRONG))
def test_a_wrong_structure_is_refused_with_its_key_and_nothing_is_opened(
    tmp_path: Path, what: str
) -> None:
    structure, says = WRONG[what]
    path = tmp_path / "wrong.json"
    path.write_text(json.dumps(opening("freezeout", **structure)), encoding="utf-8")
    command = [sys.executable, "-m", "kiosk", "run", "--pins", "simulated", "--screen", "offscreen"]
    done = subprocess.run(
        [*command, "--open", str(path)],
        env=os.environ | {"TABLESIDE_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert says in done.stderr
    assert not list((tmp_path / "games").glob("*.jsonl"))
