"""The Roskilde club's Matador (`ramk-2017`), and what other clubs make of it.

Start at `machine.py`, the table of what is allowed when; each handler names its rule.

* `game.py` what the family gives, `settings.py` what an edition of it has
* `state.py` the state, `facts.py` what never changes; its parts: `estate.py` what seats hold,
  `kept.py` ballots, entries, remarks
* `clock.py` the evening, `dice.py` dice and turns, `timeouts.py`, `jail.py`
* `landing.py` rent and tax, `ledger.py` money that was entered, `pot.py` field 21
* `deeds.py` bought, lifted, traded, `buildings.py`, `auctions.py`, `offers.py`, `shares.py`,
  `loans.py`
* `cards.py` cards as they are used, `passes.py` free passage and the grant
* `cheating.py` accusations and votes, `conduct.py` what the keeper writes down, `bankruptcy.py`
* the end: `sheet.py`, `wealth.py`, `signing.py`, `places.py`
* out of it: `view.py` and `views.py` what screens may draw, `summary.py`
* between evenings: `awards.py` points for a place, `season.py`, `seating.py`, `contenders.py`,
  `whatif.py`, `prospects.py` (a final not played yet), `members.py`, `evenings.py`, `proposals.py`
* `book.py` the document's sums, for handlers and for whoever asks

Not here: the clock that drives it, and balances: paper money is the truth.
"""

from rules.matador.game import GAME

__all__ = ["GAME"]
