"""What the table shows, drawn with pygame-ce from frozen values: flat shapes and text.

Start at `frame.py` (all a screen may show), then `base.py` (`Painter`: owns the surface, redraws
what changed), `part.py` (what a screen is made of), `choose.py` (which screen a frame asks for) and
one file a screen. `theme.py`, `text.py`, `glyphs.py`, `brush.py` are the material, `layout.py` the
places. Nothing here decides anything about a game, reads a clock or a button, or knows a private
fact.
"""
