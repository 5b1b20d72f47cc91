"""Night and dawn: roles, the shot, both checks, always in full; who was killed."""

from __future__ import annotations

from rules.actions import Day, DonCheck, Night, Roles, SheriffCheck, Shot
from rules.kinds import GameMs, Refusal, Step
from rules.mafia.ending import over
from rules.mafia.facts import is_deck
from rules.mafia.leaving import checked, departed, forbidden_at_dawn
from rules.mafia.nominations import is_voted_on
from rules.mafia.parts import DayLog, NightLog
from rules.mafia.speeches import first_of_day, stopped
from rules.mafia.state import State, gone, refused, role_of, then, today, told, with_today
from rules.mafia.view import Phase


def first_night(state: State, action: Night) -> Step[State]:
    """MAFN-GEN-1: the game starts when the host says "Night"; MAF-P-2: 60 s, then 20 s."""
    facts, at = state.facts, action.at
    agreed = GameMs(at + facts.ms("agreement"))
    looked = GameMs(agreed + facts.ms("look"))
    rhythm = ((agreed, "agreement-end"), (looked, "look-end"))
    return told(state._replace(phase=Phase.NIGHT, started_at=at, rhythm=rhythm), at, "night")


def night(state: State, action: Night) -> Step[State] | Refusal:
    """MAF-P-5: night falls when nobody is to be voted on, or the vote is done."""
    if state.phase is Phase.DAY and is_voted_on(state):
        return refused("MAF-P-5", "vote_due")
    if state.phase is Phase.CRASH and not state.cancelled:
        return refused("MAF-P-7", "vote_due")
    state = stopped(state)
    state = state._replace(
        phase=Phase.NIGHT,
        nights=(*state.nights, NightLog(state.day)),
        tied=(),
        cancelled=False,
        no_vote=False,
    )
    return told(state, action.at, "night")


def no_night(state: State, action: Night) -> Refusal:
    """MAFN-GEN-16: a minute that was granted is not taken away; a vote is brought to its end."""
    if state.minutes:
        return refused("MAFN-GEN-16", "minute_due", ("seat", state.minutes[0]))
    if state.phase is Phase.NIGHT:
        return refused("MAFN-GEN-1", "night_already")
    return refused("MAF-P-7", "vote_due")


def roles(state: State, action: Roles) -> Step[State] | Refusal:
    """MAF-P-1: the cards as dealt, by the night of dealing: one Sheriff, one Don, two mafia."""
    if state.day > 0:
        return refused("MAF-P-1", "roles_late")
    if state.facts.cards:
        return refused("MAF-P-1", "roles_known")
    if not is_deck(action.roles, state.facts.edition):
        return refused("MAF-P-1", "no_deck")
    return Step(state._replace(cards=action.roles))


def shot(state: State, action: Shot) -> Step[State] | Refusal:
    """MAF-P-9: the shot, or None for a miss; then both checks run, 20 s each (MAFA-GAME-4)."""
    if state.day == 0:
        return refused("MAF-P-2", "no_shot_yet")
    tonight = state.nights[-1]
    if tonight.shot is not None:
        return refused("MAF-P-9", "shot_already")
    if action.whom is not None:
        refusal = gone(state, action.whom)
        if refusal:
            return refusal
    check = state.facts.ms("check")
    don = GameMs(action.at + check)
    rhythm = ((don, "check-end"), (GameMs(don + check), "check-end"))
    return Step(_tonight(state, tonight._replace(shot=(action.whom,)))._replace(rhythm=rhythm))


def don_check(state: State, action: DonCheck) -> Step[State] | Refusal:
    """MAF-P-9: the Don asks whether a seat is the Sheriff; MAFA-GAME-5: nobody takes his place."""
    refusal = _may_check(state, "don", action.whom is not None)
    if refusal:
        return refusal
    if state.nights[-1].don is not None:
        return refused("MAF-P-9", "check_already")
    return Step(_tonight(state, state.nights[-1]._replace(don=(action.whom,))))


def sheriff_check(state: State, action: SheriffCheck) -> Step[State] | Refusal:
    """MAF-P-9: the Sheriff asks whether a seat is red or black."""
    refusal = _may_check(state, "sheriff", action.whom is not None)
    if refusal:
        return refusal
    if state.nights[-1].sheriff is not None:
        return refused("MAF-P-9", "check_already")
    return Step(_tonight(state, state.nights[-1]._replace(sheriff=(action.whom,))))


