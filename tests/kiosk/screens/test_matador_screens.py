"""The pictures of a Matador evening: what is asked at the table stands there, and nothing more."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from kiosk.families.matador.own import Own
from kiosk.families.matador.samples import base_frame, late, playing, samples, two_minutes
from kiosk.families.matador.samplesheets import SHEETS, closed_view, counted
from kiosk.families.matador.sampleviews import NAMES, setup_view, with_seats
from kiosk.families.matador.screens import cards
from kiosk.families.matador.screens.boardmap import BOARD, GROUPS, NEVER_MORTGAGED
from kiosk.families.matador.screens.verdict import SHOWN_MS
from kiosk.locale import Catalogue
from kiosk.screens import base
from kiosk.screens.base import Painter
from kiosk.screens.choose import choose
from kiosk.screens.family import until_change
from kiosk.screens.frame import CardState, Frame, Line, Mode
from kiosk.screens.targets import (
    Card,
    Clear,
    CloseMenu,
    Digit,
    No,
    Ok,
    OpenDice,
    Say,
    SheetField,
    SheetMortgage,
    Yes,
)
from kiosk.screens.text import Writer
from kiosk.screens.theme import contrast
from rules.board import board_of
from rules.edition import parse_edition
from rules.kinds import GameMs, Money, RuleId, Seat
from rules.matador.view import (
    EntryView,
    LoanView,
    Mark,
    MatadorView,
    OfferView,
    Phase,
    RollView,
    SlipView,
    VerdictView,
)
from rules.value import replace
from tests.kiosk.screens.conftest import ROOT, Canvas

Make = Callable[[tuple[int, int]], Canvas]
FRAMES = dict(samples())
SIZE = (1280, 720)


def _texts(canvas: Make, frame: Frame, language: str = "en") -> list[str]:
    return [drawn.text for drawn in canvas(SIZE).whole(replace(frame, language=language))]


def _with(view: MatadorView) -> Frame:
    return replace(base_frame(), view=view)


def _card(frame: Frame, seat: int) -> CardState:
    return next(card for card in cards(frame) if card.seat == seat)


def _note(frame: Frame, seat: int) -> str:
    """The key of a card's note, of both parts where it has two."""
    note = _card(frame, seat).note
    if note is None:
        return ""
    parts = [value for _, value in note.params if isinstance(value, Line)]
    return " ".join(part.key.rpartition(".")[2] for part in parts or [note])


def test_every_phase_has_a_screen_and_every_screen_is_in_the_samples() -> None:
    for phase in Phase:
        assert choose(_with(replace(playing(), phase=phase)))
    shown = {choose(frame).__name__ for frame in FRAMES.values()}
    assert shown >= {
        "auction", "ballot", "closed", "dice_closed", "dice_grid", "early_end", "evening_over",
        "fault", "idle", "page", "panel", "places_page", "play", "pot_page", "question", "setup",
        "sheet", "signal", "signing", "timeout", "verdict", "void",
    }  # fmt: skip


def test_the_board_map_is_the_board_of_the_edition() -> None:
    path = ROOT / "rules" / "editions" / "ramk-2017.toml"
    edition = parse_edition(path.read_text(encoding="utf-8"), path.name, lambda _: None)
    walked = {}
    for side, (corner, codes) in enumerate(zip(BOARD.corners, BOARD.sides, strict=True)):
        for step, code in enumerate((corner, *codes)):
            walked[side * 10 + step + 1] = code  # the document counts from 1
    deeds = board_of(edition).deeds
    assert {field for field, code in walked.items() if BOARD.is_deed(code)} == {
        deed.field for deed in deeds
    }
    assert all(walked[deed.field] == deed.code for deed in deeds)
    assert set(GROUPS) == {deed.group for deed in deeds}
    never = {deed.group for deed in deeds if not deed.mortgage}
    assert never == set(NEVER_MORTGAGED)


def test_every_letter_of_a_group_can_be_read_on_its_band() -> None:
    for letter, (band, ink) in GROUPS.items():
        assert contrast(ink, band) >= 4.5, letter


def test_whose_turn_it_is_the_dice_with_their_sum_and_the_pot(canvas: Make) -> None:
    texts = _texts(canvas, base_frame())
    assert {"5", "Gry", "4 + 3 = 7", "4 · Mikkel, 20:10:52", "PARKING POT", "7,500 kr"} <= set(
        texts
    )
    assert _card(base_frame(), 5).mode is Mode.NOW
    assert sum(card.mode is Mode.NOW for card in cards(base_frame())) == 1


