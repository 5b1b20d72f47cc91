"""Stakes, windows and formulas as lines of text."""

from __future__ import annotations

from kiosk.families.casino.moves import Move
from kiosk.locale import minutes_text
from kiosk.screens.brush import Brush
from kiosk.screens.frame import Line, line
from rules.casino.plan import Addon, Rebuy
from rules.casino.view import CasinoView, StakeView

MINUTE_MS = 60_000


def stakes(level: StakeView) -> Line:
    """`400 / 800`, `5 – 50`, or what there is of it."""
    said = dict(level.stakes)
    if "small" in said and "big" in said:
        return line("kiosk.casino.blinds", small=said["small"], big=said["big"])
    if "least" in said and "most" in said:
        return line("kiosk.casino.bets", least=said["least"], most=said["most"])
    one = next((said[word] for word in ("big", "small", "most", "least") if word in said), None)
    if one is None:
        return line("kiosk.casino.ante", ante=said.get("ante", 0))
    return line("kiosk.casino.amount", amount=one)


def ante(level: StakeView) -> Line | None:
    """The ante, where there is one beside other stakes."""
    said = dict(level.stakes)
    return (
        line("kiosk.casino.ante", ante=said["ante"]) if said.get("ante") and len(said) > 1 else None
    )


def with_ante(level: StakeView) -> Line:
    """`600 / 1 200 (200)`: all of a level in little room."""
    said = dict(level.stakes)
    if {"small", "big"} <= set(said) and said.get("ante"):
        return Line("kiosk.casino.blinds_ante", level.stakes)
    return stakes(level)


def lasts(level: StakeView) -> Line:
    """How long a level lasts."""
    if not level.ms:
        return Line("kiosk.casino.open_end")
    return line("kiosk.casino.minutes", count=level.ms // MINUTE_MS)


def buys(terms: Rebuy | Addon) -> Line:
    """What a purchase costs and gives."""
    return line("kiosk.casino.buys", price=terms.price, points=terms.points)


def limits(terms: Rebuy) -> Line:
    """RAY-REBUY-3: who may buy again, and how often."""
    if terms.most is not None:
        return line(f"kiosk.casino.limit.{terms.when}_most", count=terms.most)
    return Line(f"kiosk.casino.limit.{terms.when}")


def prize(view: CasinoView, amount: int) -> Line:
    """A sum of money; of a satellite a seat (RAY-1-1)."""
    if view.plan.prizes.satellite_price and amount == view.plan.prizes.satellite_price:
        return Line("kiosk.casino.a_seat")
    return line("kiosk.casino.money", amount=amount)


def penalty_of(move: Move) -> Line:
    """The director's penalty, or what is left of one."""
    if move.minutes:
        return line("kiosk.casino.request.penalty_minutes", count=move.minutes)
    return line("kiosk.casino.request.penalty_rounds", count=move.rounds)


def brings(move: Move) -> tuple[Line, ...]:
    """What somebody brings from another table: points, purchases, what is left of a penalty."""
    found = [line("kiosk.casino.request.brings", points=move.points or 0)]
    if move.rebuys:
        found.append(line("kiosk.casino.card.rebuys", count=move.rebuys))
    if move.addon:
        found.append(Line("kiosk.casino.card.addon"))
    if move.seconds:
        time = minutes_text(move.seconds)
        found.append(line("kiosk.casino.card.penalty", time=time))
    if move.rounds:
        found.append(line("kiosk.casino.card.penalty_rounds", count=move.rounds))
    return tuple(found)


def shares(brush: Brush, view_shares: tuple[str, ...]) -> str:
    """`50 · 30 · 20 %`."""
    told = " · ".join(share.replace(".", decimal(brush)) for share in view_shares[:6])
    return f"{told}{' …' if len(view_shares) > 6 else ''} %"


def decimal(brush: Brush) -> str:
    """The decimal sign of the frame's language."""
    return brush.texts.text("kiosk.format.decimal")


def criterion(brush: Brush, name: str) -> str:
    """A criterion by its text; one that a structure has invented by its own name."""
    key = f"kiosk.casino.criterion.{name}"
    return brush.texts.text(key) if brush.texts.has(key) else name.replace("_", " ")


def formula(brush: Brush, terms: tuple[tuple[str, str], ...]) -> str:
    """RAY-SLOT-5: `10 × wins + reservations left`."""
    told = []
    for name, weight in terms:
        if weight == "0":
            continue
        what = criterion(brush, name)
        if weight == "1":
            told.append(what)
            continue
        told.append(f"{number(brush, weight)} × {what}")
    return " + ".join(told).replace("+ −", "− ")


def number(brush: Brush, text: str) -> str:
    """A number of the rules (`-1250.5`) as the language writes it."""
    whole, _, rest = text.partition(".")
    written = brush.texts.number(int(whole))
    if whole.startswith("-") and not written.startswith("−"):
        written = f"−{written}"
    return f"{written}{decimal(brush)}{rest}" if rest else written


def thousandths(brush: Brush, value: int) -> str:
    """A reading."""
    whole, rest = divmod(abs(value), 1000)
    text = f"{whole}.{rest:03}".rstrip("0").rstrip(".") if rest else str(whole)
    return number(brush, f"-{text}" if value < 0 else text)


def round_name(view: CasinoView) -> Line | None:
    """RAY-SLOT-3: which part this is."""
    if view.parts < 2:
        return None
    return line("kiosk.casino.part", part=str(view.part), of=str(view.parts))
