"""The official's port: what the official alone may know of a running table, and the way in.

For the console (`kiosk/console/`), whatever it is: a second screen in this process, or a process
of its own behind a socket. It never touches the game. From any thread it puts into the inbox

* `Look(reply, since)`: `reply` is called from the loop, once, with `Facts` whose `revision` is
  greater than `since`: at once, or as soon as something changed. What is not on disk yet is not
  told, as on the table's screen. Whoever waits no more need do nothing.
* `Say(fields, at_ns, reply)`: an action's fields without `t`, or `{"open": {...}}`; every `do` is
  allowed, `sign` with `by: referee` too. `reply` gets the `Answer`. A wrong one is answered with
  its error and changes nothing; unlike an `Enter` of `--drive` it never ends the table.
* `Hand(gesture)`: a gesture (`gestures.py`) as if it were made at the judge's box: FOUL and a
  digit, YES, the menu. What it led to stands in the next `Facts`: a notice, a question, a verb
  that waits.

`reply` runs on the loop's thread and must not block: put what it gets into a queue. `at_ns` is
table time, stamped by whoever puts.

Nothing in `Facts` may reach the table: not its screen, lamps, sounds, live state or status.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from kiosk.recall import Happened
from kiosk.screens.frame import Line, Question, Sign, Standing
from rules.kinds import Audience, GameMs, Refusal
from rules.value import Value

if TYPE_CHECKING:
    from kiosk.game import Game
    from kiosk.health import Health

RECALL_MS: Final = 60_000
"""So far back "what just happened" goes."""
LAST: Final = 5
"""So many of the last actions are offered to be taken back."""
MOST_WAITING: Final = 16


class Undo(Value):
    """What an `undo` with `back` would take back; `text` as the question asks it."""

    back: int
    text: Line
    age_ms: int
    audience: Audience


def why(refusal: Refusal) -> Line:
    """What the official is told of a refusal."""
    params = sorted((name, str(value)) for name, value in refusal.details)
    return Line(f"rules.why.{refusal.why}", tuple(params))


class Answer(Value):
    """What became of an entry.

    `error`: it was no action, and nothing was written. `refusal`: written, and refused by a rule,
    `text` says why. `asked`: it waits for YES (the same foul twice); the question is in the facts.
    None of them: accepted.
    """

    error: str = ""
    refusal: Refusal | None = None
    text: Line | None = None
    asked: bool = False

    @property
    def accepted(self) -> bool:
        """It was written and counts."""
        return not self.error and self.refusal is None and not self.asked


class Facts(Value):
    """Everything the official sees. Equal revisions: nothing changed but the time.

    `view` is the family's view for the official (`rules`), None without a game. `happened` are the
    last 60 s, oldest first, claims and their refusals too. `question` and `verb_left_ms` count
    down: the console may go on counting by its own clock.
    """

    revision: int
    now_ms: GameMs
    table: str
    language: str
    edition: str
    game_kind: str = ""
    """The edition's `game`: which family's facts these are (`monopoly`, `matador`, `mafia`)."""
    game: str | None = None
    phase: str = "idle"
    remaining_s: float | None = None
    view: Any = None
    happened: tuple[Happened, ...] = ()
    undoable: tuple[Undo, ...] = ()
    notice: Line | None = None
    question: Question | None = None
    verb_left_ms: int | None = None
    signs: tuple[Sign, ...] = ()
    outbox: int = 0
    looking: bool = False
    """The table is looking at itself; `standing` is what it found then."""
    standing: Standing | None = None
    directed: tuple[Any, ...] = ()
    """What the hall's director asks this table to confirm, as its family has it."""


class Official:
    """Answers whoever looks. Belongs to the loop's thread."""

    def __init__(self, table: str, edition: str, language: str) -> None:
        self._table = table
        self._edition = edition
        self._language = language
        self._revision = 1
        self._waiting: list[tuple[Callable[[Facts], None], int]] = []

    @property
    def revision(self) -> int:
        """Grows whenever something may have changed."""
        return self._revision

    @property
    def watched(self) -> bool:
        """A console is there to be told."""
        return bool(self._waiting)

    def touch(self) -> None:
        """Something may have changed."""
        self._revision += 1

    def look(self, reply: Callable[[Facts], None], since: int) -> None:
        """Tell `reply` once there is something newer than `since`."""
        self._waiting.append((reply, since))
        del self._waiting[:-MOST_WAITING]

    def answer(self, game: Game | None, health: Health, now_ns: int) -> None:
        """Tell those who waited for what is there now."""
        due = [reply for reply, since in self._waiting if since < self._revision]
        if not due:
            return
        self._waiting = [wait for wait in self._waiting if wait[1] >= self._revision]
        facts = self.facts(game, health, now_ns)
        for reply in due:
            reply(facts)

    def facts(self, game: Game | None, health: Health, now_ns: int) -> Facts:
        """Everything the official may know now."""
        common: dict[str, Any] = {
            "revision": self._revision,
            "table": self._table,
            "language": self._language,
            "signs": health.signs(),
            "outbox": health.outbox,
        }
        if game is None:
            return Facts(now_ms=GameMs(0), edition=self._edition, **common)
        from kiosk.report import remaining_s  # with the first console, not with the table
        from kiosk.show import question_of, undo_text

        session, desk = game.session, game.desk
        history, now_ms, view = session.history, session.game_ms(now_ns), session.official_now()
        return Facts(
            now_ms=now_ms,
            edition=history.edition.id,
            game_kind=history.edition.game,
            game=session.game,
            phase=view.phase.value,
            remaining_s=remaining_s(game, now_ns),
            view=view,
            happened=session.recall.since(GameMs(now_ms - RECALL_MS), Audience.OFFICIAL),
            undoable=tuple(
                Undo(one.back, undo_text(one, view), now_ms - one.action.at, one.audience)
                for one in history.undoable(LAST)
            ),
            notice=desk.notice,
            question=question_of(game, now_ns),
            verb_left_ms=desk.verb_left_ms(now_ns),
            looking=game.looking,
            standing=game.standing,
            directed=desk.to_confirm(view),
            **common,
        )
