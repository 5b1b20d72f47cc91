"""`python -m tests.rules.casino.many [COUNT] [SEED]`: so many tournaments by chance, held to the
laws: points and money add up over all tables, with rebuys, add-ons, disqualifications, carry-over,
moves and deals.

In the suite a few hundred (`test_tournament_laws.py`). Says what they came to; one that breaks a
law ends it with its seed.
"""

from __future__ import annotations

import sys
from collections import Counter
from time import perf_counter

from tests.rules.casino.evenings import played


def main(words: list[str]) -> int:
    """Play them."""
    count, first = (int(words[0]) if words else 10_000), (int(words[1]) if words[1:] else 0)
    did: Counter[str] = Counter()
    longest, moves, began = 0, 0, perf_counter()
    for seed in range(first, first + count):
        try:
            evening = played(seed)
        except AssertionError:
            sys.stderr.write(f"seed {seed} breaks a law\n")
            raise
        did += evening.words
        longest, moves = max(longest, len(evening.log)), moves + len(evening.state.moves)
    told = ", ".join(f"{word} {number}" for word, number in sorted(did.items()))
    sys.stdout.write(
        f"{count} tournaments in {perf_counter() - began:.0f} s, the longest of {longest} lines,"
        f" {moves} moves of players: {told}\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
