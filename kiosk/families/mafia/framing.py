"""What only a Mafia table shows: its bottom line, what the host's key does next, counts. By night
one picture, whatever is typed, asked or refused.
"""

from __future__ import annotations

from typing import Final

from kiosk.families import Scene, player_name
from kiosk.families.mafia.desk import MafiaDesk
from kiosk.families.mafia.onward import following, missing_of
from kiosk.families.mafia.own import Lift, LiftStage, Own
from kiosk.screens.frame import START, Frame, Line, line
from rules.mafia.view import MafiaView, Phase
from rules.value import replace

BOTTOM: Final = {
    Phase.SETUP: line("kiosk.mafia.bottom.setup"),
    Phase.NIGHT: line("kiosk.mafia.bottom.night"),
    Phase.OVER: line("kiosk.mafia.bottom.over"),
    Phase.CLOSED: line("kiosk.bottom.closed"),
}
LIFTS: Final = {
    LiftStage.ASK: "kiosk.mafia.next.lift_ask",
    LiftStage.OPEN: "kiosk.mafia.next.lift_open",
    LiftStage.COUNTED: "kiosk.mafia.next.lift_announce",
}


def bottom(view: MafiaView) -> Line:
    """What a seat's press does now."""
    ballot = view.ballot
    if view.phase is Phase.VOTE and ballot is not None and ballot.candidate is not None:
        open_now = ballot.open_until is not None
        key = "kiosk.mafia.bottom.vote" if open_now else "kiosk.mafia.bottom.between"
        return line(key, seat=str(ballot.candidate))
    return BOTTOM.get(view.phase, line("kiosk.bottom.nothing"))


def framed(frame: Frame, scene: Scene) -> Frame:
    """The frame with Mafia's own part; at night frozen."""
    view: MafiaView = scene.view
    desk: MafiaDesk = scene.desk
    if view.phase is Phase.NIGHT:
        return _night(frame, desk)
    said = frame.bottom
    if view.phase is Phase.VOTE and not desk.has_pads:
        said = line("kiosk.mafia.bottom.hands")
    if desk.lift is not None and desk.lift.stage is LiftStage.OPEN and desk.has_pads:
        said = line("kiosk.mafia.bottom.lift")
    return replace(
        frame,
        bottom=said,
        started_text=None if view.started_at is None else scene.wall(view.started_at),
        ended_text=None if view.ended_at is None else scene.wall(view.ended_at),
        own=_own(view, desk),
    )


def _night(frame: Frame, desk: MafiaDesk) -> Frame:
    """No clock, no notice, no question, no menu: nothing that could differ from another night."""
    return replace(
        frame,
        now_ms=START,
        wall_text=None,
        signs=(),
        status=None,
        notice=None,
        question=None,
        panel=None,
        ballot=None,
        signal=None,
        menu=False,
        flash=frozenset(),
        hold=None,
        own=Own(pads=desk.has_pads, window_ms=desk.window_ms),
    )


def _own(view: MafiaView, desk: MafiaDesk) -> Own:
    lift = desk.lift
    shown = None
    if lift is not None:
        seats = lift.seats if lift.is_counted or not desk.has_pads else ()
        shown = Lift(lift.stage, seats, lift.needed, lift.closes_ms)
    return Own(
        next=_next(view, desk),
        pads=desk.has_pads,
        window_ms=desk.window_ms,
        lying=desk.lying,
        counted=desk.counted,
        correcting=desk.correcting,
        lift=shown,
        missing=missing_of(view),
    )


def _next(view: MafiaView, desk: MafiaDesk) -> Line:
    if desk.lift is not None:
        return line(LIFTS[desk.lift.stage])
    step = following(view)
    key = f"kiosk.mafia.next.{step.word}"
    if step.seat is None:
        return line(key)
    name = next((player_name(one) for one in view.seats if one.seat == step.seat), "")
    return line(key, seat=str(step.seat), name=name)