def test_who_still_moves_is_said_until_the_piece_is_let_go(canvas: Make) -> None:
    moving = _with(replace(playing(), moving=Seat(4)))
    texts = _texts(canvas, moving)
    assert "4 · Mikkel is moving" in texts
    assert "wait: 4 · Mikkel moves and lets go first" in texts
    assert _note(moving, 4) == "moves"
    assert not [text for text in texts if "accuse" in text]
    touched = _texts(canvas, _with(replace(playing(), moving=Seat(4), touched=True)))
    assert "4 · Mikkel touched the dice too early: anybody may accuse" in touched


@pytest.mark.parametrize(
    ("note", "said"),
    [
        ("early", "3 · Bjørn Østergaard · before the turn: void"),
        ("not-moved", "3 · Bjørn Østergaard · rolled before moving"),
        ("jail", "3 · Bjørn Østergaard · third double: jail"),
        ("jail-try", "3 · Bjørn Østergaard · stays in jail"),
        ("jail-double", "3 · Bjørn Østergaard · double: out of jail"),
        ("jail-third", "3 · Bjørn Østergaard · third try failed"),
        ("by-6", "3 · Bjørn Østergaard · rolled by seat 6"),
    ],
)
def test_a_note_of_the_dice_log_is_said_in_words(canvas: Make, note: str, said: str) -> None:
    roll = RollView(Seat(3), (2, 5), GameMs(1), False, note)
    assert said in _texts(canvas, _with(replace(playing(), last_roll=roll)))


def test_open_rents_and_offers_are_public_and_go_when_they_lapse(canvas: Make) -> None:
    view = playing()
    assert "Rent may still be claimed of 4 · Mikkel" in _texts(canvas, _with(view))
    two = replace(view, claimable=(Seat(4), Seat(3)))
    assert "Rent may still be claimed of seats 4, 3" in _texts(canvas, _with(two))
    offer = OfferView(Seat(3), Seat(5), "H2", 1)
    offered = _texts(canvas, _with(replace(view, claimable=(), offers=(offer,))))
    assert "Offer 3 to 5: Rådhuspladsen · until the next roll" in offered
    over = _texts(canvas, _with(replace(view, claimable=())))
    assert not [text for text in over if "claimed" in text or "Offer" in text]


def test_a_place_card_says_what_somebody_holds_the_most_urgent_first() -> None:
    view = playing()
    loan = LoanView(Money(10_000), Money(9_500), Money(950), Money(500))
    held = {
        "loan": loan, "free_pass": "available", "grant": True, "kings": 1,
        "slips": (SlipView(Seat(4), 10, ()),), "fines": Money(500),
    }  # fmt: skip
    assert _note(_with(with_seats(view, {6: held})), 6) == "loan pass"
    assert _note(_with(with_seats(view, {6: {**held, "loan": None}})), 6) == "pass grant"
    spent = {**held, "loan": None, "free_pass": "used", "grant": False}
    assert _note(_with(with_seats(view, {6: spent})), 6) == "king share"
    assert _note(_with(with_seats(view, {6: {**held, "jail_round": 2}})), 6) == "jail"
    assert _note(_with(with_seats(view, {6: {"fines": Money(500)}})), 6) == "fines"
    assert _note(_with(view), 7) == "bankrupt"
    home = with_seats(view, {6: {"mark": Mark.HOME, "out_at": GameMs(1)}})
    assert _note(_with(home), 6) == "home"


def test_the_evening_is_shown_in_whole_minutes_and_only_where_it_has_a_clock(canvas: Make) -> None:
    view = playing()
    assert view.evening is not None
    ends = view.evening.ends_at
    for left, said in ((60_001, "2 min left"), (60_000, "1 min left"), (1, "1 min left")):
        frame = replace(_with(view), now_ms=GameMs(ends - left))
        assert said in _texts(canvas, frame)
    frame = replace(_with(view), now_ms=GameMs(ends - 90_500))
    assert until_change(frame) == 30_500
    none = _with(replace(view, evening=None))
    assert not [text for text in _texts(canvas, none) if "min left" in text]
    assert until_change(none) is None
    assert "LAST ROUND" in _texts(canvas, _with(replace(view, last_round=True)))


def test_a_time_out_says_who_must_what_and_then_what_the_others_may(canvas: Make) -> None:
    view = late(playing())
    runs = _with(replace(view, timeout=two_minutes(36_000)))
    assert choose(runs).__name__ == "timeout"
    assert "2 · Søren must roll and move" in _texts(canvas, runs)
    assert "At 0:00 the others roll and move. Called by 6 · Kirsten." in _texts(canvas, runs)
    moves = _with(replace(view, timeout=two_minutes(36_000), moving=Seat(2)))
    assert "2 · Søren must move and let go" in _texts(canvas, moves)
    over = _with(replace(view, timeout=two_minutes(130_000, True)))
    texts = _texts(canvas, over)
    assert "The others may roll for 2 · Søren" in texts
    assert [text for text in texts if text in "0:" and len(text) == 1][:3] == ["0", "0", "0"]
    assert until_change(runs) is not None
    assert until_change(over) is None


