"""What is half said, as the table's screen shows it: the menu, a verb's next step, the lists.

Only what everybody may know gets here: what is the official's alone is on the console.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kiosk import dialogue as say
from kiosk import steps
from kiosk.dialogue import Dialogue, Verbal
from kiosk.families import MenuBook
from kiosk.game import Game
from kiosk.gestures import Source
from kiosk.questions import who
from kiosk.recall import Happened
from kiosk.screens.frame import Line, Panel, Row, Standing, TestedItem, line
from kiosk.show import undo_text
from kiosk.signals import signal_of
from kiosk.talk import LAST_FEW, OWN
from kiosk.verbs import Step, Verb
from rules.actions import Action
from rules.kinds import Announcement, Audience, GameMs
from rules.value import replace

RECALL_MS: Final = 60_000
ROWS: Final = 9
FAULTS: Final = 3
"""So many faults of a table that looked at itself fit on the plate."""
UNTOLD: Final = frozenset(("press", "wait"))
"""A press that means nothing is not listed: that it is not there would tell of a claim."""
MASK: Final = "•"
ENTER: Final = "OK"


def panel_of(game: Game, now_ns: int) -> Panel | None:
    """The panel of what is half said, if anything is."""
    open_ = game.desk.talk.dialogue
    if open_ is None:
        return None
    panel = _pointed(open_, _panel(open_, game.desk.talk.book(), game, now_ns))
    over_ns = say.expires_ns(open_)
    if over_ns is None or panel.hold:
        return panel
    left_s = steps.seconds_left(over_ns, now_ns)
    return replace(panel, left_s=left_s, of_s=say.LASTS[type(open_)] // say.SECOND_NS)


def standing_panel(found: Standing | None) -> Panel:
    """What failed, each fault once, and what to do; or that the official's console tells it."""
    title = line("kiosk.menu.check")
    if found is None:
        return Panel(title, hint=line("kiosk.check.looking"))
    if not found.failed:
        return Panel(title, hint=line("kiosk.selftest.passed", count=len(found.items)))
    hint = line("kiosk.selftest.failed", count=found.failed)
    if found.elsewhere:
        return Panel(title, hint=line("kiosk.check.console", failed=hint))
    alike: dict[tuple[str, ...], list[TestedItem]] = {}
    for item in found.items[: found.failed]:
        kind = tuple(said.key for said in (item.found, item.remedy) if said is not None)
        alike.setdefault(kind, []).append(item)
    groups = list(alike.values())
    rows = [_fault(group) for group in groups[:FAULTS]]
    if len(groups) > FAULTS:
        rows.append(line("kiosk.check.more", count=sum(map(len, groups[FAULTS:]))))
    return Panel(title, hint=hint, rows=tuple(Row("", row) for row in rows))


def _pointed(open_: Dialogue, panel: Panel) -> Panel:
    """The row that YES of the judge's box chooses, which has no digits."""
    if open_.source is not Source.BOX:
        return panel
    cursor = getattr(open_, "cursor", None)
    rows = tuple(replace(row, on=row.digit == cursor) if row.digit else row for row in panel.rows)
    return replace(panel, rows=rows)


def _panel(open_: Dialogue, book: MenuBook, game: Game, now_ns: int) -> Panel:
    match open_:
        case say.Paging(page=page):
            return _menu(page, book, game)
        case Verbal():
            return _verb(open_, game)
        case say.Reckoned(told=told):
            return Panel(_word(told.verb))  # the family has a page of its own for it
        case say.Choosing():
            return Panel(line("kiosk.menu.last"), rows=tuple(_last(game, now_ns)))
        case say.Recalling():
            rows = tuple(_happened(book, game, now_ns))
            return Panel(line("kiosk.menu.happened"), rows=rows)
        case say.Checking():
            return standing_panel(game.standing)
        case say.Reading(rule=rule):
            return Panel(line("kiosk.menu.book"), rule, rows=tuple(_paragraph(rule, game)))
        case say.Reasoning(seat=seat):
            rows = tuple(
                Row(str(digit), line(f"console.word.reason.{word}"), digit=digit)
                for digit, word in enumerate(book.reasons, 1)
            )
            return Panel(line("kiosk.panel.reason"), _seat(game, seat), rows=rows)
        case say.Unlocking(typed=typed, checking=checking, verb=verb):
            hint = line("kiosk.panel.checking" if checking else "kiosk.panel.pin")
            return Panel(_word(verb), hint=hint, typed=MASK * len(typed), pad=True)
        case say.Holding(verb=verb):
            since_ns = open_.since_ns
            at_ns = now_ns if since_ns is None else steps.held(since_ns, now_ns)
            held = say.part_held(open_, at_ns)
            return Panel(_word(verb), hint=line("kiosk.panel.hold"), hold=held)
    raise ValueError(f"{open_!r}: no panel; add one")


def _menu(page: int, book: MenuBook, game: Game) -> Panel:
    phase = game.session.view.phase.value
    rows = []
    for digit, word in enumerate(book.pages[page], 1):
        own = word in OWN
        named = own or word in book.opens
        text = line(f"kiosk.menu.{word}") if named else _word(book.verbs[word])
        dim = not own and not book.is_allowed(word, phase)
        rows.append(Row(str(digit), text, digit=digit, dim=dim))
    title = line("kiosk.menu.title", page=str(page + 1), of=str(len(book.pages)))
    return Panel(title, rows=tuple(rows), more=page + 1 < len(book.pages))


