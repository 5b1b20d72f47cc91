"""The members' proposals and votes in a club's season by clicks (RAMK-2.2 to RAMK-2.5)."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import expect

from tests.league.clicks import Hand

PROPOSALS = ("Free passage every evening.", "Start money is 5,000.", "Field 21 is public.")


def refused(h: Hand, rule: str) -> None:
    """What came back on top of the page."""
    expect(h.page.locator(".trouble")).to_contain_text(f"({rule})")


def propose(h: Hand, waits: str) -> None:
    """RAMK-2.2, RAMK-2.3: three a member; who has not played three rounds waits."""
    h.go("proposals")

    def submit(member: str, text: str) -> None:
        form = h.page.locator('form[action*="proposals/proposal"]').last
        form.locator("select[name=member]").select_option(member)
        form.locator("textarea[name=text]").fill(text)
        h.click(form.get_by_role("button"))

    for text in PROPOSALS:
        submit("Ada", text)
    submit("Ada", "A fourth.")
    refused(h, "RAMK-2.2")
    h.go("proposals")
    submit(waits, "Everybody plays twice.")
    expect(h.page.locator("ol.proposals > li")).to_have_count(4)
    h.picture("proposals", "/proposals")


def ballots(h: Hand, roll: Sequence[str]) -> None:
    """RAMK-2.3 to 2.5: another wording, a vote on the buttons, one by hands, one withdrawn."""
    h.go("proposals")
    amend_is_refused_before_the_final(h)
    first(h, roll)
    h.go("proposals")
    h.open("Proposal 2")
    desk = h.page.locator("details.desk", has_text="2").first
    h.click(desk.get_by_role("button", name="Open the vote"))
    form = h.page.locator("form.totals")
    for choice, count in (("yes", 1), ("no", 1), ("abstain", len(roll) - 2)):
        form.locator(f"input[name={choice}]").fill(str(count))
    h.click(form.get_by_role("button"))
    h.picture("voted", "/proposals")


def amend_is_refused_before_the_final(h: Hand) -> None:
    """RAMK-2.5: the wording is changed on the final evening alone, and today is none."""
    h.open("Proposal 1")
    form = h.page.locator('form:has(button[name="amend"])').first
    form.locator("textarea").fill("Free passage every second evening.")
    h.click(form.locator('button[name="amend"]'))
    refused(h, "RAMK-2.5")


def first(h: Hand, roll: Sequence[str]) -> None:
    """The first proposal, on the tables' buttons; nobody sees who says what."""
    h.go("proposals")
    h.open("Proposal 1")
    desk = h.page.locator("details.desk").first
    h.click(desk.locator('button[name="open"]'))
    number = None
    for table in sorted(h.tokens):
        asked = h.server.get("/api/v1/ballots", Authorization=f"Bearer {h.tokens[table]}").json()
        for ballot in asked:
            number = ballot["ballot"]
            voices = [{"seat": one["seat"], "choice": "yes"} for one in ballot["seats"]]
            done = h.server.post(
                f"/api/v1/ballots/{number}/voices", {"voices": voices}, h.tokens[table]
            )
            assert done.status == 200, done.data
    assert number is not None
    h.go("proposals")
    expect(h.page.locator(".tally").first).to_contain_text(str(len(roll)))
    h.picture("a-vote", "/proposals")
    h.click(h.page.locator('button[name="close"]'))
    expect(h.page.locator("ol.proposals > li").first).to_contain_text("passed")
