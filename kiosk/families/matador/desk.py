"""What hands mean at a Matador table: moved, rent, bids, votes in windows, pages, the sheet.

Nobody is a referee: the keeper of the keys is one of the players, so whatever he does with them
everybody may see; only how somebody votes nobody learns before the ballot is closed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from firmware_py.timesource import earliest
from kiosk import ballot, counting, dicing
from kiosk.boarddesk import NOT_ENTERED, is_pending, refused_turn
from kiosk.desk import Scene
from kiosk.families.matador import votes
from kiosk.families.matador.meaning import EARLY, meaning, playing
from kiosk.families.matador.pagedesk import PageDesk
from kiosk.gestures import Edit, Gesture, Judge, JudgeKey, Menu, SeatButton, Source
from kiosk.intents import Act, Intent, TakeBack
from kiosk.questions import Asked, who
from kiosk.screens import targets as at
from kiosk.screens.frame import Line, line
from rules.board import board_of
from rules.edition import Edition
from rules.fairdice import TABLE
from rules.history import Outcome
from rules.kinds import GameMs, Money, Seat
from rules.matador.view import AuctionView, Mark, MatadorView, Phase
from rules.order import following
from rules.value import replace

if TYPE_CHECKING:
    from kiosk.families import MenuBook
    from kiosk.verbs import Verb

CARDS: Final = ("grant", "king", "pass")
"""Chance cards that a sheet can have, as their words in the record."""
SAID: Final = frozenset(("claim", "bid", "take"))
"""Presses of which the table says that they were heard."""


class MatadorDesk(PageDesk):
    """The hands at one evening's game."""

    PLAYING = frozenset((Phase.PLAY,))
    AFTER = frozenset((Phase.COUNT, Phase.SIGN))
    COUNT = Phase.COUNT

    def __init__(self, edition: Edition) -> None:
        deeds = board_of(edition).deeds
        board = {deed.code: counting.Deed(deed.price, deed.house or None) for deed in deeds}
        board |= {card: counting.Deed(Money(0), None) for card in CARDS}
        board["grant"] = counting.Deed(Money(edition.whole("grant_card")), None)
        only = edition.text("dice_log") == "first_only"
        super().__init__(self.book, board, edition, first_only=only)
        self.names = tuple((deed.code, deed.name) for deed in deeds)
        self.votes = votes.Votes()
        self._book_made: MenuBook | None = None
        self._named_by_button: list[tuple[Seat, int]] = []
        self._press: tuple[dict[str, Any], int] = ({}, 0)
        self._moved_at: GameMs | None = None
        self._auction: AuctionView | None = None

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
        return self._remembered(fields, official)

    def meaning(self, official: MatadorView, seat: Seat) -> dict[str, Any]:
        """Where the table throws the dice, the seat at turn asks for them."""
        meant = meaning(official, seat)
        if meant["do"] in ("thrown", "claim") and self.commitment and seat == official.turn:
            return {"do": "roll", "seat": seat, "by": TABLE}
        unasked = meant["do"] == "thrown" and not self.wants_dice(official)
        unknown = meant["do"] == "claim" and self.first_only  # nobody knows who landed last
        return {"do": "press", "seat": seat} if unasked or unknown else meant

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
            if fields["do"] == "take" and self._auction is not None:
                told["amount"] = self._auction.take_price or 0
            self.tell(line(f"kiosk.matador.notice.{fields['do']}", **told), at_ns)

    # -- the judge's keys ----------------------------------------------------------------------

    def next(self, key: JudgeKey, scene: Scene) -> list[Intent] | None:
        """START, thrown, sold, on to the votes, the end, the count."""
        view: MatadorView = scene.view
        if view.phase is Phase.SETUP:
            return [Act({"do": "start"}, key.at_ns, key.line)]
        if view.phase is Phase.PLAY:
            return self._go_on_playing(key, scene)
        if view.phase is Phase.COUNT and self.sheet is None:
            return self.touch_sheet(at.OpenSheet(), key.at_ns, view)
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
        counts = view.phase not in (Phase.SETUP, Phase.PLAY) or self.dice is not None
        return None if counts else self.book().verbs["accuse"]

    def spare_foul(self, key: JudgeKey, scene: Scene) -> list[Intent]:
        """The next digit of dice or cash: the box counts it up by YES."""
        if self.dice is not None:
            self.dice = dicing.typed(self.dice, 1)
        elif self.sheet is not None and self.sheet.cash:
            return self.touch_sheet(at.Digit(0), key.at_ns, scene.view)
        else:
            return self.no_meaning(key.at_ns)
        return []

    def spare_confirm(self, key: JudgeKey, scene: Scene) -> list[Intent]:
        """CONFIRM opens the menu: FOUL moves in it, YES chooses."""
        return self.talk.menu(Menu(key.at_ns, key.source))

    def may_confirm(self, view: MatadorView) -> bool:
        """RAMK-9.16: the keeper signs last."""
        return view.phase is Phase.SIGN

    def small_timer(self, view: MatadorView) -> bool:
        """RAMK-9.26: held START begins the two minutes anew."""
        return view.phase is Phase.PLAY and view.timeout is not None

    def answered(self, key: JudgeKey, scene: Scene) -> list[Intent] | None:
        """A page asks; else YES and NO of the box type digits."""
        page = self.page
        if page is not None:
            yes = key.key is Judge.YES
            return self.page_answered(page, yes=yes, at_ns=key.at_ns, scene=scene)
        return self._counted_up(key, scene) if key.source is Source.BOX else None

    def _counted_up(self, key: JudgeKey, scene: Scene) -> list[Intent] | None:
        """The box has no digits: YES counts the last one up, NO takes it away."""
        view: MatadorView = scene.view
        if key.key is Judge.NO:
            return self.edited(Edit.ERASE, key.at_ns, scene) if self._is_typed() else None
        if self.sheet is not None and view.phase is Phase.COUNT:
            cash = self.sheet.cash
            self.sheet = replace(self.sheet, cash=cash[:-1] + str((int(cash[-1:] or 0) + 1) % 10))
            return []
        if view.phase is not Phase.PLAY or not is_pending(view):
            return None
        if self.dice is None or not self.dice.digits:
            return self.typed(1, key.at_ns, scene)
        digits = self.dice.digits
        self.dice = replace(self.dice, digits=digits[:-1] + str(int(digits[-1]) % 6 + 1))
        return []

    def _is_typed(self) -> bool:
        return self.dice is not None or (self.sheet is not None and bool(self.sheet.cash))

    # -- digits and touch ----------------------------------------------------------------------

    def typed(self, digit: int, at_ns: int, scene: Scene) -> list[Intent]:
        """On a page, and while a vote runs, a digit is that seat's button."""
        seat = Seat(digit or 10)
        if self.page is not None:
            return self.page_named(seat, at_ns, scene, corrects=True)
        if self.votes.is_on:
            self.votes.voting.press(seat, at_ns)
            return []
        return super().typed(digit, at_ns, scene)

    def touched(self, target: at.Target, at_ns: int, scene: Scene) -> list[Intent]:
        """A place card is its seat's button, but for the dice grid and the sheet."""
        view: MatadorView = scene.view
        asked = None if self.page is None else self.page_touched(target, at_ns, scene)
        if asked is not None:
            return asked
        match target:
            case at.Card(seat) if self.votes.is_on:
                self.votes.voting.press(seat, at_ns)
                return []
            case at.Ok() if view.auction is not None:
                return [Act({"do": "sold"}, at_ns)]
            case at.Ok() if view.phase is Phase.PLAY and view.dice_closed:
                return [Act({"do": "next"}, at_ns)]
            case at.OpenSheet() | at.Ok() if view.phase is Phase.COUNT and self.sheet is None:
                return self.touch_sheet(at.OpenSheet(), at_ns, view)
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

    def gesture(self, gesture: Gesture, scene: Scene) -> list[Intent]:
        """As every desk; a ballot that it begins has its stamp."""
        return self.votes.watched(super().gesture(gesture, scene))

    def touch(self, target: at.Target, at_ns: int, scene: Scene) -> list[Intent]:
        """The same by touch."""
        return self.votes.watched(super().touch(target, at_ns, scene))

    # -- what becomes of it --------------------------------------------------------------------

    def judged(self, act: Act, outcome: Outcome, scene: Scene) -> None:
        """A vote that was entered is an answer; a roll before the turn may be a mistake."""
        super().judged(act, outcome, scene)
        if outcome.refusal is None:
            self.votes.entered(act)
            self._look_at_roll(act, scene)
            if act.fields.get("do") == "sold" and self._auction is not None:
                self.tell(self._sold(self._auction, scene), act.at_ns)

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
        self.close_page_if_played(view, votes=self.votes.is_on)
        self._auction = view.auction or self._auction
        last = view.last_roll
        if last is not None and last.at == self._moved_at and not last.pending:
            self._moved_at = None
            if view.moving == last.seat:
                intents.append(Act({"do": "moved", "seat": last.seat}, now_ns))
        named, self._named_by_button = self._named_by_button, []
        for seat, at_ns in named:
            if self.page is not None:
                intents += self.page_named(seat, at_ns, scene, corrects=False)
            else:
                intents += self.talk.named(seat, at_ns, scene) or []
        return self.votes.watched(intents)

    def pass_time(self, now_ns: int) -> list[Intent]:
        """The windows of a vote."""
        return super().pass_time(now_ns) + self.votes.voting.pass_time(now_ns)

    def wake_ns(self) -> int | None:
        """When `pass_time` has something to do."""
        return earliest(super().wake_ns(), self.votes.voting.wake_ns())

    def counts_to(self, now_ns: int) -> list[int]:
        """To which instants the screen counts seconds down."""
        asked, ends = self.votes.voting.ballot, super().counts_to(now_ns)
        return ends if asked is None else [*ends, ballot.ends_ns(asked, now_ns)]

    # -- steps ---------------------------------------------------------------------------------

    def _is_button(self, view: MatadorView) -> bool:
        """A place card does what its button does; the dice grid asks whose roll it is."""
        return view.phase is Phase.PLAY and self.dice is None and not self.chooses_first(view)

    def _by_card(self, seat: Seat, at_ns: int, view: MatadorView) -> list[Intent]:
        fields = self._remembered(self.meaning(view, seat), view)
        return [] if fields["do"] == "press" else [Act(fields, at_ns)]

    def _remembered(self, fields: dict[str, Any], view: MatadorView) -> dict[str, Any]:
        """Who has moved before the values were typed has moved once they are."""
        if fields["do"] == "moved" and is_pending(view) and view.last_roll is not None:
            self._moved_at = view.last_roll.at
        return fields

    def _sold(self, auction: AuctionView, scene: Scene) -> Line:
        """RAMK-9.8: who has it now, and for how much."""
        what = dict(self.names).get(auction.what, auction.what)
        if auction.best is None:
            return line("kiosk.matador.notice.unsold", what=what)
        seat, amount = auction.best
        return line("kiosk.matador.notice.sold", what=what, amount=amount, **who(scene, seat))

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
