#!/usr/bin/env python3
"""One, two and three nodes beside each other on one PostgreSQL: how much they carry, how long it takes until everybody at
a table has seen an answer, and what an action costs.
  ninja -C build/release bastide bastide_load && tests/bench/nodes.py     everything, some ten minutes
  tests/bench/nodes.py --seconds 5 --nodes 1,3                            shorter
  tests/bench/nodes.py --plot                                             only draws what was measured last
Prints tables for docs/performance.md and draws docs/pictures/nodes-load.svg; the figures are in build/nodes-load.json."""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
sys.dont_write_bytecode = True
sys.path[:0] = [os.path.join(ROOT, "script"), os.path.dirname(os.path.abspath(__file__))]

from cluster_parts.postgres import DATABASE, Postgres  # noqa: E402
from nodes_plot import draw  # noqa: E402

LOAD = os.path.join(ROOT, "build/release/bastide_load")
FIGURES = os.path.join(ROOT, "build/nodes-load.json")
PICTURE = os.path.join(ROOT, "docs/pictures/nodes-load.svg")
ANSWERS = 2000  # a second, which with the dealer's draws are 3,000 actions


class Databases:
    """A primary, and if it is wanted a synchronous standby, in a folder that goes with them."""

    def __init__(self, standby=False, settings=None):
        self.folder = tempfile.TemporaryDirectory(prefix="bastide-nodes-")
        os.chmod(self.folder.name, 0o755)
        self.primary = Postgres(os.path.join(self.folder.name, "a"), {}, settings)
        self.standby = Postgres(os.path.join(self.folder.name, "b"), {}, settings) if standby else None

    def __enter__(self):
        self.primary.make_primary()
        if self.standby:
            self.standby.make_standby(self.primary)
        return self

    def __exit__(self, *_):
        for one in (self.standby, self.primary):
            if one and one.alive():
                one.stop()
        self.folder.cleanup()

    def new(self):
        """An empty database; where it is."""
        self.primary.query(f"DROP DATABASE IF EXISTS {DATABASE}", "postgres")
        self.primary.query(f"CREATE DATABASE {DATABASE}", "postgres")
        self.primary.query("CHECKPOINT", "postgres")
        return f"postgresql://postgres@/{DATABASE}?host={self.primary.folder}&port=5432"


def figures_in(text):
    """What bastide_load has printed, by name."""
    found = {}
    patterns = {
        "answers": r"answers seen by everybody\s+(\d+)", "actions": r"actions acknowledged\s+(\d+)",
        "p50": r"seen by all\s+p50 ([\d.]+)", "p99": r"seen by all\s+p50 [\d.]+ ms, p99 ([\d.]+)",
        "worst": r"seen by all.* worst ([\d.]+)", "postgres_cores": r"processor of PostgreSQL\s+(\d+) %",
        "postgres_mb": r"memory of PostgreSQL\s+(\d+) MB",
    }
    for name, pattern in patterns.items():
        match = re.search(pattern, text)
        found[name] = float(match.group(1)) if match else None
    found["node_cores"] = [float(value) / 100 for value in
                           re.findall(r"processor of (?:the server|node \d+)\s+(\d+) %", text)]
    found["node_mb"] = [float(value) for value in re.findall(r"memory of (?:the server|node \d+)\s+(\d+) MB", text)]
    if found["postgres_cores"] is not None:
        found["postgres_cores"] /= 100
    found["faults"] = re.findall(r"^fault: .*$|^\d+ connections were lost$", text, re.MULTILINE)
    return found


def snapshot(primary, statements):
    """Counters of the database, as numbers."""
    sums = primary.query("SELECT json_build_object('wal', pg_current_wal_insert_lsn() - '0/0'::pg_lsn, "
                         "'commits', (SELECT sum(xact_commit) FROM pg_stat_database))")
    found = json.loads(sums)
    if statements:
        found["statements"] = json.loads(primary.query(
            "SELECT coalesce(json_object_agg(query, json_build_array(calls, total_exec_time, rows)), '{}'::json) FROM "
            "(SELECT left(query, 60) query, sum(calls) calls, sum(total_exec_time) total_exec_time, sum(rows) rows "
            "FROM pg_stat_statements GROUP BY 1) s"))
    return found


