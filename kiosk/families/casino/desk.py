"""What hands mean at a tournament's table: entries, hands, what players ask for, the count."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from firmware_py.timesource import earliest
from kiosk.desk import Desk, Scene
from kiosk.families import player_name
from kiosk.families.casino import moves, requests, sheet, stakes
from kiosk.families.casino.moves import Move
from kiosk.families.casino.news import news
from kiosk.families.casino.requests import Request
from kiosk.families.casino.sheet import POINT, Sheet
from kiosk.gestures import Edit, Judge, JudgeKey, Menu, SeatButton, Source
from kiosk.intents import Act, Intent
from kiosk.questions import Asked
from kiosk.screens import targets as at
from kiosk.screens.frame import line
from rules.casino.view import CasinoView, Mark, Phase
from rules.kinds import Seat

if TYPE_CHECKING:
    from kiosk.families import MenuBook

AFTER: Final = frozenset((Phase.COUNT, Phase.SIGN))
FOULS: Final = frozenset((Phase.ENTRY, Phase.PLAY))
CHOSEN_NS: Final = 10_000_000_000
"""A seat chosen by its digit waits so long for YES, like a verb."""
PUT_OFF_NS: Final = 60_000_000_000
"""NO to what the director asks: it is asked again after so long."""
READ_NS: Final = 30_000_000_000
"""The instructions stay so long, like the book."""
DISPUTED: Final = "reading disputed"
INSTRUCTIONS: Final = "instructions"
DEAL: Final = "deal"
BOARD: Final = "board"


class CasinoDesk(Desk):
    """The hands at one tournament's table; `machines`: at slot machines."""

    def __init__(self, *, machines: bool) -> None:
        super().__init__(_machine_book if machines else _book)
        self.machines = machines
        self.sheet: Sheet | None = None
        self.order: tuple[Seat, ...] = ()
        """Who asks for something, whoever did so first in front."""
        self._chosen: tuple[Seat, int] | None = None
        self._refused: set[Seat] = set()
        self._reading: tuple[str, int] | None = None
        self._seen: CasinoView | None = None
        self._moves: tuple[Move, ...] = ()
        self.apart = ""
        """Why the table is none of the hall's: other `levels`, or seats that were `redrawn`."""
        self._put_off: dict[tuple[Any, ...], int] = {}
        """What of the director's the official has said NO to, and until when."""

    @property
    def chosen(self) -> Seat | None:
        """The seat that was picked by its digit or card."""
        return None if self._chosen is None else self._chosen[0]

    @property
    def reads(self) -> str:
        """The page of the menu that is on the screen: the instructions, a deal; empty: none."""
        return "" if self._reading is None else self._reading[0]

    def request(self, view: CasinoView) -> Request | None:
        """What YES would grant now: a player's request before the director's."""
        found = requests.first(self.order, self._asking(view), self.chosen)
        if found is not None:
            return found
        move = next((one for one in self.moves(view) if self._is_due(one)), None)
        return None if move is None else Request(move.do, (move.seat,), move)

    def waiting(self, view: CasinoView, request: Request) -> int:
        """How many wait behind this one."""
        due = sum(self._is_due(one) for one in self.moves(view))
        if request.move is not None:
            return due - 1
        return max(0, len(self.order) - len(request.seats)) + due

    def directed(self, asked: Any) -> bool:
        """RAY-1-1, RAY-OTHER-1: the director's log, as the league tells it."""
        before, self._moves = self._moves, moves.moves_of(asked)
        return self._moves != before

    def moves(self, view: CasinoView) -> tuple[Move, ...]:
        """Who gets up, who sits down, whose penalty it is."""
        return moves.open_moves(self._moves, view)

    def to_confirm(self, view: CasinoView) -> tuple[Any, ...]:
        """The same for the console, each with the action that confirms it."""
        return tuple(moves.told(one, view) for one in self.moves(view))

    def stands_apart(self, why: str) -> bool:
        """RAY-STRUCT-4, RAY-SNG-1: it is said on the strip as long as it is so."""
        before, self.apart = self.apart, why
        return before != why

    def _is_due(self, move: Move) -> bool:
        return move.ready and move.key not in self._put_off

    # -- gestures ------------------------------------------------------------------------------

    def seat_down(self, press: SeatButton, official: CasinoView) -> dict[str, Any]:
        """A press asks for something; whoever was sent away asks again."""
        self._refused.discard(press.seat)
        return super().seat_down(press, official)

    def answered(self, key: JudgeKey, scene: Scene) -> list[Intent] | None:
        """YES and NO to what a player asks; while a reading is typed, YES is its decimal point."""
        if self.sheet is not None:
            if key.key is Judge.NO or not self.machines:
                return None
            self.sheet = sheet.typed(self.sheet, POINT, decimals=True)
            return []
        if self.talk.dialogue is not None and key.source is not Source.BOX:
            return None  # this hand is saying something else
        request = self.request(scene.view)
        return None if request is None else self._answer(request, key, scene)

    def spare_confirm(self, key: JudgeKey, scene: Scene) -> list[Intent]:
        """CONFIRM opens the menu, whose first row is the round: FOUL moves in it, YES chooses."""
        if scene.view.phase not in FOULS:
            return self.no_meaning(key.at_ns)
        return self.talk.menu(Menu(key.at_ns, key.source))

    def _answer(self, request: Request, key: JudgeKey, scene: Scene) -> list[Intent]:
        self._chosen = None
        if request.move is not None:
            return self._answer_move(request.move, key, scene)
        if key.key is Judge.YES:
            return [Act(requests.granted(request), key.at_ns, key.line, key.source)]
        self._refused |= set(request.seats)
        self.order = tuple(seat for seat in self.order if seat not in request.seats)
        return [
            Act(fields, key.at_ns, key.line, key.source) for fields in requests.declined(request)
        ]

    def _answer_move(self, move: Move, key: JudgeKey, scene: Scene) -> list[Intent]:
        """YES to the director's: done; where points are not counted they are asked for first."""
        if key.key is Judge.NO:
            self._put_off[move.key] = key.at_ns + PUT_OFF_NS
            return []
        fields = moves.fields_of(move, scene.view)
        if fields is not None:
            return [Act(fields, key.at_ns, key.line, key.source)]
        begun = self.talk.begin(self.talk.book().verbs[move.do], key.at_ns, key.source)
        return begun + (self.talk.named(move.seat, key.at_ns, scene) or [])

    def _asking(self, view: CasinoView) -> dict[Seat, str]:
        found = requests.asking(view, self.chosen)
        return {
            seat: what
            for seat, what in found.items()
            if what != requests.ENTRY or seat not in self._refused or seat == self.chosen
        }

    # -- what a desk answers -------------------------------------------------------------------

    def signs(self, official: CasinoView, seat: Seat) -> bool:
        """RAY-SLOT-4: one player at a time agrees to what his machine showed."""
        return (
            official.phase is Phase.SIGN
            and self.sheet is None
            and any(one.seat == seat and one.mark is Mark.ARMED for one in official.seats)
        )

    def finished(self, at_ns: int, scene: Scene) -> list[Intent] | None:
        """NEXT ends an entry of points or of a reading."""
        if self.sheet is None or not self.sheet.typed:
            return None
        return self._turn(at_ns, scene.view)

    def next(self, key: JudgeKey, scene: Scene) -> list[Intent] | None:
        """START, the clock runs on, a hand; the count, seat by seat."""
        view: CasinoView = scene.view
        if view.phase is Phase.ENTRY:
            return [Act({"do": "start"}, key.at_ns, key.line, key.source)]
        if view.phase is Phase.PLAY:
            if not view.paused and self.machines:
                return None
            do = "resume" if view.paused else "next"
            return [Act({"do": do}, key.at_ns, key.line, key.source)]
        if view.phase not in AFTER:
            return None
        if self.sheet is not None:
            return self._turn(key.at_ns, view)
        if view.phase is Phase.SIGN:
            return None
        self.sheet = sheet.open_sheet(view)
        return []

    def typed(self, digit: int, at_ns: int, scene: Scene) -> list[Intent]:
        """A digit of the count; before, the seat that is answered next; 0: the instructions."""
        view: CasinoView = scene.view
        if view.phase is Phase.COUNT and self.sheet is None:
            self.sheet = sheet.open_sheet(view)
        if view.phase in AFTER and self.sheet is not None:
            self.sheet = sheet.typed(self.sheet, str(digit), decimals=self.machines)
            return []
        seat = Seat(digit or 10)
        if view.phase in FOULS and self._choose(seat, at_ns, view):
            return []
        if view.phase in FOULS and not digit:
            return self.turn_page(INSTRUCTIONS, at_ns)
        return self.no_meaning(at_ns)

    def edited(self, edit: Edit, at_ns: int, scene: Scene) -> list[Intent] | None:
        """One digit less, or the whole sheet away; the instructions, or whoever was chosen."""
        if self.sheet is not None:
            self.sheet = None if edit is Edit.CANCEL else sheet.erased(self.sheet)
            return []
        if self._reading is None and self._chosen is None:
            return None
        self._reading = self._chosen = None
        return []

    def touched(self, target: at.Target, at_ns: int, scene: Scene) -> list[Intent]:
        """A card, the number pad, the stakes (the instructions), the poster (the count)."""
        view: CasinoView = scene.view
        match target:
            case at.Card(seat) | at.SeatTab(seat) if view.phase in AFTER:
                self.sheet = sheet.open_sheet(view, seat) or self.sheet
            case at.Card(seat) if view.phase in FOULS:
                self._choose(seat, at_ns, view)
            case at.OpenSheet() if view.phase in FOULS:
                return self.turn_page(self.reads or INSTRUCTIONS, at_ns)
            case at.OpenSheet() if view.phase is Phase.COUNT:
                self.sheet = sheet.open_sheet(view)
            case at.Digit(digit):
                return self.typed(digit, at_ns, scene)
            case at.Clear() if self.sheet is not None:
                self.sheet = sheet.erased(self.sheet)
            case at.Ok() if self.sheet is not None:
                return self._turn(at_ns, view)
        return []

    def not_agreed(self, seat: Seat, at_ns: int) -> None:
        """RAY-SLOT-4: a tap in place of a signature: is the machine read a second time?"""
        super().not_agreed(seat, at_ns)
        if self.machines and self._seen is not None:
            names = {one.seat: player_name(one) for one in self._seen.seats}
            fields = {"do": "incident", "seat": seat, "reason": DISPUTED}
            asked = Asked(
                at_ns,
                text=line("kiosk.casino.sure.dispute", seat=str(seat), name=names.get(seat, "")),
                follows=line("kiosk.casino.sure.read_again"),
                intents=(Act(fields, at_ns),),
            )
            self.talk.questions.ask(asked)

    def spelled(self, fields: Mapping[str, Any], view: CasinoView) -> Mapping[str, Any]:
        """RAY-STRUCT-4: new stakes in short are the whole schedule."""
        return stakes.spelled(fields, view)

    def settled(self, scene: Scene, now_ns: int) -> list[Intent]:
        """Who asks now, and what has changed: the strip tells it."""
        view: CasinoView = scene.view
        before, self._seen = self._seen, view
        if view is not before:
            told = None if before is None else news(before, view)
            if told is not None:
                self.tell(told, now_ns)
            asks = self._asking(view)
            self.order = requests.ordered(self.order, asks)
            if self.chosen is not None and self.chosen not in asks:
                self._chosen = None
        return super().settled(scene, now_ns)

    def taken_back(self) -> None:
        """Digits of a count go with an undo."""
        if self.sheet is not None:
            self.sheet = Sheet(self.sheet.seat)

    def forget(self, view: CasinoView) -> None:
        """A sheet is of the count, a request of its phase."""
        super().forget(view)
        self._chosen = self._reading = None
        self._refused.clear()
        if view.phase not in AFTER:
            self.sheet = None

    def may_foul(self, view: CasinoView) -> bool:
        """RAY-OTHER-1: as long as it is played."""
        return view.phase in FOULS

    def may_confirm(self, view: CasinoView) -> bool:
        """RAY-1-4: the staff signs last."""
        return view.phase is Phase.SIGN and self.sheet is None

    # -- time ----------------------------------------------------------------------------------

    def pass_time(self, now_ns: int) -> list[Intent]:
        """The choice of a seat and the instructions expire."""
        if self._chosen is not None and now_ns >= self._chosen[1] + CHOSEN_NS:
            self._chosen = None
        if self._reading is not None and now_ns >= self._reading[1] + READ_NS:
            self._reading = None
        self._put_off = {key: ns for key, ns in self._put_off.items() if now_ns < ns}
        return super().pass_time(now_ns)

    def wake_ns(self) -> int | None:
        """When `pass_time` has something to do."""
        times = [super().wake_ns()]
        if self._chosen is not None:
            times.append(self._chosen[1] + CHOSEN_NS)
        if self._reading is not None:
            times.append(self._reading[1] + READ_NS)
        times += self._put_off.values()
        return earliest(*times)

    # -- steps ---------------------------------------------------------------------------------

    def _choose(self, seat: Seat, at_ns: int, view: CasinoView) -> bool:
        """This seat is answered next; False: it asks for nothing, and is no new entry."""
        self._chosen, before = (seat, at_ns), self._chosen
        asks = self._asking(view)
        known = any(one.seat == seat for one in view.seats)
        if not known or seat not in asks:
            self._chosen = before
            return False
        self._refused.discard(seat)
        self.order = requests.ordered(self.order, asks)
        return True

    def open_page(self, word: str, at_ns: int, scene: Scene) -> None:
        """The instructions or a deal, from the menu."""
        self._reading = (word, at_ns)

    def turn_page(self, word: str, at_ns: int) -> list[Intent]:
        """This page on the screen; if it is there already, away with it."""
        self._reading = None if self.reads == word else (word, at_ns)
        return []

    def _turn(self, at_ns: int, view: CasinoView) -> list[Intent]:
        if self.sheet is None:
            return []
        turned = sheet.entered(self.sheet, view)
        self.sheet = turned.sheet
        return [] if turned.fields is None else [Act(turned.fields, at_ns)]


def _book() -> MenuBook:
    from kiosk.families.casino.verbs import MENU  # with the first verb, not with the table

    return MENU


def _machine_book() -> MenuBook:
    from kiosk.families.casino.verbs import MACHINES

    return MACHINES
