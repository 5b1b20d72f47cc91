"""A whole Hungarian championship, run by an organiser's clicks on a phone in real Chromium.

    python -m tests.league.championship [--small] [--pictures FOLDER]

Three qualifier days, then a semi-final of 72 with six reserves, then the final: seats, check-in,
lots and reserves by clicks, the tables' results as sealed records through the API. In its small
size it is a test of the suite.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, expect

from tests.league.clicks import Hand, chromium, command, hand
from tests.league.desks import own_rules, record

__all__ = ["SMALL", "championship", "chromium", "hall"]
SEASON = "H2030"
HALL = "Europe/Budapest"


class Size(NamedTuple):
    """How large a championship is: entrants of each qualifier round, places, reserves, tables."""

    rounds: Sequence[tuple[str, str, str, int]]
    """Name, day, hour, entrants."""
    places: int
    reserves: int
    tables: int


FULL = Size(
    (
        ("Q1A", "2030-05-01", "10:00", 17), ("Q1B", "2030-05-01", "14:00", 17),
        ("Q2A", "2030-05-02", "10:00", 17), ("Q2B", "2030-05-02", "14:00", 17),
        ("Q3A", "2030-05-03", "10:00", 16), ("Q3B", "2030-05-03", "14:00", 16),
    ),
    72, 6, 12,
)  # fmt: skip
SMALL = Size(
    (
        ("Q1A", "2030-05-01", "10:00", 5), ("Q1B", "2030-05-01", "14:00", 5),
        ("Q2", "2030-05-02", "10:00", 5), ("Q3", "2030-05-03", "10:00", 5),
    ),
    10, 2, 2,
)  # fmt: skip


@dataclass
class Hall(Hand):
    """The hall, and what the simulated tables know of everybody's wealth."""

    size: Size = FULL
    cash: dict[str, int] = field(default_factory=dict)

    def here(self, player: str) -> None:
        """A tap on a name at the desk."""
        self.click(self.page.locator(f'button.guest[value="{player}"]'))

    def play(self, round_name: str) -> list[dict[str, Any]]:
        """The tables of a round play what was drawn and send their records."""
        opened = self.openings(round_name)
        for one in opened:
            self.send(record(one, self.cash, rules=self.rules), one["table"])
        return opened


@contextmanager
def hall(
    folder: Path, size: Size, browser: Browser, pictures: Path | None = None
) -> Iterator[Hall]:
    """A league in `folder` before its first day."""
    own = folder / "hu-2030.toml"
    own.write_text(own_rules(size.places, size.reserves), encoding="utf-8")
    languages = ("en", "hu") if pictures else ()
    with hand(
        folder, browser, SEASON, str(own), size.tables, languages=languages, pictures=pictures
    ) as found:
        yield Hall(**vars(found), size=size)


def championship(h: Hall) -> dict[str, Any]:
    """All of it, from signing in to the champion; what came of it."""
    h.sign_in("run", "What waits")
    plan(h)
    people = enter(h)
    # The wealth of everybody is known to the simulated tables: by number, two equal at the cut.
    order = [name for names in people.values() for name in names]
    h.cash = {name: 9000 - 10 * at for at, name in enumerate(order)}
    h.cash[order[h.size.places]] = h.cash[order[h.size.places - 1]]
    for at, (round_name, names) in enumerate(people.items()):
        qualifier(h, round_name, names, at)
    lots(h, [order[h.size.places - 1], order[h.size.places]])
    fill(h, "qualifier", "S1")
    semifinal(h)
    fill(h, "semifinal", "F1")
    final(h)
    return outcome(h, order)


