"""The one value a picture is drawn from. Equal frames give equal pictures, byte for byte.

Whoever builds a `Frame` decides; screens only draw. Texts travel as `Line`s: a key of the
catalogue and what fills its placeholders, so that a frame is the same in every language. Wall
clock texts come ready made (`11:02`), because the screen must not know a clock.
"""

from __future__ import annotations

from enum import Enum, StrEnum
from typing import Any, Final, NamedTuple

from rules.kinds import GameMs, Money, Seat
from rules.value import Value

START: Final = GameMs(0)

INVERSION_MS: Final = 400
"""A signal inverts the screen twice this long, with as long a gap: under three flashes a second."""

SIGNAL_MS: Final = 3 * INVERSION_MS + 6_000
"""How long a signal stays: two inversions, then six calm seconds."""

DECISION_MS: Final = 10_000
"""A question waits this long for YES or NO."""


class SignId(StrEnum):
    """Signs of the strip, most important first: only what is not as it should be."""

    NOT_SAVING = "not_saving"
    SIMULATED = "simulated"
    PINS = "pins"
    CLOCK_NOT_SET = "clock_not_set"
    UNDER_VOLTAGE = "under_voltage"
    KEYPAD_LOST = "keypad_lost"
    NO_DICE = "no_dice"
    NO_SOUND = "no_sound"
    KEYPAD_LOCKED = "keypad_locked"
    BAUD_RATE = "baud_rate"
    LOGIN_PAGE = "login_page"
    CERTIFICATE = "certificate"
    OTHER_LEAGUE = "other_league"
    LINK_DOWN = "link_down"
    NOT_ENROLLED = "not_enrolled"
    NOT_SENT = "not_sent"


COUNTED: Final = frozenset((SignId.PINS, SignId.NOT_SENT))
"""Signs that say how many."""


class Line(Value):
    """A text: its key, its placeholders, and the number that chooses the plural form, if any.

    An int parameter is written in the language's own way (1 642); give ids and names as str. A
    line within a line is said first.
    """

    key: str
    params: tuple[tuple[str, str | int | Line], ...] = ()
    count: int | None = None


def line(key: str, /, count: int | None = None, **params: str | int | Line) -> Line:
    """`Line` with its placeholders as keywords, in a fixed order."""
    return Line(key, tuple(sorted(params.items())), count)


NOTHING: Final = Line("kiosk.bottom.nothing")
UNNAMED: Final = "table"
"""How a game calls its table where `table.name` is not set."""


class Mode(Enum):
    """How a place card stands out; each differs in shape, not only in colour."""

    PLAIN = "plain"
    NOW = "now"  # amber, with a wedge towards the table
    RECORDED = "recorded"  # inverted with the lamp
    OUTLINED = "outlined"  # out, away, not here


class CardState(Value):
    """What a seat's place card says."""

    seat: Seat
    name: str
    note: Line | None
    mode: Mode
    struck: bool = False
    ticked: bool = False
    fouls: int = 0
    pending: int = 0  # fouls that wait for the official, hatched
    bars: int | None = None  # so many bars for fouls stand there without any, too; else four
    fist: bool = False


class Timer(NamedTuple):
    """A clock that runs down: since when, how long, until when at the latest, where it stopped.

    `marks_ms`: warnings, from its start. `shown`: to the players, that is on question and fault.
    `tick_ms`: what a tick of its ruler stands for; `step_ms`: how often its picture changes.
    """

    length_ms: int
    started_at: GameMs | None = None
    ended_at: GameMs | None = None
    marks_ms: tuple[GameMs, ...] = ()
    shown: bool = True
    tick_ms: int = 60_000
    step_ms: int = 1_000

    @property
    def runs(self) -> bool:
        """It has begun and not ended."""
        return self.started_at is not None and self.ended_at is None

    def left_ms(self, now: GameMs) -> int:
        """Never below 0; the whole length before the start, what was left then after the end."""
        if self.started_at is None:
            return self.length_ms
        until = now if self.ended_at is None else self.ended_at
        return max(0, self.started_at + self.length_ms - until)

    def gone_ms(self, now: GameMs) -> int:
        """At most the whole length; it stops at the end."""
        return self.length_ms - self.left_ms(now)


