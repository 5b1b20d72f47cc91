"""Where the two books differ, row by row of their table: one script, played under each of them.

Where one of them is silent, the case says so and what its edition does then.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from kiosk.families.mafia import verbs
from rules.history import History
from rules.kinds import Audience
from rules.mafia.reasons import rule_of
from rules.mafia.scoring import Facts
from rules.mafia.seating import Seated
from rules.mafia.seating import seat as drawn
from rules.mafia.standings import Result, standings
from tests.rules.mafia.golden import FIRST, edition_of, left, prelude, table

Said = Callable[[History], Any]

TOPICS = (
    "withdraw nomination",
    "several nominations",
    "third foul silence",
    "silent player's time",
    "guessing stage",
    "4th foul and vote",
    "addressing host",
    "gestures",
    "not voting",
    "hand lifted in vote",
    "tears",
    "oaths, bets",
    "night information",
    "mask",
    "word after Night",
    "swearing, honestly, religion, touching, loudness",
    "I give up, appeals mention, whisper",
    "sunglasses",
    "off-table behaviour",
    "deliberate self-removal",
    "all leave at once",
    "three nights without kill",
    "3 players split twice",
    "lifting both at four",
    "draw",
    "vote window",
    "check time",
    "Don passed on",
    "phones",
    "pauses",
    "appeals",
    "points",
    "seating",
)
"""The rows of the table, in its order."""

DEALING = ["@0 night"]
DAWN = ["night", "shot -", "+41 day"]
TWO = ["speech 1", "nominate 1 3", "yield 1", "speech 2", "nominate 2 7", "yield 2"]
TIE = [*TWO, "voting", "tally 3:1,2,3,4,5 7:6,7,8,9,10"]
TIED_AT_FOUR = ["speech 1", "nominate 1 3", "yield 1", "speech 3", "nominate 3 9", "yield 3"]
TIED_AT_FOUR += ["voting", "tally 3:1,9 9:3,5", "revote", "tally 3:1,9 9:3,5", "lift_all 1,3,5"]
ROUND = (1, 3, 4, 5, 7, 8, 9)
RING = dict(zip(ROUND, (*ROUND[1:], ROUND[0]), strict=True))
ALL_TIED = [
    line
    for by, whom in RING.items()
    for line in (f"speech {by}", f"nominate {by} {whom}", f"yield {by}")
]
SPLIT = "tally " + " ".join(f"{whom}:{by}" for by, whom in RING.items())
THREE_SPLIT = ["speech 1", "nominate 1 5", "yield 1", "speech 5", "nominate 5 9", "yield 5"]
THREE_SPLIT += ["speech 9", "nominate 9 1", "yield 9", "voting", "tally 5:1 9:5 1:9"]
THREE_SPLIT += ["revote", "tally 5:1 9:5 1:9", "next"]


class Row(NamedTuple):
    """A topic of the table: the lines played, what is looked at, and what each book says."""

    topic: str
    case: str
    lines: list[str]
    said: Said
    mafn: Any
    mafa: Any
    alive: list[int] | None = None
    begin: list[str] = FIRST


def summary(history: History) -> dict[str, Any]:
    return history.summary(0, "")


def refused(history: History) -> list[str]:
    return [one["rule"] for one in summary(history)["refused"]]


def rules(history: History) -> list[str | None]:
    """The rule behind each remark, in order."""
    return [one["rule"] for one in summary(history)["remarks"]]


def out(history: History) -> dict[str, str]:
    return left(summary(history))


def end(history: History) -> tuple[str | None, str | None]:
    found = summary(history)
    return found["winner"], found["end_reason"]


def told(history: History) -> str:
    last = summary(history)["announcements"][-1]
    return f"{last['t']} {last['id']}"


def nominated(history: History) -> list[int]:
    found: list[int] = summary(history)["days"][-1]["nominations"]
    return found


def vote(key: str) -> Said:
    return lambda history: summary(history)["days"][-1]["votes"][0][key]


def seat(number: int, key: str) -> Said:
    return lambda history: summary(history)["seats"][number - 1][key]


def points(history: History) -> list[Any]:
    return [one["points"] for one in summary(history)["seats"]]


def free(history: History) -> bool:
    shown: bool = history.view(Audience.TABLE).gestures_free
    return shown


def status(name: str) -> Said:
    """A setting and whether the document states it."""
    return lambda h: (h.edition.values[name], h.edition.statuses.get(name, "stated"))


def both(*looks: Said) -> Said:
    return lambda history: tuple(look(history) for look in looks)


def ranks(history: History) -> list[int | None]:
    """Two players with a win and a loss each; the first one's best move decides."""
    found = [
        Result(game, player, Facts("red", winner, best_move=(game, player) == ("1", "A")))
        for game, winner in (("1", "red"), ("2", "black"))
        for player in ("A", "B")
    ]
    return [row.rank for row in standings(found, history.edition)]


