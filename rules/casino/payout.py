"""What a whole tournament pays: its structure and entries in, pool, places and prizes out. Pure.

    {"structure": {...}, "entries": [{"player", "entries", "rebuys", "addons", "points",
                                      "busted_order", "disqualified"}], "deal": true}

Whatever contradicts the structure is an ActionError that names the entry, the key and the rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any, Final, NamedTuple

from rules.actions import of_thousandths, thousandths
from rules.casino.deals import MOST_PLAYERS, icm, in_units
from rules.casino.plan import Plan, plan_of
from rules.casino.prizes import amounts, parted, pool_of, won
from rules.casino.structure import KEYS, TYPES, Structure
from rules.errors import ActionError
from rules.lots import seed_of
from rules.settings import Misfit
from rules.shown import wrong
from rules.words import LONGEST_PLAYER, is_text

MOST_ENTRIES: Final = 100_000
_MOST: Final = 10**9
_KEYS: Final = (
    "player",
    "entries",
    "rebuys",
    "addons",
    "points",
    "busted_order",
    "disqualified",
)


class Entry(NamedTuple):
    """One player's tournament; `points` are thousandths, `busted_order` 0: still in.

    A later one to leave has the higher number; those who left in one hand have the same.
    """

    player: str
    entries: int = 1
    rebuys: int = 0
    addons: int = 0
    points: int = 0
    busted_order: int = 0
    disqualified: bool = False


class Prize(NamedTuple):
    """A place that pays; equals share one."""

    player: str
    place: int
    prize: int


class Payout(NamedTuple):
    """RAY-1-5, RAY-PAY-3: where the money goes; `places` are everybody's who is ranked.

    `lots` are those among whom what could not be shared was drawn, `seed` how.
    """

    total: int
    carry: int
    pool: int
    points_in_play: int
    prizes: tuple[Prize, ...]
    places: Mapping[str, int]
    lots: tuple[str, ...]
    seed: int
    notes: tuple[str, ...]


def payout(plan: Plan, entries: Sequence[Entry], tie: str = "pool_and_split") -> Payout:
    """RAY-1-4, RAY-1-5, RAY-PAY-1 to 3, RAY-OTHER-3: places and prizes of a finished tournament."""
    money = pool_of(
        plan,
        sum(entry.entries for entry in entries),
        sum(entry.rebuys for entry in entries),
        sum(entry.addons for entry in entries),
    )
    seed = seed_of("\n".join(sorted(entry.player for entry in entries)))
    groups, drawn = parted(ranked(plan, entries), tie, seed)
    each = amounts(plan.prizes, money.pool)
    shared = won(each, groups, seed)
    places: dict[str, int] = {}
    for group in groups:
        place = len(places) + 1
        places |= dict.fromkeys(group, place)
    return Payout(
        total=money.total,
        carry=money.carry,
        pool=money.pool,
        points_in_play=points_in_play(plan, entries),
        prizes=tuple(
            Prize(name, places[name], shared.prizes[name])
            for group in groups
            for name in group
            if places[name] <= len(each)
        ),
        places=places,
        lots=drawn or shared.lots,
        seed=seed,
        notes=_notes(plan, entries),
    )


def ranked(plan: Plan, entries: Sequence[Entry]) -> list[list[str]]:
    """RAY-1-4: most points, then who left later; equals in one list. RAY-OTHER-3: not ranked."""

    def value(entry: Entry) -> tuple[bool, int, int]:
        if not entry.busted_order:
            return (True, 0, entry.points)
        before = entry.points if plan.bust_rule == "points_before_hand" else 0
        return (False, entry.busted_order, before)

    left = sorted((e for e in entries if not e.disqualified), key=value, reverse=True)
    return [[entry.player for entry in group] for _, group in groupby(left, key=value)]


def points_in_play(plan: Plan, entries: Sequence[Entry]) -> int:
    """RAY-1-2, RAY-OTHER-3: everything that was given out, less what was taken out of play."""
    if plan.type == "slots":
        return 0
    total = 0
    for entry in entries:
        total += entry.entries * plan.start_points
        total += entry.rebuys * (plan.rebuy.points if plan.rebuy else 0)
        total += entry.addons * (plan.addon.points if plan.addon else 0)
        total -= entry.points // 1000 if entry.disqualified and not entry.busted_order else 0
    return total


def read_tournament(found: Any) -> tuple[Plan, list[Entry]]:
    """The plan and the entries of a file's object; ActionError where anything is wrong."""
    if not isinstance(found, dict):
        raise ActionError(wrong("file", found, "an object with structure, entries"))
    for key in found:
        if key not in ("structure", "entries", "deal"):
            raise ActionError(wrong("unknown key", key, "structure, entries, deal"))
    if type(found.get("deal", False)) is not bool:
        raise ActionError(wrong("deal", found["deal"], "true or false"))
    plan = read_plan(found.get("structure"))
    items = found.get("entries")
    if not isinstance(items, list) or not 1 <= len(items) <= MOST_ENTRIES:
        raise ActionError(wrong("entries", items, f"a list of 1 to {MOST_ENTRIES} entries"))
    entries = [_entry(f"entries[{index}]", item, plan) for index, item in enumerate(items)]
    seen: dict[str, int] = {}
    for index, entry in enumerate(entries):
        if entry.player in seen:
            text = f"each player once; entries[{seen[entry.player]}] is the same"
            raise ActionError(wrong(f"entries[{index}].player", entry.player, text))
        seen[entry.player] = index
    return plan, entries


