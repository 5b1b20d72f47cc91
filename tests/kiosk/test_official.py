"""The official's port: what is private is told there alone, and a wrong entry ends nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from firmware_py.kinds import LineId
from kiosk.app import App, Options, build
from kiosk.config import Config
from kiosk.gestures import Digit, Judge, JudgeKey, Source
from kiosk.home import Home
from kiosk.inbox import Durable, Hand, Look, Say, Stop
from kiosk.official import Answer, Facts
from kiosk.recall import Asked
from kiosk.session import Session
from kiosk.show import question_of
from rules.kinds import Audience
from rules.opening import parse_opening
from tests.kiosk.conftest import FIELDS

MS = 1_000_000


class Port:
    """A table put together, and whoever is at its console."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.host = app.host

    @property
    def session(self) -> Session:
        assert self.host.game is not None
        return self.host.game.session

    def say(self, do: str, **fields: Any) -> Answer:
        return self.say_fields({"do": do, **fields})

    def say_fields(self, fields: Mapping[str, Any]) -> Answer:
        answers: list[Answer] = []
        self.host.item(Say(fields, self.host.time.now_ns(), answers.append))
        (answer,) = answers
        return answer

    def seat_presses(self, seat: int) -> None:
        self.app.table.press(LineId(f"seat{seat}"))  # type: ignore[attr-defined]
        item = self.app.inbox.take(5)
        assert item is not None
        self.host.edge(item)  # type: ignore[arg-type]

    def look(self, since: int = 0) -> list[Facts]:
        """Ask, and let what waits for the disk come; the answers so far."""
        told: list[Facts] = []
        self.host.item(Look(told.append, since))
        self.settle()
        return told

    def settle(self) -> None:
        self.host.pass_time(self.host.time.now_ns())
        while self.host.game is not None and self.session.waiting:
            item = self.app.inbox.take(5)
            assert item is not None
            if isinstance(item, Durable):
                self.host.item(item)
        self.host.pass_time(self.host.time.now_ns())


@pytest.fixture
def port(tmp_path: Path) -> Iterator[Port]:
    config = Config(table="T3", pins="simulated", screen="offscreen", league="none")
    app = build(Options(config, Home(tmp_path), parse_opening(dict(FIELDS))))
    try:
        yield Port(app)
    finally:
        app.close()


def asked(facts: Facts) -> list[tuple[str, str | None, Audience]]:
    """What was asked, refused by which rule, and who may know."""
    return [
        (one.action.do, one.refusal and one.refusal.rule, one.audience)
        for one in facts.happened
        if isinstance(one, Asked)
    ]


def test_what_is_entered_at_the_console_is_judged_and_answered(port: Port) -> None:
    assert port.say("roll", seat=1, dice=[1, 2]).accepted
    wrong = port.say("roll", seat=4, dice=[1, 2])
    assert wrong.refusal is not None
    assert (wrong.accepted, wrong.refusal.rule) == (False, "HUN-G-DICE")
    assert wrong.text is not None
    assert wrong.text.key == "rules.why.not_his_turn"


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"do": "fly"}, "do: found 'fly'"),
        ({"do": "roll", "seat": 9, "dice": [1, 2]}, "seat: found 9"),
        ({"open": dict(FIELDS)}, "game 'Q1-T3' is open; close it first"),
    ],
)
def test_a_wrong_entry_is_answered_and_ends_nothing(
    port: Port, fields: Mapping[str, Any], says: str
) -> None:
    before = port.session.waiting
    assert says in port.say_fields(fields).error
    assert port.session.waiting == before, "nothing was written"
    port.settle()
    assert not isinstance(port.app.inbox.take(0), Stop)


