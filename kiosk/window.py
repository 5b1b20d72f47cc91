"""The table's own screen: a window, the whole screen, or a surface that nobody sees.

SDL may quietly choose a driver that shows nothing; then the table says so instead of staying black.
Window events only become inbox items here. No display at all is no fault: `auto` runs without.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable, Mapping, MutableMapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import pygame

from kiosk.errors import RunError
from kiosk.inbox import Key, Stop, Touch

log = logging.getLogger(__name__)

UNSEEN: Final = frozenset(("dummy", "offscreen", "evdev"))
HINT: Final = "use --screen offscreen, or check kmsdrm and the groups video, render and input"
WITHOUT_WAYLAND: Final = "x11,kmsdrm"
"""Wayland needs $XDG_RUNTIME_DIR; asked without it, its library writes to stderr by itself."""
POLL_S: Final = 0.025
"""How often a window's events are looked at; SDL cannot wake the loop."""

_CODES: Final = MappingProxyType(
    {
        **{getattr(pygame, f"KSCAN_{n}"): str(n) for n in range(10)},
        **{getattr(pygame, f"KSCAN_KP_{n}"): f"kp_{n}" for n in range(10)},
        **{getattr(pygame, f"KSCAN_F{n}"): f"F{n}" for n in range(1, 11)},
        pygame.KSCAN_RETURN: "Enter",
        pygame.KSCAN_KP_ENTER: "kp_enter",
        pygame.KSCAN_SPACE: "Space",
        pygame.KSCAN_ESCAPE: "Escape",
        pygame.KSCAN_BACKSPACE: "Backspace",
        pygame.KSCAN_KP_PLUS: "kp_plus",
        pygame.KSCAN_KP_MINUS: "kp_minus",
        pygame.KSCAN_KP_MULTIPLY: "kp_star",
        pygame.KSCAN_KP_DIVIDE: "kp_slash",
        pygame.KSCAN_KP_PERIOD: "kp_dot",
    }
)
_SIGNS: Final = frozenset("+-*/.")
"""Verbs that many keyboards have on a digit's key, by Shift or AltGr."""
_SHIFTED: Final = pygame.KMOD_SHIFT | pygame.KMOD_MODE | pygame.KMOD_RALT


class Window:
    """Owns the surface. `shown` False: nobody sees it (`offscreen`)."""

    def __init__(self, surface: pygame.Surface, shown: bool, fills: bool = False) -> None:
        self.surface = surface
        self.shown = shown
        self.fills = fills
        """It fills its display: nothing else is on it."""
        self.poll_s = POLL_S if shown else None
        """How often `pump` must be called; None: never."""
        self.exposed = False
        """The system lost the picture: everything must be drawn again."""
        self.other: Any = None
        """Another window of this process: a touch on it is none on the table's screen."""
        self._down: dict[int, str] = {}

    def pump(self, put: Callable[[Any], None], now_ns: int) -> None:
        """Hand on what happened in the window."""
        for event in pygame.event.get() if self.shown else ():
            match event.type:
                case pygame.KEYDOWN | pygame.KEYUP:
                    name = self._name(event)
                    if name:
                        put(Key(name, now_ns, event.type == pygame.KEYDOWN))
                case pygame.MOUSEBUTTONDOWN | pygame.MOUSEBUTTONUP if self._is_touch(event):
                    x, y = event.pos
                    put(Touch(x, y, now_ns, event.type == pygame.MOUSEBUTTONDOWN))
                case pygame.QUIT:
                    put(Stop(0))
                case pygame.WINDOWEXPOSED | pygame.WINDOWRESTORED:
                    self.exposed = True

    def _name(self, event: Any) -> str:
        """What the key is; one that comes up is what it was when it went down, Shift or not."""
        if event.type == pygame.KEYUP and event.scancode in self._down:
            return self._down.pop(event.scancode)
        name: str = _CODES.get(event.scancode) or event.unicode
        if event.unicode in _SIGNS and event.mod & _SHIFTED and name.isdecimal():
            name = event.unicode
        if event.type == pygame.KEYDOWN and name:
            self._down[event.scancode] = name
        return name

    def _is_touch(self, event: Any) -> bool:
        return event.button == 1 and (self.other is None or event.window is not self.other)

    def flip(self, rects: list[pygame.Rect]) -> None:
        """Bring the rectangles to the glass."""
        if self.shown:
            pygame.display.update(rects)

    def close(self) -> None:
        """Give the display back; harmless twice."""
        if self.shown:
            pygame.display.quit()


def open_window(
    mode: str, size: tuple[int, int], environ: Mapping[str, str] = os.environ
) -> Window:
    """The screen of this `--screen` mode; RunError with a hint where it cannot be had."""
    wanted = _seen(environ) if mode == "auto" else mode
    if wanted == "offscreen":
        if mode == "auto":
            log.warning("no display: the table runs without a screen")
        return Window(pygame.Surface(size, depth=32), shown=False)
    try:
        return _open(wanted, size, environ)
    except RunError as error:
        if mode != "auto":
            raise
        log.warning("%s: the table runs without a screen", error)
        return Window(pygame.Surface(size, depth=32), shown=False)


def _seen(environ: Mapping[str, str]) -> str:
    """What `auto` means here: a window on a desktop, the whole screen on a bare console."""
    if environ.get("WAYLAND_DISPLAY") or environ.get("DISPLAY"):
        return "window"
    return "fullscreen" if any(Path("/dev/dri").glob("card*")) else "offscreen"


def draw_by_gles(driver: str, environ: MutableMapping[str, str]) -> None:
    """On a bare console by OpenGL ES, which is there; SDL tries desktop OpenGL first.

    Without desktop OpenGL's library that does not fail, it draws black.
    """
    if driver.casefold() == "kmsdrm":
        environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "opengles2")


def _open(mode: str, size: tuple[int, int], environ: Mapping[str, str]) -> Window:
    # SDL would take SIGINT and SIGTERM for itself; they are ours (cli/run.py).
    os.environ.setdefault("SDL_NO_SIGNAL_HANDLERS", "1")
    # A second display's window must not make the first one go away.
    os.environ.setdefault("SDL_VIDEO_MINIMIZE_ON_FOCUS_LOSS", "0")
    wanted = environ.get("SDL_VIDEODRIVER")
    if wanted is None and sys.platform == "linux" and not environ.get("XDG_RUNTIME_DIR"):
        os.environ["SDL_VIDEODRIVER"] = WITHOUT_WAYLAND
    try:
        pygame.display.init()
        driver = pygame.display.get_driver()
        if driver in UNSEEN and not wanted:
            pygame.display.quit()
            raise RunError(f"screen: SDL chose the driver {driver!r}, which shows nothing; {HINT}")
        draw_by_gles(driver, os.environ)
        if mode == "fullscreen":
            surface = pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
            pygame.mouse.set_visible(False)
        else:
            surface = pygame.display.set_mode(size)
        pygame.display.set_caption("Tableside")
    except pygame.error as error:
        pygame.display.quit()
        raise RunError(f"screen: {error}; {HINT}") from None
    return Window(surface, shown=True, fills=mode == "fullscreen")
