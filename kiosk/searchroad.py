"""The way to the league at which this table enrolled, wherever on the hall's network it is.

Nothing of this table goes to anybody before he has signed, with the key that enrolment brought,
that he is where he was found (finding.py). Another league on the same network gets nothing; its
name is shown. Once the league is found nobody listens any more, until it is lost again.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from kiosk.carrier import Answer, Standing
from kiosk.http import HttpCarrier
from kiosk.inbox import Road
from kiosk.leagueanswer import is_league
from kiosk.outbox import Parcel
from kiosk.seal import Membership

if TYPE_CHECKING:
    from kiosk.finding import Found, Search

log = logging.getLogger(__name__)

LOOK_S: Final = 3.0
LISTEN_S: Final = 1.5
"""So long it listens at least: another league is named, too."""
NOT_ENROLLED: Final = Answer(401, b'{"detail": "not enrolled"}')


class SearchCarrier:
    """Belongs to the uplink's thread; `standing` may be asked from any."""

    def __init__(
        self,
        member: Callable[[], Membership | None],
        wake: Callable[[], None],
        *,
        typed: bool,
        search: Callable[[Callable[[], None]], Search] | None = None,
    ) -> None:
        """`wake` is called when a league came or went. `typed`: the address at which the table
        enrolled is asked first.
        """
        self._member = member
        self._wake = wake
        self._typed = typed
        self._open = search
        self._search: Search | None = None
        self._here: HttpCarrier | None = None
        self._road = Road("mdns")
        self._unknown = False
        """The table is not enrolled: whoever is here may become its league."""

    def close(self) -> None:
        """Listen no more."""
        if self._search is not None:
            self._search.close()
            self._search = None
        self._hang_up()

    def standing(self) -> Standing:
        """Where the league was found, or who is here in its place."""
        road = self._road
        if road.at or self._unknown:
            return Standing(road=road)
        return Standing(False, "stranger" if road.others else "", road)

    def post_game(self, parcel: Parcel) -> Answer:
        """Hand over a record."""
        return self._asked(lambda carrier: carrier.post_game(parcel))

    def post_live(self, state: Mapping[str, Any]) -> Answer:
        """Tell the live state."""
        return self._asked(lambda carrier: carrier.post_live(state))

    def post_delivered(self, marks: Sequence[str]) -> Answer:
        """Ask which of the delivered records are missing."""
        return self._asked(lambda carrier: carrier.post_delivered(marks))

    def post_table(self, word: str, fields: Mapping[str, Any]) -> Answer:
        """A word of the table's own."""
        return self._asked(lambda carrier: carrier.post_table(word, fields))

    def _asked(self, ask: Callable[[HttpCarrier], Answer]) -> Answer:
        member = self._member()
        self._unknown = member is None or not member.league
        if member is None or not member.league:
            self._name_all()
            return NOT_ENROLLED
        here = self._here = self._here or self._look(member)
        try:
            answer = ask(here)
        except OSError:
            self._lose()
            raise
        if not is_league(answer):  # the address is somebody else's by now
            self._lose()
        return answer

    def _lose(self) -> None:
        self._hang_up()
        self._road = Road("mdns")

    def _hang_up(self) -> None:
        if self._here is not None:
            self._here.close()
            self._here = None

    def _name_all(self) -> None:
        """Which leagues are here, for whoever wants to enrol the table at one of them."""
        search = self._listening()
        search.wait(bool, LOOK_S)
        self._road = Road("mdns", ", ".join(one.shown for one in search.found))

    def _look(self, member: Membership) -> HttpCarrier:
        """ConnectionError where the league is not here; who is here instead is in the road."""
        if self._typed and member.url.startswith("http"):
            try:
                if self._is_there(member.url, "", member.league):
                    return self._take(member.url, "url", ())
            except OSError as error:
                log.info("%s", error)
        began = time.monotonic()
        search, key = self._listening(), member.league
        search.wait(lambda found: any(one.key == key for one in found), LOOK_S)
        search.wait(lambda _: False, LISTEN_S - (time.monotonic() - began))
        found = search.found
        others = [one for one in found if one.key != key]
        for one in found:
            if one.key == key:
                at = self._proved(one)
                if at:
                    return self._take(f"http://{at}", "mdns", others)
                others.append(one)
        self._road = Road("mdns", "", tuple(one.shown for one in others))
        raise ConnectionError(
            "this table's league is not on the network"
            + (f"; another is: {', '.join(self._road.others)}" if others else "")
        )

    def _proved(self, one: Found) -> str:
        """The address at which the league has proved that it is there; empty: nowhere."""
        for at in one.at:
            try:
                if self._is_there(f"http://{at}", at, one.key):
                    return at
                log.warning("%s says that it is this table's league, and cannot prove it", at)
            except OSError as error:
                log.info("%s", error)
        return ""

    def _take(self, url: str, kind: str, others: Sequence[Found]) -> HttpCarrier:
        self.close()  # nobody listens any more
        self._road = Road(kind, url, tuple(one.shown for one in others))
        log.warning("the league is at %s (%s)", url, kind)
        return HttpCarrier(url, self._member)

    def _listening(self) -> Search:
        if self._search is not None and self._search.is_stale:
            self.close()
        if self._search is None:
            if self._open is not None:
                self._search = self._open(self._wake)
            else:
                from kiosk.finding import Search  # only where somebody has to look

                self._search = Search(self._wake)
        return self._search

    def _is_there(self, url: str, at: str, league: str) -> bool:
        from kiosk.finding import proved

        return proved(url, at, league)
