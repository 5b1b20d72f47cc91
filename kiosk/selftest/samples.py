"""Pictures of the self-test to look at, with every failure that it can tell."""

from __future__ import annotations

from collections.abc import Iterator

from firmware_py.kinds import LineId
from firmware_py.pinmap import INPUTS
from firmware_py.selftest import Result
from kiosk.screens.frame import Frame, Line, Standing, Tested, TestedItem, line
from kiosk.screens.selftest import ROWS
from kiosk.selftest.check import Check, failed, item_name, of_line, passed
from kiosk.selftest.playing import standing
from rules.kinds import GameMs
from rules.value import replace

PIN = (("pin", "BCM 27 (pin 13)"),)
LINES = (
    Result(LineId("seat3"), False, "pins.busy", "pins.busy.remedy",
           (*PIN, ("holder", "spi0 CS1"), ("overlay", "max98357a without no-sdmode, gpio-ir"))),
    Result(LineId("seat4"), False, "pins.busy", "pins.busy.remedy",
           (*PIN, ("holder", ""), ("overlay", ""))),
    Result(LineId("lamp10"), False, "pins.no_chip", "pins.no_chip.remedy",
           (("pin", "GPB1 of the expander"), ("chip", "mcp23017"))),
    Result(LineId("judge.confirm"), False, "pins.refused", "pins.refused.remedy",
           (*PIN, ("cause", "bad event request"))),
    *(
        Result(LineId("judge.undo"), False, reason, f"{reason}.remedy", PIN)
        for reason in ("pins.lost", "pins.stuck", "pins.no_edge", "pins.held", "pins.not_pressed")
    ),
)  # fmt: skip
URL = "https://league.example.org:8443"
FAILED = (
    *(
        failed(name, f"{name}.{what}")
        for name in ("lamps", "buzzer", "speaker", "screen")
        for what in ("unseen", "unanswered")
    ),
    failed("speaker", "speaker.slow"),
    failed("speaker", "speaker.none", why="sound.device = 'USB' is not connected"),
    failed("screen", "screen.none"),
    failed("link", "link.down", url=URL, why="league.example.org: Connection refused"),
    failed("link", "link.unknown", url=URL),
    failed("link", "link.damaged", why="keys/league.json: no JSON"),
    failed("link", "link.port", port="/dev/serial/by-id/usb-FTDI", why="No such file"),
    failed("link", "link.no_port", port="/dev/null"),
    failed("link", "link.group", port="/dev/ttyUSB0"),
    failed("clock", "clock.dead", shown="1970-01-01 00:00"),
    failed("clock", "clock.unset", shown="2026-11-30 18:00"),
    failed("disk", "disk.refused", folder="/var/lib/tableside/games", why="Read-only file system"),
    failed("disk", "disk.slow", ms=1200),
    failed("disk", "disk.full", free=12),
    failed("supply", "supply.weak"),
    failed("test", "ended"),
)
LAMPS = tuple(f"lamp{seat}" for seat in range(1, 11))


def tested(frame: Frame) -> Iterator[tuple[str, Frame]]:
    """The self-test on this frame of a table without a game."""

    def shown(name: str, state: Tested) -> tuple[str, Frame]:
        return f"selftest-{name}", replace(frame, tested=state)

    passed = tuple(TestedItem(item_name(name), True) for name in ("pins", *LAMPS))
    walk = Tested(_title("lamps"), _ask("lamps"), item_name("lamp4"), items=passed[:4])
    yield shown("lamps", walk)
    waiting = tuple(TestedItem(item_name(name)) for name in INPUTS)
    ask = line("kiosk.selftest.buttons.ask", count=len(waiting))
    yield shown("buttons", Tested(_title("buttons"), ask, items=(*passed, *waiting)))
    for name in ("buzzer", "speaker"):
        playing = line("kiosk.selftest.speaker.sound", name="game-over")
        yield shown(name, Tested(_title(name), _ask(name), playing, items=passed))
    yield shown("picture", Tested(_title("screen"), _ask("screen"), picture=True))
    yield shown("machine", Tested(_title("machine"), items=passed))
    yield shown("passed", Tested(items=passed, done=True))
    found = [*(of_line(result) for result in LINES), *FAILED]
    for number in range(0, len(found), ROWS):
        items = tuple(map(_item, found[number : number + ROWS]))
        yield shown(f"failed-{number // ROWS + 1}", Tested(items=(*passed, *items), done=True))


def standings() -> Iterator[tuple[str, Standing | None]]:
    """What a table that plays finds of itself: nothing yet, all well, every fault it can have."""
    yield "looking", None
    well = [passed("link", "link.none"), passed("disk", "disk.room", free=11_240)]
    yield "passed", standing(well, GameMs(1_000_000))
    gone = Result(LineId(""), False, "pins.lost", "pins.lost.remedy", PIN)
    down = Result(LineId("seat3"), False, "pins.down", "pins.down.remedy", PIN)
    lamps = [of_line(gone._replace(line=LineId(name))) for name in LAMPS]
    found = [*lamps, of_line(down), failed("disk", "disk.unsaved"), failed("test", "slow"), *FAILED]
    yield "failed", standing([*lamps[:2], of_line(down), *found[11:13], *well], GameMs(1_000_000))
    for number in range(3):
        few = [check for check in found[10:] if check.item not in ("lamps", "buzzer")]
        some = few[number * 3 : number * 3 + 3]
        yield f"failed-{number + 1}", standing([*lamps, *some], GameMs(1_000_000))
    elsewhere = standing([*lamps, *well], GameMs(1_000_000))
    yield "elsewhere", replace(elsewhere, elsewhere=True)


def _item(check: Check) -> TestedItem:
    return TestedItem(item_name(check.item), check.ok, check.found, check.remedy)


def _title(name: str) -> Line:
    return line(f"kiosk.selftest.{name}.title")


def _ask(name: str) -> Line:
    return line(f"kiosk.selftest.{name}.ask")
