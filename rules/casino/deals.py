"""What a stack is worth in money while several are still in: the independent chip model, exact.

The chance to come first is a stack's share of all points; of those who are left, to come second its
share of theirs, and so on. Every set of players who have taken the first places is looked at once,
so ten players are a thousand sets and not three million orders.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

MOST_PLAYERS: Final = 10


def icm(prizes: Sequence[int | Fraction], stacks: Sequence[int]) -> tuple[Fraction, ...]:
    """The worth of each stack, exactly; in all, the prizes of as many places as there are stacks.

    Raises ValueError for more than `MOST_PLAYERS`, or a stack that is empty.
    """
    count = len(stacks)
    if not 1 <= count <= MOST_PLAYERS or min(stacks) <= 0:
        raise ValueError(f"1 to {MOST_PLAYERS} stacks, none of them empty")
    places = [Fraction(prize) for prize in prizes[:count]]
    places += [Fraction(0)] * (count - len(places))
    # Of every set of players, as bits: the chance that they take the first places among them.
    chance: list[Fraction] = [Fraction(0)] * (1 << count)
    chance[0] = Fraction(1)
    worth = [Fraction(0)] * count
    total = sum(stacks)
    for taken in range((1 << count) - 1):
        here = chance[taken]
        free = [player for player in range(count) if not taken >> player & 1]
        rest = total - sum(stacks[p] for p in range(count) if taken >> p & 1)
        prize = places[count - len(free)]
        for player in free:
            next_ = here * Fraction(stacks[player], rest)
            chance[taken | 1 << player] += next_
            worth[player] += next_ * prize
    return tuple(worth)


def by_points(prizes: Sequence[int | Fraction], stacks: Sequence[int]) -> tuple[Fraction, ...]:
    """The other usual deal: everybody has the least prize for sure, the rest goes by points."""
    count = len(stacks)
    places = [Fraction(prize) for prize in prizes[:count]]
    places += [Fraction(0)] * (count - len(places))
    sure, total = min(places), sum(stacks)
    rest = sum(places) - sure * count
    return tuple(sure + rest * Fraction(stack, total) for stack in stacks)


def in_units(worth: Sequence[Fraction]) -> tuple[int, ...]:
    """Whole units that sum to the same: rounded down, one more where most was cut off."""
    down = [one.numerator // one.denominator for one in worth]
    rest = sum(worth, Fraction(0)) - sum(down)
    order = sorted(range(len(worth)), key=lambda at: (down[at] - worth[at], at))
    for at in order[: int(rest)]:
        down[at] += 1
    return tuple(down)
