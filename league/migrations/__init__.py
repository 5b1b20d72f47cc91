"""Steps from one shape of the database to the next, run at start. No released step is edited.

`env.py` is Alembic's entry, the steps are in `versions/`.
"""
