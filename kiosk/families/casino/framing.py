"""What only a tournament's table shows: its bottom line, requests, the count, the instructions."""

from __future__ import annotations

from typing import Final

from kiosk.families import Scene
from kiosk.families.casino import sheet
from kiosk.families.casino.deal import Deal, deal_of
from kiosk.families.casino.desk import BOARD, DEAL, INSTRUCTIONS, CasinoDesk
from kiosk.families.casino.moves import Move
from kiosk.families.casino.requests import Request
from kiosk.families.casino.sheet import Sheet
from kiosk.screens.frame import Frame, Line, line
from rules.casino.view import CasinoView, Mark, Phase, Window
from rules.kinds import GameMs
from rules.value import Value, replace

BOTTOM: Final = {
    Phase.ENTRY: Line("kiosk.casino.bottom.entry"),
    Phase.COUNT: Line("kiosk.casino.bottom.count"),
    Phase.CLOSED: Line("kiosk.bottom.closed"),
    Phase.VOID: Line("kiosk.bottom.nothing"),
}
APART: Final = {
    "levels": Line("kiosk.casino.news.apart"),
    "redrawn": Line("kiosk.casino.news.redrawn"),
}
MINUTE_TEXT: Final = 5
"""Of `20:29:07` a screen shows the first so many letters."""


class Shown(Value):
    """What this family adds to a frame.

    `request` waits for YES or NO, `waiting` others come after it. `moves`: what the director asks
    of this table. `sheet` is what is counted, with the `criterion` that is asked for.
    `instructions`, a `deal` or the hall's `board` are read. `resumes`: the wall clock at the end of
    the break.
    """

    request: Request | None = None
    waiting: int = 0
    moves: tuple[Move, ...] = ()
    sheet: Sheet | None = None
    criterion: str = ""
    instructions: bool = False
    deal: Deal | None = None
    board: bool = False
    resumes: str | None = None


def bottom(view: CasinoView) -> Line:
    """What a seat's press does now, in one sentence."""
    if view.phase is Phase.PLAY:
        return Line("kiosk.casino.bottom.machine" if view.type == "slots" else _play(view))
    if view.phase is not Phase.SIGN:
        return BOTTOM[view.phase]
    armed = next((seat.seat for seat in view.seats if seat.mark is Mark.ARMED), None)
    if armed is None:
        return Line("kiosk.casino.bottom.staff")
    return line("kiosk.bottom.sign", seat=str(armed))


def _play(view: CasinoView) -> str:
    if view.window is Window.ADDON:
        return "kiosk.casino.bottom.addon"
    if view.window in (Window.REBUY, Window.LAST_ROUND):
        return "kiosk.casino.bottom.rebuy"
    return "kiosk.casino.bottom.out"


def framed(frame: Frame, scene: Scene) -> Frame:
    """The frame with what only this family shows."""
    view: CasinoView = scene.view
    desk: CasinoDesk = scene.desk
    request = desk.request(view)
    waiting = desk.waiting(view, request) if request is not None else 0
    names, open_ = sheet.criteria(view), desk.sheet
    criterion = names[len(open_.values)] if names and open_ is not None else ""
    resumes = None
    if view.on_break and view.stage is not None and view.stage.paused_left is None:
        resumes = scene.wall(GameMs(view.stage.ends_at))
    shown = Shown(
        request=request,
        waiting=waiting,
        moves=desk.moves(view),
        sheet=open_,
        criterion=criterion,
        instructions=desk.reads == INSTRUCTIONS,
        deal=deal_of(view) if desk.reads == DEAL else None,
        board=desk.reads == BOARD,
        resumes=None if resumes is None else resumes[:MINUTE_TEXT],
    )
    said = frame.bottom
    if view.phase in (Phase.COUNT, Phase.SIGN) and open_ is not None:
        said = BOTTOM[Phase.COUNT]  # nobody signs while a sheet is changed
    notice = frame.notice
    if notice is None and desk.apart:
        notice = APART[desk.apart]
    return replace(frame, bottom=said, notice=notice, own=shown)


def shown_of(frame: Frame) -> Shown:
    """What this family added to a frame; nothing, where nobody did."""
    return frame.own if isinstance(frame.own, Shown) else Shown()
