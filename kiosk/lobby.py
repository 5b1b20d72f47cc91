"""A table without an open game: the next prepared one, or players who sit down at it.

START opens what the screen shows. A stick with another table's game is asked about first. Where
nothing is prepared the players take their seats by their buttons first: START, a press each, START.
Half a minute without a press and nobody sits any more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from kiosk.copychoice import CopyChoice
from kiosk.gestures import (
    Digit,
    Edit,
    Editing,
    Gesture,
    Judge,
    JudgeKey,
    Menu,
    SeatButton,
    Source,
)
from kiosk.screens import targets as at
from kiosk.screens.frame import UNNAMED, Idle, Line, line
from rules.kinds import Seat

if TYPE_CHECKING:
    from kiosk.editions import Editions
    from kiosk.game import Words
    from kiosk.home import Home
    from kiosk.prepared import Prepared

SECOND_NS: Final = 1_000_000_000
SITTING_NS: Final = 30 * SECOND_NS
NOTICE_NS: Final = 10 * SECOND_NS
FEWEST: Final = 2
SEASON: Final = "open"
ROUND: Final = "1"
"""Of a game for which nobody prepared an opening."""

KEYS: Final[Mapping[type, Judge]] = {
    at.Ok: Judge.NEXT,
    at.Yes: Judge.YES,
    at.No: Judge.NO,
}
"""What the screen's own places mean; a card is a button."""


class Told(NamedTuple):
    """A notice and when it was said."""

    text: Line
    at_ns: int


