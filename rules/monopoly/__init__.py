"""The Hungarian Monopoly championship (`hun-2009`), and what organisers make of it.

Where to start: `machine.py`, the table of what is allowed when; each handler stands in the file
named after the document's word and names its rule. `state.py` is the state, `facts.py` what never
changes in a game, `board.py` the deeds, `view.py` and `views.py` what screens may draw,
`summary.py` what goes out. Between games: `standings.py`, `advance.py`, `seating.py`, `entry.py`.
`book.py` is what the document says of rents and payments, for whoever asks the book.

Not here: the clock that drives it, and anything that computes for players before the end (HUN-9).
"""

from rules.monopoly.game import GAME

__all__ = ["GAME"]