def test_hun_g_rent_noprompt_a_claim_is_told_at_the_console_and_nowhere_else(port: Port) -> None:
    port.say("roll", seat=1, dice=[1, 2])
    port.say("roll", seat=2, dice=[1, 3])
    before = port.session.view
    port.seat_presses(4)
    accepted = port.look()[-1]
    assert asked(accepted)[-1] == ("claim", None, Audience.OFFICIAL)
    assert [claim.seat for claim in accepted.view.official.claims] == [4]
    assert accepted.undoable[0].text.key == "kiosk.undo.claim"
    port.say("claim", seat=3, **{"from": 1})
    refused = port.look()[-1]
    assert asked(refused)[-1] == ("claim", "HUN-G-RENT-CLAIM", Audience.OFFICIAL)
    assert port.host.game is not None
    assert port.host.game.desk.notice is None
    assert port.session.view is before


def test_a_look_is_answered_at_once_and_then_only_when_something_changed(port: Port) -> None:
    (first,) = port.look()
    waits = port.look(first.revision)
    assert waits == []
    port.say("start")
    port.settle()
    (second,) = waits
    assert (first.phase, second.phase) == ("setup", "ready")
    assert second.revision > first.revision


def test_nothing_is_told_before_it_is_on_disk(port: Port) -> None:
    port.settle()
    told: list[Facts] = []
    port.say("start")
    port.host.item(Look(told.append))
    port.host.pass_time(port.host.time.now_ns())
    assert told == []
    port.settle()
    assert [facts.phase for facts in told] == ["ready"]


def test_a_gesture_at_the_console_is_one_at_the_judges_box(port: Port) -> None:
    port.say("start")
    port.host.item(Hand(JudgeKey(Judge.UNDO, True, port.host.time.now_ns(), None)))
    facts = port.look()[-1]
    assert facts.question is not None
    assert facts.question.text.key == "kiosk.undo.start"
    assert (facts.game_kind, facts.game, facts.remaining_s) == ("monopoly", "Q1-T3", None)


def test_an_older_entry_is_taken_back_with_a_word_about_those_behind_it(port: Port) -> None:
    """Of the dice with which the time began: that it counts from the next ones (HUN-4.1)."""
    port.say("start")
    for seat in (1, 2, 3):
        port.say("roll", seat=seat, dice=[1, 2])
    game = port.host.game
    assert game is not None
    said = []
    for nth in (1, 2, 3):
        game.desk.talk.questions.undo(nth, port.host.time.now_ns(), game.scene())
        question = question_of(game, port.host.time.now_ns())
        assert question is not None
        assert question.consequence is not None
        said.append(question.consequence.key)
    assert said == ["kiosk.undo.age", "kiosk.undo.age_older", "kiosk.undo.age_clock"]


def test_an_undo_says_whose_incident_it_takes_back(port: Port) -> None:
    port.say("start")
    port.say("incident", seat=3, reason="telephone")
    game = port.host.game
    assert game is not None
    game.desk.talk.questions.undo(1, port.host.time.now_ns(), game.scene())
    question = question_of(game, port.host.time.now_ns())
    assert question is not None
    whose = (("name", "Player 3"), ("seat", "3"))
    assert (question.text.key, question.text.params) == ("kiosk.undo.incident_of", whose)


def test_the_same_foul_at_the_console_and_at_the_table_is_asked_about(port: Port) -> None:
    port.say("start")
    now_ns = port.host.time.now_ns()
    for gesture in (
        JudgeKey(Judge.FOUL, True, now_ns, LineId("judge.foul"), Source.BOX),
        Digit(4, now_ns, Source.KEYPAD),
    ):
        port.host.item(Hand(gesture))
    answer = port.say("foul", seat=4)
    assert (answer.asked, answer.accepted) == (True, False)
    facts = port.look()[-1]
    assert facts.question is not None
    assert facts.question.text.key == "kiosk.sure.foul_twice"
    assert facts.view.seats[3].fouls == 1
    port.host.item(Hand(JudgeKey(Judge.YES, True, port.host.time.now_ns(), None)))
    assert port.look()[-1].view.seats[3].fouls == 2


def test_many_who_look_and_go_away_are_not_kept(port: Port) -> None:
    (facts,) = port.look()
    told: list[Facts] = []
    for _ in range(100):
        port.host.item(Look(told.append, facts.revision))
    port.say("start")
    port.settle()
    assert len(told) == 16
