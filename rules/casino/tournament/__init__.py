"""A tournament over several tables, as a fold of its log: the same lines give the same tournament.

Where to start: `fold.py`, which says what each line does. `lines.py` reads one, `state.py` is what
is known, `leaving.py` puts together who left when at which table, `outcome.py` says places, prizes
and deals, `accounts.py` what must add up. A table's own game is not here (`rules/casino`).
"""
