"""Why something was refused: constraint or reason -> status and a sentence to act on."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:  # a replay loads this, and no database
    from sqlalchemy.exc import IntegrityError

SENTENCES: Final = {
    "pk_season": "a season of this name exists already; choose another name",
    "fk_season_follows": "the season that this one follows does not exist; create it first",
    "fk_round_stage_season": "the season does not exist; create it first",
    "uq_game_record_game": "a record of this game is stored already",
    "pk_game_record": "this record is stored already",
    "pk_record_aside": "this record has been kept aside already",
    "uq_table_key_key_hex": "this key belongs to a table already",
    "uq_table_key_token_hash": "this token was given out already; ask for another code",
    "pk_organiser": "an organiser of this name exists already; choose another name",
    "uq_organiser_token_hash": "this token was given out already; try again",
    "pk_person": "is known already; `league person NAME --grant ROLE` gives another role",
    "uq_web_session_token_hash": "this session exists already; sign in again",
    "uq_api_token_token_hash": "this token was given out already; try again",
    "pk_import_row": "another import changed the same row; import the file again",
    "fk_import_row_season": "the season does not exist; create it first",
    "fk_import_file_season": "the season does not exist; create it first",
    "pk_lot": "somebody else drew at the same moment; look at the standings",
    "pk_member": "is a member already; change him with `league member change`",
    "pk_payment": "has paid already",
    "uq_takeover_game": "somebody else gave this game away at the same moment; look again",
    "uq_season_table_season": "somebody else named the tables at the same moment; look again",
    "fk_draw_season": "the season does not exist; create it first",
}
# SQLite names the columns of a unique constraint, not the constraint.
_COLUMNS: Final = {
    "season.id": "pk_season",
    "game_record.game": "uq_game_record_game",
    "game_record.sha256": "pk_game_record",
    "record_aside.sha256": "pk_record_aside",
    "table_key.key_hex": "uq_table_key_key_hex",
    "table_key.token_hash": "uq_table_key_token_hash",
    "organiser.name": "pk_organiser",
    "organiser.token_hash": "uq_organiser_token_hash",
    "person.name": "pk_person",
    "web_session.token_hash": "uq_web_session_token_hash",
    "api_token.token_hash": "uq_api_token_token_hash",
    "member.name": "pk_member",
    "payment.season, payment.member": "pk_payment",
    "lot.season, lot.stage, lot.draw, lot.player": "pk_lot",
    "takeover.game, takeover.number": "uq_takeover_game",
    "season_table.season, season_table.name": "uq_season_table_season",
    "import_row.season, import_row.row_key, import_row.revision": "pk_import_row",
}


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason for refusing or not counting a record; `line` is the record's, if it has one."""

    code: str
    text: str
    line: int | None = None


class Refused(Exception):
    """A request that is answered with `status` and each reason; rolls the transaction back."""

    def __init__(self, status: int, *reasons: Reason) -> None:
        super().__init__("; ".join(reason.text for reason in reasons))
        self.status = status
        self.reasons = reasons


def constraint_of(error: IntegrityError) -> str | None:
    """The name of the constraint that was broken, on SQLite and PostgreSQL alike."""
    named = getattr(getattr(error.orig, "diag", None), "constraint_name", None)
    if named is not None:
        return str(named)
    found = re.search(r"(?:UNIQUE|CHECK) constraint failed: (.+)", str(error.orig))
    return _COLUMNS.get(found[1], found[1]) if found else None


def sentence(error: IntegrityError) -> str:
    """What to tell somebody whose change broke a constraint."""
    name = constraint_of(error)
    return SENTENCES.get(name or "", f"the database refused it ({name or error.orig})")
