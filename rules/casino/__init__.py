"""Casino tournaments (`ray-*`): table games in levels, rebuys, sit'n'go, and slot machines.

Start at `machine.py`, the table of what is allowed when.

* `game.py` what the family gives, `settings.py` what an edition of it has
* `structure.py` reads a tournament's own instructions, `plan.py` makes numbers of them
* `state.py` the state
* `clock.py` levels, breaks, playing time; `timeline.py` where two clocks stand, `hall.py` one clock
  for all tables; `stakes.py` changed after the start
* `entries.py` what is bought, `limits.py` what may be, `hands.py` what is played
* `moves.py` who comes from another table, `penalties.py`, `machines.py` slot machines
* the end: `ending.py` when it is over, `places.py`, `prizes.py` the money, `signing.py`
* out of it: `view.py` and `views.py` what screens may draw, `summary.py`
* between tables: `tournament/`, `seating.py`, `payout.py`, `deals.py`, `standings.py`

Not here: what hangs on a certain casino. Nearly every number is the structure's.
"""

from rules.casino.game import GAME

__all__ = ["GAME"]
