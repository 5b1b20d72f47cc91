"""`--picture`: a PNG of the screen, replaced whole, only when the frame changed."""

from __future__ import annotations

import logging
import threading
from pathlib import Path

import pygame

from kiosk.errors import RunError

log = logging.getLogger(__name__)


class PictureFile:
    """Writes on its own thread; the newest picture wins, one that was overtaken is not written."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._newest: pygame.Surface | None = None
        self._changed = threading.Condition()
        self._closed = False
        self._failed = False
        self._part = path.with_name(f".{path.name}.part")
        self._try()
        self._thread = threading.Thread(target=self._run, name="picture", daemon=True)
        self._thread.start()

    def show(self, surface: pygame.Surface) -> None:
        """The frame changed: keep a copy for the thread."""
        copy = surface.copy()
        with self._changed:
            self._newest = copy
            self._changed.notify()

    def close(self) -> None:
        """Write the last picture and end."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._thread.join(5.0)

    def _run(self) -> None:
        while True:
            with self._changed:
                while self._newest is None and not self._closed:
                    self._changed.wait()
                surface, self._newest = self._newest, None
            if surface is None:
                return
            self._write(surface)

    def _try(self) -> None:
        """RunError now if no picture will ever be written there."""
        if self._path.is_dir():
            raise RunError(f"{self._path}: is a folder; name a file")
        try:
            self._part.write_bytes(b"")
            self._part.unlink()
        except OSError as error:
            raise RunError(f"{self._path}: cannot be written: {error.strerror}") from None

    def _write(self, surface: pygame.Surface) -> None:
        try:
            with self._part.open("wb") as file:
                pygame.image.save(surface, file, "screen.png")  # PNG, whatever the file is called
            self._part.replace(self._path)
        except (OSError, pygame.error) as error:
            if not self._failed:  # said once: a full disk must not fill the log as well
                log.warning("picture: %s: %s", self._path, error)
            self._failed = True
        else:
            self._failed = False
