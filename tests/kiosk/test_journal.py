"""The journal on real files; a disk that refuses is a class of its own, passed in."""

from __future__ import annotations

import errno
import fcntl
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue

import pytest

from kiosk.disk import Disk, HomeLock, write_whole
from kiosk.errors import RunError
from kiosk.inbox import Durable, Saving
from kiosk.journal import Journal
from rules.kinds import Seat

KEPT = b'{"open":1}\n'


class BrokenDisk(Disk):
    """Refuses with `error` while it is set; may write a part first; counts its fsyncs."""

    def __init__(self) -> None:
        self.error: int | None = None
        self.part = 0
        self.syncs = 0
        self.gate: threading.Event | None = None
        self.entered = threading.Event()

    def write(self, fd: int, data: bytes) -> None:
        if self.error is not None:
            super().write(fd, data[: self.part])
            raise OSError(self.error, os.strerror(self.error))
        super().write(fd, data)

    def sync(self, fd: int) -> None:
        self.syncs += 1
        self.entered.set()
        if self.gate is not None:
            self.gate.wait()
        super().sync(fd)

    def probe(self, path: Path, fd: int) -> None:
        if self.error is not None:
            raise OSError(self.error, os.strerror(self.error))
        super().probe(path, fd)


class Told:
    """What the journal reported, and whom it answered, in order."""

    def __init__(self) -> None:
        self.reports: SimpleQueue[Durable | Saving] = SimpleQueue()
        self.answered: list[Seat] = []

    def next(self) -> Durable | Saving:
        return self.reports.get(timeout=5)


@pytest.fixture
def told() -> Told:
    return Told()


@pytest.fixture
def disk() -> BrokenDisk:
    return BrokenDisk()


@pytest.fixture
def journal(tmp_path: Path, told: Told, disk: BrokenDisk) -> Iterator[Journal]:
    path = tmp_path / "G1.jsonl"
    path.write_bytes(KEPT)
    journal = Journal(path, KEPT, told.reports.put, told.answered.append, disk)
    yield journal
    disk.error = None
    if disk.gate is not None:
        disk.gate.set()
    journal.close()


class WatchedDisk(Disk):
    """Knows how much of the file would be there after a power cut."""

    def __init__(self) -> None:
        self.safe = 0

    def sync(self, fd: int) -> None:
        super().sync(fd)
        self.safe = os.fstat(fd).st_size


def test_k30_a_line_is_on_disk_before_its_lamp_answers(tmp_path: Path, told: Told) -> None:
    """Not only written: what is not synced a power cut takes, which no kill -9 can show."""
    path, disk = tmp_path / "G1.jsonl", WatchedDisk()
    path.write_bytes(KEPT)
    seen: list[bytes] = []

    def answer(_: Seat) -> None:
        seen.append(path.read_bytes()[: disk.safe])

    journal = Journal(path, KEPT, told.reports.put, answer, disk)
    journal.append(b"one\n", Seat(3))
    assert told.next() == Durable(1, (Seat(3),))
    assert seen == [KEPT + b"one\n"]
    journal.append(b"two\n", Seat(4))
    assert told.next() == Durable(1, (Seat(4),))
    assert seen[1:] == [KEPT + b"one\ntwo\n"]
    assert journal.close()


def test_lines_without_a_seat_are_saved_and_nobody_answers(journal: Journal, told: Told) -> None:
    journal.append(b"one\n")
    assert told.next() == Durable(1, ())
    assert told.answered == []


def test_ten_presses_during_one_fsync_need_two_more_at_most(
    journal: Journal, told: Told, disk: BrokenDisk
) -> None:
    disk.gate = threading.Event()
    journal.append(b"first\n", Seat(1))
    assert disk.entered.wait(5)
    for seat in range(1, 11):
        journal.append(b"%d\n" % seat, Seat(seat))
    disk.gate.set()
    durable = 0
    while durable < 11:
        report = told.next()
        assert isinstance(report, Durable)
        durable += report.lines
    assert disk.syncs <= 3
    assert journal.path.read_bytes() == KEPT + b"first\n" + b"".join(
        b"%d\n" % seat for seat in range(1, 11)
    )


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EROFS, errno.EIO, errno.EDQUOT])
@pytest.mark.parametrize("part", [0, 3])
def test_k33_a_disk_that_refuses_is_said_and_loses_nothing(
    journal: Journal, told: Told, disk: BrokenDisk, error: int, part: int
) -> None:
    disk.error, disk.part = error, part
    journal.append(b"one\n", Seat(1))
    journal.append(b"two\n", Seat(2))
    assert told.next() == Saving(False, os.strerror(error))
    assert told.answered == [], "no lamp says recorded before it is"
    disk.error = None
    lines = 0
    reports = []
    while lines < 2:
        report = told.next()
        reports.append(report)
        lines += report.lines if isinstance(report, Durable) else 0
    assert told.next() == Saving(True)
    assert told.answered == [Seat(1), Seat(2)]
    assert journal.path.read_bytes() == KEPT + b"one\ntwo\n"


def test_a_full_disk_is_said_though_nobody_presses(
    journal: Journal, told: Told, disk: BrokenDisk
) -> None:
    disk.error = errno.ENOSPC
    assert told.next() == Saving(False, os.strerror(errno.ENOSPC))
    disk.error = None
    assert told.next() == Saving(True)


