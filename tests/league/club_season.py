"""A whole season of a Matador club, run by its organiser's clicks on a phone in real Chromium.

    python -m tests.league.club_season [--small] [--pictures FOLDER]

From last season's bonus to next season's: members, calendar, evenings with their tables, places
from the tables' records and typed by taps, proposals, fees, the final, votes on the tables'
buttons, the cup. The figures are the club's own (`tests/golden/ramk-2017/season.toml`), so that
nothing is compared with what the league computed. In its small size it is a test of the suite.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Locator, expect

from tests.league import games
from tests.league.clicks import Hand, chromium, command, hand
from tests.league.club_votes import ballots, propose, refused
from tests.league.desks import key_of
from tests.league.test_matador import HEAD, SEASON, lines_of, table_of

__all__ = ["SMALL", "a_club", "chromium", "season"]
BEFORE, NOW, AFTER = "2016-17", "2017-18", "2018-19"
RANKED = tuple[int, str, int, int]
"""Rank, member, gross, net."""


class Size(NamedTuple):
    """How large a season is, and what comes of it by the rules, worked out by hand."""

    rounds: Sequence[Mapping[str, Any]]
    """Tables of each evening, members in the order of their places; the last is the final."""
    seats: Mapping[str, Sequence[Sequence[str]]]
    """Who sits at which table, where it is no single one."""
    rows: Sequence[RANKED]
    voters: Sequence[str]
    bonus: Sequence[str]
    contenders: Sequence[str]


FULL = Size(
    SEASON["rounds"],
    {one["round"]: one["tables"] for one in SEASON["seats"]},
    [(rank, name, gross, net) for rank, name, _, gross, net in SEASON["rows"]],
    SEASON["voters"],
    sorted(SEASON["carry_over"]),
    SEASON["contenders"],
)
_THREE = SEASON["rounds"][:3]
SMALL = Size(
    [
        *_THREE,
        {"round": "F", "date": "2018-04-27", "final": True,
         "tables": [["Cai", "Ada", "Bo", "Fin", "Dan", "Gry", "Hal", "Eva"]]},
    ],
    {name: tables for name, tables in FULL.seats.items() if name in ("R2", "R3")},
    # Eight at one board in the final: 44 32 26 20 14 10 8 6. Fin and Bo have 41; Fin has won at
    # table 2 of R2. Cai wins the final and the cup, so nobody has a bonus (RAMK-9.20).
    [
        (1, "Cai", 80, 62), (2, "Ada", 76, 53), (3, "Fin", 55, 41), (4, "Bo", 50, 41),
        (5, "Gry", 48, 34), (6, "Dan", 43, 27), (7, "Hal", 29, 13), (8, "Eva", 24, 12),
        (9, "Ida", 21, 0),
    ],
    ["Ada", "Bo", "Cai", "Dan", "Eva", "Fin", "Gry"],
    [],
    [],
)  # fmt: skip


@dataclass
class Club(Hand):
    """The club's organiser and her two tables."""

    size: Size = FULL

    def tick(self, names: Sequence[str], box: str = "here") -> None:
        """The boxes of these and no others."""
        for one in self.page.locator(f'input[name="{box}"]').all():
            if (one.get_attribute("value") in names) != one.is_checked():
                one.locator("..").click()
                self.clicks += 1

    def hand_in(self, name: str, lines: Sequence[str]) -> None:
        """A result file of a season that was played elsewhere."""
        answer = self.server.http.request(
            "POST",
            f"{self.server.url}/api/v1/seasons/{name}/results",
            body="\n".join((HEAD, *lines)).encode(),
            headers={"Authorization": f"Bearer {self.organiser}", "Content-Type": "text/csv"},
        )
        assert answer.status == 200, answer.data

    def switch(self, name: str) -> Locator:
        """A switch of the evening."""
        return self.page.get_by_role("button", name=name)


