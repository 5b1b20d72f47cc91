"""Members' votes that were put off at this table, kept over a restart."""

from __future__ import annotations

import json
import logging
from collections.abc import Collection
from pathlib import Path
from typing import Final

from kiosk.disk import write_whole

MOST: Final = 20
"""So many are kept, the newest; a final evening has fewer."""
log = logging.getLogger(__name__)


class PutOff:
    """The numbers of the ballots, in a file that is read when the first ballot is asked about."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known: list[int] | None = None

    def among(self, asked: Collection[int]) -> set[int]:
        """Those of `asked` that were put off."""
        return set(asked).intersection(self._numbers)

    def add(self, ballot: int) -> None:
        """This one, too. Without a disk it lasts until the table is started again."""
        others = [one for one in self._numbers if one != ballot]
        self._known = [*others[1 - MOST :], ballot]
        try:
            write_whole(self._path, json.dumps(self._known).encode() + b"\n")
        except OSError as error:
            log.warning("%s: cannot be written: %s", self._path, error)

    @property
    def _numbers(self) -> list[int]:
        if self._known is None:
            try:
                self._known = [int(one) for one in json.loads(self._path.read_bytes())]
            except FileNotFoundError:
                self._known = []
            except (OSError, ValueError, TypeError) as error:
                log.warning("%s: cannot be read: %s", self._path, error)
                self._known = []
        return self._known
