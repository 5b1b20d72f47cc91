"""Sounds made ahead: whole files or none, made again when damaged or when the score changed."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from kiosk.sound.__main__ import main
from kiosk.sound.bank import SCORES, SoundBank
from kiosk.sound.making import make
from kiosk.sound.renderer import Renderer

TEXT = SCORES.read_text(encoding="utf-8")
ROOT = Path(__file__).parents[2]


def bank(root: Path, voice: int = 7, **volume_db: int) -> SoundBank:
    return SoundBank(TEXT, voice, root, volume_db)


def until_made(renderer: Renderer) -> None:
    end = time.monotonic() + 15
    while renderer.busy:
        assert time.monotonic() < end, "it does not end"
        time.sleep(0.01)
        renderer.look()


def test_a_sound_that_was_made_is_there_for_the_next_start(tmp_path: Path) -> None:
    first = bank(tmp_path)
    assert first.samples("recorded") is None
    assert make(first, ["recorded"]) == ["recorded"]
    second = bank(tmp_path)
    assert second.missing(["recorded", "undo"]) == ["undo"]
    samples = second.samples("recorded")
    assert samples is not None
    assert len(samples) == 44100 * 70 // 1000
    assert not list(tmp_path.glob("**/*.part"))


def test_what_is_there_is_not_made_again(tmp_path: Path) -> None:
    make(bank(tmp_path), ["recorded"])
    before = bank(tmp_path).path("recorded").stat().st_mtime_ns
    assert make(bank(tmp_path), ["recorded"]) == []
    assert bank(tmp_path).path("recorded").stat().st_mtime_ns == before


@pytest.mark.parametrize("left", [0, 20, 1000])
def test_a_file_cut_short_counts_as_missing_and_is_made_again(tmp_path: Path, left: int) -> None:
    make(bank(tmp_path), ["recorded"])
    whole = bank(tmp_path).path("recorded").read_bytes()
    bank(tmp_path).path("recorded").write_bytes(whole[:left])
    assert bank(tmp_path).samples("recorded") is None
    assert bank(tmp_path).missing(["recorded"]) == ["recorded"]
    make(bank(tmp_path), ["recorded"])
    assert bank(tmp_path).path("recorded").read_bytes() == whole


def test_a_changed_score_has_files_of_its_own_and_the_old_ones_go(tmp_path: Path) -> None:
    make(bank(tmp_path), ["recorded"])
    changed = SoundBank(TEXT.replace('score = "12:40"', 'score = "11:40"'), 7, tmp_path)
    assert changed.samples("recorded") is None
    make(changed, ["recorded"])
    assert changed.samples("recorded") is not None
    assert list(tmp_path.iterdir()) == [changed.folder]


def test_voices_live_side_by_side(tmp_path: Path) -> None:
    make(bank(tmp_path, 7), ["recorded"])
    make(bank(tmp_path, 8), ["recorded"])
    assert bank(tmp_path, 7).samples("recorded") != bank(tmp_path, 8).samples("recorded")


def test_the_volume_of_a_class_is_heard(tmp_path: Path) -> None:
    make(bank(tmp_path), ["recorded", "undo"])
    loud, quiet = bank(tmp_path), bank(tmp_path, D=-20)
    assert max(quiet.samples("recorded") or []) == pytest.approx(
        max(loud.samples("recorded") or []) / 10, abs=1
    )
    assert quiet.samples("undo") == loud.samples("undo")


def test_missing_sounds_are_made_by_another_process(tmp_path: Path) -> None:
    wanted = bank(tmp_path)
    renderer = Renderer(wanted, ["recorded"])
    assert renderer.busy
    until_made(renderer)
    assert not renderer.failed
    assert wanted.samples("recorded") is not None
    renderer.close()


def test_nothing_is_started_when_all_is_there(tmp_path: Path) -> None:
    make(bank(tmp_path), ["recorded"])
    assert not Renderer(bank(tmp_path), ["recorded"]).busy


def test_a_folder_that_cannot_be_written_is_a_failure_said_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "sounds").write_text("a file stands where the folder should be")
    renderer = Renderer(bank(tmp_path / "sounds"), ["recorded"])
    until_made(renderer)
    assert renderer.failed
    assert caplog.messages == [f"sounds recorded could not be made in {tmp_path / 'sounds'}"]


def test_closing_stops_the_making(tmp_path: Path) -> None:
    renderer = Renderer(bank(tmp_path), list(bank(tmp_path).book.sounds))
    renderer.close()
    renderer.close()
    assert not renderer.busy


def test_the_command_makes_the_sounds_named(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "kiosk.sound", "--table", "9", "--out", str(tmp_path), "recorded"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert bank(tmp_path, 9).samples("recorded") is not None


def test_the_command_says_which_sound_there_is_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--out", str(tmp_path), "jingle"]) == 2
    says = capsys.readouterr().err
    assert says.startswith("no sound 'jingle'; there are: warn-1, warn-2")
    assert says.count("\n") == 1


def test_the_command_says_where_it_cannot_write(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    assert main(["--out", str(tmp_path / "file"), "recorded"]) == 1
    says = capsys.readouterr().err
    assert says.startswith(f"{tmp_path / 'file'}: sounds cannot be written: ")
    assert says.count("\n") == 1


def test_a_table_that_plays_imports_no_numpy_and_no_synthesis() -> None:
    code = (
        "import sys, kiosk.sound.player, kiosk.announcer\n"
        "print([m for m in sys.modules if m in ('numpy', 'pygame', 'kiosk.sound.synthesis')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"