def _told(passed: bool, entries: tuple[EntryView, ...], at: int = 1_000) -> Frame:
    told = VerdictView("cheating", Seat(4), Seat(2), 4, 1, 1, passed, GameMs(at), passed)
    view = replace(playing(), verdict=told, entries=entries, last_roll=None)
    return replace(_with(view), now_ms=GameMs(at + 2_000))


def test_a_verdict_says_the_voices_and_only_what_was_entered(canvas: Make) -> None:
    pays = EntryView(GameMs(1_000), Seat(2), "pot", Money(1_000), RuleId("RAMK-4.1"))
    before = replace(pays, at=GameMs(500), amount=Money(500))
    other = replace(pays, rule=RuleId("RAMK-9.2"), amount=Money(6_000))
    texts = _texts(canvas, _told(True, (other, pays, before)))
    assert "4 yes · 1 no · 1 did not vote" in texts
    assert [text for text in texts if "pays" in text] == ["2 · Søren pays 1,000 to the parking pot"]
    assert "Was it to avoid an expense? The menu asks for intent." in texts
    poor = _texts(canvas, _told(False, ()))
    assert "No cheating" in poor
    assert not [text for text in poor if "pays" in text or "expense" in text]


def test_a_verdict_gives_way_after_some_seconds_and_to_the_dice() -> None:
    frame = _told(True, ())
    assert choose(frame).__name__ == "verdict"
    timer = until_change(frame)
    assert timer is not None
    assert timer <= SHOWN_MS - 2_000
    over = replace(frame, now_ms=GameMs(1_000 + SHOWN_MS))
    assert choose(over).__name__ == "play"
    rolled = RollView(Seat(5), (1, 2), GameMs(1_500), False, None)
    assert choose(replace(frame, view=replace(frame.view, last_roll=rolled))).__name__ == "play"
    told = replace(frame.view.verdict, at=GameMs(60 * 60_000))
    later = replace(frame, now_ms=GameMs(60 * 60_000 + 1_000))
    for gone_ms, name in ((30_000, "verdict"), (0, "timeout")):  # called before it, and after
        view = replace(frame.view, verdict=told, timeout=two_minutes(gone_ms))
        assert choose(replace(later, view=view)).__name__ == name


def test_while_a_window_is_open_nobody_sees_who_has_answered(canvas: Make) -> None:
    frame = replace(FRAMES["ballot-yes"], flash=frozenset())
    canvas(SIZE).whole(frame)
    plain = canvas(SIZE).pixels()
    assert frame.ballot is not None
    answered = replace(frame.ballot, answered=(Seat(1), Seat(3)), silent=(Seat(6),))
    canvas(SIZE).whole(replace(frame, ballot=answered))
    assert canvas(SIZE).pixels() == plain
    assert {_note(frame, seat) for seat in (1, 3, 5, 6)} == {"votes"}
    assert _note(frame, 7) == "bankrupt votes"
    assert _note(frame, 2) == "accused"
    assert _note(frame, 4) == "accuser votes"


def test_an_auction_says_what_the_lander_pays_and_what_the_next_press_bids(canvas: Make) -> None:
    texts = _texts(canvas, FRAMES["auction"])
    assert {"Rådhuspladsen", "9,400", "3 · Bjørn Østergaard", "7,500"} <= set(texts)
    assert "Your button bids 9,500" in texts
    assert Ok() in [spot.target for spot in canvas(SIZE).painter.spots(FRAMES["auction"])]
    least = _texts(canvas, FRAMES["auction-begins"])
    assert {"Least bid", "8,000", "no bid yet", "6,400"} <= set(least)
    mortgaged = " ".join(_texts(canvas, FRAMES["auction-mortgaged"]))
    assert "Mortgaged by 1 · Astrid" in mortgaged
    assert "80 %" not in mortgaged


def test_field_21_asks_the_lander_then_the_others(canvas: Make) -> None:
    painter = canvas(SIZE).painter
    lander = [spot.target for spot in painter.spots(FRAMES["pot-lander"])]
    assert {Yes(), No(), Clear()} <= set(lander)
    others = [spot.target for spot in painter.spots(FRAMES["pot-others"])]
    assert {Ok(), Clear(), Card(Seat(1))} <= set(others)
    assert Yes() not in others
    own = FRAMES["pot-lander"].own
    assert isinstance(own, Own)
    assert own.pot is not None
    higher = replace(own, pot=replace(own.pot, limit=Money(40_000)))
    assert "40,000" in " ".join(_texts(canvas, replace(FRAMES["pot-lander"], own=higher)))


