"""From what the table knows to what the screen shows: one `Frame`, only from the public view."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from kiosk import clockask, families, signing, steps
from kiosk.desk import Desk
from kiosk.families import Family
from kiosk.game import Game
from kiosk.inbox import Road
from kiosk.lobby import Lobby
from kiosk.questions import QUESTION_NS
from kiosk.screens.frame import (
    SIGNAL_MS,
    Delivery,
    Fault,
    Frame,
    HoldBar,
    Line,
    Panel,
    Question,
    Sign,
    Signal,
    line,
)
from kiosk.stage import Hall, Warned
from rules.history import Undoable
from rules.kinds import GameMs, Seat
from rules.value import replace

MS: Final = 1_000_000
DICE: Final = ("thrown", "roll")


class Scene(NamedTuple):
    """What the screen is drawn from."""

    game: Game | None
    now_ms: GameMs
    now_ns: int
    table: str
    edition: str
    language: str
    signs: tuple[Sign, ...]
    flash: frozenset[Seat]
    warned: Warned | None
    fault: Fault | None
    wall: Callable[[GameMs | None], str | None]
    """Wall clock of a game time (None: of now) as text; None while it is not set."""
    delivery: Delivery
    lobby: Lobby
    key_words: str = ""
    """Of the table's key, while its league has not approved it."""
    hall: Hall | None = None
    """The hall's board, where the league tells of one."""
    road: Road = Road()
    remedy: str = ""
    """What is known of a way to the league that is down (health.py)."""


def frame_of(scene: Scene) -> Frame:
    """The frame of this scene."""
    game = scene.game
    frame = Frame(
        now_ms=scene.now_ms,
        table=scene.table,
        edition=scene.edition,
        language=scene.language,
        wall_text=scene.wall(None),
        signs=scene.signs,
        fault=scene.fault,
        delivery=scene.delivery,
        hall=_hall(scene),
    )
    if game is None:
        lobby = scene.lobby
        return replace(
            frame,
            edition=lobby.edition,
            idle=replace(lobby.idle(), key_words=scene.key_words, remedy=_remedy(scene.remedy)),
            bottom=lobby.bottom,
            status=_road(scene.road),
            notice=lobby.notice,
            menu=True,
        )
    view, desk = game.session.view, game.desk
    frame = replace(
        frame,
        view=view,
        kind=game.session.history.edition.game,
        bottom=_bottom(game, view, scene.fault),
        notice=desk.notice,
        question=question_of(game, scene.now_ns),
        signal=_signal(game.family, view, scene.warned),
        flash=scene.flash,
        hold=_hold(desk, scene.now_ns),
        panel=_panel(game, scene.now_ns),
        menu=game.is_open and game.ask is None,
    )
    return game.family.framed(frame, families.Scene(view, desk, scene.wall, scene.now_ns))


def _bottom(game: Game, view: Any, fault: Fault | None) -> Line:
    """What a seat's press does now; under a fault, that it does so still, and who sees to that."""
    if fault is None or not game.is_open:
        return game.family.bottom(view)
    return Line(f"kiosk.bottom.fault.{game.session.history.edition.game}")


def _remedy(word: str) -> Line | None:
    """What to do about a way to the league that is down; a table in play has the sign alone."""
    return Line(f"kiosk.link.{word}") if word else None


def _road(road: Road) -> Line | None:
    """By which road the league is reached; where another one is here instead, its name."""
    if not road.kind:
        return None
    if not road.at:
        names = ", ".join(road.others)
        return line("kiosk.road.others", names=names) if names else Line("kiosk.road.looking")
    at = road.at.partition("://")[2] or road.at.rpartition("/")[2]
    return line(f"kiosk.road.{road.kind}", at=at)


def _hall(scene: Scene) -> Any:
    """The hall's board at this instant."""
    if scene.hall is None:
        return None
    from kiosk.hallboard import board_of  # of tables of a hall

    late_ms = max(0, scene.now_ns - scene.hall.at_ns) // MS
    return board_of(scene.hall.board, scene.now_ms, late_ms)


def question_of(game: Game, now_ns: int) -> Question | None:
    """What waits for YES or NO; everybody may read it."""
    view, asked = game.session.view, game.desk.talk.questions.asked
    if game.ask is not None:
        return clockask.question(game.ask, game.family.ends_at(view))
    if asked is None:
        return None
    text, follows = asked.text, asked.follows
    if asked.undoes is not None:
        text = undo_text(asked.undoes, view)
        age = "kiosk.undo.age" if asked.nth == 1 else "kiosk.undo.age_older"
        age = "kiosk.undo.age_clock" if _starts_clock(asked.undoes, game) else age
        follows = line(age, seconds=max(0, asked.age_ms) // 1000)
    # Whole seconds: a question changes its picture once a second, like the clock.
    left_ms = steps.seconds_left(asked.at_ns + QUESTION_NS, now_ns) * 1000
    return None if text is None else Question(text, follows, left_ms=left_ms)


def _starts_clock(undoable: Undoable, game: Game) -> bool:
    """The clock of the game counts from these dice: without them from the next ones."""
    session = game.session
    started: GameMs | None = getattr(session.view, "started_at", None)
    if undoable.action.do not in DICE or undoable.action.at != started:
        return False
    dice = (one for one, stands in session.history.accepted() if stands and one.do in DICE)
    return next((one for one in dice if one.at == started), None) is undoable.action


def undo_text(undoable: Undoable, view: Any) -> Line:
    """How an undo asks: of what, and whose; of a roll what it was, for a seat may have several."""
    action = undoable.action
    seat, seats = getattr(action, "seat", None), getattr(action, "seats", None)
    if seats:
        return line(f"kiosk.undo.{action.do}", seats=", ".join(map(str, seats)))
    if seat is None:
        return line(f"kiosk.undo.{action.do}")
    if hasattr(action, "seats"):  # one of an action that may be of several
        return line(f"kiosk.undo.{action.do}", seats=str(seat))
    name = next((shown.name for shown in view.seats if shown.seat == seat), "")
    dice = getattr(action, "dice", None)
    if dice is None:
        key = "kiosk.undo.incident_of" if action.do == "incident" else f"kiosk.undo.{action.do}"
        return line(key, seat=str(seat), name=name)
    rolled = " + ".join(map(str, dice))
    return line(f"kiosk.undo.{action.do}", seat=str(seat), name=name, dice=rolled)


def _panel(game: Game, now_ns: int) -> Panel | None:
    if game.desk.talk.dialogue is None:
        return None
    from kiosk import panels  # with the first verb, not with the table

    return panels.panel_of(game, now_ns)


def _signal(family: Family, view: Any, warned: Warned | None) -> Signal | None:
    if warned is None:
        return None
    shown_ms = int((time.monotonic() - warned.since_s) * 1000)
    return None if shown_ms >= SIGNAL_MS else family.signal(view, warned.at_ms, shown_ms)


def _hold(desk: Desk, now_ns: int) -> HoldBar | None:
    hand = desk.hand
    part = None if hand is None else signing.part_held(hand, steps.held(hand.down_ns, now_ns))
    if hand is None or part is None:
        return None
    return HoldBar(hand.seat, part, signing.HOLD_NS // MS)
