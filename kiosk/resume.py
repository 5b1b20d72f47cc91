"""Opening a game, and bringing one back: same game, right time left, nothing announced twice.

A record is the game. Its last `clock` line says which game time was which table time; from it, and
from the machine's boot id, the time that passed while the table was away is known exactly. After a
reboot the wall clock says it, if it was set by something trustworthy both times. Else nobody knows:
the clock is held at the last written instant and the official is asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from firmware_py.timesource import TimeSource
from kiosk.clock import NS_PER_MS, GameClock, clock_fields
from kiosk.dicebox import cup_of, has_dice, new_cup
from kiosk.disk import read_utf8, write_whole
from kiosk.editions import Editions
from kiosk.errors import RunError, UserError
from kiosk.gestures import SEATS
from kiosk.home import Home
from kiosk.outbox import is_sealed
from rules.chain import Chain
from rules.errors import ActionError, EditionError, RecordError
from rules.fairdice import Cup, committed
from rules.history import History
from rules.jsontext import read_object
from rules.kinds import Announcement, GameMs, Seat
from rules.opening import Opening, parse_opening
from rules.record import Folded, Line, Record, fold, opening_line, read


class Opened(NamedTuple):
    """Everything a session starts from. `kept`: the record's bytes that are good."""

    path: Path
    kept: bytes
    history: History
    chain: Chain
    clock: GameClock
    events: int
    recorded: Mapping[Seat, int]
    missed: Sequence[Announcement]
    notes: Sequence[Mapping[str, Any]]
    asks: bool = False
    proposed: GameMs | None = None
    """What a clock that nothing vouches for says, where the official is asked."""
    new: bool = False
    sealed: bool = False
    """It is closed: to be shown, and nothing more is written."""
    cup: Cup | None = None
    """The table's own dice, where it throws them."""
    dice_lost: bool = False
    """It threw them, and its seed is gone."""


def _opening_in(text: str) -> dict[str, Any]:
    """The file's one object, else the object in its first line."""
    try:
        return read_object(text)
    except ValueError:
        first, _, more = text.strip().partition("\n")
        with suppress(ValueError):
            if more:
                return read_object(first)
        raise


def read_opening(path: Path) -> Opening:
    """The game of `--open FILE`: an `open` object, alone or as the first line of a script."""
    try:
        text = read_utf8(path)
    except OSError as error:
        raise UserError(f"{path}: cannot be read: {error.strerror}") from None
    try:
        found = _opening_in(text)
    except ValueError as error:
        raise UserError(f"{path}: the game to open: {error}") from None
    try:
        return parse_opening(found.get("open", found))
    except ActionError as error:
        raise UserError(f"{path}: {error}") from None


def new_game(
    home: Home,
    opening: Opening,
    editions: Editions,
    time: TimeSource,
    *,
    throws: bool = False,
) -> Opened:
    """A game that begins now; nothing is written yet but what `kept` will be.

    `throws`: the dice are the table's own; the seed to which `kept` commits it is kept first.
    """
    path = home.record(opening.game)
    if path.exists():
        raise UserError(f"game {opening.game!r}: {path} is there already; open another game")
    if home.removed(opening.game).exists():
        raise UserError(f"game {opening.game!r} was played and delivered here; open another game")
    edition = editions.need(opening.edition)
    try:
        history = History(opening, edition)
    except (ActionError, EditionError) as error:
        raise UserError(f"game {opening.game!r}: {error}") from None
    chain = Chain()
    clock = GameClock(time.now_ns())
    kept = chain.line(opening_line(opening, history.edition))
    kept += chain.line({"t": 0, "clock": clock_fields(time, clock.anchor_ns)})
    cup = None
    if throws and has_dice(history):
        cup, note = new_cup(home.keys, opening.game)
        kept += chain.line({"t": 0, "note": note})
    return Opened(path, kept, history, chain, clock, 0, {}, history.opened, (), new=True, cup=cup)


def open_game(home: Home) -> Path | None:
    """The record of the game that is not closed yet: the newest, if there should be several. One
    that went on at another table is none.
    """
    found = [
        path
        for path in home.games.glob("*.jsonl")
        if not is_sealed(path) and not home.taken(path.stem).exists()
    ]
    return max(found, key=lambda path: path.stat().st_mtime_ns, default=None)


def shown_again(path: Path, editions: Editions, time: TimeSource) -> Opened:
    """A game that is closed and sealed, as it was left."""
    data = path.read_bytes()
    try:
        record = read(data)
    except RecordError as error:
        raise RunError(f"{path}: {error}; move it away") from None
    opened = _opened(path, data, record, editions, time, [])
    return opened._replace(missed=(), sealed=True)


