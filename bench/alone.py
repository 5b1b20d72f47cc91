"""A floor in a process of its own, asked in turn with the table: what slows the one slows both."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import ParamSpec, TypeVar

Asked = ParamSpec("Asked")
Found = TypeVar("Found")


@contextmanager
def alone(measure: Callable[Asked, Found]) -> Iterator[Callable[Asked, Found]]:
    """`measure` of a floor, which has nothing of the table in its process; ends with the block."""

    def ask(*args: Asked.args, **kwargs: Asked.kwargs) -> Found:
        return pool.submit(measure, *args, **kwargs).result()

    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        yield ask
