"""What somebody decided, and why: the newest word about a subject counts, the others stay.

Nothing is computed here that the standings need besides: an annulled game's rows and an excluded
player's are left out by `results.py`, which asks this module.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from sqlalchemy import Connection, bindparam, insert, select

from league.audit import note, now_ms
from league.competition.tables import decision
from league.troubles import Trouble

ANNULLED: Final = "annulled"
REPLAYED: Final = "replayed"
"""Annulled, and to be played again."""
COUNTS: Final = "counts"
EXCLUDED: Final = "excluded"
READMITTED: Final = "readmitted"
LOST: Final = "lost"
KEPT: Final = "kept"
DECLINED: Final = "declined"
ACCEPTED: Final = "accepted"
TAKEN: Final = "taken"
SEEN: Final = "seen"
UPHELD: Final = "upheld"
OVERRULED: Final = "overruled"

TOPICS: Final = {
    "game": (ANNULLED, REPLAYED, COUNTS),
    "player": (EXCLUDED, READMITTED),  # HUN-10
    "right": (LOST, KEPT),  # HUN-6.2a
    "goes_on": (DECLINED, ACCEPTED),  # HUN-3.3, HUN-13; the subject is STAGE/PLAYER
    "aside": (TAKEN, KEPT),  # of a record that was kept aside, by its hash
    "item": (SEEN,),  # of what the organiser should look at
    "incident": (UPHELD, OVERRULED),  # of a line of a record; the subject is GAME/LINE
}
LONGEST_WHY: Final = 1000
_LEFT_OUT: Final = (
    select(decision.c.topic, decision.c.subject, decision.c.verdict)
    .where(decision.c.season == bindparam("season"), decision.c.topic.in_(("game", "player")))
    .order_by(decision.c.id)
)


class Decision(NamedTuple):
    """A word that counts."""

    subject: str
    verdict: str
    why: str
    who: str
    at_ms: int


def decide(
    connection: Connection,
    season: str,
    topic: str,
    subject: str,
    verdict: str,
    why: str,
    who: str,
) -> None:
    """Keep a decision with its reason; Trouble without one."""
    assert verdict in TOPICS[topic], (topic, verdict)
    said = reason(why)
    connection.execute(
        insert(decision).values(
            season=season,
            topic=topic,
            subject=subject,
            verdict=verdict,
            why=said,
            who=who,
            at_ms=now_ms(),
        )
    )
    note(connection, who, f"decide.{topic}", f"{season}/{subject}"[:255], said[:255],
         {"verdict": verdict})  # fmt: skip


def reason(why: str) -> str:
    """A reason as it is kept; Trouble where there is none."""
    said = why.strip()
    if not said:
        raise Trouble("league.trouble.why")
    return said[:LONGEST_WHY]


def newest(connection: Connection, season: str, topic: str) -> dict[str, Decision]:
    """What counts of a topic, by subject."""
    rows = connection.execute(
        select(
            decision.c.subject, decision.c.verdict, decision.c.why, decision.c.who, decision.c.at_ms
        )
        .where(decision.c.season == season, decision.c.topic == topic)
        .order_by(decision.c.id)
    )
    return {row.subject: Decision(*row) for row in rows}


def subjects(connection: Connection, season: str, topic: str, *verdicts: str) -> set[str]:
    """The subjects about which one of these is the newest word."""
    found = newest(connection, season, topic)
    return {subject for subject, one in found.items() if one.verdict in verdicts}


def left_out(connection: Connection, season: str) -> tuple[set[str], set[str]]:
    """The games that were annulled and the players who were excluded, as the newest words are."""
    rows = connection.execute(_LEFT_OUT, {"season": season})
    newest = {(topic, subject): verdict for topic, subject, verdict in rows}
    out = {key for key, verdict in newest.items() if verdict in (ANNULLED, REPLAYED, EXCLUDED)}
    games = {subject for topic, subject in out if topic == "game"}
    return games, {subject for topic, subject in out if topic == "player"}


def history(connection: Connection, season: str) -> Sequence[Decision]:
    """Every decision, the newest first; those about what was looked at are left out."""
    rows = connection.execute(
        select(
            decision.c.subject, decision.c.verdict, decision.c.why, decision.c.who, decision.c.at_ms
        )
        .where(decision.c.season == season, decision.c.topic != "item")
        .order_by(decision.c.id.desc())
    )
    return [Decision(*row) for row in rows]
