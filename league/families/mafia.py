"""Tournament Mafia: `rules.mafia` counts the points, breaks the ties and draws the seats."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final

from league.errors import CellError, UserError
from league.families import (
    Asked,
    Drawn,
    Facts,
    Past,
    Played,
    Result,
    SeatFacts,
    players_of,
)
from league.families.formats import (
    Flag,
    Format,
    Name,
    Person,
    Row,
    Whole,
    Word,
    check_players,
)
from rules.edition import Edition
from rules.kinds import Refusal
from rules.mafia import seating
from rules.mafia import standings as ranking
from rules.mafia.facts import BLACK_ROLES
from rules.mafia.scoring import Facts as Scored
from rules.mafia.scoring import points_text
from rules.opening import ROLES

TOURNAMENT: Final = "tournament"
STAGES: Final = (TOURNAMENT,)
FORM: Final = Format(
    {
        "game": Name(),
        "seat": Whole(10, 1),
        "player": Person(),
        "role": Word(ROLES),
        "winner": Word(("red", "black", "")),
        "killed_first": Flag(),
        "named_right": Whole(3),
        "best_move": Flag(),
        "sheriff_three": Flag(),
        "clean_sweep": Flag(),
        "don_guessing": Flag(),
        "monster": Flag(),
    },
    ("game", "player"),
)
_GAME: Final = ("winner", "sheriff_three", "clean_sweep", "don_guessing")
"""Facts of the game, which all its rows say alike."""

_SINGLE: Final = {"best_move": "MAFA-PTS-5", "killed_first": "MAF-P-9"}
"""Facts that one player of a game has."""

_BLACK_WINS: Final = {"clean_sweep": "MAFA-PTS-8", "don_guessing": "MAFA-PTS-9"}
"""Facts of a game that the blacks have won."""

ALL_LEFT: Final = "all_left"
FINE: Final = "MAFN-VOTE-12"

_SEAT: Final = ("role", "killed_first", "named_right", "best_move", "monster")


def seat_facts(summary: Mapping[str, Any], day: str | None) -> Sequence[SeatFacts]:
    """The result sheet's facts; MAFN-GEN-10, MAFA-JUDGE-5: who is out of the tournament."""
    players = players_of(summary["seats"])
    game = {name: summary[name] for name in _GAME} | {"winner": summary["winner"] or ""}
    return [
        SeatFacts(
            seat=seat["seat"],
            player=players[seat["seat"]],
            name=seat["name"],
            facts={
                "seat": seat["seat"],
                **game,
                **{name: seat[name] for name in _SEAT},
                **_fine(seat),
            },
            excluded=seat["disqualified"],
        )
        for seat in summary["seats"]
        if seat["role"] is not None
    ]


def uploaded(played: Played, player: str, facts: Facts) -> Facts:
    """MAFA-MAIN-1: every game of the tournament counts alike."""
    found = {"game": played.game, "player": player, **facts}
    return {column: found[column] for column in (*FORM.columns, ALL_LEFT) if column in found}


def _fine(seat: Mapping[str, Any]) -> dict[str, bool]:
    """MAFN-VOTE-12: who left with all others at once; result files have no word for it."""
    return {ALL_LEFT: True} if FINE in seat["score"] else {}


def stage_of(facts: Facts) -> str:
    """MAFA-MAIN-1: there is one stage."""
    return TOURNAMENT


def game_of(facts: Facts) -> str:
    """As the row says."""
    return str(facts["game"])


def check_file(
    found: Sequence[Row], counted: Mapping[str, Facts], name: str, edition: Edition
) -> None:
    """MAF-P-1: ten a game, each seat and each single role once; the game's facts on all rows and
    possible together.
    """
    check_players(found, counted, name, FORM, edition.whole("players"))
    new = {row.key for row in found}
    before: dict[str, list[Facts]] = {}
    for key, facts in counted.items():
        if key not in new:
            before.setdefault(facts["game"], []).append(facts)
    most = {role: edition.whole(key) for role, key in (("sheriff", "sheriffs"), ("don", "dons"))}
    most["mafia"] = edition.whole("mafia")
    most["red"] = edition.whole("players") - sum(most.values())
    for row in found:
        game = before.setdefault(row.facts["game"], [])
        _check_row(row, game, most, name)
        game.append(row.facts)


def standings(past: Past, edition: Edition) -> list[dict[str, Any]]:
    """MAFA-MAIN-1, MAFA-TIE-1 to 5: everybody's row."""
    found = ranking.standings(_results(past.results), edition, past.rating)
    return [_row(row) for row in found]


def carry_over(past: Past, edition: Edition) -> Mapping[str, int]:
    """MAFA-MAIN-1: every tournament begins at nothing."""
    return {}


def advance(
    past: Past, stage: str, edition: Edition, absent: Collection[str] = ()
) -> list[dict[str, Any]]:
    """MAFA-GOAL-3: the best one is qualified for the year's final; who comes next enters for the
    `absent`. A tie for that place is for the judges.
    """
    rows = standings(past, edition)
    there = [row for row in rows if row["player"] not in absent and row["rank"] is not None]
    best = there[0]["rank"] if there else None
    first = [row["player"] for row in there if row["rank"] == best]
    others = [row["player"] for row in there if row["rank"] != best]
    reserves = {player: place for place, player in enumerate(others[:6], 1)}
    return [
        row
        | {
            "advances": first == [row["player"]],
            "reserve": reserves.get(row["player"]),
            "unresolved": len(first) > 1 and row["player"] in first,
        }
        for row in rows
    ]


def lot_needed(past: Past, stage: str, edition: Edition, absent: Collection[str] = ()) -> list[str]:
    """MAFA-TIE-5: the last criterion is the rating; the document knows no lot."""
    return []


