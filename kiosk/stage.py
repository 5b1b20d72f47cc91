"""Everything that is seen and heard at the table: screen, signals, faults, sounds, lamps' patterns.

It shows what the host tells it and decides nothing. Draws only what changed.
"""

from __future__ import annotations

import logging
import time as real
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from firmware_py.kinds import LineFault
from firmware_py.lamps import LampBoard
from firmware_py.patterns import Pattern
from firmware_py.timesource import TimeSource, Wall
from kiosk.announcer import Announcer
from kiosk.game import Game
from kiosk.health import Health
from kiosk.linefaults import fault_screen
from kiosk.lobby import Lobby
from kiosk.screens import targets
from kiosk.screens.frame import (
    NOTHING,
    SIGNAL_MS,
    Delivery,
    Fault,
    Frame,
    Tested,
    VoteShown,
    line,
)
from kiosk.session import Session
from kiosk.signals import COUNTED
from kiosk.steps import steps_of
from rules.edition import Edition
from rules.kinds import Announcement, Audience, GameMs, Seat
from rules.value import replace

if TYPE_CHECKING:
    from kiosk.picture import PictureFile
    from kiosk.screens.base import Painter
    from kiosk.window import Window

log = logging.getLogger(__name__)

ANSWER_NS: Final = 150_000_000
MS: Final = 1_000_000
SIGNAL_STEP_MS: Final = 100
NIGHT: Final = "night"
WARNINGS: Final = tuple(f"{word}-" for word in COUNTED)


class Warned(NamedTuple):
    """A warning that is on the screen since this real instant (monotonic seconds)."""

    at_ms: GameMs
    since_s: float


class Hall(NamedTuple):
    """What the hall's board showed at this instant of table time."""

    board: Mapping[str, Any]
    at_ns: int


class Glass(NamedTuple):
    """The screen itself; it is opened after the first press is possible (late.py)."""

    window: Window
    painter: Painter
    picture: PictureFile | None


