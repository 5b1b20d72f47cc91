"""The faces of printed paper: those of the pages, from Debian's fonts-roboto-unhinted (Apache 2.0,
which allows to embed them).
"""

from __future__ import annotations

from typing import Final

BOLD: Final = "RobotoCondensed-Bold"
PLAIN: Final = "RobotoCondensed-Regular"
BODY: Final = PLAIN
FACES: Final = (BOLD, PLAIN)
