"""Steps from one shape of the database to the next, run at start. A released step is never edited."""
