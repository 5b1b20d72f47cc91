"""What every game screen has: the strip with its signs above, the sentence of the buttons below."""

from __future__ import annotations

import re
from typing import Final

import pygame

from kiosk.screens.brush import SENTENCE, SIGN, STRONG, Across, Brush, Down, Type
from kiosk.screens.frame import COUNTED, UNNAMED, Frame, Line, Sign, SignId, line
from kiosk.screens.glyphs import button, warning
from kiosk.screens.layout import Plan
from kiosk.screens.part import Part, Spot
from kiosk.screens.targets import OpenMenu
from kiosk.screens.text import Face
from kiosk.screens.theme import AMBER, INK, Cloth, now_ink
from rules.value import Value

EVENTS: Final = {
    "hun-2009": (Line("kiosk.event.hun-2009"), Line("kiosk.event.short.hun-2009")),
    "ramk-2017": (Line("kiosk.event.ramk-2017"), Line("kiosk.event.short.ramk-2017")),
    "ray-freezeout-2013": (
        Line("kiosk.event.ray-freezeout-2013"),
        Line("kiosk.event.short.ray-freezeout-2013"),
    ),
    "ray-rebuy-2013": (
        Line("kiosk.event.ray-rebuy-2013"),
        Line("kiosk.event.short.ray-rebuy-2013"),
    ),
    "ray-sitngo-2013": (
        Line("kiosk.event.ray-sitngo-2013"),
        Line("kiosk.event.short.ray-sitngo-2013"),
    ),
    "ray-slots-2013": (
        Line("kiosk.event.ray-slots-2013"),
        Line("kiosk.event.short.ray-slots-2013"),
    ),
    "mafia-nuances": (Line("kiosk.event.mafia-nuances"), Line("kiosk.event.short.mafia")),
    "mafia-aktau-2015": (Line("kiosk.event.mafia-aktau-2015"), Line("kiosk.event.short.mafia")),
}
"""Name and short name of what is played, by edition; an organiser's edition shows its id."""

SIGNS: Final = {
    SignId.NOT_SAVING: "kiosk.sign.not_saving",
    SignId.SIMULATED: "kiosk.sign.simulated",
    SignId.PINS: "kiosk.sign.pins",
    SignId.CLOCK_NOT_SET: "kiosk.sign.clock_not_set",
    SignId.UNDER_VOLTAGE: "kiosk.sign.under_voltage",
    SignId.KEYPAD_LOST: "kiosk.sign.keypad_lost",
    SignId.NO_DICE: "kiosk.sign.no_dice",
    SignId.NO_SOUND: "kiosk.sign.no_sound",
    SignId.KEYPAD_LOCKED: "kiosk.sign.keypad_locked",
    SignId.BAUD_RATE: "kiosk.sign.baud_rate",
    SignId.LOGIN_PAGE: "kiosk.sign.login_page",
    SignId.CERTIFICATE: "kiosk.sign.certificate",
    SignId.OTHER_LEAGUE: "kiosk.sign.other_league",
    SignId.LINK_DOWN: "kiosk.sign.link_down",
    SignId.NOT_ENROLLED: "kiosk.sign.not_enrolled",
    SignId.NOT_SENT: "kiosk.sign.not_sent",
}

TITLE: Final = Type(Face.BOLD, 4.4, 2.6)
EVENT: Final = Type(Face.MEDIUM, 2.5, 2.3)
STATUS: Final = Type(Face.MEDIUM, 2.5, 2.25)
WALL: Final = Type(Face.BOLD, 2.75, 2.5)


class StripLook(Value):
    """State of the strip."""

    cloth: Cloth
    table: str
    edition: str
    round: str
    wall: str | None
    signs: tuple[Sign, ...]
    notice: Line | None
    division: int | None = None


class BottomLook(Value):
    """State of the bottom line."""

    cloth: Cloth
    text: Line
    status: Line | None
    menu: bool = False


STRIP_HIGH: Final = 5.5
MENU_WIDE: Final = 12
"""The menu's place at the right of the bottom line, in u: as wide as a thumb needs."""


