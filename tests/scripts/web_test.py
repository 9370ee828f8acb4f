"""script/web, script/with-node and script/fetch-node."""
import json
import os
import shutil
import unittest

from sandbox import ROOT, ScriptTest

BASTIDE = '''#!/bin/bash
case "$1" in
  rules) RULES ;;
  *) while [ $# -gt 0 ]; do
       case "$1" in -o | --shapes | --style) echo "<svg/>" >"$2"; shift ;; esac
       shift
     done ;;
esac
'''
RULES = '''echo '{"sets": [{"name": "base", "available": true, "tiles": 72},
  {"name": "river", "available": true, "tiles": 12}, {"name": "later", "available": false, "tiles": 9}]}' '''


class Web(ScriptTest):
    def setUp(self):
        super().setUp()
        self.packages()
        self.write("web/package-lock.json", "{}")
        self.write("web/node_modules/.package-lock.json", "{}")
        self.write("web/node_modules/vite/bin/vite.js",
                   "require('fs').mkdirSync(`../build/${process.env.BASTIDE_PRESET}/web`, { recursive: true });")
        self.write("web/node_modules/typescript/bin/tsc", "")
        self.fake("cmake", 'mkdir -p build/wasm; case "$*" in *--build*) echo module >build/wasm/bastide.wasm ;; esac')
        self.write("web/art/hero.json", "{}")
        self.write("web/public/robots.txt", "x")
        shutil.copy(os.path.join(ROOT, "web/compress.mjs"), os.path.join(self.tree, "web"))

    def drawn(self, preset="release"):
        folder = os.path.join(self.tree, "build", preset, "web-public/art")
        return sorted(os.listdir(folder)) if os.path.isdir(folder) else []

    def test_draws_every_set_that_can_be_played_without_python(self):
        self.fake("python3", "echo no python here >&2; exit 127")
        self.write("build/release/bastide", BASTIDE.replace("RULES", RULES))
        result = self.run_script("script/web")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("river.svg", self.drawn())
        self.assertNotIn("later.svg", self.drawn())

    def test_a_step_that_fails_is_not_remembered_as_done(self):
        self.write("build/release/bastide", BASTIDE.replace("RULES", "exit 3"))
        self.assertNotEqual(self.run_script("script/web").returncode, 0)
        self.assertEqual(self.drawn(), [])
        self.write("build/release/bastide", BASTIDE.replace("RULES", RULES))
        self.assertEqual(self.run_script("script/web").returncode, 0)
        self.assertIn("river.svg", self.drawn())

    def test_the_engine_of_the_page_and_its_package_come_before_the_client(self):
        self.write("build/release/bastide", BASTIDE.replace("RULES", RULES))
        self.write("web/node_modules/vite/bin/vite.js", """
const { existsSync, mkdirSync } = require('fs');
if (!existsSync('../build/wasm/bastide.wasm') || !existsSync('../packages/engine/dist/bastide.wasm')) process.exit(1);
mkdirSync('../build/release/web', { recursive: true });""")
        result = self.run_script("script/web")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("--preset wasm", " ".join(self.called("cmake")))

    def test_lies_beside_the_program_that_is_asked_for(self):
        self.write("build/baseline/bastide", BASTIDE.replace("RULES", RULES))
        result = self.run_script("script/web", BASTIDE_PRESET="baseline")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("river.svg", self.drawn("baseline"))
        self.assertTrue(os.path.isdir(os.path.join(self.tree, "build/baseline/web")))


class Node(ScriptTest):
    def setUp(self):
        super().setUp()
        self.fake("node", 'case "$1" in -e) exit 1 ;; esac; echo v18.20.4')  # too old
        self.fake("npm", "exit 0")

    def test_running_a_command_fetches_nothing(self):
        for name in ("curl", "wget"):
            self.fake(name)
        result = self.run_script("script/with-node", "node", "--version")
        self.assertEqual(result.returncode, 127)
        self.assertIn("script/bootstrap --web", result.stderr)
        for name in ("npm", "curl", "wget"):
            self.assertEqual(self.called(name), [])

    def test_the_one_that_was_fetched_is_taken_where_the_systems_is_too_old(self):
        self.write("build/node/bin/node", "#!/bin/bash\necho v22.1.0\n")
        result = self.run_script("script/with-node", "node", "--version")
        self.assertEqual(result.stdout, "v22.1.0\n", result.stderr)

    def test_the_clients_commands_run_with_it(self):
        self.write("build/node/bin/node", "#!/bin/bash\necho v22.1.0\n")
        for tool in ("vite", "vitest", "svelte-check"):
            self.write(f"web/node_modules/.bin/{tool}", f"#!/bin/sh\necho {tool} by $(node --version)\n")
        with open(os.path.join(ROOT, "web/package.json"), encoding="utf-8") as file:
            commands = json.load(file)["scripts"]
        for name, tool in (("dev", "vite"), ("test", "vitest"), ("check", "svelte-check")):
            # As npm does: in the folder of the client, with its programs first.
            result = self.run_script("bash", "-c", f'cd web && PATH="$PWD/node_modules/.bin:$PATH" && {commands[name]}')
            self.assertEqual(result.stdout, f"{tool} by v22.1.0\n", result.stderr)

    def test_what_has_another_checksum_is_refused(self):
        self.fake("curl", 'while [ $# -gt 1 ]; do if [ "$1" = -o ]; then echo forged >"$2"; fi; shift; done')
        result = self.run_script("script/fetch-node", npm_config_registry="http://localhost:1/")
        self.assertEqual(result.returncode, 1)
        self.assertIn("checksum", result.stderr)
        self.assertRegex(self.called("curl")[0], r"http://localhost:1/node-linux-\w+/-/node-linux-\w+-[\d.]+tgz$")
        self.assertFalse(os.path.exists(os.path.join(self.tree, "build/node")))


if __name__ == "__main__":
    unittest.main()