def seats_change(history: History) -> bool:
    """MAFA-MAIN-6: five games, and nobody sits on a seat twice."""
    players = [one.player for one in history.opening.seats]
    rounds: list[tuple[tuple[str, ...], ...]] = []
    for number in range(5):
        found = drawn(players, number, history.edition, rounds)
        assert isinstance(found, Seated)
        rounds.append(found.tables)
    games = [tables[0] for tables in rounds]
    return all(len({game.index(player) for game in games}) == 5 for player in players)


R = Row
ROWS = [
    # Who may withdraw, and until when, Aktau does not say: in his own speech, proposed.
    R("withdraw nomination", "in his minute, then after it",
      [*TWO[:2], "withdraw 1", *TWO[1:], "withdraw 1"],
      both(refused, nominated, status("withdraw")),
      (["MAFN-DAY-2a"], [3, 7], ("own_minute", "stated")),
      (["MAFA-GAME-3"], [3, 7], ("own_minute", "proposed"))),
    R("several nominations", "8, then 3 which stands",
      [*TWO[:3], "speech 6", "nominate 6 8", "nominate 6 3"], both(refused, nominated),
      (["MAFN-DAY-2b"], [3, 8]), ([], [3])),
    R("several nominations", "8, then 9", ["speech 6", "nominate 6 8", "nominate 6 9"],
      nominated, [9], [9]),
    R("third foul silence", "4 is to speak, 1 has spoken",
      ["speech 1", "yield 1", *["foul 4", "foul 1"] * 3],
      both(seat(4, "silent_on"), seat(1, "silent_on")), ([1], [2]), ([2], [2])),
    # How long he has, Aktau does not say: the nuances' 10 s. A word too much is any foul there.
    R("silent player's time", "10 s to nominate; an extra word",
      ["speech 4", "yield 4", *["foul 4"] * 3, *DAWN, "@300 speech 4", "nominate 4 7",
       "@310 wait", "foul 4 extra_word"],
      both(told, nominated, out, lambda h: rules(h)[-1], status("silent")),
      ("310 speech-end", [7], {"4": "removal"}, "MAFN-DAY-3b", (10, "stated")),
      ("310 speech-end", [7], {"4": "removal"}, None, (10, "proposed"))),
    R("guessing stage", "the silenced at three",
      ["speech 3", *["foul 3"] * 3, "yield 3", "night", "shot 1", "+41 day", "speech 1", "yield 1",
       "@900 speech 3", "@940 wait"],
      both(told, status("critical")), ("930 speech-end", (30, "stated")),
      ("930 speech-end", (30, "stated")), [1, 3, 5, 9]),
    R("4th foul and vote", "before the vote is announced",
      [*TWO, *["foul 9"] * 4, "speech 3", "yield 3", "voting", "night"], both(refused, out),
      (["MAFN-VOTE-2"], {"9": "removal"}), (["MAFA-GAME-2"], {"9": "removal"})),
    # In the windows the nuances are silent (they are completed); Aktau: no further voting.
    R("4th foul and vote", "in the windows",
      [*TWO, *["foul 9"] * 3, "@200 voting", "@201 fist 1", "@201.5 foul 9", "@203 next",
       "@206 wait"], both(vote("stopped"), vote("leaves"), out),
      (False, [7], {"9": "removal", "7": "vote"}), (True, [], {"9": "removal"})),
    # Of a vote that is done Aktau does not speak: it stands.
    R("4th foul and vote", "after the result",
      [*TWO, *["foul 9"] * 3, "voting", "tally 3:1,2,9 7:3,4,5,6,7,8,10", "foul 9", "speech 7",
       "yield 7", "night"], both(refused, out),
      ([], {"9": "removal", "7": "vote"}), ([], {"9": "removal", "7": "vote"})),
    R("4th foul and vote", "in a crash, a third player",
      [*TIE, "speech 3", *["foul 9"] * 4, "yield 3", "speech 7", "yield 7", "revote", "night"],
      both(refused, out), (["MAFN-VOTE-13"], {"9": "removal"}),
      (["MAFA-GAME-2"], {"9": "removal"})),
    # Who asks by gesture is answered by the lamps of his seat: nothing is pressed.
    R("addressing host", "a foul; the count is seen", ["foul 4 host"],
      both(rules, lambda h: h.view(Audience.TABLE).seats[3].fouls),
      (["MAFN-DAY-5"], 1), (["MAFA-FOUL-6"], 1)),
    R("gestures", "first-killed's minute, vote, too much, off the table, night",
      ["night", "shot 4", "+41 day", "foul 1 gestures_first_killed", "foul 3 vote_gesture",
       "foul 7 gestures", "foul 8 off_table", "speech 4", "yield 4", "night", "remove 10 signals"],
      both(rules, out),
      (["MAFN-DAY-8", "MAFN-VOTE-9", None, None, None], {"4": "kill", "10": "removal"}),
      ([None, "MAFA-FOUL-5", "MAFA-FOUL-2", "MAFA-FOUL-12", "MAFA-REM-4"],
       {"4": "kill", "10": "removal"})),
    R("gestures", "free after a miss", DAWN, free, True, False),
    R("not voting", "no fist", [*TWO, "voting", "tally 3:1,2,3,4 7:5,6,7,8,9"],
      both(seat(10, "fouls"), vote("votes")),
      (1, {"3": [1, 2, 3, 4], "7": [5, 6, 7, 8, 9, 10]}),
      (0, {"3": [1, 2, 3, 4], "7": [5, 6, 7, 8, 9, 10]})),
    R("hand lifted in vote", "before thank you",
      [*TWO, "@200 voting", "@201 fist 4", "@201.5 lift 4", "@203 confirm", "next", "@210 wait"],
      both(rules, seat(4, "fouls"), lambda h: vote("votes")(h)["3"]),
      (["MAFN-VOTE-11"], 1, [4]), (["MAFA-FOUL-11"], 1, [4])),
    R("tears", "at once", ["remove 4 tears"], both(rules, out),
      (["MAFN-DAY-4"], {"4": "removal"}), (["MAFA-REM-3"], {"4": "removal"})),
    # The nuances leave the removal to "the regulation": it is the host's, without an id of theirs.
    R("oaths, bets", "at the table", ["remove 4 oath", "remove 7 bets"], both(rules, out),
      ([None, None], {"4": "removal", "7": "removal"}),
      (["MAFA-REM-6", "MAFA-REM-6"], {"4": "removal", "7": "removal"})),
    # Aktau has no such team loss; its host may award the game, and no rule of it is named.
    R("oaths, bets", "in his final minute",
      [*TWO, "voting", "tally 3:1,2,4,5,6,7 7:3,8,9,10", "speech 3", "remove 3 oath",
       "team_loss 3 final_minute"], both(refused, rules, end),
      (["MAFN-GEN-8"], ["MAFN-DAY-7"], ("black", "team_loss")),
      (["MAFA-MAIN-7"], [None], ("black", "team_loss"))),
    # Aktau: recalling the night is a foul, and nothing more (a loss is the host's own award).
    R("night information", "recalled, unique", ["foul 4 recalls", "team_loss 4 night_info"],
      both(rules, end), ([None, "MAFN-DAY-6"], ("black", "team_loss")),
      (["MAFA-FOUL-7", None], ("black", "team_loss"))),
    R("mask", "at the dealing, which is the first night", ["remove 4 mask"], both(rules, out),
      (["MAFN-GEN-2"], {"4": "removal"}), (["MAFA-REM-5"], {"4": "removal"}), None, DEALING),
    # The nuances are silent: the host may remove, without a rule of theirs.
    R("word after Night", "", ["night", "remove 4 word_after_night"], both(rules, out),
      ([None], {"4": "removal"}), (["MAFA-REM-7"], {"4": "removal"})),
    R("swearing, honestly, religion, touching, loudness", "fouls, and at a player removal",
      ["foul 1 obscene", "foul 3 honestly", "foul 4 religion", "foul 7 touch", "foul 8 loud",
       "remove 10 obscene"], both(rules, out),
      ([None] * 6, {"10": "removal"}),  # silent: fouls of the host's own
      (["MAFA-FOUL-10", "MAFA-FOUL-9", "MAFA-FOUL-8", "MAFA-FOUL-4", "MAFA-FOUL-3", "MAFA-REM-2"],
       {"10": "removal"})),
    R("I give up, appeals mention, whisper", "",
      ["remove 3 gives_up", "remove 4 appeal", "remove 7 whisper"], both(rules, out),
      (["MAFN-GEN-6", "MAFN-GEN-11", "MAFN-DAY-10"], dict.fromkeys("347", "removal")),
      ([None] * 3, dict.fromkeys("347", "removal"))),  # silent: removals of the host's own
    R("sunglasses", "twice", ["warn 4 glasses", "warn 4 glasses"],
      both(seat(4, "warnings"), seat(4, "fouls")), (2, 1), (2, 0)),  # Aktau: silent, no foul
    R("off-table behaviour", "takes part, does not go",
      ["remove 4 tears", "speech 4", "team_loss 4 not_gone"],
      both(refused, lambda h: rules(h)[-1], end),
      (["MAFN-GEN-8"], "MAFN-GEN-9", ("black", "team_loss")),
      (["MAFA-MAIN-7"], "MAFA-MAIN-7", ("black", "team_loss"))),
    R("deliberate self-removal", "a red monster; red wins",
      ["remove 4 monster", "award 4 monster", "end red"], both(seat(4, "points"), seat(4, "score")),
      (None, {}), (-1, {"MAFA-PTS-1": 1, "MAFA-GAME-6": -2})),
    # A replay is the nuances'; at Aktau the panel may exclude, and the key is the same.
    R("deliberate self-removal", "a thrown game",
      ["disqualify 4 thrown_game", "reset game replay ordered"],
      both(lambda h: rules(h)[0], seat(4, "disqualified"), lambda h: summary(h)["attempt"]),
      ("MAFN-GEN-10", True, 2), ("MAFA-JUDGE-5", True, 2)),
    # Aktau is silent: nobody has won, nobody is fined, the host awards the game.
    R("all leave at once", "seven are lifted",
      [*ALL_TIED, "voting", SPLIT, "revote", SPLIT, "lift_all 1,3,4,5"], both(end, points),
      ((None, "all_left"), [-0.6, 0, -0.6, -0.6, -0.6, 0, -0.6, -0.6, -0.6, 0]),
      ((None, "all_left"), [None] * 10), list(ROUND)),
    R("three nights without kill", "", DAWN * 3, end,
      (None, None), ("red", "three_nights_no_kill")),  # the nuances: silent, the game goes on
    # Aktau is silent: nobody leaves, and the lifting of all three is not asked.
    R("3 players split twice", "", [*THREE_SPLIT, "lift_all 1,5"],
      both(end, refused, lambda h: [one.seat for one in h.view(Audience.TABLE).seats if one.alive]),
      (("black", "split_twice_at_3"), ["MAFN-GEN-5"], [1, 5, 9]),
      ((None, None), ["MAF-P-7"], [1, 5, 9]), [1, 5, 9]),
    # Aktau does not mention lifting at four: like any lifting, it is allowed.
    R("lifting both at four", "", TIED_AT_FOUR, both(refused, seat(9, "left")),
      ([], "lift"), ([], "lift"), [1, 3, 5, 9]),
    R("lifting both at four", "two sheriffs, one of the others removed at five",
      ["flag on 5,9", "remove 7 tears", *DAWN, *TIED_AT_FOUR],
      both(refused, seat(9, "left")),
      (["MAFN-VOTE-5b"], None), ([], "lift"), [1, 3, 5, 7, 9]),
    # Aktau does not mention it; its host awards red or black, and nothing else.
    R("draw", "is no award", ["end draw", "end black disputed"], both(refused, end),
      (["MAFN-GEN-17"], ("black", "judge_award")), (["MAFA-JUDGE-3"], ("black", "judge_award"))),
    # Aktau is silent: the nuances' 2 s, and the fist on the pad, are presupposed.
    R("vote window", "2 s, and with thank you it is too late",
      [*TWO, "@200 voting", "@201.999 fist 4", "@202 fist 5"],
      both(told, refused, status("vote_window")),
      ("202 vote-close:3", ["MAFN-VOTE-1"], (2, "stated")),
      ("202 vote-close:3", ["MAFN-VOTE-1"], (2, "presupposed"))),
    # The nuances are silent: 20 s each are presupposed, by the rule of Aktau.
    R("check time", "both in full", ["@100 night", "@110 shot 4", "@149 day", "@150 wait"],
      both(told, refused, status("check")),
      ("150 check-end", ["MAFA-GAME-4"], (20, "presupposed")),
      ("150 check-end", ["MAFA-GAME-4"], (20, "stated"))),
    # The nuances are silent: nobody takes the Don's place there either.
    R("Don passed on", "he is out", ["remove 2 tears", "night", "shot -", "don_check 5"], refused,
      ["MAFA-GAME-5"], ["MAFA-GAME-5"]),
    # At Aktau no player has one to ring: a removal for it is the host's own.
    R("phones", "one rings", ["remove 4 telephone"], both(rules, out),
      (["MAFN-GEN-15"], {"4": "removal"}), ([None], {"4": "removal"})),
    # Replays are the nuances'; Aktau's host may award a game, the key is the same.
    R("pauses", "none; a technical fault", ["pause", "resume", "reset game technical"],
      both(refused, lambda h: summary(h)["attempt"]),
      (["MAFN-GEN-3"] * 2, 2), (["MAFA-MAIN-4"] * 2, 2)),
    # What the panel (nuances) decides later is the league's; at the table the host's word is final.
    R("appeals", "after the end, after the host's word",
      ["end red", "foul 3", "confirm", "end black", "reset game appeal"],
      both(refused, end), (["MAFN-GEN-5", "TABLE-CLOSED", "TABLE-CLOSED"], ("red", "judge_award")),
      (["MAFA-JUDGE-4", "TABLE-CLOSED", "TABLE-CLOSED"], ("red", "judge_award"))),
    R("points", "a red win, and a table of two", ["end red"], both(points, ranks),
      ([None] * 10, [None, None]), ([1, -2, 1, 1, 1, -1, 1, 1, -1, 1], [1, 2])),
    # The nuances are silent: the same lot is presupposed.
    R("seating", "five games", [], both(seats_change, status("seat_change")),
      (True, ("never_the_same_seat", "presupposed")), (True, ("never_the_same_seat", "proposed"))),
]  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.topic}: {row.case}".strip(": "))
@pytest.mark.parametrize("book", ["mafia-nuances", "mafia-aktau-2015"])
def test_where_the_books_differ(book: str, row: Row) -> None:
    begin = prelude(row.alive) if row.alive else row.begin
    history = table(edition_of(book), [*begin, *row.lines])

    assert row.said(history) == (row.mafn if book == "mafia-nuances" else row.mafa)


