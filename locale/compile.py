"""Compiles every catalogue (`*.po`) of this folder to what the programs read (`*.mo`).

    .venv/bin/python locale/compile.py [--into FOLDER]

Exit 2 and one line when a catalogue is wrong; then nothing is written for that language.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po

HERE = Path(__file__).resolve().parent


def compile_all(source: Path, into: Path) -> int:
    """Compile `source`/*/LC_MESSAGES/*.po; the number of files written. Raises PoFileError."""
    written = 0
    for path in sorted(source.glob("*/LC_MESSAGES/*.po")):
        with path.open("rb") as file:
            catalogue = read_po(file, locale=None, abort_invalid=True)
        target = into / path.relative_to(source).with_suffix(".mo")
        target.parent.mkdir(parents=True, exist_ok=True)
        part = target.with_suffix(".mo.part")
        with part.open("wb") as file:
            write_mo(file, catalogue)
        part.replace(target)
        written += 1
    return written


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--into", type=Path, default=HERE, help="write the .mo files here")
    args = parser.parse_args()
    try:
        written = compile_all(HERE, args.into)
    except PoFileError as error:
        sys.stderr.write(f"{error.catalog}: {error}\n")
        return 2
    sys.stdout.write(f"{written} catalogues compiled\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
