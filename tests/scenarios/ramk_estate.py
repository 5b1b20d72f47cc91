"""The books of `make_ramk.py`: who has what, what everything costs; without `rules/`."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path
from typing import Any

EDITION = Path(__file__).parents[2] / "rules" / "editions" / "ramk-2017.toml"
START = 1


def notes(amount: int) -> int:
    """Down to whole notes of 50."""
    return amount // 50 * 50


class Estate:
    """Money, deeds, houses, jail and pot of an evening, and the lines written so far."""

    def __init__(self, seed: int) -> None:
        self.luck = random.Random(seed)
        found = tomllib.loads(EDITION.read_text(encoding="utf-8"))["board"]["deeds"]["value"]
        self.by_field = {deed["field"]: deed for deed in found}
        self.deeds = {deed["code"]: deed for deed in found}
        self.t, self.began = 40.0, 0.0
        self.seats = list(range(1, 7))
        self.cash = dict.fromkeys(self.seats, 30_000)
        self.at = dict.fromkeys(self.seats, START)
        self.jailed: dict[int, int] = {}
        self.owner: dict[str, int] = {}
        self.mortgaged: set[str] = set()
        self.houses: dict[str, int] = {}
        self.kings: list[int] = []
        self.loans: dict[int, list[int]] = {}
        self.pot = 0
        self.first, self.passed = 1, 0.0
        self.rolled: list[int] = []
        self.called = 0.0
        self.lines: list[dict[str, Any]] = []
        self.entries: list[dict[str, Any]] = []
        self.dice: list[dict[str, Any]] = []
        self.votes: list[dict[str, Any]] = []
        self.auctions: list[dict[str, Any]] = []
        self.told: list[tuple[float, str]] = []
        self.refused: list[str] = []
        self.out: dict[int, float] = {}

    def say(self, do: str, pause: float = 2.0, refused: str = "", **fields: Any) -> float:
        """Write a line; time passes. When it was said."""
        said = round(self.t, 3)
        self.lines.append({"t": said, "do": do, **fields})
        if refused:
            self.refused.append(refused)
        self.t = said + round(pause * self.luck.uniform(0.5, 1.5), 3)
        return said

    def money(self, at: float, payer: int | str, to: int | str, amount: int, rule: str) -> None:
        """A movement of money, as it must stand in the summary."""
        if not amount:
            return
        for who, sign in ((payer, -1), (to, 1)):
            if isinstance(who, int):
                self.cash[who] += sign * amount
            elif who == "pot":
                self.pot += sign * amount
        self.entries.append({"t": at, "from": payer, "to": to, "amount": amount, "rule": rule})

    def chance(self, of: float) -> bool:
        return self.luck.random() < of

    def income(self, owner: int, amount: int) -> int:
        """What a prisoner earns: all, half, nothing."""
        tries = self.jailed.get(owner)
        return amount if not tries else notes(amount // 2) if tries == 1 else 0

    def to_jail(self, at: float, seat: int, amount: int, rule: str) -> None:
        """The jail's owner gets it; nobody owns it: the pot."""
        owner = self.owner.get("J1")
        if owner is None:
            self.money(at, seat, "pot", amount, rule)
        elif owner != seat:
            self.money(at, seat, owner, self.income(owner, amount), rule)

    def mine(self, seat: int, built: int = 0) -> list[str]:
        """What a seat owns; with `built`, where houses stand."""
        return [
            code
            for code, who in self.owner.items()
            if who == seat and self.houses.get(code, 0) >= built
        ]

    def wealth(self, seat: int) -> int:
        """Everything mortgaged and sold to the bank, less the loan."""
        total = self.cash[seat] - self.loans.get(seat, [0, 0])[1]
        for code in self.mine(seat):
            deed = self.deeds[code]
            if deed["kind"] in ("jail", "tax"):
                total += deed["price"] // 2
            else:
                total += 0 if code in self.mortgaged else deed["mortgage"]
                total += (
                    deed["mortgage"] // 2 + self.houses.get(code, 0) * deed.get("house", 0) // 2
                )
        return int(total)

    def raise_cash(self, seat: int, amount: int) -> None:
        """Houses back to the bank, then mortgages, until there is enough."""
        for code in self.mine(seat):
            deed = self.deeds[code]
            if self.cash[seat] >= amount:
                return
            if self.houses.get(code):
                at = self.say("demolish", seat=seat, what=code, houses=self.houses[code])
                back = self.houses.pop(code) * deed["house"] // 2
                self.money(at, "bank", seat, back, "RAMK-8.1")
            if self.cash[seat] < amount and deed["mortgage"] and code not in self.mortgaged:
                at = self.say("mortgage", seat=seat, what=deed["name"])
                self.money(at, "bank", seat, deed["mortgage"], "RAMK-1.1")
                self.mortgaged.add(code)

    def affords(self, seat: int, amount: int, to: int | str) -> bool:
        """Whether he can pay that; if not, he is bankrupt."""
        self.raise_cash(seat, amount)
        if self.cash[seat] < amount:
            self.bankrupt(seat, to)
        return self.cash[seat] >= amount and seat in self.seats

    def bankrupt(self, seat: int, to: int | str) -> None:
        """All is the bank's again; its money and the King's cards are the creditor's."""
        left = self.wealth(seat) + self.loans.pop(seat, [0, 0])[1]
        at = self.say("bankrupt", seat=seat, to=to)
        self.out[seat] = at
        if len(self.lines) > 1 and self.rolled[-1] == seat and self.dice[-1]["doubles"]:
            self.passed = at
        if isinstance(to, int):
            self.cash[to] += left
            self.kings = [to if one == seat else one for one in self.kings]
        self.kings = [one for one in self.kings if one != seat]
        for code in self.mine(seat):
            del self.owner[code]
            self.houses.pop(code, None)
            self.mortgaged.discard(code)
        self.seats.remove(seat)
        self.jailed.pop(seat, None)

    def rent(self, owner: int, deed: dict[str, Any], pips: int) -> int:
        """By the deed and what is held besides; what is mortgaged does not count."""
        free = [c for c in self.mine(owner) if c[0] == deed["code"][0] and c not in self.mortgaged]
        if deed["kind"] == "lot":
            return int(deed["rents"][self.houses.get(deed["code"], 0)])
        amount = int(deed["rents"][len(free) - 1])
        return amount * pips if deed["kind"] == "brewery" else amount

    def auction(self, seat: int, deed: dict[str, Any], least: int, owner: int | None) -> None:
        """The others bid; of the bank's the lander may take it for 80 per cent."""
        at = self.say("auction", 6, seat=seat, what=deed["name"])
        bids: list[tuple[int, int]] = []
        price = least
        for bidder in self.luck.sample(self.seats, min(4, len(self.seats))):
            barred = bidder == owner or (owner is None and bidder == seat)
            if barred and self.chance(0.05):
                rule = "RAMK-9.8" if owner is None else "RAMK-9.12"
                self.say("bid", refused=rule, seat=bidder, amount=price)
            if not barred and self.cash[bidder] - price > 4000 and self.chance(0.6):
                self.say("bid", seat=bidder, amount=price)
                bids.append((bidder, price))
                price += self.luck.choice((50, 200, 450))
        cheap = notes((bids[-1][1] if bids else least) * 80 // 100)
        taken = owner is None and self.cash[seat] - cheap > 3000 and self.chance(0.8)
        end = self.say("take", seat=seat) if taken else self.say("sold")
        winner, paid = (seat, cheap) if taken else bids[-1] if bids else (None, None)
        result = {"t": at, "min": least, "winner": winner, "price": paid, "taken": taken}
        self.auctions.append({**result, "what": deed["name"]})
        if winner is None or paid is None:
            return
        if owner is None:
            self.money(end, winner, "bank", paid, "RAMK-9.8")
        else:
            half = notes(paid // 2)
            self.money(end, winner, owner, half, "RAMK-9.12")
            self.money(end, winner, "pot", paid - half, "RAMK-9.12")
        self.owner[deed["code"]] = winner

    def upkeep(self, seat: int) -> None:
        """Before the dice: borrow, pay back, lift a mortgage, trade, build two houses."""
        if len(self.dice) < 30:
            return
        worth = self.wealth(seat)
        if self.cash[seat] < 3000 and seat not in self.loans and worth >= 10_000:
            much = worth // 10_000 * 10_000 + 10_000
            self.say("loan", refused="RAMK-9.27a", seat=seat, amount=much, wealth=worth)
            at = self.say("loan", seat=seat, amount=10_000, wealth=worth)
            self.money(at, "bank", seat, 10_000, "RAMK-9.27a")
            self.loans[seat] = [10_000, 10_000]
        elif seat in self.loans and self.cash[seat] > 30_000:
            borrowed, balance = self.loans.pop(seat)
            interest = notes(balance * borrowed // 100_000)
            at = self.say("redeem", seat=seat)
            self.money(at, seat, "bank", balance + interest, "RAMK-9.27c")
        for code in [c for c in self.mine(seat) if c in self.mortgaged]:
            cost = self.deeds[code]["mortgage"] * 3 // 2
            if self.cash[seat] > cost + 8000:
                at = self.say("unmortgage", seat=seat, what=code)
                self.money(at, seat, "bank", cost, "RAMK-9.7")
                self.mortgaged.remove(code)
        self.trade(seat)
        if seat not in self.jailed:
            self.build(seat)

    def trade(self, seat: int) -> None:
        """Buy what a series lacks from somebody else, for more than it is worth."""
        for code, who in list(self.owner.items()):
            group = [c for c in self.deeds if c[0] == code[0]]
            price = self.deeds[code]["price"] + 1000
            mine = [c for c in group if self.owner.get(c) == seat]
            bare = not any(self.houses.get(c) for c in group) and code not in self.mortgaged
            if who != seat and mine and bare and self.cash[seat] > price + 4000:
                what = self.deeds[code]["name"]
                self.say("offer", 3, seat=who, to=seat, what=f"{what} for {price}")
                self.say("accept", 3, seat=seat, **{"from": who})
                at = self.say("trade", 8, seat=who, to=seat, gives=[what], gets=price)
                self.money(at, seat, who, price, "RAMK-9.11")
                self.owner[code] = seat
                return

    def build(self, seat: int) -> None:
        """Evenly, two a turn, while the bank has what is needed; the third is refused."""
        built = 0
        for code in self.mine(seat) * 2:
            group = [c for c in self.deeds if c[0] == code[0]]
            deed, have = self.deeds[code], self.houses.get(code, 0)
            whole = all(self.owner.get(c) == seat and c not in self.mortgaged for c in group)
            if deed["kind"] != "lot" or not whole or have == 5:
                continue
            standing = sum(many for many in self.houses.values() if many < 5)
            lowest = min(self.houses.get(c, 0) for c in group)
            if have > lowest or standing >= 32 or self.cash[seat] < deed["house"] + 6000:
                continue
            if built == 2:
                self.say("build", refused="RAMK-9.3", seat=seat, what=code, houses=1)
                return
            at = self.say("build", 3, seat=seat, what=code, houses=1)
            self.money(at, seat, "bank", deed["house"], "RAMK-9.14")
            self.houses[code] = have + 1
            built += 1
