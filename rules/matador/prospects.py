"""Net points as they would be after a final that is not played yet: for contenders and what-if."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rules.edition import Edition
from rules.matador.awards import award, column
from rules.matador.season import Counted, Result, counted_by_player, kept


class Prospects:
    """A season before its final; pure, worked out once."""

    def __init__(
        self, results: Sequence[Result], edition: Edition, carried: Mapping[str, int]
    ) -> None:
        self._counted = counted_by_player(results, edition)
        self._carried = carried
        self._edition = edition
        self._rounds = len({result.round for result in results}) + 1
        self._nets: dict[tuple[str, int, int], int] = {}

    def known(self) -> set[str]:
        """Everybody who has points."""
        return {*self._counted, *self._carried}

    def worth(self, place: int, size: int) -> int:
        """RAMK-9.18: what a place in the final is worth, doubled."""
        points = column(size, self._edition) or ()
        return award(points[place - 1], self._edition, final=True, division=None)

    def net(self, player: str, place: int, size: int) -> int:
        """With this place in the final at a table of so many."""
        asked = (player, place, size)
        if asked not in self._nets:
            found = self._counted.get(player, ())
            final = Counted(self.worth(place, size), place, True)
            self._nets[asked] = self._net(player, (*found, final))
        return self._nets[asked]

    def absent(self, player: str) -> int:
        """Without the final."""
        return self._net(player, self._counted.get(player, ()))

    def _net(self, player: str, found: Iterable[Counted]) -> int:
        return kept(tuple(found), self._rounds, self._edition).net + self._carried.get(player, 0)
