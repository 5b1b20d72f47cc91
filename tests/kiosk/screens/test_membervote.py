"""The pictures of a members' vote: every text fits, and no window tells who has answered."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from kiosk.screens.choose import choose
from kiosk.screens.frame import Frame, Idle, VoteShown
from kiosk.screens.theme import Grid, contrast
from rules.kinds import Seat
from rules.value import replace
from tests.kiosk.screens.conftest import LANGUAGES, SIZES, Canvas

SHORT = "Startpengene hæves fra 5.000 til 7.000 kr."
LONG = (
    "Time-out (9.26) er ét minut i stedet for to, også i finalen; den, der kalder time-out tre"
    " gange på en aften, betaler 500 kr. til parkeringsfeltet, medmindre flertallet ved bordet"
    " mener, at det var berettiget."
)
NAMES = ("Ada", "Bo", "Cai", "Frederikke Nørregaard-Østergaard", "Eva", "Fin", "Gry", "Hal")
STEPS = ("read", "yes", "no", "listed", "sending", "sent", "refused")


def frames(language: str = "da") -> Iterator[tuple[str, Frame]]:
    """Every step, with few and many at the table, a short wording and a long one."""
    for count, text in ((2, SHORT), (8, LONG)):
        seats = tuple((Seat(number), NAMES[number - 1]) for number in range(1, count + 1))
        for step in STEPS:
            answered = tuple(seat for seat, _ in seats[1:]) if step == "listed" else ()
            shown = VoteShown("2", "Hal", text, step, seats, 3, answered)
            yield (
                f"{step}-{count}",
                Frame(table="T1", edition="ramk-2017", language=language, idle=Idle(), vote=shown),
            )


@pytest.mark.timeout(60)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_text_fits_and_can_be_read(
    canvas: Callable[[tuple[int, int]], Canvas], size: tuple[int, int], language: str
) -> None:
    grid, wrong = Grid(*size), []
    for name, frame in frames(language):
        for drawn in canvas(size).whole(frame):
            if drawn.cut:
                wrong.append(f"{name}: {drawn.text!r} does not fit {drawn.box}")
            if drawn.px < round(1.9 * grid.u):
                wrong.append(f"{name}: {drawn.text!r} is too small: {drawn.px}")
            if contrast(drawn.colour, drawn.ground) < 4.5:
                wrong.append(f"{name}: {drawn.text!r} has too little contrast")
    assert wrong == []


def test_the_vote_has_the_table_without_a_game_and_no_other(
    canvas: Callable[[tuple[int, int]], Canvas],
) -> None:
    assert {choose(frame).__name__ for _, frame in frames()} == {"member_vote"}
    _, frame = next(frames())
    assert choose(replace(frame, vote=None)).__name__ == "idle"


def test_while_a_window_is_open_the_picture_tells_of_nobody(
    canvas: Callable[[tuple[int, int]], Canvas],
) -> None:
    """RAMK-2.4: who presses in the YES window would have voted before all eyes."""
    made = dict(frames())
    made_of = canvas((1280, 720))
    for step in ("yes-8", "no-8"):
        texts = [drawn.text for drawn in made_of.whole(made[step])]
        assert all(name in " ".join(texts) for name in ("Ada", "Hal"))
        before = made_of.pixels()
        made_of.whole(made[step])
        assert made_of.pixels() == before
