"""The table of wood and wire: data and drawings, and what makes one from the other.

`python -m hardware` makes everything that is made, `--check` says what does not agree. Nothing here
runs on a table: a table reads `pins.toml` alone, through `firmware_py.pinmap`.

* `pins.toml` the pin map; `bom.csv` the parts; `enclosure/*.scad` the printed parts
* `wiring.py` pin map -> `wiring.md` and the tables in `README.md`
* `harness.py` (`boxwires.py`, `unitwires.py`, `figure.py`, `chips.py`) pin map and parts ->
  `harness/*.yml`; `drawings.py` WireViz -> the rest of `harness/`
* `parts.py` does the list of parts agree with pin map and drawings? (rule E22)
* `solids.py` OpenSCAD -> `enclosure/stl/*.stl`, and are they closed; `pictures.py` -> `pictures/`
"""
