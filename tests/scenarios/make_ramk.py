"""Plays a whole Matador evening by itself and writes it down, with what must come out of it.

    .venv/bin/python -m tests.scenarios.make_ramk

writes `ramk-whole-evening.jsonl` and `ramk-whole-evening.expected.json`. The player in here keeps
books of its own (`ramk_estate.py`: cash, deeds, houses, jail, pot, loans) and knows nothing of
`rules/`: so every movement of money and everybody's wealth are worked out twice.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.scenarios.ramk_estate import Estate, notes

HERE = Path(__file__).parent
NAMES = ("Ada", "Bo", "Cai", "Dan", "Eva", "Fin")
POINTS = (20, 14, 10, 7, 5, 4)
CHANCE, JAIL, PARKING, GO_TO_JAIL = (3, 8, 18, 23, 34, 37), 11, 21, 31
LENGTH = 7200


class Evening(Estate):
    """Turns, dice, and what goes wrong at a table."""

    def play(self) -> None:
        """From the first roll until the last round is over."""
        self.began = self.say("start", 20)
        self.told.append((self.began, "start"))
        turn = 0
        while len(self.seats) > 1:
            seat = self.seats[turn % len(self.seats)]
            if self.dice and seat == self.first and self.passed >= self.began + LENGTH:
                self.told.append((self.passed, "dice-closed"))
                break
            following = self.seats[(turn + 1) % len(self.seats)]
            self.turn(seat)
            if self.first not in self.seats:
                self.first = following
            turn = self.seats.index(following)

    def turn(self, seat: int) -> None:
        """What is done before the dice, then dice until no double is left, or jail."""
        self.upkeep(seat)
        self.slips(seat)
        if seat in self.jailed and not self.leaves(seat):
            return
        for doubles in range(1, 4):
            dice, note = self.throw(), None
            by = seat
            if self.called and self.chance(0.6):  # too slow: another rolls for him
                self.t = max(self.t, self.called + 121)
                by = self.luck.choice([other for other in self.seats if other != seat])
                note = f"by-{by}"
            double = dice[0] == dice[1]
            note = "jail" if double and doubles == 3 else note
            self.roll(seat, by, dice, doubles if double else 0, note)
            if double and doubles == 3:
                self.time_out_over()
                self.at[seat], self.jailed[seat] = JAIL, 0
                return
            self.say("moved", 3, seat=seat)
            self.time_out_over()
            self.move(seat, sum(dice), double)
            if not double or seat in self.jailed or seat not in self.seats:
                return

    def throw(self) -> tuple[int, int]:
        return self.luck.randint(1, 6), self.luck.randint(1, 6)

    def roll(
        self, seat: int, by: int, dice: tuple[int, int], doubles: int, note: str | None
    ) -> float:
        """Dice fall."""
        at = self.say("roll", 12, seat=by, dice=list(dice))
        line = {"t": at, "seat": seat, "dice": list(dice), "doubles": doubles, "note": note}
        self.dice.append(line)
        self.rolled.append(seat)
        if not doubles or note in ("jail", "jail-double"):
            self.passed = at
        return at

    def leaves(self, seat: int) -> bool:
        """In jail: a card, 1,000, or a double; False when the turn is over with that."""
        if seat in self.kings:
            self.say("jail_out", seat=seat, how="card")
            self.kings.remove(seat)
            del self.jailed[seat]
            return True
        if self.jailed[seat] == 3 or self.chance(0.3):
            if self.jailed[seat] == 3 and self.chance(0.3):
                self.say("roll", refused="RAMK-6.1", seat=seat, dice=[2, 3])
            self.raise_cash(seat, 1000)
            if self.cash[seat] < 1000 and self.owner.get("J1") != seat:
                self.bankrupt(seat, self.owner.get("J1", "bank"))
                return False
            self.to_jail(self.say("jail_out", seat=seat, how="pay"), seat, 1000, "RAMK-6.1")
            del self.jailed[seat]
            return True
        dice = self.throw()
        self.jailed[seat] += 1
        double, last = dice[0] == dice[1], self.jailed[seat] == 3
        note = "jail-double" if double else "jail-third" if last else "jail-try"
        at = self.roll(seat, seat, dice, int(double), note)
        if double:
            del self.jailed[seat]
            self.say("moved", 3, seat=seat)
            self.time_out_over()
            self.move(seat, sum(dice), False)
        elif not last:
            self.jailed[seat] -= 1
            self.to_jail(at, seat, 500, "RAMK-6.3")
            self.jailed[seat] += 1
        self.time_out_over()
        return False

    def time_out_over(self) -> None:
        """The clock of two minutes has stopped; what it told until now."""
        if self.called:
            until = self.lines[-1]["t"]
            marks = ((90, "timeout-30"), (110, "timeout-10"), (120, "timeout-end"))
            due = [(round(self.called + after, 3), word) for after, word in marks]
            self.told += [(at, word) for at, word in due if at <= until]
            self.called = 0.0

    def slips(self, seat: int) -> None:
        """A roll out of turn, an accusation, a claim too late, a time-out."""
        others = [other for other in self.seats if other != seat]
        if self.chance(0.02):
            wrong, dice = self.luck.choice(others), [*self.throw()]
            at = self.say("roll", seat=wrong, dice=dice)
            line = {"t": at, "seat": wrong, "dice": dice, "doubles": 0, "note": "early"}
            self.dice.append(line)
            self.money(at, wrong, "pot", 1000, "RAMK-4.3")
            self.money(at, seat, "pot", 1000, "RAMK-4.3")
        if self.chance(0.03):
            self.accuse(seat, self.luck.choice(others))
        lander = next((one for one in reversed(self.rolled) if one in self.seats), seat)
        after = len(self.rolled) - 1 - self.rolled[::-1].index(lander) if self.rolled else 0
        followers = set(self.rolled[after + 1 :])
        if self.chance(0.05) and lander != seat and not followers and len(self.seats) > 2:
            self.say("claim", seat=seat, **{"from": lander})
        if self.chance(0.05) and len(self.seats) > 3 and len(self.dice) > 20:
            old = self.seats[self.seats.index(seat) - 3]
            gone = set(self.rolled[len(self.rolled) - self.rolled[::-1].index(old) :])
            if len(gone) >= 2 and old != seat:
                self.say("claim", refused="RAMK-9.22", seat=seat, **{"from": old})
        if self.chance(0.03):
            self.called = self.say("timeout", 30, seat=self.luck.choice(others))

    def accuse(self, by: int, on: int) -> None:
        """Everybody but the accused votes, who is bankrupt too."""
        self.say("accuse", 3, seat=by, accused=on)
        voters = [seat for seat in range(1, 7) if seat != on]
        voices = {seat: self.luck.choice(("yes", "yes", "no")) for seat in voters}
        for seat, choice in voices.items():
            at = self.say("vote", 2, seat=seat, choice=choice)
        yes = list(voices.values()).count("yes")
        guilty = yes > len(voters) / 2
        self.votes.append({"t": at, "by": by, "on": on, "yes": yes, "passed": guilty})
        rule = "RAMK-4.1" if guilty else "RAMK-4.2"
        self.money(at, on if guilty else by, "pot", 1000 if guilty else 500, rule)

    def move(self, seat: int, pips: int, double: bool) -> None:
        """Go on and do what the field says."""
        field = self.at[seat] + pips
        if field > 40:
            self.start_money(seat)
        field = self.at[seat] = (field - 1) % 40 + 1
        deed = self.by_field.get(field)
        if field == GO_TO_JAIL:
            self.caught(seat, double)
        elif field == PARKING:
            self.parking(seat)
        elif field in CHANCE:
            self.card(seat)
        elif deed is not None:
            self.land(seat, deed, pips)

    def start_money(self, seat: int) -> None:
        """6,000; with homes 4,000; all on the blue ones 5,000; then the bank wants its share."""
        at = self.say("pass_start", seat=seat)
        homes = {code[0] for code, many in self.houses.items() if many and self.owner[code] == seat}
        amount = 6000 if not homes else 5000 if homes == {"A"} else 4000
        self.money(at, "bank", seat, amount, "RAMK-9.2")
        if seat in self.loans:
            borrowed, balance = self.loans[seat]
            tens = borrowed // 10_000
            part = min(notes(borrowed * 5 * tens // 100), balance)
            self.money(at, seat, "bank", notes(balance * 10 * tens // 100), "RAMK-9.27b")
            self.money(at, seat, "bank", part, "RAMK-9.27b")
            self.loans[seat][1] -= part
            if self.loans[seat][1] == 0:
                del self.loans[seat]

    def caught(self, seat: int, double: bool) -> None:
        """Jail, or 2,000 and 2,000 instead."""
        at = self.say("jail", seat=seat)
        if self.cash[seat] > 12_000 and self.chance(0.4):
            at = self.say("stay", seat=seat)
            self.money(at, seat, "pot", 2000, "RAMK-6.5")
            self.to_jail(at, seat, 2000, "RAMK-6.5")
            return
        self.at[seat], self.jailed[seat] = JAIL, 0
        if double:
            self.passed = at

    def parking(self, seat: int) -> None:
        """Under 30,000 he gets it all; else the others under 30,000 share more than 10,000."""
        wealth = {str(one): self.wealth(one) for one in self.seats}
        at = self.say("land_pot", seat=seat, wealth=wealth)
        under = [one for one in self.seats if self.wealth(one) < 30_000]
        if seat in under:
            self.money(at, "pot", seat, self.pot, "RAMK-5.1a")
        elif under and self.wealth(seat) > 30_000 and self.pot > 10_000:
            part = notes(self.pot // len(under))
            for one in under:
                self.money(at, "pot", one, part, "RAMK-5.1b")

    def card(self, seat: int) -> None:
        """A few cards are enough; one that says 200 means 500."""
        drawn = self.luck.choice(("200", "king", "oil prices", "property taxes", "dividend"))
        at = self.say("card", seat=seat, what=drawn)
        if drawn == "king":
            self.kings.append(seat)
        elif drawn == "200":
            self.say("owe", refused="RAMK-7.4", seat=seat, to="pot", amount=200)
            if self.affords(seat, 500, "bank"):
                at = self.say("owe", seat=seat, to="pot", amount=500)
                self.money(at, seat, "pot", 500, "RAMK-9.9")
        elif drawn != "dividend":
            for one in self.seats:
                prices = (self.houses[c] * self.deeds[c]["house"] for c in self.mine(one, built=1))
                tax = notes(sum(prices) * (10 if drawn == "oil prices" else 20) // 100)
                self.money(at, one, "pot", tax, "RAMK-7.5")

    def land(self, seat: int, deed: dict[str, Any], pips: int) -> None:
        """Pay, or let it be auctioned."""
        code, owner = deed["code"], self.owner.get(deed["code"])
        if owner is None:
            if deed["kind"] == "tax":
                if not self.affords(seat, deed["rents"][0], "bank"):
                    return
                at = self.say("owe", seat=seat, to="bank", amount=deed["rents"][0], what=code)
                self.money(at, seat, "bank", deed["rents"][0], "RAMK-9.25")
            self.auction(seat, deed, deed["price"], None)
        elif owner != seat and code in self.mortgaged:
            self.auction(seat, deed, deed["mortgage"], owner)
        elif owner != seat and deed["kind"] != "jail":
            amount = self.rent(owner, deed, pips)
            if self.affords(seat, amount, owner):
                if self.chance(0.3) and len(self.seats) > 2:
                    self.say("claim", seat=owner, **{"from": seat})
                at = self.say("owe", seat=seat, to=owner, amount=amount, what=deed["name"])
                self.money(at, seat, owner, self.income(owner, amount), "RAMK-9.22")

    def close(self) -> list[dict[str, Any]]:
        """Count, sign, confirm; what each seat must have."""
        over = round(self.t, 3)
        for seat in self.seats:
            deeds = []
            for code in self.mine(seat):
                deed: dict[str, Any] = {"name": self.deeds[code]["name"]}
                deed |= {"mortgaged": True} if code in self.mortgaged else {}
                deed |= {"houses": self.houses[code]} if self.houses.get(code) else {}
                deeds.append(deed)
            self.say("count", 60, seat=seat, cash=self.cash[seat], deeds=deeds)
        for seat in range(1, 7):
            self.say("sign", 8, seat=seat)
        self.say("confirm")
        marks = ((LENGTH - 900, "left-15"), (LENGTH - 300, "left-5"), (LENGTH, "last-round"))
        self.told += [(round(self.began + after, 3), word) for after, word in marks]
        self.told.append((over, "end"))
        leavers = sorted(self.out, key=lambda seat: -self.out[seat])
        order = [*sorted(self.seats, key=lambda seat: -self.wealth(seat)), *leavers]
        return [
            {
                "seat": seat,
                "place": order.index(seat) + 1,
                "points": POINTS[order.index(seat)],
                "bankrupt": seat in self.out,
                "wealth": 0 if seat in self.out else self.wealth(seat),
                "loan": self.loans.get(seat, [0, 0])[1],
            }
            for seat in range(1, 7)
        ]


def write(seed: int) -> None:
    """Play the evening of this seed and write both files."""
    game = Evening(seed)
    game.play()
    seats = game.close()
    opening = {
        "edition": "ramk-2017",
        "season": "2017-18",
        "round": "R5",
        "game": "R5-T1",
        "table": "T1",
        "officials": {"keeper": "Hal"},
        "options": {"loan_evening": True, "playing_time": LENGTH},
        "seats": [{"seat": n, "player": name, "name": name} for n, name in enumerate(NAMES, 1)],
    }
    lines = [{"open": opening}, *game.lines]
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    (HERE / "ramk-whole-evening.jsonl").write_text(text, encoding="utf-8")
    told = sorted(game.told, key=lambda one: one[0])
    expected = {
        "status": "final",
        "started_t": game.began,
        "end_reason": "time",
        "announcements": [{"t": at, "id": word} for at, word in told],
        "seats": seats,
        "pot": game.pot,
        "dice": game.dice,
        "entries": game.entries,
        "auctions": game.auctions,
        "votes": game.votes,
        "refused": [{"rule": rule} for rule in game.refused],
    }
    body = ",\n".join(f'"{key}": {listed(value)}' for key, value in expected.items())
    (HERE / "ramk-whole-evening.expected.json").write_text(f"{{\n{body}\n}}\n", encoding="utf-8")


def listed(value: Any) -> str:
    """A line for each of a list."""
    if not isinstance(value, list):
        return json.dumps(value)
    lines = (json.dumps(one, ensure_ascii=False) for one in value)
    return "[\n " + ",\n ".join(lines) + "\n]"


if __name__ == "__main__":
    write(seed=268)
