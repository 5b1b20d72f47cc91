"""The official's console: where private facts appear, and nowhere else."""

# * in the table's process, without a web library: `wire.py` the private socket, `plain.py` what
#   goes over it, `second.py` the second display, `glass.py` draws it
# * in the process of `kiosk console`: `serving.py` the server, `app.py` its routes, `pairing.py`
#   the one tablet, `link.py` the way to the table, `logbook.py` what stands in the record
# * what he sees: `rendering.py` with `templates/` and `static/`, `wording.py` in words, `verbs.py`
#   what he can do, `family.py` what a family adds, `boardgame.py` board games' part
