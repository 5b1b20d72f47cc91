"""Sound: scores, samples, piezo notes, and the player that gives them out at their instant."""
