"""The table looks at itself: every button, lamp, buzzer, speaker, screen, link, clock, disk.

A running table drives a `SelfTest` as `alone.py` does; the record of a game is never touched.
"""

# * `check.py` one thing that was looked at: passed or failed, what was found, what to do about it
# * `parts.py` what is done one after the other: lights, sounds, pictures, buttons, questions
# * `selftest.py` `SelfTest`: the parts in their order, driven by a host with edges, keys and time
# * `machine.py` what needs nobody and may take its time: link, clock, disk, supply
# * `alone.py` the test without a running table, for `kiosk selftest`; `hosted.py` on a running one,
#   made by `oftable.py`; `playing.py` a look at a table that plays
# * `samples.py` pictures of it for the gallery
