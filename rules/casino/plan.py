"""The numbers of one tournament: its structure where that speaks, else what is usual."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final, NamedTuple

from rules.kinds import GameMs, Money

_MINUTE_MS: Final = 60_000


class Level(NamedTuple):
    """RAY-STRUCT-1: one level of stakes; `ms` 0: until the official goes on."""

    stakes: tuple[tuple[str, int], ...]
    ms: GameMs


class Rebuy(NamedTuple):
    """RAY-REBUY-1 to 3: `most` None: as often as anybody likes."""

    price: Money
    points: int
    most: int | None
    when: str
    ms: GameMs
    rounds: int
    levels: int


class Addon(NamedTuple):
    """RAY-REBUY-4, RAY-REBUY-6."""

    price: Money
    points: int
    ms: GameMs


class Prizes(NamedTuple):
    """RAY-1-5, RAY-PAY-1, RAY-PAY-3: where the pool comes from and who gets which share.

    Shares are parts of 1; `generated` where no table gives them but places and a ratio.
    """

    pool_from: str
    pool_share: Fraction
    fixed: Money
    carry_in: Money
    carry_share: Fraction
    shares: tuple[Fraction, ...]
    generated: bool
    satellite_seats: int
    satellite_price: Money


class Ends(NamedTuple):
    """RAY-1-3: when the game ends; 0: not by this."""

    ms: GameMs
    rounds: int
    hands: int
    levels: int
    players: int


class Plan(NamedTuple):
    """A tournament's instructions as the rules use them."""

    type: str
    fee: Money
    house: Money
    start_points: int
    max_players: int | None
    rebuy: Rebuy | None
    addon: Addon | None
    prizes: Prizes
    bust_rule: str
    levels: tuple[Level, ...]
    breaks: Mapping[int, GameMs]
    colour_up: Mapping[int, int]
    ends: Ends
    tables: int
    machine_ms: GameMs
    reservations: int
    weights: tuple[tuple[str, Fraction], ...]
    advance: int
    must_notify: bool

    @property
    def stake(self) -> Money:
        """RAY-1-5: what of a fee goes into the pool."""
        return Money(self.fee - self.house)

    def places(self, seats: int) -> int:
        """RAY-SNG-1: how many can take part where the table has this many seats.

        A Sit'n'go has no more places than seats, else its last place could never be taken.
        """
        most = self.max_players or seats
        return min(most, seats) if self.type == "sitngo" else most


def plan_of(found: Mapping[str, Any], kind: str, rebuy_s: int = 0, addon_s: int = 0) -> Plan:
    """The plan of a checked structure; `kind`: the edition's type, where the structure has none."""
    kind = found.get("type", kind)
    fee, house = found.get("fee", 0), found.get("house_share", 0)
    start = found.get("start_points", 0)
    rebuy = _rebuy(found, fee - house, start, rebuy_s) if kind == "rebuy" else None
    ends = found.get("end", {})
    return Plan(
        type=kind,
        fee=fee,
        house=house,
        start_points=start,
        max_players=found.get("max_players"),
        rebuy=rebuy,
        addon=_addon(found, rebuy, addon_s) if rebuy else None,
        prizes=_prizes(found),
        bust_rule=found.get("bust_rule", "together"),
        levels=tuple(level_of(level) for level in found.get("levels", ())),
        breaks={one["after"]: _ms(one.get("minutes", 0)) for one in found.get("breaks", ())},
        colour_up={one["after"]: one.get("points", 0) for one in found.get("colour_up", ())},
        ends=Ends(
            _ms(ends.get("minutes", 0)),
            ends.get("rounds", 0),
            ends.get("hands", 0),
            ends.get("levels", 0),
            ends.get("players", 0),
        ),
        tables=found.get("tables", 1),
        machine_ms=_ms(found.get("minutes", 0)),
        reservations=found.get("reservations", 0),
        weights=tuple((k, Fraction(str(v))) for k, v in found.get("weights", {}).items()),
        advance=found.get("advance", 1),
        must_notify=found.get("private_or_ordered") is False and "notified_at" not in found,
    )


def level_of(level: Mapping[str, int], before: Level | None = None) -> Level:
    """A level; where it does not say how long, as long as the one in its place was."""
    stakes = tuple((word, number) for word, number in level.items() if word != "minutes")
    kept = before.ms if before else GameMs(0)
    return Level(stakes, _ms(level["minutes"]) if "minutes" in level else kept)


def _rebuy(found: Mapping[str, Any], stake: int, start: int, usual_s: int) -> Rebuy:
    """RAY-REBUY-2: usually the fee without the house's share, for as many points as at first."""
    rounds, levels = found.get("rebuy_rounds", 0), found.get("rebuy_levels", 0)
    minutes = found.get("rebuy_minutes", 0)
    usual = 0 if rounds or levels else usual_s * 1000
    return Rebuy(
        Money(found.get("rebuy_price", stake)),
        found.get("rebuy_points", start),
        found.get("rebuy_max"),
        found.get("rebuy_when", "none"),
        GameMs(_ms(minutes) or usual),
        rounds,
        levels,
    )


def _addon(found: Mapping[str, Any], rebuy: Rebuy, usual_s: int) -> Addon | None:
    """RAY-REBUY-6: there is one if the structure says so; usually twice a rebuy."""
    if not found.get("addon_points") and not found.get("addon_price"):
        return None
    return Addon(
        Money(found.get("addon_price", 2 * rebuy.price)),
        found.get("addon_points", 2 * rebuy.points),
        GameMs(_ms(found.get("addon_minutes", 0)) or usual_s * 1000),
    )


def _prizes(found: Mapping[str, Any]) -> Prizes:
    return Prizes(
        found.get("pool_from", "fees"),
        Fraction(str(found.get("pool_pct", 100))) / 100,
        Money(found.get("pool_fixed", 0)),
        Money(found.get("carry_in", 0)),
        Fraction(str(found.get("carry_pct", 0))) / 100,
        _shares(found),
        "prize_pct" not in found,
        found.get("satellite_seats", 0),
        Money(found.get("satellite_price", 0)),
    )


def _shares(found: Mapping[str, Any]) -> tuple[Fraction, ...]:
    if "prize_pct" in found:
        return tuple(Fraction(str(share)) / 100 for share in found["prize_pct"])
    return generated(found.get("prize_places", 1), Fraction(str(found.get("prize_ratio", 1))))


def generated(places: int, ratio: Fraction) -> tuple[Fraction, ...]:
    """RAY-PAY-1: shares that fall by `ratio` from place to place; exact, and 1 in all."""
    weights = [ratio ** (places - place) for place in range(1, places + 1)]
    return tuple(weight / sum(weights) for weight in weights)


def _ms(minutes: int) -> GameMs:
    return GameMs(minutes * _MINUTE_MS)