@contextmanager
def a_club(
    folder: Path, size: Size, browser: Browser, pictures: Path | None = None
) -> Iterator[Club]:
    """A club that has played one season, in which Gry won the final and Champ the cup."""
    languages = ("en", "da") if pictures else ("da",)
    with hand(
        folder, browser, BEFORE, "ramk-2017", 2, languages=languages, pictures=pictures
    ) as found:
        club = Club(**vars(found), size=size)
        days = [f"2016-10-0{number}" for number in range(1, 6)]
        evenings = [table_of(["Champ", "Gry", "Xi"], f"R{day[-1]}", day) for day in days]
        final = {"round": "F", "date": "2017-04-28", "final": True,
                 "tables": [["Gry", "Champ", "Xi"]]}  # fmt: skip
        lines = [line for one in evenings for line in one] + lines_of([final])
        club.hand_in(BEFORE, lines)
        yield club


def season(h: Club) -> dict[str, Any]:
    """All of it, from opening the season to the one after it; what came of it."""
    h.sign_in("members", "Members")
    h.go("calendar")
    begin(h)
    take_in(h)
    propose(h, "Hal" if "Hal" not in h.size.voters else "Ida")
    for at, one in enumerate(h.size.rounds[:-1]):
        evening(h, one, at)
    pay(h)
    the_final(h)
    ballots(h, h.size.voters)
    return outcome(h)


def begin(h: Club) -> None:
    """RAMK-9.20, RAMK-3.2, RAMK-3.4d: the season with last year's bonus, its evenings, flags."""
    h.page.locator("input[name=name]").fill(NOW)
    h.click(h.page.locator('form[action*="calendar/season"] button'))
    h.season = NOW
    assert [(row["player"], row["points"]) for row in h.standings()] == [("Gry", 10)]
    h.go("calendar")
    h.page.locator("input[name=year]").fill("2017")
    h.tap("Plan", exact=False)
    wanted = {one["round"]: one["date"] for one in h.size.rounds}
    expect(h.page.locator("ul.evenings time").first).to_have_attribute("datetime", wanted["R1"])
    for name in [row.inner_text() for row in h.page.locator("ul.evenings > li > b").all()]:
        row = h.page.locator("ul.evenings > li", has=h.page.locator(f"b:text-is('{name}')"))
        if name in wanted:
            planned = str(row.locator("time").first.get_attribute("datetime"))
            if planned != wanted[name]:
                h.open("Change", row)
                row.locator("input[name=date]").fill(wanted[name])
                h.click(row.get_by_role("button", name="Save"))
        else:
            h.open("Change", row)
            h.click(row.get_by_role("button", name="Remove", exact=False))
    shown = [one.inner_text() for one in h.page.locator("ul.evenings > li > b").all()]
    assert shown == list(wanted), shown
    h.go("tonight?round=R1")
    h.click(h.switch("Free passage"))
    h.go("tonight?round=R2")
    h.click(h.switch("Free passage"))
    refused(h, "RAMK-3.4d")
    h.go("tonight?round=R2")
    h.click(h.switch("Loan evening"))
    expect(h.switch("Loan evening")).to_have_attribute("aria-pressed", "true")
    h.picture("calendar", "/calendar")
    feed = h.server.get(f"/seasons/{NOW}/calendar.ics").data.decode()
    assert [f"DTSTART;VALUE=DATE:{day.replace('-', '')}\r\n" in feed for day in wanted.values()]


def everybody(h: Club) -> list[str]:
    """Whoever plays this season."""
    return sorted({name for one in h.size.rounds for table in one["tables"] for name in table})


def take_in(h: Club) -> None:
    """RAMK-2.1a: members, and one who is not of age."""
    h.go("members")
    for name in [*everybody(h), "Kim"]:
        form = h.page.locator('form[action*="members/member"]').last
        form.locator("input[name=name]").fill(name)
        if name == "Kim":
            form.locator("input[name=born]").fill("2009-01-01")
        else:
            form.locator("input[name=of_age]").check()
        h.click(form.get_by_role("button"))
    expect(h.page.locator("h1 .count")).to_have_text(str(len(everybody(h)) + 1))
    h.go("tonight?round=R1")
    refused = h.page.locator(".guest.refused")
    expect(refused).to_contain_text("Kim")
    expect(refused).to_contain_text("(RAMK-2.1a)")
    h.picture("members", "/members")


