"""A competition's pages for each family: all are there, and none names another family's book."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.league.databases import Dbms
from tests.league.desks import a_desk, words
from tests.league.test_competition_pages import came, names, planned

FOREIGN = {
    "mafia-aktau-2015": r"\b(HUN|RAMK|RAY)-",
    "mafia-nuances": r"\b(HUN|RAMK|RAY)-",
    "ramk-2017": r"\b(HUN|MAF\w?|RAY)-",
    "ray-freezeout-2013": r"\b(HUN|MAF\w?|RAMK)-",
}
"""Rules of another family's book have no place on a page."""


@pytest.mark.parametrize("edition", sorted(FOREIGN))
def test_every_page_is_there_for_each_family_and_names_no_other_book(
    dbms: Dbms, tmp_path: Path, edition: str
) -> None:
    """With entries, a round that was drawn, a protest and a ruling; forms that were forgotten."""
    with dbms.database(tmp_path) as url, a_desk(url, tmp_path, edition=edition) as desk:
        stage = "tournament" if edition.startswith("mafia") else "qualifier"
        planned(desk, ("Q1", stage, "10:00"), ("Q2", stage, "13:00"))
        people = names(1, 10)
        desk.done("run/entries/list", list="name;round\n" + "\n".join(f"{n};Q1" for n in people))
        came(desk, people, "Q1", "09:00")
        status, _ = desk.do("run/round/draw", round="Q1", seed=4)
        assert status == 303 or not edition.startswith("mafia")
        desk.done("judge/protest", by="Anna", text="The die fell", round="Q1", game="")
        desk.done("judge/ruling", dispute=1, level="table", judge="Zoli", text="No.")
        desk.done("run/entries/forget")
        if edition.startswith("mafia"):
            for player in people[:2]:
                desk.done("judge/exclude", player=player, why="shouted")
            assert "(MAFA-JUDGE-5)" in desk.refused("run/round/expect", round="Q2", names=people[0])
            desk.done("run/round/again", round="Q2", other="Q1")
            assert "0 / 8" in desk.read("run/round?round=Q2")
            assert "(MAFA-TIME-2)" in desk.refused("run/round/leave", round="Q1",
                                                   player=people[3], why="x")  # fmt: skip
        pages = ("run", "run/entries", "run/schedule", "run/round?round=Q1", "run/goes_on",
                 "run/round?round=Q2", "run/games?round=Q1", "judge", "news", "seats?round=Q1",
                 "enter", "")  # fmt: skip
        for path in pages:
            for lang in ("en", "hu", "da", "ru", "sv"):
                status, html = desk.get(path, lang=lang)
                assert status == 200, path
                assert "league." not in html.replace("league.css", ""), path
                found = re.search(FOREIGN[edition], words(html))
                assert found is None, (path, lang, words(html)[max(0, found.start() - 80) :][:120])
