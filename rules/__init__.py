"""The rules of every game, pure: no clock, no dice, no disk. Time is in the action.

Start at `history.py`, the fold of one game: time, undo, refusals.

* `kinds.py` the words everybody speaks, `value.py` what is passed around; `errors.py`
* what comes in: `opening.py`, `actions/`; from outside read strictly by `jsontext.py`, `words.py`
  (fit to be kept?), `shown.py` (how an error shows what it found)
* the numbers in force: `edition.py`, by `settings.py` what there is, `tomlkeys.py` in which line;
  the files are in `editions/`, their text is read by the caller
* a game: `game.py` what it gives, `registry.py` which there are, loaded when asked for:
  `monopoly/`, `matador/`, `mafia/`, `casino/`
* its file: `record.py` the lines, `chain.py` their hashes, `packed.py` as it travels, `script.py`
  played line by line, `verdict.py` what it is worth, `takeover.py` played on at another table,
  `identity.py` who a table is
* what games share: `board.py` deeds, `money.py` rounding down, `votes.py` majorities, `timers.py`
  clocks as values, `order.py` turns, `ranking.py` equal places, `lots.py` lots to draw again,
  `dates.py` days; `log.py` and `quick.py` states that change cheaply
* dice of the table: `fairdice.py` throws them, `dicecheck.py` throws them again

Not here: anything that opens, prints, sleeps, draws lots by chance or knows a pin or a page.
"""
