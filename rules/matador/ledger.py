"""Money as it was entered: fines, the pot of field 21, incomes and what follows from them.

Paper money is the truth. There are no balances: an entry says what was due between whom by which
rule, and the pot is the sum of what went in and out, until somebody sets it right.
"""

from __future__ import annotations

from itertools import islice

from rules.kinds import GameMs, Money, RuleId, Seat
from rules.log import Log
from rules.matador.book import jail_income, share_part
from rules.matador.kept import Entry, Kept
from rules.matador.state import FREE, State

BANK = "bank"
POT = "pot"
SEPARATE = "separate"


def entered(
    state: State,
    at: GameMs,
    from_: Seat | str,
    to: Seat | str,
    amount: int,
    rule: str,
    *,
    fine: bool = False,
) -> State:
    """The state with this movement of money; nothing moves where the amount is 0."""
    if amount <= 0:
        return state
    entry = Entry(at, from_, to, Money(amount), RuleId(rule), fine)
    kept = state.kept
    entries = kept.entries.added(entry)
    if isinstance(from_, str) or isinstance(to, str):
        pot, separate = _pots(kept, from_, to, entry.amount)
        return state._replace(kept=kept._replace(pot=pot, separate=separate, entries=entries))
    return state._replace(kept=kept._replace(entries=entries))


def fined(state: State, at: GameMs, seat: Seat, to: Seat | str, amount: int, rule: str) -> State:
    """The state with a fine: it stands among `fines` of the summary."""
    return entered(state, at, seat, to, amount, rule, fine=True)


def taken_back(state: State, gone: tuple[Entry, ...]) -> State:
    """The state as if these entries had not been made: something else settled what was due."""
    kept = state.kept
    for entry in gone:
        pot, separate = _pots(kept, entry.to, entry.from_, entry.amount)
        kept = kept._replace(pot=pot, separate=separate)
    entries: Log[Entry] = Log()
    for entry in kept.entries.items():
        if not any(entry is one for one in gone):
            entries = entries.added(entry)
    return state._replace(kept=kept._replace(entries=entries))


def made(before: State, after: State) -> tuple[Entry, ...]:
    """The entries that `after` has and `before` had not."""
    count = after.kept.entries.size - before.kept.entries.size
    return tuple(islice(after.kept.entries.backwards(), count))[::-1]


def income(
    state: State,
    at: GameMs,
    payer: Seat,
    owner: Seat,
    amount: int,
    rule: str,
    *,
    series: str | None = None,
    fine: bool = False,
) -> State:
    """RAMK-6.4: what a prisoner earns is reduced; RAMK-9.15: of the rest, others have shares."""
    amount = reduced(state, owner, amount)
    state = entered(state, at, payer, owner, amount, rule, fine=fine)
    return shared(state, at, owner, amount, series)


def shared(state: State, at: GameMs, owner: Seat, amount: int, series: str | None) -> State:
    """RAMK-9.15: the shares of an income, each rounded down; "10 % of 900 gives 50"."""
    for share in state.estate.shares:
        if share.of == owner and (not share.series or series in share.series):
            part = share_part(amount, share.percent, state.facts.edition)
            state = entered(
                state, at, owner, share.seat, reduced(state, share.seat, part), "RAMK-9.15"
            )
    return state


def reduced(state: State, owner: Seat, amount: int) -> Money:
    """RAMK-6.4: in jail an income shrinks by 0, 50, 100 per cent, round by round."""
    tries = state.turn.tries[state.facts.place[owner]]
    if tries == FREE:
        return Money(amount)
    return jail_income(amount, tries + 1, state.facts.edition)


def to_jail(state: State, at: GameMs, seat: Seat, amount: int, rule: str) -> State:
    """RAMK-6.3, RAMK-9.24: jail money goes to the jail's owner; RAMK-9.9: else to the pot.

    The owner in his own jail pays nobody.
    """
    owner = jail_owner(state)
    if owner == seat:
        return state
    if owner is None:
        to = POT if state.facts.edition.text("jail_unowned") == "to_pot" else BANK
        return fined(state, at, seat, to, amount, rule)
    return income(state, at, seat, owner, amount, rule, series=_jail_series(state), fine=True)


def jail_owner(state: State) -> Seat | None:
    """RAMK-9.24: who is known to own field 11."""
    code = state.facts.jail_code
    held = state.estate.deeds.get(code) if code else None
    return held.owner if held else None


def _jail_series(state: State) -> str | None:
    return state.facts.jail_code[:1] if state.facts.jail_code else None


def _pots(kept: Kept, from_: Seat | str, to: Seat | str, amount: Money) -> tuple[Money, Money]:
    """Pots change; what is not in one, because it was not entered, cannot be taken out."""
    pot = kept.pot + (amount if to == POT else 0) - (amount if from_ == POT else 0)
    other = kept.separate + (amount if to == SEPARATE else 0)
    other -= amount if from_ == SEPARATE else 0
    return Money(max(0, pot)), Money(max(0, other))
