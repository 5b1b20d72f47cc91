"""Dice thrown by the table: nobody chose them, and whoever says otherwise does not verify."""

from __future__ import annotations

import math
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nacl.exceptions import CryptoError
from nacl.signing import SigningKey, VerifyKey

from rules.actions import parse_action
from rules.chain import Chain, read_line
from rules.dicecheck import DiceFound, check_dice
from rules.edition import Edition
from rules.fairdice import (
    Cup,
    Throw,
    commitment,
    committed,
    committed_note,
    faces,
    last_number,
    lying,
    throw,
)
from rules.history import History
from rules.kinds import Audience, GameMs, Seat
from rules.opening import Opening
from rules.record import opening_line, read, seal_message, sealed_line
from rules.verdict import check

Fields = dict[str, Any]
KEY = SigningKey(bytes(range(32)))
SEED = bytes(range(100, 132))
OTHER = bytes(32)
DOCUMENT = Path(__file__).parents[3] / "docs" / "rules" / "dice.md"
CRITICAL = {5: 20.52, 25: 52.62, 35: 66.62}
"""Chi-square that a fair die exceeds once in a thousand, by degrees of freedom (from a table)."""


def verify(key: bytes, signature: bytes, message: bytes) -> bool:
    try:
        VerifyKey(key).verify(message, signature)
    except CryptoError:
        return False
    return True


class Table:
    """A table that throws its dice itself, and writes its record as a real one does."""

    def __init__(self, opening: Opening, edition: Edition, seed: bytes | None = SEED) -> None:
        self.history = History(opening, edition)
        self.edition = edition
        self.chain = Chain()
        self.lines: list[Fields] = []
        self.write(opening_line(opening, edition))
        self.cup = Cup(SEED, opening.game)
        self.events = 0
        if seed is not None:
            self.write({"t": 0, "note": committed_note(seed)})

    def write(self, fields: Mapping[str, Any]) -> None:
        self.lines.append(dict(fields))
        self.chain.line(fields)

    def ask(self, t: float, do: str, **fields: Any) -> bool:
        """One action; whether it was accepted."""
        line = {"t": t, "do": do, **fields}
        self.write(line)
        self.events += 1
        action = parse_action(line, self.history.opening, "monopoly")
        outcome = self.history.apply(action)
        for told in outcome.announcements:
            self.write({"t": told.at / 1000, "announced": told.id})
        return outcome.refusal is None

    def throw(self, t: float, seat: int) -> Throw:
        """The seat asks for the dice."""
        at = GameMs(round(t * 1000))
        found = self.cup.throw(self.history, Seat(seat), at)
        self.ask(t, "roll", seat=seat, dice=list(found.dice), by="table", throw=found.number)
        return found

    def sealed(self, seed: bytes | None = SEED) -> list[Fields]:
        """The lines with the seal, which opens this seed."""
        opened = None if seed is None else seed.hex()
        return seal(self.lines, self.history.summary(self.events, self.chain.head), opened)


def seal(lines: list[Fields], summary: dict[str, Any], seed: str | None) -> list[Fields]:
    head = summary["record"]["head"]
    sig = KEY.sign(seal_message(head, summary)).signature.hex()
    return [*lines, sealed_line(summary, head, KEY.verify_key.encode().hex(), sig, seed)]


def written(lines: list[Fields]) -> bytes:
    """The lines, chained (anew, where one was changed)."""
    chain = Chain()
    return b"".join(chain.line(line) for line in lines)


def forged(table: Table, change: Callable[[list[Fields]], None]) -> list[Fields]:
    """Changed lines that the table's own key has sealed again: only the dice can tell."""
    lines = [dict(line) for line in table.lines]
    change(lines)
    again = Table(table.history.opening, table.edition, seed=None)
    again.lines, again.chain = [], Chain()
    for line in lines:
        again.write(line)
        if "do" in line:
            again.events += 1
            again.history.apply(parse_action(line, again.history.opening, "monopoly"))
    return again.sealed()


def found(lines: list[Fields], edition: Edition) -> DiceFound:
    dice = check(read(written(lines)), lambda _: edition, verify).dice
    assert dice is not None
    return dice


