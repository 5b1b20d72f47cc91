"""The structure (RAY-STRUCT-1, RAY-SLOTI-1): a tournament's own instructions, read and checked.

A key that is left out has the value the document calls usual, else the edition's setting. `plan_of`
makes the numbers of one game of it; nothing else reads the keys.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final

from rules.actions import MOST_LEVELS, read_level
from rules.errors import ActionError
from rules.settings import Choice, Flag, Kind, Misfit, Several, Table, Text, Whole
from rules.value import Value

TYPES: Final = ("freezeout", "rebuy", "sitngo", "slots")

_ALSO: Final = MappingProxyType({"sit_n_go": "sitngo", "sit'n'go": "sitngo", "slot": "slots"})
_WHOLE: Final = 100
_MOST_GROUP: Final = 10_001
_MONEY: Final = Whole(0, 10**9)
_POINTS: Final = Whole(0, 10**9)
_COUNT: Final = Whole(0, 10_000)
_MINUTES: Final = Whole(0, 14_400)


class Number(Value):
    """A number with at most 3 decimals; kept as a whole number, or as its text."""

    low: int
    high: int

    @property
    def allowed(self) -> str:
        return f"a number {self.low} to {self.high}, at most 3 decimals"

    def check(self, found: Any) -> Any:
        if type(found) is bool or isinstance(found, list | tuple | Mapping) or found is None:
            raise Misfit((), found, self.allowed)
        try:
            number = Decimal(str(found))
        except InvalidOperation:
            raise Misfit((), found, self.allowed) from None
        if not (number.is_finite() and self.low <= number <= self.high):
            raise Misfit((), found, self.allowed)
        if number * 1000 != int(number * 1000):
            raise Misfit((), found, self.allowed)
        return int(number) if number == int(number) else str(number.normalize())


class StakeSchedule(Value):
    """Levels: objects of small, big, ante, least, most, minutes, or [small, big, ante]."""

    @property
    def allowed(self) -> str:
        return f"a list of 0 to {MOST_LEVELS} levels"

    def check(self, found: Any) -> Any:
        if not isinstance(found, list | tuple) or len(found) > MOST_LEVELS:
            raise Misfit((), found, self.allowed)
        levels = []
        for index, item in enumerate(found):
            try:
                level = read_level("level", dict(item) if isinstance(item, Mapping) else item)
            except ActionError as error:
                raise Misfit((index,), item, str(error).rpartition("allowed ")[2]) from None
            levels.append(MappingProxyType(dict(level)))
        return tuple(levels)


class Weights(Value):
    """RAY-SLOT-5: the formula, what each criterion weighs."""

    @property
    def allowed(self) -> str:
        return "a table of criteria and what each weighs"

    def check(self, found: Any) -> Any:
        if not isinstance(found, Mapping) or not 1 <= len(found) <= 20:
            raise Misfit((), found, self.allowed)
        kind = Number(-1_000_000, 1_000_000)
        weights = {}
        for name, number in found.items():
            try:
                weights[str(name)] = kind.check(number)
            except Misfit as misfit:
                raise Misfit((str(name),), misfit.found, misfit.allowed) from None
        return MappingProxyType(weights)


def _table(keys: Mapping[str, Kind], *needed: str) -> Table:
    return Table(MappingProxyType(dict(keys)), frozenset(keys) - set(needed))


PERCENT: Final = Number(0, _WHOLE)

KEYS: Final[Mapping[str, Kind]] = MappingProxyType(
    {
        "type": Choice(TYPES, _ALSO),
        "name": Text(),
        "fee": _MONEY,
        "house_share": _MONEY,
        "start_points": _POINTS,
        "max_players": Whole(1, 100_000),
        "rebuy_price": _MONEY,
        "rebuy_points": _POINTS,
        "rebuy_max": _COUNT,
        "rebuy_when": Choice(("none", "below_start", "zero")),
        "rebuy_minutes": _MINUTES,
        "rebuy_rounds": _COUNT,
        "rebuy_levels": _COUNT,
        "addon_price": _MONEY,
        "addon_points": _POINTS,
        "addon_minutes": _MINUTES,
        "carry_pct": PERCENT,
        "carry_in": _MONEY,
        "pool_from": Choice(("fees", "part", "fixed")),
        "pool_pct": PERCENT,
        "pool_fixed": _MONEY,
        "prize_pct": Several(PERCENT, 1, 1000),
        "prize_places": Whole(1, 1000),
        "prize_ratio": Number(1, 100),
        "satellite_seats": Whole(1, 10_000),
        "satellite_price": Whole(1, 10**9),
        "bust_rule": Choice(("together", "points_before_hand")),
        "levels": StakeSchedule(),
        "breaks": Several(_table({"after": Whole(1, 100), "minutes": _MINUTES}, "after"), 0, 100),
        "colour_up": Several(_table({"after": Whole(1, 100), "points": _POINTS}, "after"), 0, 100),
        "end": _table(
            {
                "minutes": _MINUTES,
                "rounds": _COUNT,
                "hands": Whole(0, 1_000_000),
                "levels": _COUNT,
                "players": Whole(1, 10_000),
            }
        ),
        "tables": Whole(1, 10_000),
        "table_size": Whole(2, 10),
        "minutes": _MINUTES,
        "reservations": _POINTS,
        "weights": Weights(),
        "parts": Whole(1, 100),
        "part": Whole(1, 100),
        "group": Whole(1, 10_000),
        "advance": Whole(1, 10_000),
        "notified_at": Text(40),
        "published_at": Text(40),
        "private_or_ordered": Flag(),
    }
)


class Structure(Value):
    """The table of `KEYS`; whatever is left out, or null, is as usual."""

    @property
    def allowed(self) -> str:
        return f"a table with {', '.join(KEYS)}"

    def check(self, found: Any) -> Any:
        if isinstance(found, Mapping):
            found = {key: value for key, value in found.items() if value is not None}
        values = Table(KEYS, frozenset(KEYS)).check(found)
        _sums(values)
        return values


def _sums(values: Mapping[str, Any]) -> None:
    """RAY-PAY-1: what can only be seen of the whole: a table of shares that is no whole."""
    shares = values.get("prize_pct")
    if shares is not None:
        total = sum((Fraction(str(share)) for share in shares), Fraction(0))
        if total != _WHOLE:
            raise Misfit(("prize_pct",), f"a sum of {_decimal(total)}", "a sum of 100 (RAY-PAY-1)")
        for key in ("prize_places", "prize_ratio"):
            if key in values:
                raise Misfit((key,), values[key], "nothing beside prize_pct")
    if values.get("house_share", 0) > values.get("fee", values.get("house_share", 0)):
        raise Misfit(("house_share",), values["house_share"], f"at most the fee {values['fee']}")
    if values.get("pool_from") == "fixed" and "pool_fixed" not in values:
        raise Misfit(("pool_fixed",), None, "the fixed sum of the pool (RAY-1-5)")
    if values.get("advance", 0) >= values.get("group", _MOST_GROUP):
        raise Misfit(("advance",), values["advance"], "fewer than a group has (RAY-SLOT-3)")
    after = [one["after"] for one in values.get("breaks", ())]
    if len(set(after)) != len(after):
        raise Misfit(("breaks",), after, "one break after a level")


def _decimal(number: Fraction) -> str:
    whole, rest = divmod(number * 1000, 1000)
    return str(whole) if rest == 0 else f"{whole}.{int(rest):03}".rstrip("0")