def run(databases, nodes, apart, rate, seconds, tables=1000, statements=False):
    store = databases.new()
    if statements:
        databases.primary.query("CREATE EXTENSION pg_stat_statements")
    command = [LOAD, "--tables", str(tables), "--seconds", str(seconds), "--threads", "1", "--nodes", str(nodes),
               "--apart", "yes" if apart else "no", "--store", store, "--postgres",
               str(databases.primary.state["pid"]), "--rate", str(rate)]
    marks = {}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as load:
        text = ""
        for line in load.stdout:
            text += line
            if line.strip() in ("measuring", "measured"):
                marks[line.strip()] = snapshot(databases.primary, statements)
    found = figures_in(text)
    if load.returncode != 0 or found["actions"] is None:
        print(text, file=sys.stderr)
    found.update(nodes=nodes, apart=apart, rate=rate, standby=databases.standby is not None, seconds=seconds)
    if len(marks) == 2:
        actions = max(1.0, (found["actions"] or 0) * seconds)
        before, after = marks["measuring"], marks["measured"]
        found["wal_bytes"] = (float(after["wal"]) - float(before["wal"])) / actions
        found["commits"] = (after["commits"] - before["commits"]) / actions
        if statements:
            found["statements"] = cost_of(before["statements"], after["statements"], actions)
            found["row_bytes"] = float(databases.primary.query(
                "SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relname IN ('actions', 'states', 'tables', "
                "'holders')")) / max(1.0, float(databases.primary.query("SELECT count(*) FROM actions")))
    return found


def cost_of(before, after, actions):
    """Statements for an action: (text, calls, µs), the dearest first."""
    rows = []
    for query, (calls, time, _) in after.items():
        old = before.get(query, (0, 0, 0))
        rows.append((query, (calls - old[0]) / actions, 1000 * (time - old[1]) / actions))
    return sorted((row for row in rows if row[2] > 0.05), key=lambda row: -row[2])


def row_text(one):
    where = "–" if one["nodes"] == 1 else "apart" if one["apart"] else "together"
    rate = "as fast as they can" if one["rate"] == 0 else f"{one['rate']:,} answers/s"
    cores = " + ".join(f"{value:.2f}" for value in one["node_cores"])
    memory = " + ".join(f"{value:.0f}" for value in one["node_mb"])
    return (f"| {one['nodes']}{' with standby' if one['standby'] else ''} | {where} | {rate} | {one['actions']:,.0f} | "
            f"{one['p50']:.1f} | {one['p99']:.1f} | {cores} | {one['postgres_cores']:.2f} | {memory} | "
            f"{one['postgres_mb']:.0f} |")


def measure(arguments):
    figures = []

    def note(one):
        figures.append(one)
        print(row_text(one) if one["actions"] else f"no figures: {one}", flush=True)
        for fault in one["faults"]:
            print(f"  {fault}", flush=True)
    print("| nodes | players of a table | rate | actions/s | p50 ms | p99 ms | cores of the nodes | of PostgreSQL | "
          "MB of the nodes | of PostgreSQL |\n" + "| --- " * 10 + "|", flush=True)
    counts = [int(word) for word in arguments.nodes.split(",")]
    with Databases() as databases:
        for rate in (ANSWERS, 0):
            for nodes in counts:
                for apart in (False, True) if nodes > 1 else (False,):
                    note(run(databases, nodes, apart, rate, arguments.seconds, arguments.tables))
    with Databases(standby=True) as databases:
        for rate in (ANSWERS, 0):
            note(run(databases, max(counts), True, rate, arguments.seconds, arguments.tables))
    preload = {"shared_preload_libraries": "pg_stat_statements", "pg_stat_statements.track": "top"}
    with Databases(settings=preload) as databases:
        one = run(databases, max(counts), True, ANSWERS, arguments.seconds, arguments.tables, statements=True)
        figures.append(one)
        print(f"\nfor an action: {one['wal_bytes']:.0f} bytes of WAL, {one['row_bytes']:.0f} bytes of rows and indexes, "
              f"{one['commits']:.3f} commits; statements:")
        for query, calls, time in one["statements"]:
            print(f"| `{query}` | {calls:.4f} | {time:.1f} µs |")
    with open(FIGURES, "w", encoding="utf-8") as file:
        json.dump(figures, file, indent=1)
    return figures


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--nodes", default="1,2,3")
    parser.add_argument("--plot", action="store_true")
    arguments = parser.parse_args()
    if arguments.plot:
        with open(FIGURES, encoding="utf-8") as file:
            figures = json.load(file)
    else:
        figures = measure(arguments)
    with open(PICTURE, "w", encoding="utf-8") as file:
        file.write(draw(figures))
    print(f"drawn: {os.path.relpath(PICTURE, ROOT)}")


if __name__ == "__main__":
    main()
