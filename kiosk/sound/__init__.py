"""Sound: scores, samples, piezo notes, and the player that gives them out at their instant."""

# * `score.py` the score file as values, `settings.py` what a table wants
# * making: `synthesis.py` score -> samples, `mask.py` a night's noise, `meter.py` loudness,
#   `making.py` a bank's files, `renderer.py` in another process, `bank.py` what there is
# * playing: `agenda.py` who sounds when, `player.py` the thread, `speaker.py` SDL's mixer,
#   `cards.py` which loudspeaker, `piezo.py` the same score as notes
