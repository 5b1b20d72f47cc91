"""A league that cannot be reached for days: what is told apart, its remedy, and that all arrives.

Days pass in virtual time: the delivering is the uplink's own, its pauses are added up, not waited
for.
"""

from __future__ import annotations

import hashlib
import json
import random
import socket
import ssl
import subprocess
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from kiosk import outbox
from kiosk.carrier import Answer, CertificateError
from kiosk.health import REMEDIES, Health
from kiosk.home import Home
from kiosk.http import HttpCarrier
from kiosk.inbox import Link
from kiosk.lobby import Lobby
from kiosk.locale import Catalogue
from kiosk.outbox import Parcel
from kiosk.screens.frame import Delivery
from kiosk.show import Scene, frame_of
from kiosk.uplink import LONGEST_PAUSE_S, deliver_all, jittered, longer
from rules.kinds import GameMs

DAY_S = 24 * 3600
RECORDS = 2
LANGUAGES = ("en", "da", "hu", "ru", "sv")


@pytest.fixture
def home(tmp_path: Path) -> Home:
    found = Home(tmp_path)
    found.prepare()
    for number in range(RECORDS):
        line = json.dumps({"sealed": {"game": f"G{number}"}}).encode()
        found.record(f"G{number}").write_bytes(b'{"open":{},"prev":"","hash":""}\n' + line + b"\n")
    return found


