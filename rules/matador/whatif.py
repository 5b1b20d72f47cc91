""" "What do I need?" on the final evening (RAMK-9.17, 9.18): live, as places become known. Pure.

Exact as to points: every way in which the places that are still open can be shared out is
considered. Equal points are told as such; what decides between equals is not foreseen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from rules.edition import Edition
from rules.matador.prospects import Prospects
from rules.matador.season import NOTHING, Result, Row, standings

WINS: Final = "wins"
CAN: Final = "can"
TIES: Final = "ties"
CANNOT: Final = "cannot"


class FinalTable(NamedTuple):
    """Who plays there, and the places that are known already: of those who are out."""

    players: tuple[str, ...]
    known: Mapping[str, int] = NOTHING

    def open_places(self) -> tuple[int, ...]:
        """The places nobody has yet."""
        taken = set(self.known.values())
        return tuple(one for one in range(1, len(self.players) + 1) if one not in taken)


class Need(NamedTuple):
    """What a place is worth to a member, and what it means for the cup.

    `wins`: whatever the others do. `can`: if they fall right. `ties`: at best equal points.
    """

    place: int
    points: int
    net: int
    outcome: str


def needs(
    player: str,
    evening: Sequence[FinalTable],
    results: Sequence[Result],
    edition: Edition,
    carried: Mapping[str, int] = NOTHING,
) -> tuple[Need, ...]:
    """What each place still open to this member would mean; nothing for who does not play."""
    return _Outlook(evening, results, edition, carried).needs(player)


def everybodys_needs(
    evening: Sequence[FinalTable],
    results: Sequence[Result],
    edition: Edition,
    carried: Mapping[str, int] = NOTHING,
) -> dict[str, tuple[Need, ...]]:
    """The needs of all who play, worked out together."""
    season = _Outlook(evening, results, edition, carried)
    return {player: season.needs(player) for table in evening for player in table.players}


def can_still_win(needs_of: Mapping[str, Sequence[Need]]) -> list[str]:
    """Of these needs: whose cup it can still be, or who can be equal to its winner."""
    return [
        player
        for player, found in needs_of.items()
        if any(need.outcome != CANNOT for need in found)
    ]


def live_contenders(
    evening: Sequence[FinalTable],
    results: Sequence[Result],
    edition: Edition,
    carried: Mapping[str, int] = NOTHING,
) -> list[str]:
    """Who can still win the cup, or be equal to who does, by what is known now."""
    return can_still_win(everybodys_needs(evening, results, edition, carried))


def suppose(
    places: Mapping[str, int],
    evening: Sequence[FinalTable],
    results: Sequence[Result],
    edition: Edition,
    carried: Mapping[str, int] = NOTHING,
) -> list[Row]:
    """The standings as they would be with these places in the final."""
    finals = [
        Result("what-if", "9999-12-31", True, number, places[player], player)
        for number, table in enumerate(evening, 1)
        for player in table.players
    ]
    return standings([*results, *finals], edition, carried)


class _Outlook:
    """The final as it may still end."""

    def __init__(
        self,
        evening: Sequence[FinalTable],
        results: Sequence[Result],
        edition: Edition,
        carried: Mapping[str, int],
    ) -> None:
        self._evening = evening
        self._prospects = Prospects(results, edition, carried)
        playing = {player for table in evening for player in table.players}
        self._absent = [self._prospects.absent(one) for one in self._prospects.known() - playing]

    def needs(self, player: str) -> tuple[Need, ...]:
        mine = next((table for table in self._evening if player in table.players), None)
        if mine is None:
            return ()
        places = (mine.known[player],) if player in mine.known else mine.open_places()
        return tuple(self.need(player, mine, place) for place in places)

    def need(self, player: str, mine: FinalTable, place: int) -> Need:
        size = len(mine.players)
        net = self._prospects.net(player, place, size)
        taken = FinalTable(mine.players, {**mine.known, player: place})
        evening = [taken if table is mine else table for table in self._evening]
        outcome = self._outcome(player, net, evening)
        return Need(place, self._prospects.worth(place, size), net, outcome)

    def _outcome(self, player: str, net: int, evening: Sequence[FinalTable]) -> str:
        best = [
            max(self._nets(rival, table))
            for table in evening
            for rival in table.players
            if rival != player
        ]
        if all(other < net for other in (*self._absent, *best)):
            return WINS
        for most, outcome in ((net - 1, CAN), (net, TIES)):
            if all(other <= most for other in self._absent) and all(
                self._may_stay(player, most, table) for table in evening
            ):
                return outcome
        return CANNOT

    def _nets(self, rival: str, table: FinalTable) -> list[int]:
        """What this rival may come to have."""
        size = len(table.players)
        return [self._prospects.net(rival, place, size) for place in _open_to(rival, table)]

    def _may_stay(self, player: str, most: int, table: FinalTable) -> bool:
        """Whether the places can be shared out so that no rival here has more than `most`."""
        size = len(table.players)
        rivals = [one for one in table.players if one != player]
        fits = {
            rival: [
                place
                for place in _open_to(rival, table)
                if self._prospects.net(rival, place, size) <= most
            ]
            for rival in rivals
        }
        taken: dict[int, str] = {}
        return all(_placed(rival, fits, taken, set()) for rival in rivals)


def _open_to(rival: str, table: FinalTable) -> tuple[int, ...]:
    """The places this rival may still get; one, where it is known."""
    known = table.known.get(rival)
    return table.open_places() if known is None else (known,)


def _placed(
    rival: str, fits: Mapping[str, list[int]], taken: dict[int, str], asked: set[int]
) -> bool:
    """Give this rival a place that fits, moving others to other places where that helps."""
    for place in fits[rival]:
        if place in asked:
            continue
        asked.add(place)
        if place not in taken or _placed(taken[place], fits, taken, asked):
            taken[place] = rival
            return True
    return False
