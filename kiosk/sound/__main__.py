"""`python -m kiosk.sound --table N --out FOLDER [NAME ...]`: make a table's sounds ahead."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from kiosk.sound import mask
from kiosk.sound.bank import SCORES, SoundBank
from kiosk.sound.making import make


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m kiosk.sound", description=__doc__)
    parser.add_argument("--table", type=int, default=1, help="table number: decides the voice")
    parser.add_argument("--out", type=Path, required=True, help="folder of all voices")
    parser.add_argument("--nice", type=int, default=0, help="give way to others (0 to 19)")
    parser.add_argument("names", nargs="*", help="sounds; none: all there are")
    given = parser.parse_args(arguments)
    os.nice(given.nice)
    bank = SoundBank(SCORES.read_text(encoding="utf-8"), given.table, given.out)
    for name in given.names:
        if name not in bank.book.sounds and name != mask.NAME:
            known = ", ".join((*bank.book.sounds, mask.NAME))
            return _refuse(2, f"no sound {name!r}; there are: {known}")
    try:
        make(bank, given.names or bank.book.sounds)
    except OSError as wrong:
        return _refuse(1, f"{given.out}: sounds cannot be written: {wrong}")
    return 0


def _refuse(code: int, message: str) -> int:
    sys.stderr.write(f"{message}\n")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
