"""The program itself: one line and an exit code for everything wrong, nothing loaded unasked."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from league.__main__ import COMMANDS, main
from league.settings import SERVICE_HOME, home_folder
from tests.league import games
from tests.league.conftest import Run
from tests.league.games import Played


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "league: no command given; allowed serve, season,"),
        (["bogus"], "league: command 'bogus': not known, allowed serve,"),
        (["--bogus"], "league: unrecognized arguments: --bogus"),
        (["standings", "S1", "--bogus"], "league standings: unrecognized arguments: --bogus"),
        (["standings"], "league standings: the following arguments are required: SEASON"),
        (["standings", "S1", "--format", "xml"], "argument --format: invalid choice: 'xml'"),
        (["standings", "S1", "--form", "json"], "unrecognized arguments: --form json"),
        (["season", "delete", "S1", "--edition", "x"], "invalid choice: 'delete'"),
        (["season", "create", "a b", "--edition", "hun-2009"], "season 'a b': write 1 to 64"),
        (
            ["season", "create", "S1", "--edition", "hun"],
            "edition 'hun': not known, allowed hun-2009",
        ),
        (["season", "create", "S1", "--edition", "no.toml"], "edition no.toml: No such file"),
        (
            ["season", "create", "S2", "--edition", "hun-2009", "--follows", "S0"],
            "--follows 'S0': the season that this one follows does not exist",
        ),
        (["--db", "", "standings", "S1"], "--db '': no database URL; write sqlite:///FILE"),
        (["serve", "--port", "99999"], "--port 99999: allowed 0 to 65535"),
        (["serve", "--port", "x"], "argument --port: invalid int value: 'x'"),
        (["enrol", "T 3"], "table 'T 3': write 1 to 64 letters"),
        (["enrol", "T3", "--approve"], "table 'T3': no key waits for approval"),
        (["round", "S1", "Q1"], "give both ROUND and --stage"),
        (["draw", "S1", "Q1", "--attend", "no.txt"], "no.txt: No such file or directory; give a"),
        (["draw", "S1", "Q1"], "the following arguments are required: --attend"),
        (["receive", "no.jsonl"], "no.jsonl: No such file or directory; give a file of kiosk"),
        (["receive", "/"], "/: no game record in it; give a file of kiosk outbox carry"),
        (["restore", "no.sqlite"], "no.sqlite: no such file; give a file of league backup"),
        (["verify", "S9"], "season 'S9': not known, allowed none yet, create one"),
        (["export", "S9"], "season 'S9': not known, allowed none yet, create one"),
        (["advance", "S1", "final", "--seed", "3"], "--seed: only with --lots"),
    ],
)
def test_wrong_input_is_one_line_and_exit_2(run: Run, words: list[str], says: str) -> None:
    done = run(*words)
    assert (done.code, done.out) == (2, "")
    assert says in done.err
    assert done.err.count("\n") == 1


def test_a_season_is_created_once(run: Run, season: str) -> None:
    done = run("season", "create", season, "--edition", "hun-2009")
    assert (done.code, done.err) == (
        2,
        "league: season 'S1': a season of this name exists already; choose another name\n",
    )


def test_a_season_may_follow_another(run: Run, season: str) -> None:
    done = run("season", "create", "S2", "--edition", "hun-2009", "--follows", season, "--json")
    assert done.json["follows"] == "S1"


def test_a_season_follows_none_of_another_game(run: Run, season: str) -> None:
    done = run("season", "create", "M1", "--edition", "ramk-2017", "--follows", season)
    assert (done.code, done.err) == (
        2,
        "league: --follows 'S1': found a season of hun-2009, allowed one of the same game as"
        " ramk-2017\n",
    )
    assert "allowed S1" in run("standings", "M1").err, "nothing was created"


def test_a_clubs_own_edition_is_checked_with_file_line_and_key(run: Run, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('extends = "hun-2009"\n\n[counts]\nhuoses = 3\n', encoding="utf-8")
    done = run("season", "create", "S1", "--edition", str(own))
    assert done.code == 2
    assert f"{own}, line 4: counts.huoses: unknown key, allowed" in done.err
    own.write_bytes(b'\xef\xbb\xbfextends = "hun-2009"\n')  # as some editors write it
    assert run("season", "create", "S1", "--edition", str(own)).code == 0


def test_what_is_printed_is_utf_8_whatever_the_machine_speaks(tmp_path: Path) -> None:
    own = tmp_path / "tőlünk.toml"
    own.write_text('extends = "hun-2009"\n', encoding="utf-8")
    words = ["season", "create", "S1", "--edition", str(own), "--json"]
    environ = {"TABLESIDE_HOME": str(tmp_path), "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(
        [sys.executable, "-m", "league", *words],
        capture_output=True,
        check=False,
        env={**os.environ, **environ},
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert "tőlünk" in done.stdout.decode()


def test_options_may_stand_before_and_after_the_command(run: Run, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'other.sqlite'}"
    assert run("--db", url, "season", "create", "S1", "--edition", "hun-2009").code == 0
    assert run("standings", "--db", url, "--json", "S1").json["season"] == "S1"
    assert run("standings", "S1").code == 2


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_and_loads_no_database_for_it(command: str) -> None:
    code = (
        "import sys\nfrom league.__main__ import main\n"
        "try:\n main([sys.argv[1], '--help'])\n"
        "except SystemExit as end:\n assert end.code == 0\n"
        "slow = [name for name in ('sqlalchemy', 'litestar', 'granian') if name in sys.modules]\n"
        "assert not slow, slow\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, command], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"usage: league {command}")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_says_the_version(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([command, "--version"])
    assert ended.value.code in (0, None)
    assert capsys.readouterr().out.startswith("league 0.")


def test_options_stand_before_or_after_the_command(run: Run, season: str) -> None:
    assert run("--json", "standings", season).json == run("standings", season, "--json").json
    done = run("--json", "serve")
    assert (done.code, done.err) == (
        2,
        "league serve: unrecognized arguments: --json; see league serve --help\n",
    )


def test_version_and_help_are_printed() -> None:
    for word, says in (("--version", "league 0."), ("--help", "usage: league COMMAND")):
        done = subprocess.run(
            [sys.executable, "-m", "league", word], capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith(says)


def test_a_traceback_only_comes_when_asked_for(home: Path) -> None:
    for extra, wanted in (([], 1), (["--debug"], 2)):  # the exit code is the same
        done = subprocess.run(
            [sys.executable, "-m", "league", "standings", "S1", *extra],
            env={**os.environ, "TABLESIDE_HOME": str(home)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 2
        assert min(done.stderr.count("\n"), 2) == wanted
        assert ("Traceback" in done.stderr) == bool(extra)


@pytest.mark.parametrize(
    ("environment", "wanted"),
    [
        ({"TABLESIDE_HOME": "/somewhere/else"}, "/somewhere/else"),
        ({"XDG_DATA_HOME": "/data"}, "/data/tableside"),
        ({"HOME": "/home/zita"}, "/home/zita/.local/share/tableside"),
    ],
)
def test_the_home_is_the_one_that_was_named_else_the_platforms_own(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], wanted: str
) -> None:
    for name in ("TABLESIDE_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    if SERVICE_HOME.is_dir() and "TABLESIDE_HOME" not in environment:
        wanted = str(SERVICE_HOME)  # a service is installed on this machine
    assert home_folder() == Path(wanted)


def test_an_export_holds_no_more_than_the_columns(
    run: Run, token: str, season: str, tmp_path: Path
) -> None:
    """T37, HUN-16: no reason, no note, no official, and nobody who was excluded."""
    carried = tmp_path / "carried.jsonl"
    carried.write_bytes(games.record(Played(excluded=(3,))))
    assert run("receive", str(carried)).code == 0
    printed = run("export", season)
    assert printed.out.splitlines()[0] == (
        "stage,game,player,cash,unmortgaged,mortgaged,buildings,bankrupt"
    )
    assert [line.split(",")[2] for line in printed.out.splitlines()[1:]] == ["P01", "P02", "P04"]
    for private in ("telephone", "Zolt", "Anna"):
        assert private not in printed.out


@pytest.mark.sqlite
def test_a_folder_that_cannot_be_written_is_one_line_and_exit_1(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TABLESIDE_DB")
    monkeypatch.setenv("TABLESIDE_HOME", "/proc/tableside")
    for words in (["standings", "S1"], ["serve", "--port", "0"]):
        done = run(*words)
        assert (done.code, done.err.count("\n")) == (1, 1)
        assert "/proc/tableside/league.sqlite: No such file or directory" in done.err


def test_a_driver_that_is_missing_is_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    done = run("standings", "S1", "--db", "postgresql://nobody@localhost/nothing")
    assert done.code == 1
    assert "driver 'psycopg' is not installed" in done.err
    assert done.err.count("\n") == 1


def test_enrolment_prints_a_code_nobody_misreads(run: Run) -> None:
    found = run("enrol", "T3", "--json")
    code = json.loads(found.out)["code"]
    assert len(code) == 8
    assert not set(code) & set("01OILU")
    assert run("enrol", "T3").out.startswith("code for table T3, good once within ten minutes: ")
