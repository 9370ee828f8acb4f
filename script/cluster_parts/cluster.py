"""A site on one machine: two PostgreSQL, some nodes, HAProxy. What runs is noted in a file of its folder, so that a later
run of the script finds it."""
import concurrent.futures
import contextlib
import fcntl
import json
import os
import shutil
import signal
import subprocess
import tempfile
import threading
import urllib.error
import urllib.request

from .machine import Process, Refused, find_program, is_port_free, last_lines, wait_until
from .postgres import DATABASE, Postgres, find_postgres
from .proxy import configuration, proxy_user


def usual_folder():
    return os.path.join(tempfile.gettempdir(), f"bastide-cluster-{os.getuid()}")


def answer_of(port, path, seconds=1.0):
    """Status of a request to this machine, 0 if nobody answers."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=seconds) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return 0


class Cluster:
    """`say` is told each step. Threads of one process may use it together."""

    def __init__(self, folder=None, say=lambda text: None):
        self.folder = folder or usual_folder()
        self.say = say
        self.lock = threading.RLock()
        self.state = {}

    # --- what is noted ---

    @property
    def note(self):
        return os.path.join(self.folder, "state.json")

    def load(self):
        try:
            with open(self.note, encoding="utf-8") as file:
                self.state = json.load(file)
        except FileNotFoundError:
            raise Refused("no cluster is running: script/cluster starts one") from None
        return self

    def exists(self):
        return os.path.exists(self.folder)

    def save(self):
        with self.lock:
            with open(self.note + ".new", "w", encoding="utf-8") as file:
                json.dump(self.state, file, indent=1)
            os.replace(self.note + ".new", self.note)

    @contextlib.contextmanager
    def alone(self):
        """One command at a time changes the cluster."""
        with open(os.path.join(self.folder, "lock"), "w", encoding="utf-8") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise Refused("another command is at work on this cluster") from None
            yield

    # --- its parts ---

    def database(self, name):
        return Postgres(os.path.join(self.folder, name), self.state["databases"][name],
                        self.state["database_settings"])

    @property
    def primary(self):
        return self.database(self.state["primary"])

    @property
    def standby(self):
        return self.database("b" if self.state["primary"] == "a" else "a")

    def node(self, name):
        try:
            return self.state["nodes"][name]
        except KeyError:
            raise Refused(f"there is no {name}; there are {', '.join(self.state['nodes'])}") from None

    def node_process(self, name):
        node = self.node(name)
        return Process(node.get("pid", -1), node.get("birth"))

    def node_log(self, name):
        return os.path.join(self.folder, f"{name}.log")

    def proxy_process(self):
        proxy = self.state["proxy"]
        return Process(proxy.get("pid", -1), proxy.get("birth"))

    def store(self):
        """What --store of a node names: both servers, of which the one that takes writes is used."""
        places = ",".join(os.path.join(self.folder, name) for name in ("a", "b"))
        return f"postgresql://postgres@/{DATABASE}?host={places}&port=5432&target_session_attrs=read-write"

    # --- starting ---

    def create(self, program, nodes=3, port=8080, options=(), standby=True, database_settings=None):
        """The state of a new cluster; nothing runs yet."""
        if self.exists():
            raise Refused(f"a cluster is already there ({self.folder}): script/cluster --stop ends it")
        find_postgres()
        find_program("haproxy", "haproxy")
        if not os.access(program, os.X_OK):
            raise Refused(f"{program} is not there: script/build makes it")
        for number in range(port, port + nodes + 1):
            if not is_port_free(number):
                raise Refused(f"port {number} is taken: --port takes others ({port} is for HAProxy, the next {nodes} "
                              "for the nodes)")
        os.makedirs(self.folder, mode=0o755)
        os.chmod(self.folder, 0o755)
        self.state = {
            "port": port, "program": os.path.abspath(program), "options": list(options), "primary": "a",
            "standby": standby, "databases": {"a": {}, "b": {}}, "database_settings": database_settings or {},
            "proxy": {}, "nodes": {f"node{i}": {"port": port + i} for i in range(1, nodes + 1)},
        }
        self.save()

    def start(self):
        """All of it, or nothing."""
        try:
            with self.alone():
                self.say("PostgreSQL a: making the primary")
                self.primary.make_primary()
                self.save()
                self.say("PostgreSQL b: copying it as synchronous standby; nodes: starting")
                with concurrent.futures.ThreadPoolExecutor() as threads:
                    steps = [threads.submit(self.start_node, name) for name in self.state["nodes"]]
                    if self.state["standby"]:
                        self.standby.make_standby(self.primary)
                    for step in steps:
                        step.result()
                self.save()
                self.say("HAProxy: starting")
                self.start_proxy()
        except BaseException:
            self.stop()
            raise

    def node_command(self, name):
        """Another store, or a command before it, may be noted for a node: tests put something in between."""
        node = self.node(name)
        return [*node.get("before", []), self.state["program"], "serve", "--port", str(node["port"]), "--store",
                node.get("store", self.store()), "--trust-proxy", *self.state["options"]]

    def start_node(self, name, patience=30.0):
        if self.node_process(name).alive():
            raise Refused(f"{name} is running")
        node = self.node(name)
        process = Process.start(self.node_command(name), self.node_log(name), folder=self.folder,
                                environment={**os.environ, **node.get("environment", {})})
        with self.lock:
            node.update(pid=process.pid, birth=process.birth)
            self.save()
        wait_until(f"{name} to answer", lambda: answer_of(node["port"], "/health") == 200 or not process.alive(),
                   patience)
        if not process.alive():
            raise Refused(f"{name} did not start:\n{last_lines(self.node_log(name))}")

    def start_proxy(self):
        haproxy = find_program("haproxy", "haproxy")
        path = os.path.join(self.folder, "haproxy.cfg")
        nodes = [(name, node["port"]) for name, node in self.state["nodes"].items()]
        with open(path, "w", encoding="utf-8") as file:
            file.write(configuration(self.folder, self.state["port"], nodes, proxy_user()))
        checked = subprocess.run([haproxy, "-c", "-f", path], text=True, capture_output=True, check=False)
        if checked.returncode != 0:
            raise Refused(f"HAProxy does not take its configuration:\n{checked.stderr}{checked.stdout}")
        log = os.path.join(self.folder, "haproxy.log")
        process = Process.start([haproxy, "-db", "-f", path], log, folder=self.folder)
        self.state["proxy"].update(pid=process.pid, birth=process.birth)
        self.save()
        port = self.state["port"]
        wait_until("HAProxy to answer", lambda: answer_of(port, "/health") == 200 or not process.alive())
        if not process.alive():
            raise Refused(f"HAProxy did not start:\n{last_lines(log)}")

    # --- faults, and mending them ---

    def kill_node(self, name):
        process = self.node_process(name)
        if not process.alive():
            raise Refused(f"{name} is not running: script/cluster --start {name}")
        process.send(signal.SIGKILL)
        wait_until(f"{name} to end", lambda: not process.alive())

    def stop_node(self, name):
        """As a service manager does: it says goodbye to everybody."""
        process = self.node_process(name)
        if not process.alive():
            raise Refused(f"{name} is not running")
        process.end()

    def pause_node(self, name, paused):
        process = self.node_process(name)
        if not process.alive():
            raise Refused(f"{name} is not running")
        process.send(signal.SIGSTOP if paused else signal.SIGCONT)

    def kill_primary(self):
        if not self.primary.alive():
            raise Refused("the primary is not running: script/cluster --promote makes the standby one")
        self.primary.kill()

    def promote(self):
        """The standby becomes the primary; the old one is ended first, so that nobody writes to it."""
        if not self.standby.alive():
            raise Refused("there is no standby that runs")
        old, new = self.primary, self.standby
        if old.alive():
            self.say(f"database {old.name}: ending it, so that nobody writes there")
            old.kill()
        self.say(f"database {new.name}: promoting it")
        new.promote()
        with self.lock:
            self.state["primary"] = new.name
            self.save()

    def rebuild_standby(self):
        """The server that is not the primary, as a new copy of it."""
        self.say(f"database {self.standby.name}: copying {self.primary.name} anew")
        if self.standby.alive():
            self.standby.kill()
        try:
            self.standby.make_standby(self.primary)
        finally:
            self.save()

    # --- what runs ---

    def status(self):
        """Rows of part, address, state."""
        rows = [("HAProxy", f"http://localhost:{self.state['port']}",
                 "running" if self.proxy_process().alive() else "gone")]
        for name, node in self.state["nodes"].items():
            rows.append((name, f"http://localhost:{node['port']}", self.node_status(name)))
        for name in ("a", "b") if self.state["standby"] else ("a",):
            database = self.database(name)
            role = "primary" if name == self.state["primary"] else "standby, synchronous"
            rows.append((f"PostgreSQL {name}", database.folder, role if database.alive() else f"{role}: gone"))
        return rows

    def node_status(self, name):
        process = self.node_process(name)
        if not process.alive():
            return "gone"
        with open(f"/proc/{process.pid}/stat", encoding="utf-8") as file:
            if file.read().rpartition(")")[2].split()[0] == "T":
                return "paused"
        port = self.node(name)["port"]
        if answer_of(port, "/health") == 200:
            return "healthy"
        return "without database" if answer_of(port, "/alive") == 200 else "does not answer"

    # --- the end ---

    def stop(self):
        """Nothing is left: no process, no folder."""
        if not os.path.exists(self.note):
            shutil.rmtree(self.folder, ignore_errors=True)
            return
        self.proxy_process().end(signal.SIGUSR1, 0.2)
        nodes = [self.node_process(name) for name in self.state["nodes"]]
        for node in nodes:
            node.send(signal.SIGCONT)
            node.send(signal.SIGTERM)
        for node in nodes:
            node.end()
        for name in ("b", "a"):
            database = self.database(name)
            if database.alive():
                database.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