class Lobby:
    """What hands do at a table without a game. Belongs to the loop's thread."""

    def __init__(
        self,
        home: Home,
        editions: Editions,
        words: Words,
        table: str,
        edition: str,
        *,
        spares: bool = False,
    ) -> None:
        """`spares`: there is a league that can give this table another one's game."""
        self._home = home
        self._editions = editions
        self._words = words
        self._table = table or UNNAMED
        self._edition = edition
        self._files: tuple[Prepared, ...] = ()
        self._drawn_said: Any = None
        self._drawn: Prepared | None = None
        self._looked: object = None
        self._chosen = 0
        self._sitting: set[Seat] | None = None
        self._since_ns = 0
        self._told: Told | None = None
        self._test_wanted = False
        self._spares = spares
        self._takeover_wanted: bool | None = None
        self.asking = False
        """The league was asked for a game, and has not answered."""
        self.copies = CopyChoice()

    def look(self) -> bool:
        """Look at the folder of prepared games again; whether anything changed."""
        try:
            seen = (self._home.next.stat().st_mtime_ns, self._home.games.stat().st_mtime_ns)
        except OSError:
            seen = None
        if seen == self._looked:
            return False
        self._looked, before = seen, self._files
        if seen is None:
            self._files = ()
        else:
            from kiosk.prepared import prepared  # where there is something to read

            self._files = prepared(self._home, self._editions)
        self._chosen = 0
        if self._drawn_said is not None:
            self._drawn = self._drawn_now()
        return self._files != before

    def offer(self, drawn: Any) -> bool:
        """What the league says was drawn for this table; whether that is news."""
        if drawn == self._drawn_said:
            return False
        self._drawn_said, before = drawn, self._drawn
        self._drawn = None if drawn is None else self._drawn_now()
        if self._drawn == before:
            return False
        self._chosen = 0
        return True

    def _drawn_now(self) -> Prepared | None:
        from kiosk.prepared import drawn  # where a league draws

        return drawn(self._drawn_said, self._home, self._editions)

    @property
    def _offered(self) -> tuple[Prepared, ...]:
        """The prepared games; what was drawn stands in front of the files."""
        return self._files if self._drawn is None else (self._drawn, *self._files)

    @property
    def offered(self) -> Sequence[Prepared]:
        """The prepared games, those that cannot be played last."""
        return self._offered

    def gesture(self, gesture: Gesture) -> Mapping[str, Any] | None:
        """What a hand did; the opening of the game that it opens."""
        at_ns = gesture.at_ns
        if self._offers_copy and self.copies.gesture(gesture):
            return None
        match gesture:
            case JudgeKey(key=Judge.NEXT, down=True):
                return self._start(at_ns)
            case JudgeKey(key=Judge.NO, down=True) | Editing(edit=Edit.CANCEL):
                self._sitting = None
                if self.asking:
                    self._takeover_wanted = False
                if self._at_test or self._at_takeover:
                    self._chosen = 0
            case Menu() if self._sitting is None:
                self._chosen = (self._chosen + 1) % (len(self._offered) + 2 + self._spares)
                if self._chosen == 0:
                    self.copies.again()
            case SeatButton(seat=seat, down=True) if self._sitting is not None:
                self._sit(self._sitting, seat, at_ns)
            case Digit(digit=digit) if self._sitting is not None:
                self._sit(self._sitting, Seat(digit or 10), at_ns)
        return None

    def take_test(self) -> bool:
        """Whether START was pressed at the self-test; told once."""
        wanted, self._test_wanted = self._test_wanted, False
        return wanted

    def take_takeover(self) -> bool | None:
        """Whether somebody wants another table's game, or no longer (False); told once."""
        wanted, self._takeover_wanted = self._takeover_wanted, None
        return wanted

    @property
    def _offers_copy(self) -> bool:
        """A copy stands before the prepared games; whoever sits down or asks the league goes on."""
        return self._chosen == 0 and self._sitting is None and not self.asking

    @property
    def _at_test(self) -> bool:
        """The self-test comes behind the prepared games and the free table."""
        return self._chosen == len(self._offered) + 1

    @property
    def _at_takeover(self) -> bool:
        return self._chosen > len(self._offered) + 1

    def _sit(self, sitting: set[Seat], seat: Seat, at_ns: int) -> None:
        """Sit down; who sits there already gets up."""
        sitting ^= {seat}
        self._since_ns = at_ns

    def touch(self, target: at.Target, at_ns: int) -> Mapping[str, Any] | None:
        """A touch on the idle screen."""
        if isinstance(target, at.OpenMenu):
            return self.gesture(Menu(at_ns, Source.TOUCH))
        if isinstance(target, at.Card):
            return self.gesture(SeatButton(target.seat, True, at_ns, None))
        key = KEYS.get(type(target))
        return None if key is None else self.gesture(JudgeKey(key, True, at_ns, None, Source.TOUCH))

    def failed(self, why: str, at_ns: int) -> None:
        """The rules or the disk did not take the opening."""
        self.tell(line("kiosk.idle.cannot", why=why), at_ns)

    def tell(self, text: Line, at_ns: int) -> None:
        """Say it for ten seconds."""
        self._told = Told(text, at_ns)

    def opened(self) -> None:
        """There is a game now."""
        self.copies.leave()
        self._sitting, self._told, self._looked = None, None, None

    def pass_time(self, now_ns: int) -> bool:
        """Drop what is over; whether the picture changed."""
        sat = self._sitting is not None and now_ns >= self._since_ns + SITTING_NS
        told = self._told is not None and now_ns >= self._told.at_ns + NOTICE_NS
        if sat:
            self._sitting = None
        if told:
            self._told = None
        return self.copies.pass_time(now_ns) or sat or told

    def wake_ns(self) -> int | None:
        """When `pass_time` has something to do."""
        copy_ns = self.copies.wake_ns()
        times = [] if copy_ns is None else [copy_ns]
        if self._sitting is not None:
            times.append(self._since_ns + SITTING_NS)
        if self._told is not None:
            times.append(self._told.at_ns + NOTICE_NS)
        return min(times, default=None)

    @property
    def edition(self) -> str:
        """What would be played."""
        shown = self._shown()
        return self._edition if shown is None or shown.opening is None else shown.opening.edition

    @property
    def bottom(self) -> Line:
        """What a seat's press does now."""
        if self._sitting is None:
            return Line("kiosk.bottom.idle")
        return Line("kiosk.bottom.sit")

    @property
    def notice(self) -> Line | None:
        """What went wrong, for ten seconds."""
        return None if self._told is None else self._told.text

    def idle(self) -> Idle:
        """What the idle screen shows."""
        shown, among = self._shown(), len(self._offered)
        copy = self.copies.idle() if self._offers_copy else None
        if copy is not None:
            return copy
        if self._sitting is not None:
            taken = tuple((seat, self._name(seat)) for seat in sorted(self._sitting))
            return Idle(names=taken, sitting=True, enough=len(taken) >= FEWEST)
        if self._at_test:
            return Idle(test=True)
        if self.asking or self._at_takeover:
            return Idle(spare="asked" if self.asking else "offer")
        if shown is None:
            return Idle(among=among, number=among + 1 if among else 0)
        number = self._chosen + 1
        if shown.opening is None:
            return Idle(wrong=f"{shown.file}: {shown.wrong}", among=among, number=number)
        names = tuple((one.seat, one.name) for one in shown.opening.seats)
        starts, round_ = shown.starts, shown.opening.round
        return Idle(starts, None, names, round=round_, enough=True, among=among, number=number)

    def _shown(self) -> Prepared | None:
        return self._offered[self._chosen] if self._chosen < len(self._offered) else None

    def _start(self, at_ns: int) -> Mapping[str, Any] | None:
        shown = self._shown()
        if self._sitting is not None:
            if len(self._sitting) >= FEWEST:
                return self._sat_down()
            self._told = Told(line("kiosk.idle.too_few", least=str(FEWEST)), at_ns)
        elif self._at_test:
            self._test_wanted, self._chosen = True, 0
        elif self._at_takeover:
            self._takeover_wanted, self._chosen = True, 0
        elif shown is None:
            self._sitting, self._since_ns = set(), at_ns
        elif shown.opening is not None:
            from rules.opening import opening_fields  # as late as the opening itself

            return opening_fields(shown.opening)
        return None

    def _sat_down(self) -> Mapping[str, Any]:
        """The opening of the players who sit here; the game's name is free in this home."""
        number = 1
        while self._home.has_played(f"{self._table}-{number}"):
            number += 1
        seats = [
            {"seat": seat, "player": f"seat{seat}", "name": self._name(seat)}
            for seat in sorted(self._sitting or ())
        ]
        named = {"edition": self._edition, "season": SEASON, "round": ROUND}
        return {**named, "game": f"{self._table}-{number}", "table": self._table, "seats": seats}

    def _name(self, seat: Seat) -> str:
        return self._words("kiosk.idle.seat", seat=seat)
