"""A Mafia tournament (`mafia-aktau-2015`), run by its organiser's clicks on a phone in Chromium.

    python -m tests.league.mafia_tournament [--small] [--pictures FOLDER]

Twenty at two tables, five games each (two in the small size, which is a test of the suite):
entries, who is kept apart, seats by lot on which nobody sits twice, somebody who went and another
who sits down, a game that is played again, a protest with two rulings, a disqualification, the best
one of the year. No page for everybody says who is who in a game that goes on: looked at in every
phase.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, expect

from league.texts import OFFERED, texts
from tests.league.clicks import Hand, chromium, command, hand
from tests.league.mafia_tables import POINTS, play

__all__ = ["SMALL", "a_tournament", "chromium", "tournament"]
SEASON = "AKT"
PEOPLE = [f"Игрок {number:02}" for number in range(1, 21)]
HOSTS = ("Ведущий А", "Ведущий Б", "Ведущий В")
APART = ("Игрок 01", "Игрок 02")
NEW, LAST = "Новенький", "Запасной"
"""Who sits down for one who went; who comes for one who was disqualified."""
EVERYBODYS = ("/", "/tables", "/api/v1/tables", "/api/v1/seasons/AKT/games",
              "/seasons/AKT/seats?round={round}", "/seasons/AKT/news", "/seasons/AKT/enter",
              "/api/v1/seasons/AKT/rounds/{round}/openings", "/games/{game}",
              "/seasons/AKT/dice", "/seasons/AKT/hall")  # fmt: skip
"""What shows something of a game that goes on, or could."""


class Size(NamedTuple):
    """How many games everybody plays, and who wins them, by table."""

    winners: Sequence[tuple[str, str]]


FULL = Size([("red", "black"), ("black", "red"), ("red", "red"), ("black", "black"),
             ("red", "black")])  # fmt: skip
SMALL = Size(FULL.winners[:2])


@dataclass
class Tournament(Hand):
    """The organiser, and what the simulated tables know."""

    size: Size = FULL
    points: dict[str, Fraction] = field(default_factory=dict)
    sat: dict[str, list[int]] = field(default_factory=dict)
    phases: set[str] = field(default_factory=set)
    leaks_looked_for: int = 0

    def write(self, form: str, **fields: str) -> None:
        """Fill a form and send it by its last button."""
        found = self.page.locator(form).last
        for name, value in fields.items():
            box = found.locator(f'[name="{name}"]').first
            if box.evaluate("one => one.tagName") == "SELECT":
                box.select_option(value)
            else:
                box.fill(value)
        self.click(found.get_by_role("button").last)

    def count(self, opening: dict[str, Any], winner: str, sign: int = 1) -> None:
        """A game counts; with `sign` -1 it does not any more."""
        for one in opening["seats"]:
            before = self.points.get(one["player"], Fraction(0))
            self.points[one["player"]] = before + sign * POINTS[winner][one["seat"]]

    def no_leak(self, opening: dict[str, Any], words: re.Pattern[str]) -> None:
        """Nothing that is everybody's says who is who."""
        for path in EVERYBODYS:
            address = path.format(round=opening["round"], game=opening["game"])
            for lang in OFFERED if "/api/" not in address else ("en",):
                sign = "&" if "?" in address else "?"
                got = self.server.get(f"{address}{sign}lang={lang}").data.decode()
                found = words.search(re.sub(r"<(script|style|link)\b[^>]*>", "", got))
                assert found is None, f"{address} ({lang}): {found}"
                self.leaks_looked_for += 1


def roles() -> re.Pattern[str]:
    """Whatever would tell a role, in every language."""
    found = {
        texts(lang)(f"league.mafia.role.{role}") for lang in OFFERED for role in ("don", "sheriff")
    }
    keys = (r'"role"', r'"roles"', r"shot", "don_check", "sheriff_check")
    return re.compile(r"\b(" + "|".join(sorted(found)) + r")\b|" + "|".join(keys), re.IGNORECASE)


@contextmanager
def a_tournament(
    folder: Path, size: Size, browser: Browser, pictures: Path | None = None
) -> Iterator[Tournament]:
    """A league before the evening."""
    languages = ("en", "ru") if pictures else ("ru",)
    with hand(
        folder, browser, SEASON, "mafia-aktau-2015", 2, languages=languages, pictures=pictures
    ) as found:
        yield Tournament(**vars(found), size=size)


def tournament(h: Tournament) -> dict[str, Any]:
    """All of it, from signing in to the podium; what came of it."""
    h.sign_in("run", "What waits")
    plan(h)
    enter(h)
    names = [f"G{number}" for number in range(1, len(h.size.winners) + 1)]
    for at, name in enumerate(names):
        seat(h, name, at)
        games(h, name, at)
        if at == 0:
            protest(h)
        if at == 1:
            disqualify(h, PEOPLE[6])
    return outcome(h)


