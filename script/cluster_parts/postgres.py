"""One PostgreSQL of the cluster: primary or standby, on a socket in its own folder."""
import os
import shutil
import signal
import subprocess

from .machine import Process, Refused, database_user, last_lines, wait_until

VERSIONS = ("15", "16", "17", "18")
DATABASE = "bastide"


def find_postgres():
    """The folder of its programs."""
    places = [f"/usr/lib/postgresql/{version}/bin" for version in VERSIONS] + ["/usr/local/bin", "/usr/bin"]
    for place in places:
        if all(os.path.exists(os.path.join(place, name)) for name in ("initdb", "postgres", "pg_basebackup")):
            return place
    raise Refused("PostgreSQL is not installed: apt-get install postgresql-15")


def settings(folder, standby_of=None, synchronous=None, more=None):
    """The whole of postgresql.conf. It is written anew for every role: a base backup brings the primary's own, and
    with that synchronous_standby_names a promoted server would wait for ever at its first commit."""
    lines = {
        "listen_addresses": "", "unix_socket_directories": folder, "unix_socket_permissions": "0700",
        "port": "5432", "max_connections": "100", "wal_level": "replica", "max_wal_senders": "8",
        "hot_standby": "on", "shared_buffers": "128MB", "dynamic_shared_memory_type": "mmap",
        "wal_receiver_status_interval": "1s", "wal_sender_timeout": "5s", "wal_receiver_timeout": "5s",
        "wal_retrieve_retry_interval": "200ms", "wal_keep_size": "64MB", "max_wal_size": "512MB",
        "synchronous_standby_names": f"FIRST 1 ({synchronous})" if synchronous else "",
        "primary_conninfo": "", **(more or {}),
    }
    if standby_of:
        name = os.path.basename(folder)
        lines["primary_conninfo"] = f"host={standby_of} port=5432 user=postgres application_name={name}"
    return "".join(f"{name} = '{value}'\n" for name, value in lines.items())


class Postgres:
    """Its folder has a log, a socket and the data. `state` is what lasts from one run to the next."""

    def __init__(self, folder, state, more_settings=None):
        self.folder, self.state = folder, state
        self.name = os.path.basename(folder)
        self.data = os.path.join(folder, "data")
        self.log = os.path.join(folder, "log")
        self.bin = find_postgres()
        self.user = database_user()
        self.more = more_settings or {}

    # --- its process ---

    @property
    def process(self):
        return Process(self.state.get("pid", -1), self.state.get("birth"))

    def alive(self):
        return self.process.alive()

    def run(self, program, *arguments):
        identity = {} if self.user is None else {"user": self.user.pw_uid, "group": self.user.pw_gid,
                                                 "extra_groups": []}
        done = subprocess.run([os.path.join(self.bin, program), *arguments], cwd=self.folder, text=True,
                              capture_output=True, check=False, **identity)
        if done.returncode != 0:
            raise Refused(f"{program} failed for database {self.name}: {done.stderr.strip()[-500:]}")
        return done.stdout

    def make_folder(self):
        os.makedirs(self.folder, exist_ok=True)
        if self.user is not None:
            os.chown(self.folder, self.user.pw_uid, self.user.pw_gid)
        os.chmod(self.folder, 0o700)

    def write_in_data(self, name, text):
        path = os.path.join(self.data, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        if self.user is not None:
            os.chown(path, self.user.pw_uid, self.user.pw_gid)
        os.chmod(path, 0o600)

    def configure(self, standby_of=None, synchronous=None):
        self.write_in_data("postgresql.conf", settings(self.folder, standby_of, synchronous, self.more))
        self.write_in_data("postgresql.auto.conf", "")

    def start(self):
        process = Process.start([os.path.join(self.bin, "postgres"), "-D", self.data], self.log, self.user,
                                self.folder)
        self.state.update(pid=process.pid, birth=process.birth)
        wait_until(f"database {self.name} to answer", lambda: self.answers() or not self.alive(), every=0.1)
        if not self.alive():
            raise Refused(f"database {self.name} did not start:\n{last_lines(self.log)}")

    def answers(self):
        return subprocess.run([os.path.join(self.bin, "pg_isready"), "-q", "-h", self.folder, "-p", "5432"],
                              check=False).returncode == 0

    def reload(self):
        self.process.send(signal.SIGHUP)

    def stop(self):
        self.process.end(signal.SIGINT)

    def kill(self):
        """Postmaster and children with SIGKILL. The system keeps its token of shared memory then: it goes, too."""
        memory = self.shared_memory()
        self.process.kill()
        if memory is not None:
            subprocess.run(["ipcrm", "-m", memory], capture_output=True, check=False)

    def shared_memory(self):
        try:
            with open(os.path.join(self.data, "postmaster.pid"), encoding="utf-8") as file:
                return file.read().splitlines()[6].split()[1]
        except (OSError, IndexError):
            return None

    # --- its role ---

    def make_primary(self):
        """New and empty."""
        self.make_folder()
        self.run("initdb", "-D", self.data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        self.configure()
        self.start()
        self.query(f"CREATE DATABASE {DATABASE}", "postgres")

    def make_standby(self, primary):
        """A copy of the primary, whatever was here before; both are in step when this returns."""
        self.make_folder()
        shutil.rmtree(self.data, ignore_errors=True)
        self.run("pg_basebackup", "-h", primary.folder, "-p", "5432", "-U", "postgres", "-D", self.data,
                 "--checkpoint=fast", "--no-sync", "--wal-method=stream")
        self.configure(standby_of=primary.folder)
        self.write_in_data("standby.signal", "")
        self.start()
        primary.wait_for_standby(self.name)

    def wait_for_standby(self, name):
        """From here on a commit is there before it is acknowledged, and all that was before is there already."""
        wait_until(f"database {name} to follow",
                   lambda: self.query("SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming' "
                                      f"AND application_name = '{name}'") == "1", every=0.1)
        self.configure(synchronous=name)
        self.reload()
        wait_until(f"database {name} to be in step",
                   lambda: self.query("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync' "
                                      "AND current_setting('synchronous_standby_names') <> ''") == "1", every=0.1)
        until = self.query("SELECT pg_current_wal_flush_lsn()")
        wait_until(f"database {name} to have everything",
                   lambda: self.query("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync' "
                                      f"AND flush_lsn >= '{until}'") == "1", every=0.1)

    def promote(self):
        """Of a standby. Nobody is waited for until the next standby is there."""
        self.configure()
        self.reload()
        self.query("SELECT pg_promote()", "postgres")

    def query(self, sql, database=DATABASE):
        """The first value, as psql prints it."""
        done = subprocess.run([os.path.join(self.bin, "psql"), "-X", "-q", "-t", "-A", "-h", self.folder, "-p", "5432",
                               "-U", "postgres", "-d", database, "-v", "ON_ERROR_STOP=1", "-c", sql],
                              text=True, capture_output=True, check=False, timeout=60)
        if done.returncode != 0:
            raise Refused(f"database {self.name} refused: {done.stderr.strip()[-300:]}")
        return done.stdout.strip()
