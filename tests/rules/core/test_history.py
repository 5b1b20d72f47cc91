"""The fold: time passes, actions are judged, and the last one can be taken back."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.actions import Action, Undo, Wait, parse_action
from rules.edition import Edition
from rules.errors import ActionError, EditionError
from rules.history import STANDS, History
from rules.kinds import Announcement, Audience, GameMs, Status
from rules.opening import Opening, parse_opening

Fields = dict[str, Any]
SEATS = (1, 2, 4, 5)


def asked(opening: Opening, fields: Fields) -> Action:
    return parse_action(fields, opening, "monopoly")


def played(opening: Opening, hun: Edition, game: list[Fields]) -> History:
    history = History(opening, hun)
    for fields in game:
        history.apply(asked(opening, fields))
    return history


def shown(history: History, *, refused: bool = True) -> Any:
    """Everything that can be seen of a game from outside."""
    summary = history.summary(0, "")
    if not refused:
        del summary["refused"]
    return summary, history.next_deadline(), *(history.view(who) for who in Audience)


def roll(at: float, seat: int, *dice: int) -> Fields:
    return {"t": at, "do": "roll", "seat": seat, "dice": list(dice)}


ROLLED = roll(1, 1, 3, 4)


def test_time_passes_to_an_action_before_it_is_judged(opening: Opening, hun: Edition) -> None:
    history = History(opening, hun)
    history.apply(asked(opening, roll(4, 1, 3, 4)))
    outcome = history.apply(asked(opening, roll(3700, 2, 1, 2)))
    assert outcome.refusal is None
    assert outcome.announcements == (
        Announcement("warn-30", GameMs(1_804_000)),
        Announcement("warn-60", GameMs(3_604_000)),
    )
    assert history.now == 3_700_000


def test_a_deadline_is_crossed_at_its_own_instant_and_once(opening: Opening, hun: Edition) -> None:
    history = played(opening, hun, [roll(0, 1, 3, 4)])
    assert history.next_deadline() == 1_800_000
    assert history.advance(GameMs(1_799_999)) == ()
    assert history.advance(GameMs(1_800_003)) == (Announcement("warn-30", GameMs(1_800_000)),)
    assert history.advance(GameMs(1_900_000)) == ()
    assert history.now == 1_800_000


def test_a_press_stamped_before_the_loop_woke_still_counts(opening: Opening, hun: Edition) -> None:
    history = played(opening, hun, [roll(0, 1, 3, 4)])
    history.advance(GameMs(1_800_003))
    assert history.apply(asked(opening, roll(1800.001, 2, 1, 2))).refusal is None


@pytest.mark.parametrize(("before", "at"), [(4, 3.999), (0.001, 0)])
def test_time_does_not_go_back(opening: Opening, hun: Edition, before: float, at: float) -> None:
    history = played(opening, hun, [roll(before, 1, 3, 4)])
    with pytest.raises(ActionError) as raised:
        history.apply(asked(opening, {"t": at, "do": "wait"}))
    assert str(raised.value) == f"t: found {at}, allowed {before} or later"


def test_a_refused_action_is_listed_with_its_rule_and_changes_nothing(
    opening: Opening, hun: Edition
) -> None:
    history = played(opening, hun, [roll(4, 1, 3, 4)])
    before = history.view(Audience.OFFICIAL)
    outcome = history.apply(asked(opening, roll(5, 4, 1, 1)))
    assert outcome.refusal is not None
    assert history.view(Audience.OFFICIAL) == before
    assert [(one.at, one.do, one.refusal) for one in history.refused] == [
        (5000, "roll", outcome.refusal)
    ]
    assert history.summary(0, "")["refused"] == [
        {"t": 5, "do": "roll", "rule": outcome.refusal.rule, "why": outcome.refusal.why}
    ]


def test_undo_takes_back_the_last_action_not_undone_one_after_the_other(
    opening: Opening, hun: Edition
) -> None:
    first, second = roll(1, 1, 3, 4), roll(2, 2, 1, 2)
    history = played(opening, hun, [first, second])
    assert history.would_undo() == asked(opening, second)
    history.apply(Undo(GameMs(3000)))
    assert history.would_undo() == asked(opening, first)
    history.apply(Undo(GameMs(3000)))
    assert history.would_undo() is None
    assert history.summary(0, "")["started_t"] is None
    assert history.next_deadline() is None


def test_one_of_the_last_actions_is_taken_back_and_the_later_ones_stay(
    opening: Opening, hun: Edition
) -> None:
    foul = {"t": 2, "do": "foul", "seat": 4, "reason": "phone"}
    game = [roll(1, 1, 3, 4), foul, roll(3, 2, 1, 2), roll(4, 4, 1, 2)]
    history = played(opening, hun, game)
    assert [each.action.do for each in history.undoable()] == ["roll", "roll", "foul", "roll"]
    outcome = history.apply(Undo(GameMs(5000), back=3))
    assert (outcome.refusal, outcome.dropped) == (None, ())
    never = played(opening, hun, [each for each in game if each is not foul])
    never.apply(Wait(GameMs(5000)))
    assert shown(history) == shown(never)
    assert [each.action.do for each in history.undoable()] == ["roll", "roll", "roll"]


def test_what_does_not_stand_without_the_action_taken_back_goes_with_it_and_is_said(
    opening: Opening, hun: Edition
) -> None:
    second, third = roll(2, 2, 1, 2), roll(3, 4, 5, 6)
    history = played(opening, hun, [roll(1, 1, 3, 4), second, third])
    outcome = history.apply(Undo(GameMs(4000), back=2))
    assert (outcome.dropped, outcome.dropped_open) == ((asked(opening, third),), 1)
    assert history.refused == ()
    assert [each.action.do for each in history.undoable()] == ["roll"]
    history.apply(asked(opening, roll(5, 2, 2, 3)))
    assert [throw["seat"] for throw in history.summary(0, "")["dice"]] == [1, 2]


def test_a_claim_that_goes_with_the_roll_taken_back_is_not_counted_for_the_table(
    opening: Opening, hun: Edition
) -> None:
    """HUN-G-RENT-NOPROMPT: what is told of an undo must not tell of a claim."""
    claim = {"t": 3, "do": "claim", "seat": 4, "from": 2}
    history = played(opening, hun, [roll(1, 1, 3, 4), roll(2, 2, 1, 2), claim])
    outcome = history.apply(Undo(GameMs(4000), back=2))
    assert [action.do for action in outcome.dropped] == ["claim"]
    assert outcome.dropped_open == 0


def test_no_more_is_taken_back_than_there_is(opening: Opening, hun: Edition) -> None:
    history = played(opening, hun, [roll(1, 1, 3, 4)])
    outcome = history.apply(Undo(GameMs(2000), back=2))
    assert outcome.refusal is not None
    assert (outcome.refusal.rule, history.would_undo()) == ("TABLE-UNDO", asked(opening, ROLLED))


@pytest.mark.parametrize("claimed", [1, 2])
def test_hun_g_rent_noprompt_a_claim_its_refusal_and_its_undo_are_the_officials_alone(
    opening: Opening, hun: Edition, claimed: int
) -> None:
    history = played(opening, hun, [roll(1, 1, 3, 4)])
    claim = {"t": 2, "do": "claim", "seat": 2, "from": claimed}
    outcome = history.apply(asked(opening, claim))
    assert outcome.audience is Audience.OFFICIAL
    if outcome.refusal is not None:
        assert outcome.refusal.audience is Audience.OFFICIAL
    else:
        assert history.undoable(1)[0].audience is Audience.OFFICIAL
        assert history.apply(Undo(GameMs(3000))).audience is Audience.OFFICIAL
    assert history.apply(Undo(GameMs(4000))).audience is Audience.TABLE


@pytest.mark.parametrize("gone_ms", [0, 2_000_000, 6_000_000])
def test_what_is_said_to_come_is_what_comes(opening: Opening, hun: Edition, gone_ms: int) -> None:
    history = History(opening, hun)
    assert history.upcoming() == ()
    history.apply(asked(opening, ROLLED))
    history.advance(GameMs(gone_ms))
    upcoming = history.upcoming()
    assert upcoming == history.advance(GameMs(10_000_000))
    assert len(upcoming) == {0: 6, 2_000_000: 5, 6_000_000: 0}[gone_ms]
    assert history.upcoming() == ()


def test_a_long_game_is_taken_back_action_by_action(opening: Opening, hun: Edition) -> None:
    game = [roll(at, SEATS[at % 4], 1, 2) for at in range(50)]
    history = played(opening, hun, game)
    for left in range(49, 0, -1):
        history.apply(Undo(GameMs(50_000)))
        before = played(opening, hun, game[:left])
        assert history.view(Audience.OFFICIAL) == before.view(Audience.OFFICIAL)
    assert history.refused == ()


def test_with_nothing_to_undo_an_undo_is_refused(opening: Opening, hun: Edition) -> None:
    history = played(opening, hun, [{"t": 1, "do": "press", "seat": 1}])
    outcome = history.apply(Undo(GameMs(2000)))
    assert outcome.refusal is not None
    assert (outcome.refusal.rule, outcome.refusal.why) == ("TABLE-UNDO", "nothing_to_undo")
    assert history.summary(0, "")["refused"][0]["do"] == "undo"


def test_undo_passes_over_what_was_refused(opening: Opening, hun: Edition) -> None:
    history = played(opening, hun, [roll(1, 1, 3, 4), roll(2, 1, 1, 2)])
    history.apply(Undo(GameMs(3000)))
    assert history.would_undo() is None


def test_undo_of_the_first_roll_takes_the_time_back_and_the_next_one_starts_it_anew(
    opening: Opening, hun: Edition
) -> None:
    history = played(opening, hun, [roll(1, 1, 3, 4), {"t": 2, "do": "undo"}])
    outcome = history.apply(asked(opening, roll(7, 2, 1, 2)))
    assert outcome.announcements == (Announcement("start", GameMs(7000)),)
    assert [told.at for told in history.announced] == [7000]


def _over(game: list[Fields]) -> list[Fields]:
    return [roll(0, 1, 3, 4), *game]


def test_undo_passes_over_signatures_and_keeps_them_where_they_still_stand(
    opening: Opening, hun: Edition
) -> None:
    def count(at: float, seat: int, cash: int) -> Fields:
        return {"t": at, "do": "count", "seat": seat, "cash": cash}

    game = [count(5400, seat, 100) for seat in SEATS]
    sign = {"t": 5401, "do": "sign", "seat": 1}
    history = played(opening, hun, _over([*game, sign, count(5402, 2, 200)]))
    history.apply(Undo(GameMs(5_403_000)))
    seats = history.summary(0, "")["seats"]
    assert [seat["signed"] for seat in seats] == [True, False, False, False]
    assert seats[1]["cash"] == 100
    # Taking back seat 1's own count takes the ground from under its signature.
    for _ in range(4):
        history.apply(Undo(GameMs(5_404_000)))
    assert not any(seat["signed"] for seat in history.summary(0, "")["seats"])
    assert history.refused == ()


def test_a_signature_that_no_longer_stands_on_anything_is_dropped(
    opening: Opening, hun: Edition
) -> None:
    out = {"t": 60, "do": "bankrupt", "seat": 2, "to": "bank"}
    history = played(opening, hun, _over([out, {"t": 70, "do": "sign", "seat": 2}]))
    assert history.summary(0, "")["seats"][1]["signed"] is True
    history.apply(Undo(GameMs(80_000)))
    assert history.summary(0, "")["seats"][1]["signed"] is False
    assert history.refused == ()


def test_after_the_close_nothing_can_be_taken_back(opening: Opening, hun: Edition) -> None:
    counts = [{"t": 5400, "do": "count", "seat": seat, "cash": 100} for seat in SEATS]
    signs = [{"t": 5401, "do": "sign", "seat": seat} for seat in SEATS]
    history = played(opening, hun, _over([*counts, *signs, {"t": 5402, "do": "confirm"}]))
    assert history.status is Status.FINAL
    assert history.would_undo() is None
    outcome = history.apply(Undo(GameMs(5_403_000)))
    assert outcome.refusal is not None
    assert outcome.refusal.rule == "TABLE-CLOSED"


def test_what_an_undone_end_held_back_is_told_when_the_undo_comes(
    opening: Opening, hun: Edition
) -> None:
    out = [{"t": 60, "do": "bankrupt", "seat": seat, "to": "bank"} for seat in (2, 4, 5)]
    history = played(opening, hun, _over(out))
    assert history.status is Status.AWAITING_SIGNATURES
    outcome = history.apply(Undo(GameMs(1_900_000)))
    assert outcome.announcements == (Announcement("warn-30", GameMs(1_800_000)),)
    assert history.status is Status.OPEN


def test_options_of_the_opening_apply_to_this_game_alone(hun: Edition, opening: Opening) -> None:
    fields = {"edition": "hun-2009", "season": "S", "round": "R", "game": "G", "table": "T"}
    seats = [{"seat": seat, "player": str(seat)} for seat in SEATS]
    short = {**fields, "seats": seats, "options": {"game": 600, "warnings": [60]}}
    history = played(parse_opening(short), hun, [roll(0, 1, 3, 4)])
    assert [told.at for told in history.advance(GameMs(10**7))] == [60_000, 600_000]
    with pytest.raises(EditionError, match="option 'gam': unknown"):
        History(parse_opening({**short, "options": {"gam": 3}}), hun)


@given(data=st.data())
def test_the_same_actions_give_the_same_game(
    data: st.DataObject, games: st.SearchStrategy[list[Fields]], opening: Opening, hun: Edition
) -> None:
    game = data.draw(games)
    assert shown(played(opening, hun, game)) == shown(played(opening, hun, game))


@given(data=st.data())
def test_waiting_changes_nothing_but_the_time(
    data: st.DataObject, games: st.SearchStrategy[list[Fields]], opening: Opening, hun: Edition
) -> None:
    game = data.draw(games)
    end = game[-1]["t"] if game else 0
    waits = [{"t": data.draw(st.integers(0, int(end))), "do": "wait"} for _ in range(5)]
    mixed = sorted([*game, *waits], key=lambda fields: fields["t"])
    assert shown(played(opening, hun, mixed)) == shown(played(opening, hun, game))


@given(data=st.data())
def test_a_deadline_that_was_made_ready_for_is_like_any_other(
    data: st.DataObject, games: st.SearchStrategy[list[Fields]], opening: Opening, hun: Edition
) -> None:
    game = data.draw(games)
    made_ready = History(opening, hun)
    for fields in game:
        foreseen = made_ready.make_ready()
        assert foreseen == made_ready.make_ready()
        due = made_ready.next_deadline()
        if due is not None and due <= fields["t"] * 1000 and data.draw(st.booleans()):
            assert made_ready.advance(due) == foreseen
        made_ready.apply(asked(opening, fields))
    assert shown(made_ready) == shown(played(opening, hun, game))


def test_nothing_is_made_ready_for_where_nothing_comes_by_itself(
    opening: Opening, hun: Edition
) -> None:
    assert History(opening, hun).make_ready() == ()


@given(data=st.data())
def test_time_that_passes_in_pieces_tells_the_same_as_time_that_passes_at_once(
    data: st.DataObject, games: st.SearchStrategy[list[Fields]], opening: Opening, hun: Edition
) -> None:
    game = data.draw(games)
    at_once, in_pieces = History(opening, hun), History(opening, hun)
    for fields in game:
        action = asked(opening, fields)
        told: list[Announcement] = []
        while (due := in_pieces.next_deadline()) is not None and due <= action.at:
            told.extend(in_pieces.advance(due))
        outcome = at_once.apply(action)
        assert [*told, *in_pieces.apply(action).announcements] == list(outcome.announcements)


@given(data=st.data())
def test_an_action_undone_was_never_done(
    data: st.DataObject, games: st.SearchStrategy[list[Fields]], opening: Opening, hun: Edition
) -> None:
    game = data.draw(games)
    if not game:
        return
    last = asked(opening, game[-1])
    done = played(opening, hun, game[:-1])
    refused = done.apply(last).refusal is not None
    if refused or last.do in STANDS or done.status is Status.FINAL:
        return
    assert done.would_undo() == last
    later = GameMs(last.at + data.draw(st.integers(0, 6_000_000)))
    done.apply(Undo(later))
    never = played(opening, hun, game[:-1])
    never.apply(Wait(later))
    assert shown(done, refused=False) == shown(never, refused=False)


@given(data=st.data())
def test_when_everything_is_undone_only_what_undo_passes_over_is_left(
    data: st.DataObject, games: st.SearchStrategy[list[Fields]], opening: Opening, hun: Edition
) -> None:
    history = played(opening, hun, data.draw(games))
    while history.would_undo() is not None:
        history.apply(Undo(history.now))
    if history.status is not Status.FINAL:
        summary = history.summary(0, "")
        assert (summary["started_t"], summary["dice"], summary["announcements"]) == (None, [], [])


@given(data=st.data())
def test_what_was_told_on_the_way_holds_every_announcement_of_the_attempt(
    data: st.DataObject, games: st.SearchStrategy[list[Fields]], opening: Opening, hun: Edition
) -> None:
    history = History(opening, hun)
    told = list(history.opened)
    for fields in data.draw(games):
        told.extend(history.apply(asked(opening, fields)).announcements)
    assert set(history.announced) <= set(told)