def test_every_row_of_the_table_has_its_case() -> None:
    assert tuple(dict.fromkeys(row.topic for row in ROWS)) == TOPICS
    assert len(TOPICS) == 33


def test_maf_p_10_best_move_after_a_removal() -> None:
    """MAF-P-10: not a row of the table, and the same kind: the condition is not stated in Aktau."""
    lines = [*FIRST, "remove 1 tears", "night", "shot 4", "+41 day", "best_move 4 2,6,9"]
    assert refused(table(edition_of("mafia-nuances"), lines)) == ["MAF-P-10"]
    assert refused(table(edition_of("mafia-aktau-2015"), lines)) == []


@pytest.mark.parametrize(
    ("word", "reasons"),
    [
        ("foul", verbs.FOULS),
        ("remove", verbs.REMOVALS),
        ("team_loss", verbs.LOSSES),
        ("disqualify", verbs.THROWS),
    ],
)
def test_every_reason_the_host_can_choose_has_a_rule(word: str, reasons: tuple[str, ...]) -> None:
    """In one of the books at least; the record names it."""
    for reason in reasons:
        assert rule_of(word, reason, mafn=True) or rule_of(word, reason, mafn=False), reason


def test_a_reason_of_the_hosts_own_has_no_rule() -> None:
    assert rule_of("foul", "elbows", mafn=True) is None
    assert rule_of("incident", "tears", mafn=True) is None
    assert rule_of("team_loss", "stays", mafn=False) == "MAFA-MAIN-7"
