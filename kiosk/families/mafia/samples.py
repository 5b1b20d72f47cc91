"""Frames of every Mafia screen: one invented game of ten, for the gallery and the tests.

Seats 1 to 10; by the end 3 and 10 are mafia, 8 is the Don, 4 the Sheriff. The red win on day 5.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from firmware_py.kinds import LineFault, LineId
from kiosk.families import samplespare
from kiosk.families.mafia import framing
from kiosk.families.mafia.onward import following
from kiosk.families.mafia.own import Lift, LiftStage, Own
from kiosk.linefaults import fault_screen
from kiosk.screens.frame import (
    Delivery,
    Frame,
    HoldBar,
    Line,
    Panel,
    Question,
    Row,
    Sign,
    SignId,
    line,
)
from rules.kinds import GameMs, Seat
from rules.mafia.view import (
    BallotView,
    MafiaView,
    Mark,
    NominationView,
    PendingView,
    Phase,
    SeatView,
    SpeakerView,
)
from rules.timers import Timer
from rules.value import replace

NAMES: Final = ("Барон", "Северина", "Клещ", "Одиннадцатый", "Мадам Жозефина", "Шум", "Лиса",
                "Доктор Хаос", "Ёжик", "Щука")  # fmt: skip
ROLES: Final = ("red", "red", "mafia", "sheriff", "red", "red", "red", "don", "red", "mafia")
POINTS: Final = (100, 100, -100, 100, 100, 150, 125, -200, 100, -100)
FOULS: Final = {2: 1, 3: 3, 4: 2, 7: 1, 9: 1}
NOW: Final = GameMs(1_320_000)
SECOND: Final = 1_000
ALL: Final = tuple(Seat(number) for number in range(1, 11))


def seat(number: int, mark: Mark = Mark.WAITING, **changes: Any) -> SeatView:
    """A seat with its name and its fouls; 6 was shot in the first night."""
    out = number == 6
    plain = SeatView(
        seat=Seat(number),
        player=f"P{number:02}",
        name=NAMES[number - 1],
        mark=Mark.OUT if out else mark,
        alive=not out,
        left="kill" if out else None,
        leave_until=None,
        fouls=FOULS.get(number, 0),
        pending=0,
        warnings=0,
        silent=number == 3,
        spoken=number in (2, 3, 4, 5),
        nominated=number in (2, 5),
        disqualified=False,
        signed=False,
        role=None,
        points=None,
    )
    return replace(plain, **changes)


def seats(**marks: Mark) -> tuple[SeatView, ...]:
    """All ten; `s7=Mark.TURN` marks one."""
    return tuple(seat(number, marks.get(f"s{number}", Mark.WAITING)) for number in range(1, 11))


def with_seat(view: MafiaView, number: int, **changes: Any) -> MafiaView:
    """The view with one seat changed."""
    changed = tuple(replace(one, **changes) if one.seat == number else one for one in view.seats)
    return replace(view, seats=changed)


PLAIN: Final = MafiaView(
    phase=Phase.DAY,
    table="T4",
    round="3",
    game="G3-T4",
    officials=(("host", ("Р. Ахметов",)),),
    day=2,
    seats=seats(),
    speaker=None,
    next_speaker=None,
    nominations=(NominationView(Seat(3), Seat(2)), NominationView(Seat(4), Seat(5))),
    ballot=None,
    pending=(),
    foul_removal=4,
    tied=(),
    minutes=(),
    vote_due=False,
    no_vote=False,
    revote_cancelled=False,
    lift_forbidden=False,
    gestures_free=False,
    two_sheriffs=False,
    started_at=GameMs(2_000),
    ended_at=None,
    end_reason=None,
    winner=None,
    attempt=1,
    official=None,
)


def speaks(kind: str, number: int, of_s: int, left_s: int, marks: tuple[int, ...]) -> SpeakerView:
    """Somebody with the word."""
    ends = GameMs(NOW + left_s * SECOND)
    timer = Timer(GameMs(of_s * SECOND), tuple(GameMs(mark * SECOND) for mark in marks), ends)
    return SpeakerView(Seat(number), kind, timer)


def frame_of(view: MafiaView, own: Own | None = None, **changes: Any) -> Frame:
    """A frame as the table makes it."""
    shown = own or Own()
    step = following(view)
    if shown.lift is not None:
        next_line = line(framing.LIFTS[shown.lift.stage])
    elif step.seat is None:
        next_line = line(f"kiosk.mafia.next.{step.word}")
    else:
        name = NAMES[step.seat - 1]
        next_line = line(f"kiosk.mafia.next.{step.word}", seat=str(step.seat), name=name)
    plain = Frame(
        view=view,
        kind="mafia",
        now_ms=NOW,
        table="T4",
        edition="mafia-aktau-2015",
        language="ru",
        wall_text="21:34",
        started_text="21:12:04",
        bottom=framing.bottom(view),
        menu=True,
        own=replace(shown, next=next_line),
    )
    return replace(plain, **changes)


def speech_view() -> MafiaView:
    """Day 2, seat 7 speaks, 42 s left."""
    marked = seats(s7=Mark.TURN, s8=Mark.NEXT)
    speaker = speaks("speech", 7, 60, 42, (10,))
    return replace(PLAIN, seats=marked, speaker=speaker, next_speaker=Seat(8))


def setup_view(here: int = 4) -> MafiaView:
    """Roll call."""
    present = tuple(
        seat(
            number,
            Mark.PRESENT if number <= here else Mark.WAITING,
            alive=True, left=None, fouls=0, silent=False, spoken=False, nominated=False,
        )
        for number in range(1, 11)
    )  # fmt: skip
    present = tuple(
        replace(one, mark=Mark.PRESENT if one.seat <= here else Mark.WAITING) for one in present
    )
    return replace(PLAIN, phase=Phase.SETUP, day=0, seats=present, nominations=(), started_at=None)


def ballot(candidate: int | None, left_ms: int | None, *candidates: int) -> BallotView:
    """Votes for 2 are cast, three fists lie for 5, nobody has voted for 8."""
    cast = {2: (1, 3, 4, 10), 5: (2, 7, 9), 8: (5, 8)}
    shown = candidates or (2, 5, 8)
    upto = shown.index(candidate) if candidate in shown else len(shown)
    votes = tuple(
        (Seat(one), tuple(Seat(voter) for voter in cast.get(one, ()) if place <= upto))
        for place, one in enumerate(shown)
    )
    return BallotView(
        stage="vote",
        candidates=tuple(Seat(one) for one in shown),
        candidate=None if candidate is None else Seat(candidate),
        open_until=None if left_ms is None else GameMs(NOW + left_ms),
        last=candidate == shown[-1],
        votes=votes,
        leaves=(Seat(2),) if candidate is None else (),
        absent=(),
        corrected=False,
    )


def vote_view(candidate: int | None = 5, left_ms: int | None = 900, *of: int) -> MafiaView:
    """The vote; without a candidate it is counted."""
    found = ballot(candidate, left_ms, *of)
    phase = Phase.VOTED if candidate is None else Phase.VOTE
    return replace(PLAIN, phase=phase, ballot=found)


def tie_view(speaker: int | None = 5, *tied: int) -> MafiaView:
    """2 and 5 are tied; 5 has 18 s left."""
    of = tied or (2, 5)
    marks = {f"s{number}": Mark.TIED for number in of}
    if speaker is not None:
        marks[f"s{speaker}"] = Mark.TURN
    return replace(
        PLAIN,
        phase=Phase.CRASH,
        seats=seats(**marks),
        tied=tuple(Seat(number) for number in of),
        speaker=None if speaker is None else speaks("defence", speaker, 30, 18, (10,)),
        next_speaker=Seat(of[0]) if speaker is None else None,
    )


def minutes_view(phase: Phase, speaker: int | None, *leaving: int) -> MafiaView:
    """Final minutes: of whom the night took, or the vote."""
    view = replace(
        PLAIN,
        phase=phase,
        minutes=tuple(Seat(number) for number in leaving),
        nominations=() if phase is Phase.MORNING else PLAIN.nominations,
        speaker=None if speaker is None else speaks("minute", speaker, 60, 37, (10,)),
    )
    for number in leaving:
        mark = Mark.TURN if number == speaker else Mark.OUT
        how = "kill" if phase is Phase.MORNING else "vote"
        view = with_seat(view, number, mark=mark, alive=False, left=how)
    return view


def over_view(winner: str | None, reason: str, *, scored: bool = True) -> MafiaView:
    """The end: roles, how each left, points."""
    how = {1: "kill", 2: "vote", 3: "removal", 5: "kill", 6: "kill", 8: "vote", 9: "kill",
           10: "lift"}  # fmt: skip
    shown = tuple(
        replace(
            seat(number),
            mark=Mark.OUT if number in how else Mark.WAITING,
            alive=number not in how,
            left=how.get(number),
            fouls=4 if number == 3 else FOULS.get(number, 0),
            role=ROLES[number - 1],
            points=POINTS[number - 1] if scored else None,
        )
        for number in range(1, 11)
    )
    return replace(
        PLAIN, phase=Phase.OVER, day=5, seats=shown, nominations=(), ended_at=NOW,
        end_reason=reason, winner=winner,
    )  # fmt: skip


def gallery() -> Iterator[tuple[str, Frame]]:
    """Every screen by name."""
    yield from _before()
    yield from _by_day()
    yield from _votes()
    yield from _ties()
    yield from _ends()
    yield from _over_the_table()


def _before() -> Iterator[tuple[str, Frame]]:
    setup = setup_view()
    yield "setup", frame_of(setup, Own(missing=ALL[4:]), menu=False, started_text=None)
    again = replace(setup_view(10), attempt=2)
    yield "setup-all", frame_of(again, started_text=None)
    yield "night", frame_of(replace(PLAIN, phase=Phase.NIGHT), wall_text=None, menu=False)


def _by_day() -> Iterator[tuple[str, Frame]]:
    view = speech_view()
    yield "speech", frame_of(view)
    signs = (Sign(SignId.SIMULATED), Sign(SignId.NOT_SENT, 2))
    none = replace(view, nominations=(), day=1)
    yield "speech-first", frame_of(none, signs=signs, flash=frozenset((Seat(2),)))
    many = tuple(NominationView(Seat(number), Seat(11 - number)) for number in range(1, 9))
    yield "speech-many", frame_of(replace(view, nominations=many), notice=Line(
        "kiosk.mafia.notice.lying", (("seats", "4, 9"),)))  # fmt: skip
    silent = replace(PLAIN, seats=seats(s3=Mark.TURN), speaker=speaks("silent", 3, 10, 7, ()),
                     next_speaker=Seat(4))  # fmt: skip
    yield "speech-silent", frame_of(silent)
    critical = replace(silent, speaker=speaks("critical", 3, 30, 9, (10,)), day=4)
    yield "speech-critical", frame_of(critical)
    marked = replace(PLAIN, seats=seats(s8=Mark.NEXT), next_speaker=Seat(8))
    yield "next-speaker", frame_of(marked)
    quiet = replace(PLAIN, seats=seats(s3=Mark.NEXT), next_speaker=Seat(3), nominations=())
    yield "next-silent", frame_of(quiet)
    yield "nominated", frame_of(replace(PLAIN, vote_due=True))
    yield "nominated-many", frame_of(replace(PLAIN, vote_due=True, nominations=many))
    one = replace(PLAIN, vote_due=True, nominations=PLAIN.nominations[:1])
    yield "nominated-one", frame_of(one)
    gone = replace(with_seat(PLAIN, 3, mark=Mark.REMOVED, alive=False, left="removal", fouls=4,
                             leave_until=GameMs(NOW + 21_000)), no_vote=True)  # fmt: skip
    yield "no-vote", frame_of(gone)
    yield "nobody", frame_of(replace(PLAIN, nominations=()))


def _votes() -> Iterator[tuple[str, Frame]]:
    yield "vote", frame_of(vote_view())
    yield "vote-closed", frame_of(vote_view(5, None))
    yield "vote-last", frame_of(vote_view(8, 1_950))
    lying = Own(lying=(Seat(5), Seat(9)))
    yield "vote-lying", frame_of(vote_view(2, 1_400), lying)
    many = vote_view(9, 700, *range(1, 11))
    yield "vote-many", frame_of(many)
    hands = Own(pads=False, counted=((Seat(2), (Seat(1), Seat(3))), (Seat(5), (Seat(7),))))
    yield "vote-hands", frame_of(vote_view(5, None), hands,
                                 bottom=line("kiosk.mafia.bottom.hands"))  # fmt: skip
    again = vote_view(5, 1_100, 2, 5)
    assert again.ballot is not None
    yield "revote", frame_of(replace(again, ballot=replace(again.ballot, stage="revote")))
    yield "counted", frame_of(vote_view(None, None))
    view = vote_view(None, None)
    assert view.ballot is not None
    pending = (PendingView(Seat(9), "hand_off", NOW, False),
               PendingView(Seat(8), "no_fist", NOW, False))  # fmt: skip
    checked = replace(
        view, ballot=replace(view.ballot, absent=(Seat(8),), corrected=True), pending=pending
    )
    checked = with_seat(with_seat(checked, 9, pending=1), 8, pending=1)
    yield "counted-pending", frame_of(checked)
    yield "counted-correcting", frame_of(checked, Own(correcting=Seat(4)))
    yield "counted-many", frame_of(vote_view(None, None, *range(1, 11)))


def _ties() -> Iterator[tuple[str, Frame]]:
    yield "tie", frame_of(tie_view(None))
    yield "defence", frame_of(tie_view())
    yield "tie-five", frame_of(tie_view(None, 1, 2, 5, 7, 9))
    yield "defence-three", frame_of(tie_view(5, 2, 5, 8))
    yield "defence-ten", frame_of(tie_view(5, *range(1, 11)))
    yield "tie-cancelled", frame_of(replace(tie_view(), revote_cancelled=True))
    asked = replace(tie_view(None), phase=Phase.LIFT, next_speaker=None)
    fists = tuple(Seat(number) for number in (1, 4, 7, 9, 10))
    stages = (
        ("lift-ask", Lift(LiftStage.ASK, needed=5)),
        ("lift-open", Lift(LiftStage.OPEN, needed=5, open_until=GameMs(NOW + 1_250))),
        ("lift-counted", Lift(LiftStage.COUNTED, fists, 5)),
        ("lift-failed", Lift(LiftStage.COUNTED, fists[:3], 5)),
    )
    for name, lift in stages:
        yield name, frame_of(asked, Own(lift=lift))


def _ends() -> Iterator[tuple[str, Frame]]:
    yield "morning", frame_of(minutes_view(Phase.MORNING, None, 1))
    spoken = replace(minutes_view(Phase.MORNING, 1, 1), gestures_free=True)
    yield "morning-minute", frame_of(spoken)
    yield "minutes", frame_of(minutes_view(Phase.MINUTES, None, 2, 5))
    yield "minute", frame_of(minutes_view(Phase.MINUTES, 2, 2, 5))
    gone: dict[str, Any] = {"mark": Mark.OUT, "alive": False, "left": "vote",
                            "leave_until": GameMs(NOW + 9_000)}  # fmt: skip
    yield "dusk", frame_of(with_seat(replace(PLAIN, phase=Phase.DUSK), 2, **gone))
    over = over_view("red", "all_black_out")
    yield "over-red", frame_of(over, ended_text="22:07:31", wall_text="22:07")
    black = over_view("black", "parity", scored=False)
    yield "over-black", frame_of(black, ended_text="22:07:31", hold=HoldBar(Seat(4), 620))
    nobody = over_view(None, "all_left")
    yield "over-nobody", frame_of(with_seat(nobody, 3, disqualified=True))
    signed = replace(over, phase=Phase.CLOSED)
    for number in (1, 4, 7):
        signed = with_seat(signed, number, signed=True)
    yield "closed", frame_of(signed, ended_text="22:07:31", delivery=Delivery.SENT)
    yield "closed-waiting", frame_of(signed, delivery=Delivery.WAITING)
    yield "void", frame_of(replace(PLAIN, phase=Phase.VOID))


def _over_the_table() -> Iterator[tuple[str, Frame]]:
    who = (("name", NAMES[2]), ("seat", "3"))
    asked = Question(Line("kiosk.mafia.sure.last_foul", who), Line("kiosk.mafia.sure.leaves"),
                     left_ms=8_000)  # fmt: skip
    yield "fourth-foul", frame_of(speech_view(), question=asked)
    night = Question(Line("kiosk.mafia.sure.missing", (("seats", "5, 6, 7, 8, 9, 10"),)),
                     Line("kiosk.mafia.sure.night"), left_ms=10_000)  # fmt: skip
    yield "missing", frame_of(setup_view(), question=night, started_text=None)
    rows = tuple(
        Row(f"r{number}", NAMES[number - 1], digit=number, dim=number == 6)
        for number in range(1, 7)
    )
    panel = Panel(Line("kiosk.menu.happened"), rows=rows, left_s=7)
    yield "panel", frame_of(speech_view(), panel=panel)
    yield "panel-vote", frame_of(vote_view(None, None), panel=panel)
    yield "fourth-foul-vote", frame_of(vote_view(), question=asked)
    held = (("pin", "BCM 9 (pin 21)"), ("holder", "spi0 MISO"), ("overlay", "dtparam=spi=on"))
    fault = fault_screen([LineFault(LineId("seat5"), "pins.busy", "pins.busy.remedy", held)])
    safe = replace(fault, safe=line("kiosk.fault.safe", count=212), at_wall="21:34:02")
    yield "fault", samplespare.faulty(frame_of(speech_view()), safe)
    yield samplespare.sign(frame_of(speech_view()))
