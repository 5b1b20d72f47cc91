"""What `league gateway` says of its line: how it is, and what to do."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from queue import SimpleQueue

import pytest

from firmware_py.link.gatewayend import GatewayEnd
from firmware_py.link.lines import Loop
from league.db import open_database
from league.gateway import Gateway
from league.settings import load_settings

BAUD = 115_200
PATIENCE_S = 20.0


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def gateway_at(stack: ExitStack, folder: Path, line: Loop, told: SimpleQueue[str]) -> None:
    url = f"sqlite:///{folder / 'league.sqlite'}"
    database = open_database(url)
    stack.callback(database.close)
    gateway = Gateway(load_settings(url), database, GatewayEnd(BAUD), lambda: line, told.put)
    stack.callback(line.close)
    stack.callback(gateway.close)
    gateway.start()


def test_noise_on_the_line_is_named_with_its_remedy(stack: ExitStack, tmp_path: Path) -> None:
    """S19: what a gateway hears of a table at another speed, which understands it as little."""
    told: SimpleQueue[str] = SimpleQueue()
    here, there = Loop.pair()
    stack.callback(here.close)
    gateway_at(stack, tmp_path, there, told)
    stop = threading.Event()

    def babble() -> None:
        while not stop.wait(0.5):
            os.write(here.fileno(), b"\xf8\x80\x78\xe6\x1e")

    noise = threading.Thread(target=babble)
    noise.start()
    stack.callback(noise.join)
    stack.callback(stop.set)
    said = told.get(timeout=PATIENCE_S)
    while "speed" not in said:
        said = told.get(timeout=PATIENCE_S)
    assert "--baud here, league.baud in tableside.toml there" in said
