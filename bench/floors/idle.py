"""A process with the same foreign modules imported, the same window and mixer open.

Reads the modules' names from stdin (one line, blanks between), says `ready`, then waits as a loop
does.
"""

import importlib
import queue
import sys
from contextlib import suppress

import pygame


def main() -> None:
    """Import, open, say `ready`, wait."""
    for name in sys.stdin.readline().split():
        with suppress(ImportError):  # names of frozen and built-in parts among them
            importlib.import_module(name)
    pygame.display.init()
    pygame.font.init()
    pygame.mixer.init()
    pygame.display.set_mode((1280, 720))
    print("ready", flush=True)
    inbox: queue.SimpleQueue[None] = queue.SimpleQueue()
    while True:
        with suppress(queue.Empty):
            inbox.get(timeout=1)  # the clock on a table's screen moves once a second


if __name__ == "__main__":
    main()
