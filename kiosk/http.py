"""A league over HTTP. Loaded with the first delivery: TLS and HTTP cost more to import than the
table.
"""

from __future__ import annotations

import ssl
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final
from urllib.parse import quote

import urllib3

from kiosk.carrier import Answer, CertificateError, Standing
from kiosk.errors import RunError
from kiosk.inbox import Road
from kiosk.outbox import Parcel
from kiosk.seal import Membership, TableKey, brought, enrolment

CONNECT_S: Final = 5.0
READ_S: Final = 10.0
NOT_YET_VALID: Final = 9
"""What OpenSSL says of a certificate that begins in the future."""
MOST_BYTES: Final = 1_000_000


class HttpCarrier:
    """Posts to one league with the table's token. No redirect is followed, no proxy asked."""

    def __init__(self, url: str, member: Callable[[], Membership | None]) -> None:
        """`member` gives None while the table is not enrolled; the league then refuses with 401."""
        self._url = url.rstrip("/")
        self._member = member
        self._pool = urllib3.PoolManager(
            retries=False, timeout=urllib3.Timeout(connect=CONNECT_S, read=READ_S)
        )

    def standing(self) -> Standing:
        """Nothing is known between two requests but where they go."""
        return Standing(road=Road("url", self._url))

    def post_game(self, parcel: Parcel) -> Answer:
        """`POST /api/v1/games`: the file's bytes."""
        return self._post("/api/v1/games", parcel.data, "application/jsonl")

    def post_live(self, state: Mapping[str, Any]) -> Answer:
        """`POST /api/v1/tables/{table}/live`: the public state."""
        import json

        member = self._member()
        if member is None:
            return Answer(401, b'{"detail": "not enrolled"}')
        path = f"/api/v1/tables/{quote(member.table, safe='')}/live"
        return self._post(path, json.dumps(state).encode(), "application/json")

    def post_table(self, word: str, fields: Mapping[str, Any]) -> Answer:
        """`POST /api/v1/tables/{table}/{word}`."""
        import json

        member = self._member()
        if member is None:
            return Answer(401, b'{"detail": "not enrolled"}')
        path = f"/api/v1/tables/{quote(member.table, safe='')}/{word}"
        return self._post(path, json.dumps(fields).encode(), "application/json")

    def post_delivered(self, marks: Sequence[str]) -> Answer:
        """`POST /api/v1/tables/{table}/delivered`."""
        import json

        member = self._member()
        if member is None:
            return Answer(401, b'{"detail": "not enrolled"}')
        path = f"/api/v1/tables/{quote(member.table, safe='')}/delivered"
        return self._post(path, json.dumps({"records": marks}).encode(), "application/json")

    def _post(self, path: str, body: bytes, kind: str) -> Answer:
        headers = {"Content-Type": kind}
        member = self._member()
        if member is not None:
            headers["Authorization"] = f"Bearer {member.token}"
        return post(self._pool, self._url + path, body, headers)


def post(pool: urllib3.PoolManager, url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
    """One request; ConnectionError (an OSError) for everything that is no answer."""
    try:
        response = pool.request(
            "POST", url, body=body, headers=dict(headers), redirect=False, preload_content=False
        )
        try:
            return Answer(response.status, response.read(MOST_BYTES))
        finally:
            response.drain_conn()
            response.release_conn()
    except urllib3.exceptions.SSLError as error:
        whys = [why for why in error.args if isinstance(why, ssl.SSLCertVerificationError)]
        if not whys:
            raise ConnectionError(f"{url}: {error}") from error
        early = any(why.verify_code == NOT_YET_VALID for why in whys)
        raise CertificateError(f"{url}: {error}", early=early) from error
    except urllib3.exceptions.HTTPError as error:
        raise ConnectionError(f"{url}: {error}") from error


def redeem(url: str, code: str, key: TableKey) -> Membership:
    """Redeem a code of `league enrol`; RunError or the league's own refusal in one line."""
    import json

    pool = urllib3.PoolManager(retries=False, timeout=urllib3.Timeout(connect=5.0, read=READ_S))
    body = json.dumps(enrolment(code, key)).encode()
    try:
        answer = post(
            pool, f"{url.rstrip('/')}/api/v1/enrol", body, {"Content-Type": "application/json"}
        )
    except OSError as error:
        raise RunError(f"{url}: no league answers there ({error})") from None
    try:
        found = json.loads(answer.body)
        if answer.status in (200, 201):
            return brought(url.rstrip("/"), found)
        why = found.get("detail") or found.get("error") or found
    except (ValueError, KeyError, TypeError, AttributeError):
        why = "the answer is no league's"
    raise RunError(f"{url}: code {code!r} was not taken (HTTP {answer.status}): {why}")
