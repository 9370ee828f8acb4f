"""What is done to a site while people play, and when."""
import random
import threading
import time

from cluster_parts.machine import Refused

LEASE = 6.0  # seconds
KINDS = {
    "killed": "node killed (SIGKILL)",
    "stopped": "node stopped for longer than its lease (SIGSTOP)",
    "restarted": "node restarted with another clock",
    "primary": "primary killed, standby promoted",
    "reset": "connections to the database reset",
    "silent": "connections to the database silent",
}


class Fault:
    def __init__(self, kind, where):
        self.kind, self.where = kind, where
        self.begin = time.monotonic()
        self.end = None


class Mischief:
    """Does harm and mends it. At no time are all nodes harmed at once, except by the database."""

    def __init__(self, site, seed=0):
        self.site, self.random = site, random.Random(seed)
        self.lock = threading.Lock()
        self.harmed = set()
        self.faults = []
        self.troubles = []  # what could not be mended

    def take_node(self):
        """A node that is well, so that another one is left; None if there is none."""
        with self.lock:
            well = [name for name in self.site.names if name not in self.harmed]
            if len(well) < 2:
                return None
            node = self.random.choice(well)
            self.harmed.add(node)
            return node

    def begin(self, kind, where):
        fault = Fault(kind, where)
        with self.lock:
            self.faults.append(fault)
        return fault

    def harm(self, kind):
        """One fault from beginning to end; False if there was nobody to harm just now."""
        if kind == "primary":
            self.kill_primary()
            return True
        node = self.take_node()
        if node is None:
            return False
        try:
            getattr(self, kind)(node)
        finally:
            with self.lock:
                self.harmed.discard(node)
        return True

    def pause(self, least, most):
        time.sleep(self.random.uniform(least, most))

    def start_again(self, node):
        """However often it takes: the database may be away just now."""
        for _ in range(60):
            try:
                self.site.start_node(node, patience=15)
                return
            except Refused:
                if self.site.cluster.node_process(node).alive():
                    return
                time.sleep(0.5)
        self.troubles.append(f"{node} did not start again")

    def killed(self, node):
        fault = self.begin("killed", node)
        self.site.cluster.kill_node(node)
        self.pause(0.1, 1.5)
        self.start_again(node)
        fault.end = time.monotonic()

    def stopped(self, node):
        fault = self.begin("stopped", node)
        self.site.cluster.pause_node(node, True)
        self.pause(LEASE + 0.2, LEASE + 1)
        self.site.cluster.pause_node(node, False)
        fault.end = time.monotonic()
        time.sleep(0.5)

    def restarted(self, node):
        fault = self.begin("restarted", node)
        self.site.cluster.stop_node(node)
        self.site.set_clock(node, self.random.choice((-30, -15, 0, 15, 30)))
        self.start_again(node)
        fault.end = time.monotonic()

    def reset(self, node):
        fault = self.begin("reset", node)
        self.site.cutter.set_mode(node, "reset")
        self.pause(0, 1.5)
        self.site.cutter.set_mode(node, "open")
        fault.end = time.monotonic()

    def silent(self, node):
        fault = self.begin("silent", node)
        self.site.cutter.set_mode(node, "silent")
        self.pause(2, LEASE + 2)
        if self.random.random() < 0.5:  # what waited gets through, or never does
            self.site.cutter.set_mode(node, "reset")
        self.site.cutter.set_mode(node, "open")
        fault.end = time.monotonic()

    def kill_primary(self):
        fault = self.begin("primary", self.site.cluster.state["primary"])
        cluster = self.site.cluster
        cluster.kill_primary()
        self.pause(0, 1)  # what it takes to notice
        cluster.promote()
        fault.end = time.monotonic()
        cluster.rebuild_standby()
        self.pause(5, 9)  # without a database nobody plays, and nothing else is tried


class Workers:
    """Lists of kinds, each worked off by a thread of its own, in its order."""

    def __init__(self, mischief, lists, pause=(0.5, 2.0)):
        self.mischief, self.pause = mischief, pause
        self.stopping = threading.Event()
        self.threads = [threading.Thread(target=self.work, args=(kinds,)) for kinds in lists]

    def start(self):
        for thread in self.threads:
            thread.start()

    def work(self, kinds):
        for kind in kinds:
            done = False
            while not done and not self.stopping.is_set():
                self.stopping.wait(self.mischief.random.uniform(*self.pause))
                try:
                    done = self.stopping.is_set() or self.mischief.harm(kind)
                except Exception as error:  # whatever it is, the run goes on and tells of it
                    self.mischief.troubles.append(f"{kind}: {error}")
                    done = True
            if self.stopping.is_set():
                return

    def end(self):
        """When what is under way has been mended."""
        self.stopping.set()
        for thread in self.threads:
            thread.join()
