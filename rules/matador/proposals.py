"""Proposals to change the rules, and the votes of the final evening (RAMK-2.2 to 2.5). Pure.

A ballot is outside any game: members vote, not seats, at both tables at once. What is voted on is
one frozen wording; the totals may be typed instead of single voices.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from rules.edition import Edition
from rules.kinds import Refusal, RuleId
from rules.matador.members import may_vote
from rules.votes import by_voices

CHOICES: Final = ("yes", "no", "abstain")
NO_VOICES: Final[Mapping[str, str]] = MappingProxyType({})


class Wording(NamedTuple):
    """A version of a text, and the day it was written."""

    text: str
    date: str


class Proposal(NamedTuple):
    """What a member proposes; the last wording counts. A withdrawn one still counts as made."""

    id: str
    member: str
    wordings: tuple[Wording, ...]
    withdrawn: bool = False


class Ballot(NamedTuple):
    """A vote on one wording (its number from 0); `roll` are those who may vote and are present."""

    proposal: str
    wording: int
    roll: frozenset[str]
    voices: Mapping[str, str] = NO_VOICES
    typed: tuple[int, int, int] | None = None


class Outcome(NamedTuple):
    """RAMK-2.4: the count; it takes effect with the next season."""

    yes: int
    no: int
    abstain: int
    passed: bool


def submit(
    made: Collection[Proposal], member: str, id_: str, wording: Wording, edition: Edition
) -> Proposal | Refusal:
    """RAMK-2.2: at most three a member and season, those withdrawn among them."""
    most = edition.whole("proposals_most")
    if sum(one.member == member for one in made) >= most:
        return _refused("RAMK-2.2", "too_many_proposals", ("most", most))
    return Proposal(id_, member, (wording,))


def standing(proposal: Proposal, rounds: int, edition: Edition) -> str:
    """RAMK-2.3: "valid", or "pending" until its member has played three rounds but the final.

    What is still pending on the final evening is void.
    """
    if proposal.withdrawn:
        return "withdrawn"
    return "valid" if may_vote(rounds, edition) else "pending"


def amend(
    proposal: Proposal, wording: Wording, final_date: str, ballots: Collection[Ballot]
) -> Proposal | Refusal:
    """RAMK-2.5: on the final evening the text may be made clear, until it is voted on."""
    if any(ballot.proposal == proposal.id for ballot in ballots):
        return _refused("RAMK-2.5", "wording_frozen", ("what", proposal.id))
    if wording.date != final_date:
        return _refused("RAMK-2.5", "amended_on_final", ("date", final_date))
    return proposal._replace(wordings=(*proposal.wordings, wording))


def open_ballot(
    proposal: Proposal, present: Collection[str], rounds: Mapping[str, int], edition: Edition
) -> Ballot | Refusal:
    """RAMK-2.3: the present members who have played three rounds vote on the last wording."""
    if standing(proposal, rounds.get(proposal.member, 0), edition) != "valid":
        least = edition.whole("rounds_to_vote")
        return _refused("RAMK-2.3", "proposal_void", ("what", proposal.id), ("least", least))
    roll = frozenset(one for one in present if may_vote(rounds.get(one, 0), edition))
    return Ballot(proposal.id, len(proposal.wordings) - 1, roll)


def vote(ballot: Ballot, member: str, choice: str) -> Ballot | Refusal:
    """RAMK-2.3: a voice of a member on the roll; his last one counts."""
    if member not in ballot.roll:
        return _refused("RAMK-2.3", "not_on_roll", ("player", member))
    if choice not in CHOICES:
        return _refused("RAMK-2.4", "no_such_choice", ("choice", choice))
    return ballot._replace(voices=MappingProxyType({**ballot.voices, member: choice}))


def typed(ballot: Ballot, yes: int, no: int, abstain: int) -> Ballot | Refusal:
    """RAMK-2.4: the totals of a show of hands, at most as many as there are voters."""
    if min(yes, no, abstain) < 0 or yes + no + abstain > len(ballot.roll):
        return _refused("RAMK-2.3", "more_than_roll", ("most", len(ballot.roll)))
    return ballot._replace(typed=(yes, no, abstain))


def outcome(ballot: Ballot) -> Outcome:
    """RAMK-2.4: passed by more yes than no; who abstains or keeps silent does not count."""
    if ballot.typed is not None:
        yes, no, abstain = ballot.typed
    else:
        yes, no = (list(ballot.voices.values()).count(one) for one in CHOICES[:2])
        abstain = len(ballot.roll) - yes - no
    return Outcome(yes, no, abstain, by_voices(yes, no))


def _refused(rule: str, why: str, *details: tuple[str, str | int]) -> Refusal:
    return Refusal(RuleId(rule), why, details)
