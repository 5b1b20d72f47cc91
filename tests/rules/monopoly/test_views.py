"""What the table and the official see in each phase, and the edges no golden case has."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rules.actions import Wait, parse_action
from rules.edition import Edition, parse_edition
from rules.errors import EditionError
from rules.history import History
from rules.kinds import Audience, GameMs, Status, Step
from rules.monopoly import GAME
from rules.monopoly.view import ClaimView, Mark, MonopolyView, Phase, RollView

EDITION = Path(__file__).parents[3] / "rules" / "editions" / "hun-2009.toml"

Play = Callable[..., History]

COUNTS = [{"t": 5500, "do": "count", "seat": n, "cash": 100 * n} for n in (1, 2)]


def table(history: History) -> MonopolyView:
    view = history.view(Audience.TABLE)
    assert isinstance(view, MonopolyView)
    return view


def marks(history: History) -> list[Mark]:
    return [seat.mark for seat in table(history).seats]


def roll(t: float, seat: int, *dice: int) -> dict[str, Any]:
    return {"t": t, "do": "roll", "seat": seat, "dice": list(dice)}


def test_set_up_shows_who_has_pressed(play: Play) -> None:
    history = play([{"t": 1, "do": "press", "seat": 2}], seats=3)

    view = table(history)
    assert (view.phase, view.turn, view.last_roll) == (Phase.SETUP, None, None)
    assert marks(history) == [Mark.WAITING, Mark.PRESENT, Mark.WAITING]


def test_ready_waits_for_the_first_seat_or_the_one_chosen(play: Play) -> None:
    ready = play([{"t": 1, "do": "start"}])
    chosen = play([{"t": 1, "do": "start"}, {"t": 2, "do": "turn", "seat": 3}])
    early = play([{"t": 2, "do": "turn", "seat": 3}])
    out = play([{"t": 1, "do": "remove", "seat": 1}, {"t": 2, "do": "turn", "seat": 1}], seats=2)

    assert (table(ready).phase, table(ready).turn) == (Phase.READY, 1)
    assert (table(chosen).turn, table(early).turn) == (3, 3)
    assert (table(out).turn, out.refused[0].refusal.rule) == (None, "HUN-10")


def test_play_shows_turn_dice_and_who_is_out(play: Play) -> None:
    history = play(
        [
            roll(1, 1, 5, 5),
            roll(2, 1, 2, 1),
            {"t": 3, "do": "bankrupt", "seat": 4, "to": 1},
            {"t": 4, "do": "remove", "seat": 3, "reason": "aid"},
            {"t": 5, "do": "jail", "seat": 1},
        ],
        seats=5,
    )

    view = table(history)
    assert marks(history) == [Mark.WAITING, Mark.TURN, Mark.REMOVED, Mark.OUT, Mark.WAITING]
    assert view.last_roll == RollView(1, (2, 1), GameMs(2000), pending=False, jail=False)
    assert [seat.jailed for seat in view.seats] == [True, False, False, False, False]
    assert [seat.out_at for seat in view.seats] == [None, None, 4000, 3000, None]
    assert (view.phase, view.started_at, view.ended_at) == (Phase.PLAY, 1000, None)
    assert (view.game_ms, view.marks_ms[0], view.show_clock) == (5_400_000, 1_800_000, True)
    assert not view.roll_again


def test_time_is_left_from_the_first_dice_to_the_end(play: Play) -> None:
    """HUN-4.1, HUN-4.4."""
    ready = table(play([{"t": 1, "do": "start"}]))
    running = table(play([roll(2, 1, 1, 2)]))
    won = table(play([roll(2, 1, 1, 2), {"t": 60, "do": "retire", "seat": 2}], seats=2))

    assert ready.left_ms(GameMs(999_000)) == 5_400_000
    assert [running.left_ms(GameMs(at)) for at in (2_000, 62_000, 5_401_999, 5_402_001)] == [
        5_400_000, 5_340_000, 1, 0,
    ]  # fmt: skip
    assert won.left_ms(GameMs(999_000)) == 5_342_000


def test_a_double_says_roll_again_and_the_third_says_jail(play: Play) -> None:
    history = play([roll(1, 1, 5, 5)])
    assert table(history).roll_again

    third = play([roll(1, 1, 5, 5), roll(2, 1, 5, 5), roll(3, 1, 5, 5)])

    last = table(third).last_roll
    assert last is not None
    assert last.jail
    assert (table(third).turn, table(third).roll_again) == (2, False)


def test_a_throw_without_values_is_pending_and_a_gap_has_none(play: Play) -> None:
    history = play([roll(1, 1, 5, 4), {"t": 2, "do": "thrown", "seat": 2}])
    assert table(history).last_roll == RollView(2, None, GameMs(2000), pending=True, jail=False)

    gap = play([roll(1, 1, 5, 4), {"t": 3, "do": "turn", "seat": 3}])

    assert table(gap).last_roll == RollView(2, None, GameMs(3000), pending=False, jail=False)


def test_only_the_official_sees_claims(play: Play) -> None:
    history = play([roll(1, 1, 5, 4), {"t": 2, "do": "claim", "seat": 3, "from": 1}])

    official = history.view(Audience.OFFICIAL).official
    assert official.lander == 1
    assert official.may_claim == (2, 3, 4)
    assert official.claims == (ClaimView(3, 1, GameMs(2000)),)
    assert table(history).official is None
    assert play().view(Audience.OFFICIAL).official.may_claim == ()


def test_the_official_sees_when_the_second_round_of_turns_has_begun(play: Play) -> None:
    first = [roll(1, 1, 5, 5), roll(2, 1, 5, 4), roll(3, 2, 1, 2), roll(4, 3, 1, 2)]
    once_round = play([*first, roll(5, 4, 6, 6), roll(6, 4, 1, 2)])
    again = play([*first, roll(5, 4, 1, 2), roll(6, 1, 1, 2)])
    assert [
        history.view(Audience.OFFICIAL).official.second_round for history in (once_round, again)
    ] == [False, True]


def test_counting_shows_sheets_and_the_banks_stock(play: Play) -> None:
    deeds = [{"name": "A1", "houses": 2}, {"name": "H1", "houses": 5}]
    history = play(
        [roll(1, 1, 5, 4), {"t": 5500, "do": "count", "seat": 1, "deeds": deeds}], seats=2
    )

    view = table(history)
    sheet = view.seats[0].sheet
    assert sheet is not None
    assert (sheet.cash, sheet.buildings, view.seats[1].sheet) == (None, 1100, None)
    assert (view.phase, view.bank_houses, view.bank_hotels) == (Phase.COUNT, 30, 11)
    assert (view.turn, history.status) == (None, Status.AWAITING_SIGNATURES)


def test_a_mortgaged_deed_adds_half_of_its_printed_price(play: Play) -> None:
    deeds = [{"name": "V2", "mortgaged": True}]
    history = play(
        [roll(1, 1, 5, 4), {"t": 5500, "do": "count", "seat": 1, "cash": 12, "deeds": deeds}],
        seats=2,
    )

    sheet = table(history).seats[0].sheet
    assert sheet is not None
    assert (sheet.mortgaged, sheet.wealth, sheet.unencumbered) == (100, 112, 0)


def test_signing_arms_one_seat_after_the_other(play: Play) -> None:
    history = play([roll(1, 1, 5, 4), *COUNTS], seats=2)
    assert table(history).phase is Phase.SIGN
    assert marks(history) == [Mark.ARMED, Mark.WAITING]

    signed = play([roll(1, 1, 5, 4), *COUNTS, {"t": 5600, "do": "sign", "seat": 1}], seats=2)

    assert marks(signed) == [Mark.SIGNED, Mark.ARMED]
    assert table(signed).seats[0].signed_by == "seat"


def test_closed_shows_places_and_nothing_can_be_undone(play: Play) -> None:
    history = play(
        [
            roll(1, 1, 5, 4),
            *COUNTS,
            {"t": 5600, "do": "sign", "seat": 1},
            {"t": 5601, "do": "sign", "seat": 2},
            {"t": 5602, "do": "confirm"},
        ],
        seats=2,
    )

    assert [seat.place for seat in table(history).seats] == [2, 1]
    assert (history.status, history.would_undo()) == (Status.FINAL, None)


def test_undo_of_the_first_roll_takes_the_clock_back(play: Play) -> None:
    """HUN-4.1: an entry mistake does not start the time."""
    history = play([roll(4, 1, 5, 4), {"t": 6, "do": "undo"}, roll(10, 2, 1, 2)])

    assert history.summary(0, "")["started_t"] == 10
    assert [one.id for one in history.announced] == ["start"]


def test_undo_of_the_last_bankruptcy_lets_the_game_go_on(play: Play) -> None:
    """HUN-4.4: and the time has gone on, too (HUN-4.3)."""
    history = play(
        [
            roll(4, 1, 5, 4),
            {"t": 1700, "do": "bankrupt", "seat": 2, "to": 1},
            {"t": 1900, "do": "undo"},
        ],
        seats=2,
    )

    assert table(history).phase is Phase.PLAY
    assert [one.id for one in history.announced] == ["start", "warn-30"]


def test_undo_of_a_count_takes_the_signature_under_it_along(play: Play) -> None:
    """HUN-8: nobody has signed the count that stood before; other signatures stand."""
    changed = {"t": 5520, "do": "count", "seat": 1, "cash": 999}
    signed = [{"t": 5530 + n, "do": "sign", "seat": n} for n in (1, 2)]
    undo = {"t": 5540, "do": "undo"}

    history = play([roll(1, 1, 5, 4), *COUNTS, changed, *signed, undo], seats=2)

    seats = table(history).seats
    assert [seat.signed for seat in seats] == [False, True]
    assert seats[0].sheet is not None
    assert seats[0].sheet.cash == 100


def test_undo_of_a_changed_count_brings_the_signature_back(play: Play) -> None:
    """HUN-8: what was signed is what stands again."""
    history = play(
        [
            roll(1, 1, 5, 4),
            *COUNTS,
            {"t": 5510, "do": "sign", "seat": 1},
            {"t": 5520, "do": "count", "seat": 1, "cash": 999},
            {"t": 5540, "do": "undo"},
        ],
        seats=2,
    )

    assert table(history).seats[0].signed


def test_a_void_game_has_its_status(play: Play) -> None:
    history = play([{"t": 1, "do": "end", "reason": "hall closed"}])

    assert (history.status, table(history).phase) == (Status.VOID, Phase.VOID)


@pytest.mark.parametrize("seats", [1, 7])
def test_a_game_of_one_or_of_seven_is_not_opened(play: Play, seats: int) -> None:
    """HUN-6."""
    with pytest.raises(EditionError, match=rf"found {seats} players, allowed 2 to 6"):
        play(seats=seats)


def test_waiting_is_an_action_like_any_other(play: Play) -> None:
    """HUN-4: History lets time pass before it asks; the game has nothing to add."""
    history = play()
    state = GAME.open(history.opening, history.edition).state

    assert GAME.step(state, Wait(GameMs(5))) == Step(state)


def test_the_dice_of_a_reader_are_kept_in_order_like_any(play: Play) -> None:
    history = play([roll(1, 1, 5, 4), roll(2, 1, 5, 4)], options={"dice_log": "reader"})

    assert [refused.refusal.rule for refused in history.refused] == ["HUN-G-DICE"]


def test_a_board_is_checked_when_the_edition_is_read(edition: Edition) -> None:
    """HUN-2: as many rents as a deed of its kind has, house prices on lots alone, codes once."""
    deeds = [dict(deed) for deed in edition.several("deeds")]
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"rents": [1, 2]}, "6 rents"),
        ({"code": "A2"}, "each code once"),
        ({"field": 3}, "each field once"),
        ({"name": "Török udvar"}, "each name once"),
    ]
    for change, allowed in wrong:
        changed = [deeds[1], {**deeds[0], **change}, *deeds[2:]]
        with pytest.raises(EditionError, match=allowed):
            edition.with_options({"deeds": changed})
    railway = {**deeds[2], "house": 50}
    with pytest.raises(EditionError, match="on lots alone"):
        edition.with_options({"deeds": [railway]})
    with pytest.raises(EditionError, match="a list of 1 to 40"):
        edition.with_options({"deeds": []})


def test_a_complete_edition_without_a_board_is_refused(edition: Edition) -> None:
    """HUN-2."""
    text = EDITION.read_text(encoding="utf-8").split("[board]")[0]

    with pytest.raises(EditionError, match=r"board\.deeds: missing, allowed a list of 1 to 40"):
        parse_edition(text, "own.toml", lambda _: None)


def test_a_seat_that_nobody_knows_is_no_action(play: Play) -> None:
    history = play()

    with pytest.raises(ValueError, match="seat"):
        parse_action({"t": 1, "do": "press", "seat": 9}, history.opening, history.family)
