"""Game scripts: what is no valid line ends the run and is named by its number."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.actions import parse_action, to_fields
from rules.chain import Chain
from rules.edition import Edition
from rules.errors import EditionError, ScriptError
from rules.opening import Opening, opening_fields
from rules.record import announced_line, opening_line, sealed_line
from rules.script import Played, play

Fields = dict[str, Any]
ROLL = {"t": 4.0, "do": "roll", "seat": 1, "dice": [3, 4]}
Run = Callable[[bytes], Played]


@pytest.fixture
def run(hun: Edition) -> Run:
    def edition_of(name: str) -> Edition:
        if name != hun.id:
            raise EditionError(f"open.edition: found {name!r}, allowed 'hun-2009'")
        return hun

    return lambda data: play(data, edition_of)


@pytest.fixture
def first(opening: Opening) -> bytes:
    return json.dumps({"open": opening_fields(opening)}).encode() + b"\n"


def lines(*actions: Fields) -> bytes:
    return b"".join(json.dumps(fields).encode() + b"\n" for fields in actions)


def test_a_script_is_played_in_virtual_time(run: Run, first: bytes) -> None:
    summary = run(
        first + lines(ROLL, {"t": 1801.5, "do": "wait"}, {"t": 1804, "do": "wait"})
    ).summary()
    assert summary["announcements"] == [{"t": 4, "id": "start"}, {"t": 1804, "id": "warn-30"}]
    assert summary["record"]["events"] == 3
    assert (summary["game"], summary["table"], summary["edition"]) == ("Q1-T3", "T3", "hun-2009")


def test_the_head_is_that_of_the_record_a_table_would_write(
    run: Run, first: bytes, opening: Opening, hun: Edition
) -> None:
    chain = Chain()
    chain.line(opening_line(opening, hun))
    chain.line({**ROLL, "t": 4})
    assert run(first + lines(ROLL)).head == chain.head


def test_blank_lines_a_byte_order_mark_and_windows_line_ends_do_no_harm(
    run: Run, first: bytes
) -> None:
    script = b"\xef\xbb\xbf" + first + b"\n   \n" + lines(ROLL)
    assert run(script.replace(b"\n", b"\r\n")).summary() == run(first + lines(ROLL)).summary()


def test_a_script_without_a_last_line_end_is_whole(run: Run, first: bytes) -> None:
    assert run((first + lines(ROLL))[:-1]).events == 1


def test_a_record_is_a_script_with_its_own_head(run: Run, opening: Opening, hun: Edition) -> None:
    chain = Chain()
    data = chain.line(opening_line(opening, hun))
    data += chain.line({"t": 0, "clock": {}})
    data += chain.line({**ROLL, "line": "seat1"})
    data += chain.line({"t": 4, "announced": "start"})
    data += chain.line({"t": 4, "note": {}})
    head = chain.head
    unsealed = run(data)
    sealed = run(data + chain.line(sealed_line({}, head, "", "")))
    assert (unsealed.events, unsealed.head) == (1, head)
    assert sealed.summary() == unsealed.summary()


def test_in_a_plain_script_a_line_that_is_no_action_is_wrong(run: Run, first: bytes) -> None:
    with pytest.raises(ScriptError, match=r"^line 2: do: missing"):
        run(first + lines({"t": 4, "announced": "start"}))


WRONG = [
    (b"", "line 1: the first line must be"),
    (b'{"t": 1, "do": "wait"}\n', "line 1: the first line must be"),
    (b"{open}\n", "line 1: no JSON: "),
    (b'{"open": {}, "title": 1}', "line 1: unknown field 'title' beside open"),
    (b'{"open": {}}', "line 1: open.edition: missing"),
    (b"@{}", "line 2: do: missing"),
    (b"@[1]", "line 2: found [1], allowed an object"),
    (b"@nonsense", "line 2: no JSON: "),
    (b'@{"t": 1, "do": "wait"', "line 2: no JSON: "),
    (b'@{"t": 1, "do": "w\xffit"}', "line 2: no UTF-8 at byte 18"),
    (b'@{"t": 1, "t": 2, "do": "wait"}', "line 2: key 't': found twice, allowed once"),
    (b'@{"t": 1, "do": "wait", "do": "wait"}', "line 2: key 'do': found twice, allowed once"),
    (
        b'@{"t": 1, "do": "wait"}\n\n{"t": 0.999, "do": "wait"}',
        "line 4: t: found 0.999, allowed 1 o",
    ),
    (b'@{"t": -1, "do": "wait"}', "line 2: t: found -1, allowed seconds from 0"),
    (b'@{"t": NaN, "do": "wait"}', "line 2: no JSON: NaN is no number"),
    (b'@{"t": 1e999, "do": "wait"}', "line 2: t: found 1E+999, allowed seconds from 0"),
    (b'@{"t": 1.2345, "do": "wait"}', "line 2: t: found 1.2345, allowed seconds from 0"),
    (b'@{"t": "1", "do": "wait"}', "line 2: t: found '1', allowed seconds from 0"),
    (b'@{"t": ' + b"9" * 5000 + b"}", "line 2: no JSON: a number with too many digits"),
    (b'@{"do": "wait", "a": "\t"}', "line 2: no JSON: Invalid control character at column 22"),
    (b'@{"do": "wait"}', "line 2: t: missing, allowed seconds from 0 to 10000000"),
    (b'@{"t": 1, "do": "fly"}', "line 2: do: found 'fly', allowed accept, "),
    (b'@{"t": 1, "do": "roll", "seat": 1}', "line 2: roll: dice: missing"),
    (
        b'@{"t": 1, "do": "roll", "seat": 3, "dice": [1, 2]}',
        "line 2: seat: found 3, allowed seat 1",
    ),
    (b'@{"t": 1, "do": "roll", "seat": 1, "dice": [1, 7]}', "line 2: dice: found [1, 7], allowed"),
    (b'@{"t": 1, "do": "wait", "colour": 3}', "line 2: wait: unknown field: found 'colour'"),
    (b"@@", "line 2: open: found a second time, allowed in the first line only"),
]


@pytest.mark.parametrize(("script", "message"), WRONG, ids=lambda value: str(value)[:50])
def test_a_line_that_is_no_action_ends_the_run_and_is_named(
    run: Run, first: bytes, script: bytes, message: str
) -> None:
    with pytest.raises(ScriptError) as raised:
        run(script.replace(b"@", first))
    assert str(raised.value).startswith(message)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"edition": "hun-2008"}, "line 1: open.edition: found 'hun-2008', allowed 'hun-2009'"),
        ({"options": {"gme": 1}}, "line 1: option 'gme': unknown, allowed asset_values"),
        ({"options": {"game": 1}}, "line 1: option game: found 1, allowed a whole number 60 to"),
        ({"seats": [{"seat": s, "player": str(s)} for s in range(1, 8)]}, "line 1: "),
    ],
)
def test_an_opening_that_cannot_be_played_is_named(
    run: Run, opening: Opening, change: Fields, message: str
) -> None:
    with pytest.raises(ScriptError) as raised:
        run(lines({"open": opening_fields(opening) | change}))
    assert str(raised.value).startswith(message)


@given(put=st.binary(max_size=30), at=st.integers(0, 400), cut=st.integers(0, 60))
def test_no_script_raises_anything_but_script_error(
    put: bytes, at: int, cut: int, opening: Opening, hun: Edition
) -> None:
    script = lines(
        {"open": opening_fields(opening)}, ROLL, {"t": 9, "do": "count", "seat": 1, "cash": 5}
    )
    try:
        played = play(script[:at] + put + script[at + cut :], lambda name: hun)
    except ScriptError:
        return
    assert json.loads(json.dumps(played.summary()))["edition"] == played.history.opening.edition


@given(data=st.data())
def test_a_script_and_the_record_of_its_game_give_the_same_summary(
    data: st.DataObject, games: st.SearchStrategy[list[Fields]], opening: Opening, hun: Edition
) -> None:
    game = data.draw(games)
    script = play(lines({"open": opening_fields(opening)}, *game), lambda name: hun)
    chain = Chain()
    record = chain.line(opening_line(opening, hun))
    for fields in game:
        record += chain.line(to_fields(parse_action(fields, opening, "monopoly")))
    assert play(record, lambda name: hun).summary() == script.summary()
    for told in script.history.announced:
        record += chain.line(announced_line(told))
    again = play(record, lambda name: hun).summary()
    assert again | {"record": None} == script.summary() | {"record": None}
