"""`python -m demo`: a league server and a table as two processes, one whole game, the result.

Everything is checked on the way; whatever is not as it should be ends the demo with one line and
exit 1. The folder `out/demo` (or `--out FOLDER`) is made anew each time.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
import socket
import sys
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, NoReturn

from demo import report
from demo.programs import DemoError, Program, get, wait_for
from demo.script import parse, presses
from demo.table import Player

HERE: Final = Path(__file__).parent
RATE: Final = 720
"""A game of 90 minutes in seven and a half seconds."""


class _Parser(argparse.ArgumentParser):
    """A wrong option is one line, as with every command."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}; allowed: --out FOLDER\n")


def main(words: Sequence[str] | None = None) -> int:
    """Play; exit 0 when every check held."""
    parser = _Parser(prog="demo", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--out", type=Path, default=HERE.parent / "out" / "demo", metavar="FOLDER")
    out: Path = parser.parse_args(words).out.absolute()
    began = time.monotonic()
    try:
        shutil.rmtree(out, ignore_errors=True)
        out.mkdir(parents=True)
        _demo(out, json.loads((HERE / "opening.json").read_text(encoding="utf-8")))
    except (DemoError, OSError) as error:
        print(f"demo: {error}", file=sys.stderr)
        return 1
    print(f"\nThe demo took {time.monotonic() - began:.1f} s.")
    return 0


def _demo(out: Path, opening: Mapping[str, Any]) -> None:
    league, kiosk = Program("league", out / "league", out), Program("kiosk", out / "table", out)
    url = f"http://127.0.0.1:{_free_port()}"
    say(f"A league server starts: {url}")
    with league.start("serve", "--host", "127.0.0.1", "--port", url.rpartition(":")[2]) as server:
        wait_for(f"{url}/readyz", server)
        say(f"Table {opening['table']} introduces itself to the league, and opens its game.")
        code = league.ask("enrol", opening["table"])["code"]
        kiosk.call("enrol", code, "--league", url)
        _play(out, league, kiosk, url, opening)
        _show(out, league, kiosk, url, opening)
        server.check()
        expect(server.end() == 0, "the league server did not end with 0")
    _say_where(out, opening)


def _play(out: Path, league: Program, kiosk: Program, url: str, opening: Mapping[str, Any]) -> None:
    steps = parse((HERE / "game.txt").read_text(encoding="utf-8"))
    with kiosk.start(
        *("run", "--edition", opening["edition"], "--open", str(HERE / "opening.json")),
        *("--pins", "simulated", "--screen", "offscreen", "--drive", "-", "--fast", str(RATE)),
        *("--picture", str(out / "screen.png"), "--trace", str(out / "outputs.jsonl")),
        *("--league", url),
    ) as table:
        league.call("enrol", opening["table"], "--approve")
        league.call("season", "create", opening["season"], "--edition", opening["edition"])
        player = Player(table, out / "screen.png", out / "pictures", say)
        player.play(steps)
        status = player.until("an empty outbox", lambda status: status["outbox"] == 0)
        pressed = presses(steps)
        expect(status["presses"] == pressed, f"of {pressed} presses {status['presses']} are kept")
        expect(table.end() in (0, 143), "the table did not end as asked")


def _show(out: Path, league: Program, kiosk: Program, url: str, opening: Mapping[str, Any]) -> None:
    game, season = opening["game"], opening["season"]
    record = kiosk.home / "games" / f"{game}.jsonl"
    with ThreadPoolExecutor() as pool:  # three programs that have nothing to do with one another
        verifying = pool.submit(kiosk.ask, "record", "verify", str(record))
        replaying = pool.submit(kiosk.ask, "replay", str(record))
        ranking = pool.submit(league.ask, "standings", season)
        verified, summary, standings = verifying.result(), replaying.result(), ranking.result()
    expect(verified["ok"] and not verified["remarks"], f"the record is not right: {verified}")
    _check_game(summary)
    names = {seat["seat"]: seat["name"] for seat in opening["seats"]}
    print(f"\nThe result sheet of {game}\n{report.sheet(summary, names)}")
    print(f"  verified: {verified['events']} actions, sealed by key {verified['key'][:16]}...")

    served = get(f"{url}/api/v1/seasons/{season}/standings").json()
    expect(served["rows"] == standings["rows"], "the league's page and its command differ")
    wealth = {seat["player"]: seat["points"] for seat in summary["seats"]}
    ranked = {row["player"]: row["points"] for row in standings["rows"]}
    expect(ranked == wealth, f"the standings say {ranked}, the table {wealth}")
    print(f"\nThe standings of season {season}\n{report.standings(standings)}")

    page = get(f"{url}/seasons/{season}")
    expect(page.status == 200, f"the standings' page answers {page.status}")
    text = page.body.decode()
    expect(all(seat["name"] in text for seat in opening["seats"]), "a name is not on the page")
    (out / "standings.html").write_bytes(page.body)
    _check_stored(kiosk, url, game, record)


def _check_game(summary: Mapping[str, Any]) -> None:
    expect(summary["status"] == "final", f"the game is {summary['status']}, not final")
    expect(summary["end_reason"] == "time", f"the game ended by {summary['end_reason']}")
    length_ms = round((summary["ended_t"] - summary["started_t"]) * 1000)
    expect(length_ms == 90 * 60 * 1000, f"the game lasted {length_ms} ms")
    told = [told["id"] for told in summary["announcements"]]
    chimes = [word for word in told if word.startswith("warn-") or word == "end"]
    wanted = ["warn-30", "warn-60", "warn-75", "warn-80", "warn-85", "end"]
    expect(chimes == wanted, f"the chimes were {chimes}")
    expect(all(seat["signed"] for seat in summary["seats"]), "a signature is missing")
    expect(not summary["refused"], f"something was refused: {summary['refused']}")


def _check_stored(kiosk: Program, url: str, game: str, record: Path) -> None:
    token = json.loads((kiosk.home / "keys" / "league.json").read_text())["token"]
    stored = get(f"{url}/api/v1/games/{game}", token)
    expect(stored.status == 200, f"the league answers {stored.status} for {game}")
    expect(stored.body == record.read_bytes(), "the league stored other bytes than the table has")
    tag = stored.headers["etag"].strip('"')
    expect(tag == hashlib.sha256(stored.body).hexdigest(), f"the ETag is {tag}")


def _say_where(out: Path, opening: Mapping[str, Any]) -> None:
    shown = out.relative_to(Path.cwd()) if out.is_relative_to(Path.cwd()) else out
    pictures = sorted((out / "pictures").glob("*.png"))
    print(
        f"\nThe game's record  {shown / 'table' / 'games' / opening['game']}.jsonl"
        f"\nThe standings page {shown / 'standings.html'}"
        f"\nThe screen         {shown / 'pictures'}: {', '.join(path.stem for path in pictures)}"
    )


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def say(text: str) -> None:
    """One sentence for who watches."""
    print(f"== {text}", flush=True)


def expect(holds: bool, complaint: str) -> None:
    """DemoError unless it holds."""
    if not holds:
        raise DemoError(complaint)


if __name__ == "__main__":
    sys.exit(main())