def evening(h: Club, one: Mapping[str, Any], at: int) -> None:
    """RAMK-3.1A, RAMK-9.16: who came, tables, games, places; then everybody's page."""
    name, tables = one["round"], one["tables"]
    here = [player for table in tables for player in table]
    h.go(f"tonight?round={name}")
    h.tick(here)
    h.click(h.page.locator('#who button[name="draw"]'))
    drawn = [board.locator("li").all_inner_texts() for board in h.page.locator(".board").all()]
    wanted = h.size.seats.get(name)
    if wanted is not None:
        assert drawn == [list(table) for table in wanted], (name, drawn)
    assert sorted(player for table in drawn for player in table) == sorted(here)
    h.picture(f"evening-{name}", f"/tonight?round={name}")
    opened = h.openings(name)
    assert len(opened) == len(tables)
    typed = len(tables) - 1 if at == 2 else None  # this table's places are typed, as on a board
    for number, (opening, order) in enumerate(zip(opened, tables, strict=True)):
        assert opening["options"]["free_pass_evening"] == (name == "R1")
        if number != typed:
            h.send(played(opening, order, one["date"], at), opening["table"])
    h.go(f"tonight?round={name}")
    expect(h.page.locator("#places .done")).to_have_count(len(tables) - (typed is not None))
    if typed is not None:
        form = h.page.locator("#places form.order").nth(typed)
        for player in tables[typed][:-1]:  # the last one's place is then known
            form.get_by_role("button", name=player, exact=True).click()
            h.clicks += 1
        h.click(form.get_by_role("button", name="Save the places"))
    h.go()
    for player in here:
        expect(h.page.locator("main")).to_contain_text(player)
    h.picture(f"after-{name}", "", f"/needs?round={name}")


def played(opening: Mapping[str, Any], order: Sequence[str], day: str, at: int) -> bytes:
    """The record of a table on which these came in this order: by bankruptcies, and every second
    evening the best three by what they own when the club goes home.
    """
    seat = {one["player"]: one["seat"] for one in opening["seats"]}
    wall = datetime.fromisoformat(f"{day}T19:00").replace(tzinfo=UTC)
    clock = {"boot_id": "b", "boot_ns": 1, "wall_ms": int(wall.timestamp()) * 1000,
             "synced": True, "rate": 1.0}  # fmt: skip
    lines: list[dict[str, Any]] = [{"open": dict(opening)}, {"t": 0, "clock": clock}]
    now = 0.0

    def say(do: str, after: float = 20, **fields: Any) -> None:
        nonlocal now
        now += after
        lines.append({"t": now, "do": do, **fields})

    say("start")
    for number in sorted(seat.values()):
        say("roll", seat=number, dice=[1, 3])
    others = sorted(seat.values())
    if at % 2 == 0:  # RAMK-4.1, RAMK-4.2: somebody is accused, and it was nothing
        say("accuse", seat=others[0], accused=others[1])
        for voter in others:
            if voter != others[1]:
                say("vote", 2, seat=voter, choice="no" if voter != others[0] else "yes")
    else:
        say("incident", seat=others[0], reason="smoked in the room")
    counted = list(order[:3]) if at % 2 else []
    for player in reversed(order[max(1, len(counted)) :]):
        say("bankrupt", 600, seat=seat[player], to="bank")
    if counted:
        say("end", reason="the last train")
        for place, player in enumerate(counted):
            say("count", seat=seat[player], cash=20_000 - 1_000 * place)
    for number in sorted(seat.values()):
        say("sign", 5, seat=number)
    say("confirm")
    return games.scripted(lines, key_of(opening["table"]))


def pay(h: Club) -> None:
    """RAMK-2.1b, RAMK-2.1c: who has not paid does not play the final; one is let in without."""
    attend = [player for table in h.size.rounds[-1]["tables"] for player in table]
    h.go("tonight?round=F")
    expect(h.page.locator(".guest.refused")).to_have_count(len(everybody(h)) + 1)
    expect(h.page.locator(".guest.refused").first).to_contain_text("(RAMK-2.1b)")
    h.picture("not-paid", "/tonight?round=F")
    h.go("members")
    for player in attend:
        row = h.page.locator("ul.members > li", has=h.page.locator(f"b:text-is('{player}')"))
        free = player == "Hal"
        h.click(row.locator(f'button[value="{"waived" if free else "paid"}"]'))
    h.picture("fees", "/members")


