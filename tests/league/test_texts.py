"""Every text the pages ask for is there, in each language, with its placeholders."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

import league
from league import hallclock, incidents, outgoing, prizeboard, roles
from league.club import outlook
from league.clubsheets import CRITERIA
from league.competition import attention, decisions, laws, rosters
from league.competition import seating as seats
from league.families import FAMILIES, casino, mafia, matador, monopoly
from league.judging import CONFIRMED, DIFFERS, UNPLAYABLE, VOID
from league.pages import clock, competition, theme, tournament
from league.pages.club import KINDS
from league.rounds import STAGES
from league.texts import COMPLETE, LOCALE, OFFERED
from league.tournamentsheets import DECIDERS
from rules.casino.tournament.lines import WORDS
from rules.mafia.view import Phase as MafiaPhase
from rules.matador import seating, whatif
from rules.matador.proposals import CHOICES
from rules.monopoly.protest import REFEREE
from rules.monopoly.view import Phase
from rules.opening import OFFICES, ROLES

CASINO = {
    "nav": tuple(tournament.KINDS),
    "did": tuple(WORDS),
    "stage": ("entries", "drawn", "played", "ended"),
    "check": ("house", "prizes", "paid_out", "carried", "tickets", "points", "seats", "gap",
              "table", "tables", "tables_paid", "tables_points", "moves", "bought", "levels"),
    "key": ("fee", "house_share", "start_points", "table_size", "carry_pct", "satellite_price",
            "satellite_seats"),
    "window": ("addon", "over"),
    "why": ("balance", "break", "draw", "director"),
    "no_deal": ("no_amounts", "players", "uncounted", "wrong"),
    "not_yet": ("points", "prizes", "tables"),
    "deal_by": ("icm", "points", "agreed"),
}  # fmt: skip
"""Texts of the director's pages that are put together."""
MAFIA_ENDS = ("all_black_out", "parity", "team_loss", "split_twice_at_3", "three_nights_no_kill",
              "judge_award", "all_left")  # fmt: skip