class Question(NamedTuple):
    """A decision the official has to make, on an ink plate over the table top.

    `text` is one sentence, `consequence` what follows from YES (an undo says what it would take
    back, with seat, name and age). `left_ms` counts down to the answer NO; None: it stays.
    """

    text: Line
    consequence: Line | None
    yes: Line = Line("kiosk.question.yes")
    no: Line = Line("kiosk.question.no")
    left_ms: int | None = None


class BallotShown(Value):
    """Yes and no in two windows (`kiosk/ballot.py`).

    `about` says who asks what of whom, `asks` is the question in a few words, `needs` what passes
    it. `window` is `yes`, `no` or `listed`; `seconds` of it are left. `answered` and `silent` are
    empty until it is listed.
    """

    about: Line
    asks: Line
    window: str
    seconds: int = 5
    needs: Line | None = None
    answered: tuple[Seat, ...] = ()
    silent: tuple[Seat, ...] = ()


class VoteShown(Value):
    """A members' vote outside any game (`kiosk/memberballot.py`).

    `step`: `read` the wording, `yes`, `no`, `listed`, `sending`, `sent`, `refused`; `seconds` of a
    window are left. `answered` is empty until it is listed.
    """

    proposal: str
    member: str
    text: str
    step: str
    seats: tuple[tuple[Seat, str], ...] = ()
    seconds: int = 5
    answered: tuple[Seat, ...] = ()


class Row(Value):
    """A line of a panel: the digit (or the time) before it, what it says, who or what besides.

    `digit` 1 to 9: it can be chosen; 0: Enter and OK choose it. `dim`: it means nothing now. `on`:
    YES of the judge's box chooses it.
    """

    key: str
    text: Line | str
    aside: str = ""
    digit: int | None = None
    dim: bool = False
    on: bool = False


class Panel(Value):
    """What is half said, or a list: on an ink plate over the table top.

    `aside`: who was named already. `typed`: digits so far, None where none are wanted. `pad`: the
    number pad is shown for them.
    `more`: there is a next page. `left_s` counts down where it expires; `hold`: thousandths held.
    """

    title: Line
    aside: str = ""
    hint: Line | None = None
    rows: tuple[Row, ...] = ()
    typed: str | None = None
    pad: bool = False
    more: bool = False
    left_s: int | None = None
    of_s: int = 10
    hold: int | None = None


class Signal(NamedTuple):
    """A warning that fills the screen: the `number`-th of `of`, `minutes` are left.

    `shown_ms` is real time since it came up, also when the table clock runs fast: flashing must
    stay slow. Give no signal any more when it has reached SIGNAL_MS.
    """

    number: int
    of: int
    minutes: int
    shown_ms: int


class HoldBar(NamedTuple):
    """A button held down: how much of the two seconds has passed, in thousandths."""

    seat: Seat
    part: int
    of_ms: int = 2_000


class DiceEntry(Value):
    """A roll being entered. `open`: the grid of 21 pairs is shown, for `seat`; `typed`: the digits
    so far on the keys (never with a sum).
    """

    seat: Seat | None = None
    typed: str = ""
    open: bool = False


class SheetEntry(Value):
    """The result sheet being entered by touch. Deeds and sums come from the view's sheets.

    `field` is the chosen field with its printed `price` and `house_price` (None: takes no houses).
    `cash` are the digits typed, empty while none are; then the counted cash of the view is shown.
    `note` says why the last touch was refused. `side` is the board's side on small screens.
    """

    seat: Seat
    counted: frozenset[Seat] = frozenset()
    field: str | None = None
    price: Money | None = None
    house_price: Money | None = None
    cash: str = ""
    note: Line | None = None
    side: int = 0
    next_seat: Seat | None = None  # whom "done" leads to; None: to the signatures