def plan(h: Tournament) -> None:
    """MAFA-TIME-1, MAFA-MAIN-1: the games of the evening, hosts, who is kept apart."""
    for number in range(1, len(h.size.winners) + 1):
        h.go("run/schedule")
        stages = h.page.locator("select[name=stage]").last.locator("option").all_inner_texts()
        assert stages == ["Tournament"]
        h.write('form:has(input[name=round][required])', round=f"G{number}", day="2030-05-02",
                starts=f"{12 + 2 * number}:00", place="Актау", zone="Asia/Aqtau")  # fmt: skip
    h.write("#officials form.sheet", name=", ".join(HOSTS))
    h.write("#pairs form.sheet", one=APART[0], other=APART[1])
    h.picture("schedule", "/run/schedule")


def enter(h: Tournament) -> None:
    """A list that is pasted, and one by the form for everybody."""
    h.go("run/entries")
    h.open("Enter a list")
    h.page.locator("textarea[name=list]").fill(
        "\n".join(["name;round", *(f"{one};G1" for one in PEOPLE[1:])])
    )
    h.tap("Enter all")
    h.go("enter")
    h.page.locator("input[name=name]").fill(PEOPLE[0])
    h.page.locator("select[name=round]").select_option("G1")
    h.tap("Enter")
    expect(h.page.locator(".champion")).to_contain_text(PEOPLE[0])
    h.picture("entries", "/run/entries", "/enter")


def seat(h: Tournament, name: str, at: int) -> None:
    """MAFA-MAIN-6: everybody checks in, seats by lot; never the same twice, the pair apart."""
    h.go(f"run/round?round={name}")
    if at:
        h.tap(f"Await all of G{at} again")
    if at == 2:
        h.open("Await more")
        h.write('form[action*="round/expect"]', names=LAST)
    for player in [str(one.get_attribute("value")) for one in h.page.locator("button.guest").all()]:
        h.click(h.page.locator(f'button.guest[value="{player}"]'))
    h.page.locator("form.draw input[name=seed]").fill(str(7 + at))  # else the best may be two
    h.tap("Draw the seats", exact=False)
    drawn = h.openings(name)
    assert [len(one["seats"]) for one in drawn] == [10, 10]
    for one in drawn:
        assert len({s["player"] for s in one["seats"]} & set(APART)) < 2
        assert one["officials"]["host"] in HOSTS
    if at == 0:
        went(h, name, drawn[0]["seats"][3]["player"])
    for one in h.openings(name):
        for place in one["seats"]:
            seats = h.sat.setdefault(place["player"], [])
            assert place["seat"] not in seats, (place, seats)
            seats.append(place["seat"])
    figures = h.page.locator("dl.figures").inner_text()
    assert ("side by side again" in figures) == (at > 0), figures
    h.picture(f"round-{name}", f"/run/round?round={name}", f"/seats?round={name}")


def went(h: Tournament, name: str, player: str) -> None:
    """MAFA-MAIN-3: he is waited for 15 minutes, then another one has his plan of seats."""
    hour = 12 + 2 * int(name.removeprefix("G"))
    for minute in (f"{hour}:14", f"{hour}:15"):
        h.go(f"run/round?round={name}")
        h.open("Another one sits down")
        h.write('form[action*="round/sit_in"]', player=player, by=NEW, minute=minute)
        if minute == f"{hour}:14":
            expect(h.page.locator(".trouble")).to_contain_text(f"until {hour}:15 (MAFA-MAIN-3)")
    seated = {one["player"] for opening in h.openings(name) for one in opening["seats"]}
    assert (NEW in seated, player in seated) == (True, False)


def games(h: Tournament, name: str, at: int) -> None:
    """Both tables play; nobody learns a role from a page before its game is over."""
    words = roles()
    opened = h.openings(name)

    for opening, winner in zip(opened, h.size.winners[at], strict=True):

        def look(word: str, told: dict[str, Any], opening: dict[str, Any] = opening) -> None:
            table = opening["table"]
            sent = h.server.post(f"/api/v1/tables/{table}/live", told, h.tokens[table])
            assert sent.status in (200, 204), sent.data
            if h.size is FULL or told["phase"] not in h.phases:
                h.no_leak(opening, words)
            h.phases.add(told["phase"])

        raw = play(opening, h.rules, winner, look)
        h.no_leak(opening, words)  # over, and its record has not arrived
        before = h.server.get(f"/games/{opening['game']}")
        assert before.status == 404
        h.send(raw, opening["table"])
        h.count(opening, winner)
        page = h.server.get(f"/games/{opening['game']}?lang=en").data.decode()
        assert words.search(page), "now it may be known"
        idle = {"game": None, "phase": "idle", "signs": []}
        h.server.post(f"/api/v1/tables/{opening['table']}/live", idle, h.tokens[opening["table"]])
    if at == len(h.size.winners) - 1:
        again(h, name, opened[1], h.size.winners[at][1])
    h.go(f"run/games?round={name}")
    expect(h.page.locator("ul.games > li .tick")).to_have_count(2)
    h.picture(
        f"games-{name}", f"/run/games?round={name}", f"{h.server.url}/games/{opened[0]['game']}", ""
    )


