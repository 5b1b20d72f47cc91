"""Copies of open games on sticks: kept by a table that plays, found by one that does not.

A stick goes from the table that died to a spare: the spare offers what it finds there (lobby.py,
copychoice.py), plays on, and keeps its own copy in the other's place, with the next number. So one
more spare goes on from there, and the table that died, when it finds that copy, ends its game: the
copy holds the very lines of its open record, which nobody has but a table that could open it.

Threads of their own: a stick may hang.
"""

from __future__ import annotations

import logging
import re
import threading
from base64 import b64decode
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

from firmware_py.timesource import SystemTime
from kiosk import copybox
from kiosk.copying import (
    PREFIX,
    SUFFIX,
    copy_of,
    keep_taken,
    last_takeover,
    read_copy,
    write_copy,
)
from kiosk.errors import RunError, UserError
from kiosk.home import Home
from kiosk.inbox import Copied, Copies, Item, WentOn
from kiosk.resume import open_game
from kiosk.seal import membership, table_key
from rules.errors import RecordError
from rules.record import read
from rules.takeover import Takeover, takeovers
from rules.value import replace

log = logging.getLogger(__name__)

EVERY_S: Final = 2.0
MOST: Final = 9
"""Copies that are offered."""
MOUNTS: Final = Path("/proc/self/mountinfo")
ESCAPED: Final = re.compile(r"\\([0-7]{3})")
"""Blanks in the name of a mount."""
PLUGGED: Final = ("/media/", "/run/media/", "/mnt/")
"""Where sticks are mounted: by the rule that `setup.sh install` writes, by a desktop, by hand."""

_Seen = tuple[Path, int, int]


class StickCopy:
    """Keeps the open game's copy in a folder."""

    def __init__(self, home: Home, folder: Path, report: Callable[[Item], None]) -> None:
        """`report` hears where the game went on, if the stick says so."""
        self.folder = folder
        self._home = home
        self._report = report
        self._kept: tuple[Path, int] | None = None

    def look(self) -> None:
        """Write what is new; the copy of a game that is over goes. OSError from the stick."""
        path = open_game(self._home)
        if path is None and self._kept is not None:
            copy_of(self.folder, self._kept[0].stem).unlink(missing_ok=True)
        if path is None or not self.folder.is_dir():
            self._kept = None
            return
        size = path.stat().st_size
        if self._kept == (path, size):
            return
        if self._kept is None and not self._is_ours(path):
            return
        if write_copy(self._home, path, self.folder, SystemTime().wall()) is not None:
            self._kept = (path, size)  # else again: the list of tables may come

    def _is_ours(self, path: Path) -> bool:
        """Nobody went on with the game: no copy with a higher number lies there."""
        copy = copy_of(self.folder, path.stem)
        if not copy.exists():
            return True
        own = path.read_bytes()
        last = last_takeover(own)
        mine = 0 if last is None else last.number
        try:
            found = read_copy(copy)
            if found["number"] <= mine:
                return True
            taken = passed_on(self._home, found, own, mine)
        except (UserError, RecordError, ValueError, KeyError, TypeError, IndexError) as error:
            log.warning("%s: %s", copy, error)
            return True  # it is no copy, or of another game of that name
        keep_taken(self._home, taken)
        log.error("game %s went on at table %s: %s", taken.game, taken.taker, taken.reason)
        self._report(WentOn(taken.game, taken.taker, taken.reason))
        return False


