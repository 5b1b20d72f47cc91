"""Counters and gauges of this process, as Prometheus reads them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from threading import Lock
from typing import Final

_HELP: Final = {
    "tableside_records_total": ("counter", "Records received, by answer."),
    "tableside_http_requests_total": ("counter", "Requests answered, by status."),
    "tableside_ingest_seconds_total": ("counter", "Seconds spent on receiving records."),
    "tableside_pages_listening": ("gauge", "Pages that listen to the event stream."),
    "tableside_tables_live": ("gauge", "Tables that spoke within half a minute."),
    "tableside_records_stored": ("gauge", "Records in the database, by verdict."),
    "tableside_records_aside": ("gauge", "Records kept aside for the organiser."),
}

Labels = tuple[tuple[str, str], ...]


class Metrics:
    """Counts from several threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._counts: Counter[tuple[str, Labels]] = Counter()
        self._seconds = 0.0

    def count(self, name: str, **labels: str) -> None:
        """One more."""
        with self._lock:
            self._counts[name, tuple(sorted(labels.items()))] += 1

    def spent(self, seconds: float) -> None:
        """Time spent on a record."""
        with self._lock:
            self._seconds += seconds

    def text(self, gauges: Mapping[tuple[str, Labels], int]) -> str:
        """Everything in the text format; `gauges` are read by the caller."""
        with self._lock:
            values: dict[tuple[str, Labels], float] = {**self._counts, **gauges}
            values["tableside_ingest_seconds_total", ()] = round(self._seconds, 6)
        lines: list[str] = []
        for name, (kind, text) in _HELP.items():
            lines += [f"# HELP {name} {text}", f"# TYPE {name} {kind}"]
            lines += [
                f"{name}{_labels(labels)} {value}"
                for (found, labels), value in sorted(values.items())
                if found == name
            ]
        return "\n".join(lines) + "\n"


def _labels(labels: Labels) -> str:
    if not labels:
        return ""
    return "{" + ",".join(f'{name}="{_escaped(value)}"' for name, value in labels) + "}"


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
