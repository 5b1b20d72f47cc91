"""What the table and the keeper see in each phase, and the edges no golden case has."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rules.actions import Wait, parse_action
from rules.edition import Edition, parse_edition
from rules.errors import EditionError
from rules.history import History
from rules.kinds import Announcement, Audience, GameMs, Step
from rules.matador import GAME
from rules.matador.clock import fire
from rules.matador.settings import Columns
from rules.matador.view import (
    AuctionView,
    BallotView,
    DeedView,
    EntryView,
    LoanView,
    Mark,
    MatadorView,
    OfferView,
    OfficialView,
    Phase,
    RollView,
    SheetView,
    SlipView,
    VerdictView,
)
from rules.settings import Misfit
from tests.rules.matador.conftest import EDITION, opening_of

Play = Callable[..., History]


def roll(t: float, seat: int, *dice: int) -> dict[str, Any]:
    return {"t": t, "do": "roll", "seat": seat, "dice": list(dice)}


ROLLED = roll(1, 1, 1, 2)
OUT = [{"t": 5, "do": "bankrupt", "seat": seat, "to": 1} for seat in (2, 3)]


def table(history: History, audience: Audience = Audience.TABLE) -> MatadorView:
    view = history.view(audience)
    assert isinstance(view, MatadorView)
    return view


def marks(history: History) -> list[Mark]:
    return [seat.mark for seat in table(history).seats]


def test_set_up_shows_who_has_pressed(play: Play) -> None:
    view = table(play([{"t": 1, "do": "press", "seat": 2}], seats=3))

    assert (view.phase, view.turn, view.last_roll, view.may_build) == (
        Phase.SETUP, None, None, None,
    )  # fmt: skip
    assert [seat.mark for seat in view.seats] == [Mark.WAITING, Mark.PRESENT, Mark.WAITING]


def test_play_shows_whose_turn_it_is_and_what_he_may_do(play: Play) -> None:
    view = table(play([ROLLED]))
    double = table(play([roll(1, 1, 2, 2)]))
    thrown = table(play([ROLLED, {"t": 2, "do": "thrown", "seat": 2}]))

    assert (view.turn, view.moving, view.may_build, view.claimable) == (2, 1, 2, (1,))
    assert view.last_roll == RollView(1, (1, 2), GameMs(1000), False, None)
    assert (double.turn, double.roll_again, double.may_build) == (1, True, None)
    assert thrown.last_roll == RollView(2, None, GameMs(2000), True, None)
    assert thrown.may_build is None


def test_dice_thrown_too_early_say_so(play: Play) -> None:
    view = table(play([ROLLED, {"t": 2, "do": "thrown", "seat": 4}]))

    assert view.last_roll is not None
    assert (view.last_roll.seat, view.last_roll.note) == (4, "early")


def test_a_second_roll_before_moving_lets_anybody_accuse(play: Play) -> None:
    assert not table(play([roll(1, 1, 2, 2)])).touched
    assert table(play([roll(1, 1, 2, 2), roll(2, 1, 1, 2)])).touched


def test_a_time_out_counts_down_and_then_the_others_may(play: Play) -> None:
    acts = [ROLLED, {"t": 2, "do": "moved", "seat": 1}, {"t": 10, "do": "timeout", "seat": 4}]

    running = table(play(acts)).timeout
    over = table(play([*acts, {"t": 130, "do": "wait"}])).timeout

    assert running is not None
    assert (running.by, running.seat, running.others_may) == (4, 2, False)
    assert running.left_ms(GameMs(40_000)) == 90_000
    assert over is not None
    assert (over.others_may, over.left_ms(GameMs(140_000))) == (True, 0)


def test_what_a_time_out_will_tell_is_known_before(play: Play) -> None:
    history = play([{"t": 10, "do": "timeout", "seat": 4}])

    assert history.upcoming() == (
        Announcement("timeout-30", GameMs(100_000)),
        Announcement("timeout-10", GameMs(120_000)),
        Announcement("timeout-end", GameMs(130_000)),
    )


@pytest.mark.parametrize(("end", "last"), [("full_round", "last-round"), ("at_once", "end")])
def test_what_the_evening_will_tell_is_known_before(play: Play, end: str, last: str) -> None:
    options = {"playing_time": 120, "playing_time_left": [60], "evening_end": end}
    history = play([{"t": 0, "do": "start"}], options=options)

    assert [one.id for one in history.upcoming()] == ["left-1", last]
    assert table(history).left_ms(GameMs(90_000)) == 30_000
    assert table(play([ROLLED])).left_ms(GameMs(90_000)) is None
    assert play([ROLLED, {"t": 2, "do": "end"}]).upcoming() == ()


@pytest.mark.parametrize("end", ["full_round", "at_once"])
@pytest.mark.parametrize("called", [0, 5, 20])
def test_what_both_clocks_will_tell_comes_in_this_order(play: Play, end: str, called: int) -> None:
    options = {"playing_time": 120, "playing_time_left": [60], "evening_end": end}
    acts = [{"t": 0, "do": "start"}, {"t": called, "do": "timeout", "seat": 1}]
    history = play(acts, options=options)

    foreseen = history.upcoming()

    assert history.advance(GameMs(1_000_000)) == foreseen
    assert len(foreseen) == (5 if end == "full_round" or called == 0 else 4 if called == 5 else 3)


def test_nothing_is_due_where_no_clock_runs(edition: Edition) -> None:
    with pytest.raises(ValueError, match="nothing is due at 5"):
        fire(GAME.open(opening_of(), edition).state, GameMs(5))


def test_an_open_ballot_shows_who_may_vote_and_only_the_keeper_how(play: Play) -> None:
    acts = [
        ROLLED,
        {"t": 2, "do": "accuse", "seat": 3, "accused": 1},
        {"t": 3, "do": "vote", "seat": 2, "choice": "yes"},
    ]

    history = play(acts)

    assert table(history).ballot == BallotView("cheating", 3, 1, (2, 3, 4), 2, None)
    assert table(history).official is None
    assert table(history, Audience.OFFICIAL).official == OfficialView(((2, "yes"),))
    no = {"t": 4, "do": "vote", "seat": 4, "choice": "no"}
    closed = table(play([*acts, no, {"t": 5, "do": "next"}]))
    assert closed.ballot is None
    assert closed.verdict == VerdictView("cheating", 3, 1, 1, 1, 1, False, GameMs(5000), False)


def test_only_the_voice_that_closes_a_ballot_is_everybodys(play: Play) -> None:
    """What is the official's alone changes nothing that the table shows; a verdict is shown."""
    history = play([ROLLED, {"t": 2, "do": "accuse", "seat": 3, "accused": 1}])
    audiences = []
    for t, seat in enumerate((1, 2, 2, 4, 3, 3), 3):
        before = table(history)
        fields = {"t": t, "do": "vote", "seat": seat, "choice": "yes"}
        outcome = history.apply(parse_action(fields, history.opening, history.family))
        audiences.append(outcome.audience)
        if outcome.audience is Audience.OFFICIAL:
            assert table(history) == before
    kept, told = Audience.OFFICIAL, Audience.TABLE
    assert audiences == [kept, kept, kept, kept, told, kept]
    assert table(history).verdict is not None