def outsider(data: bytes, tmp_path: Path) -> tuple[int, str]:
    """The checker in the documentation, which shares nothing with us, on its own."""
    code = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    assert len(code) == 1
    script, record = tmp_path / "check.py", tmp_path / "record.jsonl"
    script.write_text(code[0])
    record.write_bytes(data)
    done = subprocess.run(
        [sys.executable, "-I", script, record], capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout.strip() + done.stderr.strip()


@pytest.fixture
def table(opening: Opening, hun: Edition) -> Table:
    """A short game: everybody in turn, then the referee calls the result."""
    table = Table(opening, hun)
    table.ask(2, "start")
    t = 10.25
    for _ in range(12):
        table.throw(t, turn(table))
        t += 7.5
    table.ask(t, "reset", reason="the end of the test")
    table.ask(t + 1, "end", reason="the end of the test")
    return table


def turn(table: Table) -> int:
    view = table.history.view(Audience.TABLE)
    return int(view.turn or view.seats[0].seat)


def test_the_dice_are_those_of_the_documented_algorithm() -> None:
    # printf 'tableside dice 1\nQ1-T3\n1\n1\n10\n0' | openssl dgst -sha256 -mac HMAC -macopt
    # hexkey:6465...83 gives d6a5...: 0xd6 % 6 + 1 and 0xa5 % 6 + 1.
    assert commitment(SEED) == "e3e16780becf601d55e4751e7d722ef91d750bb0cea61b1bb5ea8bc308cdf262"
    assert throw(SEED, "Q1-T3", 1, Seat(1), GameMs(10_250)) == (1, (5, 4))


def test_bytes_that_would_favour_a_face_are_left_out() -> None:
    assert faces(iter([bytes([252, 255, 251, 254]), bytes([253]), bytes([6])])) == (6, 1)


@given(st.binary(min_size=32, max_size=32), st.integers(1, 500), st.integers(0, 10**6))
def test_a_throw_hangs_on_seed_number_seat_and_second_and_not_on_milliseconds(
    seed: bytes, number: int, second: int
) -> None:
    at = GameMs(second * 1000)
    first = throw(seed, "G", number, Seat(1), at)
    assert first.number == number
    assert set(first.dice) <= {1, 2, 3, 4, 5, 6}
    assert throw(seed, "G", number, Seat(1), GameMs(at + 999)) == first


def test_every_part_of_what_was_asked_changes_the_dice() -> None:
    def throws(**changed: Any) -> list[tuple[int, int]]:
        asked = {"seed": SEED, "game": "G", "seat": Seat(1), "shift": 0, "seconds": 0} | changed
        return [
            throw(
                asked["seed"],
                asked["game"],
                number + asked["shift"],
                asked["seat"],
                GameMs(1000 * (number + asked["seconds"])),
            ).dice
            for number in range(1, 41)
        ]

    changes: list[dict[str, Any]] = [
        {},
        {"seed": OTHER},
        {"game": "H"},
        {"seat": Seat(2)},
        {"shift": 1},
        {"seconds": 1},
    ]
    assert len({tuple(throws(**change)) for change in changes}) == len(changes)


def chi_square(counts: Any, expected: Any) -> float:
    return float(((counts - expected) ** 2 / expected).sum())


@pytest.mark.parametrize(
    ("counts", "published"),
    [
        ((53, 55, 54, 64, 51, 63), 2.6353),
        ((497, 487, 496, 512, 485, 524), 2.2769),
        ((178, 144, 176, 148, 190, 165), 9.7393),
        ((159, 163, 182, 160, 171, 166), 2.2228),
        ((365, 593, 524, 417, 712, 390), 182.7048),
    ],
    ids=["D01", "D02", "D03", "D04", "D05-loaded"],
)
def test_the_statistic_finds_the_loaded_one_of_five_real_dice(
    counts: tuple[int, ...], published: float
) -> None:
    observed = np.array(counts)
    found = chi_square(observed, observed.sum() / 6)
    assert found == pytest.approx(published, abs=1e-4)
    assert (found > CRITICAL[5]) == (published > 100)


def runs_z(above: Any) -> float:
    """The runs test of Wald and Wolfowitz: how far the number of runs is from what chance gives."""
    n, first = len(above), int(above.sum())
    second = n - first
    runs = 1 + int((above[1:] != above[:-1]).sum())
    mean = 1 + 2 * first * second / n
    variance = (mean - 1) * (mean - 2) / (n - 1)
    return (runs - mean) / math.sqrt(variance)


@pytest.mark.slow
@pytest.mark.timeout(180)
def test_a_million_throws_pass_chi_square_and_runs_tests() -> None:
    """One seed and a year of asking: the sample is always the same, so it passes or it does not."""
    million = 1_000_000
    dice = np.array(
        [throw(SEED, "Q1-T3", n, Seat(n % 6 + 1), GameMs(n * 7_431)).dice for n in range(million)]
    )
    for column in (dice[:, 0], dice[:, 1], dice.ravel()):
        counts = np.bincount(column, minlength=7)[1:]
        assert chi_square(counts, len(column) / 6) < CRITICAL[5]
        for trait in (column > 3, column % 2 == 0, np.isin(column, (1, 2, 6))):
            assert abs(runs_z(trait)) < 3.29
    pairs = np.bincount((dice[:, 0] - 1) * 6 + dice[:, 1] - 1, minlength=36)
    assert chi_square(pairs, million / 36) < CRITICAL[35]
    for die in (0, 1):  # one throw says nothing about the next
        after = np.bincount((dice[:-1, die] - 1) * 6 + dice[1:, die] - 1, minlength=36)
        rows = np.bincount(dice[:-1, die], minlength=7)[1:]
        columns = np.bincount(dice[1:, die], minlength=7)[1:]
        expected = np.outer(rows, columns).ravel() / (million - 1)
        assert chi_square(after, expected) < CRITICAL[25]
    sums = Counter(dice.sum(axis=1).tolist())
    assert abs(sums[7] / million - 1 / 6) < 0.002


def test_a_record_with_the_table_s_dice_is_right_for_us_and_for_an_outsider(
    table: Table, hun: Edition, tmp_path: Path
) -> None:
    lines = table.sealed()
    verdict = check(read(written(lines)), lambda _: hun, verify)
    assert (list(verdict.faults), list(verdict.remarks)) == ([], [])
    assert verdict.dice is not None
    assert (verdict.dice.rolls, verdict.dice.again) == ({"table": 12}, 0)
    assert (verdict.dice.commitment, verdict.dice.seed) == (commitment(SEED), SEED.hex())
    assert outsider(written(lines), tmp_path) == (0, "right: 12 throws, nobody chose them")


def test_one_changed_roll_does_not_verify(table: Table, hun: Edition, tmp_path: Path) -> None:
    place = next(at for at, line in enumerate(table.lines) if line.get("throw") == 5)

    def change(lines: list[Fields]) -> None:
        first, second = lines[place]["dice"]
        lines[place]["dice"] = [first, second % 6 + 1]

    lines = forged(table, change)
    dice = table.lines[place]["dice"]
    said = f"{lines[place]['dice'][0]} {lines[place]['dice'][1]}"
    assert list(found(lines, hun).faults) == [
        f"line {place + 1}: throw 5 is {said}, the seed gives {dice[0]} {dice[1]}"
    ]
    code, text = outsider(written(lines), tmp_path)
    assert (code, "throw 5 is" in text) == (1, True)


def test_a_press_moved_by_a_second_does_not_verify(
    table: Table, hun: Edition, tmp_path: Path
) -> None:
    def change(lines: list[Fields]) -> None:
        for line in lines:
            if line.get("throw") == 7:
                line["t"] += 1

    lines = forged(table, change)
    assert [fault.partition(": ")[2][:8] for fault in found(lines, hun).faults] == ["throw 7 "]
    assert outsider(written(lines), tmp_path)[0] == 1


@pytest.mark.parametrize("seed", [OTHER, bytes(31), b""], ids=["another", "short", "empty"])
def test_another_seed_does_not_verify(
    table: Table, hun: Edition, seed: bytes, tmp_path: Path
) -> None:
    lines = table.sealed(seed)
    assert (
        "the seed in the seal is not the one the table had committed itself to"
        in found(lines, hun).faults
    )
    assert outsider(written(lines), tmp_path)[0] == 1


def test_a_seed_that_is_no_hex_or_none_at_all_does_not_verify(table: Table, hun: Edition) -> None:
    lines = table.sealed(None)
    assert list(found(lines, hun).faults) == ["the seal does not open the seed of the table's dice"]
    lines[-1]["sealed"]["seed"] = "no hex"
    assert "had committed itself" in found(lines, hun).faults[0]
    lines[-1]["sealed"]["seed"] = 7
    assert "does not open" in found(lines, hun).faults[0]


def test_a_seed_that_no_throw_was_made_from_need_not_be_opened(
    opening: Opening, hun: Edition
) -> None:
    table = Table(opening, hun)
    table.ask(10, "roll", seat=1, dice=[3, 4], by="hand")
    table.ask(11, "reset", reason="the end of the test")
    table.ask(12, "end", reason="the end of the test")
    assert not found(table.sealed(None), hun).faults


def test_the_seed_of_a_table_that_committed_itself_to_another_does_not_verify(
    table: Table, hun: Edition
) -> None:
    """The whole record forged around a seed found afterwards: the commitment tells."""
    lines = table.sealed()
    lines[1] = {"t": 0, "note": committed_note(OTHER)}
    assert "had committed itself" in found(lines, hun).faults[0]


def test_dice_without_a_commitment_before_the_first_action_do_not_verify(
    table: Table, hun: Edition
) -> None:
    lines = table.sealed()
    none = [line for line in lines if "note" not in line]
    assert list(found(none, hun).faults) == [
        "the table threw dice and had committed itself to nothing"
    ]
    late = [lines[0], lines[2], lines[1], *lines[3:]]
    assert list(found(late, hun).faults) == ["line 3: a commitment to dice after the first action"]
    twice = [lines[0], lines[1], {"t": 0, "note": committed_note(OTHER)}, *lines[2:]]
    assert list(found(twice, hun).faults) == ["line 3: a second commitment to dice"]


def test_a_throw_that_was_taken_back_lies_where_it_fell(
    opening: Opening, hun: Edition, tmp_path: Path
) -> None:
    table = Table(opening, hun)
    table.throw(10, 1)
    second = table.throw(20, turn(table))
    seat = turn(table)
    third = table.throw(30, seat)
    table.ask(31, "undo")
    table.ask(32, "undo")
    assert table.throw(40, turn(table)) == second
    assert table.throw(47, seat) == third
    table.ask(50, "undo")
    table.ask(51, "incident", seat=1)
    assert table.throw(58, seat) == third
    table.ask(60, "reset")
    table.ask(61, "end")
    lines = table.sealed()
    dice = found(lines, hun)
    assert (list(dice.faults), dice.rolls, dice.again) == ([], {"table": 6}, 3)
    assert outsider(written(lines), tmp_path) == (0, "right: 3 throws, nobody chose them")


@given(st.lists(st.sampled_from(["throw", "throw", "throw", "undo", "back", "reset", "turn"])))
def test_whatever_is_taken_back_or_voided_the_dice_are_right_and_no_other_dice_are(
    opening: Opening, hun: Edition, steps: list[str]
) -> None:
    table, t, fell = Table(opening, hun), 10.0, {}
    for step in steps:
        t += 3.125
        if step == "throw":
            thrown = table.throw(t, turn(table))
            assert fell.setdefault(thrown.number, thrown) == thrown
        elif step == "turn":
            table.ask(t, "turn", seat=5)
        elif step == "back":
            table.ask(t, "undo", back=2)
        else:
            table.ask(t, step)
    assert sorted(fell) == list(range(1, len(fell) + 1))
    assert not found(table.lines, hun).faults
    for line in table.lines:
        if "throw" in line:
            first, second = line["dice"]
            changed = [dict(one) for one in table.lines]
            changed[table.lines.index(line)]["dice"] = [first % 6 + 1, second]
            seal = {"sealed": {"summary": {}, "head": "", "key": "", "sig": "", "seed": SEED.hex()}}
            assert found([*changed, seal], hun).faults


def test_who_throws_anew_what_lies_does_not_verify(opening: Opening, hun: Edition) -> None:
    table = Table(opening, hun)
    table.throw(10, 1)
    table.ask(11, "undo")
    _, dice = throw(SEED, "Q1-T3", 2, Seat(1), GameMs(12_000))
    table.ask(12, "roll", seat=1, dice=list(dice), by="table", throw=2)
    assert [fault.partition(": ")[2] for fault in found(table.lines, hun).faults] == [
        "throw 2, but throw 1 of this seat was taken back and lies"
    ]


@pytest.mark.parametrize("by", [{}, {"by": "hand"}, {"by": "reader"}])
def test_dice_that_somebody_chose_never_lie_as_a_throw_of_the_table(
    opening: Opening, hun: Edition, by: dict[str, str]
) -> None:
    table = Table(opening, hun)
    table.ask(10, "roll", seat=1, dice=[6, 6], throw=1, **by)
    table.ask(11, "undo")
    assert lying(table.history, Seat(1)) is None
    assert last_number(read(written(table.lines))) == 0
    table.ask(12, "roll", seat=1, dice=[6, 6], by="table", throw=1)
    faults = found(table.sealed(), hun).faults
    assert faults[0].endswith("the number of a throw, and the table did not throw")
    assert "the seed gives" in faults[1]


def test_a_reset_throws_anew_and_an_undone_reset_does_not(opening: Opening, hun: Edition) -> None:
    table = Table(opening, hun)
    first = table.throw(10, 1)
    table.ask(11, "undo")
    assert lying(table.history, Seat(1)) == first
    assert lying(table.history, Seat(2)) is None
    table.ask(12, "reset", reason="false start")
    assert lying(table.history, Seat(1)) is None
    second = table.throw(13, 1)
    assert second.number == 2
    table.ask(14, "undo")
    table.ask(15, "undo")  # the reset
    assert lying(table.history, Seat(1)) == first
    assert table.throw(20, 1) == first
    assert not found(table.lines, hun).faults


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (1, "throw 1 does not follow throw 1"),
        (3, "throw 3 does not follow throw 1"),
        (None, "a roll of the table without the number of its throw"),
    ],
)
def test_numbers_that_are_repeated_left_out_or_missing_do_not_verify(
    opening: Opening, hun: Edition, number: int | None, said: str
) -> None:
    table = Table(opening, hun)
    table.throw(10, 1)
    _, dice = throw(SEED, "Q1-T3", number or 2, Seat(turn(table)), GameMs(12_000))
    fields = {} if number is None else {"throw": number}
    table.ask(12, "roll", seat=turn(table), dice=list(dice), by="table", **fields)
    assert said in found(table.lines, hun).faults[-1]


