"""What is half said, on the table's screen: everything that is asked for, and nothing private."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kiosk import dialogue as say
from kiosk.app import Options, build
from kiosk.config import Config
from kiosk.dialogue import Dialogue, Verbal
from kiosk.families.monopoly.verbs import CONDUCT, MENU, PAGES
from kiosk.game import Game
from kiosk.gestures import Source
from kiosk.home import Home
from kiosk.panels import panel_of
from kiosk.screens.frame import Line, Panel
from rules.kinds import Seat
from rules.opening import parse_opening
from tests.kiosk.conftest import FIELDS

S = 1_000_000_000


class Shown:
    """A game on a table that is put together, and the panel of what is half said there."""

    def __init__(self, game: Game, now_ns: int) -> None:
        self.game = game
        self.now_ns = now_ns

    def act(self, do: str, **fields: Any) -> None:
        self.now_ns += S
        self.game.session.act({"do": do, **fields}, self.now_ns)

    def panel(self, kind: type[Dialogue], *rest: Any, after_s: int = 0, **fields: Any) -> Panel:
        open_ = kind(self.now_ns, Source.KEYPAD, *rest, **fields)
        self.game.desk.talk.dialogue = open_
        found = panel_of(self.game, self.now_ns + after_s * S)
        assert found is not None
        return found


@pytest.fixture
def shown(tmp_path: Path) -> Iterator[Shown]:
    config = Config(table="T3", pins="simulated", screen="offscreen", league="none", language="en")
    app = build(Options(config, Home(tmp_path), parse_opening(dict(FIELDS))))
    try:
        assert app.host.game is not None
        yield Shown(app.host.game, app.host.time.now_ns())
    finally:
        app.close()


def keys(panel: Panel) -> list[str]:
    return [row.text.key if isinstance(row.text, Line) else row.text for row in panel.rows]


def test_without_anything_half_said_there_is_no_panel(shown: Shown) -> None:
    assert panel_of(shown.game, shown.now_ns) is None


def test_the_menu_names_every_entry_by_its_digit_and_dims_what_means_nothing_now(
    shown: Shown,
) -> None:
    panel = shown.panel(say.Paging, after_s=3)
    assert [(row.key, row.digit) for row in panel.rows] == [(str(n), n) for n in range(1, 10)]
    assert keys(panel)[0] == "kiosk.menu.happened"
    dim = {PAGES[0][row.digit - 1] for row in panel.rows if row.digit and row.dim}
    assert dim == {"bankrupt"}
    assert (panel.more, panel.left_s, panel.of_s) == (True, 7, 10)
    shown.act("roll", seat=1, dice=[1, 2])
    assert not any(row.dim for row in shown.panel(say.Paging).rows)
    assert not shown.panel(say.Paging, len(PAGES) - 1).more


def test_a_verb_shows_who_was_named_and_what_is_asked(shown: Shown) -> None:
    panel = shown.panel(Verbal, MENU.verbs["bankrupt"], (Seat(3),))
    assert (panel.title.key, panel.aside) == ("console.verb.bankrupt", "3 · Player 3")
    assert panel.hint is not None
    assert panel.hint.key == "console.ask.to_whom"
    assert [(row.key, row.digit) for row in panel.rows] == [("OK", 0)]
    why = shown.panel(Verbal, MENU.verbs["warn"], (Seat(2),))
    assert keys(why)[-1] == "kiosk.panel.skip"
    assert len(why.rows) == len(CONDUCT) + 1
    much = shown.panel(Verbal, MENU.verbs["bid"], (Seat(2),), "17")
    assert (much.typed, much.pad, much.rows) == ("17", True, ())


def test_a_pin_is_never_shown(shown: Shown) -> None:
    panel = shown.panel(say.Unlocking, MENU.verbs["remove"], {"do": "remove"}, "2468")
    assert panel.typed == "••••"
    assert "2468" not in repr(panel)


def test_a_hold_fills_and_counts_no_seconds_meanwhile(shown: Shown) -> None:
    verb = MENU.verbs["reset"]
    assert shown.panel(say.Holding, verb, {}).left_s == 10
    held = shown.panel(say.Holding, verb, {}, shown.now_ns, after_s=2)
    assert (held.hold, held.left_s) == (400, None)


def test_hun_g_rent_noprompt_what_just_happened_lists_no_claim_and_no_press(shown: Shown) -> None:
    shown.act("roll", seat=1, dice=[1, 2])
    before = shown.panel(say.Recalling)
    shown.act("claim", seat=3, **{"from": 1})
    shown.act("claim", seat=1, **{"from": 1})
    shown.act("press", seat=1)
    after = shown.panel(say.Recalling)
    assert [(row.text, row.aside) for row in after.rows] == [
        (row.text, row.aside) for row in before.rows
    ]
    assert keys(before) == ["kiosk.did.announced", "console.verb.roll"]
    assert before.rows[1].aside == "1 · Player 1 · 1 2"


def test_what_just_happened_is_the_last_minute_the_newest_first(shown: Shown) -> None:
    shown.act("roll", seat=1, dice=[1, 2])
    shown.act("foul", seat=4)
    shown.act("roll", seat=4, dice=[1, 2])
    shown.act("undo")
    found = shown.panel(say.Recalling, after_s=2)
    assert [row.key for row in found.rows] == ["−2 s", "−3 s", "−4 s", "−5 s", "−5 s"]
    assert keys(found)[:3] == ["kiosk.did.undo", "kiosk.did.refused", "console.verb.foul"]
    assert shown.panel(say.Recalling, after_s=62).rows == ()


def test_the_last_that_can_be_taken_back_have_their_age(shown: Shown) -> None:
    shown.act("roll", seat=1, dice=[1, 2])
    shown.act("claim", seat=3, **{"from": 1})
    shown.act("foul", seat=4)
    found = shown.panel(say.Choosing, after_s=4)
    assert keys(found) == ["kiosk.undo.foul", "kiosk.undo.roll"]
    assert [(row.digit, row.aside) for row in found.rows] == [(1, "4 s"), (2, "6 s")]
    text = found.rows[1].text
    assert isinstance(text, Line)
    assert dict(text.params)["dice"] == "1 + 2", "which of a seat's rolls it is"


def test_the_book_is_open_in_the_tables_language_and_in_the_documents(shown: Shown) -> None:
    panel = shown.panel(say.Reading, "HUN-4.3")
    ours, theirs = panel.rows
    assert isinstance(ours.text, Line)
    assert ours.text.key == "rules.book.HUN-4.3"
    assert theirs.text == "A játék nem szakítható meg és nem hosszabbítható meg."


def test_the_books_rule_is_the_last_that_everybody_may_know_of(shown: Shown) -> None:
    game = shown.game
    assert game.last_rule() is None
    shown.act("roll", seat=1, dice=[1, 2])
    assert game.last_rule() == "HUN-4.1"
    shown.act("roll", seat=4, dice=[1, 2])
    assert game.last_rule() == "HUN-G-DICE"
    shown.act("claim", seat=1, **{"from": 1})
    shown.act("free_pass", seat=2)
    assert game.last_rule() == "HUN-G-DICE", "neither a claim nor a word about rent"


def test_every_reason_of_a_foul_is_a_row(shown: Shown) -> None:
    panel = shown.panel(say.Reasoning, Seat(4))
    assert len(panel.rows) == len(CONDUCT)
    assert (panel.left_s, panel.of_s) == (4, 4)
