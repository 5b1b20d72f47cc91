"""What waits for YES or NO: an undo, the same foul twice, something grave. Silence is NO."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from kiosk.families import player_name
from kiosk.gestures import JudgeKey, Source
from kiosk.intents import Act, Intent, TakeBack
from kiosk.screens.frame import DECISION_MS, Line, line
from rules.history import Undoable
from rules.kinds import Seat
from rules.value import replace

if TYPE_CHECKING:
    from kiosk.desk import Scene
    from kiosk.verbs import Verb

QUESTION_NS: Final = DECISION_MS * 1_000_000
TWIN_NS: Final = 3_000_000_000
"""The same foul by two hands within so long is one foul, perhaps: it is asked."""


class Asked(NamedTuple):
    """A question: what an undo would take back (the `nth` from the end that everybody knows of, how
    old it is), or a `text`, what `follows` from YES, and the intents that are meant.
    """

    at_ns: int
    undoes: Undoable | None = None
    nth: int = 1
    age_ms: int = 0
    text: Line | None = None
    follows: Line | None = None
    intents: tuple[Intent, ...] = ()
    begins: Verb | None = None
    """YES leads to this verb: there is more to tell."""
    otherwise: Callable[[int, Scene], list[Intent]] | None = None
    """What NO asks for, if it is said; silence asks for nothing."""


class Questions:
    """The question that is open, one at most, and the fouls that may lead to one."""

    def __init__(self, tell: Callable[[Line, int], None]) -> None:
        self.asked: Asked | None = None
        self._tell = tell
        self._fouls: dict[Seat, tuple[int, Source]] = {}

    def ask(self, asked: Asked) -> None:
        """Something is to be sure."""
        self.asked = asked

    def undo(self, nth: int, at_ns: int, scene: Scene) -> None:
        """Say what an undo would take back, and ask."""
        found = scene.undoable(max(nth, 1))
        if nth < 1 or len(found) < nth:
            self._tell(line("kiosk.notice.nothing_to_undo"), at_ns)
            return
        undoes = found[nth - 1]
        self.asked = Asked(at_ns, undoes, nth, scene.game_ms(at_ns) - undoes.action.at)

    def yes(self, key: JudgeKey, scene: Scene) -> list[Intent]:
        """YES to what is asked; what came between question and answer is not undone unseen."""
        asked, self.asked = self.asked, None
        if asked is None:
            return []
        if asked.undoes is None:
            return [
                replace(one, at_ns=key.at_ns) if isinstance(one, Act) else one
                for one in asked.intents
            ]
        found = scene.undoable(asked.nth)
        if len(found) < asked.nth or found[-1].action is not asked.undoes.action:
            self._tell(line("kiosk.notice.undo_changed"), key.at_ns)
            return []
        self._tell(line("kiosk.notice.taken_back"), key.at_ns)
        return [TakeBack(key.at_ns, key.line, found[-1].back)]

    def no(self) -> bool:
        """NO to what is asked. False: nothing is."""
        asked, self.asked = self.asked, None
        return asked is not None

    def fouled(self, seat: Seat, at_ns: int, source: Source) -> None:
        """This seat was given a foul."""
        self._fouls[seat] = (at_ns, source)

    def is_twin(self, fields: Mapping[str, Any], at_ns: int, source: Source, scene: Scene) -> bool:
        """The same foul was given by another hand just now: it is asked about, not given."""
        seat = fields.get("seat")
        if fields.get("do") != "foul" or not isinstance(
            seat, int
        ):  # what is no seat: the rules say
            return False
        last = self._fouls.get(Seat(seat))
        if last is None or last[1] is source or at_ns - last[0] > TWIN_NS:
            return False
        self.ask(
            Asked(
                at_ns,
                text=line("kiosk.sure.foul_twice", **who(scene, seat)),
                follows=line("kiosk.sure.two_hands"),
                intents=(Act(fields, at_ns, source=source),),
            )
        )
        return True

    def pass_time(self, now_ns: int) -> None:
        """A question that nobody answered is answered NO."""
        if self.asked is not None and now_ns >= self.asked.at_ns + QUESTION_NS:
            self.asked = None

    def wake_ns(self) -> int | None:
        """When `pass_time` has something to do."""
        return None if self.asked is None else self.asked.at_ns + QUESTION_NS


def who(scene: Scene, seat: int) -> dict[str, Any]:
    """A seat's number and name, for a text."""
    name = next((player_name(one) for one in scene.view.seats if one.seat == seat), "")
    return {"seat": str(seat), "name": name}