def the_final(h: Club) -> None:
    """RAMK-3.1B, RAMK-9.18: who can still win, confirmed; the tables; each place changes it."""
    one = h.size.rounds[-1]
    attend = [player for table in one["tables"] for player in table]
    h.go("tonight?round=F")
    h.tick(attend)
    h.click(h.page.locator("#who button", has_text="Save"))
    ticked = [
        box.get_attribute("value")
        for box in h.page.locator('input[name="contender"]').all()
        if box.is_checked()
    ]
    if h.size.contenders:
        assert sorted(str(name) for name in ticked) == sorted(h.size.contenders)
    h.picture("contenders", "/tonight?round=F")
    h.click(h.page.locator("#contenders button.do"))
    drawn = [board.locator("li").all_inner_texts() for board in h.page.locator(".board").all()]
    assert [sorted(table) for table in drawn] == [sorted(table) for table in one["tables"]]
    h.go("needs")
    out = one["tables"][0][-1]
    row = h.page.locator("ul.needs > li", has=h.page.locator(f"b:text-is('{out}')"))
    h.click(row.get_by_role("button"))
    h.picture("needs-in-the-final", "/needs")


def outcome(h: Club) -> dict[str, Any]:
    """RAMK-9.17 to 9.20: the final's records, the season's table, the cup, the next season."""
    one = h.size.rounds[-1]
    for opening, order in zip(h.openings("F"), one["tables"], strict=True):
        h.send(played(opening, order, one["date"], 0), opening["table"])
    rows = h.standings()
    found = [(row["rank"], row["player"], row["gross"], row["points"]) for row in rows]
    assert found == list(h.size.rows), found
    assert sorted(row["player"] for row in rows if row["may_vote"]) == sorted(h.size.voters)
    champion = rows[0]["player"]
    h.go("needs")
    expect(h.page.locator(".champion b")).to_have_text(champion)
    h.go("prizes")
    won = [one.inner_text() for one in h.page.locator("ol.goes b").all()]
    assert won == [champion, *h.size.bonus]
    h.picture("the-end", "", "/needs", "?stage=final", "/proposals", "/incidents", "/prizes")
    # who was still waiting has no voice any more (RAMK-2.3)
    h.go("proposals")
    expect(h.page.locator("ol.proposals > li").nth(3)).to_contain_text("void")
    h.go("calendar")
    h.page.locator('form[action*="calendar/season"] input[name=name]').fill(AFTER)
    h.click(h.page.locator('form[action*="calendar/season"] button'))
    h.season = AFTER
    opened = [(row["player"], row["points"]) for row in h.standings()]
    assert opened == [(name, 10) for name in h.size.bonus], opened
    h.picture("next-season", "")
    cup(h)
    return {"members": len(everybody(h)), **h.figures(), "champion": champion,
            "bonus": list(h.size.bonus)}  # fmt: skip


def cup(h: Club) -> None:
    """RAMK-9.17: two are equal in everything, also in the final; the lot decides, once."""
    orders = ("Dan Eva Fin", "Eva Dan Fin", "Dan Eva Fin", "Eva Dan Fin")
    lines = [
        line
        for at, order in enumerate(orders, 1)
        for line in table_of(order.split(), f"R{at}", f"2018-10-0{at}")
    ]
    lines += [
        f"F,2019-04-26,1,,{place},{name}" for place, name in ((1, "Dan"), (1, "Eva"), (3, "Fin"))
    ]
    h.hand_in(AFTER, lines)
    assert [(row["rank"], row["points"]) for row in h.standings()[:2]] == [(1, 54), (1, 54)]
    h.go("needs")
    expect(h.page.locator(".tie")).to_contain_text("Dan, Eva")
    h.picture("tied", "/needs", "")
    h.tap("Draw the lot")
    winner = h.standings()[0]
    assert [(row["rank"], row["decided_by"]) for row in h.standings()[:2]] == [
        (1, None),
        (2, "lot"),
    ]
    expect(h.page.locator(".champion b")).to_have_text(winner["player"])
    h.picture("by-lot", "/needs", "")


def play(folder: Path, browser: Browser, size: Size, pictures: Path | None) -> dict[str, Any]:
    """A season of this size."""
    with a_club(folder, size, browser, pictures) as h:
        return season(h)


if __name__ == "__main__":
    sys.exit(command(__doc__ or "", (SMALL, FULL), play))
