"""Members, calendar, proposals and their votes (RAMK-2.1 to 2.5, 3.2, 3.4d, 9.27e)."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import dates
from rules.edition import Edition
from rules.kinds import Refusal
from rules.matador import evenings, members, proposals
from rules.matador.proposals import Wording
from tests.rules.matador.golden import cases, titled

DRAFT = Wording("Startpengene er 7000", "2017-10-27")


def rule_of(found: Any) -> str:
    return str(found.rule) if isinstance(found, Refusal) else "none"


@pytest.mark.parametrize("case", cases("members"), ids=titled)
def test_golden_member(case: dict[str, Any], edition: Edition) -> None:
    for born, played, plays in case.get("plays", []):
        refusal = members.may_play(born, False, played, edition)
        assert rule_of(refusal) == ("none" if plays else "RAMK-2.1a"), born
    for confirmed, plays in case.get("confirmed", []):
        assert (members.may_play(None, confirmed, "2017-09-29", edition) is None) == plays
    for is_paid, rounds, rule in case.get("final", []):
        assert rule_of(members.may_play_final(is_paid, rounds, edition)) == rule
    for rounds, votes in case.get("votes", []):
        assert members.may_vote(rounds, edition) == votes


def test_rounds_are_counted_once_and_the_final_not_at_all() -> None:
    """RAMK-2.3."""
    results = [("A", "R1", False), ("A", "R1", False), ("A", "R2", False), ("A", "F", True)]
    assert members.rounds_of("A", [*results, ("B", "R3", False)]) == 2


@pytest.mark.parametrize("case", cases("evenings"), ids=titled)
def test_golden_evening(case: dict[str, Any], edition: Edition) -> None:
    for year, day in case.get("first", []):
        assert evenings.first_evening(year) == day
    for day in case.get("too_early", []):
        assert rule_of(evenings.before_first(day)) == "RAMK-3.2", day
    for day in case.get("free", []):
        assert evenings.before_first(day) is None, day
    if "planned" in case:
        made = evenings.planned(2017, (1, 9, 10), 4)
        assert [[one.round, one.date] for one in made] == case["planned"]
        assert [one.final for one in made] == [False, False, False, True]
    if "evenings" in case:
        plan = [
            evenings.Evening(name, day, special in ("pass", "both"), special in ("loan", "both"))
            for name, day, special in case["evenings"]
        ]
        for order in (plan, plan[::-1]):
            found = evenings.misplaced(order, edition)
            assert ([] if found is None else [found[0], found[1].rule]) == case["refused"]


def test_autumn_and_spring_are_halves_of_one_season() -> None:
    """RAMK-3.4d."""
    assert evenings.half_of("2017-09-29") == evenings.half_of("2017-12-31") == "autumn 2017"
    assert evenings.half_of("2018-01-01") == evenings.half_of("2018-06-30") == "spring 2018"


@pytest.mark.parametrize("case", cases("proposals"), ids=titled)
def test_golden_ballot(case: dict[str, Any], edition: Edition) -> None:
    """RAMK-2.4: by voices and by typed totals."""
    for yes, no, abstain, passed in case["counts"]:
        choices = ["yes"] * yes + ["no"] * no + ["abstain"] * abstain
        names = [f"P{n}" for n in range(len(choices))]
        rounds = dict.fromkeys(names, 3)
        made = proposals.submit([], names[0], "1", DRAFT, edition)
        assert not isinstance(made, Refusal)
        opened = proposals.open_ballot(made, names, rounds, edition)
        assert not isinstance(opened, Refusal)
        ballot: Any = opened
        for name, choice in zip(names, choices, strict=True):
            ballot = proposals.vote(ballot, name, choice)
        typed = proposals.typed(opened, yes, no, abstain)
        assert not isinstance(typed, Refusal)
        for one in (ballot, typed):
            assert proposals.outcome(one) == (yes, no, abstain, passed)


def test_three_proposals_a_member_a_withdrawn_one_counts(edition: Edition) -> None:
    """RAMK-2.2."""
    made: list[Any] = []
    for number in range(3):
        one = proposals.submit(made, "Ada", str(number), DRAFT, edition)
        assert not isinstance(one, Refusal)
        made.append(one._replace(withdrawn=number == 0))

    assert rule_of(proposals.submit(made, "Ada", "3", DRAFT, edition)) == "RAMK-2.2"
    assert rule_of(proposals.submit(made, "Bo", "3", DRAFT, edition)) == "none"


def test_a_proposal_waits_for_its_members_third_round(edition: Edition) -> None:
    """RAMK-2.3: pending until then, void on the final evening."""
    made = proposals.submit([], "Ada", "1", DRAFT, edition)
    assert not isinstance(made, Refusal)

    assert proposals.standing(made, 2, edition) == "pending"
    assert proposals.standing(made, 3, edition) == "valid"
    assert proposals.standing(made._replace(withdrawn=True), 3, edition) == "withdrawn"
    assert rule_of(proposals.open_ballot(made, ["Ada"], {"Ada": 2}, edition)) == "RAMK-2.3"


def test_the_wording_may_be_made_clear_on_the_final_evening_until_it_is_voted_on(
    edition: Edition,
) -> None:
    """RAMK-2.5: the vote is about one frozen wording."""
    made: Any = proposals.submit([], "Ada", "1", DRAFT, edition)
    clearer = Wording("Startpengene er 7.000 kr.", "2018-04-27")

    early = proposals.amend(made, Wording("x", "2018-03-30"), "2018-04-27", [])
    amended: Any = proposals.amend(made, clearer, "2018-04-27", [])
    ballot: Any = proposals.open_ballot(amended, ["Ada"], {"Ada": 5}, edition)

    assert rule_of(early) == "RAMK-2.5"
    assert amended.wordings == (DRAFT, clearer)
    assert ballot.wording == 1
    assert rule_of(proposals.amend(amended, clearer, "2018-04-27", [ballot])) == "RAMK-2.5"


def test_who_is_on_the_roll_votes_and_the_last_voice_counts(edition: Edition) -> None:
    """RAMK-2.3, RAMK-2.4."""
    made: Any = proposals.submit([], "Ada", "1", DRAFT, edition)
    rounds = {"Ada": 5, "Bo": 3, "Ida": 2}
    ballot: Any = proposals.open_ballot(made, ["Ada", "Bo", "Ida", "Kai"], rounds, edition)
    assert ballot.roll == {"Ada", "Bo"}

    assert rule_of(proposals.vote(ballot, "Ida", "yes")) == "RAMK-2.3"
    assert rule_of(proposals.vote(ballot, "Ada", "maybe")) == "RAMK-2.4"
    ballot = proposals.vote(proposals.vote(ballot, "Ada", "no"), "Ada", "yes")
    assert proposals.outcome(ballot) == (1, 0, 1, True)
    assert rule_of(proposals.typed(ballot, 2, 1, 0)) == "RAMK-2.3"
    assert rule_of(proposals.typed(ballot, -1, 1, 0)) == "RAMK-2.3"


@given(st.dates(date(1583, 1, 1), date(2999, 12, 31)))
def test_days_are_those_of_the_calendar(day: date) -> None:
    assert dates.is_date(day.isoformat())
    assert dates.parts(day.isoformat()) == (day.year, day.month, day.day)
    assert dates.weekday(day.year, day.month, day.day) == day.weekday()
    last = date.fromisoformat(dates.last_in_month(day.year, day.month, day.weekday()))
    assert last.weekday() == day.weekday()
    assert last.month == day.month
    assert (last + timedelta(7)).month != day.month


@pytest.mark.parametrize(
    "text",
    ["", "2017-9-29", "2017-13-01", "2017-02-29", "2017-00-10", "2017-01-32", "0000-01-01",
     "20170929", "2017-09-29 ", "２０１７-09-29"],
)  # fmt: skip
def test_what_is_no_day(text: str) -> None:
    assert not dates.is_date(text)
