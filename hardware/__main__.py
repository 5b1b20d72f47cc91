"""Makes everything in `hardware/` that is made.

python -m hardware                    # tables, drawings, solids, pictures
python -m hardware solids             # only these
python -m hardware --check [WHAT...]  # change nothing; exit 1 and name the first that is stale
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

from firmware_py.errors import PinMapError
from firmware_py.pinmap import PinMap, parse_pin_map
from hardware import drawings, harness, parts, pictures, solids, wiring

Item = TypeVar("Item")
FOLDER: Final = Path(__file__).parent


class Made(NamedTuple):
    """A file's new content, and why it is not the one that is there (empty: it is)."""

    path: Path
    data: bytes
    why: str


def pin_map(folder: Path) -> PinMap:
    """The pin map; raises `PinMapError`."""
    source = folder / "pins.toml"
    return parse_pin_map(source.read_text(encoding="utf-8"), f"{folder.name}/pins.toml")


def tables(folder: Path) -> Iterator[Made]:
    """`wiring.md` and the tables in `README.md`."""
    found = pin_map(folder)
    yield _bytes(folder / "wiring.md", wiring.wiring(found).encode())
    page = folder / "README.md"
    yield _bytes(page, wiring.readme(page.read_text(encoding="utf-8"), found).encode())


def wires(folder: Path) -> Iterator[Made]:
    """`harness/`; before it rule E22 between its lists, `bom.csv` and the pin map."""
    found, name = pin_map(folder), f"{folder.name}/bom.csv"
    rows = parts.read_parts((folder / "bom.csv").read_text(encoding="utf-8"), name)
    sources = harness.drawings(found, {row.id: row.part for row in rows})
    texts = drawings.draw(sources, drawings.TEXTS)
    lists = {
        file.removesuffix(".bom.tsv"): data.decode()
        for file, data in texts.items()
        if file.endswith(".bom.tsv")
    }
    for error in parts.check(rows, found, parts.drawn_parts(lists), name):
        raise error
    stale = False
    for file, data in ({file: text.encode() for file, text in sources.items()} | texts).items():
        made = _bytes(folder / "harness" / file, data)
        stale = stale or bool(made.why)
        yield made
    if stale:
        for file, data in drawings.draw(sources, drawings.PICTURES).items():
            yield Made(folder / "harness" / file, data, "is of another drawing")


def printed(folder: Path) -> Iterator[Made]:
    """`enclosure/stl/`."""

    def make(item: tuple[str, solids.Solid]) -> Made:
        path = folder / "enclosure" / "stl" / f"{item[0]}.stl"
        triangles = solids.render(item[1], folder / "enclosure")
        why = (
            solids.differs(triangles, solids.read(path.read_bytes()))
            if path.exists()
            else "is not there"
        )
        return Made(path, solids.write(triangles), why)

    yield from _at_once(make, solids.SOLIDS.items())


def drawn(folder: Path) -> Iterator[Made]:
    """`pictures/`."""

    def make(item: tuple[str, pictures.Picture]) -> Made:
        path = folder / "pictures" / f"{item[0]}.png"
        data = pictures.render(item[1], folder / "enclosure")
        why = pictures.differs(data, path.read_bytes()) if path.exists() else "is not there"
        return Made(path, data, why)

    yield from _at_once(make, pictures.PICTURES.items())


WHAT: Final[Mapping[str, Callable[[Path], Iterator[Made]]]] = {
    "tables": tables,
    "drawings": wires,
    "solids": printed,
    "pictures": drawn,
}


def main(arguments: list[str], folder: Path = FOLDER) -> int:
    """0: done, or nothing is stale; 1: stale, or a program failed; 2: a file or word is wrong."""
    words = [word for word in arguments if word != "--check"]
    if unknown := [word for word in words if word not in WHAT]:
        return _say(f"hardware: {unknown[0]}: unknown; there are: --check, {', '.join(WHAT)}", 2)
    try:
        for what in words or WHAT:
            for made in WHAT[what](folder):
                if "--check" not in arguments:
                    made.path.parent.mkdir(parents=True, exist_ok=True)
                    made.path.write_bytes(made.data)
                elif made.why:
                    return _say(f"{made.path}: {made.why}; run python -m hardware {what}", 1)
    except PinMapError as error:
        return _say(str(error), 2)
    except FileNotFoundError as error:
        return _say(f"hardware: no {error.filename}; './setup.sh test' installs it", 1)
    except subprocess.CalledProcessError as error:
        return _say(f"hardware: {error.cmd[0]} failed: {error.stderr.strip()}", 1)
    return 0


def _bytes(path: Path, data: bytes) -> Made:
    if not path.exists():
        return Made(path, data, "is not there")
    return Made(path, data, "" if path.read_bytes() == data else "is not what is made now")


def _at_once(make: Callable[[Item], Made], items: Iterable[Item]) -> Iterator[Made]:
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        yield from pool.map(make, items)


def _say(text: str, code: int) -> int:
    sys.stderr.write(f"{text}\n")
    return code


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
