"""Edition files: what is wrong is named with file, line, key, found and allowed."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rules
from rules.edition import Edition, parse_edition
from rules.errors import EditionError

FOLDER = Path(rules.__path__[0]) / "editions"
HUN = (FOLDER / "hun-2009.toml").read_text(encoding="utf-8")


def text_of(name: str) -> str | None:
    return {"hun-2009": HUN, "loop": 'extends = "loop"', "club": CLUB}.get(name)


CLUB = 'extends = "hun-2009"\n[timers_s]\ngame = 3600\nwarnings = [1800]\n'


def own(text: str) -> Edition:
    return parse_edition(text, "own.toml", text_of)


@pytest.fixture(scope="module")
def hun() -> Edition:
    return parse_edition(HUN, "hun-2009.toml", text_of)


def test_an_edition_is_known_by_its_file_and_every_setting_has_a_value(hun: Edition) -> None:
    assert hun.id == "hun-2009"
    assert set(hun.values) == set(hun.settings)
    assert hun.whole("game") == 5400
    assert hun.several("warnings") == (1800, 3600, 4500, 4800, 5100)
    assert hun.flag("show_clock_to_players") is True
    assert hun.text("claim_closes_on") == "next_player_after_the_lander"


def test_a_value_carries_its_status_where_the_document_does_not_state_it(hun: Edition) -> None:
    assert hun.statuses["houses"] == "presupposed"
    assert hun.statuses["claim_closes_on"] == "proposed"
    assert "game" not in hun.statuses


def test_extends_alone_is_valid_and_is_the_same_rules(hun: Edition) -> None:
    same = own('extends = "hun-2009"')
    assert (same.id, same.extends, same.name) == ("own", "hun-2009", hun.name)
    assert same.values == hun.values
    assert same.fingerprint == hun.fingerprint


def test_an_own_edition_holds_only_what_differs(hun: Edition) -> None:
    club = own(CLUB + '[choices]\nclaim_closes_on = "next_after_the_owner"\n')
    changed = {name for name in hun.values if hun.values[name] != club.values[name]}
    assert changed == {"game", "warnings", "claim_closes_on"}
    assert "claim_closes_on" not in club.statuses
    assert club.fingerprint != hun.fingerprint


def test_an_edition_may_extend_one_that_extends() -> None:
    assert own('extends = "club"\n[edition]\nname = "Ours"\n').whole("game") == 3600
    assert own('extends = "club"\n[edition]\nname = "Ours"\n').name == "Ours"


def test_the_fingerprint_does_not_depend_on_the_layout_of_the_file(hun: Edition) -> None:
    moved = HUN.replace("\n[money]", "\n# a remark\n\n[money]")
    assert own(moved).fingerprint == hun.fingerprint


def test_changes_are_listed_after_those_of_the_extended_edition() -> None:
    text = 'extends = "hun-2009"\n[[changes]]\ndate = "2010-01-01"\nwhat = "shorter"\n'
    assert [dict(change) for change in own(text).changes] == [
        {"date": "2010-01-01", "what": "shorter"}
    ]


def test_options_change_settings_of_one_game_by_name_and_leave_the_fingerprint(
    hun: Edition,
) -> None:
    changed = hun.with_options({"game": 600, "warnings": [60, 120]})
    assert (changed.whole("game"), changed.several("warnings")) == (600, (60, 120))
    assert changed.fingerprint == hun.fingerprint
    assert hun.whole("game") == 5400


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"gme": 600}, "option 'gme': unknown, allowed asset_values, "),
        ({"game": "long"}, "option game: found 'long', allowed a whole number 60 to 86400"),
        ({"game": True}, "option game: found true, allowed a whole number 60 to 86400"),
        ({"warnings": [60, 60]}, "option warnings.1: found 60, allowed 120 or more"),
        ({"warnings": [90, 149]}, "option warnings.1: found 149, allowed 150 or more"),
        ({"start_notes": [{"value": 0, "count": 1}]}, "option start_notes.0.value: found 0, allow"),
        ({"claim_closes_on": "never"}, "option claim_closes_on: found 'never', allowed \"next_pl"),
    ],
)
def test_a_wrong_option_is_named(hun: Edition, options: dict[str, object], message: str) -> None:
    with pytest.raises(EditionError) as raised:
        hun.with_options(options)
    assert str(raised.value).startswith(message)


WRONG = [
    ("extends = [", "own.toml, line 1: no TOML: Invalid value (at end of document)"),
    ('extends = "hun-2009"\n\n[timers_s\n', "own.toml, line 3: no TOML: Expected ']' at the end"),
    ("[timers_s]\ngame = 60\ngame = 61\n", "own.toml, line 3: no TOML: Cannot overwrite a value"),
    ("x = 1\ny = " + "9" * 5000, "own.toml, line 2: no TOML: a number with too many digits"),
    ("x = 1\ny = " + "[" * 5000, "own.toml, line 2: no TOML: nested too deep"),
    (
        'extends = "hun-2009"\n[entry]\nborn_by = "1991-02-30"',
        "own.toml, line 3: entry.born_by: found '1991-02-30', allowed a day as a text",
    ),
    (
        'game = 60\nextends = "hun-2009"',
        "own.toml, line 1: game: found outside its table, allowed in [timers_s]",
    ),
    ('extends = "hun-2008"', "own.toml, line 1: extends: found 'hun-2008', allowed the id of an"),
    ("extends = 4", "own.toml, line 1: extends: found 4, allowed a text of 1 to 64"),
    ('extends = "loop"', "loop.toml, line 1: extends: found 'loop', allowed at most 8 files"),
    ("", "own.toml, line 1: edition.schema: missing, allowed the number 1"),
    ('[edition]\nschema = 1\ngame = "chess"', "own.toml, line 3: edition.game: found 'chess', all"),
    (
        '[edition]\ngame = "monopoly"\nschema = 2',
        "own.toml, line 3: edition.schema: found 2, allowed the number 1",
    ),
    (
        '[edition]\nschema = 1\ngame = "monopoly"\n',
        "own.toml, line 1: timers_s.game: missing, allo",
    ),
    (
        'extends = "hun-2009"\n[edition]\ngame = "mafia"',
        "own.toml, line 3: edition.game: found '",
    ),
    (
        'extends = "hun-2009"\n[edition]\nyear = 3',
        "own.toml, line 3: edition.year: unknown key, al",
    ),
    (
        'extends = "hun-2009"\nedition = 3',
        "own.toml, line 2: edition: found 3, allowed a table [ed",
    ),
    ('extends = "hun-2009"\n\n[timer]\n', "own.toml, line 3: timer: unknown key, allowed board, "),
    (
        'extends = "hun-2009"\n[timers_s]\ngames = 1',
        "own.toml, line 3: timers_s.games: unknown key",
    ),
    (
        'extends = "hun-2009"\n[choices]\n\n"game" = 3600',
        "own.toml, line 4: choices.game: found in [choices], allowed in [timers_s]",
    ),
    (
        'extends = "hun-2009"\nmoney = 3',
        "own.toml, line 2: money: found 3, allowed a table [money]",
    ),
    (
        'extends = "hun-2009"\ntimers_s.game = 5400.0',
        "own.toml, line 2: timers_s.game: found 5400.0, allowed a whole number 60 to 86400",
    ),
    (
        'extends = "hun-2009"\n[timers_s]\n\ngame = true',
        "own.toml, line 4: timers_s.game: found true, allowed a whole number 60 to 86400",
    ),
    (
        'extends = "hun-2009"\n[timers_s]\ngame = 59',
        "own.toml, line 3: timers_s.game: found 59, allowed a whole number 60 to 86400",
    ),
    (
        'extends = "hun-2009"\n[timers_s]\nwarnings = [\n  60,\n  "x",\n]',
        "own.toml, line 5: timers_s.warnings[1]: found 'x', allowed a whole number 60 to 86399",
    ),
    (
        'extends = "hun-2009"\n[timers_s]\nwarnings = [60, 70, 80, 90, 100, 110]',
        "own.toml, line 3: timers_s.warnings: found [60, 70, 80, 90, 100, 110], allowed a list",
    ),
    (
        'extends = "hun-2009"\n[[money.start_notes]]\nvalue = 5\ncount = 2\n'
        "[[money.start_notes]]\nvalue = 0\ncount = 2",
        "own.toml, line 6: money.start_notes[1].value: found 0, allowed a whole number 1 to 100000",
    ),
    (
        'extends = "hun-2009"\n[money]\nstart_notes = [{value = 1}]',
        "own.toml, line 3: money.start_notes[0]: found 'no count', allowed a table with value, c",
    ),
    (
        'extends = "hun-2009"\n[money]\nstart_notes = [\n  5]',
        "own.toml, line 4: money.start_notes[0]: found 5, allowed a table with value, count",
    ),
    (
        'extends = "hun-2009"\n[money]\nstart_notes = [{value = 1, cont = 1}]',
        "own.toml, line 3: money.start_notes[0].cont: found 'cont', allowed value, count",
    ),
    (
        'extends = "hun-2009"\n[choices]\nclaim_closes_on = "Never"',
        "own.toml, line 3: choices.claim_closes_on: found 'Never', allowed \"next_player_after",
    ),
    (
        'extends = "hun-2009"\n[choices]\nshow_clock_to_players = 1',
        "own.toml, line 3: choices.show_clock_to_players: found 1, allowed true or false",
    ),
    (
        'extends = "hun-2009"\n[money]\njail = { value = 50, status = "guessed" }',
        "own.toml, line 3: money.jail.status: found 'guessed', allowed presupposed, proposed",
    ),
    (
        'extends = "hun-2009"\n[money]\njail = { value = 50, why = "x" }',
        "own.toml, line 3: money.jail.why: found 'why', allowed value, status",
    ),
    (
        'extends = "hun-2009"\n[money]\njail = { value = "x" }',
        "own.toml, line 3: money.jail.value: found 'x', allowed a whole number 0 to 1000000",
    ),
    (
        'extends = "hun-2009"\n[[changes]]\nwhat = "x"',
        "own.toml, line 2: changes[0]: found 'no date",
    ),
]


@pytest.mark.parametrize(("text", "message"), WRONG, ids=lambda value: value[:60])
def test_a_wrong_file_is_refused_and_names_file_line_key_found_and_allowed(
    text: str, message: str
) -> None:
    with pytest.raises(EditionError) as raised:
        own(text)
    assert str(raised.value).startswith(message)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("name", ["game", "warnings", "claim_closes_on", "show_clock_to_players"])
def test_a_setting_asked_for_as_another_kind_is_our_own_error(hun: Edition, name: str) -> None:
    asked = {"game": hun.flag, "warnings": hun.whole, "claim_closes_on": hun.several}
    with pytest.raises(TypeError, match=f"setting {name} is no "):
        asked.get(name, hun.text)(name)


def test_a_complete_edition_may_not_leave_out_a_setting(hun: Edition) -> None:
    lines = HUN.splitlines(keepends=True)
    for index, line in enumerate(lines):
        name = line.partition(" =")[0]
        if name in hun.settings and not line.rstrip().endswith("["):
            with pytest.raises(EditionError, match=rf"\.{name}: missing, allowed "):
                own("".join(lines[:index] + lines[index + 1 :]))


@given(st.integers(0, len(HUN)), st.integers(0, 40), st.text(max_size=6))
def test_no_damage_to_a_file_raises_anything_but_edition_error(at: int, cut: int, put: str) -> None:
    try:
        edition = own(HUN[:at] + put + HUN[at + cut :])
    except EditionError:
        return
    assert set(edition.values) == set(edition.settings)
