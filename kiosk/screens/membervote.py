"""A members' vote outside any game: the wording for everybody to read, then yes and no.

Whose seat is whose stands round the table, for members vote and not seats; who has no seat of his
own finds his name at a free one.
"""

from __future__ import annotations

from typing import Final

from kiosk.screens import ballot
from kiosk.screens.brush import Type
from kiosk.screens.cards import CardLook, draw_card
from kiosk.screens.chrome import chrome
from kiosk.screens.frame import BallotShown, Frame, Line, Mode, VoteShown, line
from kiosk.screens.label import ButtonLook, LabelLook, label, touch
from kiosk.screens.layout import Plan, plan
from kiosk.screens.part import Part, Picture, Spot
from kiosk.screens.ring import Inside, TableTop, draw_table_top
from kiosk.screens.targets import Card, Ok
from kiosk.screens.text import Face
from kiosk.screens.theme import AMBER, MAT, Cloth, Grid

ABOUT: Final = Type(Face.BOLD, 3.6, 2.25)
TEXT: Final = Type(Face.BOLD, 6, 2.25, lines=14)
NOTE: Final = Type(Face.REGULAR, 2.75, 2.25, lines=3)
STATE: Final = Type(Face.BOLD, 9, 4, lines=2)
AFTER: Final = {
    "sending": Line("kiosk.vote.sending"),
    "sent": Line("kiosk.vote.sent"),
    "refused": Line("kiosk.vote.refused"),
}
"""What became of the answers."""


def member_vote(frame: Frame, grid: Grid) -> Picture:
    """The wording, the windows, the list, and what became of the answers."""
    shown: VoteShown = frame.vote
    place, cloth = plan(grid, len(shown.seats)), MAT
    inside = Inside(grid, place.table)
    about = line("kiosk.vote.about", id=shown.proposal, member=shown.member)
    if shown.step == "read":
        parts = _wording(shown, about, inside, cloth)
    elif shown.step in AFTER:
        parts = [
            label("about", inside.row(3, 4), LabelLook(about, ABOUT, cloth.text2, cloth.table)),
            label(
                "state",
                inside.row(12, inside.high - 18),
                LabelLook(AFTER[shown.step], STATE, cloth.text, cloth.table),
            ),
        ]
    else:
        silent = tuple(seat for seat, _ in shown.seats if seat not in shown.answered)
        asked = BallotShown(
            about=Line("kiosk.vote.club"),
            asks=about,
            window=shown.step,
            seconds=shown.seconds,
            answered=shown.answered,
            silent=silent if shown.step == "listed" else (),
        )
        parts = ballot.inner(asked, inside, cloth, grid)
    top = TableTop(cloth, (place.table.x, place.table.y, place.table.w, place.table.h))
    parts += [*_seats(shown, place, cloth), *chrome(frame, place, cloth)]
    return Picture(("vote", shown.step), cloth, tuple(parts), draw_table_top, top)


def _wording(shown: VoteShown, about: Line, inside: Inside, cloth: Cloth) -> list[Part]:
    """What is voted on, as it was frozen; then how, and START."""
    foot = inside.high - 10
    text = LabelLook(line("kiosk.vote.text", text=shown.text), TEXT, cloth.text, cloth.table)
    how = LabelLook(Line("kiosk.vote.how"), NOTE, cloth.text2, cloth.table)
    start = ButtonLook(cloth, Line("kiosk.vote.start"), lit=True, size=3.3)
    return [
        label("about", inside.row(3, 4), LabelLook(about, ABOUT, AMBER, cloth.table)),
        label("text", inside.row(8.5, foot - 10), text),
        label("how", inside.left(foot, 8, 0.6), how),
        touch("start", inside.right(foot, 7.5, 0.36), start, Ok()),
    ]


def _seats(shown: VoteShown, place: Plan, cloth: Cloth) -> list[Part]:
    return [
        Part(
            f"card.{seat}",
            at.reach,
            CardLook(cloth, at.edge, seat, name, None, Mode.PLAIN, ticked=seat in shown.answered),
            draw_card,
            (Spot(at.reach, Card(seat)),),
        )
        for (seat, name), at in zip(shown.seats, place.places, strict=True)
    ]
