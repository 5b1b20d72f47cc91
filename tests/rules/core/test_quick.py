"""A quick `_replace` gives what the library's gives."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.matador.state import Clock, State, Turn
from rules.quick import quick


class Slow(NamedTuple):
    one: Any
    two: Any
    three: Any = 3


@quick
class Fast(NamedTuple):
    one: Any
    two: Any
    three: Any = 3


@given(
    values=st.tuples(st.integers(), st.text()),
    changed=st.dictionaries(st.sampled_from(("one", "two", "three")), st.integers()),
)
def test_it_is_the_same_tuple_of_the_same_class(values: Any, changed: dict[str, Any]) -> None:
    slow, fast = Slow(*values), Fast(*values)
    assert tuple(fast._replace(**changed)) == tuple(slow._replace(**changed))
    assert type(fast._replace(**changed)) is Fast
    assert tuple(fast) == (*values, 3)


def test_a_field_it_has_not_is_no_change() -> None:
    with pytest.raises(KeyError):
        Fast(1, 2)._replace(four=4)  # type: ignore[call-arg]


@pytest.mark.parametrize("kind", [State, Turn, Clock])
def test_the_matador_states_are_whole_classes_still(kind: Any) -> None:
    assert kind._fields
    assert kind._replace.__name__ == "_replace"
