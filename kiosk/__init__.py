"""One table: buttons, lamps, clock, screen, sound, the durable record and its way to the league.

Start at `app.py` (`build()`, the one place that chooses real or simulated) and `loop.py` (the one
thread that owns the state); `host.py` says what the table does with each thing that comes.

* a press: `gestures.py` -> `desk.py` (what it means now) -> `session.py` (the one place that
  changes a game) -> `journal.py` (durable, on its own thread; then the lamp answers)
* half-done gestures, all pure: `dicing.py`, `signing.py`, `counting.py`, `clockask.py`
* back after a power cut: `resume.py`, with `clock.py`
* seen and heard: `stage.py`, `show.py` (view -> frame), `screens/`, `announcer.py`, `signals.py`,
  `sound/`; loaded after the first press is possible (`late.py`)
* to the league: `seal.py`, `outbox.py`, `uplink.py`, `http.py`
* from outside: `drive.py`, `status.py`, `report.py`, `trace.py`, `picture.py`; commands in `cli/`

What the rules say is in the package `rules`, pins are in `firmware_py`. Screens only draw.
"""
