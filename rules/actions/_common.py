"""The words every family knows, and the table's own `press`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar, Final

from rules.actions._base import Action
from rules.actions._fields import Word, choice, seat, text, whole
from rules.kinds import Seat

UNDO_BACK: Final = 10_000
"""So far back an undo reaches: past all that only the official knows of, however much that is. If
it did not, what can be undone at the table would tell how much there is.
"""


class Wait(Action):
    """Let time pass; nothing else."""

    do: ClassVar[str] = "wait"


class Start(Action):
    """The official lets the game begin."""

    do: ClassVar[str] = "start"


class Next(Action):
    """The official goes on to what comes next."""

    do: ClassVar[str] = "next"


class Pause(Action):
    """Stop the running timer, where the rules allow it."""

    do: ClassVar[str] = "pause"


class Resume(Action):
    """Let a paused timer run on."""

    do: ClassVar[str] = "resume"


class Confirm(Action):
    """The judge's or banker's signature, and the close."""

    do: ClassVar[str] = "confirm"


class Reset(Action):
    """`what` "game": this attempt is void and a new one begins; "timer": the small timer again."""

    do: ClassVar[str] = "reset"

    reason: str
    what: str


class End(Action):
    """The judge ends the game; `winner` is his award, where a game has sides."""

    do: ClassVar[str] = "end"

    reason: str
    winner: str | None


class Undo(Action):
    """Take back the last action not undone, or an earlier one: the `back`-th from the end."""

    do: ClassVar[str] = "undo"

    back: int = 1


class _Remark(Action):
    """`rule`: which one the reason stands for, where the official chose it from his book's list."""

    seat: Seat
    reason: str
    rule: str = ""


class Foul(_Remark):
    """A foul of this seat."""

    do: ClassVar[str] = "foul"


class Unfoul(_Remark):
    """A foul of this seat is taken back by the official."""

    do: ClassVar[str] = "unfoul"


class Warn(_Remark):
    """A warning to this seat."""

    do: ClassVar[str] = "warn"


class Remove(_Remark):
    """The seat leaves the game by the official's decision."""

    do: ClassVar[str] = "remove"


class Disqualify(_Remark):
    """The seat's result is void by the official's decision."""

    do: ClassVar[str] = "disqualify"


class Incident(_Remark):
    """Something that happened with this seat, kept for the referee."""

    do: ClassVar[str] = "incident"


class Sign(Action):
    """The result of `seat` is signed; `by` is "seat", or "referee" with the reason."""

    do: ClassVar[str] = "sign"

    seat: Seat
    by: str
    reason: str


class Press(Action):
    """A seat's button was pressed and means nothing else now; the table's own word."""

    do: ClassVar[str] = "press"

    seat: Seat


def _remark(make: type[_Remark]) -> Word:
    return Word(make, (seat("seat"), text("reason", ""), text("rule", "")))


COMMON: tuple[Word, ...] = (
    Word(Wait),
    Word(Start),
    Word(Next),
    Word(Pause),
    Word(Resume),
    Word(Confirm),
    Word(Reset, (text("reason", ""), choice("what", "game", "timer", default="game"))),
    Word(End, (text("reason", ""), text("winner", None))),
    Word(Undo, (whole("back", 1, UNDO_BACK, default=1),)),
    _remark(Foul),
    _remark(Unfoul),
    _remark(Warn),
    _remark(Remove),
    _remark(Disqualify),
    _remark(Incident),
    Word(Sign, (seat("seat"), choice("by", "seat", "referee", default="seat"), text("reason", ""))),
    Word(Press, (seat("seat"),)),
)


def with_common(words: tuple[Word, ...]) -> Mapping[str, Word]:
    """A family's words and those of every family, by their `do`."""
    return MappingProxyType({word.make.do: word for word in (*COMMON, *words)})
