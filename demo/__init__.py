"""Plays one complete championship game, as a table in a hall would."""
