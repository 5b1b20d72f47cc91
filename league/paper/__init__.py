"""What is printed: result sheets, standings, seat lists and table cards, as PDF in A4.

| module | noun |
|---|---|
| `papers.py` | a `Paper` and its blocks: all that the press needs to know, plain values |
| `resultsheets.py` | a game's sheet, as its book asks: signatures, the record's hash |
| `standingsheets.py` | the standings |
| `seatlists.py` | who sits where in a round, by name and by table |
| `tablecards.py` `cards.py` | a card for each table, and how it is drawn |
| `faces.py` | the faces of the letters |
| `press.py` | `python -m league.paper.press`: papers on stdin, a PDF on stdout |
| `printing.py` | asks the press |

What a paper shows its page shows too: nobody reads on paper what he may not read on a screen.
"""
