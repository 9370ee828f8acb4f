"""Runs the command lines of the documents. What is changed or left out stands here, and is printed."""
import os
import re
import shutil
import subprocess
from dataclasses import dataclass

# Not run: (how the line begins, why).
LEFT_OUT = [
    (r"script/(server|play|build)\b", "it was built before this test, and bastide itself is tried here"),
    (r"script/test\b", "this is a part of it"),
    (r"script/cluster\b", "tests/cluster starts a whole one in script/test"),
    (r"sudo (-u postgres|pg_ctlcluster)\b", "it needs the databases of a real site"),
    (r"script/package\b", "script/test --full runs it with --test"),
    (r"git clone\b", "it needs the network, and the tree is here"),
    (r"sudo apt(-get)? (install|remove|purge)\b", "script/package --test does this in a fresh Debian"),
    (r"(sudo )?(systemctl|journalctl|sudoedit)\b", "there may be no systemd; script/package --test tries the unit's command"),
    (r"bastide store (copy|check)($| .*postgresql://)", "it wants two stores; tests/tools/store_command_test.cpp tries it"),
    (r"(cd /usr/share/bastide|sudo cp withdraw-)", "web/test/browser/long/offline.test.mjs takes a worker back so"),
    (r"script/counters\b", "valgrind may be missing, and it takes a while; tests/scripts/counters_test.py tries its parts"),
    (r"(docker|podman) ", "there may be no engine; Containerfile and compose.yaml are read by this test"),
]

# Run, but smaller, or with the place that the test has for it: (pattern, replacement, why).
CHANGED = [
    (r"--games \d{3,}", "--games 50", "fewer games"),
    (r"--pairs \d+", "--pairs 1", "one pair"),
    (r"--rounds \d+", "--rounds 2", "two rounds"),
    (r"nodes=\d+", "nodes=20", "a short search"),
    (r"(bastide review \S+)", r"\1 --nodes 20", "a short search"),
    (r"--compare \S+ ", "--compare build/release/bastide --seconds 0.001 ", "itself, shortly"),
    (r"--compare \S+$", "--compare build/release/bastide --seconds 0.001 --rounds 2", "itself, shortly"),
    (r"(bastide bench)(?! --)", r"\1 --seconds 0.02", "short measurements"),
    (r"https?://(localhost:8080|play\.example\.org)", "http://localhost:{port}", "the server of this test"),
    (r"(/t|/tables)/ID\b", r"\1/{table}", "a table of this server"),
    (r"/var/lib/bastide/bastide\.db", "{folder}/bastide.db", "the file of this server"),
    (r"/backup/", "{folder}/", "this folder"),
    (r"> packages/engine/src/", "> ", "this folder"),
    (r"\bnode (?=examples/online)", "{node} {websocket}", "the Node.js that the scripts use, 20 wants to be asked"),
    (r"\bnode (?=examples/)", "{node} ", "the Node.js that the scripts use"),
]

# Programs that a reader has or installs, and a testing machine may lack.
OPTIONAL = {"sqlite3", "curl"}

SECONDS = 120


@dataclass
class Outcome:
    where: str
    command: str
    kind: str  # "ran", "left out" or "failed"
    note: str


def lines_of(block):
    """(line number, command) with continued lines joined."""
    number, command = block.line, ""
    for at, line in enumerate(block.text.splitlines(), block.line):
        if not command:
            number = at
        command += line
        if command.endswith("\\"):
            command = command[:-1]
            continue
        if command.strip() and not command.lstrip().startswith("#"):
            yield number, command.strip()
        command = ""


def of_page(page):
    """(line number, command): the blocks marked `sh`, then whole commands in the text, each once."""
    found = [each for block in page.blocks if block.language == "sh" for each in lines_of(block)]
    seen = set()
    for line, text in page.spans:
        # Options tell a command from a mention; capitals, dots and brackets are left for the reader to fill in.
        if re.match(r"bastide \w+ \S", text) and not re.search(r"[A-Z]{2,}|…|\[|<", text) and text not in seen:
            seen.add(text)
            found.append((line, text))
    return found


class Runner:
    """Runs the blocks of one page in a folder of its own, with a sample game and a server."""

    def __init__(self, root, folder, binary, server, node):
        self.root, self.folder, self.server, self.node = root, folder, server, node
        self.table = None
        programs = os.path.join(folder, ".programs")
        for link in (os.path.join(programs, "bastide"), os.path.join(folder, "build/release/bastide")):
            os.makedirs(os.path.dirname(link), exist_ok=True)
            os.symlink(binary, link)
        shutil.copytree(os.path.join(root, "examples"), os.path.join(folder, "examples"))
        self.environment = {**os.environ, "PATH": programs + os.pathsep + os.environ["PATH"], "NO_COLOR": "1"}
        self.used = set()

    def changed(self, command):
        """The command that is run, and why it differs."""
        if "/ID" in command and not command.startswith("curl"):
            self.table = self.server.new_table("open", "level1")
        values = {"port": self.server.port, "table": self.table, "folder": self.folder, "node": self.node,
                  "websocket": "--experimental-websocket "}
        why = []
        for pattern, replacement, reason in CHANGED:
            # Values are put in after the pattern, so that braces of a command stay as they are.
            def put(match, replacement=replacement):
                text = match.expand(replacement)
                for name, value in values.items():
                    text = text.replace("{" + name + "}", str(value))
                return text
            new = re.sub(pattern, put, command)
            if new != command:
                why.append(reason)
                self.used.add(pattern)
            command = new
        return command, why

    def run(self, where, command):
        for pattern, reason in LEFT_OUT:
            if re.match(pattern, command):
                self.used.add(pattern)
                return Outcome(where, command, "left out", reason)
        first = command.split()[0]
        program = os.path.basename(first)
        known = program in {"bastide", "echo", "tail", "g++", "node"} | OPTIONAL
        if not known:
            return Outcome(where, command, "failed", "no rule of tests/documents/commands.py knows this command")
        if program in OPTIONAL and not shutil.which(program):
            return Outcome(where, command, "left out", f"{program} is not installed")
        if re.search(r"\bnode examples/", command) and not self.node:
            return Outcome(where, command, "left out", "there is no Node.js")
        shown, why = self.changed(command)
        try:
            done = subprocess.run(["bash", "-o", "pipefail", "-c", shown], cwd=self.folder, env=self.environment,
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  text=True, errors="replace", timeout=SECONDS)
        except subprocess.TimeoutExpired:
            return Outcome(where, shown, "failed", f"not done after {SECONDS} s")
        if done.returncode != 0:
            return Outcome(where, shown, "failed", f"exit code {done.returncode}: {done.stdout.strip()[-400:]}")
        return Outcome(where, shown, "ran", ", ".join(why))


def looks_like_commands(block):
    """Blocks without a language that are commands all the same would go untried."""
    return block.language in ("", "bash", "shell", "console") and \
        re.match(r"\$ |(\./)?(bastide|script/|build/|cmake|npm|sudo|git|docker|podman|systemctl) ?\w", block.text)
