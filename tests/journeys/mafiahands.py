"""A game of Mafia, written as a script, played by hands: pads, judge's keys, numeric keypad.

`lines_of` gives the lines of `--drive`: nothing in it is an entry of the console, a keyboard or a
touch. Speeches are short, everything else is as at a table: fists in their windows, a night typed
blind, digits for nominations.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from rules.actions import parse_action
from rules.edition import Edition, parse_edition
from rules.history import History
from rules.kinds import Audience, GameMs
from rules.mafia.view import MafiaView, Phase
from rules.opening import parse_opening

ROOT = Path(__file__).resolve().parents[2]
SCENARIOS = ROOT / "tests" / "scenarios"
DIGITS = {"red": 0, "sheriff": 1, "mafia": 2, "don": 3}
CHECKS = ("shot", "don_check", "sheriff_check")
ENDS = ("yield", "speech", "next", "night", "voting", "wait")
GUARD_MS = 1_200
WINDOW_MS = 2_300
NIGHT_MS = 42_000
KEY_MS = 60


def edition_of(name: str) -> Edition:
    path = ROOT / "rules" / "editions" / f"{name}.toml"
    return parse_edition(path.read_text(encoding="utf-8"), path.name, lambda _: "")


def script(name: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The opening and the actions of a scenario."""
    text = (SCENARIOS / f"{name}.jsonl").read_text(encoding="utf-8")
    first, *rest = (json.loads(line) for line in text.splitlines())
    return first["open"], rest


def key(digit: int) -> list[str]:
    """A digit of the keypad; 10 is 0."""
    return [f"key kp_{digit % 10}", f"wait {KEY_MS}"]


def next_key(after_ms: int = GUARD_MS) -> list[str]:
    """START / NEXT on the judge's box."""
    return ["tap judge.next 80", f"wait {after_ms}"]


def enter() -> list[str]:
    """Enter on the keypad: what is typed is done."""
    return ["key kp_enter", f"wait {GUARD_MS}"]


def fists(seats: list[int], hold_ms: int = 400) -> list[str]:
    """These fists come down together, and go after `hold_ms`."""
    down = [f"press seat{seat}" for seat in seats]
    up = [f"release seat{seat}" for seat in seats]
    return [*down, f"wait {hold_ms}", *up]


def vote(voters: list[int]) -> list[str]:
    """A window: fists 300 ms after the chime, lying until it is over."""
    return ["wait 300", *fists(voters, WINDOW_MS), "wait 300"]


