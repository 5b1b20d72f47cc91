"""The figures of a table, each beside what the libraries alone need for the same work.

* `figure.py` what a figure is: the median of five runs, its floor measured in the same run
* `figures/` one file a figure; `floors/` the libraries alone, `alone.py` in processes of their own
* a table: `table.py` opens one the way `kiosk run` does, `process.py` as a process, `unseen.py` its
  window, `wire.py` its serial line, `hands.py` ten fingers
* games: `game.py`, `mafia.py`, `sealed.py`; `rates.py` figures of the rules alone
* a league: `house.py`, `load.py` on it, `servers.py` its PostgreSQL and nats-server
"""
