"""A window and a mixer that are open and that nobody sees or hears. Imports nothing."""

from typing import Final

UNSEEN: Final = {
    "SDL_VIDEODRIVER": "dummy",
    "SDL_AUDIODRIVER": "dummy",
    "SDL_NO_SIGNAL_HANDLERS": "1",  # else a floor takes SIGTERM for an event and does not end
    "PYGAME_HIDE_SUPPORT_PROMPT": "1",
}
