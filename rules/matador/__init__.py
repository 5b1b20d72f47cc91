"""The Roskilde club's Matador (`ramk-2017`), and what other clubs make of it.

Where to start: `machine.py`, the table of what is allowed when; each handler stands in the file
named after the document's word and names its rule. `state.py` is the state, `facts.py` what never
changes in a game, `view.py` and `views.py` what screens may draw, `summary.py` what goes out.
Between evenings: `awards.py`, `season.py`, `seating.py`, `contenders.py`, `whatif.py`,
`members.py`, `evenings.py`, `proposals.py`. `book.py` is what the document says of rents, for
whoever asks it.

Not here: the clock that drives it, and balances: paper money is the truth.
"""

from rules.matador.game import GAME

__all__ = ["GAME"]
