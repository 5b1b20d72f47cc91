"""What a family's book says of a competition: entry form, check-in, tables and officials.

A season of another family gets by with `Law`: everybody may enter, whoever comes after the start is
late, the family's own draw says how many sit at a table.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from league.ids import WallMs
from league.rounds import STAGES, TOURNAMENT
from rules.edition import Edition
from rules.kinds import Refusal
from rules.mafia.arrival import waited_s
from rules.monopoly import entry as hungarian

ASKED: Final = ("born", "hungarian", "accepts_rules", "staff_or_relative")
"""HUN-1, HUN-1.1: all that the Hungarian form asks for."""

_ANY: Final = (2, 10)
"""The least and the most at a table where the edition names no number: two hands, ten seats."""


class Law:
    """A family without a chapter on entries."""

    excludes = ""
    """The rule by which the referee may exclude somebody from the whole competition, if any."""
    seats_rule = "TABLE-SEATS"
    """The rule that says how many sit at a table."""
    stands_in = False
    """Whether somebody else sits down for who did not come, with his plan of seats."""
    stages: Sequence[str] = STAGES
    """What a round can be of; to the first one everybody may come who entered."""
    form: Sequence[str] = ()
    """The questions of the entry form, beside the name."""
    offices: Sequence[str] = ("host", "referee")
    """The first one sits at a table; the referee is above all of them."""
    phones = True
    """Whether a telephone may be used in the hall."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition

    def stage(self, said: str) -> str:
        """The stage of a round of which this was said, or that its name says."""
        return said if said in self.stages else self.stages[0]

    def may_enter(self, facts: Mapping[str, Any], registered: str) -> Refusal | None:
        """Whether somebody with these answers may take part; None: he may."""
        return None

    def is_complete(self, rows: Sequence[Mapping[str, Any]]) -> bool:
        """Whether as many games were played as the book says, by the last stage's rows."""
        return True

    def check_in_s(self) -> int:
        """How long before the start the desk closes."""
        return 0

    def is_late(self, at_ms: WallMs, starts_ms: WallMs) -> bool:
        """Whether who stands at the desk at that instant comes too late for that round."""
        return at_ms > starts_ms - 1000 * self.check_in_s()

    def table_limits(self, stage: str) -> tuple[int, int]:
        """The least and the most that can sit at a table of a stage."""
        values, whole = self.edition.values, self.edition.whole
        if "players" in values:
            return whole("players"), whole("players")
        if "players_least" in values:
            return whole("players_least"), whole("players_most")
        return _ANY

    def officials(self, stage: str) -> int:
        """How many officials a table has."""
        return 1

    def loses_right(self, stage: str) -> bool:
        """Whether who comes too late to a round of this stage may lose his right to play."""
        return False

    def may_join(self, stage: str, played: Collection[str]) -> Refusal | None:
        """Whether somebody who has played in these stages may be awaited in one; None: he may."""
        return None

    def may_change_rules(self, is_begun: bool) -> Refusal | None:
        """Whether the rules may still be changed; `is_begun`: a game was played."""
        return None


class Hungarian(Law):
    """The Hungarian championship (HUN-1 to HUN-17)."""

    excludes = "HUN-10"
    seats_rule = "HUN-6"
    phones = False  # HUN-9
    form = ASKED
    offices = ("banker", "referee")

    def may_enter(self, facts: Mapping[str, Any], registered: str) -> Refusal | None:
        """HUN-1, HUN-1.1."""
        asked = hungarian.Entry(
            hungarian=bool(facts.get("hungarian")),
            born=str(facts.get("born") or ""),
            registered=registered,
            accepts_rules=bool(facts.get("accepts_rules")),
            staff_or_relative=bool(facts.get("staff_or_relative")),
        )
        return hungarian.may_enter(asked, self.edition)

    def check_in_s(self) -> int:
        """HUN-6.2b: 30 minutes."""
        return self.edition.whole("check_in")

    def is_late(self, at_ms: WallMs, starts_ms: WallMs) -> bool:
        """HUN-6.2b: exactly 30 minutes before is in time; the minute that has begun, too."""
        return hungarian.is_late(at_ms // 60_000 * 60, starts_ms // 1000, self.edition)

    def table_limits(self, stage: str) -> tuple[int, int]:
        """HUN-6, HUN-6.3."""
        least, most = super().table_limits(stage)
        return (least, self.edition.whole("final_players") if stage == STAGES[2] else most)

    def officials(self, stage: str) -> int:
        """HUN-6: one banker; HUN-6.3: two in the final."""
        return self.edition.whole("final_bankers") if stage == STAGES[2] else 1

    def loses_right(self, stage: str) -> bool:
        """HUN-6.2a: at a qualifier, and by the referee's word alone."""
        return stage == STAGES[0]

    def may_join(self, stage: str, played: Collection[str]) -> Refusal | None:
        """HUN-3.1, HUN-3.4."""
        return hungarian.may_join(stage, played)

    def may_change_rules(self, is_begun: bool) -> Refusal | None:
        """HUN-17."""
        return hungarian.may_change_rules(is_begun)


class Matador(Law):
    """A club's evenings have pages of their own (`league/club/`)."""

    seats_rule = "RAMK-3.1A"


class Mafia(Law):
    """A Mafia tournament: ten at a table, one host; MAFA-MAIN-1: all its games are one stage;
    MAFA-JUDGE-5: the judges may disqualify.
    """

    phones = False  # MAFN-GEN-15
    excludes = "MAFA-JUDGE-5"
    seats_rule = "MAFA-TIME-2"
    stands_in = True
    stages = (TOURNAMENT,)

    def is_complete(self, rows: Sequence[Mapping[str, Any]]) -> bool:
        """MAFA-MAIN-1: the best is known after the agreed number of games, five."""
        return max((row["games"] for row in rows), default=0) >= self.edition.whole("games")

    def check_in_s(self) -> int:
        """MAFA-MAIN-3: the desk is open until 15 minutes after the start, or after `late_from`."""
        return -waited_s(self.edition)


def law_of(edition: Edition) -> Law:
    """The law of an edition's family."""
    known: Mapping[str, type[Law]] = {
        "monopoly": Hungarian,
        "matador": Matador,
        "mafia": Mafia,
    }
    return known.get(edition.game, Law)(edition)


def instant(day: str, minute: str, zone: str) -> WallMs:
    """The instant that a hall's clock shows as `minute` on that day; empty: the server's zone."""
    from zoneinfo import ZoneInfo

    local = datetime.fromisoformat(f"{day}T{minute}:00")
    aware = local.replace(tzinfo=ZoneInfo(zone)) if zone else local.astimezone()
    return WallMs(int(aware.timestamp()) * 1000)


def hall_time(at_ms: int, zone: str) -> tuple[str, str]:
    """The day and the minute that a hall's clock shows at an instant."""
    from zoneinfo import ZoneInfo

    known = ZoneInfo(zone) if zone else None
    local = datetime.fromtimestamp(at_ms // 1000, known)
    return local.strftime("%Y-%m-%d"), local.strftime("%H:%M")


def minutes_before(minute: str, seconds: int) -> str:
    """The minute of the hall's clock so many seconds before another one."""
    one = datetime.fromisoformat(f"2000-01-02T{minute}:00") - timedelta(seconds=seconds)
    return one.strftime("%H:%M")
