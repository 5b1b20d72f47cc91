"""A league over HTTP. Loaded with the first delivery (way.py)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from typing import Any
from urllib.parse import quote

from kiosk.carrier import Answer, Standing
from kiosk.errors import RunError
from kiosk.inbox import Road
from kiosk.outbox import Parcel
from kiosk.seal import Membership, TableKey, brought, enrolment
from kiosk.way import Way


class HttpCarrier:
    """Posts to one league with the table's token. No redirect is followed, no proxy asked."""

    def __init__(self, url: str, member: Callable[[], Membership | None]) -> None:
        """`member` gives None while the table is not enrolled; the league then refuses with 401."""
        self._url = url.rstrip("/")
        self._member = member
        self._way = Way(url)

    def close(self) -> None:
        """Hang up."""
        self._way.close()

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
        return self._way.ask("POST", path, body, headers)


def redeem(url: str, code: str, key: TableKey) -> Membership:
    """Redeem a code of `league enrol`; RunError or the league's own refusal in one line."""
    import json

    body = json.dumps(enrolment(code, key)).encode()
    try:
        with closing(Way(url)) as way:
            answer = way.ask("POST", "/api/v1/enrol", body, {"Content-Type": "application/json"})
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
