"""Turns, dice, jail and quarrels: words of the board games (`monopoly` in `FAMILIES`)."""

from __future__ import annotations

from typing import ClassVar

from rules.actions._base import Action
from rules.kinds import Money, Seat


class BySeat(Action):
    """About one seat; never made itself."""

    seat: Seat


class Roll(Action):
    """The values of a throw of `seat`. `by` says where they come from: "hand", "reader", "table",
    or nothing. `throw` is the number of a throw that the table itself made (fairdice.py).
    """

    do: ClassVar[str] = "roll"

    seat: Seat
    dice: tuple[int, int]
    by: str | None = None
    throw: int | None = None


class Thrown(BySeat):
    """The dice of `seat` have fallen; its next `roll` takes this instant as its own."""

    do: ClassVar[str] = "thrown"


class Turn(Action):
    """The turn is this seat's now: a roll before was entered by nobody."""

    do: ClassVar[str] = "turn"

    seat: Seat
    reason: str


class Moved(BySeat):
    """The piece was moved and let go."""

    do: ClassVar[str] = "moved"


class Timeout(BySeat):
    """This seat asks for the time-out clock."""

    do: ClassVar[str] = "timeout"


class FreePass(BySeat):
    """This seat plays its free-passage card."""

    do: ClassVar[str] = "free_pass"


class Retire(BySeat):
    """This seat leaves the game by its own will."""

    do: ClassVar[str] = "retire"


class Stay(BySeat):
    """Sent to jail, the seat pays and goes on from where it stands."""

    do: ClassVar[str] = "stay"


class Card(Action):
    """A card drawn, kept or used."""

    do: ClassVar[str] = "card"

    seat: Seat
    what: str


class PassStart(BySeat):
    """The seat passed the start field."""

    do: ClassVar[str] = "pass_start"


class Jail(BySeat):
    """The seat goes to jail."""

    do: ClassVar[str] = "jail"


class JailOut(Action):
    """Out of jail by "pay", "card" or "double"."""

    do: ClassVar[str] = "jail_out"

    seat: Seat
    how: str


class Accuse(Action):
    """`seat` accuses `accused` of cheating."""

    do: ClassVar[str] = "accuse"

    seat: Seat
    accused: Seat


class Vote(Action):
    """A voice in the running ballot: "yes", "no", "abstain"."""

    do: ClassVar[str] = "vote"

    seat: Seat
    choice: str


class Evasion(Action):
    """The seat just found guilty tried to avoid this expense: opens the vote on intent."""

    do: ClassVar[str] = "evasion"

    seat: Seat
    avoided: Money


class Against(Action):
    """`seat` asks something of `from_`; never made itself."""

    seat: Seat
    from_: Seat


class Demand(Against):
    """`seat` says that `from_` must pay."""

    do: ClassVar[str] = "demand"


class Ruling(Action):
    """A decision of the "banker" or the "referee", about a seat or the whole table."""

    do: ClassVar[str] = "ruling"

    text: str
    by: str
    seat: Seat | None
