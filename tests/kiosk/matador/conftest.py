"""A folded Matador game with a desk at it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from firmware_py.kinds import LineId
from kiosk.desk import Scene
from kiosk.editions import Editions
from kiosk.families.matador import MatadorFamily
from kiosk.gestures import Digit, Gesture, Judge, JudgeKey, SeatButton, Source
from kiosk.intents import Act, Intent, Note, Sign, TakeBack, Tell
from kiosk.screens import targets as at
from rules.actions import parse_action
from rules.errors import ActionError
from rules.history import History, Outcome, Undoable
from rules.kinds import Audience, GameMs, Refusal, Seat
from rules.matador.view import MatadorView
from rules.opening import parse_opening

MS = 1_000_000
S = 1_000 * MS
NAMES = ("Anna", "Bo", "Cai", "Dan", "Eva", "Fin", "Gry", "Hal")


class Evening:
    """A table of the club: hands work the desk, the real rules judge what it asks for."""

    def __init__(self, players: int = 4, **options: Any) -> None:
        fields: dict[str, Any] = {
            "edition": "ramk-2017",
            "season": "2017-18",
            "round": "R1",
            "game": "R1-T1",
            "table": "T1",
            "seats": [
                {"seat": n, "player": f"P{n:02}", "name": NAMES[n - 1]}
                for n in range(1, players + 1)
            ],
            "officials": {"keeper": "Anna"},
            "options": options,
        }
        opening = parse_opening(fields)
        self.history = History(opening, Editions().need(opening.edition))
        self.family = MatadorFamily()
        self.desk = self.family.desk(self.history.edition)
        self.ms = 0
        self.done: list[dict[str, Any]] = []
        self.refusals: list[Refusal] = []
        self.told: list[tuple[str, int]] = []
        self._do(self.desk.settled(self.scene, 0))

    # -- looking -------------------------------------------------------------------------------

    @property
    def view(self) -> MatadorView:
        view: MatadorView = self.history.view(Audience.TABLE)
        return view

    @property
    def official(self) -> MatadorView:
        view: MatadorView = self.history.view(Audience.OFFICIAL)
        return view

    @property
    def scene(self) -> Scene:
        return Scene(
            self.view,
            self._undoable,
            lambda ns: GameMs(max(self.ms, ns // MS)),
            word=lambda key: key,
        )

    @property
    def now_ns(self) -> int:
        return self.ms * MS

    @property
    def notice(self) -> str | None:
        return None if self.desk.notice is None else self.desk.notice.key

    @property
    def question(self) -> str | None:
        asked = self.desk.talk.questions.asked
        return None if asked is None or asked.text is None else asked.text.key

    @property
    def last(self) -> dict[str, Any]:
        return self.done[-1]

    def dos(self) -> list[str]:
        return [fields["do"] for fields in self.done]

    # -- hands ---------------------------------------------------------------------------------

    def wait(self, ms: int) -> None:
        """Time passes; what is due is done."""
        until = self.ms + ms
        while True:
            wake_ns = self.desk.wake_ns()
            if wake_ns is None or wake_ns > until * MS:
                break
            self.ms = max(self.ms, -(-wake_ns // MS))
            self._do(self.desk.pass_time(self.now_ns))
        self.ms = until
        self.history.advance(GameMs(self.ms))
        self._do(self.desk.settled(self.scene, self.now_ns))

    def press(self, seat: int, *, later_ms: int = 1500, hold_ms: int = 100) -> dict[str, Any]:
        """A seat's button, and what it meant."""
        self.wait(later_ms)
        press = SeatButton(Seat(seat), True, self.now_ns, LineId(f"seat{seat}"))
        fields = self.desk.seat_down(press, self.official)
        self.done.append(fields)
        outcome = self._apply(fields)
        self.desk.seat_judged(outcome)
        self._do(self.desk.settled(self.scene, self.now_ns))
        self.wait(hold_ms)
        self.hand(SeatButton(press.seat, False, self.now_ns, press.line))
        return fields

    def key(self, *keys: Judge, source: Source = Source.BOX, hold_ms: int = 100) -> None:
        """Judge's keys, pressed and let go."""
        for key in keys:
            self.wait(1200)
            self.hand(JudgeKey(key, True, self.now_ns, LineId(key.value), source))
            self.wait(hold_ms)
            self.hand(JudgeKey(key, False, self.now_ns, LineId(key.value), source))

    def digits(self, text: str) -> None:
        """Keys of the keypad."""
        for char in text:
            self.wait(300)
            self.hand(Digit(int(char), self.now_ns, Source.KEYPAD))

    def touch(self, *targets: at.Target) -> None:
        for target in targets:
            self.wait(700)
            self._do(self.desk.touch(target, self.now_ns, self.scene))

    def hand(self, gesture: Gesture) -> None:
        self._do(self.desk.gesture(gesture, self.scene))

    def act(self, do: str, **fields: Any) -> Outcome:
        """An entry of the console; it must be accepted."""
        self.wait(1000)
        outcome = self.ask({"do": do, **fields})
        assert outcome.refusal is None, outcome.refusal
        return outcome

    def ask(self, fields: Mapping[str, Any]) -> Outcome:
        """An entry of the console, whatever becomes of it."""
        self.done.append(dict(fields))
        outcome = self._apply(fields)
        self._do(self.desk.settled(self.scene, self.now_ns))
        self.desk.judged(Act(fields, self.now_ns), outcome, self.scene)
        return outcome

    # -- as the host does ----------------------------------------------------------------------

    def _apply(self, fields: Mapping[str, Any]) -> Outcome:
        phase = self.view.phase
        stamped = {"t": self.ms / 1000, **fields}
        outcome = self.history.apply(parse_action(stamped, self.history.opening, "monopoly"))
        if outcome.refusal is not None:
            self.refusals.append(outcome.refusal)
        if self.view.phase is not phase:
            self.desk.forget(self.view)
        return outcome

    def _do(self, intents: list[Intent]) -> None:
        for intent in intents:
            match intent:
                case Act(fields, at_ns):
                    self.ms = max(self.ms, at_ns // MS)
                    try:
                        outcome = self._apply(fields)
                    except ActionError:  # a seat that does not play: the host says so
                        continue
                    self.done.append(dict(fields))
                    self._do(self.desk.settled(self.scene, self.now_ns))
                    self.desk.judged(intent, outcome, self.scene)
                case TakeBack(_, _, back):
                    which = {"back": back} if back > 1 else {}
                    self.done.append({"do": "undo", **which})
                    self._apply({"do": "undo", **which})
                    self._do(self.desk.settled(self.scene, self.now_ns))
                case Sign(seat, _):
                    self.done.append({"do": "sign", "seat": seat})
                    self._apply({"do": "sign", "seat": seat})
                    self._do(self.desk.settled(self.scene, self.now_ns))
                case Tell(word, at_ns):
                    self.told.append((word, at_ns // MS))
                case Note():
                    pass  # a mark in the record
                case _:
                    raise AssertionError(f"nobody does {intent!r} here")

    def _undoable(self, count: int) -> tuple[Undoable, ...]:
        found = self.history.undoable()
        return tuple(one for one in found if one.audience is Audience.TABLE)[:count]


Sits = Callable[..., Evening]


@pytest.fixture
def evening() -> Evening:
    """Four players, started."""
    made = Evening()
    made.act("start")
    return made


@pytest.fixture
def sits() -> Sits:
    """A table of so many, with options of the edition; started."""

    def begin(players: int = 4, **options: Any) -> Evening:
        made = Evening(players, **options)
        made.act("start")
        return made

    return begin
