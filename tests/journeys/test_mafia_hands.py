"""The host's hands at a Mafia table: fouls, nominations, the night, whatever the phase says."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware_py import patterns
from firmware_py.timesource import ManualTime
from kiosk.families.mafia import FAMILY, STANDING
from kiosk.screens.frame import START
from rules.mafia.view import Mark, Phase
from tests.journeys.hall import MS, Hall, hall
from tests.journeys.mafiahands import enter, key
from tests.journeys.test_mafia import drive
from tests.journeys.test_mafia_pads import NEXT, OPENING, to_the_vote, view

DEALT: dict[str, Any] = {
    **OPENING,
    "seats": [{k: v for k, v in seat.items() if k != "role"} for seat in OPENING["seats"]],
}
CARDS = (0, 3, 0, 0, 1, 2, 0, 0, 2, 0)
"""OPENING's roles by their digits."""


@pytest.fixture
def found(tmp_path: Path) -> Iterator[Hall]:
    with hall(tmp_path, OPENING) as table:
        yield table


@pytest.fixture
def dealt(tmp_path: Path) -> Iterator[Hall]:
    with hall(tmp_path, DEALT) as table:
        yield table


def game(found: Hall) -> Any:
    found.settle()
    assert found.host.game is not None
    return found.host.game


def official(found: Hall) -> Any:
    return game(found).session.official_now().official


def refusals(found: Hall) -> list[tuple[str, str]]:
    return [(one.do, one.refusal.rule) for one in game(found).session.history.refused]


def frame(found: Hall) -> Any:
    drawn = found.host.stage._drawn
    assert drawn is not None
    return drawn


def foul(found: Hall, seat: int) -> None:
    drive(found, ["key kp_plus", "wait 60", *key(seat), "wait 4500"])


def to_day(found: Hall) -> None:
    """Day 1, seat 1 has the word."""
    drive(found, [f"tap seat{seat} 200" for seat in range(1, 11)])
    drive(found, ["wait 1200", *NEXT, "wait 82000", *NEXT, *NEXT])
    assert view(found).speaker.seat == 1


def speeches(found: Hall, nominees: tuple[int, ...] = ()) -> None:
    """Everybody who has not spoken does."""
    named = list(nominees)
    while view(found).phase is Phase.DAY and view(found).next_speaker is not None:
        drive(found, NEXT)
        if named:
            drive(found, key(named.pop(0)))
    drive(found, NEXT)
    assert view(found).speaker is None


def to_night(found: Hall) -> None:
    """Night 1, with all at the table."""
    to_day(found)
    speeches(found)
    drive(found, NEXT)
    assert view(found).phase is Phase.NIGHT


