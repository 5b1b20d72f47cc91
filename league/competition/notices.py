"""News of a competition; among them the changes of the rules, which have an end (HUN-17)."""

from __future__ import annotations

from typing import Final, NamedTuple

from sqlalchemy import Connection, insert, select, update

from league.audit import note, now_ms
from league.competition.laws import law_of
from league.competition.tables import notice
from league.seasons import Season, parsed
from league.settings import Settings
from league.tables import game_record
from league.tables import season as season_table
from league.troubles import AgainstRules, Trouble
from rules.kinds import Refusal

NEWS: Final = "news"
RULES: Final = "rules"
LONGEST: Final = 4000


class Notice(NamedTuple):
    """What was published."""

    kind: str
    text: str
    at_ms: int


def listing(connection: Connection, season: str) -> list[Notice]:
    """All that was published, the newest first."""
    rows = connection.execute(
        select(notice.c.kind, notice.c.text, notice.c.at_ms)
        .where(notice.c.season == season)
        .order_by(notice.c.id.desc())
    )
    return [Notice(*row) for row in rows]


def rules_stand(connection: Connection, season: Season) -> bool:
    """HUN-17: whether the first qualifier has begun, so that the rules cannot be changed."""
    return _refusal(connection, season) is not None


def _refusal(connection: Connection, season: Season) -> Refusal | None:
    mine = game_record.c.season == season.id
    is_begun = connection.execute(select(game_record.c.game).where(mine).limit(1)).first()
    return law_of(season.edition).may_change_rules(is_begun is not None)


def publish(connection: Connection, season: Season, kind: str, text: str, who: str) -> None:
    """HUN-17: publish news, or a change of the rules until the first qualifier begins."""
    said = text.strip()
    if not said or len(said) > LONGEST:
        raise Trouble("league.trouble.wording", most=LONGEST)
    if kind not in (NEWS, RULES):
        raise Trouble("league.trouble.wording", most=LONGEST)
    if kind == RULES:
        refusal = _refusal(connection, season)
        if refusal is not None:
            raise AgainstRules(season.id, refusal)
    connection.execute(
        insert(notice).values(season=season.id, kind=kind, text=said, at_ms=now_ms())
    )
    note(connection, who, f"notice.{kind}", season.id, said[:255])


def change_rules(
    connection: Connection, settings: Settings, season: Season, toml: str, text: str, who: str
) -> None:
    """HUN-17: other rules for the season, published with it; the old text stays in the log."""
    rules = parsed(settings, toml, f"{season.id}.toml")
    if rules.game != season.edition.game:
        raise Trouble("league.trouble.other_game", game=season.edition.game)
    publish(connection, season, RULES, text, who)
    mine = season_table.c.id == season.id
    was = connection.execute(select(season_table.c.edition_text).where(mine)).scalar_one()
    connection.execute(
        update(season_table)
        .where(mine)
        .values(edition=rules.id, fingerprint=rules.fingerprint, edition_text=toml)
    )
    note(connection, who, "season.rules", season.id, text.strip()[:255], {"was": was})
