"""The Hungarian Monopoly championship (`hun-2009`), and what organisers make of it.

Start at `machine.py`, the table of what is allowed when; each handler names its rule.

* `game.py` what the family gives, `settings.py` what an edition of it has
* `state.py` the state, `facts.py` what never changes in a game
* `clock.py` the ninety minutes, `dice.py` dice and turns, `jail.py`
* `claims.py` rent and debts, `deeds.py` bought, mortgaged, traded, `buildings.py`, `auctions.py`
* `bankruptcy.py` leaving the game, `conduct.py` what the official writes down
* the end: `sheet.py`, `signing.py`, `places.py`, `wealth.py` (one result in money)
* out of it: `view.py` and `views.py` what screens may draw, `summary.py`
* between games: `entry.py` who may take part, `seating.py`, `standings.py`, `advance.py`,
  `protest.py` who rules
* `book.py` what the document says of rents and payments, for whoever asks the book

Not here: the clock that drives it, and anything that computes for players before the end (HUN-9).
"""

from rules.monopoly.game import GAME

__all__ = ["GAME"]
