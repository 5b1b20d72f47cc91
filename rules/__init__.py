"""The rules of every game, pure: no clock, no dice, no disk. Time is in the action.

Where to start: `kinds.py` (the words), `opening.py` and `actions/` (what comes in), `edition.py`
(the numbers in force), `game.py` (what a game gives), `history.py` (the fold: time, undo,
refusals), `record.py` (the file of a game, chained and sealed). A game is a folder (`monopoly/`);
`registry.py` lists them and loads one only when it is asked for. Editions are the TOML files in
`editions/`; their text is read by the caller.

Not here: anything that opens, prints, sleeps, draws lots by chance or knows a pin or a page.
"""
