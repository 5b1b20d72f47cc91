"""Frames of every screen, folded by the rules themselves: for the gallery and the tests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from kiosk import desk as desks
from kiosk.editions import Editions
from kiosk.families import Scene, samplespare
from kiosk.families.casino import FAMILY
from kiosk.families.casino.desk import DEAL, INSTRUCTIONS, CasinoDesk
from kiosk.families.casino.samplehall import halls, idle_board
from kiosk.families.casino.samplemoves import moving
from kiosk.families.casino.samplepanels import panels
from kiosk.families.casino.sheet import Sheet
from kiosk.screens.frame import (
    Delivery,
    Frame,
    HoldBar,
    Question,
    Sign,
    SignId,
    line,
)
from rules.actions import parse_action
from rules.edition import Edition
from rules.history import History
from rules.kinds import Audience, GameMs, Seat
from rules.opening import parse_opening
from rules.value import replace

NAMES: Final = (
    "Aalto",
    "Virtanen",
    "Lindqvist",
    "Öberg",
    "Nyström",
    "Korhonen",
    "Åkerblom",
    "Sjögren",
    "Mäkelä",
    "Niemi-Österlund",
)
MINUTE: Final = 60
LEVEL: Final = 20 * MINUTE
Act = Mapping[str, Any]


@lru_cache
def edition(kind: str) -> Edition:
    """The shipped edition of a kind."""
    return Editions().need(f"ray-{kind}-2013")


def played(kind: str, acts: Sequence[Act] = (), seats: int = 9, **structure: Any) -> History:
    """A tournament of this kind, as far as these lines go; `structure` changes the example's."""
    rules = edition(kind)
    opening = parse_opening(
        {
            "edition": rules.id,
            "season": "S1",
            "round": "kväll-1",
            "game": "K1-T2",
            "table": "T2",
            "seats": [
                {"seat": n, "player": f"P{n:02}", "name": NAMES[n - 1]} for n in range(1, seats + 1)
            ],
            "options": {"structure": {**_plain(rules.values["structure"]), **structure}},
        }
    )
    history = History(opening, rules)
    for fields in acts:
        history.apply(parse_action(fields, opening, history.family))
    return history


def _plain(found: Any) -> Any:
    """Frozen values of an edition as an opening's options have them."""
    if isinstance(found, Mapping):
        return {key: _plain(value) for key, value in found.items()}
    return [_plain(one) for one in found] if isinstance(found, tuple) else found


def frame_of(history: History, at_s: float, desk: CasinoDesk | None = None) -> Frame:
    """The frame of a tournament at this second of its time."""
    history.advance(GameMs(round(at_s * 1000)))
    view = history.view(Audience.TABLE)
    desk = desk or CasinoDesk(machines=view.type == "slots")
    scene = desks.Scene(view, lambda _: (), lambda _: GameMs(0))
    desk.settled(scene, 0)
    frame = Frame(
        view=view,
        kind="casino",
        now_ms=GameMs(round(at_s * 1000)),
        table="T2",
        edition=history.edition.id,
        language="sv",
        wall_text="20:56",
        bottom=FAMILY.bottom(view),
        notice=desk.notice,
        menu=True,
    )
    return FAMILY.framed(frame, Scene(view, desk, _wall))


