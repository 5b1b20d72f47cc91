"""The official's console: where private facts appear, and nowhere else.

In the table's process (no web library is loaded there): `wire.py` the private socket, `plain.py`
what goes over it, `glass.py` the second display. In the process of `kiosk console`: `serving.py`
the server, `app.py` its routes, `link.py` the way to the table, `logbook.py` what stands in the
record, `pairing.py` the one tablet, `verbs.py` what the official can do, `rendering.py` with
`templates/` and `static/` what he sees.
"""
