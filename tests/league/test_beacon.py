"""What a league says of itself on a network, and what it signs for."""

from __future__ import annotations

from pathlib import Path

import pytest
from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

from league import beacon
from league.db import open_database
from league.receipts import public_key
from league.refusals import Refused
from rules.identity import here_message

NONCE = "0123456789abcdef" * 2


def test_it_signs_for_its_own_addresses_and_for_no_other(tmp_path: Path) -> None:
    database = open_database(f"sqlite:///{tmp_path / 'league.sqlite'}")
    with database.read() as connection:
        key = VerifyKey(bytes.fromhex(public_key(connection)))
        for at in ("127.0.0.1:8460", ""):
            sig = bytes.fromhex(beacon.standing_here(connection, NONCE, at))
            assert key.verify(here_message(NONCE, at), sig)
        with pytest.raises(BadSignatureError):
            key.verify(here_message(NONCE, "10.0.0.1:8460"), sig)
        for at in ("198.51.100.7:8460", "127.0.0.1", "nonsense", "league.local:8460"):
            with pytest.raises(Refused) as refused:
                beacon.standing_here(connection, NONCE, at)
            assert [reason.code for reason in refused.value.reasons] == ["at"]
        for nonce in ("", "0" * 15, "0" * 129, "g" * 32):
            with pytest.raises(Refused) as refused:
                beacon.standing_here(connection, nonce, "")
            assert [reason.code for reason in refused.value.reasons] == ["nonce"]
    database.close()


def test_it_is_found_where_it_listens() -> None:
    assert beacon.addresses("127.0.0.1") == ("127.0.0.1",)
    assert beacon.addresses("localhost") == ("127.0.0.1",)
    assert beacon.addresses("::1") == ()
    everywhere = beacon.addresses("0.0.0.0")
    assert everywhere
    assert "127.0.0.1" not in everywhere or everywhere == ("127.0.0.1",)


def test_a_machine_without_a_network_says_nothing_and_ends_when_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(beacon, "_own", lambda: set())
    said = beacon.Beacon("0.0.0.0", 8460, "ab" * 32)
    said.start()
    said.close()
    assert not said._thread.is_alive()
