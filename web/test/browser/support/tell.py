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


def hashes():
    """After each action, by one run of the program over all beginnings of the record."""
    actions = record["actions"]
    beginnings = (json.dumps(dict(record, actions=actions[:count + 1])) for count in range(len(actions)))
    done = subprocess.run([program, "replay", "-", "--json"], input="\n".join(beginnings), capture_output=True, text=True,
                          check=True)
    return [int(json.loads(line)["hash"], 16) for line in done.stdout.splitlines()]


def row_of(index, action, number):
    signed = number - (1 << 64) if number >= 1 << 63 else number
    return table, index, json.dumps(action, separators=(",", ":")), signed, 1_700_000_000_000 + index


with sqlite3.connect(store) as connection:
    rows = [row_of(index, action, number)
            for index, (action, number) in enumerate(zip(record["actions"], hashes(), strict=True))]
    connection.execute("DELETE FROM actions WHERE table_id = ?", (table,))
    connection.executemany("INSERT INTO actions (table_id, seq, action, hash, at_ms) VALUES (?, ?, ?, ?, ?)", rows)
