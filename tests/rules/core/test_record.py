"""The file of a game: written, torn, damaged, forged, sealed, and folded again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nacl.exceptions import CryptoError
from nacl.signing import SigningKey, VerifyKey

from rules.actions import parse_action, to_fields
from rules.chain import Chain
from rules.edition import Edition
from rules.errors import RecordError
from rules.history import History
from rules.kinds import Announcement, Audience, GameMs
from rules.opening import Opening
from rules.record import (
    announced_line,
    fold,
    opening_line,
    read,
    replay,
    seal_message,
    sealed_line,
)
from rules.value import replace
from rules.verdict import check, untold

Fields = dict[str, Any]
KEY = SigningKey(bytes(range(32)))
SEATS = (1, 2, 4, 5)
GAME: list[Fields] = [
    {"t": 4, "do": "roll", "seat": 1, "dice": [3, 4], "line": "seat1"},
    {"t": 9.25, "do": "roll", "seat": 2, "dice": [2, 2]},
    {"t": 1900, "do": "roll", "seat": 1, "dice": [1, 1]},  # refused: seat 2 rolls again
    *({"t": 5500, "do": "count", "seat": seat, "cash": 100 * seat} for seat in SEATS),
    *({"t": 5600, "do": "sign", "seat": seat, "line": f"seat{seat}"} for seat in SEATS),
    {"t": 5700, "do": "confirm"},
]


def verify(key: bytes, signature: bytes, message: bytes) -> bool:
    try:
        VerifyKey(key).verify(message, signature)
    except CryptoError:
        return False
    return True


class Table:
    """A table that writes its record as a real one does."""

    def __init__(self, opening: Opening, hun: Edition) -> None:
        self.history = History(opening, hun)
        self.chain = Chain()
        self.data = self.chain.line(opening_line(opening, hun))
        self.events = 0

    def ask(self, fields: Fields) -> None:
        action = parse_action(fields, self.history.opening, "monopoly")
        self.events += 1
        self.write(to_fields(action))
        for told in self.history.apply(action).announcements:
            self.write(announced_line(told))

    def write(self, fields: Mapping[str, Any]) -> None:
        self.data += self.chain.line(fields)

    def seal(self, change: Callable[[dict[str, Any]], None] = lambda summary: None) -> bytes:
        head = self.chain.head
        summary = self.history.summary(self.events, head)
        change(summary)
        sig = KEY.sign(seal_message(head, summary)).signature.hex()
        self.write(sealed_line(summary, head, KEY.verify_key.encode().hex(), sig))
        return self.data


@pytest.fixture
def table(opening: Opening, hun: Edition) -> Table:
    table = Table(opening, hun)
    table.write({"t": 0, "clock": {"boot_id": "x", "boot_ns": 1}})
    for fields in GAME:
        table.ask(fields)
    table.write({"t": 5700, "note": {"kind": "damage"}})
    return table


def shown(history: History) -> Any:
    return history.summary(0, ""), history.next_deadline(), *(history.view(a) for a in Audience)


def test_a_record_holds_the_opening_and_every_line_by_its_kind(
    table: Table, opening: Opening, hun: Edition
) -> None:
    record = read(table.data)
    assert (record.opening, record.fingerprint) == (opening, hun.fingerprint)
    assert record.events == len(GAME)
    assert [line.fields for line in record.of("do")] == GAME
    assert [line.fields["announced"] for line in record.of("announced")][:2] == ["start", "warn-30"]
    assert [line.number for line in record.of("clock")] == [2]
    assert (record.damage, record.torn_bytes, record.seal) == ([], 0, None)
    assert record.head == record.game_head == table.chain.head
    assert record.whole_bytes == len(table.data)


def test_a_sealed_record_is_right(table: Table, hun: Edition) -> None:
    verdict = check(read(table.seal()), lambda name: hun, verify)
    assert (verdict.faults, verdict.remarks) == ((), ())
    assert verdict.history is not None
    assert verdict.history.summary(0, "")["status"] == "final"


def test_the_head_of_the_game_is_that_before_the_seal(table: Table) -> None:
    head = table.chain.head
    record = read(table.seal())
    assert (record.game_head, record.head) == (head, table.chain.head)
    assert record.seal is not None
    assert record.seal.summary["record"] == {"events": len(GAME), "head": head}


def test_a_torn_tail_is_cut_at_the_last_whole_line_wherever_it_is_torn(table: Table) -> None:
    ends = [at + 1 for at, byte in enumerate(table.data) if byte == ord("\n")]
    for length in range(ends[0], len(table.data), 7):
        record = read(table.data[:length])
        assert record.whole_bytes == max(end for end in ends if end <= length)
        assert record.torn_bytes == length - record.whole_bytes
        assert record.damage == []


def test_a_record_torn_in_its_opening_is_no_record(table: Table) -> None:
    first = table.data[: table.data.index(b"\n")]
    for length in (*range(0, len(first), 7), len(first)):  # the last is whole but for its line end
        with pytest.raises(RecordError, match=r"^line 1 .*its opening is lost$"):
            read(first[:length])


def test_a_tail_that_the_disk_left_as_zeros_is_torn_too(table: Table) -> None:
    record = read(table.data + bytes(50) + b"\n" + bytes(50))
    assert (record.whole_bytes, record.torn_bytes) == (len(table.data), 101)
    assert record.damage == []


def test_a_damaged_line_costs_itself_and_no_other(table: Table) -> None:
    lines = table.data.split(b"\n")
    for at in range(1, len(lines) - 2):
        damaged = [*lines]
        damaged[at] = damaged[at].replace(b'"t":', b'"T":', 1)
        record = read(b"\n".join(damaged))
        assert [found.number for found in record.damage] == [at + 1]
        assert record.damage[0].reason == "is not what was written: its hash differs"
        assert len(record.lines) == len(lines) - 3


def test_a_damaged_line_the_table_itself_found_is_a_remark(table: Table, hun: Edition) -> None:
    """The table started again, lost the first roll to its disk, said so, and played on."""
    table.data = table.data.replace(b'"do":"roll"', b'"do":"rol"', 1)
    record = read(table.data)
    assert record.unexplained == record.damage
    (found,) = record.damage
    table.history = replay(record, lambda name: hun)
    table.events = record.events
    table.write({"t": 5700, "note": {"damage": found.reason, "line": found.number}})
    for seat in SEATS:
        table.ask({"t": 5800, "do": "sign", "seat": seat, "by": "referee", "reason": "disk"})
    verdict = check(read(table.seal()), lambda name: hun, verify)
    assert verdict.remarks[0] == (
        "line 3 is not what was written: its hash differs; "
        "the table found it and played on without it"
    )
    assert [fault for fault in verdict.faults if "announced" not in fault] == []


def test_a_line_taken_out_is_seen(table: Table, hun: Edition) -> None:
    lines = table.data.split(b"\n")
    del lines[4]
    faults = check(read(b"\n".join(lines)), lambda name: hun, verify).faults
    assert faults[0] == "line 5 does not follow line 4: a line was taken out or put in"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "line 1 does not end with"),
        (b"hello\n", "line 1 does not end with"),
        (Chain().line({"t": 1, "do": "wait"}), "line 1 is no opening"),
        (Chain("0" * 64).line({"open": {}, "schema": 1}), "line 1 is no opening"),
        (Chain().line({"open": {}}), "line 1: schema: found null, allowed 1 to 1"),
        (Chain().line({"open": {}, "schema": 2}), "line 1: schema: found 2, allowed 1 to 1"),
        (Chain().line({"open": {}, "schema": 1}), "line 1: fingerprint: found null"),
        (
            Chain().line({"open": {}, "schema": 1, "fingerprint": ""}),
            "line 1: open.edition: missing",
        ),
    ],
)
def test_without_its_opening_a_file_is_no_record(data: bytes, message: str) -> None:
    with pytest.raises(RecordError) as raised:
        read(data)
    assert str(raised.value).startswith(message)


def test_a_record_is_played_on_its_own_edition_only(table: Table, hun: Edition) -> None:
    with pytest.raises(RecordError, match="edition 'hun-2009' is not known here"):
        replay(read(table.data), lambda name: None)
    changed = replace(hun, fingerprint="0" * 64)
    with pytest.raises(RecordError, match="was played on another hun-2009"):
        replay(read(table.data), lambda name: changed)


def test_an_opening_that_its_edition_does_not_take_is_named(opening: Opening, hun: Edition) -> None:
    wrong = replace(opening, options={"game": "long"})
    record = read(Chain().line(opening_line(wrong, hun)))
    with pytest.raises(RecordError, match="line 1: option game: found 'long', allowed"):
        replay(record, lambda name: hun)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"t": 6000, "do": "hop"}, "do: found 'hop', allowed accept"),
        ({"t": 6000, "do": "sign", "seat": 3}, "seat: found 3, allowed seat 1, 2, 4, 5"),
        ({"t": 1, "do": "wait"}, "t: found 1, allowed 5700 or later"),
    ],
)
def test_an_action_that_is_none_is_named_by_its_line(
    table: Table, hun: Edition, fields: Fields, message: str
) -> None:
    table.write(fields)
    last = table.data.count(b"\n")
    with pytest.raises(RecordError) as raised:
        replay(read(table.data), lambda name: hun)
    assert str(raised.value).startswith(f"line {last}: {message}")
    assert check(read(table.data), lambda name: hun, verify).history is None


def test_an_unknown_line_is_damage(table: Table) -> None:
    table.write({"t": 6000, "wish": 3})
    assert read(table.data).damage[0].reason == "holds none of do, announced, clock, note, sealed"


def test_a_record_that_is_not_sealed_is_not_right(table: Table, hun: Edition) -> None:
    assert check(read(table.data), lambda name: hun, verify).faults == ("the record is not sealed",)


def test_a_result_that_the_rules_do_not_give_is_named(table: Table, hun: Edition) -> None:
    def lie(summary: dict[str, Any]) -> None:
        summary["end_reason"] = "judge"
        summary["prize"] = 3

    faults = check(read(table.seal(lie)), lambda name: hun, verify).faults
    assert faults == (
        "the seal's summary says end_reason: 'judge', the rules say 'time'",
        "the seal's summary says prize: 3, the rules say null",
    )


def _seal(table: Table, **changed: Any) -> tuple[str, ...]:
    """Faults of a seal some of whose parts were changed, the chain written anew over it."""
    head = table.chain.head
    summary = table.history.summary(table.events, head)
    sig = KEY.sign(seal_message(head, summary)).signature.hex()
    parts = {"summary": summary, "head": head, "key": KEY.verify_key.encode().hex(), "sig": sig}
    table.write({"sealed": parts | changed})
    return tuple(check(read(table.data), lambda name: table.history.edition, verify).faults)


def test_a_seal_that_was_changed_is_wrong(table: Table) -> None:
    summary = table.history.summary(table.events, table.chain.head)
    for seat in summary["seats"]:
        seat["cash"] = 9999
    assert "the seal's signature is wrong" in _seal(table, summary=summary)


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"sig": "00" * 64}, "the seal's signature is wrong"),
        ({"sig": "00"}, "the seal's signature is wrong"),
        ({"key": "00"}, "the seal's signature is wrong"),
        ({"key": SigningKey(bytes(32)).verify_key.encode().hex()}, "the seal's signature is wrong"),
        ({"sig": "xyz"}, "the seal's key or signature is no hex text"),
        ({"head": "0" * 64}, "the seal is for another head of the chain"),
        ({"head": None}, "line 28 is no whole seal at the end of the record"),
        ({"summary": []}, "line 28 is no whole seal at the end of the record"),
    ],
)
def test_a_wrong_part_of_a_seal_is_named(table: Table, changed: Fields, fault: str) -> None:
    assert fault.replace("28", str(table.data.count(b"\n") + 1)) in _seal(table, **changed)


def test_after_the_seal_nothing_may_follow(table: Table, hun: Edition) -> None:
    table.seal()
    table.ask({"t": 5800, "do": "wait"})
    faults = check(read(table.data), lambda name: hun, verify).faults
    assert any("is no whole seal at the end of the record" in fault for fault in faults)


def test_an_announcement_the_rules_did_not_give_is_named(table: Table, hun: Edition) -> None:
    table.write({"t": 1804, "announced": "warn-30"})
    table.write({"t": 60, "announced": "warn-1"})
    table.write({"t": "x", "announced": 3})
    assert list(check(read(table.data), lambda name: hun, verify).faults[1:]) == [
        "'warn-30' at 1804 s: announced, but not by the rules",
        "'warn-1' at 60 s: announced, but not by the rules",
        "'3' at -0.001 s: announced, but not by the rules",
    ]


def test_what_was_announced_after_the_last_action_of_an_open_record_is_by_the_rules(
    opening: Opening, hun: Edition
) -> None:
    table = Table(opening, hun)
    for fields in GAME[:2]:
        table.ask(fields)
    for told in table.history.advance(GameMs(3_700_000)):
        table.write(announced_line(told))
    verdict = check(read(table.data), lambda name: hun, verify)
    assert list(verdict.faults) == ["the record is not sealed"]


def test_an_announcement_not_given_out_is_known_and_remarked(
    opening: Opening, hun: Edition
) -> None:
    table = Table(opening, hun)
    for fields in GAME[:3]:
        table.events += 1
        table.write(fields)
    folded = fold(read(table.data), lambda name: hun)
    missing = untold(read(table.data), folded.told)
    assert missing == [
        Announcement("start", GameMs(4000)),
        Announcement("warn-30", GameMs(1_804_000)),
    ]
    assert check(read(table.data), lambda name: hun, verify).remarks == (
        "start at 4 s: not announced",
        "warn-30 at 1804 s: not announced",
    )


@given(data=st.data())
def test_a_record_split_anywhere_and_gone_on_with_is_the_same_record_and_game(
    data: st.DataObject, games: st.SearchStrategy[list[Fields]], opening: Opening, hun: Edition
) -> None:
    game = data.draw(games)
    whole = Table(opening, hun)
    for fields in game:
        whole.ask(fields)
    at = data.draw(st.integers(0, len(game)))
    first = Table(opening, hun)
    for fields in game[:at]:
        first.ask(fields)
    torn = read(first.data + data.draw(st.binary(max_size=20)).replace(b"\n", b""))
    second = Table(opening, hun)
    second.history = replay(torn, lambda name: hun)
    second.chain = Chain(torn.head)
    second.data = first.data[: torn.whole_bytes]
    for fields in game[at:]:
        second.ask(fields)
    assert second.data == whole.data
    assert shown(second.history) == shown(whole.history)


@given(at=st.integers(0, 6000), put=st.binary(max_size=8), cut=st.integers(0, 80))
def test_no_damage_raises_anything_but_record_error(
    at: int, put: bytes, cut: int, opening: Opening, hun: Edition
) -> None:
    table = Table(opening, hun)
    for fields in GAME:
        table.ask(fields)
    whole = table.seal()
    damaged = whole[:at] + put + whole[at + cut :]
    try:
        verdict = check(read(damaged), lambda name: hun, verify)
    except RecordError:
        return
    assert verdict.faults or damaged == whole
