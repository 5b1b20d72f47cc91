"""The official's page in a real Chromium, on a phone and a tablet, over a real table."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from kiosk.pin import set_pin
from tests.journeys.conftest import RunningTable, Start, dos, until
from tests.kiosk.console.conftest import Console, Wire, lines_of

SIZES = {"phone": (390, 844), "tablet": (820, 1180), "wide": (1180, 820)}
PICTURES = os.environ.get("TABLESIDE_PICTURES")
"""A folder for the pictures that these tests look at: for people who want to look, too."""
FINGER = 48
READABLE = 4.5
LOOKS = (Path(__file__).parent / "looks.js").read_text(encoding="utf-8")


class Tablet:
    """A paired tablet: its page, and what went wrong on it."""

    def __init__(self, context: BrowserContext, console: Console, language: str) -> None:
        self.context, self.console, self.language = context, console, language
        self.errors: list[str] = []
        self.asked: set[str] = set()
        self.page: Page = context.new_page()
        self.page.set_default_timeout(10_000)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("request", lambda request: self.asked.add(request.url))

    def pair(self) -> None:
        self.page.goto(f"{self.console.url}/?lang={self.language}")
        self.page.fill("#code", self.console.code())
        self.page.click("form button")
        self.page.goto(f"{self.console.url}/?lang={self.language}")
        expect(self.page.locator("body")).not_to_have_class("waiting")

    def touch(self, *selectors: str) -> None:
        for selector in selectors:
            self.page.click(selector)

    def verb(self, label: str) -> None:
        """A verb of the panel MORE."""
        self.touch("#keys [data-panel=more]")
        self.key(label)

    def seat(self, number: int) -> None:
        """A seat as who or whom."""
        self.page.click(f"#panel .who .key >> nth={self._places().index(str(number))}")

    def _places(self) -> list[str]:
        return self.page.locator("#panel .who .key > b").all_inner_texts()

    def key(self, label: str) -> None:
        """A key of the open panel."""
        self.page.locator("#panel").get_by_role("button", name=label, exact=True).click()

    def digits(self, typed: str) -> None:
        """A number on the pad, and OK."""
        for digit in (*typed, "OK"):
            self.key(digit)

    def says(self, text: str) -> None:
        expect(self.page.locator("#toast")).to_contain_text(text)

    def picture(self, name: str) -> None:
        """Keep what is seen, where somebody wants to look."""
        if PICTURES:
            size = self.page.viewport_size or {"width": 0}
            path = Path(PICTURES) / f"{name}-{size['width']}-{self.language}.png"
            self.page.screenshot(path=path)

    def looks_right(self, name: str) -> None:
        """What machines can see of a page: fits, large enough, readable, named."""
        page = self.page
        page.wait_for_function("document.fonts.ready")
        self.picture(name)
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{name}: {wide} px too wide"
        looks = page.evaluate_handle(LOOKS)
        assert looks.evaluate("(looks, finger) => looks.small(finger)", FINGER) == [], name
        assert looks.evaluate("(looks) => looks.nameless()") == [], name
        assert looks.evaluate("(looks, least) => looks.pale(least)", READABLE) == [], name
        assert "console." not in page.inner_text("body"), name


pytestmark = [pytest.mark.slow, pytest.mark.timeout(90)]
"""Each is a table, a console and a browser: quick on a machine of their own, not beside others."""

Open = Callable[..., Tablet]


@pytest.fixture
def tablets(chromium: Browser, consoles: Callable[..., Console]) -> Iterator[Open]:
    """Opens and pairs a tablet of a size and language."""
    opened: list[Tablet] = []

    def one(size: str = "tablet", language: str = "en", *, pair: bool = True) -> Tablet:
        width, height = SIZES[size]
        context = chromium.new_context(
            viewport={"width": width, "height": height}, has_touch=True, locale=language
        )
        tablet = Tablet(context, consoles(), language)
        opened.append(tablet)
        if pair:
            tablet.pair()
        return tablet

    yield one
    for each in opened:
        each.context.close()
        assert each.errors == []
        outside = [url for url in each.asked if not url.startswith(each.console.url)]
        assert outside == [], "nothing comes from elsewhere"


def playing(table: RunningTable, wire: Wire, tablet: Tablet) -> None:
    """Seats 1 and 2 have rolled, seat 3 is at turn; seat 4 claims rent of seat 2, and the page has
    heard of it.
    """
    wire.do("start")
    wire.do("roll", seat=1, dice=[1, 2])
    wire.do("roll", seat=2, dice=[6, 4])
    table.send("tap seat4 80")
    expect(tablet.page.locator("#part-private .claim")).to_be_visible()


Wires = Callable[[], Wire]


@pytest.mark.parametrize("language", ["en", "hu"])
@pytest.mark.parametrize("size", SIZES)
def test_every_page_fits_is_readable_and_can_be_touched(
    table: RunningTable, wires: Wires, tablets: Open, size: str, language: str, tmp_path: Path
) -> None:
    tablet = tablets(size, language, pair=False)
    page = tablet.page
    page.goto(f"{tablet.console.url}/?lang={language}")
    assert page.get_attribute("html", "lang") == language
    tablet.looks_right("pair")
    tablet.pair()
    tablet.looks_right("setup")
    wire = wires()
    playing(table, wire, tablet)
    for fields in (
        {"do": "owe", "seat": 2, "to": 4, "amount": 1640},
        {"do": "pause"},
        {"do": "incident", "seat": 3, "reason": "Telefon"},
        {"do": "bankrupt", "seat": 1, "to": "bank"},
        {"do": "foul", "seat": 3},
    ):
        wire.ask(do=fields)
    expect(page.locator(".seat.out")).to_be_visible()
    tablet.looks_right("play")
    for name in ("refused", "dice", "remarks", "times", "page"):
        page.eval_on_selector(f"#log-{name}", "one => { one.open = true; }")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    tablet.looks_right("log")
    page.evaluate("scrollTo(0, 0)")
    for name, key in (
        ("foul", "[data-verb=foul]"),
        ("dice", "[data-verb=roll]"),
        ("undo", "[data-panel=undo]"),
        ("more", "[data-panel=more]"),
    ):
        tablet.touch(f"#keys {key}")
        expect(page.locator("#panel .key").nth(1)).to_be_visible()
        tablet.looks_right(name)
        page.keyboard.press("Escape")
    tablet.touch(".seat[data-seat='3']")
    tablet.looks_right("seat")
    page.keyboard.press("Escape")
    for place, verb in enumerate(("owe", "trade", "incident", "remove", "auction", "count")):
        page.evaluate(f"begin(verbOf('{verb}'), {{ seat: 3 }})")
        tablet.looks_right(f"verb-{place}-{verb}")
        page.keyboard.press("Escape")
    page.evaluate("begin(verbOf('owe'), { seat: 3, to: 'bank' })")
    tablet.looks_right("number")
    page.keyboard.press("Escape")
    page.evaluate("begin(verbOf('confirm'))")
    tablet.looks_right("sure")
    page.keyboard.press("Escape")
    set_pin(tmp_path / "keys", "4821")
    page.evaluate("enter({ do: 'remove', seat: 3, reason: 'x' }, 'X', '3')")
    expect(page.locator("#panel .pad")).to_be_visible()
    tablet.looks_right("pin")
    page.keyboard.press("Escape")
    page.evaluate("enter({ do: 'pause' }, 'X', '3')")
    expect(page.locator("#toast.no")).to_be_visible()
    tablet.looks_right("refused")
    tablet.touch("#toast .key", "#cover")
    tablet.looks_right("covered")
    tablet.touch("#curtain")
    table.kill()
    expect(page.locator("#stale")).to_be_visible()
    tablet.picture("stale")


def test_a_foul_is_two_touches_and_its_reason_comes_after_it(
    table: RunningTable, wires: Wires, tablets: Open
) -> None:
    tablet = tablets("phone")
    playing(table, wires(), tablet)
    tablet.touch("#keys [data-verb=foul]")
    tablet.seat(4)
    assert lines_of(table, "foul")[0]["seat"] == 4
    tablet.says("✓ Foul › 4 Szentgyörgyi Gy.")
    tablet.touch("#toast .key")
    tablet.key("Telephone")
    incident = lines_of(table, "incident")[0]
    assert (incident["seat"], incident["reason"]) == (4, "Telephone")


def test_the_seat_may_come_before_the_verb(
    table: RunningTable, wires: Wires, tablets: Open
) -> None:
    tablet = tablets("phone")
    playing(table, wires(), tablet)
    tablet.touch(".seat[data-seat='3']")
    tablet.key("Warning")
    tablet.key("Late")
    assert lines_of(table, "warn")[0]["seat"] == 3


def test_a_tap_is_not_lost_to_news_that_come_between_touch_and_click(
    table: RunningTable, wires: Wires, tablets: Open
) -> None:
    tablet, wire = tablets("phone"), wires()
    playing(table, wire, tablet)
    page = tablet.page
    page.clock.install(time=0)
    page.clock.pause_at(3_600_000)  # no machine is too slow for a tap
    # What was heard before that hour is old: until the next beat the page says so, above the seats.
    until("a beat since", lambda: page.evaluate("heard !== null && since(heard) < FRESH_MS"))
    page.hover(".seat[data-seat='3']")
    page.mouse.down()
    before = page.evaluate("data.undo.length")
    wire.do("foul", seat=4)
    until("news", lambda: page.evaluate("data.undo.length") > before)
    assert page.locator(".fouls").count() == 0
    page.mouse.up()
    expect(page.locator("#panel .key").nth(1)).to_be_visible()
    page.clock.run_for(20)
    expect(page.locator(".fouls")).to_have_count(1)


def test_verb_who_whom_and_digits(table: RunningTable, wires: Wires, tablets: Open) -> None:
    tablet = tablets("phone")
    playing(table, wires(), tablet)
    tablet.verb("Owes")
    tablet.seat(2)
    expect(tablet.page.locator("#panel .who .key")).to_have_count(4)  # 1 3 4 and the bank
    tablet.seat(4)
    tablet.digits("164")
    owed = lines_of(table, "owe")[0]
    assert (owed["seat"], owed["to"], owed["amount"]) == (2, 4, 164)
    expect(tablet.page.locator("#part-private .debt")).to_contain_text("Seat 2 owes 4: 164")


def test_a_rolls_time_is_the_first_touch_of_its_entry(
    table: RunningTable, wires: Wires, tablets: Open
) -> None:
    tablet = tablets("phone")
    playing(table, wires(), tablet)
    tablet.touch("#keys [data-verb=roll]")
    assert lines_of(table, "thrown")[0]["seat"] == 3
    tablet.key("2 5")
    (_, _, rolled) = until("the roll", lambda: _three(table))
    assert (rolled["seat"], rolled["dice"]) == (3, [2, 5])


def _three(table: RunningTable) -> list[dict[str, Any]] | None:
    found = lines_of(table, "roll")
    return found if len(found) == 3 else None


def test_dice_that_are_not_entered_take_their_throw_back(
    table: RunningTable, wires: Wires, tablets: Open
) -> None:
    tablet = tablets("phone")
    playing(table, wires(), tablet)
    tablet.touch("#keys [data-verb=roll]")
    tablet.key("Cancel")  # at once: in the order of the touches all the same
    assert lines_of(table, "undo")
    assert dos(table.record())[-2:] == ["thrown", "undo"]
    expect(tablet.page.locator("#part-now")).not_to_contain_text("not entered yet")


def test_another_seats_dice(table: RunningTable, wires: Wires, tablets: Open) -> None:
    """The throw that was begun for the turn seat goes; the rules judge the other one."""
    tablet = tablets("phone")
    playing(table, wires(), tablet)
    tablet.touch("#keys [data-verb=roll]")
    expect(tablet.page.locator("#part-now")).to_contain_text("not entered yet")
    tablet.key("4 Szentgyörgyi Gy.")
    expect(tablet.page.locator("#panel .question").first).to_contain_text("4 Szentgyörgyi")
    tablet.key("6 6")
    tablet.says("HUN-G-DICE")


def test_a_verb_that_is_not_completed_expires_and_says_so(
    table: RunningTable, wires: Wires, tablets: Open
) -> None:
    tablet = tablets("phone")
    playing(table, wires(), tablet)
    tablet.touch("#keys [data-verb=foul]")
    expect(tablet.page.locator("#panel .ruler")).to_be_visible()
    tablet.page.evaluate("asking.until = performance.now() + 100")
    tablet.says("Not completed within 10 seconds: nothing was entered.")
    expect(tablet.page.locator("#panel")).to_be_hidden()
    assert "foul" not in dos(table.record())


def test_one_of_the_last_five_is_taken_back(
    table: RunningTable, wires: Wires, tablets: Open
) -> None:
    tablet = tablets("phone")
    wire = wires()
    playing(table, wire, tablet)
    wire.do("foul", seat=4)
    wire.do("warn", seat=1)
    tablet.touch("#keys [data-panel=undo]")
    expect(tablet.page.locator("#panel .undo .key").first).to_contain_text("warning")
    expect(tablet.page.locator("#panel .undo .key")).to_have_count(5)
    tablet.page.click("#panel .undo .key:has-text('foul')")
    assert lines_of(table, "undo")[0]["back"] == 2
    assert until("no foul", lambda: all(not one["fouls"] for one in table.up()["seats"]))


def test_what_cannot_be_taken_back_is_asked_once_more(
    table: RunningTable, wires: Wires, tablets: Open
) -> None:
    tablet = tablets("phone")
    playing(table, wires(), tablet)
    tablet.verb("Bankrupt")
    tablet.seat(1)
    tablet.seat(2)
    expect(tablet.page.locator("#panel .warning")).to_be_visible()
    tablet.key("✗ No")
    assert "bankrupt" not in dos(table.record())
    tablet.verb("Bankrupt")
    tablet.seat(1)
    tablet.seat(2)
    tablet.key("✓ Yes, do it")
    assert lines_of(table, "bankrupt")[0]["to"] == 2


def test_an_exclusion_asks_for_the_referees_pin(
    table: RunningTable, wires: Wires, tablets: Open, tmp_path: Path
) -> None:
    set_pin(tmp_path / "keys", "4821")
    tablet = tablets("tablet")
    playing(table, wires(), tablet)
    tablet.verb("Exclude")
    tablet.seat(4)
    tablet.key("Telephone")
    tablet.key("✓ Yes, do it")
    expect(tablet.page.locator("#panel .question")).to_have_text("The referee's PIN")
    tablet.digits("1111")
    expect(tablet.page.locator("#panel .question")).to_contain_text("Wrong.")
    assert tablet.page.locator("#panel .typed").inner_text() == ""
    tablet.digits("4821")
    assert lines_of(table, "remove")[0]["seat"] == 4
    assert "4821" not in tablet.page.content()


def test_a_question_of_the_table_is_answered_here(
    table: RunningTable, wires: Wires, tablets: Open
) -> None:
    tablet = tablets("phone")
    wire = wires()
    playing(table, wire, tablet)
    wire.do("foul", seat=3)
    table.send("tap judge.undo")
    expect(tablet.page.locator("#part-ask .asked")).to_be_visible()
    tablet.touch("#part-ask [data-hand=no]")
    expect(tablet.page.locator("#part-ask .asked")).to_have_count(0)
    assert "undo" not in dos(table.record())


def test_the_page_says_when_the_table_does_not_answer_and_comes_back(
    table: RunningTable, wires: Wires, tablets: Open, start: Start
) -> None:
    tablet = tablets("phone")
    playing(table, wires(), tablet)
    table.kill()
    stale = tablet.page.locator("#stale")
    expect(stale).to_contain_text("The table does not answer. What stands here is 0:0")
    expect(tablet.page.locator("#keys .key:enabled")).to_have_count(0)
    expect(tablet.page.locator(".seat:enabled")).to_have_count(0)
    again = start(fast=1)
    again.up()
    expect(stale).to_be_hidden()
    expect(tablet.page.locator("#keys [data-verb=foul]")).to_be_enabled()


def test_the_page_says_when_it_has_no_connection(
    table: RunningTable, wires: Wires, tablets: Open
) -> None:
    tablet = tablets("phone")
    playing(table, wires(), tablet)
    tablet.console.process.kill()
    expect(tablet.page.locator("#stale")).to_contain_text("No connection to the table.")
    expect(tablet.page.locator("#keys .key:enabled")).to_have_count(0)


def test_a_tablet_that_wakes_up_shows_nothing_old_as_new(
    table: RunningTable, wires: Wires, tablets: Open
) -> None:
    """Asleep, no timer ran: on waking, what was heard last is old at once."""
    tablet = tablets("phone")
    playing(table, wires(), tablet)
    tablet.console.process.send_signal(19)
    tablet.page.evaluate("heard = { ...heard, wall: heard.wall - 600000 }; fresh()")
    expect(tablet.page.locator("#stale")).to_contain_text("10:0")
    tablet.console.process.send_signal(18)
    expect(tablet.page.locator("#stale")).to_be_hidden()


@pytest.mark.parametrize("language", ["en", "hu"])
@pytest.mark.parametrize("size", SIZES)
def test_the_table_is_looked_over_while_it_plays(
    table: RunningTable, wires: Wires, tablets: Open, size: str, language: str
) -> None:
    tablet = tablets(size, language)
    check = tablet.page.locator("#part-check")
    expect(check.locator(".key")).to_have_count(1)
    playing(table, wires(), tablet)
    check.locator(".key").click()
    expect(check.locator("[role=status]")).to_be_visible()
    expect(check.locator("dt, .warning")).to_have_count(35)
    check.locator(".key").scroll_into_view_if_needed()
    tablet.looks_right("check")
    check.locator("summary").click()
    expect(check.locator("dl")).to_be_visible()
    tablet.looks_right("check-all")


def test_the_cover_hides_everything_and_lasts(
    table: RunningTable, wires: Wires, tablets: Open
) -> None:
    tablet = tablets("phone")
    playing(table, wires(), tablet)
    page = tablet.page
    tablet.touch("#cover")
    covering = (
        "document.elementFromPoint(innerWidth / 2, innerHeight / 3).closest('#curtain') !== null"
    )
    assert page.evaluate(covering)
    page.reload()
    assert page.evaluate(covering)
    tablet.touch("#curtain")
    expect(page.locator("#part-private")).to_be_visible()
    other = tablet.context.new_page()
    other.bring_to_front()
    page.evaluate(
        "Object.defineProperty(document, 'visibilityState', { value: 'hidden' });"
        "document.dispatchEvent(new Event('visibilitychange'))"
    )
    assert page.evaluate(covering)
    other.close()


def test_it_is_worked_by_keyboard_too(table: RunningTable, wires: Wires, tablets: Open) -> None:
    tablet = tablets("tablet")
    playing(table, wires(), tablet)
    page = tablet.page
    page.focus("#keys [data-verb=foul]")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.textContent") == "1Bakos Réka"
    outline = "getComputedStyle(document.activeElement).outlineWidth"
    assert page.evaluate(outline) == "4px"
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert lines_of(table, "foul")[0]["seat"] == 2


def test_a_tablet_that_slept_while_another_was_paired_says_so(
    table: RunningTable, tablets: Open, consoles: Callable[..., Console], tmp_path: Path
) -> None:
    tablet = tablets("phone")
    port = tablet.console.url.rpartition(":")[2]
    tablet.console.process.kill()
    tablet.console.process.wait()
    (tmp_path / "keys" / "console.session").write_text('{"session": "another"}')
    consoles("--port", port)
    # The browser tries again by itself, some seconds after the stream broke off.
    found = expect(tablet.page.locator("[role=alert]"))
    found.to_contain_text("paired no more", timeout=12_000)


def test_putting_the_tablet_away_ends_it(table: RunningTable, tablets: Open) -> None:
    tablet = tablets("phone")
    tablet.page.eval_on_selector("#log-page", "one => { one.open = true; }")
    tablet.touch("#unpair", "#unpair")
    expect(tablet.page.locator("#code")).to_be_visible()


def test_a_game_is_counted_signed_and_closed_from_the_tablet(
    table: RunningTable, wires: Wires, tablets: Open
) -> None:
    tablet = tablets("tablet")
    page = tablet.page
    tablet.touch("#next")
    expect(page.locator("#part-now")).to_contain_text("Ready to start")
    tablet.touch("#keys [data-verb=roll]")
    tablet.key("1 2")
    tablet.verb("Buys")
    tablet.seat(3)
    page.click("#panel .deeds .key[aria-label^='B1 ']")
    until("the deed", lambda: len(lines_of(table, "buy")) == 1)
    tablet.verb("End the game")
    tablet.key("All agree to stop")
    tablet.key("✓ Yes, do it")
    expect(page.locator("#next")).to_have_text("COUNT NEXT")
    for seat in range(1, 5):
        expect(page.locator("#next")).to_be_enabled()
        page.evaluate("busyUntil = 0")
        tablet.touch("#next")
        expect(page.locator("#panel h2")).to_contain_text(f"{seat} ")
        if seat == 2:
            page.click("#panel .deeds .key[aria-label^='A1 ']")
            tablet.key("H")
            page.click("#panel .deeds .key[aria-label^='V1 ']")
            tablet.key("Mortgaged")
            tablet.looks_right("sheet")
        page.click("#panel .key:has-text('Cash:')")
        tablet.digits(f"{seat}00")
        tablet.key("Done")
        tablet.says(f"✓ Count › {seat} ")
    counted = [line["deeds"] for line in lines_of(table, "count")]
    assert counted[1] == [{"name": "A1", "houses": 5}, {"name": "V1", "mortgaged": True}]
    assert counted[2] == [{"name": "B1"}], "bought in the game"
    for seat in range(1, 5):
        tablet.verb("Referee signs")
        tablet.seat(seat)
        tablet.key("Has left")
        tablet.key("✓ Yes, do it")
        until("signed", lambda seat=seat: len(lines_of(table, "sign")) == seat)
    expect(page.locator("#next")).to_have_text("CONFIRM")
    tablet.looks_right("signed")
    page.evaluate("busyUntil = 0")
    tablet.touch("#next")
    tablet.key("✓ Yes, do it")
    expect(page.locator("#part-now")).to_contain_text("Closed")
    tablet.looks_right("closed")
    until("the seal", lambda: any("sealed" in line for line in table.record()))
