"""Where a table's data lies: `$TABLESIDE_HOME` and the files in it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from kiosk.disk import make_folder, shut_to_others
from rules.value import Value

SERVICE_HOME: Final = Path("/var/lib/tableside")


class Home(Value):
    """Paths of one table; nothing is made before `prepare`."""

    root: Path

    @classmethod
    def of(cls, environ: Mapping[str, str] = os.environ) -> Home:
        """`$TABLESIDE_HOME`, else the service's folder where there is one, else the user's data."""
        named = environ.get("TABLESIDE_HOME")
        if named:
            return cls(Path(named).absolute())
        if SERVICE_HOME.is_dir():
            return cls(SERVICE_HOME)
        data = environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
        return cls(Path(data) / "tableside")

    @property
    def games(self) -> Path:
        """One record a game, `GAME.jsonl`, and the league's answers beside it."""
        return self.root / "games"

    @property
    def keys(self) -> Path:
        """The table's own key and its token: nobody else's business."""
        return self.root / "keys"

    @property
    def next(self) -> Path:
        """Games that somebody prepared for this table (prepared.py); need not be there."""
        return self.root / "next"

    @property
    def settings(self) -> Path:
        """`tableside.toml`, written by people."""
        return self.root / "tableside.toml"

    @property
    def wanted(self) -> Path:
        """The request for another table's game (takeover.py), while it is not answered."""
        return self.root / "takeover.json"

    @property
    def put_off(self) -> Path:
        """Members' votes that were put off at this table (putoff.py); need not be there."""
        return self.root / "put-off.json"

    def record(self, game: str) -> Path:
        """The record of a game, open or sealed."""
        return self.games / f"{game}.jsonl"

    def receipt(self, game: str) -> Path:
        """Is there only after a checked receipt of the league."""
        return self.games / f"{game}.receipt"

    def refused(self, game: str) -> Path:
        """Why the league does not take a record as it is (422, 409): a person has to look."""
        return self.games / f"{game}.refused"

    def removed(self, game: str) -> Path:
        """Is there once a delivered record was removed (keeping.py): the name is not free again."""
        return self.games / f"{game}.removed"

    def taken(self, game: str) -> Path:
        """Is there once the game went on at another table (copying.py): it is over at this one."""
        return self.games / f"{game}.taken"

    def has_played(self, game: str) -> bool:
        """Whether there is or was a record of this game here."""
        return self.record(game).exists() or self.removed(game).exists()

    def prepare(self) -> None:
        """Make the folders; RunError if they cannot be written."""
        make_folder(self.root)
        make_folder(self.games)
        make_folder(self.keys, 0o700)
        shut_to_others(self.keys)