def plan(h: Hall) -> None:
    """The schedule, the bankers, a pair that is kept apart, a change of the rules."""
    rounds = [(name, "qualifier", day, hour) for name, day, hour, _ in h.size.rounds]
    rounds += [("S1", "semifinal", "2030-05-09", "10:00"), ("F1", "final", "2030-05-09", "15:00")]
    for name, stage, day, hour in rounds:
        h.go("run/schedule")
        form = h.page.locator("form", has=h.page.locator("input[name=round][required]"))
        form.locator("input[name=round]").fill(name)
        form.locator("select[name=stage]").select_option(stage)
        form.locator("input[name=day]").fill(day)
        form.locator("input[name=starts]").fill(hour)
        form.locator("input[name=place]").fill("Budapest")
        form.locator("input[name=zone]").fill(HALL)
        with h.page.expect_navigation():
            form.get_by_role("button", name="Add").click()
        h.clicks += 1
    bankers = [f"Bankár {number}" for number in range(1, h.size.tables + 2)]
    form = h.page.locator("#officials form.sheet")
    form.locator("input[name=name]").fill(", ".join(bankers))
    with h.page.expect_navigation():
        form.get_by_role("button", name="Add").click()
    form = h.page.locator("#pairs form.sheet")
    form.locator("input[name=one]").fill("Q1A Játékos 01")
    form.locator("input[name=other]").fill("Q1A Játékos 02")
    with h.page.expect_navigation():
        form.get_by_role("button", name="Add").click()
    form = h.page.locator("#news form.sheet")
    form.locator("textarea[name=text]").fill("The semi-final begins at ten.")
    form.locator("input[value=rules]").check()
    with h.page.expect_navigation():
        form.get_by_role("button", name="Publish").click()
    h.clicks += 4
    h.picture("schedule")


def enter(h: Hall) -> dict[str, list[str]]:
    """Everybody's entry: a list that is pasted, and one by the public form."""
    people = {
        name: [f"{name} Játékos {number:02}" for number in range(1, count + 1)]
        for name, _, _, count in h.size.rounds
    }
    lines = [f"{player};1980-01-01;{name}" for name, all_ in people.items() for player in all_]
    h.go("run/entries")
    # who is too young is named with his line and the rule, and nothing is taken
    area = h.page.locator("textarea[name=list]")
    for extra in (["Young;2020-01-01;Q1A"], []):
        if not area.is_visible():
            h.open("Enter a list")
        area.fill("\n".join(["name;born;round", *extra, *lines[1:]]))
        h.tap("Enter all")
        if extra:
            expect(h.page.locator(".trouble")).to_contain_text("(HUN-1)")
    expect(h.page.locator("h1 .count")).to_have_text(str(len(lines) - 1))
    h.picture("entries")
    h.go("enter")
    h.page.locator("input[name=name]").fill(people["Q1A"][0])
    h.page.locator("input[name=born]").fill("1980-01-01")
    h.page.locator("input[name=hungarian]").check()
    h.page.locator("select[name=round]").select_option("Q1A")
    h.tap("Enter")
    expect(h.page.locator(".trouble")).to_contain_text("The rules were not accepted (HUN-1)")
    h.page.locator("input[name=accepts_rules]").check()
    h.tap("Enter")
    expect(h.page.locator(".champion")).to_contain_text(people["Q1A"][0])
    h.picture("enter")
    return people


def qualifier(h: Hall, round_name: str, players: Sequence[str], at: int) -> None:
    """Check-in, one latecomer on the first morning, the draw, a swap, the games."""
    h.go(f"run/round?round={round_name}")
    late = players[-1] if at == 0 else None
    for player in players:
        if player != late:
            h.here(player)
    if late is not None:
        h.picture("desk")
        h.open("From a paper list")
        h.page.locator("input[name=came]").fill("09:31")
        h.here(late)
        expect(h.page.locator("article.late")).to_contain_text("came at 09:31")
        h.go("run")
        expect(h.page.locator(".item.late")).to_contain_text(late)
        h.picture("waits")
        h.tap("Offer Q1B")
        h.go(f"run/round?round={round_name}")
    h.tap("Draw the seats", exact=False)
    drawn = h.openings(round_name)
    if at == 0:
        apart = [{s["player"] for s in one["seats"]} & set(players[:2]) for one in drawn]
        assert len(drawn) == 1 or all(len(both) < 2 for both in apart)
        if len(drawn) > 1:
            swap(h, drawn)
        h.picture("seats")
    played = h.play(round_name)
    assert {s["player"] for one in played for s in one["seats"]} >= set(players) - {late}
    h.go(f"run/games?round={round_name}")
    expect(h.page.locator("ul.games .tick")).to_have_count(len(played))


def swap(h: Hall, drawn: Sequence[Mapping[str, Any]]) -> None:
    """HUN-6.1: two of different tables change places, with a reason."""
    one, other = (drawn[at]["seats"][0]["player"] for at in (0, 1))
    h.open("Two change places")
    form = h.page.locator('form[action*="swap"]')
    form.locator("select[name=one]").select_option(one)
    form.locator("select[name=other]").select_option(other)
    form.locator("input[name=why]").fill("neighbours")
    h.tap("Two change places")
    after = h.openings(drawn[0]["round"])
    assert [after[at]["seats"][0]["player"] for at in (0, 1)] == [other, one]


