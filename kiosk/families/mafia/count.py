"""The host's own count: where there are no pads, or the pads are wrong (MAFN-VOTE-8). Pure.

While a ballot runs a digit is a voter for the candidate whose window was opened last, the same
again takes it back. Once it is counted two digits move a vote: whose, and to whom.
"""

from __future__ import annotations

from typing import Any

from rules.kinds import Seat
from rules.mafia.view import BallotView, MafiaView, Phase

Votes = tuple[tuple[Seat, tuple[Seat, ...]], ...]
"""Voters by candidate."""


def toggled(votes: Votes, candidates: tuple[Seat, ...], whom: Seat, voter: Seat) -> Votes:
    """This voter is for `whom`, and for nobody else; again: not counted yet."""
    had = dict(votes)
    takes_back = voter in had.get(whom, ())
    found = []
    for one in candidates:
        voters = tuple(seat for seat in had.get(one, ()) if seat != voter)
        if one == whom and not takes_back:
            voters = (*voters, voter)
        found.append((one, voters))
    return tuple(found)


def merged(votes: Votes, ballot: BallotView) -> Votes:
    """What the pads say, and over it what the host has typed; who had no fist is left out."""
    typed = {voter for _, voters in votes for voter in voters}
    over = dict(votes)
    return tuple(
        (
            whom,
            (
                *(seat for seat in voters if seat not in typed and seat not in ballot.absent),
                *over.get(whom, ()),
            ),
        )
        for whom, voters in ballot.votes
    )


def moved(ballot: BallotView, voter: Seat, whom: Seat) -> Votes:
    """The counted ballot with this vote moved; whom nobody may vote for the rules refuse."""
    votes = merged(((whom, (voter,)),), ballot)
    return votes if whom in ballot.candidates else (*votes, (whom, (voter,)))


def tally(votes: Votes) -> dict[str, Any]:
    """The action."""
    return {"do": "tally", "votes": {str(whom): list(voters) for whom, voters in votes}}


def votes_now(view: MafiaView, seat: Seat) -> bool:
    """This seat has voted in the window that is open."""
    ballot = view.ballot
    if view.phase is not Phase.VOTE or ballot is None or ballot.open_until is None:
        return False
    return any(whom == ballot.candidate and seat in voters for whom, voters in ballot.votes)


def windows_over(view: MafiaView) -> bool:
    """Every candidate had his window."""
    ballot = view.ballot
    return ballot is not None and ballot.last and ballot.open_until is None
