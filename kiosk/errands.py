"""What a table does for its spare, and a spare for itself, when the results are delivered.

Loaded when it is needed: a table that nobody enrolled hands nothing on, and most never ask.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from kiosk.carrier import Carrier
from kiosk.home import Home
from kiosk.inbox import Item

if TYPE_CHECKING:
    from kiosk.copying import Copier
    from kiosk.takeover import Asker


class SpareErrands:
    """Belongs to the uplink's thread."""

    def __init__(self, home: Home, report: Callable[[Item], None]) -> None:
        self._home = home
        self._report = report
        self._copier: Copier | None = None
        self._asker: Asker | None = None

    def __call__(self, carrier: Carrier, live: Mapping[str, Any] | None) -> None:
        """One round; OSError where nobody answers."""
        if self._copier is None:
            from kiosk.copying import Copier

            self._copier = Copier(self._home, self._report)
        self._copier.round(lambda fields: carrier.post_table("copy", fields), live)
        if self._asker is None and self._home.wanted.exists():
            from kiosk.takeover import Asker

            self._asker = Asker(self._home, self._report)
        if self._asker is not None:
            self._asker.round(lambda fields: carrier.post_table("takeover", fields), live)