def test_a_page_that_wants_a_number_has_the_pad_and_can_be_closed(canvas: Make) -> None:
    painter = canvas(SIZE).painter
    typed = [spot.target for spot in painter.spots(FRAMES["page-loan"])]
    assert {Digit(0), Clear(), Ok(), CloseMenu(), Card(Seat(3))} <= set(typed)
    read = [spot.target for spot in painter.spots(FRAMES["page-wealth"])]
    assert Digit(0) not in read
    assert CloseMenu() in read


def test_the_pot_can_be_set_right_and_the_dice_be_entered_by_touch(canvas: Make) -> None:
    targets = [spot.target for spot in canvas(SIZE).painter.spots(base_frame())]
    assert {Say("pot"), OpenDice(), *(Card(Seat(seat)) for seat in range(1, 8))} <= set(targets)


def test_jail_and_taxes_are_counted_and_never_mortgaged(canvas: Make) -> None:
    painter = canvas(SIZE).painter
    jail = [spot.target for spot in painter.spots(FRAMES["sheet-jail"])]
    assert {SheetField("J1"), SheetField("T1"), SheetField("T2"), SheetField("grant")} <= set(jail)
    assert SheetMortgage() not in jail
    line = [spot.target for spot in painter.spots(FRAMES["sheet-line"])]
    assert SheetMortgage() in line
    grant = [spot.target for spot in painter.spots(FRAMES["sheet-grant"])]
    assert SheetMortgage() not in grant


def test_a_sheet_adds_up_to_the_wealth_of_the_rules(canvas: Make) -> None:
    texts = _texts(canvas, FRAMES["sheet-grant"])
    sheet = SHEETS[1]
    assert sheet.cash is not None
    sold = sheet.wealth - sheet.cash + sheet.loan
    assert {f"{sold:,}", "−10,000", f"{sheet.wealth:,}"} <= set(texts)


def test_places_shared_places_and_points(canvas: Make) -> None:
    texts = _texts(canvas, FRAMES["closed"])
    assert texts.count("2.") == 2
    assert texts.count("13") == 2
    assert {"1.", "21", "79,850", "−16,100", "bankrupt"} <= set(texts)
    assert "3." not in texts
    removed = _texts(canvas, FRAMES["closed-removed"])
    assert {"excluded", "gone home"} <= set(removed)
    assert "21" not in removed  # the table gives no points to anybody then


def test_the_roll_call_says_what_is_special_tonight(canvas: Make) -> None:
    every = replace(setup_view(), final=True, free_pass_evening=True, loan_evening=True)
    texts = _texts(canvas, _with(every))
    assert {"FINAL · DOUBLE POINTS", "FREE PASSAGE", "LOAN EVENING"} <= set(texts)
    plain = replace(setup_view(), free_pass_evening=False)
    assert not {"FREE PASSAGE", "LOAN EVENING"} & set(_texts(canvas, _with(plain)))


def test_over_a_band_stands_whose_turn_it_is_or_the_two_minutes(canvas: Make) -> None:
    turn = canvas(SIZE).whole(FRAMES["question"])
    assert "DIN TUR" in [drawn.text for drawn in turn]
    timed = canvas(SIZE).whole(FRAMES["timeout-question"])
    figures = [drawn.text for drawn in timed if drawn.ink == drawn.box]
    assert figures == ["1", "1", "6"]
    assert "DIN TUR" not in [drawn.text for drawn in timed]


def test_the_strip_names_division_and_round(canvas: Make) -> None:
    assert "Roskilde Matador league · division 1 · round 6" in _texts(canvas, base_frame())
    one = _with(replace(playing(), division=None, round="finale"))
    assert "Roskilde Matador league · finale" in _texts(canvas, one)


@pytest.mark.parametrize("name", ["play", "timeout"])
def test_a_second_makes_no_picture_and_renders_no_text(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    frame = FRAMES[name]
    painter = Painter(pygame.Surface(SIZE), catalogue)
    for second in range(10):
        painter.draw(replace(frame, now_ms=GameMs(frame.now_ms + 1000 * second)))

    def never(*_: object) -> None:
        raise AssertionError("made anew")

    monkeypatch.setattr(base, "choose", never)
    monkeypatch.setattr(Writer, "render", never)
    touched = [
        painter.draw(replace(frame, now_ms=GameMs(frame.now_ms + 1000 * second)))
        for second in range(10, 20)
    ]
    area = sum(rect.width * rect.height for rects in touched for rect in rects)
    assert area < 10 * 0.1 * SIZE[0] * SIZE[1]
    assert any(touched) == (name == "timeout")


def test_people_and_sums_of_the_samples_agree() -> None:
    view = counted()
    assert [seat.name for seat in view.seats] == list(NAMES[:7])
    points = [seat.points for seat in closed_view().seats]
    assert sum(point or 0 for point in points) == 70  # RAMK-9.16: ten a player