def bring_back(path: Path, editions: Editions, time: TimeSource) -> Opened:
    """The game of an open record; raises Lost if its opening is gone (the file is put aside)."""
    data = path.read_bytes()
    notes: list[Mapping[str, Any]] = []
    try:
        record = read(data)
    except RecordError as error:
        aside = _aside(path)
        path.rename(aside)
        raise Lost(f"{path}: {error}; kept aside as {aside.name}") from None
    if record.torn_bytes or record.damage:
        aside = _aside(path)
        write_whole(aside, data)
        notes += [{"damage": found.reason, "line": found.number} for found in record.unexplained]
        if record.torn_bytes:
            notes.append({"damage": "torn tail", "bytes": record.torn_bytes, "aside": aside.name})
    kept = data[: record.whole_bytes]
    if record.torn_bytes:
        write_whole(path, kept)
    return _opened(path, kept, record, editions, time, notes)


class Lost(RunError):
    """A record without its first line: nothing to resume; it is kept aside."""


def _opened(
    path: Path,
    kept: bytes,
    record: Record,
    editions: Editions,
    time: TimeSource,
    notes: list[Mapping[str, Any]],
) -> Opened:
    from rules.verdict import untold  # with a game that goes on, not with a new one

    history, given = _fold(path, record, editions)
    told = list(given)
    last = _last_written(record, history)
    if history.next_deadline() is None:  # no timer runs: nothing hangs on how long it was
        clock: GameClock | None = GameClock.reading(last, time.now_ns())
    else:
        clock = _clock_now(record, time, last)
    held = clock is None
    cup = cup_of(path.parent.parent / "keys", record) if record.seal is None else None
    if clock is None:
        clock = GameClock(0, held_ms=last)
    else:
        told += history.advance(clock.game_ms(time.now_ns()))
    return Opened(
        path,
        kept,
        history,
        Chain(record.head),
        clock,
        record.events,
        _recorded(record),
        untold(record, told),
        notes,
        asks=held,
        proposed=_by_wall(record, time, last) if held else None,
        cup=cup,
        dice_lost=cup is None and committed(record) is not None,
    )


def _fold(path: Path, record: Record, editions: Editions) -> Folded:
    """Every action of the record again, and everything announced on the way."""
    editions.need(record.opening.edition)
    try:
        return fold(record, editions.get)
    except RecordError as error:
        raise RunError(
            f"{path}: cannot be resumed: {error}; bring back what it was played with, "
            "or move the record away"
        ) from None


def _last_written(record: Record, history: History) -> GameMs:
    """The last instant in the record."""
    written = [line.fields.get("t") for line in record.lines]
    times = [round(t * 1000) for t in written if isinstance(t, int | float)]
    return GameMs(max([history.now, *times]))


def _clock_now(record: Record, time: TimeSource, last: GameMs) -> GameClock | None:
    """The clock of now, to the nanosecond; None if nothing trustworthy says how late it is."""
    line = _last_clock(record)
    if line is None:
        return None
    then, told = round(line.fields["t"] * 1000), line.fields["clock"]
    if told["boot_id"] == time.boot_id:
        clock = GameClock(told["boot_ns"] - then * NS_PER_MS)
        if Fraction(told["rate"]).limit_denominator(1000) != time.rate:
            clock = _at_another_rate(clock, told, time)
        late = clock.game_ms(time.now_ns()) < last
        return GameClock.reading(last, time.now_ns()) if late else clock
    if told["synced"] and time.wall().synced:
        now = _by_wall(record, time, last)
        return None if now is None else GameClock.reading(now, time.now_ns())
    return None


def _at_another_rate(clock: GameClock, told: Mapping[str, Any], time: TimeSource) -> GameClock:
    """The table ran at another `--fast` before: until now it went on at that rate."""
    rate = Fraction(told["rate"]).limit_denominator(1000)
    now_ns = time.now_ns()
    return GameClock.reading(clock.game_ms(int(time.boot_ns() * rate)), now_ns)


def _by_wall(record: Record, time: TimeSource, last: GameMs) -> GameMs | None:
    """Game time of now by the wall clock; None where it went back or says nothing."""
    line = _last_clock(record)
    if line is None:
        return None
    clock, ms = line.fields["clock"], time.wall().ms
    if ms < clock["wall_ms"]:
        return None
    rate = Fraction(clock["rate"]).limit_denominator(1000)
    then = round(line.fields["t"] * 1000)
    return GameMs(max(last, then + int((ms - clock["wall_ms"]) * rate)))


def _last_clock(record: Record) -> Line | None:
    return next(iter(reversed(list(record.of("clock")))), None)


def _recorded(record: Record) -> Mapping[Seat, int]:
    """How many presses of each seat are in the record."""
    seats = (SEATS.get(line.fields.get("line", "")) for line in record.of("do"))
    return Counter(seat for seat in seats if seat is not None)


def _aside(path: Path) -> Path:
    """A free name for a damaged file, one that is no record's."""
    number = 1
    while (aside := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    return aside