def test_a_cup_goes_on_where_the_record_ends(table: Table) -> None:
    record, history = read(written(table.lines)), table.history
    at, seat = GameMs(200_000), Seat(1)
    again = Cup(SEED, record.opening.game, last_number(record)).throw(history, seat, at)
    assert again == table.cup.throw(history, seat, at)
    assert again.number == 13


def test_a_refused_throw_counts_and_stays_visible(opening: Opening, hun: Edition) -> None:
    table = Table(opening, hun)
    table.throw(10, 1)
    other = next(seat for seat in (1, 2, 4, 5) if seat != turn(table))
    refused = table.throw(12, other)
    assert refused.number == 2
    assert table.history.refused[-1].do == "roll"
    assert table.throw(15, turn(table)).number == 3
    assert not found(table.lines, hun).faults


def test_a_damaged_line_costs_its_own_throw_and_no_other(table: Table, hun: Edition) -> None:
    place = next(at for at, line in enumerate(table.lines) if line.get("throw") == 12)
    table.write({"t": 200, "note": {"damage": "is not what was written", "line": place + 1}})
    raw = written(table.sealed()).split(b"\n")
    raw[place] = raw[place].replace(b'"roll"', b'"rolL"')
    record = read(b"\n".join(raw))
    assert last_number(record) == 11
    verdict = check(record, lambda _: hun, verify)
    assert verdict.dice is not None
    assert (list(verdict.dice.faults), verdict.dice.rolls["table"]) == ([], 11)


