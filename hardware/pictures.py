"""Pictures of the printed parts with what is bought in them, as OpenSCAD previews them.

OpenSCAD draws with OpenGL and so needs a display: `xvfb-run` gives it one that nobody sees.
"""

from __future__ import annotations

import io
import subprocess
import tempfile
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from PIL import Image


class Picture(NamedTuple):
    """What of which source, and from where: centre x y z, turned about x y z, distance."""

    source: str
    part: str
    camera: tuple[int, int, int, int, int, int, int]


PICTURES: Final[dict[str, Picture]] = {
    "pad": Picture("pad", "assembled", (60, 72, 10, 50, 0, 25, 400)),
    "pad-exploded": Picture("pad", "exploded", (60, 72, 12, 62, 0, 215, 470)),
    "pad-open": Picture("pad", "open", (60, 72, 0, 45, 0, 205, 430)),
    "pad-gauge": Picture("pad", "gauging", (60, 72, 8, 60, 0, 205, 390)),
    "pad-section": Picture("pad", "section", (60, 72, 10, 78, 0, 285, 400)),
    "box": Picture("box", "closed", (108, 71, 25, 62, 0, 205, 560)),
    "box-open": Picture("box", "open", (108, 75, 20, 35, 0, 15, 540)),
    "judge": Picture("judge", "assembled", (106, 46, 20, 50, 0, 15, 540)),
    "button": Picture("button", "assembled", (32, 39, 30, 62, 0, 215, 330)),
}
SIZE: Final = (900, 700)

_COLOURS: Final = 64
_FAR: Final = 48
_BLOCK: Final = 20
_SHARE: Final = 0.5


def render(picture: Picture, folder: Path) -> bytes:
    """The picture as a PNG of few colours; raises `CalledProcessError` if it cannot be drawn."""
    with tempfile.TemporaryDirectory() as temporary:
        made = Path(temporary) / "made.png"
        subprocess.run(
            [
                "xvfb-run", "-a", "openscad", "-o", made, "-D", f'part="{picture.part}"',
                "--camera", ",".join(map(str, picture.camera)), "--colorscheme=Tomorrow",
                f"--imgsize={SIZE[0]},{SIZE[1]}", folder / f"{picture.source}.scad",
            ],
            check=True, capture_output=True, text=True,
        )  # fmt: skip
        return few_colours(made.read_bytes())


def few_colours(png: bytes) -> bytes:
    """A drawing needs no more, and is a fifth of the size."""
    image = Image.open(io.BytesIO(png)).convert("RGBA")
    ground = Image.new("RGBA", image.size, "white")
    ground.alpha_composite(image)
    out = io.BytesIO()
    ground.convert("RGB").quantize(_COLOURS).save(out, "PNG", optimize=True)
    return out.getvalue()


def differs(one: bytes, other: bytes) -> str:
    """What a person would see between two pictures; empty if nothing.

    Edges come out a pixel apart elsewhere; a place counts when half of it has another colour.
    """
    pixels = [
        np.asarray(Image.open(io.BytesIO(png)).convert("RGB"), dtype=np.int16)
        for png in (one, other)
    ]
    if pixels[0].shape != pixels[1].shape:
        return f"one is {pixels[0].shape}, the other {pixels[1].shape}"
    far = np.abs(pixels[0] - pixels[1]).max(axis=2) > _FAR
    for y in range(0, far.shape[0], _BLOCK):
        for x in range(0, far.shape[1], _BLOCK):
            if far[y : y + _BLOCK, x : x + _BLOCK].mean() > _SHARE:
                return f"it differs at {x}, {y}"
    return ""
