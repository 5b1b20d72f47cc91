"""The family's part of the game summary (docs/rules/record.md), as plain values for JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rules.kinds import GameMs, Seat, seconds
from rules.matador.estate import Auction, Offer, Sheet
from rules.matador.kept import Entry, Remark, Verdict
from rules.matador.places import places, points
from rules.matador.sheet import loan_of, wealth_of
from rules.matador.state import PASS_DECLARED, State, Throw
from rules.matador.view import Phase
from rules.opening import OpeningSeat

COUNTED: Final = frozenset((Phase.COUNT, Phase.SIGN, Phase.CLOSED))


def summary(state: State) -> Mapping[str, Any]:
    """RAMK-9.16: the result sheet, the dice, what was voted, fined, lent and auctioned."""
    clock, kept, opening = state.clock, state.kept, state.facts.opening
    over = state.phase in COUNTED
    ranks = places(state) if over else {}
    given = points(state) if over else {}
    entries = list(kept.entries.items())
    return {
        "started_t": _t(clock.started_at),
        "ended_t": _t(clock.ended_at),
        "end_reason": clock.end_reason,
        "attempt": state.attempt,
        "final": opening.final,
        "division": opening.division,
        "free_pass_evening": state.facts.free_pass,
        "loan_evening": state.facts.loans,
        "players": len(opening.seats),
        "seats": [
            _seat(state, seat, ranks.get(seat.seat), given.get(seat.seat)) for seat in opening.seats
        ],
        "dice": [_throw(throw) for throw in state.dice.items()],
        "votes": [_verdict(verdict) for verdict in kept.verdicts.items()],
        "fines": [_fine(entry) for entry in entries if entry.fine],
        "pot": kept.pot,
        "separate_pot": kept.separate,
        "entries": [_entry(entry) for entry in entries],
        "auctions": [_auction(one) for one in state.auctions],
        "offers": [_offer(one) for one in state.offers],
        **_agreed(state),
        "claims": [
            {"t": seconds(claim.at), "do": claim.word, "seat": claim.seat, "from": claim.of}
            for claim in kept.claims.items()
        ],
        "remarks": [_remark(remark) for remark in kept.remarks.items()],
    }


def _agreed(state: State) -> dict[str, Any]:
    """RAMK-9.27, RAMK-9.15: loans of the bank, shares between players."""
    return {
        "loans": [
            {
                "seat": loan.seat,
                "principal": loan.principal,
                "balance": loan.balance,
                "interest_paid": loan.interest_paid,
            }
            for loan in state.estate.loans
        ],
        "shares": [
            {
                "seat": share.seat,
                "of": share.of,
                "percent": share.percent,
                "series": list(share.series),
            }
            for share in state.estate.shares
        ],
    }


def _seat(state: State, seat: OpeningSeat, place: int | None, given: int | None) -> dict[str, Any]:
    at = state.facts.place[seat.seat]
    person, sheet = state.people[at], state.sheets.counts[at]
    return {
        "seat": seat.seat,
        "player": seat.player,
        "name": seat.name,
        "place": place,
        "points": given,
        "fouls": person.fouls,
        "warnings": person.warnings,
        "removed": person.excluded,
        "disqualified": person.disqualified,
        "bankrupt": person.left == "bankrupt",
        "retired": person.left == "retired",
        "out_t": _t(person.left_at),
        "signed": state.sheets.signed[at] is not None,
        "signed_by": state.sheets.signed[at],
        "free_pass": pass_word(state, seat.seat),
        **_sums(state, seat.seat, sheet),
    }


def _sums(state: State, seat: Seat, sheet: Sheet) -> dict[str, Any]:
    """RAMK-8.1: what a counted sheet is worth; who is out holds nothing."""
    over = state.phase in COUNTED
    excluded = state.people[state.facts.place[seat]].excluded
    wealth = wealth_of(state, seat) if over and not excluded else None
    free = sum(deed.price for deed in sheet.deeds if not deed.mortgaged)
    built = sum(deed.houses * deed.house_price for deed in sheet.deeds)
    return {
        "wealth": wealth,
        "unencumbered": None if wealth is None else free + built,
        "cash": sheet.cash,
        "loan": loan_of(state, seat),
        "deeds": [
            {
                "field": deed.key,
                "name": deed.name,
                "price": deed.price,
                "mortgaged": deed.mortgaged,
                "houses": deed.houses,
                "house_price": deed.house_price,
            }
            for deed in sheet.deeds
        ],
    }


def pass_word(state: State, seat: Seat) -> str | None:
    """RAMK-3.4a: "available", "declared" or "used"; None on other evenings."""
    if not state.facts.free_pass:
        return None
    place = state.facts.place[seat]
    if state.people[place].has_pass:
        return "available"
    return "declared" if state.turn.covers[place] == PASS_DECLARED else "used"


def _throw(throw: Throw) -> dict[str, Any]:
    return {
        "t": seconds(throw.at),
        "seat": throw.seat,
        "dice": None if throw.dice is None else list(throw.dice),
        "doubles": throw.doubles,
        "note": throw.note,
    }


def _verdict(verdict: Verdict) -> dict[str, Any]:
    ballot = verdict.ballot
    yes, no = ballot.count("yes"), ballot.count("no")
    return {
        "t": seconds(verdict.at),
        "about": ballot.about,
        "by": ballot.by,
        "on": ballot.on,
        "yes": yes,
        "no": no,
        "abstain": len(ballot.eligible) - yes - no,
        "eligible": len(ballot.eligible),
        "passed": verdict.passed,
    }


def _fine(entry: Entry) -> dict[str, Any]:
    return {
        "t": seconds(entry.at),
        "seat": entry.from_,
        "amount": entry.amount,
        "to": entry.to,
        "rule": entry.rule,
    }


def _entry(entry: Entry) -> dict[str, Any]:
    return {
        "t": seconds(entry.at),
        "from": entry.from_,
        "to": entry.to,
        "amount": entry.amount,
        "rule": entry.rule,
    }


def _auction(one: Auction) -> dict[str, Any]:
    return {
        "t": seconds(one.at),
        "what": one.what,
        "min": one.least,
        "winner": one.winner,
        "price": one.price,
        "taken": one.taken,
    }


def _offer(one: Offer) -> dict[str, Any]:
    return {
        "t": seconds(one.at),
        "seat": one.seat,
        "to": one.to,
        "what": one.what,
        "accepted_t": _t(one.accepted_at),
    }


def _remark(remark: Remark) -> dict[str, Any]:
    return {
        "t": seconds(remark.at),
        "what": remark.word,
        "seat": remark.seat,
        "text": remark.text,
        "by": remark.by,
    }


def _t(at: GameMs | None) -> int | float | None:
    return None if at is None else seconds(at)
