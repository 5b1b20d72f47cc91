"""Plays one complete championship game, as a table in a hall would.

`script.py` reads `game.txt`, `table.py` plays it, `programs.py` are the two programs from outside,
`report.py` prints what came out.
"""
