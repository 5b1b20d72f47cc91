"""What PostgreSQL alone needs for one more result: five durable rows, and a look at the first."""

import json
import statistics
import time

import psycopg


def measure(url, tries):
    """Nanoseconds (median) of a transaction of five rows and a read after it."""
    took = []
    with psycopg.connect(url, autocommit=True) as base:
        base.execute("CREATE TABLE r (id bigint PRIMARY KEY, own bigint, facts text)")
        for number in range(tries):
            began = time.perf_counter_ns()
            with base.transaction():
                for seat in range(5):
                    row = (number * 5 + seat, seat, json.dumps({"cash": seat}))
                    base.execute("INSERT INTO r VALUES (%s, %s, %s)", row)
            base.execute("SELECT own FROM r WHERE id = %s", (number * 5,)).fetchone()
            took.append(time.perf_counter_ns() - began)
    return statistics.median(took)
