"""Who may take part (RAMK-2.1), who votes on the rules (RAMK-2.3). Pure; the league calls it."""

from __future__ import annotations

from collections.abc import Collection

from rules.dates import age_on
from rules.edition import Edition
from rules.kinds import Refusal, RuleId


def may_play(born: str | None, is_of_age: bool, date: str, edition: Edition) -> Refusal | None:
    """RAMK-2.1a: 18 on the evening that is played, by the birth date, or as was confirmed."""
    least = edition.whole("age_least")
    of_age = is_of_age if born is None else age_on(born, date) >= least
    return None if of_age else _refused("RAMK-2.1a", "under_age", ("least", least))


def may_play_final(is_paid: bool, rounds: int, edition: Edition) -> Refusal | None:
    """RAMK-2.1b, RAMK-2.1c: who has paid 200 kroner and played an earlier round of the season."""
    if not is_paid:
        return _refused("RAMK-2.1b", "final_unpaid", ("fee", edition.whole("final_fee")))
    return has_played(rounds, edition)


def has_played(rounds: int, edition: Edition) -> Refusal | None:
    """RAMK-2.1c: at least one earlier round of the season, for the final."""
    least = edition.whole("rounds_for_final")
    return None if rounds >= least else _refused("RAMK-2.1c", "too_few_rounds", ("least", least))


def may_vote(rounds: int, edition: Edition) -> bool:
    """RAMK-2.3: at least three rounds of the season, the final not counted."""
    return rounds >= edition.whole("rounds_to_vote")


def rounds_of(player: str, results: Collection[tuple[str, str, bool]]) -> int:
    """How many rounds a player has played but the final, by (player, round, final)."""
    return len({name for one, name, final in results if one == player and not final})


def _refused(rule: str, why: str, *details: tuple[str, str | int]) -> Refusal:
    return Refusal(RuleId(rule), why, details)
