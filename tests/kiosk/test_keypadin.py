"""The keypad at the table: when one is looked for, what its state and its keys become."""

from __future__ import annotations

import queue
from contextlib import ExitStack

import pytest

from firmware_py.timesource import SystemTime
from kiosk.config import Config
from kiosk.health import Health, words
from kiosk.inbox import Condition, Item, Keypad, Link, Reader, Saving, Sound
from kiosk.keypadin import open_keypad, takes_keypad


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
