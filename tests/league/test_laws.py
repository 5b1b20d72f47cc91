"""What must always hold of result files, standings and records, whatever comes."""

from __future__ import annotations

import csv
import io
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from league.errors import CellError
from league.families import Past, Result
from league.families.formats import read_results
from league.families.monopoly import FORM, advance, standings
from league.proof import prove
from league.refusals import Refused
from tests.league import games
from tests.league.games import Played, Sheet

COLUMNS = list(FORM.columns)
EDITION = games.edition()
RECORD = games.record(Played(rolls=2, sheets=(Sheet(7), Sheet(8), Sheet(9), Sheet(9))))

NAMES = st.text(
    st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp", "Cn", "Co"), max_codepoint=0x1FFFF),
    min_size=1,
    max_size=12,
).filter(str.strip)
MONEY = st.integers(0, 10**9)
FACTS = st.fixed_dictionaries(
    {
        "stage": st.sampled_from(("qualifier", "semifinal", "final")),
        "game": st.text("AZaz09._-", min_size=1, max_size=4),
        "player": NAMES,
        "cash": MONEY,
        "unmortgaged": MONEY,
        "mortgaged": MONEY,
        "buildings": MONEY,
        "bankrupt": st.sampled_from((0, 1)),
    }
)


def written(rows: list[dict[str, Any]], separator: str = ",", end: str = "\n") -> bytes:
    """The file as a spreadsheet writes it."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, delimiter=separator, lineterminator=end)
    writer.writeheader()
    writer.writerows({**row, "bankrupt": int(row["bankrupt"])} for row in rows)
    return text.getvalue().encode()


def distinct(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    found: dict[tuple[str, ...], dict[str, Any]] = {}
    for row in rows:
        read = {**row, "player": FORM.columns["player"].read(row["player"])}
        found.setdefault((read["stage"], read["game"], str(read["player"])), row)
    return list(found.values())


@given(st.lists(FACTS, max_size=8).map(distinct), st.sampled_from(",;"), st.sampled_from("\n\r"))
def test_what_a_spreadsheet_writes_is_read_and_written_again_the_same(
    rows: list[dict[str, Any]], separator: str, end: str
) -> None:
    """Names with commas, quotes and of any script; comma or semicolon; LF or CRLF."""
    read = read_results(written(rows, separator, end.replace("\r", "\r\n")), "r.csv", FORM)
    again = read_results(written([dict(row.facts) for row in read]), "again.csv", FORM)
    assert [row.facts for row in again] == [row.facts for row in read]
    assert [row.key for row in again] == [row.key for row in read]
    assert len(read) == len(rows)


@given(st.binary(max_size=300))
@example(b"\xef\xbb\xbf")
@example(b'stage,game,player,cash,unmortgaged,mortgaged,buildings,bankrupt\n"\n"')
@example(b"stage;game;player;cash;unmortgaged;mortgaged;buildings;bankrupt\n;;;;;;;\n")
def test_any_bytes_are_a_file_or_one_fault_with_its_place(data: bytes) -> None:
    fault = fault_of(data)
    if fault is not None:
        assert min(fault.line, fault.column) >= 1
        assert str(fault).startswith(f"r.csv: line {fault.line}, column {fault.column}: ")


def fault_of(data: bytes) -> CellError | None:
    try:
        read_results(data, "r.csv", FORM)
    except CellError as fault:
        return fault
    return None


@given(st.integers(0, len(RECORD) - 1), st.integers(0, 255))
@settings(max_examples=300)
def test_no_byte_of_a_record_can_be_changed(place: int, value: int) -> None:
    """S16: whatever is changed, chain or seal say so; nothing else is ever taken for the record."""
    if RECORD[place] == value:
        assert prove(RECORD).seal is not None
        return
    with pytest.raises(Refused) as refused:
        prove(RECORD[:place] + bytes([value]) + RECORD[place + 1 :])
    assert refused.value.status == 422


@given(st.integers(0, len(RECORD) - 1))
def test_no_part_of_a_record_is_a_record(length: int) -> None:
    with pytest.raises(Refused) as refused:
        prove(RECORD[:length])
    assert refused.value.status == 422


def past(rows: list[dict[str, Any]]) -> Past:
    return Past([Result(row, False, row["player"], None) for row in rows], {}, {})


@given(st.lists(FACTS, max_size=12).map(distinct), st.randoms(use_true_random=False))
def test_the_order_in_which_results_came_changes_nothing(
    rows: list[dict[str, Any]], chance: Any
) -> None:
    """A late result needs no special road: the table is made anew from all of them."""
    shuffled = list(rows)
    chance.shuffle(shuffled)
    assert standings(past(rows), EDITION) == standings(past(shuffled), EDITION)
    for stage in ("qualifier", "semifinal", "final"):
        wanted = advance(past(rows), stage, EDITION)
        assert advance(past(shuffled), stage, EDITION) == wanted


@given(st.lists(FACTS, min_size=1, max_size=12).map(distinct))
def test_ranks_begin_with_one_and_skip_what_is_shared(rows: list[dict[str, Any]]) -> None:
    """T25: 1, 2, 2, 4."""
    ranks = [row["rank"] for row in standings(past(rows), EDITION)]
    assert ranks[0] == 1
    for place, (before, rank) in enumerate(pairwise(ranks), 2):
        assert rank in (before, place)
