"""What a running table shows: game, phase, time left, seats, signs, undelivered records."""

from __future__ import annotations

import argparse
import json
from typing import Any

from kiosk.home import Home
from kiosk.status import ask


def configure(parser: argparse.ArgumentParser) -> None:
    """No options of its own."""


def run(args: argparse.Namespace) -> int:
    """Print the status of the table that runs with this home."""
    status = ask(Home.of().root)
    print(json.dumps(status, ensure_ascii=False) if args.json else _text(status))
    return 0


def _text(status: dict[str, Any]) -> str:
    left = status["remaining_s"]
    lines = [
        f"game {status['game'] or '-'}  phase {status['phase']}  "
        f"left {'-' if left is None else f'{int(left) // 60}:{int(left) % 60:02}'}",
        *(
            f"seat {seat['seat']}  lamp {'on' if seat['lamp'] else 'off'}  "
            f"recorded {seat['recorded']}  fouls {seat['fouls']}"
            for seat in status["seats"]
        ),
        f"signs {', '.join(status['signs']) or '-'}",
        f"not delivered {status['outbox']}",
    ]
    league = status.get("league")
    if league:
        others = f"; not this table's: {', '.join(league['others'])}" if league["others"] else ""
        lines.append(f"league {league['road']} {league['at'] or '-'}{others}")
    if status.get("key_words"):
        lines.append(f"not approved by the league; words {status['key_words']}")
    return "\n".join(lines)