def deal(plan: Plan, entries: Sequence[Entry]) -> list[dict[str, Any]]:
    """What each stack still in is worth of the prizes that are left: the deal calculator.

    ActionError where there is nothing to deal about, or too many are still in.
    """
    left = sorted(
        (e for e in entries if not e.disqualified and not e.busted_order),
        key=lambda entry: (-entry.points, entry.player),
    )
    if not 2 <= len(left) <= MOST_PLAYERS or left[-1].points <= 0:
        allowed = f"2 to {MOST_PLAYERS} players still in, each with points"
        raise ActionError(wrong("deal", len(left), allowed))
    money = pool_of(
        plan,
        sum(entry.entries for entry in entries),
        sum(entry.rebuys for entry in entries),
        sum(entry.addons for entry in entries),
    )
    worth = icm(amounts(plan.prizes, money.pool), [entry.points for entry in left])
    return [
        {"player": entry.player, "icm": of_thousandths(round(one * 1000)), "whole": whole}
        for entry, one, whole in zip(left, worth, in_units(worth), strict=True)
    ]


def read_plan(found: Any) -> Plan:
    """RAY-STRUCT-1: the plan of a structure; ActionError names the key and what is allowed."""
    if not isinstance(found, dict):
        raise ActionError(wrong("structure", found, f"an object with {', '.join(KEYS)}"))
    if found.get("type") is None:
        raise ActionError(f"structure.type: missing, allowed {', '.join(TYPES)}")
    try:
        return plan_of(Structure().check(found), "")
    except Misfit as misfit:
        where = ".".join(("structure", *map(str, misfit.path)))
        raise ActionError(wrong(where, misfit.found, misfit.allowed)) from None


def answer(done: Payout) -> dict[str, Any]:
    """What `league payout` prints (docs/reference.md); lots and notes where there are any."""
    fields: dict[str, Any] = {
        "pool": done.pool,
        "carry": done.carry,
        "points_in_play": done.points_in_play,
        "prizes": [one._asdict() for one in done.prizes],
    }
    if done.lots:
        fields["lots"] = {"seed": done.seed, "drawn": list(done.lots)}
    if done.notes:
        fields["notes"] = list(done.notes)
    return fields


def _notes(plan: Plan, entries: Sequence[Entry]) -> tuple[str, ...]:
    """RAY-1-2, RAY-OTHER-3: points that do not add up, a pool that nobody can win."""
    found = []
    left = [e for e in entries if not e.disqualified and not e.busted_order]
    counted = sum(Fraction(e.points, 1000) for e in left)
    wanted = points_in_play(plan, entries)
    if plan.type != "slots" and counted != wanted:
        shown = of_thousandths(int(counted * 1000))
        found.append(f"RAY-1-2: {shown} points counted, {wanted} in play")
    if all(entry.disqualified for entry in entries):
        found.append("RAY-OTHER-3: everybody is disqualified, nobody gets the pool")
    return tuple(found)


def _entry(where: str, found: Any, plan: Plan) -> Entry:
    if not isinstance(found, dict):
        raise ActionError(wrong(where, found, f"an object with {', '.join(_KEYS)}"))
    for key in found:
        if key not in _KEYS:
            raise ActionError(wrong(f"{where}: unknown key", key, ", ".join(_KEYS)))
    player = found.get("player")
    if not is_text(player, LONGEST_PLAYER) or not player.strip():
        raise ActionError(wrong(f"{where}.player", player, f"1 to {LONGEST_PLAYER} characters"))
    out = found.get("disqualified", False)
    if out not in (0, 1) or type(out) not in (bool, int):
        raise ActionError(wrong(f"{where}.disqualified", out, "true or false"))
    points = thousandths(f"{where}.points", found.get("points", 0))
    entry = Entry(
        player,
        _whole(where, "entries", found, 1),
        _whole(where, "rebuys", found, 0),
        _whole(where, "addons", found, 0),
        points,
        _whole(where, "busted_order", found, 0),
        bool(out),
    )
    check_entry(where, entry, plan)
    return entry


def check_entry(where: str, entry: Entry, plan: Plan) -> None:
    """RAY-FREEZE-1, RAY-REBUY-3, RAY-REBUY-4: an error for more than the structure sells."""
    if entry.entries < 1:
        raise ActionError(wrong(f"{where}.entries", entry.entries, "1 or more (RAY-INTRO-1)"))
    if plan.rebuy is None:
        rule = "RAY-SLOT-1" if plan.type == "slots" else "RAY-FREEZE-1"
        for key in ("rebuys", "addons"):
            if getattr(entry, key):
                text = f"0 in a tournament of type {plan.type} ({rule})"
                raise ActionError(wrong(f"{where}.{key}", getattr(entry, key), text))
        return
    if plan.rebuy.most is not None and entry.rebuys > plan.rebuy.most * entry.entries:
        most = plan.rebuy.most * entry.entries
        raise ActionError(wrong(f"{where}.rebuys", entry.rebuys, f"0 to {most} (RAY-REBUY-3)"))
    most = entry.entries if plan.addon else 0
    if entry.addons > most:
        raise ActionError(wrong(f"{where}.addons", entry.addons, f"0 to {most} (RAY-REBUY-4)"))
    if plan.type != "slots" and entry.points < 0:
        raise ActionError(wrong(f"{where}.points", entry.points // 1000, "0 or more"))


def _whole(where: str, key: str, found: Mapping[str, Any], default: int) -> int:
    value = found.get(key, default)
    if type(value) is not int or not 0 <= value <= _MOST:
        raise ActionError(wrong(f"{where}.{key}", value, f"a whole number 0 to {_MOST}"))
    return value
