"""`kiosk replay`, `kiosk rules` and `kiosk record` as a person at a keyboard meets them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from nacl.signing import SigningKey

from kiosk.__main__ import main
from kiosk.cli.editionfile import named
from kiosk.editions import Editions
from kiosk.locale import Catalogue
from rules.actions import parse_action, to_fields
from rules.chain import Chain
from rules.history import History
from rules.opening import parse_opening
from rules.record import announced_line, opening_line, seal_message, sealed_line
from rules.registry import settings_of

ROOT = Path(__file__).parent.parent.parent
KEY = SigningKey(bytes(range(32)))
OPEN: dict[str, Any] = {
    "edition": "hun-2009",
    "season": "S1",
    "round": "Q1",
    "game": "Q1-T3",
    "table": "T3",
    "officials": {"banker": "Kati"},
    "seats": [{"seat": seat, "player": f"P{seat}", "name": f"Ősz {seat}"} for seat in (1, 2, 3, 4)],
}
GAME: list[dict[str, Any]] = [
    {"t": 4, "do": "roll", "seat": 1, "dice": [3, 4], "line": "seat1"},
    {"t": 9, "do": "roll", "seat": 1, "dice": [3, 4]},
    {"t": 1805.5, "do": "claim", "seat": 3, "from": 1},
]
Call = Callable[..., tuple[int, str, str]]


@pytest.fixture
def kiosk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Call:
    """Run a command in an empty folder with an empty home: (exit code, stdout, stderr)."""
    monkeypatch.setenv("TABLESIDE_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)

    def call(*words: str) -> tuple[int, str, str]:
        code = main(words)
        return code, *capsys.readouterr()

    return call


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in ({"open": OPEN}, *GAME)))
    return path


def sealed(change: Callable[[dict[str, Any]], None] = lambda summary: None) -> bytes:
    edition = named(Editions(), "hun-2009")
    history = History(parse_opening(OPEN), edition)
    chain = Chain()
    data = chain.line(opening_line(history.opening, edition))
    for fields in GAME:
        action = parse_action(fields, history.opening, history.family)
        data += chain.line(to_fields(action))
        for told in history.apply(action).announcements:
            data += chain.line(announced_line(told))
    head = chain.head
    summary = history.summary(len(GAME), head)
    change(summary)
    sig = KEY.sign(seal_message(head, summary)).signature.hex()
    return data + chain.line(sealed_line(summary, head, KEY.verify_key.encode().hex(), sig))


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "record.jsonl"
    path.write_bytes(sealed())
    return path


def one_line(code: int, out: str, err: str) -> str:
    """The error of a call that failed as it should: exit 2, one line, nothing printed."""
    assert (code, out, err.count("\n")) == (2, "", 1)
    return err.rstrip("\n")


def test_replay_prints_the_summary_as_json(kiosk: Call, script: Path) -> None:
    code, out, err = kiosk("replay", str(script))
    summary = json.loads(out)
    assert (code, err) == (0, "")
    assert summary["announcements"] == [{"t": 4, "id": "start"}, {"t": 1804, "id": "warn-30"}]
    assert [(one["t"], one["do"], one["rule"]) for one in summary["refused"]] == [
        (9, "roll", "HUN-G-DICE")
    ]
    assert "Ősz 1" in out
    assert json.loads(kiosk("replay", str(script), "--json")[1]) == summary


def test_replay_takes_a_record_and_gives_the_summary_of_its_seal(kiosk: Call, record: Path) -> None:
    seal = json.loads(record.read_bytes().splitlines()[-1])["sealed"]
    assert json.loads(kiosk("replay", str(record))[1]) == seal["summary"]


def test_replay_says_that_standard_input_is_closed(
    kiosk: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", None)  # as Python leaves it where it was started with `<&-`
    assert one_line(*kiosk("replay", "-")) == (
        "-: standard input is closed; give it a pipe or a file"
    )


def test_replay_reads_standard_input_as_a_process(script: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "kiosk", "--json", "replay", "-"],
        input=script.read_bytes(),
        capture_output=True,
        check=False,
        cwd=ROOT,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["record"]["events"] == 3


@pytest.mark.parametrize("encoding", ["ascii", "iso8859-2"])
def test_what_is_printed_is_utf_8_whatever_the_machine_speaks(script: Path, encoding: str) -> None:
    for words in (["replay", str(script)], ["rules", "show", "hun-2009"]):
        done = subprocess.run(
            [sys.executable, "-m", "kiosk", *words],
            capture_output=True,
            check=False,
            cwd=ROOT,
            env={**os.environ, "PYTHONIOENCODING": encoding},
        )
        assert (done.returncode, done.stderr) == (0, b"")
        assert "Ősz 1" in done.stdout.decode() or "Bajnokság" in done.stdout.decode()


def test_replay_names_file_and_line_of_a_wrong_line(kiosk: Call, script: Path) -> None:
    with script.open("a") as file:
        file.write('\n{"t": 1806, "do": "roll", "seat": 9, "dice": [1, 1]}\n')
    assert one_line(*kiosk("replay", str(script))) == (
        f"{script}: line 6: seat: found 9, allowed seat 1, 2, 3, 4"
    )


def test_replay_names_an_edition_that_is_not_there(kiosk: Call, script: Path) -> None:
    script.write_text(script.read_text().replace("hun-2009", "hun-2008"))
    assert one_line(*kiosk("replay", str(script))).startswith(
        f"{script}: line 1: open.edition: found 'hun-2008', allowed hun-2009"
    )


def test_replay_names_a_file_that_is_not_there(kiosk: Call) -> None:
    assert one_line(*kiosk("replay", "no.jsonl")) == (
        "no.jsonl: cannot be read: No such file or directory"
    )


def test_replay_plays_on_an_edition_of_the_organisers_own(
    kiosk: Call, script: Path, tmp_path: Path
) -> None:
    own = tmp_path / "club.toml"
    own.write_text('extends = "hun-2009"\n[timers_s]\ngame = 600\nwarnings = [60]\n')
    assert one_line(*kiosk("replay", str(script), "--edition-file", str(own))).endswith(
        f"open.edition: found 'hun-2009', allowed 'club' of {own}"
    )
    script.write_text(script.read_text().replace("hun-2009", "club"))
    summary = json.loads(kiosk("replay", "--edition-file", str(own), str(script))[1])
    assert (summary["ended_t"], summary["end_reason"]) == (604, "time")
    own.write_text('extends = "hun-2009"\n[timers_s]\ngame = "short"\n')
    assert one_line(*kiosk("replay", str(script), "--edition-file", str(own))) == (
        f"{own}, line 3: timers_s.game: found 'short', allowed a whole number 60 to 86400"
    )


def test_an_edition_in_the_home_is_known_by_its_name(
    kiosk: Call, script: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "home" / "editions"
    folder.mkdir(parents=True)
    (folder / "club.toml").write_text('extends = "hun-2009"\n[edition]\nname = "Our club"\n')
    script.write_text(script.read_text().replace("hun-2009", "club"))
    assert json.loads(kiosk("replay", str(script))[1])["edition"] == "club"
    listed = [line.split(None, 1) for line in kiosk("rules", "list")[1].splitlines()]
    assert ["club", "Our club"] in listed


def test_rules_list_and_show_name_every_setting_its_value_and_its_default(kiosk: Call) -> None:
    listed = json.loads(kiosk("rules", "list", "--json")[1])
    assert "hun-2009" in [edition["id"] for edition in listed]
    shown = json.loads(kiosk("rules", "show", "hun-2009", "--json")[1])
    settings = {setting["name"]: setting for setting in shown["settings"]}
    assert settings["game"] == {
        "table": "timers_s",
        "name": "game",
        "label": "length of a game",
        "value": 5400,
        "default": 5400,
        "allowed": "a whole number 60 to 86400",
        "status": "stated",
    }
    text = kiosk("rules", "show", "hun-2009")[1]
    assert all(f"\n{name} = " in text for name in settings)


def test_rules_show_tells_what_an_own_edition_changed(kiosk: Call, tmp_path: Path) -> None:
    own = tmp_path / "club.toml"
    own.write_text(
        'extends = "hun-2009"\n[timers_s]\ngame = 600\n'
        '[[changes]]\ndate = "2010-01-02"\nwhat = "shorter games"\n'
    )
    out = kiosk("rules", "show", str(own))[1]
    assert "extends hun-2009" in out
    assert (
        "game = 600\n    length of a game\n    allowed: a whole number 60 to 86400, default 5400\n"
        in out
    )
    assert "changed 2010-01-02: shorter games" in out
    diff = ("rules", "diff", "hun-2009", str(own))
    assert kiosk(*diff)[1] == "length of a game (game): 1:30:00 -> 10:00\n"
    assert json.loads(kiosk(*diff, "--json")[1])["settings"] == [
        {
            "name": "game",
            "label": "length of a game",
            "section": "Times",
            "first": 5400,
            "second": 600,
            "shown": ["1:30:00", "10:00"],
        }
    ]


def test_rules_diff_of_two_mafia_books_says_settings_words_and_points(kiosk: Call) -> None:
    """They stood there by their bare names, and 0.6 points as 60."""
    books = ("rules", "diff", "mafia-nuances", "mafia-aktau-2015")
    english = kiosk(*books)[1].splitlines()
    assert "all leave at once, each loses (all_left): 0.6 -> 0" in english
    assert "three split twice (split_twice_at_3): the mafia wins -> nobody leaves" in english
    russian = kiosk(*books, "--lang", "ru")[1].splitlines()
    assert "все покинули стол разом, штраф (all_left): 0,6 -> 0" in russian
    assert "очки за игру (scoring): нет -> как в Актау" in russian


def test_rules_diff_of_two_games_is_read_by_a_player(kiosk: Call, tmp_path: Path) -> None:
    out = kiosk("rules", "diff", "ramk-2017", "hun-2009")[1].splitlines()
    both, only = out.index("In both, and different"), out.index("Only in ramk-2017")
    assert out[:2] == [
        "ramk-2017: Roskilde Amatør Matador klub 2017-2018",
        "hun-2009: Magyar Monopoly Bajnokság 2009",
    ]
    assert "passing Start (pass_start): 6,000 -> 200" in out[both:only]
    for line in (
        "fine for cheating (cheating): 1,000",
        "the lander pays of the highest bid (lander_takes): 80 %",
        "time-out: roll and move within (time_out): 2:00",
        "free passage is said (free_pass_declare): before the roll",
        "the accuser votes (accuser_votes): yes",
        "notes at the start (start_notes): 2 x 500, 4 x 100, 1 x 50, 4 x 10, 1 x 5, 5 x 1",
    ):
        assert f"  - {line}" in out[only:]
    money, numbers = out.index("  Money", only), out.index("  Numbers", only)
    assert "  - fine for cheating (cheating): 1,000" in out[money:numbers]
    points = next(line for line in out if "(table)" in line)
    assert "8 players: 22-16-13-10-7-5-4-3; 7 players: 21-15-11-8-6-5-4;" in points
    assert not any("null" in line or "None" in line for line in out)
    danish = kiosk("rules", "diff", "ramk-2017", "hun-2009", "--lang", "da")[1]
    assert "snydepenge (cheating): 1.000\n" in danish
    assert "frit lejde siges (free_pass_declare): før slaget\n" in danish
    assert "\n\n  Sådan spilles der\n" in danish
    assert "Kun i ramk-2017\n" in danish
    assert "xx" in one_line(*kiosk("rules", "diff", "ramk-2017", "hun-2009", "--lang", "xx"))
    own = tmp_path / "board.toml"
    own.write_text(
        'extends = "ramk-2017"\n[board]\nseries = [\n'
        + "".join(
            f'{{ code = "{code}", name = "n{code}", english = "e{code}" }},\n'
            for code in "ABCDEFGHIJKL"
        )
        + "]\n"
    )
    changed = kiosk("rules", "diff", "ramk-2017", str(own))[1]
    assert "(series): blå, lyserød, grøn, grå, rød, hvid, gul, lilla," in changed
    assert "-> nA, nB, nC, " in changed


@pytest.mark.parametrize("language", ["en", "hu", "da"])
def test_every_setting_of_the_board_games_has_a_name_for_people(language: str) -> None:
    texts = Catalogue().texts(language)
    for game in ("monopoly", "matador"):
        for setting in settings_of(game):
            assert texts.has(f"rules.setting.{setting.name}"), setting.name
            assert texts.has(f"rules.section.{setting.table}"), setting.table
            for value in getattr(setting.kind, "words", ()):
                assert texts.has(f"rules.choice.{setting.name}.{value}"), (setting.name, value)


def test_rules_check_says_right_or_what_is_wrong(kiosk: Call, tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text('extends = "hun-2009"')
    code, out, _ = kiosk("rules", "check", "own.toml")
    assert (code, out.startswith("own: right; ")) == (0, True)
    assert kiosk("rules", "diff", "hun-2009", "own.toml")[1] == (
        "hun-2009 and own have the same settings\n"
    )
    (tmp_path / "own.toml").write_text('extends = "hun-2009"\n[timers]\n')
    assert one_line(*kiosk("rules", "check", "own.toml")).startswith(
        "own.toml, line 2: timers: unknown key, allowed board, "
    )
    (tmp_path / "own.toml").write_bytes(b'extends = "hun-2009"\n# \xff')
    assert one_line(*kiosk("rules", "check", "own.toml")) == (
        "own.toml, line 2: no UTF-8 text at byte 24"
    )
    assert one_line(*kiosk("rules", "check", "no.toml")).startswith("no.toml: cannot be read: ")
    assert "hun-2008" in one_line(*kiosk("rules", "show", "hun-2008"))


@pytest.mark.parametrize(
    ("name", "allowed"),
    [
        ("hun-2009", "another name than those of the editions that ship"),
        ("our club", "1 to 64 letters, digits, '_', '.' or '-'"),
    ],
)
def test_an_own_edition_has_a_name_of_its_own(
    kiosk: Call, script: Path, tmp_path: Path, name: str, allowed: str
) -> None:
    own = tmp_path / f"{name}.toml"
    own.write_text('extends = "hun-2009"\n[timers_s]\ngame = 600\n')
    wrong = f"{own}: the file's name is the edition's id: found '{name}', allowed {allowed}"
    assert one_line(*kiosk("rules", "check", str(own))) == wrong
    assert one_line(*kiosk("replay", str(script), "--edition-file", str(own))) == wrong


def test_an_edition_that_ships_may_be_checked_where_it_lies(kiosk: Call) -> None:
    shipped = ROOT / "rules" / "editions" / "hun-2009.toml"
    assert kiosk("rules", "check", str(shipped))[0] == 0


def test_a_wrong_edition_in_the_home_is_named_with_its_line(kiosk: Call, tmp_path: Path) -> None:
    own = tmp_path / "home" / "editions" / "club.toml"
    own.parent.mkdir(parents=True)
    own.write_bytes(b'\xef\xbb\xbfextends = "hun-2009"\n')  # as some editors write it
    assert kiosk("rules", "show", "club")[0] == 0
    own.write_bytes(b'extends = "hun-2009"\n# \xff\n')
    for words in (("rules", "list"), ("rules", "show", "club"), ("rules", "diff", "club", "club")):
        assert one_line(*kiosk(*words)) == f"{own}, line 2: no UTF-8 text at byte 24"


def test_record_verify_says_in_one_line_that_a_record_is_right(kiosk: Call, record: Path) -> None:
    code, out, err = kiosk("record", "verify", str(record))
    key = KEY.verify_key.encode().hex()
    assert (code, err) == (0, "")
    assert out == (f"{record}: right; Q1-T3, 3 actions, sealed by {key}; dice: entered by hand 2\n")
    found = json.loads(kiosk("record", "verify", str(record), "--json")[1])
    assert (found["ok"], found["faults"], found["events"]) == (True, [], 3)
    assert (found["dice"]["rolls"], found["dice"]["commitment"]) == ({"hand": 2}, None)


def test_record_verify_says_in_one_line_what_is_wrong(kiosk: Call, record: Path) -> None:
    record.write_bytes(record.read_bytes().replace(b"[3,4]", b"[3,5]", 1))
    assert one_line(*kiosk("record", "verify", str(record))).startswith(
        f"{record}: line 2 is not what was written: its hash differs (and "
    )
    code, out, err = kiosk("record", "verify", "--json", str(record))
    assert (code, json.loads(out)["ok"], err.count("\n")) == (2, False, 1)


def test_record_verify_finds_a_result_the_rules_do_not_give(kiosk: Call, record: Path) -> None:
    record.write_bytes(sealed(lambda summary: summary["seats"][0].update(cash=9999)))
    assert "the seal's summary says seats: " in one_line(*kiosk("record", "verify", str(record)))


def test_record_commands_refuse_what_is_no_record(kiosk: Call, script: Path) -> None:
    for verb in ("verify", "show"):
        assert "this is no game record" in one_line(*kiosk("record", verb, str(script)))
        assert "cannot be read" in one_line(*kiosk("record", verb, "no.jsonl"))


def test_record_show_tells_the_game_line_by_line(kiosk: Call, record: Path) -> None:
    out = kiosk("record", "show", str(record))[1]
    assert out.startswith("S1 Q1 Q1-T3, T3 (hun-2009)\n")
    assert "1  Ősz 1 (P1)" in out
    lines = out.splitlines()
    assert any(line.startswith("  0:04.000") and line.endswith("[seat1]") for line in lines)
    assert any(line.startswith("  0:09.000") and "refused (HUN-G-DICE): " in line for line in lines)
    assert any(line.startswith(" 30:04.000") and "warn-30" in line for line in lines)
    found = json.loads(kiosk("record", "show", str(record), "--json")[1])
    assert (found["faults"], len(found["lines"])) == ([], 5)


def test_record_show_speaks_the_language_asked_for(kiosk: Call, record: Path) -> None:
    out = kiosk("record", "show", str(record), "--lang", "hu")[1]
    assert "bankár: Kati" in out
    assert "elutasítva (HUN-G-DICE)" in out
    assert one_line(*kiosk("record", "show", str(record), "--lang", "xx")).startswith(
        "--lang: found 'xx', allowed en, "
    )


def test_record_show_shows_numbers_that_no_table_writes(kiosk: Call, record: Path) -> None:
    opening = record.read_bytes().splitlines(keepends=True)[0]
    chain = Chain(json.loads(opening)["hash"])
    odd = chain.line({"t": 1, "note": {"rate": "RATE"}}).replace(b'"RATE"', b"1.23456789")
    body = odd[: odd.index(b',"hash"')]
    record.write_bytes(opening + body + b',"hash":"' + sha256(body).hexdigest().encode() + b'"}\n')
    assert "1.23456789" in kiosk("record", "show", str(record))[1]
    assert json.loads(kiosk("record", "show", str(record), "--json")[1])["lines"]
