"""One command of `league` a file; `league/__main__.py` loads only what is called.

Each has `configure(parser)` and `run(args) -> int`. What they share: `opened.py` settings and the
open database, `printed.py` rows for people and spreadsheets, `given.py` what was given out by
number.
"""
