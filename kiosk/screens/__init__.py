"""What the table shows, drawn with pygame-ce from frozen values: flat shapes and text.

Start at `frame.py` (all a screen may show), then `base.py` (`Painter`: owns the surface, redraws
what changed) and `choose.py` (which screen a frame asks for). Nothing here decides anything about a
game, reads a clock or a button, or knows a private fact.
"""

# * how: `part.py` what a screen is made of, `layout.py` where things lie, `theme.py` tokens,
#   `text.py` fonts, `brush.py` plates, `glyphs.py` drawn signs, `label.py` a text in a box,
#   `errors.py`
# * what a touch can mean: `targets.py`; what a family gives: `family.py`
# * on most screens: `chrome.py` strip and bottom line, `ring.py` the table from above, `cards.py`
#   place cards, `subject.py` whose turn, `clock.py`, `lastroll.py`, `holdbar.py`, `pad.py` digits
# * asked and half said: `question.py`, `panel.py`, `dice.py` the grid
# * without a game: `idle.py`, `setup.py` roll call, `closed.py`, `hall.py` the hall's board,
#   `membervote.py`
# * in a game: `ballot.py`, `poster.py` a warning, `ending.py`, `fault.py`, `selftest.py`
# * the count: `sheet.py` and `sheeteditor.py` by touch, `sheetparts.py`, `deeds.py`, `boardmap.py`,
#   `counted.py` what it shows, `signing.py`
# * `gallery.py` draws every screen to files