def lots(h: Hall, tied: Sequence[str]) -> None:
    """HUN-3.2: two are equal at the cut; the referee's lot."""
    h.go("run")
    for name in tied:
        expect(h.page.locator(".item.tie")).to_contain_text(name)
    h.picture("tie")
    h.tap("Draw the lot")


def fill(h: Hall, stage: str, round_name: str) -> None:
    h.go("run")
    expect(h.page.locator(".item.fill")).to_contain_text(round_name)
    h.tap("Write the list")
    h.go(f"run/goes_on?stage={stage}")
    h.picture(f"goes-on-{stage}")


def semifinal(h: Hall) -> None:
    """HUN-3.3: two do not appear; the reserves come in by wealth, one of them after the draw."""
    h.go("run/round?round=S1")
    buttons = h.page.locator("button.guest")
    everybody = [str(one.get_attribute("value")) for one in buttons.all()]
    assert len(everybody) == h.size.places + h.size.reserves
    gone = everybody[3]
    for player in everybody:
        if player != gone:
            h.here(player)
    h.tap("Close the desk")
    h.go("run")
    expect(h.page.locator(".item.absent")).to_contain_text(gone)
    h.picture("no-show")
    h.tap("Call the reserve")
    h.go("run/round?round=S1")
    h.tap("Draw the seats", exact=False)
    went = h.openings("S1")[0]["seats"][0]["player"]
    h.open("Is not here any more")
    form = h.page.locator('form[action*="round/absent"]')
    form.locator("select[name=player]").select_option(went)
    form.locator("input[name=why]").fill("fell ill")
    h.tap("Is not here any more")
    h.tap("Reserve for", exact=False)
    h.picture("semifinal")
    played = h.play("S1")
    seated = [s["player"] for one in played for s in one["seats"]]
    assert len(seated) == h.size.places
    assert not {gone, went} & set(seated)


def final(h: Hall) -> None:
    """HUN-6.3: six players and two bankers."""
    h.go("run/round?round=F1")
    for one in [str(one.get_attribute("value")) for one in h.page.locator("button.guest").all()]:
        h.here(one)
    h.tap("Draw the seats", exact=False)
    h.picture("final")
    played = h.play("F1")
    assert len(played) == 1
    assert len(played[0]["seats"]) == 6
    assert len(played[0]["officials"]["banker"]) == 2


def outcome(h: Hall, order: Sequence[str]) -> dict[str, Any]:
    """HUN-3.5, HUN-13: the champion declines, the next in order has the right; nothing waits."""
    h.go("run/goes_on?stage=final")
    champion = h.page.locator(".champion b").inner_text()
    h.open("Does not go on")
    form = h.page.locator('form[action*="decline"]').first
    form.locator("input[name=why]").fill("cannot travel")
    h.tap("Does not go on")
    assert h.page.locator(".champion b").inner_text() == champion
    heir = (
        h.page.locator(".champion .heir")
        .inner_text()
        .removeprefix("Goes to the world championship: ")
    )
    h.picture("champion")
    h.go("prizes")
    won = h.page.locator("ol.goes > li")
    expect(won.nth(0)).to_contain_text(champion)
    expect(won.nth(1)).to_contain_text(heir)
    h.picture("prizes")
    h.go("judge")
    h.picture("judge")
    h.go("run")
    expect(h.page.locator(".item")).to_have_count(0)
    h.picture("nothing-waits")
    h.go("seats?round=F1")
    h.picture("public-seats")
    h.go("news")
    h.picture("news")
    rows = h.server.get(f"/api/v1/seasons/{SEASON}/standings").json()["rows"]
    assert champion == rows[0]["player"]
    assert heir == rows[1]["player"]
    assert len(rows) == len(order)
    return {"entrants": len(order), **h.figures(), "champion": champion, "heir": heir}


def play(folder: Path, browser: Browser, size: Size, pictures: Path | None) -> dict[str, Any]:
    """A championship of this size."""
    with hall(folder, size, browser, pictures) as h:
        return championship(h)


if __name__ == "__main__":
    sys.exit(command(__doc__ or "", (SMALL, FULL), play))
