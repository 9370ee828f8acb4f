"""A tree with the project's scripts in a scratch folder, and commands that stand in for the real ones."""
import os
import shutil
import subprocess
import tempfile
import unittest

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))


class ScriptTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.tree = os.path.join(folder.name, "tree")
        self.fakes = os.path.join(folder.name, "fakes")
        self.calls = os.path.join(folder.name, "calls")
        os.makedirs(self.fakes)
        shutil.copytree(os.path.join(ROOT, "script"), os.path.join(self.tree, "script"))
        open(self.calls, "w").close()

    def write(self, path, text):
        """A file of the tree; one that begins with #! can be run."""
        path = os.path.join(self.tree, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        if text.startswith("#!"):
            os.chmod(path, 0o755)

    def fake(self, name, body="", folder=None):
        """A command that notes how it was called, then does what body says."""
        self.write(os.path.join(folder or self.fakes, name),
                   f'#!/bin/bash\necho "{name} $*" >>"{self.calls}"\n{body}\n')

    def packages(self, missing=()):
        """dpkg-query and apt-get of a machine where only these packages are missing."""
        self.fake("dpkg-query", f'''
for name in "${{@:4}}"; do
  case " {' '.join(missing)} " in *" $name "*) ;; *) printf 'installed=%s ' "$name" ;; esac
done''')
        self.fake("apt-get", '''
case "$*" in
  *" update") echo "Reading package lists..." ;;
  *" install "*) echo "0 upgraded, 2 newly installed, 0 to remove and 0 not upgraded."
     for one in 1 2; do echo "Get:$one somewhere one [1 kB]"; done; sleep 0.5
     for one in 1 2; do echo "Unpacking one ..."; done
     for one in 1 2; do echo "Setting up one ..."; done ;;
esac''')
        self.fake("apt-cache", "echo known")
        self.fake("sudo", 'exec "$@"')

    def system_without(self, *names):
        """A folder with the system's commands, these left out."""
        folder = os.path.join(os.path.dirname(self.tree), "system")
        os.makedirs(folder)
        for name in os.listdir("/usr/bin"):
            if name not in names:
                os.symlink(os.path.join("/usr/bin", name), os.path.join(folder, name))
        return folder

    def run_script(self, *command, path=None, **environment):
        # The Node.js of the real tree, where the system's is too old.
        path = path or f"{self.fakes}:{os.path.join(ROOT, 'build/node/bin')}:{os.environ['PATH']}"
        for name in ("BASTIDE_PRESET", "npm_config_registry", "NPM_CONFIG_REGISTRY"):
            environment.setdefault(name, "")
        return subprocess.run(command, cwd=self.tree, text=True, capture_output=True, timeout=120,
                              env=dict(os.environ, PATH=path, **environment), check=False)

    def called(self, name):
        with open(self.calls, encoding="utf-8") as lines:
            return [line.strip() for line in lines if line.split()[0] == name]
