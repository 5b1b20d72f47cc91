"""Papers to the press and back: a PDF."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, Final

from league.elsewhere import drawn_elsewhere
from league.paper.papers import Paper, asked
from league.settings import Settings
from league.texts import Texts

AT_ONCE: Final = 2
"""PDFs that are made at a time; who asks for one more waits."""


def printed(papers: Sequence[Paper], settings: Settings, text: Texts) -> bytes:
    """The PDF; RunError where it could not be made."""
    return _pressed(asked(papers, text, str(settings.fonts)))


def _pressed(wanted: Mapping[str, Any]) -> bytes:
    return drawn_elsewhere(f"{__package__}.press", wanted, "the paper")


class Printing:
    """The press of a running league: a few at a time, on no thread that pages need."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._room = asyncio.Semaphore(AT_ONCE)

    async def pdf(self, papers: Sequence[Paper], text: Texts) -> bytes:
        """The PDF of these papers."""
        async with self._room:
            return await asyncio.to_thread(printed, papers, self._settings, text)
