"""What can be won in a season, and who has it: for everybody, by each family's book.

Nothing is computed here: amounts are a tournament's, places the standings'. Who has a prize is said
when nothing can change it any more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection

from league.competition import advancing
from league.results import counted
from league.seasons import Season
from league.standings import past_of, standings
from league.tournaments import book as books
from league.tournaments.told import stage_of
from rules.casino.tournament import outcome

CHAMPION: Final = "champion"
ABROAD: Final = "abroad"
"""HUN-3.5, HUN-13: the right to the world championship."""
CUP: Final = "cup"
BONUS: Final = "bonus"
"""RAMK-9.20: points with which the next season opens."""
PODIUM: Final = "podium"
QUALIFIED: Final = "qualified"
"""MAFA-GOAL-3: the place in the year's final."""
AMOUNT: Final = "amount"
WORDS: Final = (CHAMPION, ABROAD, CUP, BONUS, PODIUM, QUALIFIED)


class Prize(NamedTuple):
    """A prize; `who` is empty as long as nobody has it."""

    what: str
    place: int | None = None
    amount: int | None = None
    who: str = ""
    seat: bool = False
    """RAY-1-1: a seat in another tournament instead of money."""


class Board(NamedTuple):
    """The prizes of a season, or of one of its tournaments (then with its `name`)."""

    prizes: Sequence[Prize]
    name: str = ""
    stage: str = ""
    pool: int | None = None
    shares: Sequence[str] = ()
    """RAY-PAY-2: parts of the pool, where amounts are not known yet."""


def boards(connection: Connection, season: Season) -> list[Board]:
    """Every board of a season; none where its book knows no prizes."""
    make = _MAKERS.get(season.edition.game)
    return list(make(connection, season)) if make else []


def _named(rows: Sequence[Mapping[str, Any]], player: str | None) -> str:
    """The name of a player of these rows; empty: nobody has it yet."""
    return next((row["name"] for row in rows if row["player"] == player), player or "")


def _monopoly(connection: Connection, season: Season) -> Iterator[Board]:
    """HUN-3.5, HUN-13: the champion, and whoever goes abroad in the end."""
    found = advancing.outlook(connection, season, advancing.stages(season)[-1])
    champion, heir = (_named(found.rows, one) for one in (found.champion, found.heir))
    yield Board([Prize(CHAMPION, 1, who=champion), Prize(ABROAD, who=heir)])


def _matador(connection: Connection, season: Season) -> Iterator[Board]:
    """RAMK-9.17, RAMK-9.20: the cup, and the bonuses of the final's winners."""
    from league.families.matador import FINAL, carry_over, lot_needed

    past = past_of(connection, season)
    is_over = any(one.facts["final"] for one in past.results)
    tied = lot_needed(past, FINAL, season.edition) if is_over else []
    rows = standings(connection, season)["rows"] if is_over and not tied else []
    winners = [row["name"] for row in rows if row["rank"] == 1]
    yield Board(
        [
            Prize(CUP, 1, who=", ".join(winners)),
            *(
                Prize(BONUS, amount=points, who=_named(rows, player))
                for player, points in (carry_over(past, season.edition) if rows else {}).items()
            ),
        ]
    )


def _mafia(connection: Connection, season: Season) -> Iterator[Board]:
    """MAFA-MAIN-1, MAFA-GOAL-3: three best, the first one qualified, once every game has come."""
    if season.edition.text("scoring") == "none":
        return
    found = advancing.outlook(connection, season, advancing.stages(season)[-1])
    is_over = found.champion is not None
    best = [row for row in found.rows if row["podium"]] if is_over else []
    places: list[Mapping[str, Any] | None] = [*best, *[None] * max(0, 3 - len(best))]
    yield Board(
        [
            *(
                Prize(PODIUM, row["rank"] if row else at, who=row["name"] if row else "")
                for at, row in enumerate(places, 1)
            ),
            Prize(QUALIFIED, who=_named(found.rows, found.heir)),
        ]
    )


def _casino(connection: Connection, season: Season) -> Iterator[Board]:
    """RAY-1-4, RAY-PAY-2: of each tournament the amounts, and who is out or has won with which."""
    names = books.names(connection, season.id)
    for name in names:
        book = books.find(connection, season, name)
        state, amounts = book.state, outcome.board(book.state)
        stage = stage_of(state)
        price = state.plan.prizes.satellite_price
        if amounts is None:
            shares = [f"{float(100 * one):.2f}".rstrip("0").rstrip(".")
                      for one in state.plan.prizes.shares]  # fmt: skip
            yield Board((), name, stage, shares=shares)
            continue
        won = [one for one in outcome.results(state, book.tie)
               if one.prize and (stage == "ended" or one.order)]  # fmt: skip
        taken = {one.place for one in won}
        prizes = [Prize(AMOUNT, one.place, one.prize, one.player, one.seat) for one in won]
        prizes += [
            Prize(AMOUNT, place, amount, seat=bool(price) and amount >= price)
            for place, amount in enumerate(amounts if stage != "ended" else (), 1)
            if place not in taken
        ]
        prizes.sort(key=lambda one: (one.place or 0, one.who))
        yield Board(prizes, name, stage, int(outcome.money(state).pool))
    yield from _from_records(connection, season, names)


def _from_records(connection: Connection, season: Season, names: Sequence[str]) -> Iterator[Board]:
    """Tournaments of one table, which keep no book: what their results say."""
    found: dict[str, list[tuple[int, str]]] = {}
    for one in counted(connection, season).values():
        if one.facts["tournament"] not in names and one.facts["prize"]:
            prize = (int(one.facts["prize"]), one.name)
            found.setdefault(str(one.facts["tournament"]), []).append(prize)
    for name, won in sorted(found.items()):
        won.sort(key=lambda one: (-one[0], one[1]))
        prizes = [Prize(AMOUNT, None, amount, who) for amount, who in won]
        yield Board(prizes, name, "ended", sum(amount for amount, _ in won))


_MAKERS: Final[Mapping[str, Callable[[Connection, Season], Iterator[Board]]]] = {
    "monopoly": _monopoly,
    "matador": _matador,
    "mafia": _mafia,
    "casino": _casino,
}
