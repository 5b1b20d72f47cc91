"""Which way leads to the league of the settings; loaded and opened on the uplink's own thread."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack

from kiosk.carrier import Carrier
from kiosk.config import AUTO, MDNS, Config
from kiosk.home import Home
from kiosk.late import SERIAL
from kiosk.seal import Membership, keep_membership, table_key

Member = Callable[[], Membership | None]


def open_road(
    config: Config, home: Home, member: Member, wake: Callable[[], None], stack: ExitStack
) -> Carrier | None:
    """The way, opened; `stack` closes it. `wake` is called when it came up or went down.

    `auto` is the road by which the table was enrolled; None while it is not.
    """
    url = config.league
    if url == AUTO:
        enrolled = member()
        if enrolled is None:
            return None
        url = enrolled.url if enrolled.url.startswith((SERIAL, "https:")) else AUTO
    if url in (AUTO, MDNS):
        from kiosk.searchroad import SearchCarrier

        carrier = SearchCarrier(member, wake, typed=url == AUTO)
        stack.callback(carrier.close)
        return carrier
    if not url.startswith(SERIAL):
        from kiosk.http import HttpCarrier

        named = HttpCarrier(url, member)
        stack.callback(named.close)
        return named
    return _by_line(url, config.league_baud, home, member, wake, stack)


def _by_line(
    url: str, baud: int, home: Home, member: Member, wake: Callable[[], None], stack: ExitStack
) -> Carrier:
    """A serial line; while the table has it, codes are redeemed here (enrolling.py)."""
    from kiosk.enrolling import EnrolSocket
    from kiosk.serialroad import SerialCarrier, redeemed

    port = url.removeprefix(SERIAL)
    carrier = SerialCarrier(port, baud, member, lambda: table_key(home.keys), wake)
    stack.callback(carrier.close)

    def redeem(code: str) -> Membership:
        found = redeemed(carrier, url, code)
        keep_membership(home.keys, found)
        carrier.introduce()
        wake()
        return found

    stack.callback(EnrolSocket(home.root, url, redeem).close)
    carrier.start()
    return carrier