def draw(players: Sequence[str], seed: int, edition: Edition, asked: Asked, past: Past) -> Drawn:
    """MAFA-MAIN-6: seats by lot, each game another; MAFA-TIME-2: ten at a table.

    At one table nobody can be kept apart; at several the answer says who could not.
    """
    if asked.contenders is not None:
        raise UserError("--contenders: only where the final is seated by who can still win")
    before = [
        [tuple(place["player"] for place in table["seats"]) for table in outcome["tables"]]
        for outcome in asked.earlier
    ]
    seated = seating.seat(players, seed, edition, before, asked.apart)
    if isinstance(seated, Refusal):
        raise UserError(_unseated(len(players), len(before), seated, edition))
    tables = [
        {
            "table": str(number),
            "division": None,
            "seats": [{"seat": place, "player": one} for place, one in enumerate(table, 1)],
        }
        for number, table in enumerate(seated.tables, 1)
    ]
    answer = {
        "tables": tables,
        "lots": [],
        "seed": seed,
        "meetings": seated.meetings,
        "neighbours": seated.neighbours,
    }
    together = [pair for pair in asked.apart for one in seated.tables if set(pair) <= set(one)]
    return Drawn(answer, together)


def _unseated(players: int, rounds: int, refusal: Refusal, edition: Edition) -> str:
    size = edition.whole("players")
    if refusal.rule == "MAFA-TIME-2":
        return f"{players} players cannot be seated (MAFA-TIME-2): allowed are {size} a table"
    return (
        f"after {rounds} rounds not everybody can have a new seat (MAFA-MAIN-6): allowed are"
        f" {size} rounds; or set seat_change"
    )


def _results(results: Iterable[Result]) -> list[ranking.Result]:
    return [
        ranking.Result(
            game=str(one.facts["game"]),
            player=str(one.facts["player"]),
            facts=Scored(
                role=one.facts["role"],
                winner=one.facts["winner"] or None,
                killed_first=one.facts["killed_first"],
                named_right=one.facts["named_right"],
                best_move=one.facts["best_move"],
                monster=one.facts["monster"],
                sheriff_three=one.facts["sheriff_three"],
                clean_sweep=one.facts["clean_sweep"],
                don_guessing=one.facts["don_guessing"],
                all_left=one.facts.get(ALL_LEFT, False),
            ),
            disqualified=one.excluded,
        )
        for one in results
    ]


def _row(row: ranking.Row) -> dict[str, Any]:
    points = None if row.points is None else points_text(row.points)
    return {
        "rank": row.rank,
        "player": row.player,
        "points": points,
        "gross": points,
        "games": row.games,
        "decided_by": row.decided_by,
        "best_moves": row.best_moves,
        "wins": row.wins,
        "wins_don": row.wins_don,
        "wins_sheriff": row.wins_sheriff,
        "wins_mafia": row.wins_mafia,
        "first_killed": row.first_killed,
        "rating": row.rating,
        "podium": row.podium,
        "qualified": row.qualified,
    }


def _check_row(row: Row, game: Sequence[Facts], most: Mapping[str, int], name: str) -> None:
    facts = row.facts
    for column in _GAME:
        other = next((one for one in game if one[column] != facts[column]), None)
        if other is not None:
            raise _cell(
                row,
                column,
                name,
                f"{column}: found {_said(facts[column])}, {other['player']}'s row of"
                f" {facts['game']} says {_said(other[column])}",
            )
    if any(one["seat"] == facts["seat"] for one in game):
        raise _cell(row, "seat", name, f"seat: found {facts['seat']} twice in {facts['game']}")
    role = facts["role"]
    if sum(one["role"] == role for one in game) >= most[role]:
        raise _cell(
            row,
            "role",
            name,
            f"role: found {role} {most[role] + 1} times in {facts['game']}, allowed"
            f" {most[role]} (MAF-P-1)",
        )
    _check_single(row, game, name)
    _check_wins(row, name)


def _check_single(row: Row, game: Sequence[Facts], name: str) -> None:
    """MAFA-PTS-5: the best move is that of one red or the Sheriff; MAFA-PTS-10, MAF-P-9: of one is
    killed in a night.
    """
    facts = row.facts
    if facts["best_move"] and facts["role"] in BLACK_ROLES:
        found = f"found 1 of a {facts['role']}, allowed 1 of a red or the Sheriff"
        raise _cell(row, "best_move", name, f"best_move: {found} (MAFA-PTS-5)")
    for column, rule in _SINGLE.items():
        other = next((one for one in game if one[column] and facts[column]), None)
        if other is not None:
            found = f"found 1 twice in {facts['game']}, allowed one: {other['player']} has it"
            raise _cell(row, column, name, f"{column}: {found} ({rule})")


def _check_wins(row: Row, name: str) -> None:
    """MAFA-PTS-8, MAFA-PTS-9: what the blacks win by; a clean sweep ends before the guessing."""
    facts = row.facts
    for column, rule in _BLACK_WINS.items():
        if facts[column] and facts["winner"] != "black":
            found = f"found 1 where winner is {facts['winner']!r}, allowed where it is 'black'"
            raise _cell(row, column, name, f"{column}: {found} ({rule})")
    if all(facts[column] for column in _BLACK_WINS):
        message = "don_guessing: found 1 beside clean_sweep 1, allowed one of them (MAFA-PTS-9)"
        raise _cell(row, "don_guessing", name, message)


def _said(value: object) -> str:
    return str(int(value)) if isinstance(value, bool) else repr(value)


def _cell(row: Row, column: str, name: str, message: str) -> CellError:
    return CellError(name, row.line, row.columns[column], message)
