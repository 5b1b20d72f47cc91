"""What people and devices enter: keys, touches, dice, entries. Each becomes gestures or actions."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, Protocol

from firmware_py.timesource import TimeSource
from kiosk import gestures
from kiosk.errors import RunError, UserError
from kiosk.game import Game
from kiosk.gestures import Gesture, Judge, JudgeKey, SeatButton
from kiosk.inbox import Dice, Enter, Hand, Item, Key, PinChecked, Say, Stop, Touch
from kiosk.intents import Act, Intent
from kiosk.official import Answer, why
from kiosk.screens import targets
from kiosk.screens.frame import line
from rules.errors import ActionError

if TYPE_CHECKING:
    from kiosk.lobby import Lobby
    from rules.history import Outcome

log = logging.getLogger(__name__)

CONSOLE: Final = gestures.Source.CONSOLE
NO_GAME: Final = "no game is open"


class Table(Protocol):
    """What entries need of the host (host.py)."""

    game: Game | None
    time: TimeSource
    lobby: Lobby

    def seat_down(self, press: SeatButton) -> None:
        """A seat's button: written before anything else."""

    def leave(self, game: Game) -> None:
        """A closed game is taken off the table."""

    def do(self, game: Game, intents: list[Intent]) -> None:
        """Do what the desk asks for."""

    def after(self, game: Game, outcome: Outcome, told_ns: int | None) -> None:
        """An action was judged."""

    def settle(self, game: Game) -> None:
        """The game may have changed."""

    def let_pass(self, game: Game, at_ns: int) -> None:
        """What expired before this stamp comes before it."""

    def hit(self, x: int, y: int) -> targets.Target | None:
        """What a touch means as the table stands now."""

    def fault_seen_to(self) -> bool:
        """Somebody pressed a key at the fault screen: away with it. False: there was none."""

    def answer_clock(self, game: Game, gesture: Gesture) -> None:
        """Nobody knows how late it is: the gesture may say so."""


class Intake:
    """Takes entries on the loop's thread."""

    def __init__(
        self,
        table: Table,
        put: Callable[[Item], None],
        opener: Callable[[Mapping[str, Any]], Game],
    ) -> None:
        self._table = table
        self._put = put
        self._opener = opener

    def take(self, item: Item) -> None:
        """Anything that somebody entered; other items are passed over."""
        match item:
            case Key():
                self.gesture(gestures.of_key(item))
            case Hand(gesture):
                self.gesture(gesture)
            case PinChecked():
                self._pin_checked(item)
            case Touch(x, y, at_ns, down):
                self._touch(x, y, at_ns, down)
            case Dice():
                self._dice(item)
            case Enter():
                self._enter(item)
            case Say():
                item.reply(self._say(item.fields, item.at_ns, asks=True))

    def gesture(self, gesture: Gesture | None) -> None:
        """What a hand did, whichever way."""
        table, game = self._table, self._table.game
        if type(gesture) is SeatButton and gesture.down:
            table.seat_down(gesture)
            if game is None:
                self._open(table.lobby.gesture(gesture), gesture.at_ns)
            return
        if type(gesture) is JudgeKey and gesture.down and table.fault_seen_to():
            return
        if gesture is None:
            return
        if game is None:
            self._open(table.lobby.gesture(gesture), gesture.at_ns)
            return
        if not game.is_open:
            self._closed(game, gesture)
            return
        if game.ask is not None and type(gesture) is not SeatButton:
            table.answer_clock(game, gesture)
            return
        table.let_pass(game, gesture.at_ns)
        table.do(game, game.desk.gesture(gesture, game.scene()))

    def _touch(self, x: int, y: int, at_ns: int, down: bool) -> None:
        table, game = self._table, self._table.game
        target = table.hit(x, y) if down else None
        if down and table.fault_seen_to():
            return
        if game is None and target is not None:
            self._open(table.lobby.touch(target, at_ns), at_ns)
            return
        if game is not None and not down:
            table.do(game, game.desk.lifted(at_ns))
        if game is not None and game.is_open and target is not None:
            if game.ask is not None:
                key = {targets.Yes: Judge.YES, targets.No: Judge.NO}.get(type(target))
                if key is not None:
                    self.gesture(JudgeKey(key, True, at_ns, None))
                return
            table.let_pass(game, at_ns)
            table.do(game, game.desk.touch(target, at_ns, game.scene()))

    def _open(self, opening: Mapping[str, Any] | None, at_ns: int) -> None:
        """Open what the lobby says, if it says anything."""
        if opening is None:
            return
        lobby = self._table.lobby
        try:
            self._table.game = self._opener({"open": opening})
            lobby.opened()
        except (UserError, RunError, ActionError) as error:
            lobby.failed(str(error), at_ns)

    def _closed(self, game: Game, gesture: Gesture) -> None:
        """START takes a closed game off the table, once all of it is on disk."""
        is_start = type(gesture) is JudgeKey and gesture.key is Judge.NEXT and gesture.down
        if is_start and not game.session.waiting:
            self._table.leave(game)

    def _pin_checked(self, checked: PinChecked) -> None:
        game, now_ns = self._table.game, self._table.time.now_ns()
        if game is not None and game.is_open:
            talk = game.desk.talk
            if checked.broken:
                game.desk.tell(line("kiosk.notice.pin_broken"), now_ns)
            scene = game.scene()
            intents = talk.pin_checked(checked.right, checked.wait_s, now_ns, scene)
            self._table.do(game, intents)

    def _dice(self, dice: Dice) -> None:
        game = self._table.game
        if game is not None and game.is_open and game.ask is None:
            self._table.let_pass(game, dice.at_ns)
            self._table.do(game, game.desk.rolled(dice, game.scene()))

    def _enter(self, entry: Enter) -> None:
        """An official's entry; a wrong one ends the table as a wrong line of `--drive` does."""
        answer = self._say(entry.fields, entry.at_ns, asks=False)
        if answer.error == NO_GAME:
            log.warning("--drive: line %d: enter: no game is open", entry.line)
        elif answer.error:
            self._put(Stop(2, f"--drive: line {entry.line}: enter: {answer.error}"))

    def _say(self, fields: Mapping[str, Any], at_ns: int, *, asks: bool) -> Answer:
        """An action or an opening; what became of it. `asks`: the same foul twice is asked."""
        game = self._table.game
        try:
            if "open" in fields:
                if game is not None and game.is_open:
                    return Answer(f"game {game.session.game!r} is open; close it first")
                self._table.game = self._opener(fields)
                return Answer()
            if game is None or not game.is_open:
                return Answer(NO_GAME)
            if asks and game.desk.talk.questions.is_twin(fields, at_ns, CONSOLE, game.scene()):
                return Answer(asked=True)
            fields = game.desk.spelled(fields, game.session.view)
            outcome = game.session.act(fields, at_ns)
        except (UserError, ActionError) as error:
            return Answer(str(error))
        self._table.after(game, outcome, at_ns)
        game.desk.judged(Act(fields, at_ns, source=CONSOLE), outcome, game.scene())
        refusal = outcome.refusal
        return Answer() if refusal is None else Answer(refusal=refusal, text=why(refusal))
