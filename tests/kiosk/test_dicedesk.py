"""What hands mean where not every roll is typed: `dice_log`, a reader, the table's own dice."""

from __future__ import annotations

from typing import Any

import pytest

from kiosk.gestures import Digit, Judge, JudgeKey, SeatButton
from kiosk.inbox import Dice
from kiosk.intents import Act
from kiosk.screens import targets
from rules.monopoly.view import Phase

S = 1_000_000_000
NEXT = Judge.NEXT


def key(judge: Judge, at_ns: int) -> JudgeKey:
    return JudgeKey(judge, True, at_ns, None)


def acts(intents: list[Any]) -> list[dict[str, Any]]:
    return [dict(intent.fields) for intent in intents if type(intent) is Act]


@pytest.fixture
def thrower(folded: Any) -> Any:
    """A game whose dice the table throws."""
    folded.desk.commitment = "e3e1"
    folded.desk.marks_hand = True
    return folded


def press(folded: Any, seat: int, at_ns: int) -> dict[str, Any]:
    fields: dict[str, Any] = folded.desk.seat_down(
        SeatButton(seat, True, at_ns, f"seat{seat}"), folded.official
    )
    return fields


def test_the_seat_at_turn_asks_the_table_for_its_dice_and_the_others_ask_rent(thrower: Any) -> None:
    assert press(thrower, 1, 0) == {"do": "press", "seat": 1}
    thrower.to_play()
    assert press(thrower, 2, 5 * S) == {"do": "roll", "seat": 2, "by": "table"}
    assert press(thrower, 3, 6 * S) == {"do": "claim", "seat": 3, "from": 1}
    assert press(thrower, 1, 6 * S) == {"do": "press", "seat": 1}


def test_before_the_first_dice_any_seat_may_throw_them(thrower: Any) -> None:
    thrower.act("start")
    assert press(thrower, 4, 0) == {"do": "roll", "seat": 4, "by": "table"}


def test_a_second_press_right_after_a_throw_asks_for_no_other(thrower: Any) -> None:
    """After a double the same seat is at turn again."""
    thrower.act("start")
    press(thrower, 1, 10 * S)
    thrower.act("roll", seat=1, dice=[2, 2])
    assert press(thrower, 1, 11 * S - 1) == {"do": "press", "seat": 1}
    assert press(thrower, 1, 11 * S) == {"do": "roll", "seat": 1, "by": "table"}
    assert thrower.desk.gesture(key(NEXT, 11 * S + 1), thrower.scene) == []


def test_next_and_a_touch_on_the_dice_throw_for_whose_turn_it_is(thrower: Any) -> None:
    thrower.to_play()
    roll = {"do": "roll", "seat": 2, "by": "table"}
    assert acts(thrower.desk.gesture(key(NEXT, 5 * S), thrower.scene)) == [roll]
    assert acts(thrower.desk.touch(targets.OpenDice(), 7 * S, thrower.scene)) == [roll]
    assert thrower.desk.dice is None


def test_dice_may_still_be_typed_and_say_so(thrower: Any) -> None:
    thrower.to_play()
    desk = thrower.desk
    begun = desk.gesture(Digit(3, 5 * S), thrower.scene)
    assert acts(begun) == [{"do": "thrown", "seat": 2}]
    desk.gesture(Digit(4, 5 * S), thrower.scene)
    typed = acts(desk.gesture(key(NEXT, 6 * S), thrower.scene))
    assert typed == [{"do": "roll", "seat": 2, "dice": [3, 4], "by": "hand"}]


def test_the_bottom_line_says_what_the_button_does_there(thrower: Any) -> None:
    from kiosk.families import Scene
    from kiosk.families.monopoly import framing
    from kiosk.screens.frame import Frame

    def framed() -> Frame:
        view = thrower.view
        frame = Frame(view=view, bottom=framing.bottom(view))
        return framing.framed(frame, Scene(view, thrower.desk, lambda _: None))

    assert framed().commitment == "e3e1"
    thrower.act("start")
    assert (framed().bottom.key, framed().commitment) == ("kiosk.bottom.throw_first", "")
    thrower.act("roll", seat=1, dice=[1, 2])
    assert framed().bottom.key == "kiosk.bottom.throw"
    thrower.desk.commitment = ""
    assert framed().bottom.key == "kiosk.bottom.play"


def read(folded: Any, dice: tuple[int, int], by: str | None = "reader") -> list[dict[str, Any]]:
    return acts(folded.desk.rolled(Dice(dice, 5 * S, by), folded.scene))


def test_a_reader_s_dice_are_the_roll_of_whose_turn_it_is(folded: Any) -> None:
    folded.act("start")
    assert read(folded, (3, 4)) == [{"do": "roll", "seat": 1, "dice": [3, 4], "by": "reader"}]
    folded.act("roll", seat=1, dice=[1, 2])
    assert read(folded, (3, 4)) == [{"do": "roll", "seat": 2, "dice": [3, 4], "by": "reader"}]


def test_what_a_reader_sees_before_the_start_or_after_the_end_is_no_roll(folded: Any) -> None:
    assert folded.view.phase is Phase.SETUP
    assert read(folded, (3, 4)) == []
    folded.to_count()
    assert read(folded, (3, 4)) == []


def test_dice_that_fell_before_the_end_are_still_told_after_it(folded: Any) -> None:
    folded.to_play()
    folded.act("thrown", seat=2)
    folded.history.advance(6_000_000)
    folded.ms = 6_000_000
    assert folded.view.phase is Phase.COUNT
    assert read(folded, (3, 4)) == [{"do": "roll", "seat": 2, "dice": [3, 4], "by": "reader"}]


def test_a_reader_ends_what_was_being_typed(folded: Any) -> None:
    folded.to_play()
    begun = folded.desk.gesture(Digit(3, 5 * S), folded.scene)
    folded.act("thrown", seat=acts(begun)[0]["seat"])
    assert read(folded, (6, 6)) == [{"do": "roll", "seat": 2, "dice": [6, 6], "by": "reader"}]
    assert folded.desk.dice is None


def test_the_drive_s_dice_say_nothing_of_where_they_come_from(folded: Any) -> None:
    assert read(folded, (3, 4), by=None) == [{"do": "roll", "seat": 1, "dice": [3, 4]}]


def test_with_the_first_roll_only_nothing_is_asked_in_play(folded: Any) -> None:
    desk = folded.desk
    desk.first_only = True
    folded.act("start")
    assert acts(desk.gesture(key(NEXT, S), folded.scene)) == [{"do": "thrown", "seat": 1}]
    folded.act("thrown", seat=1)
    desk.gesture(Digit(3, 2 * S), folded.scene)
    desk.gesture(Digit(4, 2 * S), folded.scene)
    typed = acts(desk.gesture(key(NEXT, 3 * S), folded.scene))
    assert typed == [{"do": "roll", "seat": 1, "dice": [3, 4]}]
    folded.act("roll", seat=1, dice=[3, 4])
    for asked in (
        desk.gesture(key(NEXT, 9 * S), folded.scene),
        desk.gesture(Digit(3, 10 * S), folded.scene),
        desk.touch(targets.OpenDice(), 11 * S, folded.scene),
        desk.rolled(Dice((1, 2), 12 * S, "reader"), folded.scene),
    ):
        assert asked == []
    assert desk.dice is None
