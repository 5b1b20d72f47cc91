"""What each button of a competition's pages does: a form in, one noun called."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from league.audit import now_ms
from league.competition import (
    advancing,
    decisions,
    disputes,
    entries,
    games,
    notices,
    rosters,
    schedule,
    seating,
    standins,
)
from league.competition.entries import Form
from league.competition.laws import instant, law_of
from league.draws import checked_seed
from league.ids import WallMs, day_of
from league.pages.sent import Asked
from league.standings import draw_lots
from league.tablenames import name_tables
from league.troubles import Trouble

Work = Callable[[Asked], None]


def _seen(a: Asked) -> None:
    item = a.text("item")[:400]
    decisions.decide(a.connection, a.season.id, "item", item, decisions.SEEN, a.text("why"), a.who)


def _enter(a: Asked) -> None:
    entries.add(a.connection, a.season, form_of(a, a.text("registered")), a.who)


def _list(a: Asked) -> None:
    today = day_of(now_ms())
    found = entries.read_list(a.text("list"), law_of(a.season.edition), today)
    entries.add_all(a.connection, a.season, found, a.who)


def _withdraw(a: Asked) -> None:
    entries.withdraw(a.connection, a.season, a.text("player"), a.text("why"), a.who)


def _forget(a: Asked) -> None:
    entries.forget(a.connection, a.season.id, a.who)


def _put_round(a: Asked) -> None:
    when = (a.text("day"), a.text("starts"), a.text("zone"))
    schedule.put(
        a.connection, a.season, a.text("round"), a.text("stage"), when, a.text("place"), a.who
    )


def _remove_round(a: Asked) -> None:
    schedule.remove(a.connection, a.season, a.text("round"), a.who)


def _official(a: Asked) -> None:
    if a.on("remove"):
        seating.dismiss(a.connection, a.season.id, a.text("name"), a.who)
        return
    for name in a.text("name").replace("\n", ",").split(","):
        if name.strip():
            seating.appoint(a.connection, a.season, name, a.text("office"), a.who)


def _pair(a: Asked) -> None:
    change = seating.let_together if a.on("remove") else seating.keep_apart
    change(a.connection, a.season.id, a.text("one"), a.text("other"), a.who)


def _expect(a: Asked) -> None:
    names = [*a.several("player"), *a.text("names").splitlines()]
    rosters.expect(a.connection, a.season, a.text("round"), names, a.who)


def _expect_again(a: Asked) -> None:
    rosters.expect_again(a.connection, a.season, a.text("round"), a.text("other"), a.who)


def _unexpect(a: Asked) -> None:
    rosters.unexpect(a.connection, a.season, a.text("round"), a.text("player"), a.who)


def _here(a: Asked) -> None:
    """One name a tap; `came`: the minute of the hall's clock, for a list typed afterwards."""
    came: WallMs | None = None
    if a.text("came"):
        one = schedule.find(a.connection, a.season, a.text("round"))
        try:
            came = instant(one.day, a.text("came"), one.zone)
        except ValueError:
            raise Trouble("league.trouble.minute", minute=a.text("came")[:8]) from None
    for player in a.several("player"):
        rosters.check_in(a.connection, a.season, a.text("round"), player, a.who, came)


def _not_here(a: Asked) -> None:
    rosters.take_back(a.connection, a.season, a.text("round"), a.text("player"), a.who)


def _absent(a: Asked) -> None:
    where = (a.text("round"), a.text("player"))
    rosters.absent(a.connection, a.season, *where, a.text("why"), a.who)


def _close(a: Asked) -> None:
    rosters.close(a.connection, a.season, a.text("round"), a.who)


def _move(a: Asked) -> None:
    where = (a.text("round"), a.text("player"), a.text("to"))
    rosters.move(a.connection, a.season, *where, a.who)


def _admit(a: Asked) -> None:
    where = (a.text("round"), a.text("player"))
    rosters.admit(a.connection, a.season, *where, a.text("why"), a.who)


def _lose(a: Asked) -> None:
    where = (a.text("round"), a.text("player"))
    rosters.lose_right(a.connection, a.season, *where, a.text("why"), a.who)


def _keep_right(a: Asked) -> None:
    decisions.decide(
        a.connection, a.season.id, "right", a.text("player"), decisions.KEPT, a.text("why"), a.who
    )


def _reserve(a: Asked) -> None:
    rosters.call_reserve(a.connection, a.season, a.text("round"), a.text("player"), a.who)


def _draw(a: Asked) -> None:
    seed = a.whole_or_none("seed")
    here = rosters.playing(a.connection, a.season.id, a.text("round"))
    name_tables(a.connection, a.season.id, a.text("tables"), a.who)
    seating.draw(a.connection, a.season, a.text("round"), here, checked_seed(seed), a.who)


def _swap(a: Asked) -> None:
    pair = (a.text("one"), a.text("other"))
    seating.swap(a.connection, a.season, a.text("round"), pair, a.text("why"), a.who)


def _sit_in(a: Asked) -> None:
    pair = (a.text("player"), a.text("by"))
    standins.sit_in(a.connection, a.season, a.text("round"), pair, a.text("minute"), a.who)


def _leave(a: Asked) -> None:
    where = (a.text("round"), a.text("player"))
    seating.leave(a.connection, a.season, *where, a.text("why"), a.who)


def _assign(a: Asked) -> None:
    names = [name for name in a.several("official") if name]
    seating.assign(
        a.connection, a.season, a.text("round"), a.text("table"), names, a.text("why"), a.who
    )


