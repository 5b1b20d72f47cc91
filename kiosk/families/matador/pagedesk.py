"""The pages at a Matador table's desk: who names a seat on them, how they end, and that they close.

No page stands in the way: a roll, a ballot or a minute without a touch closes it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from firmware_py.timesource import earliest
from kiosk import counting
from kiosk.boarddesk import BoardDesk
from kiosk.desk import MS, Scene
from kiosk.families.matador import pages
from kiosk.gestures import Edit
from kiosk.intents import Act, Intent
from kiosk.screens import targets as at
from kiosk.screens.frame import line
from rules.edition import Edition
from rules.history import Outcome
from rules.kinds import Seat
from rules.matador.view import MatadorView, RollView
from rules.value import replace

if TYPE_CHECKING:
    from kiosk.families import MenuBook

PAGE_NS: Final = 60_000_000_000
"""A page that nobody touches for so long closes."""
TOLD_NS: Final = 8_000_000_000
"""So long it is told who got the pot, unless the game goes on before."""


class PageDesk(BoardDesk):
    """A board game's desk with the pages of field 21 and of another board's places."""

    def __init__(
        self,
        book: Callable[[], MenuBook],
        board: Mapping[str, counting.Deed],
        edition: Edition,
        *,
        first_only: bool = False,
    ) -> None:
        super().__init__(book, board, first_only=first_only)
        self.edition = edition
        self.page: pages.Page | None = None
        self._page_ns = 0
        self._shared: tuple[pages.Shared, int] | None = None
        self._seen_roll: RollView | None = None

    def open_page(self, word: str, at_ns: int, scene: Scene) -> None:
        """Field 21, or another board's places."""
        self._turn_page(pages.opened(word, scene.view), at_ns)

    def finished(self, at_ns: int, scene: Scene) -> list[Intent] | None:
        """NEXT ends what is typed, or a page."""
        page = self.page
        if page is None:
            return super().finished(at_ns, scene)
        if isinstance(page, pages.Landing):
            return self._landed(page, at_ns, under=False) if page.asks_others else []
        if len(pages.left(page, scene.view)) != 1:
            self.tell(line("kiosk.matador.notice.places"), at_ns)
            return []
        self.page = None
        written = pages.written(page, scene.view, scene.word("kiosk.matador.places.reason"))
        return [Act(fields, at_ns + after * MS) for after, fields in enumerate(written)]

    def edited(self, edit: Edit, at_ns: int, scene: Scene) -> list[Intent] | None:
        """A page, one seat less or none."""
        page = self.page
        if page is None:
            return super().edited(edit, at_ns, scene)
        if edit is Edit.ERASE and isinstance(page, pages.Places) and page.out:
            self._turn_page(replace(page, out=page.out[:-1]), at_ns)
        else:
            self.page = None
        return []

    def page_answered(
        self, page: pages.Page, *, yes: bool, at_ns: int, scene: Scene
    ) -> list[Intent]:
        """RAMK-5.1: is the lander under 30,000? Later NO closes the page, as any other one."""
        if isinstance(page, pages.Landing) and not page.asks_others:
            if yes or not pages.asks_on(page, scene.view.pot, self.edition):
                return self._landed(page, at_ns, under=yes)
            self._turn_page(replace(page, asks_others=True), at_ns)
            return []
        if yes:
            return self.finished(at_ns, scene) or []
        self.page = None
        return []

    def page_touched(self, target: at.Target, at_ns: int, scene: Scene) -> list[Intent] | None:
        """A touch on an open page; None: it is not for it."""
        match target:
            case at.Card(seat):
                return self.page_named(seat, at_ns, scene, corrects=True)
            case at.Ok():
                return self.finished(at_ns, scene) or []
            case at.Clear():
                return self.edited(Edit.CANCEL, at_ns, scene) or []
        return None

    def page_named(self, seat: Seat, at_ns: int, scene: Scene, *, corrects: bool) -> list[Intent]:
        """A seat for the page; a digit or a card also says who the lander was (`corrects`)."""
        page = self.page
        if page is None:
            return []
        if corrects and isinstance(page, pages.Landing) and not page.asks_others:
            if seat != page.lander:
                self._turn_page(pages.meant(page, seat, scene.view), at_ns)
            return []
        after = pages.named(page, seat, scene.view)
        if after is None and isinstance(page, pages.Landing):
            return self._landed(page, at_ns, under=True)
        if after is not None:
            self._turn_page(after, at_ns)
        return []

    def judged(self, act: Act, outcome: Outcome, scene: Scene) -> None:
        """RAMK-5.1: who got the pot is told, whoever entered it."""
        super().judged(act, outcome, scene)
        if act.fields.get("do") == pages.POT and outcome.refusal is None:
            now = scene.game_ms(act.at_ns)
            self._shared = pages.shared(act.fields["seat"], now, scene.view), act.at_ns

    def shared(self, view: MatadorView) -> pages.Shared | None:
        """Who got the pot a moment ago, as long as nothing else wants the table top."""
        busy = self.page or self.dice or view.auction or view.ballot or view.timeout
        return None if busy or self._shared is None else self._shared[0]

    def taken_back(self) -> None:
        """What is taken back is not told any more."""
        super().taken_back()
        self._shared = None

    def close_page_if_played(self, view: MatadorView, *, votes: bool) -> None:
        """The game goes on: no page stands in its way."""
        if votes or view.last_roll != self._seen_roll:
            self.page = self._shared = None
        self._seen_roll = view.last_roll

    def pass_time(self, now_ns: int) -> list[Intent]:
        """A page that nobody touches closes."""
        intents = super().pass_time(now_ns)
        if self.page is not None and now_ns >= self._page_ns + PAGE_NS:
            self.page = None
        if self._shared is not None and now_ns >= self._shared[1] + TOLD_NS:
            self._shared = None
        return intents

    def wake_ns(self) -> int | None:
        """When `pass_time` has something to do."""
        page_ns = None if self.page is None else self._page_ns + PAGE_NS
        told_ns = None if self._shared is None else self._shared[1] + TOLD_NS
        return earliest(super().wake_ns(), page_ns, told_ns)

    def forget(self, view: MatadorView) -> None:
        """A page is of its phase."""
        super().forget(view)
        self.page = self._shared = None

    def _turn_page(self, page: pages.Page, at_ns: int) -> None:
        self.page, self._page_ns = page, at_ns

    def _landed(self, page: pages.Landing, at_ns: int, *, under: bool) -> list[Intent]:
        self.page = None
        return [Act(pages.landed(page, under=under), at_ns)]
