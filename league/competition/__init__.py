"""A competition as it is run: who may play, who came, who sits where, what was decided and why.

Everything is keyed by season and made for every family; what a family's book says of it is a `Law`
(`laws.py`). Decisions that need no database are values in, values out: `seats.py`, `arrivals.py`.
Every change writes who did it and why into the audit log, in the same transaction.

| module | noun |
|---|---|
| `laws.py` | what a family's book says: entry form, check-in, tables, officials |
| `entries.py` | who entered, with the facts that the book asks for |
| `schedule.py` `notices.py` | rounds with day, hour and place; news and changes of the rules |
| `arrivals.py` `rosters.py` | who is awaited in a round, who came, late or not at all; reserves |
| `standins.py` | who sits in the place of one who did not come |
| `seats.py` `seating.py` | a drawn table changed: swaps, replacements, officials, and its quality |
| `decisions.py` | annulled games, excluded players, who declined: the newest word counts |
| `games.py` | the games of a round: replays, corrections, records kept aside |
| `advancing.py` | who goes on, lots, and the next stage's list |
| `disputes.py` | protests and rulings |
| `attention.py` | what the organiser should look at first |
| `tables.py` | what the database keeps of all this |
"""
