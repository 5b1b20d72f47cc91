"""`python -m demo`."""
