"""What people would rather look at than read: points over a season, how long games last, dice.

| module | noun |
|---|---|
| `course.py` | how each player's points grew, as the rules rank the season after each step |
| `lengths.py` | how long the games of a season lasted |
| `drawing.py` | where lines and bars lie: pure numbers, drawn by the templates as SVG |

Every chart has a table beside it that says the same. Dice are counted by `league/dicebook.py`.
"""
