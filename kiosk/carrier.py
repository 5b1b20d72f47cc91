"""What a way to a league is, whatever it is made of: HTTP, a wire, a league to be found."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from kiosk.inbox import Road
from kiosk.outbox import Parcel


class Answer(NamedTuple):
    """What came back: HTTP status and body, which may have broken off before it was `whole`."""

    status: int
    body: bytes
    whole: bool = True


class Standing(NamedTuple):
    """What a way to a league knows of itself. `up` None: only what is asked tells.

    `fault` is a word for a sign that says more than LINK DOWN (inbox.py, `Link`).
    """

    up: bool | None = None
    fault: str = ""
    road: Road = Road()


class Carrier(Protocol):
    """A way to a league. Raises OSError when nobody answers."""

    def standing(self) -> Standing:
        """How it is with the way now."""

    def post_game(self, parcel: Parcel) -> Answer:
        """Hand over a record."""

    def post_live(self, state: Mapping[str, Any]) -> Answer:
        """Tell the live state."""

    def post_delivered(self, marks: Sequence[str]) -> Answer:
        """Ask which of the delivered records, by the first digits of their hashes, are missing."""

    def post_table(self, word: str, fields: Mapping[str, Any]) -> Answer:
        """A word of the table's own: `copy`, `takeover`."""


Errands = Callable[[Carrier, Mapping[str, Any] | None], None]
"""With the live state of now; raises OSError where nobody answers."""


class ForeignError(ConnectionError):
    """Somebody is there, and what he speaks is no HTTP, or no TLS."""


class CertificateError(ConnectionError):
    """The league's certificate is not believed: it is another's, or the table's clock is wrong, as
    it is for sure where the certificate begins in the future (`early`).
    """

    def __init__(self, text: str, *, early: bool = False) -> None:
        super().__init__(text)
        self.early = early
