"""A cluster for the tests: nodes whose clocks differ, behind a proxy and with links to the database that can be cut."""
import contextlib
import os
import shutil
import sys
import tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
sys.path.insert(0, os.path.join(ROOT, "script"))

from cluster_parts.cluster import Cluster  # noqa: E402
from cluster_parts.machine import free_ports  # noqa: E402
from cluster_parts.postgres import DATABASE  # noqa: E402

from cutter import Cutter  # noqa: E402

BUILT = os.environ.get("BASTIDE_TEST_BUILD", os.path.join(ROOT, "build/release"))
PROGRAM = os.path.join(BUILT, "bastide")
PLAYERS = os.path.join(BUILT, "bastide_players")
FAKE_TIME = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1"
# Everybody comes from one address here.
GENEROUS = ["--log", "off", "--bot-pause", "0", "--threads", "1", "--max-per-address", "20000",
            "--max-tables-per-address", "1000000", "--max-bot-tables-per-address", "1000000",
            "--max-new-guests-per-address", "1000000", "--max-tables-per-guest", "1000"]


def clock_of(seconds):
    """The environment of a process whose clock is so far off; its monotonic clock is as it was."""
    if seconds == 0:
        return {}
    return {"LD_PRELOAD": FAKE_TIME, "FAKETIME": f"{seconds:+d}s", "DONT_FAKE_MONOTONIC": "1"}


def forget_clock(pid):
    """What the false clock of a process leaves behind when that is killed."""
    for name in (f"faketime_shm_{pid}", f"sem.faketime_sem_{pid}"):
        with contextlib.suppress(OSError):
            os.unlink(os.path.join("/dev/shm", name))


class Site:
    def __init__(self, nodes=3, cut=True, clocks=True, standby=True, database_settings=None, options=()):
        self.home = tempfile.mkdtemp(prefix="bastide-faults-")
        os.chmod(self.home, 0o755)
        web = os.path.join(self.home, "web")
        os.mkdir(web)
        with open(os.path.join(web, "index.html"), "w", encoding="utf-8") as page:
            page.write("<!doctype html>")
        self.cluster = Cluster(os.path.join(self.home, "cluster"))
        self.cutter = None
        port = free_ports(nodes + 1)
        self.cluster.create(PROGRAM, nodes, port, [*GENEROUS, *options, "--web", web], standby, database_settings)
        self.names = list(self.cluster.state["nodes"])
        if cut:
            sockets = [os.path.join(self.cluster.folder, name, ".s.PGSQL.5432") for name in ("a", "b")]
            self.cutter = Cutter(self.names, sockets)
            for name in self.names:
                self.cluster.node(name)["store"] = self.cutter.store(name, DATABASE)
        if clocks and os.path.exists(FAKE_TIME):
            for i, name in enumerate(self.names):
                self.set_clock(name, (-30, 30, 0)[i % 3])
        try:
            self.cluster.start()
        except BaseException:
            self.close()
            raise

    @property
    def port(self):
        return self.cluster.state["port"]

    def node_port(self, name):
        return self.cluster.node(name)["port"]

    def start_node(self, name, patience):
        """After its end."""
        forget_clock(self.cluster.node(name).get("pid"))
        self.cluster.start_node(name, patience)

    def set_clock(self, name, seconds):
        """From its next start on."""
        self.cluster.node(name)["environment"] = clock_of(seconds)

    def keep_logs(self):
        """For whoever looks for the reason."""
        place = os.path.join(ROOT, "build/cluster-logs")
        os.makedirs(place, exist_ok=True)
        for folder, _, files in os.walk(self.cluster.folder):
            for name in files:
                if name.endswith(".log") or name == "log":
                    shutil.copy(os.path.join(folder, name),
                                os.path.join(place, f"{os.path.basename(folder)}-{name}"))
        return os.path.relpath(place, ROOT)

    def close(self):
        if self.cutter is not None:
            for name in self.names:
                self.cutter.set_mode(name, "reset")
        processes = [node.get("pid") for node in self.cluster.state["nodes"].values()]
        self.cluster.stop()
        for pid in processes:
            forget_clock(pid)
        if self.cutter is not None:
            self.cutter.close()
        shutil.rmtree(self.home)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
