"""The league says on the hall's network that it is there: mDNS, `_tableside._tcp.local.`.

What is said there anybody could say. So it is only where to ask: a table believes the league whose
key it learned when it enrolled, and that has to sign for the address at which it was found
(`standing_here`).

Loaded and run on a thread of its own, once requests are answered; addresses that come later, a
hotspot, a cable, are looked for as long as the league serves.
"""

from __future__ import annotations

import logging
import socket
import threading
from collections.abc import Sequence
from ipaddress import IPv4Address
from typing import Any, Final

from sqlalchemy import Connection

from league.receipts import sign
from league.refusals import Reason, Refused
from rules.identity import SERVICE, here_message

_LOG = logging.getLogger(__name__)

LOOK_EVERY_S: Final = 5.0
SHORT: Final = 6
"""Digits of the key that tell two leagues of one name apart."""
EVERYWHERE: Final = frozenset(("0.0.0.0", "::", ""))
NONCE_DIGITS: Final = range(16, 129)


class Beacon:
    """Advertises from `start` to `close`; without a network it waits for one."""

    def __init__(self, host: str, port: int, key: str) -> None:
        """`host` as the server listens; `key` (hex) signs this league's receipts."""
        self._host = host
        self._port = port
        self._key = key
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="league-mdns", daemon=True)

    def start(self) -> None:
        """Begin; returns at once."""
        self._thread.start()

    def close(self) -> None:
        """Say goodbye, so that nobody asks here any more."""
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        said: Any = None
        at: tuple[str, ...] = ()
        while not self._stop.is_set():
            now = addresses(self._host)
            if now != at:
                _silence(said)
                said, at = None, now
                try:
                    said = self._say(at) if at else None
                except Exception as error:  # noqa: BLE001 - a league serves without it, too
                    _LOG.warning("mDNS: %s; tried again", error or type(error).__name__)
                    at = ()
            self._stop.wait(LOOK_EVERY_S)
        _silence(said)

    def _say(self, at: Sequence[str]) -> Any:
        from zeroconf import IPVersion, ServiceInfo, Zeroconf

        machine = socket.gethostname().partition(".")[0] or "league"
        name = f"{machine[:40]} {self._key[:SHORT]}"
        info = ServiceInfo(
            SERVICE,
            f"{name}.{SERVICE}",
            port=self._port,
            addresses=[IPv4Address(one).packed for one in at],
            properties={"key": self._key, "name": name},
            server=f"{machine[:40]}-{self._key[:SHORT]}.local.",
        )
        said = Zeroconf(interfaces=list(at), ip_version=IPVersion.V4Only)
        try:
            said.register_service(info, allow_name_change=True)
        except BaseException:
            said.close()
            raise
        _LOG.info("tables find this league as %r at %s", name, ", ".join(at))
        return said


def addresses(host: str) -> tuple[str, ...]:
    """This machine's IPv4 addresses at which a server that listens on `host` is reached: of a
    network, or where there is none, its own.
    """
    if host not in EVERYWHERE:
        try:
            found = {str(entry[4][0]) for entry in socket.getaddrinfo(host, None, socket.AF_INET)}
        except OSError:
            return ()
        return tuple(sorted(found))
    own = _own()
    return tuple(sorted(one for one in own if not IPv4Address(one).is_loopback) or sorted(own))


def standing_here(connection: Connection, nonce: str, at: str) -> str:
    """The league's signature that it is at `at`; Refused where that is no address of this machine:
    somebody passes the question on. `at` may be empty where a person typed the address.
    """
    if len(nonce) not in NONCE_DIGITS or not all(c in "0123456789abcdef" for c in nonce):
        raise Refused(400, Reason("nonce", "nonce: write 16 to 128 hex digits, made up anew"))
    host = at.rpartition(":")[0]
    if at and host not in _own():
        raise Refused(400, Reason("at", "at: that is no address of this league"))
    return sign(connection, here_message(nonce, at))


def _own() -> set[str]:
    import ifaddr  # untyped lists; with the first question, not with the server

    ips = [ip.ip for adapter in ifaddr.get_adapters() for ip in adapter.ips]
    return {ip for ip in ips if isinstance(ip, str)}  # a tuple is IPv6


def _silence(said: Any) -> None:
    if said is not None:
        said.unregister_all_services()
        said.close()
