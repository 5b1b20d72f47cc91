"""What hands mean at a tournament's table: every verb, requests, the count. The rules are real."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from firmware_py import patterns
from firmware_py.kinds import LineId
from kiosk import dialogue as say
from kiosk.desk import Scene
from kiosk.dialogue import Verbal
from kiosk.families.casino import FAMILY, requests, sheet, stakes
from kiosk.families.casino.deal import deal_of
from kiosk.families.casino.desk import (
    BOARD,
    CHOSEN_NS,
    DEAL,
    DISPUTED,
    INSTRUCTIONS,
    READ_NS,
    CasinoDesk,
)
from kiosk.families.casino.news import news
from kiosk.families.casino.samples import played
from kiosk.families.casino.sheet import Sheet
from kiosk.families.casino.verbs import MACHINES, MENU, VERBS
from kiosk.gestures import Digit, Edit, Editing, Judge, JudgeKey, SeatButton, Source
from kiosk.intents import Act
from kiosk.screens import targets as at
from kiosk.screens.frame import Line, line
from kiosk.signals import heard, signal_of
from kiosk.talk import OWN
from kiosk.verbs import Verb
from rules.actions import parse_action
from rules.casino.view import CasinoView, Mark, Phase
from rules.kinds import Audience, GameMs, Seat

S = 1_000_000_000


class Table:
    """A tournament that is folded, and its desk."""

    def __init__(self, kind: str = "freezeout", seats: int = 4, **structure: Any) -> None:
        self.history = played(kind, (), seats, **structure)
        self.desk = CasinoDesk(machines=kind == "slots")
        self.at = 0
        self.settle()

    @property
    def view(self) -> CasinoView:
        found: CasinoView = self.history.view(Audience.TABLE)
        return found

    @property
    def scene(self) -> Scene:
        return Scene(self.view, lambda _: (), lambda ns: GameMs(ns // 1_000_000))

    def settle(self) -> None:
        self.desk.settled(self.scene, self.at * S)

    def act(self, do: str, **fields: Any) -> Any:
        self.at += 1
        whole = self.desk.spelled({"do": do, **fields}, self.view)
        stamped = {"t": self.at, **whole}
        action = parse_action(stamped, self.history.opening, self.history.family)
        outcome = self.history.apply(action)
        self.settle()
        return outcome

    def press(self, *seats: int) -> None:
        for seat in seats:
            button = SeatButton(Seat(seat), True, self.at * S, LineId(f"seat{seat}"))
            self.act(**self.desk.seat_down(button, self.view))

    def key(self, key: Judge) -> list[dict[str, Any]]:
        """What the key asks for; done at once."""
        self.at += 2
        gesture = JudgeKey(key, True, self.at * S, LineId(key.value), Source.BOX)
        return self.do(self.desk.gesture(gesture, self.scene))

    def type(self, text: str) -> list[dict[str, Any]]:
        done = []
        for letter in text:
            self.at += 2
            digit = Digit(int(letter), self.at * S, Source.KEYPAD)
            done += self.do(self.desk.gesture(digit, self.scene))
        return done

    def touch(self, target: at.Target) -> list[dict[str, Any]]:
        self.at += 2
        return self.do(self.desk.touch(target, self.at * S, self.scene))

    def do(self, intents: list[Any]) -> list[dict[str, Any]]:
        done = []
        for intent in intents:
            assert isinstance(intent, Act), intent
            self.act(**intent.fields)
            done.append(dict(intent.fields))
        return done


def asked(table: Table) -> tuple[str, tuple[int, ...]] | None:
    request = table.desk.request(table.view)
    return None if request is None else (request.what, tuple(request.seats))


# -- entries -------------------------------------------------------------------------------------


def test_ray_intro_1_who_pressed_first_is_answered_first() -> None:
    table = Table()
    table.press(3, 1)
    assert asked(table) == ("entry", (3,))
    assert table.key(Judge.YES) == [{"do": "enter", "seat": 3}]
    assert asked(table) == ("entry", (1,))
    assert table.key(Judge.YES) == [{"do": "enter", "seat": 1}]
    assert asked(table) is None


def test_no_sends_a_player_away_until_he_presses_again() -> None:
    table = Table()
    table.press(3)
    assert table.key(Judge.NO) == []
    assert asked(table) is None
    table.key(Judge.YES)
    assert table.view.entrants == 0
    table.press(3)
    assert asked(table) == ("entry", (3,))


def test_ray_sng_1_three_who_sat_down_at_a_table_of_nine_places_begin_with_the_third() -> None:
    table = Table("sitngo", 3, max_players=9)
    assert table.view.plan.places(len(table.view.seats)) == 3
    table.press(1, 3, 2)
    table.key(Judge.YES)
    table.key(Judge.YES)
    assert table.view.phase is Phase.ENTRY
    table.key(Judge.YES)
    assert table.view.phase is Phase.PLAY


def test_a_digit_or_a_card_chooses_who_pays_and_expires() -> None:
    table = Table()
    table.type("2")
    assert asked(table) == ("entry", (2,))
    table.desk.pass_time(table.at * S + CHOSEN_NS)
    table.settle()
    assert asked(table) is None
    table.touch(at.Card(Seat(4)))
    assert asked(table) == ("entry", (4,))
    assert table.touch(at.Yes()) == [{"do": "enter", "seat": 4}]
    table.type("4")  # he has paid already
    assert asked(table) is None


def test_next_starts_and_counts_hands_confirm_and_yes_a_round() -> None:
    table = Table()
    assert table.key(Judge.NEXT) == [{"do": "start"}]
    assert table.key(Judge.NEXT) == [{"do": "next"}]
    assert table.key(Judge.CONFIRM) == []
    assert table.key(Judge.YES) == [{"do": "round"}]
    assert (table.view.hands, table.view.rounds) == (1, 1)


# -- requests --------------------------------------------------------------------------------------


def test_all_who_say_that_they_are_out_are_one_hand_unless_one_is_chosen() -> None:
    table = Table(seats=6)
    table.act("start")
    table.press(5, 2, 4)
    assert asked(table) == ("out", (2, 4, 5))
    table.type("4")
    assert asked(table) == ("out", (4,))
    assert table.key(Judge.YES) == [{"do": "bust", "seats": [4]}]
    assert asked(table) == ("out", (2, 5))
    assert table.key(Judge.NO) == [{"do": "press", "seat": 2}, {"do": "press", "seat": 5}]
    assert asked(table) is None
    assert [seat.asks for seat in table.view.seats] == [None] * 6


def test_yes_to_a_question_is_no_yes_to_a_request() -> None:
    table = Table()
    table.act("start")
    table.press(2)
    table.at += 2
    gesture = JudgeKey(Judge.UNDO, True, table.at * S, None, Source.BOX)
    scene = Scene(table.view, lambda count: table.history.undoable(count), lambda _: GameMs(9000))
    table.desk.gesture(gesture, scene)
    assert table.desk.talk.questions.asked is not None
    table.desk.gesture(JudgeKey(Judge.NO, True, table.at * S, None, Source.BOX), scene)
    assert table.view.seats[1].asks == "out"
    assert table.key(Judge.YES) == [{"do": "bust", "seats": [2]}]


def test_ray_rebuy_requests_of_one_table_are_answered_one_by_one() -> None:
    table = Table("rebuy")
    table.act("start")
    table.act("bust", seats=[1, 3])
    table.press(3, 1)
    assert asked(table) == ("rebuy", (3,))
    assert table.key(Judge.YES) == [{"do": "rebuy", "seat": 3}]
    assert table.key(Judge.NO) == [{"do": "press", "seat": 1}]
    assert table.view.seats[0].mark is Mark.OUT


def test_lamps_say_whose_request_waits_who_is_away_and_who_has_paid() -> None:
    table = Table()
    table.press(1)
    table.act("enter", seat=2)
    lamps = dict(FAMILY.lamps(table.view, table.desk, 0))
    assert lamps == {1: patterns.FAST, 2: patterns.ON, 3: patterns.OFF, 4: patterns.OFF}
    table = Table()
    table.act("start")
    table.press(1)
    table.act("penalty", seat=2, minutes=5)
    lamps = dict(FAMILY.lamps(table.view, table.desk, 0))
    assert lamps == {1: patterns.FAST, 2: patterns.SLOW, 3: patterns.OFF, 4: patterns.OFF}


# -- the instructions ----------------------------------------------------------------------------


def test_ray_struct_2_the_instructions_are_read_by_a_touch_or_0_and_go_by_themselves() -> None:
    table = Table()
    table.act("start")
    table.touch(at.OpenSheet())
    assert table.desk.reads == INSTRUCTIONS
    table.touch(at.OpenSheet())
    assert table.desk.reads == ""
    table.type("0")
    assert table.desk.reads == INSTRUCTIONS
    assert table.desk.wake_ns() is not None
    table.desk.pass_time(table.at * S + READ_NS)
    assert not table.desk.reads
    table.type("0")
    table.desk.gesture(Editing(Edit.CANCEL, table.at * S), table.scene)
    assert not table.desk.reads


def test_a_deal_needs_points_that_add_up_and_amounts_that_may_be_told() -> None:
    table = Table("rebuy")
    table.act("start")
    assert deal_of(table.view).why == Line("kiosk.casino.deal.no_amounts")
    table = Table(fee=100, house_share=0, prize_pct=[60, 40])
    table.act("start")
    table.act("bust", seats=[3, 4])
    assert deal_of(table.view).why == Line("kiosk.casino.deal.uncounted")
    table.act("chips", seat=1, points=30_000)
    table.act("chips", seat=2, points=9_000)
    wrong = deal_of(table.view).why
    assert wrong == line("kiosk.casino.deal.wrong", points=39_000, of=40_000)
    table.act("chips", seat=2, points=10_000)
    found = [(one.seat, one.by_icm, one.by_points) for one in deal_of(table.view).parts]
    # 400 in all: 160 each for sure, 80 by points; with two left the two ways are one
    assert found == [(1, 220, 220), (2, 180, 180)]


def test_a_deal_of_three_is_not_the_same_by_icm_and_by_points() -> None:
    table = Table(seats=5, fee=100, house_share=0, prize_pct=[50, 30, 20])
    table.act("start")
    table.act("bust", seats=[4, 5])
    for seat, points in ((1, 25_000), (2, 15_000), (3, 10_000)):
        table.act("chips", seat=seat, points=points)
    parts = deal_of(table.view).parts
    assert sum(one.by_icm for one in parts) == sum(one.by_points for one in parts) == 500
    assert [one.by_points for one in parts] == [200, 160, 140]
    # 191.96, 163.75, 144.29: first, second and third place by their chances
    assert [one.by_icm for one in parts] == [192, 164, 144]


def test_the_menu_opens_the_instructions_and_the_deal() -> None:
    table = Table()
    table.act("start")
    table.desk.open_page(DEAL, 0, table.scene)
    assert table.desk.reads == DEAL
    table.touch(at.OpenSheet())
    assert table.desk.reads == ""
    assert MENU.is_allowed(DEAL, "play")
    assert not MENU.is_allowed(DEAL, "entry")
    assert MACHINES.is_allowed(INSTRUCTIONS, "entry")


# -- the count -----------------------------------------------------------------------------------


def test_ray_1_4_points_are_typed_seat_by_seat_and_corrected_by_a_card() -> None:
    table = Table(end={"hands": 1})
    table.act("start")
    table.act("next")
    assert table.view.phase is Phase.COUNT
    table.key(Judge.NEXT)
    assert table.desk.sheet == Sheet(Seat(1))
    table.type("9000")
    assert table.key(Judge.NEXT) == [{"do": "chips", "seat": 1, "points": 9000}]
    assert table.desk.sheet == Sheet(Seat(2))
    for points in ("11000", "12000"):
        table.type(points)
        table.key(Judge.NEXT)
    table.type("80000")
    table.desk.gesture(Editing(Edit.ERASE, table.at * S), table.scene)
    assert table.key(Judge.NEXT) == [{"do": "chips", "seat": 4, "points": 8000}]
    assert (table.view.phase, table.desk.sheet) == (Phase.SIGN, None)
    assert table.view.notes == ()
    table.touch(at.Card(Seat(2)))
    assert table.desk.sheet == Sheet(Seat(2))
    assert not table.desk.may_confirm(table.view)
    for digit in (1, 0, 0, 0):
        table.touch(at.Digit(digit))
    table.touch(at.Ok())
    assert table.view.seats[1].held == 1000
    assert table.view.notes


def test_ray_slot_5_a_reading_has_every_criterion_and_perhaps_decimals() -> None:
    table = Table("slots", weights={"staked": "0.5", "games": 1})
    table.act("start")
    table.act("bust", seats=[1, 2, 3, 4])
    table.key(Judge.NEXT)
    table.type("60")
    table.key(Judge.YES)
    table.type("25")
    table.key(Judge.YES)  # a second point is none
    assert table.desk.sheet == Sheet(Seat(1), "60.25")
    assert table.key(Judge.NEXT) == []
    table.type("40")
    fields = table.key(Judge.NEXT)
    assert fields == [{"do": "reading", "seat": 1, "values": {"staked": 60.25, "games": 40}}]
    assert table.view.seats[0].score == "70.125"
    table.type("7")
    table.touch(at.Clear())
    table.touch(at.Clear())
    assert table.desk.sheet is None


def test_ray_slot_4_a_tap_in_place_of_a_signature_asks_whether_it_is_read_again() -> None:
    table = Table("slots", seats=2)
    table.act("start")
    table.act("bust", seats=[1, 2])
    for seat in (1, 2):
        table.act("reading", seat=seat, values={"reservations": 10, "wins": seat})
    table.desk.not_agreed(Seat(1), table.at * S)
    question = table.desk.talk.questions.asked
    assert question is not None
    assert question.text is not None
    assert question.text.key == "kiosk.casino.sure.dispute"
    assert table.key(Judge.YES) == [{"do": "incident", "seat": 1, "reason": DISPUTED}]
    assert table.view.seats[0].disputed
    assert sheet.open_sheet(table.view) == Sheet(Seat(1))


# -- verbs ---------------------------------------------------------------------------------------

DIGITS: Mapping[str, str] = {"seat": "3", "seats": "3", "number": "7", "text": "1", "choice": "1"}


def _said(verb: Verb) -> dict[str, Any]:
    """The verb, told by digits and Enter alone."""
    verbal = Verbal(0, Source.KEYPAD, verb)
    while (step := say.step_of(verbal)) is not None:
        told = say.with_digit(verbal, int(DIGITS[step.kind]), 0, {1, 2, 3, 4})
        assert told is not None, step
        if step.kind in say.TYPED:
            told = say.with_enter(told, 0, lambda _: None)
            assert told is not None, step
        verbal = told
    return say.fields_of(verbal, str)


def _tables(verb: Verb, *, machines: bool) -> Iterator[Table]:
    """Tables in all phases at which the verb may mean something."""
    kind = "slots" if machines else "rebuy"
    yield Table(kind)
    playing = Table(kind)
    playing.act("start")
    yield playing
    if verb.do in ("resume", "unfoul"):
        stopped = Table(kind)
        stopped.act("start")
        stopped.act("foul", seat=3, reason="")
        fields = {"seat": 3, "reason": "stuck"} if verb.word == "machine_on" else {}
        stopped.act("pause", **fields)
        yield stopped
    if verb.do == "alone":
        led = Table(kind)
        led.act("hall", number=1, level=1, left_ms=60_000)
        yield led
    if verb.do == "leave":
        of_two = Table(kind, tables=2)
        of_two.act("start")
        yield of_two
    if verb.do in ("rebuy", "addon"):
        open_ = Table(kind, breaks=[], rebuy_minutes=1)
        open_.act("start")
        if verb.do == "rebuy":
            open_.act("bust", seat=3)
        else:
            open_.at = 100
        yield open_
    over = Table(kind)
    over.act("start")
    over.act("end", reason="agreed")
    for seat in (1, 2, 3, 4):
        if machines:
            over.act("reading", seat=seat, values={"reservations": 1, "wins": 1})
        else:
            over.act("chips", seat=seat, points=10_000)
    yield over
    if verb.do == "confirm":
        for seat in (1, 2, 3, 4) if machines else ():
            over.act("sign", seat=seat)
        yield over


@pytest.mark.parametrize("machines", [False, True], ids=["tables", "machines"])
def test_every_verb_of_the_menu_is_an_action_that_the_rules_accept_somewhere(
    machines: bool,
) -> None:
    book = MACHINES if machines else MENU
    own = OWN | set(book.opens)
    words = [word for page in book.pages for word in page if word not in own]
    assert len(set(words)) == len(words)
    refused = []
    for word in words:
        verb = book.verbs[word]
        fields = _said(verb)
        outcomes = [table.act(**fields) for table in _tables(verb, machines=machines)]
        if all(outcome.refusal is not None for outcome in outcomes):
            refused.append((word, [outcome.refusal for outcome in outcomes]))
    assert refused == []


def test_both_menus_together_have_every_verb_and_pages_of_nine() -> None:
    shown = {word for book in (MENU, MACHINES) for page in book.pages for word in page}
    typed = {"arrive"}  # a name cannot be typed on the keypad: at the console alone
    assert {verb.word for verb in VERBS} - typed == shown - OWN - {INSTRUCTIONS, DEAL, BOARD}
    assert all(len(page) <= 9 for book in (MENU, MACHINES) for page in book.pages)


def test_several_seats_are_named_once_each_and_seat_ten_is_0() -> None:
    verbal = Verbal(0, Source.KEYPAD, MENU.verbs["bust"])
    for digit in (4, 0, 2):
        told = say.with_digit(verbal, digit, 0, set(range(1, 11)))
        assert told is not None
        verbal = told
    assert say.with_digit(verbal, 4, 0, set(range(1, 11))) is None
    assert say.with_digit(verbal, 7, 0, {1, 2, 4, 10}) is None
    done = say.with_enter(verbal, 0, lambda _: None)
    assert done is not None
    assert say.fields_of(done, str) == {"do": "bust", "seats": [2, 4, 10]}


# -- moved players -----------------------------------------------------------------------------


def test_who_comes_and_who_leaves_is_told_and_has_a_card_or_none() -> None:
    """RAY-1-1: a free seat of one of several tables; the strip says it."""
    table = Table("freezeout", 3, tables=2)
    table.act("start")
    assert table.act("leave", seat=2, points=9_000).refusal is None
    comes = {"seat": 5, "player": "Kim", "points": 4_000}
    before = table.view
    assert table.act("arrive", **comes).refusal is None
    told = news(before, table.view)
    assert told is not None
    assert told == line("kiosk.casino.news.arrived", seat="5", name="Kim")
    assert [seat.seat for seat in table.view.seats] == [1, 3, 5]
    assert before.points_in_play + 4_000 == table.view.points_in_play
    before = table.view
    table.act("leave", seat=5, points=3_500)
    told = news(before, table.view)
    assert told is not None
    assert told.key == "kiosk.casino.news.left"


# -- new stakes in short -------------------------------------------------------------------------


def _levels(*bigs: int) -> list[dict[str, int]]:
    return [{"small": big // 2, "big": big, "minutes": 10} for big in bigs]


def test_ray_struct_4_minutes_are_of_every_level_to_come() -> None:
    table = Table(levels=_levels(100, 200, 400))
    table.act("start")
    said = stakes.spelled({"do": "stakes", "minutes": 5, "reason": "late"}, table.view)
    assert [level["minutes"] for level in said["levels"]] == [10, 5, 5]
    assert said["reason"] == "late"


def test_ray_struct_4_the_next_level_drops_those_it_overtakes() -> None:
    table = Table(levels=_levels(100, 200, 400, 800))
    table.act("start")
    said = stakes.spelled({"do": "stakes", "small": 250, "big": 500, "reason": "x"}, table.view)
    assert [level["big"] for level in said["levels"]] == [100, 500, 800]
    assert said["levels"][1]["minutes"] == 10
    assert table.act(**said).refusal is None


def test_where_there_are_bets_the_least_and_the_most_are_meant() -> None:
    table = Table(levels=[{"least": 5, "most": 50}, {"least": 10, "most": 100}])
    table.act("start")
    said = stakes.spelled({"do": "stakes", "small": 20, "big": 200, "reason": "x"}, table.view)
    assert said["levels"] == [{"least": 5, "most": 50}, {"least": 20, "most": 200}]


def test_a_whole_schedule_and_every_other_action_stay_as_they_are() -> None:
    table = Table()
    whole = {"do": "stakes", "levels": [{"small": 1, "big": 2}], "reason": "x"}
    assert stakes.spelled(whole, table.view) is whole
    hand = {"do": "hand"}
    assert table.desk.spelled(hand, table.view) is hand


# -- what the strip tells ------------------------------------------------------------------------


def _told(table: Table, do: str, **fields: Any) -> str | None:
    before = table.view
    table.act(do, **fields)
    told = news(before, table.view)
    return None if told is None else told.key.removeprefix("kiosk.casino.news.")


def test_the_strip_tells_what_has_changed() -> None:
    table = Table(seats=5, colour_up=[{"after": 1, "points": 25}])
    assert _told(table, "start") == "began"
    assert _told(table, "hand") is None
    assert _told(table, "level") == "colour_up"
    assert _told(table, "penalty", seat=2, rounds=1) == "penalty"
    assert _told(table, "round") == "back"
    assert _told(table, "bust", seat=5) == "hand_for_hand"
    assert _told(table, "bust", seat=4) == "in_the_money"
    assert _told(table, "stakes", minutes=3, reason="x") == "stakes"
    rebuy = Table("rebuy", rebuy_minutes=0, rebuy_rounds=1)
    rebuy.act("start")
    assert _told(rebuy, "round") == "addon_open"
    slots = Table("slots")
    slots.act("start")
    assert _told(slots, "bust", seat=2) == "machine_end"


def test_requests_without_anybody_are_none() -> None:
    assert requests.first((), {}) is None
    assert requests.ordered((Seat(3), Seat(1)), {Seat(1): "out"}) == (1,)


def test_every_announcement_of_the_rules_has_its_rule_in_the_book() -> None:
    names = (
        "start", "level:2", "level-60", "break", "break-60", "break-end", "colour-up:25",
        "stakes", "rebuy-300", "rebuy-last", "rebuy-end", "addon-open", "addon-60", "addon-end",
        "penalty:3", "penalty-end:3", "time-300", "time-60", "last-hand", "last-round",
        "hand-for-hand", "in-the-money", "machine-end:2", "end", "game-over",
    )  # fmt: skip
    for name in names:
        rule = FAMILY.rule_of(name)
        assert rule is not None, name
        assert FAMILY.may_read(rule)
    assert FAMILY.rule_of("machine-end:2") == "RAY-SLOT-4"
    assert FAMILY.rule_of("penalty-end:3") == "RAY-OTHER-1"


def test_the_main_timer_is_the_levels_the_breaks_or_the_machines() -> None:
    table = Table(breaks=[{"after": 1, "minutes": 10}])
    assert FAMILY.ends_at(table.view) is None
    table.act("start")
    assert FAMILY.ends_at(table.view) == 1000 + 20 * 60_000
    table.act("pause")
    assert FAMILY.ends_at(table.view) is None
    table.act("resume")
    table.act("level")
    assert table.view.on_break
    assert FAMILY.ends_at(table.view) == table.at * 1000 + 10 * 60_000
    assert not FAMILY.second_round(table.view)
    table.act("level")
    assert FAMILY.second_round(table.view)
    slots = Table("slots")
    slots.act("start")
    slots.act("pause", seat=2, reason="stuck")
    assert FAMILY.ends_at(slots.view) == 1000 + 15 * 60_000
    slots.history.advance(GameMs(950_000))
    slots.at = 950
    slots.act("resume", seat=2)
    assert slots.view.time is None
    ends = slots.view.seats[1].machine
    assert ends is not None
    assert FAMILY.ends_at(slots.view) == ends.ends_at


@pytest.mark.parametrize(
    ("name", "sound"),
    [
        ("start", "start"), ("level:7", "level-up"), ("stakes", "level-up"),
        ("level-60", "minute-left"), ("break-60", "minute-left"), ("addon-60", "minute-left"),
        ("time-60", "minute-left"), ("break", "break"), ("break-end", "break-over"),
        ("rebuy-300", "rebuy-ending"), ("rebuy-last", "rebuy-ending"), ("rebuy-end", "closed"),
        ("addon-end", "closed"), ("penalty-end:3", "time-up"), ("machine-end:3", "time-up"),
        ("last-hand", "last-hand"), ("end", "end"), ("game-over", "game-over"),
    ],
)  # fmt: skip
def test_what_is_heard_at_a_tournament(name: str, sound: str) -> None:
    signal = signal_of(name)
    assert signal is not None
    assert signal.sound == sound
    assert sound in heard("RAY")
