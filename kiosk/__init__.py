"""One table: buttons, lamps, clock, screen, sound, the durable record and its way to the league.

Start at `app.py` (`build()`, the one place that chooses real or simulated) and `loop.py` (the one
thread that owns the state). `session.py` is the one place that changes a game; `journal.py` makes
it durable; `resume.py` brings it back after a power cut. What a press means is in `keymap.py`,
what the rules say of it in the package `rules`, pins in `firmware_py`. Screens only draw.
"""
