"""One file per command: `configure(parser)` and `run(args) -> int`, imported when it is called."""

# * what they share: `parser.py` one line for a mistake, `editionfile.py` an edition by id or path,
#   `settingtext.py` settings as a player reads them
