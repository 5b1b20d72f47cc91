"""The official's console of a tournament's table: every state has a page, in both languages."""

from __future__ import annotations

import json
from typing import Any

import pytest

from kiosk.console.family import Tone, console_of
from kiosk.console.logbook import NOTHING
from kiosk.console.plain import plain
from kiosk.console.rendering import data, parts, texts
from kiosk.families.casino.console import CONSOLE, requests, stakes
from kiosk.families.casino.moves import moves_of, told
from kiosk.families.casino.samplemoves import AWAITED, AWAY, COMES, COUNTED, GOES
from kiosk.families.casino.samples import evening, frame_of, read, rebuys, samples
from kiosk.official import Facts
from kiosk.screens.frame import Frame
from rules.kinds import Audience

LEVEL = 20 * 60
FAULTY = read(6, {"t": 925, "do": "incident", "seat": 2, "reason": "?"})
LOG: dict[str, Any] = {**NOTHING, **FAULTY.summary(0, "")}


def facts_of(frame: Frame) -> dict[str, Any]:
    """What the table tells the console, as it comes over the socket."""
    view = frame.view
    facts = Facts(1, frame.now_ms, "T2", "sv", frame.edition, game_kind="casino", game=view.game,
                  phase=view.phase.value, remaining_s=None, view=view)  # fmt: skip
    told: dict[str, Any] = json.loads(json.dumps(plain(facts)))
    return told


@pytest.mark.parametrize("language", ["sv", "en"])
def test_every_state_has_its_page_and_travels_as_json(language: str) -> None:
    assert console_of("casino") is CONSOLE
    text = texts(language)
    for name, frame in samples():
        facts = facts_of(frame)
        made = parts(text, facts, LOG)
        assert made["seats"], name
        assert parts(text, facts, dict(NOTHING))["remarks"], "a record that cannot be read"
        told = json.dumps(data(text, facts, LOG, []))
        assert '"cloth": "cas"' in told
        for row in CONSOLE.private(text, facts, {}):
            assert row.tone is Tone.NOW
        for seat in facts["view"]["seats"]:
            row = CONSOLE.seat_row(text, seat, facts)
            assert str(seat["seat"]) in row.text
        for line in (*made.values(), told):
            assert "kiosk.casino" not in line, f"{name}: a key without its text"


def test_who_asks_stands_there_with_what_yes_and_no_are() -> None:
    frames = dict(samples())
    text = texts("en")
    addon = facts_of(frames["addon-asked"])
    asked = list(requests(text, addon["view"]))
    assert [(one["seat"], one["yes"]) for one in asked] == [
        (seat, {"do": "addon", "seat": seat}) for seat in (3, 7, 9)
    ]
    assert asked[0]["no"] == {"do": "press", "seat": 3}
    out = list(requests(text, facts_of(frames["level-out"])["view"]))
    assert out[0]["yes"] == {"do": "bust", "seats": [2]}
    pays = list(requests(text, facts_of(frames["entries-pays"])["view"]))
    assert [one["yes"] for one in pays] == [{"do": "enter", "seat": 6}, {"do": "enter", "seat": 8}]
    page = parts(text, addon, LOG)["private"]
    assert "addon" in page
    assert "&#34;seat&#34;: 7" in page or '"seat": 7' in page


@pytest.mark.parametrize("language", ["en", "sv"])
def test_what_the_director_asks_stands_behind_the_players_with_its_action(language: str) -> None:
    """RAY-1-1, RAY-OTHER-1: who is not counted is asked for his points step by step."""
    frames = dict(samples())
    view = frames["move-leave"].view
    asked = moves_of([GOES, COUNTED, AWAY, {**COMES, "seat": 7, "player": "Kim"}, AWAITED])
    facts = facts_of(frames["move-leave"])
    facts["directed"] = json.loads(json.dumps([told(one, view) for one in asked]))
    text = texts(language)
    found = list(requests(text, facts["view"], facts["directed"]))
    assert [(one["seat"], one["verb"], one["yes"] and one["yes"]["do"]) for one in found] == [
        (3, "leave", None), (10, "leave", "leave"), (1, "penalty", "penalty"),
        (7, "arrive", "arrive"),
    ]  # fmt: skip
    page = parts(text, facts, LOG)["private"]
    assert 'data-verb="leave" data-preset=\'{"seat": 3}\'' in page
    assert "Niemi-Österlund" in page
    assert "Håkansson" not in page, "he has not got up yet"
    rows = [row.text for row in CONSOLE.private(text, facts, {})]
    assert len(rows) == 4


def test_the_large_key_does_what_next_does() -> None:
    text = texts("en")
    frames = dict(samples())
    keys = {}
    for name in ("entries", "entries-sitngo", "level", "level-paused", "break", "slots", "count",
                 "signing", "closed"):  # fmt: skip
        key = CONSOLE.next_key(text, facts_of(frames[name]), {})
        keys[name] = None if key is None else key.do or {"do": key.verb, **key.preset}
    assert keys == {
        "entries": {"do": "start"},
        "entries-sitngo": None,
        "level": {"do": "next"},
        "level-paused": {"do": "resume"},
        "break": {"do": "next"},
        "slots": None,
        "count": {"do": "chips", "seat": 7},
        "signing": {"do": "confirm"},
        "closed": None,
    }


def test_stakes_and_standing_are_said_in_the_readers_language() -> None:
    facts = facts_of(frame_of(evening(), 6 * LEVEL + 432))
    assert stakes(texts("en"), facts["view"]["level"]) == "400 / 800 · ante 100"
    row = CONSOLE.seat_row(texts("sv"), facts["view"]["seats"][2], facts)
    assert row.text == "3  Lindqvist · tidsstraff 3:48"
    bought = facts_of(frame_of(rebuys(1500), 1500))
    assert "2 rebuys" in CONSOLE.seat_row(texts("en"), bought["view"]["seats"][1], bought).text


def test_the_audiences_see_the_same() -> None:
    history = evening()
    assert history.view(Audience.TABLE) == history.view(Audience.OFFICIAL)
