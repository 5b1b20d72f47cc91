"""What the libraries alone need for the same work: each under 40 lines, nothing of ours in it."""
