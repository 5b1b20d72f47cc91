"""Points of one game (MAFA-PTS-1 to 15, MAFN-VOTE-12): facts in, parts by rule id out.

Points are hundredths; `points_text` makes of them what files hold. The same facts come from a game
that was played here and from a row of a result file.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from rules.edition import Edition
from rules.mafia.facts import BLACK_ROLES

SHERIFF: Final = "sheriff"
DON: Final = "don"
WON: Final[Mapping[str, str]] = MappingProxyType(
    {"red": "MAFA-PTS-1", "mafia": "MAFA-PTS-2", DON: "MAFA-PTS-3", SHERIFF: "MAFA-PTS-4"}
)
LOST: Final[Mapping[str, str]] = MappingProxyType(
    {"red": "MAFA-PTS-12", "mafia": "MAFA-PTS-13", SHERIFF: "MAFA-PTS-14", DON: "MAFA-PTS-15"}
)


class Facts(NamedTuple):
    """One seat's facts of one game; `winner` None: nobody won. Of the game are `sheriff_three`,
    `clean_sweep` and `don_guessing`. `all_left`: fined with all others who left at once.
    """

    role: str
    winner: str | None
    killed_first: bool = False
    named_right: int = 0
    best_move: bool = False
    monster: bool = False
    sheriff_three: bool = False
    clean_sweep: bool = False
    don_guessing: bool = False
    all_left: bool = False

    @property
    def black(self) -> bool:
        """Mafia or Don."""
        return self.role in BLACK_ROLES

    @property
    def won(self) -> bool:
        """This seat's team has won."""
        return self.winner == ("black" if self.black else "red")


def parts(facts: Facts, edition: Edition) -> Mapping[str, int]:
    """MAFA-PTS-1 to 15, MAFN-VOTE-12: what each rule gives this seat, in hundredths; nothing
    without scoring.
    """
    if edition.text("scoring") == "none":
        return {}
    if facts.all_left:
        return all_left(edition)
    found = {**_result(facts, edition), **_team(facts, edition), **_own(facts, edition)}
    return {rule: points for rule, points in found.items() if points}


def all_left(edition: Edition) -> Mapping[str, int]:
    """MAFN-VOTE-12: the fine of each who left with all others at once, and nothing else."""
    fine = edition.whole("all_left")
    return {"MAFN-VOTE-12": -fine} if fine else {}


def total(found: Mapping[str, int]) -> int:
    """The game's points of one seat."""
    return sum(found.values())


def points_text(hundredths: int) -> int | float:
    """Points as files and summaries write them."""
    whole, rest = divmod(hundredths, 100)
    return hundredths / 100 if rest else whole


def _result(facts: Facts, edition: Edition) -> dict[str, int]:
    """MAFA-PTS-1 to 4, MAFA-PTS-12 to 15: a win is +1, a loss -1, of Sheriff and Don -2."""
    if facts.winner is None:
        return {}
    if facts.won:
        return {WON[facts.role]: edition.whole("win")}
    name = {SHERIFF: "loss_sheriff", DON: "loss_don"}.get(facts.role, "loss")
    return {LOST[facts.role]: -edition.whole(name)}


def _team(facts: Facts, edition: Edition) -> dict[str, int]:
    """MAFA-PTS-7: three black checks in a row; MAFA-PTS-8: 3 v 3; MAFA-PTS-9: Don at guessing."""
    found: dict[str, int] = {}
    if facts.sheriff_three and not facts.black:
        name = "sheriff_three_sheriff" if facts.role == SHERIFF else "sheriff_three_red"
        found["MAFA-PTS-7"] = edition.whole(name)
    if facts.black and facts.winner == "black":
        if facts.clean_sweep:
            name = "clean_sweep_don" if facts.role == DON else "clean_sweep_black"
            found["MAFA-PTS-8"] = edition.whole(name)
        elif facts.don_guessing and facts.role == DON:
            found["MAFA-PTS-9"] = edition.whole("don_guessing")
    return found


def _own(facts: Facts, edition: Edition) -> dict[str, int]:
    """MAFA-PTS-5, 6: best move; MAFA-PTS-10: the first-killed's triple; MAFA-GAME-6: monster."""
    found: dict[str, int] = {}
    if facts.killed_first and not facts.black and facts.named_right in (2, 3):
        name = "named_two" if facts.named_right == 2 else "named_three"
        found["MAFA-PTS-10"] = edition.whole(name)
    both = edition.text("best_move_and_first_kill") == "cumulative"
    if facts.best_move and not facts.black and (both or "MAFA-PTS-10" not in found):
        found["MAFA-PTS-5"] = edition.whole("best_move")
    if facts.monster:
        found["MAFA-GAME-6"] = -edition.whole("monster")
    return found
