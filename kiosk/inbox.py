"""What reaches the loop, and the queue it comes by: the only thing two threads share.

Pin callbacks, the journal's writer, the uplink, the status socket and the `--drive` feeder put;
the loop takes. Whoever puts has already stamped: `at_ns` is table time.
"""

from __future__ import annotations

import queue
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from firmware_py.kinds import Edge
from rules.kinds import Seat
from rules.value import Value

if TYPE_CHECKING:
    from kiosk.gestures import Gesture
    from kiosk.memberballot import Asked
    from kiosk.official import Answer, Facts


class Key(Value):
    """A key of the keyboard or keypad, by its name in docs/keys.md; `down` False: let go."""

    name: str
    at_ns: int
    down: bool = True


class Touch(Value):
    """A finger or the mouse on the screen, in pixels; `down` False: lifted."""

    x: int
    y: int
    at_ns: int
    down: bool = True


class Dice(Value):
    """Two dice as a reader or a driver tells them: the turn seat's roll; `by` is for the record."""

    values: tuple[int, int]
    at_ns: int
    by: str | None = None


class Reader(Value):
    """Whether the dice reader that is set up can be relied on; if not, dice are typed."""

    ok: bool


class Keypad(Value):
    """How it is with the keypad: pulled out or held by something else; locked against players."""

    lost: bool
    locked: bool = False


class Enter(Value):
    """An official's entry: an action's fields without `t`; `line` is its place in the input."""

    fields: Mapping[str, Any]
    at_ns: int
    line: int


class Say(Value):
    """The official's console enters an action's fields without `t` (official.py)."""

    fields: Mapping[str, Any]
    at_ns: int
    reply: Callable[[Answer], None]


class Hand(Value):
    """A gesture at the official's console (official.py)."""

    gesture: Gesture


class Look(Value):
    """The official's console wants facts newer than `since` (official.py)."""

    reply: Callable[[Facts], None]
    since: int = 0


class PinChecked(Value):
    """A try at the referee's PIN was looked at; `wait_s`: so long no other one is.

    `broken`: the kept PIN cannot be read; the log says why.
    """

    right: bool
    wait_s: int = 0
    broken: bool = False


class Durable(Value):
    """The oldest `lines` waiting lines are on disk; `seats` were answered by their lamps."""

    lines: int
    seats: tuple[Seat, ...]


class Saving(Value):
    """Whether the record reaches the disk; `reason` is for the log."""

    ok: bool
    reason: str = ""


class Sound(Value):
    """Whether there is a loudspeaker where one is wanted."""

    ok: bool


class Road(Value):
    """By which road the table reaches its league: `kind` (`url`, `mdns`, `serial`; empty: none),
    `at` the address or port (empty: not found yet), `others` leagues on the same network that are
    not this table's, by their names.
    """

    kind: str = ""
    at: str = ""
    others: tuple[str, ...] = ()


class Link(Value):
    """What the uplink knows: the league answers (None: no league), records not delivered.

    `enrolled` False: it answers, but does not know this table. `fault` says more of a way that is
    down: `garbled`, bytes come on the serial line and never a frame; `portal`, somebody else than a
    league answers, such as a network's login page; `redirect`, to another address; `proxy`, with
    its own error; `cut`, half an answer; `certificate`, the league's is not believed, `early`, yet;
    `stranger`, the hall's network has a league, but not this table's; `ailing`, the league cannot
    take anything now; `silent`, nobody answers; `foreign`,
    somebody who speaks no HTTP or no TLS; on a wire `no_port`, `unheard`, `other_version`.
    `key_words`: the four words of the table's key while the league does not know it, if it has one.
    `refused`: so many of those that wait the league will not take as they are.
    """

    up: bool | None
    waiting: int
    enrolled: bool = True
    fault: str = ""
    key_words: str = ""
    road: Road = Road()
    refused: int = 0


class Query(Value):
    """Somebody asks for the table's status; `reply` may be called from the loop."""

    reply: Callable[[Mapping[str, Any]], None]


class Fault(Value):
    """Something broke that the table must show: where, and what the log says."""

    where: str
    text: str


class Late(Value):
    """What takes long to load is there: the loop may open screen and sound."""


class Test(Value):
    """Somebody wants the self-test of a table without a game."""


class LookOver(Value):
    """The official's console wants the table looked over while a game is on it."""


class HallTold(Value):
    """The league's answer to a live state says where the hall's clock stands.

    `at_ms` on that clock, read after the league had worked `took_ms` on the answer; it was asked at
    `sent_ns` and had come at `got_ns`, in table time. `told` is the rest.
    """

    told: Mapping[str, Any]
    at_ms: int
    took_ms: int
    sent_ns: int
    got_ns: int


class VotesAsked(Value):
    """The ballots of the club's members that have seats at this table (memberballot.py)."""

    asked: tuple[Asked, ...]


class VotesTaken(Value):
    """The league has this table's answers, or will not take them."""

    ballot: int
    taken: bool


class WentOn(Value):
    """The open game went on at another table, as the league signed: it is over at this one."""

    game: str
    taker: str
    reason: str


class Granted(Value):
    """The game of another table, for this one to go on with: its record with the takeover's note,
    and the seed of its dice (hex), if it throws them.
    """

    game: str
    giver: str
    data: bytes
    dice: str


class Copied(Value):
    """A copy of another table's open game on a stick. `at_ms`: the wall clock when it was written,
    None where that was not set; `found` None: it cannot go on here, `foreign` because it is sealed
    for others.
    """

    game: str
    table: str
    at_ms: int | None
    found: Granted | None = None
    foreign: bool = False


class Copies(Value):
    """The copies that lie on sticks now, the newest first."""

    found: tuple[Copied, ...]


class TakeoverSaid(Value):
    """What the league says to the request for a game: `asked`, `refused`, `unreached`, and why."""

    status: str
    why: str


class Stop(Value):
    """End the table with this exit code; `message` is the one line on stderr.

    `power_off`: the shutdown button, so whoever started the table may switch the machine off.
    """

    code: int
    message: str = ""
    power_off: bool = False


Condition = Saving | Sound | Reader | Keypad | Link
"""How it is with a part of the table: health.py hears of it."""

Item = (
    Edge
    | Key
    | Touch
    | Dice
    | Enter
    | Say
    | Hand
    | Look
    | PinChecked
    | Durable
    | Query
    | Fault
    | Late
    | Test
    | LookOver
    | HallTold
    | VotesAsked
    | VotesTaken
    | WentOn
    | Granted
    | Copies
    | TakeoverSaid
    | Condition
    | Stop
)


class Inbox:
    """First in, first out, without a bound: a press is never dropped."""

    def __init__(self) -> None:
        self._queue: queue.SimpleQueue[Item] = queue.SimpleQueue()
        self.put: Callable[[Item], None] = self._queue.put
        """Callable from any thread and from a signal handler."""

    def take(self, timeout_s: float | None) -> Item | None:
        """The next item; None when `timeout_s` passed first (0: only what is there already)."""
        try:
            if timeout_s is not None and timeout_s <= 0:
                return None if self._queue.empty() else self._queue.get_nowait()
            return self._queue.get(timeout=timeout_s)
        except queue.Empty:
            return None
