"""Processes, ports and users of this machine."""
import os
import pwd
import shutil
import signal
import socket
import subprocess
import time


class Refused(Exception):
    """Why something cannot be done: a sentence for whoever asked for it."""


def wait_until(what, ready, seconds=30.0, every=0.05):
    """Until ready() is true; else refuses, naming what did not happen."""
    end = time.monotonic() + seconds
    while not ready():
        if time.monotonic() > end:
            raise Refused(f"{what}: not within {seconds:.0f} s")
        time.sleep(every)


def birth_of(pid):
    """When the process began, by the kernel's count; None if there is none, or only its remains."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
            fields = file.read().rpartition(")")[2].split()
    except OSError:
        return None
    return None if fields[0] in "ZX" else int(fields[19])


class Process:
    """A process that may have been started by an earlier run: its number alone could be another's by now."""

    def __init__(self, pid, birth):
        self.pid, self.birth = pid, birth

    @staticmethod
    def start(command, log, user=None, folder=None, environment=None):
        """In a session of its own, so that Ctrl-C is ours alone; what it says goes to a file."""
        identity = {} if user is None else {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        with open(log, "ab") as out:
            child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=out, cwd=folder,
                                     start_new_session=True, env=environment, **identity)
        return Process(child.pid, birth_of(child.pid))

    def alive(self):
        try:  # our own child leaves its remains until it is asked for
            os.waitpid(self.pid, os.WNOHANG)
        except ChildProcessError:
            pass
        return self.birth is not None and birth_of(self.pid) == self.birth

    def send(self, signal_number):
        if self.alive():
            os.kill(self.pid, signal_number)

    def children(self):
        found = []
        for name in os.listdir("/proc"):
            if not name.isdigit():
                continue
            try:
                with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                    parent = int(file.read().rpartition(")")[2].split()[1])
            except (OSError, IndexError):
                continue
            if parent == self.pid:
                found.append(Process(int(name), birth_of(int(name))))
        return found

    def kill(self):
        """With all it has started, as if the machine had gone."""
        self.send(signal.SIGSTOP)  # it starts nothing any more
        family = [*self.children(), self]
        for one in family:
            one.send(signal.SIGKILL)
        for one in family:
            wait_until(f"process {one.pid} to end", lambda one=one: not one.alive())

    def end(self, signal_number=signal.SIGTERM, seconds=15.0):
        """Asked first, then made to."""
        self.send(signal.SIGCONT)
        self.send(signal_number)
        try:
            wait_until(f"process {self.pid} to end", lambda: not self.alive(), seconds)
        except Refused:
            self.kill()


def is_port_free(port):
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as one:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            one.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def free_ports(count, first=20000, last=32000):
    """The first of so many free ports in a row, below those that the system gives to connections."""
    begin = first + os.getpid() % 5000
    for port in [*range(begin, last - count), *range(first, begin)]:
        if all(is_port_free(port + i) for i in range(count)):
            return port
    raise Refused(f"there are no {count} free ports in a row between {first} and {last}")


def database_user():
    """PostgreSQL does not run as root: then it is postgres, or nobody. None: whoever we are."""
    if os.getuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            pass
    raise Refused("there is neither a user postgres nor nobody, and PostgreSQL does not run as root")


def find_program(name, package):
    found = shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/sbin:/usr/local/sbin")
    if found is None:
        raise Refused(f"{name} is not installed: apt-get install {package}")
    return found


def last_lines(path, count=8):
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return "".join("   | " + line for line in file.readlines()[-count:])
    except OSError:
        return ""
