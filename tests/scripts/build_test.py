"""script/build, script/play, script/bootstrap and what they have in common (script/lib.sh)."""
import os
import shutil
import subprocess
import tempfile
import unittest

from sandbox import ROOT, ScriptTest

CMAKE = '''
case "$*" in
  *--build*) echo "[1/2] Building"; echo "[2/2] Linking" ;;
  *) mkdir -p build/release; touch build/release/CMakeCache.txt ;;
esac'''


class Build(ScriptTest):
    def setUp(self):
        super().setUp()
        self.packages()
        self.fake("cmake", CMAKE)

    def test_builds_the_program_alone_and_in_bundles(self):
        result = self.run_script("script/build")
        self.assertEqual(result.returncode, 0, result.stderr)
        configured, built = self.called("cmake")
        self.assertIn("--preset release -DBASTIDE_BUNDLE=ON", configured)
        self.assertTrue(built.endswith("--target bastide"), built)

    def test_keeps_a_configuration_that_is_there(self):
        self.write("build/release/CMakeCache.txt", "")
        self.run_script("script/build")
        self.assertEqual(self.called("cmake")[0], "cmake --preset release")

    def test_a_failure_shows_its_reason_and_the_log(self):
        self.fake("cmake", '''case "$*" in *--build*)
          echo "[1/2] Building"; echo "FAILED: x.o"; echo "x.cpp:1: error: no such thing"; exit 1 ;; esac''')
        for script in ("script/build", "script/play", "script/server"):
            with self.subTest(script):
                result = self.run_script(script)
                self.assertEqual(result.returncode, 1)
                self.assertIn("x.cpp:1: error: no such thing", result.stderr)
                self.assertIn("the whole output is in build/logs/compiling.log", result.stderr)

    def test_play_says_what_it_does(self):
        self.write("build/release/bastide", "#!/bin/bash\necho played $*\n")
        self.fake("cmake", CMAKE.replace("echo \"[2", "sleep 1; echo \"[2"))
        result = self.run_script("script/play", "--seed", "7")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("compiling: 1 of 2\n", result.stdout)
        self.assertTrue(result.stdout.endswith("played play --seed 7\n"), result.stdout)

    def test_on_a_terminal_one_line_replaces_the_other(self):
        self.fake("cmake", CMAKE.replace("echo \"[2", "sleep 1; echo \"[2"))
        result = self.run_script("script", "-qec", "script/build", "/dev/null", TERM="xterm")
        self.assertEqual(result.returncode, 0, result.stdout)
        self.assertIn("\x1b[Kcompiling: 1 of 2\x1b[K", result.stdout.replace("\n", ""))
        self.assertEqual(result.stdout.splitlines()[-1].split("\x1b[K")[-1], "built build/release/bastide")

    def test_baseline_has_its_client_beside_it(self):
        self.write("script/web", "#!/bin/bash\necho web for $BASTIDE_PRESET\n")
        result = self.run_script("script/build", "--baseline")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("web for baseline", result.stdout)
        self.assertIn("cmake --build --preset baseline", " ".join(self.called("cmake")))


class Bundles(ScriptTest):
    """A build that fails is tried file by file only where that can help."""

    def bundled(self, error, item="Unity/unity_0.o"):
        self.fake("cmake", f'''case "$*" in
          *BUNDLE=OFF) touch alone ;;
          *--build*) [ ! -e alone ] || exit 0; echo "FAILED: a/{item}"; echo "{error}"; exit 1 ;; esac''')
        return self.run_script("bash", "-c", "set -euo pipefail; . script/lib.sh; bundled_build release all")

    def test_an_error_is_not_compiled_a_second_time(self):
        result = self.bundled("a.cpp:3:1: error: 'x' was not declared in this scope")
        self.assertEqual(result.returncode, 1)
        self.assertEqual(len(self.called("cmake")), 1)
        self.assertNotIn("bundle", result.stdout)

    def test_a_clash_outside_of_a_bundle_is_an_error(self):
        self.assertEqual(self.bundled("a.cpp:3:1: error: redefinition of 'x'", "a.cpp.o").returncode, 1)
        self.assertEqual(len(self.called("cmake")), 1)

    def test_a_name_used_twice_is_told_and_compiled_alone(self):
        result = self.bundled("a.cpp:3:1: error: redefinition of 'x'")
        self.assertEqual(result.returncode, 0)
        self.assertIn("two files of a bundle use one name: a.cpp:3:1: error: redefinition of 'x'", result.stdout)
        self.assertEqual(len(self.called("cmake")), 3)


