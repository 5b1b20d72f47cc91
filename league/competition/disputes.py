"""Protests and rulings (HUN-7): the table's official decides, above him the referee for good."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from sqlalchemy import Connection, insert, select

from league.audit import note, now_ms
from league.competition.tables import dispute, ruling
from league.ids import person
from league.seasons import Season
from league.troubles import AgainstRules, Trouble
from rules.monopoly.protest import REFEREE, TABLE, may_rule
from rules.words import LONGEST_PLAYER, is_text

LONGEST: Final = 2000


class Ruling(NamedTuple):
    """A word on a protest."""

    level: str
    judge: str
    text: str
    at_ms: int


class Dispute(NamedTuple):
    """A protest with all that was ruled on it; the last ruling holds."""

    id: int
    round: str
    game: str
    raised_by: str
    text: str
    opened_ms: int
    rulings: Sequence[Ruling]

    @property
    def final(self) -> bool:
        """HUN-7: the referee has spoken."""
        return any(one.level == REFEREE for one in self.rulings)


def listing(connection: Connection, season: str) -> list[Dispute]:
    """Every protest, those without a ruling first, then the newest."""
    rows = connection.execute(
        select(dispute).where(dispute.c.season == season).order_by(dispute.c.id.desc())
    ).all()
    said: dict[int, list[Ruling]] = {}
    for row in connection.execute(
        select(ruling).join(dispute, dispute.c.id == ruling.c.dispute)
        .where(dispute.c.season == season).order_by(ruling.c.number)
    ):  # fmt: skip
        said.setdefault(row.dispute, []).append(Ruling(row.level, row.judge, row.text, row.at_ms))
    found = [
        Dispute(row.id, row.round, row.game, row.raised_by, row.text, row.opened_ms,
                said.get(row.id, []))
        for row in rows
    ]  # fmt: skip
    return sorted(found, key=lambda one: bool(one.rulings))


def find(connection: Connection, season: Season, number: int) -> Dispute:
    """A protest by its number."""
    known = listing(connection, season.id)
    found = next((one for one in known if one.id == number), None)
    if found is None:
        raise Trouble("league.trouble.no_dispute", number=number)
    return found


def raise_one(
    connection: Connection,
    season: Season,
    where: tuple[str, str],
    raised_by: str,
    text: str,
    who: str,
) -> int:
    """HUN-7: somebody protests; `where` are round and game, either of them may be empty."""
    name, said = person(raised_by), text.strip()
    if not name or not is_text(name, LONGEST_PLAYER):
        raise Trouble("league.trouble.name", most=LONGEST_PLAYER)
    if not said or len(said) > LONGEST:
        raise Trouble("league.trouble.wording", most=LONGEST)
    number = connection.execute(
        insert(dispute)
        .values(
            season=season.id,
            round=where[0][:64],
            game=where[1][:64],
            raised_by=name,
            text=said,
            opened_ms=now_ms(),
        )
        .returning(dispute.c.id)
    ).scalar_one()
    note(connection, who, "dispute", f"{season.id}/{number}", said[:255])
    return int(number)


def rule(
    connection: Connection,
    season: Season,
    number: int,
    word: Ruling,
    who: str,
) -> None:
    """HUN-7: rule on a protest. A table's ruling is overridden by the referee alone, and what he
    has ruled stands.
    """
    one = find(connection, season, number)
    if word.level not in (TABLE, REFEREE):
        raise Trouble("league.trouble.level")
    refusal = may_rule([found.level for found in one.rulings], word.level)
    if refusal is not None:
        raise AgainstRules(f"{number}", refusal)
    judge, said = person(word.judge), word.text.strip()
    if not judge or not is_text(judge, LONGEST_PLAYER):
        raise Trouble("league.trouble.name", most=LONGEST_PLAYER)
    if not said or len(said) > LONGEST:
        raise Trouble("league.trouble.wording", most=LONGEST)
    connection.execute(
        insert(ruling).values(
            dispute=number,
            number=len(one.rulings) + 1,
            level=word.level,
            judge=judge,
            text=said,
            who=who,
            at_ms=now_ms(),
        )
    )
    detail = {"level": word.level, "judge": judge, "overrides": len(one.rulings)}
    note(connection, who, "ruling", f"{season.id}/{number}", said[:255], detail)
