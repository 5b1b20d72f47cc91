"""Every game gives what the house asks of it."""

from __future__ import annotations

import inspect

import pytest

from rules.game import Game
from rules.registry import GAMES, game_of, settings_of
from rules.settings import Setting


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_every_member_of_the_protocol_with_its_parameters(name: str) -> None:
    game = game_of(name)
    for member, asked in inspect.getmembers(Game, inspect.isfunction):
        if member.startswith("_"):
            continue
        given = inspect.signature(getattr(game, member))
        assert list(given.parameters) == list(inspect.signature(asked).parameters)[1:]
    assert game.family in ("monopoly", "mafia", "casino")


@pytest.mark.parametrize("name", GAMES)
def test_a_setting_is_known_by_its_name_alone(name: str) -> None:
    settings = settings_of(name)
    assert all(isinstance(setting, Setting) for setting in settings)
    assert len({setting.name for setting in settings}) == len(settings)
