"""One command of `league` a file; `league/__main__.py` loads only what is called.

Each has `configure(parser)` and `run(args) -> int`.
"""
