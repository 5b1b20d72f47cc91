"""Rule E22: parts, pin map and drawings agree, and what does not is named with file and line."""

from __future__ import annotations

import pytest

from firmware_py.errors import PinMapError
from firmware_py.pinmap import PinMap
from hardware.parts import Part, check, drawn_parts, read_parts
from tests.hardware.conftest import HARDWARE

TEXT = (HARDWARE / "bom.csv").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def drawn() -> dict[str, int]:
    lists = (HARDWARE / "harness").glob("*.bom.tsv")
    return drawn_parts({path.name.removesuffix(".bom.tsv"): path.read_text() for path in lists})


def told(text: str, pin_map: PinMap, drawn: dict[str, int]) -> list[str]:
    return [str(error) for error in check(read_parts(text, "bom.csv"), pin_map, drawn, "bom.csv")]


def by_id() -> dict[str, Part]:
    return {part.id: part for part in read_parts(TEXT, "bom.csv")}


def test_the_list_that_ships_agrees(pin_map: PinMap, drawn: dict[str, int]) -> None:
    assert told(TEXT, pin_map, drawn) == []


def test_a_whole_table_has_what_its_lines_need() -> None:
    parts = by_id()
    channel = [parts[key].qty for key in ("r-pull", "r-series", "c-filter", "tvs")]
    assert channel == [17, 17, 17, 17]
    assert parts["jack"].qty == 20
    assert parts["sink-driver"].qty == 2
    assert parts["expander"].qty == 1
    assert parts["r-feed"].qty == parts["led"].qty == parts["microswitch"].qty == 10
    assert parts["judge-key"].qty == 6
    assert parts["spring"].qty == 40


def test_screws_inserts_and_feet_are_as_many_as_the_printed_parts_take() -> None:
    parts = by_id()
    seats, box_lid, box_board, judge = 10, 5, 4, 4
    assert parts["screw-m3x16"].qty == 4 * seats
    assert parts["screw-m3x8"].qty == 2 * seats + box_lid + box_board + judge
    assert parts["insert-m3"].qty == 6 * seats + box_lid + box_board + judge
    assert parts["foot"].qty == 4 * seats + 4 + 4
    assert parts["insert-m25"].qty == parts["screw-m25x6"].qty == 4


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("(pull-up),17,", "(pull-up),16,", "r-pull.qty: found 16; allowed: 17, 1 for each line"),
        ("pull_ohm=2200", "pull_ohm=1000", "r-pull.fact: found pull_ohm=1000; allowed: pull_ohm=2"),
        ('DIP-18",2,1/8', 'DIP-18",1,1/8', "sink-driver.qty: found 1; allowed: 2, 1/8 for each"),
        ("(base),1,1,buzzer", "(base),1,1,bell", "r-base.for_lines: found bell; allowed: a line"),
        ('one colour",6,1,', 'one colour",5,,', "judge-key.qty: found 5; allowed: 6, as the draw"),
    ],
)
def test_what_does_not_agree_is_named(
    pin_map: PinMap, drawn: dict[str, int], old: str, new: str, message: str
) -> None:
    assert old in TEXT
    found = told(TEXT.replace(old, new), pin_map, drawn)
    assert any(message in each and each.startswith("bom.csv:") for each in found), found
    assert all("(rule E22)" in each for each in found)


def test_a_part_that_is_drawn_and_not_bought_is_named(
    pin_map: PinMap, drawn: dict[str, int]
) -> None:
    lines = TEXT.splitlines(keepends=True)
    without = "".join(line for line in lines if not line.startswith("ptc,"))
    assert "bom.csv:1: ptc: found drawn, but in no row" in told(without, pin_map, drawn)[0]


def test_a_part_that_is_drawn_and_said_not_to_be_is_named(
    pin_map: PinMap, drawn: dict[str, int]
) -> None:
    hidden = TEXT.replace(
        ",board,harness,electronics shop,slow fuse", ",board,,electronics shop,slow fuse"
    )
    assert (
        "ptc.shown_in: found nothing; allowed: harness: it is drawn"
        in told(hidden, pin_map, drawn)[0]
    )


def test_a_line_without_a_part_is_named(pin_map: PinMap, drawn: dict[str, int]) -> None:
    without = TEXT.replace("shutdown,pull_ohm", ",pull_ohm").replace("shutdown,series", ",series")
    without = without.replace("judge.* shutdown,", "judge.*,").replace(",1,1,shutdown,", ",1,,,")
    found = told(without, pin_map, drawn)
    assert any(each.startswith("bom.csv:1: shutdown: found no part for it") for each in found)


CARD = ",box,,electronics shop,USB SSD"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("id,part,", "name,part,", "bom.csv:1: the columns: found"),
        ("with 2 GB,1,", "with 2 GB,none,", "bom.csv:2: pi.qty: found none; allowed: 1 or more"),
        (CARD, ",cellar,,electronics shop,USB SSD", "card.where: found cellar"),
        (CARD, ",box,drawing,electronics shop,USB SSD", "card.shown_in: found drawing"),
        (CARD, ",box,,electronics shop,", "card.substitute: found ; allowed: what"),
        (CARD, ",box,,,USB SSD", "card.source: found ; allowed: where"),
        (CARD, CARD + ",more", "card: found a cell too many or few"),
        ("\ncard,", "\npi,", "pi.id: found pi; allowed: an id of its own"),
    ],
)
def test_a_row_that_cannot_be_read_is_refused(old: str, new: str, message: str) -> None:
    assert old in TEXT
    with pytest.raises(PinMapError) as caught:
        read_parts(TEXT.replace(old, new, 1), "bom.csv")
    assert message in str(caught.value)
    assert caught.value.rule == "E22"
