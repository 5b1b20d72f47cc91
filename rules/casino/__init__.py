"""Casino tournaments (`ray-*`): table games in levels, rebuys, sit'n'go, and slot machines.

Where to start: `machine.py`, the table of what is allowed when. `structure.py` reads a
tournament's own instructions, `plan.py` makes numbers of them. `clock.py` is the master clock,
`hands.py` what is played, `entries.py` what is bought, `penalties.py`, `machines.py`, `signing.py`
the rest of a table. The money is `prizes.py`. Between tables: `tournament/`, `payout.py`,
`standings.py`, `seating.py`, `deals.py`.

Not here: what hangs on a certain casino. Nearly every number is the structure's.
"""

from rules.casino.game import GAME

__all__ = ["GAME"]
