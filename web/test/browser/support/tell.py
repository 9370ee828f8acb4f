"""Replace the log of a stored table by a record: positions that random play hardly ever reaches.

  python3 tell.py PROGRAM STORE TABLE < record.json

Each row needs the hash of the position after its action, which the program itself is asked for.
"""
import json
import sqlite3
import subprocess
import sys

program, store, table = sys.argv[1:]
record = json.load(sys.stdin)


def position_after(count):
    part = dict(record, actions=record["actions"][:count])
    done = subprocess.run([program, "replay", "-", "--json"], input=json.dumps(part), capture_output=True,
                          text=True, check=True)
    return json.loads(done.stdout)


def row_of(index, action):
    number = int(position_after(index + 1)["hash"], 16)
    signed = number - (1 << 64) if number >= 1 << 63 else number
    return table, index, json.dumps(action, separators=(",", ":")), signed, 1_700_000_000_000 + index


with sqlite3.connect(store) as connection:
    connection.execute("DELETE FROM actions WHERE table_id = ?", (table,))
    connection.executemany("INSERT INTO actions (table_id, seq, action, hash, at_ms) VALUES (?, ?, ?, ?, ?)",
                           [row_of(*each) for each in enumerate(record["actions"])])