"""Why a game of Mafia ends."""
LEFT = ("kill", "vote", "lift", "removal")
SOURCES = Path(league.__path__[0])
ASKED = {
    *(f"league.casino.{name}.{word}" for name, words in CASINO.items() for word in words),
    *(f"league.casino.told.{what}" for what in ("rebuy", "addon")),
    *(f"league.casino.{word}" for word in ("plus_minus", "bought_why", "levels_why", "moves_why")),
    *(f"league.stage.{stage}" for stage in casino.STAGES),
    *(f"league.stage.{stage}" for stage in (*STAGES, *matador.STAGES, *mafia.STAGES)),
    *(f"league.club.decided.{name}" for name in CRITERIA),
    *(f"league.tournament.decided.{name}" for name in DECIDERS),
    *(f"league.phase.{phase.value}" for phase in (*Phase, *MafiaPhase)),
    *(f"league.office.{office}" for office in OFFICES),
    *(f"league.verdict.{verdict}" for verdict in (CONFIRMED, DIFFERS, UNPLAYABLE, VOID)),
    *(
        f"league.section.{kind}"
        for kind in ("advances", "champion", "placed", "reserve", "unresolved", "out")
    ),
    *(f"league.end.{reason}" for reason in ("time", "last_player", "judge")),
    *(f"league.end.{reason}" for reason in MAFIA_ENDS),
    *(f"league.mafia.role.{role}" for role in ROLES),
    *(f"league.mafia.won.{winner}" for winner in ("red", "black", "nobody")),
    *(f"league.mafia.how.{how}" for how in (*LEFT, "played", "disqualified")),
    *(f"league.clock.did.{word}" for word in (*hallclock.ACTS, clock.HAND)),
    *(f"league.clock.table.{word}" for word in clock.FOLLOWS),
    *(f"league.mark.{mark}" for mark in ("turn", "out", "removed", "signed")),
    *(f"league.nav.{kind}" for kind in (*KINDS, "standings")),
    *(f"league.flag.{flag}" for flag in ("free_pass", "loan", "final")),
    *(f"league.office.{kind}" for kind in ("account", "people", "programs", "audit")),
    *(f"league.role.{role}" for role in roles.ROLES),
    *(f"league.paper.{word}" for word in ("by_name", "by_table", "signed.seat", "signed.referee")),
    *(f"league.charts.{kind}" for kind in ("rounds", "games", "stages")),
    *(f"league.theme.{name}" for name in ("device", *theme.THEMES)),
    *(f"league.scope.{scope}" for scope in roles.SCOPES),
    *(f"league.event.{event}" for event in outgoing.EVENTS),
    *(f"league.by.{by}" for by in (seating.ONE_TABLE, seating.BY_POINTS, seating.BY_CUP)),
    *(f"league.needs.by.{by}" for by in (outlook.DRAWN, outlook.CHECKED_IN, outlook.SUPPOSED)),
    *(f"league.needs.{one}" for one in (whatif.WINS, whatif.CAN, whatif.TIES, whatif.CANNOT)),
    *(f"league.proposals.{standing}" for standing in ("pending", "void", "withdrawn")),
    *(f"league.ballot.{choice}" for choice in CHOICES),
    *(f"league.dice.{grouping}" for grouping in ("die_set", "seat")),
    *(f"league.column.{name}" for name in ("cash", "unmortgaged", "mortgaged", "buildings")),
    *(f"league.run.nav.{kind}" for kind in competition.KINDS),
    *(f"league.run.item.{kind}" for kind in attention.KINDS),
    *(f"league.run.act.{label}" for label in attention.LABELS),
    *(f"league.run.state.{state}" for state in (rosters.MOVED, rosters.LOST)),
    *(f"league.change.{what}" for what in seats.CHANGES),
    *(
        f"league.decision.{one}"
        for found in decisions.TOPICS.values()
        for one in found
        if one != decisions.SEEN
    ),
    *(f"league.game.{one}" for one in (decisions.ANNULLED, decisions.REPLAYED)),
    *(f"league.entry.{question}" for question in laws.ASKED),
    f"league.level.{REFEREE}",
    *(f"league.prize.{word}" for word in prizeboard.WORDS),
    *(f"league.incident.{kind}" for kind in incidents.KINDS),
    *(f"league.incident.do.{do}" for words in incidents.KINDS.values() for do in words),
    *(f"league.cell.{name}" for name in monopoly.FORM.columns if name not in monopoly.FORM.key),
}


def catalogue(language: str) -> Catalog:
    with (LOCALE / language / "LC_MESSAGES" / "league.po").open("rb") as file:
        return read_po(file, locale=language)


def forms(language: str) -> dict[str, tuple[str, ...]]:
    """Each key's text, or its texts in every plural form."""
    found: dict[str, tuple[str, ...]] = {}
    for message in catalogue(language):
        key = message.id if isinstance(message.id, str) else message.id[0]
        if key:
            text = message.string
            found[key] = (text,) if isinstance(text, str) else tuple(text)
    return found


def asked() -> set[str]:
    found = set(ASKED)
    for path in (*SOURCES.rglob("*.html"), *SOURCES.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        found |= set(re.findall(r"""['"](league(?:\.[a-z_0-9]+){2,})['"]""", text))
    modules = {
        "league.club.painting",
        *FAMILIES.values(),
        *(f"league.cli.{path.stem}" for path in SOURCES.glob("cli/*")),
    }
    return {key for key in found if key not in modules}


@pytest.mark.parametrize("language", COMPLETE)
def test_every_text_is_there_and_none_too_many(language: str) -> None:
    assert asked() ^ set(forms(language)) == set()


@pytest.mark.parametrize("language", COMPLETE)
def test_no_text_is_empty(language: str) -> None:
    assert [key for key, texts in forms(language).items() if not all(texts)] == []


def test_placeholders_are_the_same_in_every_language() -> None:
    english = forms("en")
    for language in OFFERED:
        for key, texts in forms(language).items():
            wanted = set(re.findall(r"\{\w+\}", english[key][-1]))
            assert all(set(re.findall(r"\{\w+\}", text)) <= wanted for text in texts), key
            assert set(re.findall(r"\{\w+\}", texts[-1])) == wanted, key