class Network:
    """A way to the league through three bad days. What it carries, it carries when it wants to."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.at_s = 0.0
        self.stored: dict[str, bytes] = {}
        self.arrived: list[str] = []
        self.tries = 0

    def post_game(self, parcel: Parcel) -> Answer:
        self.tries += 1
        trouble = self.trouble()
        if trouble is not None and trouble != "answer lost":
            if isinstance(trouble, Answer):
                return trouble
            raise ConnectionError(trouble)
        self.arrived.append(parcel.game)
        before = self.stored.setdefault(parcel.game, parcel.data)
        assert before == parcel.data
        if trouble == "answer lost":
            raise ConnectionError("reset by peer")
        fields = {"game": parcel.game, "sha256": parcel.sha256, "status": "stored"}
        return Answer(201, json.dumps(fields).encode())

    def trouble(self) -> Answer | str | None:
        """Each day another one; on the fourth every second answer is lost."""
        day = int(self.at_s // DAY_S)
        if day == 0:
            return "no route to host"
        if day == 1:
            return self.dice.choice((
                Answer(200, b"<html>Please log in</html>"), Answer(302, b""),
                Answer(502, b"<html>bad gateway</html>"), Answer(200, b'{"game": "G'),
            ))  # fmt: skip
        if day == 2:
            return self.dice.choice((Answer(503, b'{"error": "full"}'), "timed out"))
        return self.dice.choice((None, "answer lost"))

    def standing(self) -> Any:
        raise NotImplementedError

    def post_live(self, state: Mapping[str, Any]) -> Answer:
        raise NotImplementedError

    def post_delivered(self, marks: Sequence[str]) -> Answer:
        raise NotImplementedError

    def post_table(self, word: str, fields: Mapping[str, Any]) -> Answer:
        raise NotImplementedError


@pytest.mark.parametrize("seed", range(2))
def test_records_wait_for_days_over_reboots_and_arrive_within_a_minute(
    home: Home, seed: int
) -> None:
    network, dice, pause_s = Network(seed), random.Random(seed), 0.0
    reboots = 0
    while outbox.waiting(home):
        assert network.at_s < 4 * DAY_S, "it gave up"
        went = deliver_all(home, network)
        pause_s = 0.0 if went.is_fine else longer(0.0 if went.moved else pause_s)
        network.at_s += jittered(pause_s, dice.random())
        if dice.random() < 0.002:  # the power goes, and the pause with it; the files stay
            pause_s, reboots = 0.0, reboots + 1
            home = Home(home.root)
    assert reboots > 1
    assert network.at_s - 3 * DAY_S < 10 * LONGEST_PAUSE_S, "it came back within minutes"
    assert sorted(network.stored) == [f"G{number}" for number in range(RECORDS)]
    for game, data in network.stored.items():
        assert data == home.record(game).read_bytes()
        receipt = json.loads(home.receipt(game).read_bytes())
        assert receipt["sha256"] == hashlib.sha256(data).hexdigest()
    least, most = 3 * DAY_S / LONGEST_PAUSE_S, 3 * DAY_S / 20 * RECORDS
    assert least < network.tries < most, "neither sleeps nor nags"


# -- what stands on the screen ---------------------------------------------------------------------


class NoGame(Lobby):
    """A table without a game, as the screen sees it."""

    def __init__(self) -> None:
        super().__init__(Home(Path("/nowhere")), None, None, "T1", "hun-2009")  # type: ignore[arg-type]


@pytest.mark.parametrize("word", sorted(REMEDIES))
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_trouble_is_told_with_its_own_remedy(word: str, language: str) -> None:
    health = Health(simulated=False)
    health.hear(Link(False, 1, fault=word))
    scene = Scene(
        game=None, now_ms=GameMs(0), now_ns=0, table="T1", edition="hun-2009", language=language,
        signs=health.signs(), flash=frozenset(), warned=None, fault=None, wall=lambda _: None,
        delivery=Delivery.NONE, lobby=NoGame(), remedy=health.remedy,
    )  # fmt: skip
    idle = frame_of(scene).idle
    assert idle is not None
    notice = idle.remedy
    assert notice is not None
    texts = Catalogue().texts(language)
    told = texts.text(notice.key)
    assert told != notice.key, "a text is missing"
    others = {texts.text(f"kiosk.link.{other}") for other in REMEDIES - {word}}
    assert told not in others
    health.hear(Link(True, 0))
    assert health.remedy == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_result_that_is_refused_is_told_with_what_to_do(language: str) -> None:
    """Where the way is good and the table known: a sign says more of either."""
    health = Health(simulated=False)
    health.hear(Link(True, 2, refused=1))
    assert health.remedy == "refused"
    texts = Catalogue().texts(language)
    assert "kiosk outbox list" in texts.text(f"kiosk.link.{health.remedy}")
    for other in (Link(False, 2, fault="cut", refused=1), Link(True, 2, enrolled=False, refused=1)):
        health.hear(other)
        assert health.remedy != "refused"


# -- the certificate -----------------------------------------------------------------------------


def test_a_certificate_that_is_not_valid_yet_means_the_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table without a clock that was set: its league's certificate begins in its future."""
    certificate = begun_in_the_future(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, tmp_path / "key.pem")
    with socket.create_server(("127.0.0.1", 0)) as door:

        def greet() -> None:
            peer, _ = door.accept()
            with peer:
                try:
                    context.wrap_socket(peer, server_side=True).close()
                except OSError:
                    return  # the table hung up, as it should

        thread = threading.Thread(target=greet, daemon=True)
        thread.start()
        carrier = HttpCarrier(f"https://127.0.0.1:{door.getsockname()[1]}", lambda: None)
        with pytest.raises(CertificateError) as caught:
            carrier.post_game(Parcel("G1", b"", "", None))
        thread.join(10)
    assert caught.value.early


CONFIG = """
[ca]
default_ca = own
[own]
database = {folder}/index.txt
serial = {folder}/serial
new_certs_dir = {folder}
default_md = sha256
policy = any
x509_extensions = ext
[any]
commonName = supplied
[ext]
subjectAltName = IP:127.0.0.1
basicConstraints = CA:true
"""


def begun_in_the_future(folder: Path) -> Path:
    (folder / "ca.cnf").write_text(CONFIG.format(folder=folder))
    (folder / "index.txt").write_text("")
    (folder / "serial").write_text("01\n")
    for command in (
        "req -newkey rsa:2048 -nodes -subj /CN=127.0.0.1 -keyout key.pem -out csr.pem",
        "ca -config ca.cnf -selfsign -batch -notext -in csr.pem -keyfile key.pem -out crt.pem"
        " -startdate 20900101000000Z -enddate 20950101000000Z",
    ):
        done = subprocess.run(
            ["openssl", *command.split()], cwd=folder, capture_output=True, check=False
        )
        assert done.returncode == 0, done.stderr
    return folder / "crt.pem"
