"""The document's sums, from book.toml, wealth.toml and awards.toml of tests/golden/ramk-2017."""

from __future__ import annotations

import inspect
import tomllib
from typing import Any

import pytest

from rules.board import board_of
from rules.edition import Edition
from rules.kinds import Money, Refusal
from rules.matador import book
from rules.matador.awards import award, awards, base, column
from rules.matador.estate import Held
from rules.matador.wealth import wealth
from tests.rules.matador.golden import GOLDEN, cases, titled

BOOK = tomllib.loads((GOLDEN / "book.toml").read_text(encoding="utf-8"))
AWARDS = tomllib.loads((GOLDEN / "awards.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", cases("book"), ids=titled)
def test_golden_sum(case: dict[str, Any], edition: Edition) -> None:
    edition = edition.with_options(case.get("options", {}))
    ask = getattr(book, case["ask"])
    board = board_of(edition)
    known = {"edition": edition, "board": board, "deed": board.by_code.get(case.get("deed", ""))}
    names = inspect.signature(ask).parameters
    for *given, gives in case["sums"]:
        rest = iter(given)
        found = ask(*(known[name] if name in known else next(rest) for name in names))
        assert (list(found) if isinstance(found, tuple) else found) == gives, given


@pytest.mark.parametrize("loan", BOOK["lifetime"][0]["loans"], ids=str)
@pytest.mark.parametrize("base_of", ["outstanding", "original_principal"])
def test_a_loan_is_cleared_after_so_many_passes_and_so_much_interest(
    loan: list[int], base_of: str, edition: Edition
) -> None:
    """RAMK-9.27b: by the balance, and by what was lent."""
    principal, passes, by_balance, by_principal = loan
    edition = edition.with_options({"loan_interest_base": base_of})
    balance, interest, passed = principal, 0, 0
    while balance:
        interest += book.loan_interest(principal, balance, edition)
        balance -= book.loan_instalment(principal, balance, edition)
        passed += 1

    assert passed == passes
    assert interest == (by_balance if base_of == "outstanding" else by_principal)


@pytest.mark.parametrize("case", cases("wealth"), ids=titled)
@pytest.mark.parametrize("value", ["full_liquidation", "mortgage_only"])
def test_golden_wealth(case: dict[str, Any], value: str, edition: Edition) -> None:
    deeds = [
        Held(f"D{n}", "", kind, Money(price), mortgaged, houses, Money(house))
        for n, (kind, price, mortgaged, houses, house) in enumerate(case["deeds"])
    ]
    cards = [Held(card, "", card, Money(0), False, 0, Money(0)) for card in case.get("cards", [])]

    found = wealth(
        case["cash"], [*deeds, *cards], case["loan"], edition.with_options({"deed_value": value})
    )

    assert found == case[value]


@pytest.mark.parametrize("case", cases("awards"), ids=titled)
def test_golden_award(case: dict[str, Any], edition: Edition) -> None:
    for place, players, division, final, points in case["awards"]:
        worth = base(place, players, edition)
        assert isinstance(worth, int)
        assert award(worth, edition, final=final, division=division or None) == points


def test_every_column_shares_ten_points_a_player(edition: Edition) -> None:
    """RAMK-9.16: the check that the flattened table was read right."""
    for players in range(3, 9):
        points = column(players, edition)
        assert points is not None
        assert sum(points) == 10 * players
        assert list(points) == sorted(points, reverse=True)


def test_a_quarter_more_is_rounded_down(edition: Edition) -> None:
    """RAMK-9.19."""
    for points, more in AWARDS["quarter"][0]["more"]:
        assert award(points, edition, final=False, division=2) == more


def test_shared_places_share_their_points(edition: Edition) -> None:
    """RAMK-9.16."""
    for places, points in AWARDS["tied"][0]["tables"]:
        names = {f"P{n}": place for n, place in enumerate(places)}
        given = awards(names, edition, final=False, division=None)
        assert not isinstance(given, Refusal)
        assert list(given.values()) == points


def test_shared_places_are_averaged_before_they_are_doubled_or_raised(edition: Edition) -> None:
    """RAMK-9.16: (9 + 6) / 2 is 7, doubled 14 and not 15."""
    names = {"A": 1, "B": 2, "C": 2}
    double = awards(names, edition, final=True, division=None)
    raised = awards(names, edition, final=False, division=2)
    assert double == {"A": 30, "B": 14, "C": 14}
    assert raised == {"A": 18, "B": 8, "C": 8}


def test_the_lot_gives_the_shared_places_one_by_one(edition: Edition) -> None:
    """RAMK-9.16: by setting; the places are shared out whole, whatever the seed."""
    by_lot = edition.with_options({"place_tie": "lot"})
    names = {"A": 1, "B": 2, "C": 2, "D": 2}
    seen = set()
    for seed in range(40):
        given = awards(names, by_lot, final=False, division=None, seed=seed)
        assert not isinstance(given, Refusal)
        assert given["A"] == 17
        assert sorted(given.values()) == [5, 7, 11, 17]
        seen.add(tuple(given.values()))
    assert len(seen) > 3


def test_a_table_of_another_size_or_with_wrong_places_is_refused(edition: Edition) -> None:
    """RAMK-9.16."""
    for places in AWARDS["refused"][0]["tables"]:
        names = {f"P{n}": place for n, place in enumerate(places)}
        found = awards(names, edition, final=False, division=None)
        assert isinstance(found, Refusal)
        assert found.rule == "RAMK-9.16"
    for place, players in ((2, 9), (0, 4), (5, 4)):
        assert isinstance(base(place, players, edition), Refusal)