def chrome(frame: Frame, place: Plan, cloth: Cloth) -> list[Part]:
    """Strip and bottom line of a frame."""
    view = frame.view
    strip = StripLook(
        cloth,
        view.table if view else frame.table,
        frame.edition,
        view.round if view else "",
        frame.wall_text,
        frame.signs,
        frame.notice,
        getattr(view, "division", None),
    )
    bottom = BottomLook(cloth, frame.bottom, frame.status, frame.menu)
    corner = pygame.Rect(0, place.bottom.top, 0, place.bottom.height)
    corner.width = round(place.strip.height / STRIP_HIGH * MENU_WIDE)
    corner.right = place.bottom.right
    spots = (Spot(corner, OpenMenu()),) if frame.menu else ()
    return [
        Part("strip", place.strip, strip, draw_strip),
        Part("bottom", place.bottom, bottom, draw_bottom, spots),
    ]


def table_line(table: str) -> Line:
    """`T9` and `9` are table 9, `Blue` is table Blue."""
    number = re.fullmatch(r"[Tt]?0*(\d+)", table)
    if number:
        return line("kiosk.table.number", table=number.group(1))
    return line("kiosk.table.named", table=table)


def event_lines(edition: str, round_: str, division: int | None = None) -> list[Line]:
    """What is played here, in the longest words first."""
    names = EVENTS.get(edition)
    if names is None:
        return [line("kiosk.event.plain", name=edition)] if edition else []
    if not round_:
        return list(names)
    whole = names[0]
    if division is not None:
        whole = line("kiosk.event.division", event=whole, division=str(division))
    number = re.fullmatch(r"R?0*(\d+)", round_)  # R6 is the sixth round
    key = "kiosk.event.round" if number is None else "kiosk.event.numbered"
    round_ = round_ if number is None else number.group(1)
    return [
        line(key, event=whole, round=round_),
        line(key, event=names[0], round=round_),
        line(key, event=names[1], round=round_),
        names[1],
    ]


def draw_strip(brush: Brush, box: pygame.Rect, look: StripLook) -> None:
    """Table, what is played (or a notice), signs, wall clock; signs outrank the event's name."""
    cloth = look.cloth
    brush.fill(box, cloth.ground)
    middle = box.inflate(0, -brush.px(0.5))
    right = box.right - brush.px(2)
    hidden = any(sign.id is SignId.CLOCK_NOT_SET for sign in look.signs)
    if look.wall and not hidden and not (brush.grid.small and look.signs):
        width = brush.wide(look.wall, WALL)
        spot = pygame.Rect(right - width, middle.top, width, middle.height)
        brush.write(spot, look.wall, WALL, cloth.text2, cloth.ground)
        right = spot.left - brush.px(2)
    right = _draw_signs(brush, middle, right, look)
    left = box.left + brush.px(1.5 if brush.grid.small else 2)
    title = pygame.Rect(left, middle.top, max(brush.px(10), right - left), middle.height)
    named = look.table not in ("", UNNAMED)
    name = table_line(look.table) if named else Line("kiosk.idle.table")
    ink = brush.write(title, brush.say(name), TITLE, cloth.text, cloth.ground)
    left = max(ink.right, left) + brush.px(2)
    _draw_event(brush, pygame.Rect(left, middle.top, right - left, middle.height), look)


def _draw_event(brush: Brush, box: pygame.Rect, look: StripLook) -> None:
    if box.width <= 0:
        return
    if look.notice is not None:
        brush.write(box, brush.say(look.notice), STRONG, now_ink(look.cloth), look.cloth.ground)
        return
    for words in event_lines(look.edition, look.round, look.division):
        text = brush.say(words)
        fitted = brush.writer.fit(
            brush.writer.clean(text),
            EVENT.face,
            brush.px(EVENT.size),
            brush.px(EVENT.least),
            box.size,
        )
        if not fitted.cut:
            brush.write(box, text, EVENT, look.cloth.text2, look.cloth.ground)
            return


