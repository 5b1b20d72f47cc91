"""Whatever hands do at a Matador table, in whatever order: nothing breaks, what is said holds."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kiosk.ballot import Window, window_at
from kiosk.gestures import Digit, Edit, Editing, Judge, Menu, Source
from kiosk.screens import targets as at
from rules.kinds import Seat
from rules.matador.view import Phase
from tests.kiosk.matador.conftest import Evening
from tests.kiosk.matador.test_votes import frame

SEATS = st.integers(1, 4)
WORDS = (
    "timeout", "accuse", "demand", "land_pot", "pot", "auction", "loan", "wealth", "shares",
    "places", "go_home", "bankrupt", "jail", "end", "roll", "confirm", "reset",
)  # fmt: skip
TARGETS = st.one_of(
    st.builds(lambda n: at.Card(Seat(n)), SEATS),
    st.builds(at.Say, st.sampled_from(WORDS)),
    st.builds(at.Digit, st.integers(0, 9)),
    st.builds(at.DicePair, st.integers(1, 6), st.integers(1, 6)),
    st.builds(at.Pick, st.integers(1, 9)),
    st.builds(at.SheetField, st.sampled_from(("A1", "grant", "J1"))),
    st.builds(lambda n: at.SheetOwner(Seat(n)), SEATS),
    st.sampled_from(
        (
            at.OpenDice(), at.CloseDice(), at.Ok(), at.Clear(), at.Yes(), at.No(), at.OpenMenu(),
            at.TurnPage(), at.CloseMenu(), at.OpenSheet(), at.SheetDone(), at.SheetMortgage(),
        )
    ),
)  # fmt: skip
HANDS = st.one_of(
    st.tuples(st.just("press"), SEATS),
    st.tuples(st.just("key"), st.tuples(st.sampled_from(Judge), st.sampled_from(Source))),
    st.tuples(st.just("hold"), st.sampled_from((Judge.NEXT, Judge.YES))),
    st.tuples(st.just("digit"), st.integers(0, 9)),
    st.tuples(st.just("menu"), st.just(None)),
    st.tuples(st.just("edit"), st.sampled_from(Edit)),
    st.tuples(st.just("touch"), TARGETS),
    st.tuples(st.just("wait"), st.sampled_from((10, 400, 5_000, 16_000, 125_000))),
)


def work(table: Evening, what: str, value: Any) -> None:
    if what == "press":
        table.press(value, later_ms=100)
    elif what == "key":
        table.key(value[0], source=value[1])
    elif what == "hold":
        table.key(value, hold_ms=2_100)
    elif what == "digit":
        table.hand(Digit(value, table.now_ns, Source.KEYPAD))
    elif what == "menu":
        table.hand(Menu(table.now_ns, Source.KEYPAD))
    elif what == "edit":
        table.hand(Editing(value, table.now_ns, Source.KEYPAD))
    elif what == "touch":
        table.touch(value)
    else:
        table.wait(value)


@settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
@given(hands=st.lists(HANDS, max_size=40), started=st.booleans())
def test_any_hands_in_any_order(hands: list[tuple[str, Any]], started: bool) -> None:
    table = Evening(4, playing_time=900, loan_evening=True)
    if started:
        table.act("start")
        table.act("roll", seat=1, dice=[3, 4])
    for what, value in hands:
        if table.view.phase in (Phase.CLOSED, Phase.VOID):
            break  # sealed: the host hands nothing on
        before = len(table.done)
        work(table, what, value)
        shown, desk = frame(table), table.desk
        asked = desk.votes.voting.ballot
        assert (asked is not None) <= (table.view.ballot is not None)
        assert (shown.ballot is not None) == (asked is not None)
        if asked is not None and window_at(asked, table.now_ns) is not Window.LISTED:
            assert shown.ballot is not None
            assert (shown.ballot.answered, shown.ballot.silent) == ((), ())
        assert desk.page is None or asked is None
        assert all("do" in fields for fields in table.done[before:])
        wake_ns = desk.wake_ns()
        assert wake_ns is None or wake_ns > 0
    lamps = dict(table.family.lamps(table.view, table.desk, table.now_ns))
    assert set(lamps) == {1, 2, 3, 4}


def test_a_held_next_without_a_time_out_is_next_once() -> None:
    table = Evening(3)
    table.act("start")
    table.key(Judge.NEXT, hold_ms=3_000)
    assert table.dos().count("thrown") == 1
