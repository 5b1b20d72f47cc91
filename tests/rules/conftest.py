"""What tests of the rules share: the edition, an opening, and games as hypothesis makes them up."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

import rules
from rules.edition import Edition, parse_edition
from rules.opening import Opening, parse_opening

# What is slow on a busy machine is the machine, not the test.
settings.register_profile("busy", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("busy")

SEATS = (1, 2, 4, 5)
OPEN = {
    "edition": "hun-2009",
    "season": "S1",
    "round": "Q1",
    "game": "Q1-T3",
    "table": "T3",
    "seats": [{"seat": seat, "player": f"P{seat:02}"} for seat in SEATS],
}


@pytest.fixture(scope="session")
def hun() -> Edition:
    path = Path(rules.__path__[0]) / "editions" / "hun-2009.toml"
    return parse_edition(path.read_text(encoding="utf-8"), path.name, lambda name: None)


@pytest.fixture(scope="session")
def opening() -> Opening:
    return parse_opening(OPEN)


def _asked() -> st.SearchStrategy[dict[str, Any]]:
    seat = st.sampled_from(SEATS)
    die = st.integers(1, 6)
    lot = st.sampled_from(["A1", "A2", "B1", "V1", "K1"])

    def do(word: str, **fields: Any) -> st.SearchStrategy[dict[str, Any]]:
        return st.fixed_dictionaries({"do": st.just(word), **fields})

    roll = do("roll", seat=seat, dice=st.tuples(die, die).map(list))
    count = do("count", seat=seat, cash=st.integers(0, 3000))
    sign = do("sign", seat=seat)
    rest = [
        do("wait"),
        do("start"),
        do("confirm"),
        do("end", reason=st.just("fire")),
        do("reset", reason=st.just("false start")),
        do("thrown", seat=seat),
        do("turn", seat=seat),
        do("press", seat=seat),
        do("foul", seat=seat),
        do("unfoul", seat=seat),
        do("incident", seat=seat, reason=st.just("phone")),
        do("remove", seat=seat),
        do("disqualify", seat=seat),
        do("bankrupt", seat=seat, to=st.just("bank")),
        do("bankrupt", seat=seat, to=seat),
        do("retire", seat=seat),
        do("claim", **{"seat": seat, "from": seat}),
        do("buy", seat=seat, what=lot),
        do("mortgage", seat=seat, what=lot),
        do("build", seat=seat, houses=st.integers(1, 5), what=lot),
        do("auction", what=lot),
        do("bid", seat=seat, amount=st.integers(0, 300)),
        do("sold"),
        do("cannot_pay", seat=seat),
        do("jail", seat=seat),
        do("jail_out", seat=seat, how=st.just("pay")),
        do("sign", seat=seat, by=st.just("referee"), reason=st.just("left")),
    ]
    undo = do("undo")
    return st.one_of(roll, roll, roll, count, count, sign, sign, undo, undo, *rest)


@pytest.fixture(scope="session")
def games() -> st.SearchStrategy[list[dict[str, Any]]]:
    """Actions in order of time: mostly seconds apart, now and then past a mark or the end."""
    pause = st.one_of(st.integers(0, 5000), st.integers(0, 5000), st.integers(0, 2_000_000))

    def timed(steps: list[tuple[int, dict[str, Any]]]) -> list[dict[str, Any]]:
        at = 0
        actions = []
        for after, fields in steps:
            at += after
            actions.append({"t": at / 1000, **fields})
        return actions

    return st.lists(st.tuples(pause, _asked()), max_size=40).map(timed)