def _draw_signs(brush: Brush, row: pygame.Rect, right: int, look: StripLook) -> int:
    order = list(SignId)
    shown = sorted(look.signs, key=lambda sign: order.index(sign.id))
    words = 2 if brush.grid.small or brush.grid.portrait else 3
    texts = [(_sign_text(brush, sign), True) for sign in shown[:words]]
    if len(shown) > words:
        texts.append((f"+{len(shown) - words}", False))
    for text, marked in reversed(texts):
        icon = brush.px(2.4)
        pad = brush.px(0.8)
        inner = min(brush.wide(text, SIGN), brush.px(24) - icon - 3 * pad)
        width = inner + 2 * pad + (icon + pad // 2 if marked else 0)
        box = pygame.Rect(right - width, 0, width, brush.px(3.75))
        box.centery = row.centery
        brush.plate(box, 0.5, AMBER, look.cloth.ground)
        left = box.left + pad
        if marked:
            spot = pygame.Rect(left, 0, icon, icon * 9 // 10)
            spot.centery = box.centery
            brush.glyph(warning, spot, INK, AMBER)
            left = spot.right + pad // 2
        at = pygame.Rect(left, box.top, box.right - pad - left, box.height)
        brush.write(at, text, SIGN, INK, AMBER)
        right = box.left - brush.px(1)
    return right


def _sign_text(brush: Brush, sign: Sign) -> str:
    count = sign.count if sign.id in COUNTED else None
    return brush.texts.text(SIGNS[sign.id], count)


def draw_bottom(brush: Brush, box: pygame.Rect, look: BottomLook) -> None:
    """One sentence: what a seat's press does now."""
    cloth = look.cloth
    brush.fill(box, cloth.ground)
    side = brush.px(3.5)
    icon = pygame.Rect(box.left + brush.px(2 if not brush.grid.small else 2.2), 0, side, side)
    icon.centery = box.centery
    brush.glyph(button, icon, cloth.text, cloth.ground)
    left = icon.right + brush.px(1.25)
    right = box.right - brush.px(2)
    if look.menu:
        rows = pygame.Rect(0, 0, brush.px(4.5), brush.px(3))
        rows.center = (box.right - brush.px(MENU_WIDE / 2), box.centery)
        for step in range(3):
            bar = pygame.Rect(rows.left, 0, rows.width, max(2, brush.px(0.5)))
            bar.centery = rows.top + step * rows.height // 2
            brush.fill(bar, cloth.text)
        right = box.right - brush.px(MENU_WIDE)
    if look.status is not None and not brush.grid.portrait:
        text = brush.say(look.status)
        room = right - left - brush.wide(brush.say(look.text), SENTENCE) - brush.px(2)
        width = min(brush.wide(text, STATUS), max(0, room))
        if width >= brush.px(12):
            spot = pygame.Rect(right - width, box.top, width, box.height)
            brush.write(spot, text, STATUS, cloth.text2, cloth.ground, Across.RIGHT)
            right = spot.left - brush.px(2)
    spot = pygame.Rect(left, box.top, right - left, box.height)
    text = brush.say(look.text)
    if look.status is not None and brush.grid.portrait and _on_one_line(brush, text, spot):
        spot.height = box.height * 55 // 100
        below = pygame.Rect(left, spot.bottom, spot.width, box.bottom - spot.bottom)
        status = brush.say(look.status)
        brush.write(below, status, STATUS, cloth.text2, cloth.ground, down=Down.MIDDLE)
    kind = SENTENCE.lined(2)
    brush.write(spot, text, kind, cloth.text, cloth.ground, down=Down.MIDDLE)


def _on_one_line(brush: Brush, text: str, box: pygame.Rect) -> bool:
    """There is a line left for the status below the sentence, a little smaller perhaps."""
    least = brush.px(SENTENCE.least)
    clean = brush.writer.clean(text)
    return not brush.writer.fit(clean, SENTENCE.face, brush.px(SENTENCE.size), least, box.size).cut
