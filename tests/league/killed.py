"""Uploads that are killed at any moment: `python -m tests.league.killed HOME ROUNDS SEED`.

One process loads everything once; each upload is a child of it, as the server takes a record, and
is killed with SIGKILL at an instant between its start and a little behind its end. Prints, a JSON
line a round, the game and whether the table would have been answered.
"""

from __future__ import annotations

import json
import os
import random
import select
import signal
import sys
import time
from pathlib import Path

from league.carried import receive
from league.db import open_database
from league.settings import load_settings
from tests.league import games
from tests.league.games import Played


def main() -> None:
    home, rounds, seed = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    url = f"sqlite:///{home / 'league.sqlite'}"
    settings, dice = load_settings(url), random.Random(seed)
    whole_s = 0.0
    for number in range(-1, rounds):
        game = f"G{number:03}"
        raw = games.record(Played(game=game, rolls=2))
        answered, began = os.pipe(), time.monotonic()
        child = os.fork()
        if child == 0:
            database = open_database(url)
            status = receive(database, settings, raw, "http").status
            os.write(answered[1], bytes((status // 2,)))
            signal.pause()
        os.close(answered[1])
        if number < 0:  # the first one is let through, to know how long it takes
            os.read(answered[0], 1)
            whole_s = time.monotonic() - began
        else:
            time.sleep(dice.uniform(0, whole_s * 1.2))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        ready = number < 0 or bool(select.select([answered[0]], [], [], 0)[0])
        told = number < 0 or (ready and os.read(answered[0], 1) != b"")
        os.close(answered[0])
        print(json.dumps({"game": game, "answered": told}), flush=True)


if __name__ == "__main__":
    main()
