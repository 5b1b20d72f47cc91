"""The disk as the record sees it: append, make durable, cut; whole files are replaced, never
edited.

A class, so that a test or a benchmark can pass a slow or failing one.
"""

from __future__ import annotations

import errno
import fcntl
import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from kiosk.errors import RunError, UserError

MODE_RECORD: Final = 0o644
MODE_SECRET: Final = 0o600


def read_utf8(path: Path) -> str:
    """The text of a file that a person wrote (a mark at its beginning is none of it); UserError
    where it cannot be read or is no UTF-8, FileNotFoundError where there is none.
    """
    try:
        data = path.read_bytes()
        return data.decode("utf-8-sig")
    except (FileNotFoundError, NotADirectoryError):
        raise
    except OSError as error:
        raise UserError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise UserError(f"{path}, line {line}: no UTF-8 text at byte {error.start + 1}") from None


class Disk:
    """System calls with the meaning the journal needs; every failure is an OSError."""

    def open(self, path: Path) -> int:
        """An existing file for appending."""
        return os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC)

    def write(self, fd: int, data: bytes) -> None:
        """All of `data`, in one call where the kernel takes it."""
        written = os.write(fd, data)
        while written < len(data):
            written += os.write(fd, data[written:])

    def sync(self, fd: int) -> None:
        """Return when what was written survives a power cut."""
        os.fsync(fd)

    def read(self, path: Path) -> bytes:
        """The whole file."""
        return path.read_bytes()

    def cut(self, fd: int, length: int) -> None:
        """Forget what stands behind `length` (a write that did not end well)."""
        if os.fstat(fd).st_size != length:
            os.ftruncate(fd, length)

    def probe(self, path: Path, fd: int) -> None:
        """Raise what the next write to `fd` would meet: file gone, not writable, disk full."""
        if not path.exists() or not os.path.samestat(path.stat(), os.fstat(fd)):
            raise OSError(errno.ENOENT, "the record's file is gone")
        if not os.access(path.parent, os.W_OK) or not os.access(path, os.W_OK):
            raise OSError(errno.EROFS, "the record's folder cannot be written")
        space = os.statvfs(path)
        if (space.f_bfree if os.geteuid() == 0 else space.f_bavail) == 0 and space.f_blocks:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def write_whole(path: Path, data: bytes, disk: Disk | None = None, mode: int = MODE_RECORD) -> None:
    """Replace (or make) a file atomically: temporary file, fsync, rename, fsync of the folder."""
    disk = disk or Disk()
    temporary = path.with_name(path.name + ".part")
    fd = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, mode)
    try:
        try:
            disk.write(fd, data)
            disk.sync(fd)
        finally:
            os.close(fd)
        temporary.replace(path)
    except OSError:
        with suppress(OSError):  # half a file would hold the space that is missing
            temporary.unlink()
        raise
    sync_folder(path.parent, disk)


def write_new(path: Path, data: bytes, disk: Disk) -> None:
    """Like `write_whole`, for a file that must not be there yet."""
    if path.exists():
        raise FileExistsError(errno.EEXIST, "the game's file is there already", str(path))
    write_whole(path, data, disk)


def sync_folder(folder: Path, disk: Disk) -> None:
    """Make the folder's entries durable."""
    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        disk.sync(fd)
    finally:
        os.close(fd)


def make_folder(folder: Path, mode: int = 0o755) -> None:
    """Have the folder, or a RunError that says why not."""
    try:
        folder.mkdir(mode=mode, parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK | os.X_OK):
            raise OSError(errno.EACCES, os.strerror(errno.EACCES))
    except OSError as error:
        raise RunError(
            f"{folder}: cannot be written ({error.strerror}); allow it or set TABLESIDE_HOME"
        ) from None


def shut_to_others(folder: Path) -> None:
    """Only the owner has this folder and its files: a copy that was put back may be open to all.
    What is somebody else's stays as it is.
    """
    with suppress(OSError):
        for path in (folder, *folder.iterdir()):
            with suppress(OSError):
                mode = path.stat().st_mode
                if mode & 0o077 and not path.is_symlink():
                    path.chmod(mode & 0o700)


class HomeLock:
    """One table for one home: held from `__init__` to `close`; RunError if another has it."""

    def __init__(self, home: Path) -> None:
        path = home / "lock"
        try:
            self._fd: int | None = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, MODE_RECORD)
        except OSError as error:
            raise RunError(f"{path}: cannot be written ({error.strerror})") from None
        try:
            fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._fd)
            raise RunError(
                f"{home}: another kiosk is running with this home; end it or set TABLESIDE_HOME"
            ) from None

    def close(self) -> None:
        """Let another table have the home; harmless twice."""
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None
