"""A club's season beside its results: members, calendar, who came, seats, proposals and votes.

The rules are those of the edition (`rules.matador`); here is what the database keeps of it, and
what pages and commands ask. `standing.py` is who has played how much.

| module | noun |
|---|---|
| `members.py` | who belongs to the club, who has paid, who may play |
| `calendar.py` | evenings with their flags, who came |
| `tonight.py` | one evening on one page: who came, tables, places |
| `typed.py` | places of a board without a kiosk, kept as an imported file |
| `outlook.py` | "what do I need?" before and during the final |
| `proposals.py` `ballots.py` | proposals with their wordings, and the votes of the final evening |
| `picture.py` | the standings as a picture, drawn by `painting.py` in a process of its own |
| `explained.py` | what each result of a member was worth, and why |
"""
