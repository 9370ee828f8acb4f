#!/usr/bin/env python3
"""Games through HAProxy while nodes, databases and connections are broken; afterwards everything acknowledged must be in
the log, once and in order, every node must agree with it, and every game must have ended.
  tests/cluster/run.py                  a few faults of each kind, for script/test
  tests/cluster/run.py --minutes N      again and again with 200 games, for script/soak --cluster
  tests/cluster/run.py --calm           one fault after the other: how long tables stand still for each kind
  tests/cluster/run.py --duel           only: two nodes given the same answer at the same moment
"""
import argparse
import collections
import itertools
import json
import os
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True

from site_under_test import PLAYERS, Site  # noqa: E402
from faults import KINDS, Mischief, Workers  # noqa: E402
from verdict import judge, judge_store, pauses, share_of  # noqa: E402
from cluster_parts.machine import Refused, wait_until  # noqa: E402

SHORT = [["killed", "stopped", "restarted", "killed"], ["primary"], ["reset", "silent", "reset"]]
# Each in turn for as long as the games last: nodes, the database, the network, all at once.
LONG = [itertools.cycle(kinds) for kinds in (["killed", "restarted"], ["stopped"], ["stopped"], ["reset", "silent"],
                                             ["silent", "reset"], ["primary"])]


def say(text=""):
    print(text, flush=True)


class Sums:
    """Over all rounds."""

    def __init__(self):
        self.counts = collections.Counter()
        self.faults = collections.Counter()
        self.pauses = collections.defaultdict(list)
        self.games = 0
        self.wrong = []

    def add(self, report, mischief, wrong):
        self.games += len(report["tables"])
        self.counts.update(report["counts"])
        self.faults.update(fault.kind for fault in mischief.faults)
        for kind, values in pauses(report["tables"], mischief.faults).items():
            self.pauses[kind] += values
        self.wrong += wrong

    def show(self):
        say(f"{'fault':<52} {'times':>6}   tables stood still (s)  p50    max")
        for kind, words in KINDS.items():
            values = sorted(self.pauses[kind])
            say(f"{words:<52} {self.faults[kind]:>6}   {'':<22} {share_of(values, 0.5):4.1f}  "
                f"{share_of(values, 1):5.1f}")
        counts = self.counts
        say(f"{self.games} games, {counts['acknowledged']} actions acknowledged, {counts['answers']} of them answers of "
            f"people; {counts['lines_lost']} lines lost, {counts['refused_lines']} more did not come about")
        say(f"{counts['resent']} answers sent again, {counts['kept']} had been kept although nobody had said so, "
            f"{counts['storage']} refused because nothing could be kept, {counts['stale']} because the game had gone on")
        say(f"{counts['behind']} times a node had not heard of everything yet, {counts['untold']} times for longer than "
            f"12 s, {counts['waited_long']} answers had none for 20 s")
        say(f"{len(self.wrong)} wrong")


def play(site, tables, think, lists, seed, seconds, pause):
    """One round: games from beginning to end, with faults."""
    path = os.path.join(site.home, "report.json")
    players = subprocess.Popen([PLAYERS, "--port", str(site.port), "--tables", str(tables), "--think", str(think),
                                "--seconds", str(seconds), "--seed", str(seed), "--report", path],
                               stdout=subprocess.PIPE, text=True)
    mischief = Mischief(site, seed)
    workers = Workers(mischief, lists, pause)
    shown = time.monotonic()
    started = False
    try:
        for line in players.stdout:
            progress = json.loads(line)
            if not started and progress["counts"]["acknowledged"] > tables:
                workers.start()  # most games have begun
                started = True
            if progress["over"] > tables * 0.95 and not workers.stopping.is_set():
                workers.stopping.set()  # the last ones are to end in peace
            if time.monotonic() - shown >= 20:
                shown = time.monotonic()
                say(f"  {progress['over']} of {progress['of']} games over, {progress['counts']['acknowledged']} actions "
                    f"acknowledged, {len(mischief.faults)} faults")
    finally:
        if started:
            workers.end()
        if sys.exc_info()[0] is not None:
            players.kill()
        players.wait()
    with open(path, encoding="utf-8") as file:
        report = json.load(file)
    os.unlink(path)
    return report, mischief


def all_well(site):
    for name in site.names:
        wait_until(f"{name} to be healthy", lambda name=name: site.cluster.node_status(name) == "healthy", 40)


