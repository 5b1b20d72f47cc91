"""Plays a whole championship game by itself and writes it down, with what must come out of it.

    .venv/bin/python tests/scenarios/make_hun.py

writes `hun-whole-game.jsonl` and `hun-whole-game.expected.json`. The player in here keeps
books of its own (cash, deeds, houses, where the pieces stand) and knows nothing of `rules/`: so
the wealth in the expectation is worked out twice, and the two must agree.
"""

from __future__ import annotations

import json
import random
import tomllib
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
EDITION = HERE.parents[1] / "rules" / "editions" / "hun-2009.toml"
NAMES = ("Bakos Réka", "Nagy Péter", "Kovács Anna", "Szentgyörgyi Gy.", "Őri Balázs", "Tóth Zsófia")
JAIL, GO_TO_JAIL = 10, 30
TAXES = {4: 200, 38: 100}
CARDS = (2, 7, 17, 22, 33, 36)
CLOSING = ("count", "sign", "confirm", "incident", "wait")


class Game:
    """One evening: who has what, and the lines written so far."""

    def __init__(self, seed: int) -> None:
        self.luck = random.Random(seed)
        found = tomllib.loads(EDITION.read_text(encoding="utf-8"))["board"]["deeds"]["value"]
        self.board = {deed["field"]: deed for deed in found}
        self.by_code = {deed["code"]: deed for deed in found}
        self.t = 42.5
        self.end = 10_000.0
        self.seats = [1, 2, 3, 4, 5, 6]
        self.cash = dict.fromkeys(self.seats, 1500)
        self.at = dict.fromkeys(self.seats, 0)
        self.jailed: dict[int, int] = {}
        self.owner: dict[str, int] = {}
        self.mortgaged: set[str] = set()
        self.houses: dict[str, int] = {}
        self.lines: list[dict[str, Any]] = []
        self.throws: list[list[int]] = []
        self.refused: list[str] = []
        self.out: dict[int, float] = {}
        self.lander = 0

    def say(self, do: str, pause: float = 2.0, refused: str = "", **fields: Any) -> bool:
        """Write a line; time passes. False if it comes too late to count."""
        self.t = round(self.t, 3)
        self.lines.append({"t": self.t, "do": do, **fields})
        late = self.over() and do not in CLOSING
        if late or refused:
            self.refused.append("HUN-4.1" if late else refused)
        self.t += round(pause * self.luck.uniform(0.5, 1.5), 3)
        return not late

    def over(self) -> bool:
        """Whether the ninety minutes are done."""
        return round(self.t, 3) >= self.end

    def play(self) -> None:
        """From the first roll to the last minute."""
        self.say("start")
        self.end = round(self.t, 3) + 5400
        turn = 0
        while not self.over() and len(self.seats) > 1:
            seat = self.seats[turn % len(self.seats)]
            before = len(self.seats)
            self.turn(seat)
            turn = turn % before + (seat in self.seats)
        self.t = max(self.t, self.end) + 30

    def turn(self, seat: int) -> None:
        """Roll until no double is left, or jail."""
        self.upkeep(seat)
        for doubles in range(1, 4):
            if self.over() or seat not in self.seats:
                return
            dice = (self.luck.randint(1, 6), self.luck.randint(1, 6))
            double = dice[0] == dice[1]
            if seat in self.jailed and self.luck.random() < 0.3 and self.cash[seat] > 400:
                if not self.say("jail_out", seat=seat, how="pay"):
                    return
                self.cash[seat] -= 50
                del self.jailed[seat]
            if not self.roll(seat, dice):
                return
            self.claim_too_late(seat)
            if seat in self.jailed:
                self.prison(seat, dice, double)
                return
            if double and doubles == 3:
                self.at[seat], self.jailed[seat] = JAIL, 0
                return
            self.move(seat, sum(dice))
            if not double or seat in self.jailed:
                return

    def claim_too_late(self, seat: int) -> None:
        """Somebody remembers his rent when the next player has rolled."""
        lander, self.lander = self.lander, seat
        owners = [other for other in self.seats if other not in (lander, seat)]
        if lander in self.seats and lander != seat and owners and self.luck.random() < 0.03:
            owner = self.luck.choice(owners)
            self.say("claim", refused="HUN-G-RENT-CLAIM", seat=owner, **{"from": lander})

    def roll(self, seat: int, dice: tuple[int, int]) -> bool:
        """Throw, now and then with the values typed later; False when time has run out."""
        thrown = self.luck.random() < 0.15
        if thrown and not self.say("thrown", 1.5, seat=seat):
            return False
        if thrown or not self.over():
            self.throws.append([seat, *dice])
        late = self.over()
        self.say("roll", 14, seat=seat, dice=list(dice))
        if late and thrown:
            self.refused.pop()  # dice that fell in time count, and the game is over
        return not late

    def prison(self, seat: int, dice: tuple[int, int], double: bool) -> None:
        """A try in jail."""
        self.jailed[seat] += 1
        if not double and self.jailed[seat] < 3:
            return
        if not double:
            self.cash[seat] -= 50
        del self.jailed[seat]
        self.move(seat, sum(dice))

    def move(self, seat: int, pips: int) -> None:
        """Go on and do what the field says."""
        field = self.at[seat] + pips
        if field >= 40:
            self.cash[seat] += 200
        field = self.at[seat] = field % 40
        if field == GO_TO_JAIL:
            self.say("jail", seat=seat)
            self.at[seat], self.jailed[seat] = JAIL, 0
        elif field in TAXES:
            self.pay(seat, TAXES[field], "bank")
        elif field in CARDS:
            self.card(seat)
        elif field in self.board:
            self.land(seat, self.board[field], pips)

    def card(self, seat: int) -> None:
        """A few cards are enough."""
        drawn = self.luck.choice((50, 100, -50, -15, 0))
        if not self.say("card", seat=seat, what=f"card {drawn:+d}"):
            return
        if drawn < 0:
            self.pay(seat, -drawn, "bank")
        self.cash[seat] += max(0, drawn)

    def land(self, seat: int, deed: dict[str, Any], pips: int) -> None:
        """Buy, auction or pay."""
        code = deed["code"]
        owner = self.owner.get(code)
        if owner is None and not self.over():
            if self.cash[seat] - deed["price"] > 50 and self.luck.random() < 0.85:
                self.say("buy", 3, seat=seat, what=code)
                self.cash[seat] -= deed["price"]
                self.owner[code] = seat
            else:
                self.auction(seat, deed)
        elif owner is not None and owner != seat and code not in self.mortgaged:
            self.rent(seat, owner, deed, pips)

    def auction(self, seat: int, deed: dict[str, Any]) -> None:
        """Two or three bids; once in a while the winner cannot pay."""
        if not self.say("auction", seat=seat, what=deed["name"], value=deed["price"]):
            return
        bids: list[tuple[int, int]] = []
        price = 10
        for bidder in self.luck.sample(self.seats, min(3, len(self.seats))):
            if self.cash[bidder] > price + 60 and self.say("bid", seat=bidder, amount=price):
                bids.append((bidder, price))
                price += self.luck.choice((10, 20, 35))
        if not bids:
            self.say("sold")
            return
        poor = self.luck.choice(self.seats)
        if poor not in [bidder for bidder, _ in bids] and self.luck.random() < 0.2:
            self.say("bid", seat=poor, amount=price + 500)
            if not (self.say("sold") and self.say("cannot_pay", seat=poor)):
                return
        elif not self.say("sold"):
            return
        winner, price = bids[-1]
        self.cash[winner] -= price
        self.owner[deed["code"]] = winner

    def rent(self, seat: int, owner: int, deed: dict[str, Any], pips: int) -> None:
        """The owner claims in time, or forgets, or claims too late."""
        mine = [code for code, who in self.owner.items() if who == owner]
        kind = [c for c in mine if c[0] == deed["code"][0] and c not in self.mortgaged]
        if deed["kind"] == "lot":
            amount = deed["rents"][self.houses.get(deed["code"], 0)]
        else:
            amount = deed["rents"][len(kind) - 1] * (pips if deed["kind"] == "utility" else 1)
        if self.luck.random() < 0.08:
            return  # forgotten
        if not self.say("claim", 4, seat=owner, **{"from": seat}):
            return
        if self.luck.random() < 0.3:
            self.say("owe", 1, seat=seat, to=owner, amount=amount)
        self.pay(seat, amount, owner)

    def pay(self, seat: int, amount: int, to: int | str) -> None:
        """Pay, if need be with houses and mortgages, or go bankrupt."""
        for code in [c for c, who in self.owner.items() if who == seat]:
            if self.cash[seat] >= amount or self.over():
                break
            deed = self.by_code[code]
            if self.houses.get(code):
                self.say("demolish", seat=seat, what=code, houses=self.houses[code])
                self.cash[seat] += self.houses.pop(code) * deed["house"] // 2
            if self.cash[seat] < amount and code not in self.mortgaged and not self.over():
                self.say("mortgage", seat=seat, what=code)
                self.cash[seat] += deed["mortgage"]
                self.mortgaged.add(code)
        if self.over():
            return  # unpaid at 90:00 stays unpaid
        if self.cash[seat] >= amount:
            self.cash[seat] -= amount
            if isinstance(to, int):
                self.cash[to] += amount
            return
        self.bankrupt(seat, to)

    def bankrupt(self, seat: int, to: int | str) -> None:
        """Everything to the creditor, or to the bank, which does not auction in this game."""
        self.out[seat] = round(self.t, 3)
        self.say("bankrupt", seat=seat, to=to)
        self.seats.remove(seat)
        self.jailed.pop(seat, None)
        for code in [code for code, who in self.owner.items() if who == seat]:
            if isinstance(to, int):
                self.owner[code] = to
                if code in self.mortgaged:
                    self.cash[to] -= -(-self.by_code[code]["mortgage"] // 10)
            else:
                del self.owner[code]
                self.mortgaged.discard(code)
        if isinstance(to, int):
            self.cash[to] += self.cash[seat]

    def upkeep(self, seat: int) -> None:
        """Before the roll: trade towards a group, redeem, build; sometimes a slip."""
        if self.over() or len(self.lines) < 60:
            return
        if self.luck.random() < 0.03:
            wrong = next(other for other in self.seats if other != seat)
            self.say("roll", refused="HUN-G-DICE", seat=wrong, dice=[1, 2])
        if self.over():
            return
        if self.luck.random() < 0.12:
            self.trade(seat)
        mine = [code for code, who in self.owner.items() if who == seat]
        for code in [c for c in mine if c in self.mortgaged]:
            cost = -(-self.by_code[code]["mortgage"] * 11 // 10)
            if self.cash[seat] > cost + 400 and not self.over():
                self.say("unmortgage", seat=seat, what=code)
                self.cash[seat] -= cost
                self.mortgaged.remove(code)
        self.build(seat, mine)

    def trade(self, seat: int) -> None:
        """Buy a lot of one's own group from somebody else."""
        for code, who in list(self.owner.items()):
            group = [c for c in self.by_code if c[0] == code[0]]
            mine = [c for c in group if self.owner.get(c) == seat]
            price = self.by_code[code]["price"] + 60
            whole = not any(self.houses.get(c) for c in group)
            if who != seat and mine and whole and self.cash[seat] > price + 150:
                if self.over():
                    return
                if code in self.mortgaged:
                    price -= self.by_code[code]["mortgage"]
                    self.cash[seat] -= -(-self.by_code[code]["mortgage"] // 10)
                self.say("trade", 8, seat=seat, to=who, gives=[price], gets=[code])
                self.cash[seat] -= price
                self.cash[who] += price
                self.owner[code] = seat
                return

    def build(self, seat: int, mine: list[str]) -> None:
        """Evenly, up to a hotel, while the bank has what is needed."""
        for code in mine:
            group = [c for c in self.by_code if c[0] == code[0]]
            deed = self.by_code[code]
            if "house" not in deed or any(self.owner.get(c) != seat for c in group):
                continue
            if any(c in self.mortgaged for c in group) or self.cash[seat] < deed["house"] + 300:
                continue
            have = self.houses.get(code, 0)
            lowest = min(self.houses.get(c, 0) for c in group)
            standing = sum(n for n in self.houses.values() if n < 5)
            if have > lowest or have == 5 or (have < 4 and standing >= 32) or self.over():
                continue
            self.say("build", 3, seat=seat, what=code, houses=1)
            self.houses[code] = have + 1
            self.cash[seat] -= deed["house"]

    def close(self) -> dict[str, dict[str, int]]:
        """Count, sign, confirm; returns what each seat must be worth."""
        worth = {}
        for seat in self.seats:
            mine = [code for code, who in self.owner.items() if who == seat]
            deeds = []
            for code in mine:
                deed: dict[str, Any] = {"name": code}
                if code in self.mortgaged:
                    deed["mortgaged"] = True
                if self.houses.get(code):
                    deed["houses"] = self.houses[code]
                deeds.append(deed)
            self.say("count", 60, seat=seat, cash=self.cash[seat], deeds=deeds)
            built = sum(self.houses.get(c, 0) * self.by_code[c].get("house", 0) for c in mine)
            free = sum(self.by_code[c]["price"] for c in mine if c not in self.mortgaged)
            lent = sum(self.by_code[c]["price"] for c in mine if c in self.mortgaged)
            worth[str(seat)] = {
                "wealth": self.cash[seat] + free + lent // 2 + built,
                "unencumbered": free + built,
            }
        for seat in range(1, 7):
            self.say("sign", 8, seat=seat)
        self.say("confirm")
        return worth


def write(seed: int) -> None:
    """Play the game of this seed and write both files."""
    game = Game(seed)
    game.play()
    worth = game.close()
    opening = {
        "edition": "hun-2009",
        "season": "S1",
        "round": "Q1",
        "game": "Q1-T9",
        "table": "T9",
        "seats": [{"seat": n, "player": f"P{n:02}", "name": NAMES[n - 1]} for n in range(1, 7)],
        "officials": {"banker": "Kiss Éva", "referee": "Dr. Varga"},
    }
    lines = [{"open": opening}, *game.lines]
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    (HERE / "hun-whole-game.jsonl").write_text(text, encoding="utf-8")
    seats = []
    leavers = sorted(game.out, key=lambda seat: -game.out[seat])
    ranked = sorted(game.seats, key=lambda seat: -worth[str(seat)]["wealth"])
    for seat in range(1, 7):
        place = [*ranked, *leavers].index(seat) + 1
        sums = worth.get(str(seat), {"wealth": 0, "unencumbered": 0})
        seats.append({"seat": seat, "place": place, "bankrupt": seat in game.out, **sums})
    expected = {
        "status": "final",
        "started_t": round(game.end - 5400, 3),
        "ended_t": round(game.end, 3),
        "end_reason": "time",
        "seats": seats,
        "dice": [{"seat": seat, "dice": [one, other]} for seat, one, other in game.throws],
        "refused": [{"rule": rule} for rule in game.refused],
    }
    body = json.dumps(expected, ensure_ascii=False, indent=1)
    (HERE / "hun-whole-game.expected.json").write_text(body + "\n", encoding="utf-8")


if __name__ == "__main__":
    write(seed=184)