class Hands:
    """Turns actions into lines, with the rules beside it to know what the table shows."""

    def __init__(self, opening: Mapping[str, Any]) -> None:
        parsed = parse_opening(opening)
        self.history = History(parsed, edition_of(parsed.edition))
        self.night: dict[str, int | None] = {}
        self.down: list[int] = []

    @property
    def view(self) -> MafiaView:
        found: MafiaView = self.history.view(Audience.TABLE)
        return found

    def play(self, actions: list[dict[str, Any]]) -> Iterator[str]:
        """The lines of all these actions."""
        held: list[str] = []
        for place, fields in enumerate(actions):
            self.history.advance(GameMs(round(1000 * fields["t"])))
            before = self.view
            lines = self.hands(fields, before)
            if self.down and fields["do"] != "fist":
                up = [f"release seat{seat}" for seat in self.down]
                lines = [f"wait {WINDOW_MS}", *up, "wait 300", *lines]
                self.down = []
            if before.phase is Phase.VOTE and fields["do"] == "foul":
                held += lines  # the fists of the script come all at once: first they are down
            else:
                yield from lines
            self.history.apply(parse_action(fields, self.history.opening, "mafia"))
            if self._in_full(fields, actions[place + 1 :]):
                yield "wait 61000"
            if self.view.phase is not Phase.VOTE:
                yield from held
                held = []

    def _in_full(self, fields: Mapping[str, Any], rest: list[dict[str, Any]]) -> bool:
        """A final minute that nobody ends early."""
        speaker = self.view.speaker
        if speaker is None or speaker.kind != "minute" or fields["do"] not in ("speech", "next"):
            return False
        following = next((one["do"] for one in rest if one["do"] in ENDS), "")
        return following != "yield"

    def hands(self, fields: Mapping[str, Any], view: MafiaView) -> list[str]:
        """What the hands do for one action."""
        do = fields["do"]
        if do in CHECKS:
            self.night[do] = fields["whom"]
            return []
        return getattr(self, f"_{do}")(fields, view)

    def _press(self, fields: Mapping[str, Any], view: MafiaView) -> list[str]:
        return [f"tap seat{fields['seat']} 200", "wait 100"]

    def _wait(self, fields: Mapping[str, Any], view: MafiaView) -> list[str]:
        return []

    def _night(self, fields: Mapping[str, Any], view: MafiaView) -> list[str]:
        self.night = {}
        sure = ["tap judge.yes 80", f"wait {KEY_MS}"]
        missing = view.phase is Phase.SETUP and any(one.mark == "waiting" for one in view.seats)
        return [*next_key(), *(sure if missing else [])]

    def _roles(self, fields: Mapping[str, Any], view: MafiaView) -> list[str]:
        cards = fields["roles"]
        digits = [DIGITS[cards[str(seat)]] for seat in range(1, 11)]
        return [line for digit in digits for line in key(digit)] + enter()

    def _day(self, fields: Mapping[str, Any], view: MafiaView) -> list[str]:
        if view.day == 0:
            return [f"wait {2 * NIGHT_MS}", *next_key(3_000)]
        typed: list[str] = []
        for word in CHECKS:
            whom = self.night.get(word)
            for digit in divmod(whom or 0, 10):
                typed += key(digit)
            typed += enter()
        return [*typed, f"wait {NIGHT_MS}", *next_key(3_000)]

    def _speech(self, fields: Mapping[str, Any], view: MafiaView) -> list[str]:
        announce = next_key() if view.phase is Phase.VOTED else []
        return [*announce, *next_key(2_000)]

    def _yield(self, fields: Mapping[str, Any], view: MafiaView) -> list[str]:
        speaker = view.speaker
        is_last = view.next_speaker is None  # another one's word ends this one's
        return next_key() if speaker is not None and is_last else []

    def _nominate(self, fields: Mapping[str, Any], view: MafiaView) -> list[str]:
        return key(fields["whom"])

    def _voting(self, fields: Mapping[str, Any], view: MafiaView) -> list[str]:
        return next_key(100 if len(view.nominations) > 1 else GUARD_MS)

    def _revote(self, fields: Mapping[str, Any], view: MafiaView) -> list[str]:
        return ([*next_key()] if view.phase is Phase.VOTED else []) + next_key(0)

    def _tally(self, fields: Mapping[str, Any], view: MafiaView) -> list[str]:
        assert view.ballot is not None
        lines: list[str] = []
        for place, whom in enumerate(view.ballot.candidates):
            if place:
                lines += next_key(0)
            lines += vote(fields["votes"].get(str(whom), []))
        return lines

    def _fist(self, fields: Mapping[str, Any], view: MafiaView) -> list[str]:
        self.down.append(fields["seat"])
        return [f"press seat{fields['seat']}", "wait 20"]

    def _next(self, fields: Mapping[str, Any], view: MafiaView) -> list[str]:
        if view.phase is not Phase.VOTE:
            opens = view.phase is Phase.CRASH and view.next_speaker is None
            return ["wait 31000", *next_key(0)] if opens else next_key()
        return ([] if self.down else [f"wait {WINDOW_MS}"]) + next_key(300)

    def _lift_all(self, fields: Mapping[str, Any], view: MafiaView) -> list[str]:
        announce = next_key() if view.phase is Phase.VOTED else []
        return [*announce, *next_key(0), *vote(fields["seats"]), *next_key()]

    def _foul(self, fields: Mapping[str, Any], view: MafiaView) -> list[str]:
        last = next(one.fouls for one in view.seats if one.seat == fields["seat"]) == 3
        sure = ["key kp_star", f"wait {KEY_MS}"] if last else []
        return ["key kp_plus", f"wait {KEY_MS}", *key(fields["seat"]), *sure, "wait 4500"]

    def _triple(self, fields: Mapping[str, Any], view: MafiaView) -> list[str]:
        seats = [fields["seat"], *fields["names"]]
        return ["key kp_dot", f"wait {KEY_MS}", *key(7), *(x for seat in seats for x in key(seat))]

    def _best_move(self, fields: Mapping[str, Any], view: MafiaView) -> list[str]:
        return [line for name in fields["names"] for line in key(name)]

    def _confirm(self, fields: Mapping[str, Any], view: MafiaView) -> list[str]:
        return ["tap judge.confirm 80", f"wait {GUARD_MS}"]


def lines_of(opening: Mapping[str, Any], actions: list[dict[str, Any]]) -> list[str]:
    """The whole game as lines of `--drive`."""
    return list(Hands(opening).play(actions))
