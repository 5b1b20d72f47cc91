"""Settings of `[sound]`: what is allowed, and what a wrong one is answered."""

from __future__ import annotations

import pytest

from kiosk.errors import UserError
from kiosk.sound.settings import Mode, SoundSettings, parse_sound


def test_nothing_written_is_all_defaults() -> None:
    assert parse_sound({}, "tableside.toml") == SoundSettings()


def test_everything_can_be_set() -> None:
    settings = parse_sound(
        {
            "mode": "both",
            "voice": 15,
            "device": "USB",
            "latency_ms": 80,
            "preroll_ms": 0,
            "keep_awake": False,
            "volume": {"A": -3, "C": -12},
        },
        "tableside.toml",
    )
    assert settings.mode is Mode.BOTH
    assert (settings.voice, settings.device) == (15, "USB")
    assert (settings.latency_ms, settings.preroll_ms) == (80, 0)
    assert not settings.keep_awake
    assert settings.volume_db == {"A": -3, "B": 0, "C": -12, "D": 0, "mask": 0}


@pytest.mark.parametrize(
    ("key", "value", "says"),
    [
        ("mode", "loud", "write one of auto, speaker, piezo, both, silent"),
        ("voice", 16, 'write a whole number from 1 to 15 or "auto"'),
        ("voice", True, 'write a whole number from 1 to 15 or "auto"'),
        ("device", 3, "write a part of the sound card's name"),
        ("latency_ms", -1, "write a whole number from 0 to 500"),
        ("preroll_ms", 2.5, "write a whole number from 0 to 3000"),
        ("keep_awake", "yes", "write true or false"),
        ("volume", {"E": 0}, "write a table of A, B, C, D, mask"),
        ("volume", -3, "write a table of A, B, C, D, mask"),
    ],
)
def test_a_wrong_value_is_named_with_what_is_allowed(key: str, value: object, says: str) -> None:
    with pytest.raises(UserError) as wrong:
        parse_sound({key: value}, "tableside.toml")
    assert str(wrong.value) == f"tableside.toml: sound.{key} = {value!r}; {says}"


def test_a_key_that_is_none_is_named_with_those_that_are() -> None:
    with pytest.raises(UserError) as wrong:
        parse_sound({"volumes": {}}, "tableside.toml")
    assert str(wrong.value).startswith(
        "tableside.toml: sound.volumes is no setting; there are: mode"
    )


def test_a_volume_is_between_minus_thirty_and_zero() -> None:
    with pytest.raises(UserError, match=r"sound.volume.B = 1; write a whole number from -30 to 0"):
        parse_sound({"volume": {"B": 1}}, "tableside.toml")


def test_what_all_must_hear_is_never_quieter_than_the_answers() -> None:
    with pytest.raises(UserError, match=r"sound.volume.A = -20; write -10 \(volume.C\) or more"):
        parse_sound({"volume": {"A": -20, "C": -10}}, "tableside.toml")