def round_of(site, sums, tables, think, lists, seed, seconds, pause):
    began = time.monotonic()
    report, mischief = play(site, tables, think, lists, seed, seconds, pause)
    played = time.monotonic()
    wrong = [f"not mended: {trouble}" for trouble in mischief.troubles]
    try:
        all_well(site)
    except Refused as refused:
        wrong.append(str(refused))
    wrong += judge(site, report)
    sums.add(report, mischief, wrong)
    say(f"  played for {played - began:.0f} s, looked through for {time.monotonic() - played:.0f} s")
    show_wrong(site, wrong)
    return not wrong


def show_wrong(site, wrong):
    for text in wrong[:20]:
        say(f"  WRONG: {text}")
    if wrong:
        say(f"  logs are in {site.keep_logs()}")


def duel(site, tables):
    """Directly, past HAProxy."""
    path = os.path.join(site.home, "report.json")
    ports = ",".join(str(site.node_port(name)) for name in site.names[:2])
    done = subprocess.run([PLAYERS, "--duel", ports, "--tables", str(tables), "--report", path], text=True,
                          capture_output=True, check=False)
    say(done.stdout.strip() or done.stderr.strip())
    with open(path, encoding="utf-8") as file:
        report = json.load(file)
    os.unlink(path)
    wrong = judge(site, report)
    show_wrong(site, wrong)
    return done.returncode == 0 and not wrong


def check_store(site, sums):
    wrong = judge_store(site)
    sums.wrong += wrong
    show_wrong(site, wrong)


def calm(arguments):
    """One fault after the other, each with time to be over: how long people wait for each kind."""
    sums = Sums()
    with Site(nodes=3) as site:
        for kind in KINDS:
            round_of(site, sums, arguments.tables or 60, arguments.think or 500, [[kind] * arguments.times],
                     arguments.seed, 300, (9, 10))
        check_store(site, sums)
        sums.show()
    return not sums.wrong


def short(arguments):
    sums = Sums()
    began = time.monotonic()
    with Site(nodes=3) as site:
        say(f"a site of three nodes after {time.monotonic() - began:.0f} s")
        fair = duel(site, 1)
        say(f"that was over after {time.monotonic() - began:.0f} s")
        round_of(site, sums, arguments.tables or 60, arguments.think or 110, SHORT, arguments.seed, 150, (0.2, 0.6))
        check_store(site, sums)
        sums.show()
    say(f"{time.monotonic() - began:.0f} s in all")
    missing = [words for kind, words in KINDS.items() if sums.faults[kind] == 0]
    if missing:
        say(f"not done before the games were over: {', '.join(missing)}")
    return fair and not sums.wrong and not missing


def long(arguments):
    sums = Sums()
    end = time.monotonic() + arguments.minutes * 60
    with Site(nodes=arguments.nodes) as site:
        fair = duel(site, 3)
        for number in itertools.count(1):
            began = time.monotonic()
            fine = round_of(site, sums, arguments.tables or 200, arguments.think or 500, LONG, arguments.seed + number,
                            900, (0.1, 0.8))
            say(f"round {number}: {'fine' if fine else 'WRONG'}, {time.monotonic() - began:.0f} s; so far")
            sums.show()
            if time.monotonic() > end or (sums.wrong and not arguments.keep_on):
                break
        check_store(site, sums)
        say(f"{len(sums.wrong)} wrong in all")
    return fair and not sums.wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--tables", type=int)
    parser.add_argument("--think", type=int)
    parser.add_argument("--nodes", type=int, default=6)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--duel", action="store_true")
    parser.add_argument("--calm", action="store_true")
    parser.add_argument("--times", type=int, default=3, help="of each kind, with --calm")
    parser.add_argument("--keep-on", action="store_true", help="after something was wrong")
    arguments = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # servers are ended, whoever ends this
    say(f"seed {arguments.seed}")
    if arguments.duel:
        with Site(nodes=2, cut=False) as site:
            return duel(site, arguments.tables or 20)
    if arguments.calm:
        return calm(arguments)
    return long(arguments) if arguments.minutes else short(arguments)


if __name__ == "__main__":
    try:
        sys.exit(0 if main() else 1)
    except KeyboardInterrupt:
        sys.exit(130)
    except Refused as reason:
        sys.exit(f"cluster: {reason}")
