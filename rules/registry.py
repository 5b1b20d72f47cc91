"""Which games there are. A game's package is imported when it is asked for, not before."""

from __future__ import annotations

from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, cast

from rules.settings import Setting

if TYPE_CHECKING:
    from rules.game import Game

GAMES: Final = MappingProxyType(
    {
        "monopoly": "rules.monopoly",
        "matador": "rules.matador",
        "casino": "rules.casino",
        "mafia": "rules.mafia",
    }
)
"""An edition's `game` -> the package that plays it. It gives `GAME` (rules/game.py) and, in its
module `settings`, `SETTINGS`: every setting an edition of it has."""


def game_of(name: str) -> Game:
    """The game of an edition; `name` must be a key of `GAMES`."""
    return cast("Game", import_module(GAMES[name]).GAME)


def settings_of(name: str) -> tuple[Setting, ...]:
    """Every setting an edition of this game has, in the order of the file."""
    return cast("tuple[Setting, ...]", import_module(f"{GAMES[name]}.settings").SETTINGS)
