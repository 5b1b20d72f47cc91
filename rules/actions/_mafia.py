"""The words of tournament Mafia (`mafia` in `FAMILIES`)."""

from __future__ import annotations

from collections.abc import Set
from typing import Any, ClassVar, Final

from rules.actions._base import Action
from rules.actions._common import with_common
from rules.actions._fields import (
    NULLABLE,
    Word,
    choice,
    read_list,
    seat,
    slot,
    text,
)
from rules.errors import ActionError
from rules.kinds import Seat
from rules.opening import ROLES
from rules.shown import wrong

NAMED: Final = 3
"""Names in a triple."""


class Night(Action):
    """Night falls; the first one begins the game."""

    do: ClassVar[str] = "night"


class Day(Action):
    """The town wakes."""

    do: ClassVar[str] = "day"


class Voting(Action):
    """The vote is announced; opens the first candidate's window."""

    do: ClassVar[str] = "voting"


class Revote(Action):
    """The vote among the tied; opens the first one's window."""

    do: ClassVar[str] = "revote"


class Roles(Action):
    """Who is who, one a seat; private."""

    do: ClassVar[str] = "roles"

    roles: tuple[tuple[Seat, str], ...]


class _BySeat(Action):
    seat: Seat


class Speech(_BySeat):
    """The host gives this seat the word."""

    do: ClassVar[str] = "speech"


class Yield(_BySeat):
    """The speaker ends his speech."""

    do: ClassVar[str] = "yield"


class Nominate(_BySeat):
    """The speaker puts a seat to the vote."""

    do: ClassVar[str] = "nominate"

    whom: Seat


class Withdraw(_BySeat):
    """The nominator takes his nomination back."""

    do: ClassVar[str] = "withdraw"


class Fist(_BySeat):
    """A fist on the pad: a vote for the candidate whose window is open."""

    do: ClassVar[str] = "fist"


class Lift(_BySeat):
    """The hand is off the pad."""

    do: ClassVar[str] = "lift"


class Tally(Action):
    """The host's count of a ballot in place of the pads: each candidate's voters."""

    do: ClassVar[str] = "tally"

    votes: tuple[tuple[Seat, tuple[Seat, ...]], ...]


class LiftAll(Action):
    """Whose fists were for "all tied leave"."""

    do: ClassVar[str] = "lift_all"

    seats: tuple[Seat, ...]


class _Secret(Action):
    whom: Seat | None


class Shot(_Secret):
    """Whom the mafia shot; None: a miss."""

    do: ClassVar[str] = "shot"


class DonCheck(_Secret):
    """Whom the Don checked; None: nobody, or he is out."""

    do: ClassVar[str] = "don_check"


class SheriffCheck(_Secret):
    """Whom the Sheriff checked; None: nobody, or he is out."""

    do: ClassVar[str] = "sheriff_check"


class _Names(_BySeat):
    names: tuple[Seat, ...]


class BestMove(_Names):
    """The three whom the first-killed names."""

    do: ClassVar[str] = "best_move"


class Triple(_Names):
    """Three named as the blacks in a speech."""

    do: ClassVar[str] = "triple"


class Award(_BySeat):
    """What the host credits, or charges, a seat with."""

    do: ClassVar[str] = "award"

    what: str


class TeamLoss(_BySeat):
    """The other team wins, by what this seat did."""

    do: ClassVar[str] = "team_loss"

    reason: str
    rule: str = ""


class Flag(Action):
    """The host's mark: two sheriffs are claimed, by `seats`."""

    do: ClassVar[str] = "flag"

    what: str
    on: bool
    seats: tuple[Seat, ...]


def _several(key: str, found: Any, seats: Set[int]) -> Any:
    items = read_list(key, found, "seats", len(seats))
    for index, item in enumerate(items):
        if type(item) is not int or item not in seats:
            raise ActionError(wrong(f"{key}[{index}]", item, _seats(seats)))
        if item in items[:index]:
            raise ActionError(wrong(f"{key}[{index}]", item, "each seat only once"))
    return tuple(items)


def _three(key: str, found: Any, seats: Set[int]) -> Any:
    names = _several(key, found, seats)
    if len(names) != NAMED:
        raise ActionError(wrong(key, found, f"{NAMED} seats"))
    return names


def _pair(key: str, found: Any, seats: Set[int]) -> Any:
    names = _several(key, found, seats)
    if len(names) not in (0, 2):
        raise ActionError(wrong(key, found, "two seats, or none"))
    return names


def _by_seat(key: str, found: Any, seats: Set[int]) -> dict[Seat, Any]:
    if not isinstance(found, dict):
        raise ActionError(wrong(key, found, "an object {...}"))
    names = {str(number): Seat(number) for number in seats}
    for name in found:
        if name not in names:
            raise ActionError(wrong(f"{key}: unknown key", name, _seats(seats)))
    return {names[name]: value for name, value in found.items()}


def _roles(key: str, found: Any, seats: Set[int]) -> Any:
    given = _by_seat(key, found, seats)
    for number, role in given.items():
        if type(role) is not str or role not in ROLES:
            raise ActionError(wrong(f"{key}.{number}", role, ", ".join(ROLES)))
    return tuple(sorted(given.items()))


def _votes(key: str, found: Any, seats: Set[int]) -> Any:
    given = _by_seat(key, found, seats)
    return tuple(
        (number, _several(f"{key}.{number}", voters, seats)) for number, voters in given.items()
    )


def _on(key: str, found: Any, seats: Set[int]) -> Any:
    if type(found) is bool:
        return found
    raise ActionError(wrong(key, found, "true or false"))


def _seats(seats: Set[int]) -> str:
    return f"seat {', '.join(str(number) for number in sorted(seats))}"


def _with_text_keys(pairs: tuple[tuple[Seat, Any], ...]) -> dict[str, Any]:
    return {
        str(number): list(value) if isinstance(value, tuple) else value for number, value in pairs
    }


_SEAT: Final = (seat("seat"),)
_WHOM: Final = (seat("whom", NULLABLE),)
_NAMES: Final = (seat("seat"), slot("names", _three, write=list))

MAFIA: tuple[Word, ...] = (
    Word(Night),
    Word(Day),
    Word(Voting),
    Word(Revote),
    Word(Roles, (slot("roles", _roles, write=_with_text_keys),)),
    Word(Speech, _SEAT),
    Word(Yield, _SEAT),
    Word(Nominate, (seat("seat"), seat("whom"))),
    Word(Withdraw, _SEAT),
    Word(Fist, _SEAT),
    Word(Lift, _SEAT),
    Word(Tally, (slot("votes", _votes, write=_with_text_keys),)),
    Word(LiftAll, (slot("seats", _several, write=list),)),
    Word(Shot, _WHOM),
    Word(DonCheck, _WHOM),
    Word(SheriffCheck, _WHOM),
    Word(BestMove, _NAMES),
    Word(Triple, _NAMES),
    Word(Award, (seat("seat"), text("what"))),
    Word(TeamLoss, (seat("seat"), text("reason", ""), text("rule", ""))),
    Word(
        Flag,
        (choice("what", "two_sheriffs"), slot("on", _on, True), slot("seats", _pair, (), list)),
    ),
)

WORDS: Final = with_common(MAFIA)
