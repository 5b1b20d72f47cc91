"""What the host's console of a Mafia table has of its own: roles, the night, the count of votes.

interaction: shot, Don, Sheriff: always all three, each as many touches, also when the role is out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final

from kiosk.console.family import FamilyConsole, NextKey, Row, Style, Tone
from kiosk.console.wording import Told
from kiosk.families.mafia.onward import following
from kiosk.locale import Texts, minutes_text

if TYPE_CHECKING:
    from rules.history import History

ENTRIES: Final = (
    ("shot", "shot", "shot_entered", None),
    ("don", "don_check", "don_entered", "don_right"),
    ("sheriff", "sheriff_check", "sheriff_entered", "sheriff_right"),
)
"""The night's entries: name, action, whether it was made, what the host answers."""
FIELDS: Final = {"shot": "shot", "don": "don_check", "sheriff": "sheriff_check"}
"""Where the official's view has the seat of an entry."""
CHECKS: Final = 2
"""Checks of a night, one after the other."""
OF_SPEAKER: Final = ("nominate", "withdraw", "yield", "triple", "best_move")
"""Verbs of whose minute it is: the page asks only for the rest."""
REMOVES: Final = 4
"""The foul that removes, for as long as the record was not read."""


class MafiaConsole(FamilyConsole):
    """`mafia-nuances`, `mafia-aktau-2015` and what clubs make of them."""

    cloth = "night"
    logs = ("happened", "days", "refused", "remarks", "times")

    def next_key(self, text: Texts, facts: Told, noted: Told) -> NextKey | None:
        """The host's one key; by night day, once all is entered and both checks have run."""
        view = facts["view"]
        phase = view["phase"]
        if phase == "night":
            label = text.text("console.mafia.next_day")
            over = (view.get("official") or {}).get("night_over")
            return NextKey(label, do={"do": "day"}) if over else None
        if phase == "lift":
            return NextKey(text.text("console.verb.lift_all"), "lift_all")
        if phase == "over":
            return NextKey(text.text("console.verb.confirm"), "confirm")
        step = following(_as_object(view))
        if step.word == "count":
            return NextKey(text.text("console.verb.tally"), "tally")
        if step.fields is None:
            return None
        params = {}
        if step.seat is not None:
            params = {"seat": str(step.seat), "name": _name(view, step.seat)}
        return NextKey(text.text(f"kiosk.mafia.next.{step.word}", **params), do=step.fields)

    def data(self, facts: Told) -> Mapping[str, Any]:
        """For the count: on whom is voted, and whose fists lie where. `presets`: whose minute it
        is nominates, withdraws, ends his speech, names three (MAFN-DAY-2a).
        """
        view = facts["view"] or {}
        ballot = view.get("ballot") or {}
        speaker = view.get("speaker")
        whose = {"seat": speaker["seat"]} if speaker else {}
        return {
            "presets": dict.fromkeys(OF_SPEAKER, whose) if whose else {},
            "candidates": ballot.get("candidates", []),
            "votes": {str(whom): voters for whom, voters in ballot.get("votes", [])},
        }

    def tools(self, text: Texts, facts: Told, log: Told) -> Mapping[str, Any]:
        """Roles, the night's three entries, the words for how somebody left."""
        view = facts["view"]
        official = (view or {}).get("official") or {}
        return {
            "roles": dict(official.get("roles", [])),
            "night": night_of(text, view) if view else [],
            "answer": lambda entry: answer(text, entry),
            "say": say(text, view) if view else "",
            "last_foul": log.get("last_foul", REMOVES) - 1,
            "last_foul_asked": lambda seat: _last_foul(text, seat),
        }

    def noted(self, history: History) -> Mapping[str, Any]:
        """MAFN-GEN-4a: which foul removes in this edition; the page asks once more before it."""
        return {"last_foul": history.edition.whole("foul_removal")}

    def private(self, text: Texts, facts: Told, noted: Told) -> Iterator[Row]:
        """The night's entries with their answers; how many of each colour live."""
        view = facts["view"]
        official = view.get("official")
        if not official:
            return
        if view["phase"] == "night":
            yield Row(say(text, view), Style.CLAIM, Tone.NOW)
            for entry in night_of(text, view):
                words = [entry["label"], entry["shown"], answer(text, entry)]
                if entry["until"] is not None:
                    left_ms = max(0, entry["until"] - facts["now_ms"])
                    words.append(minutes_text(-(-left_ms // 1000)))
                now = Tone.NOW if entry["active"] else Tone.PLAIN
                yield Row("   ".join(word for word in words if word), Style.LINE, now)
        if official["roles"] and view["phase"] not in ("over", "closed"):
            yield Row(_alive(text, official), Style.SMALL, Tone.SOFT)

    def seat_row(self, text: Texts, seat: Told, facts: Told) -> Row:
        """Role, fouls, how he left."""
        view = facts["view"]
        roles = dict((view.get("official") or {}).get("roles", []))
        words = [f"{seat['seat']}  {seat['name'] or seat['player']}"]
        if seat["seat"] in roles:
            words.append(text.text(f"kiosk.mafia.role.{roles[seat['seat']]}"))
        if seat["fouls"]:
            words.append(text.text("console.page.fouls", seat["fouls"]))
        if seat["left"]:
            words.append(text.text(f"kiosk.mafia.left.{seat['left']}"))
        tone = Tone.NOW if seat["mark"] == "turn" else Tone.SOFT if seat["left"] else Tone.PLAIN
        return Row(" · ".join(words), Style.SEAT, tone)


def night_of(text: Texts, view: Told) -> list[dict[str, Any]]:
    """The three entries of a night in their order; none in the night of dealing.

    `active`: this one is asked for now; `until`: when its check has run; `right`: the answer.
    """
    official = view.get("official")
    if not official or view["phase"] != "night" or view["day"] == 0:
        return []
    ends = [at for at, _ in official["rhythm"]]
    found: list[dict[str, Any]] = []
    for name, do, entered, right in ENTRIES:
        done = official[entered]
        whom = official[FIELDS[name]]
        found.append(
            {
                "name": name,
                "do": do,
                "label": text.text(f"console.mafia.{name}"),
                "entered": done,
                "active": not done and all(one["entered"] for one in found),
                "shown": ("00" if whom is None else f"{whom:02}") if done else "– –",
                "until": _until(name, ends),
                "right": official[right] if right and done else None,
            }
        )
    return found


def _until(name: str, ends: list[int]) -> int | None:
    """When this check has run in full; None while it does not run."""
    if name == "don":
        return ends[0] if len(ends) == CHECKS else None
    return ends[-1] if name == "sheriff" and len(ends) == 1 else None


def answer(text: Texts, entry: Mapping[str, Any]) -> str:
    """What the host shows the Don, and the Sheriff; empty where nobody was asked about."""
    if entry["right"] is None:
        return ""
    return text.text(f"console.mafia.{entry['name']}_{'yes' if entry['right'] else 'no'}")


def say(text: Texts, view: Told) -> str:
    """What the host says next at night: in the same order every night."""
    if view["phase"] != "night":
        return ""
    official = view.get("official") or {}
    if view["day"] == 0:
        dealt = bool(official.get("roles"))
        word = "day" if dealt and not official.get("rhythm") else "agree" if dealt else "deal"
        return text.text(f"console.mafia.say_{word}")
    ends = len(official.get("rhythm", []))
    if not official.get("shot_entered"):
        word = "shot"
    elif ends == CHECKS or not official.get("don_entered"):
        word = "don"
    elif ends or not official.get("sheriff_entered"):
        word = "sheriff"
    else:
        word = "day"
    return text.text(f"console.mafia.say_{word}")


def _alive(text: Texts, official: Told) -> str:
    said = text.text("console.mafia.alive", red=str(official["red"]), black=str(official["black"]))
    if not official["no_kills"]:
        return said
    return f"{said} · {text.text('console.mafia.no_kills', official['no_kills'])}"


def _last_foul(text: Texts, seat: Told) -> str:
    """What the next foul of this seat leads to."""
    asked = text.text("kiosk.mafia.sure.last_foul", seat=str(seat["seat"]), name=seat["name"])
    return f"{asked} {text.text('kiosk.mafia.sure.leaves')}"


def _name(view: Told, number: int) -> str:
    return next(
        (one["name"] or one["player"] for one in view["seats"] if one["seat"] == number), ""
    )


def _as_object(found: Any) -> Any:
    """Plain values as the view that they were, for who reads it by its names."""
    if isinstance(found, Mapping):
        return SimpleNamespace(**{name: _as_object(value) for name, value in found.items()})
    return [_as_object(value) for value in found] if isinstance(found, list) else found


CONSOLE: Final = MafiaConsole()
