"""A self-test, and a look, of a running table: made of its own parts. Loaded with the first one."""

from __future__ import annotations

from kiosk.config import Config
from kiosk.home import Home
from kiosk.host import Host
from kiosk.late import LateSounds
from kiosk.selftest import machine
from kiosk.selftest.check import Check, failed, passed
from kiosk.selftest.parts import Sounding, heard_lengths, wants_speaker
from kiosk.selftest.playing import Looking
from kiosk.selftest.selftest import SelfTest


def test_of(host: Host, config: Config, home: Home, sounds: LateSounds) -> SelfTest:
    """A self-test of a running table, with its own screen and loudspeaker."""
    aside = machine.Aside(
        (
            lambda: machine.link(config.league, home),
            lambda: machine.clock(host.time.wall()),
            lambda: machine.disk(home),
            machine.supply,
        )
    )
    return SelfTest(
        host.table,
        sounding=_sounding(host, config, sounds),
        screen=lambda: machine.screen(host.stage.window, wanted=config.screen != "offscreen"),
        facts=lambda: aside.found,
        simulated_wanted=config.pins == "simulated",
    )


def look_of(host: Host, config: Config, home: Home) -> Looking:
    """A look at a table that plays."""
    aside = machine.Aside(
        (
            lambda: machine.link(config.league, home),
            lambda: machine.clock(host.time.wall()),
            lambda: machine.room(home, saving=host.health.is_saving),
            machine.supply,
        )
    )

    def parts() -> tuple[Check, Check]:
        wanted = config.screen != "offscreen"
        return _speaker(host, config), machine.screen(host.stage.window, wanted=wanted)

    return Looking(
        host.table, parts, lambda: aside.found, simulated_wanted=config.pins == "simulated"
    )


def _speaker(host: Host, config: Config) -> Check:
    mode = config.sound.mode
    if not wants_speaker(mode):
        return passed("speaker", "speaker.unwanted", mode=str(mode.value))
    return (
        passed("speaker", "speaker.open")
        if host.health.sound
        else failed("speaker", "speaker.gone")
    )


def _sounding(host: Host, config: Config, sounds: LateSounds) -> Sounding:
    def found() -> Check:
        return _speaker(host, config)

    if not wants_speaker(config.sound.mode):
        return Sounding((), sounds.play_now, found, wanted=False)
    return Sounding(heard_lengths(), sounds.play_now, found)
