"""One table: buttons, lamps, clock, screen, sound, the durable record and its way to the league.

Start at `app.py` (`build()`, the one place that chooses real or simulated) and `loop.py` (the one
thread that owns the state); `host.py` says what the table does with each thing that comes.

* a press: `gestures.py` -> `intake.py`, `host.py` -> `desk.py` and the family's (what it means now)
  -> `session.py` (the one place that changes a game) -> `journal.py` (durable, on its own thread;
  then the lamp answers)
* a family of games at the table: `families/`; nothing else knows its rules
* half-done gestures, all pure: `dicing.py`, `signing.py`, `clockask.py`, `ballot.py`
* what the official says: `talk.py`, `dialogue.py`, `questions.py`, `verbs.py`, `panels.py`; what he
  alone may know: `official.py`, `recall.py`, and the console in `console/`
* which game is on the table: `openings.py`, and how people open one: `lobby.py`, `prepared.py`;
  back after a power cut: `resume.py`, with `clock.py`
* seen and heard: `stage.py`, `show.py` (view -> frame), `screens/`, `announcer.py`, `signals.py`,
  `sound/`; loaded after the first press is possible (`late.py`)
* to the league: `seal.py`, `outbox.py`, `uplink.py`, and the roads, which `roads.py`
  chooses: `http.py`, `searchroad.py` (found by `finding.py`), `serialroad.py` (a wire, with
  `enrolling.py`), `stick.py`; a game that changes its table: `errands.py`, `sticks.py`, `spare.py`
* looking at itself: `selftest/`; lines that are dead: `linefaults.py`, `pins.py` opens them
* from outside: `drive.py`, `status.py`, `homesocket.py`, `report.py`, `trace.py`, `picture.py`;
  commands in `cli/`

What the rules say is in the package `rules`, pins are in `firmware_py`. Screens only draw.
"""
