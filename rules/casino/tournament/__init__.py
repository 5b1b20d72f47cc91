"""A tournament over several tables, as a fold of its log: the same lines give the same tournament.

Start at `fold.py`, which says what each line does.

* `lines.py` reads one, `state.py` what is known
* `seats.py` draw, balancing, moves; `leaving.py` who left when, over all tables
* `outcome.py` places, prizes and deals; `accounts.py` what must add up
* `told.py` what tables say of themselves, `pending.py` what they have to do still

A table's own game is not here (`rules/casino`).
"""
