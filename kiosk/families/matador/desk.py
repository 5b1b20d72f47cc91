"""What hands mean at a Matador table: moved, rent, bids, votes in windows, pages, the sheet.

Nobody is a referee: the keeper of the keys is one of the players, so whatever he does with them
everybody may see; only how somebody votes nobody learns before the ballot is closed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kiosk import ballot, counting
from kiosk.boarddesk import NOT_ENTERED, BoardDesk, is_pending, refused_turn
from kiosk.desk import MS, Scene
from kiosk.families.matador import pages, votes
from kiosk.families.matador.meaning import EARLY, meaning, playing
from kiosk.gestures import Edit, JudgeKey, Menu, SeatButton
from kiosk.intents import Act, Intent, TakeBack
from kiosk.questions import Asked, who
from kiosk.screens import targets as at
from kiosk.screens.frame import line
from rules.board import board_of
from rules.edition import Edition
from rules.fairdice import TABLE
from rules.history import Outcome
from rules.kinds import Money, Seat
from rules.matador.view import Mark, MatadorView, Phase, RollView
from rules.order import following
from rules.value import replace

if TYPE_CHECKING:
    from kiosk.families import MenuBook
    from kiosk.verbs import Verb

PAGE_NS: Final = 60_000_000_000
"""A page that nobody touches for so long closes."""
CARDS: Final = ("grant", "king", "pass")
"""Chance cards that a sheet can have, as their words in the record."""
SAID: Final = frozenset(("claim", "bid", "take"))
"""Presses of which the table says that they were heard."""


class MatadorDesk(BoardDesk):
    """The hands at one evening's game."""

    PLAYING = frozenset((Phase.PLAY,))
    AFTER = frozenset((Phase.COUNT, Phase.SIGN))
    COUNT = Phase.COUNT

    def __init__(self, edition: Edition) -> None:
        board = {
            deed.code: counting.Deed(deed.price, deed.house or None)
            for deed in board_of(edition).deeds
        }
        board |= {card: counting.Deed(Money(0), None) for card in CARDS}
        board["grant"] = counting.Deed(Money(edition.whole("grant_card")), None)
        only = edition.text("dice_log") == "first_only"
        super().__init__(self.book, board, first_only=only)
        self.edition = edition
        self.votes = votes.Votes()
        self.page: pages.Page | None = None
        self._page_ns = 0
        self._rolled_before: RollView | None = None
        self._book_made: MenuBook | None = None
        self._named_by_button: list[tuple[Seat, int]] = []
        self._press: tuple[dict[str, Any], int] = ({}, 0)

    # -- seats ---------------------------------------------------------------------------------

    def seat_down(self, press: SeatButton, official: MatadorView) -> dict[str, Any]:
        """A vote while one is asked for, a name for what is half said, else what a press means."""
        seat, at_ns = press.seat, press.at_ns
        fields: dict[str, Any] = {"do": "press", "seat": seat}
        if self.votes.is_on:
            self.votes.voting.press(seat, at_ns)
        elif self.page is not None or self.talk.waits_for_seat():
            self._named_by_button.append((seat, at_ns))
        else:
            fields = super().seat_down(press, official)
        self._press = fields, at_ns
        return fields

    def meaning(self, official: MatadorView, seat: Seat) -> dict[str, Any]:
        """Where the table throws the dice, the seat at turn asks for them."""
        meant = meaning(official, seat)
        if meant["do"] in ("thrown", "claim") and self.commitment and seat == official.turn:
            return {"do": "roll", "seat": seat, "by": TABLE}
        if meant["do"] == "thrown" and not self.wants_dice(official):
            return {"do": "press", "seat": seat}
        return meant

    def signs(self, official: MatadorView, seat: Seat) -> bool:
        """RAMK-9.16: one seat is armed at a time, and nobody signs what is not on the screen."""
        return (
            official.phase is Phase.SIGN
            and self.sheet is None
            and any(shown.seat == seat and shown.mark is Mark.ARMED for shown in official.seats)
        )

    def seat_judged(self, outcome: Outcome) -> None:
        """Nothing is secret: the table says what was heard, or why not."""
        fields, at_ns = self._press
        if outcome.refusal is not None:
            from kiosk.official import why  # with the first press that is refused

            self.tell(why(outcome.refusal), at_ns)
        elif fields.get("do") in SAID:
            told: dict[str, Any] = {
                key: str(value) for key, value in fields.items() if key in ("seat", "from")
            }
            told |= {key: value for key, value in fields.items() if key == "amount"}
            self.tell(line(f"kiosk.matador.notice.{fields['do']}", **told), at_ns)

    # -- the judge's keys ----------------------------------------------------------------------

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

    def next(self, key: JudgeKey, scene: Scene) -> list[Intent] | None:
        """START, thrown, sold, on to the votes, the end, the count."""
        view: MatadorView = scene.view
        if view.phase is Phase.SETUP:
            return [Act({"do": "start"}, key.at_ns, key.line)]
        if view.phase is Phase.PLAY:
            return self._go_on_playing(key, scene)
        if view.phase is Phase.COUNT and self.sheet is None:
            return self._open_count(at.OpenSheet(), key.at_ns, view)
        if view.phase in self.AFTER and self.sheet is not None:
            return self.touch_sheet(at.SheetDone(), key.at_ns, view)
        return None

    def _go_on_playing(self, key: JudgeKey, scene: Scene) -> list[Intent] | None:
        view: MatadorView = scene.view
        asked = self.votes.voting.ballot
        if asked is not None:
            if ballot.window_at(asked, key.at_ns) is not ballot.Window.LISTED:
                self.tell(line("kiosk.matador.notice.vote_runs"), key.at_ns)
            return self.votes.voting.close(key.at_ns)
        if view.auction is not None:
            return [Act({"do": "sold"}, key.at_ns, key.line)]
        if view.dice_closed:
            return [Act({"do": "next"}, key.at_ns, key.line)]
        if is_pending(view) and not self.commitment:
            self._ask_missing(key.at_ns, scene)
            return []
        return self.next_roll(key.at_ns, view, key.line) if self.rolls(view) else None

    def foul_verb(self, view: MatadorView) -> Verb | None:
        """RAMK-4.1: the key for what is against the rules accuses; the table votes."""
        return self.book().verbs["accuse"] if view.phase in (Phase.SETUP, Phase.PLAY) else None

    def spare_confirm(self, key: JudgeKey, scene: Scene) -> list[Intent]:
        """CONFIRM opens the menu: FOUL moves in it, YES chooses."""
        return self.talk.menu(Menu(key.at_ns, key.source))

    def may_confirm(self, view: MatadorView) -> bool:
        """RAMK-9.16: the keeper signs last."""
        return view.phase is Phase.SIGN

    def small_timer(self, view: MatadorView) -> bool:
        """RAMK-9.26: held START begins the two minutes anew."""
        return view.phase is Phase.PLAY and view.timeout is not None

    def answered(self, yes: bool, at_ns: int, scene: Scene) -> list[Intent] | None:
        """RAMK-5.1: is the lander under 30,000? Later NO closes the page, as any other one."""
        page = self.page
        if page is None:
            return None
        if isinstance(page, pages.Landing) and not page.asks_others:
            if yes or not pages.asks_on(page, scene.view.pot, self.edition):
                return self._landed(page, at_ns, under=yes)
            self._turn_page(replace(page, asks_others=True), at_ns)
            return []
        if yes:
            return self.finished(at_ns, scene)
        self.page = None
        return []

    # -- digits and touch ----------------------------------------------------------------------

    def typed(self, digit: int, at_ns: int, scene: Scene) -> list[Intent]:
        """On a page, and while a vote runs, a digit is that seat's button."""
        seat = Seat(digit or 10)
        if self.page is not None:
            return self._named(seat, at_ns, scene, corrects=True)
        if self.votes.is_on:
            self.votes.voting.press(seat, at_ns)
            return []
        return super().typed(digit, at_ns, scene)

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

    def touched(self, target: at.Target, at_ns: int, scene: Scene) -> list[Intent]:
        """A place card is its seat's button, but for the dice grid and the sheet."""
        view: MatadorView = scene.view
        match target:
            case at.Card(seat) if self.page is not None:
                return self._named(seat, at_ns, scene, corrects=True)
            case at.Ok() if self.page is not None:
                return self.finished(at_ns, scene) or []
            case at.Clear() if self.page is not None:
                return self.edited(Edit.CANCEL, at_ns, scene) or []
            case at.Card(seat) if self.votes.is_on:
                self.votes.voting.press(seat, at_ns)
                return []
            case at.Ok() if view.auction is not None:
                return [Act({"do": "sold"}, at_ns)]
            case at.OpenSheet() if view.phase is Phase.COUNT and self.sheet is None:
                return self._open_count(target, at_ns, view)
            case at.Card(seat) if view.phase is Phase.SETUP:
                return [Act({"do": "press", "seat": seat}, at_ns)]
            case at.Card(seat) if self._is_button(view):
                return self._by_card(seat, at_ns, view)
        return super().touched(target, at_ns, scene)

    def chooses_first(self, view: MatadorView) -> bool:
        """Before the first dice."""
        return view.phase is Phase.PLAY and view.last_roll is None

    def wants_dice(self, view: MatadorView) -> bool:
        """Rolls are asked for until the dice are closed; with first_only, one."""
        if is_pending(view):
            return True
        return not view.dice_closed and (not self.first_only or view.last_roll is None)

    def open_page(self, word: str, at_ns: int, scene: Scene) -> None:
        """Field 21, or another board's places."""
        self._turn_page(pages.opened(word, scene.view), at_ns)

    # -- what becomes of it --------------------------------------------------------------------

    def judged(self, act: Act, outcome: Outcome, scene: Scene) -> None:
        """A vote that was entered is an answer; a roll before the turn may be a mistake."""
        super().judged(act, outcome, scene)
        if outcome.refusal is None:
            self.votes.entered(act)
            self._look_at_roll(act, scene)

    def refused(self, act: Act, outcome: Outcome, scene: Scene) -> None:
        """A roll out of turn, where that is no offence: perhaps one was not entered."""
        if refused_turn(act, outcome):
            self.ask_gap(act, scene)

    def settled(self, scene: Scene, now_ns: int) -> list[Intent]:
        """A ballot begins, a verdict is told, a seat was named by its button."""
        intents = super().settled(scene, now_ns)
        view: MatadorView = scene.view
        verdict = self.votes.news(view)
        if verdict is not None:
            self.tell(votes.told(verdict, scene), now_ns)
            asked = votes.intent(verdict, scene, self.book().verbs["evasion"], now_ns)
            if asked is not None:
                self.talk.questions.ask(asked)
        intents += self.votes.settled(view, now_ns)
        if self.votes.is_on or view.last_roll != self._rolled_before:
            self.page = None  # the game goes on: no page stands in its way
        self._rolled_before = view.last_roll
        named, self._named_by_button = self._named_by_button, []
        for seat, at_ns in named:
            if self.page is not None:
                intents += self._named(seat, at_ns, scene, corrects=False)
            else:
                intents += self.talk.named(seat, at_ns, scene) or []
        return intents

    def pass_time(self, now_ns: int) -> list[Intent]:
        """The windows of a vote; a page that nobody touches."""
        intents = super().pass_time(now_ns) + self.votes.voting.pass_time(now_ns)
        if self.page is not None and now_ns >= self._page_ns + PAGE_NS:
            self.page = None
        return intents

    def wake_ns(self) -> int | None:
        """When `pass_time` has something to do."""
        page_ns = None if self.page is None else self._page_ns + PAGE_NS
        times = (super().wake_ns(), self.votes.voting.wake_ns(), page_ns)
        return min((ns for ns in times if ns is not None), default=None)

    def forget(self, view: MatadorView) -> None:
        """A page is of its phase."""
        super().forget(view)
        self.page = None

    # -- steps ---------------------------------------------------------------------------------

    def _turn_page(self, page: pages.Page, at_ns: int) -> None:
        self.page, self._page_ns = page, at_ns

    def _named(self, seat: Seat, at_ns: int, scene: Scene, *, corrects: bool) -> list[Intent]:
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

    def _landed(self, page: pages.Landing, at_ns: int, *, under: bool) -> list[Intent]:
        self.page = None
        return [Act(pages.landed(page, under=under), at_ns)]

    def _is_button(self, view: MatadorView) -> bool:
        """A place card does what its button does; the dice grid asks whose roll it is."""
        return view.phase is Phase.PLAY and self.dice is None and not self.chooses_first(view)

    def _by_card(self, seat: Seat, at_ns: int, view: MatadorView) -> list[Intent]:
        fields = self.meaning(view, seat)
        return [] if fields["do"] == "press" else [Act(fields, at_ns)]

    def _open_count(self, target: at.Target, at_ns: int, view: MatadorView) -> list[Intent]:
        """What was entered in the evening stands on the sheets already."""
        self.touch_sheet(target, at_ns, view)
        return [Act(fields, at_ns) for fields in counting.entered(view)]

    def _ask_missing(self, at_ns: int, scene: Scene) -> None:
        """NEXT again: the values will not be entered, the next one has the turn."""
        view: MatadorView = scene.view
        late = view.turn if view.last_roll is None else view.last_roll.seat
        seats = playing(view)
        if late is None or not seats:
            return
        seat = following(seats, late)
        turn = Act({"do": "turn", "seat": seat, "reason": NOT_ENTERED}, at_ns)
        self.ask_of_roll(
            Asked(
                at_ns,
                text=line("kiosk.sure.not_entered", **who(scene, late)),
                follows=line("kiosk.matador.sure.turn", **who(scene, seat)),
                intents=(turn,),
            ),
            view,
        )

    def _look_at_roll(self, act: Act, scene: Scene) -> None:
        """RAMK-4.3: both pay at once; NO says that only the roll before it was not entered."""
        last = scene.view.last_roll
        if act.fields.get("do") not in ("roll", "thrown") or last is None or last.note != EARLY:
            return
        seat, turn = act.fields["seat"], scene.view.turn or 0

        def mistake(at_ns: int, now: Scene) -> list[Intent]:
            found = now.undoable(1)
            if not found or found[0].action.do != act.fields["do"]:
                return []
            gap = {"do": "turn", "seat": seat, "reason": NOT_ENTERED}
            return [
                TakeBack(at_ns, None, found[0].back),
                Act(gap, at_ns),
                replace(act, at_ns=at_ns),
            ]

        self.ask_of_roll(
            Asked(
                act.at_ns,
                text=line("kiosk.matador.sure.early", **who(scene, seat)),
                follows=line("kiosk.matador.sure.early_follows", **who(scene, turn)),
                otherwise=mistake,
            ),
            scene.view,
        )

    def book(self) -> MenuBook:
        """The verbs, with the fields of this board."""
        if self._book_made is None:
            from kiosk.families.matador.verbs import book  # with the first verb, not before

            self._book_made = book(self.edition)
        return self._book_made
