"""Who entered a competition, with the facts that its book asks for and no others (HUN-1, HUN-16).

The facts are the organiser's alone; the audit log says that somebody entered, never how old he is.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from league.audit import as_json, note, now_ms
from league.competition import decisions, rosters
from league.competition.laws import Law, law_of
from league.competition.tables import entry, roster
from league.ids import person
from league.seasons import Season
from league.troubles import AgainstRules, Trouble
from rules.dates import is_date
from rules.shown import shown
from rules.words import LONGEST_PLAYER, is_text

DATES: Final = ("born",)
"""Questions that are answered by a date; all others by yes or no."""
MOST_LINES: Final = 5000
_YES: Final = ("1", "yes", "true", "x", "igen", "ja", "да")


class Entry(NamedTuple):
    """Somebody who entered; `facts` are empty once they were forgotten."""

    player: str
    facts: Mapping[str, Any]
    registered: str
    excluded: bool
    lost: bool


class Form(NamedTuple):
    """A filled entry form; `round` empty where none was chosen."""

    name: str
    facts: Mapping[str, Any]
    registered: str
    round: str = ""


def listing(connection: Connection, season: str) -> list[Entry]:
    """Everybody who entered, by name."""
    excluded = decisions.subjects(connection, season, "player", decisions.EXCLUDED)
    lost = decisions.subjects(connection, season, "right", decisions.LOST)
    rows = connection.execute(
        select(entry.c.player, entry.c.facts, entry.c.registered)
        .where(entry.c.season == season)
        .order_by(entry.c.player)
    )
    return [
        Entry(player, json.loads(facts), registered, player in excluded, player in lost)
        for player, facts, registered in rows
    ]


def count(connection: Connection, season: str) -> int:
    """How many entered."""
    mine = select(func.count()).select_from(entry).where(entry.c.season == season)
    return int(connection.execute(mine).scalar_one())


def add(connection: Connection, season: Season, form: Form, who: str) -> str:
    """HUN-1, HUN-1.1: enter somebody, where the book lets him; returns his name as it is kept."""
    law = law_of(season.edition)
    name = _checked(law, form)
    refusal = law.may_enter(form.facts, form.registered)
    if refusal is not None:
        raise AgainstRules(name, refusal)
    kept = {question: form.facts.get(question, False) for question in law.form}
    try:
        connection.execute(
            insert(entry).values(
                season=season.id,
                player=name,
                facts=as_json(kept),
                registered=form.registered,
                entered_ms=now_ms(),
            )
        )
    except IntegrityError:
        raise Trouble("league.trouble.entered_twice", name=name) from None
    note(connection, who, "entry", f"{season.id}/{name}"[:255])
    if form.round:
        rosters.expect(connection, season, form.round, [name], who)
    return name


def withdraw(connection: Connection, season: Season, player: str, why: str, who: str) -> None:
    """Take an entry back, with its facts, and with the rounds in which he did not sit yet."""
    said = decisions.reason(why)
    mine = (entry.c.season == season.id) & (entry.c.player == player)
    if not connection.execute(delete(entry).where(mine)).rowcount:
        raise Trouble("league.trouble.no_entry", name=shown(player))
    waits = (roster.c.season == season.id) & (roster.c.player == player)
    connection.execute(delete(roster).where(waits, roster.c.state == "expected"))
    note(connection, who, "entry.withdraw", f"{season.id}/{player}"[:255], said[:255])


def forget(connection: Connection, season: str, who: str) -> int:
    """HUN-16: throw away what the forms said, names excepted; how many had something."""
    mine = (entry.c.season == season) & (entry.c.facts != "{}")
    gone = connection.execute(update(entry).where(mine).values(facts="{}")).rowcount
    note(connection, who, "entry.forget", season, detail={"entries": gone})
    return gone


def read_list(text: str, law: Law, registered: str) -> list[Form]:
    """Forms from a list: a header line, a person a line; cells after `;`, `,` or a tab.

    Columns are `name`, those of the form, `registered`, `round`. What a column is missing for
    counts as answered well: the list is of those who signed the form.
    """
    lines = text.strip().lstrip("\ufeff").splitlines()
    if not lines:
        raise Trouble("league.trouble.list_empty")
    if len(lines) > MOST_LINES:
        raise Trouble("league.trouble.list_long", most=MOST_LINES)
    cut = next((sign for sign in (";", "\t", ",") if sign in lines[0]), ";")
    rows = list(csv.reader(io.StringIO("\n".join(lines)), delimiter=cut))
    columns = [cell.strip().lower() for cell in rows[0]]
    allowed = ("name", *law.form, "registered", "round")
    wrong = next((one for one in columns if one not in allowed), None)
    if wrong is not None or "name" not in columns:
        raise Trouble("league.trouble.list_header", found=shown(wrong or ""),
                      allowed=", ".join(allowed))  # fmt: skip
    return [
        _form(dict(zip(columns, row, strict=False)), law, registered)
        for row in rows[1:]
        if any(cell.strip() for cell in row)
    ]


def add_all(connection: Connection, season: Season, forms: Sequence[Form], who: str) -> int:
    """All or none of a list; what is refused is named with its line."""
    for line, form in enumerate(forms, 2):
        try:
            add(connection, season, form, who)
        except (AgainstRules, Trouble) as error:
            raise InLine(line, error) from None
    return len(forms)


class InLine(Trouble):
    """What is wrong in one line of a list."""

    def __init__(self, line: int, cause: AgainstRules | Trouble) -> None:
        super().__init__("league.trouble.in_line", line=line, cause=str(cause))
        self.line = line
        self.cause = cause


def _form(cells: Mapping[str, str], law: Law, registered: str) -> Form:
    facts: dict[str, Any] = {}
    for question in law.form:
        said = cells.get(question, "").strip()
        if question in DATES:
            facts[question] = said
        elif question in cells:
            facts[question] = said.lower() in _YES
        else:
            facts[question] = question != "staff_or_relative"
    return Form(
        cells["name"],
        facts,
        cells.get("registered", "").strip() or registered,
        cells.get("round", "").strip(),
    )


def _checked(law: Law, form: Form) -> str:
    name = person(form.name)
    if not name or not is_text(name, LONGEST_PLAYER):
        raise Trouble("league.trouble.name", most=LONGEST_PLAYER)
    for question in law.form:
        if question in DATES and not is_date(str(form.facts.get(question, ""))):
            raise Trouble("league.trouble.born", name=name)
    if not is_date(form.registered):
        raise Trouble("league.trouble.day", day=shown(form.registered))
    return name
