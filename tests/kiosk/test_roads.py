"""Which road leads to the league; a table that is enrolled while it runs; what is loaded for it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from queue import SimpleQueue

import pytest

from kiosk.carrier import Carrier
from kiosk.config import Config
from kiosk.enrolling import EnrolSocket, redeem_there
from kiosk.errors import RunError
from kiosk.home import Home
from kiosk.http import HttpCarrier
from kiosk.inbox import HallTold, Link, Road
from kiosk.roads import open_road
from kiosk.seal import Membership, keep_membership, membership
from kiosk.searchroad import SearchCarrier
from kiosk.serialroad import SerialCarrier
from kiosk.uplink import Uplink


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = Home(tmp_path)
    home.prepare()
    return home


def road(league: str, home: Home, stack: ExitStack) -> Carrier | None:
    config = Config(league=league)
    return open_road(config, home, lambda: membership(home.keys), lambda: None, stack)


@pytest.mark.parametrize(
    ("league", "enrolled", "kind", "found"),
    [
        ("auto", None, type(None), Road()),
        ("auto", "http://10.0.0.1:8460", SearchCarrier, Road("mdns")),
        ("auto", "https://l.example", HttpCarrier, Road("url", "https://l.example")),
        ("auto", "serial:/dev/none", SerialCarrier, Road("serial", "/dev/none")),
        ("mdns", None, SearchCarrier, Road("mdns")),
        ("http://h:1", "serial:/dev/none", HttpCarrier, Road("url", "http://h:1")),
        ("serial:/dev/none", None, SerialCarrier, Road("serial", "/dev/none")),
    ],
)
def test_the_road_that_is_set_or_the_one_of_the_enrolment(
    home: Home, stack: ExitStack, league: str, enrolled: str | None, kind: type, found: Road
) -> None:
    if enrolled is not None:
        keep_membership(home.keys, Membership(enrolled, "T3", "secret", "ab" * 32))
    carrier = road(league, home, stack)
    assert type(carrier) is kind
    assert (carrier.standing().road if carrier else Road()) == found


def test_a_table_without_a_league_begins_when_it_is_enrolled(home: Home, stack: ExitStack) -> None:
    links: SimpleQueue[Link | HallTold] = SimpleQueue()

    def connect() -> Carrier | None:
        return road("auto", home, stack)

    uplink = Uplink(home, connect, links.put)
    stack.callback(uplink.close)
    uplink.start()
    assert uplink.address() == ""
    keep_membership(home.keys, Membership("https://127.0.0.1:1", "T3", "secret", "ab" * 32))
    uplink.wake()
    link = links.get(timeout=20)
    assert isinstance(link, Link), "nothing was said before"
    assert link.road == Road("url", "https://127.0.0.1:1")


def test_the_table_that_has_the_line_redeems_the_code(home: Home, stack: ExitStack) -> None:
    codes: list[str] = []

    def redeem(code: str) -> Membership:
        codes.append(code)
        if code == "WRONG":
            raise RunError("serial:X: code 'WRONG' was not taken (401): not known")
        return Membership("serial:X", "T3", "secret", "key")

    assert redeem_there(home.root, "serial:X", "CODE") is None, "no table runs"
    socket = EnrolSocket(home.root, "serial:X", redeem)
    stack.callback(socket.close)
    found = redeem_there(home.root, "serial:X", "CODE")
    assert found == Membership("serial:X", "T3", ""), "the token stays where it is"
    with pytest.raises(RunError, match="WRONG"):
        redeem_there(home.root, "serial:X", "WRONG")
    assert redeem_there(home.root, "serial:Y", "CODE") is None, "it has another line"
    assert codes == ["CODE", "WRONG"]
    assert (home.root / "enrol.sock").stat().st_mode & 0o777 == 0o600
    socket.close()
    assert redeem_there(home.root, "serial:X", "CODE") is None


def test_looking_for_a_league_costs_nothing_where_nobody_looks() -> None:
    modules = "kiosk.app kiosk.uplink kiosk.roads kiosk.searchroad kiosk.serialroad kiosk.http"
    script = f"import sys, {', '.join(modules.split())}; print('zeroconf' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "False"
