"""One table: buttons, lamps, clock, screen, sound, the durable record and its way to the league.

Start at `app.py` (`build()`, the one place that chooses real or simulated) and `loop.py` (the one
thread that owns the state); `host.py` says what the table does with each thing that comes. The map
is the comment below: a docstring stays in a table's memory.

What the rules say is in the package `rules`, pins are in `firmware_py`. Screens only draw.
"""

# * a press: `gestures.py` what a hand did -> `inbox.py` the queue -> `intake.py` -> `desk.py` what
#   it means now -> `session.py` the one place that changes a game -> `journal.py` durable, then the
#   lamp
# * what a desk is made of: `answers.py` what it asks its family, `intents.py` what it wants done,
#   `boarddesk.py` board games', `dicing.py`, `counting.py` sheets, `signing.py`, `ballot.py`,
#   `clockask.py` how much time is left; `patience.py` instants that wait for hands
# * a family of games at the table: `families/`; nothing else knows its rules
# * what the official says: `talk.py` the grammar, `dialogue.py` what is half said, `verbs.py`,
#   `cursor.py` by the box's six keys, `questions.py` YES or NO, `panels.py` how the screen shows it
# * what he alone may know: `official.py`, `recall.py` what just happened, `pin.py`, `console/`
# * the game on the table: `game.py`; which one: `openings.py`, `lobby.py`, `prepared.py`; after a
#   power cut: `resume.py`, `clock.py` table time and game time
# * dice: `dicebox.py` the table's own, `dicein.py` a reader's
# * seen and heard: `stage.py`, `show.py` view -> frame, `steps.py` when it changes, `screens/`,
#   `window.py`, `announcer.py`, `signals.py`, `sound/`; `late.py` loads them after the first press
# * lines and devices: `pins.py` opens them, `twins.py` the keyboard's, `linefaults.py` what is
#   dead, `keypadin.py` the keypad
# * results to the league: `seal.py`, `outbox.py`, `uplink.py`, `leagueanswer.py` is it a receipt,
#   `keeping.py` after it
# * roads: `roads.py` which one, `carrier.py` what one is; `http.py` by `way.py`, `searchroad.py` by
#   `finding.py` (mDNS), `serialroad.py` a wire, `enrolling.py` over it, `stick.py`
# * a game that changes its table: `copying.py` sends copies, `copybox.py` seals them, `sticks.py`
#   keeps them, `copychoice.py` chooses, `takeover.py`, `errands.py`, `spare.py`, `sparesigns.py`
# * the hall of a casino: `hall.py`, `halltime.py` its clock, `hallboard.py`
# * members' votes: `balloting.py`, `memberballot.py` its steps, `putoff.py`, `voteroad.py`
# * the machine: `home.py` where things lie, `config.py`, `editions.py`, `disk.py`, `locale.py`
#   texts, `health.py` signs, `allocator.py` memory, `selftest/`, `errors.py`
# * from outside: `drive.py`, `trace.py`, `picture.py`, `status.py` and `report.py` what is told,
#   `homesocket.py`; commands in `cli/`