def _ruled(verdict: str) -> Work:
    def work(a: Asked) -> None:
        games.rule(a.connection, a.season, a.text("game"), verdict, a.text("why"), a.who)

    return work


def _take(a: Asked) -> None:
    games.take_aside(a.connection, a.settings, a.season, a.text("sha256"), a.text("why"), a.who)


def _keep(a: Asked) -> None:
    games.leave_aside(a.connection, a.season, a.text("sha256"), a.text("why"), a.who)


def _correct(a: Asked) -> None:
    """Rows by number: `0.player`, `0.cash` ..."""
    numbers = sorted({int(name.partition(".")[0]) for name in a.form
                      if name.partition(".")[0].isdecimal()})  # fmt: skip
    rows = [
        {
            name.partition(".")[2]: str(value).strip()
            for name, value in a.form.multi_items()
            if name.startswith(f"{number}.")
        }
        for number in numbers
    ]
    games.correct(a.connection, a.season, rows, a.text("why"), a.who)


def _decline(a: Asked) -> None:
    change = advancing.accept if a.on("accept") else advancing.decline
    change(a.connection, a.season, a.text("stage"), a.text("player"), a.text("why"), a.who)


def _fill(a: Asked) -> None:
    advancing.fill(a.connection, a.season, a.text("stage"), a.text("round"), a.who)


def _lots(a: Asked) -> None:
    seed = checked_seed(a.whole_or_none("seed"))
    stage = a.text("stage")
    declined = advancing.refused(a.connection, a.season, stage)
    draw_lots(a.connection, a.season, stage, seed, a.who, declined)


def _protest(a: Asked) -> None:
    where = (a.text("round"), a.text("game"))
    disputes.raise_one(a.connection, a.season, where, a.text("by"), a.text("text"), a.who)


def _ruling(a: Asked) -> None:
    word = disputes.Ruling(a.text("level"), a.text("judge"), a.text("text"), 0)
    disputes.rule(a.connection, a.season, a.whole("dispute"), word, a.who)


def _incident(a: Asked) -> None:
    """Above the table: what it noted stands, or does not, with a reason."""
    verdict = a.text("verdict")
    if verdict not in decisions.TOPICS["incident"]:
        raise Trouble("league.trouble.level")
    subject = f"{a.text('game')[:64]}/{a.whole('line')}"
    decisions.decide(a.connection, a.season.id, "incident", subject, verdict, a.text("why"), a.who)


def _exclude(a: Asked) -> None:
    if not law_of(a.season.edition).excludes:
        raise Trouble("league.trouble.no_exclusion")
    verdict = decisions.READMITTED if a.on("readmit") else decisions.EXCLUDED
    player = a.text("player")
    known = decisions.newest(a.connection, a.season.id, "player").get(player)
    if (known.verdict if known else decisions.READMITTED) == verdict:
        raise Trouble("league.trouble.so_already", game=player)
    decisions.decide(a.connection, a.season.id, "player", player, verdict, a.text("why"), a.who)


def _publish(a: Asked) -> None:
    if a.text("toml"):
        toml, text = str(a.form.get("toml", "")), a.text("text")
        notices.change_rules(a.connection, a.settings, a.season, toml, text, a.who)
    else:
        notices.publish(a.connection, a.season, a.text("is"), a.text("text"), a.who)


ACTS: Final[Mapping[tuple[str, str], Work]] = {
    ("attention", "seen"): _seen,
    ("entries", "enter"): _enter,
    ("entries", "list"): _list,
    ("entries", "withdraw"): _withdraw,
    ("entries", "forget"): _forget,
    ("schedule", "round"): _put_round,
    ("schedule", "remove"): _remove_round,
    ("schedule", "official"): _official,
    ("schedule", "pair"): _pair,
    ("schedule", "news"): _publish,
    ("round", "expect"): _expect,
    ("round", "again"): _expect_again,
    ("round", "unexpect"): _unexpect,
    ("round", "here"): _here,
    ("round", "not_here"): _not_here,
    ("round", "absent"): _absent,
    ("round", "close"): _close,
    ("round", "move"): _move,
    ("round", "reserve"): _reserve,
    ("round", "draw"): _draw,
    ("round", "swap"): _swap,
    ("round", "sit_in"): _sit_in,
    ("round", "leave"): _leave,
    ("round", "assign"): _assign,
    ("games", "annul"): _ruled(decisions.ANNULLED),
    ("games", "replay"): _ruled(decisions.REPLAYED),
    ("games", "restore"): _ruled(decisions.COUNTS),
    ("games", "take"): _take,
    ("games", "keep"): _keep,
    ("sheet", "correct"): _correct,
    ("goes_on", "decline"): _decline,
    ("goes_on", "fill"): _fill,
}
"""What the organiser does."""
RULINGS: Final[Mapping[str, Work]] = {
    "protest": _protest,
    "ruling": _ruling,
    "incident": _incident,
    "exclude": _exclude,
    "admit": _admit,
    "lose": _lose,
    "keep_right": _keep_right,
    "lots": _lots,
}
"""What the referee does, and above him the organiser."""


def form_of(a: Asked, registered: str) -> Form:
    """A filled entry form."""
    facts: dict[str, Any] = {}
    for question in law_of(a.season.edition).form:
        is_date = question in entries.DATES
        facts[question] = a.text(question) if is_date else a.on(question)
    return Form(a.text("name"), facts, registered or day_of(now_ms()), a.text("round"))
