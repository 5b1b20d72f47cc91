"""A season: its edition as it was at the start, and the season that it follows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple, cast

from sqlalchemy import Connection, bindparam, func, insert, select
from sqlalchemy.exc import IntegrityError

from league.audit import note, now_ms
from league.errors import UserError
from league.ids import SeasonId, checked_name
from league.refusals import SENTENCES, sentence
from league.settings import Settings, edition_names, edition_text
from league.tables import game_record, season
from rules.edition import Edition, parse_edition
from rules.errors import EditionError

_BY_NAME: Final = select(season).where(season.c.id == bindparam("name"))


@dataclass(frozen=True, slots=True)
class Season:
    """A season and the rules in force in it."""

    id: SeasonId
    edition: Edition
    follows: SeasonId | None
    before: Season | None = None
    """The season that it follows, and those before it."""


def load_edition(settings: Settings, named: str) -> tuple[Edition, str]:
    """A shipped edition by id, or an organiser's own by the path of its file; and its text."""
    if not named.endswith(".toml"):
        text = edition_text(settings, named)
        return parsed(settings, text, f"{named}.toml"), text
    try:
        text = Path(named).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UserError(f"edition {named}: {error.strerror}; give an id or a TOML file") from None
    except UnicodeDecodeError:
        raise UserError(f"edition {named}: no UTF-8 text; save the file as UTF-8") from None
    return parsed(settings, text, named), text


def create(
    connection: Connection,
    settings: Settings,
    name: str,
    edition: str,
    follows: str | None,
    who: str,
) -> Season:
    """Create a season; games of it that arrived before count from now on."""
    checked_name("season", name)
    rules, text = load_edition(settings, edition)
    if follows is not None and follows not in names(connection):
        raise UserError(f"--follows {follows!r}: {SENTENCES['fk_season_follows']}")
    if follows is not None:
        older = find(connection, settings, follows).edition
        if older.game != rules.game:
            raise UserError(
                f"--follows {follows!r}: found a season of {older.id}, allowed one of the same game"
                f" as {rules.id}"
            )
    try:
        connection.execute(
            insert(season).values(
                id=name,
                edition=rules.id,
                fingerprint=rules.fingerprint,
                edition_text=text,
                follows=follows,
                created_ms=now_ms(),
            )
        )
    except IntegrityError as error:
        raise UserError(f"season {name!r}: {sentence(error)}") from error
    note(connection, who, "season.create", name, detail={"edition": rules.id, "follows": follows})
    return Season(SeasonId(name), rules, SeasonId(follows) if follows else None)


def follow(connection: Connection, settings: Settings, before: str, name: str, who: str) -> Season:
    """Create the season after `before`, under the very same rules, an own edition's too."""
    checked_name("season", name)
    older = find(connection, settings, before)
    row = connection.execute(select(season).where(season.c.id == before)).one()
    values = {"edition": row.edition, "fingerprint": row.fingerprint,
              "edition_text": row.edition_text}  # fmt: skip
    try:
        connection.execute(
            insert(season).values(id=name, follows=before, created_ms=now_ms(), **values)
        )
    except IntegrityError as error:
        raise UserError(f"season {name!r}: {sentence(error)}") from error
    note(connection, who, "season.create", name, detail={"edition": row.edition, "follows": before})
    return Season(SeasonId(name), older.edition, older.id, older)


def find(connection: Connection, settings: Settings, name: str) -> Season:
    """A season by name; UserError naming those there are."""
    found = known_season(connection, settings, name)
    if found is None:
        known = names(connection)
        raise UserError(
            f"season {name!r}: not known, allowed {', '.join(known[:20]) or 'none yet, create one'}"
        )
    return found


def known_season(connection: Connection, settings: Settings, name: str) -> Season | None:
    """A season by name; None where there is none."""
    row = connection.execute(_BY_NAME, {"name": name}).one_or_none()
    if row is None:
        return None
    chain = [row]
    while chain[-1].follows is not None:  # a season can only follow one that was there before
        older = select(season).where(season.c.id == chain[-1].follows)
        chain.append(connection.execute(older).one())
    found: Season | None = None
    for one in reversed(chain):
        rules = parsed(settings, one.edition_text, f"{one.edition}.toml")
        follows = SeasonId(one.follows) if one.follows else None
        found = Season(SeasonId(one.id), rules, follows, found)
    return cast("Season", found)


class Listed(NamedTuple):
    """A season in a list."""

    id: SeasonId
    edition: str
    games: int


def listing(connection: Connection) -> list[Listed]:
    """Every season with its edition and how many games are stored, the newest first."""
    games = (
        select(game_record.c.season, func.count().label("games"))
        .group_by(game_record.c.season)
        .subquery()
    )
    rows = connection.execute(
        select(season.c.id, season.c.edition, func.coalesce(games.c.games, 0))
        .outerjoin(games, games.c.season == season.c.id)
        .order_by(season.c.created_ms.desc(), season.c.id)
    )
    return [Listed(SeasonId(name), edition, count) for name, edition, count in rows]


def followers(connection: Connection, before: str) -> list[str]:
    """The seasons that this one's bonuses open."""
    found = select(season.c.id).where(season.c.follows == before).order_by(season.c.id)
    return list(connection.execute(found).scalars())


def names(connection: Connection) -> list[str]:
    """Every season, the newest first."""
    return list(
        connection.execute(
            select(season.c.id).order_by(season.c.created_ms.desc(), season.c.id)
        ).scalars()
    )


def edition_of_record(
    connection: Connection, settings: Settings, season_id: str, edition: str
) -> Edition | None:
    """The edition under which a record of this season is replayed; None where it is not known.

    The season's own text where the season exists and uses that edition, else the one that ships.
    """
    row = connection.execute(_BY_NAME, {"name": season_id}).one_or_none()
    if row is not None and row.edition == edition:
        return parsed(settings, row.edition_text, f"{edition}.toml")
    if edition in edition_names(settings):
        return load_edition(settings, edition)[0]
    return None


@lru_cache(maxsize=64)
def parsed(settings: Settings, text: str, file: str) -> Edition:
    def text_of(name: str) -> str | None:
        known = name in edition_names(settings)
        return edition_text(settings, name) if known else None

    try:
        return parse_edition(text, file, text_of)
    except EditionError as error:
        raise UserError(str(error)) from None