def typed(*pairs: int) -> list[str]:
    """Shot, Don and Sheriff, two digits each and Enter."""
    return [line for whom in pairs for line in (*key(whom // 10), *key(whom % 10), *enter())]


def test_a_foul_is_two_presses_and_is_undone_in_one(found: Hall) -> None:
    to_day(found)
    drive(found, ["tap judge.foul 80", *key(4)])
    assert view(found).seats[3].fouls == 1
    drive(found, ["wait 1500", "tap judge.undo 80", "wait 100"])
    assert view(found).seats[3].fouls == 0
    assert game(found).desk.talk.questions.asked is None
    drive(found, ["wait 5000"])  # the same foul by another hand is asked about before that
    foul(found, 4)
    drive(found, ["wait 20000", "tap judge.undo 80", "wait 100"])
    assert view(found).seats[3].fouls == 1, "an old one is asked about"
    assert game(found).desk.talk.questions.asked is not None
    drive(found, ["tap judge.undo 80", "wait 100"])
    assert view(found).seats[3].fouls == 0


def test_a_reason_follows_a_foul_by_its_digit(found: Hall) -> None:
    to_day(found)
    drive(found, ["tap judge.foul 80", *key(4), *key(2)])
    done = [one for one, _ in game(found).session.history.accepted()]
    assert [(one.do, one.seat) for one in done[-2:]] == [("foul", 4), ("incident", 4)]
    drive(found, ["wait 1000", "tap judge.undo 80", "wait 100"])
    assert view(found).seats[3].fouls == 0
    stands = [one.do for one, still in game(found).session.history.accepted() if still]
    assert not {"foul", "incident"} & set(stands), "both are taken back by one press"


@pytest.mark.parametrize(
    ("edition", "foul", "removal"),
    [
        ("mafia-nuances", "MAFN-DAY-3b", "MAFN-GEN-6"),
        ("mafia-aktau-2015", "MAFA-FOUL-7", "MAFA-REM-7"),
    ],
)
def test_a_chosen_reason_stands_in_the_sheet_with_its_rule(
    tmp_path: Path, edition: str, foul: str, removal: str
) -> None:
    """MAFN-DAY-3b, MAFN-GEN-6, MAFA-FOUL-7, MAFA-REM-7: the seventh of each list."""
    with hall(tmp_path, {**OPENING, "edition": edition}) as found:
        to_day(found)
        drive(found, ["tap judge.foul 80", *key(4), *key(7), "wait 5000"])
        drive(found, ["key kp_dot", "wait 60", *key(4), *key(8), *key(7), "tap judge.yes 80"])
        remarks = game(found).session.history.summary(0, "")["remarks"]
    assert [(one["what"], one["seat"], one["rule"]) for one in remarks] == [
        ("foul", 4, None),
        ("incident", 4, foul),
        ("remove", 8, removal),
    ]


def test_behind_a_foul_in_the_vote_or_at_night_a_digit_is_no_reason(found: Hall) -> None:
    to_the_vote(found)
    drive(found, ["tap judge.next 80", "tap judge.foul 80", *key(5), *key(1), "wait 2500"])
    assert game(found).desk.counted[0] == (3, (1,)), "the host counts seat 1 by hand"
    for _ in range(2):
        drive(found, ["tap judge.next 80", "wait 2500"])
    drive(found, [*NEXT, *NEXT, *NEXT, "wait 1000"])
    while view(found).phase is not Phase.NIGHT:
        drive(found, NEXT)
    drive(found, ["tap judge.foul 80", *key(5), *typed(4, 0, 0)])
    assert official(found).shot == 4


def test_an_award_at_the_console_changes_no_undo_at_the_table(found: Hall) -> None:
    to_the_vote(found)
    drive(found, ["tap judge.foul 80", *key(4), "wait 4500"])
    found.private({"do": "award", "seat": 1, "what": "monster"})
    drive(found, ["tap judge.undo 80", "wait 100"])
    assert view(found).seats[3].fouls == 0
    drive(found, ["wait 1200", "tap judge.next 80", "press seat4", "wait 300", "release seat4"])
    drive(found, ["wait 300"])
    found.private({"do": "award", "seat": 2, "what": "monster"})
    assert [one.seat for one in view(found).pending] == [4]
    drive(found, ["tap judge.undo 80", "wait 100"])
    assert view(found).pending == ()
    given = game(found).session.history._state.given
    assert [one.seat for one in given] == [1, 2]


def test_yes_counts_the_fouls_of_the_pads_in_a_window(found: Hall) -> None:
    to_the_vote(found)
    drive(found, ["tap judge.next 80", "press seat4", "wait 300", "release seat4", "wait 200"])
    drive(found, ["tap judge.yes 80", "wait 100"])
    assert view(found).pending == ()
    assert view(found).seats[3].fouls == 1


def test_the_fourth_foul_waits_for_yes_and_silence_is_no(found: Hall) -> None:
    to_day(found)
    for _ in range(3):
        foul(found, 6)
    seat = view(found).seats[5]
    assert (seat.fouls, seat.silent, seat.alive) == (3, True, True)
    drive(found, ["tap judge.foul 80", *key(6)])
    asked = game(found).desk.talk.questions.asked
    assert asked.text.key == "kiosk.mafia.sure.last_foul"
    drive(found, ["wait 11000"])
    assert view(found).seats[5].alive
    drive(found, ["tap judge.foul 80", *key(6), "tap judge.yes 80", "wait 100"])
    assert view(found).seats[5].left == "removal"
    assert view(found).no_vote


def test_fouls_stand_on_every_lamp_as_one_two_or_three(found: Hall) -> None:
    to_day(found)
    for seat, count in ((1, 2), (5, 3), (8, 1)):
        for _ in range(count):
            foul(found, seat)
    drive(found, ["tap judge.foul 80", *key(5), "tap judge.yes 80", "wait 100"])
    shown = dict(FAMILY.lamps(view(found), game(found).desk, 0))
    assert shown[1] == patterns.fouls(2), "who speaks is lit, with as many gaps"
    assert shown[8] == STANDING[1]
    assert shown[5] == patterns.OFF, "who has left has none"
    assert shown[2] == patterns.OFF
    assert [len(STANDING[n].steps) // 2 for n in (1, 2, 3)] == [1, 2, 3]
    speeches(found)
    drive(found, NEXT)
    assert set(dict(FAMILY.lamps(view(found), game(found).desk, 0)).values()) == {patterns.OFF}


def test_the_silenced_has_ten_seconds_and_may_nominate(found: Hall) -> None:
    to_day(found)
    for _ in range(3):
        foul(found, 2)
    drive(found, NEXT)
    speaker = view(found).speaker
    assert (speaker.seat, speaker.kind, speaker.timer.length) == (2, "silent", 10_000)
    assert FAMILY.ends_at(view(found)) == speaker.timer.ends_at
    drive(found, key(7))
    assert [(one.by, one.whom) for one in view(found).nominations] == [(2, 7)]


def test_a_digit_nominates_for_the_speaker_and_no_withdraws_within_his_minute(
    found: Hall,
) -> None:
    to_day(found)
    drive(found, [*key(3), "wait 100", *key(8)])
    assert [(one.by, one.whom) for one in view(found).nominations] == [(1, 8)]
    drive(found, ["tap judge.no 80", "wait 100"])
    assert view(found).nominations == ()
    drive(found, [*key(3), *NEXT, "tap judge.no 80", "wait 100"])
    assert [(one.by, one.whom) for one in view(found).nominations] == [(1, 3)]
    drive(found, ["wait 61000", *key(4)])
    assert view(found).speaker is None
    assert len(view(found).nominations) == 1, "nobody speaks: a digit names nobody"


def test_a_nomination_outside_the_own_minute_is_refused_with_its_rule(found: Hall) -> None:
    to_day(found)
    found.private({"do": "nominate", "seat": 5, "whom": 6})
    assert refusals(found) == [("nominate", "MAF-P-4")]
    found.private({"do": "withdraw", "seat": 5})
    assert refusals(found)[1:] == [("withdraw", "MAFN-DAY-2a")]


def test_start_held_gives_the_speaker_his_minute_again(found: Hall) -> None:
    to_day(found)
    drive(found, ["wait 30000", "tap judge.next 2100", "wait 100"])
    speaker = view(found).speaker
    assert speaker.seat == 1
    left = speaker.timer.ends_at - game(found).session.game_ms(found.time.now_ns())
    assert 59_000 < left <= 60_000


def test_a_seat_ends_its_own_speech_only_where_the_edition_says_so(tmp_path: Path) -> None:
    for number, yields in enumerate((False, True)):
        home = tmp_path / str(number)
        home.mkdir()
        opening = {**OPENING, "options": {"seat_press_yields": yields}}
        with hall(home, opening) as found:
            to_day(found)
            drive(found, ["tap seat2 200", "tap seat1 200", "wait 100"])
            assert (view(found).speaker is None) is yields


def test_who_is_missing_in_the_roll_call_is_asked_about(found: Hall) -> None:
    drive(found, [f"tap seat{seat} 200" for seat in (1, 2, 3, 4, 5, 6, 8, 9)])
    drive(found, ["wait 1200", "tap judge.next 80", "wait 100"])
    asked = game(found).desk.talk.questions.asked
    assert dict(asked.text.params) == {"seats": "7, 10"}
    assert frame(found).own.missing == (7, 10)
    drive(found, ["tap judge.no 80", "tap seat7 200", "tap seat10 200", "wait 1200", *NEXT])
    assert view(found).phase is Phase.NIGHT


def test_roles_are_typed_blind_and_a_deck_that_does_not_add_up_is_asked_for_again(
    dealt: Hall,
) -> None:
    drive(dealt, ["tap judge.next 80", "wait 100", "tap judge.yes 80", "wait 1200"])
    wrong = (0, 3, 0, 0, 1, 2, 0, 0, 0, 0)
    two_dons = (3, 3, 0, 0, 1, 2, 0, 0, 2, 0)
    for cards in (wrong, two_dons):
        drive(dealt, [*(line for card in cards for line in key(card)), *enter()])
        assert official(dealt).roles == ()
    assert refusals(dealt) == [("roles", "MAF-P-1")] * 2
    drive(dealt, [*(line for card in (9, 9, 9) for line in key(card)), *enter()])
    assert refusals(dealt)[2:] == [], "what makes no action is not even written"
    drive(dealt, ["wait 81000", *enter()])
    assert view(dealt).phase is Phase.NIGHT, "no roles, no day"
    late = [*(line for card in (0, 0) for line in key(card))]
    drive(dealt, [*late, *(line for card in CARDS for line in key(card)), *enter()])
    assert len(official(dealt).roles) == 10, "the last ten digits count"
    assert dict(official(dealt).roles)[2] == "don"
    drive(dealt, enter())
    assert view(dealt).phase is Phase.DAY


def test_by_night_all_is_typed_blind_and_day_comes_when_both_checks_have_run(
    found: Hall,
) -> None:
    to_night(found)
    drive(found, [*typed(4, 5, 10), *enter()])
    facts = official(found)
    assert (facts.shot, facts.don_check, facts.sheriff_check) == (4, 5, 10)
    assert view(found).phase is Phase.NIGHT, "the checks run in full"
    drive(found, ["wait 30000"])
    assert view(found).phase is Phase.NIGHT
    drive(found, ["wait 10000"])
    assert view(found).phase is Phase.MORNING, "day came by itself, it was asked for"
    assert view(found).minutes == (4,)
    assert refusals(found) == []


def test_enter_for_the_day_counts_however_soon_it_follows_the_last_check(found: Hall) -> None:
    to_night(found)
    drive(found, [*typed(4, 5), *key(1), *key(0), "key kp_enter", "wait 200", "key kp_enter"])
    drive(found, ["wait 30000"])
    assert view(found).phase is Phase.NIGHT, "not before the checks have run in full"
    drive(found, ["wait 12000"])
    assert view(found).phase is Phase.MORNING


def test_what_is_typed_wrong_at_night_is_typed_again_or_taken_back_silently(
    found: Hall,
) -> None:
    to_night(found)
    drive(found, [*key(0), *key(9), *key(0), *key(4), *enter()])
    assert official(found).shot == 4, "the last two digits count"
    drive(found, ["tap judge.undo 80", "wait 1200"])
    assert not official(found).shot_entered
    drive(found, [*key(0), *key(3), "key kp_slash", "wait 60", *typed(6, 0, 0)])
    assert (official(found).shot, official(found).don_check) == (6, None)
    for _ in range(5):
        drive(found, ["tap judge.undo 80", "wait 1200"])
    assert view(found).phase is Phase.NIGHT, "the night itself is not taken back blind"


def test_an_entry_that_does_not_hold_takes_no_other_s_place(found: Hall) -> None:
    to_night(found)
    drive(found, [*typed(4, 0, 0), "wait 41000", *enter(), *NEXT, *NEXT])
    while view(found).phase is Phase.DAY:
        drive(found, NEXT)
    assert view(found).phase is Phase.NIGHT
    drive(found, typed(4, 7, 8))
    facts = official(found)
    assert (facts.shot_entered, facts.don_check, facts.sheriff_check) == (False, 7, 8)
    assert refusals(found) == [("shot", "MAFN-GEN-8")]
    drive(found, [*enter(), *typed(3), "wait 41000", *enter()])
    assert view(found).minutes == (3,)


def test_a_check_of_who_is_out_is_nobody_s_check(found: Hall) -> None:
    to_night(found)
    drive(found, [*typed(5, 1, 1), "wait 41000", *enter(), *NEXT, *NEXT])
    speeches(found)
    drive(found, NEXT)
    drive(found, typed(0, 1, 3))
    facts = official(found)
    assert facts.sheriff_entered
    assert facts.sheriff_check is None, "the Sheriff was shot in the first night"
    assert refusals(found) == []


def test_a_second_check_and_a_check_by_day_are_refused_and_only_the_console_is_told(
    found: Hall,
) -> None:
    to_night(found)
    drive(found, typed(0, 1, 3))
    found.private({"do": "don_check", "whom": 4})
    assert refusals(found) == [("don_check", "MAF-P-9")]
    drive(found, ["wait 41000", *enter()])
    found.private({"do": "sheriff_check", "whom": 4})
    assert refusals(found)[1:] == [("sheriff_check", "MAF-P-9")]
    assert game(found).desk.notice is None


def test_the_night_s_frame_is_one_frame_whatever_happens(found: Hall) -> None:
    to_day(found)
    for _ in range(2):
        foul(found, 3)
    speeches(found)
    drive(found, [*NEXT, "wait 5000"])
    drawn = frame(found)
    assert drawn.now_ms == START
    assert (drawn.notice, drawn.question, drawn.panel, drawn.menu) == (None, None, None, False)
    for lines in (key(4), ["key kp_dot"], ["tap judge.foul 80", *key(3)], ["tap judge.undo 80"]):
        drive(found, [*lines, "wait 500"])
        before = {one: getattr(frame(found), one) for one in ("now_ms", "notice", "panel", "own")}
        assert before == {"now_ms": START, "notice": None, "panel": None, "own": drawn.own}


def test_somebody_is_removed_at_night_with_nothing_on_the_screen(found: Hall) -> None:
    to_night(found)
    before = frame(found)
    drive(found, ["key kp_dot", "wait 60", *key(4), *key(8), *key(5), "key kp_star", "wait 60"])
    assert view(found).seats[7].left == "removal"
    assert (frame(found).panel, frame(found).question, frame(found).own) == (None, None, before.own)
    drive(found, typed(4, 5, 6))
    assert official(found).shot == 4, "what came between takes no digit of the night's"


def test_the_mask_sounds_from_night_to_day(found: Hall) -> None:
    to_night(found)
    masks = [one.how for one in found.seen if one.what == "mask"]
    assert masks == [True, False, True]


def test_three_names_of_who_was_killed_first_are_typed_in_the_morning(found: Hall) -> None:
    to_night(found)
    drive(found, [*typed(4, 0, 0), "wait 41000", *enter()])
    drive(found, [*key(2), *key(6), *key(6), *key(9)])
    assert game(found).desk.notice.key == "kiosk.mafia.notice.noted"
    named = game(found).session.history._state.best_move
    assert (named.seat, named.names) == (4, (2, 6, 9))
    drive(found, [*NEXT, *key(1), *key(2), *key(3)])
    assert game(found).desk.notice.key == "kiosk.mafia.notice.noted", "refused: said the same"
    assert refusals(found) == [("best_move", "MAFA-PTS-10")]


def test_a_triple_is_told_seat_by_seat_from_the_menu(found: Hall) -> None:
    to_day(found)
    drive(found, ["key kp_dot", "wait 60", *key(7), *key(1), *key(2), *key(6), *key(10)])
    (named,) = game(found).session.history._state.triples
    assert (named.seat, named.names) == (1, (2, 6, 10))


def test_two_sheriffs_are_marked_from_the_menu_and_unmarked(found: Hall) -> None:
    to_day(found)
    drive(found, ["key kp_dot", "wait 60", "key kp_dot", "wait 60", *key(3), *key(5), *key(7)])
    assert view(found).two_sheriffs
    drive(found, ["key kp_dot", "wait 60", "key kp_dot", "wait 60", *key(4)])
    assert not view(found).two_sheriffs


def test_a_removal_and_a_team_loss_are_asked_about(found: Hall) -> None:
    to_day(found)
    drive(found, ["key kp_dot", "wait 60", *key(4), *key(8), *key(1)])
    assert view(found).seats[7].alive
    drive(found, ["tap judge.yes 80", "wait 100"])
    assert view(found).seats[7].left == "removal"
    drive(found, ["key kp_dot", "wait 60", *key(8), *key(6), *key(1)])
    drive(found, ["tap judge.yes 80", "wait 100"])
    assert view(found).phase is Phase.OVER
    assert (view(found).winner, view(found).end_reason) == ("red", "team_loss")


def test_a_dead_hand_on_a_pad_is_refused_and_a_live_one_counts_once(found: Hall) -> None:
    to_night(found)
    drive(found, [*typed(4, 0, 0), "wait 41000", *enter(), *NEXT, *NEXT])
    speeches(found, (2, 3))
    drive(found, ["tap judge.next 80", "tap seat4 100", "tap seat1 1900", "wait 1100"])
    assert refusals(found) == [("fist", "MAFN-GEN-8")]
    drive(found, ["tap judge.next 80", "tap seat1 300", "wait 2000"])
    assert refusals(found)[1:] == [("fist", "MAF-P-6")]


def test_the_menu_offers_nothing_private_and_awards_only_after_the_end() -> None:
    from kiosk.families.mafia.verbs import MENU, PAGES
    from rules.mafia.game import _PRIVATE

    private = {kind.do for kind in _PRIVATE} - {"award"}
    words = set(itertools.chain.from_iterable(PAGES))
    assert not {MENU.verbs[word].do for word in words if word in MENU.verbs} & private
    assert [phase for phase in MENU.allowed if MENU.is_allowed("award", phase)] == ["over"]


def test_over_who_wants_signs_by_holding_and_the_host_confirms(found: Hall) -> None:
    to_day(found)
    drive(found, ["key kp_dot", "wait 60", *key(8), *key(6), *key(1), "tap judge.yes 80"])
    drive(found, ["wait 4500", "tap seat3 2100", "tap seat5 500", "wait 1500"])
    assert [seat.seat for seat in view(found).seats if seat.signed] == [3]
    drive(found, ["key kp_dot", "wait 60", "key kp_dot", "wait 60", *key(5), *key(8), *key(1)])
    drive(found, ["wait 100", "tap judge.confirm 80", "wait 100"])
    assert view(found).phase is Phase.CLOSED
    assert game(found).session.sealed
    assert all(seat.role for seat in view(found).seats)


def test_a_speaker_s_place_is_marked_and_the_next_one_too(found: Hall) -> None:
    to_day(found)
    marks = [seat.mark for seat in view(found).seats]
    assert marks[:3] == [Mark.TURN, Mark.NEXT, Mark.WAITING]


def test_ties_are_defended_and_voted_on_again_one_press_each(found: Hall) -> None:
    to_the_vote(found)
    first, second = range(1, 6), range(6, 11)
    up = [f"release seat{n}" for n in range(1, 11)]
    drive(found, ["tap judge.next 80", *(f"press seat{n}" for n in first), "wait 2500"])
    drive(found, ["tap judge.next 80", *(f"press seat{n}" for n in second), "wait 2500", *up])
    drive(found, NEXT)
    assert view(found).phase is Phase.CRASH
    assert view(found).next_speaker == 3
    drive(found, NEXT)
    speaker = view(found).speaker
    assert (speaker.seat, speaker.kind, speaker.timer.length) == (3, "defence", 30_000)
    assert frame(found).own.next.key == "kiosk.mafia.next.defence"
    drive(found, NEXT)
    assert view(found).speaker.seat == 7
    drive(found, NEXT)
    assert view(found).phase is Phase.CRASH, "the last defence is ended first"
    drive(found, NEXT)
    assert (view(found).phase, view(found).ballot.stage) == (Phase.VOTE, "revote")


def test_after_a_restart_at_night_the_table_looks_and_sounds_as_before(tmp_path: Path) -> None:
    time = ManualTime()
    with hall(tmp_path, OPENING, time) as found:
        to_night(found)
        drive(found, typed(4))
        asleep = [one.how for one in found.seen if one.what == "picture"][-1]
    with hall(tmp_path, None, time) as again:
        again.until(time.now_ns() + 1_000 * MS)
        assert view(again).phase is Phase.NIGHT
        assert [one.how for one in again.seen if one.what == "mask"] == [True]
        assert [one.how for one in again.seen if one.what == "picture"][-1] == asleep
        assert not [one for one in again.seen if one.what == "sound"]
        drive(again, [*typed(5, 10), "wait 41000", *enter()])
        assert view(again).minutes == (4,)


def test_what_just_happened_and_every_undo_have_words() -> None:
    from kiosk.families.mafia.verbs import MENU
    from kiosk.locale import Catalogue
    from rules.actions import FAMILIES
    from rules.history import STANDS
    from rules.mafia.game import _PRIVATE

    texts = Catalogue().texts("ru")
    private = {kind.do for kind in _PRIVATE}
    done = {verb.do for verb in MENU.verbs.values()}
    public = set(FAMILIES["mafia"]) - private - {"wait", "press"}
    told = {do for do in public - done if not texts.has(f"kiosk.did.{do}")}
    assert told == {"pause", "resume"}, "these are always refused"
    back = {do for do in set(FAMILIES["mafia"]) - STANDS if not texts.has(f"kiosk.undo.{do}")}
    assert back == set()


def test_ten_who_sit_down_at_the_table_play_and_nine_are_told_why_not(tmp_path: Path) -> None:
    with hall(tmp_path, None, edition="mafia-nuances") as found:
        sits = [line for seat in range(1, 10) for line in (f"tap seat{seat} 200", "wait 100")]
        drive(found, ["tap judge.next 80", "wait 1200", *sits, "wait 1200", *NEXT])
        assert found.host.game is None
        told = found.host.lobby.notice
        assert told is not None
        assert "MAFA-TIME-2" in str(told.params)
        drive(found, ["tap seat10 200", "wait 1200", *NEXT])
        assert view(found).phase is Phase.SETUP


def test_a_replay_and_a_verdict_are_said_from_the_menu(found: Hall) -> None:
    to_day(found)
    foul(found, 4)
    page = ["key kp_dot", "wait 60"]
    drive(found, [*page, *page, *key(9), *key(1), "tap judge.next 5200", "wait 100"])
    assert (view(found).phase, view(found).attempt) == (Phase.SETUP, 2)
    assert [seat.fouls for seat in view(found).seats] == [0] * 10
    drive(found, ["wait 1200", *NEXT, "wait 82000", *NEXT, *NEXT])
    drive(found, [*page, *page, *key(6), *key(2), *key(1), "tap judge.yes 80", "wait 100"])
    assert (view(found).winner, view(found).end_reason) == ("black", "judge_award")
    drive(found, ["wait 1200", *page, *page, *page, *key(1), *key(2), "tap judge.yes 80"])
    assert (view(found).winner, view(found).end_reason) == (None, "judge")


def test_a_warning_for_glasses_is_a_foul_from_the_second_on(found: Hall) -> None:
    to_day(found)
    for _ in range(2):
        drive(found, ["key kp_dot", "wait 60", *key(5), *key(8), *key(1), "wait 500"])
    assert (view(found).seats[7].warnings, view(found).seats[7].fouls) == (2, 1)