def test_a_running_auction_shows_what_the_lander_would_pay(play: Play) -> None:
    auction = {"t": 2, "do": "auction", "what": "Strandvejen", "seat": 1}
    bid = {"t": 3, "do": "bid", "seat": 2, "amount": 5000}

    assert table(play([ROLLED])).auction is None
    assert table(play([ROLLED, auction])).auction == AuctionView(
        "Strandvejen", 4000, 1, None, None, 3200
    )
    assert table(play([ROLLED, auction, bid])).auction == AuctionView(
        "Strandvejen", 4000, 1, None, (2, 5000), 4000
    )


def test_what_a_seat_holds_is_public(play: Play) -> None:
    acts = [
        {"t": 1, "do": "buy", "seat": 1, "what": "Trianglen"},
        {"t": 2, "do": "build", "seat": 3, "houses": 2},
        {"t": 3, "do": "share", "seat": 1, "of": 2, "percent": 10},
        {"t": 4, "do": "card", "seat": 1, "what": "king"},
        {"t": 5, "do": "card", "seat": 1, "what": "grant"},
        {"t": 6, "do": "offer", "seat": 1, "to": 2, "what": "2.000"},
        {"t": 7, "do": "owe", "seat": 2, "to": "pot", "amount": 1000},
        {"t": 8, "do": "mortgage", "seat": 1, "what": "Trianglen"},
        {"t": 9, "do": "loan", "seat": 1, "amount": 20000},
        {"t": 10, "do": "foul", "seat": 1},
    ]

    history = play(acts, options={"loan_evening": True, "auction_half_to": "separate_pot"})

    view = table(history)
    first, second = view.seats[:2]
    assert [refused.refusal.rule for refused in history.refused] == []
    assert [(deed.mortgaged, deed.houses) for deed in first.deeds] == [(True, 0)]
    assert first.slips == (SlipView(2, 10, ()),)
    assert (first.kings, first.grant, first.fouls, second.grant) == (1, True, 1, False)
    assert first.loan == LoanView(20000, 20000, 4000, 2000)
    assert second.loan is None
    assert view.offers == (OfferView(1, 2, "2.000", 1),)
    assert (view.pot, view.separate_pot) == (1000, 0)
    assert EntryView(GameMs(7000), 2, "pot", 1000, "RAMK-9.9") in view.entries


