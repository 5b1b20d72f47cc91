"""Replays in processes of their own: the same verdicts, also after one of them was killed."""

from __future__ import annotations

import asyncio
import gc
import multiprocessing
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from league.families import FAMILIES
from league.judging import Judged, judge
from league.proof import prove
from league.refusals import Refused
from league.replaying import Replayers
from tests.league import games
from tests.league.games import Played


def same(found: Judged, raw: bytes) -> None:
    wanted = judge(raw, prove(raw), games.edition())
    assert (found.raw, found.sha256, found.verdict) == (raw, wanted.sha256, wanted.verdict)
    assert (found.reasons, found.summary) == (wanted.reasons, wanted.summary)
    assert list(found.seats) == list(wanted.seats)
    assert found.record.opening == wanted.record.opening
    assert found.record.seal is not None
    assert wanted.record.seal is not None
    assert found.record.seal.key == wanted.record.seal.key
    assert found.record.game_head == wanted.record.game_head


@pytest.mark.slow
@pytest.mark.timeout(120)
def test_processes_say_what_is_said_here_and_come_back_when_killed() -> None:
    raws = [games.record(Played(game=f"G{number}")) for number in range(3)]
    lies = [games.record(Played(game="G9"), summary={"winner": 9}), raws[0][:-9], b"{}"]

    async def play() -> None:
        replayers = Replayers(1)
        same(await replayers.judge(raws[0], games.edition()), raws[0])
        assert not replayers.is_ready, "records that come one by one need no process"
        await until_ready(replayers)
        for raw in raws:
            same(await replayers.judge(raw, games.edition()), raw)
        assert replayers._pool is not None
        frozen = replayers._pool.submit(gc.get_freeze_count)
        assert await asyncio.wrap_future(frozen), "what was loaded is not collected again"
        assert (await replayers.judge(raws[0], None)).verdict == "unplayable"
        same(await replayers.judge(lies[0], games.edition()), lies[0])
        for lie in lies[1:]:
            with pytest.raises(Refused) as here:
                prove(lie)
            with pytest.raises(Refused) as there:
                await replayers.judge(lie, games.edition())
            assert (there.value.status, there.value.reasons) == (422, here.value.reasons)
        kill(workers())
        same(await replayers.judge(raws[1], games.edition()), raws[1])
        await until_ready(replayers)
        same(await replayers.judge(raws[2], games.edition()), raws[2])
        await replayers.stop()

    async def until_ready(replayers: Replayers) -> None:
        while not replayers.is_ready:
            await asyncio.gather(*(replayers.judge(raw, games.edition()) for raw in raws))

    asyncio.run(play())


def workers() -> list[int]:
    return [child.pid for child in multiprocessing.active_children() if child.pid is not None]


def kill(pids: list[int]) -> None:
    assert pids
    for pid in pids:
        os.kill(pid, signal.SIGKILL)


BEGIN = """
import asyncio
from league.replaying import Replayers

async def main() -> None:
    replayers = Replayers(1)
    await replayers._start("monopoly")
    print("ready", flush=True)
    await asyncio.Event().wait()

if __name__ == "__main__":
    asyncio.run(main())
"""


def test_they_end_with_the_league_however_that_ends(tmp_path: Path) -> None:
    script = tmp_path / "league_with_workers.py"
    script.write_text(BEGIN)
    environ = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
    with subprocess.Popen(
        [sys.executable, script],
        env=environ, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        process.kill()
        assert process.stdout.read() == "", "the last who had its output is gone"


@pytest.mark.parametrize("game", ["monopoly", "matador", "mafia"])
def test_a_process_that_replays_loads_no_database(game: str) -> None:
    code = (
        f"import sys, league.replaying, {FAMILIES[game]};"
        " print([name for name in ('sqlalchemy', 'litestar') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
