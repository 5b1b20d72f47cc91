"""`python -m tests.rules.mafia.many [COUNT] [SEED]`: so many games by chance, held to the laws.

In the suite a few hundred (`test_laws.py`). Says what the games came to; a game that breaks a law
ends it with its book and seed.
"""

from __future__ import annotations

import sys
from collections import Counter
from time import perf_counter

from tests.rules.mafia.test_laws import BOOKS, played


def main(words: list[str]) -> int:
    """Play them."""
    count, first = (int(words[0]) if words else 10_000), (int(words[1]) if words[1:] else 0)
    ends: Counter[str] = Counter()
    longest, began = 0, perf_counter()
    for seed in range(first, first + count):
        book = sorted(BOOKS)[seed % len(BOOKS)]
        try:
            history, lines = played(book, seed)
        except AssertionError:
            sys.stderr.write(f"{book}, seed {seed} breaks a law\n")
            raise
        ending = history._state.ending
        ends[ending.reason if ending else "not ended"] += 1
        longest = max(longest, len(lines))
    told = ", ".join(f"{reason} {number}" for reason, number in ends.most_common())
    sys.stdout.write(
        f"{count} games in {perf_counter() - began:.0f} s, the longest of {longest}"
        f" actions: {told}\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