def test_k33_a_folder_that_cannot_be_written_stays_said_though_the_open_file_still_grows(
    tmp_path: Path, told: Told
) -> None:
    class LockedFolder(Disk):
        locked = True

        def probe(self, path: Path, fd: int) -> None:
            if self.locked:
                raise OSError(errno.EROFS, os.strerror(errno.EROFS))
            super().probe(path, fd)

    path, disk = tmp_path / "G1.jsonl", LockedFolder()
    path.write_bytes(KEPT)
    journal = Journal(path, KEPT, told.reports.put, told.answered.append, disk)
    assert told.next() == Saving(False, os.strerror(errno.EROFS))
    journal.append(b"one\n", Seat(1))
    assert told.next() == Durable(1, (Seat(1),))
    journal.append(b"two\n")
    assert told.next() == Durable(1, ()), "and no word of saving again"
    disk.locked = False
    assert told.next() == Saving(True)
    assert journal.close()


def test_a_real_file_size_limit_is_a_full_disk(tmp_path: Path) -> None:
    """The kernel itself refuses in the middle of a line; what was durable stays whole."""
    program = """
import resource, sys, pathlib, queue
from kiosk.disk import Disk
from kiosk.inbox import Durable, Saving
from kiosk.journal import Journal
path = pathlib.Path(sys.argv[1]); path.write_bytes(b"open\\n")
told = queue.SimpleQueue()
journal = Journal(path, b"open\\n", told.put, lambda seat: None, Disk())
resource.setrlimit(resource.RLIMIT_FSIZE, (20, resource.RLIM_INFINITY))
journal.append(b"0123456789\\n")
assert told.get(timeout=5) == Durable(1, ())
journal.append(b"abcdefghij\\n")
refused = told.get(timeout=5)
assert isinstance(refused, Saving) and not refused.ok, refused
assert path.read_bytes()[:16] == b"open\\n0123456789\\n"
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
assert told.get(timeout=5) == Durable(1, ())
assert told.get(timeout=5) == Saving(True)
assert journal.close()
print(path.read_text(), end="")
"""
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path / "G.jsonl")],
        capture_output=True, text=True, timeout=15, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout == "open\n0123456789\nabcdefghij\n"


def test_a_record_that_was_deleted_under_us_is_made_again(journal: Journal, told: Told) -> None:
    journal.append(b"one\n")
    assert told.next() == Durable(1, ())
    journal.path.unlink()
    assert told.next() == Saving(False, "the record's file is gone")
    journal.append(b"two\n", Seat(2))
    reports = [told.next(), told.next()]
    assert Saving(True) in reports
    while journal.path.read_bytes() != KEPT + b"one\ntwo\n":
        told.next()


def test_a_strange_file_in_the_records_place_is_left_alone(journal: Journal, told: Told) -> None:
    write_whole(journal.path, b"somebody else's\n")
    assert told.next() == Saving(False, "the record's file is gone")
    journal.append(b"one\n", Seat(1))
    assert journal.close() is False
    assert journal.path.read_bytes() == b"somebody else's\n"
    assert told.answered == []


def test_bytes_of_a_write_that_did_not_end_are_cut_off_at_the_opening(
    tmp_path: Path, told: Told
) -> None:
    path = tmp_path / "G1.jsonl"
    path.write_bytes(KEPT + b'{"t":1,"do')
    journal = Journal(path, KEPT, told.reports.put, told.answered.append, Disk())
    journal.append(b"one\n")
    assert told.next() == Durable(1, ())
    assert journal.close()
    assert path.read_bytes() == KEPT + b"one\n"


def test_close_saves_what_waits(journal: Journal) -> None:
    for number in range(100):
        journal.append(b"%d\n" % number)
    assert journal.close()
    assert journal.path.read_bytes() == KEPT + b"".join(b"%d\n" % n for n in range(100))


def test_k35_a_reader_in_the_way_never_makes_a_write_fail(journal: Journal, told: Told) -> None:
    with journal.path.open("rb") as reader:
        fcntl.flock(reader, fcntl.LOCK_SH)
        journal.append(b"one\n", Seat(1))
        assert told.next() == Durable(1, (Seat(1),))
        assert reader.read() == KEPT + b"one\n"


class OrderedDisk(Disk):
    """Notes the order of the calls that make a file safe."""

    def __init__(self) -> None:
        self.calls: list[str] = []

    def write(self, fd: int, data: bytes) -> None:
        self.calls.append("write")
        super().write(fd, data)

    def sync(self, fd: int) -> None:
        kind = "folder" if Path(f"/proc/self/fd/{fd}").is_dir() else "file"
        self.calls.append(f"fsync {kind} ({self._shown(fd)})")
        super().sync(fd)

    def _shown(self, fd: int) -> str:
        return Path(f"/proc/self/fd/{fd}").readlink().name


def test_k31_a_whole_file_is_written_synced_renamed_and_its_folder_synced(tmp_path: Path) -> None:
    disk = OrderedDisk()
    path = tmp_path / "whole"
    write_whole(path, b"data", disk)
    assert disk.calls == [
        "write",
        "fsync file (whole.part)",
        f"fsync folder ({tmp_path.name})",
    ]
    assert path.read_bytes() == b"data"
    assert [each.name for each in tmp_path.iterdir()] == ["whole"]


def test_one_home_has_one_table(tmp_path: Path) -> None:
    first = HomeLock(tmp_path)
    with pytest.raises(RunError, match="another kiosk is running with this home"):
        HomeLock(tmp_path)
    first.close()
    first.close()
    HomeLock(tmp_path).close()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_writer_that_died_is_known_to_be_dead(tmp_path: Path) -> None:
    class Faulty(Disk):
        def write(self, fd: int, data: bytes) -> None:
            raise ZeroDivisionError

    path = tmp_path / "game.jsonl"
    path.write_bytes(KEPT)
    told = Told()
    journal = Journal(path, KEPT, told.reports.put, told.answered.append, Faulty())
    assert journal.lives
    journal.append(b"{}\n")
    assert not journal.close()
    assert not journal.lives