class Packages(ScriptTest):
    def test_says_how_far_it_is(self):
        self.packages(missing=["cmake", "librsvg2-dev"])
        result = self.run_script("script/bootstrap", "--minimal")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("packages: ", result.stdout)
        log = os.path.join(self.tree, "build/logs/packages.log")
        with open(log, "w", encoding="utf-8") as file:
            file.write("0 upgraded, 3 newly installed, 0 to remove and 7 not upgraded.\n")
        far = ["bash", "-c", f". script/lib.sh; of_apt {log}"]
        self.assertEqual(self.run_script(*far).stdout, "0 of 3 fetched\n")
        with open(log, "a", encoding="utf-8") as file:
            file.write("Get:1 x\nGet:2 x\nGet:3 x\nUnpacking a\nUnpacking b\n")
        self.assertEqual(self.run_script(*far).stdout, "2 of 3 unpacked\n")

    def test_a_program_that_draws_png_needs_no_second_list(self):
        self.packages(missing=["librsvg2-dev", "pkg-config"])
        self.run_script("script/bootstrap", "--minimal")
        self.assertTrue(self.called("apt-get")[-1].endswith("librsvg2-dev pkg-config"))

    def test_debians_npm_is_not_needed(self):
        self.packages(missing=["npm", "nodejs"])
        self.write("script/fetch-node", """#!/bin/bash
mkdir -p build/node/bin
for name in node npm; do printf '#!/bin/sh\\n' >build/node/bin/$name; chmod +x build/node/bin/$name; done
""")
        path = f"{self.fakes}:{self.system_without('node', 'nodejs', 'npm')}"
        result = self.run_script("script/bootstrap", "--web", path=path)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(self.called("apt-get"), [])
        self.assertEqual(self.run_script("script/with-node", "node", path=path).returncode, 0)

    def test_goes_on_with_debians_npm_where_the_registry_refuses(self):
        self.packages(missing=["npm", "nodejs"])
        self.write("script/fetch-node", "#!/bin/bash\necho refused; exit 22\n")
        path = f"{self.fakes}:{self.system_without('node', 'nodejs', 'npm')}"
        result = self.run_script("script/bootstrap", "--web", path=path)
        self.assertTrue(self.called("apt-get")[-1].endswith("nodejs npm"), result.stdout + result.stderr)
        self.assertNotEqual(result.returncode, 0)  # the stand-in has installed nothing
        self.assertIn("refused", result.stderr)

    def test_a_failure_shows_its_reason_and_the_log(self):
        self.packages(missing=["cmake"])
        self.fake("apt-get", 'case "$*" in *install*) echo "E: no such archive"; exit 100 ;; esac')
        result = self.run_script("script/play")
        self.assertEqual(result.returncode, 100)
        self.assertIn("E: no such archive", result.stderr)
        self.assertIn("the whole output is in build/logs/packages.log", result.stderr)


class Configuration(unittest.TestCase):
    def test_a_ccache_that_comes_later_changes_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(f"{folder}/CMakeLists.txt", "w", encoding="utf-8") as file:
                file.write('cmake_minimum_required(VERSION 3.25)\nproject(x LANGUAGES NONE)\n'
                           f'include({ROOT}/cmake/Ccache.cmake)\n'
                           'message(STATUS "launcher <${CMAKE_CXX_COMPILER_LAUNCHER}>")\n')
            os.makedirs(f"{folder}/later")
            configure = ["cmake", "-S", folder, "-B", f"{folder}/b", "-G", "Ninja",
                         f"-DCMAKE_MAKE_PROGRAM={shutil.which('ninja')}", "-DCMAKE_FIND_USE_CMAKE_SYSTEM_PATH=OFF",
                         "-DCMAKE_FIND_USE_SYSTEM_ENVIRONMENT_PATH=OFF"]
            first = subprocess.run(configure, text=True, capture_output=True, check=True).stdout
            with open(f"{folder}/later/ccache", "w", encoding="utf-8") as file:
                file.write("#!/bin/sh\n")
            os.chmod(f"{folder}/later/ccache", 0o755)
            again = subprocess.run(configure + [f"-DCMAKE_PROGRAM_PATH={folder}/later"], text=True,
                                   capture_output=True, check=True).stdout
            self.assertIn("launcher <>", first)
            self.assertIn("launcher <>", again)


if __name__ == "__main__":
    unittest.main()