class Fault(Value):
    """What does not work, what to do first, and what is safe. Without a view: an error at start.

    `held`: the official is asked what the clock shows, until then it stands.
    """

    code: str  # PINS-2
    title: Line
    detail: Line | None = None
    steps: tuple[Line, ...] = ()  # three at most are drawn
    safe: Line | None = None
    at_wall: str | None = None
    held: bool = False


class Idle(Value):
    """A table without an open game: the next one, if it is known, or who sits down.

    `sitting`: the players take their seats by their buttons. `enough`: START opens the game.
    `among`: how many games (or copies) there are, of which this is `number`; `wrong`: it cannot be
    played.
    `key_words`: of the table's key, while its league has not approved it. `remedy`: what to do
    about the way to the league.
    """

    starts_wall: str | None = None
    in_minutes: int | None = None
    names: tuple[tuple[Seat, str], ...] = ()
    round: str = ""
    sitting: bool = False
    enough: bool = False
    among: int = 0
    number: int = 0
    wrong: str = ""
    test: bool = False  # START begins the self-test
    key_words: str = ""
    spare: str = ""  # START asks the league for another table's game (`offer`), or it was `asked`;
    # a `stick` has one, YES was said (`sure`), or it cannot go on here (`foreign`, `damaged`)
    spare_text: Line | None = None
    remedy: Line | None = None


class Sign(Value):
    """One sign; `count` only for those that are `COUNTED`."""

    id: SignId
    count: int = 0


class TestedItem(Value):
    """One thing of a self-test; `ok` None: it is waited for."""

    name: Line
    ok: bool | None = None
    found: Line | None = None
    remedy: Line | None = None


class Standing(Value):
    """What a table that plays found of itself at `at`: so many `failed`, and they come first.

    `elsewhere`: the official's console tells which, so the table's screen need not.
    """

    at: GameMs
    items: tuple[TestedItem, ...]
    failed: int
    elsewhere: bool = False


class Tested(Value):
    """The self-test: what is being shown, what to do, and what was found so far.

    `picture`: the test picture fills the screen. `waiting`: so many of the items are waited for.
    """

    title: Line = Line("kiosk.selftest.done.title")
    prompt: Line | None = None
    now: Line | None = None
    picture: bool = False
    items: tuple[TestedItem, ...] = ()
    waiting: int = 0
    done: bool = False


class Delivery(StrEnum):
    """Where the sealed record of a closed game is."""

    WAITING = "waiting"  # in the outbox
    SENT = "sent"  # the league's receipt was checked
    NONE = "none"  # no league is set


class Frame(Value):
    """Everything the screen shows at one instant. Only the public view gets here.

    `kind` is the edition's `game`, whose family knows the view.
    `now_ms` is game time; `bottom` is one sentence: what a seat's press does now. In `hun-2009` it
    must be the same all through PLAY.
    """

    view: Any = None
    kind: str = ""
    now_ms: GameMs = START
    table: str = ""
    edition: str = ""
    language: str = "en"
    wall_text: str | None = None  # "11:02"; None while the clock is not set
    started_text: str | None = None  # "10:00:07"
    ended_text: str | None = None
    signs: tuple[Sign, ...] = ()
    bottom: Line = NOTHING
    status: Line | None = None  # small, at the right of the bottom line
    notice: Line | None = None  # "taken back": four seconds, in the strip
    question: Question | None = None
    panel: Panel | None = None
    ballot: BallotShown | None = None
    menu: bool = False  # the menu can be opened by touch
    signal: Signal | None = None
    entry: SheetEntry | None = None
    dice: DiceEntry = DiceEntry()
    commitment: str = ""  # to the seed of the dice, before the game
    flash: frozenset[Seat] = frozenset()  # cards inverted with their lamps
    hold: HoldBar | None = None
    fault: Fault | None = None
    idle: Idle | None = None
    delivery: Delivery = Delivery.NONE
    tested: Tested | None = None
    vote: Any = None  # VoteShown: a members' vote, on a table without a game
    hall: Any = None  # HallBoard: the hall's board, where the league tells of one
    own: Any = None  # what this family alone adds: a frozen value made by its `framed`
