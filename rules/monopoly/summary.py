"""The family's part of the game summary (docs/rules/record.md), as plain values for JSON.

HUN-9: before the end nothing in it is computed: no seat has a wealth, points or a place.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kinds import GameMs, Seat, seconds
from rules.monopoly.places import places
from rules.monopoly.sheet import out_of, stock, uneven, worth
from rules.monopoly.state import Auction, Remark, Sheet, State, Throw
from rules.monopoly.view import Phase
from rules.opening import OpeningSeat

COUNTED = frozenset((Phase.COUNT, Phase.SIGN, Phase.CLOSED))


def summary(state: State) -> Mapping[str, Any]:
    """HUN-8: the sheet, the dice, what was ruled and remarked."""
    clock, kept = state.clock, state.kept
    ranks = places(state) if state.phase in COUNTED else {}
    return {
        "started_t": _t(clock.started_at),
        "ended_t": _t(clock.ended_at),
        "end_reason": clock.end_reason,
        "attempt": state.attempt,
        "seats": [_seat(state, seat, ranks.get(seat.seat)) for seat in state.facts.opening.seats],
        "dice": [_throw(throw) for throw in state.dice.items()],
        "votes": [],
        "fines": [
            {
                "t": seconds(fine.at),
                "seat": fine.seat,
                "amount": fine.amount,
                "to": fine.to,
                "rule": fine.rule,
            }
            for fine in kept.fines.items()
        ],
        "pot": 0,
        "auctions": [_auction(one) for one in state.auctions],
        "loans": [],
        "claims": [
            {"t": seconds(claim.at), "seat": claim.seat, "from": claim.of}
            for claim in kept.claims.items()
        ],
        "remarks": [_remark(remark) for remark in kept.remarks.items()],
        "notes": notes(state),
        "confirms": state.sheets.confirms,
    }


def notes(state: State) -> list[str]:
    """What the organiser should know: HUN-6 and HUN-6.3 not kept, uneven building on a sheet."""
    facts, found = state.facts, []
    players, bankers = len(facts.numbers), len(facts.opening.officers("banker"))
    if facts.opening.final:
        if players != facts.edition.whole("final_players"):
            found.append(f"HUN-6.3: {players} players in the final")
        if bankers != facts.confirms:
            found.append(f"HUN-6.3: {bankers} bankers named in the final")
    elif players < facts.edition.whole("players_least"):
        found.append(f"HUN-6: {players} players at the table")
    for seat, sheet in zip(facts.numbers, state.sheets.counts, strict=True):
        groups = uneven(facts, sheet)
        found += [f"HUN-G-BUILD-EVEN: seat {seat}, group {group}" for group in groups]
        found += _other_prices(state, seat, sheet)
    return found


def _other_prices(state: State, seat: Seat, sheet: Sheet) -> list[str]:
    """HUN-2: prices on a sheet that are not those of the edition's board."""
    printed = state.facts.board.by_code
    return [
        f"HUN-2: seat {seat}, {deed.key} counted at {deed.price}, {deed.house_price} a house"
        for deed in sheet.deeds
        if deed.key in printed
        and (
            deed.price != printed[deed.key].price
            or (deed.houses and deed.house_price != printed[deed.key].house)
        )
    ]


def _seat(state: State, seat: OpeningSeat, place: int | None) -> dict[str, Any]:
    at = state.facts.place[seat.seat]
    person, sheet = state.people[at], state.sheets.counts[at]
    return {
        "seat": seat.seat,
        "player": seat.player,
        "name": seat.name,
        "place": place,
        "fouls": person.fouls,
        "warnings": person.warnings,
        "removed": person.excluded,
        "disqualified": person.disqualified,
        "bankrupt": person.left == "bankrupt",
        "retired": person.left == "retired",
        "out_t": _t(person.left_at),
        "signed": state.sheets.signed[at] is not None,
        "signed_by": state.sheets.signed[at],
        **_sums(state, seat.seat, sheet),
    }


def _sums(state: State, seat: Seat, sheet: Sheet) -> dict[str, Any]:
    """HUN-3.2: points are wealth; HUN-10: who is excluded has none that counts."""
    excluded = state.people[state.facts.place[seat]].excluded
    empty = excluded or out_of(state, seat)
    known = state.phase in COUNTED and (empty or sheet.cash is not None)
    if not known:
        keys = ("points", "wealth", "unencumbered", "unmortgaged", "mortgaged", "buildings")
        return {**dict.fromkeys(keys), "cash": sheet.cash, "deeds": _deeds(sheet)}
    counted = Sheet() if empty else sheet
    sums = worth(state.facts, counted)
    return {
        "points": sums.wealth,
        "wealth": sums.wealth,
        "unencumbered": sums.unencumbered,
        "unmortgaged": sums.unmortgaged,
        "mortgaged": sums.mortgaged,
        "buildings": sums.buildings,
        "cash": counted.cash or 0,
        "deeds": _deeds(sheet),
    }


def _deeds(sheet: Sheet) -> list[dict[str, Any]]:
    return [
        {
            "field": deed.key,
            "name": deed.name,
            "price": deed.price,
            "mortgaged": deed.mortgaged,
            "houses": deed.houses,
            "house_price": deed.house_price,
        }
        for deed in sheet.deeds
    ]


def _throw(throw: Throw) -> dict[str, Any]:
    return {
        "t": seconds(throw.at),
        "seat": throw.seat,
        "dice": None if throw.dice is None else list(throw.dice),
        "doubles": throw.doubles,
        "note": throw.note,
    }


def _auction(one: Auction) -> dict[str, Any]:
    return {
        "t": seconds(one.at),
        "what": one.what,
        "min": one.least,
        "winner": one.winner,
        "price": one.price,
        "taken": False,
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


def bank_stock(state: State) -> tuple[int, int] | tuple[None, None]:
    """HUN-5: houses and hotels left in the bank by the counted sheets; HUN-9: after the end."""
    return stock(state.facts, state.sheets.counts) if state.phase in COUNTED else (None, None)
