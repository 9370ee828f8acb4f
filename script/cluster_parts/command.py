"""The words of script/cluster."""
import argparse
import os
import signal
import sys
import time

from .cluster import Cluster
from .machine import Refused

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))


def read_arguments(words):
    parser = argparse.ArgumentParser(
        prog="script/cluster", usage="%(prog)s [--nodes N] [--port P] [--background] [-- FLAGS OF bastide serve]\n"
        "       %(prog)s --status | --stop\n"
        "       %(prog)s --kill NODE | --stop-node NODE | --start NODE | --pause NODE SECONDS\n"
        "       %(prog)s --kill-primary | --promote",
        description="A whole site on this machine: PostgreSQL with a synchronous standby, nodes, and HAProxy in front.")
    parser.add_argument("--nodes", type=int, default=3, metavar="N", help="how many nodes (3)")
    parser.add_argument("--port", type=int, default=8080, metavar="P", help="HAProxy's; the nodes take the next ones")
    parser.add_argument("--folder", help=argparse.SUPPRESS)
    parser.add_argument("--background", action="store_true", help="return when everything runs")
    one = parser.add_mutually_exclusive_group()
    one.add_argument("--status", action="store_true", help="what runs")
    one.add_argument("--stop", action="store_true", help="end everything and delete its folder")
    one.add_argument("--kill", metavar="NODE", help="with SIGKILL, as if its machine had gone")
    one.add_argument("--stop-node", metavar="NODE", help="as a service manager stops it")
    one.add_argument("--start", metavar="NODE", help="one that is gone")
    one.add_argument("--pause", nargs=2, metavar=("NODE", "SECONDS"), help="it stands still for so long")
    one.add_argument("--kill-primary", action="store_true", help="the database that takes writes")
    one.add_argument("--promote", action="store_true",
                     help="make the standby the primary, and the old one its new standby")
    parser.add_argument("options", nargs="*", metavar="FLAGS", help="after --, for every node")
    arguments = parser.parse_args(words)
    if not 1 <= arguments.nodes <= 20:
        parser.error("--nodes is 1 to 20")
    if not 1 <= arguments.port <= 65535 - arguments.nodes:
        parser.error(f"--port is 1 to {65535 - arguments.nodes}")
    if arguments.pause:
        try:
            arguments.pause[1] = float(arguments.pause[1])
        except ValueError:
            parser.error("--pause wants a number of seconds")
        if not 0 < arguments.pause[1] <= 3600:
            parser.error("--pause is up to 3600 seconds")
    return arguments


def table(rows):
    """Columns as wide as their longest text."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows)


class Progress:
    """One line that changes on a terminal, a line for each step elsewhere."""

    def __init__(self):
        self.terminal = sys.stdout.isatty()

    def __call__(self, text):
        print(f"\r\033[K{text}" if self.terminal else text, end="" if self.terminal else "\n", flush=True)

    def clear(self):
        if self.terminal:
            print("\r\033[K", end="", flush=True)


def start(arguments):
    progress = Progress()
    cluster = Cluster(arguments.folder, progress)
    program = os.path.join(ROOT, "build/release/bastide")
    cluster.create(program, arguments.nodes, arguments.port, arguments.options)
    began = time.monotonic()
    try:
        cluster.start()
    except KeyboardInterrupt:
        progress.clear()
        raise Refused("stopped before everything ran; nothing is left") from None
    progress.clear()
    print(table(cluster.status()))
    print(f"\nBastide serves http://localhost:{arguments.port} ({time.monotonic() - began:.0f} s to start); "
          f"logs are in {cluster.folder}")
    if arguments.background:
        print("script/cluster --stop ends it")
        return
    print("Ctrl-C ends it; in another terminal: script/cluster --help", flush=True)
    watch(cluster)


def watch(cluster):
    """Says what changes, until Ctrl-C, or until somebody else ends the cluster."""
    def interrupt(*_):
        raise KeyboardInterrupt
    signal.signal(signal.SIGTERM, interrupt)
    signal.signal(signal.SIGHUP, interrupt)
    seen = dict((row[0], row[2]) for row in cluster.status())
    try:
        while os.path.exists(cluster.note):
            time.sleep(1)
            try:
                rows = cluster.load().status()
            except (Refused, ValueError, OSError):
                continue
            for name, _, state in rows:
                if seen.get(name) != state:
                    print(f"{time.strftime('%H:%M:%S')}  {name}: {state}", flush=True)
                    seen[name] = state
    except KeyboardInterrupt:
        print("\nending everything", flush=True)
        cluster.stop()


def pause(cluster, name, seconds):
    cluster.pause_node(name, True)
    try:
        time.sleep(seconds)
    finally:
        cluster.pause_node(name, False)


def change(cluster, arguments):
    if arguments.kill:
        cluster.kill_node(arguments.kill)
    elif arguments.stop_node:
        cluster.stop_node(arguments.stop_node)
    elif arguments.start:
        with cluster.alone():
            cluster.start_node(arguments.start)
    elif arguments.pause:
        pause(cluster, *arguments.pause)
    elif arguments.kill_primary:
        cluster.kill_primary()
    elif arguments.promote:
        with cluster.alone():
            cluster.promote()
            cluster.rebuild_standby()
    progress = cluster.say
    progress.clear()
    print(table(cluster.status()))


def run(words):
    arguments = read_arguments(words)
    cluster = Cluster(arguments.folder, Progress())
    if arguments.stop:
        if not cluster.exists():
            print("no cluster is running")
            return
        if os.path.exists(cluster.note):
            cluster.load()
        cluster.stop()
        print("everything has ended; nothing is left")
    elif arguments.status:
        print(table(cluster.load().status()))
    elif (arguments.kill or arguments.stop_node or arguments.start or arguments.pause or arguments.kill_primary
          or arguments.promote):
        change(cluster.load(), arguments)
    else:
        start(arguments)


def main(words):
    try:
        run(words)
    except Refused as refused:
        print(f"cluster: {refused}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0
