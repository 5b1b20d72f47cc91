"""What people meet is written down: the table's own refusals, the record, the editions."""

from __future__ import annotations

import re
from pathlib import Path

from rules.record import KINDS, SCHEMA

ROOT = Path(__file__).parents[3]
DOCS = ROOT / "docs" / "rules"
OWN_RULE = re.compile(r"TABLE-[A-Z]+")


def test_every_rule_of_the_tables_own_is_listed_and_no_other() -> None:
    used = {
        rule
        for path in (ROOT / "rules").rglob("*.py")
        for rule in OWN_RULE.findall(path.read_text(encoding="utf-8"))
    }
    listed = OWN_RULE.findall((DOCS / "table-rules.md").read_text(encoding="utf-8"))
    assert listed == sorted(used)


def test_every_kind_of_line_of_a_record_is_described() -> None:
    text = (DOCS / "record.md").read_text(encoding="utf-8")
    assert [kind for kind in KINDS if f"`{kind}`" not in text] == []
    assert f"`schema` ({SCHEMA})" in text
