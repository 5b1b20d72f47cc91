"""Are the dice of a season fair? Chi-square over the faces, runs over their order, and a rule for
asking about many dice at once.

A die is called uneven only where that survives the correction for how many were asked about
(Benjamini and Hochberg, at one per cent): among fifteen fair dice there is always an unlucky one.
The probabilities are closed forms, so nothing is loaded to compute them. Estimates are floats.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

FACES: Final = 6
LEAST_EXPECTED: Final = 5
"""A face must be expected so often before chi-square says anything: thirty dice in all."""
LEAST_EACH: Final = 10
"""So many high and so many low faces before the runs say anything."""
LEVEL: Final = 0.01
"""Of the dice that are called uneven, this part at most is fair, in the long run."""


class Test(NamedTuple):
    """A statistic, how likely one at least as odd is with fair dice, and that after correction."""

    statistic: float
    p: float
    adjusted: float


class Thrown(NamedTuple):
    """What is known of one die set, seat or player; a test is None where it is too few to say."""

    name: str
    counts: tuple[int, ...]
    """How often one to six fell."""
    chi_square: Test | None
    runs: Test | None

    @property
    def dice(self) -> int:
        """Single dice, two a roll."""
        return sum(self.counts)

    @property
    def uneven(self) -> bool:
        """Some faces fall too often, corrected for how many were asked about."""
        return self.chi_square is not None and self.chi_square.adjusted <= LEVEL

    @property
    def streaky(self) -> bool:
        """High and low faces follow each other too seldom or too often, corrected likewise."""
        return self.runs is not None and self.runs.adjusted <= LEVEL


def chi_square(counts: Sequence[int]) -> tuple[float, float]:
    """The statistic against equal faces, and its p. 323, 344, 329, 347, 323, 334: 1.60, 0.901."""
    expected = sum(counts) / len(counts)
    statistic = sum((count - expected) ** 2 for count in counts) / expected
    return statistic, chi_square_p(statistic, len(counts) - 1)


def chi_square_p(statistic: float, degrees: int) -> float:
    """The upper tail of chi-square, exact for every whole number of degrees of freedom."""
    half = statistic / 2
    if degrees % 2 == 0:
        term = total = math.exp(-half)
        for k in range(1, degrees // 2):
            term *= half / k
            total += term
        return total
    total = math.erfc(math.sqrt(half))
    term = math.sqrt(4 * half / math.pi) * math.exp(-half)
    for k in range(1, degrees // 2 + 1):
        total += term
        term *= 2 * half / (2 * k + 1)
    return total


def runs(faces: Iterable[int]) -> tuple[float, float] | None:
    """Wald and Wolfowitz over high (4 to 6) and low: z and its two-sided p; None: too few."""
    high = low = found = 0
    before: bool | None = None
    for face in faces:
        now = face > FACES // 2
        high, low = high + now, low + (not now)
        found += now is not before
        before = now
    if min(high, low) < LEAST_EACH:
        return None
    count = high + low
    mean = 2 * high * low / count + 1
    variance = (mean - 1) * (mean - 2) / (count - 1)
    z = (found - mean) / math.sqrt(variance)
    return z, math.erfc(abs(z) / math.sqrt(2))


def adjusted(ps: Sequence[float]) -> list[float]:
    """Benjamini and Hochberg: for each p the least level at which it would still be called."""
    best, found = 1.0, [1.0] * len(ps)
    for rank, at in reversed(list(enumerate(sorted(range(len(ps)), key=ps.__getitem__), 1))):
        best = min(best, ps[at] * len(ps) / rank)
        found[at] = best
    return found


def judged(faces: Mapping[str, Sequence[int]]) -> list[Thrown]:
    """Each name with its dice in order of throwing: counted, tested, corrected for their number.

    All that were asked about together are corrected together, faces and runs each for themselves.
    """
    counts = {name: tuple(map(list(thrown).count, range(1, 7))) for name, thrown in faces.items()}
    even = {
        name: chi_square(counted)
        for name, counted in counts.items()
        if sum(counted) >= LEAST_EXPECTED * FACES
    }
    order = {name: tested for name, thrown in faces.items() if (tested := runs(thrown))}
    evenness, orders = _corrected(even), _corrected(order)
    return [
        Thrown(name, counted, evenness.get(name), orders.get(name))
        for name, counted in counts.items()
    ]


def _corrected(tested: Mapping[str, tuple[float, float]]) -> dict[str, Test]:
    levels = adjusted([p for _, p in tested.values()])
    return {
        name: Test(statistic, p, level)
        for (name, (statistic, p)), level in zip(tested.items(), levels, strict=True)
    }
