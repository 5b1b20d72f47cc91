"""What the official's console of a tournament's table has of its own: requests, stakes, points.

Nothing here is private (RAY knows no secrets): it is the cashier's and the director's second hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from kiosk.console.family import FamilyConsole, NextKey, Row, Style, Tone
from kiosk.console.wording import Told
from kiosk.families.casino.moves import ARRIVE, PENALTY
from kiosk.families.casino.requests import ENTRY, OUT, Request, declined, granted
from kiosk.locale import Texts, minutes_text

ASKED: Final = {
    ENTRY: "kiosk.casino.request.entry",
    "rebuy": "kiosk.casino.request.rebuy",
    "addon": "kiosk.casino.request.addon",
    OUT: "kiosk.casino.request.out",
}


class CasinoConsole(FamilyConsole):
    """The `ray-*` editions and what organisers make of them."""

    cloth = "cas"

    def next_key(self, text: Texts, facts: Told, noted: Told) -> NextKey | None:
        """START, the clock or the game goes on, the next seat to count, CONFIRM."""
        view = facts["view"]
        phase, slots = view["phase"], view["type"] == "slots"
        if phase == "entry" and view["type"] != "sitngo":
            return NextKey(text.text("console.next.start"), "start")
        if phase == "play" and _of_the_hall(view):
            return None
        if phase == "play" and view["paused"]:
            return NextKey(text.text("console.verb.resume"), do={"do": "resume"})
        if phase == "play" and not slots:
            going = "console.verb.level" if view["on_break"] else "console.verb.hand"
            return NextKey(text.text(going), do={"do": "next"})
        if phase == "count" and not slots:
            missing = next((one["seat"] for one in view["seats"] if _waits(one)), None)
            preset = {} if missing is None else {"seat": missing}
            return NextKey(text.text("console.next.count"), "chips", preset)
        return NextKey(text.text("console.next.confirm"), "confirm") if phase == "sign" else None

    def tools(self, text: Texts, facts: Told, log: Told) -> Mapping[str, Any]:
        """The requests that wait, the stakes, and what stands behind a seat."""
        view = facts["view"]
        return {
            "requests": list(requests(text, view, facts["directed"])) if view else [],
            "stakes": lambda level: stakes(text, level),
            "standing": lambda seat: " · ".join(standing(text, view, seat, facts["now_ms"])),
            "left": lambda clock: _left(clock, facts["now_ms"]),
        }

    def private(self, text: Texts, facts: Told, noted: Told) -> Iterator[Row]:
        """Who asks for what."""
        for request in requests(text, facts["view"], facts["directed"]):
            yield Row(
                f"{request['seat']} {request['name']}: {request['says']}", Style.CLAIM, Tone.NOW
            )

    def seat_row(self, text: Texts, seat: Told, facts: Told) -> Row:
        """Number, name, and how it stands."""
        told = standing(text, facts["view"], seat, facts["now_ms"])
        who = f"{seat['seat']}  {seat['name'] or seat['player']}"
        tone = Tone.SOFT if seat["mark"] in ("out", "disqualified") else Tone.PLAIN
        return Row(" · ".join([who, *told]), Style.SEAT, tone)


def _of_the_hall(view: Told) -> bool:
    """What comes next is the director's, or waits for the other tables."""
    breaks = view["on_break"] and view["hall"]
    return bool(view["hall_paused"] or breaks or view["hand_done"])


def requests(text: Texts, view: Told, directed: Sequence[Told] = ()) -> Iterator[dict[str, Any]]:
    """Who asks for what, with the actions that YES and NO are; then what the director asks."""
    yield from _of_players(text, view)
    for move in (one for one in directed if one["ready"]):
        said = {"seat": move["seat"], "name": move["player"], "no": None, "verb": move["do"],
                "yes": move["yes"]}  # fmt: skip
        if move["do"] == PENALTY:
            timed = move["minutes"] > 0
            key = f"kiosk.casino.request.penalty_{'minutes' if timed else 'rounds'}"
            says = text.text(key, move["minutes"] or move["rounds"])
            yield {**said, "says": says}
        elif move["do"] == ARRIVE:
            says = text.text("kiosk.casino.request.arrives", table=str(move["table"]))
            points = text.text("kiosk.casino.request.brings", points=text.number(move["points"]))
            yield {**said, "says": f"{says} · {points}"}
        else:
            where = {"table": str(move["table"]), "seat": str(move["at_seat"])}
            yield {**said, "says": text.text("kiosk.casino.request.leaves", **where)}


def _of_players(text: Texts, view: Told) -> Iterator[dict[str, Any]]:
    for seat in view["seats"]:
        what = seat["asks"]
        if view["phase"] == "entry" and seat["mark"] == "present":
            what = ENTRY
        if what is None:
            continue
        request = Request(what, (seat["seat"],))
        yield {
            "seat": seat["seat"],
            "name": seat["name"] or seat["player"],
            "says": text.text(ASKED[what]),
            "yes": granted(request),
            "no": next(declined(request), None),
            "verb": "",
        }


def stakes(text: Texts, level: Told) -> str:
    """`400 / 800 · ante 100`."""
    said = dict(level["stakes"])
    pairs = (("small", "big", "kiosk.casino.blinds"), ("least", "most", "kiosk.casino.bets"))
    for one, other, key in pairs:
        if one in said and other in said:
            told = text.text(key, **{one: said[one], other: said[other]})
            ante = text.text("kiosk.casino.ante", ante=said["ante"]) if said.get("ante") else ""
            return f"{told} · {ante}" if ante else told
    return " · ".join(text.number(number) for number in said.values())


def standing(text: Texts, view: Told, seat: Told, now_ms: int) -> Iterator[str]:
    """How a seat stands, in a few words."""
    mark = seat["mark"]
    if mark in ("out", "disqualified"):
        yield text.text(f"kiosk.casino.card.{mark}")
    elif mark == "penalty" and seat["penalty"]:
        yield text.text("kiosk.casino.card.penalty", time=_left(seat["penalty"], now_ms))
    elif mark == "penalty":
        yield text.text("kiosk.casino.card.penalty_rounds", seat["penalty_rounds"])
    elif mark == "faulty":
        yield text.text("kiosk.casino.card.faulty")
    elif view["phase"] == "entry":
        yield text.text(f"kiosk.casino.card.{'entered' if seat['entered'] else 'waiting'}")
    if seat["rebuys"]:
        yield text.text("kiosk.casino.card.rebuys", seat["rebuys"])
    if seat["addon"]:
        yield text.text("kiosk.casino.card.addon")
    if seat["score"] is not None:
        yield seat["score"]
    elif seat["counted"]:
        yield text.number(seat["held"])
    if seat["signed"]:
        yield text.text("kiosk.card.signed")
    if seat["place"]:
        yield text.text("kiosk.casino.card.place", place=str(seat["place"]))


def _waits(seat: Told) -> bool:
    return seat["entered"] and not seat["counted"] and seat["mark"] not in ("out", "disqualified")


def _left(clock: Told, now_ms: int) -> str:
    left = clock["paused_left"]
    left = max(0, clock["ends_at"] - now_ms) if left is None else left
    return minutes_text(-(-left // 1000))


CONSOLE: Final = CasinoConsole()