def _verb(verbal: Verbal, game: Game) -> Panel:
    step = say.step_of(verbal)
    if step is None:
        raise ValueError("a verb that is whole waits for nothing")
    named = ", ".join(
        _seat(game, value)
        for told, value in zip(verbal.verb.steps, verbal.values, strict=False)
        if told.kind == "seat" and value is not None and value not in told.words
    )
    typed = verbal.typed if step.kind in say.TYPED else None
    if step.kind == "seats":
        typed = " ".join("10" if digit == "0" else digit for digit in verbal.typed)
    if step.kind == "field" and typed:
        found = game.desk.talk.book().fields.get(int(typed))
        typed = typed if found is None else f"{typed} · {found.name}"
    ask = line(f"console.ask.{step.ask}")
    return Panel(_word(verbal.verb), named, ask, tuple(_choices(step)), typed, typed is not None)


def _choices(step: Step) -> Iterator[Row]:
    """What a digit chooses, and what Enter does."""
    if step.kind == "seat":
        for word in step.words[:1]:
            yield Row(ENTER, line(f"console.word.{step.field}.{word}"), digit=0)
        return
    if step.kind in say.TYPED:
        return
    for digit, word in enumerate(step.words, 1):
        yield Row(str(digit), line(f"console.word.{step.field}.{word}"), digit=digit)
    if step.may_skip:
        yield Row(ENTER, line("kiosk.panel.skip"), digit=0)


def _last(game: Game, now_ns: int) -> Iterator[Row]:
    """The last actions that can be taken back, the newest first."""
    session = game.session
    for digit, one in enumerate(game.scene().undoable(LAST_FEW), 1):
        age_s = (session.game_ms(now_ns) - one.action.at) // 1000
        yield Row(str(digit), undo_text(one, session.view), f"{age_s} s", digit=digit)


def _happened(book: MenuBook, game: Game, now_ns: int) -> Iterator[Row]:
    """The last minute, the newest first, as far as everybody may know it."""
    session = game.session
    now = session.game_ms(now_ns)
    found = session.recall.since(GameMs(max(0, now - RECALL_MS)), Audience.TABLE)
    told = [one for one in found if isinstance(one, Announcement) or one.action.do not in UNTOLD]
    for one in reversed(told[-ROWS:]):
        yield Row(f"−{(now - one.at) // 1000} s", _told(one, book), _about(one, game))


def last_public(game: Game) -> Line | None:
    """The last thing that was asked, as far as everybody may know it; plain presses are passed
    over. None: nothing was.
    """
    for one in game.scene().undoable(LAST_FEW):
        action = one.action
        if action.do not in UNTOLD:
            seat, dice = getattr(action, "seat", None), getattr(action, "dice", None)
            about = [] if seat is None else [_seat(game, seat)]
            about += [] if dice is None else [" ".join(map(str, dice))]
            what = _named(action, game.desk.talk.book())
            return line("kiosk.spare.what", what=what, about=" · ".join(about)) if about else what
    return None


def _told(one: Happened, book: MenuBook) -> Line:
    if isinstance(one, Announcement):
        return _announced(one)
    if one.refusal is not None:
        return line("kiosk.did.refused", rule=one.refusal.rule)
    return _named(one.action, book)


def _named(action: Action, book: MenuBook) -> Line:
    for verb in book.verbs.values():
        fixed = all(getattr(action, field, None) == value for field, value in verb.fixed)
        if verb.do == action.do and fixed:
            return _word(verb)
    return line(f"kiosk.did.{action.do}")


def _announced(told: Announcement) -> Line:
    """What it means; the minute of a warning, the number of a candidate stand in its id."""
    word = told.id.partition("-")[0]
    minute = told.id.partition("-")[2]
    if word == "warn":
        return line("kiosk.did.warned", minute=minute)
    if word == "left" and minute.isdecimal():
        return line("kiosk.did.left", minute=minute)
    signal = signal_of(told.id)
    return line("kiosk.did.announced", id=told.id if signal is None else signal.text)


def _about(one: Happened, game: Game) -> str:
    """Which seat, and its dice."""
    if isinstance(one, Announcement):
        return ""
    seat, dice = getattr(one.action, "seat", None), getattr(one.action, "dice", None)
    shown = [] if seat is None else [_seat(game, seat)]
    if dice is not None:
        shown.append(" ".join(str(die) for die in dice))
    return " · ".join(shown)


def _paragraph(rule: str, game: Game) -> Iterator[Row]:
    """What the rule says, in the table's language and in the document's own."""
    yield Row("", line(f"rules.book.{rule}"))
    own = game.in_document(f"rules.book.{rule}")
    if own:
        yield Row("", own)


def _fault(alike: list[TestedItem]) -> Line:
    name, found, remedy = alike[0].name, alike[0].found or "", alike[0].remedy or ""
    if len(alike) == 1:
        return line("kiosk.check.item", what=name, found=found, remedy=remedy)
    more = len(alike) - 1
    return line("kiosk.check.items", what=name, more=more, found=found, remedy=remedy)


def _word(verb: Verb) -> Line:
    return line(f"console.verb.{verb.word}")


def _seat(game: Game, seat: int) -> str:
    named = who(game.scene(), seat)
    return f"{named['seat']} · {named['name']}" if named["name"] else named["seat"]
