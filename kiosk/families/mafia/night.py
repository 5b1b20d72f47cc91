"""What the host types blind at night: roles, the shot, both checks, always as many keys. Pure.

Roles: one digit a seat, in the order of the seats (0 red, 1 Sheriff, 2 mafia, 3 Don). Then every
night two digits each for the shot, the Don, the Sheriff; 00 is a miss, or nobody. Enter behind each
says it; what was typed wrong is typed again before it. An entry that does not hold (a deck that
does not add up, a shot at an empty place) is passed over, and asked for again behind the others:
so no entry is ever taken for another one.

Nothing here is shown at the table, and no answer is given there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from kiosk.intents import Act
from rules.history import Undoable
from rules.kinds import Seat
from rules.mafia.view import MafiaView
from rules.value import Value, replace

ROLES: Final = ("red", "sheriff", "mafia", "don")
"""By their digits."""
TWO: Final = 2
TURNS: Final = frozenset(("night", "day"))
"""What is not taken back blind."""
ASIDE: Final = frozenset(("award", "best_move"))
"""What the console alone takes back: at another table nobody has entered it."""
CHECKERS: Final = {"don_check": "don", "sheriff_check": "sheriff"}
"""Whose check it is."""


class Typing(Value):
    """`words`: what this round of entries asks for; `place`: which of them is next."""

    words: tuple[str, ...] = ()
    place: int = 0
    digits: str = ""

    @property
    def word(self) -> str | None:
        """What is typed now; None: nothing is wanted any more."""
        return self.words[self.place] if self.place < len(self.words) else None


def wanted(official: MafiaView) -> tuple[str, ...]:
    """What the host has not entered yet tonight, in order; by the official's view."""
    facts = official.official
    if facts is None:
        return ()
    if official.day == 0:
        return () if facts.roles else ("roles",)
    entered = (
        ("shot", facts.shot_entered),
        ("don_check", facts.don_entered),
        ("sheriff_check", facts.sheriff_entered),
    )
    return tuple(word for word, done in entered if not done)


def round_of(typing: Typing, official: MafiaView) -> Typing:
    """The round goes on; where it is over and something is wanted still, a new one begins."""
    if typing.word is not None:
        return typing
    return Typing(wanted(official))


def typed(typing: Typing, digit: int, seats: int) -> Typing:
    """One digit more; the last ones count."""
    longest = seats if typing.word == "roles" else TWO
    return replace(typing, digits=(typing.digits + str(digit))[-longest:])


def entered(typing: Typing, numbers: Sequence[Seat]) -> tuple[Typing, dict[str, Any] | None]:
    """Enter: on to the next, and the action, None where the digits make none."""
    word, digits = typing.word, typing.digits
    after = replace(typing, place=typing.place + 1, digits="")
    if word == "roles":
        return after, _roles(digits, numbers)
    if word is None or len(digits) != TWO:
        return after, None
    whom = int(digits)
    if whom and whom not in numbers:
        return after, None
    return after, {"do": word, "whom": whom or None}


def _roles(digits: str, numbers: Sequence[Seat]) -> dict[str, Any] | None:
    if len(digits) != len(numbers) or any(int(digit) >= len(ROLES) for digit in digits):
        return None
    cards = zip(numbers, digits, strict=True)
    return {"do": "roles", "roles": {str(seat): ROLES[int(digit)] for seat, digit in cards}}


def last_entry(undoable: Sequence[Undoable]) -> Undoable | None:
    """What UNDO takes back at night; None: nothing of this night."""
    last = next((one for one in undoable if one.action.do not in ASIDE), None)
    return None if last is None or last.action.do in TURNS else last


class Night:
    """The host's hand at night. What it did is in the record; what it half did is here."""

    def __init__(self) -> None:
        self.typing = Typing()
        self._day_wanted = False

    def typed(self, digit: int, official: MafiaView) -> None:
        """One digit."""
        self.typing = typed(round_of(self.typing, official), digit, len(official.seats))

    def dropped(self) -> bool:
        """Drop the digits that are half typed; False: there were none."""
        half = bool(self.typing.digits)
        self.typing = replace(self.typing, digits="")
        return half

    def entered(self, at_ns: int, official: MafiaView) -> Iterator[Act]:
        """Enter behind digits."""
        word = self.typing.word
        self.typing, fields = entered(self.typing, [seat.seat for seat in official.seats])
        if fields is None:
            return
        if word in CHECKERS and not _plays(official, CHECKERS[word]):
            fields = {**fields, "whom": None}  # MAFA-GAME-5: who is out asks for nobody
        yield Act(fields, at_ns)

    def key(self, at_ns: int, official: MafiaView) -> Iterator[Act]:
        """NEXT: day, once all is entered and the checks have run in full; by itself then."""
        self.typing = round_of(Typing(), official)
        self._day_wanted = self.typing.word is None
        yield from self.dawn(at_ns, official)

    def dawn(self, at_ns: int, official: MafiaView) -> Iterator[Act]:
        """Day, if it is wanted and due."""
        facts = official.official
        if not self._day_wanted or facts is None or facts.rhythm:
            return
        self._day_wanted = False
        if not wanted(official):
            yield Act({"do": "day"}, at_ns)


def _plays(official: MafiaView, role: str) -> bool:
    """Whoever has this role is at the table."""
    facts = official.official
    held = {seat for seat, card in facts.roles if card == role} if facts is not None else set()
    return any(seat.seat in held and seat.alive for seat in official.seats)
