"""Casino tournaments over several tables: each is a log of a season's round, folded by `rules`.

`book.py` opens a tournament, keeps its lines and says what it came to; `handing.py` hands money and
seats from one to the next; `tables.py` holds what tables say of themselves against it and makes
their openings; `arrivals.py` tells a table who comes to it and who leaves; `rows.py` is what counts
in the season, `told.py` a tournament as JSON. Pages and commands are in `pages/tournament*.py` and
`cli/tournament.py`.
"""
