"""Counters and gauges, as Prometheus reads them: of this process, or of all behind one port.

Several processes put their counts into files of a folder, so that whichever is asked answers for
all of them; what one that ended had counted stays.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from threading import Lock
from typing import Final

_HELP: Final = {
    "tableside_records_total": ("counter", "Records received, by answer."),
    "tableside_http_requests_total": ("counter", "Requests answered, by status."),
    "tableside_ingest_seconds": ("histogram", "Time from a whole record to its answer."),
    "tableside_commit_seconds": ("histogram", "Time of a writing transaction, for all in it."),
    "tableside_commit_jobs_total": ("counter", "Jobs that were committed; several share a commit."),
    "tableside_pages_listening": ("gauge", "Pages that listen to the event stream."),
    "tableside_bus_connected": ("gauge", "Processes that hear of the others' commits at once."),
    "tableside_processes": ("gauge", "Processes that answer."),
    "tableside_writes_waiting": ("gauge", "Jobs that wait for the writer."),
    "tableside_tables_live": ("gauge", "Tables that spoke within half a minute."),
    "tableside_records_stored": ("gauge", "Records in the database, by verdict."),
    "tableside_records_aside": ("gauge", "Records kept aside for the organiser."),
    "tableside_database_bytes": ("gauge", "Size of the database."),
    "tableside_wal_bytes": ("gauge", "Size of SQLite's write-ahead log."),
    "tableside_audit_number": ("gauge", "The newest line of the audit log."),
}
BUCKETS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.3, 1.0, 3.0)
"""Upper bounds of the histograms, in seconds."""

Labels = tuple[tuple[str, str], ...]


Values = Mapping[tuple[str, Labels], float]


class Metrics:
    """Counts from several threads."""

    def __init__(self, folder: Path | None = None, slot: int = 0) -> None:
        self._lock = Lock()
        self._counts: Counter[tuple[str, Labels]] = Counter()
        self._folder = folder
        self._slot = slot
        self._before = _read(folder / f"counts-{slot}") if folder else Counter()

    def count(self, name: str, by: float = 1, **labels: str) -> None:
        """One more, or so many."""
        with self._lock:
            self._counts[name, tuple(sorted(labels.items()))] += by  # type: ignore[assignment]

    def spent(self, name: str, seconds: float) -> None:
        """One more that took so long, for a histogram."""
        for bound in BUCKETS:
            if seconds <= bound:
                self.count(f"{name}_bucket", le=f"{bound:g}")
        self.count(f"{name}_bucket", le="+Inf")
        self.count(f"{name}_sum", by=seconds)
        self.count(f"{name}_count")

    def share(self, gauges: Values) -> None:
        """Put counts, and the gauges of this process alone, where the others find them."""
        if self._folder is None:
            return
        for name, values in (("counts", self._all()), ("gauges", gauges)):
            path = self._folder / f"{name}-{self._slot}"
            part = path.with_suffix(".part")
            part.write_text(json.dumps([[*key, value] for key, value in values.items()]), "utf-8")
            part.rename(path)

    def text(self, own: Values, common: Values) -> str:
        """Everything in the text format. `own` gauges are of this process, and are added up over
        the processes; `common` ones are of the database.
        """
        self.share(own)
        values: Counter[tuple[str, Labels]] = Counter()
        if self._folder is None:
            values.update(self._all())
            values.update(own)
        else:
            for path in self._folder.iterdir():
                if path.suffix != ".part":
                    values.update(_read(path))
        values.update(common)
        return "\n".join(_lines(values)) + "\n"

    def _all(self) -> Values:
        with self._lock:
            return self._before + self._counts


def _read(path: Path) -> Counter[tuple[str, Labels]]:
    found: Counter[tuple[str, Labels]] = Counter()
    if path.exists():
        for name, labels, value in json.loads(path.read_text("utf-8")):
            found[name, tuple((key, word) for key, word in labels)] = value
    return found


def _lines(values: Values) -> list[str]:
    lines: list[str] = []
    for name, (kind, text) in _HELP.items():
        lines += [f"# HELP {name} {text}", f"# TYPE {name} {kind}"]
        names = (name,) if kind != "histogram" else _parts(name)
        for part in names:
            of_part = [
                (labels, value) for (found, labels), value in values.items() if found == part
            ]
            lines += [
                f"{part}{_labels(labels)} {round(value, 6):g}"
                if isinstance(value, float)
                else f"{part}{_labels(labels)} {value}"
                for labels, value in sorted(of_part, key=_by_bound)
            ]
    return lines


def _parts(name: str) -> tuple[str, ...]:
    return (f"{name}_bucket", f"{name}_sum", f"{name}_count")


def _by_bound(line: tuple[Labels, float]) -> tuple[float, Labels]:
    bound = dict(line[0]).get("le", "0")
    return (float(bound), line[0])


def _labels(labels: Labels) -> str:
    if not labels:
        return ""
    return "{" + ",".join(f'{name}="{_escaped(value)}"' for name, value in labels) + "}"


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
