"""The host's second display at a Mafia table: the night's entries, roles, what to say."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from kiosk.console.glass import Glass
from kiosk.console.plain import plain
from kiosk.console.wording import details, line_text
from kiosk.families.mafia import samples
from kiosk.families.mafia.console import CONSOLE, night_of, say
from kiosk.locale import Catalogue
from kiosk.official import Facts
from kiosk.screens.base import FONT_DIR
from kiosk.screens.brush import TextDrawn
from kiosk.screens.frame import line
from kiosk.screens.theme import contrast
from rules.kinds import GameMs, Seat
from rules.mafia.view import MafiaView, OfficialView, Phase
from rules.value import replace

SIZES = [(800, 480), (1280, 720), (1920, 1080), (1024, 600)]
OFFICIAL = OfficialView(
    roles=tuple((Seat(n), role) for n, role in enumerate(samples.ROLES, 1)),
    shot=Seat(5), shot_entered=True, don_check=Seat(4), don_entered=True, don_right=True,
    sheriff_check=None, sheriff_entered=False, sheriff_right=None,
    rhythm=((GameMs(30_000), "check-end"), (GameMs(50_000), "check-end")),
    night_over=False, red=6, black=3, no_kills=1,
)  # fmt: skip
ENGLISH = Catalogue().texts("en")


def night(**changes: Any) -> MafiaView:
    """Night 2: shot and Don are entered."""
    official = replace(OFFICIAL, **changes)
    return replace(samples.PLAIN, phase=Phase.NIGHT, official=official)


def facts(view: MafiaView, language: str = "en") -> Facts:
    """What the table tells the second display."""
    return Facts(
        revision=1, now_ms=GameMs(1_000), table="T4", language=language,
        edition="mafia-nuances", game_kind="mafia", game="G3-T4", phase=view.phase.value,
        remaining_s=None, view=view,
    )  # fmt: skip


def drawn(view: MafiaView, size: tuple[int, int], language: str) -> list[TextDrawn]:
    texts: list[TextDrawn] = []
    glass = Glass(pygame.Surface(size, depth=32), Catalogue(), language, FONT_DIR)
    glass.watch(texts.append)
    assert glass.draw(facts(view, language), {})
    return texts


@pytest.mark.parametrize("language", ["en", "hu", "da", "ru", "sv"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("phase", [Phase.NIGHT, Phase.DAY, Phase.VOTED, Phase.OVER])
def test_all_that_the_host_needs_stands_there_and_fits(
    size: tuple[int, int], language: str, phase: Phase
) -> None:
    view = replace(night(), phase=phase)
    texts = drawn(view, size, language)
    said = "\n".join(one.text for one in texts)
    assert all(name in said for name in samples.NAMES)
    assert Catalogue().texts(language).text("kiosk.mafia.role.don") in said
    for one in texts:
        assert not one.cut, one.text
        assert one.clip.contains(one.ink), one.text
        assert contrast(one.colour, one.ground) >= 4.5, one.text


def test_the_host_reads_what_he_answers_the_don() -> None:
    said = "\n".join(one.text for one in drawn(night(), (1280, 720), "en"))
    assert "is the Sheriff" in said
    assert "0:29" in said  # of his check
    assert "Don, look for the Sheriff" in said
    assert "1 night without a kill" in said


def told(**changes: Any) -> Any:
    return plain(night(**changes))


def test_the_entries_come_in_one_order_and_one_is_asked_for() -> None:
    fresh = told(shot=None, shot_entered=False, don_entered=False, don_check=None, don_right=None,
                 rhythm=())  # fmt: skip
    assert [one["active"] for one in night_of(ENGLISH, fresh)] == [True, False, False]
    entered = night_of(ENGLISH, told())
    assert [one["active"] for one in entered] == [False, False, True]
    assert [one["shown"] for one in entered] == ["05", "04", "– –"]
    missed = night_of(ENGLISH, told(shot=None))
    assert missed[0]["shown"] == "00"


def test_a_check_counts_down_while_it_runs_and_the_next_one_after_it() -> None:
    both = [one["until"] for one in night_of(ENGLISH, told())]
    assert both == [None, 30_000, None]
    second = told(rhythm=((GameMs(50_000), "check-end"),))
    assert [one["until"] for one in night_of(ENGLISH, second)] == [None, None, 50_000]


def test_a_line_within_a_line_is_said_in_the_readers_language() -> None:
    found = plain(line("kiosk.mafia.head.next", what=line("kiosk.mafia.next.night")))
    assert line_text(ENGLISH, found) == "Next: night"
    keyed = plain(line("kiosk.mafia.head.next", what="kiosk.mafia.next.night"))
    assert line_text(ENGLISH, keyed) == "Next: night"


def test_a_count_and_a_deck_are_said_seat_by_seat() -> None:
    russian = Catalogue().texts("ru")
    count = {"do": "tally", "votes": {"2": [1, 3, 10], "5": []}}
    assert details(russian, count) == "2: 1, 3, 10 · 5: –"
    deck = {"do": "roles", "roles": {"1": "red", "2": "don"}}
    assert details(russian, deck) == "1: мирный · 2: дон"
    assert details(russian, {"do": "foul", "seat": 4}) == ""


def test_what_the_host_says_follows_the_rhythm_not_the_entries() -> None:
    """An entry made early changes no word that is said aloud (MAFA-GAME-4)."""
    done = {"sheriff_entered": True, "sheriff_check": Seat(3), "sheriff_right": True}
    assert say(ENGLISH, told()) == say(ENGLISH, told(**done))
    late = {"rhythm": ((GameMs(50_000), "check-end"),)}
    assert "Sheriff, look" in say(ENGLISH, told(**done, **late))
    assert "Good morning" in say(ENGLISH, told(**done, rhythm=()))


def test_day_is_offered_when_the_rules_say_that_the_night_is_over() -> None:
    key = CONSOLE.next_key(ENGLISH, {"view": told(night_over=True)}, {})
    assert key is not None
    assert key.do == {"do": "day"}
    assert CONSOLE.next_key(ENGLISH, {"view": told()}, {}) is None


@pytest.mark.parametrize(
    ("view", "does"),
    [
        (samples.setup_view(), {"do": "night"}),
        (samples.vote_view(None, None), {"do": "next"}),
        (samples.vote_view(5, 900), None),
        (samples.tie_view(None), {"do": "speech", "seat": 2}),
        (samples.minutes_view(Phase.MINUTES, None, 2, 5), {"do": "speech", "seat": 2}),
        (replace(samples.PLAIN, phase=Phase.DUSK), {"do": "night"}),
    ],
)
def test_the_large_key_does_what_the_hosts_key_does(
    view: MafiaView, does: dict[str, Any] | None
) -> None:
    key = CONSOLE.next_key(ENGLISH, {"view": plain(view)}, {})
    assert (None if key is None else key.do) == does


def test_where_several_are_to_be_named_the_large_key_asks_for_them() -> None:
    lift = replace(samples.tie_view(None), phase=Phase.LIFT)
    keys = [CONSOLE.next_key(ENGLISH, {"view": plain(view)}, {}) for view in (
        lift, samples.vote_view(8, None), samples.over_view("red", "parity"))]  # fmt: skip
    assert [key.verb for key in keys if key is not None] == ["lift_all", "tally", "confirm"]