def test_a_lost_throw_in_the_middle_leaves_a_gap_that_the_damage_explains(
    table: Table, hun: Edition
) -> None:
    gone = next(at for at, line in enumerate(table.lines) if line.get("throw") == 3)
    raw = written(table.lines).split(b"\n")
    raw[gone] = raw[gone].replace(b'"roll"', b'"rolL"')
    assert not check_dice(read(b"\n".join(raw)), lambda _: hun).faults
    taken_out = [line for line in table.lines if line.get("throw") != 3]
    assert "throw 4 does not follow throw 2" in found(taken_out, hun).faults[0]


def test_an_open_record_is_checked_as_far_as_it_goes(table: Table, hun: Edition) -> None:
    record = read(written(table.lines))
    dice = check_dice(record, lambda _: hun)
    assert (dice.commitment, dice.seed, list(dice.faults)) == (committed(record), None, [])


def test_other_dice_are_counted_by_where_they_come_from(opening: Opening, hun: Edition) -> None:
    table = Table(opening, hun, seed=None)
    for t, by in enumerate(("hand", "reader", None, "reader"), 10):
        said = {} if by is None else {"by": by}
        table.ask(t, "roll", seat=turn(table), dice=[1, 2], **said)
    dice = found(table.lines, hun)
    assert dice == DiceFound({"hand": 2, "reader": 2}, 0, None, None, ())


def test_a_note_that_is_no_object_is_nobody_s_commitment(opening: Opening, hun: Edition) -> None:
    table = Table(opening, hun, seed=None)
    table.write({"t": 0, "note": "dice"})
    assert committed(read(written(table.lines))) is None


def test_a_line_of_a_record_with_a_seed_is_read_by_its_chain(table: Table) -> None:
    last = written(table.sealed()).splitlines()[-1]
    assert read_line(last).fields["sealed"]["seed"] == SEED.hex()
