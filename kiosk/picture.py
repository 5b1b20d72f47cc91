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
        if not path.parent.is_dir():
            raise RunError(f"{path}: no folder {path.parent}; make it first")
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

    def _write(self, surface: pygame.Surface) -> None:
        part = self._path.with_name(f".{self._path.stem}.part{self._path.suffix}")
        try:
            pygame.image.save(surface, str(part))
            part.replace(self._path)
        except (OSError, pygame.error) as error:
            log.warning("picture: %s: %s", self._path, error)