def _wall(at: GameMs | None) -> str | None:
    seconds = 20 * 3600 + (0 if at is None else at // 1000)
    return f"{seconds // 3600 % 24:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def gallery() -> Iterator[tuple[str, Frame]]:
    """Every screen, and a level with two to ten seats."""
    yield from samples()
    yield from idle_board()
    for count in range(2, 11):
        yield f"level-{count}-seats", frame_of(evening(seats=count), 20 * MINUTE * 6 + 432)
        yield f"entries-{count}-seats", frame_of(entering(seats=count), 60)


def evening(seats: int = 9) -> History:
    """A freezeout: the last seat is out, seat 8 has a penalty in level 7."""
    acts: list[Act] = [{"t": 0, "do": "start"}]
    if seats > 4:
        acts.append({"t": 3000, "do": "bust", "seat": 5})
        at = 20 * MINUTE * 6 + 300
        acts.append({"t": at, "do": "penalty", "seat": 3, "minutes": 6, "reason": "beteende"})
    levels = [{"after": 8, "minutes": 10}]
    return played("freezeout", acts, seats, breaks=levels)


def rebuys(until: float, *more: Act) -> History:
    """A rebuy tournament of twenty, at one table of nine."""
    acts: list[Act] = [
        {"t": 0, "do": "start"},
        {"t": 900, "do": "bust", "seat": 5},
        {"t": 930, "do": "rebuy", "seat": 5},
        {"t": 1000, "do": "bust", "seat": 2},
        {"t": 1030, "do": "rebuy", "seat": 2},
        {"t": 1400, "do": "bust", "seat": 2},
        {"t": 1430, "do": "rebuy", "seat": 2},
        *more,
        {"t": until, "do": "wait"},
    ]
    return played("rebuy", acts)


def entering(seats: int = 9, kind: str = "freezeout") -> History:
    """Half of them have paid, one more has pressed."""
    acts: list[Act] = [{"t": n, "do": "enter", "seat": n} for n in range(1, seats // 2 + 1)]
    return played(kind, acts, seats)


def counted(kind: str = "freezeout", *, all_of_them: bool = True) -> History:
    """The time is over and points are counted."""
    acts: list[Act] = [
        {"t": 0, "do": "start"},
        {"t": 3000, "do": "bust", "seat": 5},
        {"t": 4000, "do": "bust", "seats": [1, 9]},
        {"t": 5000, "do": "disqualify", "seat": 4, "reason": "fusk"},
        {"t": 7200, "do": "wait"},
    ]
    held = {2: 31000, 3: 18000, 6: 13250, 7: 12500, 8: 5250}
    seats = list(held)[: 5 if all_of_them else 3]
    acts += [{"t": 7300 + n, "do": "chips", "seat": n, "points": held[n]} for n in seats]
    return played(kind, acts, end={"minutes": 120})


def machines(*acts: Act, seats: int = 6, **structure: Any) -> History:
    """A part at six machines; seat 3's stands still."""
    begun: list[Act] = [{"t": 0, "do": "start"}, *acts]
    return played("slots", begun, seats, **structure)


FAULT: Final[Act] = {"t": 200, "do": "pause", "seat": 3, "reason": "fastnat"}
READINGS: Final = ((412, 21), (388, 19), (371, 20), (365, 12), (340, 8), (322, 15))


def read(count: int = 6, *more: Act) -> History:
    """The machines' time is over and these are read."""
    acts: list[Act] = [{"t": 901, "do": "wait"}]
    for seat, (left, wins) in enumerate(READINGS[:count], 1):
        values = {"reservations": left, "wins": wins}
        acts.append({"t": 910 + seat, "do": "reading", "seat": seat, "values": values})
    return machines(*acts, *more)


def samples() -> Iterator[tuple[str, Frame]]:
    """Every screen once or more, by name, in Swedish."""
    yield from _before()
    yield from _during()
    yield from _buying()
    yield from _slots()
    yield from halls(played, frame_of)
    yield from moving(played, frame_of)
    yield from panels(frame_of(evening(), 6 * LEVEL + 432), frame_of(machines(), 520))
    yield from _after()


def _before() -> Iterator[tuple[str, Frame]]:
    yield "entries", frame_of(entering(), 60)
    pressed = entering()
    for seat in (6, 8):
        _press(pressed, seat, 70)
    yield "entries-pays", frame_of(pressed, 75)
    yield "entries-sitngo", frame_of(entering(kind="sitngo"), 60)
    yield "entries-rebuy", frame_of(entering(kind="rebuy"), 60)
    yield "entries-slots", frame_of(entering(6, "slots"), 60)
    yield "entries-not-notified", frame_of(played("freezeout", private_or_ordered=False), 5)


def _press(history: History, seat: int, at_s: float) -> None:
    fields = {"t": at_s, "do": "press", "seat": seat}
    history.apply(parse_action(fields, history.opening, history.family))


def _during() -> Iterator[tuple[str, Frame]]:
    seventh = 20 * MINUTE * 6 + 432
    base = frame_of(evening(), seventh)
    yield "level", base
    yield samplespare.sign(base)
    yield "level-recorded", replace(base, flash=frozenset({Seat(6)}))
    yield "level-new", frame_of(evening(), 20 * MINUTE * 6 + 2)
    yield "level-last-minute", frame_of(evening(), 20 * MINUTE * 7 - 42)
    signs = (Sign(SignId.SIMULATED), Sign(SignId.NOT_SENT, 3))
    yield "level-signs", replace(base, signs=signs, notice=line("kiosk.casino.news.stakes"))
    asks = evening()
    for seat, at in ((7, seventh), (2, seventh + 1)):
        _press(asks, seat, at)
    yield "level-out", frame_of(asks, seventh + 2)
    yield "level-paused", frame_of(_then(evening(), seventh, "pause"), seventh + 90)
    yield "instructions", frame_of(evening(), seventh, _reads(machines=False))
    timed = played("freezeout", [{"t": 0, "do": "start"}], end={"minutes": 120})
    yield "level-timed", frame_of(timed, 4500)
    yield "level-time-ends", frame_of(timed, 7200 - 252)
    yield "last-hand", frame_of(last_hand(), 7300)
    yield from dealing()
    yield "hand-for-hand", frame_of(bubble(), 3100)
    yield "no-levels", frame_of(played("freezeout", [{"t": 0, "do": "start"}], levels=[]), 30)
    asked = Question(
        line("kiosk.undo.bust", seats="2, 7"), line("kiosk.undo.age", seconds=12), left_ms=7_000
    )
    yield "question", replace(base, question=asked)
    seats = played("freezeout", [{"t": 0, "do": "start"}], satellite_price=200, satellite_seats=2)
    yield "level-satellite", frame_of(seats, 300)
    several = played("freezeout", [{"t": 0, "do": "start"}], tables=3)
    yield "level-of-several-tables", frame_of(several, 300)
    yield "break", frame_of(evening(), 20 * MINUTE * 8 + 96)
    yield (
        "break-colour-up",
        frame_of(
            played("freezeout", [{"t": 0, "do": "start"}], colour_up=[{"after": 4, "points": 25}]),
            80 * MINUTE + 30,
        ),
    )


def _reads(*, machines: bool) -> CasinoDesk:
    """A desk at which the instructions are read."""
    desk = CasinoDesk(machines=machines)
    desk.turn_page(INSTRUCTIONS, 0)
    return desk


def _then(history: History, at_s: float, do: str) -> History:
    history.apply(parse_action({"t": at_s, "do": do}, history.opening, history.family))
    return history


def dealing() -> Iterator[tuple[str, Frame]]:
    """Four of ten are left and talk of a deal; before, nobody was counted."""
    acts: list[Act] = [
        {"t": 0, "do": "start"},
        {"t": 9, "do": "bust", "seats": [1, 2, 3, 4, 5, 10]},
    ]
    for seat, points in ((6, 150_000), (7, 98_750), (8, 45_500), (9, 13_250)):
        acts.append({"t": 20 + seat, "do": "chips", "seat": seat, "points": points})
    prizes = {"fee": 100, "house_share": 0, "prize_pct": [42.5, 28, 13, 9, 7.5]}
    counted_ = played("freezeout", acts, 10, start_points=30_750, **prizes)
    for name, history in (("deal", counted_), ("deal-uncounted", bubble())):
        desk = CasinoDesk(machines=False)
        desk.turn_page(DEAL, 0)
        yield name, frame_of(history, 3200, desk)


def last_hand() -> History:
    """The agreed time is over while hands are counted."""
    acts: list[Act] = [{"t": 0, "do": "start"}]
    acts += [{"t": 100 * n, "do": "next"} for n in range(1, 43)]
    return played("freezeout", acts, end={"minutes": 120})


def bubble() -> History:
    """One player more than there are prizes."""
    acts: list[Act] = [{"t": 0, "do": "start"}, {"t": 3000, "do": "bust", "seats": [1, 2, 3, 4, 5]}]
    return played("freezeout", acts)


def _buying() -> Iterator[tuple[str, Frame]]:
    yield "rebuy-open", frame_of(rebuys(1500), 1500)
    out = rebuys(1490, {"t": 1480, "do": "bust", "seat": 5})
    _press(out, 5, 1495)
    yield "rebuy-asked", frame_of(out, 1500)
    yield "rebuy-ending", frame_of(rebuys(1500), 3400)
    rounds = rebuys(3601, {"t": 2000, "do": "round"})
    yield "rebuy-last-round", frame_of(rounds, 3601)
    yield "addon-break", frame_of(rebuys(1500), 3696)
    addon = rebuys(1500)
    for seat, at in ((3, 3620), (7, 3621), (9, 3622)):
        _press(addon, seat, at)
    yield "addon-asked", frame_of(addon, 3630)
    yield (
        "addon-level",
        frame_of(played("rebuy", [{"t": 0, "do": "start"}], breaks=[], addon_minutes=10), 3700),
    )
    yield "bought-out", frame_of(rebuys(1500), 5000)


def _slots() -> Iterator[tuple[str, Frame]]:
    yield "slots", frame_of(machines(), 520)
    yield "slots-faulty", frame_of(machines(FAULT), 520)
    done: Act = {"t": 300, "do": "bust", "seat": 5}
    back: Act = {"t": 290, "do": "resume", "seat": 3}
    yield "slots-given-back", frame_of(machines(FAULT, back, done), 520)
    asks = machines()
    _press(asks, 4, 510)
    yield "slots-asks", frame_of(asks, 520)
    yield "slots-reservations", frame_of(machines(minutes=0, part=2), 100)
    yield "slots-instructions", frame_of(machines(), 520, _reads(machines=True))


def _after() -> Iterator[tuple[str, Frame]]:
    ended = frame_of(played("freezeout", [{"t": 0, "do": "start"}], end={"minutes": 90}), 5500)
    times = {"started_text": "20:00:07", "ended_text": "21:30:07"}
    yield "time-over", replace(ended, **times)
    early = played("freezeout", [{"t": 0, "do": "start"}, {"t": 900, "do": "end"}])
    yield "early-end", replace(frame_of(early, 901), **times)
    yield "count", frame_of(counted(all_of_them=False), 7400)
    desk = CasinoDesk(machines=False)
    desk.sheet = Sheet(Seat(7), "12500")
    yield "count-typing", frame_of(counted(all_of_them=False), 7400, desk)
    yield "signing", frame_of(counted(), 7400)
    honest = _then(counted(), 7350, "wait")
    honest.apply(
        parse_action(
            {"t": 7360, "do": "chips", "seat": 8, "points": 15250}, honest.opening, honest.family
        )
    )
    yield "signing-adds-up", frame_of(honest, 7400)
    final = frame_of(_then(counted(), 7420, "confirm"), 7421)
    waiting = (Sign(SignId.NOT_SENT, 1),)
    yield "closed", replace(final, delivery=Delivery.WAITING, signs=waiting)
    yield "closed-sent", replace(final, delivery=Delivery.SENT)
    yield "void", frame_of(_then(played("freezeout"), 10, "end"), 11)
    yield from _readings()


def _readings() -> Iterator[tuple[str, Frame]]:
    yield "slots-over", frame_of(machines(), 905)
    yield "reading", frame_of(read(2), 930)
    desk = CasinoDesk(machines=True)
    desk.sheet = Sheet(Seat(3), "20", (371_000,))
    yield "reading-typing", frame_of(read(2), 930, desk)
    dispute: Act = {"t": 925, "do": "incident", "seat": 2, "reason": "?"}
    desk = CasinoDesk(machines=True)
    desk.sheet = Sheet(Seat(2))
    yield "reading-again", frame_of(read(6, dispute), 930, desk)
    signs = read(6, {"t": 920, "do": "sign", "seat": 1})
    held = frame_of(signs, 930)
    yield "slots-signing", replace(held, hold=HoldBar(Seat(2), 610))
    everybody = [{"t": 920 + n, "do": "sign", "seat": n} for n in range(1, 7)]
    yield "slots-staff", frame_of(read(6, *everybody), 930)
    closed = _then(read(6, *everybody), 940, "confirm")
    yield "slots-closed", replace(frame_of(closed, 941), delivery=Delivery.SENT)
