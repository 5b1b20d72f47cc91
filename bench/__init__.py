"""The figures of a table, each beside what the libraries alone need for the same work.

`floors/` holds the libraries alone, `figures/` one file a figure, `table.py` opens a table the way
`kiosk run` does. A figure is the median of five runs; its floor is measured in the same run.
"""
