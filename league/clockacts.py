"""What a director can do to a hall's clock; apart, so that a command's help needs no database."""

from __future__ import annotations

from typing import Final

ACTS: Final = ("start", "pause", "resume", "level", "break", "back", "stakes", "last_hand", "reset")
