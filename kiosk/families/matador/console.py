"""What the keeper's console of a Matador table has of its own: turn, dice, the pot, the vote.

Nothing of it is private: how somebody votes the console does not show either, for its keeper plays.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from kiosk.console.boardgame import BoardConsole, next_to_count, roller_of
from kiosk.console.family import NextKey, Row, Style, Tone
from kiosk.console.wording import Told
from kiosk.locale import Texts

VERBS: Final = {"setup": "start", "count": "count", "sign": "confirm"}
"""What the large key asks for before and after the game."""
NOTES: Final = {
    "not-entered": "console.note.not-entered",
    "early": "kiosk.matador.roll.early",
    "not-moved": "kiosk.matador.roll.not_moved",
    "jail": "kiosk.matador.roll.jail",
    "jail-try": "kiosk.matador.roll.jail_try",
    "jail-double": "kiosk.matador.roll.jail_double",
    "jail-third": "kiosk.matador.roll.jail_third",
}
"""What stands beside a roll, by its note."""


class MatadorConsole(BoardConsole):
    """`ramk-2017` and what clubs make of it."""

    cloth = "mat"
    logs = ("happened", "dice", "refused", "remarks", "times")

    def next_key(self, text: Texts, facts: Told, noted: Told) -> NextKey | None:
        """START, thrown, sold, the end after the last round, the next seat to count, CONFIRM."""
        view, phase = facts["view"], facts["phase"]
        if phase == "play":
            return _in_play(text, view)
        if phase not in VERBS:
            return None
        label = "confirm" if phase == "sign" else VERBS[phase]
        preset = next_to_count(view, _is_out) if phase == "count" else {}
        return NextKey(text.text(f"console.next.{label}"), VERBS[phase], preset)

    def seat(self, seat: Told) -> Mapping[str, Any]:
        """The sheet, whether it was counted; who went home is out as well."""
        sheet = seat.get("sheet")
        counted = (sheet or {}).get("cash") is not None
        return {"counted": counted, "sheet": sheet, "out": seat.get("out_at") is not None}

    def deed_label(self, deed: Told) -> str:
        """The field's number, as the document counts them."""
        return str(deed["field"])

    def tools(self, text: Texts, facts: Told, log: Told) -> Mapping[str, Any]:
        """What a roll's note says."""
        return {"roll_note": lambda note: roll_note(text, note)}

    def private(self, text: Texts, facts: Told, noted: Told) -> Iterator[Row]:
        """Nothing is; the second display says what the keeper asks for most: pot and ballot."""
        view = facts["view"]
        if view["phase"] != "play":
            return
        yield Row(text.text("kiosk.matador.pot").upper(), Style.LABEL, Tone.SOFT)
        yield Row(text.text("kiosk.matador.money", sum=view["pot"]), Style.CLAIM)
        ballot = view.get("ballot")
        if ballot:
            names = {seat["seat"]: seat["name"] or seat["player"] for seat in view["seats"]}
            said = text.text(
                f"kiosk.matador.ballot.asks_{ballot['about']}",
                seat=str(ballot["on"]),
                name=names[ballot["on"]],
            )
            yield Row(said, Style.LINE, Tone.NOW)

    def seat_row(self, text: Texts, seat: Told, facts: Told) -> Row:
        """Whose turn it is, who is out."""
        words = [f"{seat['seat']}  {seat['name'] or seat['player']}"]
        turn = seat["seat"] == facts["view"].get("turn")
        if turn:
            words.append(text.text("kiosk.card.turn"))
        if seat["mark"] in OUT:
            words.append(text.text(OUT[seat["mark"]]))
        if seat["fouls"]:
            words.append(text.text("console.page.fouls", seat["fouls"]))
        return Row(" · ".join(words), Style.SEAT, Tone.NOW if turn else Tone.PLAIN)


OUT: Final = {
    "out": "kiosk.card.bankrupt",
    "home": "kiosk.matador.card.home",
    "removed": "kiosk.card.removed",
}


def roll_note(text: Texts, note: str) -> str:
    """What stands beside a roll, in words; `by-3` names who rolled for somebody."""
    if note.startswith("by-"):
        return text.text("kiosk.matador.roll.by", seat=note.removeprefix("by-"))
    return text.text(NOTES[note]) if note in NOTES else note


def _in_play(text: Texts, view: Told) -> NextKey:
    if view.get("ballot"):
        return NextKey(text.text("console.verb.close_vote"), do={"do": "next"})
    if view.get("auction"):
        return NextKey(text.text("console.verb.sold"), do={"do": "sold"})
    if view.get("dice_closed"):
        return NextKey(text.text("console.verb.end"), do={"do": "next"})
    roller = roller_of(view)
    names = {seat["seat"]: seat["name"] for seat in view["seats"]}
    return NextKey(
        text.text("console.next.thrown"),
        do={"do": "thrown", "seat": roller},
        said=f"{roller} {names.get(roller, '')}".strip(),
    )


def _is_out(seat: Told) -> bool:
    return seat.get("out_at") is not None


CONSOLE: Final = MatadorConsole()