class Stage:
    """The table's screen, sounds and lamp patterns."""

    def __init__(
        self,
        time: TimeSource,
        lamps: LampBoard,
        announcer_of: Callable[[Edition], Announcer],
        *,
        table: str,
        edition: str,
        language: str,
        delivery: Callable[[Session], Delivery],
        lobby: Lobby,
    ) -> None:
        self._stale = True
        self._time = time
        self._glass: Glass | None = None
        self._drawn: Frame | None = None
        self._lamps = lamps
        self._announcer_of = announcer_of
        self._announcer: Announcer | None = None
        self._table = table
        self._edition = edition
        self._language = language
        self._delivery = delivery
        self.lobby = lobby
        self._flash: dict[Seat, int] = {}
        self._warned: Warned | None = None
        self._fault: Fault | None = None
        self._foreseen: object = None
        self._told_fault: tuple[str, str] | None = None
        self._tested: Tested | None = None
        self._vote: VoteShown | None = None
        self._hall: Hall | None = None

    @property
    def stale(self) -> bool:
        """There is a screen, and something may have changed its picture."""
        return self._stale and self._glass is not None

    def touch(self) -> None:
        """Something may have changed: look at the picture again."""
        self._stale = True

    def show_on(self, glass: Glass) -> None:
        """There is a screen now."""
        self._glass, self._stale = glass, True

    def hit(
        self, x: int, y: int, game: Game | None, health: Health, now_ns: int
    ) -> targets.Target | None:
        """What a touch means as the table stands now: its picture may be drawn a moment later."""
        if self._glass is None:
            return None
        return self._glass.painter.hit(x, y, self._frame_of(game, health, now_ns))

    def poll(self, put: Callable[[Any], None], now_ns: int) -> float | None:
        """Hand on the window's events; when to look again (None: there is no window)."""
        if self._glass is None:
            return None
        window = self._glass.window
        window.pump(put, now_ns)
        if window.exposed:
            window.exposed = False
            self._glass.painter.repaint()
            self._stale = True
        return window.poll_s

    def begin(self, edition: Edition) -> None:
        """A game of this edition is played now."""
        self._announcer = self._announcer_of(edition)
        if self._fault is not None:  # it came before there was anything to call with
            self._announcer.fault()
        self._edition = edition.id
        self._warned, self._foreseen = None, None

    # -- what is told --------------------------------------------------------------------------

    def announce(self, told: Announcement, late_ms: int) -> None:
        """An announcement is given out now, `late_ms` of game time after its instant."""
        if self._announcer is not None:
            self._announcer.announce(told, late_ms)
        late_s = late_ms / 1000 / self._time.rate
        self._warned = None  # whatever comes, an older warning is not the news any more
        if told.id.startswith(WARNINGS) and late_s * 1000 < SIGNAL_MS:
            self._warned = Warned(told.at, real.monotonic() - late_s)
        self._stale = True

    def by_night(self, phase: Any) -> None:
        """It is night in this phase, whichever game it is, or it is not: the mask, or sounds."""
        if self._announcer is not None:
            self._announcer.by_night(phase.value == NIGHT)

    def tell(self, word: str, at_ns: int, game: Game) -> None:
        """A signal of the table's own, due at this stamp; what it leads to is made ready."""
        late_ms = max(0, self._time.now_ns() - at_ns) // MS
        self.announce(Announcement(word, game.session.game_ms(at_ns)), late_ms)
        self.foresee(game.session, game.desk.foreseen())

    def foresee(self, session: Session, own: Sequence[tuple[str, int]] = ()) -> None:
        """Let the sounds that are coming be made ready; `own`: the desk's, which no rule tells."""
        upcoming, clock = session.history.upcoming(), session.clock
        if (upcoming, clock, own) == self._foreseen:
            return
        self._foreseen = upcoming, clock, own
        coming = list(own)
        for told in upcoming:
            at_ns = clock.at_ns(told.at)
            if told.audience is Audience.TABLE and at_ns is not None:
                coming.append((told.id, at_ns))
        if self._announcer is not None:
            self._announcer.prepare(coming)

    def show_lamps(self, lamps: Iterable[tuple[Seat, Pattern]], now_ns: int) -> None:
        """The seats' steady lamps."""
        for seat, pattern in lamps:
            self._lamps.show(seat, pattern, now_ns)

    def flash(self, seats: Iterable[Seat], now_ns: int) -> None:
        """These seats' lamps answer: so do their cards."""
        for seat in seats:
            self._flash[seat] = now_ns + ANSWER_NS
        self._stale = True

    def show_fault(self, where: str, text: str, *, in_game: bool = False) -> None:
        """Something broke: the fault screen; the game goes on behind it (`in_game`: says that in
        place of the cause, which nobody at the table can use; the log has it).
        """
        if (where, text) != self._told_fault:
            log.error("%s: %s", where, text)
        self._told_fault = (where, text)
        detail = line("kiosk.fault.start.cause", cause=text)
        if in_game:
            detail = line("kiosk.fault.detail")
        self._show(Fault(where.upper(), line("kiosk.fault.plain"), detail))

    def show_sign(self, sign: Fault) -> None:
        """What somebody must see before the game goes on, or instead; any judge's key ends it."""
        self._show(sign)

    @property
    def window(self) -> Window | None:
        """The table's screen, once it is open."""
        return None if self._glass is None else self._glass.window

    def show_test(self, shown: Tested | None) -> None:
        """The self-test in place of the table without a game; None: it is over."""
        self._tested, self._stale = shown, True

    def show_vote(self, shown: VoteShown | None) -> None:
        """A members' vote in place of the table without a game; None: it is over."""
        self._vote, self._stale = shown, True

    def show_hall(self, board: Mapping[str, Any] | None, at_ns: int) -> None:
        """The hall's board, as the league told it just now; None: it is not known any more."""
        self._hall, self._stale = None if board is None else Hall(board, at_ns), True

    def show_line_faults(self, faults: Sequence[LineFault]) -> None:
        """Lines that cannot be had or stopped working: which, why, and what to do first."""
        self._show(fault_screen(faults))

    def fault_seen_to(self) -> bool:
        """Somebody pressed a key at the fault screen: away with it. False: there was none."""
        if self._fault is None:
            return False
        self._fault, self._stale = None, True
        if self._announcer is not None:
            self._announcer.fault_seen_to()
        return True

    def _show(self, fault: Fault) -> None:
        self._fault, self._stale = fault, True
        if self._announcer is not None:
            self._announcer.fault()

    # -- time ----------------------------------------------------------------------------------

    def pass_time(self, now_ns: int) -> None:
        """Drop what is over."""
        over = [seat for seat, until_ns in self._flash.items() if until_ns <= now_ns]
        for seat in over:
            del self._flash[seat]
            self._stale = True
        if self._warned is not None and self._shown_ms() >= SIGNAL_MS:
            self._warned = None
            self._stale = True

    def wake_ns(self) -> int | None:
        """When `pass_time` has something to do."""
        return min(self._flash.values(), default=None)

    def draw(self, game: Game | None, health: Health, now_ns: int) -> int | None:
        """Draw what changed; when the picture changes by itself (table time)."""
        if self._glass is None:
            return None
        window, painter, picture = self._glass
        frame = self._frame_now(game, health, now_ns)
        self._stale, self._drawn = False, frame
        rects = painter.draw(frame)
        if rects:
            window.flip(rects)
            if picture is not None:
                picture.show(window.surface)
        return self._next_ns(frame, game, now_ns)

    def _next_ns(self, frame: Frame, game: Game | None, now_ns: int) -> int | None:
        times = []
        if frame.signal is not None:
            times.append(now_ns + int(SIGNAL_STEP_MS * self._time.rate) * MS)
        from kiosk.screens.family import until_change  # with the screen, not with the table

        left_ms = until_change(frame)
        if left_ms is not None:
            times.append(now_ns + left_ms * MS)
        if game is not None and _moves(frame):  # a night shows nothing of what is typed in it
            times += steps_of(game.desk, now_ns, self._time.rate)
        return min(times, default=None)

    def _frame_now(self, game: Game | None, health: Health, now_ns: int) -> Frame:
        """Where nothing was touched since the last frame, only the time is new."""
        frame = self._drawn
        if self._stale or frame is None or game is None or _moves(frame):
            return self._frame_of(game, health, now_ns)
        now_ms = game.session.game_ms(now_ns)
        wall = self._time.wall() if health.clock_set else None
        return replace(frame, now_ms=now_ms, wall_text=self._wall_text(wall, None, now_ms))

    def _frame_of(self, game: Game | None, health: Health, now_ns: int) -> Frame:
        from kiosk import show  # with the first picture, not with the table

        session = None if game is None else game.session
        now_ms = GameMs(0) if session is None else session.game_ms(now_ns)
        wall = self._time.wall() if health.clock_set else None  # asked once: it asks the kernel
        frame = show.frame_of(
            show.Scene(
                game=game,
                now_ms=now_ms,
                now_ns=now_ns,
                table=self._table,
                edition=self._edition,
                language=self._language,
                signs=health.signs(),
                flash=frozenset(self._flash),
                warned=self._warned,
                fault=self._fault_now(game, health),
                wall=lambda at: self._wall_text(wall, at, now_ms),
                delivery=self._delivery(session) if session and session.sealed else Delivery.NONE,
                lobby=self.lobby,
                key_words=health.key_words,
                hall=self._hall,
                road=health.road,
                remedy=health.remedy,
            )
        )
        if self._vote is not None and game is None:
            bottom = line("kiosk.bottom.vote") if self._vote.step in ("yes", "no") else NOTHING
            frame = replace(frame, vote=self._vote, bottom=bottom, menu=False)
        if self._tested is None:
            return frame
        return replace(frame, tested=self._tested, bottom=NOTHING, menu=False)

    def _fault_now(self, game: Game | None, health: Health) -> Fault | None:
        """The fault, and what is safe in spite of it, as far as that is true."""
        fault = self._fault
        if fault is None or game is None or game.session.sealed or not health.is_saving:
            return fault
        safe = line("kiosk.fault.safe", count=game.session.saved)
        return replace(fault, safe=safe, held=game.ask is not None)

    def _shown_ms(self) -> int:
        return 0 if self._warned is None else int((real.monotonic() - self._warned.since_s) * 1000)

    def _wall_text(self, wall: Wall | None, at: GameMs | None, now_ms: GameMs) -> str | None:
        """The wall clock of a game time; a label for people, never a time to count with."""
        if wall is None:
            return None
        if at is None:
            return real.strftime("%H:%M", real.localtime(wall.ms // 1000))
        ms = wall.ms - int((now_ms - at) / self._time.rate)
        return real.strftime("%H:%M:%S", real.localtime(ms // 1000))


def _moves(frame: Frame) -> bool:
    """Whether the frame has more that time alone changes than its clocks."""
    moving = ("hold", "signal", "question", "panel", "ballot", "fault")
    return any(getattr(frame, name, None) is not None for name in moving)
