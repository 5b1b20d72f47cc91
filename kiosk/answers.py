"""What a desk asks its family: every question has an answer that means nothing.

A family's desk (`kiosk/families/`) is a subclass of `kiosk.desk.Desk`, which is one of `Answers`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from kiosk.gestures import Edit, JudgeKey
from kiosk.intents import Act, Intent
from kiosk.screens import targets as at
from kiosk.screens.frame import Line, line
from kiosk.verbs import FOUL, Verb
from rules.history import Outcome
from rules.kinds import Seat

if TYPE_CHECKING:
    from kiosk.desk import Scene
    from kiosk.inbox import Dice


class Answers:
    """A family that means nothing; a subclass says what it means."""

    def tell(self, text: Line, at_ns: int) -> None:
        """Show a short line for a while."""
        raise NotImplementedError

    def no_meaning(self, at_ns: int) -> list[Intent]:
        """Say that this key does nothing now."""
        self.tell(line("kiosk.notice.no_meaning"), at_ns)
        return []

    def meaning(self, official: Any, seat: Seat) -> dict[str, Any]:
        """The action of a seat's press in this phase, by the official's view."""
        return {"do": "press", "seat": seat}

    def signs(self, official: Any, seat: Seat) -> bool:
        """This seat signs now, by holding its button."""
        return False

    def finished(self, at_ns: int, scene: Scene) -> list[Intent] | None:
        """NEXT after what was being typed; None: nothing was."""
        return None

    def next(self, key: JudgeKey, scene: Scene) -> list[Intent] | None:
        """What NEXT asks for in this phase; None: nothing."""
        return None

    def goes_on_at_once(self, view: Any) -> bool:
        """What NEXT does behind what it ended is meant, however soon: it is no key struck twice."""
        return False

    def answered(self, key: JudgeKey, scene: Scene) -> list[Intent] | None:
        """YES or NO to what the family itself asks; None: it asks nothing."""
        return None

    def typed(self, digit: int, at_ns: int, scene: Scene) -> list[Intent]:
        """A digit that no verb waits for."""
        return self.no_meaning(at_ns)

    def edited(self, edit: Edit, at_ns: int, scene: Scene) -> list[Intent] | None:
        """What is being typed is cancelled or shortened; None: nothing was."""
        return None

    def touched(self, target: at.Target, at_ns: int, scene: Scene) -> list[Intent]:
        """A touch on one of the family's own targets."""
        return []

    def rolled(self, dice: Dice, scene: Scene) -> list[Intent]:
        """Two dice as a reader tells them."""
        return []

    def not_agreed(self, seat: Seat, at_ns: int) -> None:
        """The seat that signs has tapped once: its player does not agree."""
        self.tell(line("kiosk.notice.not_agreed", seat=str(seat)), at_ns)

    def directed(self, asked: Any) -> bool:
        """What the hall's director asks this table to confirm; whether that is news."""
        return False

    def to_confirm(self, view: Any) -> tuple[Any, ...]:
        """What of it is still to be confirmed."""
        return ()

    def stands_apart(self, why: str) -> bool:
        """Why this table is none of the hall's, empty: it is; whether that is news."""
        return False

    def spelled(self, fields: Mapping[str, Any], view: Any) -> Mapping[str, Any]:
        """What the official says in short (a menu, the console), as the whole action."""
        return fields

    def taken_back(self) -> None:
        """An undo: what was half typed goes with it."""

    def refused(self, act: Act, outcome: Outcome, scene: Scene) -> None:
        """A rule refused an official's action: perhaps there is something to ask."""

    def settled(self, scene: Scene, now_ns: int) -> list[Intent]:
        """The game may have changed: perhaps there is something to begin, a ballot, say."""
        return []

    def foreseen(self) -> tuple[tuple[str, int], ...]:
        """Signals of the desk's own that will be told if nothing is done: word and stamp."""
        return ()

    def small_timer(self, view: Any) -> bool:
        """A small timer (speech, time-out) runs, which START held sets back to its start."""
        return False

    def foul_verb(self, view: Any) -> Verb | None:
        """What the FOUL key begins in this phase; None: nothing."""
        return FOUL if self.may_foul(view) else None

    def awaits_hands(self, view: Any) -> bool:
        """The next instant decides whose hand was there in time: it is crossed when every edge
        before it has come.
        """
        return False

    def may_foul(self, view: Any) -> bool:
        """A foul can be given in this phase."""
        return False

    def spare_foul(self, key: JudgeKey, scene: Scene) -> list[Intent]:
        """FOUL where none can be given."""
        return self.no_meaning(key.at_ns)

    def spare_confirm(self, key: JudgeKey, scene: Scene) -> list[Intent]:
        """CONFIRM where no signature of the official is due."""
        return self.no_meaning(key.at_ns)

    def open_page(self, word: str, at_ns: int, scene: Scene) -> None:
        """One of the family's own pages was chosen in the menu."""

    def seat_judged(self, outcome: Outcome) -> None:
        """What became of the last press of a seat; most tables say nothing of it."""

    def may_confirm(self, view: Any) -> bool:
        """The official's own signature is due."""
        return False
