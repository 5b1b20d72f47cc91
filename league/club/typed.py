"""Places of a board, typed (RAMK-9.16): kept as a result file, so that a correction is one, too."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence

from sqlalchemy import Connection

from league.club import calendar
from league.draws import newest
from league.errors import UserError
from league.families import family_of
from league.families.formats import read_results
from league.ids import person
from league.imports import Imported, take
from league.results import counted_rows
from league.seasons import Season
from league.troubles import AgainstRules, Trouble
from rules.kinds import Refusal
from rules.matador.awards import awards


def places_in_order(names: Sequence[str]) -> dict[str, int]:
    """Places of names from the winner down; `A=B` share a place, and the next is left out."""
    found: dict[str, int] = {}
    for group in names:
        place = len(found) + 1
        for name in group.split("="):
            one = person(name)
            if not one or one in found:
                raise UserError(f"{group!r}: write each name once, equals as A=B")
            found[one] = place
    return found


def type_places(
    connection: Connection,
    season: Season,
    round_name: str,
    division: int | None,
    places: Mapping[str, int],
    who: str,
) -> Imported:
    """RAMK-9.16: everybody's place at one board of an evening, checked like any result file.

    Where seats were drawn, they must be those of that table.
    """
    one = calendar.find(connection, season.id, round_name)
    _require_seated(newest(connection, season.id, round_name), division, places)
    found = awards(places, season.edition, final=one.final, division=division)
    if isinstance(found, Refusal):
        raise AgainstRules(round_name, found)
    form = family_of(season.edition).FORM
    counted = counted_rows(connection, season, form)
    # A table's record has the day of its own clock, and a round has one day.
    days = (facts["date"] for facts in counted.values() if facts["round"] == round_name)
    day = next(days, one.date)
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(form.columns)
    for player, place in sorted(places.items(), key=lambda item: (item[1], item[0])):
        writer.writerow([round_name, day, int(one.final), division or "", place, player])
    data = text.getvalue().encode()
    name = f"typed:{round_name}" + (f"-{division}" if division else "")
    rows = read_results(data, name, form)
    family_of(season.edition).check_file(rows, counted, name, season.edition)
    return take(connection, season.id, name, data, rows, counted, who, typed=True)


def _require_seated(
    drawn: Mapping[str, object] | None, division: int | None, places: Mapping[str, int]
) -> None:
    if drawn is None:
        return
    tables = drawn["tables"]
    assert isinstance(tables, list)
    if (division is None) != (len(tables) == 1):
        raise UserError(
            f"{len(tables)} tables were drawn; "
            + ("say which division (RAMK-3.1A)" if division is None else "leave --division out")
        )
    if division is not None and not 1 <= division <= len(tables):
        raise UserError(f"division {division}: allowed 1 to {len(tables)}")
    table = tables[(division or 1) - 1]
    seated = {seat["player"] for seat in table["seats"]}
    missing, strange = sorted(seated - set(places)), sorted(set(places) - seated)
    if strange:
        raise Trouble("league.trouble.not_seated", name=strange[0])
    if missing:
        raise Trouble("league.trouble.without_place", name=missing[0])
