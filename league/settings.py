"""What the league is told from outside, as one frozen value, and the texts of the editions."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import rules
from league.errors import UserError

SERVICE_HOME: Final = Path("/var/lib/tableside")
MAX_RECORD_BYTES: Final = 8 * 1024 * 1024
"""A game of 90 minutes has about 0.2 MiB; the largest one anybody could press together has 4."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Where things lie, how large a body may be, how the league is reached."""

    home: Path
    db_url: str
    editions: Path
    fonts: Path
    max_record_bytes: int = MAX_RECORD_BYTES
    public_url: str = ""
    """Where people find this league, `https://...`; then cookies travel encrypted only."""
    behind_proxy: bool = False
    """Whether a proxy of ours says who asks (`X-Forwarded-For`)."""
    webhooks_inside: bool = False
    """Whether webhooks may lead to addresses of the own network."""
    processes: int = 1
    """How many servers answer behind one port."""
    bus: str = ""
    """How they hear of one another: a NATS server's URL, else the database's own way."""
    slot: int = 0
    """Which of them this one is."""
    counts: Path | None = None
    """The folder in which they keep their counts for one another; None where one is alone."""


def load_settings(db_url: str | None = None) -> Settings:
    """Settings from the environment; `db_url` is the command's `--db`.

    `$TABLESIDE_DB` says the same where everybody who may list processes must not read a password.
    """
    home = home_folder()
    url = db_url
    if url is None:
        url = os.environ.get("TABLESIDE_DB") or f"sqlite:///{home / 'league.sqlite'}"
    return Settings(
        home=home,
        db_url=url,
        editions=Path(rules.__path__[0]) / "editions",
        fonts=Path("/usr/share/fonts/truetype/roboto/unhinted"),
        public_url=os.environ.get("TABLESIDE_PUBLIC_URL", ""),
        behind_proxy=_is_on("TABLESIDE_BEHIND_PROXY"),
        webhooks_inside=_is_on("TABLESIDE_WEBHOOKS_INSIDE"),
    )


def _is_on(name: str) -> bool:
    said = os.environ.get(name, "0")
    if said not in ("0", "1"):
        raise UserError(f"${name}: found {said!r}, allowed 0 and 1")
    return said == "1"


def home_folder() -> Path:
    """`$TABLESIDE_HOME`, else the service's folder where there is one, else the user's own."""
    named = os.environ.get("TABLESIDE_HOME")
    if named:
        return Path(named).absolute()
    if SERVICE_HOME.is_dir():
        return SERVICE_HOME
    data = os.environ.get("XDG_DATA_HOME")
    return (Path(data) if data else Path.home() / ".local" / "share") / "tableside"


def edition_names(settings: Settings) -> list[str]:
    """The editions that ship, in order."""
    return sorted(path.stem for path in settings.editions.glob("*.toml"))


def edition_text(settings: Settings, edition: str) -> str:
    """The TOML text of a shipped edition; UserError naming those there are."""
    if edition not in edition_names(settings):
        raise UserError(
            f"edition {edition!r}: not known, allowed {', '.join(edition_names(settings))}"
        )
    return (settings.editions / f"{edition}.toml").read_text(encoding="utf-8")
