"""The printed parts: made again they are the same; closed, in one piece, fit for a printer."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from hardware import solids
from hardware.solids import SOLIDS, Solid
from tests.hardware.conftest import HARDWARE

ENCLOSURE = HARDWARE / "enclosure"
STL = ENCLOSURE / "stl"
BED = (220, 220, 200)


def moved(triangles: solids.Triangles, x: float, z: float) -> solids.Triangles:
    return triangles + np.array([x, 0, z])


def committed(name: str) -> solids.Triangles:
    return solids.read((STL / f"{name}.stl").read_bytes())


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", SOLIDS)
def test_a_part_is_what_its_source_makes(
    solid: Callable[[str], solids.Triangles], name: str
) -> None:
    assert solids.differs(solid(name), committed(name)) == ""


@pytest.mark.parametrize("name", SOLIDS)
def test_a_part_can_be_printed(name: str) -> None:
    found = solids.shape(committed(name))
    assert found.open_edges == 0
    assert found.pieces == SOLIDS[name].pieces
    assert abs(found.lowest) < 0.001
    assert all(size <= bed for size, bed in zip(found.size, BED, strict=True)), found.size
    assert found.volume > 1000


def test_there_is_no_stl_without_a_source() -> None:
    assert {path.stem for path in STL.glob("*.stl")} == set(SOLIDS)


def test_a_file_is_the_same_bytes_whatever_order_the_triangles_come_in() -> None:
    triangles = committed("jack-test")
    shuffled = triangles[np.random.default_rng(3).permutation(len(triangles))]
    again = solids.read(solids.write(np.roll(shuffled, 1, axis=1)))
    assert solids.write(again) == (STL / "jack-test.stl").read_bytes()


def test_another_cut_of_the_same_face_is_no_difference() -> None:
    square = np.array([[[0, 0, 0], [9, 0, 0], [9, 9, 0]], [[0, 0, 0], [9, 9, 0], [0, 9, 0]]], float)
    other = np.array([[[0, 0, 0], [9, 0, 0], [0, 9, 0]], [[9, 0, 0], [9, 9, 0], [0, 9, 0]]], float)
    assert solids.differs(square, other) == ""
    assert "differs" in solids.differs(square, other * [1, 1.01, 1])
    assert "only in the" in solids.differs(square, moved(other, 0, 0.5))


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda t: t[1:], "open_edges"),
        (lambda t: np.concatenate([t, moved(t, 99, 0)]), "pieces"),
        (lambda t: t[:, ::-1], "volume"),
        (lambda t: moved(t, 0, 1), "lowest"),
    ],
    ids=["a hole", "a floating part", "inside out", "in the air"],
)
def test_what_cannot_be_printed_is_seen(change: object, what: str) -> None:
    good = solids.shape(committed("jack-test"))
    bad = solids.shape(change(committed("jack-test")))  # type: ignore[operator]
    assert getattr(bad, what) != getattr(good, what)


@pytest.mark.parametrize(
    ("source", "change", "why"),
    [
        ("pad", "TRAVEL=1.5", "a press on the edge meets the stop before the switch closes"),
        ("pad", "K=0.6", "trip force leaves 3 to 5 N"),
        ("pad", "CENTRE=2.9", "the switch's lever is crushed, or not reached"),
        ("pad", "H_BOX=19", "no room for a jack on its side"),
        ("pad", "FREE=8", "the springs go solid before the stops"),
        ("box", "W=230", "larger than the bed"),
        ("box", "KEY_LONG=45", "no room for the wires behind the jacks"),
        ("box", "H=60", "the upper row and its numbers do not fit"),
        ("judge", "PITCH=30", "collars touch"),
    ],
)
def test_sizes_that_cannot_work_are_refused(
    source: str, change: str, why: str, tmp_path: Path
) -> None:
    done = subprocess.run(
        ["openscad", "-o", tmp_path / "x.echo", "-D", change, ENCLOSURE / f"{source}.scad"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    told = done.stderr + (tmp_path / "x.echo").read_text(encoding="utf-8")
    assert why in told


def test_a_source_that_openscad_refuses_is_told_in_its_words(tmp_path: Path) -> None:
    (tmp_path / "pad.scad").write_text("cube(;", encoding="utf-8")
    with pytest.raises(subprocess.CalledProcessError) as caught:
        solids.render(Solid("pad", "base"), tmp_path)
    assert re.search("syntax error|Parser error", caught.value.stderr)
