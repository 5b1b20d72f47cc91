"""Routes only: read the request, call one noun, answer.

* programs: `api.py` records in and out, `lists.py`, `files.py`, `hooks.py`, `clubapi.py`,
  `description.py` of the API, `health.py`
* everybody: `public.py`, `charts.py`, `hall.py` the board, `papers.py` PDFs, `stream.py` events
* a club: `club.py`, `clubforms.py`; a competition: `competition.py`, `competitionforms.py`,
  `competitionacts.py`; a casino: `tournament.py`, `tournamentforms.py`, `clock.py`; `takeovers.py`
* people: `signin.py`, `peoplepages.py`, `programs.py`, `office.py` what these have in common
* how: `rendering.py` templates, `theme.py` bright or dark, `sent.py` a form, `etag.py` marks
"""
