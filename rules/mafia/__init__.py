"""Tournament Mafia (`mafia-nuances`, `mafia-aktau-2015`): ten at a table, one host.

Start at `machine.py`, the table of what is allowed when; each handler names its rule.

* `game.py` what the family gives, `settings.py` what an edition of it has
* `state.py` the state, `parts.py` what it is made of, `facts.py` what never changes in a game
* `onward.py` the host's one key, `clock.py` what happens by itself
* by day: `speeches.py`, `nominations.py`, `voting.py` windows and fists, `ties.py` what a count
  leads to
* by night: `nights.py`
* `conduct.py` fouls and removals, `reasons.py` each book's words for them, `leaving.py` what
  follows
* the end: `ending.py` who wins, `awards.py`, `sheet.py` facts that score, `scoring.py` their points
* out of it: `view.py` and `views.py` what screens may draw, `summary.py`
* between games: `standings.py`, `seating.py`, `arrival.py` who comes late

What only the host may know (roles, shots, checks) never leaves by `views.py` before the end.
"""

from rules.mafia.game import GAME

__all__ = ["GAME"]
