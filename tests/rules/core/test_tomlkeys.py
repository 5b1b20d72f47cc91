"""In which line a key of a TOML text stands, in every way TOML has of writing it."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.tomlkeys import Path, key_lines, line_of

TEXT = r'''# a [table] = in a remark
top = 1
"quoted key" = "a # no remark ] }"
'lit.eral' = 'x = 1'
a.b . "c" = 2
"caf\u00e9" = """
not = a key
[nor.a.table] \""" still
"""
lit = """"two quotes at the end"""""
many = [
  1, # one
  [2, 3],
  { x = 4, y = { z = 5 } }, ]
raw = \'\'\'
[no]
\'\'\'

[table] # remark
k = 1979-05-27T07:32:00
[table.sub."dotted.name"]
k = 1
[[rows]]
k = 1
[rows.inner]
k = 2
[[rows]]

k = 3
[[rows.deep]]
k = 4
'''.replace("\\'", "'")

LINES: dict[Path, int] = {
    ("top",): 2,
    ("quoted key",): 3,
    ("lit.eral",): 4,
    ("a", "b", "c"): 5,
    ("café",): 6,
    ("lit",): 10,
    ("many",): 11,
    ("many", 0): 12,
    ("many", 1, 1): 13,
    ("many", 2, "x"): 14,
    ("many", 2, "y", "z"): 14,
    ("raw",): 15,
    ("table",): 19,
    ("table", "k"): 20,
    ("table", "sub", "dotted.name", "k"): 22,
    ("rows",): 23,
    ("rows", 0, "k"): 24,
    ("rows", 0, "inner", "k"): 26,
    ("rows", 1): 27,
    ("rows", 1, "k"): 29,
    ("rows", 1, "deep", 0, "k"): 31,
}


def test_every_way_of_writing_a_key_is_found_in_its_line() -> None:
    lines = key_lines(TEXT)
    assert {path: lines[path] for path in LINES} == LINES


def test_what_is_not_there_is_looked_for_in_the_table_above_it() -> None:
    lines = key_lines(TEXT)
    assert line_of(lines, ("table", "missing")) == 19
    assert line_of(lines, ("nowhere", "missing")) == 1


def _paths(value: Any, path: Path = ()) -> set[Path]:
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    found: set[Path] = set()
    for key, item in inner:
        found.add((*path, key))
        if isinstance(item, dict | list):
            found |= _paths(item, (*path, key))
    return found


def test_the_keys_found_are_the_keys_tomllib_reads() -> None:
    read = _paths(tomllib.loads(TEXT))
    assert read <= set(key_lines(TEXT))


def test_a_text_that_tomllib_refuses_is_no_text_for_us_either() -> None:
    with pytest.raises(ValueError, match="no key in line 2"):
        key_lines("a = 1\n= 2")


@given(st.text(alphabet="ab\"'[]{}=., \n#1", max_size=40))
def test_whatever_tomllib_takes_is_scanned_to_its_keys(text: str) -> None:
    try:
        read = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    assert _paths(read) <= set(key_lines(text))
