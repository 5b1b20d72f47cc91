"""One file a figure: `FIGURE` says the goal, how to measure once, and when the goal is met."""
