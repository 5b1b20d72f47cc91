"""Sound cards by name: their numbers change from boot to boot."""

from __future__ import annotations

from pathlib import Path

import pytest

from kiosk.sound.cards import card_names, choose_device, is_hdmi, may_sound, still_there

USB = "USB Audio Device, USB Audio"
HDMI = "vc4-hdmi-0, MAI PCM i2s-hifi-0"
JACK = "bcm2835 Headphones, bcm2835 Headphones"
CARDS = """ 0 [vc4hdmi0       ]: vc4-hdmi - vc4-hdmi-0
                      vc4-hdmi-0
 1 [Device         ]: USB-Audio - USB Audio Device
                      C-Media Electronics Inc. USB Audio Device at usb-3f980000.usb-1.2, full
"""
OTHER_ORDER = """ 0 [Device         ]: USB-Audio - USB Audio Device
                      C-Media Electronics Inc. USB Audio Device at usb-3f980000.usb-1.2, full
 1 [vc4hdmi0       ]: vc4-hdmi - vc4-hdmi-0
                      vc4-hdmi-0
"""


@pytest.fixture
def cards(tmp_path: Path) -> Path:
    return tmp_path / "cards"


def test_cards_are_known_by_name_in_whatever_order_they_came(cards: Path) -> None:
    cards.write_text(CARDS)
    first = card_names(cards)
    cards.write_text(OTHER_ORDER)
    assert set(card_names(cards)) == set(first) == {"vc4-hdmi-0", "USB Audio Device"}


def test_a_machine_without_cards_is_not_asked_to_sound(cards: Path, tmp_path: Path) -> None:
    assert not may_sound({}, cards)
    cards.write_text("--- no soundcards ---\n")
    assert not may_sound({}, cards)
    assert may_sound({"SDL_AUDIODRIVER": "disk"}, cards)
    assert not may_sound({"XDG_RUNTIME_DIR": str(tmp_path)}, cards)
    (tmp_path / "pipewire-0").touch()
    assert may_sound({"XDG_RUNTIME_DIR": str(tmp_path)}, cards)
    cards.write_text(CARDS)
    assert may_sound({}, cards)


def test_the_named_card_is_taken_wherever_it_stands() -> None:
    assert choose_device("hdmi", [USB, HDMI, JACK]) == HDMI
    assert choose_device("Headphones", [HDMI, JACK]) == JACK


def test_without_a_name_a_usb_loudspeaker_is_taken_else_the_default() -> None:
    assert choose_device("", [HDMI, JACK, USB]) == USB
    assert choose_device("", [HDMI, JACK]) is None


def test_a_named_card_that_is_not_there_is_said_with_those_that_are() -> None:
    with pytest.raises(LookupError) as missing:
        choose_device("USB", [HDMI])
    assert str(missing.value) == (f"sound.device = 'USB' is not connected; there are: {HDMI}")


def test_a_screen_is_told_from_a_loudspeaker() -> None:
    assert is_hdmi(HDMI, ())
    assert not is_hdmi(USB, ("vc4-hdmi-0",))
    assert is_hdmi(None, ("vc4-hdmi-0", "vc4-hdmi-1"))
    assert not is_hdmi(None, ("vc4-hdmi-0", "USB Audio Device"))
    assert not is_hdmi(None, ())


def test_a_card_pulled_out_is_noticed() -> None:
    before = ("vc4-hdmi-0", "USB Audio Device")
    assert still_there(USB, before, before)
    assert not still_there(USB, before, ("vc4-hdmi-0",))
    assert not still_there(None, before, ())
    assert still_there(None, (), ())
    assert still_there("Built-in Audio", before, before[:1])  # a sound server's own name
