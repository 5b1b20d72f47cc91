"""What board games' consoles have in common: whose turn it is, whose dice and sheet come next."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kiosk.console.family import FamilyConsole
from kiosk.console.wording import Told


class BoardConsole(FamilyConsole):
    """A board game's console; a family says what it has besides."""

    def data(self, facts: Told) -> Mapping[str, Any]:
        """Whose turn it is, whose dice are entered next, whether they fell already, and with which
        deeds a sheet begins.
        """
        view = facts["view"] or {}
        last = view.get("last_roll") or {}
        return {
            "turn": view.get("turn"),
            "roller": roller_of(view),
            "pending": bool(last.get("pending")),
            "entered": entered(view),
        }


def roller_of(view: Told) -> Any:
    """Whose dice are entered next: those that fell, else the turn's, else the first seat's."""
    last = view.get("last_roll") or {}
    if last.get("pending"):
        return last["seat"]
    return view.get("turn") or (view.get("seats") or [{}])[0].get("seat")


def entered(view: Told) -> Mapping[str, Any]:
    """By seat, the deeds that were entered in the game as its own and stand on no sheet."""
    seats = view.get("seats", ())
    counted = {
        deed["field"] for seat in seats for deed in (seat.get("sheet") or {}).get("deeds", ())
    }
    return {
        str(seat["seat"]): [deed for deed in seat.get("deeds", ()) if deed["field"] not in counted]
        for seat in seats
    }


def next_to_count(view: Told, is_out: Callable[[Told], bool]) -> Mapping[str, Any]:
    """Whose sheet the large key asks for: the first that is still in and not counted."""
    for seat in view["seats"]:
        if (seat.get("sheet") or {}).get("cash") is None and not is_out(seat):
            return {"seat": seat["seat"]}
    return {}