def test_a_prisoner_shows_his_round_and_when_he_must_pay(play: Play) -> None:
    acts = [ROLLED, {"t": 2, "do": "jail", "seat": 1}]
    for t in (3, 5, 7):
        acts += [roll(t, 2, 1, 2), roll(t + 1, 1, 3, 4)]

    rounds = [
        (seat.jail_round, seat.must_pay_jail)
        for n in (2, 4, 6, 8)
        for seat in table(play(acts[:n], seats=2)).seats[:1]
    ]

    assert rounds == [(1, False), (2, False), (3, False), (3, True)]


def test_a_free_passage_is_there_declared_and_used(play: Play) -> None:
    acts = [{"t": 1, "do": "free_pass", "seat": 1}, roll(2, 1, 1, 2)]

    words = [
        table(play(acts[:n], options={"free_pass_evening": True})).seats[0].free_pass
        for n in range(3)
    ]

    assert words == ["available", "declared", "used"]
    assert table(play(acts)).seats[0].free_pass is None


def test_who_is_out_at_home_or_removed_has_a_mark(play: Play) -> None:
    acts = [
        ROLLED,
        {"t": 2, "do": "bankrupt", "seat": 2, "to": "bank"},
        {"t": 3, "do": "retire", "seat": 3},
        {"t": 4, "do": "remove", "seat": 4, "reason": "fight"},
    ]

    assert marks(play(acts, seats=6)) == [
        Mark.WAITING, Mark.OUT, Mark.HOME, Mark.REMOVED, Mark.TURN, Mark.WAITING,
    ]  # fmt: skip


def test_the_count_shows_sheets_and_then_whose_signature_is_asked_for(play: Play) -> None:
    deeds = [{"name": "Strandvejen", "houses": 1}, {"name": "Matador grant"}]
    acts = [
        ROLLED,
        {"t": 2, "do": "bankrupt", "seat": 2, "to": "bank"},
        {"t": 3, "do": "end"},
        {"t": 4, "do": "count", "seat": 1, "cash": 500, "deeds": deeds},
    ]

    counting = table(play(acts, seats=3))
    signing = play(
        [*acts, {"t": 5, "do": "count", "seat": 3, "cash": 100}, {"t": 6, "do": "sign", "seat": 1}],
        seats=3,
    )

    assert (counting.phase, counting.turn, counting.ended_at) == (Phase.COUNT, None, 3000)
    first, second, third = counting.seats
    assert first.sheet is not None
    assert first.sheet.cards == ("grant",)
    assert first.sheet.deeds == (DeedView(first.sheet.deeds[0].field, False, 1),)
    assert (second.sheet, third.sheet) == (None, None)
    assert table(signing).phase is Phase.SIGN
    assert marks(signing) == [Mark.SIGNED, Mark.ARMED, Mark.WAITING]
    assert table(signing).seats[2].sheet == SheetView(100, (), (), 0, 100)
    assert [(seat.place, seat.points) for seat in table(signing).seats] == [(1, 15), (3, 6), (2, 9)]


def test_a_wait_only_passes_time(play: Play, edition: Edition) -> None:
    state = GAME.open(opening_of(), edition).state

    assert GAME.step(state, Wait(GameMs(5))) == Step(state)
    assert play([{"t": 5, "do": "wait"}]).now == 5000


def test_nine_do_not_sit_at_one_table(edition: Edition) -> None:
    with pytest.raises(EditionError, match=r"found 9 players, allowed 2 to 8 .*RAMK-9\.16"):
        History(opening_of(9), edition)


@pytest.mark.parametrize(
    ("columns", "path", "allowed"),
    [
        ([{"players": 3, "points": [15, 9]}], (0, "points"), "3 points"),
        (
            [{"players": 2, "points": [3, 1]}, {"players": 2, "points": [3, 1]}],
            (1, "players"),
            "each number of players once",
        ),
    ],
)
def test_a_wrong_points_table_is_refused(
    columns: list[Any], path: tuple[Any, ...], allowed: str
) -> None:
    with pytest.raises(Misfit) as caught:
        Columns().check(columns)

    assert (caught.value.path, caught.value.allowed) == (path, allowed)


def test_an_edition_without_a_points_table_is_told_what_is_missing() -> None:
    text = EDITION.read_text(encoding="utf-8")
    start, end = text.index("table = ["), text.index("final_times")

    with pytest.raises(EditionError, match=r"table: .*allowed"):
        parse_edition(text[:start] + text[end:], "ramk-2017.toml", lambda _: None)