def by_day(state: State, action: Shot | DonCheck | SheriffCheck) -> Refusal:
    """MAF-P-9: shot and checks are the night's."""
    return refused("MAF-P-9", "not_by_day")


def day(state: State, action: Day) -> Step[State] | Refusal:
    """MAF-P-9, MAFA-GAME-4: the town wakes when both checks have run in full; who was shot has
    left, and has the first word (MAF-P-8).
    """
    if not state.cards:
        return refused("MAF-P-1", "roles_missing")
    tonight = state.nights[-1] if state.nights else None
    if tonight is not None:
        if tonight.shot is None:
            return refused("MAF-P-9", "shot_missing")
        if state.rhythm:
            return refused("MAFA-GAME-4", "checks_run")
    woken = told(_woken(state), action.at, "day")
    if tonight is None:
        return then(woken, checked(_begun(woken.state), action.at))
    return then(woken, _dawn(woken.state, tonight, action.at))


def is_told(state: State) -> bool:
    """MAF-P-9, MAFA-GAME-4: all that this night asks for is entered and has run in full. A host who
    calls the day with a check unmade is not refused; he is not offered it either.
    """
    if not state.cards or state.phase is not Phase.NIGHT:
        return False
    if not state.nights:
        return True
    tonight = state.nights[-1]
    entered = (tonight.shot, tonight.don, tonight.sheriff)
    return all(one is not None for one in entered) and not state.rhythm


def no_day(state: State, action: Day) -> Refusal:
    """MAF-P-9: there is no night to end."""
    return refused("MAF-P-9", "no_night")


def _dawn(state: State, tonight: NightLog, at: GameMs) -> Step[State]:
    """Who was shot leaves now; MAFA-GAME-1: three nights without a kill, and red has won."""
    whom = tonight.shot[0] if tonight.shot else None
    if whom is not None and whom in state.alive:
        state = _tonight(state, tonight._replace(killed=whom))
        state = _begun(departed(state, (whom,), "kill", at)._replace(no_kills=0))
        return Step(forbidden_at_dawn(state)._replace(phase=Phase.MORNING, minutes=(whom,)))
    state = forbidden_at_dawn(_begun(state))
    state = state._replace(no_kills=_no_kills(state, tonight), gestures_free=True)
    limit = state.facts.count("nights_without_kill")
    if limit and state.no_kills >= limit:
        return over(state, at, "red", "three_nights_no_kill")
    return checked(state, at)


def _no_kills(state: State, tonight: NightLog) -> int:
    """MAFA-GAME-1: a night without a kill counts. Not one with a shot that hit somebody who was
    removed before the town woke; nor, where any departure resets, one in which somebody left.
    """
    hit = tonight.shot is not None and tonight.shot[0] is not None
    left = bool(tonight.left) and state.facts.choice("nokill_reset") == "any_departure"
    return 0 if hit or left else state.no_kills + 1


def _woken(state: State) -> State:
    number = state.day + 1
    log = DayLog(number, state.facts.numbers[0])
    return state._replace(
        phase=Phase.DAY,
        day=number,
        days=(*state.days, log),
        rhythm=(),
        splits=0,
        tried=(),
        speaking=None,
    )


def _begun(state: State) -> State:
    """MAF-P-3: who speaks first is among those whom the night has left."""
    return with_today(state, today(state)._replace(first=first_of_day(state)))


def _tonight(state: State, night: NightLog) -> State:
    return state._replace(nights=(*state.nights[:-1], night))


def _may_check(state: State, role: str, asks: bool) -> Refusal | None:
    if state.day == 0:
        return refused("MAF-P-2", "no_check_yet")
    holder = next((seat for seat, held in state.cards if held == role), None)
    if asks and holder is not None and holder not in state.alive:
        rule = "MAFA-GAME-5" if role == "don" else "MAF-P-9"
        return refused(rule, "checker_out")
    return None


def checked_right(state: State, night: NightLog) -> tuple[bool | None, bool | None]:
    """What the host answers: is it the Sheriff, is it a black; None where nobody was asked of."""
    don = night.don[0] if night.don else None
    sheriff = night.sheriff[0] if night.sheriff else None
    return (
        None if don is None else role_of(state, don) == "sheriff",
        None if sheriff is None else role_of(state, sheriff) in ("mafia", "don"),
    )
