"""One file per command: `configure(parser)` and `run(args) -> int`, imported when it is called."""
