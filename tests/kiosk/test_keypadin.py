"""The keypad at the table: when one is looked for, what its state and its keys become."""

from __future__ import annotations

import queue
from contextlib import ExitStack

import pygame
import pytest

from firmware_py.timesource import SystemTime
from kiosk.config import Config
from kiosk.health import Health, words
from kiosk.inbox import Condition, Item, Key, Keypad, Link, Reader, Saving, Sound
from kiosk.keypadin import open_keypad, takes_keypad
from kiosk.window import Window


@pytest.mark.parametrize(
    ("device", "simulated", "taken"),
    [
        ("auto", False, True),
        ("auto", True, False),  # a keypad on a desk is its owner's; its keys come by the window
        ("USB Numpad", True, True),
        ("none", False, False),
    ],
)
def test_a_keypad_is_taken_at_a_table_and_on_a_desk_only_by_its_name(
    device: str, simulated: bool, taken: bool
) -> None:
    assert takes_keypad(Config(keypad=device), simulated) is taken


def test_one_that_is_named_and_not_there_is_lost() -> None:
    told: queue.SimpleQueue[Item] = queue.SimpleQueue()
    with ExitStack() as stack:
        open_keypad(Config(keypad="nobody made this one"), True, SystemTime(), told.put, stack)
        assert told.get(timeout=5) == Keypad(lost=True)


@pytest.mark.parametrize(
    ("item", "sign"),
    [
        (Saving(ok=False), "NOT SAVING"),
        (Sound(ok=False), "NO SOUND"),
        (Reader(ok=False), "NO DICE"),
        (Keypad(lost=True), "KEYPAD LOST"),
        (Keypad(lost=False, locked=True), "KEYPAD LOCKED"),
        (Link(up=False, waiting=0), "LINK DOWN"),
    ],
)
def test_what_is_not_as_it_should_be_has_its_sign_until_it_is_again(
    item: Condition, sign: str
) -> None:
    health = Health(simulated=False)
    assert words(health.signs()) == []
    health.hear(item)
    assert words(health.signs()) == [sign]
    for well in (Saving(True), Sound(True), Reader(True), Keypad(False), Link(True, 0)):
        health.hear(well)
    assert words(health.signs()) == []


NUMBERS = {f"KSCAN_KP_{n}": f"kp_{n}" for n in range(10)}
SIGNS = {
    "KSCAN_KP_ENTER": "kp_enter",
    "KSCAN_KP_PLUS": "kp_plus",
    "KSCAN_KP_MINUS": "kp_minus",
    "KSCAN_KP_MULTIPLY": "kp_star",
    "KSCAN_KP_DIVIDE": "kp_slash",
    "KSCAN_KP_PERIOD": "kp_dot",
}


def test_in_a_window_the_numeric_block_is_the_same_whatever_numlock_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    window = Window(pygame.display.set_mode((64, 36)), shown=True)
    pygame.event.clear()
    put: list[Item] = []
    names = NUMBERS | SIGNS
    for scancode in names:
        fields = {"scancode": getattr(pygame, scancode), "unicode": "", "key": pygame.K_HOME}
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, fields))
    window.pump(put.append, 5)
    window.close()
    assert put == [Key(name, 5) for name in names.values()]