class StickWatch:
    """Looks for sticks: at a table without a game for copies, at one that plays after its own."""

    def __init__(
        self,
        home: Home,
        folder: Path | None,
        is_idle: Callable[[], bool],
        report: Callable[[Item], None],
        mounts: Path = MOUNTS,
    ) -> None:
        """`folder`: where the open game's copy is always kept, if the settings name one."""
        self._home = home
        self._folder = folder
        self._is_idle = is_idle
        self._report = report
        self._mounts = mounts
        self._seen: list[_Seen] = []
        self._told: tuple[Copied, ...] = ()
        self._keeper = None if folder is None else StickCopy(home, folder, report)
        self._failed = False
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="sticks", daemon=True)

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def close(self) -> None:
        """Stop; a stick that hangs is not waited for."""
        self._stopped.set()
        self._thread.join(1.0)

    def _run(self) -> None:
        while not self._stopped.is_set():
            try:
                self.look()
                self._failed = False
            except (OSError, RunError) as error:
                if not self._failed:
                    log.warning("stick: %s", error)
                self._failed = True
            self._stopped.wait(EVERY_S)

    def look(self) -> None:
        """Once: keep what is played here, or find what another table left. OSError from a stick."""
        if self._is_idle():
            self._find()
        elif self._keeper is None:
            self._find_own()
        if self._keeper is not None:
            self._keeper.look()

    def _find_own(self) -> None:
        """Where a stick has a copy of the game that is played here, it gets the newer ones: it
        brought the game, or the game was carried there once.
        """
        copies = {file for file, _, _ in self._files()}
        path = open_game(self._home) if copies else None
        for file in copies:
            if path is not None and file == copy_of(file.parent, path.stem):
                self._keeper = StickCopy(self._home, file.parent, self._report)

    def _find(self) -> None:
        if self._folder is None:
            self._keeper = None
        seen = sorted(self._files(), key=lambda one: -one[1])[:MOST]
        if seen == self._seen or membership(self._home.keys) is None:
            return
        self._seen = seen
        told = tuple(one for file, _, _ in seen if (one := self._offer(file)) is not None)
        if told != self._told:
            self._told = told
            self._report(Copies(told))

    def _files(self) -> Iterable[_Seen]:
        for folder in folders(self._folder, self._mounts):
            for file in folder.glob(f"{PREFIX}*{SUFFIX}"):
                stat = file.stat()
                yield file, stat.st_mtime_ns, stat.st_size

    def _offer(self, file: Path) -> Copied | None:
        """A copy as the screen offers it; None for this table's own, or of a game it has."""
        from kiosk.takeover import carried  # of a day on which a table died

        member = membership(self._home.keys)
        try:
            found = read_copy(file)
            game, giver = str(found["game"]), str(found["table"])
        except (UserError, KeyError) as error:
            log.warning("stick: %s", error)
            return None
        had = self._home.has_played(game) and not self._home.taken(game).exists()
        if member is None or giver == member.table or had:
            return None
        at = found.get("at_ms")
        offered = Copied(game, giver, at if type(at) is int else None)
        log.warning("stick: a copy of game %s of table %s", game, giver)
        if table_key(self._home.keys).public[: copybox.MARK] not in found.get("wraps", {}):
            return replace(offered, foreign=True)
        try:
            return replace(offered, found=carried(self._home, file, member.table, "from a stick"))
        except (RunError, UserError) as error:
            log.warning("stick: %s", error)
            return offered


def folders(
    named: Path | None, mounts: Path = MOUNTS, plugged: tuple[str, ...] = PLUGGED
) -> list[Path]:
    """Where sticks may be: in what the settings name, and what is mounted where sticks are."""
    found = [] if named is None else [named]
    for row in mounts.read_text(encoding="utf-8").splitlines():
        at = ESCAPED.sub(lambda found: chr(int(found[1], 8)), row.split(" ")[4])
        if at.startswith(plugged) and Path(at) not in found:
            found.append(Path(at))
    return [folder for folder in found if folder.is_dir()]


def passed_on(home: Home, found: dict[str, Any], own: bytes, mine: int) -> Takeover:
    """By which takeover the game of our open record `own`, ours by the takeover of number `mine`,
    is at its table now: the copy goes on from our own lines. ValueError where it does not.
    """
    key = table_key(home.keys)
    secret, _ = copybox.unwrap(key, str(found["wraps"].get(key.public[: copybox.MARK], "")))
    record = read(copybox.unsealed(secret, b64decode(found["data"])))
    behind = takeovers(record)
    seam = behind[mine]
    if seam.game != found["game"] or copybox.head_at(own, seam.lines) != seam.head:
        raise ValueError("it does not go on from the lines of the game that is open here")
    return behind[-1]


def watch_sticks(
    home: Home,
    folder: str,
    is_idle: Callable[[], bool],
    report: Callable[[Item], None],
    stack: ExitStack,
) -> None:
    """Look for sticks from now on. `folder`: what `spare.folder` says."""
    found = StickWatch(home, Path(folder) if folder else None, is_idle, report)
    stack.callback(found.close)
    found.start()
