"""The judge's box has no digits: FOUL goes on to the next row, or appends a digit; YES takes the
row, or counts the digit up. So everything that the menu has can be said with six keys. Pure.
"""

from __future__ import annotations

from kiosk import dialogue as say
from kiosk.dialogue import Dialogue, Verbal
from kiosk.gestures import Judge, Source
from rules.value import replace

KEYS = (Judge.FOUL, Judge.YES)


def pointed(open_: Dialogue, key: Judge, at_ns: int, rows: int) -> Dialogue | int | None:
    """What is half said after FOUL or YES of the box; or the row that was taken; None: neither.

    `rows` are those of an open list, if it is not a verb's.
    """
    if key not in KEYS:
        return None
    if isinstance(open_, Verbal):
        step, rows = say.step_of(open_), say.choices_of(open_)
        if step is not None and step.kind in say.LONGEST and step.kind != "seats":
            return _typed(open_, step.kind, key, at_ns)
    if not rows or not isinstance(open_, Verbal | say.Paging | say.Choosing):
        return None
    if key is Judge.YES:
        return open_.cursor
    return replace(open_, cursor=open_.cursor % rows + 1, at_ns=at_ns)


def taken_over(open_: Dialogue | None, source: Source, at_ns: int) -> Dialogue | None:
    """A list that another hand has opened, as the box's own: its first row is marked. None: there
    is none, or it is the box's already.
    """
    listed = isinstance(open_, say.Paging | say.Choosing)
    listed = listed or (isinstance(open_, Verbal) and say.choices_of(open_) > 0)
    if open_ is None or not listed or source is not Source.BOX or open_.source is source:
        return None
    return replace(open_, source=source, cursor=1, at_ns=at_ns)


def _typed(verbal: Verbal, kind: str, key: Judge, at_ns: int) -> Verbal:
    typed = verbal.typed
    if key is Judge.FOUL:
        typed = (typed + "0")[-say.LONGEST[kind] :]
    else:
        typed = typed[:-1] + str((int(typed[-1:] or 0) + 1) % 10)
    return replace(verbal, typed=typed, at_ns=at_ns)
