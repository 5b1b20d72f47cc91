"""Tournament Mafia (`mafia-nuances`, `mafia-aktau-2015`): ten at a table, one host.

Where to start: `machine.py`, the table of what is allowed when; each handler stands in the file
named after its noun and names its rule. `state.py` is the state, `parts.py` what it is made of,
`facts.py` what never changes in a game, `view.py` and `views.py` what screens may draw,
`summary.py` what goes out, `reasons.py` each book's words for fouls and removals. Between games:
`scoring.py`, `standings.py`, `seating.py`, `arrival.py`.

What only the host may know (roles, shots, checks) never leaves by `views.py` before the end.
"""

from rules.mafia.game import GAME

__all__ = ["GAME"]
