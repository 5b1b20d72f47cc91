"""The league server: receives sealed game records, checks them by replay, shows standings.

Start reading at `app.py` (what is put together), then `ingest.py` (the road of a record) and
`standings.py` (how a season's table is made from results). One noun a file: `seasons.py`,
`rounds.py`, `imports.py`, `draws.py`, `enrolment.py`, `receipts.py`, `live.py`; `gateway.py` is the
end of a serial line, `carried.py` takes what came by hand. `db.py` is the only place
that knows which database it is, `writer.py` the only thread that writes while the server runs.
Commands are in `cli/`, pages in `pages/`.

Not here: points, places, seat draws (`rules/`), pins and screens. The league never imports `kiosk`.
"""