def again(h: Tournament, name: str, opening: dict[str, Any], winner: str) -> None:
    """MAFN-GEN-13: the host erred; the game is annulled and played again, with other luck."""
    h.go(f"run/games?round={name}")
    row = h.page.locator("ul.games > li", has_text=opening["game"])
    h.open("To be played again", row)
    row.locator('form[action*="games/replay"] input[name=why]').fill("the host showed a card")
    h.click(row.locator('form[action*="games/replay"] button'))
    h.count(opening, winner, -1)
    (other,) = h.openings(name)
    assert other["game"] == f"{opening['game']}-r2"
    turned = "black" if winner == "red" else "red"
    h.send(play(other, h.rules, turned, lambda *_: None), other["table"])
    h.count(other, turned)


def protest(h: Tournament) -> None:
    """MAFA-JUDGE: a protest, the host's ruling, the judges' above it and for good."""
    h.go("judge")
    h.open("Somebody protests")
    form = h.page.locator('form[action*="judge/protest"]')
    form.locator("select[name=game]").select_option(index=1)
    h.write('form[action*="judge/protest"]', by=PEOPLE[2], text="A gesture in the final minute.")
    expect(h.page.locator("ul.protests li.open")).to_have_count(1)
    h.go("run")
    expect(h.page.locator(".item.dispute")).to_contain_text(PEOPLE[2])
    h.go("judge")
    h.write('form[action*="judge/ruling"]', level="table", judge=HOSTS[0], text="No foul.")
    h.open("Overrule")
    h.write('form[action*="judge/ruling"]', judge="Судья", text="A foul, and the game stands.")
    expect(h.page.locator("ul.protests .ruling.overruled")).to_contain_text("No foul.")
    expect(h.page.locator("ul.protests")).to_contain_text("A foul, and the game stands.")
    h.picture("protest", "/judge")


def disqualify(h: Tournament, player: str) -> None:
    """MAFA-JUDGE-5: out of the tournament, and of its standings, with a reason."""
    h.go("judge")
    h.open("Exclude a player")
    h.write('form[action*="judge/exclude"]', player=player, why="gave the game away")
    h.points.pop(player)
    assert player not in [row["player"] for row in h.standings()]
    h.picture("disqualified", "/judge")


def outcome(h: Tournament) -> dict[str, Any]:
    """MAFA-MAIN-1, MAFA-GOAL-3, MAFA-TIE: the sums, the podium, who goes to the year's final."""
    rows = h.standings()
    found = {row["player"]: Fraction(str(row["points"])) for row in rows}
    assert found == h.points
    order = [Fraction(str(row["points"])) for row in rows]
    assert order == sorted(order, reverse=True)
    broken = {row["decided_by"] for row in rows[1:]} - {"points", None}
    whole = len(h.size.winners) == len(FULL.winners)  # of two games of five nobody is the best yet
    h.go("run/goes_on")
    expect(h.page.locator(".champion b")).to_have_text([rows[0]["player"]] if whole else [])
    h.go("prizes")
    won = [one.inner_text() for one in h.page.locator("ol.goes b").all()]
    best = [row["name"] for row in rows if row["podium"]]
    assert [one for one in won if one != "–"] == ([*best, rows[0]["player"]] if whole else [])
    h.go("run")
    expect(h.page.locator(".item")).to_have_count(0)
    h.picture("the-end", "", "/run/goes_on", "/judge", "/incidents", "/run", "/prizes")
    return {"players": len(rows), **h.figures(), "leaks_looked_for": h.leaks_looked_for,
            "phases": len(h.phases), "best": rows[0]["player"],
            "ties_broken_by": sorted(broken)}  # fmt: skip


def run(folder: Path, browser: Browser, size: Size, pictures: Path | None) -> dict[str, Any]:
    """A tournament of this size."""
    with a_tournament(folder, size, browser, pictures) as h:
        return tournament(h)


if __name__ == "__main__":
    sys.exit(command(__doc__ or "", (SMALL, FULL), run))
