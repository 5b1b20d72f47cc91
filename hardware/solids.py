"""The printed parts: OpenSCAD -> triangles in a fixed order -> binary STL.

OpenSCAD gives the same triangles in another order each time. Sorted, they are the same file again;
compared they are by the planes they lie in, because releases cut the same flat face up differently.
"""

from __future__ import annotations

import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

Triangles = NDArray[np.float64]
"""Shape (n, 3, 3): triangle, corner, x y z in mm."""

_HEADER: Final = b"Tableside, made by python -m hardware".ljust(80)
_RECORD: Final = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("spare", "<u2")])


class Solid(NamedTuple):
    """One file for the printer: source, what of it, how many separate pieces."""

    source: str
    part: str
    pieces: int = 1
    seat: int = 0

    @property
    def defines(self) -> tuple[str, ...]:
        """OpenSCAD's `-D` values."""
        return (f'part="{self.part}"', *((f"SEAT={self.seat}",) if self.seat else ()))


SOLIDS: Final[dict[str, Solid]] = {
    "pad-base": Solid("pad", "base"),
    "pad-plate": Solid("pad", "plate"),
    **{f"pad-lid-{seat}": Solid("pad", "lid", seat=seat) for seat in range(1, 11)},
    "pad-gauge": Solid("pad", "gauge"),
    "jack-test": Solid("pad", "jack_test"),
    "box-tray": Solid("box", "tray"),
    "box-lid": Solid("box", "lid"),
    "judge-body": Solid("judge", "body"),
    "judge-bottom": Solid("judge", "bottom"),
    "judge-collars": Solid("judge", "collars", pieces=2),
    "button-body": Solid("button", "body"),
    "button-bottom": Solid("button", "bottom"),
}


@dataclass(frozen=True, slots=True)
class Shape:
    """What there is to know of a solid. `open_edges` is 0 for one that can be printed."""

    size: tuple[float, float, float]
    lowest: float
    volume: float
    open_edges: int
    pieces: int


def render(solid: Solid, folder: Path) -> Triangles:
    """What OpenSCAD makes of it; raises `CalledProcessError` with its words if it cannot."""
    with tempfile.TemporaryDirectory() as temporary:
        made = Path(temporary) / "made.stl"
        subprocess.run(
            [
                "openscad", "-o", made, "--export-format", "binstl", "--hardwarnings",
                *(word for value in solid.defines for word in ("-D", value)),
                folder / f"{solid.source}.scad",
            ],
            check=True, capture_output=True, text=True,
        )  # fmt: skip
        return read(made.read_bytes())


def read(data: bytes) -> Triangles:
    """The triangles of a binary STL, in the order of `_in_order`."""
    records: Any = np.frombuffer(data, dtype=_RECORD, offset=84)
    return _in_order(records["corners"].astype(np.float64))


def write(triangles: Triangles) -> bytes:
    """A binary STL; the same triangles give the same bytes."""
    records = np.zeros(len(triangles), dtype=_RECORD)
    records["corners"] = triangles
    records["normal"] = _normals(triangles)[0]
    return _HEADER + np.uint32(len(triangles)).tobytes() + records.tobytes()


def differs(one: Triangles, other: Triangles) -> str:
    """Where two solids are not the same to 0.01 mm; empty if they are."""
    faces, others = _faces(one), _faces(other)
    for plane in sorted(faces.keys() ^ others.keys()):
        side = "only in the one" if plane in faces else "only in the other"
        return f"a face in the plane {plane} is {side}"
    for plane, face in faces.items():
        if not np.allclose(face, others[plane], rtol=1e-3, atol=0.05):
            return f"the face in the plane {plane} differs: {face} and {others[plane]}"
    return ""


def shape(triangles: Triangles) -> Shape:
    """Size, volume, whether it is closed, and how many pieces it has."""
    corners = np.round(triangles, 4).reshape(-1, 3)
    points, index = np.unique(corners, axis=0, return_inverse=True)
    corner = index.reshape(-1, 3)
    edges = np.concatenate([corner[:, [0, 1]], corner[:, [1, 2]], corner[:, [2, 0]]])
    forth, counts = np.unique(edges, axis=0, return_counts=True)
    back = np.unique(edges[:, ::-1], axis=0)
    lonely = len(forth) + len(back) - 2 * len(_common(forth, back))
    low, high = points.min(axis=0), points.max(axis=0)
    a, b, c = triangles[:, 0], triangles[:, 1], triangles[:, 2]
    return Shape(
        size=(float(high[0] - low[0]), float(high[1] - low[1]), float(high[2] - low[2])),
        lowest=float(low[2]),
        volume=float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6),
        open_edges=lonely + int((counts > 1).sum()),
        pieces=_pieces(corner, len(points)),
    )


def _in_order(triangles: Triangles) -> Triangles:
    """Each triangle from its lowest corner on, as it turns; then all by their corners."""
    rounded = np.round(triangles, 4)
    first = np.array([min(range(3), key=lambda k: tuple(each[k])) for each in rounded])
    turned = triangles[np.arange(len(triangles))[:, None], (first[:, None] + np.arange(3)) % 3]
    return turned[np.lexsort(np.round(turned, 4).reshape(len(turned), 9).T[::-1])]


def _normals(triangles: Triangles) -> tuple[Triangles, NDArray[np.float64]]:
    crossed = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    length = np.linalg.norm(crossed, axis=1)
    return crossed / np.where(length > 0, length, 1)[:, None], length / 2


def _faces(triangles: Triangles) -> dict[tuple[float, ...], NDArray[np.float64]]:
    """Plane -> area and area's first moments of all that lies in it; slivers say nothing."""
    normals, areas = _normals(triangles)
    offsets = np.einsum("ij,ij->i", normals, triangles[:, 0])
    # An odd step, so that no round number lies between two planes.
    keys = np.round(np.column_stack([normals * 50, offsets * 4]) + 0.0137).astype(int)
    moments = np.column_stack([np.ones_like(areas), triangles.mean(axis=1)]) * areas[:, None]
    faces: dict[tuple[float, ...], NDArray[np.float64]] = {}
    for key, moment in zip(map(tuple, keys.tolist()), moments, strict=True):
        faces[key] = faces.get(key, np.zeros(4)) + moment
    return {key: face for key, face in faces.items() if face[0] > 0.01}


def _common(one: NDArray[Any], other: NDArray[Any]) -> set[tuple[int, ...]]:
    return set(map(tuple, one.tolist())) & set(map(tuple, other.tolist()))


def _pieces(corner: NDArray[Any], count: int) -> int:
    parent = list(range(count))

    def root(point: int) -> int:
        while parent[point] != point:
            parent[point] = parent[parent[point]]
            point = parent[point]
        return point

    for a, b, c in corner.tolist():
        parent[root(a)] = root(b)
        parent[root(b)] = root(c)
    return len({root(point) for point in range(count)})
