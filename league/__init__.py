"""The league server: receives sealed game records, checks them by replay, shows standings.

Start at `app.py` (what is put together), then `ingest.py` (the road of a record) and `standings.py`
(how a season's table is made from results). Commands are in `cli/`, pages in `pages/`.

* a process: `serving.py` the server, `processes.py` several behind one port, `door.py` before the
  application, `service.py` what everything works with, `settings.py`, `errors.py`, `texts.py`
* the database: `db.py` alone knows which it is, `writer.py` is the only thread that writes while
  the server runs, `readers.py` who reads now; `schema.py`, `tables.py`, `copytables.py`,
  `halltables.py`, `tournamenttables.py`, `accesstables.py` its tables, `keptjson.py` JSON in them,
  `migrations/`; `backup.py`, `dumps.py` copies of it
* a record: `proof.py` whole and sealed?, `judging.py` played again, `replaying.py` in processes of
  their own, `receipts.py`, `aside.py` kept aside, `refusals.py` why not, `verifying.py` all again
* what a person asked for and cannot have: `errors.py`, `troubles.py` in the reader's language
* other roads to here: `gateway.py` a serial line, `carried.py` by hand; `beacon.py` says where we
  are
* tables: `enrolment.py`, `live.py` what they say, `opencopies.py` and `takeover.py` when one dies,
  `tablenames.py`
* seasons: `seasons.py`, `rounds.py`, `results.py` what counts, `ownrows.py` kept rows, `kept.py`
  kept answers by `marks.py`; `families/` per family; `draws.py` seats, `ratings.py`,
  `substitutes.py`, `prizeboard.py`, `ids.py` names
* files: `imports.py`, `resultfiles.py`, `rfc4180.py`, `standingsfiles.py`; `feeds.py` with
  `icalendar.py`
* a hall of a casino: `hallclock.py` its clock, `clockacts.py`, `halls.py` what tables are told
* what pages show: `sheets.py`, `clubsheets.py`, `tournamentsheets.py`, `sheetfigures.py`,
  `figures.py`, `incidents.py`, `dicebook.py` with `fairness.py`; `charts/`, `paper/`, drawn
  `elsewhere.py`
* who asks: `guards.py` on every route, `roles.py` who may what; `auth.py` tokens, `sessions.py`
  cookies, `people.py`, `tokens.py` programs, `secret.py`, `rates.py`, `crosssite.py`, `qr.py`
* what was done: `audit.py` the log, `auditbook.py` to read it
* told of changes: `changes.py`, `bus.py` other processes, `drawn.py` pages drawn once;
  `outgoing.py` events, `outbox.py` sends them, `webhooks.py`; `metrics.py`
* `competition/`, `club/`, `tournaments/`: what is around games

Not here: points, places, seat draws (`rules`), pins and screens. The league never imports `kiosk`.
"""
