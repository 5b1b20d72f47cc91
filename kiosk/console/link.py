"""The way from `kiosk console` to the table: keeps the private socket open, knows how fresh it is.

What was heard is never shown as fresh once the table is silent: `up` falls with the connection,
and with the loop behind it. It comes back by itself, whichever of the two was started first.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from kiosk.console.wire import address
from kiosk.homesocket import short_address
from rules.value import Value

log = logging.getLogger(__name__)

AGAIN_S: Final = 0.5
SILENT_S: Final = 4.0
"""A table that says nothing for so long is not there; it says something every second."""
ANSWER_S: Final = 8.0
_LONGEST_LINE: Final = 4_000_000


class Heard(Value):
    """What the table said last. `up`: it is there now. `number` grows with every news."""

    number: int
    up: bool
    facts: Mapping[str, Any] | None
    beat: Mapping[str, Any]
    at_s: float
    """When, on this process's own clock."""


class Link:
    """One table. Belongs to the event loop of the console."""

    def __init__(self, home: Path) -> None:
        self._path = address(home)
        self.heard = Heard(0, False, None, {}, 0.0)
        self._news = asyncio.Condition()
        self._writer: asyncio.StreamWriter | None = None
        self._ids = itertools.count(1)
        self._answers: dict[str, asyncio.Future[Mapping[str, Any]]] = {}

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            try:
                await self._listen()
            except (OSError, TimeoutError, ValueError) as error:
                log.debug("no table: %s", error)
            await self._lose()
            await asyncio.sleep(AGAIN_S)

    async def news(self, since: int, within_s: float) -> Heard:
        """What is newer than `since`, waited for so long; what there is, if nothing came."""
        with suppress(TimeoutError):
            async with asyncio.timeout(within_s), self._news:
                await self._news.wait_for(lambda: self.heard.number > since)
        return self.heard

    async def all_news(self, within_s: float) -> AsyncIterator[Heard]:
        """What there is, then each news; the same again where nothing came for so long."""
        heard = self.heard
        while True:
            yield heard
            heard = await self.news(heard.number, within_s)

    async def say(self, asked: Mapping[str, Any]) -> Mapping[str, Any]:
        """Ask for something; `silent` in the answer: nobody knows whether it was done."""
        writer = self._writer
        if writer is None or not self.heard.up:
            return {"accepted": False, "error": "", "away": True}
        number = str(next(self._ids))
        answer = asyncio.get_running_loop().create_future()
        self._answers[number] = answer
        try:
            writer.write(_line({**asked, "id": number}))
            async with asyncio.timeout(ANSWER_S):
                await writer.drain()
                found: Mapping[str, Any] = await answer
                return found
        except (TimeoutError, OSError):
            return {"accepted": False, "error": "", "silent": True}
        finally:
            self._answers.pop(number, None)

    async def end(self) -> None:
        """Whoever waits for news need not wait any more."""
        await self._hear(up=False, facts=self.heard.facts, beat=self.heard.beat)

    async def _listen(self) -> None:
        with short_address(self._path) as path:
            reader, writer = await asyncio.open_unix_connection(path, limit=_LONGEST_LINE)
        try:
            writer.write(_line({"watch": 1}))
            self._writer = writer
            while True:
                async with asyncio.timeout(SILENT_S):
                    line = await reader.readline()
                if not line:
                    return
                await self._take(json.loads(line))
        finally:
            self._writer = None
            writer.close()

    async def _take(self, told: Mapping[str, Any]) -> None:
        if "facts" in told:
            await self._hear(up=True, facts=told["facts"], beat={})
        elif "beat" in told:
            await self._hear(up=True, facts=self.heard.facts, beat=told["beat"])
        elif "silent" in told:
            await self._lose()
        elif told.get("answer") in self._answers:
            answer = self._answers[told["answer"]]
            if not answer.done():
                answer.set_result(told)

    async def _lose(self) -> None:
        for answer in self._answers.values():
            if not answer.done():
                answer.set_result({"accepted": False, "error": "", "silent": True})
        if self.heard.up:
            await self._hear(up=False, facts=self.heard.facts, beat=self.heard.beat)

    async def _hear(
        self, *, up: bool, facts: Mapping[str, Any] | None, beat: Mapping[str, Any]
    ) -> None:
        at_s = asyncio.get_running_loop().time() if up else self.heard.at_s
        async with self._news:
            self.heard = Heard(self.heard.number + 1, up, facts, beat, at_s)
            self._news.notify_all()


def _line(told: Mapping[str, Any]) -> bytes:
    return json.dumps(told, ensure_ascii=False).encode() + b"\n"
