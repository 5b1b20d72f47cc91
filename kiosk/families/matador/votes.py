"""The ballots of a Matador table (RAMK-4.1, 4.4): opened when somebody is accused, told at the end.

A ballot of the rules is asked in two windows (`kiosk/ballot.py`). After a verdict of guilty the
table is asked about intent; YES leads to the sum that was to be avoided.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kiosk.ballot import Choice, Voting
from kiosk.families.matador.meaning import paid
from kiosk.intents import Act, Intent
from kiosk.questions import Asked, who
from kiosk.screens.frame import Line, line
from rules.kinds import Money
from rules.matador.view import BallotView, MatadorView, VerdictView
from rules.value import replace

if TYPE_CHECKING:
    from kiosk.desk import Scene
    from kiosk.verbs import Verb


BALLOTS: Final = frozenset(("accuse", "evasion"))


class Votes:
    """The ballot that is asked now, and the verdict that was told last."""

    def __init__(self) -> None:
        self.voting = Voting()
        self._ballot: BallotView | None = None
        self._asked_ns: int | None = None
        self._verdict: VerdictView | None = None
        self._began = False

    @property
    def is_on(self) -> bool:
        """Seats are asked: their presses are answers."""
        return self.voting.ballot is not None

    def watched(self, intents: list[Intent]) -> list[Intent]:
        """The desk asks for a ballot: its windows begin at the stamp of the hand that did, however
        late the table is.
        """
        for intent in intents:
            if isinstance(intent, Act) and intent.fields["do"] in BALLOTS:
                self._asked_ns = intent.at_ns
        return intents

    def settled(self, view: MatadorView, now_ns: int) -> list[Intent]:
        """Ask what the rules have begun to ask; drop what was taken back.

        While the votes of a ballot are written down it is not asked again; one that a power cut
        ended is.
        """
        before, self._ballot = self._ballot, view.ballot
        asked_ns, self._asked_ns = self._asked_ns, None
        if view.ballot is None:
            self.voting.drop()
        elif before is None:
            return self.voting.open(view.ballot.eligible, now_ns if asked_ns is None else asked_ns)
        return []

    def news(self, view: MatadorView) -> VerdictView | None:
        """A verdict that nobody was told of; what was there at the start is none, nor is an older
        one that an undo brings back.
        """
        before, self._verdict = self._verdict, view.verdict
        began, self._began = self._began, True
        now = view.verdict
        if now is None or not began or (before is not None and now.at <= before.at):
            return None
        return now

    def entered(self, act: Act) -> None:
        """The official answers for a seat."""
        fields = act.fields
        if fields.get("do") == "vote":
            self.voting.say(fields["seat"], Choice(fields["choice"]), act.at_ns)


def told(verdict: VerdictView, scene: Scene) -> Line:
    """What was decided, who pays how much for it, and how."""
    passed = "passed" if verdict.passed else "failed"
    accuser = who(scene, verdict.by)
    how: dict[str, Any] = {"yes": str(verdict.yes), "no": str(verdict.no)}
    how |= {"sum": _sum(verdict, scene), "by": f"{accuser['seat']} · {accuser['name']}"}
    return line(f"kiosk.matador.verdict.{verdict.about}_{passed}", **who(scene, verdict.on), **how)


def _sum(verdict: VerdictView, scene: Scene) -> Money:
    """What is paid for it: 0 where the payer has nothing any more."""
    return Money(sum(entry.amount for entry in paid(scene.view, verdict)))


def intent(verdict: VerdictView, scene: Scene, evasion: Verb, now_ns: int) -> Asked | None:
    """RAMK-4.4: was it to avoid an expense? The second ballot, if somebody asks for it."""
    if not verdict.may_ask_intent:
        return None
    verb = replace(
        evasion,
        steps=tuple(step for step in evasion.steps if step.kind != "seat"),
        fixed=(("seat", verdict.on),),
    )
    return Asked(
        now_ns,
        text=line("kiosk.matador.sure.intent", **who(scene, verdict.on)),
        follows=line("kiosk.matador.sure.intent_follows", sum=_sum(verdict, scene)),
        begins=verb,
    )
