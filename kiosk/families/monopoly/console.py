"""What the banker's console of a Monopoly table has of its own: turn, dice, claims, debts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, Final

from kiosk.console import wording
from kiosk.console.boardgame import BoardConsole, next_to_count, roller_of
from kiosk.console.family import NextKey, Row, Style, Tone
from kiosk.console.wording import Told
from kiosk.locale import Texts
from rules.actions import (
    Auction,
    Bankrupt,
    Bid,
    CannotPay,
    Disqualify,
    Owe,
    Remove,
    Reset,
    Retire,
    Sold,
)
from rules.history import History
from rules.kinds import seconds

DEBTS: Final = 3
"""So many of the last debts the second display has."""
VERBS: Final = {"setup": "start", "count": "count", "sign": "confirm"}
"""What the large key asks for; in play the dice have fallen."""
THROWS: Final = ("ready", "play")


class MonopolyConsole(BoardConsole):
    """`hun-2009` and what organisers make of it."""

    cloth = "hun"
    logs = ("happened", "refused", "dice", "remarks", "times")

    def next_key(self, text: Texts, facts: Told, noted: Told) -> NextKey | None:
        """START, the dice have fallen, the next seat to count, CONFIRM. While an auction runs, what
        it waits for: a bid, and once there is one the hammer.
        """
        phase = facts["phase"]
        running = noted.get("running")
        if running and phase in THROWS:
            if "seat" not in running:
                return NextKey(text.text("console.verb.bid").upper(), "bid")
            said = f"{running['what']} · {running['seat']}: {text.number(running['amount'])}"
            return NextKey(text.text("console.verb.sold").upper(), do={"do": "sold"}, said=said)
        if phase in THROWS:
            roller = roller_of(facts["view"])
            names = {seat["seat"]: seat["name"] for seat in facts["view"]["seats"]}
            return NextKey(
                text.text("console.next.thrown"),
                do={"do": "thrown", "seat": roller},
                said=f"{roller} {names.get(roller, '')}".strip(),
            )
        if phase not in VERBS:
            return None
        label = "confirm" if phase == "sign" else VERBS[phase]
        preset = next_to_count(facts["view"], _is_out) if phase == "count" else {}
        return NextKey(text.text(f"console.next.{label}"), VERBS[phase], preset)

    def counts_from_s(self, facts: Told) -> float:
        """HUN-4.1: the first dice, as the time that has gone on the table's screen."""
        started: int | None = (facts["view"] or {}).get("started_at")
        return 0 if started is None else started / 1000

    def seat(self, seat: Told) -> Mapping[str, Any]:
        """The sheet, and whether it was counted."""
        sheet = seat.get("sheet")
        return {"counted": (sheet or {}).get("cash") is not None, "sheet": sheet}

    def tools(self, text: Texts, facts: Told, log: Told) -> Mapping[str, Any]:
        """The claims that are open, and how an auction stands."""
        return {"open_claims": wording.open_claims, "bids": partial(bids, text)}

    def noted(self, history: History) -> Mapping[str, Any]:
        """Debts, and the auction that runs."""
        return {"owed": owed(history), "running": running_auction(history)}

    def private(self, text: Texts, facts: Told, noted: Told) -> Iterator[Row]:
        """HUN-G-RENT-NOPROMPT: who claims, who may, what was spoken as owed."""
        view = facts["view"]
        official = view.get("official")
        if not official or view["phase"] != "play":
            return
        from_s = self.counts_from_s(facts)
        running = noted.get("running")
        if running:
            yield Row(text.text("console.verb.auction").upper(), Style.LABEL, Tone.SOFT)
            yield Row(bids(text, running), Style.CLAIM, Tone.NOW)
        yield Row(text.text("console.rent.title").upper(), Style.LABEL, Tone.SOFT)
        open_ = wording.open_claims(view)
        for claim in open_:
            at = wording.game_time(claim["at"] / 1000, from_s)
            said = text.text(
                "console.rent.claims", seat=str(claim["seat"]), of=str(claim["of"]), time=at
            )
            yield Row(f"! {said}", Style.CLAIM, Tone.NOW)
        if not open_:
            yield Row(text.text("console.rent.none"), Style.SMALL, Tone.SOFT)
        asked = {claim["seat"] for claim in open_}
        others = [str(seat) for seat in official["may_claim"] if seat not in asked]
        if others:
            said = text.text("console.rent.may", seats=", ".join(others))
            yield Row(said, Style.SMALL, Tone.SOFT)
        for debt in noted.get("owed", [])[-DEBTS:][::-1]:
            to = text.text("console.say.bank") if debt["to"] == "bank" else str(debt["to"])
            at = wording.game_time(debt["t"], from_s)
            yield Row(
                text.text("console.rent.owes", seat=str(debt["seat"]), to=to,
                          amount=debt["amount"], time=at)
            )  # fmt: skip

    def seat_row(self, text: Texts, seat: Told, facts: Told) -> Row:
        """Whose turn it is, fouls, who is out."""
        words = [f"{seat['seat']}  {seat['name'] or seat['player']}"]
        turn = seat["seat"] == facts["view"].get("turn")
        if turn:
            words.append(text.text("kiosk.card.turn"))
        if seat["fouls"]:
            words.append(text.text("console.page.fouls", seat["fouls"]))
        if seat["mark"] in ("out", "removed"):
            key = "bankrupt" if seat["mark"] == "out" else "removed"
            words.append(text.text(f"kiosk.card.{key}"))
        return Row(" · ".join(words), Style.SEAT, Tone.NOW if turn else Tone.PLAIN)


def owed(history: History) -> list[dict[str, Any]]:
    """Every debt that was spoken in this attempt and stands, in order."""
    debts: list[dict[str, Any]] = []
    for action, stands in history.accepted():
        if stands and isinstance(action, Reset):
            debts.clear()
        elif stands and isinstance(action, Owe):
            debts.append(
                {"t": seconds(action.at), "seat": action.seat, "to": action.to,
                 "amount": action.amount}
            )  # fmt: skip
    return debts


def running_auction(history: History) -> dict[str, Any] | None:
    """What the bank sells now and who offers most; None: nothing is for sale."""
    what, bids = "", list[Bid]()
    for action, stands in history.accepted():
        if not stands:
            continue
        match action:
            case Auction():
                what, bids = action.what, []
            case Bid():
                bids.append(action)
            case Sold() | Reset():
                what, bids = "", []
            case CannotPay() | Bankrupt() | Retire() | Remove() | Disqualify():
                bids = [bid for bid in bids if bid.seat != action.seat]
    best = {"seat": bids[-1].seat, "amount": bids[-1].amount} if bids else {}
    return {"what": what, **best} if what else None


def bids(text: Texts, running: Told) -> str:
    """What is sold, and who offers most."""
    if "seat" not in running:
        return text.text("console.auction.none", what=running["what"])
    seat, amount = str(running["seat"]), running["amount"]
    return text.text("console.auction.best", what=running["what"], seat=seat, amount=amount)


def _is_out(seat: Told) -> bool:
    return seat["mark"] in ("out", "removed")


CONSOLE: Final = MonopolyConsole()
