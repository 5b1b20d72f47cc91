"""What hands mean at a Mafia table: fists, the host's one key, nominations, counts, the night.

Everything by pads, the judge's keys and a numeric keypad. Digits are seats (0 is the tenth): whom
the speaker nominates, who has voted, whose vote is moved; by night what `night.py` says. The host's
half-done things are here and are lost with the power; what was pressed or entered is in the record.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from firmware_py.timesource import earliest
from kiosk.desk import Desk, Scene
from kiosk.dialogue import Reasoning
from kiosk.families.mafia import count, lifting, names, night, reasons
from kiosk.families.mafia.onward import following, missing_of
from kiosk.families.mafia.pads import Pads
from kiosk.gestures import Edit, Gesture, Judge, JudgeKey, SeatButton
from kiosk.intents import Act, Intent, TakeBack
from kiosk.questions import Asked, who
from kiosk.screens import targets as at
from kiosk.screens.frame import line
from rules.actions import UNDO_BACK, Foul, Incident
from rules.history import Outcome
from rules.kinds import Seat
from rules.mafia.view import MafiaView, Phase

BEFORE: Final = frozenset((Phase.SETUP, Phase.OVER, Phase.CLOSED, Phase.VOID))
"""No game runs."""
COUNTING: Final = frozenset((Phase.VOTE, Phase.VOTED, Phase.LIFT, Phase.NIGHT))
"""Digits are typed fast and mean something else than a reason."""
AT_ONCE_MS: Final = 10_000
"""A foul that is not older is taken back by one press."""
NAMED: Final = 3


class MafiaDesk(Desk):
    """The hands at one game."""

    def __init__(
        self,
        *,
        pads: bool = True,
        window_ms: int = 2_000,
        half_lifts: bool = False,
        yields: bool = False,
        last_foul: int = 4,
        mafn: bool = True,
    ) -> None:
        """`pads`: fists are votes; `half_lifts`: half of the living lift all; `yields`: a
        speaker's own press ends his speech; `last_foul`: the one that removes; `mafn`: by the
        nuances, else by Aktau's book.
        """
        super().__init__(partial(reasons.book, mafn=mafn))
        self._mafn = mafn
        self.has_pads = pads
        self.window_ms = window_ms
        self.half_lifts = half_lifts
        self.pads = Pads()
        self.lying: tuple[Seat, ...] = ()
        self.counted: count.Votes = ()
        self.correcting: Seat | None = None
        self.lift: lifting.Lifting | None = None
        self._yields = yields
        self._last_foul = last_foul
        self._window: tuple[Any, ...] | None = None
        self._names = ""
        self._night = night.Night()

    # -- gestures ------------------------------------------------------------------------------

    def gesture(self, gesture: Gesture, scene: Scene) -> list[Intent]:
        """As every desk; a hand that leaves its pad may be a foul, a fourth foul is asked about."""
        match gesture:
            case SeatButton(down=False):
                voted = count.votes_now(scene.view, gesture.seat)
                self.pads.released(gesture.seat, gesture.at_ns, voted=voted)
            case JudgeKey(key=Judge.UNDO, down=True):
                taken = self._back_at_once(gesture, scene)
                if taken is not None:
                    return taken
            case JudgeKey(key=Judge.YES, down=True) if self._waits(scene.view):
                return [Act({"do": "confirm"}, gesture.at_ns, gesture.line, gesture.source)]
            case JudgeKey(key=Judge.NO, down=True):
                taken = self._withdrawn(gesture, scene)
                if taken is not None:
                    return taken
        answers = self.talk.questions.asked is not None
        intents = super().gesture(gesture, scene)
        return intents if answers else self._sure_of(intents, scene)

    def judged(self, act: Act, outcome: Outcome, scene: Scene) -> None:
        """As every desk; but where digits are votes, or the night's, they say no reason."""
        super().judged(act, outcome, scene)
        if scene.view.phase in COUNTING and isinstance(self.talk.dialogue, Reasoning):
            self.talk.dialogue = None

    def touch(self, target: at.Target, at_ns: int, scene: Scene) -> list[Intent]:
        """As every desk; a fourth foul is asked about."""
        answers = self.talk.questions.asked is not None
        intents = super().touch(target, at_ns, scene)
        return intents if answers else self._sure_of(intents, scene)

    def seat_down(self, press: SeatButton, official: MafiaView) -> dict[str, Any]:
        """MAFN-VOTE-8: the fist is the vote, by its stamp; a hand that only bounced is none."""
        if self.pads.pressed(press.seat):
            return {"do": "press", "seat": press.seat}
        if self.lift is not None:
            self.lift = lifting.pressed(self.lift, press.seat, press.at_ns)
        return super().seat_down(press, official)

    def meaning(self, official: MafiaView, seat: Seat) -> dict[str, Any]:
        """A vote, the end of one's own speech where that is so; else a press that is kept."""
        if official.phase is Phase.VOTE and self.has_pads:
            return {"do": "fist", "seat": seat}
        speaker = official.speaker
        if self._yields and speaker is not None and speaker.seat == seat:
            return {"do": "yield", "seat": seat}
        return {"do": "press", "seat": seat}

    def signs(self, official: MafiaView, seat: Seat) -> bool:
        """The documents ask for no player's signature; who wants to signs by holding his pad."""
        if official.phase is not Phase.OVER or (self.hand is not None and self.hand.seat != seat):
            return False
        return any(shown.seat == seat and not shown.signed for shown in official.seats)

    def next(self, key: JudgeKey, scene: Scene) -> list[Intent] | None:
        """The host's one key."""
        view: MafiaView = scene.view
        if view.phase is Phase.NIGHT:
            return list(self._night.key(key.at_ns, scene.official()))
        if view.phase is Phase.LIFT:
            return self._lift_key(key, scene)
        if view.phase is Phase.VOTE and self.counted and count.windows_over(view):
            fields, self.counted = count.tally(self.counted), ()
            return [Act(fields, key.at_ns, key.line, key.source)]
        step = following(view)
        if step.fields is None:
            return None
        act = Act(step.fields, key.at_ns, key.line, key.source)
        missing = missing_of(view)
        if missing:  # MAFA-MAIN-2, MAFA-MAIN-5: all are here, and what they carried is handed in
            text = line("kiosk.mafia.sure.missing", seats=_list(missing))
            follows = line("kiosk.mafia.sure.night")
            self.talk.questions.ask(Asked(key.at_ns, text=text, follows=follows, intents=(act,)))
            return []
        return [act]

    def finished(self, at_ns: int, scene: Scene) -> list[Intent] | None:
        """NEXT ends what is typed by night; names that are not three are dropped."""
        if scene.view.phase is Phase.NIGHT and self._night.typing.digits:
            return list(self._night.entered(at_ns, scene.official()))
        if self._names or self.correcting is not None:
            self._names, self.correcting = "", None
            return []
        return None

    def goes_on_at_once(self, view: MafiaView) -> bool:
        """By night nothing says that a key was dropped; day does not come before it is due."""
        return view.phase is Phase.NIGHT

    def typed(self, digit: int, at_ns: int, scene: Scene) -> list[Intent]:
        """A seat, by its digit; by night what is typed blind."""
        view: MafiaView = scene.view
        if view.phase is Phase.NIGHT:
            self._night.typed(digit, scene.official())
            return []
        return self._seat(Seat(digit or 10), at_ns, scene)

    def edited(self, edit: Edit, at_ns: int, scene: Scene) -> list[Intent] | None:
        """What is half typed is dropped."""
        half = bool(self._names) or self.correcting is not None
        self._names, self.correcting = "", None
        return [] if self._night.dropped() or half else None

    def touched(self, target: at.Target, at_ns: int, scene: Scene) -> list[Intent]:
        """A place card is its seat; by night the table's screen takes nothing."""
        if isinstance(target, at.Card) and scene.view.phase is not Phase.NIGHT:
            return self._seat(target.seat, at_ns, scene)
        return []

    def spelled(self, fields: Mapping[str, Any], view: MafiaView) -> Mapping[str, Any]:
        """Names told one by one, as the list they are; a reason with its rule."""
        return reasons.ruled(names.listed(fields), mafn=self._mafn)

    def settled(self, scene: Scene, now_ns: int) -> list[Intent]:
        """A window has opened or closed, the host's count is due, the night may be over."""
        view: MafiaView = scene.view
        self._follow_window(view, now_ns)
        if view.phase is Phase.VOTED and self.counted and view.ballot is not None:
            votes, self.counted = count.merged(self.counted, view.ballot), ()
            return [Act(count.tally(votes), now_ns)]
        if view.phase is Phase.NIGHT:
            return list(self._night.dawn(now_ns, scene.official()))
        return super().settled(scene, now_ns)

    def small_timer(self, view: MafiaView) -> bool:
        """A speech."""
        return view.speaker is not None

    def awaits_hands(self, view: MafiaView) -> bool:
        """MAFN-VOTE-1: "thank you" ends a window."""
        return view.ballot is not None and view.ballot.open_until is not None

    def foreseen(self) -> tuple[tuple[str, int], ...]:
        """ "Thank you" of the vote on all tied."""
        closes_ns = None if self.lift is None else lifting.closes_ns(self.lift)
        return () if closes_ns is None else ((lifting.CLOSE, closes_ns),)

    def may_foul(self, view: MafiaView) -> bool:
        """In play."""
        return view.phase not in BEFORE

    def may_confirm(self, view: MafiaView) -> bool:
        """MAFA-JUDGE-4: the result; the count; fouls that the pads raised."""
        return view.phase in (Phase.OVER, Phase.VOTED) or bool(view.pending)

    def forget(self, view: MafiaView) -> None:
        """The phase changed. What the host has counted goes with the ballot; hands stay."""
        super().forget(view)
        self._names, self.correcting = "", None
        self._night = night.Night()
        if view.phase not in (Phase.VOTE, Phase.VOTED):
            self.counted = ()
        self.lift = lifting.asked(view, half=self.half_lifts)

    def taken_back(self) -> None:
        """What is half typed goes with an undo."""
        self._names, self.correcting = "", None

    def pass_time(self, now_ns: int) -> list[Intent]:
        """Hands that count as lifted; the window of the vote on all."""
        intents: list[Intent] = [*self.pads.pass_time(now_ns)]
        if self.lift is not None:
            self.lift, told = lifting.pass_time(self.lift, now_ns)
            intents += told
        return intents + super().pass_time(now_ns)

    def wake_ns(self) -> int | None:
        """When `pass_time` has something to do."""
        lift_ns = None if self.lift is None else lifting.closes_ns(self.lift)
        return earliest(super().wake_ns(), self.pads.wake_ns(), lift_ns)

    # -- by day --------------------------------------------------------------------------------

    def _seat(self, seat: Seat, at_ns: int, scene: Scene) -> list[Intent]:
        """A seat was named and no verb waits for it."""
        view: MafiaView = scene.view
        match view.phase:
            case Phase.DAY if view.speaker is not None:
                return [Act({"do": "nominate", "seat": view.speaker.seat, "whom": seat}, at_ns)]
            case Phase.VOTE if view.ballot is not None and view.ballot.candidate is not None:
                had, ballot = self.counted, view.ballot
                self.counted = count.toggled(had, ballot.candidates, view.ballot.candidate, seat)
                return []
            case Phase.VOTED if view.ballot is not None:
                voter, self.correcting = self.correcting, seat
                if voter is None:
                    return []
                self.correcting = None
                return [Act(count.tally(count.moved(view.ballot, voter, seat)), at_ns)]
            case Phase.LIFT if self.lift is not None:
                self.lift = lifting.toggled(self.lift, seat)
                return []
            case Phase.MORNING:
                return self._named(seat, at_ns, view)
        return self.no_meaning(at_ns)

    def _named(self, seat: Seat, at_ns: int, view: MafiaView) -> list[Intent]:
        """MAFA-PTS-10: the three names of who was killed; what becomes of them is not shown."""
        named = (*(Seat(int(name) or 10) for name in self._names), seat)
        if len(set(named)) < len(named):
            return []
        self._names += str(seat % 10)
        if len(named) < NAMED:
            return []
        self._names = ""
        self.tell(line("kiosk.mafia.notice.noted"), at_ns)
        return [Act({"do": "best_move", "seat": view.minutes[0], "names": list(named)}, at_ns)]

    def _lift_key(self, key: JudgeKey, scene: Scene) -> list[Intent]:
        """MAF-P-7: asked once, counted, corrected if need be, then announced."""
        view: MafiaView = scene.view
        lift = self.lift or lifting.asked(view, half=self.half_lifts)
        if lift is None:
            return []
        if lift.closes_ns is None:
            lying = self.pads.lying(lift.eligible) if self.has_pads else ()
            opened = lifting.opened(lift, key.at_ns, scene.game_ms(key.at_ns), self.window_ms)
            self.lift, told = opened
            self._tell_lying(lying, key.at_ns)
            return told
        if not lift.is_counted:
            return self.no_meaning(key.at_ns)
        return [Act({"do": "lift_all", "seats": list(lift.seats)}, key.at_ns, key.line)]

    def _follow_window(self, view: MafiaView, now_ns: int) -> None:
        """What lies on the pads when a window opens is no vote, and the host is told."""
        ballot = view.ballot
        open_now = ballot is not None and ballot.open_until is not None
        window = (ballot.stage, ballot.candidate) if ballot is not None and open_now else None
        if window == self._window:
            return
        self._window = window
        self.pads.closed()
        self.lying = ()
        if ballot is not None and window is not None and self.has_pads:
            voted = {voter for _, voters in ballot.votes for voter in voters}
            left = [one.seat for one in view.seats if one.alive and one.seat not in voted]
            self._tell_lying(self.pads.lying(left), now_ns)

    def _tell_lying(self, lying: tuple[Seat, ...], at_ns: int) -> None:
        self.lying = lying
        if lying:
            self.tell(line("kiosk.mafia.notice.lying", seats=_list(lying)), at_ns)

    def _waits(self, view: MafiaView) -> bool:
        """In a window YES counts the fouls that the pads have raised, and nothing else is asked."""
        busy = self.talk.dialogue is not None or self.talk.questions.asked is not None
        return view.phase is Phase.VOTE and bool(view.pending) and not busy

    def _withdrawn(self, key: JudgeKey, scene: Scene) -> list[Intent] | None:
        """NO while somebody speaks: his nomination is withdrawn; None: the key is for something
        else.
        """
        view: MafiaView = scene.view
        speaker = view.speaker
        busy = self.talk.dialogue is not None or self.talk.questions.asked is not None
        if busy or view.phase is not Phase.DAY or speaker is None:
            return None
        if not any(one.by == speaker.seat for one in view.nominations):
            return None
        return [Act({"do": "withdraw", "seat": speaker.seat}, key.at_ns, key.line, key.source)]

    def _back_at_once(self, key: JudgeKey, scene: Scene) -> list[Intent] | None:
        """What is taken back by one press: a foul of the pads, a foul just given with its reason,
        by night the last entry; None: it is asked about. By day it hangs on nothing private.
        """
        if self.talk.questions.asked is not None:
            return None
        if scene.view.phase is Phase.NIGHT:
            self._night = night.Night()
            last = night.last_entry(scene.every(UNDO_BACK))
            return [] if last is None else [TakeBack(key.at_ns, key.line, last.back)]
        found = scene.undoable(2)
        pads = [one for one in scene.view.pending if not one.tallied]
        if pads and (not found or pads[-1].at >= found[0].action.at):
            return self._taken(pads[-1].seat, key, 1)
        why = found[0].action if found and isinstance(found[0].action, Incident) else None
        fouls = found[1:] if why is not None else found[:1]
        for one in fouls:
            foul = one.action
            old = scene.game_ms(key.at_ns) - foul.at > AT_ONCE_MS
            if isinstance(foul, Foul) and not old and (why is None or why.seat == foul.seat):
                return self._taken(foul.seat, key, *(each.back for each in found[: 1 + bool(why)]))
        return None

    def _taken(self, seat: Seat, key: JudgeKey, *backs: int) -> list[Intent]:
        self.talk.forget()
        self.tell(line("kiosk.mafia.notice.foul_back", seat=str(seat)), key.at_ns)
        return [TakeBack(key.at_ns, key.line, back - at) for at, back in enumerate(backs)]

    def _sure_of(self, intents: list[Intent], scene: Scene) -> list[Intent]:
        """MAFN-GEN-4a: the foul that removes waits for the official's YES; by night, when nobody
        could see the question, it counts at once.
        """
        view: MafiaView = scene.view
        if view.phase is Phase.NIGHT:
            return intents
        kept: list[Intent] = []
        for intent in intents:
            seat = _fouled(intent)
            shown = next((one for one in view.seats if one.seat == seat and one.alive), None)
            if shown is None or shown.fouls < self._last_foul - 1 or not isinstance(intent, Act):
                kept.append(intent)
                continue
            text = line("kiosk.mafia.sure.last_foul", **who(scene, shown.seat))
            follows = line("kiosk.mafia.sure.leaves")
            self.talk.questions.ask(
                Asked(intent.at_ns, text=text, follows=follows, intents=(intent,))
            )
        return kept


def _list(seats: tuple[Seat, ...]) -> str:
    return ", ".join(str(seat) for seat in seats)


def _fouled(intent: Intent) -> int | None:
    if isinstance(intent, Act) and intent.fields.get("do") == "foul":
        return int(intent.fields["seat"])
    return None
